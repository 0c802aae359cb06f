/* Retrograde analysis of random graphs, with ends of all kinds, against plain iteration of the
 * definition; forward and backward, one thread and three. */
#include "search/retrograde.h"
#include "test.h"

enum { MOST = 40 };

struct toy {
    unsigned size;
    uint8_t kind[MOST];
    bool arc[MOST][MOST];
};

static struct zm_run run;

static enum zm_vertex toy_vertex(void *state, uint64_t number)
{
    return (enum zm_vertex)((struct toy *)state)->kind[number];
}

static void toy_successors(void *state, uint64_t number, struct zm_number_list *numbers)
{
    const struct toy *toy = state;
    numbers->count = 0;
    for (unsigned w = 0; w < toy->size; w++)
        if (toy->arc[number][w])
            zm_number_list_add(numbers, w);
}

static void toy_predecessors(void *state, uint64_t number, struct zm_number_list *numbers)
{
    const struct toy *toy = state;
    numbers->count = 0;
    for (unsigned v = 0; v < toy->size; v++)
        if (toy->arc[v][number])
            zm_number_list_add(numbers, v);
}

static void toy_close(struct zm_game_graph *graph)
{
    *graph = (struct zm_game_graph){0};
}

static enum zm_status toy_fork(void *state, struct zm_game_graph *graph, struct zm_error *error);

static void toy_graph(struct toy *toy, bool backwards, struct zm_game_graph *graph)
{
    *graph = (struct zm_game_graph){.state = toy,
                                    .run = &run,
                                    .count = toy->size,
                                    .vertex = toy_vertex,
                                    .successors = toy_successors,
                                    .predecessors = backwards ? toy_predecessors : NULL,
                                    .fork = toy_fork,
                                    .close = toy_close};
}

static enum zm_status toy_fork(void *state, struct zm_game_graph *graph, struct zm_error *error)
{
    (void)error;
    toy_graph(state, true, graph);
    return ZM_OK;
}

static void make_toy(struct zm_random *random, struct toy *toy)
{
    memset(toy, 0, sizeof *toy);
    toy->size = 1 + (unsigned)zm_random_below(random, MOST);
    for (unsigned v = 0; v < toy->size; v++) {
        static const uint8_t kinds[] = {ZM_VERTEX_OPEN, ZM_VERTEX_OPEN, ZM_VERTEX_OPEN,
                                        ZM_VERTEX_OPEN, ZM_VERTEX_WON,  ZM_VERTEX_LOST,
                                        ZM_VERTEX_LOST, ZM_VERTEX_DRAWN};
        toy->kind[v] =
            zm_random_below(random, 12) == 0 ? ZM_VERTEX_NONE : kinds[zm_random_below(random, 8)];
    }
    for (unsigned v = 0; v < toy->size; v++) {
        unsigned arcs = 0;
        for (unsigned i = 0; i < 3 && toy->kind[v] == ZM_VERTEX_OPEN; i++) {
            unsigned w = (unsigned)zm_random_below(random, toy->size);
            arcs += toy->kind[w] != ZM_VERTEX_NONE;
            toy->arc[v][w] = toy->kind[w] != ZM_VERTEX_NONE;
        }
        if (toy->kind[v] == ZM_VERTEX_OPEN && arcs == 0) {
            toy->kind[v] = ZM_VERTEX_LOST;
        }
    }
}

/* The definition: who can force what within n plies, for n = 0, 1, 2, ... */
static void naive_labels(const struct toy *toy, uint16_t *labels)
{
    for (unsigned v = 0; v < toy->size; v++)
        labels[v] = toy->kind[v] == ZM_VERTEX_WON    ? zm_label(true, 0)
                    : toy->kind[v] == ZM_VERTEX_LOST ? zm_label(false, 0)
                    : toy->kind[v] == ZM_VERTEX_NONE ? ZM_LABEL_NONE
                                                     : ZM_LABEL_DRAW;
    for (unsigned plies = 1; plies <= toy->size; plies++) {
        uint16_t old[MOST];
        memcpy(old, labels, sizeof old);
        for (unsigned v = 0; v < toy->size; v++) {
            bool loses = false, all_win = true;
            if (old[v] != ZM_LABEL_DRAW || toy->kind[v] != ZM_VERTEX_OPEN)
                continue;
            for (unsigned w = 0; w < toy->size; w++) {
                loses = loses || (toy->arc[v][w] && zm_label_outcome(old[w]) == ZM_LOSS);
                all_win = all_win && (!toy->arc[v][w] || zm_label_outcome(old[w]) == ZM_WIN);
            }
            if (loses || all_win)
                labels[v] = zm_label(loses, plies);
        }
    }
}

static void test_random_graphs(void **state)
{
    struct zm_random random = zm_random_seeded(4);
    (void)state;
    for (int round = 0; round < test_rounds(3000); round++) {
        struct toy toy;
        uint16_t expected[MOST];
        make_toy(&random, &toy);
        naive_labels(&toy, expected);
        for (int way = 0; way < 3; way++) {
            struct zm_game_graph graph;
            struct zm_labels labels;
            struct zm_error error;
            if (way == 2 && round % 20 != 0)
                continue;
            run.threads = way == 2 ? 3 : 1;
            toy_graph(&toy, way != 1, &graph);
            assert_int_equal(zm_retrograde(&graph, &labels, &error), ZM_OK);
            for (unsigned v = 0; v < toy.size; v++)
                assert_int_equal(zm_labels_at(&labels, v), expected[v]);
            assert_int_equal(zm_labels_verify(&graph, &labels, &error), ZM_OK);
            zm_labels_free(&labels);
        }
    }
}

static void test_stopped(void **state)
{
    struct zm_random random = zm_random_seeded(4);
    struct toy toy;
    struct zm_game_graph graph;
    struct zm_labels labels;
    struct zm_error error;
    (void)state;
    make_toy(&random, &toy);
    toy_graph(&toy, true, &graph);
    atomic_store(&run.stop, true);
    assert_int_equal(zm_retrograde(&graph, &labels, &error), ZM_STOPPED);
    assert_null(labels.items);
    atomic_store(&run.stop, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_stopped),
    };
    zm_run_begin(&run);
    return cmocka_run_group_tests_name("retrograde", tests, NULL, NULL);
}
