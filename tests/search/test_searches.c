/* Every search, with every way of counting, on random graphs of sums whose nimbers are known. */
#include "search/dfpn.h"
#include "search/proof_number.h"
#include "search/toy_space.h"
#include "store/store.h"
#include "test.h"
#include "watch/watch.h"

#include <pthread.h>

struct trial {
    const struct zm_search *search;
    const char *options[4][2]; /* up to the first NULL */
    size_t memory;
    unsigned threads;
    bool plain; /* sums searched by their moves */
    unsigned graphs, components;
};

static void set_options(struct zm_settings *settings, const struct trial *trial)
{
    assert_int_equal(zm_settings_declare(settings, trial->search->params, NULL), ZM_OK);
    for (int i = 0; i < 4 && trial->options[i][0] != NULL; i++)
        assert_int_equal(
            zm_settings_set(settings, trial->options[i][0], trial->options[i][1], NULL), ZM_OK);
}

/* Decides random couples of one graph; every verdict, also those kept on the way, must be true. */
static void check_graph(const struct trial *trial, uint64_t seed)
{
    struct zm_run run;
    zm_run_begin(&run);
    run.store = zm_memory_store(0);
    run.memory_limit = trial->memory;
    run.threads = trial->threads == 0 ? 1 : trial->threads;
    struct toy *toy =
        toy_open(seed, trial->components, 8, trial->plain ? 2 : 3, trial->plain, &run);
    struct zm_space space;
    toy_space(toy, &space);
    struct zm_settings settings = {0};
    set_options(&settings, trial);
    void *search = NULL;
    assert_int_equal(trial->search->open(&space, &settings, &search, NULL), ZM_OK);
    struct zm_random random = zm_random_seeded(seed * 77);
    struct zm_buffer node = {0};
    for (unsigned i = 0; i < 8; i++) {
        unsigned component = trial->components - 1 - (unsigned)zm_random_below(&random, 10);
        unsigned heap = (unsigned)zm_random_below(&random, 6);
        toy_node(toy, component, heap, &node);
        enum zm_verdict verdict = trial->search->decide(search, zm_buffer_bytes(&node));
        assert_int_equal(verdict, toy_nimber(toy, component) == heap ? ZM_LOST : ZM_WON);
        if (i % 3 == 0)
            toy_forget(toy);
    }
    assert_int_equal(toy_errors(toy), 0);
    zm_buffer_free(&node);
    trial->search->close(search);
    zm_settings_free(&settings);
    toy_close(toy);
    zm_store_close(run.store);
}

static void check(const struct trial *trials, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int seed = 1; seed <= test_rounds((int)trials[i].graphs); seed++)
            check_graph(&trials[i], (uint64_t)seed);
}

#define CHECK(trials) check(trials, sizeof(trials) / sizeof *(trials))

static void test_dfpn(void **state)
{
    (void)state;
    const struct trial trials[] = {
        {.search = &zm_dfpn, .graphs = 10, .components = 1200},
        {.search = &zm_dfpn, .options = {{"epsilon", "0"}}, .graphs = 10, .components = 1200},
        {.search = &zm_dfpn, .options = {{"combine", "max"}}, .graphs = 10, .components = 1200},
        {.search = &zm_dfpn, .options = {{"leaf", "children"}}, .graphs = 10, .components = 1200},
        {.search = &zm_dfpn,
         .options = {{"combine", "max"}, {"leaf", "children"}, {"epsilon", "10"}},
         .graphs = 10,
         .components = 1200},
        {.search = &zm_dfpn, .plain = true, .graphs = 10, .components = 90},
        {.search = &zm_dfpn,
         .options = {{"combine", "sum"}, {"leaf", "one"}},
         .plain = true,
         .graphs = 10,
         .components = 90},
        {.search = &zm_dfpn,
         .options = {{"combine", "max"}, {"leaf", "one"}},
         .plain = true,
         .graphs = 10,
         .components = 90},
    };
    CHECK(trials);
}

