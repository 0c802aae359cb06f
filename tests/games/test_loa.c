/* Lines of Action: published leaf counts, the rules against a naive version that shares no code,
 * the ends of games, the grammar, bad input. */
#include "games/loa/loa.h"

#include "games/loa_naive.h"
#include "test.h"

static struct zm_instance game;

static void open_with(const char *name, const char *value)
{
    struct zm_settings settings = {0};
    assert_int_equal(zm_settings_declare(&settings, zm_loa.params, NULL), ZM_OK);
    if (name != NULL)
        assert_int_equal(zm_settings_set(&settings, name, value, NULL), ZM_OK);
    if (game.state != NULL)
        zm_instance_close(&game);
    assert_int_equal(zm_instance_open(&game, &zm_loa, &settings, NULL), ZM_OK);
    zm_settings_free(&settings);
}

static int open_game(void **unused)
{
    (void)unused;
    open_with(NULL, NULL);
    return 0;
}

static int close_game(void **unused)
{
    (void)unused;
    zm_instance_close(&game);
    return 0;
}

static struct loa_board board_of(const char *text)
{
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    struct loa_board board;
    if (loa_parse(game.state, text, &position, &error) != ZM_OK)
        fail_msg("'%s': %s", text, error.text);
    loa_read(zm_buffer_bytes(&position), &board);
    zm_buffer_free(&position);
    return board;
}

static uint64_t leaves(const struct loa_board *board, unsigned depth)
{
    struct loa_move moves[LOA_MOST_MOVES];
    unsigned count = loa_steps(board, moves);
    uint64_t sum = 0;
    if (depth <= 1)
        return count;
    for (unsigned i = 0; i < count; i++) {
        struct loa_board next = *board;
        loa_play(&next, moves[i]);
        sum += leaves(&next, depth - 1);
    }
    return sum;
}

/* Both set-ups are one up to a quarter turn, and both colours one up to their names. */
static void test_leaf_counts(void **unused)
{
    static const uint64_t known[] = {36, 1244, 44952, 1563208};
    static const char *const starts[] = {"start", "8x8 columns"};
    unsigned deepest = test_sanitized() ? 3 : 4;
    (void)unused;
    for (unsigned start = 0; start < 2; start++)
        for (unsigned turn = 0; turn < 2; turn++) {
            struct loa_board board = board_of(starts[start]);
            board.turn = turn;
            for (unsigned depth = 1; depth <= deepest - (turn > 0); depth++)
                assert_int_equal(leaves(&board, depth), known[depth - 1]);
        }
}

/* A random game from a random start; its positions are shown to `look`. */
static void play_by_lot(struct zm_random *random, void (*look)(const struct loa_board *board))
{
    struct loa_board board;
    struct loa_move moves[LOA_MOST_MOVES];
    enum zm_outcome outcome;
    loa_start(&board, 4 + (unsigned)zm_random_below(random, 7),
              (enum loa_setup)zm_random_below(random, LOA_SETUPS));
    for (unsigned length = 0; length < 60; length++) {
        look(&board);
        unsigned count = loa_steps(&board, moves);
        if (count == 0 || loa_over(game.state, &board, &outcome))
            return;
        loa_play(&board, moves[zm_random_below(random, count)]);
    }
}

static void agree(const struct loa_board *board)
{
    struct loa_move moves[LOA_MOST_MOVES];
    uint16_t mine[LOA_MOST_MOVES], theirs[LOA_MOST_MOVES];
    unsigned count = loa_steps(board, moves);
    for (unsigned i = 0; i < count; i++)
        mine[i] = (uint16_t)(moves[i].from * 256 + moves[i].to);
    loa_naive_sort(mine, count);
    assert_int_equal(loa_naive_moves(board->squares, board->size, board->turn, theirs), count);
    assert_memory_equal(mine, theirs, count * sizeof *mine);
    for (unsigned side = 0; side < 2; side++)
        assert_int_equal(loa_groups(board, side),
                         loa_naive_groups(board->squares, board->size, side));
}

static void test_naive_rules_agree(void **unused)
{
    struct zm_random random = zm_random_seeded(29);
    (void)unused;
    print_message("seed 29\n");
    for (int i = 0; i < test_many(200, 25000); i++)
        play_by_lot(&random, agree);
}

static void expect_ending(const char *text, bool over, enum zm_outcome outcome)
{
    struct zm_buffer position = {0};
    struct zm_list moves = {0};
    struct zm_ending ending;
    assert_int_equal(loa_parse(game.state, text, &position, NULL), ZM_OK);
    zm_loa.rules->ending(game.state, zm_buffer_bytes(&position), NULL, &ending);
    zm_loa.rules->moves(game.state, zm_buffer_bytes(&position), NULL, &moves);
    if (ending.over != over || (over && ending.outcome != outcome) || (moves.count == 0) != over)
        fail_msg("'%s': over %d, outcome %d", text, ending.over, ending.outcome);
    zm_list_free(&moves);
    zm_buffer_free(&position);
}

static void test_endings(void **unused)
{
    (void)unused;
    expect_ending("start", false, ZM_UNDECIDED);
    expect_ending("X.X/.X./O.O O", true, ZM_LOSS);
    expect_ending("X.X/.X./O.O X", true, ZM_WIN);
    expect_ending("XX./.../.OO O", true, ZM_DRAW);
    expect_ending("X..O/..../..../O..X X", false, ZM_UNDECIDED);
    expect_ending("X.../..../O..O/..O. X", true, ZM_WIN); /* a man alone is connected */
    open_with("both", "mover");
    expect_ending("XX./.../.OO O", true, ZM_LOSS);
    open_with(NULL, NULL);
}

