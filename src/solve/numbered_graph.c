/* The graph of the positions that a game numbers; see graph.h. Every thread has a game state of its
 * own, and buffers that are reused, so that nothing is allocated once they have grown. */
#include "solve/graph.h"

#include "base/require.h"

#include <stdlib.h>

struct numbered {
    const struct zm_game *game;
    const struct zm_settings *settings;
    struct zm_run *run;
    bool symmetry;
    struct zm_instance instance;
    struct zm_buffer here, next, least;
    struct zm_list list;
};

static uint64_t rank_of(const struct numbered *n, struct zm_bytes position)
{
    const struct zm_loops *loops = n->game->loops;
    uint64_t number = loops->rank(n->instance.state, position);
    zm_require(number < loops->count(n->instance.state));
    return number;
}

static uint64_t number_of(void *state, struct zm_bytes position)
{
    struct numbered *n = state;
    const struct zm_loops *loops = n->game->loops;
    if (!n->symmetry)
        return rank_of(n, position);
    loops->canonical(n->instance.state, position, &n->least);
    if (n->least.failed) {
        zm_run_fail(n->run, ZM_FAILED);
        return loops->count(n->instance.state);
    }
    return rank_of(n, zm_buffer_bytes(&n->least));
}

/* Sets `here`; false when this number stands for nothing, or another one for its class. */
static bool visit(struct numbered *n, uint64_t number)
{
    if (!n->game->loops->unrank(n->instance.state, number, &n->here))
        return false;
    if (n->here.failed)
        zm_run_fail(n->run, ZM_FAILED);
    return !n->here.failed && (!n->symmetry || number_of(n, zm_buffer_bytes(&n->here)) == number);
}

static enum zm_vertex classify(void *state, uint64_t number)
{
    struct numbered *n = state;
    struct zm_ending ending;
    if (!visit(n, number))
        return ZM_VERTEX_NONE;
    zm_ending_with_moves(&n->instance, zm_buffer_bytes(&n->here), NULL, false, ZM_MOVES_UNSEEN,
                         &ending);
    return zm_vertex_of(&ending);
}

static void find_successors(void *state, uint64_t number, struct zm_number_list *numbers)
{
    struct numbered *n = state;
    const struct zm_rules *rules = n->game->rules;
    numbers->count = 0;
    zm_list_clear(&n->list);
    n->game->loops->unrank(n->instance.state, number, &n->here);
    if (n->here.failed) {
        numbers->failed = true;
        return;
    }
    rules->moves(n->instance.state, zm_buffer_bytes(&n->here), NULL, &n->list);
    for (size_t i = 0; i < n->list.count; i++) {
        rules->apply(n->instance.state, zm_buffer_bytes(&n->here), zm_list_at(&n->list, i),
                     &n->next);
        if (n->next.failed)
            numbers->failed = true;
        else
            zm_number_list_add(numbers, number_of(n, zm_buffer_bytes(&n->next)));
    }
    numbers->failed = numbers->failed || zm_list_failed(&n->list);
    zm_number_list_sort(numbers);
}

static void find_predecessors(void *state, uint64_t number, struct zm_number_list *numbers)
{
    struct numbered *n = state;
    numbers->count = 0;
    zm_list_clear(&n->list);
    n->game->loops->unrank(n->instance.state, number, &n->here);
    if (n->here.failed) {
        numbers->failed = true;
        return;
    }
    n->game->loops->predecessors(n->instance.state, zm_buffer_bytes(&n->here), &n->list);
    for (size_t i = 0; i < n->list.count; i++)
        zm_number_list_add(numbers, number_of(n, zm_list_at(&n->list, i)));
    numbers->failed = numbers->failed || zm_list_failed(&n->list);
    zm_number_list_sort(numbers);
}

static void show_position(void *state, uint64_t number, struct zm_buffer *position)
{
    struct numbered *n = state;
    n->game->loops->unrank(n->instance.state, number, position);
}

static enum zm_status fork_graph(void *state, struct zm_game_graph *graph, struct zm_error *error)
{
    const struct numbered *n = state;
    return zm_numbered_graph(n->game, n->settings, n->run, n->symmetry, graph, error);
}

static void close_graph(struct zm_game_graph *graph)
{
    struct numbered *n = graph->state;
    if (n != NULL) {
        zm_instance_close(&n->instance);
        zm_buffer_free(&n->here);
        zm_buffer_free(&n->next);
        zm_buffer_free(&n->least);
        zm_list_free(&n->list);
        free(n);
    }
    *graph = (struct zm_game_graph){0};
}

enum zm_status zm_numbered_graph(const struct zm_game *game, const struct zm_settings *settings,
                                 struct zm_run *run, bool symmetry, struct zm_game_graph *graph,
                                 struct zm_error *error)
{
    *graph = (struct zm_game_graph){0};
    struct numbered *n = calloc(1, sizeof *n);
    if (n == NULL)
        return zm_fail_memory(error);
    n->game = game;
    n->settings = settings;
    n->run = run;
    n->symmetry = symmetry && game->loops->canonical != NULL;
    enum zm_status status = zm_instance_open(&n->instance, game, settings, error);
    if (status != ZM_OK) {
        free(n);
        return status;
    }
    *graph = (struct zm_game_graph){
        .state = n,
        .run = run,
        .count = game->loops->count(n->instance.state),
        .vertex = classify,
        .successors = find_successors,
        .predecessors = game->loops->predecessors != NULL ? find_predecessors : NULL,
        .number = number_of,
        .position = show_position,
        .fork = fork_graph,
        .close = close_graph,
    };
    return ZM_OK;
}
