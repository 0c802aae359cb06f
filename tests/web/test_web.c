/* The server from outside, over sockets: what is answered, computations steered, and what the
 * OpenAPI file says of all that. */
#include "test.h"

#include "cluster/link.h"
#include "proof/check/certificate.h"
#include "proof/check/verify.h"
#include "store/store.h"
#include "web/asks.h"
#include "web/routes.h"

#include <jansson.h>
#include <glob.h>
#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* -- proofs -- */

/* A certificate as it came, checked by the library as `zermelo verify` does. */
static void check_certificate(json_t *proof, enum zm_claim claim)
{
    const char *text = text_of(proof, "certificate");
    struct zm_certificate certificate;
    struct zm_error error = {0};
    FILE *file = fmemopen((void *)text, strlen(text), "r");
    assert_non_null(file);
    if (zm_certificate_read(&certificate, file, "proof", NULL, &error) != ZM_OK ||
        zm_verify(&certificate, NULL, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_int_equal(certificate.claim, claim);
    assert_int_equal(certificate.entries.count, number_of(proof, "entries"));
    assert_true(json_is_true(json_object_get(proof, "verified")));
    zm_certificate_free(&certificate);
    fclose(file);
}

static void test_proofs(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    json_t *proof =
        fetch(&http, "POST", "/api/proof", "{\"game\":\"cram\",\"position\":\"4x5\"}", 200);
    assert_string_equal(text_of(proof, "result"), "win");
    check_certificate(proof, ZM_CLAIM_WIN);
    drop(proof);
    proof =
        fetch(&http, "POST", "/api/proof",
              "{\"game\":\"cram\",\"position\":\"3x4\",\"options\":{\"play\":\"misere\"}}", 200);
    check_certificate(proof,
                      strcmp(text_of(proof, "result"), "win") == 0 ? ZM_CLAIM_WIN : ZM_CLAIM_LOSS);
    drop(proof);
    proof = fetch(&http, "POST", "/api/proof",
                  "{\"game\":\"cram\",\"position\":\"7x9\",\"seconds\":0.5}", 200);
    assert_string_equal(text_of(proof, "status"), "stopped");
    assert_true(json_is_false(json_object_get(proof, "verified")));
    assert_null(json_object_get(proof, "certificate"));
    drop(proof);
    drop(fetch(&http, "POST", "/api/proof", "{\"game\":\"dots\",\"position\":\"1x1\"}", 422));
    drop(fetch(&http, "POST", "/api/proof", "{\"game\":\"cram\",\"seconds\":60}", 400));
    drop(fetch(&http, "POST", "/api/computations/1/proof", "{}", 404));

    /* Of a computation, out of its table. */
    const char *path = "/api/computations/1/proof";
    drop(fetch(&http, "POST", "/api/computations",
               "{\"game\":\"cram\",\"position\":\"5x5\",\"paused\":true,"
               "\"options\":{\"compute\":\"nimber\"}}",
               201));
    drop(fetch(&http, "POST", path, "{}", 409));
    drop(fetch(&http, "POST", "/api/computations/1/orders", "{\"order\":\"resume\"}", 202));
    drop(wait_for(&http, "/api/computations/1", "done", 60));
    for (int i = 0; i < 2; i++) {
        proof = fetch(&http, "POST", path, "{}", 200);
        assert_int_equal(number_of(proof, "result"), 0);
        check_certificate(proof, ZM_CLAIM_NIMBER);
        drop(proof);
    }
    drop(fetch(&http, "DELETE", "/api/computations/1", NULL, 200));
    http_close(&http);
    zm_web_close(web);
}

/* -- computations -- */

static void test_computation(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    json_t *started = fetch(&http, "POST", "/api/computations",
                            "{\"game\":\"cram\",\"position\":\"5x5\",\"paused\":true,"
                            "\"options\":{\"search\":\"depth-first\"}}",
                            201);
    assert_int_equal(number_of(started, "id"), 1);
    assert_string_equal(text_of(started, "status"), "paused");
    drop(started);
    pause_for(300);
    json_t *before = fetch(&http, "GET", "/api/computations/1", NULL, 200);
    assert_true(number_of(before, "nodes") <= 1);
    for (int i = 0; i < 20; i++) {
        drop(fetch(&http, "POST", "/api/computations/1/orders", "{\"order\":\"step\"}", 202));
        pause_for(10);
    }
    drop(
        fetch(&http, "POST", "/api/computations/1/orders", "{\"order\":\"zap\",\"level\":1}", 202));
    pause_for(300);
    json_t *after = fetch(&http, "GET", "/api/computations/1", NULL, 200);
    assert_true(number_of(after, "nodes") > number_of(before, "nodes"));
    assert_true(number_of(after, "nodes") <= 25);
    drop(before);
    drop(after);
    drop(fetch(&http, "DELETE", "/api/computations/1", NULL, 409));
    drop(fetch(&http, "POST", "/api/computations/1/orders", "{\"order\":\"lock\"}", 400));
    drop(fetch(&http, "POST", "/api/computations/1/orders", "{\"order\":\"resume\"}", 202));
    json_t *done = wait_for(&http, "/api/computations/1", "done", 60);
    assert_string_equal(text_of(json_object_get(done, "answer"), "result"), "loss");
    assert_true(json_array_size(json_object_get(done, "curve")) > 0);
    drop(done);
    drop(fetch(&http, "POST", "/api/computations/1/orders", "{\"order\":\"step\"}", 409));

    json_t *entries = fetch(&http, "POST", "/api/computations/1/entries", "{\"count\":5}", 200);
    assert_int_equal(json_array_size(json_object_get(entries, "entries")), 5);
    drop(entries);
    entries = fetch(&http, "POST", "/api/computations/1/entries",
                    "{\"count\":3,\"find\":\"00*00E\"}", 200);
    json_t *first = json_array_get(json_object_get(entries, "entries"), 0);
    assert_non_null(strstr(text_of(first, "key"), "00*00E"));
    drop(entries);
    drop(fetch(&http, "POST", "/api/computations/1/entries", "{\"random\":true}", 200));
    drop(fetch(&http, "POST", "/api/computations/1/entries", "{\"kind\":\"no such\"}", 422));
    drop(fetch(&http, "DELETE", "/api/computations/1", NULL, 200));
    drop(fetch(&http, "POST", "/api/computations/1/entries", "{}", 404));
    http_close(&http);
    zm_web_close(web);
}

/* The children of the levels, in the answer about one computation, with no page listening. */
static void test_children(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "POST", "/api/computations",
               "{\"game\":\"cram\",\"position\":\"7x9\",\"options\":{\"search\":\"pn\"}}", 201));
    size_t children = 0;
    for (int i = 0; i < 600 && children == 0; i++) {
        json_t *computation = fetch(&http, "GET", "/api/computations/1", NULL, 200);
        json_t *root = json_array_get(json_object_get(computation, "levels"), 0);
        json_t *list = json_object_get(root, "list");
        children = json_array_size(list);
        double least = INFINITY, sum = 0;
        for (size_t j = 0; j < children; j++) {
            json_t *child = json_array_get(list, j);
            least = fmin(least, json_real_value(json_object_get(child, "disproof")));
            sum += json_real_value(json_object_get(child, "proof"));
        }
        if (children > 0) {
            assert_int_equal(children, number_of(root, "children"));
            double proof = json_real_value(json_object_get(root, "proof"));
            double disproof = json_real_value(json_object_get(root, "disproof"));
            assert_true(fabs(least - proof) <= 1e-5 * proof); /* seven digits are sent */
            assert_true(fabs(sum - disproof) <= 1e-5 * disproof);
        }
        drop(computation);
        pause_for(50);
    }
    assert_true(children > 1);
    http_close(&http);
    zm_web_close(web);
}

