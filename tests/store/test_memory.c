/* The store in memory: kinds, merges, contradictions, limits, threads. */
#include "test.h"

#include "base/random.h"
#include "store/store.h"

#include <pthread.h>

static struct zm_bytes key_of(const uint64_t *number)
{
    return zm_bytes(number, sizeof *number);
}

static void test_kinds_are_apart(void **state)
{
    (void)state;
    struct zm_store *store = zm_memory_store(0);
    struct zm_value value;
    uint64_t number = 7;
    assert_int_equal(zm_store_put(store, ZM_KIND_NIMBER, key_of(&number), (struct zm_value){5, 0}),
                     ZM_OK);
    assert_false(zm_store_get(store, ZM_KIND_LOST, key_of(&number), &value));
    assert_true(zm_store_get(store, ZM_KIND_NIMBER, key_of(&number), &value));
    assert_int_equal(value.a, 5);
    zm_store_close(store);
}

static void test_values_keep_their_sign(void **state)
{
    (void)state;
    static const struct {
        enum zm_kind kind;
        struct zm_value value;
    } rows[] = {
        {ZM_KIND_NIMBER, {100000, 0}},    {ZM_KIND_BOUND, {-30, 32}},
        {ZM_KIND_DISTANCE, {70000, 2}},   {ZM_KIND_TREE, {INT64_MIN, INT64_MAX}},
        {ZM_KIND_BOUND, {-32768, 32767}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[16];
        zm_value_write(rows[i].kind, rows[i].value, bytes);
        struct zm_value read = zm_value_read(rows[i].kind, bytes);
        assert_true(read.a == rows[i].value.a && read.b == rows[i].value.b);
    }
}

static void test_merges_only_add_knowledge(void **state)
{
    (void)state;
    struct zm_store *store = zm_memory_store(0);
    struct zm_value value;
    uint64_t number = 1;
    struct zm_bytes key = key_of(&number);
    assert_int_equal(zm_store_put(store, ZM_KIND_BOUND, key, (struct zm_value){-5, 9}), ZM_OK);
    assert_int_equal(zm_store_put(store, ZM_KIND_BOUND, key, (struct zm_value){2, 20}), ZM_OK);
    assert_true(zm_store_get(store, ZM_KIND_BOUND, key, &value));
    assert_true(value.a == 2 && value.b == 9);
    assert_int_equal(zm_store_put(store, ZM_KIND_BOUND, key, (struct zm_value){10, 20}), ZM_WRONG);
    assert_true(zm_store_get(store, ZM_KIND_BOUND, key, &value));
    assert_true(value.a == 2 && value.b == 9);
    assert_int_equal(zm_store_put(store, ZM_KIND_NIMBER, key, (struct zm_value){3, 0}), ZM_OK);
    assert_int_equal(zm_store_put(store, ZM_KIND_NIMBER, key, (struct zm_value){3, 0}), ZM_OK);
    assert_int_equal(zm_store_put(store, ZM_KIND_NIMBER, key, (struct zm_value){4, 0}), ZM_WRONG);
    zm_store_close(store);
}

static void test_overhead_is_small(void **state)
{
    (void)state;
    struct zm_store *store = zm_memory_store(0);
    struct zm_random random = zm_random_seeded(4);
    enum { ENTRIES = 200000 };
    for (int i = 0; i < ENTRIES; i++) {
        uint64_t key[2] = {zm_random_next(&random), zm_random_next(&random)};
        zm_store_put(store, ZM_KIND_LOST, zm_bytes(key, sizeof key), (struct zm_value){0});
    }
    struct zm_store_stats stats = zm_store_stats(store);
    assert_int_equal(stats.entries, ENTRIES);
    assert_true(stats.memory <= (16 + 32) * (uint64_t)ENTRIES);
    zm_store_close(store);
}

static void test_a_limit_bounds_the_memory(void **state)
{
    (void)state;
    enum { LIMIT = 1 << 20 };
    struct zm_store *store = zm_memory_store(LIMIT);
    for (uint64_t i = 0; i < 300000; i++) {
        struct zm_value value;
        assert_int_equal(
            zm_store_put(store, ZM_KIND_NIMBER, key_of(&i), (struct zm_value){(int64_t)i % 9, 0}),
            ZM_OK);
        assert_true(zm_store_get(store, ZM_KIND_NIMBER, key_of(&i), &value)); /* the newest stays */
        assert_int_equal(value.a, i % 9);
    }
    assert_true(zm_store_stats(store).memory < 2 * LIMIT);
    zm_store_close(store);
}

static void *fill(void *context)
{
    struct zm_store *store = context;
    for (uint64_t i = 0; i < 20000; i++) {
        struct zm_value value;
        zm_store_put(store, ZM_KIND_NIMBER, key_of(&i), (struct zm_value){(int64_t)i % 5, 0});
        if (zm_store_get(store, ZM_KIND_NIMBER, key_of(&i), &value) && value.a != (int64_t)i % 5)
            return context; /* wrong */
    }
    return NULL;
}

static void test_threads_share_a_store(void **state)
{
    (void)state;
    struct zm_store *store = zm_memory_store(0);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, fill, store), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    assert_int_equal(zm_store_stats(store).entries, 20000);
    zm_store_close(store);
}

static bool count_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    (void)key;
    int *left = context;
    assert_int_equal(value.a, 2);
    return --*left > 0;
}

static void test_each_and_purge(void **state)
{
    (void)state;
    struct zm_store *store = zm_memory_store(0);
    for (uint64_t i = 0; i < 100; i++)
        zm_store_put(store, ZM_KIND_NIMBER, key_of(&i), (struct zm_value){2, 0});
    int left = 1000;
    store->class->each(store, ZM_KIND_NIMBER, count_entry, &left);
    assert_int_equal(left, 900);
    left = 10; /* stops when told to */
    store->class->each(store, ZM_KIND_NIMBER, count_entry, &left);
    assert_int_equal(left, 0);
    assert_int_equal(store->class->purge(store, NULL), ZM_OK);
    assert_int_equal(zm_store_stats(store).entries, 0);
    zm_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_are_apart),
        cmocka_unit_test(test_values_keep_their_sign),
        cmocka_unit_test(test_merges_only_add_knowledge),
        cmocka_unit_test(test_overhead_is_small),
        cmocka_unit_test(test_a_limit_bounds_the_memory),
        cmocka_unit_test(test_threads_share_a_store),
        cmocka_unit_test(test_each_and_purge),
    };
    return cmocka_run_group_tests_name("memory store", tests, NULL, NULL);
}
