/* The table shared by threads: whatever its shape, it finds what it holds, keeps all of it when it
 * grows, gives up what is worth least, and never gives one key the data of another. */
#include "base/bits.h"
#include "test.h"

#include "base/bytes.h"
#include "base/shared_table.h"

#include <pthread.h>

enum { SHAPES = 3 };

static size_t by_low_bits(const struct zm_shared_key *key, size_t buckets)
{
    return ((key->word ^ key->tag) * ZM_MIX >> 20) & (buckets - 1);
}

static size_t in_order(const struct zm_shared_key *key, size_t buckets)
{
    return (size_t)(((key->word >> 32) * buckets) >> 32);
}

static const struct zm_shared_shape shapes[SHAPES] = {
    {.words = 2, .bucket = 4, .probed = 16, .bucket_of = by_low_bits},
    {.words = 2, .bucket = 4, .probed = 4, .ordered = true, .bucket_of = in_order},
    {.words = 4, .bucket = 4, .probed = 4, .bucket_of = by_low_bits},
};

enum { TAG_BITS = 16 };
static const uint64_t mask = ~UINT64_C(0) << (64 - TAG_BITS);

/* Keys number `i`: two that follow each other differ only in their tag, or (of 32 bytes) in their
 * second word. */
static struct zm_shared_key key_of(const struct zm_shared_shape *shape, uint64_t i)
{
    uint64_t word = (i / 2 + 1) * ZM_MIX;
    bool wide = shape->words == 4;
    return (struct zm_shared_key){.word = word,
                                  .second = wide ? i + 1 : 0,
                                  .tag = wide ? 0 : (i % 2 + 1) << (64 - TAG_BITS),
                                  .mask = wide ? 0 : mask};
}

static uint64_t data_of(const struct zm_shared_key *key, uint64_t i)
{
    return key->tag | (i * 7919 % 1000 + 1);
}

static uint64_t worth(const struct zm_shared_entry *entry, const void *context)
{
    (void)context;
    return entry->data & ~mask;
}

/* Puts a key; returns whether its place was taken by another. */
static bool put(struct zm_shared_table *table, const struct zm_shared_shape *shape, uint64_t i)
{
    struct zm_shared_key key = key_of(shape, i);
    struct zm_shared_entry found;
    _Atomic uint64_t *place =
        zm_shared_place(table, shape, &key, zm_shared_buckets(table), worth, NULL, &found);
    bool other = found.data != 0 && !zm_shared_is(shape, &found, &key);
    if (found.data == 0)
        zm_shared_count(table);
    zm_shared_write(shape, place,
                    (struct zm_shared_entry){key.word, key.second, data_of(&key, i), i + 1});
    return other;
}

static bool is_crowded(const struct zm_shared_table *table)
{
    return zm_shared_crowded(table, zm_shared_buckets(table) * 2);
}

/* Is a key there? If it is, with its own data. */
static bool has(struct zm_shared_table *table, const struct zm_shared_shape *shape, uint64_t i,
                bool *wrong)
{
    struct zm_shared_key key = key_of(shape, i);
    struct zm_shared_entry found = zm_shared_find(table, shape, key);
    *wrong |= found.data != 0 && found.data != data_of(&key, i);
    return found.data != 0;
}

static void growing_keeps_everything(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    for (int s = 0; s < SHAPES; s++) {
        struct zm_shared_table table;
        bool wrong = false;
        uint64_t lost = 0, there = 0;
        assert_true(zm_shared_open(&table, &shapes[s], 16, 1 << 20));
        for (uint64_t i = 0; i < COUNT; i++) {
            lost += put(&table, &shapes[s], i);
            while (is_crowded(&table))
                zm_shared_grow(&table, &shapes[s], shapes[s].words == 4 ? 0 : mask, worth, NULL);
        }
        for (uint64_t i = 0; i < COUNT; i++)
            there += has(&table, &shapes[s], i, &wrong);
        assert_false(wrong);
        assert_int_equal(there + lost, COUNT);
        assert_in_range(zm_shared_buckets(&table), COUNT / 4, COUNT);
        assert_false(has(&table, &shapes[s], COUNT, &wrong));
        zm_shared_close(&table);
    }
}

