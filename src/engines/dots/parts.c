/* Shapes of components and their options; see parts.h. Two equal isolated coins, or two equal
 * isolated pairs, give each player the same points whatever else is on the board (propositions 26
 * and 27 of the thesis): they are dropped as soon as they meet. */
#include "engines/dots/parts.h"

#include "base/bits.h"
#include "base/pages.h"
#include "engines/dots/label.h"

#include <stdlib.h>
#include <string.h>

/* A cache of components as they are drawn, which saves most of the labelling. */
struct zm_dots_drawn {
    uint64_t strings;
    struct zm_hash128 hash;
    uint8_t coins, size, small; /* see zm_dots_part */
};

enum {
    FEWEST_SHAPES = 1 << 10,
    OPTIONS_EACH = 14, /* of shapes that were met on 4x4; they have fewer on most boards */
    SPLITS = 300,      /* more than any promise: an opening that splits its component */
    LEAST_SPLIT = 3    /* strings of the smaller piece: a lone coin does not count */
};

static void forget(struct zm_dots_parts *parts)
{
    memset(parts->by_hash, 0, parts->slots * sizeof *parts->by_hash);
    memset(parts->drawn, 0, parts->slots * sizeof *parts->drawn);
    parts->shape_count = parts->option_count = 1; /* 0 is none */
}

bool zm_dots_parts_open(struct zm_dots_parts *parts, const struct zm_coins *graph,
                        const uint8_t *promise, size_t memory)
{
    size_t slots = 2; /* for each shape, in both tables: 2 to 4 */
    size_t each = sizeof *parts->shapes +
                  OPTIONS_EACH * (sizeof *parts->options + sizeof *parts->rests) +
                  4 * (sizeof *parts->by_hash + sizeof *parts->drawn);
    size_t most = memory / each < FEWEST_SHAPES ? FEWEST_SHAPES : memory / each;
    while (slots < 2 * most)
        slots *= 2;
    *parts = (struct zm_dots_parts){.graph = graph, .promise = promise};
    parts->most_shapes = most;
    parts->most_options = OPTIONS_EACH * most;
    parts->slots = slots;
    parts->shapes = zm_pages(most * sizeof *parts->shapes);
    parts->options = zm_pages(parts->most_options * sizeof *parts->options);
    parts->rests = zm_pages(parts->most_options * sizeof *parts->rests);
    parts->by_hash = zm_pages(slots * sizeof *parts->by_hash);
    parts->drawn = zm_pages(slots * sizeof *parts->drawn);
    if (parts->shapes == NULL || parts->options == NULL || parts->rests == NULL ||
        parts->by_hash == NULL || parts->drawn == NULL) {
        zm_dots_parts_close(parts);
        return false;
    }
    forget(parts);
    return true;
}

void zm_dots_parts_close(struct zm_dots_parts *parts)
{
    free(parts->shapes);
    free(parts->options);
    free(parts->rests);
    free(parts->by_hash);
    free(parts->drawn);
    *parts = (struct zm_dots_parts){0};
}

