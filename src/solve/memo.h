/* What a depth-first search remembers of positions (a transposition table): a number for a key. It
 * grows as far as its limit allows; after that a new entry takes the place of the one of two that
 * cost less to find. Keys are whole, so what is found is right. One thread uses it. */
#ifndef ZM_SOLVE_MEMO_H
#define ZM_SOLVE_MEMO_H

#include "base/bytes.h"

struct zm_memo {
    struct zm_memo_entry *entries;
    unsigned bits; /* of the number of entries */
    size_t count, limit;
};

/* `limit` in bytes; 0: none. False: no memory. */
bool zm_memo_open(struct zm_memo *memo, size_t limit);
void zm_memo_close(struct zm_memo *memo);
bool zm_memo_find(const struct zm_memo *memo, struct zm_hash128 key, uint32_t *number);
/* `work` is what it cost to find the number: positions looked at. */
void zm_memo_put(struct zm_memo *memo, struct zm_hash128 key, uint32_t number, uint64_t work);

#endif
