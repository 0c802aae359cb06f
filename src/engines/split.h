/* A complete search of an engine cut into tasks that other machines can do (api/cluster_complete.c):
 * a task is bytes, and what a task leaves becomes tasks. */
#ifndef ZM_ENGINES_SPLIT_H
#define ZM_ENGINES_SPLIT_H

#include "base/list.h"
#include "base/params.h"
#include "base/run.h"
#include "games/walk.h"

/* What came of a task. */
struct zm_split_done {
    uint64_t count;        /* of what was to be counted */
    struct zm_buffer line; /* the best line found, as zm_move after zm_move */
    struct zm_list left;   /* tasks */
};

void zm_split_done_free(struct zm_split_done *done);

/* All callbacks are required. */
struct zm_split {
    const struct zm_game *game;
    unsigned quests;               /* the bits of the quests that it answers (solve/quest.h) */
    const struct zm_param *params; /* its options; NULL: none */
    enum zm_status (*open)(const struct zm_settings *settings, struct zm_bytes position,
                           void **state, struct zm_error *error);
    void (*close)(void *state);
    /* Adds the task of all there is. */
    enum zm_status (*first)(void *state, struct zm_list *tasks, struct zm_error *error);
    /* Does a task, which may come from anywhere; the `whole` of it: nothing is left. ZM_STOPPED: it
     * was left undone; ZM_BAD_INPUT: it is none. The same task always gives the same. */
    enum zm_status (*work)(void *state, struct zm_bytes task, bool whole, struct zm_run *run,
                           struct zm_split_done *done, struct zm_error *error);
};

/* engines/registry.c: how the search of a game's engine is split; NULL: it is not. */
const struct zm_split *zm_split_of(const struct zm_game *game);

#endif
