/* Misère quotients inside the search; see misere_quotient.h. What is to be put into the set waits
 * on a stack until all that its options are made of is there. */
#include "solve/misere_quotient.h"

#define OUTSIDE UINT32_MAX

enum {
    MOST_ATOMS = 3000,  /* in the set: proving a new one takes the longer the more there are */
    MOST_FAILURES = 20, /* that are tried in vain, which takes longest */
    MOST_OUTCOMES = 200000,
    MOST_CASES = 10000,
};

bool zm_misere_quotient_open(struct zm_misere_quotient *quotient, size_t order)
{
    *quotient = (struct zm_misere_quotient){.quotient = zm_quotient_open(order)};
    if (quotient->quotient == NULL)
        return false;
    zm_quotient_set_effort(quotient->quotient, MOST_OUTCOMES, MOST_CASES);
    return true;
}

void zm_misere_quotient_close(struct zm_misere_quotient *quotient)
{
    zm_quotient_close(quotient->quotient);
    zm_tree_set_free(&quotient->trees);
    zm_tree_set_free(&quotient->components);
    zm_tree_set_free(&quotient->stack);
    zm_tree_set_free(&quotient->terms);
    zm_tree_set_free(&quotient->ends);
    zm_tree_set_free(&quotient->children);
    zm_sum_list_free(&quotient->sums);
}

/* A tree or a component as one number. */
static uint32_t tree_item(uint32_t tree)
{
    return tree << 1;
}

static uint32_t component_item(uint32_t component)
{
    return component << 1 | 1;
}

/* Where it is written what is known of an item; NULL without memory. */
static uint32_t *known(struct zm_misere_quotient *q, uint32_t item)
{
    struct zm_tree_set *set = item & 1 ? &q->components : &q->trees;
    while (set->count <= item >> 1)
        if (!zm_tree_set_add(set, 0))
            return NULL;
    return &set->items[item >> 1];
}

enum step { READY, WAITS, BEYOND, FAILED };

/* Adds an item to the option that is being made: as its atom, or on the stack when it is not tried.
 */
static enum step add_item(struct zm_misere_quotient *q, uint32_t item)
{
    uint32_t *atom = known(q, item);
    if (atom == NULL)
        return FAILED;
    if (*atom == OUTSIDE)
        return BEYOND;
    bool added =
        *atom == 0 ? zm_tree_set_add(&q->stack, item) : zm_tree_set_add(&q->terms, *atom - 1);
    return !added ? FAILED : *atom == 0 ? WAITS : READY;
}

static enum step worse(enum step a, enum step b)
{
    return a > b ? a : b;
}

/* A heap of 1 beside a tree is an atom of its own; 0 is nothing. */
static enum step add_tree(struct zm_misere_quotient *q, struct zm_rct_base *base, uint32_t tree)
{
    const struct zm_tree *t = zm_tree_at(&base->forest, tree);
    enum step step = READY;
    if (t->plus_one && t->twin != ZM_TREE_ZERO) {
        uint32_t one = zm_tree_heap(&base->forest, 1);
        step = one == ZM_NO_TREE ? FAILED : add_item(q, tree_item(one));
        tree = zm_tree_at(&base->forest, tree)->twin;
    }
    return tree == ZM_TREE_ZERO ? step : worse(step, add_item(q, tree_item(tree)));
}

static enum step add_component(struct zm_misere_quotient *q, struct zm_rct_base *base,
                               uint32_t component)
{
    bool ok = true;
    uint32_t tree = zm_rct_base_tree(base, component, &ok);
    if (!ok)
        return FAILED;
    return tree != ZM_NO_TREE ? add_tree(q, base, tree) : add_item(q, component_item(component));
}

