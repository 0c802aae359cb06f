/* The groups of the public interface beyond questions and boards: trees, tables, quotients, stores,
 * matches, the page. As a program uses them: include/zermelo/zermelo.h, and a socket for the page. */
#include "test.h"

#include "web/http.h"
#include "zermelo/zermelo.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static zermelo *session_on(const char *game, const char *const *options)
{
    char error[400] = "";
    zermelo *session = zermelo_open(game, options, error, sizeof error);
    if (session == NULL)
        fail_msg("%s: %s", game, error);
    return session;
}

/* -- trees -- */

/* Is every node of a proof what it is said to be, by its children? */
static void check_proof(zermelo_tree *tree)
{
    assert_true(zermelo_tree_size(tree) > 0);
    for (size_t i = 0; i < zermelo_tree_size(tree); i++) {
        struct zermelo_node node, child;
        assert_int_equal(zermelo_tree_node(tree, i, &node), ZERMELO_OK);
        char outcome[8], why[100];
        snprintf(outcome, sizeof outcome, "%s", node.outcome);
        snprintf(why, sizeof why, "%s", node.why);
        assert_true(*why != 0);
        bool lost = strcmp(outcome, "loss") == 0, components = strncmp(why, "each", 4) == 0;
        if (!lost && strcmp(outcome, "win") != 0)
            fail_msg("node %zu: outcome '%s'", i, outcome);
        for (size_t j = 0; j < node.children; j++) {
            size_t number = zermelo_tree_child(tree, i, j);
            assert_int_equal(zermelo_tree_node(tree, number, &child), ZERMELO_OK);
            assert_string_equal(child.outcome, lost && !components ? "win" : "loss");
        }
        assert_true(lost || node.children <= 1);
    }
}

