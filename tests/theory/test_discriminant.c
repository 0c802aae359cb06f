/* Discriminants: the two toys of "Saturday Night Fever" (Aguillon, the French federation's special
 * issue on programming), whose values are fractions; and classes that are normal. */
#include "theory/discriminant.h"

#include "base/random.h"
#include "test.h"

#include <math.h>

typedef double vectors[8][2]; /* four positive, four others */

static void learn(struct zm_discriminant *discriminant, vectors samples)
{
    zm_discriminant_begin(discriminant, 2);
    for (unsigned i = 0; i < 8; i++)
        zm_discriminant_add(discriminant, samples[i], i < 4, 1);
    assert_true(zm_discriminant_end(discriminant));
    assert_true(discriminant->regular);
}

static void expect(double value, double numerator, double denominator)
{
    if (fabs(value - numerator / denominator) > 1e-12)
        fail_msg("%.15g is not %g/%g", value, numerator, denominator);
}

/* U4. */
static void test_toy_1(void **unused)
{
    vectors samples = {{1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}, {0, 1}, {0, -1}};
    static const int worth[8] = {4, 4, 1, 1, -4, -4, -1, -1};
    static const int percent[8] = {98, 98, 73, 73, 2, 2, 27, 27};
    struct zm_discriminant toy;
    (void)unused;
    learn(&toy, samples);
    assert_false(toy.linear); /* the means are equal */
    double(*g)[ZM_FEATURES] = toy.classes[0].inverse;
    double(*p)[ZM_FEATURES] = toy.classes[1].inverse;
    expect(g[0][0], 2, 1), expect(g[0][1], -2, 1), expect(g[1][1], 4, 1);
    expect(p[0][0], 4, 1), expect(p[0][1], 2, 1), expect(p[1][1], 2, 1);
    expect(exp(toy.classes[0].log_determinant), 1, 4);
    for (unsigned i = 0; i < 8; i++) {
        double x = samples[i][0], y = samples[i][1];
        double value = zm_quadratic_worth(&toy, samples[i], true);
        expect(value, worth[i], 1);
        expect(value, x * x + 4 * x * y - y * y, 1);
        assert_int_equal(lround(100 * zm_worth_chance(value)), percent[i]);
    }
}

/* 11, 9, 7, 5, 3, 1, -1, -3 for the ranks, shared where worths are equal, summed over the first
 * four. */
static double rank_score(const double worth[8])
{
    double sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned above = 0, same = 0;
        for (unsigned k = 0; k < 8; k++) {
            above += worth[k] > worth[i] + 1e-12;
            same += fabs(worth[k] - worth[i]) <= 1e-12;
        }
        sum += 11 - 2.0 * above - (same - 1.0);
    }
    return sum;
}

/* U5. */
static void test_toy_2(void **unused)
{
    vectors samples = {{1, 1}, {0, 1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}, {-1, -1}, {0, -1}};
    static const double printed[8] = {4.8, 1.8, 1.1, -0.9, -5.1, -0.8, -3.5, -4.5};
    double linear[8], quadratic[8], by_hand[8];
    struct zm_discriminant toy;
    (void)unused;
    learn(&toy, samples);
    assert_true(toy.linear);
    expect(toy.classes[0].mean[0], 1, 4), expect(toy.classes[0].mean[1], 1, 2);
    expect(toy.classes[1].mean[0], -1, 4), expect(toy.classes[1].mean[1], -1, 2);
    expect(exp(toy.classes[0].log_determinant), 5, 32);
    expect(exp(toy.classes[1].log_determinant), 3, 8);
    for (unsigned i = 0; i < 8; i++) {
        double x = samples[i][0], y = samples[i][1];
        linear[i] = zm_linear_worth(&toy, samples[i]);
        quadratic[i] = zm_quadratic_worth(&toy, samples[i], false);
        by_hand[i] = x + 2 * y + 4 * x * x / 3 + 2 * x * y - 4 * y * y / 3;
        expect(linear[i], x + 2 * y, 4);
        expect(quadratic[i], 12 * x * x + 108 * x * y - 77 * y * y + 60 * x + 190 * y - 5, 60);
        assert_true(fabs(quadratic[i] - printed[i]) < 0.06);
    }
    expect(rank_score(linear), 28, 1);
    expect(rank_score(quadratic), 30, 1);
    expect(rank_score(by_hand), 32, 1);
    expect(zm_feature_relevance(&toy, 0), 1, sqrt(5));
    expect(zm_feature_relevance(&toy, 1), 2, sqrt(5));
}

/* Classes without spread in one direction, or without samples. */
static void test_poor_samples(void **unused)
{
    static const double up[2] = {1, 1}, down[2] = {-1, -1};
    struct zm_discriminant poor;
    (void)unused;
    zm_discriminant_begin(&poor, 2);
    zm_discriminant_add(&poor, up, true, 1);
    assert_false(zm_discriminant_end(&poor));
    zm_discriminant_begin(&poor, 2);
    zm_discriminant_add(&poor, up, true, 1);
    zm_discriminant_add(&poor, down, false, 1);
    assert_true(zm_discriminant_end(&poor));
    assert_false(poor.regular);
    assert_true(zm_quadratic_worth(&poor, up, true) > 0);
    assert_true(zm_quadratic_worth(&poor, down, true) < 0);
}

/* Two normal classes of the same spread at -1 and 1 on the first axis: the chance of the positive
 * one at x is 1 / (1 + exp(-2x)). */
static void test_normal_classes(void **unused)
{
    struct zm_random random = zm_random_seeded(3);
    struct zm_discriminant normal;
    (void)unused;
    print_message("seed 3\n");
    zm_discriminant_begin(&normal, 3);
    for (int i = 0; i < 40000; i++) {
        double sample[3];
        for (unsigned k = 0; k < 3; k++) { /* twelve uniform numbers are nearly normal */
            sample[k] = -6;
            for (int j = 0; j < 12; j++)
                sample[k] += (double)zm_random_below(&random, 1 << 20) / (1 << 20);
        }
        sample[0] += i % 2 == 0 ? 1 : -1;
        zm_discriminant_add(&normal, sample, i % 2 == 0, 1);
    }
    assert_true(zm_discriminant_end(&normal));
    for (double x = -1; x <= 1; x += 0.5) {
        double at[3] = {x, 0.3, -0.2};
        double chance = zm_worth_chance(zm_quadratic_worth(&normal, at, true));
        assert_true(fabs(chance - 1 / (1 + exp(-2 * x))) < 0.02);
    }
    assert_true(zm_feature_relevance(&normal, 0) > 0.999);
    assert_true(fabs(zm_feature_relevance(&normal, 1)) < 0.03);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_toy_1),
        cmocka_unit_test(test_toy_2),
        cmocka_unit_test(test_poor_samples),
        cmocka_unit_test(test_normal_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