/* A crowded board by lot on which Black cannot move. */
static void test_pass(void **unused)
{
    struct loa_board board = {.size = 4};
    struct loa_move moves[LOA_MOST_MOVES];
    struct zm_buffer position = {0};
    struct zm_list list = {0};
    (void)unused;
    struct zm_random random = zm_random_seeded(31);
    unsigned found = 0;
    for (int i = 0; i < 400000 && found == 0; i++) {
        for (unsigned k = 0; k < 16; k++)
            board.squares[k] = (uint8_t)(".OOXO.OO"[zm_random_below(&random, 8)]);
        found =
            loa_steps(&board, moves) == 0 && loa_groups(&board, 0) > 1 && loa_groups(&board, 1) > 1;
    }
    assert_int_equal(found, 1);
    loa_write(&board, &position);
    zm_loa.rules->moves(game.state, zm_buffer_bytes(&position), NULL, &list);
    struct zm_ending ending;
    zm_loa.rules->ending(game.state, zm_buffer_bytes(&position), NULL, &ending);
    assert_true(ending.over || (list.count == 1 && zm_list_at(&list, 0).data[0] == LOA_PASS));
    open_with("blocked", "loses");
    zm_loa.rules->ending(game.state, zm_buffer_bytes(&position), NULL, &ending);
    assert_true(ending.over && ending.outcome == ZM_LOSS);
    open_with(NULL, NULL);
    zm_list_free(&list);
    zm_buffer_free(&position);
}

static void test_repetition(void **unused)
{
    struct zm_buffer position = {0};
    struct zm_record record = {0};
    struct zm_ending ending;
    (void)unused;
    assert_int_equal(loa_parse(game.state, "start", &position, NULL), ZM_OK);
    struct zm_bytes here = zm_buffer_bytes(&position);
    for (unsigned times = 1; times <= 3; times++) {
        zm_loa.rules->ending(game.state, here, &record, &ending);
        assert_int_equal(ending.over, times == 3);
        assert_int_equal(ending.once_more_draws, times == 2);
        zm_list_add(&record.positions, here);
    }
    open_with("repetition", "never");
    zm_loa.rules->ending(game.state, here, &record, &ending);
    assert_false(ending.over);
    open_with(NULL, NULL);
    zm_list_free(&record.positions);
    zm_buffer_free(&position);
}

static void expect_print(const char *text, const char *printed)
{
    struct zm_buffer position = {0}, again = {0};
    struct zm_error error = {0};
    if (loa_parse(game.state, text, &position, &error) != ZM_OK)
        fail_msg("'%s': %s", text, error.text);
    loa_print(game.state, zm_buffer_bytes(&position), &again);
    assert_string_equal(zm_buffer_string(&again), printed);
    zm_buffer_free(&position);
    zm_buffer_free(&again);
}

static void test_grammar(void **unused)
{
    (void)unused;
    expect_print("start", "8x8");
    expect_print(" 8x8", "8x8");
    expect_print(".xx./o..o/w--O/.BX. b", "4x4");
    expect_print("8x8 columns", "8x8 columns");
    expect_print("4x4 scrambled", "4x4 scrambled");
    expect_print("5x5 scrambled b5-b3", "..OX./O...O/XX..X/O...O/.XOX. O");
    expect_print("4x4 b4-b2", "..X./O..O/OX.O/.XX. O");
    expect_print("4x4 b4b2, a2-c4", "..O./O..O/.X.O/.XX. X");
    expect_print("(;FF[4]GM[9]SZ[4]PB[b4-b1];B[b4-b2];W[a2xc4])", "..O./O..O/.X.O/.XX. X");
    expect_print("(;GM[9]SU[Scrambled-eggs])", "8x8 scrambled");
}

static void expect_error(const char *text, const char *part)
{
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    assert_int_equal(loa_parse(game.state, text, &position, &error), ZM_BAD_INPUT);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s': '%s' is not in '%s'", text, part, error.text);
    zm_buffer_free(&position);
}

static void test_bad_input(void **unused)
{
    (void)unused;
    expect_error("", "expected");
    expect_error("nonsense", "expected");
    expect_error("2x2", "3x3 to 10x10");
    expect_error("8x9", "3x3 to 10x10");
    expect_error("11x11", "3x3 to 10x10");
    expect_error("8x8 b8-b7", "move 1, 'b8-b7', is not legal for Black");
    expect_error("8x8 b8-b6 b8-b6", "move 2, 'b8-b6', is not legal for White");
    expect_error("8x8 pass", "move 1, 'pass', is not legal");
    expect_error("8x8 diagonal", "move 1, at 'diagonal'");
    expect_error("X.O/.../X.O", "who is to move");
    expect_error("X.O/.../X.O Z", "who is to move");
    expect_error("X.O/.../X.O X X", "too much");
    expect_error("X.O/.../X.O/... X", "who is to move");
    expect_error("X.O/..X.O X", "row 2 has 5 squares");
    expect_error("X.O/... X", "row 3 has 0 squares");
    expect_error("X.O/.Z./X.O X", "square 2 of row 2 is 'Z'");
    expect_error("X.X/.../X.. X", "White has no men");
    expect_error("(;GM[9]SZ[40])", "3x3 to 10x10");
    expect_error("(;GM[9];B[b8-b6];W[b8-b6])", "move 2 of the game, 'b8-b6'");
    expect_error("(;GM[9];B[b8-b6];B[c8-c6])", "move 2 of the game, 'c8-c6'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaf_counts), cmocka_unit_test(test_naive_rules_agree),
        cmocka_unit_test(test_endings),     cmocka_unit_test(test_pass),
        cmocka_unit_test(test_repetition),  cmocka_unit_test(test_grammar),
        cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
