/* The engine of Go: ladders, patterns, dead stones, and its player: sensible moves, whole games by
 * all rules, threads. Small boards are in test_go_small.c. */
#include "engines/go/estimate.h"
#include "engines/go/ladder.h"
#include "engines/go/patterns.h"
#include "engines/go/player.h"

#include "support/seat.h"
#include "tests/test.h"

#include <limits.h>

static const struct go_rules usual = {.usual_komi = true};

/* Reads a position with the usual rules. */
static void read_game(const char *text, struct go_game *game)
{
    struct go_state state = {.rules = usual};
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    if (go_parse(&state, text, &position, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
    assert_true(go_game_read(game, &usual, zm_buffer_bytes(&position)));
    zm_buffer_free(&position);
}

static void read_board(const char *text, struct goban *board)
{
    struct go_game game = {0};
    read_game(text, &game);
    goban_read(board, &game);
    go_game_free(&game);
}

static uint16_t at(const struct goban *board, unsigned column, unsigned row)
{
    return (uint16_t)((row + 1) * board->stride + column + 1);
}

/* --- ladders --- */

static void test_ladders(void **unused)
{
    static struct goban board;
    unsigned nodes = GO_LADDER_NODES;
    (void)unused;
    read_board("......./......./...X.../..XO.../..X..../......./....... X", &board);
    assert_int_equal(go_ladder_attack(&board, at(&board, 3, 3), &nodes), at(&board, 4, 3));
    /* A stone in the way of the ladder. */
    nodes = GO_LADDER_NODES;
    read_board("......./......./...X.../..XO.../..X..../....O../....... X", &board);
    assert_int_equal(go_ladder_attack(&board, at(&board, 3, 3), &nodes), GOBAN_PASS);
    /* In atari: running is no use, but taking one of the stones around is. */
    nodes = GO_LADDER_NODES;
    read_board("......./......./...X.../..XOX../..X..../......./....... O", &board);
    assert_true(go_ladder_is_lost(&board, at(&board, 3, 3), &nodes));
    nodes = GO_LADDER_NODES;
    read_board("......./......./..OXO../..XOX../..X..../......./....... O", &board);
    uint16_t moves[6];
    assert_int_equal(go_ladder_rescues(&board, at(&board, 3, 3), moves, 6), 2);
    assert_int_equal(moves[0], at(&board, 3, 5));
    assert_int_equal(moves[1], at(&board, 3, 2));
    assert_false(go_ladder_is_lost(&board, at(&board, 3, 3), &nodes));
    nodes = GO_LADDER_NODES;
    /* Without nodes nothing is said to be lost. */
    nodes = 0;
    read_board("......./......./...X.../..XOX../..X..../......./....... O", &board);
    assert_false(go_ladder_is_lost(&board, at(&board, 3, 3), &nodes));
}

/* --- patterns --- */

static void test_patterns(void **unused)
{
    static struct go_patterns patterns;
    static struct goban board;
    (void)unused;
    go_patterns_make(&patterns);
    read_board("9x9", &board);
    assert_false(go_patterns_match(&patterns, board.around[at(&board, 4, 4)]));
    assert_false(go_patterns_match(&patterns, board.around[at(&board, 0, 0)]));
    /* Hane at the head of two stones; a cut between two pairs. */
    read_board("...../.XOX./...../...../..... X", &board);
    assert_true(go_patterns_match(&patterns, board.around[at(&board, 2, 2)]));
    read_board("...../.XO../.O.../...../..... X", &board);
    assert_true(go_patterns_match(&patterns, board.around[at(&board, 2, 2)]));
}

/* --- dead stones --- */

static void test_dead_stones(void **unused)
{
    struct go_game game = {0};
    double owned[GO_POINTS];
    bool dead[GO_POINTS];
    int32_t points[2];
    (void)unused;
    read_game("..XO./..XO./..XO./..XO./O.XO. X", &game);
    assert_true(go_estimate_owners(&game, 300, 5, owned));
    go_estimate_dead(&game.board, owned, dead);
    for (unsigned i = 0; i < 25; i++)
        assert_int_equal(dead[i], i == 0);
    go_estimate_score(&game.board, &usual, dead, points);
    assert_int_equal(points[0], 30);
    assert_int_equal(points[1], 20);
    go_game_free(&game);
}

/* --- the player --- */

static void expect_move(const char *text, const char *options, const char *expected)
{
    struct table table;
    struct zm_thought thought = {0};
    struct zm_buffer name = {0};
    table_open(&table, "go", text, options);
    struct zm_bytes position = zm_buffer_bytes(&table.question.position);
    table_think(&table, position, NULL, &(struct zm_pace){.nodes = 2000}, &thought);
    zm_go.rules->name(NULL, position, zm_list_at(&thought.lines[0].moves, 0), &name);
    if (strcmp(zm_buffer_string(&name), expected) != 0)
        fail_msg("go %s: %s, expected %s", text, zm_buffer_string(&name), expected);
    zm_thought_free(&thought);
    zm_buffer_free(&name);
    table_close(&table);
}

static void test_moves(void **unused)
{
    (void)unused;
    /* Takes what decides the game, from the side from which it cannot run. */
    expect_move(".XO.X../.XOX.../.XOX.../.XOX.../.XOX.../.XOX.../.XO.O.. X", "player=go memory=8M",
                "d1");
    /* Passes when nothing is left to play for, and when the pass wins at once. */
    expect_move(".XO./XXOO/.XO./XXO. X", "player=go memory=8M komi=-1.5", "pass");
    expect_move("..XO./..XO./..XO./..XO./..XO. O pass", "player=go memory=8M komi=0.5", "pass");
}

/* What is clear ends a thought before its random games are all played, but only where that is
 * wanted, and with the same move. */
static void test_early(void **unused)
{
    enum { NODES = 4000 };
    static const char *const options[2] = {"player=go memory=8M", "player=go memory=8M early=yes"};
    struct zm_thought thoughts[2] = {{0}, {0}};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct table table;
        table_open(&table, "go", ".XO.X../.XOX.../.XOX.../.XOX.../.XOX.../.XOX.../.XO.O.. X",
                   options[i]);
        table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                    &(struct zm_pace){.nodes = NODES}, &thoughts[i]);
        table_close(&table);
    }
    print_message("%llu of %d games\n", (unsigned long long)thoughts[1].lines[0].nodes, NODES);
    assert_int_equal(thoughts[0].lines[0].nodes, NODES);
    assert_in_range(thoughts[1].lines[0].nodes, NODES / 20, NODES * 3 / 4);
    assert_true(zm_bytes_equal(zm_list_at(&thoughts[0].lines[0].moves, 0),
                               zm_list_at(&thoughts[1].lines[0].moves, 0)));
    for (int i = 0; i < 2; i++)
        zm_thought_free(&thoughts[i]);
}

