/* Monte-Carlo without trees: softmax by chi-square, K = 0 is uniform, statistics of all moves rank
 * quiet positions as plain sampling does and misjudge captures, every method finds what is plain to
 * see, eyes of every kind let games end. */
#include "engines/go/methods.h"

#include "tests/test.h"

#include <math.h>

/* Chi-square of so many choices of a first move against expected shares. */
static double chi_square(struct go_sampler *sampler, struct goban *board, const double *shares,
                         unsigned choices)
{
    unsigned counts[GOBAN_POINTS] = {0};
    double square = 0;
    for (unsigned i = 0; i < choices; i++)
        counts[go_sampler_move(sampler, board)]++;
    for (unsigned i = 0; i < board->points; i++) {
        double expected = shares[i] * choices,
               difference = counts[goban_point(board, i)] - expected;
        square += difference * difference / expected;
    }
    return square;
}

/* Draws from an empty board of 5x5 by these means. 24 degrees of freedom: 99.99 % below 61. */
static void check_softmax(const double means[25], double temperature)
{
    const struct go_method method = {.statistics = GO_AMAF, .games = 1};
    static struct goban board;
    double shares[25], total = 0;
    goban_start(&board, 5, 5);
    for (int colour = GO_BLACK; colour <= GO_WHITE; colour++) {
        struct go_sampler *sampler = go_sampler_open(&method, 5);
        assert_non_null(sampler);
        board.turn = (uint8_t)colour;
        total = 0;
        for (unsigned i = 0; i < 25; i++) {
            double mean = colour == GO_BLACK ? means[i] : -means[i];
            go_sampler_learn(sampler, &board, board.turn, goban_point(&board, i), mean,
                             temperature);
            shares[i] = exp(temperature * means[i]);
            total += shares[i];
        }
        for (unsigned i = 0; i < 25; i++)
            shares[i] /= total;
        double square = chi_square(sampler, &board, shares, 50000);
        print_message("softmax, K = %g: chi-square %.1f\n", temperature, square);
        assert_true(square < 61 && square > 4);
        /* K = 0 is uniform, whatever was learned. */
        go_sampler_learn(sampler, &board, board.turn, goban_point(&board, 0), 7, 0);
        for (unsigned i = 0; i < 25; i++)
            shares[i] = 1 / 25.0;
        square = chi_square(sampler, &board, shares, 50000);
        print_message("K = 0: chi-square %.1f\n", square);
        assert_true(square < 61 && square > 4);
        go_sampler_close(sampler);
    }
}

/* Weights that differ little are drawn in another way than one that is more than all others. */
static void test_softmax(void **unused)
{
    double means[25];
    (void)unused;
    for (unsigned i = 0; i < 25; i++)
        means[i] = (double)i / 10 - 1;
    check_softmax(means, 0.5);
    check_softmax(means, 1.5);
    check_softmax(means, 3);
    for (unsigned i = 0; i < 25; i++)
        means[i] = i == 7 ? 4.6 : (double)i / 100;
    check_softmax(means, 1);
}

static void set_up(struct goban *board, const char *rows, uint8_t turn)
{
    unsigned side = (unsigned)strcspn(rows, "/");
    goban_start(board, side, side);
    for (unsigned i = 0; i < side * side; i++) {
        char stone = rows[(side - 1 - i / side) * (side + 1) + i % side];
        if (stone != '.')
            goban_put(board, goban_point(board, i), stone == 'X' ? GO_BLACK : GO_WHITE);
    }
    board->turn = turn;
}

/* The place of a move in the opinions of a method. */
static unsigned place_of(const struct go_method *method, const struct goban *board, uint16_t move)
{
    struct go_opinion opinions[GO_POINTS];
    struct go_sampler *sampler = go_sampler_open(method, 3);
    assert_non_null(sampler);
    unsigned count = go_sampler_run(sampler, board, NULL, opinions), place = 0;
    go_sampler_close(sampler);
    while (place < count && opinions[place].move != move)
        place++;
    assert_true(place < count);
    return place;
}

/* Black takes five stones at d1, or White saves them there. */
static void test_methods(void **unused)
{
    static struct goban board;
    (void)unused;
    set_up(&board, ".XOX./.XOX./.XOX./.XOXO/.XO.O", GO_BLACK);
    uint16_t takes = goban_point(&board, 3);
    for (int statistics = GO_BASIC; statistics <= GO_OWNING; statistics++)
        for (int eyes = GO_EYES_USUAL; eyes <= GO_EYES_OLEG; eyes++) {
            struct go_method method = {.statistics = (enum go_statistics)statistics,
                                       .eyes = (enum go_eyes)eyes,
                                       .games = statistics <= GO_PRUNING ? 60 : 500};
            unsigned place = place_of(&method, &board, takes);
            /* Owning the point in the end is not the same as playing there. */
            if (statistics != GO_OWNING)
                assert_true(place < 2);
        }
    for (int annealed = 0; annealed < 2; annealed++) {
        struct go_method method = {
            .statistics = GO_AMAF, .games = 500, .temperature = 2, .annealed = annealed};
        assert_true(place_of(&method, &board, takes) < 2);
    }
    struct go_method few = {.statistics = GO_AMAF, .games = 300, .preselected = 3};
    struct go_opinion opinions[GO_POINTS];
    struct go_sampler *sampler = go_sampler_open(&few, 3);
    assert_int_equal(go_sampler_run(sampler, &board, NULL, opinions), 3);
    assert_int_equal(go_sampler_games(sampler), 300);
    go_sampler_close(sampler);
}

