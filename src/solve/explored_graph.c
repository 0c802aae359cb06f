/* The graph of what can be reached from one position, built by playing forward; see graph.h. The
 * numbers are the order of discovery, so the start is 0. Once built nothing changes, and all
 * threads read the same arrays. */
#include "solve/graph.h"

#include "base/array.h"
#include "base/table.h"
#include "theory/digraph.h"

#include <stdlib.h>

struct explored {
    struct zm_run *run;
    struct zm_table numbers; /* positions to numbers */
    struct zm_list positions;
    uint8_t
        *vertices; /* enum zm_vertex; above it who moves, and 0 when the position does not say */
    struct zm_arc *arcs;
    size_t arc_count, arc_capacity, vertex_capacity;
    struct zm_digraph forward, backward;
    bool failed;
};

enum { TURN = 16 }; /* in `vertices` */

static uint32_t discover(struct explored *e, struct zm_bytes position)
{
    bool fresh = false;
    void *slot = zm_table_insert(&e->numbers, position, &fresh);
    uint32_t number = (uint32_t)e->positions.count;
    if (slot == NULL) {
        e->failed = true;
        return 0;
    }
    if (!fresh) {
        memcpy(&number, slot, sizeof number);
        return number;
    }
    memcpy(slot, &number, sizeof number);
    zm_list_add(&e->positions, position);
    e->failed = e->failed || zm_list_failed(&e->positions);
    return number;
}

static void *grow(struct explored *e, void *items, size_t *capacity, size_t needed, size_t size)
{
    void *grown = needed == 0 ? items : zm_array_room(items, capacity, needed, size);
    e->failed = e->failed || (grown == NULL && needed > 0);
    return grown == NULL ? items : grown;
}

/* Adds the arcs of position `number`, its children being discovered on the way. */
static void expand(struct explored *e, const struct zm_instance *instance, uint32_t number,
                   bool misere, struct zm_list *moves, struct zm_buffer *here,
                   struct zm_buffer *next)
{
    const struct zm_rules *rules = instance->game->rules;
    zm_buffer_set(here, zm_list_at(&e->positions, number));
    zm_list_clear(moves);
    rules->moves(instance->state, zm_buffer_bytes(here), NULL, moves);
    struct zm_ending ending;
    zm_ending_with_moves(instance, zm_buffer_bytes(here), NULL, misere, moves->count, &ending);
    enum zm_vertex vertex = zm_vertex_of(&ending);
    e->vertices = grow(e, e->vertices, &e->vertex_capacity, number + 1, 1);
    e->failed = e->failed || zm_list_failed(moves) || here->failed;
    if (e->failed)
        return;
    int turn = zm_turn_said(instance, zm_buffer_bytes(here));
    e->vertices[number] = (uint8_t)((unsigned)vertex | (unsigned)(turn + 1) * TURN);
    for (size_t i = 0; i < moves->count && vertex == ZM_VERTEX_OPEN; i++) {
        zm_buffer_clear(next);
        rules->apply(instance->state, zm_buffer_bytes(here), zm_list_at(moves, i), next);
        uint32_t head = discover(e, zm_buffer_bytes(next));
        e->arcs = grow(e, e->arcs, &e->arc_capacity, e->arc_count + 1, sizeof *e->arcs);
        if (e->failed)
            return;
        e->arcs[e->arc_count++] = (struct zm_arc){number, head};
    }
}

static enum zm_status explore(struct explored *e, const struct zm_instance *instance, bool misere,
                              struct zm_bytes start, struct zm_error *error)
{
    struct zm_list moves = {0};
    struct zm_buffer here = {0}, next = {0};
    enum zm_status status = ZM_OK;
    discover(e, start);
    for (uint32_t number = 0; number < e->positions.count && status == ZM_OK; number++) {
        expand(e, instance, number, misere, &moves, &here, &next);
        size_t memory = zm_table_memory(&e->numbers) + e->positions.bytes.size + 24 * e->arc_count;
        if (e->failed)
            status = zm_fail_memory(error);
        else if (number % 1024 == 0 && zm_run_poll(e->run, 0, e->positions.count))
            status = zm_fail(error, ZM_STOPPED, "stopped after %u positions", number);
        else if (e->run->memory_limit > 0 && memory > e->run->memory_limit)
            status = zm_fail(error, ZM_STOPPED,
                             "the memory limit was reached after %zu positions were found",
                             e->positions.count);
        else if (e->positions.bytes.size > UINT32_MAX - 65536 || e->arc_count > UINT32_MAX - 65536)
            status = zm_fail(error, ZM_STOPPED, "more positions than a graph in memory can hold");
    }
    zm_list_free(&moves);
    zm_buffer_free(&here);
    zm_buffer_free(&next);
    if (status == ZM_OK &&
        (!zm_digraph_build(&e->forward, (uint32_t)e->positions.count, e->arcs, e->arc_count) ||
         !zm_digraph_reverse(&e->forward, &e->backward)))
        status = zm_fail_memory(error);
    return status;
}

