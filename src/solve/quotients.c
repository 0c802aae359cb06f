/* Misère quotients of closed sets of positions; see quotients.h.
 *
 * Components with the same reduced tree are one atom: the one with the shortest longest play stands
 * for them. The components that its options are made of have shorter plays, and so have the ones
 * that stand for those: atoms come in an order where options are made of earlier atoms. */
#include "solve/quotients.h"

#include "solve/rct_base.h"

#include <stdlib.h>

struct making {
    struct zm_components components;
    struct zm_rct_base base;
    struct zm_sum_list sums;
    uint32_t *plays;    /* by component: the longest play */
    uint32_t *by_plays; /* components, shortest plays first */
    uint32_t *atoms;    /* by tree: its atom */
    struct zm_tree_set terms, ends;
};

static bool measure(struct making *m)
{
    size_t count = m->base.order.count;
    m->plays = calloc(m->components.count + 1, sizeof *m->plays);
    m->by_plays = malloc((count + 1) * sizeof *m->by_plays);
    m->atoms = malloc(m->base.forest.count * sizeof *m->atoms);
    if (m->plays == NULL || m->by_plays == NULL || m->atoms == NULL)
        return false;
    memset(m->atoms, 0xff, m->base.forest.count * sizeof *m->atoms);
    uint32_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t component = m->base.order.items[i];
        zm_component_options(&m->components, component, &m->sums);
        if (m->sums.failed)
            return false;
        for (size_t k = 0; k < m->sums.count; k++) {
            uint32_t plays = 1;
            for (size_t j = zm_sum_begin(&m->sums, k); j < m->sums.ends[k]; j++)
                plays += m->plays[m->sums.terms[j]];
            if (plays > m->plays[component])
                m->plays[component] = plays;
        }
        if (m->plays[component] > longest)
            longest = m->plays[component];
    }
    size_t sorted = 0;
    for (uint32_t plays = 0; plays <= longest; plays++)
        for (size_t i = 0; i < count; i++)
            if (m->plays[m->base.order.items[i]] == plays)
                m->by_plays[sorted++] = m->base.order.items[i];
    return true;
}

static enum zm_status add_atom(struct making *m, uint32_t component,
                               struct zm_position_quotient *found, struct zm_error *error)
{
    uint32_t tree = m->base.trees[component];
    if (m->atoms[tree] != UINT32_MAX)
        return ZM_OK;
    m->atoms[tree] = (uint32_t)zm_quotient_atoms(found->quotient);
    zm_component_options(&m->components, component, &m->sums);
    bool ok = !m->sums.failed;
    m->terms.count = m->ends.count = 0;
    for (size_t i = 0; ok && i < m->sums.count; i++) {
        for (size_t k = zm_sum_begin(&m->sums, i); ok && k < m->sums.ends[i]; k++)
            ok = zm_tree_set_add(&m->terms, m->atoms[m->base.trees[m->sums.terms[k]]]);
        ok = ok && zm_tree_set_add(&m->ends, (uint32_t)m->terms.count);
    }
    struct zm_buffer text = {0};
    m->components.game.game->sums->print(m->components.game.state,
                                         zm_component_bytes(&m->components, component), &text);
    zm_list_add(&found->atoms, zm_buffer_bytes(&text));
    ok = ok && !text.failed && !zm_list_failed(&found->atoms);
    zm_buffer_free(&text);
    if (!ok)
        return zm_fail_memory(error);
    return zm_quotient_add(found->quotient, m->terms.items, m->ends.items, m->ends.count, error);
}

static enum zm_status make(struct making *m, struct zm_bytes position, struct zm_run *run,
                           struct zm_position_quotient *found, struct zm_error *error)
{
    enum zm_status status = zm_rct_base_add(&m->base, position, error);
    if (status == ZM_OK && !measure(m))
        status = zm_fail_memory(error);
    found->components = m->base.order.count;
    for (size_t i = 0; status == ZM_OK && i < m->base.order.count; i++) {
        status = add_atom(m, m->by_plays[i], found, error);
        if (status == ZM_OK && zm_run_poll(run, 0, i))
            status = zm_fail(error, ZM_STOPPED, "stopped after %zu components", i + 1);
        else if (status == ZM_STOPPED)
            zm_error_context(error, "at component %zu of %zu", i + 1, m->base.order.count);
    }
    if (status != ZM_OK)
        return status;
    zm_sum_list_clear(&m->sums);
    zm_components_split(&m->components, position, &m->sums);
    for (size_t i = 0; i < m->sums.term_count; i++)
        found->value = zm_quotient_product(
            found->quotient, found->value,
            zm_quotient_value(found->quotient, m->atoms[m->base.trees[m->sums.terms[i]]]));
    return m->sums.failed ? zm_fail_memory(error) : ZM_OK;
}

enum zm_status zm_position_quotient_find(const struct zm_problem *problem, struct zm_bytes position,
                                         size_t order, struct zm_position_quotient *found,
                                         struct zm_error *error)
{
    struct making m = {0};
    *found = (struct zm_position_quotient){.quotient = zm_quotient_open(order)};
    enum zm_status status = found->quotient == NULL
                                ? zm_fail_memory(error)
                                : zm_expect_all_moves(problem->game, "a quotient", error);
    if (status == ZM_OK)
        status = zm_components_open(&m.components, problem, error);
    if (status != ZM_OK)
        return status;
    status = zm_rct_base_open(&m.base, &m.components, problem->run, error);
    if (status == ZM_OK)
        status = make(&m, position, problem->run, found, error);
    zm_rct_base_close(&m.base);
    zm_components_close(&m.components);
    zm_sum_list_free(&m.sums);
    free(m.plays);
    free(m.by_plays);
    free(m.atoms);
    zm_tree_set_free(&m.terms);
    zm_tree_set_free(&m.ends);
    return status;
}
