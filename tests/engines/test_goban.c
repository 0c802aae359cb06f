/* The board for random games against a naive one: every fact after every move of random games, with
 * captures, kos and snapbacks; random games end, and are uniform. */
#include "engines/go/goban.h"

#include "games/go_naive.h"
#include "test.h"

static struct naive_go naive, try;

static int column_of(const struct goban *board, uint16_t point)
{
    return point % board->stride - 1;
}

static int row_of(const struct goban *board, uint16_t point)
{
    return point / board->stride - 1;
}

static char colour_at(int column, int row)
{
    bool inside = column >= 0 && row >= 0 && column < naive.columns && row < naive.rows;
    return inside ? naive.cell[column][row] : '#';
}

static void compare_around(const struct goban *board, uint16_t point)
{
    static const int across[8] = {0, 1, 0, -1, 1, 1, -1, -1}, up[8] = {1, 0, -1, 0, 1, -1, -1, 1};
    int column = column_of(board, point), row = row_of(board, point);
    for (int i = 0; i < 8; i++)
        assert_int_equal(".bw#"[board->around[point] >> 2 * i & 3],
                         colour_at(column + across[i], row + up[i]));
}

static void compare_stone(const struct goban *board, uint16_t point)
{
    int column = column_of(board, point), row = row_of(board, point);
    uint16_t number = board->chain[point], list[8];
    const struct goban_chain *chain = &board->chains[number];
    int liberties = naive_go_liberties(&naive, column, row);
    assert_int_equal(chain->stones, naive_go_stones(&naive, column, row));
    assert_int_equal(goban_liberties(board, number, 8, list), liberties > 8 ? 8 : liberties);
    assert_int_equal(goban_in_atari(chain), liberties == 1);
    if (liberties == 1)
        assert_int_equal(goban_last_liberty(chain), list[0]);
    unsigned stones = 0;
    uint16_t stone = point;
    do {
        assert_int_equal(board->chain[stone], number);
        stone = board->next[stone];
        stones++;
    } while (stone != point);
    assert_int_equal(stones, chain->stones);
}

/* An eye as its definition says it. */
static bool is_naive_eye(int column, int row, char colour)
{
    int others = 0, rims = 0;
    for (int i = 0; i < 9; i++) {
        int across = i % 3 - 1, up = i / 3 - 1;
        char here = colour_at(column + across, row + up);
        if ((across == 0) != (up == 0) && here != colour && here != '#')
            return false;
        if (across != 0 && up != 0) {
            rims += here == '#';
            others += here != '#' && here != '.' && here != colour;
        }
    }
    return others < (rims > 0 ? 1 : 2);
}

static void compare_empty(const struct goban *board, uint16_t point)
{
    int column = column_of(board, point), row = row_of(board, point);
    assert_int_equal(board->empty[board->place[point]], point);
    assert_true(board->place[point] < board->empties);
    for (int i = 0; i < 2; i++)
        assert_int_equal(goban_is_eye(board, point, (uint8_t)(GO_BLACK + i)),
                         is_naive_eye(column, row, "bw"[i]));
    unsigned space = 0;
    for (int i = 0; i < 4; i++)
        space += colour_at(column + (i - 1) % 2, row + (i - 2) % 2) == '.';
    assert_int_equal(goban_space(board, point), space);
    assert_int_equal(goban_two_liberties_after(board, point),
                     goban_liberties_after(board, point, 2) >= 2);
    try = naive;
    bool legal = naive_go_play(&try, column, row, false, NAIVE_SIMPLE);
    assert_int_equal(goban_is_legal(board, point), legal);
    assert_int_equal(goban_is_sensible(board, point),
                     legal && !goban_is_eye(board, point, board->turn));
    if (!legal)
        return;
    int liberties = naive_go_liberties(&try, column, row);
    unsigned least = goban_liberties_after(board, point, 4);
    if (try.taken == 0)
        assert_int_equal(least, liberties > 4 ? 4 : liberties);
    else
        assert_true(least >= 1 && (int)least <= liberties);
}

