/* Games of the caller's own: callbacks that do what is asked of them give the answers of the
 * program's games, and those that do not are named, with the position. */
#include "test.h"

#include <pthread.h>

#include "zermelo/zermelo.h"

static zermelo_made *make(const struct zermelo_callbacks *calls)
{
    char error[400] = "";
    zermelo_made *game = zermelo_game_new(calls, error, sizeof error);
    if (game == NULL)
        fail_msg("%s", error);
    return game;
}

static zermelo *open_made(const zermelo_made *game, const char *const *options)
{
    char error[400] = "";
    zermelo *session = zermelo_open_made(game, options, error, sizeof error);
    if (session == NULL)
        fail_msg("%s", error);
    return session;
}

/* -- Kayles: rows of pins "3+5", of which a player takes one or two neighbours -- */

static int add_rows(zermelo_sink *sink, const char *before, int left, int right, const char *after,
                    const char *name)
{
    char text[400];
    snprintf(text, sizeof text, "%s%d+%d%s", before, left, right, after);
    zermelo_add_move(sink, name, text);
    return 0;
}

static int kayles_moves(void *context, const char *position, int side, zermelo_sink *sink)
{
    (void)context;
    (void)side;
    for (const char *row = position; row != NULL; row = strchr(row, '+')) {
        row += *row == '+';
        char before[300], name[60];
        int pins = atoi(row);
        size_t digits = strspn(row, "0123456789");
        snprintf(before, sizeof before, "%.*s", (int)(row - position), position);
        for (int taken = 1; taken <= 2; taken++)
            for (int left = 0; left + taken <= pins; left++) {
                snprintf(name, sizeof name, "%d:%d-%d", (int)(row - position), left, taken);
                add_rows(sink, before, left, pins - left - taken, row + digits, name);
            }
    }
    return 0;
}

static int kayles_split(void *context, const char *position, zermelo_sink *sink)
{
    (void)context;
    for (const char *row = position; row != NULL; row = strchr(row, '+')) {
        char text[20];
        row += *row == '+';
        if (atoi(row) > 0) {
            snprintf(text, sizeof text, "%d", atoi(row));
            zermelo_add_position(sink, text);
        }
    }
    return 0;
}

static int kayles_check(void *context, const char *position, zermelo_sink *sink)
{
    (void)context;
    if (position[strspn(position, "0123456789+")] == 0)
        return 0;
    zermelo_add_problem(sink, "expected rows of pins, as in 3+5");
    return 1;
}

static const struct zermelo_callbacks pins = {
    .size = sizeof(struct zermelo_callbacks),
    .name = "pins",
    .start = "7",
    .moves = kayles_moves,
    .split = kayles_split,
    .check = kayles_check,
};

/* Asks the library's own octal game 0.77 for rows that this game knows as "n". */
static long long told_by_octal(const char *const *options, int row, const char *compute,
                               char outcome[8])
{
    char error[400], text[40];
    struct zermelo_answer answer;
    zermelo *session = zermelo_open("octal", options, error, sizeof error);
    assert_non_null(session);
    snprintf(text, sizeof text, "0.77:%d", row);
    assert_int_equal(zermelo_solve(session, text, compute, &answer), ZERMELO_OK);
    memcpy(outcome, answer.outcome, 8);
    zermelo_close(session);
    return answer.number;
}

static void a_game_that_splits(void **state)
{
    (void)state;
    const char *const plays[][2] = {{"play=normal", NULL}, {"play=misere", NULL}};
    zermelo_made *game = make(&pins);
    for (int play = 0; play < 2; play++) {
        const char *compute = play == 0 ? "nimber" : "outcome";
        zermelo *session = open_made(game, plays[play]);
        for (int row = 1; row <= 12; row++) {
            char text[20], outcome[8];
            struct zermelo_answer answer;
            long long number = told_by_octal(plays[play], row, compute, outcome);
            snprintf(text, sizeof text, "%d", row);
            if (zermelo_solve(session, text, compute, &answer) != ZERMELO_OK)
                fail_msg("%s", zermelo_error(session));
            assert_int_equal(answer.number, number);
            assert_string_equal(answer.outcome, outcome);
        }
        const char *text, *claim;
        assert_int_equal(zermelo_prove(session, "9", NULL, &text), ZERMELO_OK);
        char *copy = strdup(text);
        assert_int_equal(zermelo_verify(session, copy, &claim), ZERMELO_OK);
        assert_int_equal(strncmp(claim, "pins 9,", 7), 0);
        free(copy);
        zermelo_close(session);
    }
    zermelo_game_free(game);
}

