/* Random games of one player. Iterative sampling (Langley): games from the start, until one reaches
 * the goal. Breadth-first with sampling: a game from each position, layer by layer, which visits
 * the positions of a layer equally often, not as often as there are ways to reach them; when it
 * comes to an end with nothing left out, there is no way to the goal. */
#include "search/explore.h"

#include "search/path.h"
#include "solve/key_set.h"

#include <stdlib.h>

struct sampling {
    struct zm_path path;
    struct zm_quest *quest;
    struct zm_random random;
    zm_move *moves; /* of a position */
    struct zm_steps steps;
    struct zm_key_set seen;
    size_t most; /* positions that may be stored */
    bool overflow;
};

/* Looks at the end of a random game; true: nothing better can be found. */
static bool keep_game(struct sampling *s)
{
    struct zm_quest *quest = s->quest;
    int64_t score = zm_path_score(&s->path, quest);
    bool longest = quest->kind == ZM_QUEST_LONGEST;
    if (longest ? score > quest->best : score == INT64_MAX) {
        quest->best = score;
        zm_path_keep(&s->path, quest);
    }
    return s->path.failed || (!longest && quest->found);
}

static enum zm_status open_sampling(struct sampling *s, struct zm_alone *alone,
                                    struct zm_quest *quest, struct zm_error *error)
{
    *s = (struct sampling){.quest = quest, .random = zm_random_seeded(alone->problem.run->seed)};
    if (!zm_path_open(&s->path, alone))
        return zm_fail_memory(error);
    s->moves = malloc((alone->most + 1) * sizeof *s->moves);
    if (s->moves != NULL)
        return ZM_OK;
    zm_path_close(&s->path);
    return zm_fail_memory(error);
}

static enum zm_status close_sampling(struct sampling *s, struct zm_error *error)
{
    enum zm_status status = zm_path_status(&s->path, error);
    zm_path_close(&s->path);
    zm_key_set_free(&s->seen);
    free(s->steps.items);
    free(s->moves);
    return status;
}

static enum zm_status explore_sampling(struct zm_alone *alone, struct zm_quest *quest,
                                       struct zm_error *error)
{
    struct sampling s;
    int64_t samples = zm_settings_integer(alone->problem.settings, "samples");
    enum zm_status status = open_sampling(&s, alone, quest, error);
    if (status != ZM_OK)
        return status;
    for (int64_t i = 0; i < samples; i++) {
        zm_path_restart(&s.path);
        if (!zm_path_play(&s.path, quest, &s.random, s.moves) || keep_game(&s))
            break;
    }
    return close_sampling(&s, error);
}

/* -- breadth-first -- */

/* Adds what the moves of the position where the path stands lead to. */
static void add_children(struct sampling *s, uint64_t index)
{
    struct zm_path *path = &s->path;
    unsigned count = path->rules->moves(zm_path_here(path), s->moves);
    for (unsigned i = 0; i < count && !path->failed; i++) {
        if (!zm_path_go(path, s->moves[i]))
            return;
        bool hopeless = zm_path_hopeless(path);
        if (!hopeless && s->steps.count >= s->most)
            s->overflow = true;
        else if (!hopeless &&
                 zm_key_set_add(&s->seen, zm_alone_key(path->alone, zm_path_here(path))))
            path->failed |= !zm_steps_add(&s->steps, index, s->moves[i]);
        s->overflow |= s->seen.full;
        path->failed |= s->seen.failed;
        zm_path_back(path);
    }
}

/* Visits one position after the other in the order in which they were met. */
static void go_in_breadth(struct sampling *s, int64_t games)
{
    struct zm_path *path = &s->path;
    for (uint64_t i = 0; i < s->steps.count && !path->failed; i++) {
        path->met = s->steps.count;
        for (int64_t game = 0; game < games; game++)
            if (!zm_path_to(path, &s->steps, i) ||
                !zm_path_play(path, s->quest, &s->random, s->moves) || keep_game(s))
                return;
        if (!zm_path_to(path, &s->steps, i))
            return;
        add_children(s, i);
    }
    s->quest->proved = !s->overflow && !path->failed;
}

static enum zm_status explore_breadth(struct zm_alone *alone, struct zm_quest *quest,
                                      struct zm_error *error)
{
    struct sampling s;
    const struct zm_settings *settings = alone->problem.settings;
    size_t memory = alone->problem.run->memory_limit;
    enum zm_status status = open_sampling(&s, alone, quest, error);
    if (status != ZM_OK)
        return status;
    s.most = (size_t)zm_settings_integer(settings, "positions");
    zm_key_set_init(&s.seen, zm_alone_exact(alone), memory == 0 ? SIZE_MAX / 2 : memory);
    zm_key_set_add(&s.seen, zm_alone_key(alone, alone->start));
    if (!zm_steps_add(&s.steps, 0, 0))
        s.path.failed = true;
    else
        go_in_breadth(&s, zm_settings_integer(settings, "games"));
    return close_sampling(&s, error);
}

static const struct zm_param sampling_params[] = {ZM_SAMPLES_PARAM, {0}};

static const struct zm_param breadth_params[] = {
    ZM_POSITIONS_PARAM,
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 1,
     .max = 1000000,
     .hint = "N",
     .help = "one player: random games from each position"},
    {0},
};

const struct zm_search zm_sampling = {
    .name = "sampling",
    .summary = "one player: random games from the start, until one reaches the goal",
    .params = sampling_params,
    .explore = explore_sampling,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_LONGEST,
};

const struct zm_search zm_breadth = {
    .name = "breadth",
    .summary = "one player: breadth-first, with random games from each position",
    .params = breadth_params,
    .explore = explore_breadth,
    .quests = ZM_QUEST_GOAL,
};
