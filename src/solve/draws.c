/* The drawn positions as a graph; see draws.h. */
#include "solve/draws.h"

#include "base/array.h"

#include <stdlib.h>

void zm_draws_free(struct zm_draws *draws)
{
    free(draws->numbers);
    free(draws->component);
    free(draws->in_kernel);
    free(draws->kernel_names);
    free(draws->tail);
    free(draws->orbit);
    zm_digraph_free(&draws->graph);
    zm_digraph_free(&draws->kernel);
    *draws = (struct zm_draws){0};
}

uint32_t zm_draws_vertex(const struct zm_draws *draws, uint64_t number)
{
    uint32_t low = 0, high = draws->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (draws->numbers[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < draws->count && draws->numbers[low] == number ? low : ZM_UNREACHED;
}

static bool is_lasting(const struct zm_instance *game, const struct zm_game_graph *graph,
                       uint64_t number, struct zm_buffer *position)
{
    if (game->game->loops == NULL || game->game->loops->lasting == NULL)
        return true;
    graph->position(graph->state, number, position);
    return game->game->loops->lasting(game->state, zm_buffer_bytes(position));
}

static bool collect(struct zm_draws *draws, const struct zm_instance *game,
                    const struct zm_game_graph *graph, const struct zm_labels *labels)
{
    struct zm_buffer position = {0};
    struct zm_number_list found = {0};
    for (uint64_t number = 0; number < graph->count; number++)
        if (zm_labels_at(labels, number) == ZM_LABEL_DRAW &&
            is_lasting(game, graph, number, &position))
            zm_number_list_add(&found, number);
    draws->numbers = found.items;
    draws->count = (uint32_t)found.count;
    bool good = !found.failed && !position.failed && found.count < UINT32_MAX;
    zm_buffer_free(&position);
    return good;
}

static bool connect(struct zm_draws *draws, const struct zm_game_graph *graph)
{
    struct zm_number_list next = {0};
    struct zm_arc *arcs = NULL;
    size_t count = 0, capacity = 0;
    bool good = true;
    for (uint32_t v = 0; v < draws->count && good; v++) {
        if (graph->vertex(graph->state, draws->numbers[v]) != ZM_VERTEX_OPEN)
            continue;
        graph->successors(graph->state, draws->numbers[v], &next);
        struct zm_arc *grown =
            zm_array_room(arcs, &capacity, count + next.count + 1, sizeof *grown);
        good = grown != NULL;
        arcs = good ? grown : arcs;
        for (size_t i = 0; i < next.count && good; i++) {
            uint32_t head = zm_draws_vertex(draws, next.items[i]);
            if (head != ZM_UNREACHED)
                arcs[count++] = (struct zm_arc){v, head};
        }
        good = good && !next.failed;
    }
    good = good && zm_digraph_build(&draws->graph, draws->count, arcs, count);
    free(arcs);
    zm_number_list_free(&next);
    return good;
}

/* Arcs between components go to smaller numbers, so in the order of the components the tails of the
 * successors are ready. `ends` is first the sizes of the components, then where each ends in the
 * order. */
static void find_tails(struct zm_draws *draws, uint32_t *ends)
{
    uint32_t *order = draws->kernel_names; /* not in use yet */
    for (uint32_t c = 1; c < draws->components; c++)
        ends[c] += ends[c - 1];
    for (uint32_t v = draws->count; v-- > 0;)
        order[--ends[draws->component[v]]] = v;
    for (uint32_t i = 0; i < draws->count; i++) {
        uint32_t v = order[i], c = draws->component[v], longest = 0;
        bool alone = (i == 0 || draws->component[order[i - 1]] != c) &&
                     (i + 1 == draws->count || draws->component[order[i + 1]] != c);
        for (uint32_t j = draws->graph.starts[v]; j < draws->graph.starts[v + 1]; j++)
            if (draws->tail[draws->graph.heads[j]] > longest)
                longest = draws->tail[draws->graph.heads[j]];
        draws->tail[v] = alone ? longest + 1 : 0;
    }
}

/* The kernel is the largest component that has an arc inside. */
static bool find_kernel(struct zm_draws *draws)
{
    uint32_t *sizes = calloc((size_t)draws->components + 1, sizeof *sizes);
    if (sizes == NULL)
        return false;
    for (uint32_t v = 0; v < draws->count; v++)
        sizes[draws->component[v]]++;
    uint32_t largest = 0;
    draws->kernel_component = ZM_UNREACHED;
    for (uint32_t c = 0; c < draws->components; c++)
        if (sizes[c] > 1 && sizes[c] > largest) {
            largest = sizes[c];
            draws->kernel_component = c;
        }
    for (uint32_t v = 0; v < draws->count; v++)
        draws->in_kernel[v] = draws->component[v] == draws->kernel_component;
    find_tails(draws, sizes);
    free(sizes);
    return zm_digraph_induced(&draws->graph, draws->in_kernel, &draws->kernel, draws->kernel_names);
}

static void find_orbits(struct zm_draws *draws, const struct zm_instance *game,
                        const struct zm_game_graph *graph)
{
    const struct zm_loops *loops = game->game->loops;
    struct zm_buffer position = {0}, least = {0};
    for (uint32_t v = 0; v < draws->count; v++) {
        draws->orbit[v] = v;
        if (loops == NULL || loops->canonical == NULL)
            continue;
        graph->position(graph->state, draws->numbers[v], &position);
        loops->canonical(game->state, zm_buffer_bytes(&position), &least);
        uint32_t vertex =
            zm_draws_vertex(draws, graph->number(graph->state, zm_buffer_bytes(&least)));
        if (vertex != ZM_UNREACHED)
            draws->orbit[v] = vertex;
    }
    zm_buffer_free(&position);
    zm_buffer_free(&least);
}

enum zm_status zm_draws_make(struct zm_draws *draws, const struct zm_instance *game,
                             const struct zm_game_graph *graph, const struct zm_labels *labels,
                             struct zm_error *error)
{
    *draws = (struct zm_draws){0};
    bool good = collect(draws, game, graph, labels) && connect(draws, graph);
    if (good) {
        size_t room = (size_t)draws->count + 1;
        draws->component = malloc(room * sizeof *draws->component);
        draws->in_kernel = calloc(room, sizeof *draws->in_kernel);
        draws->kernel_names = malloc(room * sizeof *draws->kernel_names);
        draws->tail = calloc(room, sizeof *draws->tail);
        draws->orbit = malloc(room * sizeof *draws->orbit);
        good = draws->component != NULL && draws->in_kernel != NULL &&
               draws->kernel_names != NULL && draws->tail != NULL && draws->orbit != NULL;
    }
    if (good) {
        draws->components = zm_digraph_components(&draws->graph, draws->component);
        good = (draws->components > 0 || draws->count == 0) && find_kernel(draws);
    }
    if (!good) {
        zm_draws_free(draws);
        return zm_fail_memory(error);
    }
    find_orbits(draws, game, graph);
    return ZM_OK;
}

bool zm_reaches(const struct zm_digraph *graph, struct zm_reach *reaches)
{
    uint32_t *distance = malloc(((size_t)graph->count + 1) * sizeof *distance);
    uint32_t *queue = malloc(((size_t)graph->count + 1) * sizeof *queue);
    bool good = distance != NULL && queue != NULL;
    for (uint32_t v = 0; v < graph->count && good; v++) {
        reaches[v].reached = zm_digraph_distances(graph, v, distance, queue);
        reaches[v].eccentricity = distance[queue[reaches[v].reached - 1]];
    }
    free(distance);
    free(queue);
    return good;
}
