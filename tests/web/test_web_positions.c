/* The server from outside, over sockets: positions with their moves and pictures, and the files of the
 * page. */
#include "test.h"

#include "web/asks.h"

#include <jansson.h>

static void test_positions(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "GET", "/api/about", NULL, 200));
    json_t *games = fetch(&http, "GET", "/api/games", NULL, 200);
    assert_true(json_array_size(json_object_get(games, "games")) >= 2);
    drop(games);

    json_t *position =
        fetch(&http, "POST", "/api/position",
              "{\"game\":\"cram\",\"position\":\"2x2\",\"moves\":[\"a1-b1\",\"a2-b2\"]}", 200);
    assert_string_equal(text_of(position, "position"), "GG/GG");
    assert_true(json_is_true(json_object_get(position, "over")));
    assert_int_equal(number_of(position, "winner"), 1);
    assert_string_equal(text_of(position, "result"), "loss");
    drop(position);
    position = fetch(&http, "POST", "/api/position",
                     "{\"game\":\"cram\",\"position\":\"2x2\",\"options\":{\"play\":\"misere\"},"
                     "\"moves\":[\"a1-b1\",\"a2-b2\"]}",
                     200);
    assert_int_equal(number_of(position, "winner"), 0);
    drop(position);

    json_t *analysis = fetch(&http, "POST", "/api/analyse",
                             "{\"game\":\"nim\",\"position\":\"3,4,5\","
                             "\"options\":{\"compute\":\"nimber\"}}",
                             200);
    assert_int_equal(number_of(analysis, "result"), 2); /* 3 xor 4 xor 5 */
    assert_int_equal(json_array_size(json_object_get(analysis, "components")), 3);
    size_t index;
    json_t *move;
    int winning = 0;
    json_array_foreach(json_object_get(analysis, "moves"), index, move)
    {
        if (strcmp(text_of(move, "verdict"), "wins") == 0) {
            winning++;
            assert_string_equal(text_of(move, "move"), "1-2"); /* 1,4,5 */
        }
    }
    assert_int_equal(winning, 1);
    drop(analysis);

    json_t *choice =
        fetch(&http, "POST", "/api/choose", "{\"game\":\"nim\",\"position\":\"3,4,5\"}", 200);
    assert_string_equal(text_of(choice, "move"), "1-2");
    assert_true(json_is_true(json_object_get(choice, "proved")));
    drop(choice);
    choice = fetch(&http, "POST", "/api/choose",
                   "{\"game\":\"cram\",\"position\":\"7x9\",\"seconds\":0.1}", 200);
    assert_true(json_is_false(json_object_get(choice, "proved")));
    assert_true(json_is_real(json_object_get(choice, "chance")));
    drop(choice);
    choice = fetch(&http, "POST", "/api/choose",
                   "{\"game\":\"dots\",\"position\":\"5x5\",\"seconds\":0.1}", 200);
    assert_true(json_is_false(json_object_get(choice, "proved")));
    assert_true(json_is_real(json_object_get(choice, "ahead")));
    drop(choice);

    /* At a low level it does not say what the solver knows; a level or a player that is none is
     * refused. */
    choice =
        fetch(&http, "POST", "/api/choose",
              "{\"game\":\"nim\",\"position\":\"30,41,52\",\"options\":{\"level\":\"easy\"}}", 200);
    assert_true(json_is_false(json_object_get(choice, "proved")));
    assert_string_equal(text_of(choice, "source"), "playouts");
    drop(choice);
    choice = fetch(&http, "POST", "/api/choose",
                   "{\"game\":\"hex\",\"position\":\"3x3\",\"seconds\":5,\"options\":{\"player\":"
                   "\"alpha-beta\",\"level\":10}}",
                   200);
    assert_string_equal(text_of(choice, "source"), "alpha-beta");
    assert_string_equal(text_of(choice, "fate"), "win");
    assert_true(json_array_size(json_object_get(choice, "line")) > 1);
    drop(choice);
    drop(fetch(&http, "POST", "/api/choose", "{\"game\":\"hex\",\"options\":{\"level\":\"11\"}}",
               422));
    drop(fetch(&http, "POST", "/api/choose", "{\"game\":\"hex\",\"options\":{\"player\":\"me\"}}",
               422));

    /* Too hard for the time given: it comes back all the same, and says so; its moves are guessed.
     */
    analysis = fetch(&http, "POST", "/api/analyse",
                     "{\"game\":\"cram\",\"position\":\"7x9\",\"seconds\":0.5}", 200);
    assert_true(json_is_null(json_object_get(analysis, "result")));
    assert_string_equal(text_of(analysis, "status"), "stopped");
    move = json_array_get(json_object_get(analysis, "moves"), 0);
    assert_string_equal(text_of(move, "verdict"), "unknown");
    assert_true(json_is_false(json_object_get(move, "proved")));
    assert_true(json_is_real(json_object_get(move, "chance")));
    drop(analysis);
    http_close(&http);
    zm_web_close(web);
}