static uint64_t fresh_key(const struct goban *board)
{
    static struct goban fresh;
    goban_start(&fresh, board->columns, board->rows);
    for (uint16_t point = 0; point < board->limit; point++)
        if (board->colour[point] == GO_BLACK || board->colour[point] == GO_WHITE)
            goban_put(&fresh, point, board->colour[point]);
    return fresh.key;
}

static void compare(const struct goban *board)
{
    unsigned empties = 0;
    for (unsigned i = 0; i < board->points; i++) {
        uint16_t point = goban_point(board, i);
        assert_int_equal(goban_plain(board, point), i);
        assert_int_equal(".bw"[board->colour[point]],
                         naive.cell[column_of(board, point)][row_of(board, point)]);
        compare_around(board, point);
        if (board->colour[point] == GO_EMPTY) {
            compare_empty(board, point);
            empties++;
        } else {
            compare_stone(board, point);
        }
    }
    assert_int_equal(board->empties, empties);
    assert_int_equal(".bw"[board->turn], naive.turn);
    assert_true(board->key == fresh_key(board));
}

/* One game of random moves, eyes filled too; returns how many moves it had. */
static unsigned play_game(struct zm_random *random, unsigned *captures, unsigned *kos)
{
    static struct goban board, copy;
    unsigned columns = 2 + (unsigned)zm_random_below(random, 8), moves = 0;
    unsigned rows =
        zm_random_below(random, 2) == 0 ? columns : 2 + (unsigned)zm_random_below(random, 8);
    goban_start(&board, columns, rows);
    naive_go_start(&naive, (int)columns, (int)rows);
    for (unsigned passes = 0; passes < 2 && moves < 3 * columns * rows; moves++) {
        uint16_t legal[GO_POINTS];
        unsigned count = 0;
        for (unsigned i = 0; i < board.empties; i++)
            if (goban_is_legal(&board, board.empty[i]))
                legal[count++] = board.empty[i];
        uint16_t move = count == 0 ? GOBAN_PASS : legal[zm_random_below(random, count)];
        passes = move == GOBAN_PASS ? passes + 1 : 0;
        if (move == GOBAN_PASS)
            naive_go_pass(&naive);
        else
            assert_true(naive_go_play(&naive, column_of(&board, move), row_of(&board, move), false,
                                      NAIVE_SIMPLE));
        uint64_t key = goban_key_after(&board, move);
        unsigned before = board.captured[GO_BLACK] + board.captured[GO_WHITE];
        goban_play(&board, move);
        unsigned after = board.captured[GO_BLACK] + board.captured[GO_WHITE];
        assert_int_equal(after - before, naive.taken);
        assert_true(key == board.key);
        *captures += naive.taken > 0;
        *kos += board.ko != GOBAN_PASS;
        goban_copy(&copy, &board);
        compare(&copy);
    }
    return moves;
}

static void test_random_games(void **unused)
{
    struct zm_random random = zm_random_seeded(21);
    unsigned moves = 0, captures = 0, kos = 0, wanted = (unsigned)test_many(3000, 1000000);
    (void)unused;
    if (test_sanitized() && !test_long())
        wanted = 1000;
    print_message("seed 21\n");
    while (moves < wanted)
        moves += play_game(&random, &captures, &kos);
    print_message("%u moves, %u captures, %u kos\n", moves, captures, kos);
    assert_true(captures > wanted / 50 && kos > wanted / 1000);
}

