/* Mobility by random play against a published curve, and in two games whose sums are published;
 * solitaires against a naive definition on the plain board. */
#include "engines/othello/mobility.h"
#include "engines/othello/solitaires.h"

#include "test.h"

static void test_random_games(void **unused)
{
    struct zm_random random = zm_random_seeded(48);
    struct othello_mobility mobility = {0};
    char line[200];
    unsigned move, rows = 0;
    double mean;
    (void)unused;
    print_message("seed 48\n");
    for (int i = 0; i < test_rounds(100000); i++)
        othello_mobility_play(&mobility, &random);
    double error = test_sanitized() ? 0.2 : 0.06; /* five deviations of a mean, and rounding */
    FILE *file = test_oracle("othello-mobility.txt");
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%u %lf", &move, &mean), 2);
        double found = othello_mobility_mean(&mobility, move - 1);
        if (found < mean - error || found > mean + error)
            fail_msg("move %u: %.3f, published %.2f", move, found, mean);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 60);
    double size = othello_tree_size(&mobility);
    assert_true(size > 3e53 && size < 6e53); /* "about 10^53" */
}

/* The random games with the least and the most moves of 20 million (Lazard, FForum 48). */
static void test_published_sums(void **unused)
{
    static const struct {
        const char *moves;
        uint64_t sum;
    } games[] = {
        {"f5f6d3g5h5h4f7e7g7h6d7f8h7d8h3c7b7d6f4a7b8f3g2f2f1b6b5a5b4b3c5c3b2e3e2b1a3g4c4g1h1d2e1g3"
         "a4h8d1h2e6c2a6c6a1a8g6e8c8a2c1g8",
         255},
        {"f5d6c3f4e6d3c4b4b3d2d7c6b2f6g4f7c5e3e7b6d1a2g6c2f2g1b5g5g3b7b8h6h7c1e2c7a1a8a5h2g7h4h5f3"
         "g8a7g2h3a3e1d8e8f1h8f8b1h1a6c8a4",
         685},
    };
    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        struct othello_mobility mobility = {0};
        struct othello_line line;
        uint64_t sum = 0;
        assert_int_equal(othello_line_read(games[i].moves, &line, NULL), ZM_OK);
        othello_mobility_line(&mobility, &line);
        for (unsigned k = 0; k < OTHELLO_MOVES; k++)
            sum += mobility.moves[k];
        assert_int_equal(sum, games[i].sum);
    }
}

/* -- solitaires -- */

/* The score of the player to move by plain minimax. */
static int minimax(const struct othello_board *board)
{
    uint8_t squares[OTHELLO_SQUARES];
    unsigned count = othello_legal(board, squares), discs[2];
    struct othello_board next;
    int best = -100;
    if (count == 0 && !othello_other_can_move(board)) {
        othello_count(board, discs);
        int more = (int)discs[0] - (int)discs[1], empty = 64 - (int)discs[0] - (int)discs[1];
        return more + (more > 0 ? empty : more < 0 ? -empty : 0);
    }
    for (unsigned i = 0; i < (count == 0 ? 1 : count); i++) {
        next = *board;
        othello_play(&next, count == 0 ? OTHELLO_PASS : squares[i]);
        int score = -minimax(&next);
        best = score > best ? score : best;
    }
    return best;
}

/* By the definition, one ply after the other. `solver` is the side that must find moves. */
static bool is_solitaire(const struct othello_board *board, unsigned solver)
{
    uint8_t squares[OTHELLO_SQUARES];
    unsigned count = othello_legal(board, squares), good = 0;
    struct othello_board next, only = *board;
    if (count == 0) {
        if (!othello_other_can_move(board))
            return true;
        next = *board;
        othello_play(&next, OTHELLO_PASS);
        return is_solitaire(&next, solver);
    }
    int score = minimax(board);
    if (board->turn == solver) {
        for (unsigned i = 0; i < count; i++) {
            next = *board;
            othello_play(&next, squares[i]);
            int kept = -minimax(&next);
            if (score > 0 ? kept > 0 : kept >= 0) {
                good++;
                only = next;
            }
        }
        return score >= 0 && good == 1 && is_solitaire(&only, solver);
    }
    for (unsigned i = 0; i < count; i++) {
        next = *board;
        othello_play(&next, squares[i]);
        if (-minimax(&next) == score && !is_solitaire(&next, solver))
            return false;
    }
    return true;
}

static void test_solitaires(void **unused)
{
    struct zm_random random = zm_random_seeded(12);
    struct othello_judge judge;
    struct zm_run run;
    unsigned found = 0, looked = 0;
    (void)unused;
    print_message("seed 12\n");
    zm_run_begin(&run);
    assert_int_equal(othello_judge_open(&judge, 2, 64, &run, NULL), ZM_OK);
    for (int i = 0; i < test_rounds(4000); i++) {
        struct othello_board board;
        uint8_t squares[OTHELLO_SQUARES];
        unsigned move, empty = 60, wanted = 2 + (unsigned)zm_random_below(&random, 4);
        int score;
        bool stopped = false;
        othello_start(&board, 8);
        while (empty > wanted) {
            unsigned count = othello_legal(&board, squares);
            if (count == 0 && !othello_other_can_move(&board))
                break;
            othello_play(&board,
                         count == 0 ? OTHELLO_PASS : squares[zm_random_below(&random, count)]);
            empty -= count > 0;
        }
        if (!othello_can_move(&board))
            continue;
        bool expected = is_solitaire(&board, board.turn);
        bool is = othello_is_solitaire(&judge, othello_bits_of(&board), &score, &move, &stopped);
        assert_false(stopped);
        assert_int_equal(is, expected);
        assert_true(!is || score == minimax(&board));
        looked++;
        found += is;
    }
    print_message("%u of %u are solitaires\n", found, looked);
    assert_true(found > looked / 100 && found < looked);
    othello_judge_close(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_published_sums),
        cmocka_unit_test(test_solitaires),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