/* Black has everything: White gives up, Black does not. */
static void test_resigning(void **unused)
{
    static const char *const moves[] = {"d4", "c4", "e4", "b4", "f4", "a4", "g4", "d6", "b6",
                                        "f6", "d2", "b2", "f2", "d5", "d3", "a2", "g2", "c6"};
    struct zm_buffer text = {0};
    (void)unused;
    zm_buffer_text(&text, "7x7");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        zm_buffer_format(&text, "%s %s", i == 0 ? "" : " pass", moves[i]);
    for (int i = 0; i < 2; i++) {
        struct table table;
        struct zm_thought thought = {0};
        if (i == 1)
            zm_buffer_text(&text, " a7");
        table_open(&table, "go", zm_buffer_string(&text), "player=go memory=8M resign=20");
        table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                    &(struct zm_pace){.nodes = 1000}, &thought);
        print_message("chance %.3f\n", thought.lines[0].chance);
        assert_int_equal(thought.resigns, i == 0);
        assert_true(i == 0 ? thought.lines[0].chance < 0.2 : thought.lines[0].chance > 0.8);
        zm_thought_free(&thought);
        table_close(&table);
    }
    zm_buffer_free(&text);
}

/* Whole games with few playouts, by all rules: every move is legal, the game ends, and the tree that
 * is kept does no harm. */
