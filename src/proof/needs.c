/* Makes the graph of needs; see needs.h. What a fact needs is what verify.c asks for: in normal play an
 * option of each smaller nimber, and for each option that its nimber is known to be another, or that it
 * has an option known to have this one; in misère play see needs_sums.c. */
#include "proof/needs_inside.h"

#include "base/array.h"
#include "proof/check/nodes.h"

#include <stdlib.h>

enum { CACHE = 256 << 20, MOST_WAYS = 48 };

/* Room for one more; `array` is the address of a pointer to items of any type. */
static bool grow(void *array, size_t *capacity, size_t count, size_t size)
{
    void *memory;
    memcpy(&memory, array, sizeof memory);
    memory = zm_array_room(memory, capacity, count + 1, size);
    if (memory != NULL)
        memcpy(array, &memory, sizeof memory);
    return memory != NULL;
}

static size_t memory_of(const struct zm_needs *graph)
{
    return graph->fact_capacity * sizeof *graph->facts +
           graph->need_capacity * sizeof *graph->needs + graph->way_capacity * sizeof *graph->ways +
           graph->member_capacity * sizeof *graph->members + graph->keys.bytes.capacity;
}

static void add_fact(struct zm_needs_maker *maker, struct zm_bytes key, uint32_t nimber)
{
    struct zm_needs *graph = maker->graph;
    if (!grow(&graph->facts, &graph->fact_capacity, graph->fact_count, sizeof *graph->facts)) {
        maker->failed = true;
        return;
    }
    graph->facts[graph->fact_count++] = (struct zm_fact){.nimber = nimber};
    if (graph->fact_count > 1)
        zm_list_add(&graph->keys, key);
    maker->failed |= zm_list_failed(&graph->keys);
}

bool zm_needs_find(struct zm_needs_maker *maker, struct zm_bytes key, uint32_t *fact)
{
    uint32_t nimber;
    const void *found = zm_table_find(&maker->numbers, key);
    if (found != NULL) {
        memcpy(fact, found, sizeof *fact);
        return true;
    }
    if (!zm_certificate_get(maker->known, key, &nimber))
        return false;
    *fact = (uint32_t)maker->graph->fact_count;
    add_fact(maker, key, nimber);
    maker->failed |= !zm_certificate_put(&maker->numbers, key, *fact);
    return !maker->failed;
}

/* Adds the components begin .. end-1 but the one at `except` (SIZE_MAX: none); two equal ones
 * cancel. False: one is not known. */
static bool collect(struct zm_needs_maker *maker, const struct zm_list *components, size_t begin,
                    size_t end, size_t except, struct zm_needs_bag *bag)
{
    for (size_t i = begin; i < end; i++) {
        struct zm_bytes component = zm_list_at(components, i);
        uint32_t nimber, fact;
        if (i == except)
            continue;
        if (i + 1 < end && i + 1 != except &&
            zm_bytes_equal(component, zm_list_at(components, i + 1))) {
            i++;
            continue;
        }
        if (zm_known_by_rule(maker->instance, component, &nimber)) {
            bag->nimber ^= nimber;
            continue;
        }
        if (bag->count == ZM_NEEDS_MEMBERS || !zm_needs_find(maker, component, &fact))
            return false;
        bag->nimber ^= maker->graph->facts[fact].nimber;
        size_t place = bag->count++;
        for (; place > 0 && bag->members[place - 1] > fact; place--)
            bag->members[place] = bag->members[place - 1];
        bag->members[place] = fact;
    }
    return true;
}

static bool is_subset(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count)
{
    size_t j = 0;
    for (size_t i = 0; i < a_count; i++, j++) {
        while (j < b_count && b[j] < a[i])
            j++;
        if (j == b_count || b[j] != a[i])
            return false;
    }
    return true;
}

void zm_needs_add_way(struct zm_needs_maker *maker, size_t first, const struct zm_needs_bag *bag)
{
    struct zm_needs *graph = maker->graph;
    for (size_t w = first; w < graph->way_count; w++)
        if (is_subset(graph->members + graph->ways[w].first, graph->ways[w].count, bag->members,
                      bag->count))
            return;
    if (graph->way_count - first >= MOST_WAYS && bag->count > 1)
        return;
    if (!grow(&graph->ways, &graph->way_capacity, graph->way_count, sizeof *graph->ways)) {
        maker->failed = true;
        return;
    }
    graph->ways[graph->way_count++] =
        (struct zm_way){(uint32_t)graph->member_count, (uint32_t)bag->count};
    for (size_t i = 0; i < bag->count && !maker->failed; i++) {
        maker->failed = !grow(&graph->members, &graph->member_capacity, graph->member_count,
                              sizeof *graph->members);
        if (!maker->failed)
            graph->members[graph->member_count++] = bag->members[i];
    }
}

