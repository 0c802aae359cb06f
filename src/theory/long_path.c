/* Long simple paths and cycles; see long_path.h. */
#include "theory/long_path.h"

#include "theory/matching.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_EXCHANGE = 5, /* vertices whose successors one step may change */
    POLL_STEPS = 4096,
    COOLING_STEPS = 400000, /* from hot to cold, then hot again */
};

struct annealer {
    const struct zm_digraph *graph;
    const struct zm_long_path_limits *limits;
    struct zm_random *random;
    struct zm_long_path *best;
    uint32_t size;   /* vertices, with the hinge between end and start of the path */
    uint32_t *next;  /* the permutation */
    uint32_t *prior; /* its inverse */
    uint32_t *seen;  /* a stamp for each vertex */
    uint32_t stamp;
    double worth;
    uint32_t main_length; /* of the cycle through the hinge */
};

static bool is_hinge(const struct annealer *a, uint32_t vertex)
{
    return vertex == a->graph->count;
}

/* May the permutation send `tail` to `head`? To itself always: it is then not visited. */
static bool allowed(const struct annealer *a, uint32_t tail, uint32_t head)
{
    if (tail == head || is_hinge(a, head))
        return true;
    if (is_hinge(a, tail))
        return a->limits->starts == NULL || a->limits->starts[head];
    return zm_digraph_has_arc(a->graph, tail, head);
}

static uint32_t random_head(struct annealer *a, uint32_t tail)
{
    if (is_hinge(a, tail))
        return (uint32_t)zm_random_below(a->random, a->graph->count);
    uint32_t degree = zm_digraph_degree(a->graph, tail);
    uint32_t pick = (uint32_t)zm_random_below(a->random, degree + 2);
    if (pick < degree)
        return a->graph->heads[a->graph->starts[tail] + pick];
    return pick == degree ? tail : a->graph->count;
}

/* Walks all cycles: the worth of the permutation, and the length of its main cycle. */
static double weigh(struct annealer *a)
{
    uint32_t covered = 0, cycles = 0;
    a->stamp++;
    a->main_length = 0;
    for (uint32_t v = 0; v < a->size; v++) {
        if (a->seen[v] == a->stamp || a->next[v] == v)
            continue;
        uint32_t length = 0;
        bool main = false;
        for (uint32_t w = v; a->seen[w] != a->stamp; w = a->next[w]) {
            a->seen[w] = a->stamp;
            main = main || is_hinge(a, w);
            length++;
        }
        covered += length;
        cycles++;
        a->main_length = main ? length : a->main_length;
    }
    uint32_t others = cycles - (a->main_length > 0);
    return 0.4 * a->main_length + 0.6 * covered - 1.5 * others;
}

/* The successors that a step changes, and what they were. */
struct exchange {
    uint32_t tails[LONGEST_EXCHANGE], olds[LONGEST_EXCHANGE], news[LONGEST_EXCHANGE];
    unsigned count;
};

/* An alternating cycle: a tail takes a new head, the tail that had it takes another one, and so on,
 * until one may take the head that the first gave up. */
static bool propose(struct annealer *a, struct exchange *e)
{
    uint32_t first = (uint32_t)zm_random_below(a->random, a->size);
    uint32_t given_up = a->next[first], tail = first;
    e->count = 0;
    while (e->count < LONGEST_EXCHANGE) {
        bool closes = e->count > 0 && allowed(a, tail, given_up) &&
                      (e->count + 1 == LONGEST_EXCHANGE || zm_random_below(a->random, 4) != 0);
        uint32_t head = closes ? given_up : random_head(a, tail);
        if (!closes && (head == a->next[tail] || !allowed(a, tail, head)))
            return false;
        for (unsigned i = 0; i < e->count; i++)
            if (e->tails[i] == tail || (e->news[i] == head))
                return false;
        e->tails[e->count] = tail;
        e->olds[e->count] = a->next[tail];
        e->news[e->count++] = head;
        if (head == given_up)
            return e->count > 1;
        tail = a->prior[head];
    }
    return false;
}

static void set_heads(struct annealer *a, const struct exchange *e, const uint32_t *heads)
{
    for (unsigned i = 0; i < e->count; i++) {
        a->next[e->tails[i]] = heads[i];
        a->prior[heads[i]] = e->tails[i];
    }
}

