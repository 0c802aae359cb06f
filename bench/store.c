/* The store in memory: insertions and look-ups of 16-byte keys, at 10^7 entries. */
#include "bench/bench.h"

#include "base/clock.h"
#include "base/random.h"
#include "store/store.h"

#include <stdio.h>

enum { ENTRIES = 10000000 };

static void make_key(struct zm_random *random, uint64_t key[2])
{
    key[0] = zm_random_next(random);
    key[1] = zm_random_next(random);
}

static enum zm_status insert_all(struct zm_store *store, uint64_t seed, int count)
{
    struct zm_random random = zm_random_seeded(seed);
    enum zm_status status = ZM_OK;
    uint64_t key[2];
    for (int i = 0; status == ZM_OK && i < count; i++) {
        make_key(&random, key);
        status = zm_store_put(store, ZM_KIND_NIMBER, zm_bytes(key, sizeof key),
                              (struct zm_value){.a = i & 7});
    }
    return status;
}

/* Looks up keys made from a seed: all present (seed 1) or, practically, none. */
static int find_all(struct zm_store *store, uint64_t seed)
{
    struct zm_random random = zm_random_seeded(seed);
    struct zm_value value;
    uint64_t key[2];
    int found = 0;
    for (int i = 0; i < ENTRIES; i++) {
        make_key(&random, key);
        found += zm_store_get(store, ZM_KIND_NIMBER, zm_bytes(key, sizeof key), &value);
    }
    return found;
}

static void report(const char *what, double since, int count, int found)
{
    double seconds = zm_clock_now() - since;
    printf("%-18s %10d found %10d   %6.2f s   %6.2f million a second\n", what, count, found,
           seconds, count / seconds / 1e6);
}

static enum zm_status run(struct zm_error *error)
{
    struct zm_store *store = zm_memory_store(0);
    if (store == NULL)
        return zm_fail_memory(error);
    double start = zm_clock_now();
    enum zm_status status = insert_all(store, 1, ENTRIES);
    if (status == ZM_OK) {
        report("insert, from none", start, ENTRIES, 0);
        start = zm_clock_now();
        report("look up, present", start, ENTRIES, find_all(store, 1));
        start = zm_clock_now();
        report("look up, absent", start, ENTRIES, find_all(store, 2));
        struct zm_store_stats stats = zm_store_stats(store);
        printf("%.1f bytes an entry, of which 16 of key and %zu of value\n",
               (double)stats.memory / (double)stats.entries, zm_value_size(ZM_KIND_NIMBER));
        start = zm_clock_now();
        status = insert_all(store, 3, ENTRIES / 10);
        report("insert, a tenth", start, ENTRIES / 10, 0);
    }
    zm_store_close(store);
    return status == ZM_OK ? ZM_OK : zm_fail_memory(error);
}

const struct zm_benchmark zm_bench_store = {
    .name = "store",
    .summary = "insertions and look-ups in the store in memory, at 10^7 entries",
    .run = run,
};
