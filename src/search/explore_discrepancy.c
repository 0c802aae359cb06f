/* Limited discrepancy search of games of one player (Harvey and Ginsberg): lines that follow the
 * most promising move everywhere first, then those that deviate from it once, twice ... A move that
 * is the k-th in order costs k deviations. A table keeps for each position how many deviations it
 * was searched with, so that nothing is searched twice for less. */
#include "search/explore.h"

#include "search/path.h"
#include "solve/memo.h"

#include <stdlib.h>

struct choice {
    zm_move move;
    uint32_t far;
};

struct frame {
    struct zm_hash128 key;
    unsigned count, next;
    unsigned left; /* deviations that may still be made */
};

struct discrepancy {
    struct zm_path path;
    struct zm_quest *quest;
    struct zm_memo searched; /* with so many deviations left, and one */
    struct frame *frames;
    struct choice *choices; /* `most` for each frame */
    zm_move *moves;
    size_t most, capacity;
    bool cut; /* a move was left out for want of deviations */
};

static bool make_room(struct discrepancy *d)
{
    if (d->path.depth < d->capacity)
        return true;
    size_t capacity = 2 * d->capacity + 64;
    struct frame *frames = realloc(d->frames, capacity * sizeof *frames);
    d->frames = frames == NULL ? d->frames : frames;
    struct choice *choices = realloc(d->choices, capacity * d->most * sizeof *choices);
    d->choices = choices == NULL ? d->choices : choices;
    d->path.failed |= frames == NULL || choices == NULL;
    if (!d->path.failed)
        d->capacity = capacity;
    return !d->path.failed;
}

/* Lists the moves of a position, those that lead nearest to the goal first. */
static void list_choices(struct discrepancy *d, struct frame *frame)
{
    struct zm_path *path = &d->path;
    struct choice *choices = d->choices + path->depth * d->most;
    unsigned count = path->rules->moves(zm_path_here(path), d->moves);
    for (unsigned i = 0; i < count; i++) {
        if (!zm_path_go(path, d->moves[i]))
            return;
        struct choice choice = {d->moves[i], zm_path_far(path, zm_path_here(path))};
        zm_path_back(path);
        if (choice.far >= ZM_HOPELESS)
            continue;
        unsigned at = frame->count++;
        for (; at > 0 && choices[at - 1].far > choice.far; at--)
            choices[at] = choices[at - 1];
        choices[at] = choice;
    }
}

/* Is the position on the path already? Without cycles it cannot be. */
static bool is_round(const struct discrepancy *d, struct zm_hash128 key)
{
    if (d->path.rules->course(d->path.alone->game.state) != ZM_RETURNING)
        return false;
    for (size_t i = 0; i < d->path.depth; i++)
        if (zm_hash128_equal(d->frames[i].key, key))
            return true;
    return false;
}

/* Enters where the path has come to with so many deviations left; true: it has a frame. */
static bool enter(struct discrepancy *d, unsigned left)
{
    struct zm_path *path = &d->path;
    uint32_t known;
    if (!zm_path_visit(path) || !make_room(d))
        return false;
    if (path->rules->worth(zm_path_here(path)) > 0) {
        zm_path_keep(path, d->quest);
        return false;
    }
    struct zm_hash128 key = zm_alone_key(path->alone, zm_path_here(path));
    if ((zm_memo_find(&d->searched, key, &known) && known > left) || is_round(d, key))
        return false;
    zm_memo_put(&d->searched, key, left + 1, left + 1);
    path->met = d->searched.count;
    d->frames[path->depth] = (struct frame){.key = key, .left = left};
    list_choices(d, &d->frames[path->depth]);
    return true;
}

/* Searches all lines with at most so many deviations. */
static void search_with(struct discrepancy *d, unsigned most)
{
    struct zm_path *path = &d->path;
    zm_path_restart(path);
    bool open = enter(d, most);
    while (open && !d->quest->found && !path->stopped && !path->failed) {
        struct frame *frame = &d->frames[path->depth];
        unsigned next = frame->next++;
        if (next < frame->count && next <= frame->left) {
            unsigned left = frame->left - next;
            if (zm_path_go(path, d->choices[path->depth * d->most + next].move) && !enter(d, left))
                zm_path_back(path);
            continue;
        }
        d->cut |= next < frame->count;
        open = path->depth > 0;
        if (open)
            zm_path_back(path);
    }
}

static void close_discrepancy(struct discrepancy *d)
{
    zm_path_close(&d->path);
    zm_memo_close(&d->searched);
    free(d->frames);
    free(d->choices);
    free(d->moves);
}

static enum zm_status explore_discrepancy(struct zm_alone *alone, struct zm_quest *quest,
                                          struct zm_error *error)
{
    struct discrepancy d = {.quest = quest, .most = alone->most + 1};
    int64_t most = zm_settings_integer(alone->problem.settings, "discrepancies");
    enum zm_status status = ZM_OK;
    d.moves = malloc(d.most * sizeof *d.moves);
    if (d.moves == NULL || !zm_path_open(&d.path, alone))
        status = zm_fail_memory(error);
    for (int64_t k = 0; status == ZM_OK && k <= most && !quest->found && !quest->proved; k++) {
        zm_memo_close(&d.searched);
        if (!zm_memo_open(&d.searched, alone->problem.run->memory_limit)) {
            status = zm_fail_memory(error);
            break;
        }
        d.cut = false;
        search_with(&d, (unsigned)k);
        quest->proved = !d.cut && !d.path.stopped && !d.path.failed;
        if (d.path.stopped || d.path.failed)
            break;
    }
    if (d.path.alone != NULL && status == ZM_OK)
        status = zm_path_status(&d.path, error);
    close_discrepancy(&d);
    return status;
}

static const struct zm_param discrepancy_params[] = {
    {.name = "discrepancies",
     .kind = ZM_PARAM_INTEGER,
     .value = "3",
     .min = 0,
     .max = 100000,
     .hint = "N",
     .help = "one player: give up after lines with so many deviations from the best-looking move"},
    {0},
};

const struct zm_search zm_discrepancy = {
    .name = "discrepancy",
    .summary = "one player: limited discrepancy search, lines that deviate little first",
    .params = discrepancy_params,
    .explore = explore_discrepancy,
    .quests = ZM_QUEST_GOAL,
};