/* The path of the permutation, or for a cycle the longest part of it whose end leads back to its
 * start, replaces the best one when it is longer. */
static void keep_best(struct annealer *a)
{
    uint32_t hinge = a->graph->count, skipped = 0, length = a->main_length;
    if (length < 2 || --length <= a->best->count)
        return;
    if (a->limits->cycle)
        for (uint32_t v = a->next[hinge]; skipped < length; v = a->next[v], skipped++)
            if (zm_digraph_has_arc(a->graph, a->prior[hinge], v))
                break;
    if (length - skipped <= a->best->count)
        return;
    a->best->count = 0;
    for (uint32_t v = a->next[hinge]; v != hinge; v = a->next[v])
        if (skipped > 0)
            skipped--;
        else
            a->best->vertices[a->best->count++] = v;
}

static void anneal_step(struct annealer *a, double temperature)
{
    struct exchange e;
    if (!propose(a, &e))
        return;
    set_heads(a, &e, e.news);
    uint32_t old_length = a->main_length;
    double worth = weigh(a), loss = a->worth - worth;
    double chance = (double)(zm_random_next(a->random) >> 11) * 0x1p-53;
    if (loss <= 0 || chance < exp(-loss / temperature)) {
        a->worth = worth;
        keep_best(a);
        return;
    }
    set_heads(a, &e, e.olds);
    a->main_length = old_length;
}

static bool stopped(struct zm_run *run)
{
    return run != NULL && zm_run_poll(run, 0, 0);
}

/* Visits nothing. */
static void begin(struct annealer *a)
{
    for (uint32_t v = 0; v < a->size; v++)
        a->next[v] = a->prior[v] = v;
    a->worth = weigh(a);
}

bool zm_long_path_anneal(const struct zm_digraph *graph, const struct zm_long_path_limits *limits,
                         struct zm_random *random, struct zm_long_path *best)
{
    size_t size = (size_t)graph->count + 1;
    uint32_t *memory = calloc(3 * size + 1, sizeof *memory);
    if (memory == NULL || graph->count == 0) {
        free(memory);
        return false;
    }
    struct annealer a = {.graph = graph,
                         .limits = limits,
                         .random = random,
                         .best = best,
                         .size = (uint32_t)size,
                         .next = memory,
                         .prior = memory + size,
                         .seen = memory + 2 * size};
    bool done = false;
    for (uint64_t step = 0; step < limits->steps && !done; step++) {
        if (step % COOLING_STEPS == 0)
            begin(&a);
        double cooled = (double)(step % COOLING_STEPS) / COOLING_STEPS;
        anneal_step(&a, 0.9 * pow(0.08, cooled));
        done = limits->target > 0 && best->count >= limits->target;
        if (step % POLL_STEPS == 0 && stopped(limits->run))
            break;
    }
    free(memory);
    return done;
}

struct backtracker {
    const struct zm_digraph *graph;
    const struct zm_long_path_limits *limits;
    struct zm_long_path *trail, *best;
    bool *visited;
    uint32_t *arc; /* the next arc to try of each vertex on the trail */
};

/* Goes on after the arc that the trail took last at each level. */
static void resume(struct backtracker *b)
{
    for (uint32_t i = 0; i < b->trail->count; i++) {
        uint32_t v = b->trail->vertices[i];
        b->visited[v] = true;
        b->arc[v] = b->graph->starts[v];
        while (i + 1 < b->trail->count && b->graph->heads[b->arc[v]++] != b->trail->vertices[i + 1])
            continue;
    }
}

static void compare(struct backtracker *b)
{
    const struct zm_long_path *trail = b->trail;
    bool closed =
        !b->limits->cycle ||
        zm_digraph_has_arc(b->graph, trail->vertices[trail->count - 1], trail->vertices[0]);
    if (trail->count <= b->best->count || !closed)
        return;
    memcpy(b->best->vertices, trail->vertices, trail->count * sizeof *trail->vertices);
    b->best->count = trail->count;
}

/* One step forward, or back when nothing is left to try; says which. */
static bool backtrack_step(struct backtracker *b)
{
    struct zm_long_path *trail = b->trail;
    uint32_t v = trail->vertices[trail->count - 1];
    while (b->arc[v] < b->graph->starts[v + 1]) {
        uint32_t head = b->graph->heads[b->arc[v]++];
        if (b->visited[head])
            continue;
        b->visited[head] = true;
        b->arc[head] = b->graph->starts[head];
        trail->vertices[trail->count++] = head;
        compare(b);
        return true;
    }
    b->visited[v] = false;
    trail->count--;
    return false;
}

