/* What a task of the complete search may be worth: the mean of quick random games that go on from
 * its position. Their longest is kept, since it is a game like any other. */
#ifndef ZM_ENGINES_MORPION_TASK_VALUE_H
#define ZM_ENGINES_MORPION_TASK_VALUE_H

#include "engines/morpion/policy.h"
#include "engines/morpion/tasks.h"

struct zm_task_judge {
    const struct zm_morpion_walk *walk;
    struct zm_morpion_walk here;
    uint64_t seed, judged;
    struct zm_policy_player player;
    struct zm_policy policy; /* all weights alike */
    struct zm_policy_game game;
    unsigned length; /* of the longest game, from the start of the search */
    zm_paper_move best[ZM_MORPION_PLAYED];
};

/* NULL: there is no memory. To be freed by the caller. */
struct zm_task_judge *zm_task_judge_new(const struct zm_morpion_walk *walk, uint64_t seed);
/* The mean length of some games from the start of the search through a task's position. */
float zm_task_value(struct zm_task_judge *judge, struct zm_bytes task);

#endif
