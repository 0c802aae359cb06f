/* The evaluation of Othello: numbers of patterns kept up move by move, symmetries, weights as a file,
 * learning; and the searches that use it. */
#include "engines/othello/learn.h"
#include "engines/othello/solver.h"
#include "engines/othello/weights.h"

#include "base/random.h"
#include "test.h"

static struct othello_weights *weights;
static const struct othello_kernel *kernel;

static int load(void **unused)
{
    (void)unused;
    kernel = othello_best_kernel();
    return othello_weights_load(NULL, &weights, NULL) == ZM_OK ? 0 : 1;
}

static int unload(void **unused)
{
    (void)unused;
    free(weights);
    return 0;
}

static struct othello_node start(void)
{
    struct othello_board board;
    struct othello_node node;
    othello_start(&board, 8);
    node.bits = othello_bits_of(&board);
    node.empty = 60;
    othello_features_of(weights, node.bits, &node.features);
    return node;
}

/* A random move; false: the game is over. */
static bool play_random(struct zm_random *random, struct othello_node *node)
{
    struct othello_node next;
    uint64_t moves = kernel->moves(node->bits.own, node->bits.other);
    if (moves == 0) {
        if (kernel->moves(node->bits.other, node->bits.own) == 0)
            return false;
        othello_node_passed(node, &next);
    } else {
        for (uint64_t skip = zm_random_below(random, othello_discs(moves)); skip > 0; skip--)
            moves &= moves - 1;
        unsigned square = othello_first(moves);
        othello_node_after(weights, node, square,
                           kernel->flips(node->bits.own, node->bits.other, square), &next);
    }
    *node = next;
    return true;
}

/* The numbers that moves keep up are those of the position, and the evaluation sees neither where
 * the board is turned to nor which colour is which. */
static void test_incremental(void **unused)
{
    const uint64_t seed = 20266;
    struct zm_random random = zm_random_seeded(seed);
    (void)unused;
    printf("# seed %llu\n", (unsigned long long)seed);
    for (int game = 0; game < test_many(300, 10000); game++) {
        struct othello_node node = start();
        while (play_random(&random, &node)) {
            struct othello_features again;
            othello_features_of(weights, node.bits, &again);
            assert_memory_equal(&again, &node.features, sizeof again);
            int worth = othello_worth(weights, &node.features, node.empty);
            unsigned symmetry = 1 + (unsigned)zm_random_below(&random, 7);
            struct othello_bits turned = {othello_turned(node.bits.own, symmetry),
                                          othello_turned(node.bits.other, symmetry)};
            othello_features_of(weights, turned, &again);
            assert_int_equal(othello_worth(weights, &again, node.empty), worth);
        }
    }
}

/* Every weight of a file is used, and by as many numbers as its mirror images are. */
static void test_distinct(void **unused)
{
    uint32_t *distinct = malloc(OTHELLO_WEIGHTS * sizeof *distinct);
    uint8_t *used = calloc(OTHELLO_DISTINCT, 1);
    (void)unused;
    assert_true(distinct != NULL && used != NULL);
    othello_patterns_distinct(distinct);
    for (unsigned i = 0; i < OTHELLO_WEIGHTS; i++) {
        assert_in_range(distinct[i], 0, OTHELLO_DISTINCT - 1);
        used[distinct[i]]++;
    }
    for (unsigned i = 0; i < OTHELLO_DISTINCT; i++)
        assert_in_range(used[i], 1, 2);
    free(distinct);
    free(used);
}

static int16_t made[OTHELLO_STAGES][OTHELLO_DISTINCT];

static void expect_refused(struct zm_bytes file, const char *word)
{
    struct othello_weights *read = NULL;
    struct zm_error error = {0};
    assert_int_equal(othello_weights_read(&file, &read, &error), ZM_BAD_INPUT);
    assert_null(read);
    if (strstr(error.text, word) == NULL)
        fail_msg("'%s' does not say '%s'", error.text, word);
}

static void test_file(void **unused)
{
    struct zm_buffer file = {0};
    struct othello_weights *read;
    struct zm_random random = zm_random_seeded(20267);
    (void)unused;
    for (unsigned stage = 0; stage < OTHELLO_STAGES; stage++)
        for (unsigned i = 0; i < OTHELLO_DISTINCT; i++)
            made[stage][i] = (int16_t)zm_random_next(&random);
    othello_weights_write((const int16_t(*)[OTHELLO_DISTINCT])made, &file);
    struct zm_bytes bytes = zm_buffer_bytes(&file);
    assert_int_equal(othello_weights_read(&bytes, &read, NULL), ZM_OK);
    assert_int_equal(read->worth[3][OTHELLO_BIAS], made[3][OTHELLO_DISTINCT - 1]);
    assert_int_equal(read->worth[12][0], made[12][0]);
    free(read);
    expect_refused(zm_bytes(bytes.data, bytes.size - 1), "cut");
    expect_refused(zm_bytes(bytes.data, 5), "no file");
    zm_buffer_byte(&file, 0);
    expect_refused(zm_buffer_bytes(&file), "too long");
    file.data[7] = '2';
    expect_refused(zm_buffer_bytes(&file), "version 2");
    zm_buffer_free(&file);
}