bool zm_long_path_backtrack(const struct zm_digraph *graph,
                            const struct zm_long_path_limits *limits, struct zm_long_path *trail,
                            struct zm_long_path *best)
{
    struct backtracker b = {graph,
                            limits,
                            trail,
                            best,
                            calloc(graph->count, sizeof(bool)),
                            malloc(graph->count * sizeof(uint32_t))};
    bool all = false;
    if (b.visited != NULL && b.arc != NULL && trail->count > 0) {
        resume(&b);
        compare(&b);
        /* It ends after a step forward only: the last vertex of the trail is then one of which
         * nothing has been tried, and the trail alone says what has. */
        bool enough = false, forward = true;
        for (uint64_t step = 1; trail->count > 0 && !(enough && forward); step++) {
            forward = backtrack_step(&b);
            enough = enough || step >= limits->steps ||
                     (limits->target > 0 && best->count >= limits->target) ||
                     (step % POLL_STEPS == 0 && stopped(limits->run));
        }
        all = trail->count == 0;
    }
    free(b.visited);
    free(b.arc);
    return all;
}

bool zm_long_path_valid(const struct zm_digraph *graph, const uint32_t *vertices, uint32_t count,
                        bool cycle)
{
    if (count == 0 || count > graph->count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (vertices[i] >= graph->count)
            return false;
        for (uint32_t j = 0; j < i; j++)
            if (vertices[j] == vertices[i])
                return false;
        if (i > 0 && !zm_digraph_has_arc(graph, vertices[i - 1], vertices[i]))
            return false;
    }
    return !cycle || zm_digraph_has_arc(graph, vertices[count - 1], vertices[0]);
}

/* The arcs that a simple path or cycle inside one component can have. */
static bool component_arcs(const struct zm_digraph *graph, const uint32_t *component,
                           uint32_t which, bool *keep, uint32_t *names, uint32_t *arcs)
{
    struct zm_digraph part;
    struct zm_matching matching;
    for (uint32_t v = 0; v < graph->count; v++)
        keep[v] = component[v] == which;
    if (!zm_digraph_induced(graph, keep, &part, names))
        return false;
    bool good = zm_matching_maximum(&part, &matching) && zm_matching_proved(&part, &matching);
    *arcs = good ? matching.size : 0;
    zm_matching_free(&matching);
    zm_digraph_free(&part);
    return good;
}

/* most[c]: vertices of a path that starts in component c. Arcs go to smaller numbers, so the
 * components are ready in order. */
static bool bound_components(const struct zm_digraph *graph, const uint32_t *component,
                             uint32_t components, bool cycle, bool *keep, uint32_t *names,
                             uint32_t *most, uint32_t *bound)
{
    *bound = 0;
    for (uint32_t c = 0; c < components; c++) {
        uint32_t arcs, after = 0;
        if (!component_arcs(graph, component, c, keep, names, &arcs))
            return false;
        for (uint32_t v = 0; v < graph->count; v++)
            for (uint32_t i = graph->starts[v]; component[v] == c && i < graph->starts[v + 1];
                 i++) {
                uint32_t next = component[graph->heads[i]];
                if (next != c && most[next] > after)
                    after = most[next];
            }
        most[c] = arcs + 1 + after;
        uint32_t here = cycle ? arcs : most[c];
        if (here > *bound)
            *bound = here;
    }
    return true;
}

bool zm_long_path_bound(const struct zm_digraph *graph, bool cycle, uint32_t *bound)
{
    size_t count = (size_t)graph->count + 1;
    uint32_t *memory = malloc(3 * count * sizeof *memory);
    bool *keep = malloc(count * sizeof *keep);
    bool good = memory != NULL && keep != NULL;
    if (good) {
        uint32_t components = zm_digraph_components(graph, memory);
        good = (components > 0 || graph->count == 0) &&
               bound_components(graph, memory, components, cycle, keep, memory + count,
                                memory + 2 * count, bound);
    }
    free(memory);
    free(keep);
    return good;
}
