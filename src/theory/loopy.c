/* Loopy games; see loopy.h. Sums are product graphs, results come from labelling backwards: a
 * position without a move is lost, one with a move to a lost one is won, one with moves to won ones
 * only is lost, and what is never labelled is drawn. */
#include "theory/loopy_inside.h"

#include <stdlib.h>

enum { MOST_NODES = 20000 };

struct zm_loopy *zm_loopy_open(struct zm_universe *universe)
{
    struct zm_loopy *loopy = calloc(1, sizeof *loopy);
    if (loopy == NULL)
        return NULL;
    loopy->universe = universe;
    zm_table_init(&loopy->made, sizeof(uint32_t));
    return loopy;
}

void zm_loopy_close(struct zm_loopy *loopy)
{
    if (loopy == NULL)
        return;
    for (size_t i = 0; i < loopy->count; i++)
        for (int side = 0; side <= 1; side++)
            zm_handles_free(&loopy->nodes[i].options[side]);
    zm_table_free(&loopy->made);
    free(loopy->nodes);
    free(loopy);
}

enum zm_status zm_loopy_check(struct zm_loopy *loopy, struct zm_error *error)
{
    if (loopy->no_memory)
        return zm_fail_memory(error);
    if (loopy->too_large)
        return zm_fail(error, ZM_BAD_INPUT, "loopy games: more than %d positions", MOST_NODES);
    return zm_universe_check(loopy->universe, error);
}

static uint32_t new_node(struct zm_loopy *loopy, struct zm_loopy_node node)
{
    if (loopy->count == MOST_NODES)
        loopy->too_large = true;
    else if (loopy->count == loopy->capacity) {
        size_t capacity = loopy->capacity == 0 ? 64 : loopy->capacity * 2;
        struct zm_loopy_node *nodes = realloc(loopy->nodes, capacity * sizeof *nodes);
        if (nodes == NULL)
            loopy->no_memory = true;
        else {
            loopy->nodes = nodes;
            loopy->capacity = capacity;
        }
    }
    if (loopy->too_large || loopy->no_memory)
        return 0;
    loopy->nodes[loopy->count] = node;
    return (uint32_t)loopy->count++;
}

uint32_t zm_loopy_node(struct zm_loopy *loopy)
{
    return new_node(loopy, (struct zm_loopy_node){.kind = ZM_LOOPY_PLAIN});
}

void zm_loopy_option(struct zm_loopy *loopy, uint32_t node, bool right, uint32_t option)
{
    if (loopy->count > 0 && !loopy->no_memory && !loopy->too_large)
        zm_handles_add(loopy->universe, &loopy->nodes[node].options[right], option);
}

/* The node of this kind and these terms; `fresh` when it was made now and has no options yet. */
static uint32_t find_node(struct zm_loopy *loopy, struct zm_loopy_node wanted, bool *fresh)
{
    const uint32_t key[3] = {wanted.kind, wanted.first, wanted.second};
    uint32_t number = 0;
    void *kept = zm_table_insert(&loopy->made, zm_bytes(key, sizeof key), fresh);
    if (kept == NULL)
        loopy->no_memory = true;
    if (loopy->too_large || loopy->no_memory) {
        *fresh = false;
        return 0;
    }
    if (*fresh) {
        number = new_node(loopy, wanted);
        *fresh = !loopy->too_large && !loopy->no_memory;
        memcpy(kept, &number, sizeof number);
    }
    memcpy(&number, kept, sizeof number);
    return number;
}

uint32_t zm_loopy_of_value(struct zm_loopy *loopy, zm_conway g)
{
    bool fresh;
    uint32_t node =
        find_node(loopy, (struct zm_loopy_node){.kind = ZM_LOOPY_VALUE, .first = g}, &fresh);
    for (int side = 0; side <= 1 && fresh; side++) {
        struct zm_conway_list options =
            side ? zm_conway_right(loopy->universe, g) : zm_conway_left(loopy->universe, g);
        for (size_t i = 0; i < options.count && !loopy->too_large; i++)
            zm_loopy_option(loopy, node, side, zm_loopy_of_value(loopy, options.items[i]));
    }
    return node;
}

uint32_t zm_loopy_negate(struct zm_loopy *loopy, uint32_t node)
{
    bool fresh;
    uint32_t negative =
        find_node(loopy, (struct zm_loopy_node){.kind = ZM_LOOPY_NEGATIVE, .first = node}, &fresh);
    for (int side = 0; side <= 1 && fresh; side++)
        for (size_t i = 0; i < loopy->nodes[node].options[side].count; i++)
            zm_loopy_option(loopy, negative, !side,
                            zm_loopy_negate(loopy, loopy->nodes[node].options[side].items[i]));
    return negative;
}

