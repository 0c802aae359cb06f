/* Go: the rules against a naive version and published counts, the grammar, the end, bad input. */
#include "games/go/go.h"

#include "games/go_naive.h"
#include "test.h"

static const char *const ko_names[] = {"positional", "situational", "simple"};
static const enum naive_ko naive_kos[] = {NAIVE_POSITIONAL, NAIVE_SITUATIONAL, NAIVE_SIMPLE};

static struct zm_instance open_go(const char *ko, bool suicide, const char *komi,
                                  const char *scoring)
{
    struct zm_settings settings = {0};
    struct zm_instance game;
    assert_int_equal(zm_settings_declare(&settings, zm_go.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "ko", ko, NULL), ZM_OK);
    if (suicide)
        assert_int_equal(zm_settings_set(&settings, "suicide", "", NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "komi", komi, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "scoring", scoring, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&game, &zm_go, &settings, NULL), ZM_OK);
    zm_settings_free(&settings);
    return game;
}

static struct zm_instance usual(void)
{
    return open_go("positional", false, "auto", "area");
}

/* --- the rules against naive ones --- */

static unsigned move_of(struct zm_bytes move)
{
    return (unsigned)(move.data[0] | move.data[1] << 8);
}

static bool is_listed(const struct zm_list *moves, unsigned move)
{
    for (size_t i = 0; i < moves->count; i++)
        if (move_of(zm_list_at(moves, i)) == move)
            return true;
    return false;
}

/* Same stones, same moves, same ending. */
static void compare(const struct zm_instance *game, struct zm_bytes position,
                    const struct naive_go *naive, bool suicide, enum naive_ko ko)
{
    static struct naive_go try;
    struct zm_list moves = {0};
    const struct go_board *board = &go_at(game->state, position)->board;
    unsigned columns = board->columns;
    for (unsigned point = 0; point < go_size(board); point++)
        assert_int_equal(".bw"[board->points[point]],
                         naive -> cell[point % columns][point / columns]);
    zm_go.rules->moves(game->state, position, NULL, &moves);
    struct zm_ending ending;
    zm_go.rules->ending(game->state, position, NULL, &ending);
    for (unsigned point = 0; !ending.over && point < go_size(board); point++) {
        try = *naive;
        bool legal =
            naive_go_play(&try, (int)(point % columns), (int)(point / columns), suicide, ko);
        assert_int_equal(legal, is_listed(&moves, point));
    }
    assert_int_equal(is_listed(&moves, GO_PASS), !ending.over);
    if (ending.over && ending.scored) {
        int turn = zm_go.rules->turn(game->state, position);
        assert_int_equal(ending.half_points[turn], 2 * naive_go_area(naive, 'b'));
        assert_int_equal(ending.half_points[1 - turn], 2 * naive_go_area(naive, 'w'));
    }
    zm_list_free(&moves);
}

static void play_random_game(const struct zm_instance *game, bool suicide, enum naive_ko ko,
                             struct zm_random *random)
{
    static struct naive_go naive;
    struct zm_buffer position = {0}, next = {0};
    struct zm_list moves = {0};
    unsigned columns = 2 + (unsigned)zm_random_below(random, 4);
    unsigned rows = 2 + (unsigned)zm_random_below(random, 4);
    struct go_board board = {.columns = columns, .rows = rows, .turn = GO_BLACK};
    go_write_start(&board, &position);
    naive_go_start(&naive, (int)columns, (int)rows);
    for (;;) {
        compare(game, zm_buffer_bytes(&position), &naive, suicide, ko);
        zm_list_clear(&moves);
        zm_go.rules->moves(game->state, zm_buffer_bytes(&position), NULL, &moves);
        if (moves.count == 0)
            break;
        /* The pass comes last; few of them, so that games are long. */
        size_t among =
            moves.count > 1 && zm_random_below(random, 20) > 0 ? moves.count - 1 : moves.count;
        struct zm_bytes move = zm_list_at(&moves, zm_random_below(random, among));
        unsigned point = move_of(move);
        if (point == GO_PASS)
            naive_go_pass(&naive);
        else
            assert_true(
                naive_go_play(&naive, (int)(point % columns), (int)(point / columns), suicide, ko));
        zm_go.rules->apply(game->state, zm_buffer_bytes(&position), move, &next);
        zm_buffer_set(&position, zm_buffer_bytes(&next));
    }
    zm_buffer_free(&position);
    zm_buffer_free(&next);
    zm_list_free(&moves);
}

