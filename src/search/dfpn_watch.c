/* How a depth-first proof-number search is seen and steered: its branch, the children of each
 * level, the first levels of the tree, and what people order. Called between expansions by the
 * thread that they belong to. */
#include "search/dfpn_inside.h"

#include "search/first_levels.h"

#include <math.h>

enum { PICTURE_DEPTH = 4 };

bool zm_dfpn_known(struct zm_dfpn_worker *worker, struct zm_bytes node, struct zm_hash128 key,
                   struct zm_numbers *numbers)
{
    enum zm_verdict verdict = worker->space.lookup(worker->space.state, node);
    if (verdict != ZM_OPEN) {
        *numbers = zm_numbers_of(verdict);
        return true;
    }
    return zm_dfpn_recall(worker, node, key, numbers);
}

static void describe_level(void *context, size_t depth, struct zm_branch_level *level)
{
    const struct zm_dfpn_worker *worker = context;
    const struct zm_dfpn_frame *frame = zm_dfpn_frame(worker, depth);
    *level = (struct zm_branch_level){.node = frame->node,
                                      .sum = frame->sum,
                                      .children = frame->nodes.count,
                                      .current = frame->current,
                                      .proof = frame->numbers.proof,
                                      .disproof = frame->numbers.disproof};
    for (size_t i = 0; i < frame->nodes.count; i++)
        level->unknown += zm_numbers_verdict(frame->children[i].numbers) == ZM_OPEN;
}

/* How many children of a node are open, made once more; -1: no thread has been there yet. */
static double count_open(struct zm_dfpn_worker *worker, struct zm_bytes node, struct zm_hash128 key)
{
    struct zm_space *space = &worker->space;
    struct zm_list *list = &worker->search->shown;
    if (zm_number_table_effort(worker->search->table, key) == 0)
        return -1;
    zm_list_clear(list);
    if (space->is_sum != NULL && space->is_sum(space->state, node))
        space->parts(space->state, node, list);
    else
        space->expand(space->state, node, list);
    return (double)list->count;
}

static void describe_child(void *context, size_t depth, size_t index, struct zm_branch_child *child)
{
    struct zm_dfpn_worker *worker = context;
    const struct zm_dfpn_frame *frame = zm_dfpn_frame(worker, depth);
    struct zm_numbers numbers = frame->children[index].numbers;
    struct zm_bytes node = zm_list_at(&frame->nodes, index);
    struct zm_hash128 key = frame->children[index].key;
    bool open = zm_numbers_verdict(numbers) == ZM_OPEN;
    *child = (struct zm_branch_child){
        .node = node,
        .proof = numbers.proof,
        .disproof = numbers.disproof,
        .unknown = open ? count_open(worker, node, key) : 0,
        .size = (double)zm_number_table_effort(worker->search->table, key)};
    if (zm_numbers_verdict(numbers) == ZM_WON)
        child->disproof = INFINITY;
    else if (zm_numbers_verdict(numbers) == ZM_LOST)
        child->proof = INFINITY;
}

/* For a picture of the first levels: numbers from the branch, the store or the table. */
static void describe_node(void *context, struct zm_bytes node, struct zm_branch_child *told)
{
    struct zm_dfpn_worker *worker = context;
    struct zm_hash128 key = zm_bytes_hash128(node);
    struct zm_numbers numbers = {1, 1};
    zm_dfpn_known(worker, node, key, &numbers);
    for (size_t i = 0; i <= worker->depth && i < PICTURE_DEPTH; i++)
        if (zm_bytes_equal(zm_dfpn_frame(worker, i)->node, node))
            numbers = zm_dfpn_frame(worker, i)->numbers;
    *told = (struct zm_branch_child){
        .node = node,
        .proof = numbers.proof == ZM_INFINITE ? INFINITY : numbers.proof,
        .disproof = numbers.disproof == ZM_INFINITE ? INFINITY : numbers.disproof,
        .unknown = -1,
        .size = (double)zm_number_table_effort(worker->search->table, key)};
}

static void list_below(void *context, struct zm_bytes node, struct zm_branch_children *children)
{
    struct zm_dfpn_worker *worker = context;
    zm_kept_children_below(&worker->search->kept, &worker->space, node, describe_node, worker,
                           children);
}

/* A node of the current branch or a child of one, by its text. Sets where it is: the depth of the
 * level that it is a child of, plus one. */
