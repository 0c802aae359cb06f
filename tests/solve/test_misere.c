/* Misère play: sums against plain play and against the sums of reduced trees, published values, and
 * that no option changes an answer. */
#include "solve/by_rules.h"
#include "support/ask.h"

#include "store/store.h"
#include "theory/tame.h"

/* Ways to ask that must all give the same answers. */
static const struct zm_option ways[][4] = {
    {{"play", "misere"}},
    {{"play", "misere"}, {"rct-base", "none"}},
    {{"play", "misere"}, {"search", "dfpn"}},
    {{"play", "misere"}, {"search", "dfpn"}, {"rct-size", "1500"}},
    {{"play", "misere"}, {"rct-base", "2x3"}},
    {{"play", "misere"}, {"search", "recursive"}, {"rct-size", "1000"}},
    {{"play", "misere"}, {"quotient", "12"}},
    {{"play", "misere"}, {"quotient", "6"}, {"rct-size", "1500"}, {"search", "depth-first"}},
};
enum { WAYS = sizeof ways / sizeof *ways, QUICK = WAYS - 2 }; /* a quotient is made each time */

static size_t options_in(const struct zm_option *options)
{
    size_t count = 0;
    while (count < 4 && options[count].name != NULL)
        count++;
    return count;
}

/* Sums of two or three random boards: plain play, hybrid nodes in several ways, sums of trees. */
static void test_random_sums(void **state)
{
    (void)state;
    struct asking asking[WAYS];
    for (size_t i = 0; i < WAYS; i++)
        ask_open(&asking[i], "cram", "1x1", ways[i], options_in(ways[i]));
    const struct zm_instance *game = &asking[0].question.instance;
    struct zm_random random = zm_random_seeded(2011);
    struct zm_forest forest;
    struct zm_table trees, outcomes;
    assert_true(zm_forest_init(&forest, true));
    zm_table_init(&trees, sizeof(uint32_t));
    zm_table_init(&outcomes, 1);
    int lost_sums = 0, rounds = test_rounds(10000);
    for (int i = 0; i < rounds; i++) {
        struct zm_buffer sum = {0}, term = {0};
        uint32_t tree = ZM_TREE_ZERO;
        for (size_t terms = 2 + zm_random_below(&random, 2); terms > 0; terms--) {
            game->game->rules->random(game->state, &random, 8, &term);
            tree = zm_tree_add(&forest, tree,
                               naive_tree(game, &forest, &trees, zm_buffer_bytes(&term)));
            zm_buffer_add(&sum, term.data, term.size);
        }
        bool lost = zm_tree_at(&forest, tree)->lost;
        assert_int_equal(lost, naive_lost(game, &outcomes, zm_buffer_bytes(&sum)));
        struct zm_answer found =
            ask_for(&asking[i % 50 < 2 ? QUICK + i % 50 : i % QUICK], zm_buffer_bytes(&sum));
        assert_int_equal(found.outcome, lost ? ZM_LOSS : ZM_WIN);
        lost_sums += lost;
        zm_answer_free(&found);
        zm_buffer_free(&sum);
        zm_buffer_free(&term);
    }
    assert_true(lost_sums > rounds / 20 && lost_sums < rounds * 19 / 20);
    zm_table_free(&trees);
    zm_table_free(&outcomes);
    zm_forest_free(&forest);
    for (size_t i = 0; i < WAYS; i++)
        ask_close(&asking[i]);
}

/* Parts of a graph that nobody can move in any more are components all the same: a sum of such is
 * over, and won. */