void zm_dots_parts_make_room(struct zm_dots_parts *parts)
{
    /* All parts of a sum have at most as many strings as a graph; an option leaves two parts. */
    if (parts->shape_count + 3 * ZM_COINS_MOST > parts->most_shapes ||
        parts->option_count + ZM_COINS_MOST > parts->most_options)
        forget(parts);
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

/* The shape of a part, by its hash; a new one if need be. */
static uint32_t find_shape(struct zm_dots_parts *parts, const struct zm_dots_part *part)
{
    size_t i = part->hash.low & (parts->slots - 1);
    for (; parts->by_hash[i] != 0; i = (i + 1) & (parts->slots - 1)) {
        if (zm_hash128_equal(parts->shapes[parts->by_hash[i]].part.hash, part->hash))
            return parts->by_hash[i];
    }
    uint32_t shape = (uint32_t)parts->shape_count++;
    parts->by_hash[i] = shape;
    parts->shapes[shape] = (struct zm_dots_shape){.part = *part};
    parts->shapes[shape].part.shape = shape;
    return shape;
}

static struct zm_dots_drawn *drawn_slot(const struct zm_dots_parts *parts, uint64_t strings)
{
    return &parts->drawn[(strings * ZM_MIX >> 20) & (parts->slots - 1)];
}

static void name_component(const struct zm_coins *graph, uint64_t own, uint64_t coins,
                           struct zm_dots_drawn *drawn)
{
    drawn->strings = own;
    drawn->hash = zm_dots_label(graph, own, coins);
    drawn->coins = (uint8_t)__builtin_popcountll(coins);
    drawn->size = (uint8_t)__builtin_popcountll(own);
    drawn->small = small_kind(graph, own, coins);
}

/* The component of `strings` that holds the first of them. */
static const struct zm_dots_drawn *first_component(struct zm_dots_parts *parts, uint64_t strings)
{
    uint64_t coins;
    struct zm_dots_drawn *drawn = drawn_slot(parts, strings);
    if (drawn->strings == strings)
        return drawn; /* they are connected */
    uint64_t own =
        zm_coins_component(parts->graph, strings, (unsigned)__builtin_ctzll(strings), &coins);
    drawn = drawn_slot(parts, own);
    if (drawn->strings == own)
        return drawn;
    name_component(parts->graph, own, coins, drawn);
    parts->labelled++;
    return drawn;
}

static struct zm_dots_part part_of(const struct zm_dots_drawn *drawn)
{
    return (struct zm_dots_part){drawn->hash,  drawn->strings, 0,
                                 drawn->coins, drawn->size,    drawn->small};
}

static void add_part(struct zm_dots_sum *sum, const struct zm_dots_part *part)
{
    unsigned bit = part->small != 0 ? 1U << part->small : 0;
    if ((sum->small & bit) != 0) {
        unsigned i = 0;
        while (sum->parts[i].small != part->small)
            i++;
        sum->key.low -= part->hash.low;
        sum->key.high -= part->hash.high;
        sum->coins -= part->coins;
        sum->size -= part->size;
        sum->parts[i] = sum->parts[--sum->count];
    } else {
        sum->key.low += part->hash.low;
        sum->key.high += part->hash.high;
        sum->coins += part->coins;
        sum->size += part->size;
        sum->parts[sum->count++] = *part;
    }
    sum->small ^= bit;
}

static void clear(struct zm_dots_sum *sum)
{
    sum->key = (struct zm_hash128){0, 0};
    sum->coins = sum->size = sum->count = sum->small = 0;
}

void zm_dots_sum_begin(struct zm_dots_parts *parts, uint64_t black, struct zm_dots_sum *sum)
{
    clear(sum);
    zm_dots_parts_make_room(parts);
    while (black != 0) {
        struct zm_dots_part part = part_of(first_component(parts, black));
        add_part(sum, &part);
        black &= ~part.strings;
    }
}

void zm_dots_sum_once(const struct zm_coins *graph, uint64_t black, struct zm_dots_sum *sum)
{
    clear(sum);
    while (black != 0) {
        struct zm_dots_drawn drawn;
        uint64_t coins,
            own = zm_coins_component(graph, black, (unsigned)__builtin_ctzll(black), &coins);
        name_component(graph, own, coins, &drawn);
        struct zm_dots_part part = part_of(&drawn);
        add_part(sum, &part);
        black &= ~own;
    }
}

/* The most promising string of the chain counts. How much the opponent may take does not: where it
 * did, searches were longer, up to twice. */
static uint16_t order_of(const struct zm_dots_parts *parts, uint64_t strings)
{
    uint8_t order = 0;
    for (uint64_t left = parts->promise != NULL ? strings : 0; left != 0; left &= left - 1) {
        uint8_t promise = parts->promise[__builtin_ctzll(left)];
        order = promise > order ? promise : order;
    }
    return order;
}

static void open_shape(struct zm_dots_parts *parts, uint32_t shape)
{
    struct zm_coins_opening openings[ZM_COINS_MOST];
    struct zm_dots_option *options = &parts->options[parts->option_count];
    struct zm_dots_rest *rests = &parts->rests[parts->option_count];
    uint64_t strings = parts->shapes[shape].part.strings;
    unsigned count = zm_coins_openings(parts->graph, strings, openings);
    for (unsigned i = 0; i < count; i++) {
        options[i] = (struct zm_dots_option){.order = order_of(parts, openings[i].gone),
                                             .white = openings[i].white,
                                             .offer = openings[i].offer};
        rests[i] = (struct zm_dots_rest){.strings = strings & ~openings[i].gone};
    }
    parts->shapes[shape].first = (uint32_t)parts->option_count;
    parts->shapes[shape].count = (uint8_t)count;
    parts->option_count += count;
}

/* The shape behind a part, which may have been forgotten meanwhile. */
static struct zm_dots_shape *shape_behind(struct zm_dots_parts *parts,
                                          const struct zm_dots_part *part)
{
    uint32_t number = part->shape;
    if (number == 0 || number >= parts->shape_count ||
        !zm_hash128_equal(parts->shapes[number].part.hash, part->hash))
        number = find_shape(parts, part);
    if (parts->shapes[number].first == 0)
        open_shape(parts, number);
    return &parts->shapes[number];
}

struct zm_dots_option *zm_dots_options(struct zm_dots_parts *parts, const struct zm_dots_part *part,
                                       unsigned *count)
{
    const struct zm_dots_shape *shape = shape_behind(parts, part);
    *count = shape->count;
    return &parts->options[shape->first];
}

/* Is there another option that leaves the same? The first of them has the order of the best. */
static bool is_repeated(struct zm_dots_option *options, unsigned count,
                        const struct zm_dots_option *option)
{
    for (unsigned i = 0; i < count; i++) {
        struct zm_dots_option *other = &options[i];
        if (other == option || !other->named || other->repeated || other->white != option->white ||
            other->offer != option->offer || !zm_hash128_equal(other->change, option->change))
            continue;
        other->order = option->order > other->order ? option->order : other->order;
        return true;
    }
    return false;
}

static struct zm_dots_rest *rest_of(const struct zm_dots_parts *parts,
                                    const struct zm_dots_option *option)
{
    return &parts->rests[option - parts->options];
}

void zm_dots_expect_option(const struct zm_dots_parts *parts, const struct zm_dots_option *option)
{
    __builtin_prefetch(drawn_slot(parts, rest_of(parts, option)->strings));
}

/* Openings that split their component come first, the more evenly the sooner, but for those that
 * only set a lone coin apart. */
static uint16_t split_bonus(uint8_t a, uint8_t b)
{
    uint8_t smaller = a < b ? a : b;
    return (uint16_t)(smaller + (smaller >= LEAST_SPLIT ? SPLITS : 0));
}

void zm_dots_name_option(struct zm_dots_parts *parts, const struct zm_dots_part *part,
                         struct zm_dots_option *option)
{
    const struct zm_dots_shape *shape = shape_behind(parts, part);
    uint64_t left = rest_of(parts, option)->strings;
    uint8_t first = 0;
    option->change = (struct zm_hash128){-part->hash.low, -part->hash.high};
    for (unsigned i = 0; left != 0; i++) {
        const struct zm_dots_drawn *rest = first_component(parts, left);
        unsigned bit = rest->small != 0 ? 1U << rest->small : 0;
        option->change.low += rest->hash.low;
        option->change.high += rest->hash.high;
        option->small |= (uint8_t)(bit | ((option->small & bit) != 0));
        if (i == 1)
            option->order += split_bonus(rest->size, first);
        first = rest->size;
        left &= ~rest->strings;
    }
    option->named = true;
    option->repeated = is_repeated(&parts->options[shape->first], shape->count, option);
}

/* Makes shapes of what an option leaves. */
static void make_shapes(struct zm_dots_parts *parts, struct zm_dots_rest *rest)
{
    uint64_t left = rest->strings;
    for (unsigned i = 0; left != 0; i++) {
        struct zm_dots_part part = part_of(first_component(parts, left));
        rest->shapes[i] = find_shape(parts, &part);
        left &= ~part.strings;
    }
}

void zm_dots_sum_after(struct zm_dots_parts *parts, const struct zm_dots_sum *from, unsigned index,
                       const struct zm_dots_option *option, struct zm_dots_sum *sum)
{
    struct zm_dots_rest *rest = rest_of(parts, option);
    clear(sum);
    if (rest->shapes[0] == 0)
        make_shapes(parts, rest);
    for (unsigned i = 0; i < from->count; i++) {
        if (i != index)
            add_part(sum, &from->parts[i]);
    }
    for (unsigned i = 0; i < 2 && rest->shapes[i] != 0; i++) {
        const struct zm_dots_shape *shape = &parts->shapes[rest->shapes[i]];
        if (shape->first != 0) { /* to have the options when they are asked for */
            __builtin_prefetch(&parts->options[shape->first]);
            __builtin_prefetch((const char *)&parts->options[shape->first] + 64);
            __builtin_prefetch((const char *)&parts->options[shape->first] + 128);
        }
        add_part(sum, &shape->part);
    }
}
