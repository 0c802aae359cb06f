/* The public C interface as a program uses it: include/zermelo/zermelo.h and nothing else. */
#include "test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "zermelo/zermelo.h"

/* Opens a session, or fails the test with the error. */
static zermelo *session_on(const char *game, const char *const *options)
{
    char error[400] = "";
    zermelo *session = zermelo_open(game, options, error, sizeof error);
    if (session == NULL)
        fail_msg("%s: %s", game, error);
    return session;
}

static void answers_are_told(void **state)
{
    (void)state;
    zermelo *session = session_on("cram", NULL);
    struct zermelo_answer answer;
    assert_string_equal(zermelo_answer_json(session), "");
    assert_int_equal(zermelo_solve(session, "3x6", "nimber", &answer), ZERMELO_OK);
    assert_string_equal(answer.kind, "nimber");
    assert_int_equal(answer.number, 4);
    assert_string_equal(answer.outcome, "win");
    assert_non_null(strstr(zermelo_answer_json(session), "\"result\":4"));
    assert_int_equal(zermelo_solve(session, "3x", "nimber", &answer), ZERMELO_BAD_INPUT);
    assert_true(strlen(zermelo_error(session)) > 0);
    assert_int_equal(zermelo_solve(session, NULL, "beauty", &answer), ZERMELO_BAD_INPUT);
    assert_non_null(strstr(zermelo_error(session), "beauty"));
    zermelo_close(session);
    char error[400];
    assert_null(zermelo_open("chess", NULL, error, sizeof error));
    assert_non_null(strstr(error, "chess"));
    const char *bad[] = {"play=upside-down", NULL};
    assert_null(zermelo_open("cram", bad, error, sizeof error));
}