/* The first levels of the tree, for both searches that have proof numbers. */
static void test_tree(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    for (int search = 0; search < 2; search++) {
        char body[200], path[60];
        snprintf(body, sizeof body,
                 "{\"game\":\"cram\",\"position\":\"7x9\",\"options\":{\"search\":\"%s\"}}",
                 search == 0 ? "pn" : "dfpn");
        drop(fetch(&http, "POST", "/api/computations", body, 201));
        snprintf(path, sizeof path, "/api/computations/%d/tree", search + 1);
        size_t nodes = 0;
        for (int i = 0; i < 600 && nodes < 10; i++) {
            json_t *answer = fetch(&http, "GET", path, NULL, 200);
            json_t *tree = json_object_get(answer, "tree");
            nodes = json_array_size(tree);
            for (size_t j = 1; j < nodes; j++)
                assert_true(number_of(json_array_get(tree, j), "parent") < (long long)j);
            drop(answer);
            pause_for(50);
        }
        assert_true(nodes >= 10);
    }
    drop(fetch(&http, "GET", "/api/computations/9/tree", NULL, 404));
    http_close(&http);
    zm_web_close(web);
}

static void test_caps(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    const char *hard = "{\"game\":\"cram\",\"position\":\"7x9\"}";
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "POST", "/api/computations", hard, 201));
    drop(fetch(&http, "POST", "/api/computations", hard, 201));
    drop(fetch(&http, "POST", "/api/computations", hard, 429));
    drop(fetch(&http, "POST", "/api/computations/2/orders", "{\"order\":\"stop\"}", 202));
    json_t *stopped = wait_for(&http, "/api/computations/2", "stopped", 60);
    assert_true(json_is_null(json_object_get(json_object_get(stopped, "answer"), "result")));
    drop(stopped);
    drop(fetch(&http, "POST", "/api/computations", hard, 201)); /* takes the place of the second */
    json_t *second = fetch(&http, "GET", "/api/computations/2", NULL, 200);
    assert_true(json_is_false(json_object_get(second, "table")));
    drop(second);
    json_t *list = fetch(&http, "GET", "/api/computations", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(list, "computations")), 3);
    drop(list);
    http_close(&http);
    zm_web_close(web); /* with two that still run */
}

