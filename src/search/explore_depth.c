/* Depth-first searches of games of one player: with a table of the positions visited, by
 * incremental transpositions, or both.
 *
 * Two moves commute when neither changes what the other reads. A search that has tried `t` at a
 * position and now makes `c` there need not try `t` after `c` when the two commute: that position
 * is one move behind the one after `t`, which has been searched. So each position carries the moves
 * that are known to lead to what has been searched, a subset of its legal moves, and no memory is
 * needed to meet no order of commuting moves twice (Helmstetter's incremental transpositions). This
 * needs a game without cycles: a position on the branch has not been searched. */
#include "search/explore_depth.h"

#include "base/pages.h"
#include "search/path.h"
#include "solve/key_set.h"

#include <stdlib.h>

enum table { TABLE_NONE, TABLE_SLOTS, TABLE_FULL };

/* One position of the branch: its moves, and those known to lead to what was searched. */
struct frame {
    unsigned count, next, known;
};

struct search {
    struct zm_path path;
    struct zm_quest *quest;
    bool transpositions, complete;
    enum table table;
    struct zm_key_set set;    /* TABLE_FULL */
    struct zm_hash128 *slots; /* TABLE_SLOTS: one position in each, always replaced */
    unsigned bits;            /* of the number of slots */
    struct frame *frames;
    zm_move *moves, *known; /* room for `most` of each frame */
    size_t most, capacity;
};

/* -- the table -- */

static bool open_slots(struct search *s, const struct zm_settings *settings, size_t memory)
{
    int64_t wanted = zm_settings_integer(settings, "slots");
    size_t room = memory == 0 ? (size_t)1 << 22 : memory / (2 * sizeof *s->slots);
    size_t count = wanted > 0 ? (size_t)wanted : room < (size_t)1 << 22 ? room : (size_t)1 << 22;
    s->bits = 1;
    while (s->bits < 40 && (size_t)2 << s->bits <= count)
        s->bits++;
    s->slots = zm_pages(sizeof *s->slots << s->bits);
    if (s->slots == NULL)
        return false;
    memset(s->slots, 0, sizeof *s->slots << s->bits);
    return true;
}

/* Is the position in the table? If not it is now, in the place of another. */
static bool is_known(struct search *s, struct zm_hash128 key)
{
    if (s->table == TABLE_NONE)
        return false;
    if (s->table == TABLE_FULL) {
        bool fresh = zm_key_set_add(&s->set, key);
        s->path.failed |= s->set.failed;
        s->path.stopped |= s->set.full;
        s->path.met = s->set.count;
        return !fresh;
    }
    if (key.low == 0 && key.high == 0)
        key.high = 1;
    struct zm_hash128 *slot = &s->slots[zm_key_mix(key) >> (64 - s->bits)];
    if (zm_hash128_equal(*slot, key))
        return true;
    s->path.met += slot->low == 0 && slot->high == 0;
    *slot = key;
    return false;
}

/* -- the branch -- */

/* Room for a frame at this depth. */
static bool make_room(struct search *s, size_t depth)
{
    if (depth < s->capacity)
        return true;
    size_t capacity = 2 * s->capacity + 64;
    struct frame *frames = realloc(s->frames, capacity * sizeof *frames);
    s->frames = frames == NULL ? s->frames : frames;
    zm_move *moves = realloc(s->moves, capacity * s->most * sizeof *moves);
    s->moves = moves == NULL ? s->moves : moves;
    zm_move *known = realloc(s->known, capacity * s->most * sizeof *known);
    s->known = known == NULL ? s->known : known;
    s->path.failed |= frames == NULL || moves == NULL || known == NULL;
    if (!s->path.failed)
        s->capacity = capacity;
    return !s->path.failed;
}

/* Looks at a position for what is asked; true: its moves need not be looked at. */
static bool is_settled(struct search *s)
{
    struct zm_path *path = &s->path;
    struct zm_quest *quest = s->quest;
    if (quest->kind == ZM_QUEST_LONGEST) {
        if (!quest->found || path->depth > quest->length)
            zm_path_keep(path, quest);
        return path->rules->most != NULL &&
               path->depth + path->rules->most(zm_path_here(path)) <= quest->length;
    }
    if (quest->kind == ZM_QUEST_COUNT)
        return false;
    if (path->rules->worth(zm_path_here(path)) > 0 && !quest->found)
        zm_path_keep(path, quest);
    return !s->complete && (quest->found || zm_path_hopeless(path));
}

/* Takes the moves that are known away from those of a frame. */
static void leave_out(struct frame *frame, zm_move *moves, const zm_move *known)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < frame->count; i++) {
        unsigned k = 0;
        while (k < frame->known && known[k] != moves[i])
            k++;
        if (k == frame->known)
            moves[kept++] = moves[i];
    }
    frame->count = kept;
}

/* Enters the position that the path has come to; true when it has a frame now. `known` moves, in
 * the place of the frame, lead to what was searched. */
static bool enter(struct search *s, unsigned known)
{
    struct zm_path *path = &s->path;
    if (!zm_path_visit(path) || is_settled(s))
        return false;
    if (s->table != TABLE_NONE && is_known(s, zm_alone_key(path->alone, zm_path_here(path))))
        return false;
    struct frame *frame = &s->frames[path->depth];
    zm_move *moves = s->moves + path->depth * s->most;
    *frame = (struct frame){.known = known};
    frame->count = path->rules->moves(zm_path_here(path), moves);
    if (known > 0)
        leave_out(frame, moves, s->known + path->depth * s->most);
    return true;
}

/* Makes the next move of the position where the path is and enters what it leads to; comes back
 * when there is nothing to be searched there. */