static void play_game(const char *board, const char *options, unsigned nodes)
{
    struct table table;
    struct zm_list moves = {0};
    struct zm_buffer position = {0}, next = {0};
    struct zm_ending ending;
    table_open(&table, "go", board, options);
    const struct zm_instance *game = &table.question.instance;
    zm_buffer_set(&position, zm_buffer_bytes(&table.question.position));
    for (;;) {
        struct zm_thought thought = {0};
        zm_go.rules->ending(game->state, zm_buffer_bytes(&position), NULL, &ending);
        if (ending.over)
            break;
        table_think(&table, zm_buffer_bytes(&position), NULL,
                    &(struct zm_pace){.nodes = nodes, .lines = UINT_MAX}, &thought);
        for (size_t i = 0; i < thought.count; i++)
            assert_true(is_legal(game, zm_buffer_bytes(&position), NULL,
                                 zm_list_at(&thought.lines[i].moves, 0)));
        zm_go.rules->apply(game->state, zm_buffer_bytes(&position),
                           zm_list_at(&thought.lines[0].moves, 0), &next);
        zm_buffer_set(&position, zm_buffer_bytes(&next));
        zm_thought_free(&thought);
    }
    zm_list_free(&moves);
    zm_buffer_free(&position);
    zm_buffer_free(&next);
    table_close(&table);
}

static void test_whole_games(void **unused)
{
    static const char *const options[] = {
        "player=go memory=8M",
        "player=go memory=8M ko=situational komi=0",
        "player=go memory=8M ko=simple scoring=territory",
        "player=go memory=8M suicide=",
        "player=go threads=2 memory=1M",
        "player=go memory=8M tactics=yes",
        "player=go memory=8M rave=0 priors=no playouts=uniform expansion=0",
        "player=go memory=8M playouts=captures",
        "player=go memory=8M playouts=weak",
        "player=go memory=8M grave=10 widening=2 dynamic-komi=50",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        play_game("2x2", options[i], 40);
        play_game("4x3", options[i], 40);
        play_game("6x6", options[i], 60);
    }
}

/* Lines end where the game does: with simple ko a board that comes back ends it. */
static void test_lines_end(void **unused)
{
    struct table table;
    struct zm_thought thought = {0};
    struct zm_buffer here = {0}, move = {0}, next = {0}, name = {0};
    (void)unused;
    table_open(&table, "go", "3x2 c2 b2 a1 b1 a2 a2 c1 a1 c1 c2 c1 a2 b1 b2 c2 a1 b1 c1 b1 b1",
               "player=go memory=8M ko=simple suicide=");
    const struct zm_instance *game = &table.question.instance;
    table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                &(struct zm_pace){.nodes = 5000, .lines = UINT_MAX}, &thought);
    for (size_t i = 0; i < thought.count; i++) {
        zm_buffer_set(&here, zm_buffer_bytes(&table.question.position));
        for (size_t k = 0; k < thought.lines[i].moves.count; k++) {
            struct zm_error error = {0};
            zm_buffer_clear(&name);
            zm_buffer_clear(&move);
            zm_go.rules->name(game->state, zm_buffer_bytes(&here),
                              zm_list_at(&thought.lines[i].moves, k), &name);
            if (zm_find_move(game, zm_buffer_bytes(&here), NULL, zm_buffer_string(&name), &move,
                             &error) != ZM_OK)
                fail_msg("line %zu, move %zu: %s", i, k, error.text);
            zm_go.rules->apply(game->state, zm_buffer_bytes(&here), zm_buffer_bytes(&move), &next);
            zm_buffer_set(&here, zm_buffer_bytes(&next));
        }
    }
    zm_thought_free(&thought);
    zm_buffer_free(&here);
    zm_buffer_free(&move);
    zm_buffer_free(&next);
    zm_buffer_free(&name);
    table_close(&table);
}