/* A table of sixteen entries forgets nearly everything: slower, never wrong, always ends. */
static void test_dfpn_tiny_table(void **state)
{
    (void)state;
    const struct trial trials[] = {
        {.search = &zm_dfpn, .memory = 1, .graphs = 10, .components = 100},
        {.search = &zm_dfpn,
         .options = {{"combine", "max"}},
         .memory = 4096,
         .graphs = 10,
         .components = 300},
    };
    CHECK(trials);
}

static void test_dfpn_threads(void **state)
{
    (void)state;
    const struct trial trials[] = {
        {.search = &zm_dfpn, .threads = 2, .graphs = 25, .components = 1200},
        {.search = &zm_dfpn,
         .options = {{"combine", "max"}},
         .memory = 4096,
         .threads = 4,
         .graphs = 25,
         .components = 300},
        {.search = &zm_dfpn,
         .options = {{"leaf", "children"}},
         .threads = 2,
         .graphs = 25,
         .components = 600},
        {.search = &zm_dfpn, .threads = 3, .plain = true, .graphs = 25, .components = 90},
    };
    CHECK(trials);
}

static void test_pn(void **state)
{
    (void)state;
    const struct trial trials[] = {
        {.search = &zm_proof_number, .graphs = 10, .components = 1200},
        {.search = &zm_proof_number,
         .options = {{"combine", "max"}},
         .graphs = 10,
         .components = 1200},
        {.search = &zm_proof_number,
         .options = {{"leaf", "children"}},
         .graphs = 10,
         .components = 1200},
        {.search = &zm_proof_number,
         .options = {{"automatic", ""}},
         .graphs = 10,
         .components = 1200},
        {.search = &zm_proof_number,
         .options = {{"second", "50"}},
         .graphs = 10,
         .components = 1200},
        {.search = &zm_proof_number, .plain = true, .graphs = 10, .components = 90},
        {.search = &zm_proof_number,
         .options = {{"combine", "sum"}, {"leaf", "one"}},
         .plain = true,
         .graphs = 10,
         .components = 90},
    };
    CHECK(trials);
}

/* The smallest memory that the search takes: it restarts, folds, and decides leaves depth-first. */
static void test_pn_full_memory(void **state)
{
    (void)state;
    const struct trial trials[] = {
        {.search = &zm_proof_number, .memory = 1, .graphs = 5, .components = 1000},
        {.search = &zm_proof_number,
         .options = {{"full", "fold"}},
         .memory = 1,
         .graphs = 5,
         .components = 1000},
    };
    CHECK(trials);
}

/* A search in a thread of its own, steered by orders. */
struct steered {
    const struct zm_search *how;
    void *search;
    struct zm_buffer node;
    enum zm_verdict verdict;
    struct zm_run run;
    struct toy *toy;
    struct zm_settings settings;
    pthread_t thread;
};

static void *decide_steered(void *context)
{
    struct steered *steered = context;
    steered->verdict = steered->how->decide(steered->search, zm_buffer_bytes(&steered->node));
    return NULL;
}

static void step(struct zm_watch *watch, int steps, struct zm_watch_snapshot *snapshot)
{
    for (int i = 0; i < steps; i++) {
        assert_int_equal(zm_watch_order(watch, ZM_ORDER_STEP, 0, NULL, 0), ZM_OK);
        if (i > 0)
            zm_watch_snapshot_free(snapshot);
        assert_true(zm_watch_look(watch, 60, snapshot));
    }
}

/* A search of a toy graph in another thread, which waits for orders; begun with a dozen steps. */
static char *start_steered(struct steered *steered, const struct zm_search *how)
{
    const struct trial trial = {.search = how};
    struct zm_space space;
    struct zm_watch_snapshot snapshot = {0};
    *steered = (struct steered){.how = how};
    zm_run_begin(&steered->run);
    steered->run.store = zm_memory_store(0);
    steered->run.watch = zm_watch_open();
    steered->toy = toy_open(5, 1200, 8, 3, false, &steered->run);
    toy_space(steered->toy, &space);
    set_options(&steered->settings, &trial);
    assert_int_equal(how->open(&space, &steered->settings, &steered->search, NULL), ZM_OK);
    toy_node(steered->toy, 1199, toy_nimber(steered->toy, 1199), /* lost: takes longest */
             &steered->node);
    zm_watch_order(steered->run.watch, ZM_ORDER_PAUSE, 0, NULL, 0);
    assert_int_equal(pthread_create(&steered->thread, NULL, decide_steered, steered), 0);
    step(steered->run.watch, 12, &snapshot);
    assert_true(snapshot.count > 1 && snapshot.levels[0].proof > 0);
    char *node = strdup(snapshot.levels[1].node);
    zm_watch_snapshot_free(&snapshot);
    return node;
}

