/* Colouring, chains and components of strings-and-coins positions; see coins.h. */
#include "games/dots/coins.h"

#include <string.h>

static inline uint64_t bit(unsigned string)
{
    return (uint64_t)1 << string;
}

static inline unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

unsigned zm_coins_tie(struct zm_coins *graph, uint8_t a, uint8_t b)
{
    unsigned string = graph->strings++;
    graph->end[string][0] = a;
    graph->end[string][1] = b;
    graph->at[a] |= bit(string);
    if (b != ZM_COINS_GROUND)
        graph->at[b] |= bit(string);
    return string;
}

uint64_t zm_coins_all(const struct zm_coins *graph)
{
    return graph->strings == 64 ? ~(uint64_t)0 : bit(graph->strings) - 1;
}

unsigned zm_coins_count(const struct zm_coins *graph, uint64_t strings)
{
    unsigned count = 0;
    for (unsigned coin = 0; coin < graph->coins; coin++)
        count += (strings & graph->at[coin]) != 0;
    return count;
}

unsigned zm_coins_taken(const struct zm_coins *graph, uint64_t strings, unsigned cut)
{
    unsigned taken = 0;
    for (int side = 0; side < 2; side++) {
        uint8_t coin = graph->end[cut][side];
        taken += coin != ZM_COINS_GROUND && (strings & graph->at[coin]) == bit(cut);
    }
    return taken;
}

/* The white coins tied to `coin`, as a number; `strings` are those of the position. */
static unsigned white_neighbours(const struct zm_coins *graph, uint64_t strings, uint64_t white,
                                 uint8_t coin, bool *linked)
{
    unsigned count = 0;
    for (uint64_t left = strings & graph->at[coin]; left != 0; left &= left - 1) {
        uint8_t other = zm_coins_other(graph, lowest(left), coin);
        if (other != ZM_COINS_GROUND && (white & bit(other)) != 0)
            count++;
        else
            *linked = true;
    }
    return count;
}

/* How many white coins can be left behind with the turn: a pair at the foot of a tree that hangs on
 * a black coin or on the ground, else two pairs of a free tree with four coins in a row. */
static unsigned find_offer(const struct zm_coins *graph, uint64_t strings, uint64_t white)
{
    unsigned offer = 0;
    unsigned degree[ZM_COINS_MOST];
    for (uint64_t left = white; left != 0; left &= left - 1) {
        bool linked = false;
        unsigned coin = lowest(left);
        degree[coin] = white_neighbours(graph, strings, white, (uint8_t)coin, &linked);
        if (linked && degree[coin] > 0)
            return 2;
    }
    for (uint64_t left = strings; left != 0; left &= left - 1) {
        const uint8_t *end = graph->end[lowest(left)];
        if (end[1] != ZM_COINS_GROUND && (white & bit(end[0])) != 0 && (white & bit(end[1])) != 0 &&
            degree[end[0]] > 1 && degree[end[1]] > 1)
            offer = 4;
    }
    return offer;
}

struct zm_coins_colours zm_coins_colour(const struct zm_coins *graph, uint64_t strings)
{
    struct zm_coins_colours colours = {.black = strings};
    uint64_t white = 0, candidates = graph->coins == 64 ? ~(uint64_t)0 : bit(graph->coins) - 1;
    while (candidates != 0) {
        unsigned coin = lowest(candidates);
        candidates &= candidates - 1;
        uint64_t own = colours.black & graph->at[coin];
        bool drained = own == 0 && (strings & graph->at[coin]) != 0;
        if ((white & bit(coin)) != 0 || (own & (own - 1)) != 0 || (own == 0 && !drained))
            continue;
        white |= bit(coin);
        colours.white++;
        colours.black &= ~own;
        if (own != 0) {
            uint8_t other = zm_coins_other(graph, lowest(own), (uint8_t)coin);
            if (other != ZM_COINS_GROUND)
                candidates |= bit(other);
        }
    }
    if (colours.white > 1)
        colours.offer = find_offer(graph, strings, white);
    return colours;
}

/* A chain while it is walked. */
struct chain {
    uint64_t strings;
    unsigned length;
    uint8_t end[2]; /* joints or the ground */
    bool closed;    /* a cycle without a joint */
};

/* Follows a chain from `string` through its end `coin` to the joint or the ground where it stops.
 */
