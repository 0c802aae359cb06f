/* Splitting into components and naming them; see parts.h. Two equal isolated coins, or two equal
 * isolated pairs, give each player the same points whatever else is on the board (propositions 26
 * and 27 of the thesis): they are dropped as soon as they meet. */
#include "engines/dots/parts.h"

#include "engines/dots/label.h"

#include <stdlib.h>

bool zm_dots_parts_open(struct zm_dots_parts *parts, const struct zm_coins *graph,
                        unsigned cache_bits)
{
    *parts = (struct zm_dots_parts){.graph = graph, .mask = ((size_t)1 << cache_bits) - 1};
    parts->cache = calloc(parts->mask + 1, sizeof *parts->cache);
    return parts->cache != NULL;
}

void zm_dots_parts_share(struct zm_dots_parts *parts, const struct zm_dots_parts *with)
{
    *parts = *with;
    parts->borrowed = true;
    parts->labelled = 0;
}

void zm_dots_parts_close(struct zm_dots_parts *parts)
{
    if (!parts->borrowed)
        free(parts->cache);
    *parts = (struct zm_dots_parts){0};
}

static uint64_t coins_of(const struct zm_coins *graph, uint64_t strings)
{
    uint64_t coins = 0;
    for (unsigned coin = 0; coin < graph->coins; coin++)
        coins |= (uint64_t)((strings & graph->at[coin]) != 0) << coin;
    return coins;
}

/* 1: a coin with two arrows; 2 .. 4: two coins and a string between them, with one or two arrows
 * each; 0: anything else. */
static uint8_t small_kind(const struct zm_coins *graph, uint64_t strings, uint64_t coins)
{
    unsigned count = (unsigned)__builtin_popcountll(coins);
    unsigned all = (unsigned)__builtin_popcountll(strings);
    uint64_t first = strings & graph->at[__builtin_ctzll(coins)];
    uint64_t second = strings & graph->at[63 - __builtin_clzll(coins)];
    if (count == 1)
        return all == 2;
    bool pair = count == 2 && __builtin_popcountll(first & second) == 1 &&
                __builtin_popcountll(first) <= 3 && __builtin_popcountll(second) <= 3;
    return pair ? (uint8_t)(all - 1) : 0;
}

static struct zm_dots_part read_slot(const struct zm_dots_slot *slot)
{
    struct zm_dots_part part;
    uint64_t sizes = atomic_load_explicit(&slot->sizes, memory_order_relaxed);
    part.hash.low = atomic_load_explicit(&slot->low, memory_order_relaxed);
    part.hash.high = atomic_load_explicit(&slot->high, memory_order_relaxed);
    part.strings = atomic_load_explicit(&slot->masked, memory_order_relaxed) ^ part.hash.low ^
                   part.hash.high ^ sizes;
    part.coins = (uint8_t)sizes;
    part.small = (uint8_t)(sizes >> 8);
    return part;
}

static void write_slot(struct zm_dots_slot *slot, const struct zm_dots_part *part)
{
    uint64_t sizes = (uint64_t)part->small << 8 | part->coins;
    uint64_t masked = part->strings ^ part->hash.low ^ part->hash.high ^ sizes;
    atomic_store_explicit(&slot->masked, masked, memory_order_relaxed);
    atomic_store_explicit(&slot->low, part->hash.low, memory_order_relaxed);
    atomic_store_explicit(&slot->high, part->hash.high, memory_order_relaxed);
    atomic_store_explicit(&slot->sizes, sizes, memory_order_relaxed);
}

static struct zm_dots_part name_part(struct zm_dots_parts *parts, uint64_t strings)
{
    struct zm_dots_slot *slot =
        &parts->cache[(strings * UINT64_C(0x9e3779b97f4a7c15) >> 20) & parts->mask];
    struct zm_dots_part part = read_slot(slot);
    if (part.strings == strings)
        return part;
    uint64_t coins = coins_of(parts->graph, strings);
    parts->labelled++;
    part.strings = strings;
    part.hash = zm_dots_label(parts->graph, strings, coins);
    part.coins = (uint8_t)__builtin_popcountll(coins);
    part.small = small_kind(parts->graph, strings, coins);
    write_slot(slot, &part);
    return part;
}

static void add_part(struct zm_dots_sum *sum, struct zm_dots_part part)
{
    for (unsigned i = 0; part.small != 0 && i < sum->count; i++) {
        if (sum->parts[i].small != part.small)
            continue;
        sum->strings &= ~sum->parts[i].strings;
        sum->key.low -= part.hash.low;
        sum->key.high -= part.hash.high;
        sum->coins -= part.coins;
        sum->parts[i] = sum->parts[--sum->count];
        return;
    }
    sum->strings |= part.strings;
    sum->key.low += part.hash.low;
    sum->key.high += part.hash.high;
    sum->coins += part.coins;
    sum->parts[sum->count++] = part;
}

static void add_strings(struct zm_dots_parts *parts, uint64_t strings, struct zm_dots_sum *sum)
{
    while (strings != 0) {
        uint64_t coins;
        uint64_t own =
            zm_coins_component(parts->graph, strings, (unsigned)__builtin_ctzll(strings), &coins);
        add_part(sum, name_part(parts, own));
        strings &= ~own;
    }
}

static void clear(struct zm_dots_sum *sum)
{
    sum->strings = 0;
    sum->key = (struct zm_hash128){0, 0};
    sum->coins = 0;
    sum->count = 0;
}

void zm_dots_sum_begin(struct zm_dots_parts *parts, uint64_t black, struct zm_dots_sum *sum)
{
    clear(sum);
    add_strings(parts, black, sum);
}

void zm_dots_sum_without(struct zm_dots_parts *parts, const struct zm_dots_sum *from,
                         unsigned index, const struct zm_coins_opening *opening,
                         struct zm_dots_sum *sum)
{
    uint64_t left = from->parts[index].strings & ~opening->gone;
    clear(sum);
    for (unsigned i = 0; i < from->count; i++) {
        if (i != index)
            add_part(sum, from->parts[i]);
    }
    if (opening->end[0] == ZM_COINS_GROUND ||
        zm_coins_joined(parts->graph, left, opening->end[0], opening->end[1])) {
        if (left != 0)
            add_part(sum, name_part(parts, left));
    } else {
        add_strings(parts, left, sum);
    }
}