/* What was stored when the server is stopped in the middle is there afterwards. */
static void test_store(void **state)
{
    (void)state;
    char folder[] = "/tmp/zermelo-web-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct zm_web_config config = usual;
    struct http http;
    config.store = folder;
    struct zm_web *web = serve(&config);
    const char *question = "{\"game\":\"cram\",\"position\":\"7x7\"}";
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "POST", "/api/computations", question, 201));
    long long stored = 0;
    for (int i = 0; i < 600 && stored < 1000; i++) {
        pause_for(50);
        /* Events make the server look; a client that only asks sees the last look. */
        drop(fetch(&http, "POST", "/api/computations/1/orders", "{\"order\":\"resume\"}", 202));
        json_t *entries = fetch(&http, "POST", "/api/computations/1/entries", "{\"count\":1}", 200);
        json_t *kind = json_array_get(json_object_get(entries, "kinds"), 0);
        stored = number_of(kind, "count");
        drop(entries);
    }
    assert_true(stored >= 1000);
    http_close(&http);
    zm_web_close(web);

    web = serve(&config);
    http_open(&http, zm_web_port(web));
    /* The job is remembered as stopped, and can be asked again. */
    json_t *past = fetch(&http, "GET", "/api/computations/1", NULL, 200);
    assert_string_equal(text_of(past, "status"), "stopped");
    assert_string_equal(text_of(json_object_get(past, "request"), "position"), "7x7");
    drop(past);
    json_t *started = fetch(&http, "POST", "/api/computations",
                            "{\"game\":\"cram\",\"position\":\"7x7\",\"paused\":true}", 201);
    drop(started);
    json_t *entries = fetch(&http, "POST", "/api/computations/2/entries", "{\"count\":1}", 200);
    long long kept = number_of(json_array_get(json_object_get(entries, "kinds"), 0), "count");
    drop(entries);
    assert_true(kept >= stored);
    http_close(&http);
    zm_web_close(web);
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* A server of its own process, which can be killed; the port comes through a pipe. */
static pid_t start_server(const struct zm_web_config *config, uint16_t *port)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        struct zm_web *web;
        uint16_t here = 0;
        if (zm_web_open(config, &web, NULL) == ZM_OK)
            here = zm_web_port(web);
        if (write(ends[1], &here, sizeof here) != sizeof here)
            _exit(1);
        while (getppid() == parent) /* a test that failed leaves nothing behind */
            pause_for(500);
        _exit(0);
    }
    assert_true(child > 0);
    assert_int_equal(read(ends[0], port, sizeof *port), sizeof *port);
    assert_true(*port != 0);
    close(ends[0]);
    close(ends[1]);
    return child;
}

