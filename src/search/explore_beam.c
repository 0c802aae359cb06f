/* Beam search of games of one player: layer by layer, of each layer only the positions that look
 * nearest to the goal, those that look alike by lot. Where no layer was too large nothing was left
 * out. */
#include "search/explore.h"

#include "base/array.h"
#include "search/path.h"
#include "solve/key_set.h"

#include <stdlib.h>

struct candidate {
    uint64_t estimate, index; /* of its step */
};

struct beam {
    struct zm_path path;
    struct zm_quest *quest;
    struct zm_random random;
    struct zm_steps steps;
    struct zm_key_set seen;
    struct candidate *layer; /* those of the layer being made */
    size_t count, capacity, width;
    uint64_t *chosen; /* those of the layer before, at most `width` */
    size_t chosen_count;
    bool cut;
    zm_move *moves;
};

static int compare(const void *one, const void *other)
{
    const struct candidate *a = one, *b = other;
    return a->estimate != b->estimate ? (a->estimate < b->estimate ? -1 : 1)
                                      : (a->index > b->index) - (a->index < b->index);
}

/* Adds the position where the path stands, unless it was met before. */
static void add_here(struct beam *b, uint64_t parent, zm_move move)
{
    struct zm_path *path = &b->path;
    uint64_t far = zm_path_far(path, zm_path_here(path));
    if (b->quest->kind == ZM_QUEST_LONGEST)
        far = 0;
    else if (far >= ZM_HOPELESS)
        return;
    if (!zm_key_set_add(&b->seen, zm_alone_key(path->alone, zm_path_here(path))))
        return;
    struct candidate *layer = zm_array_room(b->layer, &b->capacity, b->count + 1, sizeof *layer);
    path->failed |= layer == NULL;
    if (layer == NULL)
        return;
    b->layer = layer;
    path->failed |= !zm_steps_add(&b->steps, parent, move);
    b->layer[b->count++] =
        (struct candidate){far << 32 | zm_random_next(&b->random) >> 32, b->steps.count - 1};
}

/* Looks at one position of a layer, and at what its moves lead to; true: the goal is found. */
static bool look_into(struct beam *b, uint64_t index)
{
    struct zm_path *path = &b->path;
    struct zm_quest *quest = b->quest;
    if (!zm_path_to(path, &b->steps, index) || !zm_path_visit(path))
        return true;
    bool longest = quest->kind == ZM_QUEST_LONGEST;
    if (longest ? !quest->found || path->depth > quest->length
                : path->rules->worth(zm_path_here(path)) > 0) {
        zm_path_keep(path, quest);
        if (!longest)
            return true;
    }
    unsigned count = path->rules->moves(zm_path_here(path), b->moves);
    for (unsigned i = 0; i < count && !path->failed; i++)
        if (zm_path_go(path, b->moves[i])) {
            add_here(b, index, b->moves[i]);
            zm_path_back(path);
        }
    path->failed |= b->seen.failed;
    path->stopped |= b->seen.full;
    path->met = b->seen.count;
    return path->failed || path->stopped;
}

/* Chooses the best of the layer that was made. */
static void choose(struct beam *b)
{
    if (b->count > b->width) {
        qsort(b->layer, b->count, sizeof *b->layer, compare);
        b->cut = true;
    }
    b->chosen_count = b->count < b->width ? b->count : b->width;
    for (size_t i = 0; i < b->chosen_count; i++)
        b->chosen[i] = b->layer[i].index;
    b->count = 0;
}

static void go_on(struct beam *b)
{
    b->chosen[0] = 0;
    b->chosen_count = 1;
    while (b->chosen_count > 0) {
        for (size_t i = 0; i < b->chosen_count; i++)
            if (look_into(b, b->chosen[i]))
                return;
        choose(b);
    }
    b->quest->proved = !b->cut;
}

static enum zm_status explore_beam(struct zm_alone *alone, struct zm_quest *quest,
                                   struct zm_error *error)
{
    size_t memory = alone->problem.run->memory_limit;
    struct beam b = {.quest = quest, .random = zm_random_seeded(alone->problem.run->seed)};
    enum zm_course course = alone->walk->course(alone->game.state);
    if (quest->kind == ZM_QUEST_LONGEST && course != ZM_GRADED && course != ZM_ONWARD)
        return zm_fail(error, ZM_BAD_INPUT, "--search beam: positions of %s can come back",
                       alone->game.game->name);
    b.width = (size_t)zm_settings_integer(alone->problem.settings, "width");
    zm_key_set_init(&b.seen, zm_alone_exact(alone), memory == 0 ? SIZE_MAX / 2 : memory);
    b.moves = malloc((alone->most + 1) * sizeof *b.moves);
    b.chosen = malloc(b.width * sizeof *b.chosen);
    enum zm_status status = ZM_OK;
    if (b.moves == NULL || b.chosen == NULL || !zm_path_open(&b.path, alone))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        zm_key_set_add(&b.seen, zm_alone_key(alone, alone->start));
        if (zm_steps_add(&b.steps, 0, 0))
            go_on(&b);
        else
            b.path.failed = true;
        /* The first way to a position need not be the longest. */
        quest->proved = quest->proved && (quest->kind == ZM_QUEST_GOAL || course == ZM_GRADED);
        status = zm_path_status(&b.path, error);
        zm_path_close(&b.path);
    }
    zm_key_set_free(&b.seen);
    free(b.steps.items);
    free(b.layer);
    free(b.chosen);
    free(b.moves);
    return status;
}

static const struct zm_param beam_params[] = {
    {.name = "width",
     .kind = ZM_PARAM_INTEGER,
     .value = "1000",
     .min = 1,
     .max = 100000000,
     .hint = "N",
     .help = "one player: positions of a layer that are kept"},
    {0},
};

const struct zm_search zm_beam = {
    .name = "beam",
    .summary = "one player: layer by layer, the most promising positions of each",
    .params = beam_params,
    .explore = explore_beam,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_LONGEST,
};