static void boards_of_made_games(void **state)
{
    (void)state;
    zermelo_made *game = make(&pins);
    zermelo *session = open_made(game, NULL);
    zermelo_board *board = zermelo_board_open(session, NULL, NULL);
    const char *move;
    int turns = 0;
    assert_non_null(board);
    for (; zermelo_board_moves(board) > 0; turns++) {
        assert_int_equal(zermelo_board_think(board, 0, &move), ZERMELO_OK);
        char *copy = strdup(move);
        assert_int_equal(zermelo_board_play(board, copy), ZERMELO_OK);
        free(copy);
    }
    struct zermelo_ending ending;
    zermelo_board_ending(board, &ending);
    assert_true(ending.over);
    assert_int_equal(ending.winner, 0); /* Kayles is won by who begins */
    zermelo_board_close(board);
    assert_null(zermelo_board_open(session, "three", NULL));
    assert_non_null(strstr(zermelo_error(session), "expected rows of pins"));
    zermelo_close(session);
    zermelo_game_free(game);
}

/* -- a partisan game: Left lowers the first number, Right the second; its value is a - b -- */

static int lower_moves(void *context, const char *position, int side, zermelo_sink *sink)
{
    (void)context;
    int numbers[2] = {0};
    if (sscanf(position, "%d,%d", &numbers[0], &numbers[1]) != 2)
        return 1;
    for (int taken = 1; taken <= numbers[side]; taken++) {
        char name[20], text[60];
        snprintf(name, sizeof name, "%d", taken);
        snprintf(text, sizeof text, "%d,%d", numbers[0] - (side == 0 ? taken : 0),
                 numbers[1] - (side == 1 ? taken : 0));
        zermelo_add_move(sink, name, text);
    }
    return 0;
}

static int lower_check(void *context, const char *position, zermelo_sink *sink)
{
    (void)context;
    int a, b;
    char again[60] = "";
    if (sscanf(position, "%d,%d", &a, &b) == 2 && a >= 0 && b >= 0 && a < 100 && b < 100)
        snprintf(again, sizeof again, "%d,%d", a, b);
    return strcmp(position, again) == 0 ? 0 : zermelo_add_problem(sink, "expected two numbers");
}

static void a_partisan_game(void **state)
{
    (void)state;
    struct zermelo_callbacks calls = {.size = sizeof calls,
                                      .name = "lower",
                                      .start = "3,2",
                                      .kind = ZERMELO_PARTISAN,
                                      .moves = lower_moves,
                                      .check = lower_check};
    zermelo_made *game = make(&calls);
    zermelo *session = open_made(game, NULL);
    struct zermelo_answer answer;
    for (int a = 0; a <= 4; a++)
        for (int b = 0; b <= 4; b++) {
            char text[20], expected[40];
            snprintf(text, sizeof text, "%d,%d", a, b);
            assert_int_equal(zermelo_solve(session, text, "value", &answer), ZERMELO_OK);
            snprintf(expected, sizeof expected, "\"result\":\"%d\"", a - b);
            if (strstr(zermelo_answer_json(session), expected) == NULL)
                fail_msg("%s: %s", text, zermelo_answer_json(session));
        }
    assert_int_equal(zermelo_solve(session, "3,3 L", "outcome", &answer), ZERMELO_OK);
    assert_string_equal(answer.outcome, "loss");
    /* the players take turns, also from a position that does not say who begins */
    zermelo_board *board = zermelo_board_open(session, "3,1", NULL);
    assert_non_null(board);
    assert_int_equal(zermelo_board_moves(board), 3);
    assert_int_equal(zermelo_board_play(board, "2"), ZERMELO_OK);
    assert_string_equal(zermelo_board_text(board), "1,1 R");
    assert_int_equal(zermelo_board_moves(board), 1);
    assert_int_equal(zermelo_board_turn(board), 1);
    zermelo_board_close(board);
    if (zermelo_check(session, 50, NULL) != ZERMELO_OK)
        fail_msg("%s", zermelo_error(session));
    zermelo_close(session);
    zermelo_game_free(game);
}

/* -- a loopy game: a token on a ring of 12 points goes 1 or 5 on; who comes to 0 has won -- */

