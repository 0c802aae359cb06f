/* Memory in front of any store: here of one that counts how often it is asked, can lose its
 * connection, and has only what is required of a class and put_many. */
#include "test.h"

#include "store/layered.h"

#include <stdatomic.h>
#include <stdlib.h>

struct slow {
    struct zm_store store;
    struct zm_store *inner;
    atomic_uint asked, pieces, results; /* gets, put_manys, results in them */
    atomic_bool cut;
    struct zm_store_header header;
    struct zm_buffer note;
};

static void slow_close(struct zm_store *store)
{
    zm_store_close(((struct slow *)store)->inner);
}

static bool slow_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                     struct zm_value *value)
{
    struct slow *slow = (struct slow *)store;
    slow->asked++;
    return zm_store_get(slow->inner, kind, key, value);
}

static enum zm_status slow_put(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                               struct zm_value value)
{
    return zm_store_put(((struct slow *)store)->inner, kind, key, value);
}

static void slow_get_many(struct zm_store *store, struct zm_store_entry *entries, size_t count,
                          bool *found)
{
    struct slow *slow = (struct slow *)store;
    slow->asked++;
    zm_store_get_many(slow->inner, entries, count, found);
}

static enum zm_status slow_put_many(struct zm_store *store, const struct zm_store_entry *entries,
                                    size_t count, struct zm_error *error)
{
    struct slow *slow = (struct slow *)store;
    if (slow->cut)
        return zm_fail(error, ZM_FAILED, "the line is cut");
    slow->pieces++;
    slow->results += (unsigned)count;
    return zm_store_put_many(slow->inner, entries, count, error);
}

static void slow_stats(struct zm_store *store, struct zm_store_stats *stats)
{
    *stats = zm_store_stats(((struct slow *)store)->inner);
}

static void slow_each(struct zm_store *store, enum zm_kind kind,
                      bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                      void *context)
{
    struct slow *slow = (struct slow *)store;
    slow->inner->class->each(slow->inner, kind, visit, context);
}

static enum zm_status slow_purge(struct zm_store *store, struct zm_error *error)
{
    struct slow *slow = (struct slow *)store;
    return slow->inner->class->purge(slow->inner, error);
}

static const struct zm_store_header *slow_header(const struct zm_store *store)
{
    return &((const struct slow *)store)->header;
}

static enum zm_status slow_add_note(struct zm_store *store, struct zm_bytes text,
                                    struct zm_error *error)
{
    (void)error;
    zm_buffer_set(&((struct slow *)store)->note, text);
    return ZM_OK;
}

static bool slow_note(struct zm_store *store, size_t index, struct zm_buffer *text)
{
    zm_buffer_set(text, zm_buffer_bytes(&((struct slow *)store)->note));
    return index == 0;
}

static const struct zm_store_class slow_class = {
    .name = "slow",
    .close = slow_close,
    .get = slow_get,
    .put = slow_put,
    .get_many = slow_get_many,
    .put_many = slow_put_many,
    .stats = slow_stats,
    .each = slow_each,
    .purge = slow_purge,
    .header = slow_header,
    .add_note = slow_add_note,
    .note = slow_note,
};

static struct zm_bytes key_of(const uint64_t *number)
{
    return zm_bytes(number, sizeof *number);
}

static enum zm_status put(struct zm_store *store, uint64_t number)
{
    return zm_store_put(store, ZM_KIND_NIMBER, key_of(&number),
                        (struct zm_value){.a = (int64_t)number * 3});
}

static bool has(struct zm_store *store, uint64_t number)
{
    struct zm_value value;
    return zm_store_get(store, ZM_KIND_NIMBER, key_of(&number), &value) &&
           value.a == (int64_t)number * 3;
}

/* A layered store before a slow one that knows the numbers below `known` already. */
static struct zm_store *open_layers(struct slow *slow, uint64_t known, bool writable, size_t memory)
{
    struct zm_store *store;
    *slow = (struct slow){.store = {&slow_class}, .inner = zm_memory_store(0)};
    assert_non_null(slow->inner);
    for (uint64_t i = 0; i < known; i++)
        assert_int_equal(put(slow->inner, i), ZM_OK);
    assert_int_equal(zm_layered_open(&slow->store, writable, memory, &store, NULL), ZM_OK);
    return store;
}

static void results_go_behind_in_pieces(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    struct slow slow;
    struct zm_store *store = open_layers(&slow, 10, true, 0);
    for (uint64_t i = 0; i < COUNT; i++)
        assert_int_equal(put(store, i), ZM_OK);
    assert_int_equal(zm_store_flush(store, NULL), ZM_OK);
    for (uint64_t i = 0; i < COUNT; i++)
        assert_true(has(store, i) && has(slow.inner, i));
    assert_false(has(store, COUNT));
    assert_int_equal(slow.asked, 0); /* a small store is in memory from the start */
    assert_int_equal(slow.results, COUNT);
    assert_in_range(slow.pieces, 1, COUNT / 10);
    assert_int_equal(zm_store_count(store, ZM_KIND_NIMBER), COUNT);
    assert_int_equal(zm_store_count(store, ZM_KIND_LOST), 0);
    assert_int_equal(store->class->purge(store, NULL), ZM_OK);
    assert_false(has(store, 1) || has(slow.inner, 1));
    zm_store_close(store);
}