uint32_t zm_loopy_add(struct zm_loopy *loopy, uint32_t a, uint32_t b)
{
    bool fresh;
    uint32_t sum = find_node(
        loopy, (struct zm_loopy_node){.kind = ZM_LOOPY_SUM, .first = a, .second = b}, &fresh);
    for (int side = 0; side <= 1 && fresh; side++) {
        for (size_t i = 0; i < loopy->nodes[a].options[side].count; i++)
            zm_loopy_option(loopy, sum, side,
                            zm_loopy_add(loopy, loopy->nodes[a].options[side].items[i], b));
        for (size_t i = 0; i < loopy->nodes[b].options[side].count; i++)
            zm_loopy_option(loopy, sum, side,
                            zm_loopy_add(loopy, a, loopy->nodes[b].options[side].items[i]));
    }
    return sum;
}

/* --- labelling ------------------------------------------------------------------------------- */

enum label { UNKNOWN, WON, LOST };

/* Labels all (position, side to move), at 2 * node + side, until nothing changes. */
static uint8_t *label_all(struct zm_loopy *loopy)
{
    uint8_t *labels = calloc(2 * loopy->count + 1, 1);
    if (labels == NULL) {
        loopy->no_memory = true;
        return NULL;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t at = 0; at < 2 * loopy->count; at++) {
            const struct zm_handles *options = &loopy->nodes[at / 2].options[at % 2];
            bool lost = true, won = false;
            for (size_t i = 0; i < options->count; i++) {
                uint8_t label = labels[2 * options->items[i] + !(at % 2)];
                won |= label == LOST;
                lost &= label == WON;
            }
            uint8_t label = won ? WON : lost ? LOST : UNKNOWN;
            changed |= label != labels[at];
            labels[at] = label;
        }
    }
    return labels;
}

enum zm_loopy_result zm_loopy_outcome(struct zm_loopy *loopy, uint32_t node, bool right)
{
    uint8_t *labels = label_all(loopy);
    enum label label = labels == NULL || loopy->count == 0 ? UNKNOWN : labels[2 * node + right];
    free(labels);
    if (label == UNKNOWN)
        return ZM_LOOPY_DRAW;
    return (label == WON) == !right ? ZM_LOOPY_LEFT : ZM_LOOPY_RIGHT;
}

/* Is there a cycle of alternating moves? Depth-first; 1: on the path, 2: done. */
static bool cycles(const struct zm_loopy *loopy, size_t at, uint8_t *seen)
{
    if (seen[at] != 0)
        return seen[at] == 1;
    const struct zm_handles *options = &loopy->nodes[at / 2].options[at % 2];
    seen[at] = 1;
    for (size_t i = 0; i < options->count; i++)
        if (cycles(loopy, 2 * (size_t)options->items[i] + !(at % 2), seen))
            return true;
    seen[at] = 2;
    return false;
}

/* Every position that any moves lead to must be free of alternating cycles. */
static void reach(const struct zm_loopy *loopy, uint32_t node, bool *reached)
{
    if (reached[node])
        return;
    reached[node] = true;
    for (int side = 0; side <= 1; side++)
        for (size_t i = 0; i < loopy->nodes[node].options[side].count; i++)
            reach(loopy, loopy->nodes[node].options[side].items[i], reached);
}

bool zm_loopy_is_stopper(struct zm_loopy *loopy, uint32_t node)
{
    uint8_t *seen = calloc(2 * loopy->count + 1, 1);
    bool *reached = calloc(loopy->count + 1, sizeof *reached), stopper = true;
    if (seen == NULL || reached == NULL)
        loopy->no_memory = true;
    else if (loopy->count > 0) {
        reach(loopy, node, reached);
        for (size_t at = 0; at < 2 * loopy->count && stopper; at++)
            stopper = !reached[at / 2] || !cycles(loopy, at, seen);
    }
    free(seen);
    free(reached);
    return stopper;
}

/* The positions where `right` (or Left) can always make one more move here, whatever both did: one
 * of his options is again such a position, and so are all of the opponent's. */
static bool moves_for_ever(struct zm_loopy *loopy, uint32_t node, bool right)
{
    bool *in = malloc(loopy->count + 1);
    if (in == NULL) {
        loopy->no_memory = true;
        return false;
    }
    memset(in, true, loopy->count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t n = 0; n < loopy->count; n++) {
            const struct zm_handles *mine = &loopy->nodes[n].options[right];
            const struct zm_handles *other = &loopy->nodes[n].options[!right];
            bool some = false, all = true;
            for (size_t i = 0; i < mine->count; i++)
                some |= in[mine->items[i]];
            for (size_t i = 0; i < other->count; i++)
                all &= in[other->items[i]];
            changed |= in[n] && !(some && all);
            in[n] = in[n] && some && all;
        }
    }
    bool result = in[node];
    free(in);
    return result;
}

bool zm_loopy_is_dud(struct zm_loopy *loopy, uint32_t node)
{
    return moves_for_ever(loopy, node, false) && moves_for_ever(loopy, node, true);
}
