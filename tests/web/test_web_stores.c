/* The server's stores, jobs, tables over families and trees of proofs. */
#include "test.h"

#include "web/asks.h"

#include <stdlib.h>
#include <unistd.h>

/* Looks into the store or the table at `path`. */
static void check_looks(struct http *http, const char *path)
{
    char place[100];
    snprintf(place, sizeof place, "%s/entries", path);
    json_t *entries = fetch(http, "POST", place, "{\"count\":3,\"kind\":\"nimber\"}", 200);
    assert_int_equal(json_array_size(json_object_get(entries, "entries")), 3);
    assert_true(json_is_true(json_object_get(entries, "complete")));
    drop(entries);
    drop(fetch(http, "POST", place, "{\"random\":true}", 200));
    drop(fetch(http, "POST", place, "{\"count\":0}", 400));
    snprintf(place, sizeof place, "%s/neighbours", path);
    json_t *found = fetch(http, "POST", place, "{\"position\":\"3x4\"}", 200);
    assert_int_equal(number_of(found, "nimber"), 1);
    json_t *options = json_object_get(found, "options");
    assert_int_equal(json_array_size(options), number_of(found, "count"));
    size_t known = 0;
    for (size_t i = 0; i < json_array_size(options); i++)
        known += json_object_get(json_array_get(options, i), "nimber") != NULL;
    assert_true(known > 0);
    drop(found);
    drop(fetch(http, "POST", place, "{}", 400));
    drop(fetch(http, "POST", place, "{\"position\":\"no position\"}", 422));
}

/* A server with a folder: stores filled, a computation saved. */
static void fill_folder(const struct zm_web_config *config)
{
    struct http http;
    struct zm_web *web = serve(config);
    http_open(&http, zm_web_port(web));
    json_t *stores = fetch(&http, "GET", "/api/stores", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(stores, "stores")), 0);
    drop(stores);
    drop(fetch(&http, "GET", "/api/stores/1", NULL, 404));
    drop(fetch(&http, "POST", "/api/computations",
               "{\"game\":\"cram\",\"position\":\"3x4\",\"options\":{\"compute\":\"nimber\"},"
               "\"comment\":\"small\"}",
               201));
    drop(wait_for(&http, "/api/computations/1", "done", 60));
    check_looks(&http, "/api/computations/1");
    check_looks(&http, "/api/stores/1");
    drop(fetch(&http, "POST", "/api/analyse",
               "{\"game\":\"nim\",\"position\":\"3,4\",\"options\":{\"play\":\"misere\"}}", 200));
    stores = fetch(&http, "GET", "/api/stores", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(stores, "stores")), 2);
    drop(stores);
    drop(fetch(&http, "POST", "/api/stores/2/neighbours", "{\"position\":\"3,4\"}", 422));
    drop(
        fetch(&http, "POST", "/api/computations", "{\"game\":\"cram\",\"position\":\"7x7\"}", 201));
    json_t *saved = fetch(&http, "POST", "/api/computations/2/save", "{}", 200);
    assert_true(json_is_true(json_object_get(saved, "kept")));
    assert_null(json_object_get(saved, "text"));
    drop(saved);
    drop(wait_for(&http, "/api/computations/2", "paused", 60));
    drop(fetch(&http, "POST", "/api/computations/9/save", "{}", 404));
    drop(fetch(&http, "POST", "/api/computations/1/save", "{}", 409));
    json_t *jobs = fetch(&http, "GET", "/api/jobs", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(jobs, "jobs")), 2);
    assert_string_equal(text_of(json_array_get(json_object_get(jobs, "jobs"), 0), "comment"),
                        "small");
    drop(jobs);
    json_t *noted = fetch(&http, "POST", "/api/jobs/2/note", "{\"text\":\"later\"}", 200);
    assert_string_equal(text_of(noted, "comment"), "later");
    drop(noted);
    drop(fetch(&http, "POST", "/api/jobs/2/note", "{\"text\":1}", 400));
    drop(fetch(&http, "POST", "/api/jobs/2/note", "{}", 400));
    drop(fetch(&http, "POST", "/api/jobs/99/note", "{\"text\":\"no\"}", 404));
    http_close(&http);
    zm_web_close(web);
}

