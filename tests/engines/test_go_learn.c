/* What is learned of Go's moves: features against a naive board, strengths against those that made
 * the choices, and files of weights. */
#include "engines/go/learn.h"

#include "games/go_naive.h"
#include "test.h"

#include <math.h>

static struct naive_go naive, try;
static struct go_weights weights, again;

static bool has(const struct go_team *team, unsigned feature)
{
    return team->features >> feature & 1;
}

/* The neighbours of a move, turned by hand: a shape turned is the shape of a turned board. */
static void test_turned_shapes(void **unused)
{
    static const int across[8] = {0, 1, 0, -1, 1, 1, -1, -1}, up[8] = {1, 0, -1, 0, 1, -1, -1, 1};
    (void)unused;
    for (unsigned neighbour = 0; neighbour < 8; neighbour++)
        for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
            int x = symmetry & 4 ? -across[neighbour] : across[neighbour], y = up[neighbour];
            for (unsigned turn = 0; turn < (symmetry & 3); turn++) {
                int swap = x;
                x = y;
                y = -swap;
            }
            unsigned to = 0;
            while (across[to] != x || up[to] != y)
                to++;
            assert_int_equal(go_shape_turned((uint16_t)(3 << 2 * neighbour), symmetry),
                             3 << 2 * to);
        }
}

/* What a naive board says of a move: stones taken, liberties of the new chain, and whether a chain of
 * the other with two liberties is left with one. */
static void compare_features(const struct goban *board, uint16_t move, const struct go_team *team)
{
    int column = move % board->stride - 1, row = move / board->stride - 1;
    static const int across[4] = {0, 1, 0, -1}, up[4] = {1, 0, -1, 0};
    int friends = 0, ataris = 0;
    char own = naive.turn;
    try = naive;
    assert_true(naive_go_play(&try, column, row, false, NAIVE_NO_KO));
    for (int i = 0; i < 4; i++) {
        int x = column + across[i], y = row + up[i];
        if (x < 0 || y < 0 || x >= naive.columns || y >= naive.rows || naive.cell[x][y] == '.')
            continue;
        friends += naive.cell[x][y] == own;
        ataris += naive.cell[x][y] != own && naive_go_liberties(&naive, x, y) == 2;
    }
    bool takes = has(team, GO_TAKES_ONE) || has(team, GO_TAKES_MORE);
    assert_int_equal(takes, try.taken > 0);
    if (try.taken == 1)
        assert_true(has(team, GO_TAKES_ONE) && !has(team, GO_TAKES_MORE));
    /* Chains with many pseudo-liberties are not looked at, so that not every atari is seen. */
    if (has(team, GO_GIVES_ATARI) || has(team, GO_LADDER_ONE) || has(team, GO_LADDER_MORE))
        assert_true(ataris > 0);
    assert_int_equal(has(team, GO_SELF_ATARI),
                     friends > 0 && try.taken == 0 && naive_go_liberties(&try, column, row) < 2);
    if (has(team, GO_SAVES_ONE) || has(team, GO_SAVES_MORE))
        assert_true(try.taken > 0 || naive_go_liberties(&try, column, row) > 1);
}

static void test_features(void **unused)
{
    struct goban_lots lots = {77};
    unsigned compared = 0, takes = 0, games = test_sanitized() ? 12 : 60;
    (void)unused;
    for (unsigned game = 0; game < games; game++) {
        struct goban board;
        struct go_team teams[GO_POINTS];
        goban_start(&board, 7, 6);
        naive_go_start(&naive, 7, 6);
        for (unsigned i = 0; i < 90 && board.passes < 2; i++) {
            uint16_t moves[GO_POINTS];
            unsigned count = 0;
            for (unsigned k = 0; k < board.empties; k++)
                if (goban_is_legal(&board, board.empty[k]))
                    moves[count++] = board.empty[k];
            go_features_find(&board, moves, count, teams);
            for (unsigned k = 0; k < count; k++) {
                compare_features(&board, moves[k], &teams[k]);
                compared++;
                takes += has(&teams[k], GO_TAKES_MORE);
            }
            uint16_t move = goban_random_move(&board, &lots);
            goban_play(&board, move);
            if (move == GOBAN_PASS)
                naive_go_pass(&naive);
            else
                assert_true(naive_go_play(&naive, move % board.stride - 1, move / board.stride - 1,
                                          false, NAIVE_NO_KO));
        }
    }
    print_message("%u moves, %u of them take several stones\n", compared, takes);
    assert_true(compared > 800 * games && takes > 8 * games);
}

