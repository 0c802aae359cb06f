/* Misère quotients in a proof (theory/quotient.h): the items of the node that a claim is about, and
 * all that follows them, each with its options, are put into one quotient, an item after what its
 * options are made of. What would make the quotient too large stays outside, and so does all that
 * can be moved to it; about sums with an item outside nothing is said. The quotient proves itself
 * for all sums of what it has (theory/quotient_proof.c), so nothing here need be trusted but that
 * the options are those of the items. */
#include "proof/check/nodes_inside.h"

enum {
    MOST_ATOMS = 3000,     /* proving a new one takes the longer the more there are */
    MOST_FAILURES = 20,    /* that are tried in vain, which takes longest */
    MOST_LISTED = 1 << 23, /* options of components: all that so many heaps have as atoms */
    MOST_OUTCOMES = 200000,
    MOST_CASES = 10000,
};

enum state { READY, WAITS, OUTSIDE, FAILED };

struct making {
    struct zm_nodes *nodes;
    struct zm_tree_set stack, terms, ends; /* items that wait; the options of one, as atoms */
    size_t failures, listed;
};

/* What is known of an item: its atom plus 1, or 0 for one that is outside; false: it was not tried.
 */
static bool known(const struct zm_nodes *nodes, uint32_t item, uint32_t *atom)
{
    const void *value = zm_table_find(&nodes->atoms, zm_bytes(&item, sizeof item));
    if (value != NULL)
        memcpy(atom, value, sizeof *atom);
    return value != NULL;
}

static bool set_known(struct zm_nodes *nodes, uint32_t item, uint32_t atom)
{
    void *value = zm_table_insert(&nodes->atoms, zm_bytes(&item, sizeof item), NULL);
    if (value != NULL)
        memcpy(value, &atom, sizeof atom);
    return value != NULL;
}

/* Adds an item to the option that is being made, or to the stack when it was not tried. */
static enum state add_item(struct making *m, uint32_t item)
{
    uint32_t atom;
    if (!known(m->nodes, item, &atom))
        return zm_tree_set_add(&m->stack, item) ? WAITS : FAILED;
    if (atom == 0)
        return OUTSIDE;
    return zm_tree_set_add(&m->terms, atom - 1) ? READY : FAILED;
}

static enum state worse(enum state a, enum state b)
{
    return a > b ? a : b;
}

static enum state list_tree(struct making *m, uint32_t tree)
{
    struct zm_parts *parts = &m->nodes->parts;
    struct zm_tree_set children = {0}, sum = {0};
    enum state state = zm_tree_children(&parts->forest, tree, &children) ? READY : FAILED;
    for (size_t i = 0; state < OUTSIDE && i < children.count; i++) {
        sum.count = 0;
        if (!zm_parts_fold_tree(parts, children.items[i], &sum))
            state = FAILED;
        for (size_t k = 0; state < OUTSIDE && k < sum.count; k++)
            state = worse(state, add_item(m, sum.items[k]));
        if (state < OUTSIDE && !zm_tree_set_add(&m->ends, (uint32_t)m->terms.count))
            state = FAILED;
    }
    zm_tree_set_free(&children);
    zm_tree_set_free(&sum);
    return state;
}

static enum state list_component(struct making *m, uint32_t component)
{
    bool fresh = m->nodes->parts.items[component].options == NULL;
    const uint32_t *at = zm_part_options(&m->nodes->parts, component);
    enum state state = at == NULL ? FAILED : READY;
    m->listed += fresh && at != NULL ? *at : 0;
    for (uint32_t options = at == NULL ? 0 : *at++; state < OUTSIDE && options > 0; options--) {
        for (uint32_t items = *at++; state < OUTSIDE && items > 0; items--)
            state = worse(state, add_item(m, *at++));
        if (state < OUTSIDE && !zm_tree_set_add(&m->ends, (uint32_t)m->terms.count))
            state = FAILED;
    }
    return state;
}

/* Tries an item whose options are all atoms; false without memory. */
static bool add_atom(struct making *m, uint32_t item)
{
    struct zm_quotient *quotient = m->nodes->quotient;
    struct zm_error error;
    uint32_t atom = (uint32_t)zm_quotient_atoms(quotient);
    enum zm_status status =
        zm_quotient_add(quotient, m->terms.items, m->ends.items, m->ends.count, &error);
    m->failures += status == ZM_STOPPED;
    return (status == ZM_OK || status == ZM_STOPPED) &&
           set_known(m->nodes, item, status == ZM_OK ? atom + 1 : 0);
}

/* Takes the item on top of the stack, or puts on it what that waits for. */
static bool step(struct making *m)
{
    size_t height = m->stack.count;
    uint32_t item = m->stack.items[height - 1], atom;
    enum state state = READY;
    bool tried = known(m->nodes, item, &atom);
    m->terms.count = m->ends.count = 0;
    if (!tried)
        state = item % 2 == 0 ? list_tree(m, item / 2) : list_component(m, item / 2);
    if (state == WAITS)
        return true;
    m->stack.count = height - 1;
    return state != FAILED &&
           (tried || (state == OUTSIDE ? set_known(m->nodes, item, 0) : add_atom(m, item)));
}

bool zm_nodes_make_quotient(struct zm_nodes *nodes, struct zm_bytes node, size_t order)
{
    struct making m = {.nodes = nodes};
    struct zm_run *run = nodes->parts.run;
    nodes->quotient = zm_quotient_open(order);
    bool ok = nodes->quotient != NULL;
    if (ok)
        zm_quotient_set_effort(nodes->quotient, MOST_OUTCOMES, MOST_CASES);
    for (size_t i = zm_node_count(node); ok && i-- > 0;)
        ok = zm_tree_set_add(&m.stack, zm_node_item(node, i));
    while (ok && m.stack.count > 0 && m.failures < MOST_FAILURES && m.listed < MOST_LISTED &&
           zm_quotient_atoms(nodes->quotient) < MOST_ATOMS) {
        ok = step(&m);
        if (run != NULL && zm_run_look(run) && nodes->parts.status == ZM_OK)
            nodes->parts.status = ZM_STOPPED;
        ok = ok && nodes->parts.status == ZM_OK;
    }
    zm_tree_set_free(&m.stack);
    zm_tree_set_free(&m.terms);
    zm_tree_set_free(&m.ends);
    return ok;
}

enum zm_outcome zm_nodes_by_quotient(const struct zm_nodes *nodes, struct zm_bytes node)
{
    uint16_t value = 0;
    for (size_t i = 0; i < zm_node_count(node); i++) {
        uint32_t atom;
        if (!known(nodes, zm_node_item(node, i), &atom) || atom == 0)
            return ZM_UNDECIDED;
        value = zm_quotient_product(nodes->quotient, value,
                                    zm_quotient_value(nodes->quotient, atom - 1));
    }
    return zm_quotient_lost(nodes->quotient, value) ? ZM_LOSS : ZM_WIN;
}
