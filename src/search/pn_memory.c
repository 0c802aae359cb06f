/* A best-first proof-number search in a limited memory: beginning again with what is stored,
 * folding the parts that matter least, and at last deciding leaves depth-first; see proof_number.c.
 */
#include "search/dfpn.h"
#include "search/pn.h"
#include "store/store.h"

#include <math.h>

/* Folds the developed node that matters least (at each step down, the costliest developed child)
 * back into a leaf with the numbers it has. False: nothing but the root is developed. */
static bool fold_one(struct zm_pn *pn)
{
    uint32_t id = pn->root;
    for (;;) {
        const struct zm_pn_node *node = zm_pn_at(pn, id);
        uint32_t worst = ZM_PN_NONE;
        double most = -1;
        for (uint32_t i = 0; i < node->child_count; i++) {
            const struct zm_pn_node *child = zm_pn_at(pn, node->children[i]);
            double cost =
                node->kind == ZM_PN_SUM ? fmin(child->proof, child->disproof) : child->disproof;
            if (child->expanded && node->children[i] != pn->locked && cost > most) {
                most = cost;
                worst = node->children[i];
            }
        }
        if (worst == ZM_PN_NONE)
            break;
        id = worst;
    }
    if (id == pn->root)
        return false;
    zm_pn_unlink_all(&pn->graph, id);
    zm_pn_at(pn, id)->expanded = false;
    zm_pn_at(pn, id)->kind = ZM_PN_ORDINARY;
    return true;
}

void zm_pn_plant_root(struct zm_pn *pn, struct zm_bytes node)
{
    pn->root = zm_pn_make(&pn->graph, node);
    pn->locked = ZM_PN_NONE;
    if (pn->root != ZM_PN_NONE)
        zm_pn_at(pn, pn->root)->pinned = true;
}

void zm_pn_begin_again(struct zm_pn *pn)
{
    struct zm_buffer root = {0};
    zm_buffer_set(&root, zm_pn_at(pn, pn->root)->bytes);
    zm_pn_graph_free(&pn->graph);
    pn->queue_count = pn->path_count = 0;
    zm_pn_plant_root(pn, zm_buffer_bytes(&root));
    pn->graph.failed |= root.failed;
    zm_buffer_free(&root);
    pn->restart = false;
}

/* A restart pays only when much was stored since the last one, and folding only when it does not go
 * round in circles. */
void zm_pn_make_room(struct zm_pn *pn)
{
    uint64_t stored = zm_store_stats(pn->run->store).entries;
    if (!pn->fold_when_full && stored > pn->stored_at_restart + pn->stored_at_restart / 4) {
        pn->stored_at_restart = stored;
        zm_pn_begin_again(pn);
        return;
    }
    if (stored > pn->stored_at_fold)
        pn->folds = 0;
    pn->stored_at_fold = stored;
    for (; pn->graph.memory > pn->memory / 8 * 7 && fold_one(pn); pn->folds++)
        ;
    pn->stuck = pn->folds > pn->graph.count && !pn->inner;
}

void zm_pn_decide_leaf(struct zm_pn *pn, uint32_t id)
{
    if (pn->deep == NULL &&
        zm_dfpn_open_within(&pn->space, pn->deep_memory, &pn->deep, NULL) != ZM_OK) {
        pn->graph.failed = true;
        return;
    }
    enum zm_verdict verdict = zm_dfpn.decide(pn->deep, zm_pn_at(pn, id)->bytes);
    if (verdict != ZM_OPEN)
        zm_pn_solve(pn, id, verdict);
}