void zm_needs_add(struct zm_needs_maker *maker, uint32_t fact, struct zm_need need)
{
    struct zm_needs *graph = maker->graph;
    if (!grow(&graph->needs, &graph->need_capacity, graph->need_count, sizeof *graph->needs)) {
        maker->failed = true;
        return;
    }
    graph->needs[graph->need_count++] = need;
    graph->facts[fact].count++;
    maker->too_large |= memory_of(graph) + zm_table_memory(&maker->won) > maker->memory ||
                        graph->member_count > UINT32_MAX / 2;
}

/* Ends the need whose ways begin with `first`; one that nothing has to be known for is none. */
static void end_need(struct zm_needs_maker *maker, uint32_t fact, size_t first)
{
    struct zm_needs *graph = maker->graph;
    for (size_t w = first; w < graph->way_count; w++)
        if (graph->ways[w].count == 0) {
            graph->way_count = first;
            return;
        }
    zm_needs_add(maker, fact,
                 (struct zm_need){(uint32_t)first, (uint32_t)(graph->way_count - first)});
}

static void make_options(struct zm_needs_maker *maker, struct zm_bytes component,
                         struct zm_options *options)
{
    if (zm_option_cache_get(maker->cache, component, options))
        return;
    zm_nimber_options(maker->instance, component, options);
    maker->failed |= zm_list_failed(&options->components);
    zm_option_cache_put(maker->cache, component, options);
}

/* The ways to show that a sum has not the nimber `from`. */
static void add_differs(struct zm_needs_maker *maker, uint32_t fact,
                        const struct zm_list *components, size_t begin, size_t end, uint32_t from)
{
    size_t first = maker->graph->way_count;
    struct zm_needs_bag all = {0};
    if (end - begin == 1 && zm_nimber_exceeds(maker->instance, zm_list_at(components, begin), from))
        return;
    if (collect(maker, components, begin, end, SIZE_MAX, &all) && all.nimber != from)
        zm_needs_add_way(maker, first, &all);
    for (size_t i = begin; i < end && !maker->failed; i++) {
        struct zm_needs_bag base = {0};
        if (!collect(maker, components, begin, end, i, &base))
            continue;
        struct zm_options *deeper = &maker->deeper;
        make_options(maker, zm_list_at(components, i), deeper);
        for (size_t j = 0; j < deeper->count && !maker->failed; j++) {
            struct zm_needs_bag bag = base;
            if (collect(maker, &deeper->components, zm_options_begin(deeper, j), deeper->ends[j],
                        SIZE_MAX, &bag) &&
                bag.nimber == from)
                zm_needs_add_way(maker, first, &bag);
        }
    }
    end_need(maker, fact, first);
}

/* A component needs options of each smaller nimber, and none of its own. */
static void expand_component(struct zm_needs_maker *maker, uint32_t fact, struct zm_bytes key)
{
    struct zm_options *options = &maker->options;
    uint32_t nimber = maker->graph->facts[fact].nimber;
    make_options(maker, key, options);
    for (uint32_t wanted = 0; wanted < nimber && !maker->failed; wanted++) {
        size_t first = maker->graph->way_count;
        for (size_t i = 0; i < options->count; i++) {
            struct zm_needs_bag bag = {0};
            if (collect(maker, &options->components, zm_options_begin(options, i), options->ends[i],
                        SIZE_MAX, &bag) &&
                bag.nimber == wanted)
                zm_needs_add_way(maker, first, &bag);
        }
        end_need(maker, fact, first);
    }
    for (size_t i = 0; i < options->count && !maker->failed; i++)
        add_differs(maker, fact, &options->components, zm_options_begin(options, i),
                    options->ends[i], nimber);
}

static void expand_fact(struct zm_needs_maker *maker, uint32_t fact)
{
    struct zm_buffer key = {0};
    zm_buffer_set(&key, zm_list_at(&maker->graph->keys, fact - 1)); /* the list grows */
    maker->failed |= key.failed;
    maker->graph->facts[fact].first = (uint32_t)maker->graph->need_count;
    if (!maker->failed && maker->certificate->misere)
        zm_needs_expand_sum(maker, fact, zm_buffer_bytes(&key));
    else if (!maker->failed)
        expand_component(maker, fact, zm_buffer_bytes(&key));
    zm_buffer_free(&key);
}