static int ring_moves(void *context, const char *position, int side, zermelo_sink *sink)
{
    (void)context;
    (void)side;
    static const int steps[] = {1, 5};
    for (int i = 0; i < 2; i++) {
        char name[20], text[20];
        snprintf(name, sizeof name, "+%d", steps[i]);
        snprintf(text, sizeof text, "%d", (atoi(position) + steps[i]) % 12);
        zermelo_add_move(sink, name, text);
    }
    return 0;
}

static int ring_ending(void *context, const char *position)
{
    (void)context;
    return atoi(position) == 0 ? 2 : 0;
}

/* Outcomes by repeated passes over all points: 1 won, 2 lost, 3 what stays open. */
static void ring_truth(int outcome[12])
{
    for (int i = 0; i < 12; i++)
        outcome[i] = i == 0 ? 2 : 3;
    for (int pass = 0; pass < 12; pass++)
        for (int i = 1; i < 12; i++) {
            int one = outcome[(i + 1) % 12], five = outcome[(i + 5) % 12];
            if (one == 2 || five == 2)
                outcome[i] = 1;
            else if (one == 1 && five == 1)
                outcome[i] = 2;
        }
}

static void a_loopy_game(void **state)
{
    (void)state;
    static const char *const words[] = {"", "win", "loss", "draw"};
    struct zermelo_callbacks calls = {.size = sizeof calls,
                                      .name = "ring",
                                      .start = "1",
                                      .kind = ZERMELO_LOOPY,
                                      .moves = ring_moves,
                                      .ending = ring_ending};
    zermelo_made *game = make(&calls);
    zermelo *session = open_made(game, NULL);
    int truth[12];
    ring_truth(truth);
    for (int i = 0; i < 12; i++) {
        char text[20];
        struct zermelo_answer answer;
        snprintf(text, sizeof text, "%d", i);
        if (zermelo_solve(session, text, "outcome", &answer) != ZERMELO_OK)
            fail_msg("%s", zermelo_error(session));
        assert_string_equal(answer.outcome, words[truth[i]]);
    }
    zermelo_close(session);
    zermelo_game_free(game);
}

/* -- callbacks that do not do what is asked of them -- */

enum fault {
    FAILS,
    EMPTY_NAME,
    BLANK,
    NEWLINE,
    NOT_UTF8,
    MISSING,
    ENDLESS,
    RETURNS,
    WRONG_SINK,
    ILLEGAL,
    FLOOD
};

static int faulty_moves(void *context, const char *position, int side, zermelo_sink *sink)
{
    (void)side;
    char next[30];
    int here = atoi(position);
    snprintf(next, sizeof next, "%d", here - 1);
    if (here == 0)
        return 0;
    if (here != 3)
        return zermelo_add_move(sink, "on", next), 0;
    switch (*(enum fault *)context) {
    case FAILS:
        return 1;
    case EMPTY_NAME:
        zermelo_add_move(sink, "", next);
        break;
    case BLANK:
        zermelo_add_move(sink, "go on", next);
        break;
    case NEWLINE:
        zermelo_add_move(sink, "on", "1\n2");
        break;
    case NOT_UTF8:
        zermelo_add_move(sink, "on", "\xff");
        break;
    case MISSING:
        zermelo_add_move(sink, "on", NULL);
        break;
    case ENDLESS:
        snprintf(next, sizeof next, "%d", 1000);
        zermelo_add_move(sink, "on", next);
        break;
    case RETURNS:
        zermelo_add_move(sink, "on", "5");
        break;
    case WRONG_SINK:
        zermelo_add_position(sink, "1");
        break;
    case ILLEGAL:
        zermelo_add_move(sink, "on", "two");
        break;
    case FLOOD: /* moves without end, until it is told to leave off */
        for (unsigned i = 0; snprintf(next, sizeof next, "%u", i) > 0; i++)
            if (zermelo_add_move(sink, next, "2") != 0)
                return 1;
    }
    return 0;
}

static int faulty_check(void *context, const char *position, zermelo_sink *sink)
{
    (void)context;
    return position[strspn(position, "0123456789")] == 0
               ? 0
               : zermelo_add_problem(sink, "expected a number");
}

