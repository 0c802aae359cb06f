/* How the best-first proof-number search is seen and steered: the branch it walks along, the
 * children of each level, the first levels of the tree, and what people order. Called at a leaf,
 * before it is developed. */
#include "search/branch.h"
#include "search/pn.h"

#include <string.h>

static void level(void *context, size_t depth, struct zm_branch_level *level)
{
    const struct zm_pn *pn = context;
    const struct zm_pn_node *node = zm_pn_at(pn, pn->path[depth]);
    *level = (struct zm_branch_level){.node = node->bytes,
                                      .sum = node->kind == ZM_PN_SUM,
                                      .same = node->kind == ZM_PN_SAME,
                                      .children = node->child_count,
                                      .unknown = node->child_count,
                                      .proof = node->proof,
                                      .disproof = node->disproof};
    for (uint32_t i = 0; depth + 1 < pn->path_count && i < node->child_count; i++)
        if (node->children[i] == pn->path[depth + 1])
            level->current = i;
}

static void tell(const struct zm_pn_node *node, struct zm_branch_child *told)
{
    *told = (struct zm_branch_child){.node = node->bytes,
                                     .proof = node->proof,
                                     .disproof = node->disproof,
                                     .unknown = node->expanded ? (double)node->child_count : -1,
                                     .size = node->visits};
}

static void child(void *context, size_t depth, size_t index, struct zm_branch_child *child)
{
    const struct zm_pn *pn = context;
    tell(zm_pn_at(pn, zm_pn_at(pn, pn->path[depth])->children[index]), child);
}

/* For the picture of the first levels. */

static void numbers(void *context, struct zm_bytes bytes, struct zm_branch_child *told)
{
    const struct zm_pn *pn = context;
    uint32_t id = zm_pn_find(&pn->graph, bytes);
    if (id != ZM_PN_NONE)
        tell(zm_pn_at(pn, id), told);
}

static void below(void *context, struct zm_bytes bytes, struct zm_branch_children *children)
{
    const struct zm_pn *pn = context;
    uint32_t id = zm_pn_find(&pn->graph, bytes);
    if (id == ZM_PN_NONE || !zm_pn_at(pn, id)->expanded)
        return;
    const struct zm_pn_node *node = zm_pn_at(pn, id);
    children->sum = node->kind == ZM_PN_SUM;
    for (uint32_t i = 0; i < node->child_count; i++) {
        struct zm_branch_child told;
        tell(zm_pn_at(pn, node->children[i]), &told);
        zm_branch_add_child(children, &told);
    }
}

/* The open node that people call `name`. */
static uint32_t find_by_name(struct zm_pn *pn, const char *name)
{
    struct zm_buffer text = {0};
    uint32_t found = ZM_PN_NONE;
    for (uint32_t i = 0; i < pn->graph.capacity && found == ZM_PN_NONE; i++) {
        if (zm_pn_at(pn, i)->bytes.data == NULL)
            continue;
        zm_buffer_clear(&text);
        pn->space.describe(pn->space.state, zm_pn_at(pn, i)->bytes, &text);
        if (strcmp(zm_buffer_string(&text), name) == 0)
            found = i;
    }
    zm_buffer_free(&text);
    return found;
}

void zm_pn_unlock(struct zm_pn *pn)
{
    if (pn->locked != ZM_PN_NONE)
        zm_pn_unpin(&pn->graph, pn->locked);
    pn->locked = ZM_PN_NONE;
}

/* Orders come while the walk stands at a leaf: letting a locked node go now could take that leaf
 * with it. */
static void lock_soon(struct zm_pn *pn, uint32_t node)
{
    pn->lock_next = node;
    pn->relock = true;
}

static void relock(struct zm_pn *pn)
{
    pn->relock = false;
    if (pn->lock_next != ZM_PN_NONE && pn->lock_next == pn->locked)
        return;
    if (pn->lock_next != ZM_PN_NONE)
        zm_pn_at(pn, pn->lock_next)->pinned = true;
    zm_pn_unlock(pn);
    pn->locked = pn->lock_next;
}

static void obey(void *context, const struct zm_order *order)
{
    struct zm_pn *pn = context;
    uint32_t node = order->node == NULL ? ZM_PN_NONE : find_by_name(pn, order->node);
    switch (order->kind) {
    case ZM_ORDER_LOCK:
        if (node == pn->root || (node != ZM_PN_NONE && zm_pn_at(pn, node)->verdict != ZM_OPEN))
            node = ZM_PN_NONE;
        lock_soon(pn, node);
        break;
    case ZM_ORDER_UNLOCK:
        lock_soon(pn, ZM_PN_NONE);
        break;
    case ZM_ORDER_FAVOUR:
        if (node != ZM_PN_NONE && order->coefficient >= 0) {
            zm_pn_at(pn, node)->coefficient = order->coefficient;
            zm_pn_enqueue(pn, node);
        }
        break;
    case ZM_ORDER_RESTART:
        pn->restart = true;
        break;
    default:
        break;
    }
}

bool zm_pn_show(struct zm_pn *pn)
{
    struct zm_branch branch = {.space = &pn->space,
                               .context = pn,
                               .depth = pn->path_count - 1,
                               .level = level,
                               .obey = obey,
                               .child = child,
                               .numbers = numbers,
                               .below = below,
                               .root = zm_pn_at(pn, pn->root)->bytes};
    if (pn->locked != ZM_PN_NONE)
        branch.locked = zm_pn_at(pn, pn->locked)->bytes;
    zm_branch_tick(&branch, NULL);
    bool moved = pn->relock;
    if (moved)
        relock(pn);
    return moved || pn->restart || zm_run_stopped(pn->run);
}
