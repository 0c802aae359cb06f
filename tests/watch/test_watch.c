/* Watching and steering a depth-first search that runs in another thread. */
#include "base/clock.h"
#include "search/arrange.h"
#include "support/ask.h"

#include "watch/watch.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

struct watched {
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer;
    enum zm_status status;
    pthread_t thread;
};

static void *search(void *context)
{
    struct watched *watched = context;
    watched->status =
        zm_question_answer(&watched->question, zm_buffer_bytes(&watched->question.position),
                           &watched->run, &watched->answer, NULL);
    return NULL;
}

/* Starts a computation that waits before its first node. */
static void start_search(struct watched *watched, const char *position, const char *search_name)
{
    /* Leaves and sums as in the definition of proof numbers, so that they can be checked. */
    bool numbers = strcmp(search_name, "pn") == 0 || strcmp(search_name, "dfpn") == 0;
    const struct zm_option options[] = {
        {"compute", "nimber"}, {"search", search_name}, {"leaf", "one"}, {"combine", "sum"}};
    memset(watched, 0, sizeof *watched);
    assert_int_equal(zm_question_open(&watched->question, "cram", position, options,
                                      numbers ? 4 : 2, NULL, NULL),
                     ZM_OK);
    zm_run_begin(&watched->run);
    assert_int_equal(zm_question_run(&watched->question, &watched->run, NULL), ZM_OK);
    watched->run.watch = zm_watch_open();
    assert_non_null(watched->run.watch);
    zm_watch_order(watched->run.watch, ZM_ORDER_PAUSE, 0, NULL, 0);
    assert_int_equal(pthread_create(&watched->thread, NULL, search, watched), 0);
}

static void start_paused(struct watched *watched, const char *position)
{
    start_search(watched, position, "depth-first");
}

static void finish(struct watched *watched)
{
    pthread_join(watched->thread, NULL);
    zm_watch_close(watched->run.watch);
    zm_answer_free(&watched->answer);
    zm_question_close(&watched->question);
}

static void look(struct watched *watched, struct zm_watch_snapshot *snapshot)
{
    assert_true(zm_watch_look(watched->run.watch, 60, snapshot));
}

/* Lets single nodes through until the branch is this deep. */
static void step_to_depth(struct watched *watched, size_t depth)
{
    struct zm_watch_snapshot snapshot;
    for (int i = 0; i < 1000; i++) {
        look(watched, &snapshot);
        size_t here = snapshot.count;
        zm_watch_snapshot_free(&snapshot);
        if (here >= depth)
            return;
        zm_watch_order(watched->run.watch, ZM_ORDER_STEP, 0, NULL, 0);
    }
    fail_msg("the branch never became %zu deep", depth);
}

static void test_pause_step_and_look(void **state)
{
    (void)state;
    struct watched watched;
    struct zm_watch_snapshot snapshot;
    start_paused(&watched, "4x5");
    look(&watched, &snapshot);
    assert_int_equal(snapshot.nodes, 0);
    assert_int_equal(snapshot.count, 1);
    assert_string_equal(snapshot.levels[0].node, "0 - 00000*000000000000000E");
    zm_watch_snapshot_free(&snapshot);
    step_to_depth(&watched, 3);
    look(&watched, &snapshot);
    assert_true(snapshot.nodes > 0 && snapshot.paused);
    for (size_t i = 0; i + 1 < snapshot.count; i++) {
        assert_true(snapshot.levels[i].children > 0);
        assert_true(snapshot.levels[i].unknown <= snapshot.levels[i].children);
        assert_true(snapshot.levels[i].current < snapshot.levels[i].children);
    }
    uint64_t nodes = snapshot.nodes;
    zm_watch_snapshot_free(&snapshot);
    look(&watched, &snapshot); /* paused: nothing moves */
    assert_int_equal(snapshot.nodes, nodes);
    zm_watch_snapshot_free(&snapshot);
    zm_watch_order(watched.run.watch, ZM_ORDER_RESUME, 0, NULL, 0);
    finish(&watched);
    assert_int_equal(watched.status, ZM_OK);
}

