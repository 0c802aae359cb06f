/* The longest undecided plays without repetition; see draws.h. A play that starts outside the
 * kernel cannot come back there, so a longest one is a longest way in, then a longest path of the
 * kernel from where it enters. */
#include "solve/draws.h"

#include "theory/long_path.h"

#include <stdlib.h>
#include <string.h>

void zm_long_draw_free(struct zm_long_draw *found)
{
    free(found->vertices);
    *found = (struct zm_long_draw){0};
}

/* After `vertex`, the next one on a longest way in, or one of the kernel when that is next. */
static uint32_t next_inwards(const struct zm_draws *draws, uint32_t vertex)
{
    const struct zm_digraph *graph = &draws->graph;
    for (uint32_t i = graph->starts[vertex]; i < graph->starts[vertex + 1]; i++) {
        uint32_t head = graph->heads[i];
        if (draws->tail[head] + 1 == draws->tail[vertex] &&
            (draws->tail[head] > 0 || draws->in_kernel[head]))
            return head;
    }
    return ZM_UNREACHED;
}

/* Writes a longest way in that ends before `entry` to `vertices`; returns its length. */
static uint32_t way_in(const struct zm_draws *draws, uint32_t longest, uint32_t entry,
                       uint32_t *vertices)
{
    for (uint32_t v = 0; v < draws->count; v++) {
        uint32_t count = 0, here = v;
        if (draws->tail[v] != longest)
            continue;
        while (here != ZM_UNREACHED && draws->tail[here] > 0) {
            vertices[count++] = here;
            here = next_inwards(draws, here);
        }
        if (here != ZM_UNREACHED && (here == entry || entry == ZM_UNREACHED))
            return count;
    }
    return 0;
}

static uint32_t longest_tail(const struct zm_draws *draws)
{
    uint32_t longest = 0;
    for (uint32_t v = 0; v < draws->count; v++)
        longest = draws->tail[v] > longest ? draws->tail[v] : longest;
    return longest;
}

/* Marks the vertices of the kernel where a longest way in can enter. */
static bool *find_entries(const struct zm_draws *draws, uint32_t longest, uint32_t *vertices)
{
    bool *entries = calloc((size_t)draws->kernel.count + 1, sizeof *entries);
    for (uint32_t k = 0; k < draws->kernel.count && entries != NULL; k++)
        entries[k] = way_in(draws, longest, draws->kernel_names[k], vertices) == longest;
    return entries;
}

static bool bound_of(const struct zm_draws *draws, enum zm_longest kind, uint32_t *bound)
{
    if (kind == ZM_LONGEST_PATH)
        return zm_long_path_bound(&draws->graph, false, bound);
    return zm_long_path_bound(&draws->kernel, kind == ZM_LONGEST_CYCLE, bound);
}

enum zm_status zm_draws_longest(const struct zm_draws *draws, enum zm_longest kind, uint64_t steps,
                                struct zm_random *random, struct zm_run *run,
                                struct zm_long_draw *found, struct zm_error *error)
{
    uint32_t before = kind == ZM_LONGEST_PATH ? longest_tail(draws) : 0;
    struct zm_long_path path = {malloc(((size_t)draws->count + 1) * sizeof(uint32_t)), 0};
    *found =
        (struct zm_long_draw){.vertices = malloc(((size_t)draws->count + 1) * sizeof(uint32_t))};
    bool *entries = NULL;
    bool good =
        path.vertices != NULL && found->vertices != NULL && bound_of(draws, kind, &found->bound);
    if (good && before > 0)
        good = (entries = find_entries(draws, before, found->vertices)) != NULL;
    if (good) {
        struct zm_long_path_limits limits = {.cycle = kind == ZM_LONGEST_CYCLE,
                                             .starts = entries,
                                             .target = found->bound - before,
                                             .steps = steps,
                                             .run = run};
        zm_long_path_anneal(&draws->kernel, &limits, random, &path);
        if (before > 0 && path.count > 0)
            found->count =
                way_in(draws, before, draws->kernel_names[path.vertices[0]], found->vertices);
        for (uint32_t i = 0; i < path.count; i++)
            found->vertices[found->count++] = draws->kernel_names[path.vertices[i]];
        found->checked = zm_long_path_valid(&draws->graph, found->vertices, found->count,
                                            kind == ZM_LONGEST_CYCLE);
    }
    free(entries);
    free(path.vertices);
    if (!good)
        zm_long_draw_free(found);
    return good ? ZM_OK : zm_fail_memory(error);
}
