/* Nim and Grundy's game against naive minimax and published values. */
#include "test.h"

#include <stdio.h>

#include "games/grundy/grundy.h"
#include "games/naive.h"
#include "games/nim/nim.h"
#include "support/ask.h"

static void compare_with_naive(const struct zm_game *game, unsigned size, int rounds)
{
    struct naive naive;
    struct zm_random random = zm_random_seeded(5);
    struct zm_buffer position = {0}, text = {0};
    naive_open(&naive, game);
    for (int round = 0; round < rounds; round++) {
        game->rules->random(naive.game.state, &random, size, &position);
        zm_buffer_clear(&text);
        game->rules->print(naive.game.state, zm_buffer_bytes(&position), &text);
        naive_forget(&naive);
        unsigned nimber = naive_nimber(&naive, zm_buffer_bytes(&position));
        naive_forget(&naive);
        bool wins = naive_wins(&naive, zm_buffer_bytes(&position), true);
        assert_int_equal(ask(game->name, zm_buffer_string(&text), "compute=nimber").answer.number,
                         nimber);
        assert_int_equal(
            ask(game->name, zm_buffer_string(&text), "compute=outcome play=misere").answer.outcome,
            wins ? ZM_WIN : ZM_LOSS);
    }
    naive_close(&naive);
    zm_buffer_free(&position);
    zm_buffer_free(&text);
}

static void test_nim_agrees_with_minimax(void **state)
{
    (void)state;
    compare_with_naive(&zm_nim, 12, test_rounds(10000));
}

static void test_grundy_agrees_with_minimax(void **state)
{
    (void)state;
    compare_with_naive(&zm_grundy, 8, test_rounds(2000));
}

static void test_bouton(void **state)
{
    (void)state;
    struct asked asked = ask("nim", "7,5,4,2", "compute=nimber"); /* thesis, section 3.1 */
    assert_int_equal(asked.answer.number, 4);
    assert_int_equal(ask("nim", "9,12", "compute=nimber").answer.number, 5);
    assert_int_equal(ask("nim", "3,5,4,2", "compute=outcome").answer.outcome, ZM_LOSS);
    assert_int_equal(ask("nim", "7,1,4,2", "compute=outcome").answer.outcome, ZM_LOSS);
    assert_int_equal(ask("nim", "7,5,0,2", "compute=outcome").answer.outcome, ZM_LOSS);
    assert_int_equal(ask("nim", "500", "compute=grundy").answer.number, 500);
}

/* Nim with heaps of at most 2 in misère play: lost are the heap 1 and an even number of 2s, up to
 * pairs of 1s (thesis, section 4.2). */
static void test_misere_nim_with_small_heaps(void **state)
{
    (void)state;
    for (int ones = 0; ones < 4; ones++)
        for (int twos = 0; twos < 5; twos++) {
            char text[40] = "0";
            for (int i = 0; i < ones; i++)
                strcat(text, ",1");
            for (int i = 0; i < twos; i++)
                strcat(text, ",2");
            bool lost = twos == 0 ? ones % 2 == 1 : ones % 2 == 0 && twos % 2 == 0;
            assert_int_equal(ask("nim", text, "play=misere compute=outcome").answer.outcome,
                             lost ? ZM_LOSS : ZM_WIN);
        }
}

/* OEIS A002188. */
static void test_grundys_game(void **state)
{
    (void)state;
    static const int nimbers[] = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3,
                                  2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4,
                                  1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0};
    for (int heap = 0; heap < (int)(sizeof nimbers / sizeof *nimbers); heap++) {
        char text[8];
        snprintf(text, sizeof text, "%d", heap);
        assert_int_equal(ask("grundy", text, "compute=nimber").answer.number, nimbers[heap]);
    }
}

static void test_bad_positions_are_refused(void **state)
{
    (void)state;
    static const char *const nim[] = {"-1", "3,,4", "3,4,", ",3", "three", "99999", "3 4", "3;4"};
    static const char *const grundy[] = {"-1", "256", "3,", "a", "3.5", ","};
    struct zm_buffer position = {0};
    for (size_t i = 0; i < sizeof nim / sizeof *nim; i++)
        assert_int_equal(zm_nim.rules->parse(NULL, nim[i], &position, NULL), ZM_BAD_INPUT);
    for (size_t i = 0; i < sizeof grundy / sizeof *grundy; i++)
        assert_int_equal(zm_grundy.rules->parse(NULL, grundy[i], &position, NULL), ZM_BAD_INPUT);
    zm_buffer_free(&position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nim_agrees_with_minimax),
        cmocka_unit_test(test_grundy_agrees_with_minimax),
        cmocka_unit_test(test_bouton),
        cmocka_unit_test(test_misere_nim_with_small_heaps),
        cmocka_unit_test(test_grundys_game),
        cmocka_unit_test(test_bad_positions_are_refused),
    };
    return cmocka_run_group_tests_name("heaps", tests, NULL, NULL);
}
