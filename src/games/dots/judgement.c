/* The evaluation of dots-and-boxes: guesses about positions too large to solve, in tenths of a
 * box, from the theory that players use (Berlekamp, "The Dots-and-Boxes Game"): whoever must open
 * the first long chain loses the control, so what counts is who will have to (Nimstring, or the
 * parity of the moves that open nothing), and what the long chains are worth to the one in
 * control. Positions where every move opens a long chain or a cycle are worked out exactly as if
 * the chains were independent: then the shortest chain or the shortest cycle is the one to open
 * (Buzzard and Ciere, 2013). */
#include "games/dots/dots.h"

#include "games/dots/position.h"

#include <stdlib.h>

enum { BOX = 10, MOST_FOR_NIMBER = 10 };

/* The margin for the one who has to open, of independent long chains and cycles, by their numbers
 * of coins in ascending order. */
static int opener_margin(const uint8_t *chains, unsigned chain_count, const uint8_t *cycles,
                         unsigned cycle_count)
{
    int8_t margin[ZM_COINS_MOST + 1][ZM_COINS_MOST / 4 + 1];
    for (unsigned i = chain_count + 1; i-- > 0;) {
        for (unsigned j = cycle_count + 1; j-- > 0;) {
            int best = i == chain_count && j == cycle_count ? 0 : -127;
            if (i < chain_count) {
                int value = 2 - chains[i] - abs(margin[i + 1][j] + 2);
                best = value > best ? value : best;
            }
            if (j < cycle_count) {
                int value = 4 - cycles[j] - abs(margin[i][j + 1] + 4);
                best = value > best ? value : best;
            }
            margin[i][j] = (int8_t)best;
        }
    }
    return margin[0][0];
}

static int compare_sizes(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* The Nimstring value of a black component with few strings, by plain recursion. */
static unsigned nimber_of(const struct zm_coins *graph, uint64_t black)
{
    struct zm_coins_opening openings[ZM_COINS_MOST];
    unsigned count = zm_coins_openings(graph, black, openings);
    uint64_t seen = 0;
    for (unsigned i = 0; i < count; i++) {
        if (openings[i].offer > 0)
            continue;
        unsigned sum = 0;
        for (uint64_t coins, left = black & ~openings[i].gone; left != 0;) {
            uint64_t own = zm_coins_component(graph, left, (unsigned)__builtin_ctzll(left), &coins);
            sum ^= nimber_of(graph, own);
            left &= ~own;
        }
        seen |= (uint64_t)1 << (sum & 63);
    }
    return (unsigned)__builtin_ctzll(~seen);
}

/* Will the player to move make the last move that opens no long chain? By Nimstring where the
 * components are small, else by counting moves. */
static bool keeps_control(const struct zm_coins *graph, uint64_t black, unsigned free_moves)
{
    unsigned sum = 0;
    for (uint64_t coins, left = black; left != 0;) {
        uint64_t own = zm_coins_component(graph, left, (unsigned)__builtin_ctzll(left), &coins);
        if (__builtin_popcountll(own) > MOST_FOR_NIMBER)
            return free_moves % 2 == 1;
        sum ^= nimber_of(graph, own);
        left &= ~own;
    }
    return sum != 0;
}

/* A guess at the margin of an all-black position, in boxes. */
static int guess_margin(const struct zm_coins *graph, uint64_t black)
{
    struct zm_coins_opening openings[ZM_COINS_MOST];
    uint8_t chains[ZM_COINS_MOST], cycles[ZM_COINS_MOST];
    unsigned count = zm_coins_openings(graph, black, openings), free_moves = 0;
    unsigned chain_count = 0, cycle_count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (openings[i].offer == 2)
            chains[chain_count++] = openings[i].white;
        else if (openings[i].offer == 4)
            cycles[cycle_count++] = openings[i].white;
        else
            free_moves++;
    }
    qsort(chains, chain_count, 1, compare_sizes);
    qsort(cycles, cycle_count, 1, compare_sizes);
    int opener = opener_margin(chains, chain_count, cycles, cycle_count);
    if (free_moves == 0)
        return opener;
    int stake = abs(opener) + 1;
    return keeps_control(graph, black, free_moves) ? stake : -stake;
}

static int32_t evaluate(void *state, struct zm_bytes bytes)
{
    (void)state;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    struct zm_coins_colours colours = zm_coins_colour(&position.layout.graph, position.strings);
    int white = (int)colours.white, offer = (int)colours.offer;
    int margin = guess_margin(&position.layout.graph, colours.black);
    int rest = offer > 0 ? white - offer + abs(margin + offer) : white + margin;
    int taken = __builtin_popcountll(position.owned[position.turn]) -
                __builtin_popcountll(position.owned[1 - position.turn]);
    return BOX * (taken + rest);
}

/* Taking coins first, then moves that give nothing away, then the smallest gifts. */
static int32_t promise(void *state, struct zm_bytes bytes, struct zm_bytes move)
{
    (void)state;
    struct zm_dots_position position;
    zm_dots_position_decode(&position, bytes);
    const struct zm_coins *graph = &position.layout.graph;
    unsigned taken = zm_coins_taken(graph, position.strings, move.data[0]);
    struct zm_coins_colours after =
        zm_coins_colour(graph, position.strings & ~((uint64_t)1 << move.data[0]));
    return taken > 0 ? (int32_t)(100 + taken) : -(int32_t)after.white;
}

const struct zm_judgement zm_dots_judgement = {
    .evaluate = evaluate,
    .promise = promise,
    .point = BOX,
};
