/* The search of Lines of Action: principal variation search (Marsland and Campbell, 1982) over the
 * engine's board, with a transposition table, killer moves, the history heuristic, null moves
 * (Donninger, 1993), late move reductions, near the horizon futility and late move pruning, and at
 * the horizon a look for a move that wins at once.
 * Each part can be switched off, so that it can be measured.
 *
 * Worths are seen by the side to move. A worth beyond LOA_GUESSED is proved: it comes from ends of
 * games alone, as null moves and reductions are not trusted with it. */
#ifndef ZM_ENGINES_LOA_SEARCH_H
#define ZM_ENGINES_LOA_SEARCH_H

#include "base/run.h"
#include "engines/loa/evaluate.h"
#include "think/transpositions.h"

enum {
    LOA_DEEPEST = 64,
    LOA_WON = 30000, /* less the plies until then */
    LOA_GUESSED = 25000,
    LOA_INFINITE = 32000,
    LOA_KILLER_PROMISE = 1 << 28, /* of killers, at least */
    LOA_PAST = 100, /* positions of the game so far that are looked at for repetitions */
};

/* The parts that can be switched off. */
struct loa_parts {
    bool pvs, table, killers, history, null_move, quiescence, aspiration, reductions, futility,
        late;
};

struct loa_line {
    unsigned count;
    loa_step moves[LOA_DEEPEST + 1];
};

struct loa_search {
    const struct loa_tables *tables;
    const struct loa_evaluator *evaluator;
    const struct loa_rules *rules;
    struct loa_parts parts;
    struct zm_transpositions *transpositions;
    struct zm_run *run;
    bool leads; /* the thread that looks at the clock */
    bool stopped;
    uint64_t nodes;
    uint64_t budget; /* nodes after which it stops; 0: the run alone tells */
    struct loa_state state;
    unsigned past;                                      /* positions of the game before the root */
    struct zm_hash128 path[LOA_PAST + LOA_DEEPEST + 1]; /* those, then those of the branch */
    int glances[LOA_DEEPEST + 1]; /* worths without looking ahead; LOA_INFINITE: not asked for */
    loa_step killers[LOA_DEEPEST + 1][2];
    int32_t history[2][LOA_FRAME * LOA_FRAME];
    struct loa_line lines[LOA_DEEPEST + 1]; /* the principal variation from each ply on */
    struct loa_sums sums[LOA_DEEPEST + 1]; /* of the positions of the branch, where they are used */
    bool uses_sums;
};

/* What the position after the root's move `first` and the best replies is worth to the side that
 * makes it, looking `depth` plies ahead behind it; search->lines[1] are the replies. */
int loa_search_move(struct loa_search *search, loa_step first, unsigned depth, int alpha, int beta);
/* The same for the state itself. */
int loa_search_root(struct loa_search *search, unsigned depth, int alpha, int beta);
/* Sets `moves` to the moves of the state in the order in which the search tries them; a pass when
 * there are none. Returns how many; 0: the game is over. */
unsigned loa_search_list(struct loa_search *search, loa_step moves[LOA_MOVES + 1]);

/* order.c: which move first. */
struct loa_picks {
    unsigned count;
    loa_step moves[LOA_MOVES];
    int32_t promises[LOA_MOVES];
};
void loa_order_begin(struct loa_search *search, unsigned ply, loa_step first,
                     struct loa_picks *picks);
/* The best of the moves from `tried` on, which is put there. */
loa_step loa_order_next(struct loa_picks *picks, unsigned tried);
/* Of the moves in the order in which they were tried, the one after `tried` others was good enough
 * to leave the rest unseen. */
void loa_order_reward(struct loa_search *search, unsigned ply, const loa_step *moves,
                      unsigned tried, unsigned depth);

/* Does the side to move win at once? The move that does; LOA_NO_STEP: none. */
loa_step loa_winning_move(const struct loa_tables *tables, const struct loa_state *state,
                          const struct loa_rules *rules);

#endif
