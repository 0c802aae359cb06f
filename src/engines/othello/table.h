/* The transposition table of the searches, shared by their threads without locks. An entry holds
 * the whole position, so that no two are ever confused: what the endgame proves rests on it. */
#ifndef ZM_ENGINES_OTHELLO_TABLE_H
#define ZM_ENGINES_OTHELLO_TABLE_H

#include "base/bits.h"
#include "base/shared_table.h"
#include "engines/othello/board.h"

enum { OTHELLO_NO_MOVE = 64, OTHELLO_MOST = 64 };

/* What is known of a position: bounds on its score by a search to a depth with a confidence (the
 * level of forward pruning, OTHELLO_CERTAIN when there was none), and the two best moves. */
enum { OTHELLO_CERTAIN = 5 };
struct othello_known {
    int8_t lower, upper;
    uint8_t depth, confidence;
    uint8_t move, second; /* OTHELLO_NO_MOVE: none */
};

struct othello_table {
    struct zm_shared_table entries;
    _Atomic uint8_t age; /* of new entries: old ones give way */
};

static inline uint64_t othello_hash(uint64_t own, uint64_t other)
{
    uint64_t mixed = own * ZM_MIX ^ (other * 0xc2b2ae3d27d4eb4f);
    mixed ^= mixed >> 32;
    mixed *= 0xd6e8feb86659fd93;
    return mixed ^ mixed >> 32;
}

static inline size_t othello_bucket_of(const struct zm_shared_key *key, size_t buckets)
{
    return othello_hash(key->word, key->second) & (buckets - 1);
}

static const struct zm_shared_shape othello_shape = {
    .words = 4, .bucket = 2, .probed = 2, .bucket_of = othello_bucket_of};

static inline struct zm_shared_key othello_key(struct othello_bits bits)
{
    return (struct zm_shared_key){.word = bits.own, .second = bits.other};
}

static inline void othello_expect(const struct othello_table *table, struct othello_bits bits)
{
    zm_shared_prefetch(&table->entries, &othello_shape, othello_key(bits));
}

/* True: something is known of the position. */
static inline bool othello_recall(const struct othello_table *table, struct othello_bits bits,
                                  struct othello_known *known)
{
    uint64_t data = zm_shared_find(&table->entries, &othello_shape, othello_key(bits)).data;
    if (data == 0)
        return false;
    known->lower = (int8_t)(data & 255);
    known->upper = (int8_t)(data >> 8 & 255);
    known->depth = data >> 16 & 255;
    known->confidence = data >> 24 & 255;
    known->move = data >> 32 & 255;
    known->second = data >> 40 & 255;
    return true;
}

/* table.c */
/* A table of about so many bytes, or smaller when there is less. False: no memory. */
bool othello_table_open(struct othello_table *table, size_t bytes);
void othello_table_close(struct othello_table *table);
/* Notes that a search with the window alpha, beta found `score`; `effort` is what it cost. */
void othello_note(struct othello_table *table, struct othello_bits bits, int alpha, int beta,
                  int score, struct othello_known by, uint64_t effort);

#endif