/* Every certificate verifies, and not after its claim was changed. */
static void certificates_prove(void **state)
{
    (void)state;
    const char *const rows[][3] = {{"cram", "3x4", "nimber"}, {"dots", "2x2", "score"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        zermelo *session = session_on(rows[i][0], NULL);
        const char *text, *claim;
        if (zermelo_prove(session, rows[i][1], rows[i][2], &text) != ZERMELO_OK)
            fail_msg("%s", zermelo_error(session));
        char *copy = strdup(text);
        assert_non_null(copy);
        assert_int_equal(zermelo_verify(session, copy, &claim), ZERMELO_OK);
        assert_non_null(strstr(claim, rows[i][0]));
        char *changed = strstr(copy, "claim ");
        assert_non_null(changed);
        changed = strpbrk(changed, "0123456789");
        *changed = *changed == '9' ? '0' : (char)(*changed + 1);
        assert_int_not_equal(zermelo_verify(session, copy, NULL), ZERMELO_OK);
        assert_int_equal(zermelo_verify(session, "no certificate", NULL), ZERMELO_BAD_INPUT);
        free(copy);
        zermelo_close(session);
    }
}

/* Plays a game to its end, or for many moves, by numbers that are drawn; returns how many. */
static size_t play_along(zermelo_board *board, unsigned *lots, size_t most)
{
    struct zermelo_ending ending;
    size_t played = 0;
    for (; played < most; played++) {
        size_t count = zermelo_board_moves(board);
        zermelo_board_ending(board, &ending);
        if (ending.over != (count == 0))
            fail_msg("'%s': %zu moves, over: %d", zermelo_board_text(board), count, ending.over);
        if (count == 0)
            break;
        *lots = *lots * 1664525u + 1013904223u;
        char *move = strdup(zermelo_board_move(board, (*lots >> 8) % count));
        assert_non_null(move);
        assert_int_equal(zermelo_board_play(board, move), ZERMELO_OK);
        assert_int_equal(zermelo_board_played(board), played + 1);
        assert_string_equal(zermelo_board_played_move(board, played), move);
        free(move);
    }
    return played;
}

static void every_game_can_be_played(void **state)
{
    (void)state;
    unsigned lots = 1913;
    for (size_t i = 0; zermelo_game(i) != NULL; i++) {
        zermelo *session = session_on(zermelo_game(i), NULL);
        zermelo_board *board = zermelo_board_open(session, NULL, NULL);
        if (board == NULL)
            fail_msg("%s: %s", zermelo_game(i), zermelo_error(session));
        char *start = strdup(zermelo_board_text(board));
        assert_non_null(start);
        size_t played = play_along(board, &lots, 40);
        assert_true(played > 0);
        if (*zermelo_board_drawing(board) == 0)
            fail_msg("%s: no drawing of %s", zermelo_game(i), zermelo_board_text(board));
        const char *svg = zermelo_board_svg(board);
        assert_true(*svg == 0 || strncmp(svg, "<svg", 4) == 0);
        assert_int_equal(zermelo_board_play(board, "no-such-move"), ZERMELO_BAD_INPUT);
        for (; played > 0; played--)
            assert_int_equal(zermelo_board_undo(board), ZERMELO_OK);
        assert_int_equal(zermelo_board_undo(board), ZERMELO_BAD_INPUT);
        assert_string_equal(zermelo_board_text(board), start);
        free(start);
        zermelo_board_close(board);
        zermelo_close(session);
    }
}

/* In nim the player finds the one winning move, and the analysis names it. */
static void players_think(void **state)
{
    (void)state;
    const char *const options[] = {"player=exact", NULL};
    zermelo *session = session_on("nim", NULL);
    zermelo_board *board = zermelo_board_open(session, "3,4,5", options);
    const char *move, *json;
    assert_non_null(board);
    if (zermelo_board_think(board, 0, &move) != ZERMELO_OK)
        fail_msg("%s", zermelo_error(session));
    assert_string_equal(move, "1-2");
    assert_non_null(strstr(zermelo_board_thought(board), "\"proved\":true"));
    assert_int_equal(zermelo_board_analyse(board, 0, &json), ZERMELO_OK);
    assert_non_null(strstr(json, "\"move\":\"1-2\",\"verdict\":\"wins\""));
    assert_non_null(strstr(json, "\"move\":\"1-1\",\"verdict\":\"loses\""));
    assert_int_equal(zermelo_board_play(board, "1-2"), ZERMELO_OK);
    assert_int_equal(zermelo_board_turn(board), 1);
    zermelo_board_close(board);
    board = zermelo_board_open(session, "0", NULL);
    assert_int_equal(zermelo_board_think(board, 0, &move), ZERMELO_BAD_INPUT);
    zermelo_board_close(board);
    zermelo_close(session);
}

static void note_thought(void *context, const char *lines)
{
    ++*(size_t *)context;
    assert_int_equal(strncmp(lines, "[{\"move\":", 9), 0);
}

/* A player keeps to its limits, and tells what it thinks to whoever listens. */
static void thoughts_are_told(void **state)
{
    (void)state;
    const char *const options[] = {"player=alpha-beta", NULL};
    zermelo *session = session_on("dots", NULL);
    zermelo_board *board = zermelo_board_open(session, "3x3", options);
    const char *move;
    size_t told = 0;
    assert_non_null(board);
    zermelo_board_limit(board, 0, 4);
    zermelo_board_on_thought(board, note_thought, &told);
    assert_int_equal(zermelo_board_think(board, 0, &move), ZERMELO_OK);
    assert_true(told > 1);
    assert_non_null(strstr(zermelo_board_thought(board), "\"depth\":4"));
    zermelo_board_on_thought(board, NULL, NULL);
    size_t before = told;
    assert_int_equal(zermelo_board_think(board, 0, &move), ZERMELO_OK);
    assert_int_equal(told, before);
    zermelo_board_close(board);
    zermelo_close(session);
}

/* Reads a value, or fails the test. */
static zermelo_value read_value(zermelo_values *values, const char *text)
{
    zermelo_value value;
    if (zermelo_value_read(values, text, &value) != ZERMELO_OK)
        fail_msg("%s: %s", text, zermelo_values_error(values));
    return value;
}

static void values_are_added_and_compared(void **state)
{
    (void)state;
    zermelo_values *values = zermelo_values_open();
    zermelo_value up = read_value(values, "^"), star = read_value(values, "*"), sum, twice, made;
    const char *json;
    char relation;
    assert_int_equal(zermelo_value_times(values, 2, up, &twice), ZERMELO_OK);
    assert_int_equal(zermelo_value_add(values, twice, star, &sum), ZERMELO_OK);
    assert_string_equal(zermelo_value_text(values, sum), "^^*");
    assert_int_equal(zermelo_value_compare(values, sum, 0, &relation), ZERMELO_OK);
    assert_int_equal(relation, '>');
    assert_int_equal(zermelo_value_compare(values, up, star, &relation), ZERMELO_OK);
    assert_int_equal(relation, '|');
    zermelo_value zero = 0;
    assert_int_equal(zermelo_value_make(values, &zero, 1, &star, 1, &made), ZERMELO_OK);
    assert_int_equal(made, up); /* ^ is {0|*} */
    assert_int_equal(zermelo_value_options(values, up, 1), 1);
    assert_int_equal(zermelo_value_option(values, up, 1, 0), star);
    zermelo_value hot = read_value(values, "{2|-1}"), negative;
    assert_int_equal(zermelo_value_negate(values, hot, &negative), ZERMELO_OK);
    assert_string_equal(zermelo_value_text(values, negative), "{1|-2}");
    assert_int_equal(zermelo_value_json(values, hot, &json), ZERMELO_OK);
    assert_non_null(strstr(json, "\"mean\":\"1/2\""));
    assert_non_null(strstr(json, "\"temperature\":\"3/2\""));
    assert_int_equal(zermelo_value_thermograph(values, hot, &json), ZERMELO_OK);
    assert_non_null(strstr(json, "<svg"));
    assert_int_equal(read_value(values, "[domineering 2x2]"), read_value(values, "{1|-1}"));
    assert_int_equal(zermelo_value_read(values, "1 <", &sum), ZERMELO_BAD_INPUT);
    assert_int_equal(zermelo_value_read(values, "1 < 2", &sum), ZERMELO_BAD_INPUT);
    zermelo_values_close(values);
}

/* One session's work in a thread; what it should be is known. */
static void *open_and_close(void *context)
{
    atomic_int *wrong = context;
    int rounds = getenv("ZM_LONG") != NULL ? 1250 : test_rounds(1250); /* 10,000 in eight threads */
    for (int i = 0; i < rounds; i++) {
        char error[400];
        struct zermelo_answer answer;
        zermelo *session = zermelo_open(i % 2 ? "nim" : "octal", NULL, error, sizeof error);
        if (session == NULL ||
            zermelo_solve(session, i % 2 ? "3,5" : "0.77:5", "nimber", &answer) != 0 ||
            answer.number != (i % 2 ? 6 : 4))
            atomic_fetch_add(wrong, 1);
        zermelo_close(session);
    }
    return NULL;
}

static void sessions_live_in_threads(void **state)
{
    (void)state;
    pthread_t threads[8];
    atomic_int wrong = 0;
    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, &wrong), 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&wrong), 0);
}