static void test_components_without_moves(void **state)
{
    (void)state;
    struct asking asking[QUICK];
    struct zm_random random = zm_random_seeded(5);
    struct zm_table outcomes;
    zm_table_init(&outcomes, 1);
    for (size_t i = 0; i < QUICK; i++) {
        struct zm_option options[4];
        size_t count = options_in(ways[i]);
        memcpy(options, ways[i], sizeof options);
        for (size_t k = 0; k < count; k++)
            if (strcmp(options[k].name, "rct-base") == 0 && strcmp(options[k].text, "none") != 0)
                options[k].text = "0.5:0-1";
        ask_open(&asking[i], "graph-octal", "0.5:0-1", options, count);
    }
    const struct zm_instance *game = &asking[0].question.instance;
    int stuck = 0;
    for (int i = 0, rounds = test_rounds(600); i < rounds; i++) {
        struct zm_buffer position = {0};
        struct zm_list components = {0};
        struct zm_options options = {0};
        game->game->rules->random(game->state, &random, 1 + (unsigned)zm_random_below(&random, 8),
                                  &position);
        game->game->sums->split(game->state, zm_buffer_bytes(&position), &components);
        for (size_t k = 0; k < components.count; k++) {
            game->game->sums->options(game->state, zm_list_at(&components, k), ZM_LEFT, &options);
            stuck += options.count == 0;
        }
        bool lost = naive_lost(game, &outcomes, zm_buffer_bytes(&position));
        struct zm_answer found = ask_for(&asking[i % QUICK], zm_buffer_bytes(&position));
        if (found.outcome != (lost ? ZM_LOSS : ZM_WIN)) {
            struct zm_buffer text = {0};
            game->game->rules->print(game->state, zm_buffer_bytes(&position), &text);
            fail_msg("graph-octal %s, way %d", zm_buffer_string(&text), i % QUICK);
        }
        zm_answer_free(&found);
        zm_buffer_free(&position);
        zm_list_free(&components);
        zm_options_free(&options);
    }
    assert_true(stuck > 0);
    zm_table_free(&outcomes);
    for (size_t i = 0; i < QUICK; i++)
        ask_close(&asking[i]);
}

/* Sums of heaps by quotients that hold all heaps, some, and none, against plain play. */
static void check_heaps(const char *code, unsigned largest, int rounds)
{
    static const struct zm_option with[][2] = {{{"play", "misere"}},
                                               {{"play", "misere"}, {"quotient", "0"}},
                                               {{"play", "misere"}, {"quotient", "12"}}};
    struct zm_random random = zm_random_seeded(77);
    struct asking asking[3];
    struct zm_table outcomes;
    char text[100];
    int lost_sums = 0;
    snprintf(text, sizeof text, "%s:1", code);
    for (size_t i = 0; i < 3; i++)
        ask_open(&asking[i], "octal", text, with[i], i == 0 ? 1 : 2);
    zm_table_init(&outcomes, 1);
    const struct zm_instance *game = &asking[0].question.instance;
    for (int i = 0; i < rounds; i++) {
        struct zm_buffer sum = {0};
        struct zm_error error = {0};
        unsigned heaps[3];
        for (int k = 0; k < 3; k++)
            heaps[k] = (unsigned)zm_random_below(&random, largest + 1);
        snprintf(text, sizeof text, "%s:%u,%u,%u", code, heaps[0], heaps[1], heaps[2]);
        if (game->game->rules->parse(game->state, text, &sum, &error) != ZM_OK)
            fail_msg("%s", error.text);
        bool lost = naive_lost(game, &outcomes, zm_buffer_bytes(&sum));
        for (size_t k = 0; k < 3; k++) {
            struct zm_answer found = ask_for(&asking[k], zm_buffer_bytes(&sum));
            if (found.outcome != (lost ? ZM_LOSS : ZM_WIN))
                fail_msg("octal %s, way %zu", text, k);
            zm_answer_free(&found);
        }
        lost_sums += lost;
        zm_buffer_free(&sum);
    }
    assert_true(lost_sums > 0 && lost_sums < rounds);
    zm_table_free(&outcomes);
    for (size_t i = 0; i < 3; i++)
        ask_close(&asking[i]);
}

