/* The margins of forward pruning: fitted to errors whose spread is known, they allow for the stated
 * share of others like them; what is measured is the difference of two searches; the file of the
 * program is as the tool writes it. */
#include "engines/othello/margins_fit.h"
#include "engines/othello/weights.h"
#include "base/file.h"
#include "test.h"

#include <math.h>

/* An error with tails that a normal one has not: normal, but of ten times the variance in one case
 * of ten. */
static int draw_error(struct zm_random *random, double deviation)
{
    double sum = -6;
    for (unsigned i = 0; i < 12; i++)
        sum += (double)zm_random_below(random, 1 << 20) / (1 << 20);
    double wide = zm_random_below(random, 10) == 0 ? 3.2 : 1;
    return (int)lround(sum * wide * deviation);
}

static double deviation_of(unsigned empty, unsigned depth, unsigned probe)
{
    return depth == empty ? 14 - 0.4 * empty : 4 - 0.05 * empty + 0.4 * depth - 0.3 * probe;
}

static void make_errors(struct othello_errors *errors, uint64_t seed, size_t count)
{
    *errors = (struct othello_errors){.count = count, .random = zm_random_seeded(seed)};
    errors->items = calloc(count, sizeof *errors->items);
    assert_non_null(errors->items);
    for (size_t i = 0; i < count; i++) {
        bool to_end = i % 3 == 0;
        unsigned empty = to_end ? 15 + (unsigned)zm_random_below(&errors->random, 7)
                                : 22 + (unsigned)zm_random_below(&errors->random, 28);
        unsigned depth = to_end ? empty : 4 + (unsigned)zm_random_below(&errors->random, 9);
        unsigned probe = othello_probe_depth(depth);
        int error = draw_error(&errors->random, deviation_of(empty, depth, probe));
        errors->items[i] = (struct othello_error){(uint8_t)empty, (uint8_t)depth, (uint8_t)probe,
                                                  (int8_t)(error > 100    ? 100
                                                           : error < -100 ? -100
                                                                          : error)};
    }
}

static void test_fit(void **unused)
{
    struct othello_errors fitted_to, others;
    struct othello_margins margins;
    (void)unused;
    make_errors(&fitted_to, 1, 60000);
    make_errors(&others, 2, 60000);
    othello_margins_fit(&fitted_to, &margins);
    for (unsigned to_end = 0; to_end < 2; to_end++)
        for (unsigned level = 0; level < OTHELLO_LEVELS; level++) {
            double held = 100 * othello_margins_held(&others, &margins, to_end, level);
            if (fabs(held - othello_level_percent(level)) > 1)
                fail_msg("level %u: %.1f %%, not %u", level, held, othello_level_percent(level));
        }
    /* Not only on the whole: the deviation grows where the errors do. */
    double wide = othello_margin_deviation(&margins, 24, 12, 6);
    double narrow = othello_margin_deviation(&margins, 48, 5, 3);
    double true_wide = deviation_of(24, 12, 6), true_narrow = deviation_of(48, 5, 3);
    assert_true(fabs(wide / narrow - true_wide / true_narrow) < 0.1 * true_wide / true_narrow);
    othello_errors_free(&fitted_to);
    othello_errors_free(&others);
}

/* Searches that stop before the end have depths from 4 on, each with the probe of its depth; those
 * to the end the number of empty squares. */
static void test_measure(void **unused)
{
    struct othello_solver solver;
    struct othello_weights *weights;
    struct othello_errors errors = {.solver = &solver, .random = zm_random_seeded(3)};
    struct zm_error error = {0};
    struct zm_run run;
    (void)unused;
    zm_run_begin(&run);
    assert_int_equal(othello_weights_load(NULL, &weights, NULL), ZM_OK);
    assert_true(othello_solver_open(&solver, 8, 15, 0));
    solver.search.weights = weights;
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(othello_errors_look(&errors, 8, &run, &error), ZM_OK);
    assert_true(errors.count >= 10 && errors.count <= 50);
    size_t before = errors.count;
    assert_int_equal(othello_errors_end(&errors, 15, &run, &error), ZM_OK);
    for (size_t i = 0; i < errors.count; i++) {
        const struct othello_error *item = &errors.items[i];
        assert_int_equal(item->probe, othello_probe_depth(item->depth));
        assert_int_equal(othello_error_to_end(item), i >= before);
        assert_true(item->depth >= 4 && item->depth <= (i >= before ? 15 : 8));
    }
    atomic_store(&run.stop, true);
    assert_int_equal(othello_errors_end(&errors, 15, &run, &error), ZM_STOPPED);
    othello_errors_free(&errors);
    othello_solver_close(&solver);
    free(weights);
}

static void test_file(void **unused)
{
    const char *source = getenv("ZM_SOURCE");
    struct zm_buffer written = {0}, there = {0};
    struct zm_error error = {0};
    char path[1000];
    (void)unused;
    if (source == NULL)
        skip();
    snprintf(path, sizeof path, "%s/src/engines/othello/margins.h", source);
    assert_int_equal(zm_file_read(path, ZM_FILE_PLAIN, 1 << 16, NULL, &there, &error), ZM_OK);
    othello_margins_write(&othello_margins, &written);
    assert_string_equal(zm_buffer_string(&there), zm_buffer_string(&written));
    zm_buffer_free(&written);
    zm_buffer_free(&there);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fit),
        cmocka_unit_test(test_measure),
        cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