static void faults_are_named(void **state)
{
    (void)state;
    const char *const expected[] = {
        [FAILS] = "moves of '3': it failed",
        [EMPTY_NAME] = "moves of '3': a text is empty",
        [BLANK] = "moves of '3': the name of a move has a blank",
        [NEWLINE] = "moves of '3': a text has a character",
        [NOT_UTF8] = "moves of '3': a text has a character",
        [MISSING] = "moves of '3': a text is missing",
        [ENDLESS] = "the game has not ended",
        [RETURNS] = "position '5' comes back",
        [WRONG_SINK] = "moves of '3': a position is added where none was asked for",
        [ILLEGAL] = "check of 'two': it refuses what 'moves', 'split' or 'canonical' has made",
        [FLOOD] = "moves of '3': more than 100000 moves are added",
    };
    for (enum fault fault = FAILS; fault <= FLOOD; fault++) {
        struct zermelo_callbacks calls = {.size = sizeof calls,
                                          .name = "faulty",
                                          .start = "6",
                                          .moves = faulty_moves,
                                          .check = faulty_check,
                                          .context = &fault,
                                          .longest = fault == ENDLESS ? 500 : 0};
        zermelo_made *game = make(&calls);
        zermelo *session = open_made(game, NULL);
        struct zermelo_answer answer;
        assert_int_equal(zermelo_solve(session, NULL, "nimber", &answer), ZERMELO_BAD_INPUT);
        if (strstr(zermelo_error(session), expected[fault]) == NULL)
            fail_msg("fault %d: %s", (int)fault, zermelo_error(session));
        /* what is right is still answered */
        assert_int_equal(zermelo_solve(session, "2", "nimber", &answer), ZERMELO_OK);
        assert_int_equal(answer.number, 0);
        zermelo_close(session);
        zermelo_game_free(game);
    }
}

/* What `ending` says is looked at, too, and it gets no position that is none. */
static int faulty_ending(void *context, const char *position)
{
    (void)context;
    assert_true(position[strspn(position, "0123456789")] == 0);
    return atoi(position) == 1 ? 7 : 0;
}

static void faulty_endings_are_named(void **state)
{
    (void)state;
    enum fault fault = ILLEGAL;
    struct zermelo_callbacks calls = {.size = sizeof calls,
                                      .name = "faulty",
                                      .start = "2",
                                      .moves = faulty_moves,
                                      .check = faulty_check,
                                      .ending = faulty_ending,
                                      .context = &fault};
    zermelo_made *game = make(&calls);
    zermelo *session = open_made(game, NULL);
    struct zermelo_answer answer;
    assert_int_equal(zermelo_solve(session, NULL, NULL, &answer), ZERMELO_BAD_INPUT);
    assert_non_null(
        strstr(zermelo_error(session), "ending of '1': it says neither 0 nor 1, 2 or 3"));
    assert_int_equal(zermelo_solve(session, "3", NULL, &answer), ZERMELO_BAD_INPUT);
    assert_non_null(strstr(zermelo_error(session), "check of 'two'"));
    zermelo_board *board = zermelo_board_open(session, "3", NULL);
    const char *text;
    assert_non_null(board);
    assert_int_equal(zermelo_board_think(board, 1, &text), ZERMELO_BAD_INPUT);
    assert_int_equal(zermelo_board_analyse(board, 1, &text), ZERMELO_BAD_INPUT);
    zermelo_board_close(board);
    zermelo_close(session);
    zermelo_game_free(game);
}

static void games_that_are_none(void **state)
{
    (void)state;
    char error[400];
    struct zermelo_callbacks calls = pins;
    calls.size = 8;
    assert_null(zermelo_game_new(&calls, error, sizeof error));
    assert_non_null(strstr(error, "version"));
    calls = pins;
    calls.name = "Kayles 2";
    assert_null(zermelo_game_new(&calls, error, sizeof error));
    calls.name = "nim";
    assert_null(zermelo_game_new(&calls, error, sizeof error));
    assert_non_null(strstr(error, "there is a game of that name"));
    calls = pins;
    calls.moves = NULL;
    assert_null(zermelo_game_new(&calls, error, sizeof error));
    calls = pins;
    calls.start = "";
    assert_null(zermelo_game_new(&calls, error, sizeof error));
    calls = pins;
    calls.ending = ring_ending;
    assert_null(zermelo_game_new(&calls, error, sizeof error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_splits),  cmocka_unit_test(boards_of_made_games),
        cmocka_unit_test(a_partisan_game),     cmocka_unit_test(a_loopy_game),
        cmocka_unit_test(faults_are_named),    cmocka_unit_test(faulty_endings_are_named),
        cmocka_unit_test(games_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
