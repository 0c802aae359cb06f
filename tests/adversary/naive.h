/* The rules alone: everything about a position that follows from parse, moves, apply, ending and
 * turn by plain definitions, with no theory and nothing else of the program. The positions that can
 * be reached are listed once; outcomes and distances come from a fixpoint over them, so games that
 * repeat need no special care; nimbers, Grundy values and scores from the definition, options
 * first.
 *
 * Slow and obviously right: whatever the program says about a small position is held against
 * it. */
#ifndef ZM_TESTS_ADVERSARY_NAIVE_H
#define ZM_TESTS_ADVERSARY_NAIVE_H

#include "base/table.h"
#include "games/game.h"

struct naive_edge {
    uint32_t to;
    bool again; /* who moved moves again */
};

struct naive_vertex {
    size_t first, count;     /* its edges, in the order of the game's moves */
    int turn;                /* as the rules say; -1: they do not */
    bool over;               /* by an ending of the game's own */
    bool goal;               /* reached by a player alone; moves may go on behind it */
    enum zm_outcome outcome; /* then, in normal play, of the player to move */
    bool scored;
    int32_t margin; /* in half points, of the player to move */
};

/* All positions that can be reached from the first one, which has number 0. */
struct naive {
    const struct zm_instance *game;
    struct zm_table numbers;
    struct zm_list positions;
    struct naive_vertex *vertices;
    struct naive_edge *edges;
    size_t count, edge_count, vertex_capacity, edge_capacity;
    uint32_t *order; /* of the vertices, options first; NULL when positions can repeat */
    bool agains;     /* some move leaves the turn to the one who made it */
    bool endings;    /* some position is over by an ending of the game's own */
};

enum naive_size { NAIVE_SMALL, NAIVE_TOO_LARGE, NAIVE_UNLISTED };

/* Lists the positions; other than NAIVE_SMALL: there are more than `budget`, or the rules leave
 * moves out; nothing is left to free then. */
enum naive_size naive_explore(struct naive *naive, const struct zm_instance *game,
                              struct zm_bytes start, size_t budget);
void naive_free(struct naive *naive);
struct zm_bytes naive_position(const struct naive *naive, uint32_t vertex);
/* The number of a position that can be reached; UINT32_MAX: it cannot. */
uint32_t naive_find(const struct naive *naive, struct zm_bytes position);

/* What is true of a vertex in one play. */
struct naive_fact {
    enum zm_outcome outcome; /* of the player to move; alone: can the goal be reached? */
    int32_t plies;           /* to the end, the winner in a hurry and the loser not; -1: a draw.
                                Alone: to the goal, -1 when it cannot be reached */
    int32_t grundy;          /* the heap beside which it is lost; NAIVE_LOONY: none */
};

enum { NAIVE_LOONY = -1, NAIVE_LARGEST_HEAP = 63 };

/* Outcomes and distances of all vertices; to be freed by the caller. */
struct naive_fact *naive_facts(const struct naive *naive, bool misere);
/* Fills in the Grundy values. False: the game is none for which they are defined (two players with
 * the same moves, no ending of its own, nothing repeats). */
bool naive_grundy(const struct naive *naive, bool misere, struct naive_fact *facts);
/* Is the game over here: by the rules, at the goal, or because nobody can move? */
bool naive_is_over(const struct naive *naive, uint32_t vertex);
/* How many positions can be reached from a vertex, itself included, and how many moves can be made
 * from there at most (-1: for ever). */
size_t naive_reach(const struct naive *naive, uint32_t vertex);
int64_t naive_longest(const struct naive *naive, uint32_t vertex);
/* The final margins in half points under best play, for the player to move; NULL: some end has no
 * score, or positions repeat. To be freed by the caller. */
int32_t *naive_margins(const struct naive *naive);
/* The misere Grundy values of the first position beside 0, 1, ... heaps of two. False: not defined.
 */
enum { NAIVE_DIGITS = 7 };
bool naive_digits(const struct naive *naive, int32_t digits[NAIVE_DIGITS]);
/* Is the text, in braces with heaps as numbers, the tree of the first position: the set of the
 * trees of its options? `reduced`: without the moves that misere play can take back (Conway, On
 * Numbers and Games, chapter 12). Unknown: it is too large, or its text an address. */
enum naive_tree { NAIVE_TREE_SAME, NAIVE_TREE_OTHER, NAIVE_TREE_UNKNOWN };
enum naive_tree naive_is_tree(const struct naive *naive, bool reduced, const char *text);

#endif