static void test_quotients_in_search(void **state)
{
    (void)state;
    check_heaps("0.77", 5, test_rounds(100));
    check_heaps("0.07", 7, test_rounds(100));
    check_heaps("0.123", 7, test_rounds(100));
    check_heaps("0.644", 5, test_rounds(50)); /* its quotient is too large */
    struct zm_option options[] = {{"play", "misere"}, {"quotient", "64"}};
    struct asking asking;
    ask_open(&asking, "octal", "0.77:40,41,47", options, 2);
    struct zm_answer found = ask_now(&asking);
    assert_int_equal(found.outcome, ZM_WIN);
    assert_int_equal(atomic_load(&asking.run.nodes), 0); /* Kayles: 40 elements say it all */
    zm_answer_free(&found);
    ask_close(&asking);
}

static void test_cram_grundy(void **state)
{
    (void)state;
    char line[200], board[20];
    FILE *file = test_oracle("cram-misere.txt");
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        long value, slow;
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%19s %ld %ld", board, &value, &slow), 3);
        rows++;
        int height, width;
        assert_int_equal(sscanf(board, "%dx%d", &height, &width), 2);
        if ((slow && !test_long()) || (test_sanitized() && height * width > 28))
            continue;
        struct zm_option options[] = {
            {"play", "misere"}, {"compute", "grundy"}, {"search", "dfpn"}};
        struct zm_answer found = ask_once("cram", board, options, 3);
        if (found.number != value)
            fail_msg("cram %s: %lld, expected %ld", board, (long long)found.number, value);
        assert_int_equal(found.kind, ZM_ANSWER_GRUNDY);
        zm_answer_free(&found);
    }
    fclose(file);
    assert_int_equal(rows, 25);
}

/* Misère Nim: when all heaps are 0 or 1, lost when the number of 1s is odd; else as in normal play.
 */
static void test_nim(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(3);
    struct asking asking;
    ask_open(&asking, "nim", "1", ways[0], 1);
    for (int i = 0; i < 300; i++) {
        struct zm_buffer position = {0}, text = {0};
        struct zm_error error;
        unsigned sum = 0, largest = 0;
        for (size_t heaps = 1 + zm_random_below(&random, 4); heaps > 0; heaps--) {
            unsigned heap = (unsigned)zm_random_below(&random, 8);
            zm_buffer_format(&text, "%s%u", text.size > 0 ? "," : "", heap);
            sum ^= heap;
            largest = heap > largest ? heap : largest;
        }
        const struct zm_instance *game = &asking.question.instance;
        assert_int_equal(
            game->game->rules->parse(game->state, zm_buffer_string(&text), &position, &error),
            ZM_OK);
        struct zm_answer found = ask_for(&asking, zm_buffer_bytes(&position));
        bool lost = largest > 1 ? sum == 0 : sum == 1;
        assert_int_equal(found.outcome, lost ? ZM_LOSS : ZM_WIN);
        zm_answer_free(&found);
        zm_buffer_free(&position);
        zm_buffer_free(&text);
    }
    ask_close(&asking);
}

/* As many equal trees as no byte can count. */
static void test_many_trees(void **state)
{
    (void)state;
    static const size_t counts[] = {255, 256, 257, 1000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct zm_buffer text = {0};
        for (size_t k = 0; k < counts[i]; k++)
            zm_buffer_text(&text, k == 0 ? "3" : ",3");
        struct zm_answer found = ask_once("nim", zm_buffer_string(&text), ways[0], 1);
        assert_int_equal(found.outcome, counts[i] % 2 == 0 ? ZM_LOSS : ZM_WIN);
        zm_answer_free(&found);
        zm_buffer_free(&text);
    }
}

