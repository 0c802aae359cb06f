/* The engine of dots-and-boxes with several threads on one table. */
#include "engines/dots/margin.h"
#include "games/dots/layout.h"
#include "test.h"

static int margin_of(const char *board, unsigned threads)
{
    struct zm_dots_layout layout;
    struct zm_margin search;
    struct zm_run run;
    const char *rest;
    assert_int_equal(zm_dots_layout_parse(&layout, board, &rest, NULL), ZM_OK);
    zm_run_begin(&run);
    run.threads = threads;
    run.memory_limit = (size_t)1 << 22;
    int most = (int)layout.graph.coins, least = -most;
    assert_true(zm_margin_open(&search, &layout.graph, NULL, &run));
    zm_margin_find(&search, zm_coins_all(&layout.graph), &least, &most);
    assert_false(search.stopped);
    assert_int_equal(least, most);
    zm_margin_close(&search);
    return least;
}

static void threads_agree(void **state)
{
    (void)state;
    assert_int_equal(margin_of("3x3", 3), -3);
    assert_int_equal(margin_of("2x4", 2), 2);
    assert_int_equal(margin_of("swedish:2x9", 4), 2);
}

static void threads_stop(void **state)
{
    (void)state;
    struct zm_dots_layout layout;
    struct zm_margin search;
    struct zm_run run;
    const char *rest;
    assert_int_equal(zm_dots_layout_parse(&layout, "5x5", &rest, NULL), ZM_OK);
    zm_run_begin(&run);
    run.threads = 2;
    run.memory_limit = (size_t)1 << 22;
    run.deadline = run.started + 0.2;
    int most = 25, least = -25;
    assert_true(zm_margin_open(&search, &layout.graph, NULL, &run));
    zm_margin_find(&search, zm_coins_all(&layout.graph), &least, &most);
    assert_true(search.stopped);
    assert_true(least < most);
    /* Once the stop is over, the same search answers again. */
    atomic_store(&run.stop, false);
    run.deadline = 0;
    assert_true(zm_margin_at_least(&search, 0, 0));
    assert_false(search.stopped);
    zm_margin_close(&search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(threads_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