static bool find_by_name(struct zm_dfpn_worker *worker, const char *name, struct zm_bytes *node,
                         size_t *depth)
{
    struct zm_buffer text = {0};
    struct zm_space *space = &worker->space;
    bool found = false;
    for (size_t i = 0; i <= worker->depth && !found; i++) {
        const struct zm_dfpn_frame *frame = zm_dfpn_frame(worker, i);
        for (size_t j = 0; j <= frame->nodes.count && !found; j++) {
            *node = j == 0 ? frame->node : zm_list_at(&frame->nodes, j - 1);
            *depth = i + (j > 0);
            zm_buffer_clear(&text);
            space->describe(space->state, *node, &text);
            found = strcmp(zm_buffer_string(&text), name) == 0;
        }
    }
    zm_buffer_free(&text);
    return found;
}

/* A node of the last picture, with the way to it from the root (as many keys as the picture has
 * levels at most). */
static bool find_in_picture(struct zm_dfpn_worker *worker, const char *name, struct zm_buffer *node,
                            struct zm_hash128 way[PICTURE_DEPTH + 1], size_t *count)
{
    return zm_kept_children_find(worker->search->kept, &worker->space, name,
                                 worker->search->root_key, node, way, PICTURE_DEPTH + 1, count);
}

static void lock(struct zm_dfpn_worker *worker, struct zm_bytes node, size_t depth)
{
    struct zm_wishes *wishes = worker->wishes;
    if (depth == 0 || depth >= ZM_LOCK_DEPTH)
        return;
    zm_buffer_set(&wishes->locked, node);
    for (size_t i = 0; i < depth; i++)
        wishes->path[i] = zm_dfpn_frame(worker, i)->key;
    wishes->path[depth] = zm_bytes_hash128(node);
    wishes->path_count = depth + 1;
}

enum { ZAPPED = 8 }; /* times dearer than it is */

/* Lock and favour of a node that is not near the branch, but that people see. */
static bool obey_in_picture(struct zm_dfpn_worker *worker, const struct zm_order *order)
{
    struct zm_wishes *wishes = worker->wishes;
    struct zm_hash128 way[PICTURE_DEPTH + 1];
    struct zm_buffer node = {0};
    size_t count = 0;
    bool lock_it = order->kind == ZM_ORDER_LOCK;
    bool found = (lock_it || (order->kind == ZM_ORDER_FAVOUR && order->coefficient >= 0)) &&
                 order->node != NULL && find_in_picture(worker, order->node, &node, way, &count);
    if (found && lock_it) {
        zm_buffer_set(&wishes->locked, zm_buffer_bytes(&node));
        memcpy(wishes->path, way, count * sizeof *way);
        wishes->path_count = count;
    } else if (found) {
        zm_wish_favour(wishes, way[count - 1], order->coefficient);
    }
    zm_buffer_free(&node);
    return found;
}

/* Whatever is obeyed, the search goes back to where it matters with what the table keeps. */
static void obey(void *context, const struct zm_order *order)
{
    struct zm_dfpn_worker *worker = context;
    struct zm_wishes *wishes = worker->wishes;
    struct zm_bytes node;
    size_t depth = 0;
    bool found = order->node != NULL && find_by_name(worker, order->node, &node, &depth);
    if (order->kind == ZM_ORDER_ZAP && order->level < worker->depth) {
        zm_wish_scale(wishes, zm_dfpn_frame(worker, order->level + 1)->key, ZAPPED);
        worker->worker.abandon = order->level + 1;
        return;
    }
    if (order->kind == ZM_ORDER_UNLOCK)
        zm_wish_unlock(wishes);
    else if (order->kind == ZM_ORDER_LOCK && found)
        lock(worker, node, depth);
    else if (order->kind == ZM_ORDER_FAVOUR && found && order->coefficient >= 0)
        zm_wish_favour(wishes, zm_bytes_hash128(node), order->coefficient);
    else if (order->kind != ZM_ORDER_RESTART && !obey_in_picture(worker, order))
        return;
    worker->worker.abandon = 0;
}

struct zm_branch zm_dfpn_branch(struct zm_dfpn_worker *worker, size_t depth)
{
    return (struct zm_branch){.space = &worker->space,
                              .context = worker,
                              .depth = depth,
                              .level = describe_level,
                              .obey = obey,
                              .child = describe_child,
                              .numbers = describe_node,
                              .below = list_below,
                              .root = worker->search->root,
                              .locked = zm_buffer_bytes(&worker->search->wishes.locked)};
}