static void test_zap_goes_to_a_sibling(void **state)
{
    (void)state;
    struct watched watched;
    struct zm_watch_snapshot before, after;
    start_paused(&watched, "4x5");
    step_to_depth(&watched, 4);
    look(&watched, &before);
    zm_watch_order(watched.run.watch, ZM_ORDER_ZAP, 1, NULL, 0);
    look(&watched, &after);
    while (after.count > 2) { /* the order may come after the look */
        zm_watch_snapshot_free(&after);
        look(&watched, &after);
    }
    assert_int_equal(after.count, 2);
    assert_string_equal(before.levels[1].node, after.levels[1].node);
    assert_true(before.levels[1].current != after.levels[1].current);
    assert_int_equal(before.levels[1].unknown, after.levels[1].unknown);
    zm_watch_snapshot_free(&before);
    zm_watch_snapshot_free(&after);
    zm_watch_order(watched.run.watch, ZM_ORDER_RESUME, 0, NULL, 0);
    finish(&watched);
}

/* Zaps, restarts and other orders of the children at random never change an answer. */
static void test_orders_never_change_an_answer(void **state)
{
    (void)state;
    static const char *const orders[] = {"given",   "reversed", "easiest",
                                         "hardest", "random",   "no such order"};
    struct zm_random random = zm_random_seeded(2);
    for (int round = 0; round < 5; round++) {
        struct watched watched;
        start_paused(&watched, "4x5");
        for (int i = 0; i < 200; i++) {
            zm_watch_order(watched.run.watch, ZM_ORDER_ZAP, zm_random_below(&random, 8), NULL, 0);
            if (zm_random_below(&random, 50) == 0)
                zm_watch_order(watched.run.watch, ZM_ORDER_RESTART, 0, NULL, 0);
            if (zm_random_below(&random, 20) == 0)
                zm_watch_order(watched.run.watch, ZM_ORDER_ARRANGE, 0,
                               orders[zm_random_below(&random, 6)], 0);
            zm_watch_order(watched.run.watch, ZM_ORDER_STEP, 0, NULL, 0);
            struct zm_watch_snapshot snapshot;
            if (zm_watch_look(watched.run.watch, 0.01, &snapshot))
                zm_watch_snapshot_free(&snapshot);
        }
        zm_watch_order(watched.run.watch, ZM_ORDER_RESUME, 0, NULL, 0);
        pthread_join(watched.thread, NULL);
        assert_int_equal(watched.status, ZM_OK);
        assert_int_equal(watched.answer.number, 2);
        zm_watch_close(watched.run.watch);
        zm_question_close(&watched.question);
    }
}

static uint32_t size_of(void *state, struct zm_bytes node)
{
    (void)state;
    return (uint32_t)node.size;
}

/* Marks and the current child go with the children, whatever the order. */
static void test_arrangements(void **state)
{
    (void)state;
    static const char *const words[] = {"ccc", "a", "dd", "bbbb", "e"};
    static const char *const expected[][5] = {{"ccc", "a", "dd", "bbbb", "e"},
                                              {"e", "bbbb", "dd", "a", "ccc"},
                                              {"a", "e", "dd", "ccc", "bbbb"},
                                              {"bbbb", "ccc", "dd", "a", "e"}};
    const struct zm_space space = {.difficulty = size_of};
    struct zm_random random = zm_random_seeded(5);
    for (int order = ZM_AS_GIVEN; order <= ZM_SHUFFLED; order++) {
        struct zm_list list = {0};
        uint8_t done[5];
        size_t current = 2, dones = 0;
        for (int i = 0; i < 5; i++) {
            zm_list_add(&list, zm_bytes(words[i], strlen(words[i])));
            done[i] = words[i][0] == 'a' || words[i][0] == 'b';
        }
        assert_true(zm_arrange((enum zm_arrangement)order, &space, &random, &list, done, &current));
        assert_int_equal(list.count, 5);
        for (size_t i = 0; i < 5; i++) {
            struct zm_bytes item = zm_list_at(&list, i);
            assert_int_equal(done[i], item.data[0] == 'a' || item.data[0] == 'b');
            dones += done[i];
            if (order != ZM_SHUFFLED)
                assert_true(
                    zm_bytes_equal(item, zm_bytes(expected[order][i], strlen(expected[order][i]))));
        }
        assert_int_equal(dones, 2);
        assert_int_equal(zm_list_at(&list, current).data[0], 'd');
        zm_list_free(&list);
    }
    enum zm_arrangement found;
    assert_true(zm_arrangement_find("hardest", &found) && found == ZM_HARDEST_FIRST);
    assert_false(zm_arrangement_find("hard", &found) || zm_arrangement_find("", &found));
}

