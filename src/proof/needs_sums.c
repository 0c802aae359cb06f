/* What lost sums of misère play need, for the graph of needs (needs.h): that each of their options is
 * won. Theory may tell that (nodes.h); else an option of it must be a fact, so that a way is a single
 * fact. Many lost sums share options: what each of these needs is found once. */
#include "proof/needs_inside.h"

#include "proof/misere_sums.h"

/* Lists the options of a sum, each once; true: it has no moves at all. */
static bool list_options(struct zm_needs_maker *maker, struct zm_bytes sum, struct zm_list *options)
{
    bool over = false;
    maker->failed |= zm_sum_all_options(maker->certificate, sum, options, &over, NULL) != ZM_OK;
    zm_list_sort(options, true);
    return over;
}

/* Makes the ways to show that a sum is won: its options that are known to be lost. True: it is, and
 * needs nothing, since it is over or theory knows such an option. */
static bool make_ways(struct zm_needs_maker *maker, struct zm_bytes sum)
{
    struct zm_list options = {0};
    size_t first = maker->graph->way_count;
    bool won = list_options(maker, sum, &options);
    for (size_t i = 0; i < options.count && !won && !maker->failed; i++) {
        struct zm_needs_bag bag = {.count = 1};
        enum zm_outcome outcome = zm_sum_theory(maker->certificate, zm_list_at(&options, i));
        won = outcome == ZM_LOSS;
        if (outcome == ZM_UNDECIDED &&
            zm_needs_find(maker, zm_list_at(&options, i), &bag.members[0]))
            zm_needs_add_way(maker, first, &bag);
    }
    zm_list_free(&options);
    if (won)
        maker->graph->way_count = first;
    return won;
}

/* Adds to a fact the need that a sum is won. */
static void need_won(struct zm_needs_maker *maker, uint32_t fact, struct zm_bytes sum)
{
    struct zm_need need = {(uint32_t)maker->graph->way_count, 0};
    if (zm_sum_theory(maker->certificate, sum) == ZM_WIN)
        return;
    void *found = zm_table_find(&maker->won, sum);
    if (found != NULL) {
        memcpy(&need, found, sizeof need);
    } else {
        if (make_ways(maker, sum))
            need.first = UINT32_MAX; /* nothing is needed */
        else
            need.count = (uint32_t)(maker->graph->way_count - need.first);
        void *value = zm_table_insert(&maker->won, sum, NULL);
        maker->failed |= value == NULL;
        if (value != NULL)
            memcpy(value, &need, sizeof need);
    }
    if (need.first != UINT32_MAX)
        zm_needs_add(maker, fact, need);
}

void zm_needs_expand_sum(struct zm_needs_maker *maker, uint32_t fact, struct zm_bytes key)
{
    struct zm_list options = {0};
    if (list_options(maker, key, &options) && !maker->failed)
        maker->graph->facts[fact].hopeless = true; /* who cannot move wins */
    for (size_t i = 0; i < options.count && !maker->failed && !maker->too_large; i++)
        need_won(maker, fact, zm_list_at(&options, i));
    zm_list_free(&options);
}

/* Adds to the claim the need that a sum is a fact. */
static void need_lost(struct zm_needs_maker *maker, struct zm_bytes sum)
{
    struct zm_need need = {(uint32_t)maker->graph->way_count, 0};
    struct zm_needs_bag bag = {.count = 1};
    if (zm_sum_theory(maker->certificate, sum) == ZM_LOSS)
        return;
    if (zm_needs_find(maker, sum, &bag.members[0])) {
        zm_needs_add_way(maker, need.first, &bag);
        need.count = 1;
    }
    zm_needs_add(maker, 0, need);
}

void zm_needs_claim_sums(struct zm_needs_maker *maker)
{
    const struct zm_certificate *certificate = maker->certificate;
    for (size_t i = 0; i < certificate->cases.count && !maker->failed; i++) {
        struct zm_buffer sum = {0};
        if (certificate->nodes == NULL)
            zm_buffer_set(&sum, zm_list_at(&certificate->cases, i));
        else if (zm_certificate_node(certificate, i, &sum, NULL) != ZM_OK)
            maker->failed = true;
        maker->failed |= sum.failed;
        if (!maker->failed && certificate->claim == ZM_CLAIM_WIN)
            need_won(maker, 0, zm_buffer_bytes(&sum));
        else if (!maker->failed)
            need_lost(maker, zm_buffer_bytes(&sum));
        zm_buffer_free(&sum);
    }
}