/* Sums of tame trees obey the rule of tame.h; checked on sums of the tame ones of random trees. */
static void test_tame(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(5);
    struct zm_forest forest;
    struct zm_tameness tameness = {0};
    assert_true(zm_forest_init(&forest, true));
    forest.limit = 200000;
    uint32_t tame[200];
    size_t count = 0;
    uint32_t pool[400] = {ZM_TREE_ZERO};
    for (size_t i = 1; i < 400; i++) {
        uint32_t children[5];
        size_t n = zm_random_below(&random, 5);
        for (size_t k = 0; k < n; k++)
            children[k] = pool[zm_random_below(&random, i < 40 ? i : 40)];
        pool[i] = zm_tree_of(&forest, children, n);
    }
    assert_true(zm_tameness_update(&tameness, &forest));
    size_t wild = 0;
    for (size_t i = 0; i < 400; i++)
        if (!tameness.items[pool[i]].tame)
            wild++;
        else if (count < 200 && zm_tree_at(&forest, pool[i])->height <= 5)
            tame[count++] = pool[i];
    assert_true(wild > 0 && count > 20);
    for (int i = 0; i < test_rounds(2000) && !forest.failed; i++) {
        uint32_t sum = ZM_TREE_ZERO;
        unsigned nimber = 0;
        bool firm = false;
        for (int k = 0; k < 3; k++) {
            uint32_t tree = tame[zm_random_below(&random, count)];
            sum = zm_tree_add(&forest, sum, tree);
            nimber ^= tameness.items[tree].nimber;
            firm |= tameness.items[tree].firm;
        }
        if (sum != ZM_NO_TREE)
            assert_int_equal(zm_tree_at(&forest, sum)->lost, nimber == (firm ? 0u : 1u));
    }
    assert_false(forest.failed);
    zm_tameness_free(&tameness);
    zm_forest_free(&forest);
}

static bool count_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    (void)key;
    (void)value;
    ++*(uint64_t *)context;
    return true;
}

static uint64_t trees_in(struct zm_store *store)
{
    uint64_t count = 0;
    store->class->each(store, ZM_KIND_TREE, count_entry, &count);
    return count;
}

/* A base is put into the store once; a later run takes it from there, and refuses a broken one. */
static void test_base_in_store(void **state)
{
    (void)state;
    struct zm_option options[] = {{"play", "misere"}, {"rct-base", "3x4"}};
    struct asking asking;
    ask_open(&asking, "cram", "4x5", options, 2);
    struct zm_bytes position = zm_buffer_bytes(&asking.question.position);
    struct zm_answer first = ask_for(&asking, position);
    uint64_t trees = trees_in(asking.run.store);
    assert_true(trees > 20); /* components, trees, the mark */
    struct zm_answer second = ask_for(&asking, position);
    assert_int_equal(trees_in(asking.run.store), trees);
    assert_int_equal(first.outcome, ZM_LOSS);
    assert_int_equal(second.outcome, ZM_LOSS);
    uint8_t broken[17] = {'T', 1, 2, 3}; /* a tree whose child is nowhere */
    assert_int_equal(zm_store_put(asking.run.store, ZM_KIND_TREE, zm_bytes(broken, sizeof broken),
                                  (struct zm_value){4, 5}),
                     ZM_OK);
    struct zm_answer third;
    struct zm_error error = {0};
    assert_int_equal(zm_question_answer(&asking.question, position, &asking.run, &third, &error),
                     ZM_WRONG);
    zm_answer_free(&first);
    zm_answer_free(&second);
    zm_answer_free(&third);
    ask_close(&asking);
}

static void test_errors(void **state)
{
    (void)state;
    struct zm_option options[] = {{"play", "misere"}, {"rct-base", "rubbish"}};
    struct asking asking;
    struct zm_answer found;
    struct zm_error error = {0};
    ask_open(&asking, "cram", "3x3", options, 2);
    assert_int_equal(ask_try(&asking, &found, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "--rct-base"));
    zm_answer_free(&found);
    ask_close(&asking);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_components_without_moves),
        cmocka_unit_test(test_many_trees),
        cmocka_unit_test(test_random_sums),
        cmocka_unit_test(test_quotients_in_search),
        cmocka_unit_test(test_cram_grundy),
        cmocka_unit_test(test_nim),
        cmocka_unit_test(test_tame),
        cmocka_unit_test(test_base_in_store),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
