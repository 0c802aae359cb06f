/* Dependency-based search of games of one player (Allis). Moves that have nothing to do with each
 * other are not tried in every order, nor together: a node is a set of moves that can be made from
 * the start, and grows in two ways, in turn, until neither finds anything new.
 *
 *   dependency   by a move that its last move has made possible (any move, at the start);
 *   combination  with another node, when the two are not in conflict, and a move becomes possible
 *                that neither had by itself, or the goal is reached.
 *
 * Two nodes are in conflict when their moves cannot all be made, as far as playing tells: of the
 * moves of both, whichever is legal is made, until none is left or none can. So a line that is found
 * is one; but where a move can undo what another needs (Montana, pegs), some order that was not
 * tried may be missed, and nothing is proved by finding nothing. */
#include "search/explore.h"

#include "search/path.h"
#include "solve/key_set.h"

#include <stdlib.h>
#include <string.h>

/* A part of the moves kept. */
struct part {
    size_t first;
    unsigned count;
};

struct node {
    struct part made;    /* in an order in which they are legal */
    struct part legal;   /* behind them */
    uint32_t parents[2]; /* those it grew from, one or two; the start is its own */
};

struct dbs {
    struct zm_path path;
    struct zm_quest *quest;
    struct node *nodes;
    size_t count, capacity, most;
    zm_move *kept; /* the moves of all nodes */
    size_t kept_count, kept_capacity;
    struct zm_key_set seen;
    zm_move *moves; /* of the position where the path stands */
    unsigned move_count;
    zm_move *union_moves; /* of two nodes */
    size_t union_capacity;
    bool full;
};

static bool is_over(const struct dbs *d)
{
    return d->quest->found || d->path.stopped || d->path.failed || d->full;
}

/* Keeps moves; their part is empty when there is no memory. */
static struct part keep_moves(struct dbs *d, const zm_move *moves, unsigned count)
{
    if (d->kept_count + count > d->kept_capacity) {
        size_t capacity = 2 * d->kept_capacity + count + 1024;
        zm_move *kept = realloc(d->kept, capacity * sizeof *kept);
        d->path.failed |= kept == NULL;
        if (kept == NULL)
            return (struct part){0, 0};
        d->kept = kept;
        d->kept_capacity = capacity;
    }
    struct part part = {d->kept_count, count};
    if (count > 0)
        memcpy(d->kept + part.first, moves, count * sizeof *moves);
    d->kept_count += count;
    return part;
}

static void list_moves(struct dbs *d)
{
    d->move_count = d->path.rules->moves(zm_path_here(&d->path), d->moves);
}

