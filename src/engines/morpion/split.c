/* The tasks of the complete search, as other machines do them; see engines/split.h. */
#include "engines/split.h"

#include "engines/morpion/engine.h"
#include "engines/morpion/tasks.h"
#include "solve/quest.h"

#include <stdlib.h>

struct split {
    struct zm_morpion_walk walk;
    uint64_t limit;
};

static enum zm_status split_open(const struct zm_settings *settings, struct zm_bytes position,
                                 void **state, struct zm_error *error)
{
    struct split *split = calloc(1, sizeof *split);
    if (split == NULL)
        return zm_fail_memory(error);
    zm_morpion_replay(position, &split->walk);
    split->limit = (uint64_t)zm_settings_integer(settings, "limit");
    *state = split;
    return ZM_OK;
}

static enum zm_status split_first(void *state, struct zm_list *tasks, struct zm_error *error)
{
    struct split *split = state;
    return zm_task_first(&split->walk, tasks, error);
}

static enum zm_status split_work(void *state, struct zm_bytes task, bool whole, struct zm_run *run,
                                 struct zm_split_done *done, struct zm_error *error)
{
    struct split *split = state;
    return zm_task_do(&split->walk, task, whole ? UINT64_MAX : split->limit, run, done, error);
}

const struct zm_split zm_morpion_split = {
    .game = &zm_morpion,
    .quests = ZM_QUEST_COUNT | ZM_QUEST_LONGEST,
    .params = zm_morpion_complete_params,
    .open = split_open,
    .close = free,
    .first = split_first,
    .work = split_work,
};
