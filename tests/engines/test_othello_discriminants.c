/* Features of positions against a naive count on the plain board, and what two fits do against each
 * other. */
#include "engines/othello/learning.h"

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
    const struct othello_fitted linear = {&fits, OTHELLO_FIT_LINEAR, 0},
                                quadratic = {&fits, OTHELLO_FIT_QUADRATIC, 0},
                                constant = {&fits, OTHELLO_FIT_CONSTANT, 0};
    assert_true(othello_fit_play(&linear, &linear, 10, 1, 3, &run, &tally));
    assert_int_equal(tally.wins, tally.losses);
    assert_int_equal(tally.wins + tally.draws + tally.losses, 10);
    /* The same seed, the same games. */
    assert_true(othello_fit_play(&quadratic, &constant, 10, 1, 3, &run, &tally));
    assert_true(othello_fit_play(&quadratic, &constant, 10, 1, 3, &run, &again));
    assert_int_equal(tally.wins, again.wins);
    assert_int_equal(tally.draws, again.draws);
}

/* Until the moves from which on a fit is used, and without one, only mobility counts. */
static void test_from(void **unused)
{
    static struct othello_fits fits;
    struct zm_random random = zm_random_seeded(11);
    const struct othello_fitted late = {&fits, OTHELLO_FIT_LINEAR, 30}, none = {0};
    (void)unused;
    make_fits(&fits, false);
    for (int i = 0; i < test_rounds(100); i++) {
        struct othello_board board;
        double traits[OTHELLO_TRAITS];
        play_random(&random, (unsigned)zm_random_below(&random, 55), &board);
        struct othello_bits bits = othello_bits_of(&board);
        bool early = othello_discs(bits.own | bits.other) - 4 < 30;
        othello_traits(bits, traits);
        assert_true(othello_fitted_worth(&none, bits) == traits[1]);
        assert_true(othello_fitted_worth(&late, bits) ==
                    (early ? traits[1] : othello_fit_worth(&fits, OTHELLO_FIT_LINEAR, bits)));
    }
}

/* A lesson's positions are won or lost as its game was: after an odd number of moves by the second
 * player, unless somebody passed. */
static void test_lessons(void **unused)
{
    static struct othello_fits fits;
    struct othello_board start;
    struct zm_random random = zm_random_seeded(12);
    const struct othello_fitted none = {0};
    unsigned decided = 0;
    (void)unused;
    print_message("seed 12\n");
    othello_start(&start, 8);
    for (int i = 0; i < test_rounds(50); i++) {
        othello_fits_begin(&fits);
        int first = othello_lesson_play(&none, othello_bits_of(&start), i % 2 == 0 ? 100 : 20,
                                        &random, &fits);
        const struct zm_sample_class *classes = fits.stages[0].classes; /* nobody passes so early */
        assert_true(first >= -64 && first <= 64);
        assert_true(classes[0].count + classes[1].count == 1);
        if (first == 0)
            continue;
        assert_true(classes[first < 0 ? 0 : 1].count == 1); /* after five moves White is to move */
        decided++;
    }
    assert_true(decided > 0);
}

/* Evaluations beside the truth: a curve for each, and correlations that agree in sign with what
 * they are. */
static void test_truth(void **unused)
{
    static struct othello_fits fits, contrary;
    static struct othello_probes probes;
    struct zm_random random = zm_random_seeded(13);
    struct zm_run run;
    struct zm_buffer out = {0}, svg = {0};
    struct zm_error error = {0};
    const struct othello_learned learned[] = {{"good", {&fits, OTHELLO_FIT_LINEAR, 0}},
                                              {"bad", {&contrary, OTHELLO_FIT_LINEAR, 0}}};
    float good, bad;
    (void)unused;
    print_message("seed 13\n");
    zm_run_begin(&run);
    make_fits(&fits, false);
    make_fits(&contrary, true);
    while (probes.count < 60) {
        struct othello_board board;
        play_random(&random, 20 + (unsigned)zm_random_below(&random, 10), &board);
        probes.bits[probes.count++] = othello_bits_of(&board);
    }
    assert_int_equal(othello_truth_compare(&probes, learned, 2, 1, 4, &run, &out, &svg, &error),
                     ZM_OK);
    assert_int_equal(sscanf(strchr(zm_buffer_string(&out), ':'), ": good %f, bad %f", &good, &bad),
                     2);
    assert_true(good > 0.3F && bad < -0.3F); /* who has more moves stands better */
    const char *curve = strstr(zm_buffer_string(&svg), "<polyline");
    assert_non_null(curve);
    assert_non_null(strstr(curve + 1, "<polyline"));
    zm_buffer_free(&out);
    zm_buffer_free(&svg);
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
        cmocka_unit_test(test_traits), cmocka_unit_test(test_worth),
        cmocka_unit_test(test_from),   cmocka_unit_test(test_lessons),
        cmocka_unit_test(test_truth),  cmocka_unit_test(test_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