/* Finds a legal move that ends the game because a board comes back; false: there is none. */
static bool find_repetition(const struct zm_instance *game, struct zm_bytes position,
                            struct zm_buffer *move)
{
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    bool found = false;
    zm_go.rules->moves(game->state, position, NULL, &moves);
    for (size_t i = 0; !found && i < moves.count; i++) {
        struct zm_ending ending;
        zm_go.rules->apply(game->state, position, zm_list_at(&moves, i), &next);
        zm_go.rules->ending(game->state, zm_buffer_bytes(&next), NULL, &ending);
        found = ending.over && !ending.scored && ending.outcome == ZM_DRAW;
        if (found)
            zm_buffer_set(move, zm_list_at(&moves, i));
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return found;
}

/* Plays at random on 3x2 until a move could end the game by repetition. */
static bool play_to_repetition(const struct zm_instance *game, struct zm_random *random,
                               struct zm_buffer *position, struct zm_buffer *move)
{
    struct zm_buffer next = {0};
    struct zm_ending ending = {0};
    bool found = false;
    while (!ending.over && !found) {
        struct zm_list moves = {0};
        zm_go.rules->moves(game->state, zm_buffer_bytes(position), NULL, &moves);
        size_t stones = moves.count > 1 ? moves.count - 1 : 1; /* the pass is the last */
        zm_go.rules->apply(game->state, zm_buffer_bytes(position),
                           zm_list_at(&moves, zm_random_below(random, stones)), &next);
        zm_buffer_set(position, zm_buffer_bytes(&next));
        zm_list_free(&moves);
        zm_go.rules->ending(game->state, zm_buffer_bytes(position), NULL, &ending);
        found = !ending.over && find_repetition(game, zm_buffer_bytes(position), move);
    }
    zm_buffer_free(&next);
    return found;
}

/* With simple ko a move that brings back a board is a draw, and nothing else is thought of it. */
static void test_repetition(void **unused)
{
    struct zm_random random = zm_random_seeded(8);
    struct zm_buffer position = {0}, move = {0};
    struct table table;
    unsigned seen = 0;
    (void)unused;
    table_open(&table, "go", "3x2", "player=go ko=simple memory=1M");
    for (unsigned i = 0; i < 200; i++) {
        struct zm_thought thought = {0};
        zm_buffer_set(&position, zm_buffer_bytes(&table.question.position));
        if (play_to_repetition(&table.question.instance, &random, &position, &move))
            table_think(&table, zm_buffer_bytes(&position), NULL,
                        &(struct zm_pace){.nodes = 300, .lines = UINT_MAX}, &thought);
        for (size_t k = 0; k < thought.count; k++) {
            const struct zm_line *line = &thought.lines[k];
            if (line->playouts == 0 ||
                !zm_bytes_equal(zm_list_at(&line->moves, 0), zm_buffer_bytes(&move)))
                continue;
            seen++;
            assert_true(line->chance > 0.499 && line->chance < 0.501);
        }
        zm_thought_free(&thought);
    }
    table_close(&table);
    print_message("%u repetitions\n", seen);
    assert_true(seen >= 10);
    zm_buffer_free(&position);
    zm_buffer_free(&move);
}

/* The same seed plays the same. */
static void test_seeds(void **unused)
{
    struct zm_thought thoughts[2] = {{0}, {0}};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct table table;
        table_open(&table, "go", "9x9 e5 c3", "player=go memory=8M seed=4");
        table_think(&table, zm_buffer_bytes(&table.question.position), NULL,
                    &(struct zm_pace){.nodes = 500, .lines = 5}, &thoughts[i]);
        table_close(&table);
    }
    assert_int_equal(thoughts[0].count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(thoughts[0].lines[i].playouts, thoughts[1].lines[i].playouts);
        assert_true(zm_bytes_equal(zm_list_at(&thoughts[0].lines[i].moves, 0),
                                   zm_list_at(&thoughts[1].lines[i].moves, 0)));
    }
    for (int i = 0; i < 2; i++)
        zm_thought_free(&thoughts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* clang-format off */
        test_of_one_thread(test_ladders)
        test_of_one_thread(test_patterns)
        test_of_one_thread(test_dead_stones)
        test_of_one_thread(test_moves)
        test_of_one_thread(test_early)
        test_of_one_thread(test_resigning)
        test_of_one_thread(test_seeds)
        test_of_one_thread(test_lines_end)
        /* clang-format on */
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_repetition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
