/* The store of what a worker found and has not sent. */
#include "test.h"

#include "cluster/findings.h"

static struct zm_bytes key_of(const char *text)
{
    return zm_bytes(text, strlen(text));
}

static bool knows(struct zm_store *store, const char *key, int64_t low, int64_t high)
{
    struct zm_value value;
    return zm_store_get(store, ZM_KIND_BOUND, key_of(key), &value) && value.a == low &&
           value.b == high;
}

static enum zm_status put(struct zm_store *store, const char *key, int64_t low, int64_t high)
{
    return zm_store_put(store, ZM_KIND_BOUND, key_of(key), (struct zm_value){low, high});
}

static void test_layers(void **state)
{
    (void)state;
    struct zm_value value;
    struct zm_store *shared = zm_memory_store(0);
    struct zm_store *found = zm_findings_store(shared, 0);
    assert_int_equal(put(shared, "a", 0, 8), ZM_OK);
    assert_true(knows(found, "a", 0, 8));
    assert_int_equal(zm_findings_bytes(found), 0);
    assert_int_equal(put(found, "a", 2, 9), ZM_OK);
    assert_true(knows(found, "a", 2, 8));
    assert_true(knows(shared, "a", 0, 8));
    uint64_t bytes = zm_findings_bytes(found);
    assert_int_equal(bytes, 2 * (1 + zm_value_size(ZM_KIND_BOUND)) + 6);
    assert_int_equal(put(found, "a", 1, 8), ZM_OK); /* nothing new */
    assert_int_equal(zm_findings_bytes(found), bytes);
    assert_int_equal(put(shared, "a", 3, 8), ZM_OK); /* heard of later */
    assert_true(knows(found, "a", 3, 8));
    assert_int_equal(put(found, "a", 0, 2), ZM_WRONG);
    assert_int_equal(put(found, "b", 4, 4), ZM_OK);
    assert_false(zm_store_get(shared, ZM_KIND_BOUND, key_of("b"), &value));
    assert_int_equal(zm_store_stats(found).entries, 3);
    zm_findings_settle(found);
    assert_int_equal(put(found, "c", 1, 1), ZM_OK);
    zm_findings_share(found, false);
    assert_true(knows(shared, "c", 1, 1));
    assert_false(zm_store_get(shared, ZM_KIND_BOUND, key_of("b"), &value));
    zm_findings_share(found, true);
    assert_true(knows(shared, "b", 4, 4) && knows(shared, "a", 3, 8) && knows(found, "b", 4, 4));
    assert_int_equal(zm_store_stats(found).entries, 3);
    zm_store_close(found);
}

static void test_passing(void **state)
{
    (void)state;
    struct zm_value value;
    struct zm_store *shared = zm_memory_store(0);
    struct zm_store *found = zm_findings_store(shared, 0);
    assert_int_equal(put(found, "a", 1, 2), ZM_OK);
    zm_findings_pass(found, true);
    assert_true(knows(shared, "a", 1, 2)); /* what was here goes, too */
    assert_int_equal(put(found, "b", 3, 4), ZM_OK);
    assert_true(knows(shared, "b", 3, 4) && knows(found, "b", 3, 4));
    assert_int_equal(put(found, "b", 5, 6), ZM_WRONG);
    assert_int_equal(zm_findings_bytes(found), 2 * (2 * (1 + zm_value_size(ZM_KIND_BOUND)) + 6));
    zm_findings_pass(found, false);
    assert_int_equal(put(found, "c", 1, 1), ZM_OK);
    assert_false(zm_store_get(shared, ZM_KIND_BOUND, key_of("c"), &value));
    assert_true(knows(found, "a", 1, 2) && knows(found, "c", 1, 1));
    zm_store_close(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_layers),
                                       cmocka_unit_test(test_passing)};
    return cmocka_run_group_tests_name("cluster-findings", tests, NULL, NULL);
}