static void a_full_table_gives_up_what_is_worth_least(void **state)
{
    (void)state;
    enum { COUNT = 50000, BUCKETS = 1 << 10 };
    for (int s = 0; s < SHAPES; s++) {
        struct zm_shared_table table;
        bool wrong = false;
        uint64_t there = 0, rich = 0, poor = 0;
        assert_true(zm_shared_open(&table, &shapes[s], BUCKETS, BUCKETS));
        for (uint64_t i = 0; i < COUNT; i++)
            put(&table, &shapes[s], i);
        assert_false(is_crowded(&table));
        for (uint64_t i = 0; i < COUNT; i++) {
            struct zm_shared_key key = key_of(&shapes[s], i);
            bool has_it = has(&table, &shapes[s], i, &wrong);
            there += has_it;
            rich += has_it && (data_of(&key, i) & ~mask) > 500;
            poor += has_it && (data_of(&key, i) & ~mask) <= 500;
        }
        assert_false(wrong);
        assert_in_range(there, BUCKETS * 3, BUCKETS * 4 + 12);
        assert_true(rich > 2 * poor);
        assert_true(has(&table, &shapes[s], COUNT - 1, &wrong)); /* the last one put */
        zm_shared_close(&table);
    }
}

/* Two threads that write to one key can leave it two entries. What is put after that is found. */
static void of_two_entries_that_is_read_which_is_written(void **state)
{
    (void)state;
    enum { PLACES = 4 };
    for (int s = 0; s < SHAPES; s++)
        for (unsigned other = 1; other < PLACES; other++) {
            const struct zm_shared_shape *shape = &shapes[s];
            struct zm_shared_table table;
            struct zm_shared_key key = key_of(shape, 7);
            struct zm_shared_entry old = {key.word, key.second, key.tag | 999, 1};
            assert_true(zm_shared_open(&table, shape, 1, 1));
            for (unsigned i = 0; i < other; i++)
                put(&table, shape, i == 0 ? 7 : 100 + i);
            zm_shared_write(shape, table.words + (size_t)other * shape->words, old);
            put(&table, shape, 7);
            assert_true(zm_shared_find(&table, shape, key).data == data_of(&key, 7));
            zm_shared_close(&table);
        }
}

struct worker {
    struct zm_shared_table *table;
    const struct zm_shared_shape *shape;
    bool grows, wrong;
    uint64_t there;
};

static void *work(void *context)
{
    struct worker *worker = context;
    for (uint64_t round = 0; round < 3; round++)
        for (uint64_t i = 0; i < 40000; i++) {
            put(worker->table, worker->shape, i);
            worker->there += has(worker->table, worker->shape, i / 2, &worker->wrong);
            if (worker->grows && is_crowded(worker->table))
                zm_shared_grow(worker->table, worker->shape, worker->shape->words == 4 ? 0 : mask,
                               worth, NULL);
        }
    return NULL;
}

/* One of the threads doubles the table under the others, where the shape allows that. */
static void threads_read_what_belongs_to_their_keys(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    for (int s = 0; s < SHAPES; s++) {
        struct zm_shared_table table;
        struct worker workers[THREADS];
        pthread_t threads[THREADS];
        assert_true(zm_shared_open(&table, &shapes[s], shapes[s].ordered ? 1 << 14 : 64, 1 << 14));
        for (int i = 0; i < THREADS; i++) {
            workers[i] = (struct worker){
                .table = &table, .shape = &shapes[s], .grows = i == 0 && !shapes[s].ordered};
            assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            assert_false(workers[i].wrong);
            assert_true(workers[i].there > 0);
        }
        zm_shared_close(&table);
    }
}

static void *crowd(void *context)
{
    struct worker *worker = context;
    for (uint64_t i = 0; i < 2000000 && !worker->wrong; i++) {
        put(worker->table, worker->shape, i % 37);
        worker->there += has(worker->table, worker->shape, i * 5 % 37, &worker->wrong);
    }
    return NULL;
}

/* In a table of one bucket nearly every entry is written by one thread while another reads it. */
static void what_two_threads_wrote_is_not_read(void **state)
{
    (void)state;
    for (int s = 0; s < SHAPES; s++) {
        struct zm_shared_table table;
        struct worker workers[2];
        pthread_t thread;
        assert_true(zm_shared_open(&table, &shapes[s], 1, 1));
        for (int i = 0; i < 2; i++)
            workers[i] = (struct worker){.table = &table, .shape = &shapes[s]};
        assert_int_equal(pthread_create(&thread, NULL, crowd, &workers[0]), 0);
        crowd(&workers[1]);
        pthread_join(thread, NULL);
        for (int i = 0; i < 2; i++)
            assert_true(workers[i].there > 0 && !workers[i].wrong);
        zm_shared_close(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* clang-format off */
        test_of_one_thread(growing_keeps_everything)
        test_of_one_thread(a_full_table_gives_up_what_is_worth_least)
        test_of_one_thread(of_two_entries_that_is_read_which_is_written)
        /* clang-format on */
        cmocka_unit_test(threads_read_what_belongs_to_their_keys),
        cmocka_unit_test(what_two_threads_wrote_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