static void many_are_asked_for_at_once(void **state)
{
    (void)state;
    enum { COUNT = 100, KNOWN = 60 };
    struct slow slow;
    struct zm_store *store = open_layers(&slow, KNOWN, false, 0);
    uint64_t numbers[COUNT];
    struct zm_store_entry entries[COUNT];
    bool found[COUNT];
    for (uint64_t i = 0; i < COUNT; i++) {
        numbers[i] = i;
        entries[i] = (struct zm_store_entry){.kind = ZM_KIND_NIMBER, .key = key_of(&numbers[i])};
    }
    for (int round = 0; round < 2; round++) {
        zm_store_get_many(store, entries, COUNT, found);
        for (uint64_t i = 0; i < COUNT; i++) {
            assert_int_equal(found[i], i < KNOWN);
            assert_true(!found[i] || entries[i].value.a == (int64_t)i * 3);
        }
    }
    assert_int_equal(slow.asked, 2);
    assert_true(has(store, 0)); /* what came from behind is in front now */
    assert_int_equal(slow.asked, 2);
    assert_false(has(store, COUNT));
    assert_int_equal(slow.asked, 3);
    assert_int_equal(put(store, 0), ZM_FAILED); /* opened for reading */
    zm_store_close(store);
}

static void contradictions_with_what_is_behind_are_found(void **state)
{
    (void)state;
    struct slow slow;
    struct zm_error error = {0};
    struct zm_store *store = open_layers(&slow, 0, true, 0);
    uint64_t number = 7;
    struct zm_store_entry entries[] = {{ZM_KIND_NIMBER, key_of(&number), {.a = 20}},
                                       {ZM_KIND_BOUND, key_of(&number), {.a = 1, .b = 2}}};
    struct zm_value value;
    assert_int_equal(put(slow.inner, number), ZM_OK); /* by another program */
    assert_int_equal(zm_store_put_many(store, entries, 2, NULL), ZM_OK);
    assert_int_equal(zm_store_flush(store, &error), ZM_WRONG);
    assert_true(has(slow.inner, number));
    assert_true(zm_store_get(slow.inner, ZM_KIND_BOUND, key_of(&number), &value));
    zm_store_close(store);
}

static void a_cut_line_is_reported(void **state)
{
    (void)state;
    struct slow slow;
    struct zm_error error = {0};
    struct zm_store *store = open_layers(&slow, 0, true, 0);
    slow.cut = true;
    assert_int_equal(put(store, 1), ZM_OK);
    assert_int_equal(zm_store_flush(store, &error), ZM_FAILED);
    assert_string_equal(error.text, "the line is cut");
    assert_int_equal(put(store, 2), ZM_FAILED);
    zm_store_close(store);
}

static void little_memory_forgets_nothing(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    struct slow slow;
    struct zm_store *store = open_layers(&slow, 0, true, 1 << 14);
    for (uint64_t i = 0; i < COUNT; i++)
        assert_int_equal(put(store, i), ZM_OK);
    assert_int_equal(zm_store_flush(store, NULL), ZM_OK);
    for (uint64_t i = 0; i < COUNT; i++)
        assert_true(has(store, i));
    assert_true(slow.asked > 0);
    assert_int_equal(zm_store_stats(store).entries, COUNT);
    zm_store_close(store);
}

static void header_and_notes_are_those_behind(void **state)
{
    (void)state;
    struct slow slow;
    struct zm_buffer text = {0};
    struct zm_store *store = open_layers(&slow, 0, true, 0);
    assert_ptr_equal(zm_store_header(store), &slow.header);
    assert_int_equal(zm_store_add_note(store, zm_bytes("a job", 5), NULL), ZM_OK);
    assert_true(zm_store_note(store, 0, &text));
    assert_string_equal(zm_buffer_string(&text), "a job");
    assert_false(zm_store_note(store, 1, &text));
    zm_store_close(store);
    zm_buffer_free(&slow.note);
    zm_buffer_free(&text);
}

static void a_store_without_the_rest_says_so(void **state)
{
    (void)state;
    struct zm_error error = {0};
    struct zm_buffer text = {0};
    struct zm_store *store = zm_memory_store(0);
    assert_null(zm_store_header(store));
    assert_int_equal(zm_store_add_note(store, zm_bytes("a job", 5), &error), ZM_FAILED);
    assert_false(zm_store_note(store, 0, &text));
    assert_int_equal(zm_store_flush(store, &error), ZM_OK);
    zm_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_go_behind_in_pieces),
        cmocka_unit_test(many_are_asked_for_at_once),
        cmocka_unit_test(contradictions_with_what_is_behind_are_found),
        cmocka_unit_test(a_cut_line_is_reported),
        cmocka_unit_test(little_memory_forgets_nothing),
        cmocka_unit_test(header_and_notes_are_those_behind),
        cmocka_unit_test(a_store_without_the_rest_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