/* The rank correlation (Spearman) of two methods on a position. */
static double correlation(const struct go_method *a, const struct go_method *b,
                          const struct goban *board)
{
    struct go_opinion opinions[2][GO_POINTS];
    const struct go_method *methods[2] = {a, b};
    unsigned count = 0;
    for (int i = 0; i < 2; i++) {
        struct go_sampler *sampler = go_sampler_open(methods[i], 17);
        count = go_sampler_run(sampler, board, NULL, opinions[i]);
        go_sampler_close(sampler);
    }
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < count; k++)
            if (opinions[0][i].move == opinions[1][k].move)
                sum += ((double)i - k) * ((double)i - k);
    return 1 - 6 * sum / ((double)count * ((double)count * count - 1));
}

/* What a method says of a move. */
static double mean_of(const struct go_method *method, const struct goban *board, uint16_t move)
{
    struct go_opinion opinions[GO_POINTS];
    struct go_sampler *sampler = go_sampler_open(method, 3);
    assert_non_null(sampler);
    unsigned count = go_sampler_run(sampler, board, NULL, opinions), place = 0;
    go_sampler_close(sampler);
    while (place < count && opinions[place].move != move)
        place++;
    assert_true(place < count);
    return opinions[place].mean;
}

/* On the empty board they agree; the worth of a capture depends on when it is made, so that the
 * games in which it came late make it look less than it is (figure 4.9). */
static void test_amaf(void **unused)
{
    const struct go_method plain = {.statistics = GO_BASIC, .games = test_sanitized() ? 300 : 2000},
                           amaf = {.statistics = GO_AMAF, .games = test_sanitized() ? 5000 : 40000};
    static struct goban board;
    (void)unused;
    goban_start(&board, 7, 7);
    double quiet = correlation(&plain, &amaf, &board);
    print_message("rank correlation on the empty board %.2f\n", quiet);
    assert_true(quiet > (test_sanitized() ? 0.4 : 0.8));
    /* Black takes seven stones at b4, unless White has taken seven at e7 before. */
    set_up(&board, ".XOX.../.XOXO../.XOXO../..OXO../.XOXO../.XOXO../.XOXO..", GO_BLACK);
    uint16_t takes = goban_point(&board, 3 * 7 + 1);
    double real = mean_of(&plain, &board, takes), late = mean_of(&amaf, &board, takes);
    print_message("the capture: %.1f points, by all moves as first %.1f\n", real, late);
    assert_true(real > late + 1);
}

/* Two walls, and a point between them: the best reply takes little. On points of the walls the other
 * is first only where they were taken, which is no reply to anything. */
static void test_pairs(void **unused)
{
    const struct go_method amaf = {.statistics = GO_AMAF, .games = 5000},
                           pairs = {.statistics = GO_PAIRS, .games = 5000};
    static struct goban board;
    (void)unused;
    set_up(&board, "..X.O../..X.O../..X.O../..X.O../..X.O../..X.O../..X.O..", GO_BLACK);
    uint16_t middle = goban_point(&board, 3 * 7 + 3);
    double first = mean_of(&amaf, &board, middle), second = mean_of(&pairs, &board, middle);
    print_message("a move between walls: %.1f points, after the best reply %.1f\n", first, second);
    assert_true(second < first && second > first - 6);
}

/* The games of moves that fall behind are spared, and whole games are still the same as when every
 * move has all of them. */
static void test_early(void **unused)
{
    struct go_method method = {.statistics = GO_BASIC, .games = test_sanitized() ? 150 : 600};
    struct go_opinion opinions[GO_POINTS];
    static struct goban boards[2];
    uint64_t games[2] = {0};
    (void)unused;
    for (int early = 0; early < 2; early++) {
        struct goban *board = &boards[early];
        method.early = early;
        struct go_sampler *sampler = go_sampler_open(&method, 5);
        assert_non_null(sampler);
        goban_start(board, 7, 6);
        while (board->passes < 2 && board->moves < 3 * board->points) {
            unsigned count = go_sampler_run(sampler, board, NULL, opinions);
            games[early] += go_sampler_games(sampler);
            goban_play(board, count == 0 ? GOBAN_PASS : opinions[0].move);
        }
        go_sampler_close(sampler);
    }
    print_message("%u moves: %llu games instead of %llu\n", boards[0].moves,
                  (unsigned long long)games[1], (unsigned long long)games[0]);
    assert_int_equal(boards[0].moves, boards[1].moves);
    assert_true(boards[0].key == boards[1].key);
    assert_true(games[1] < games[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_softmax), cmocka_unit_test(test_methods), cmocka_unit_test(test_amaf),
        cmocka_unit_test(test_pairs),   cmocka_unit_test(test_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