static enum zm_vertex classify(void *state, uint64_t number)
{
    return (enum zm_vertex)(((const struct explored *)state)->vertices[number] % TURN);
}

static bool moves_again(void *state, uint64_t from, uint64_t to)
{
    const struct explored *e = state;
    unsigned turn = e->vertices[from] / TURN;
    return turn != 0 && turn == e->vertices[to] / TURN;
}

static void list_heads(const struct zm_digraph *graph, uint64_t number,
                       struct zm_number_list *numbers)
{
    numbers->count = 0;
    for (uint32_t i = graph->starts[number]; i < graph->starts[number + 1]; i++)
        zm_number_list_add(numbers, graph->heads[i]);
    zm_number_list_sort(numbers);
}

static void find_successors(void *state, uint64_t number, struct zm_number_list *numbers)
{
    list_heads(&((const struct explored *)state)->forward, number, numbers);
}

static void find_predecessors(void *state, uint64_t number, struct zm_number_list *numbers)
{
    list_heads(&((const struct explored *)state)->backward, number, numbers);
}

static uint64_t number_of(void *state, struct zm_bytes position)
{
    const struct explored *e = state;
    uint32_t number = (uint32_t)e->positions.count;
    const void *slot = zm_table_find(&e->numbers, position);
    if (slot != NULL)
        memcpy(&number, slot, sizeof number);
    return number;
}

static void show_position(void *state, uint64_t number, struct zm_buffer *position)
{
    zm_buffer_set(position, zm_list_at(&((const struct explored *)state)->positions, number));
}

static void close_fork(struct zm_game_graph *graph)
{
    *graph = (struct zm_game_graph){0};
}

static void free_explored(struct explored *e)
{
    zm_table_free(&e->numbers);
    zm_list_free(&e->positions);
    zm_digraph_free(&e->forward);
    zm_digraph_free(&e->backward);
    free(e->vertices);
    free(e->arcs);
    free(e);
}

static void close_graph(struct zm_game_graph *graph)
{
    if (graph->state != NULL)
        free_explored(graph->state);
    *graph = (struct zm_game_graph){0};
}

static void describe(struct explored *e, struct zm_game_graph *graph);

static enum zm_status fork_graph(void *state, struct zm_game_graph *graph, struct zm_error *error)
{
    (void)error;
    describe(state, graph);
    graph->close = close_fork;
    return ZM_OK;
}

static void describe(struct explored *e, struct zm_game_graph *graph)
{
    *graph = (struct zm_game_graph){
        .state = e,
        .run = e->run,
        .count = e->positions.count,
        .vertex = classify,
        .successors = find_successors,
        .predecessors = find_predecessors,
        .again = moves_again,
        .number = number_of,
        .position = show_position,
        .fork = fork_graph,
        .close = close_graph,
    };
}

enum zm_status zm_explored_graph(const struct zm_game *game, const struct zm_settings *settings,
                                 bool misere, struct zm_run *run, struct zm_bytes start,
                                 struct zm_game_graph *graph, struct zm_error *error)
{
    *graph = (struct zm_game_graph){0};
    struct explored *e = calloc(1, sizeof *e);
    if (e == NULL)
        return zm_fail_memory(error);
    e->run = run;
    zm_table_init(&e->numbers, sizeof(uint32_t));
    struct zm_instance instance;
    enum zm_status status = zm_instance_open(&instance, game, settings, error);
    if (status == ZM_OK) {
        status = explore(e, &instance, misere, start, error);
        zm_instance_close(&instance);
    }
    if (status != ZM_OK) {
        free_explored(e);
        return status;
    }
    free(e->arcs);
    e->arcs = NULL;
    describe(e, graph);
    return ZM_OK;
}
