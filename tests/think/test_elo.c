/* Clocks, and the arithmetic of matches: Elo differences against worked values, the sequential test
 * against simulated games. */
#include "base/random.h"
#include "think/clock.h"
#include "think/elo.h"

#include "test.h"

#include <math.h>

static void differences(void **state)
{
    (void)state;
    struct zm_tally even = {.wins = 30, .draws = 40, .losses = 30};
    struct zm_elo elo = zm_elo_of(&even);
    assert_float_equal(elo.estimate, 0, 1e-9);
    assert_float_equal(elo.low, -elo.high, 1e-6);
    /* 75 of 100 points: 400 log10(3) = 190.8 (Elo's own table says 191). */
    struct zm_tally ahead = {.wins = 75, .losses = 25};
    elo = zm_elo_of(&ahead);
    assert_float_equal(elo.estimate, 190.848, 1e-2);
    /* Wilson's interval of 75 of 100 is 0.6570 .. 0.8245. */
    assert_float_equal(elo.low, 400 * log10(0.65697 / (1 - 0.65697)), 0.1);
    assert_float_equal(elo.high, 400 * log10(0.82453 / (1 - 0.82453)), 0.1);
    struct zm_tally all = {.wins = 10};
    elo = zm_elo_of(&all);
    assert_true(isinf(elo.estimate) && isinf(elo.high));
    assert_float_equal(elo.low, 400 * log10(0.72247 / (1 - 0.72247)), 0.1);
    struct zm_tally none = {0};
    elo = zm_elo_of(&none);
    assert_true(elo.estimate == 0 && isinf(elo.low) && isinf(elo.high));
    /* Draws make the interval narrower. */
    struct zm_tally drawn = {.wins = 10, .draws = 80, .losses = 10};
    struct zm_tally sharp = {.wins = 50, .losses = 50};
    assert_true(zm_elo_of(&drawn).high < zm_elo_of(&sharp).high);
}

static void margins(void **state)
{
    (void)state;
    struct zm_tally tally = {0};
    double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    for (size_t i = 0; i < 8; i++)
        zm_tally_margin(&tally, values[i]);
    assert_float_equal(zm_tally_mean(&tally), 5, 1e-12);
    /* The sample variance is 32/7. */
    assert_float_equal(zm_tally_error(&tally), sqrt(32.0 / 7 / 8), 1e-12);
}

/* Plays simulated games until the test ends; returns its answer. */
static enum zm_sprt_answer simulate(struct zm_random *random, const struct zm_sprt *sprt,
                                    double elo)
{
    struct zm_tally tally = {0};
    double score = 1 / (1 + pow(10, -elo / 400)), drawn = 0.3, won = score - drawn / 2;
    for (;;) {
        double lot = (double)zm_random_below(random, 1000000) / 1e6;
        tally.wins += lot < won;
        tally.draws += lot >= won && lot < won + drawn;
        tally.losses += lot >= won + drawn;
        enum zm_sprt_answer answer = zm_sprt_look(sprt, &tally);
        if (answer != ZM_SPRT_GO_ON)
            return answer;
    }
}

static void sequential_test(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(5);
    struct zm_sprt sprt = {.elo0 = 0, .elo1 = 30, .alpha = 0.05, .beta = 0.05};
    unsigned wrong[2] = {0}, rounds = 200;
    for (unsigned i = 0; i < rounds; i++) {
        wrong[0] += simulate(&random, &sprt, 0) == ZM_SPRT_H1;
        wrong[1] += simulate(&random, &sprt, 30) == ZM_SPRT_H0;
    }
    /* 10 of 200 are expected to be wrong; 25 would be five deviations more. */
    assert_true(wrong[0] < 25 && wrong[1] < 25);
    struct zm_tally one_way = {.wins = 3};
    assert_int_equal(zm_sprt_look(&sprt, &one_way), ZM_SPRT_GO_ON);
}

static void clock_texts(void **state)
{
    (void)state;
    struct zm_time_control control;
    struct zm_error error;
    assert_int_equal(zm_time_control_parse("1s", &control, &error), ZM_OK);
    assert_true(control.main == 0 && control.period == 1 && control.stones == 1);
    assert_int_equal(zm_time_control_parse("250ms", &control, &error), ZM_OK);
    assert_true(control.main == 0 && control.period == 0.25 && control.stones == 1);
    assert_int_equal(zm_time_control_parse("5m+2s", &control, &error), ZM_OK);
    assert_true(control.main == 300 && control.increment == 2 && control.stones == 0);
    assert_int_equal(zm_time_control_parse("10m", &control, &error), ZM_OK);
    assert_true(control.main == 600 && control.stones == 0);
    assert_int_equal(zm_time_control_parse("1h/30s:5", &control, &error), ZM_OK);
    assert_true(control.main == 3600 && control.period == 30 && control.stones == 5);
    static const char *const bad[] = {"",       "s",     "1",         "-1s",     "0s",
                                      "1s+",    "5m+2",  "5m/30s",    "5m/30s:", "5m/30s:0",
                                      "1s 2s",  "nan s", "infs",      "1e9h",    "5m/0s:5",
                                      "5m+2s+", "5m-2s", "10m/30s:5x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(zm_time_control_parse(bad[i], &control, &error), ZM_BAD_INPUT);
}

/* A player who keeps to the hard pace never loses on time, whatever the clock. */
static void clocks_last(void **state)
{
    (void)state;
    static const char *const texts[] = {"1s", "1m", "10s+1s", "30s/5s:2", "5m+2s"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct zm_time_control control;
        assert_int_equal(zm_time_control_parse(texts[i], &control, NULL), ZM_OK);
        double left = zm_time_control_start(&control);
        for (unsigned move = 0; move < 200; move++) {
            struct zm_pace pace = zm_time_control_pace(&control, left, move, 60);
            assert_true(pace.soft > 0 && pace.hard >= pace.soft);
            assert_true(zm_time_control_spend(&control, &left, pace.hard, 0.2));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences),     cmocka_unit_test(margins),
        cmocka_unit_test(sequential_test), cmocka_unit_test(clock_texts),
        cmocka_unit_test(clocks_last),
    };
    return cmocka_run_group_tests_name("elo", tests, NULL, NULL);
}