static bool count_one(void *context, struct zm_bytes key, struct zm_value value)
{
    (void)key;
    (void)value;
    ++*(long long *)context;
    return true;
}

/* Entries in the store of a folder, as another process sees them on disk. */
static long long entries_on_disk(const char *folder)
{
    char pattern[100];
    glob_t found;
    long long count = 0;
    struct zm_error error;
    snprintf(pattern, sizeof pattern, "%s/*.zm", folder);
    if (glob(pattern, 0, NULL, &found) == 0) {
        struct zm_store *store;
        if (zm_store_open(found.gl_pathv[0], ZM_STORE_READ, NULL, 0, &store, &error) == ZM_OK) {
            for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
                store->class->each(store, (enum zm_kind)kind, count_one, &count);
            zm_store_close(store);
        }
        globfree(&found);
    }
    return count;
}

/* kill -9 of the server: results reach the disk by themselves, soon after they are found, without
 * anybody asking; what is there when the server dies is there afterwards. */
static void test_killed(void **state)
{
    (void)state;
    char folder[] = "/tmp/zermelo-web-XXXXXX", command[100];
    assert_non_null(mkdtemp(folder));
    struct zm_web_config config = usual;
    struct http http;
    uint16_t port = 0;
    config.store = folder;
    pid_t server = start_server(&config, &port);
    http_open(&http, port);
    drop(
        fetch(&http, "POST", "/api/computations", "{\"game\":\"cram\",\"position\":\"7x7\"}", 201));
    long long stored = 0, kept = 0;
    for (int i = 0; i < 1200 && stored < 1000; i++) {
        pause_for(50);
        json_t *computation = fetch(&http, "GET", "/api/computations/1", NULL, 200);
        stored = number_of(computation, "stored");
        drop(computation);
    }
    assert_true(stored >= 1000);
    drop(fetch(&http, "POST", "/api/computations/1/orders", "{\"order\":\"pause\"}", 202));
    json_t *paused = wait_for(&http, "/api/computations/1", "paused", 60);
    stored = number_of(paused, "stored"); /* all that was found */
    drop(paused);
    for (int i = 0; i < 1200 && kept < stored; i++) {
        pause_for(50);
        kept = entries_on_disk(folder);
    }
    assert_true(kept >= stored);
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    http_close(&http);
    assert_int_equal(entries_on_disk(folder), kept);

    struct zm_web *web = serve(&config); /* and goes on from there */
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "POST", "/api/computations",
               "{\"game\":\"cram\",\"position\":\"7x7\",\"paused\":true}", 201));
    json_t *entries = fetch(&http, "POST", "/api/computations/1/entries", "{\"count\":1}", 200);
    assert_int_equal(number_of(json_array_get(json_object_get(entries, "kinds"), 0), "count"),
                     kept);
    drop(entries);
    http_close(&http);
    zm_web_close(web);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* What engines see beside moves: two black stones with one point between them on a Go board. */