static void test_random_games(void **unused)
{
    (void)unused;
    uint64_t seed = 21;
    struct zm_random random = zm_random_seeded(seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    unsigned games = test_long() ? 200 : test_sanitized() ? 4 : 12;
    for (int ko = 0; ko < 3; ko++)
        for (int suicide = 0; suicide < 2; suicide++) {
            struct zm_instance game = open_go(ko_names[ko], suicide, "0", "area");
            for (unsigned i = 0; i < games; i++)
                play_random_game(&game, suicide, naive_kos[ko], &random);
            zm_instance_close(&game);
        }
}

/* The number of legal positions (Tromp and Farneback, "Combinatorics of Go"). */
static void test_legal_positions(void **unused)
{
    static const struct {
        unsigned columns, rows, count;
    } known[] = {{2, 2, 57}, {2, 3, 489}, {2, 4, 4125}, {3, 3, 12675}};
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct go_board board = {.columns = known[i].columns, .rows = known[i].rows};
        unsigned size = go_size(&board), count = 0, boards = 1;
        for (unsigned k = 0; k < size; k++)
            boards *= 3;
        for (unsigned number = 0; number < boards; number++) {
            unsigned rest = number;
            for (unsigned k = 0; k < size; k++, rest /= 3)
                board.points[k] = (uint8_t)(rest % 3);
            bool legal = true;
            for (unsigned k = 0; legal && k < size; k++)
                legal = board.points[k] == GO_EMPTY || go_liberties(&board, k) > 0;
            count += legal;
        }
        assert_int_equal(count, known[i].count);
    }
}

/* --- texts --- */

