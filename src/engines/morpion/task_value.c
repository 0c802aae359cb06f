/* The worth of tasks by random games; see task_value.h. */
#include "engines/morpion/task_value.h"

#include "engines/morpion/task_notes.h"

#include <stdlib.h>

enum { GAMES = 16 };

struct zm_task_judge *zm_task_judge_new(const struct zm_morpion_walk *walk, uint64_t seed)
{
    struct zm_task_judge *judge = malloc(sizeof *judge);
    if (judge == NULL)
        return NULL;
    judge->walk = walk;
    judge->seed = seed;
    judge->judged = 0;
    judge->length = 0;
    zm_policy_reset(&judge->policy);
    return judge;
}

static void keep(struct zm_task_judge *judge, const struct zm_task_moves *task)
{
    judge->length = task->depth + judge->game.length;
    memcpy(judge->best, task->path, task->depth * sizeof *task->path);
    memcpy(judge->best + task->depth, judge->game.moves,
           judge->game.length * sizeof *judge->game.moves);
}

float zm_task_value(struct zm_task_judge *judge, struct zm_bytes task)
{
    struct zm_task_moves moves = zm_task_read(task);
    unsigned sum = 0;
    judge->here = *judge->walk;
    for (unsigned i = 0; i < moves.depth; i++)
        zm_morpion_walks.make(&judge->here, zm_paper_to(moves.path[i]));
    zm_policy_player_begin(&judge->player, &judge->here, judge->seed + judge->judged++);
    for (unsigned i = 0; i < GAMES; i++) {
        zm_policy_play(&judge->player, &judge->policy, &judge->game);
        sum += moves.depth + judge->game.length;
        if (moves.depth + judge->game.length > judge->length)
            keep(judge, &moves);
    }
    return (float)sum / GAMES;
}