static void test_notices(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    json_t *answer =
        fetch(&http, "POST", "/api/notices",
              "{\"game\":\"go\",\"position\":\"9x9 d5 e6 f5 e4\",\"seconds\":10}", 200);
    json_t *list = json_object_get(answer, "notices"), *link = NULL, *notice;
    size_t i;
    json_array_foreach(list, i, notice) if (strcmp(text_of(notice, "goal"), "connect") == 0 &&
                                            json_integer_value(json_object_get(notice, "side")) ==
                                                0) link = notice;
    assert_non_null(link);
    assert_string_equal(text_of(link, "standing"), "winnable");
    json_t *breaks = json_object_get(link, "breaks");
    assert_string_equal(json_string_value(json_array_get(breaks, 0)), "e5");
    assert_true(json_array_size(json_object_get(link, "trace")) >= 3);
    drop(answer);
    answer = fetch(&http, "POST", "/api/notices", "{\"game\":\"nim\",\"position\":\"3,4\"}", 200);
    assert_int_equal(json_array_size(json_object_get(answer, "notices")), 0);
    drop(answer);
    drop(fetch(&http, "POST", "/api/notices", "{\"game\":\"go\",\"position\":\"9x9 z5\"}", 422));
    drop(fetch(&http, "POST", "/api/notices", "{\"game\":\"go\",\"seconds\":100}", 400));
    http_close(&http);
    zm_web_close(web);
}

/* Whose the points become: a wall of stones keeps its side, a stone alone in it is dead. */
static void test_owners(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    json_t *owners = fetch(&http, "POST", "/api/owners",
                           "{\"game\":\"go\",\"position\":"
                           "\"..XO.../..XO.../..XO.../O.XO.../..XO.../..XO.../..XO... X\"}",
                           200);
    json_t *places = json_object_get(owners, "places"), *dead = json_object_get(owners, "dead");
    assert_int_equal(json_object_size(places), 49);
    assert_true(json_real_value(json_object_get(places, "a1")) > 0.5);
    assert_true(json_real_value(json_object_get(places, "a4")) > 0.5);
    assert_true(json_real_value(json_object_get(places, "g1")) < -0.5);
    assert_int_equal(json_array_size(dead), 1);
    assert_string_equal(json_string_value(json_array_get(dead, 0)), "a4");
    assert_int_equal(json_real_value(json_array_get(json_object_get(owners, "points"), 0)), 21);
    drop(owners);
    drop(fetch(&http, "POST", "/api/owners", "{\"game\":\"nim\"}", 422));
    http_close(&http);
    zm_web_close(web);
}

/* The graph of a small deal: a dot for each of its 23 positions, five of them lost. */
static void test_graph(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    json_t *graph = fetch(&http, "POST", "/api/graph",
                          "{\"game\":\"montana\",\"position\":"
                          "\"AS 4D 3C 4C ./AH 2H 3H 3D ./AD 2D 3S . ./AC 2C 4H 2S 4S\"}",
                          200);
    const char *svg = json_string_value(json_object_get(graph, "svg"));
    unsigned dots = 0, lost = 0;
    for (const char *at = svg; (at = strstr(at, "<circle")) != NULL; at++, dots++)
        lost += strstr(at, "#c00") != NULL && strstr(at, "#c00") < strstr(at, "/>");
    assert_int_equal(dots, 23);
    assert_int_equal(lost, 5);
    drop(graph);
    graph = fetch(&http, "POST", "/api/graph",
                  "{\"game\":\"montana\",\"position\":\"2S . 3S/2H 3H .\","
                  "\"moves\":[\"3S\"],\"options\":{\"variant\":\"common\"}}",
                  200);
    drop(graph);
    drop(fetch(&http, "POST", "/api/graph", "{\"game\":\"montana\",\"position\":\"deal:5\"}", 422));
    drop(fetch(&http, "POST", "/api/graph", "{\"game\":\"nim\"}", 422));
    http_close(&http);
    zm_web_close(web);
}

