/* The complete search cut into tasks, for threads and for runs that end and go on later: a task is
 * a way into the tree and the moves to be tried there, and what a task leaves becomes tasks. Each
 * that is done is noted in the store together with those that it left, in one piece: a run that is
 * killed at any moment loses the tasks it was at, and the sum stays what it is. */
#ifndef ZM_ENGINES_MORPION_TASKS_H
#define ZM_ENGINES_MORPION_TASKS_H

#include "engines/morpion/complete.h"
#include "engines/split.h"
#include "store/store.h"

enum zm_task_order { ZM_TASKS_DEPTH_FIRST, ZM_TASKS_RANDOM, ZM_TASKS_BY_VALUE };

/* How a search is cut, and in which order its parts are done. */
struct zm_task_plan {
    uint64_t limit; /* positions after which a task leaves the rest to others */
    enum zm_task_order order;
    bool symmetric; /* of positions that symmetries of the start make alike, one is enough */
};

struct zm_tasks_result {
    uint64_t positions; /* of the tasks that are done */
    uint64_t done, pending;
    unsigned length; /* of the longest way found, in moves from the start */
    zm_morpion_move best[ZM_MORPION_PLAYED];
};

/* Searches all that can be reached from a walk with the threads of the run. ZM_STOPPED: the result
 * holds what is done. */
enum zm_status zm_tasks_run(const struct zm_morpion_walk *walk, const struct zm_task_plan *plan,
                            struct zm_run *run, struct zm_tasks_result *result,
                            struct zm_error *error);

/* task_symmetry.c: adds tasks for all that can be reached from a walk, but, where its start has
 * symmetries and nothing is played yet, only for one of the positions that they make alike; the
 * start itself is left out then. */
enum zm_status zm_task_symmetric(const struct zm_morpion_walk *walk, struct zm_list *tasks,
                                 struct zm_error *error);
/* Adds the task of all that can be reached from a walk. */
enum zm_status zm_task_first(const struct zm_morpion_walk *walk, struct zm_list *tasks,
                             struct zm_error *error);
/* Does one task by itself. ZM_STOPPED: it was left undone; ZM_BAD_INPUT: it is none. */
enum zm_status zm_task_do(const struct zm_morpion_walk *walk, struct zm_bytes task, uint64_t limit,
                          struct zm_run *run, struct zm_split_done *done, struct zm_error *error);

#endif
