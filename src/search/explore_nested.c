/* Nested Monte-Carlo search of games of one player (Cazenave): a game of level n looks at each move
 * by a game of level n - 1 behind it, those of level 0 being random, and follows the best line that
 * it has seen. Games of the highest level are repeated until the budget of random games is spent. */
#include "search/explore.h"

#include "search/path.h"

#include <stdlib.h>

enum { MOST_LEVELS = 6 };

struct nested {
    struct zm_path path;
    struct zm_quest *quest;
    struct zm_random random;
    int64_t samples; /* random games left */
    struct zm_kept_line best[MOST_LEVELS + 1];
    zm_move *moves[MOST_LEVELS + 1]; /* of a position, for each level */
};

/* Is there nothing more to be done: the goal is found, the budget spent, the run stopped? */
static bool is_over(const struct nested *n)
{
    return n->path.failed || n->path.stopped || n->samples <= 0 ||
           (n->quest->kind != ZM_QUEST_LONGEST && n->quest->found);
}

static void go_back_to(struct zm_path *path, size_t depth)
{
    while (path->depth > depth)
        zm_path_back(path);
}

/* Plays one random game on from where the path is; keeps it when it is the best of all. */
static void play_at_random(struct nested *n)
{
    struct zm_quest *quest = n->quest;
    n->samples--;
    if (!zm_path_play(&n->path, quest, &n->random, n->moves[0]))
        return;
    int64_t score = zm_path_score(&n->path, quest);
    if (score <= quest->best)
        return;
    quest->best = score;
    if (quest->kind == ZM_QUEST_LONGEST || score == INT64_MAX)
        zm_path_keep(&n->path, quest);
}

/* Plays a game of a level from where the path is, and stands at its end. */
static void play(struct nested *n, unsigned level)
{
    struct zm_path *path = &n->path;
    struct zm_kept_line *best = &n->best[level];
    best->score = INT64_MIN;
    best->length = 0;
    while (!is_over(n)) {
        size_t depth = path->depth;
        unsigned count = path->rules->moves(zm_path_here(path), n->moves[level]);
        for (unsigned i = 0; i < count && !is_over(n); i++) {
            if (!zm_path_go(path, n->moves[level][i]))
                return;
            if (level == 1)
                play_at_random(n);
            else
                play(n, level - 1);
            int64_t score = zm_path_score(path, n->quest);
            if (score > best->score)
                zm_path_remember(&n->path, best, score);
            go_back_to(path, depth);
        }
        if (best->length <= depth || !zm_path_go(path, best->moves[depth]))
            return;
    }
}

static enum zm_status explore_nested(struct zm_alone *alone, struct zm_quest *quest,
                                     struct zm_error *error)
{
    const struct zm_settings *settings = alone->problem.settings;
    struct nested n = {.quest = quest, .random = zm_random_seeded(alone->problem.run->seed)};
    unsigned level = (unsigned)zm_settings_integer(settings, "level");
    enum zm_status status = ZM_OK;
    n.samples = zm_settings_integer(settings, "samples");
    for (unsigned i = 0; i <= level && status == ZM_OK; i++) {
        n.moves[i] = malloc((alone->most + 1) * sizeof *n.moves[i]);
        status = n.moves[i] == NULL ? zm_fail_memory(error) : ZM_OK;
    }
    if (status == ZM_OK && !zm_path_open(&n.path, alone))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        play_at_random(&n); /* a game that is over at the start has been seen, too */
        while (!is_over(&n)) {
            int64_t before = n.samples;
            zm_path_restart(&n.path);
            play(&n, level);
            if (n.samples == before)
                break;
        }
        status = zm_path_status(&n.path, error);
        zm_path_close(&n.path);
    }
    for (unsigned i = 0; i <= MOST_LEVELS; i++) {
        free(n.moves[i]);
        free(n.best[i].moves);
    }
    return status;
}

static const struct zm_param nested_params[] = {
    {.name = "level",
     .kind = ZM_PARAM_INTEGER,
     .value = "2",
     .min = 1,
     .max = MOST_LEVELS,
     .hint = "N",
     .help = "one player: how deep games are nested"},
    ZM_SAMPLES_PARAM,
    {0},
};

const struct zm_search zm_nested = {
    .name = "nested",
    .summary = "one player: nested Monte-Carlo search",
    .params = nested_params,
    .explore = explore_nested,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_LONGEST,
};
