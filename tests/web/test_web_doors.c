/* Who may ask the server, over sockets: hosts and origins, tokens, how much and how often; and that
 * no request names a file. */
#include "test.h"

#include "web/asks.h"

#include <jansson.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void test_guard(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    char own[100];
    http_open(&http, zm_web_port(web));
    snprintf(own, sizeof own, "Origin: http://127.0.0.1:%u\r\n", zm_web_port(web));
    const struct {
        const char *method, *path, *headers, *body;
        int status;
    } cases[] = {
        {"GET", "/", "", NULL, 200},
        {"GET", "/index.html", "", NULL, 200},
        {"GET", "/style.css", "", NULL, 200},
        {"HEAD", "/", "", NULL, 200},
        {"GET", "/nothing", "", NULL, 404},
        {"GET", "/../etc/passwd", "", NULL, 404},
        {"GET", "/%2e%2e/etc/passwd", "", NULL, 404},
        {"GET", "/api/", "", NULL, 404},
        {"GET", "/api/about", "", NULL, 200},
        {"POST", "/api/about", "", "{}", 405},
        {"DELETE", "/api/games", "", NULL, 405},
        {"PUT", "/index.html", "", NULL, 405},
        {"GET", "/api/about", "Host: evil.example\r\n", NULL, 403},
        {"GET", "/", "Host: evil.example\r\n", NULL, 403},
        {"GET", "/api/about", "Origin: http://evil.example\r\n", NULL, 403},
        {"GET", "/api/about", "Origin: null\r\n", NULL, 403},
        {"GET", "/api/about", "Sec-Fetch-Site: cross-site\r\n", NULL, 403},
        {"GET", "/api/about", "Sec-Fetch-Site: same-site\r\n", NULL, 403},
        {"GET", "/api/about", "Sec-Fetch-Site: same-origin\r\n", NULL, 200},
        {"GET", "/api/about", own, NULL, 200},
        {"GET", "/", "Sec-Fetch-Site: cross-site\r\n", NULL, 200},
        {"POST", "/api/position", "Content-Type: text/plain\r\n", "{\"game\":\"nim\"}", 415},
        {"POST", "/api/position", "", "{\"game\":\"nim\"", 400},
        {"POST", "/api/position", "", "[]", 400},
        {"POST", "/api/position", "", "{}", 400},
        {"POST", "/api/position", "", "{\"game\":7}", 400},
        {"POST", "/api/position", "", "{\"game\":\"no such game\"}", 422},
        {"POST", "/api/position", "", "{\"game\":\"cram\",\"position\":\"rubbish\"}", 422},
        {"POST", "/api/position", "", "{\"game\":\"cram\",\"moves\":\"a1-a2\"}", 400},
        {"POST", "/api/position", "", "{\"game\":\"cram\",\"moves\":[1]}", 400},
        {"POST", "/api/position", "", "{\"game\":\"cram\",\"moves\":[\"z9-z8\"]}", 422},
        {"POST", "/api/analyse", "", "{\"game\":\"cram\",\"options\":{\"store\":\"/tmp/x\"}}", 422},
        {"POST", "/api/position", "", "{\"game\":\"cram\",\"options\":{\"cram-table\":\"/x\"}}",
         422},
        {"POST", "/api/analyse", "", "{\"game\":\"cram\",\"options\":{\"cram-table\":\"/x\"}}",
         422},
        {"POST", "/api/computations", "",
         "{\"game\":\"nim\",\"options\":{\"compute\":\"distance\",\"labels\":\"/tmp/x\"}}", 422},
        {"POST", "/api/position", "", "{\"game\":\"cram\",\"position\":\"\"}", 422},
        {"POST", "/api/analyse", "", "{\"game\":\"cram\",\"options\":{\"memory\":\"900G\"}}", 422},
        {"POST", "/api/analyse", "", "{\"game\":\"cram\",\"options\":{\"threads\":99}}", 422},
        {"POST", "/api/analyse", "", "{\"game\":\"cram\",\"options\":{\"nothing\":1}}", 422},
        {"POST", "/api/analyse", "", "{\"game\":\"cram\",\"options\":{\"play\":[]}}", 400},
        {"POST", "/api/analyse", "", "{\"game\":\"cram\",\"seconds\":1e9}", 400},
        {"POST", "/api/computations/1/orders", "", "{\"order\":\"step\"}", 404},
        {"POST", "/api/computations/1/orders", "", "{\"order\":\"dance\"}", 400},
        {"GET", "/api/computations/1", "", NULL, 404},
        {"GET", "/api/computations/99999999999999999999", "", NULL, 404},
        {"GET", "/api/computations/-1", "", NULL, 404},
        {"DELETE", "/api/computations/1", "", NULL, 404},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int got = http_ask(&http, cases[i].method, cases[i].path, cases[i].headers, cases[i].body);
        if (got != cases[i].status)
            fail_msg("%s %s %s%s: %d instead of %d", cases[i].method, cases[i].path,
                     cases[i].headers, cases[i].body == NULL ? "" : cases[i].body, got,
                     cases[i].status);
    }
    http_close(&http);
    zm_web_close(web);
}

/* No position of a request opens a file: a pipe that nobody writes to would block a worker for
 * ever, and four of them the server. */