/* Adds choices among a few moves of random games, made by chance with these strengths. */
static void make_choices(const struct go_weights *truth, unsigned games, struct go_choices *choices)
{
    struct goban_lots lots = {5};
    for (unsigned game = 0; game < games; game++) {
        struct goban board;
        goban_start(&board, 6, 6);
        for (unsigned i = 0; i < 30; i++) {
            struct go_team teams[GO_POINTS];
            uint16_t moves[GO_POINTS];
            float sum = 0, lot;
            unsigned count = 0, chosen = 0;
            for (unsigned k = 0; k < board.empties; k++)
                if (goban_is_legal(&board, board.empty[k]))
                    moves[count++] = board.empty[k];
            if (count == 0)
                break;
            go_features_find(&board, moves, count, teams);
            for (unsigned k = 0; k < count; k++)
                sum += go_strength(truth, &teams[k]);
            lot = sum * (float)goban_lot(&lots, 1 << 20) / (1 << 20);
            while (chosen + 1 < count && lot >= go_strength(truth, &teams[chosen]))
                lot -= go_strength(truth, &teams[chosen++]);
            assert_true(go_choices_add(choices, &board, moves, count, moves[chosen]));
            goban_play(&board, moves[chosen]);
        }
    }
}

/* The strengths that made the choices come back, and no round foresees less than the one before. */
static void test_learning(void **unused)
{
    struct go_choices choices = {0};
    struct go_foresight before;
    (void)unused;
    go_weights_clear(&weights);
    weights.features[GO_TAKES_ONE] = 8;
    weights.features[GO_NEAR_LAST] = 4;
    weights.features[GO_SELF_ATARI] = 0.1f;
    make_choices(&weights, 120, &choices);
    struct go_foresight truth = go_foresee(&choices, 0, choices.count, &weights);
    go_weights_clear(&again);
    before = go_foresee(&choices, 0, choices.count, &again);
    for (unsigned round = 0; round < 12; round++) {
        assert_true(go_learn(&choices, 0, choices.count, 1, &again));
        struct go_foresight now = go_foresee(&choices, 0, choices.count, &again);
        assert_true(now.log_likelihood > before.log_likelihood - 1e-3);
        before = now;
    }
    print_message("%zu choices: %.4f foreseen, %.4f by the truth\n", choices.count,
                  before.log_likelihood, truth.log_likelihood);
    assert_true(before.log_likelihood > truth.log_likelihood);
    /* Strengths are known up to a factor that all moves share: ratios are compared. */
    float taking = again.features[GO_TAKES_ONE] / again.features[GO_TAKES_MORE];
    float nearness = again.features[GO_NEAR_LAST] / again.features[GO_NEAR_LAST + 1];
    print_message("8: %.2f, 4: %.2f, 0.1: %.3f\n", (double)taking, (double)nearness,
                  (double)again.features[GO_SELF_ATARI]);
    assert_true(taking > 5 && taking < 13 && nearness > 3 && nearness < 5.3f);
    assert_true(again.features[GO_SELF_ATARI] > 0.05f && again.features[GO_SELF_ATARI] < 0.2f);
    go_choices_free(&choices);
}

static void expect_bad(const char *text)
{
    struct zm_buffer buffer = {0};
    struct zm_error error = {0};
    zm_buffer_text(&buffer, text);
    assert_int_equal(go_weights_read(&buffer, &again, &error), ZM_BAD_INPUT);
    assert_true(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
    zm_buffer_free(&buffer);
}

static void test_files(void **unused)
{
    struct zm_buffer text = {0};
    struct zm_error error = {0};
    (void)unused;
    assert_int_equal(go_weights_read(NULL, &weights, &error), ZM_OK);
    assert_true(weights.features[GO_SAVES_MORE] > weights.features[GO_SELF_ATARI]);
    go_weights_write(&weights, &text);
    assert_int_equal(go_weights_read(&text, &again, &error), ZM_OK);
    for (unsigned i = 0; i < GO_FEATURES; i++)
        assert_true(fabsf(weights.features[i] / again.features[i] - 1) < 1e-3f);
    for (unsigned i = 0; i < 65536; i++) {
        assert_true(fabsf(weights.shapes[i] / again.shapes[i] - 1) < 1e-3f);
        assert_true(weights.shapes[i] == weights.shapes[go_shape_turned((uint16_t)i, i % 8)]);
    }
    zm_buffer_free(&text);
    expect_bad("");
    expect_bad("weights\n");
    expect_bad("zermelo go weights 2\n");
    expect_bad("zermelo go weights 1\ntakes-one\n");
    expect_bad("zermelo go weights 1\ntakes-one 0\n");
    expect_bad("zermelo go weights 1\ntakes-one nan\n");
    expect_bad("zermelo go weights 1\ntakes-one 1e30\n");
    expect_bad("zermelo go weights 1\ntakes-one 2 3\n");
    expect_bad("zermelo go weights 1\ntakes-two 2\n");
    expect_bad("zermelo go weights 1\nshape- 2\n");
    expect_bad("zermelo go weights 1\nshape-10000 2\n");
    expect_bad("zermelo go weights 1\nshape-00g0 2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turned_shapes),
        cmocka_unit_test(test_features),
        cmocka_unit_test(test_learning),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
