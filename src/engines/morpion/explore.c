/* The complete search of Morpion solitaire as a search of one-player games: counts, and the longest
 * game, proved. */
#include "engines/morpion/engine.h"

#include "engines/morpion/tasks.h"
#include "solve/quest.h"

#include <stdlib.h>

const struct zm_param zm_morpion_complete_params[] = {
    {.name = "limit",
     .kind = ZM_PARAM_INTEGER,
     .value = "100000000",
     .min = 1,
     .max = INT64_MAX,
     .hint = "N",
     .help = "morpion: positions after which a task leaves the rest to other tasks"},
    {.name = "order",
     .kind = ZM_PARAM_CHOICE,
     .value = "depth-first",
     .choices = "depth-first|random|value",
     .hint = "ORDER",
     .help = "morpion: which of the tasks that wait comes next; value: the one from which random "
             "games are longest"},
    {0},
};

/* How the settings want a quest to be cut into tasks. */
static struct zm_task_plan plan_of(const struct zm_settings *settings, const struct zm_quest *quest)
{
    return (struct zm_task_plan){
        .limit = (uint64_t)zm_settings_integer(settings, "limit"),
        .order = zm_settings_is(settings, "order", "random")  ? ZM_TASKS_RANDOM
                 : zm_settings_is(settings, "order", "value") ? ZM_TASKS_BY_VALUE
                                                              : ZM_TASKS_DEPTH_FIRST,
        .symmetric = quest->kind == ZM_QUEST_LONGEST,
    };
}

/* Gives a quest the line of a walk's moves. */
static bool keep_line(struct zm_quest *quest, const zm_morpion_move *moves, unsigned count)
{
    zm_move line[ZM_MORPION_PLAYED];
    for (unsigned i = 0; i < count; i++)
        line[i] = moves[i];
    return zm_quest_keep(quest, line, count);
}

static enum zm_status explore_complete(struct zm_alone *alone, struct zm_quest *quest,
                                       struct zm_error *error)
{
    struct zm_task_plan plan = plan_of(alone->problem.settings, quest);
    struct zm_tasks_result *result = malloc(sizeof *result);
    if (result == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_tasks_run(alone->start, &plan, alone->problem.run, result, error);
    if (status == ZM_OK || status == ZM_STOPPED) {
        quest->proved = status == ZM_OK;
        quest->count = result->positions;
        quest->best = result->length;
        if (!keep_line(quest, result->best, result->length))
            status = zm_fail_memory(error);
    }
    free(result);
    return status;
}

const struct zm_search zm_morpion_complete = {
    .name = "complete",
    .summary = "morpion: every position once, without a table (incremental transpositions)",
    .params = zm_morpion_complete_params,
    .explore = explore_complete,
    .quests = ZM_QUEST_COUNT | ZM_QUEST_LONGEST,
};