static void expect_print(const char *text, const char *printed)
{
    struct zm_instance game = usual();
    struct zm_buffer position = {0}, out = {0};
    struct zm_error error = {0};
    if (go_parse(game.state, text, &position, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
    go_print(game.state, zm_buffer_bytes(&position), &out);
    assert_string_equal(zm_buffer_string(&out), printed);
    zm_buffer_free(&position);
    zm_buffer_free(&out);
    zm_instance_close(&game);
}

static void test_texts(void **unused)
{
    (void)unused;
    expect_print("9x9", "9x9");
    expect_print("9x9 E5 c3, PASS g7", "9x9 e5 c3 pass g7");
    expect_print("19x19 t19 j1", "19x19 t19 j1");
    expect_print("2x3 b3", "2x3 b3");
    expect_print(".../xo./... o", ".../XO./... O");
    expect_print(".../.../... X a1", "3x3 a1");
    expect_print("X../.O./..X O a1", "X../.O./..X O a1");
    expect_print("7x7 handicap:2", "......./......./....X../......./..X..../......./....... O");
}

static void expect_error(const char *text, const char *part)
{
    struct zm_instance game = usual();
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    assert_int_equal(go_parse(game.state, text, &position, &error), ZM_BAD_INPUT);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s': '%s' is not in '%s'", text, part, error.text);
    zm_buffer_free(&position);
    zm_instance_close(&game);
}

static void test_bad_texts(void **unused)
{
    (void)unused;
    expect_error("", "expected a size");
    expect_error("9", "expected a size");
    expect_error("e5", "expected a size");
    expect_error("1x5", "from 2x2 to 19x19");
    expect_error("20x20", "from 2x2 to 19x19");
    expect_error("99999999999999999999x9", "from 2x2 to 19x19");
    expect_error("9x9 i5", "move 1, 'i5'");
    expect_error("9x9 k5", "move 1, 'k5'");
    expect_error("9x9 e0", "move 1, 'e0'");
    expect_error("9x9 e5 e5", "move 2, 'e5', is not legal for White");
    expect_error("2x2 pass pass a1", "the game is over");
    expect_error("X../.O/..X O", "make no board");
    expect_error("X../.Q./..X O", "character 6");
    expect_error("X../.O./..X", "who is to move");
    expect_error("XO./X../... X a1 c3 z1", "move 3, 'z1'");
    expect_error("XO./O../... X", "without liberties");
    expect_error("9x9 handicap:1", "2 to 9 stones");
    expect_error("8x8 handicap:5", "2 to 9 stones");
    expect_error("5x5 handicap:2", "7x7 or more");
}

static void test_bad_komi(void **unused)
{
    static const char *const bad[] = {"1000", "-362", "7.25", "x", "", "1e2", "nan", "7.5.", "0x5"};
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_settings settings = {0};
        struct zm_instance game;
        struct zm_error error = {0};
        zm_settings_declare(&settings, zm_go.params, NULL);
        assert_int_equal(zm_settings_set(&settings, "komi", bad[i], NULL), ZM_OK);
        assert_int_equal(zm_instance_open(&game, &zm_go, &settings, &error), ZM_BAD_INPUT);
        assert_non_null(strstr(error.text, "komi"));
        zm_settings_free(&settings);
    }
}

/* --- shapes with names --- */

static bool is_legal(const struct zm_instance *game, const char *text)
{
    struct zm_buffer position = {0};
    bool legal = go_parse(game->state, text, &position, NULL) == ZM_OK;
    zm_buffer_free(&position);
    return legal;
}

static void test_ko(void **unused)
{
    /* Black takes at c2 the stone on b2; White may not take back at once, but after a threat. */
    static const char taken[] = ".XO./XO.O/.XO./.... X c3";
    char text[100];
    (void)unused;
    for (int ko = 0; ko < 3; ko++) {
        struct zm_instance game = open_go(ko_names[ko], false, "0", "area");
        assert_true(is_legal(&game, taken));
        snprintf(text, sizeof text, "%s b3", taken);
        assert_false(is_legal(&game, text));
        snprintf(text, sizeof text, "%s a1 d1 b3", taken);
        assert_true(is_legal(&game, text));
        /* After two passes by the players in between it would be the board of the beginning. */
        snprintf(text, sizeof text, "%s pass", taken);
        assert_true(is_legal(&game, text));
        zm_instance_close(&game);
    }
}

/* Plays at random with simple ko until a board comes back; false: the game ended otherwise. */
static bool find_cycle(struct go_game *game, const struct go_rules *rules, struct zm_random *random)
{
    struct go_board board = {.columns = 3, .rows = 2, .turn = GO_BLACK};
    struct zm_buffer start = {0};
    go_write_start(&board, &start);
    assert_true(go_game_read(game, rules, zm_buffer_bytes(&start)));
    zm_buffer_free(&start);
    while (!go_game_over(game)) {
        unsigned lot = (unsigned)zm_random_below(random, 61), move = lot == 60 ? GO_PASS : lot % 6;
        if (go_game_allows(game, rules, move))
            go_game_play(game, rules, move);
    }
    return game->repeated;
}

/* A cycle that simple ko does not forbid ends the game without a result; superko forbids it. */
static void test_cycle(void **unused)
{
    struct zm_random random = zm_random_seeded(5);
    const struct go_rules rules = {.ko = GO_SIMPLE};
    struct zm_instance simple = open_go("simple", false, "0", "area");
    struct zm_instance positional = usual(),
                       situational = open_go("situational", false, "0", "area");
    struct go_game game = {0};
    struct zm_ending ending;
    unsigned cycles = 0;
    (void)unused;
    for (unsigned i = 0; i < 2000; i++) {
        if (!find_cycle(&game, &rules, &random))
            continue;
        cycles++;
        struct zm_bytes position = zm_buffer_bytes(&game.position);
        zm_go.rules->ending(simple.state, position, NULL, &ending);
        assert_true(ending.over && ending.outcome == ZM_DRAW && !ending.scored);
        assert_false(zm_go.rules->sound(positional.state, position));
        assert_false(zm_go.rules->sound(situational.state, position));
    }
    assert_true(cycles > 100);
    go_game_free(&game);
    zm_instance_close(&simple);
    zm_instance_close(&positional);
    zm_instance_close(&situational);
}

static void test_suicide(void **unused)
{
    (void)unused;
    struct zm_instance without = usual(), with = open_go("positional", true, "0", "area");
    static const char two[] = ".XO/XXO/OO. X";
    char text[100];
    assert_false(is_legal(&without, ".O./O../... X a3"));
    /* One stone: the board would be what it was. */
    assert_false(is_legal(&with, ".O./O../... X a3"));
    snprintf(text, sizeof text, "%s a3", two);
    assert_false(is_legal(&without, text));
    assert_true(is_legal(&with, text));
    /* What captures is no suicide. */
    assert_true(is_legal(&without, ".XO/XOO/OO. O a3"));
    zm_instance_close(&without);
    zm_instance_close(&with);
}

/* White throws one stone in and takes five: the snapback. */
static void test_snapback(void **unused)
{
    struct zm_instance game = usual();
    struct zm_buffer position = {0};
    (void)unused;
    assert_int_equal(
        go_parse(game.state, "...../...../OOO../XXXO./..XO. O b1 a1 b1", &position, NULL), ZM_OK);
    const struct go_game *played = go_at(game.state, zm_buffer_bytes(&position));
    assert_int_equal(played->board.captured[0], 5);
    assert_int_equal(played->board.captured[1], 1);
    zm_buffer_free(&position);
    zm_instance_close(&game);
}

static void expect_score(const char *scoring, const char *komi, const char *text, int black,
                         int white)
{
    struct zm_instance game = open_go("positional", false, komi, scoring);
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    struct zm_ending ending;
    if (go_parse(game.state, text, &position, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
    zm_go.rules->ending(game.state, zm_buffer_bytes(&position), NULL, &ending);
    assert_true(ending.over && ending.scored);
    int turn = zm_go.rules->turn(game.state, zm_buffer_bytes(&position));
    assert_int_equal(ending.half_points[turn], black);
    assert_int_equal(ending.half_points[1 - turn], white);
    zm_buffer_free(&position);
    zm_instance_close(&game);
}

static void test_scores(void **unused)
{
    (void)unused;
    expect_score("area", "0", "9x9 pass pass", 0, 0);
    expect_score("area", "auto", "9x9 pass pass", 0, 15);
    expect_score("area", "auto", "9x9 e5 pass pass", 162, 15);
    expect_score("area", "-2.5", ".XO./.XO./.XO./.XO. X pass pass", 16, 16 - 5);
    expect_score("area", "0", ".X.O/.X.O/.X.O/.X.O X pass pass", 16, 8);
    expect_score("territory", "0.5", ".X.O/.X.O/.X.O/.X.O X pass pass", 8, 1);
    /* Black takes a stone. */
    expect_score("territory", "0", "OX../.X../XX../.... X a3 pass pass", 2 * 11 + 2, 0);
}

/* No game is longer than four moves for each point: the moves of simple ko end in a draw, or so. */
static void test_longest(void **unused)
{
    struct zm_random random = zm_random_seeded(3);
    struct zm_instance game = open_go("simple", true, "0", "area");
    struct zm_buffer position = {0};
    (void)unused;
    for (unsigned i = 0; i < 100; i++) {
        zm_go.rules->random(game.state, &random, i % 10, &position);
        assert_true(go_at(game.state, zm_buffer_bytes(&position))->moves <= 4 * 20);
    }
    zm_buffer_free(&position);
    zm_instance_close(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games), cmocka_unit_test(test_legal_positions),
        cmocka_unit_test(test_texts),        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_bad_komi),     cmocka_unit_test(test_ko),
        cmocka_unit_test(test_cycle),        cmocka_unit_test(test_suicide),
        cmocka_unit_test(test_snapback),     cmocka_unit_test(test_scores),
        cmocka_unit_test(test_longest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
