/* Learning the network over squares from games with worths: each position is taught what the
 * searches and the result say of the rest of its game (the lambda-return of the worths beside the
 * moves), seen by a symmetry of the board drawn by lot in each pass. Weights change by Adam (Kingma
 * and Ba, 2015), with steps that get smaller to the end; one game of twenty is not taught, and tells
 * how good the network is. */
#ifndef ZM_ENGINES_LOA_SQUARES_LEARN_H
#define ZM_ENGINES_LOA_SQUARES_LEARN_H

#include "base/random.h"
#include "base/run.h"
#include "engines/loa/squares.h"

/* A position seen by its side to move. */
struct loa_shown {
    uint64_t men[2]; /* own, and the other's */
    int16_t given[LOA_NET_GIVEN];
    float target, result;
    bool kept_back; /* not taught */
};

struct loa_shown_list {
    struct loa_shown *items;
    size_t count, capacity;
};

/* Adds the positions of a game from ply `first` on; the result is Black's. `worths` are as in
 * loa_base_replay. False: no memory. */
bool loa_shown_add(struct loa_shown_list *list, const struct loa_state *states, const int *worths,
                   unsigned first, unsigned count, float result, double lambda, bool kept_back);
void loa_shown_free(struct loa_shown_list *list);

/* Small weights by lot. */
void loa_net_draw(struct loa_net *net, struct zm_random *random);
/* Changes the weights; the errors are the mean squares of the differences to the targets over the
 * positions that are not taught. */
enum zm_status loa_net_learn(struct loa_shown_list *list, unsigned passes, struct zm_random *random,
                             struct zm_run *run, struct loa_net *net, double *error_before,
                             double *error_after, struct zm_error *error);

#endif