/* The pictures of the moves before come along when they are asked for, the last one at the end, each
 * as it is when it is asked for alone. */
static void test_past(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    json_t *whole = fetch(&http, "POST", "/api/position",
                          "{\"game\":\"dots\",\"position\":\"2x2\",\"past\":true,"
                          "\"moves\":[\"a1b1\",\"a1a2\",\"b1b2\",\"a2b2\"]}",
                          200);
    json_t *past = json_object_get(whole, "past");
    static const char *const before[] = {"[]", "[\"a1b1\"]", "[\"a1b1\",\"a1a2\"]",
                                         "[\"a1b1\",\"a1a2\",\"b1b2\"]"};
    assert_int_equal(json_array_size(past), 4);
    for (size_t i = 0; i < 4; i++) {
        char body[200];
        snprintf(body, sizeof body, "{\"game\":\"dots\",\"position\":\"2x2\",\"moves\":%s}",
                 before[i]);
        json_t *one = fetch(&http, "POST", "/api/position", body, 200);
        assert_string_equal(text_of(json_array_get(past, i), "svg"), text_of(one, "svg"));
        assert_int_equal(number_of(json_array_get(past, i), "turn"), number_of(one, "turn"));
        assert_null(json_object_get(one, "past"));
        drop(one);
    }
    drop(whole);
    http_close(&http);
    zm_web_close(web);
}

/* A board that is too large to be solved is judged, not refused. */
static void test_judged(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    json_t *answer =
        fetch(&http, "POST", "/api/analyse",
              "{\"game\":\"go\",\"position\":\"7x7\",\"moves\":[\"d4\"],\"seconds\":0.3}", 200);
    assert_true(json_is_null(json_object_get(answer, "result")));
    assert_int_equal(json_array_size(json_object_get(answer, "moves")), 49); /* 48 points, a pass */
    drop(answer);
    http_close(&http);
    zm_web_close(web);
}

/* Files of the page come packed to whoever reads gzip, and as they are to others. */
static void test_packed(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    assert_int_equal(http_ask(&http, "GET", "/play.js", "", NULL), 200);
    size_t plain = http.body.size;
    assert_null(strstr(zm_buffer_string(&http.head), "Content-Encoding"));
    assert_int_equal(http_ask(&http, "GET", "/play.js", "Accept-Encoding: br, gzip\r\n", NULL),
                     200);
    assert_non_null(strstr(zm_buffer_string(&http.head), "Content-Encoding: gzip"));
    assert_true(http.body.size < plain / 2);
    assert_int_equal(http.body.data[0], 0x1f); /* how gzip begins */
    assert_int_equal(http.body.data[1], 0x8b);
    assert_int_equal(http_ask(&http, "GET", "/play.js", "Accept-Encoding: gzip;q=0\r\n", NULL),
                     200);
    assert_int_equal(http.body.size, plain);
    http_close(&http);
    zm_web_close(web);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_past),
        cmocka_unit_test(test_judged),
        cmocka_unit_test(test_packed),
    };
    schema_load();
    int failed = cmocka_run_group_tests_name("web-positions", tests, NULL, NULL);
    schema_free();
    return failed;
}