static bool is_among(const zm_move *moves, size_t count, zm_move move)
{
    for (size_t i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Was a move legal at a node already? */
static bool had(const struct dbs *d, uint32_t node, zm_move move)
{
    const struct part *legal = &d->nodes[node].legal;
    return is_among(d->kept + legal->first, legal->count, move);
}

/* Adds the position where the path stands as a node, unless it was met; looks for the goal. */
static void add_node(struct dbs *d, uint32_t one, uint32_t other)
{
    struct zm_path *path = &d->path;
    if (!zm_key_set_add(&d->seen, path->rules->key(zm_path_here(path)))) {
        path->failed |= d->seen.failed;
        d->full |= d->seen.full;
        return;
    }
    if (path->rules->worth(zm_path_here(path)) > 0) {
        zm_path_keep(path, d->quest);
        d->quest->proved = true;
        return;
    }
    if (d->count == d->capacity) {
        size_t capacity = 2 * d->capacity + 256;
        struct node *nodes = realloc(d->nodes, capacity * sizeof *nodes);
        path->failed |= nodes == NULL;
        if (nodes == NULL)
            return;
        d->nodes = nodes;
        d->capacity = capacity;
    }
    struct part made = keep_moves(d, path->moves, (unsigned)path->depth);
    list_moves(d);
    struct part legal = keep_moves(d, d->moves, d->move_count);
    d->nodes[d->count++] = (struct node){made, legal, {one, other}};
    path->met = d->count;
    d->full |= d->count >= d->most;
}

/* Stands where a node leads. */
static bool stand_on(struct dbs *d, const struct node *node)
{
    zm_path_restart(&d->path);
    for (unsigned i = 0; i < node->made.count; i++)
        if (!zm_path_go(&d->path, d->kept[node->made.first + i]))
            return false;
    return true;
}

/* Grows the nodes from number `first` on, and what grows from them, by one move at a time. */
static void depend(struct dbs *d, size_t first)
{
    for (size_t at = first; at < d->count && !is_over(d); at++) {
        struct node node = d->nodes[at];
        for (unsigned i = 0; i < node.legal.count && !is_over(d); i++) {
            zm_move move = d->kept[node.legal.first + i];
            bool before =
                at > 0 && (had(d, node.parents[0], move) || had(d, node.parents[1], move));
            if (before || !zm_path_visit(&d->path) || !stand_on(d, &node) ||
                !zm_path_go(&d->path, move))
                continue;
            add_node(d, (uint32_t)at, (uint32_t)at);
        }
    }
}

/* Lists the moves of two nodes, each once; returns how many. */
static size_t unite(struct dbs *d, const struct node *one, const struct node *other)
{
    size_t most = (size_t)one->made.count + other->made.count, count = one->made.count;
    if (most > d->union_capacity) {
        zm_move *moves = realloc(d->union_moves, 2 * most * sizeof *moves);
        d->path.failed |= moves == NULL;
        if (moves == NULL)
            return 0;
        d->union_moves = moves;
        d->union_capacity = 2 * most;
    }
    for (size_t i = 0; i < count; i++)
        d->union_moves[i] = d->kept[one->made.first + i];
    for (size_t i = 0; i < other->made.count; i++)
        if (!is_among(d->union_moves, one->made.count, d->kept[other->made.first + i]))
            d->union_moves[count++] = d->kept[other->made.first + i];
    return count;
}

/* Makes all moves of two nodes, in the first order that is found; false: they are in conflict. */
static bool make_both(struct dbs *d, const struct node *one, const struct node *other)
{
    size_t left = unite(d, one, other);
    zm_path_restart(&d->path);
    for (bool made = true; made && left > 0 && !d->path.failed;) {
        size_t kept = 0;
        made = false;
        for (size_t i = 0; i < left; i++) {
            zm_move move = d->union_moves[i];
            list_moves(d);
            bool legal = is_among(d->moves, d->move_count, move) && zm_path_go(&d->path, move);
            made |= legal;
            if (!legal)
                d->union_moves[kept++] = move;
        }
        left = kept;
    }
    return left == 0 && !d->path.failed;
}

/* Is the goal reached where the path stands, or a move legal that neither node had? */
static bool is_more(struct dbs *d, uint32_t one, uint32_t other)
{
    if (d->path.rules->worth(zm_path_here(&d->path)) > 0)
        return true;
    list_moves(d);
    for (unsigned i = 0; i < d->move_count; i++)
        if (!had(d, one, d->moves[i]) && !had(d, other, d->moves[i]))
            return true;
    return false;
}

/* Combines the nodes from number `first` to `last` with all before them. */
static void combine(struct dbs *d, size_t first, size_t last)
{
    for (size_t one = first; one < last && !is_over(d); one++)
        for (size_t other = 1; other < one && !is_over(d); other++) {
            struct node a = d->nodes[other], b = d->nodes[one];
            if (zm_path_visit(&d->path) && make_both(d, &a, &b) &&
                is_more(d, (uint32_t)other, (uint32_t)one))
                add_node(d, (uint32_t)other, (uint32_t)one);
        }
}

static enum zm_status explore_dbs(struct zm_alone *alone, struct zm_quest *quest,
                                  struct zm_error *error)
{
    size_t memory = alone->problem.run->memory_limit;
    struct dbs d = {.quest = quest};
    enum zm_status status = ZM_OK;
    d.most = (size_t)zm_settings_integer(alone->problem.settings, "positions");
    d.moves = malloc((alone->most + 1) * sizeof *d.moves);
    zm_key_set_init(&d.seen, alone->walk->place != NULL, memory == 0 ? SIZE_MAX / 2 : memory);
    if (d.moves == NULL || !zm_path_open(&d.path, alone))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        add_node(&d, 0, 0);
        for (size_t first = 0; first < d.count && !is_over(&d);) {
            size_t grown = first;
            depend(&d, grown);
            first = d.count;
            combine(&d, grown > 0 ? grown : 1, d.count);
        }
        zm_buffer_format(&quest->note, "%zu nodes", d.count);
        status = zm_path_status(&d.path, error);
        zm_path_close(&d.path);
    }
    zm_key_set_free(&d.seen);
    free(d.nodes);
    free(d.kept);
    free(d.moves);
    free(d.union_moves);
    return status;
}

static const struct zm_param dbs_params[] = {ZM_POSITIONS_PARAM, {0}};

const struct zm_search zm_dependency = {
    .name = "dbs",
    .summary = "one player: dependency-based search, which makes together only what belongs so",
    .params = dbs_params,
    .explore = explore_dbs,
    .quests = ZM_QUEST_GOAL,
};
