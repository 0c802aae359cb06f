/* Block search as a search by name: `blocks`, and `blocks-ti` without a table. */
#include "engines/montana/blocks.h"
#include "search/explore_depth.h"

enum { USUAL_SLOTS = 1 << 18 };

static enum zm_status expect_base(const struct zm_montana_walk *walk, struct zm_error *error)
{
    return walk->game->common || walk->redeals > 0
               ? zm_fail(error, ZM_BAD_INPUT,
                         "--search blocks: only the base variant without redeals has sequences of "
                         "holes that end")
               : ZM_OK;
}

static enum zm_status explore(struct zm_alone *alone, struct zm_quest *quest, bool table,
                              struct zm_error *error)
{
    const struct zm_settings *settings = alone->problem.settings;
    const struct zm_montana_walk *walk = alone->start;
    int64_t slots = zm_settings_integer(settings, "slots");
    struct zm_path path = {0};
    struct zm_gaps start;
    struct zm_blocks blocks = {.path = &path, .quest = quest};
    enum zm_status status = expect_base(walk, error);
    if (status != ZM_OK)
        return status;
    blocks.bars = !table || !zm_settings_flag(settings, "plain");
    blocks.complete = zm_settings_flag(settings, "complete");
    blocks.axes = !zm_settings_is(settings, "marks", "roots");
    if (!zm_path_open(&path, alone) ||
        (table && !zm_slots_open(&blocks.slots, slots > 0 ? (size_t)slots : USUAL_SLOTS))) {
        zm_path_close(&path);
        return zm_fail_memory(error);
    }
    zm_gaps_stand(&start, walk);
    zm_blocks_search(&blocks, &start);
    zm_buffer_format(&quest->note, "%llu blocks of %.1f positions on average",
                     (unsigned long long)blocks.blocks,
                     (double)blocks.positions / (double)(blocks.blocks + (blocks.blocks == 0)));
    status = zm_path_status(&path, error);
    zm_path_close(&path);
    zm_blocks_close(&blocks);
    return status;
}

static enum zm_status explore_with_table(struct zm_alone *alone, struct zm_quest *quest,
                                         struct zm_error *error)
{
    return explore(alone, quest, true, error);
}

static enum zm_status explore_transpositions(struct zm_alone *alone, struct zm_quest *quest,
                                             struct zm_error *error)
{
    return explore(alone, quest, false, error);
}

static const struct zm_param blocks_params[] = {
    ZM_COMPLETE_PARAM,
    ZM_SLOTS_PARAM,
    {.name = "plain",
     .kind = ZM_PARAM_FLAG,
     .help = "the table alone, without incremental transpositions between blocks"},
    {.name = "marks",
     .kind = ZM_PARAM_CHOICE,
     .value = "axes",
     .choices = "axes|roots",
     .hint = "MARKS",
     .help =
         "which positions of a block the table holds: those of one sequence alone, or the root"},
    {0},
};

static const struct zm_param transpositions_params[] = {ZM_COMPLETE_PARAM, {0}};

const struct zm_search zm_blocks_table = {
    .name = "blocks",
    .summary = "Montana: block search, which steps over the products of independent moves",
    .params = blocks_params,
    .explore = explore_with_table,
    .quests = ZM_QUEST_GOAL,
};

const struct zm_search zm_blocks_transpositions = {
    .name = "blocks-ti",
    .summary = "Montana: block search with incremental transpositions, without a table",
    .params = transpositions_params,
    .explore = explore_transpositions,
    .quests = ZM_QUEST_GOAL,
};
