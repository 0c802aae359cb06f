/* Strings-and-coins, the dual of dots-and-boxes and the inner form of the game: a coin for every
 * box, a string for every side that is not drawn yet, tied to two coins or to one coin and the
 * ground. A graph never changes; a position is the set of strings still there, a 64-bit mask.
 *
 * The theory is that of Lemoine and Viennot (chapter 13 of Lemoine's thesis): leaf coins are taken
 * again and again ("white"), the rest ("black") cannot be taken this turn; the best turn takes
 * every white coin and cuts a black string, or takes all but a pair (or two pairs) and hands the
 * turn over. So whatever is white can be replaced by sure points and an offer of 0, 2 or 4 coins,
 * and one cut for each black chain is enough. */
#ifndef ZM_GAMES_DOTS_COINS_H
#define ZM_GAMES_DOTS_COINS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ZM_COINS_MOST = 64,     /* coins, and strings */
    ZM_COINS_GROUND = 0xff, /* the other end of an arrow */
};

struct zm_coins {
    unsigned coins, strings;
    uint8_t end[ZM_COINS_MOST][2]; /* end[s][0] is a coin; end[s][1] a coin or the ground */
    uint64_t at[ZM_COINS_MOST];    /* the strings of each coin */
};

/* What a position is worth before any black string is cut. */
struct zm_coins_colours {
    uint64_t black; /* strings */
    unsigned white; /* coins that can be taken this turn */
    unsigned offer; /* white coins that can be left behind with the turn: 0, 2 or 4 */
};

/* The one cut worth making in a black chain, and what it leaves the opponent. */
struct zm_coins_opening {
    uint64_t gone; /* strings that are white afterwards, the one cut included */
    uint8_t cut;
    uint8_t white;  /* coins that the opponent can take */
    uint8_t offer;  /* of these, coins that he may leave behind with the turn: 0, 2 or 4 */
    uint8_t length; /* strings of the chain itself */
    uint8_t end[2]; /* joints that the cut may take apart; both the ground: none */
    bool alone;     /* the chain is a whole component */
};

static inline uint8_t zm_coins_other(const struct zm_coins *graph, unsigned string, uint8_t coin)
{
    return graph->end[string][graph->end[string][0] == coin];
}

static inline unsigned zm_coins_degree(const struct zm_coins *graph, uint64_t strings, uint8_t coin)
{
    return (unsigned)__builtin_popcountll(strings & graph->at[coin]);
}

/* Adds a string between two coins, or a coin and the ground; its number. */
unsigned zm_coins_tie(struct zm_coins *graph, uint8_t a, uint8_t b);
/* All strings of the graph. */
uint64_t zm_coins_all(const struct zm_coins *graph);
/* Coins that have a string left. */
unsigned zm_coins_count(const struct zm_coins *graph, uint64_t strings);
/* Coins taken by cutting one string: 0, 1 or 2. */
unsigned zm_coins_taken(const struct zm_coins *graph, uint64_t strings, unsigned cut);
struct zm_coins_colours zm_coins_colour(const struct zm_coins *graph, uint64_t strings);
/* The openings of a position whose strings are all black: one for each chain (proposition 25). */
unsigned zm_coins_openings(const struct zm_coins *graph, uint64_t black,
                           struct zm_coins_opening openings[ZM_COINS_MOST]);
/* The strings of the component that holds `string`; `*coins` its coins, as a set. */
uint64_t zm_coins_component(const struct zm_coins *graph, uint64_t strings, unsigned string,
                            uint64_t *coins);

#endif