static void test_no_files(void **state)
{
    (void)state;
    static const char *const games[] = {"node-kayles", "arc-kayles", "geography", "cram", "nim"};
    char folder[] = "/tmp/zermelo-web-XXXXXX", pipe[64], body[200];
    struct zm_web *web = serve(&usual);
    struct http http;
    assert_non_null(mkdtemp(folder));
    snprintf(pipe, sizeof pipe, "%s/pipe", folder);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    http_open(&http, zm_web_port(web));
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"position\":\"@%s\"}", games[i], pipe);
        drop(fetch(&http, "POST", "/api/position", body, 422));
        drop(fetch(&http, "POST", "/api/analyse", body, 422));
    }
    snprintf(body, sizeof body, "{\"game\":\"graph-octal\",\"position\":\"0.33:@%s\"}", pipe);
    drop(fetch(&http, "POST", "/api/position", body, 422));
    snprintf(body, sizeof body, "{\"game\":\"sum\",\"position\":\"[node-kayles @%s]\"}", pipe);
    drop(fetch(&http, "POST", "/api/position", body, 422));
    http_close(&http);
    zm_web_close(web);
    remove(pipe);
    rmdir(folder);
}

static void test_too_large(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    struct zm_buffer body = {0};
    http_open(&http, zm_web_port(web));
    zm_buffer_text(&body, "{\"game\":\"");
    for (int i = 0; i < 70000; i++)
        zm_buffer_byte(&body, 'x');
    zm_buffer_text(&body, "\"}");
    assert_int_equal(http_ask(&http, "POST", "/api/position", "", zm_buffer_string(&body)), 413);
    /* Without a length announced: read and thrown away, then refused. */
    struct zm_buffer chunked = {0};
    zm_buffer_format(&chunked,
                     "POST /api/position HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Type: "
                     "application/json\r\nTransfer-Encoding: chunked\r\n\r\n%zx\r\n%s\r\n0\r\n\r\n",
                     zm_web_port(web), body.size, zm_buffer_string(&body));
    assert_int_equal(http_raw(&http, chunked.data, chunked.size), 413);
    json_t *answer = fetch(&http, "POST", "/api/position", "{\"game\":\"nim\"}", 200);
    drop(answer);
    zm_buffer_free(&chunked);
    zm_buffer_free(&body);
    http_close(&http);
    zm_web_close(web);
}

static void test_token(void **state)
{
    (void)state;
    struct zm_web_config config = usual;
    struct http http;
    config.token = "0123456789abcdef0123";
    config.hosts = "games.example:80,other.example";
    struct zm_web *web = serve(&config);
    http_open(&http, zm_web_port(web));
    char named[100];
    snprintf(named, sizeof named,
             "Host: other.example:%u\r\nAuthorization: Bearer 0123456789abcdef0123\r\n",
             zm_web_port(web));
    const struct {
        const char *path, *headers;
        int status;
    } cases[] = {
        {"/", "", 401},
        {"/api/about", "", 401},
        {"/?token=wrong", "", 401},
        {"/?token=0123456789abcdef0123", "", 303},
        {"/", "Cookie: zermelo=0123456789abcdef0123\r\n", 200},
        {"/api/about", "Cookie: a=b; zermelo=0123456789abcdef0123; c=d\r\n", 200},
        {"/api/about", "Cookie: zermelo=0123456789abcdef012\r\n", 401},
        {"/api/about", "Cookie: zermelo=0123456789abcdef01234\r\n", 401},
        {"/api/about", "Cookie: xzermelo=0123456789abcdef0123\r\n", 401},
        {"/api/about", "Authorization: Bearer 0123456789abcdef0123\r\n", 200},
        {"/api/about", "Authorization: Bearer nonsense\r\n", 401},
        {"/api/about", named, 200},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int got = http_ask(&http, "GET", cases[i].path, cases[i].headers, NULL);
        if (got != cases[i].status)
            fail_msg("%s %s: %d instead of %d", cases[i].path, cases[i].headers, got,
                     cases[i].status);
        if (got == 303) {
            assert_non_null(strstr(zm_buffer_string(&http.head), "HttpOnly; SameSite=Strict"));
            assert_non_null(strstr(zm_buffer_string(&http.head), "Location: /\r\n"));
        }
    }
    http_close(&http);
    zm_web_close(web);
}

static void test_rate(void **state)
{
    (void)state;
    struct zm_web_config config = usual;
    struct http http;
    config.rate = 2;
    struct zm_web *web = serve(&config);
    int good = 0, refused = 0;
    http_open(&http, zm_web_port(web));
    for (int i = 0; i < 40; i++) {
        int status = http_ask(&http, "POST", "/api/position", "", "{\"game\":\"nim\"}");
        good += status == 200;
        refused += status == 429;
    }
    assert_int_equal(good + refused, 40);
    assert_true(good >= 8 && refused >= 8);
    pause_for(300);
    for (int i = refused = 0; i < 300; i++) /* what is cheap may come oftener, not without end */
        refused += http_ask(&http, "GET", "/api/about", "", NULL) == 429;
    assert_true(refused >= 100 && refused < 300);
    http_close(&http);
    zm_web_close(web);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guard),     cmocka_unit_test(test_no_files),
        cmocka_unit_test(test_too_large), cmocka_unit_test(test_token),
        cmocka_unit_test(test_rate),
    };
    schema_load();
    int failed = cmocka_run_group_tests_name("web-doors", tests, NULL, NULL);
    schema_free();
    return failed;
}