/* The number of the store of a game. */
static long long store_of(struct http *http, const char *game)
{
    json_t *stores = fetch(http, "GET", "/api/stores", NULL, 200), *store;
    json_t *list = json_object_get(stores, "stores");
    long long id = 0;
    size_t index;
    assert_int_equal(json_array_size(list), 2);
    json_array_foreach(list, index, store)
    {
        if (strcmp(text_of(store, "game"), game) == 0)
            id = number_of(store, "id");
    }
    drop(stores);
    return id;
}

/* Another server finds the stores and the jobs of the folder, and asks one of them again. */
static void test_stores_and_jobs(void **state)
{
    (void)state;
    char folder[] = "/tmp/zermelo-web-XXXXXX", command[100], path[60];
    assert_non_null(mkdtemp(folder));
    struct zm_web_config config = usual;
    struct http http;
    config.store = folder;
    fill_folder(&config);
    struct zm_web *web = serve(&config);
    http_open(&http, zm_web_port(web));
    snprintf(path, sizeof path, "/api/stores/%lld", store_of(&http, "cram"));
    check_looks(&http, path);
    json_t *store = fetch(&http, "GET", path, NULL, 200);
    assert_true(json_array_size(json_object_get(store, "jobs")) >= 2);
    assert_true(number_of(store, "bytes") > 0);
    drop(store);
    json_t *jobs = fetch(&http, "GET", "/api/jobs", NULL, 200);
    json_t *first = json_array_get(json_object_get(jobs, "jobs"), 0);
    assert_string_equal(text_of(first, "position"), "3x4");
    assert_int_equal(number_of(first, "id"), 1);
    assert_string_equal(text_of(first, "comment"), "small");
    json_t *second = json_array_get(json_object_get(jobs, "jobs"), 1);
    assert_int_equal(number_of(second, "id"), 2);
    assert_string_equal(text_of(second, "comment"), "later");
    drop(jobs);
    json_t *again = fetch(&http, "POST", "/api/jobs/1/start", "{\"paused\":true}", 201);
    assert_string_equal(text_of(json_object_get(again, "request"), "position"), "3x4");
    assert_string_equal(text_of(json_object_get(again, "request"), "compute"), "nimber");
    drop(again);
    drop(fetch(&http, "POST", "/api/jobs/1/start", "{\"paused\":1}", 400));
    drop(fetch(&http, "POST", "/api/jobs/99/start", "{}", 404));
    http_close(&http);
    zm_web_close(web);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* Without a folder: a saved table comes as text, and another search goes on with the table. */
static void test_table_kept(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "POST", "/api/computations",
               "{\"game\":\"cram\",\"position\":\"7x7\",\"paused\":true,\"options\":{\"search\":"
               "\"depth-first\",\"order\":\"hardest\"}}",
               201));
    const char *orders = "/api/computations/1/orders";
    drop(fetch(&http, "POST", orders, "{\"order\":\"arrange\",\"node\":\"no such\"}", 400));
    drop(fetch(&http, "POST", orders, "{\"order\":\"arrange\"}", 400));
    drop(fetch(&http, "POST", orders, "{\"order\":\"arrange\",\"node\":\"given\"}", 202));
    drop(fetch(&http, "POST", orders, "{\"order\":\"resume\"}", 202));
    json_t *saved = fetch(&http, "POST", "/api/computations/1/save", "{}", 200);
    assert_true(json_is_false(json_object_get(saved, "kept")));
    assert_non_null(strstr(text_of(saved, "text"), "cram"));
    drop(saved);
    const char *next =
        "{\"game\":\"cram\",\"position\":\"5x6\",\"table\":1,\"options\":{\"search\":"
        "\"dfpn\"}}";
    drop(fetch(&http, "POST", "/api/computations", next, 422)); /* it has not ended */
    drop(fetch(&http, "POST", orders, "{\"order\":\"stop\"}", 202));
    drop(wait_for(&http, "/api/computations/1", "stopped", 60));
    drop(fetch(&http, "POST", "/api/computations",
               "{\"game\":\"cram\",\"position\":\"5x6\",\"table\":1,\"options\":{\"play\":"
               "\"misere\"}}",
               422)); /* a table of other rules */
    drop(fetch(&http, "POST", "/api/computations", next, 201));
    json_t *done = wait_for(&http, "/api/computations/2", "done", 60);
    assert_string_equal(text_of(json_object_get(done, "answer"), "result"), "win");
    drop(done);
    json_t *gone = fetch(&http, "GET", "/api/computations/1", NULL, 200);
    assert_true(json_is_false(json_object_get(gone, "table")));
    drop(gone);
    http_close(&http);
    zm_web_close(web);
}