/* What a sum of patterns can say, the discs on the edges, is learned. */
static void test_learning(void **unused)
{
    const uint64_t edges = 0xff818181818181ff;
    struct zm_random random = zm_random_seeded(20268);
    struct othello_samples samples = {0};
    struct othello_lesson lesson = {0};
    struct zm_run run;
    (void)unused;
    zm_run_begin(&run);
    samples.capacity = 4000;
    samples.items = calloc(samples.capacity, sizeof *samples.items);
    assert_non_null(samples.items);
    while (samples.count < samples.capacity) {
        struct othello_node node = start();
        while (node.empty > 10 && play_random(&random, &node))
            continue;
        if (node.empty > 10)
            continue;
        int8_t ahead =
            (int8_t)(othello_discs(node.bits.own & edges) - othello_discs(node.bits.other & edges));
        samples.items[samples.count++] =
            (struct othello_sample){node.bits, ahead, (uint8_t)node.empty};
    }
    assert_int_equal(othello_learn(&samples, 0, 40, &run, made[0], &lesson, NULL), ZM_OK);
    assert_int_equal(lesson.samples, samples.capacity);
    assert_true(lesson.after < lesson.before / 2);
    othello_samples_free(&samples);
}

/* Every set of instructions evaluates alike, and finds the same by a search. */
static void test_kernels(void **unused)
{
    enum { DEPTH = 4 };
    const uint64_t seed = 20270;
    struct zm_random random = zm_random_seeded(seed);
    const struct othello_kernel *kernels[OTHELLO_MOST_KERNELS];
    unsigned count = othello_kernels(kernels);
    struct zm_run run;
    (void)unused;
    printf("# seed %llu\n", (unsigned long long)seed);
    zm_run_begin(&run);
    for (unsigned k = 0; k < count; k++) {
        struct othello_solver solver;
        assert_true(othello_solver_open(&solver, 8, 16, 0));
        solver.search.weights = weights;
        othello_search_for(&solver.search, &run);
        struct othello_thread thread = othello_solver_thread(&solver);
        struct othello_node node = start();
        for (int i = 0; i < test_many(200, 20000); i++) {
            if (!play_random(&random, &node) || node.empty < 12)
                node = start();
            assert_int_equal(kernels[k]->look(&thread, &node, 0, 0, OTHELLO_CERTAIN),
                             othello_judged(weights, &node));
            int bound = kernels[k]->look(&thread, &node, 0, DEPTH, OTHELLO_CERTAIN);
            int by_best = kernel->look(&thread, &node, 0, DEPTH, OTHELLO_CERTAIN);
            assert_int_equal(bound > 0, by_best > 0);
        }
        othello_solver_close(&solver);
    }
}

/* A search with the evaluation to the end of the game finds the score of one without, on a board that
 * is turned. */
static void test_end(void **unused)
{
    const uint64_t seed = 20269;
    struct zm_random random = zm_random_seeded(seed);
    struct othello_solver with, without;
    struct zm_run run;
    (void)unused;
    printf("# seed %llu\n", (unsigned long long)seed);
    zm_run_begin(&run);
    assert_true(othello_solver_open(&with, 8, 16, 0));
    assert_true(othello_solver_open(&without, 8, 16, 0));
    with.search.weights = weights;
    for (int i = 0; i < test_rounds(12); i++) {
        struct othello_node node = start();
        unsigned empty = test_sanitized() ? 13 : 17;
        while (node.empty > empty && play_random(&random, &node))
            continue;
        int lower[2] = {-64, -64}, upper[2] = {64, 64};
        run.threads = 1 + (unsigned)i % 3;
        assert_true(othello_solve(&with, node.bits, &run, false, &lower[0], &upper[0]));
        struct othello_bits turned = {othello_turned(node.bits.own, (unsigned)i % 8),
                                      othello_turned(node.bits.other, (unsigned)i % 8)};
        assert_true(othello_solve(&without, turned, &run, false, &lower[1], &upper[1]));
        assert_int_equal(lower[0], upper[0]);
        assert_int_equal(lower[0], lower[1]);
    }
    othello_solver_close(&with);
    othello_solver_close(&without);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_incremental), cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_file),        cmocka_unit_test(test_learning),
        cmocka_unit_test(test_kernels),     cmocka_unit_test(test_end),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
