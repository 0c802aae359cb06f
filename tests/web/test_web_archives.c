/* Archives of games, a book and whole games, asked of the server: what it was started with and
 * nothing else, each answer beside what the games themselves say. */
#include "test.h"

#include "engines/othello/book.h"
#include "tests/records/archive_lab.h"
#include "web/asks.h"

#include <stdlib.h>
#include <unistd.h>

static char book_path[80];

/* Three games: two by Ann, two of 1998, two that begin with f5 d6, one of them turned. */
static const char games[] =
    "(;GM[Othello]PC[Lab cup]DT[1997]PB[Ann]PW[Bert]RE[+6.00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[f5]W[d6]B[c3]W[d3];)\n"
    "(;GM[Othello]PC[Lab cup]DT[1998]PB[Bert]PW[Ann]RE[-4.00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[c4]W[e3]B[f4];)\n"
    "(;GM[Othello]PC[Other open]DT[1998]PB[Cora]PW[Dan]RE[0.00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[f5]W[f6]B[e6];)\n";

/* A book that learned two lines. */
static void write_book(void)
{
    struct zm_run run;
    struct othello_judge judge;
    struct othello_book book;
    struct othello_line line;
    struct zm_buffer text = {0};
    zm_run_begin(&run);
    assert_int_equal(othello_judge_open(&judge, 1, 4, &run, NULL), ZM_OK);
    othello_book_open(&book, &judge);
    assert_int_equal(othello_line_read("f5d6c3d3", &line, NULL), ZM_OK);
    assert_int_equal(othello_book_learn(&book, &line, 0, true, 8, NULL), ZM_OK);
    assert_int_equal(othello_line_read("f5f6", &line, NULL), ZM_OK);
    assert_int_equal(othello_book_learn(&book, &line, 0, false, 0, NULL), ZM_OK);
    othello_book_write(&book, &text);
    FILE *file = fopen(book_path, "w");
    assert_non_null(file);
    fwrite(text.data, 1, text.size, file);
    fclose(file);
    zm_buffer_free(&text);
    othello_book_close(&book);
    othello_judge_close(&judge);
}