static void test_stop_ends_a_paused_search(void **state)
{
    (void)state;
    struct watched watched;
    start_paused(&watched, "5x6");
    step_to_depth(&watched, 3);
    zm_watch_order(watched.run.watch, ZM_ORDER_STOP, 0, NULL, 0);
    pthread_join(watched.thread, NULL);
    assert_int_equal(watched.status, ZM_STOPPED);
    assert_false(watched.answer.known);
    zm_watch_close(watched.run.watch);
    zm_question_close(&watched.question);
}

static void test_nobody_looks(void **state)
{
    (void)state;
    struct zm_watch *watch = zm_watch_open();
    struct zm_watch_snapshot snapshot;
    assert_false(zm_watch_wanted(watch));
    assert_false(zm_watch_wanted(NULL));
    assert_false(zm_watch_look(watch, 0.01, &snapshot)); /* no search answers */
    assert_false(zm_watch_wanted(watch));
    zm_watch_close(watch);
}

/* Does the run's clock come to stand still? One that goes never reads the same twice. */
static bool stands_still(struct watched *watched)
{
    for (int i = 0; i < 10000; i++) {
        double before = zm_run_seconds(&watched->run);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        if (zm_run_seconds(&watched->run) == before)
            return true;
    }
    return false;
}

/* The time of a pause is not counted, and the clock goes on from where it stood. */
static void test_pauses_take_no_time(void **state)
{
    (void)state;
    static const char *const searches[] = {"depth-first", "pn", "dfpn"};
    for (size_t i = 0; i < 3; i++) {
        struct watched watched;
        start_search(&watched, "4x5", searches[i]);
        step_to_depth(&watched, 3);
        assert_true(stands_still(&watched));
        zm_watch_order(watched.run.watch, ZM_ORDER_RESUME, 0, NULL, 0);
        finish(&watched);
    }
    struct zm_run run;
    zm_run_begin(&run);
    zm_run_pause(&run);
    double still = zm_run_seconds(&run);
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    assert_true(zm_run_seconds(&run) == still);
    zm_run_resume(&run);
    assert_true(zm_run_seconds(&run) >= still);

    /* Nor do they use up the time that a run may take. */
    run.deadline = zm_clock_now() + 1000;
    double left = run.deadline - zm_clock_now();
    zm_run_pause(&run);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    zm_run_resume(&run);
    assert_true(run.deadline > run.started + 1000 + 0.02);
    assert_true(run.deadline - zm_clock_now() <= left);
    assert_false(zm_run_poll(&run, 0, 0));
}

/* The numbers of a level through those of its children: proof the least disproof, disproof the sum
 * of the proofs; of a sum both are the sum of the least of both. */
static void check_level(const struct zm_watch_level *level)
{
    double least = INFINITY, sum = 0, parts = 0;
    for (size_t i = 0; i < level->listed; i++) {
        const struct zm_watch_child *child = &level->list[i];
        least = fmin(least, child->disproof);
        sum += child->proof;
        parts += fmin(child->proof, child->disproof);
    }
    if (level->same) {
        assert_int_equal(level->listed, 1);
        least = level->list[0].proof;
        sum = level->list[0].disproof;
    }
    assert_true(level->proof == (level->sum ? parts : least));
    assert_true(level->disproof == (level->sum ? parts : sum));
}

/* Children of the branch as proof-number searches tell them, at hundreds of places of the walk. */
static void check_numbers(const char *search_name, bool sizes)
{
    struct watched watched;
    struct zm_watch_snapshot snapshot;
    size_t checked = 0, sums = 0;
    start_search(&watched, "4x5", search_name);
    zm_watch_detail(watched.run.watch, ZM_WATCH_CHILDREN);
    for (int i = 0; i < 400; i++) {
        look(&watched, &snapshot);
        for (size_t j = 0; j < snapshot.count; j++) {
            const struct zm_watch_level *level = &snapshot.levels[j];
            if (level->listed == 0 || level->listed < level->children)
                continue; /* a leaf, or too many to list */
            check_level(level);
            checked++;
            sums += level->sum;
            if (j + 1 == snapshot.count)
                continue;
            const struct zm_watch_child *current = &level->list[level->current];
            assert_string_equal(current->node, snapshot.levels[j + 1].node);
            if (sizes)
                assert_true(
                    current->size >= 1 &&
                    current->unknown ==
                        (j + 2 < snapshot.count ? (double)snapshot.levels[j + 1].children : -1));
        }
        zm_watch_snapshot_free(&snapshot);
        zm_watch_order(watched.run.watch, ZM_ORDER_STEP, 0, NULL, 0);
    }
    assert_true(checked > 500 && sums > 10);
    zm_watch_detail(watched.run.watch, 0);
    look(&watched, &snapshot);
    assert_int_equal(snapshot.levels[0].listed, 0);
    zm_watch_snapshot_free(&snapshot);
    zm_watch_order(watched.run.watch, ZM_ORDER_RESUME, 0, NULL, 0);
    finish(&watched);
    assert_int_equal(watched.status, ZM_OK);
}

