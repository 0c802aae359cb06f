/* A player for games of two with a judgement: alpha-beta, one ply deeper each time, until the time
 * or the nodes are over. It proves nothing; it plays where a position is too large to be solved in
 * the time and the game knows how to guess. */
#ifndef ZM_THINK_ALPHA_BETA_H
#define ZM_THINK_ALPHA_BETA_H

#include "base/run.h"
#include "games/game.h"

enum { ZM_ALPHA_BETA_DEEPEST = 128 };

struct zm_forecast {
    struct zm_buffer move;
    int32_t worth;  /* to the player to move, in the units of the judgement */
    unsigned depth; /* moves looked ahead, of the last depth that was finished */
    uint64_t nodes; /* positions looked at */
    bool whole;     /* the game was searched to its end: no guess is in `worth` */
    bool won, lost; /* a game without a score: the search saw the end of it */
};

/* Sets `forecast` to a move for the player to move, after about `nodes` positions, when `depth`
 * moves ahead are searched, or when the run says stop. ZM_BAD_INPUT: there is no legal move, or the
 * game has one player or no judgement. */
enum zm_status zm_alpha_beta(const struct zm_instance *instance, struct zm_bytes position,
                             const struct zm_record *record, bool misere, unsigned depth,
                             uint64_t nodes, struct zm_run *run, struct zm_forecast *forecast,
                             struct zm_error *error);

#endif