static int begin(void **state)
{
    struct zm_buffer report = {0};
    struct zm_error error = {0};
    lab_begin(state);
    snprintf(book_path, sizeof book_path, "%s.book", lab_path);
    if (lab_import("lab.ggf", zm_bytes(games, strlen(games)), NULL, &report, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_non_null(strstr(zm_buffer_string(&report), "3 games came in"));
    zm_buffer_free(&report);
    write_book();
    return 0;
}

static int end(void **state)
{
    remove(book_path);
    return lab_end(state);
}

static struct zm_web *serve_lab(struct http *http)
{
    struct zm_web_config config = usual;
    config.archives = lab_path;
    config.book = book_path;
    struct zm_web *web = serve(&config);
    http_open(http, zm_web_port(web));
    return web;
}

static long long found(struct http *http, const char *body)
{
    json_t *answer = fetch(http, "POST", "/api/archives/1/search", body, 200);
    long long count = number_of(answer, "found");
    assert_int_equal(json_array_size(json_object_get(answer, "games")), count);
    drop(answer);
    return count;
}

static void test_search(void **state)
{
    (void)state;
    struct http http;
    struct zm_web *web = serve_lab(&http);
    json_t *list = fetch(&http, "GET", "/api/archives", NULL, 200);
    json_t *first = json_array_get(json_object_get(list, "archives"), 0);
    assert_string_equal(text_of(first, "game"), "othello");
    assert_int_equal(number_of(first, "games"), 3);
    assert_null(strchr(text_of(first, "name"), '/'));
    drop(list);
    assert_int_equal(found(&http, "{}"), 3);
    assert_int_equal(found(&http, "{\"player\":\"ann\"}"), 2);
    assert_int_equal(found(&http, "{\"first\":\"ann\"}"), 1);
    assert_int_equal(found(&http, "{\"second\":\"dan\"}"), 1);
    assert_int_equal(found(&http, "{\"event\":\"cup\",\"year\":\"1998\"}"), 1);
    assert_int_equal(found(&http, "{\"year\":\"1990-1997\"}"), 1);
    assert_int_equal(found(&http, "{\"result\":\"draw\"}"), 1);
    assert_int_equal(found(&http, "{\"position\":\"f5d6\"}"), 2); /* one of them is turned */
    assert_int_equal(found(&http, "{\"position\":\"f5d6\",\"player\":\"cora\"}"), 0);
    json_t *page = fetch(&http, "POST", "/api/archives/1/search", "{\"from\":1,\"count\":1}", 200);
    assert_int_equal(number_of(page, "found"), 3);
    json_t *game = json_array_get(json_object_get(page, "games"), 0);
    assert_int_equal(number_of(game, "game"), 2);
    drop(page);
    http_close(&http);
    zm_web_close(web);
}

/* What was played at a position, and a game with its moves. */
static void test_position_and_game(void **state)
{
    (void)state;
    struct http http;
    struct zm_web *web = serve_lab(&http);
    json_t *answer =
        fetch(&http, "POST", "/api/archives/1/search", "{\"position\":\"f5\",\"count\":0}", 200);
    json_t *position = json_object_get(answer, "position");
    json_t *moves = json_object_get(position, "moves"), *move = json_array_get(moves, 0);
    assert_int_equal(number_of(position, "games"), 3);
    assert_int_equal(number_of(position, "draws"), 1);
    assert_int_equal(json_array_size(moves), 2);
    assert_string_equal(text_of(move, "move"), "d6");
    assert_int_equal(number_of(move, "games"), 2);
    assert_true(json_real_value(json_object_get(move, "margin")) == 1); /* +6 and -4 */
    drop(answer);
    json_t *game = fetch(&http, "POST", "/api/archives/1/game", "{\"game\":2}", 200);
    json_t *line = json_object_get(game, "line");
    assert_int_equal(json_array_size(line), 3);
    assert_string_equal(json_string_value(json_array_get(line, 1)), "e3");
    assert_string_equal(json_string_value(json_array_get(json_object_get(game, "players"), 1)),
                        "Ann");
    drop(game);
    http_close(&http);
    zm_web_close(web);
}

static void test_book(void **state)
{
    (void)state;
    struct http http;
    struct zm_web *web = serve_lab(&http);
    json_t *node = fetch(&http, "POST", "/api/book", "{\"moves\":\"d3\"}", 200); /* f5, turned */
    assert_true(json_is_true(json_object_get(node, "known")));
    assert_int_equal(number_of(node, "games"), 2);
    json_t *move;
    size_t index, inside = 0, best = 0;
    json_array_foreach(json_object_get(node, "moves"), index, move)
    {
        inside += json_is_true(json_object_get(move, "inside"));
        best += number_of(move, "score") == number_of(node, "score");
    }
    assert_int_equal(inside, 2);
    assert_true(best > 0); /* the score is the best of what the moves lead to */
    drop(node);
    node = fetch(&http, "POST", "/api/book", "{\"moves\":\"f5f4\"}", 200);
    assert_true(json_is_false(json_object_get(node, "known")));
    drop(node);
    drop(fetch(&http, "POST", "/api/book", "{\"moves\":\"a1\"}", 422));
    http_close(&http);
    zm_web_close(web);
}

/* Test 5 of tests/engines/test_othello_archive.c in short: the losses are what the scores say. */
static void test_review(void **state)
{
    (void)state;
    struct http http;
    struct zm_web *web = serve(&usual);
    http_open(&http, zm_web_port(web));
    json_t *review =
        fetch(&http, "POST", "/api/review",
              "{\"game\":\"othello\",\"moves\":\"f5d6c3d3c4f4c5b3c2\",\"depth\":2,\"exact\":0,"
              "\"mistake\":1,\"seconds\":20}",
              200);
    json_t *moves = json_object_get(review, "moves"), *lost = json_object_get(review, "lost"),
           *move;
    long long sums[2] = {0, 0}, first = 0;
    size_t index;
    assert_int_equal(json_array_size(moves), 9);
    json_array_foreach(moves, index, move)
    {
        bool black = strcmp(text_of(move, "side"), "first") == 0;
        assert_int_equal(black, index % 2 == 0);
        long long more = number_of(move, "before") - number_of(move, "after");
        long long loss = black ? more : -more;
        assert_int_equal(number_of(move, "loss"), loss < 0 ? 0 : loss);
        sums[!black] += number_of(move, "loss");
        if (first == 0 && number_of(move, "loss") > 0)
            first = (long long)index + 1;
    }
    assert_int_equal(json_integer_value(json_array_get(lost, 0)), sums[0]);
    assert_int_equal(json_integer_value(json_array_get(lost, 1)), sums[1]);
    assert_int_equal(json_integer_value(json_object_get(review, "first")), first);
    assert_non_null(strstr(text_of(review, "record"), "B[f5/"));
    drop(review);
    review = fetch(
        &http, "POST", "/api/review",
        "{\"game\":\"othello\",\"moves\":\"f5d6c3d3c4f4c5b3c2\",\"depth\":30,\"seconds\":0.01}",
        200);
    assert_string_equal(text_of(review, "status"), "stopped");
    drop(review);
    drop(fetch(&http, "POST", "/api/review", "{\"game\":\"othello\",\"moves\":\"f5z9\"}", 422));
    drop(fetch(&http, "POST", "/api/review", "{\"game\":\"nim\"}", 422));
    drop(fetch(&http, "POST", "/api/review", "{\"game\":\"no\"}", 422));
    drop(fetch(&http, "POST", "/api/review", "{\"game\":\"othello\",\"moves\":5}", 400));
    drop(fetch(&http, "POST", "/api/review", "{\"game\":\"othello\",\"depth\":99}", 400));
    drop(fetch(&http, "POST", "/api/review", "{\"moves\":\"f5\"}", 400));
    http_close(&http);
    zm_web_close(web);
}

/* Nothing but what the server was started with, and every wrong request answered. */
static void test_refused(void **state)
{
    (void)state;
    struct http http;
    char away[80];
    struct zm_web *web = serve_lab(&http);
    snprintf(away, sizeof away, "%s.away", lab_path);
    drop(fetch(&http, "POST", "/api/archives/0/search", "{}", 404));
    drop(fetch(&http, "POST", "/api/archives/2/search", "{}", 404));
    drop(fetch(&http, "POST", "/api/archives/1/search", "{\"year\":\"then\"}", 422));
    drop(fetch(&http, "POST", "/api/archives/1/search", "{\"result\":\"lost\"}", 422));
    drop(fetch(&http, "POST", "/api/archives/1/search", "{\"count\":201}", 400));
    drop(fetch(&http, "POST", "/api/archives/1/search", "{\"player\":1}", 400));
    drop(fetch(&http, "POST", "/api/archives/1/search", "{\"position\":\"z9\"}", 422));
    drop(fetch(&http, "POST", "/api/archives/1/game", "{\"game\":4}", 404));
    drop(fetch(&http, "POST", "/api/archives/1/game", "{}", 404));
    assert_int_equal(rename(lab_path, away), 0);
    drop(fetch(&http, "POST", "/api/archives/1/search", "{}", 503));
    assert_int_equal(rename(away, lab_path), 0);
    assert_int_equal(found(&http, "{}"), 3);
    http_close(&http);
    zm_web_close(web);
    web = serve(&usual);
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "POST", "/api/archives/1/search", "{}", 404));
    drop(fetch(&http, "POST", "/api/book", "{}", 404));
    http_close(&http);
    zm_web_close(web);
}

/* A server does not begin with what is no archive or no book. */
static void test_begin(void **state)
{
    (void)state;
    struct zm_web *web;
    struct zm_error error = {0};
    char twice[150];
    struct zm_web_config config = usual;
    config.archives = "/tmp/no such archive";
    assert_int_equal(zm_web_open(&config, &web, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "there is no archive"));
    config.archives = book_path;
    assert_int_equal(zm_web_open(&config, &web, &error), ZM_BAD_INPUT);
    snprintf(twice, sizeof twice, "%s,%s", lab_path, lab_path);
    config.archives = twice;
    assert_int_equal(zm_web_open(&config, &web, &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "twice"));
    config.archives = NULL;
    config.book = lab_path;
    assert_int_equal(zm_web_open(&config, &web, &error), ZM_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search),  cmocka_unit_test(test_position_and_game),
        cmocka_unit_test(test_book),    cmocka_unit_test(test_review),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_begin),
    };
    schema_load();
    int failed = cmocka_run_group_tests_name("web archives", tests, begin, end);
    schema_free();
    return failed;
}
