/* Parts of the tree of Go's player that are off unless they are asked for: RAVE of ancestors, fewer
 * moves to choose from, another komi. Each changes what it is there to change. */
#include "engines/go/tree.h"

#include "support/seat.h"
#include "tests/test.h"

#include <limits.h>

/* Thinks about a position as often as there are paces; the last thought counts. */
static void think(const char *text, const char *options, const uint64_t *nodes, size_t count,
                  struct zm_thought *thought)
{
    struct table table;
    table_open(&table, "go", text, options);
    for (size_t i = 0; i < count; i++) {
        zm_thought_free(thought);
        *thought = (struct zm_thought){0};
        table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                    &(struct zm_pace){.nodes = nodes[i], .lines = UINT_MAX}, thought);
    }
    table_close(&table);
}

/* How many moves were tried, a pass not counted. */
static size_t count_tried(const char *options, uint64_t nodes)
{
    struct zm_thought thought = {0};
    size_t tried = 0;
    think("9x9 e5", options, &nodes, 1, &thought);
    for (size_t i = 0; i < thought.count; i++) {
        struct zm_bytes move = zm_list_at(&thought.lines[i].moves, 0);
        bool pass = (move.data[0] | move.data[1] << 8) == GO_PASS;
        tried += thought.lines[i].playouts > 0 && !pass;
    }
    zm_thought_free(&thought);
    return tried;
}

/* With a second move after 20 visits there are, after 100, those with 28, 39.2, 54.9 and 76.8. */
static void test_widening(void **unused)
{
    (void)unused;
    assert_int_equal(count_tried("player=go memory=8M widening=1000000", 500), 1);
    size_t few = count_tried("player=go memory=8M widening=20", 100);
    size_t all = count_tried("player=go memory=8M", 100);
    print_message("moves tried by 100 games: %zu of 6, %zu of all\n", few, all);
    assert_true(few >= 2 && few <= 6);
    assert_true(all > 6);
}

/* White has nine stones against her and hardly a chance; when the next games give her what Black
 * leads by, she has one. */
static void test_dynamic_komi(void **unused)
{
    static const uint64_t nodes[2] = {300, 3000};
    struct zm_thought plain = {0}, moved = {0};
    (void)unused;
    think("9x9 handicap:9", "player=go memory=8M", nodes, 2, &plain);
    think("9x9 handicap:9", "player=go memory=8M dynamic-komi=100", nodes, 2, &moved);
    print_message("chance %.2f, with what Black leads by %.2f; points %.1f, %.1f\n",
                  plain.lines[0].chance, moved.lines[0].chance, plain.lines[0].worth,
                  moved.lines[0].worth);
    assert_true(plain.lines[0].chance < 0.2);
    assert_true(moved.lines[0].chance > plain.lines[0].chance + 0.15);
    /* What is said in points is by the real komi. */
    assert_true(moved.lines[0].worth < -10);
    assert_false(moved.resigns);
    zm_thought_free(&plain);
    zm_thought_free(&moved);
}

/* A tree on 5x5 whose worker has just gone down. */
struct grown {
    struct go_tree tree;
    struct go_manner manner;
    struct go_patterns patterns;
    struct goban root;
    struct go_worker worker;
};

static void grow(struct grown *grown, unsigned grave, unsigned rounds)
{
    uint16_t moves[26];
    *grown = (struct grown){.manner = go_usual_manner};
    grown->manner.policy = go_usual_policy;
    grown->manner.knowledge = GO_NOTHING;
    grown->manner.grave = grave;
    goban_start(&grown->root, 5, 5);
    go_patterns_make(&grown->patterns);
    assert_true(go_tree_open(&grown->tree, 8 << 20));
    grown->worker.tree = &grown->tree;
    grown->worker.manner = &grown->manner;
    grown->worker.patterns = &grown->patterns;
    grown->worker.root = &grown->root;
    grown->worker.lots.state = 3;
    for (unsigned i = 0; i < 25; i++)
        moves[i] = goban_point(&grown->root, i);
    moves[25] = GOBAN_PASS;
    assert_true(go_tree_grow_root(&grown->worker, moves, 26));
    for (unsigned i = 0; i < rounds; i++)
        go_tree_round(&grown->worker);
}

/* The elder of a colour is the last node of the way with visits enough at which it moves, or the
 * first; the list of its children is theirs. */
static void test_grave(void **unused)
{
    static struct grown grown;
    enum { GRAVE = 50, ROUNDS = 400 };
    unsigned listed = 0, deep = 0;
    (void)unused;
    grow(&grown, GRAVE, ROUNDS);
    const struct go_node *nodes = grown.tree.nodes;
    const struct go_path *path = &grown.worker.path;
    for (unsigned round = 0; round < ROUNDS; round++) {
        go_tree_round(&grown.worker);
        for (unsigned k = 0; k < 2 && k < path->depth; k++) {
            uint8_t colour = k == 0 ? GO_BLACK : GO_WHITE;
            const struct go_elder *elder = &grown.worker.elders[colour];
            uint32_t expected = path->nodes[k];
            /* At the last node of the way nothing was chosen. */
            for (unsigned depth = k; depth < path->depth; depth += 2)
                if (go_visits(&nodes[path->nodes[depth]]) >= GRAVE)
                    expected = path->nodes[depth];
            assert_int_equal(elder->node, expected);
            deep += expected != path->nodes[k];
            for (uint16_t move = 0; elder->listed && move < grown.root.limit; move++)
                assert_int_equal(elder->children[move],
                                 go_tree_child(&grown.tree, elder->node, move));
            listed += elder->listed;
        }
    }
    print_message("elders below the first two nodes %u times, listed %u times\n", deep, listed);
    assert_true(deep > 0 && listed > 0);
    go_tree_close(&grown.tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widening),
        cmocka_unit_test(test_dynamic_komi),
        cmocka_unit_test(test_grave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