/* The needs of the claim in normal play. */
static void claim_components(struct zm_needs_maker *maker)
{
    const struct zm_certificate *certificate = maker->certificate;
    for (size_t i = 0; i < certificate->cases.count && !maker->failed; i++) {
        struct zm_list sum = {0};
        zm_sum_components(zm_list_at(&certificate->cases, i), &sum);
        maker->failed |= zm_list_failed(&sum);
        if (certificate->claim == ZM_CLAIM_WIN) {
            add_differs(maker, 0, &sum, 0, sum.count, 0);
        } else {
            size_t first = maker->graph->way_count;
            struct zm_needs_bag bag = {0};
            if (collect(maker, &sum, 0, sum.count, SIZE_MAX, &bag))
                zm_needs_add_way(maker, first, &bag);
            end_need(maker, 0, first);
        }
        zm_list_free(&sum);
    }
}

/* Drops the ways of a need that have a hopeless member; false: none is left. */
static bool drop_hopeless_ways(struct zm_needs *graph, struct zm_need *need)
{
    uint32_t kept = 0;
    for (uint32_t w = 0; w < need->count; w++) {
        const struct zm_way way = graph->ways[need->first + w];
        bool hopeless = false;
        for (uint32_t m = 0; m < way.count && !hopeless; m++)
            hopeless = graph->facts[graph->members[way.first + m]].hopeless;
        if (!hopeless)
            graph->ways[need->first + kept++] = way;
    }
    need->count = kept;
    return kept > 0;
}

/* A fact with a need that no way meets does not follow, nor do facts that cannot do without it. */
static void find_hopeless(struct zm_needs *graph)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t f = 0; f < graph->fact_count; f++) {
            struct zm_fact *fact = &graph->facts[f];
            for (uint32_t n = 0; n < fact->count && !fact->hopeless; n++)
                if (!drop_hopeless_ways(graph, &graph->needs[fact->first + n]))
                    fact->hopeless = changed = true;
        }
    }
}

void zm_needs_close(struct zm_needs *needs)
{
    if (needs == NULL)
        return;
    zm_list_free(&needs->keys);
    free(needs->facts);
    free(needs->needs);
    free(needs->ways);
    free(needs->members);
    free(needs);
}

static enum zm_status make(struct zm_needs_maker *maker, struct zm_run *run, struct zm_error *error)
{
    const struct zm_nodes *nodes = maker->certificate->nodes;
    add_fact(maker, (struct zm_bytes){0}, 0);
    if (!maker->failed && maker->certificate->misere)
        zm_needs_claim_sums(maker);
    else if (!maker->failed)
        claim_components(maker);
    for (size_t f = 1; f < maker->graph->fact_count && !maker->failed && !maker->too_large; f++) {
        expand_fact(maker, (uint32_t)f);
        if (run != NULL && zm_run_poll(run, 0, f))
            return zm_fail(error, ZM_STOPPED, "stopped");
    }
    if (nodes != NULL && zm_nodes_check(nodes, NULL) != ZM_OK)
        return zm_nodes_check(nodes, error);
    if (maker->failed)
        return zm_fail_memory(error);
    if (maker->too_large)
        return ZM_OK;
    find_hopeless(maker->graph);
    return maker->graph->facts[0].hopeless
               ? zm_fail(error, ZM_WRONG, "the claim does not follow from the entries")
               : ZM_OK;
}

enum zm_status zm_needs_open(const struct zm_certificate *certificate, const struct zm_table *known,
                             size_t memory, struct zm_run *run, struct zm_needs **needs,
                             struct zm_error *error)
{
    struct zm_needs_maker maker = {.graph = calloc(1, sizeof *maker.graph),
                                   .certificate = certificate,
                                   .instance = &certificate->instance,
                                   .known = known,
                                   .cache = zm_option_cache_open(CACHE),
                                   .memory = memory};
    zm_table_init(&maker.numbers, sizeof(uint32_t));
    zm_table_init(&maker.won, sizeof(struct zm_need));
    zm_nodes_within(certificate->nodes, run);
    enum zm_status status = maker.graph == NULL || maker.cache == NULL ? zm_fail_memory(error)
                                                                       : make(&maker, run, error);
    zm_nodes_within(certificate->nodes, NULL);
    if (status != ZM_OK || maker.too_large) {
        zm_needs_close(maker.graph);
        maker.graph = NULL;
    }
    *needs = maker.graph;
    zm_table_free(&maker.numbers);
    zm_table_free(&maker.won);
    zm_option_cache_close(maker.cache);
    zm_options_free(&maker.options);
    zm_options_free(&maker.deeper);
    return status;
}