static void test_grid(void **state)
{
    (void)state;
    static const char *const nimbers[] = {"1", "1", "0", "1", "1", "4", "1"}; /* of Cram 3xm */
    struct zm_web *web = serve(&usual);
    struct http http;
    char body[300];
    http_open(&http, zm_web_port(web));
    const char *table = "{\"game\":\"cram\",\"pattern\":\"3x{m}\",\"ranges\":[\"m=1..7\"],"
                        "\"options\":{\"compute\":\"nimber\"},\"seconds\":20%s}";
    snprintf(body, sizeof body, table, "");
    json_t *grid = fetch(&http, "POST", "/api/table", body, 200);
    assert_int_equal(number_of(grid, "next"), 7);
    for (size_t i = 0; i < 7; i++)
        assert_string_equal(text_of(json_array_get(json_object_get(grid, "cells"), i), "result"),
                            nimbers[i]);
    drop(grid);
    /* What is known is not asked again, but counts in the search for periods. */
    snprintf(body, sizeof body, table, ",\"known\":[\"7\",\"8\",\"7\",\"8\",\"7\",\"8\",\"7\"]");
    grid = fetch(&http, "POST", "/api/table", body, 200);
    assert_int_equal(json_array_size(json_object_get(grid, "cells")), 0);
    json_t *period = json_array_get(json_object_get(grid, "patterns"), 0);
    assert_int_equal(number_of(period, "period"), 2);
    drop(grid);
    drop(fetch(&http, "POST", "/api/table", "{\"game\":\"cram\"}", 400));
    drop(fetch(&http, "POST", "/api/table",
               "{\"game\":\"cram\",\"pattern\":\"{n}\",\"ranges\":[\"n=1..2\"],\"known\":[1]}",
               400));
    drop(fetch(&http, "POST", "/api/table",
               "{\"game\":\"cram\",\"pattern\":\"{n}\",\"ranges\":[\"x\"]}", 422));
    drop(fetch(&http, "POST", "/api/table",
               "{\"game\":\"cram\",\"pattern\":\"{n}x{m}\",\"ranges\":[\"n=1..99\",\"m=1..99\"]}",
               422));
    drop(fetch(&http, "POST", "/api/table",
               "{\"game\":\"no\",\"pattern\":\"{n}\",\"ranges\":[\"n=1..2\"]}", 422));
    http_close(&http);
    zm_web_close(web);
}

/* The tree of a proof: a won node has one lost option below it, the root of Cram 3x3 all. */
static void test_solution(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    json_t *proof =
        fetch(&http, "POST", "/api/solution", "{\"game\":\"cram\",\"position\":\"3x3\"}", 200);
    assert_true(json_is_true(json_object_get(proof, "verified")));
    json_t *tree = json_object_get(proof, "tree"), *root = json_array_get(tree, 0);
    assert_string_equal(text_of(root, "state"), "loss");
    assert_int_equal(json_array_size(json_object_get(root, "children")), 2);
    for (size_t i = 0; i < json_array_size(tree); i++) {
        json_t *node = json_array_get(tree, i), *children = json_object_get(node, "children");
        for (size_t j = 0; j < json_array_size(children); j++) {
            size_t child = (size_t)json_integer_value(json_array_get(children, j));
            const char *below = text_of(json_array_get(tree, child), "state");
            if (strcmp(text_of(node, "state"), "loss") == 0)
                assert_string_equal(below, "win");
            else
                assert_true(strcmp(below, "loss") == 0 || strcmp(below, "sum") == 0);
        }
        if (strcmp(text_of(node, "state"), "win") == 0)
            assert_int_equal(json_array_size(children), 1);
    }
    drop(proof);
    drop(fetch(&http, "POST", "/api/solution", "{\"game\":\"dots\",\"position\":\"1x1\"}", 422));
    http_close(&http);
    zm_web_close(web);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stores_and_jobs),
        cmocka_unit_test(test_table_kept),
        cmocka_unit_test(test_grid),
        cmocka_unit_test(test_solution),
    };
    schema_load();
    int failed = cmocka_run_group_tests_name("web-stores", tests, NULL, NULL);
    schema_free();
    return failed;
}