/* Values: what Winning Ways says of small boards, and how what is no value is answered. */
static void test_value(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    http_open(&http, zm_web_port(web));
    json_t *value =
        fetch(&http, "POST", "/api/value", "{\"game\":\"domineering\",\"position\":\"3x3\"}", 200);
    assert_string_equal(text_of(value, "value"), "±1");
    assert_string_equal(text_of(value, "outcome"), "N");
    assert_string_equal(text_of(value, "mean"), "0");
    assert_string_equal(text_of(value, "temperature"), "1");
    assert_int_equal(json_array_size(json_object_get(value, "left")), 1);
    assert_non_null(strstr(text_of(value, "thermograph"), "<svg"));
    drop(value);
    value = fetch(&http, "POST", "/api/value", "{\"game\":\"nim\",\"position\":\"3,4\"}", 200);
    assert_string_equal(text_of(value, "value"), "∗7");
    drop(value);
    value = fetch(&http, "POST", "/api/value",
                  "{\"game\":\"domineering\",\"position\":\"9x9\",\"seconds\":0.05}", 200);
    assert_true(json_is_null(json_object_get(value, "value")));
    drop(value);
    drop(fetch(&http, "POST", "/api/value", "{\"game\":\"othello\"}", 422));
    value = fetch(&http, "POST", "/api/value", "{\"game\":\"nim\",\"position\":\"3,\"}", 422);
    assert_string_equal(text_of(value, "code"), "position");
    drop(value);
    value = fetch(&http, "POST", "/api/position",
                  "{\"game\":\"nim\",\"position\":\"3\",\"moves\":[\"9-9\"]}", 422);
    assert_string_equal(text_of(value, "code"), "moves");
    drop(value);
    http_close(&http);
    zm_web_close(web);
}

/* A server knows a cluster by its own settings alone. */
static void test_no_cluster(void **state)
{
    (void)state;
    struct http http;
    struct zm_web *web = serve(&usual);
    http_open(&http, zm_web_port(web));
    json_t *about = fetch(&http, "GET", "/api/about", NULL, 200);
    assert_true(json_is_false(json_object_get(about, "cluster")));
    drop(about);
    drop(fetch(&http, "GET", "/api/cluster", NULL, 404));
    drop(fetch(&http, "POST", "/api/cluster/orders",
               "{\"campaign\":\"a\",\"order\":\"stop\",\"cluster\":\"redis://127.0.0.1:1\"}", 404));
    http_close(&http);
    zm_web_close(web);
    struct zm_link_address nobody = {.url = "unix:/nonexistent/socket"};
    struct zm_web_config config = usual;
    struct zm_error error = {0};
    config.cluster = &nobody;
    assert_int_equal(zm_web_open(&config, &web, &error), ZM_FAILED);
    assert_non_null(strstr(error.text, "--cluster"));
}

/* The table of routes, the OpenAPI file and docs/api.md tell the same. */
static void test_documented(void **state)
{
    (void)state;
    size_t count = 0;
    for (const struct zm_route *route = zm_routes; route->method != NULL; route++, count++) {
        if (!schema_documents(route->method, route->path))
            fail_msg("openapi.json does not know %s %s", route->method, route->path);
        if (!schema_in_manual(route->method, route->path))
            fail_msg("docs/api.md does not know '%s %s'", route->method, route->path);
    }
    assert_int_equal(schema_operations(), count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_killed),     cmocka_unit_test(test_computation),
        cmocka_unit_test(test_caps),       cmocka_unit_test(test_store),
        cmocka_unit_test(test_children),   cmocka_unit_test(test_tree),
        cmocka_unit_test(test_proofs),     cmocka_unit_test(test_value),
        cmocka_unit_test(test_owners),     cmocka_unit_test(test_notices),
        cmocka_unit_test(test_graph),      cmocka_unit_test(test_documented),
        cmocka_unit_test(test_no_cluster),
    };
    schema_load();
    int failed = cmocka_run_group_tests_name("web", tests, NULL, NULL);
    schema_free();
    return failed;
}