/* Lets it begin again and run to its end: the verdict is what it would have been. */
static void finish_steered(struct steered *steered)
{
    zm_watch_order(steered->run.watch, ZM_ORDER_RESTART, 0, NULL, 0);
    zm_watch_order(steered->run.watch, ZM_ORDER_RESUME, 0, NULL, 0);
    pthread_join(steered->thread, NULL);
    assert_int_equal(steered->verdict, ZM_LOST);
    assert_int_equal(toy_errors(steered->toy), 0);
    zm_buffer_free(&steered->node);
    steered->how->close(steered->search);
    zm_settings_free(&steered->settings);
    toy_close(steered->toy);
    zm_watch_close(steered->run.watch);
    zm_store_close(steered->run.store);
}

/* Lock, favour (with 0: numbers vanish, the verdict does not), unlock and restart: the search goes
 * where it is told, and the verdict is the same. */
static void test_pn_orders(void **state)
{
    (void)state;
    struct steered steered;
    struct zm_watch_snapshot snapshot = {0};
    char *locked = start_steered(&steered, &zm_proof_number);
    struct zm_watch *watch = steered.run.watch;
    zm_watch_order(watch, ZM_ORDER_LOCK, 0, locked, 0);
    step(watch, 2, &snapshot);
    assert_string_equal(snapshot.levels[0].node, locked); /* the walk starts there now */
    zm_watch_snapshot_free(&snapshot);
    zm_watch_order(watch, ZM_ORDER_UNLOCK, 0, NULL, 0);
    zm_watch_order(watch, ZM_ORDER_FAVOUR, 0, locked, 0);
    step(watch, 3, &snapshot);
    assert_string_not_equal(snapshot.levels[0].node, locked);
    zm_watch_snapshot_free(&snapshot);
    free(locked);
    finish_steered(&steered);
}

/* Depth-first: locked, it is below that node; zapped, it is elsewhere; the verdicts stay right. */
static void test_dfpn_orders(void **state)
{
    (void)state;
    struct steered steered;
    struct zm_watch_snapshot snapshot = {0};
    char *locked = start_steered(&steered, &zm_dfpn);
    struct zm_watch *watch = steered.run.watch;
    zm_watch_order(watch, ZM_ORDER_LOCK, 0, locked, 0);
    step(watch, 9, &snapshot);
    assert_true(snapshot.count > 1);
    assert_string_equal(snapshot.levels[1].node, locked);
    zm_watch_snapshot_free(&snapshot);
    zm_watch_order(watch, ZM_ORDER_UNLOCK, 0, NULL, 0);
    zm_watch_order(watch, ZM_ORDER_FAVOUR, 0, locked, 1000);
    step(watch, 4, &snapshot);
    assert_true(snapshot.count > 1);
    assert_string_not_equal(snapshot.levels[1].node, locked);
    char *zapped = strdup(snapshot.levels[1].node);
    zm_watch_snapshot_free(&snapshot);
    for (int i = 0; i < 3; i++)
        zm_watch_order(watch, ZM_ORDER_ZAP, 0, NULL, 0);
    step(watch, 4, &snapshot);
    assert_true(snapshot.count > 1);
    assert_string_not_equal(snapshot.levels[1].node, zapped);
    zm_watch_snapshot_free(&snapshot);
    free(locked);
    free(zapped);
    finish_steered(&steered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* clang-format off */
        test_of_one_thread(test_dfpn)
        test_of_one_thread(test_dfpn_tiny_table)
        test_of_one_thread(test_pn)
        test_of_one_thread(test_pn_full_memory)
        test_of_one_thread(test_pn_orders)
        test_of_one_thread(test_dfpn_orders)
        /* clang-format on */
        cmocka_unit_test(test_dfpn_threads),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