/* Sets terms and ends to the options of an item; what is not tried yet goes on the stack. */
static enum step options_of(struct zm_misere_quotient *q, struct zm_rct_base *base, uint32_t item)
{
    enum step step = READY;
    q->terms.count = q->ends.count = 0;
    if (item & 1) {
        zm_component_options(base->components, item >> 1, &q->sums);
        if (q->sums.failed)
            return FAILED;
        for (size_t i = 0; step < BEYOND && i < q->sums.count; i++) {
            for (size_t k = zm_sum_begin(&q->sums, i); step < BEYOND && k < q->sums.ends[i]; k++)
                step = worse(step, add_component(q, base, q->sums.terms[k]));
            if (!zm_tree_set_add(&q->ends, (uint32_t)q->terms.count))
                return FAILED;
        }
        return step;
    }
    q->children.count = 0;
    if (!zm_tree_children(&base->forest, item >> 1, &q->children))
        return FAILED;
    for (size_t i = 0; step < BEYOND && i < q->children.count; i++) {
        step = worse(step, add_tree(q, base, q->children.items[i]));
        if (!zm_tree_set_add(&q->ends, (uint32_t)q->terms.count))
            return FAILED;
    }
    return step;
}

/* Puts an item whose options are ready into the set, or marks it as outside. */
static bool add_atom(struct zm_misere_quotient *q, uint32_t item)
{
    uint32_t atom = (uint32_t)zm_quotient_atoms(q->quotient);
    struct zm_error error;
    enum zm_status status =
        zm_quotient_add(q->quotient, q->terms.items, q->ends.items, q->ends.count, &error);
    q->failures += status == ZM_STOPPED;
    *known(q, item) = status == ZM_OK ? atom + 1 : OUTSIDE;
    return status == ZM_OK || status == ZM_STOPPED;
}

static bool is_full(const struct zm_misere_quotient *q)
{
    return q->failures >= MOST_FAILURES || zm_quotient_atoms(q->quotient) >= MOST_ATOMS;
}

/* Tries all that is on the stack; false without memory. */
static bool work(struct zm_misere_quotient *q, struct zm_rct_base *base)
{
    while (q->stack.count > 0 && !is_full(q) && !zm_run_stopped(base->run)) {
        size_t height = q->stack.count;
        uint32_t item = q->stack.items[height - 1], *atom = known(q, item);
        enum step step = atom == NULL ? FAILED : *atom != 0 ? READY : options_of(q, base, item);
        if (step == FAILED)
            return false;
        if (step == WAITS)
            continue;
        q->stack.count = height - 1;
        atom = known(q, item);
        if (step == BEYOND)
            *atom = OUTSIDE;
        else if (*atom == 0 && !add_atom(q, item))
            return false;
    }
    return true;
}

/* The terms of the node, as atoms. */
static enum step node_terms(struct zm_misere_quotient *q, struct zm_rct_base *base,
                            const struct zm_misere_node *node)
{
    enum step step = READY;
    uint32_t one = zm_tree_heap(&base->forest, 1);
    q->terms.count = q->stack.count = 0;
    if (one == ZM_NO_TREE)
        return FAILED;
    if (node->one)
        step = add_tree(q, base, one);
    for (size_t i = 0; step < BEYOND && i < node->trees.count; i++)
        step = worse(step, add_tree(q, base, node->trees.items[i]));
    for (size_t i = 0; step < BEYOND && i < node->components.count; i++)
        step = worse(step, add_component(q, base, node->components.items[i]));
    return step;
}

enum zm_verdict zm_misere_quotient_verdict(struct zm_misere_quotient *quotient,
                                           struct zm_rct_base *base,
                                           const struct zm_misere_node *node, bool *ok)
{
    enum step step = node_terms(quotient, base, node);
    if (step == WAITS && !is_full(quotient))
        step = work(quotient, base) ? node_terms(quotient, base, node) : FAILED;
    *ok = *ok && step != FAILED;
    if (step != READY)
        return ZM_OPEN;
    uint16_t value = 0;
    for (size_t i = 0; i < quotient->terms.count; i++)
        value =
            zm_quotient_product(quotient->quotient, value,
                                zm_quotient_value(quotient->quotient, quotient->terms.items[i]));
    return zm_quotient_lost(quotient->quotient, value) ? ZM_LOST : ZM_WON;
}
