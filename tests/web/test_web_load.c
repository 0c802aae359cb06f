/* The server under load: 100,000 malformed requests, and 200 listeners while a computation runs. It
 * must answer all, drop none, and its memory must stay flat. */
#include "test.h"

#include "base/clock.h"
#include "base/random.h"
#include "web/http.h"
#include "web/web.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static struct zm_web *serve(void)
{
    static const struct zm_web_config config = {
        .address = "127.0.0.1", .memory = 256 << 20, .computations = 2, .threads = 2};
    struct zm_web *web;
    struct zm_error error = {0};
    if (zm_web_open(&config, &web, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return web;
}

/* Memory in use, in KiB. */
static long resident(void)
{
    long pages = 0, all;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL && fscanf(file, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* -- malformed requests -- */

static const char *const valid[] = {
    "{\"game\":\"cram\",\"position\":\"3x3\",\"moves\":[\"a1-b1\"]}",
    "{\"game\":\"nim\",\"position\":\"3,4\",\"options\":{\"play\":\"misere\"}}",
    "{\"game\":\"octal\",\"position\":\"0.07:9\"}",
    "{\"order\":\"zap\",\"level\":2,\"node\":\"0 - 00*E\"}",
    ("{\"game\":\"cram\",\"pattern\":\"{n}x{m}\",\"ranges\":[\"n=1..2\",\"m=1..3\"],\"known\":["
     "\"1\"]}"),
    "{\"from\":3,\"count\":5,\"kind\":\"nimber\",\"find\":\"00\",\"random\":true}",
};

/* A valid body with a few bytes changed, dropped or doubled: mostly malformed, and never large. */
static void spoil(struct zm_random *random, const char *text, struct zm_buffer *body)
{
    zm_buffer_clear(body);
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        uint64_t what = zm_random_below(random, 24);
        if (what == 0)
            continue;
        zm_buffer_byte(body, what == 1 ? (uint8_t)zm_random_below(random, 256) : (uint8_t)text[i]);
        if (what == 2)
            zm_buffer_byte(body, (uint8_t)text[i]);
    }
}

/* Sends a spoilt body to a route that parses it. */
static int spoilt_body(struct http *http, struct zm_random *random, struct zm_buffer *body,
                       struct zm_buffer *request)
{
    static const char *const paths[] = {"/api/analyse",
                                        "/api/table",
                                        "/api/position",
                                        "/api/computations/7/orders",
                                        "/api/computations/7/entries",
                                        "/api/computations/7/save",
                                        "/api/stores/7/entries",
                                        "/api/stores/7/neighbours",
                                        "/api/jobs/7/start"};
    enum {
        PATHS = sizeof paths / sizeof *paths,
        BODIES = sizeof valid / sizeof *valid,
        COSTLY = 2
    };
    spoil(random, valid[zm_random_below(random, BODIES)], body);
    /* An analysis of a valid question costs work: only bodies that are surely no JSON go there. */
    size_t path = zm_random_below(random, PATHS);
    if (path < COSTLY)
        zm_buffer_byte(body, '!');
    zm_buffer_clear(request);
    zm_buffer_format(request,
                     "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n",
                     paths[path], http->port, body->size);
    zm_buffer_add(request, body->data, body->size);
    int status = http_raw(http, request->data, request->size);
    if (status != 200 && status != 400 && status != 404 && status != 422)
        fail_msg("%s %s: status %d", paths[path], zm_buffer_string(body), status);
    return status;
}

/* Sends what is no HTTP, or a request with a header or a path that is none. */
static int spoilt_request(struct http *http, struct zm_random *random, struct zm_buffer *request)
{
    char text[300];
    snprintf(text, sizeof text,
             "GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nAccept: */*\r\nCookie: a=b\r\n\r\n",
             http->port);
    spoil(random, text, request);
    zm_buffer_text(request, "\r\n\r\n");
    /* What is left may be half a request: say that nothing follows, and see what comes. */
    if (http->socket < 0)
        http->socket = http_connect(http->port);
    assert_true(http->socket >= 0);
    send(http->socket, request->data, request->size, MSG_NOSIGNAL);
    shutdown(http->socket, SHUT_WR);
    int status = http_raw(http, "", 0);
    if (status >= 500 && status != 501 && status != 505)
        fail_msg("%s: status %d", zm_buffer_string(request), status);
    close(http->socket);
    http->socket = -1;
    zm_buffer_clear(&http->in);
    return status;
}

static void test_malformed(void **state)
{
    (void)state;
    struct zm_web *web = serve();
    struct zm_random random = zm_random_seeded(10);
    struct zm_buffer body = {0}, request = {0};
    struct http keep, fresh;
    int rounds = test_rounds(100000), refused = 0;
    long before = 0;
    http_open(&keep, zm_web_port(web));
    http_open(&fresh, zm_web_port(web));
    for (int i = 0; i < rounds; i++) {
        if (i == rounds / 5)
            before = resident();
        int status = i % 20 == 0 ? spoilt_request(&fresh, &random, &request)
                                 : spoilt_body(&keep, &random, &body, &request);
        refused += status >= 400;
    }
    long after = resident();
    assert_true(refused > rounds / 2);
    if (!test_sanitized() && after - before > 8 << 10)
        fail_msg("memory grew from %ld to %ld KiB", before, after);
    assert_int_equal(http_ask(&keep, "GET", "/api/about", "", NULL), 200);
    http_close(&keep);
    http_close(&fresh);
    zm_buffer_free(&body);
    zm_buffer_free(&request);
    zm_web_close(web);
}

/* -- listeners -- */

enum { LISTENERS = 200 };

struct listener {
    int socket;
    size_t events;
    bool done, closed;
    char tail[64]; /* the end of what came before: an event may be cut in two */
};

/* Counts the events in what has come, and sees the end of the computation. */
static void hear(struct listener *listener, struct zm_buffer *work)
{
    char block[65536];
    ssize_t got = recv(listener->socket, block, sizeof block, MSG_DONTWAIT);
    if (got <= 0) {
        listener->closed = got == 0;
        return;
    }
    zm_buffer_clear(work);
    zm_buffer_text(work, listener->tail);
    size_t old = work->size;
    zm_buffer_add(work, block, (size_t)got);
    static const char event[] = "event: computation", ended[] = "\"status\":\"done\"";
    for (const char *at = strstr(zm_buffer_string(work), event); at != NULL;
         at = strstr(at + 1, event))
        listener->events += (size_t)(at - zm_buffer_string(work)) + sizeof event - 1 > old;
    listener->done |= strstr(zm_buffer_string(work), ended) != NULL;
    size_t keep = work->size < 40 ? work->size : 40;
    memcpy(listener->tail, work->data + work->size - keep, keep);
    listener->tail[keep] = 0;
}

static void listen_until(struct listener *listeners, struct zm_buffer *work, double seconds,
                         bool (*enough)(const struct listener *listeners))
{
    struct pollfd files[LISTENERS];
    double end = zm_clock_now() + seconds;
    while (zm_clock_now() < end && !enough(listeners)) {
        for (int i = 0; i < LISTENERS; i++)
            files[i] = (struct pollfd){.fd = listeners[i].closed ? -1 : listeners[i].socket,
                                       .events = POLLIN};
        poll(files, LISTENERS, 100);
        for (int i = 0; i < LISTENERS; i++)
            if (files[i].revents != 0)
                hear(&listeners[i], work);
    }
}

static bool all_heard_ten(const struct listener *listeners)
{
    for (int i = 0; i < LISTENERS; i++)
        if (listeners[i].events < 10)
            return false;
    return true;
}

static bool all_heard_the_end(const struct listener *listeners)
{
    for (int i = 0; i < LISTENERS; i++)
        if (!listeners[i].done)
            return false;
    return true;
}

static void test_listeners(void **state)
{
    (void)state;
    struct rlimit files = {1024, 1024};
    setrlimit(RLIMIT_NOFILE, &files);
    struct zm_web *web = serve();
    struct listener *listeners = calloc(LISTENERS, sizeof *listeners);
    struct zm_buffer work = {0};
    struct http http;
    char ask[200];
    int length = snprintf(ask, sizeof ask, "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
                          zm_web_port(web));
    http_open(&http, zm_web_port(web));
    assert_non_null(listeners);
    for (int i = 0; i < LISTENERS; i++) {
        listeners[i].socket = http_connect(zm_web_port(web));
        assert_true(listeners[i].socket >= 0);
        assert_int_equal(send(listeners[i].socket, ask, (size_t)length, 0), length);
    }
    assert_int_equal(http_ask(&http, "POST", "/api/computations", "",
                              "{\"game\":\"cram\",\"position\":\"7x9\"}"),
                     201);
    listen_until(listeners, &work, 120, all_heard_ten);
    assert_true(all_heard_ten(listeners));
    long before = resident();
    for (int i = 0; i < LISTENERS; i++)
        listeners[i].events = 0;
    listen_until(listeners, &work, 120, all_heard_ten);
    assert_true(all_heard_ten(listeners));
    long after = resident();
    /* The computation's own table grows meanwhile. */
    if (!test_sanitized() && after - before > 64 << 10)
        fail_msg("memory grew from %ld to %ld KiB", before, after);
    assert_int_equal(
        http_ask(&http, "POST", "/api/computations/1/orders", "", "{\"order\":\"stop\"}"), 202);
    assert_int_equal(http_ask(&http, "POST", "/api/computations", "",
                              "{\"game\":\"cram\",\"position\":\"3x3\"}"),
                     201);
    listen_until(listeners, &work, 120, all_heard_the_end);
    for (int i = 0; i < LISTENERS; i++) {
        assert_false(listeners[i].closed);
        assert_true(listeners[i].done);
        close(listeners[i].socket);
    }
    assert_int_equal(http_ask(&http, "GET", "/api/about", "", NULL), 200);
    http_close(&http);
    zm_buffer_free(&work);
    free(listeners);
    zm_web_close(web);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_listeners),
    };
    return cmocka_run_group_tests_name("web under load", tests, NULL, NULL);
}