static void test_numbers_of_pn(void **state)
{
    (void)state;
    check_numbers("pn", true);
}

static void test_numbers_of_dfpn(void **state)
{
    (void)state;
    check_numbers("dfpn", false);
}

/* The branch of a search with numbers for every nimber: each level leads to the next by a child
 * that it names, and what is shown to be so has no costs left. */
static void test_numbers_of_pn_multi(void **state)
{
    (void)state;
    struct watched watched;
    struct zm_watch_snapshot snapshot;
    size_t checked = 0, sums = 0, same = 0;
    start_search(&watched, "4x5", "pn-multi");
    zm_watch_detail(watched.run.watch, ZM_WATCH_CHILDREN);
    for (int i = 0; i < 300; i++) {
        look(&watched, &snapshot);
        for (size_t j = 0; j + 1 < snapshot.count; j++) {
            const struct zm_watch_level *level = &snapshot.levels[j];
            assert_true(level->proof > 0 && level->disproof > 0);
            assert_true(level->children > 0 && level->current < level->children);
            if (level->listed < level->children)
                continue;
            const struct zm_watch_child *current = &level->list[level->current];
            assert_string_equal(current->node, snapshot.levels[j + 1].node);
            assert_true(current->proof == snapshot.levels[j + 1].proof);
            checked++;
            sums += level->sum;
            same += level->same;
        }
        zm_watch_snapshot_free(&snapshot);
        zm_watch_order(watched.run.watch, ZM_ORDER_STEP, 0, NULL, 0);
        if (i == 200)
            zm_watch_order(watched.run.watch, ZM_ORDER_RESTART, 0, NULL, 0);
    }
    assert_true(checked > 300 && sums > 0 && same > 0);
    zm_watch_order(watched.run.watch, ZM_ORDER_RESUME, 0, NULL, 0);
    finish(&watched);
    assert_int_equal(watched.status, ZM_OK);
}

/* The picture of the first levels: parents come first, children the best first, and with `exact`
 * numbers a node is as good as its best child. */
static void check_tree(const struct zm_watch_snapshot *snapshot, bool exact)
{
    const struct zm_watch_node *tree = snapshot->tree;
    assert_true(snapshot->tree_count >= 1);
    assert_int_equal(tree[0].parent, 0);
    assert_string_equal(tree[0].is.node, snapshot->levels[0].node);
    assert_true(tree[0].current && tree[0].is.proof == snapshot->levels[0].proof);
    for (size_t i = 1; i < snapshot->tree_count; i++) {
        const struct zm_watch_node *node = &tree[i], *parent = &tree[node->parent];
        assert_true(node->parent < i);
        assert_true(tree[i - 1].parent <= node->parent);
        assert_true(parent->children >= 1);
        assert_true(!node->current || parent->current);
        double cost = parent->sum ? fmin(node->is.proof, node->is.disproof) : node->is.disproof;
        if (tree[i - 1].parent == node->parent && i > 1) {
            const struct zm_watch_child *before = &tree[i - 1].is;
            assert_true(cost >=
                        (parent->sum ? fmin(before->proof, before->disproof) : before->disproof));
        } else if (exact && !parent->sum && parent->children > 1) {
            assert_true(parent->is.proof == cost);
        }
    }
}

