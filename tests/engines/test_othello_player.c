/* The player of Othello: what it plays at once, and what in lost endgames. */
#include "support/seat.h"

#include "base/random.h"
#include "games/othello/othello.h"

/* A position after random moves, with so many empty squares; false: the game ended before. */
static bool play_random(struct zm_random *random, unsigned empty, struct zm_buffer *position)
{
    struct othello_board board;
    uint8_t moves[OTHELLO_SQUARES];
    othello_start(&board, 8);
    for (unsigned left = 60; left > empty; left--) {
        unsigned count = othello_legal(&board, moves);
        if (count == 0)
            return false;
        othello_play(&board, moves[zm_random_below(random, count)]);
    }
    othello_write(&board, position);
    return othello_can_move(&board);
}

/* A move that is far better than all others is played after eight moves ahead, whatever time there
 * is; where two are near, the player goes on. */
static void test_obvious(void **unused)
{
    const uint64_t seed = 1990;
    struct zm_random random = zm_random_seeded(seed);
    struct zm_thought thought = {0};
    struct zm_buffer position = {0};
    struct table table;
    unsigned obvious = 0, open = 0;
    (void)unused;
    printf("# seed %llu\n", (unsigned long long)seed);
    table_open(&table, "othello", NULL, "player=patterns memory=8M");
    for (unsigned tries = 0; (obvious < 3 || open < 3) && tries < 200; tries++) {
        if (!play_random(&random, 24 + tries % 16, &position))
            continue;
        table_think(&table, zm_buffer_bytes(&position), NULL,
                    &(struct zm_pace){.depth = 8, .lines = 40}, &thought);
        if (thought.count < 2)
            continue;
        double ahead = thought.lines[0].worth - thought.lines[1].worth;
        if (ahead < 17 ? ahead > 7 || open == 3 : obvious == 3)
            continue; /* near the limit what else is in the table may decide */
        struct zm_pace pace = {.soft = 1000, .depth = 9, .lines = 1};
        table_think(&table, zm_buffer_bytes(&position), NULL, &pace, &thought);
        assert_int_equal(thought.lines[0].depth, ahead >= 17 ? 8 : 9);
        *(ahead >= 17 ? &obvious : &open) += 1;
    }
    assert_int_equal(obvious, 3);
    assert_int_equal(open, 3);
    table_close(&table);
    zm_thought_free(&thought);
    zm_buffer_free(&position);
}

/* Test 18 of the French federation is lost by two discs, test 17 won by eight; the last position
 * has too few empty squares to hope. */
static void test_lost(void **unused)
{
    static const char *const positions[] = {
        "-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X",
        "-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X",
        "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO--- X",
    };
    static const int scores[] = {-2, 8};
    struct zm_thought thought = {0};
    struct table table;
    (void)unused;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned hides = 0; hides < 2; hides++) {
            table_open(&table, "othello", positions[i],
                       hides ? "player=patterns lost=midgame memory=8M"
                             : "player=patterns memory=8M");
            table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                        &(struct zm_pace){.lines = 1}, &thought);
            const struct zm_line *line = &thought.lines[0];
            if (hides && i == 0) {
                assert_int_equal(line->certainty, ZM_GUESS);
                assert_in_range(line->depth, 2, 15);
            } else {
                assert_int_equal(line->certainty, ZM_EXACT);
                if (i < 2)
                    assert_int_equal((int)line->worth, scores[i]);
                else
                    assert_true(line->worth < 0);
            }
            table_close(&table);
        }
    zm_thought_free(&thought);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_obvious),
        cmocka_unit_test(test_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
