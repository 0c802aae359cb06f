/* Numbers for positions; see memo.h. An entry stands in one of two neighbouring places. */
#include "solve/memo.h"

#include "base/pages.h"
#include "solve/key_set.h"

#include <stdlib.h>

struct zm_memo_entry {
    struct zm_hash128 key;
    uint32_t number;
    uint32_t work; /* 0: there is nothing here */
};

enum { FIRST_BITS = 12 };

static struct zm_memo_entry *make_entries(unsigned bits)
{
    struct zm_memo_entry *entries = zm_pages(sizeof *entries << bits);
    if (entries != NULL)
        memset(entries, 0, sizeof *entries << bits);
    return entries;
}

bool zm_memo_open(struct zm_memo *memo, size_t limit)
{
    *memo = (struct zm_memo){.bits = FIRST_BITS, .limit = limit == 0 ? SIZE_MAX / 2 : limit};
    memo->entries = make_entries(FIRST_BITS);
    return memo->entries != NULL;
}

void zm_memo_close(struct zm_memo *memo)
{
    free(memo->entries);
    *memo = (struct zm_memo){0};
}

static struct zm_memo_entry *pair_of(const struct zm_memo *memo, struct zm_hash128 key)
{
    return memo->entries + (zm_key_mix(key) >> (64 - memo->bits) & ~(uint64_t)1);
}

static bool is_of(const struct zm_memo_entry *entry, struct zm_hash128 key)
{
    return entry->work > 0 && entry->key.low == key.low && entry->key.high == key.high;
}

bool zm_memo_find(const struct zm_memo *memo, struct zm_hash128 key, uint32_t *number)
{
    const struct zm_memo_entry *pair = pair_of(memo, key);
    for (int i = 0; i < 2; i++)
        if (is_of(&pair[i], key)) {
            *number = pair[i].number;
            return true;
        }
    return false;
}

static void keep(struct zm_memo *memo, const struct zm_memo_entry *entry)
{
    struct zm_memo_entry *pair = pair_of(memo, entry->key), *place = pair;
    if (is_of(&pair[1], entry->key) ||
        (!is_of(&pair[0], entry->key) && pair[1].work < pair[0].work))
        place = &pair[1];
    memo->count += place->work == 0;
    *place = *entry;
}

/* Doubles the table when it is half full, as long as it may; if there is no memory it stays. */
static void grow(struct zm_memo *memo)
{
    size_t size = sizeof *memo->entries << memo->bits;
    struct zm_memo larger = {.bits = memo->bits + 1, .limit = memo->limit};
    if (memo->count < (size_t)1 << (memo->bits - 1) || size > memo->limit / 3)
        return;
    larger.entries = make_entries(larger.bits);
    if (larger.entries == NULL) {
        memo->limit = size;
        return;
    }
    for (size_t i = 0; i < (size_t)1 << memo->bits; i++)
        if (memo->entries[i].work > 0)
            keep(&larger, &memo->entries[i]);
    free(memo->entries);
    *memo = larger;
}

void zm_memo_put(struct zm_memo *memo, struct zm_hash128 key, uint32_t number, uint64_t work)
{
    uint32_t cost = work == 0 ? 1 : work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
    grow(memo);
    keep(memo, &(struct zm_memo_entry){key, number, cost});
}