/* A session that is stopped once it has told of its progress. */
struct stopped {
    zermelo *session;
    atomic_size_t calls;
    atomic_bool over;
};

static void *stop_when_told(void *context)
{
    struct stopped *stopped = context;
    while (!atomic_load(&stopped->over)) { /* also before it begins, and while it ends */
        if (atomic_load(&stopped->calls) > 0)
            zermelo_stop(stopped->session);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    return NULL;
}

static void count_calls(void *context, const struct zermelo_progress *progress)
{
    struct stopped *stopped = context;
    atomic_fetch_add(&stopped->calls, 1);
    assert_true(progress->seconds >= 0);
}

static void another_thread_stops_a_solve(void **state)
{
    (void)state;
    const char *const options[] = {"memory=64M", NULL};
    struct stopped stopped = {.session = session_on("sprouts", options)};
    struct zermelo_answer answer;
    pthread_t thread;
    zermelo_on_progress(stopped.session, count_calls, &stopped);
    assert_int_equal(pthread_create(&thread, NULL, stop_when_told, &stopped), 0);
    for (int round = 0; round < 2; round++) { /* the second begins while stops come in */
        assert_int_equal(zermelo_solve(stopped.session, "45", NULL, &answer), ZERMELO_STOPPED);
        assert_non_null(strstr(zermelo_answer_json(stopped.session), "\"status\":\"stopped\""));
    }
    atomic_store(&stopped.over, true);
    pthread_join(thread, NULL);
    assert_true(atomic_load(&stopped.calls) > 0);
    zermelo_close(stopped.session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_told),         cmocka_unit_test(certificates_prove),
        cmocka_unit_test(every_game_can_be_played), cmocka_unit_test(players_think),
        cmocka_unit_test(thoughts_are_told),        cmocka_unit_test(values_are_added_and_compared),
        cmocka_unit_test(sessions_live_in_threads), cmocka_unit_test(another_thread_stops_a_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
