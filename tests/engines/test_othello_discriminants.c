/* Features of positions against a naive count on the plain board, and what two fits do against each
 * other. */
#include "engines/othello/discriminants.h"

#include "test.h"

static bool is_beside_empty(const struct othello_board *board, unsigned square)
{
    int row = (int)square / 8, column = (int)square % 8;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = column - 1; c <= column + 1; c++)
            if (r >= 0 && r < 8 && c >= 0 && c < 8 && board->squares[r * 8 + c] == '-')
                return true;
    return false;
}

static bool is_beside(const struct othello_board *board, unsigned square, uint8_t disc)
{
    int row = (int)square / 8, column = (int)square % 8;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = column - 1; c <= column + 1; c++)
            if (r >= 0 && r < 8 && c >= 0 && c < 8 && board->squares[r * 8 + c] == disc)
                return true;
    return false;
}

/* 3 corners, 4 X squares, 5 C squares, 6 other edges, 0 the rest. */
static unsigned kind_of(unsigned square)
{
    unsigned row = square / 8, column = square % 8;
    unsigned up = row < 4 ? row : 7 - row, left = column < 4 ? column : 7 - column;
    if (up > 1 && left > 1)
        return 0;
    if (up + left == 0)
        return 3;
    if (up == 1 && left == 1)
        return 4;
    if (up + left == 1)
        return 5;
    return up == 0 || left == 0 ? 6 : 0;
}

static void count_naively(struct othello_board *board, double traits[OTHELLO_TRAITS])
{
    uint8_t squares[OTHELLO_SQUARES];
    struct othello_board other = *board;
    uint8_t own = board->turn == 0 ? 'X' : 'O', his = board->turn == 0 ? 'O' : 'X';
    memset(traits, 0, OTHELLO_TRAITS * sizeof *traits);
    other.turn = 1 - board->turn;
    traits[1] = (double)othello_legal(board, squares) - (double)othello_legal(&other, squares);
    for (unsigned i = 0; i < 64; i++) {
        if (board->squares[i] == '-') {
            traits[7] += is_beside(board, i, his) - is_beside(board, i, own);
            continue;
        }
        double sign = board->squares[i] == own ? 1 : -1;
        traits[0] += sign;
        traits[2] += sign * is_beside_empty(board, i);
        if (kind_of(i) > 0)
            traits[kind_of(i)] += sign;
    }
}

static void play_random(struct zm_random *random, unsigned moves, struct othello_board *board)
{
    uint8_t squares[OTHELLO_SQUARES];
    othello_start(board, 8);
    for (unsigned i = 0; i < moves; i++) {
        unsigned count = othello_legal(board, squares);
        if (count == 0 && !othello_other_can_move(board))
            return;
        othello_play(board, count == 0 ? OTHELLO_PASS : squares[zm_random_below(random, count)]);
    }
}

static void test_traits(void **unused)
{
    struct zm_random random = zm_random_seeded(5);
    (void)unused;
    print_message("seed 5\n");
    for (int i = 0; i < test_rounds(3000); i++) {
        struct othello_board board;
        double naive[OTHELLO_TRAITS], traits[OTHELLO_TRAITS];
        play_random(&random, (unsigned)zm_random_below(&random, 60), &board);
        count_naively(&board, naive);
        othello_traits(othello_bits_of(&board), traits);
        for (unsigned k = 0; k < OTHELLO_TRAITS; k++)
            if (naive[k] != traits[k])
                fail_msg("%s: %g, not %g", othello_trait_names[k], traits[k], naive[k]);
    }
}

/* Fits of samples that are won by who has more moves; `contrary`: lost. */
static void make_fits(struct othello_fits *fits, bool contrary)
{
    struct zm_random random = zm_random_seeded(8);
    for (unsigned i = 0; i < OTHELLO_FITS; i++) {
        zm_discriminant_begin(&fits->stages[i], OTHELLO_TRAITS);
        for (int k = 0; k < 400; k++) {
            struct othello_board board;
            double traits[OTHELLO_TRAITS];
            play_random(&random, (i + 1) * OTHELLO_FIT_MOVES, &board);
            othello_traits(othello_bits_of(&board), traits);
            zm_discriminant_add(&fits->stages[i], traits, (traits[1] > 0) != contrary, 1);
        }
        fits->known[i] = zm_discriminant_end(&fits->stages[i]);
        assert_true(fits->known[i]);
    }
}

static void test_matches(void **unused)
{
    static struct othello_fits fits;
    struct zm_run run;
    struct zm_tally tally, again;
    (void)unused;
    print_message("seed 8\n");
    zm_run_begin(&run);
    make_fits(&fits, false);
    /* The same against itself: what one wins with Black the other does too. */
    assert_true(
        othello_fit_play(&fits, OTHELLO_FIT_LINEAR, OTHELLO_FIT_LINEAR, 10, 1, 3, &run, &tally));
    assert_int_equal(tally.wins, tally.losses);
    assert_int_equal(tally.wins + tally.draws + tally.losses, 10);
    /* The same seed, the same games. */
    assert_true(othello_fit_play(&fits, OTHELLO_FIT_QUADRATIC, OTHELLO_FIT_CONSTANT, 10, 1, 3, &run,
                                 &tally));
    assert_true(othello_fit_play(&fits, OTHELLO_FIT_QUADRATIC, OTHELLO_FIT_CONSTANT, 10, 1, 3, &run,
                                 &again));
    assert_int_equal(tally.wins, again.wins);
    assert_int_equal(tally.draws, again.draws);
}

/* The linear form of exchanged classes is the negative. */
static void test_worth(void **unused)
{
    static struct othello_fits fits, contrary;
    struct zm_random random = zm_random_seeded(9);
    (void)unused;
    make_fits(&fits, false);
    make_fits(&contrary, true);
    for (int i = 0; i < test_rounds(100); i++) {
        struct othello_board board;
        play_random(&random, 5 + (unsigned)zm_random_below(&random, 50), &board);
        struct othello_bits bits = othello_bits_of(&board);
        double worth = othello_fit_worth(&fits, OTHELLO_FIT_LINEAR, bits);
        double other = othello_fit_worth(&contrary, OTHELLO_FIT_LINEAR, bits);
        assert_true(worth + other < 1e-9 && worth + other > -1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_traits),
        cmocka_unit_test(test_worth),
        cmocka_unit_test(test_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
