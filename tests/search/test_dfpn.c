/* Depth-first proof-number search on random graphs of sums whose nimbers are known. */
#include "search/dfpn.h"
#include "search/toy_space.h"
#include "test.h"

struct options {
    const char *epsilon, *combine, *leaf;
    size_t memory;
    unsigned threads;
    bool plain;
};

/* Decides random couples of random graphs; every verdict, also those kept on the way, must be true.
 */
static void check_graphs(struct options options, unsigned graphs, unsigned components,
                         unsigned questions)
{
    for (uint64_t seed = 1; seed <= (unsigned)test_rounds((int)graphs); seed++) {
        struct zm_run run;
        zm_run_begin(&run);
        run.memory_limit = options.memory;
        run.threads = options.threads;
        struct toy *toy = toy_open(seed, components, 8, options.plain ? 2 : 3, options.plain, &run);
        struct zm_space space;
        toy_space(toy, &space);
        struct zm_settings settings = {0};
        assert_int_equal(zm_settings_declare(&settings, zm_dfpn.params, NULL), ZM_OK);
        assert_int_equal(zm_settings_set(&settings, "epsilon", options.epsilon, NULL), ZM_OK);
        assert_int_equal(zm_settings_set(&settings, "combine", options.combine, NULL), ZM_OK);
        assert_int_equal(zm_settings_set(&settings, "leaf", options.leaf, NULL), ZM_OK);
        void *search = NULL;
        assert_int_equal(zm_dfpn.open(&space, &settings, &search, NULL), ZM_OK);
        struct zm_random random = zm_random_seeded(seed * 77);
        struct zm_buffer node = {0};
        for (unsigned i = 0; i < questions; i++) {
            unsigned component = components - 1 - (unsigned)zm_random_below(&random, 10);
            unsigned heap = (unsigned)zm_random_below(&random, 6);
            toy_node(toy, component, heap, &node);
            enum zm_verdict verdict = zm_dfpn.decide(search, zm_buffer_bytes(&node));
            assert_int_equal(verdict, toy_nimber(toy, component) == heap ? ZM_LOST : ZM_WON);
            if (i % 3 == 0)
                toy_forget(toy);
        }
        assert_int_equal(toy_errors(toy), 0);
        zm_buffer_free(&node);
        zm_dfpn.close(search);
        zm_settings_free(&settings);
        toy_close(toy);
    }
}

static void test_sums(void **state)
{
    (void)state;
    check_graphs((struct options){"25", "sum", "one", 0, 1, false}, 20, 1200, 8);
    check_graphs((struct options){"0", "sum", "one", 0, 1, false}, 10, 1200, 8);
}

static void test_weak_numbers_and_leaf_values(void **state)
{
    (void)state;
    check_graphs((struct options){"25", "max", "one", 0, 1, false}, 10, 1200, 8);
    check_graphs((struct options){"25", "sum", "children", 0, 1, false}, 10, 1200, 8);
    check_graphs((struct options){"10", "max", "children", 0, 1, false}, 10, 1200, 8);
}

/* Sums searched by their moves: the same answers without any sum node. */
static void test_plain(void **state)
{
    (void)state;
    check_graphs((struct options){"25", "sum", "one", 0, 1, true}, 10, 90, 8);
    check_graphs((struct options){"25", "max", "one", 0, 1, true}, 10, 90, 8);
}

/* A table of sixteen entries forgets nearly everything: slower, never wrong, always ends. */
static void test_tiny_table(void **state)
{
    (void)state;
    check_graphs((struct options){"25", "sum", "one", 1, 1, false}, 10, 100, 6);
    check_graphs((struct options){"25", "max", "one", 4096, 1, false}, 10, 300, 6);
}

static void test_threads(void **state)
{
    (void)state;
    check_graphs((struct options){"25", "sum", "one", 0, 2, false}, 5, 1200, 8);
    check_graphs((struct options){"25", "max", "one", 4096, 4, false}, 5, 300, 8);
    check_graphs((struct options){"25", "sum", "one", 0, 3, true}, 5, 90, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),    cmocka_unit_test(test_weak_numbers_and_leaf_values),
        cmocka_unit_test(test_plain),   cmocka_unit_test(test_tiny_table),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests_name("search/dfpn", tests, NULL, NULL);
}