static void check_picture(const char *search_name, bool exact)
{
    struct watched watched;
    struct zm_watch_snapshot snapshot;
    size_t deep = 0, sums = 0;
    start_search(&watched, "4x5", search_name);
    zm_watch_detail(watched.run.watch, ZM_WATCH_TREE);
    for (int i = 0; i < 300; i++) {
        look(&watched, &snapshot);
        check_tree(&snapshot, exact);
        for (size_t j = 0; j < snapshot.tree_count; j++) {
            deep += snapshot.tree[snapshot.tree[j].parent].parent > 0;
            sums += snapshot.tree[j].sum;
        }
        assert_int_equal(snapshot.levels[0].listed, 0);
        zm_watch_snapshot_free(&snapshot);
        zm_watch_order(watched.run.watch, ZM_ORDER_STEP, 0, NULL, 0);
    }
    assert_true(deep > 100 && sums > 0);
    zm_watch_detail(watched.run.watch, 0);
    look(&watched, &snapshot);
    assert_int_equal(snapshot.tree_count, 0);
    zm_watch_snapshot_free(&snapshot);
    zm_watch_order(watched.run.watch, ZM_ORDER_RESUME, 0, NULL, 0);
    finish(&watched);
    assert_int_equal(watched.status, ZM_OK);
}

/* A node two levels below the root, away from the branch. */
static const struct zm_watch_node *node_aside(const struct zm_watch_snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->tree_count; i++) {
        const struct zm_watch_node *node = &snapshot->tree[i];
        const struct zm_watch_node *parent = &snapshot->tree[node->parent];
        if (node->parent > 0 && parent->parent == 0 && !node->current && !parent->current &&
            !parent->sum && node->is.proof > 0 && !isinf(node->is.proof))
            return node;
    }
    return NULL;
}

/* What is seen in the picture can be locked, wherever the search is: then it goes there. */
static void check_lock(const char *search_name)
{
    struct watched watched;
    struct zm_watch_snapshot snapshot;
    char *name = NULL;
    start_search(&watched, "6x7", search_name);
    zm_watch_detail(watched.run.watch, ZM_WATCH_TREE);
    for (int i = 0; i < 2000 && name == NULL; i++) {
        zm_watch_order(watched.run.watch, ZM_ORDER_STEP, 0, NULL, 0);
        look(&watched, &snapshot);
        const struct zm_watch_node *aside = i < 300 ? NULL : node_aside(&snapshot);
        if (aside != NULL)
            name = strdup(aside->is.node);
        zm_watch_snapshot_free(&snapshot);
    }
    assert_non_null(name);
    zm_watch_order(watched.run.watch, ZM_ORDER_LOCK, 0, name, 0);
    bool there = false, marked = false;
    for (int i = 0; i < 20; i++) {
        zm_watch_order(watched.run.watch, ZM_ORDER_STEP, 0, NULL, 0);
        look(&watched, &snapshot);
        there = marked = false;
        for (size_t j = 0; j < snapshot.count; j++)
            there |= strcmp(snapshot.levels[j].node, name) == 0;
        for (size_t j = 0; j < snapshot.tree_count; j++)
            marked |= snapshot.tree[j].locked && strcmp(snapshot.tree[j].is.node, name) == 0;
        zm_watch_snapshot_free(&snapshot);
    }
    assert_true(there && marked);
    free(name);
    zm_watch_order(watched.run.watch, ZM_ORDER_STOP, 0, NULL, 0);
    pthread_join(watched.thread, NULL);
    zm_watch_close(watched.run.watch);
    zm_question_close(&watched.question);
}

static void test_lock_in_the_picture(void **state)
{
    (void)state;
    check_lock("pn");
    check_lock("dfpn");
    check_lock("pn-multi");
}

static void test_picture_of_pn(void **state)
{
    (void)state;
    check_picture("pn", true);
}

static void test_picture_of_pn_multi(void **state)
{
    (void)state;
    check_picture("pn-multi", false);
}

static void test_picture_of_dfpn(void **state)
{
    (void)state;
    check_picture("dfpn", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_looks),
        cmocka_unit_test(test_pause_step_and_look),
        cmocka_unit_test(test_zap_goes_to_a_sibling),
        cmocka_unit_test(test_orders_never_change_an_answer),
        cmocka_unit_test(test_arrangements),
        cmocka_unit_test(test_stop_ends_a_paused_search),
        cmocka_unit_test(test_pauses_take_no_time),
        cmocka_unit_test(test_numbers_of_pn),
        cmocka_unit_test(test_numbers_of_dfpn),
        cmocka_unit_test(test_numbers_of_pn_multi),
        cmocka_unit_test(test_picture_of_pn_multi),
        cmocka_unit_test(test_picture_of_pn),
        cmocka_unit_test(test_picture_of_dfpn),
        cmocka_unit_test(test_lock_in_the_picture),
    };
    return cmocka_run_group_tests_name("watch", tests, NULL, NULL);
}