static void go_down(struct search *s)
{
    struct zm_path *path = &s->path;
    size_t depth = path->depth;
    if (!make_room(s, depth + 1))
        return;
    struct frame *frame = &s->frames[depth];
    zm_move move = s->moves[depth * s->most + frame->next++], *known = s->known + depth * s->most;
    unsigned kept = frame->known == 0 ? 0
                                      : path->rules->commuting(zm_path_here(path), move, known,
                                                               frame->known, known + s->most);
    if (zm_path_go(path, move) && !enter(s, kept)) {
        zm_path_back(path);
        if (s->transpositions)
            known[frame->known++] = move;
    }
}

/* Leaves a position that has been searched. */
static void go_up(struct search *s)
{
    struct zm_path *path = &s->path;
    zm_path_back(path);
    struct frame *frame = &s->frames[path->depth];
    if (s->transpositions)
        s->known[path->depth * s->most + frame->known++] = path->moves[path->depth];
}

static void explore(struct search *s)
{
    struct zm_path *path = &s->path;
    bool open = make_room(s, 0) && enter(s, 0);
    while (open && !path->stopped && !path->failed &&
           (s->complete || !s->quest->found || s->quest->kind == ZM_QUEST_LONGEST)) {
        const struct frame *frame = &s->frames[path->depth];
        if (frame->next < frame->count)
            go_down(s);
        else if (path->depth > 0)
            go_up(s);
        else
            open = false;
    }
    s->quest->proved = !path->stopped && !path->failed;
}

/* -- the searches -- */

static enum zm_status expect_no_cycles(const struct zm_alone *alone, const char *what,
                                       struct zm_error *error)
{
    return alone->walk->course(alone->game.state) != ZM_RETURNING
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT,
                         "%s: positions of %s can come back with these rules, and what is on the "
                         "branch has not been searched; expected a game without cycles",
                         what, alone->game.game->name);
}

/* Explores with the parts of `s` that are set: which table, incremental transpositions or not. */
static enum zm_status explore_so(struct search *s, struct zm_alone *alone, struct zm_quest *quest,
                                 struct zm_error *error)
{
    const struct zm_settings *settings = alone->problem.settings;
    size_t memory = alone->problem.run->memory_limit;
    s->quest = quest;
    s->complete = quest->kind == ZM_QUEST_GOAL && zm_settings_flag(settings, "complete");
    s->most = alone->most + 1;
    zm_key_set_init(&s->set, zm_alone_exact(alone), memory == 0 ? SIZE_MAX / 2 : memory);
    enum zm_status status = ZM_OK;
    if (!zm_path_open(&s->path, alone) ||
        (s->table == TABLE_SLOTS && !open_slots(s, settings, memory)))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        explore(s);
        quest->count = s->set.count;
        status = zm_path_status(&s->path, error);
    }
    zm_path_close(&s->path);
    zm_key_set_free(&s->set);
    free(s->slots);
    free(s->frames);
    free(s->moves);
    free(s->known);
    return status;
}

enum zm_status zm_explore_depth_first(struct zm_alone *alone, struct zm_quest *quest,
                                      struct zm_error *error)
{
    const struct zm_settings *settings = alone->problem.settings;
    struct search s = {.table = zm_settings_is(settings, "table", "slots")  ? TABLE_SLOTS
                                : zm_settings_is(settings, "table", "none") ? TABLE_NONE
                                                                            : TABLE_FULL};
    if (quest->kind == ZM_QUEST_COUNT && s.table != TABLE_FULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "--table: a table that forgets counts positions more than once; expected "
                       "'full'");
    enum zm_status status =
        s.table == TABLE_FULL ? ZM_OK : expect_no_cycles(alone, "--table", error);
    return status == ZM_OK ? explore_so(&s, alone, quest, error) : status;
}

/* Incremental transpositions, with or without slots. */
static enum zm_status explore_commuting(enum table table, const char *what, struct zm_alone *alone,
                                        struct zm_quest *quest, struct zm_error *error)
{
    struct search s = {.transpositions = true, .table = table};
    enum zm_status status = expect_no_cycles(alone, what, error);
    if (status == ZM_OK && alone->walk->commuting == NULL)
        status = zm_fail(error, ZM_BAD_INPUT, "%s: %s does not say which moves commute", what,
                         alone->game.game->name);
    return status == ZM_OK ? explore_so(&s, alone, quest, error) : status;
}

static enum zm_status explore_transpositions(struct zm_alone *alone, struct zm_quest *quest,
                                             struct zm_error *error)
{
    return explore_commuting(TABLE_NONE, "--search ti", alone, quest, error);
}

static enum zm_status explore_with_table(struct zm_alone *alone, struct zm_quest *quest,
                                         struct zm_error *error)
{
    return explore_commuting(TABLE_SLOTS, "--search ti-table", alone, quest, error);
}

static const struct zm_param transpositions_params[] = {ZM_COMPLETE_PARAM, {0}};
static const struct zm_param table_params[] = {ZM_COMPLETE_PARAM, ZM_SLOTS_PARAM, {0}};

const struct zm_search zm_transpositions = {
    .name = "ti",
    .summary = "one player: incremental transpositions, no order of commuting moves twice",
    .params = transpositions_params,
    .explore = explore_transpositions,
    .quests = ZM_QUEST_GOAL | ZM_QUEST_LONGEST,
};

const struct zm_search zm_transpositions_table = {
    .name = "ti-table",
    .summary = "the same with a table of slots, each with one position, always replaced",
    .params = table_params,
    .explore = explore_with_table,
    .quests = ZM_QUEST_GOAL,
};
