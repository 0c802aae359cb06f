/* Sprouts solved: outcomes and nimbers of the start positions, and of families of positions, by
 * every search, against the published values (nimber 1 for 3, 4, 5 spots modulo 6, else 0). */
#include "games/sprouts/sprouts.h"

#include "support/ask.h"

#include <stdio.h>

static struct zm_answer solve(const char *position, const char *compute, const char *search,
                              const char *canon)
{
    const struct zm_option options[] = {{"compute", compute}, {"search", search}, {"canon", canon}};
    struct zm_answer answer = ask_once("sprouts", position, options, 3);
    assert_true(answer.known);
    return answer;
}

static bool is_won(int spots)
{
    return spots % 6 >= 3;
}

static void check_outcomes(const char *search, const char *canon, int from, int to)
{
    for (int spots = from; spots <= to; spots++) {
        char text[16];
        snprintf(text, sizeof text, "%d", spots);
        struct zm_answer answer = solve(text, "outcome", search, canon);
        if (answer.outcome != (is_won(spots) ? ZM_WIN : ZM_LOSS))
            fail_msg("%d spots, %s, %s: wrong outcome", spots, search, canon);
        zm_answer_free(&answer);
    }
}

static void check_nimbers(const char *search, const char *canon, int from, int to)
{
    for (int spots = from; spots <= to; spots++) {
        char text[16];
        snprintf(text, sizeof text, "%d", spots);
        struct zm_answer answer = solve(text, "nimber", search, canon);
        assert_int_equal(answer.number, is_won(spots));
        zm_answer_free(&answer);
    }
}

static void test_outcomes(void **state)
{
    (void)state;
    int most = test_sanitized() ? 7 : 11;
    check_outcomes("dfpn", "settled", 1, most);
    check_outcomes("dfpn", "exact", 1, most);
    check_outcomes("depth-first", "pseudo", 1, most);
    if (test_long())
        check_outcomes("dfpn", "settled", 12, 18);
}

static void test_nimbers(void **state)
{
    (void)state;
    check_nimbers("dfpn", "settled", 1, test_sanitized() ? 6 : 8);
    check_nimbers("depth-first", "exact", 1, test_sanitized() ? 5 : 7);
    if (test_long())
        check_nimbers("dfpn", "settled", 9, 11);
}

/* Nimbers of 0*m.A|0*n.A (n = 0: 0*m.2): 1, then 0, then 1 as m + n goes by threes, but for (5, 2)
 * and (5, 5). Recomputed from the rules of Lemoine and Viennot's thesis, 10.9. */
static void test_family(void **state)
{
    (void)state;
    static const int pairs[][2] = {{1, 0}, {1, 1}, {2, 0}, {2, 1}, {3, 0}, {2, 2}, {3, 1},
                                   {4, 0}, {3, 2}, {4, 1}, {5, 0}, {3, 3}, {4, 2}, {5, 1},
                                   {6, 0}, {7, 0}, {6, 1}, {5, 2}, {4, 3}, {7, 1}, {6, 2},
                                   {5, 3}, {4, 4}, {6, 3}, {5, 4}, {5, 5}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int m = pairs[i][0], n = pairs[i][1], sum = m + n;
        if (sum > (test_sanitized() ? 5 : test_long() ? 10 : 8))
            continue;
        char text[64];
        if (n == 0)
            snprintf(text, sizeof text, "0*%d.2", m);
        else
            snprintf(text, sizeof text, "0*%d.A|0*%d.A", m, n);
        struct zm_answer answer = solve(text, "nimber", "dfpn", "settled");
        int expected = sum <= 3 || (sum >= 7 && !(m == 5 && n == 2));
        if (answer.number != expected)
            fail_msg("%s: nimber %d instead of %d", text, (int)answer.number, expected);
        zm_answer_free(&answer);
    }
}

static bool never(void *context, const struct zm_bytes *lands, size_t count)
{
    (void)context;
    (void)lands;
    (void)count;
    return false;
}

/* A region with many different boundaries has options beyond number: who makes them stops when the
 * run does, says that nothing was found, and makes them all when it is asked again without it. */
static void test_stop(void **state)
{
    (void)state;
    struct zm_instance game;
    struct zm_settings settings = {0};
    struct zm_buffer position = {0};
    struct zm_list lands = {0};
    struct zm_options some = {0}, all = {0};
    struct zm_run run;
    zm_run_begin(&run);
    atomic_store(&run.stop, true);
    assert_int_equal(zm_settings_declare(&settings, zm_sprouts.params, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&game, &zm_sprouts, &settings, NULL), ZM_OK);
    const char *text = "1a1a.A.B.C.D.E.F.G.H.I.J|1A|22B|12C|222D|11E|122F|2222G|112H|1222I|111J";
    assert_int_equal(zm_sprouts.rules->parse(game.state, text, &position, NULL), ZM_OK);
    zm_sprouts.sums->split(game.state, zm_buffer_bytes(&position), &lands);
    assert_int_equal(lands.count, 1);
    struct zm_bytes land = zm_list_at(&lands, 0);
    zm_sprouts.heed(game.state, &run);
    assert_false(zm_sprouts.sums->some_option(game.state, land, ZM_LEFT, never, NULL));
    zm_sprouts.sums->options(game.state, land, ZM_LEFT, &some);
    zm_sprouts.heed(game.state, NULL);
    zm_sprouts.sums->options(game.state, land, ZM_LEFT, &all);
    assert_true(some.count < all.count);
    assert_true(all.count > 1000);
    zm_options_free(&some);
    zm_options_free(&all);
    zm_list_free(&lands);
    zm_buffer_free(&position);
    zm_instance_close(&game);
    zm_settings_free(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_nimbers),
        cmocka_unit_test(test_family),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