static uint8_t walk(const struct zm_coins *graph, uint64_t black, struct chain *chain,
                    unsigned string, uint8_t coin)
{
    while (coin != ZM_COINS_GROUND) {
        uint64_t next = black & graph->at[coin] & ~bit(string);
        if ((next & (next - 1)) != 0)
            break; /* a joint */
        if ((chain->strings & next) != 0) {
            chain->closed = true;
            break;
        }
        chain->strings |= next;
        chain->length++;
        string = lowest(next);
        coin = zm_coins_other(graph, string, coin);
    }
    return coin;
}

static struct chain chain_of(const struct zm_coins *graph, uint64_t black, unsigned string)
{
    struct chain chain = {.strings = bit(string), .length = 1};
    chain.end[0] = walk(graph, black, &chain, string, graph->end[string][0]);
    if (!chain.closed)
        chain.end[1] = walk(graph, black, &chain, string, graph->end[string][1]);
    return chain;
}

/* The string in the middle of an open chain of three: both its coins lie inside the chain. */
static unsigned middle(const struct zm_coins *graph, uint64_t black, uint64_t strings)
{
    for (uint64_t left = strings; left != 0; left &= left - 1) {
        const uint8_t *end = graph->end[lowest(left)];
        if (end[1] != ZM_COINS_GROUND && zm_coins_degree(graph, black, end[0]) == 2 &&
            zm_coins_degree(graph, black, end[1]) == 2)
            return lowest(left);
    }
    return lowest(strings);
}

static struct zm_coins_opening open_chain(const struct zm_coins *graph, uint64_t black,
                                          const struct chain *chain)
{
    struct zm_coins_opening opening = {.gone = chain->strings,
                                       .cut = (uint8_t)lowest(chain->strings),
                                       .white = (uint8_t)(chain->length - 1),
                                       .length = (uint8_t)chain->length,
                                       .end = {ZM_COINS_GROUND, ZM_COINS_GROUND}};
    if (chain->closed) {
        opening.white++;
        opening.offer = chain->length >= 4 ? 4 : 0; /* a triangle leaves no two pairs */
        opening.alone = true;
        return opening;
    }
    uint8_t joint = chain->end[0];
    opening.alone = joint == ZM_COINS_GROUND && chain->end[1] == ZM_COINS_GROUND;
    opening.offer = chain->length >= 4 ? 2 : 0;
    if (joint != chain->end[1] && joint != ZM_COINS_GROUND && chain->end[1] != ZM_COINS_GROUND)
        memcpy(opening.end, chain->end, sizeof opening.end);
    if (joint != ZM_COINS_GROUND && joint == chain->end[1]) {
        opening.offer = 2;
        uint64_t tail = black & graph->at[joint] & ~chain->strings;
        if ((tail & (tail - 1)) == 0) { /* a joint of degree 3 falls with its cycle */
            struct chain rest = {.strings = tail, .length = 1};
            walk(graph, black, &rest, lowest(tail), zm_coins_other(graph, lowest(tail), joint));
            opening.gone |= rest.strings;
            opening.white = (uint8_t)(opening.white + rest.length);
        } else if (chain->length == 3) { /* a triangle, on no board: opened opposite its joint */
            opening.cut = (uint8_t)middle(graph, black, chain->strings);
            opening.offer = 0;
        }
    } else if (chain->length == 3) {
        opening.cut = (uint8_t)middle(graph, black, chain->strings);
    }
    return opening;
}

unsigned zm_coins_openings(const struct zm_coins *graph, uint64_t black,
                           struct zm_coins_opening openings[ZM_COINS_MOST])
{
    unsigned count = 0;
    for (uint64_t left = black; left != 0;) {
        struct chain chain = chain_of(graph, black, lowest(left));
        openings[count++] = open_chain(graph, black, &chain);
        left &= ~chain.strings;
    }
    return count;
}

uint64_t zm_coins_component(const struct zm_coins *graph, uint64_t strings, unsigned string,
                            uint64_t *coins)
{
    uint64_t component = bit(string), seen = 0, fresh = bit(graph->end[string][0]);
    if (graph->end[string][1] != ZM_COINS_GROUND)
        fresh |= bit(graph->end[string][1]);
    while (fresh != 0) {
        unsigned coin = lowest(fresh);
        seen |= bit(coin);
        uint64_t added = strings & graph->at[coin] & ~component;
        component |= added;
        for (; added != 0; added &= added - 1) {
            uint8_t other = zm_coins_other(graph, lowest(added), (uint8_t)coin);
            if (other != ZM_COINS_GROUND)
                fresh |= bit(other);
        }
        fresh &= ~seen;
    }
    *coins = seen;
    return component;
}