static void proofs_are_walked_through(void **state)
{
    (void)state;
    const char *const rows[][4] = {
        {"cram", "3x4", "play=normal", "cram 3x4, normal play: win"},
        {"nim", "1,2,3", "play=normal", "nim 1,2,3, normal play: loss"},
        {"sprouts", "3", "play=misere", "sprouts 0*3, misere play: loss"},
        {"nim", "2,2", "play=misere", "nim 2,2, misere play: loss"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *options[] = {rows[i][2], NULL};
        zermelo *session = session_on(rows[i][0], options);
        zermelo_tree *tree = zermelo_tree_open(session, rows[i][1], NULL, 0, 0);
        if (tree == NULL)
            fail_msg("%s", zermelo_error(session));
        assert_string_equal(zermelo_tree_claim(tree), rows[i][3]);
        check_proof(tree);
        zermelo_tree_close(tree);
        zermelo_close(session);
    }
}

static void certificates_are_walked_through(void **state)
{
    (void)state;
    zermelo *session = session_on("cram", NULL);
    const char *text;
    assert_int_equal(zermelo_prove(session, "3x4", "nimber", &text), ZERMELO_OK);
    char *certificate = strdup(text);
    assert_non_null(certificate);
    zermelo_tree *tree = zermelo_tree_of_proof(session, certificate, 0);
    struct zermelo_node node;
    assert_non_null(tree);
    assert_string_equal(zermelo_tree_claim(tree), "cram 3x4, normal play: nimber 1");
    assert_int_equal(zermelo_tree_node(tree, 0, &node), ZERMELO_OK);
    assert_non_null(strstr(node.position, " + *1"));
    assert_string_equal(node.outcome, "loss");
    check_proof(tree);
    size_t size = zermelo_tree_size(tree);
    assert_int_equal(zermelo_tree_node(tree, size, &node), ZERMELO_BAD_INPUT);
    assert_int_equal(zermelo_tree_child(tree, size, 0), 0);
    zermelo_tree_close(tree);
    assert_null(zermelo_tree_of_proof(session, certificate, size - 1));
    assert_non_null(strstr(zermelo_error(session), "more than"));
    char *claim = strstr(certificate, "nimber 1");
    claim[7] = '2';
    assert_null(zermelo_tree_of_proof(session, certificate, 0));
    assert_null(zermelo_tree_of_proof(session, "no certificate", 0));
    assert_null(zermelo_tree_open(session, "3x3", "family", 0, 0));
    free(certificate);
    zermelo_close(session);
    session = session_on("peg", NULL);
    assert_null(zermelo_tree_open(session, NULL, NULL, 0, 0)); /* no certificates for one player */
    assert_true(strlen(zermelo_error(session)) > 0);
    zermelo_close(session);
}

/* All positions after nim 2: 2, 1 and 0, of which the last is the only one lost. */
static void game_trees(void **state)
{
    (void)state;
    zermelo *session = session_on("nim", NULL);
    zermelo_tree *tree = zermelo_tree_open(session, "2", "game", 0, 0);
    struct zermelo_node node;
    assert_non_null(tree);
    assert_int_equal(zermelo_tree_size(tree), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(zermelo_tree_node(tree, i, &node), ZERMELO_OK);
        assert_string_equal(node.outcome, node.children == 0 ? "loss" : "win");
    }
    zermelo_tree_close(tree);
    tree = zermelo_tree_open(session, "9", "game", 1, 0);
    assert_non_null(tree);
    assert_int_equal(zermelo_tree_size(tree), 10); /* one level */
    zermelo_tree_close(tree);
    zermelo_close(session);
}

/* -- tables and quotients -- */

static void tables(void **state)
{
    (void)state;
    zermelo *session = session_on("octal", NULL);
    const char *const ranges[] = {"n=0..3", NULL}, *const long_ranges[] = {"n=1..80", NULL};
    const char *json;
    assert_int_equal(zermelo_table(session, "0.77:{n}", ranges, "nimber", &json), ZERMELO_OK);
    assert_string_equal(json,
                        "{\"game\":\"octal\",\"pattern\":\"0.77:{n}\",\"cells\":["
                        "{\"n\":0,\"position\":\"0.77:0\",\"result\":\"0\"},"
                        "{\"n\":1,\"position\":\"0.77:1\",\"result\":\"1\"},"
                        "{\"n\":2,\"position\":\"0.77:2\",\"result\":\"2\"},"
                        "{\"n\":3,\"position\":\"0.77:3\",\"result\":\"3\"}],\"periods\":[]}");
    assert_int_equal(zermelo_table(session, "0.7:{n}", long_ranges, "nimber", &json), ZERMELO_OK);
    assert_non_null(strstr(json, "candidate period"));
    assert_int_equal(zermelo_table(session, "0.77:{m}", ranges, "nimber", &json),
                     ZERMELO_BAD_INPUT);
    assert_string_equal(json, "");
    assert_int_equal(zermelo_table(session, "0.77:n", NULL, NULL, &json), ZERMELO_BAD_INPUT);
    zermelo_close(session);
}

static void quotients(void **state)
{
    (void)state;
    zermelo *session = session_on("octal", NULL);
    const char *json;
    if (zermelo_quotient(session, "0.123:4", 0, &json) != ZERMELO_OK)
        fail_msg("%s", zermelo_error(session));
    assert_non_null(strstr(json, "\"play\":\"misere\",\"order\":"));
    assert_int_equal(zermelo_quotient(session, "0.77:12", 4, &json), ZERMELO_STOPPED);
    assert_true(strlen(zermelo_error(session)) > 0);
    zermelo_close(session);
    session = session_on("hex", NULL);
    assert_int_equal(zermelo_quotient(session, NULL, 0, &json), ZERMELO_BAD_INPUT);
    zermelo_close(session);
}

/* -- stores -- */

struct seen {
    size_t entries;
    char key[200], value[20];
};

static int see(void *context, const char *kind, const char *key, const char *value)
{
    struct seen *seen = context;
    assert_string_equal(kind, "nimber");
    seen->entries++;
    snprintf(seen->key, sizeof seen->key, "%s", key);
    snprintf(seen->value, sizeof seen->value, "%s", value);
    return 0;
}

static int see_one(void *context, const char *kind, const char *key, const char *value)
{
    see(context, kind, key, value);
    return 1;
}

static void fill(const char *path)
{
    char option[300];
    snprintf(option, sizeof option, "store=%s", path);
    const char *const options[] = {option, NULL};
    struct zermelo_answer answer;
    for (int round = 0; round < 2; round++) { /* the second time it is all there */
        zermelo *session = session_on("grundy", options);
        assert_int_equal(zermelo_solve(session, "20", "nimber", &answer), ZERMELO_OK);
        assert_int_equal(answer.number, 0); /* A002188 */
        assert_true(round == 0 ? answer.nodes > 0 : answer.nodes == 0);
        zermelo_close(session);
    }
}

static void stores(void **state)
{
    (void)state;
    char folder[] = "/tmp/zermelo-groups-XXXXXX", path[100], error[400];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/results", folder);
    fill(path);
    zermelo_store *store = zermelo_store_open(path, error, sizeof error);
    struct seen all = {0}, one = {0};
    const char *json, *value;
    assert_non_null(store);
    assert_int_equal(zermelo_store_info(store, &json), ZERMELO_OK);
    assert_int_equal(strncmp(json, "{\"game\":\"grundy\",", 17), 0);
    assert_int_equal(zermelo_store_each(store, see, &all), ZERMELO_OK);
    assert_int_equal(zermelo_store_each(store, see_one, &one), ZERMELO_OK);
    assert_true(all.entries > 5);
    assert_int_equal(one.entries, 1);
    assert_int_equal(zermelo_store_get(store, "nimber", all.key, &value), ZERMELO_OK);
    assert_string_equal(value, all.value);
    assert_int_equal(zermelo_store_get(store, "nimber", "200", &value), ZERMELO_OK);
    assert_null(value);
    assert_int_equal(zermelo_store_get(store, "nimber", "heap", &value), ZERMELO_BAD_INPUT);
    assert_int_equal(zermelo_store_get(store, "number", "20", &value), ZERMELO_BAD_INPUT);
    assert_int_equal(zermelo_store_check(store, &json), ZERMELO_OK);
    assert_non_null(strstr(json, "\"wrong\":0"));
    zermelo_store_close(store);
    snprintf(path, sizeof path, "%s/nothing", folder);
    assert_null(zermelo_store_open(path, error, sizeof error));
    assert_non_null(strstr(error, "nothing"));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/results%s", folder, i == 0 ? "" : "-lock");
        remove(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* -- archives -- */

static void archives(void **state)
{
    (void)state;
    static const char games[] = "f5d6c3d3c4\nf5f6e6f4\nf5d6c5\nf5a1\n";
    char folder[] = "/tmp/zermelo-groups-XXXXXX", path[100], report[400], error[400];
    const char *const wishes[] = {"moves=f5d6", NULL}, *const wrong[] = {"colour=red", NULL};
    const char *json;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/games", folder);
    if (zermelo_archive_import(path, "othello", "lines", games, sizeof games - 1, report,
                               sizeof report) != ZERMELO_OK)
        fail_msg("%s", report);
    assert_non_null(strstr(report, "3 games came in, 1 did not"));
    assert_int_equal(zermelo_archive_import(path, "othello", "lines", games, sizeof games - 1,
                                            report, sizeof report),
                     ZERMELO_BAD_INPUT); /* it is there */
    zermelo_archive *archive = zermelo_archive_open(path, error, sizeof error);
    if (archive == NULL)
        fail_msg("%s", error);
    assert_int_equal(zermelo_archive_size(archive), 3);
    assert_int_equal(zermelo_archive_game(archive, 1, &json), ZERMELO_OK);
    assert_non_null(strstr(json, "\"line\":\"f5 d6 c3 d3 c4\""));
    assert_int_equal(zermelo_archive_game(archive, 4, &json), ZERMELO_BAD_INPUT);
    assert_int_equal(zermelo_archive_search(archive, wishes, 1, &json), ZERMELO_OK);
    assert_int_equal(strncmp(json, "{\"found\":2,\"games\":[{\"game\":1,", 30), 0);
    assert_int_equal(zermelo_archive_position(archive, "f5", NULL, &json), ZERMELO_OK);
    assert_non_null(strstr(json, "\"games\":2,\"move\":\"d6\""));
    assert_int_equal(zermelo_archive_search(archive, wrong, 0, &json), ZERMELO_BAD_INPUT);
    assert_non_null(strstr(zermelo_archive_error(archive), "colour=red"));
    zermelo_archive_close(archive);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/games%s", folder, i == 0 ? "" : "-lock");
        remove(path);
    }
    assert_null(zermelo_archive_open(path, error, sizeof error));
    assert_int_equal(rmdir(folder), 0);
}

/* -- matches -- */

static void matches(void **state)
{
    (void)state;
    zermelo *session = session_on("nim", NULL);
    const char *const options[] = {"games=4", "start=3,4,5", "openings=random:0", NULL};
    const char *json;
    if (zermelo_match(session, "level=perfect", "level=perfect", options, &json) != ZERMELO_OK)
        fail_msg("%s", zermelo_error(session));
    /* who begins wins 3,4,5: each player once of two */
    assert_non_null(strstr(json, "\"games\":4,\"wins\":[2,2],\"draws\":0"));
    assert_non_null(strstr(json, "\"end\":\"rules\",\"start\":\"3,4,5\",\"moves\":\"1-2 "));
    assert_int_equal(zermelo_match(session, "player=nobody", "", options, &json),
                     ZERMELO_BAD_INPUT);
    assert_non_null(strstr(zermelo_error(session), "nobody"));
    const char *const wrong[] = {"games=many", NULL};
    assert_int_equal(zermelo_match(session, "", "", wrong, &json), ZERMELO_BAD_INPUT);
    zermelo_close(session);
}

/* -- the page -- */

static int take_moves(void *context, const char *position, int side, zermelo_sink *sink)
{
    (void)context;
    (void)side;
    int heap = atoi(position);
    if (heap == 13)
        return zermelo_add_problem(sink, "thirteen is bad");
    for (int taken = 1; taken <= 3 && taken <= heap; taken++) {
        char name[20], next[20];
        snprintf(name, sizeof name, "%d", taken);
        snprintf(next, sizeof next, "%d", heap - taken);
        if (zermelo_add_move(sink, name, next) != 0)
            return 1;
    }
    return 0;
}

/* Asks the page; the answer must have this status, and this text in it. */
static void ask(struct http *http, const char *method, const char *path, const char *body,
                int status, const char *expected)
{
    int came = http_ask(http, method, path, "", body);
    const char *text = zm_buffer_string(&http->body);
    if (came != status || strstr(text, expected) == NULL)
        fail_msg("%s %s: status %d, expected %d with '%s': %s", path, body == NULL ? "" : body,
                 came, status, expected, text);
}

static void the_page_is_served(void **state)
{
    (void)state;
    char error[400];
    const char *const options[] = {"port=0", "rate=0", NULL}, *const wrong[] = {"harbour=1", NULL};
    struct zermelo_callbacks calls = {
        .size = sizeof calls, .name = "take", .start = "10", .moves = take_moves};
    zermelo_made *game = zermelo_game_new(&calls, error, sizeof error);
    zermelo_made *const games[] = {game, NULL}, *const twice[] = {game, game, NULL};
    assert_null(zermelo_serve(twice, options, error, sizeof error));
    assert_non_null(strstr(error, "two games"));
    assert_null(zermelo_serve(games, wrong, error, sizeof error));
    zermelo_server *server = zermelo_serve(games, options, error, sizeof error);
    unsigned port = 0;
    if (server == NULL)
        fail_msg("%s", error);
    assert_int_equal(sscanf(zermelo_server_address(server), "http://127.0.0.1:%u/#/play", &port),
                     1);
    assert_non_null(strstr(zermelo_server_address(server), "game=take"));
    struct http http;
    http_open(&http, (uint16_t)port);
    ask(&http, "GET", "/", NULL, 200, "<html");
    ask(&http, "GET", "/api/games", NULL, 200, "{\"games\":[{\"name\":\"take\"");
    ask(&http, "POST", "/api/position", "{\"game\":\"take\",\"moves\":[\"3\"]}", 200,
        "\"position\":\"7\"");
    ask(&http, "POST", "/api/analyse", "{\"game\":\"take\",\"position\":\"7\"}", 200, "\"win\"");
    ask(&http, "POST", "/api/position", "{\"game\":\"nim\"}", 200, "\"moves\"");
    /* a callback that fails is named, and the next question finds all well */
    ask(&http, "POST", "/api/position", "{\"game\":\"take\",\"position\":\"13\"}", 422,
        "moves of '13': thirteen is bad");
    ask(&http, "POST", "/api/analyse", "{\"game\":\"take\",\"position\":\"14\"}", 422,
        "moves of '13': thirteen is bad");
    ask(&http, "POST", "/api/analyse", "{\"game\":\"take\",\"position\":\"12\"}", 200, "\"loss\"");
    http_close(&http);
    zermelo_server_close(server);
    zermelo_game_free(game);
}

/* -- stopping -- */

static void *stop_soon(void *session)
{
    struct timespec pause = {.tv_nsec = 300000000};
    nanosleep(&pause, NULL);
    zermelo_stop(session);
    return NULL;
}

/* What another thread stops ends, and the session goes on. */
static void long_answers_are_stopped(void **state)
{
    (void)state;
    const char *const ranges[] = {"n=40..60", NULL};
    const char *const options[] = {"games=1000000", NULL};
    const char *json;
    struct zermelo_answer answer;
    for (int what = 0; what < 3; what++) {
        zermelo *session = session_on("sprouts", NULL);
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, stop_soon, session), 0);
        int status = what == 0 ? zermelo_table(session, "{n}", ranges, NULL, &json)
                     : what == 1
                         ? zermelo_match(session, "level=easy", "level=easy", options, &json)
                         : (zermelo_tree_open(session, "40", NULL, 0, 0) == NULL ? ZERMELO_STOPPED
                                                                                 : ZERMELO_OK);
        pthread_join(thread, NULL);
        assert_int_equal(status, ZERMELO_STOPPED);
        assert_int_equal(zermelo_solve(session, "2", NULL, &answer), ZERMELO_OK);
        zermelo_close(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_are_walked_through),
        cmocka_unit_test(certificates_are_walked_through),
        cmocka_unit_test(game_trees),
        cmocka_unit_test(tables),
        cmocka_unit_test(quotients),
        cmocka_unit_test(stores),
        cmocka_unit_test(archives),
        cmocka_unit_test(matches),
        cmocka_unit_test(the_page_is_served),
        cmocka_unit_test(long_answers_are_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
