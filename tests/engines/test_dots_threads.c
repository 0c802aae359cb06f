/* The engine of dots-and-boxes with several threads on one table. */
#include "engines/dots/margin.h"
#include "games/dots/layout.h"
#include "test.h"

#include <pthread.h>

static int margin_of(const char *board, unsigned threads)
{
    struct zm_dots_layout layout;
    struct zm_margin search;
    struct zm_run run;
    const char *rest;
    assert_int_equal(zm_dots_layout_parse(&layout, board, &rest, NULL), ZM_OK);
    zm_run_begin(&run);
    run.threads = threads;
    run.memory_limit = (size_t)1 << 26;
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

/* Several threads fill one table, which grows under their hands: what is found in it is what was
 * put there, and little is lost. */
enum { WRITERS = 3, KEYS = 30000 };

struct writer {
    struct zm_margins *table;
    unsigned number, found, wrong;
    pthread_t thread;
};

static struct zm_hash128 key_of(uint64_t i)
{
    return zm_bytes_hash128(zm_bytes(&i, sizeof i));
}

static void look(struct writer *writer, uint64_t i)
{
    int bound = (int)(i % 50), least = -100, most = 100;
    zm_margins_get(writer->table, key_of(i), &least, &most);
    writer->found += most != 100;
    writer->wrong += most != 100 && (least != -bound || most != bound);
}

static void *write_keys(void *argument)
{
    struct writer *writer = argument;
    zm_gate_enter(&writer->table->gate);
    for (uint64_t i = writer->number; i < KEYS; i += WRITERS) {
        int bound = (int)(i % 50);
        zm_margins_put(writer->table, key_of(i), i + 1, -bound, bound);
        look(writer, i / 2);
    }
    zm_gate_leave(&writer->table->gate);
    return NULL;
}

static void table_grows(void **state)
{
    (void)state;
    struct zm_margins table;
    struct writer writers[WRITERS];
    assert_true(zm_margins_open(&table, (size_t)1 << 24));
    size_t before = zm_margins_memory(&table);
    for (unsigned i = 0; i < WRITERS; i++) {
        writers[i] = (struct writer){.table = &table, .number = i};
        assert_int_equal(pthread_create(&writers[i].thread, NULL, write_keys, &writers[i]), 0);
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        pthread_join(writers[i].thread, NULL);
        assert_int_equal(writers[i].wrong, 0);
    }
    struct writer reader = {.table = &table};
    for (uint64_t i = 0; i < KEYS; i++)
        look(&reader, i);
    assert_int_equal(reader.wrong, 0);
    assert_true(reader.found > KEYS / 10 * 9);
    assert_true(zm_margins_memory(&table) >= 4 * before);
    zm_margins_close(&table);
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
        cmocka_unit_test(table_grows),
        cmocka_unit_test(threads_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