/* A game of the rules and its board agree, ko included. */
static void test_read(void **unused)
{
    struct zm_random random = zm_random_seeded(7);
    const struct go_rules rules = {.ko = GO_SIMPLE};
    struct go_game game = {0};
    static struct goban board;
    unsigned kos = 0;
    (void)unused;
    for (unsigned round = 0; round < 200; round++) {
        struct go_board start = {.columns = 4, .rows = 4, .turn = GO_BLACK};
        struct zm_buffer position = {0};
        go_write_start(&start, &position);
        assert_true(go_game_read(&game, &rules, zm_buffer_bytes(&position)));
        zm_buffer_free(&position);
        while (!go_game_over(&game)) {
            unsigned move = (unsigned)zm_random_below(&random, 16);
            if (!go_game_allows(&game, &rules, move))
                move = zm_random_below(&random, 5) == 0 ? (unsigned)GO_PASS : move;
            if (!go_game_allows(&game, &rules, move))
                continue;
            go_game_play(&game, &rules, move);
            goban_read(&board, &game);
            kos += board.ko != GOBAN_PASS;
            for (unsigned i = 0; !go_game_over(&game) && i < 16; i++)
                if (game.board.points[i] == GO_EMPTY)
                    assert_int_equal(goban_is_legal(&board, goban_point(&board, i)),
                                     go_game_allows(&game, &rules, i));
        }
    }
    assert_true(kos > 20);
    go_game_free(&game);
}

/* Random games end by themselves, and their score is that of the naive count. */
static void test_games_end(void **unused)
{
    static struct goban board;
    struct goban_lots lots = {1};
    (void)unused;
    for (unsigned i = 0; i < 2000; i++) {
        goban_start(&board, 9, 9);
        goban_play_out(&board, &lots, UINT16_MAX);
        assert_int_equal(board.passes, 2);
        naive_go_start(&naive, 9, 9);
        for (unsigned k = 0; k < 81; k++)
            naive.cell[k % 9][k / 9] = ".bw"[board.colour[goban_point(&board, k)]];
        assert_int_equal(goban_score(&board),
                         naive_go_area(&naive, 'b') - naive_go_area(&naive, 'w'));
    }
}

/* Chi-square of the first move of random games: 80 degrees of freedom, 99.99 % below 138. */
static void test_uniform(void **unused)
{
    static struct goban board;
    struct goban_lots lots = {3};
    unsigned counts[GOBAN_POINTS] = {0}, games = 81000;
    double expected = games / 81.0, square = 0;
    (void)unused;
    goban_start(&board, 9, 9);
    for (unsigned i = 0; i < games; i++)
        counts[goban_random_move(&board, &lots)]++;
    for (unsigned i = 0; i < 81; i++) {
        double difference = counts[goban_point(&board, i)] - expected;
        square += difference * difference / expected;
    }
    print_message("chi-square %.1f\n", square);
    assert_true(square < 138 && square > 30);
}

/* The bamboo joint: White cuts it in about a quarter of the random games. */
static void test_bamboo(void **unused)
{
    static struct goban start, board;
    struct goban_lots lots = {9};
    unsigned kept = 0, games = 4000;
    (void)unused;
    goban_start(&start, 9, 9);
    /* Black on d4, d5, f4, f5: e4 and e5 are the two points. */
    for (unsigned row = 3; row < 5; row++)
        for (unsigned column = 3; column < 6; column += 2)
            goban_put(&start, goban_point(&start, row * 9 + column), GO_BLACK);
    start.turn = GO_WHITE;
    uint16_t low = goban_point(&start, 3 * 9 + 4), high = goban_point(&start, 4 * 9 + 4);
    for (unsigned i = 0; i < games; i++) {
        goban_copy(&board, &start);
        bool black = false, white = false;
        uint8_t first[2] = {0};
        while (board.passes < 2 && board.moves < 300) {
            uint8_t turn = board.turn;
            uint16_t move = goban_random_move(&board, &lots);
            goban_play(&board, move);
            if (move == low && first[0] == 0)
                first[0] = turn;
            if (move == high && first[1] == 0)
                first[1] = turn;
        }
        black = first[0] == GO_BLACK || first[1] == GO_BLACK;
        white = !black;
        kept += !white;
    }
    print_message("kept in %u of %u\n", kept, games);
    assert_true(kept > games * 70 / 100 && kept < games * 82 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games), cmocka_unit_test(test_read),
        cmocka_unit_test(test_games_end),    cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_bamboo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
