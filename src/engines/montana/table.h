/* The board and the table of the searches made for Montana: cells and where each card lies, without
 * what a walk carries besides, and slots of whole keys, one position in each, always replaced. */
#ifndef ZM_ENGINES_MONTANA_TABLE_H
#define ZM_ENGINES_MONTANA_TABLE_H

#include "base/pages.h"
#include "games/montana/montana.h"
#include "solve/key_set.h"

#include <stdlib.h>

/* -- the board -- */

struct zm_gaps {
    const struct zm_montana *game;
    struct zm_hash128 key;
    uint8_t ranks, suits;
    uint8_t cells[ZM_MONTANA_CELLS];
    uint8_t where[ZM_MONTANA_CARDS];
};

static inline void zm_gaps_stand(struct zm_gaps *gaps, const struct zm_montana_walk *walk)
{
    gaps->game = walk->game;
    gaps->key = walk->key;
    gaps->ranks = walk->ranks;
    gaps->suits = walk->suits;
    memcpy(gaps->cells, walk->cells, sizeof gaps->cells);
    memcpy(gaps->where, walk->where, sizeof gaps->where);
}

/* The card that may go to a hole with something on its left; 0: none may. */
static inline unsigned zm_gaps_card(const struct zm_gaps *gaps, unsigned hole)
{
    unsigned left = gaps->cells[hole - 1], rank = zm_montana_rank(left);
    return rank == 0 || rank >= gaps->ranks ? 0 : left + 1;
}

/* The key after a card has gone from one cell to another. */
static inline struct zm_hash128 zm_gaps_key_after(const struct zm_gaps *gaps, unsigned card,
                                                  unsigned from, unsigned to)
{
    const struct zm_hash128 *cells = gaps->game->cell_keys, *cards = gaps->game->card_keys;
    return (struct zm_hash128){gaps->key.low + cards[card].low * (cells[to].low - cells[from].low),
                               gaps->key.high +
                                   cards[card].high * (cells[to].high - cells[from].high)};
}

/* Puts a card into a hole, without its key. */
static inline void zm_gaps_shift(struct zm_gaps *gaps, unsigned card, unsigned from, unsigned to)
{
    gaps->cells[to] = (uint8_t)card;
    gaps->cells[from] = ZM_MONTANA_HOLE;
    gaps->where[card] = (uint8_t)to;
}

static inline void zm_gaps_put(struct zm_gaps *gaps, unsigned card, unsigned from, unsigned to)
{
    gaps->key = zm_gaps_key_after(gaps, card, from, to);
    zm_gaps_shift(gaps, card, from, to);
}

/* Is every row one suit, from its ace on, or from a Two in the common variant? */
static inline bool zm_gaps_solved(const struct zm_gaps *gaps)
{
    for (unsigned row = 0; row < gaps->suits; row++) {
        const uint8_t *cells = gaps->cells + row * ZM_MONTANA_STRIDE;
        if (gaps->game->common ? zm_montana_rank(cells[1]) != 2 : cells[1] != cells[0] + 1)
            return false;
        for (unsigned column = gaps->ranks - 1u; column > 1; column--)
            if (cells[column] != cells[1] + column - 1)
                return false;
    }
    return true;
}

/* -- the table -- */

struct zm_slots {
    struct zm_hash128 *keys;
    unsigned bits; /* of the number of slots */
};

/* Opens a table of at least 2 and at most `count` slots; false: no memory. */
static inline bool zm_slots_open(struct zm_slots *slots, size_t count)
{
    slots->bits = 1;
    while (slots->bits < 40 && (size_t)2 << slots->bits <= count)
        slots->bits++;
    slots->keys = zm_pages(sizeof *slots->keys << slots->bits);
    if (slots->keys != NULL)
        memset(slots->keys, 0, sizeof *slots->keys << slots->bits);
    return slots->keys != NULL;
}

static inline void zm_slots_close(struct zm_slots *slots)
{
    free(slots->keys);
    slots->keys = NULL;
}

/* Keys are sums of products of random numbers: their first bits are as good as any. */
static inline struct zm_hash128 *zm_slot_of(const struct zm_slots *slots, struct zm_hash128 key)
{
    return slots->keys + ((key.low ^ key.high) >> (64 - slots->bits));
}

static inline bool zm_slots_have(const struct zm_slots *slots, struct zm_hash128 key)
{
    return zm_hash128_equal(*zm_slot_of(slots, key), key);
}

/* Lets the place of a key be fetched, while something else is done. */
static inline void zm_slots_fetch(const struct zm_slots *slots, struct zm_hash128 key)
{
    if (slots->keys != NULL)
        __builtin_prefetch(zm_slot_of(slots, key));
}

static inline void zm_slots_put(struct zm_slots *slots, struct zm_hash128 key)
{
    *zm_slot_of(slots, key) = key;
}

/* Moves what a table holds to one of twice the size; without memory it stays. */
static inline void zm_slots_double(struct zm_slots *slots)
{
    struct zm_slots old = *slots;
    if (!zm_slots_open(slots, (size_t)2 << old.bits)) {
        *slots = old;
        return;
    }
    for (size_t i = 0; i < (size_t)1 << old.bits; i++)
        if (old.keys[i].low != 0 || old.keys[i].high != 0)
            zm_slots_put(slots, old.keys[i]);
    zm_slots_close(&old);
}

#endif
