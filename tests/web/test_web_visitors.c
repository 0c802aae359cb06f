/* Connections that are slow or idle: they are closed in time, shut nobody out, and whoever waits
 * for an answer or listens is left in peace. */
#include "test.h"

#include "base/clock.h"
#include "web/asks.h"

#include <errno.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LONGEST_WAIT = 120 }; /* seconds until a test gives up; what is tested takes one or two */

static struct zm_web_config impatient(double patience)
{
    struct zm_web_config config = usual;
    config.patience = patience;
    return config;
}

static bool is_closed(int file)
{
    char byte;
    ssize_t got = recv(file, &byte, 1, MSG_DONTWAIT | MSG_PEEK);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

static int connect_and_send(uint16_t port, const char *text)
{
    int file = http_connect(port);
    assert_true(file >= 0);
    assert_int_equal(send(file, text, strlen(text), MSG_NOSIGNAL), strlen(text));
    return file;
}

/* Sends a byte of each unfinished request now and then, until all are closed. */
static void slow_requests_are_closed(void **state)
{
    (void)state;
    enum { KINDS = 3, SLOW = 3 * KINDS };
    struct zm_web_config config = impatient(1);
    struct zm_web *web = serve(&config);
    struct http http;
    int files[SLOW], open = SLOW;
    char ask_events[100], post[200];
    snprintf(post, sizeof post,
             "POST /api/position HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n"
             "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{\"game\":\"",
             zm_web_port(web));
    const char *const beginnings[KINDS] = {"", "GET /api/about HTTP/1.1\r\nX-Slow: ", post};
    snprintf(ask_events, sizeof ask_events,
             "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", zm_web_port(web));
    int listener = connect_and_send(zm_web_port(web), ask_events);
    for (int i = 0; i < SLOW; i++)
        files[i] = connect_and_send(zm_web_port(web), beginnings[i % KINDS]);
    double end = zm_clock_now() + LONGEST_WAIT;
    while (open > 0 && zm_clock_now() < end) {
        pause_for(50);
        open = 0;
        for (int i = 0; i < SLOW; i++) {
            open += !is_closed(files[i]);
            if (i % KINDS != 0)
                send(files[i], "x", 1, MSG_NOSIGNAL);
        }
    }
    assert_int_equal(open, 0);
    /* Work may take longer than a request may, and so may listening. */
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "POST", "/api/analyse",
               "{\"game\":\"cram\",\"position\":\"8x9\",\"seconds\":3}", 200));
    assert_false(is_closed(listener));
    http_close(&http);
    close(listener);
    for (int i = 0; i < SLOW; i++)
        close(files[i]);
    zm_web_close(web);
}

/* A client that asks for much and takes nothing. It has sent more than the server has read, so that
 * the end of the connection comes as a reset. */
static void replies_must_be_taken(void **state)
{
    (void)state;
    struct zm_web_config config = impatient(0.1);
    struct zm_web *web = serve(&config);
    char request[100];
    int small = 4096, length = snprintf(request, sizeof request,
                                        "GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
                                        zm_web_port(web));
    int file = http_connect(zm_web_port(web));
    setsockopt(file, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    for (int i = 0; i < 5000; i++)
        send(file, request, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
    struct pollfd one = {.fd = file};
    double end = zm_clock_now() + LONGEST_WAIT;
    while ((one.revents & (POLLHUP | POLLERR)) == 0 && zm_clock_now() < end)
        poll(&one, 1, 100);
    assert_true((one.revents & (POLLHUP | POLLERR)) != 0);
    close(file);
    zm_web_close(web);
}

static int count_open(const int *files, int count)
{
    int open = 0;
    for (int i = 0; i < count; i++)
        open += !is_closed(files[i]);
    return open;
}

static void idle_connections_shut_nobody_out(void **state)
{
    (void)state;
    enum { IDLE = 450 };
    struct zm_web_config config = impatient(1000);
    struct zm_web *web = serve(&config);
    struct http http;
    int files[IDLE];
    for (int i = 0; i < IDLE; i++) {
        files[i] = http_connect(zm_web_port(web));
        assert_true(files[i] >= 0);
    }
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "GET", "/api/about", NULL, 200));
    assert_int_equal(count_open(files, 50), 0); /* the oldest made room, in order */
    assert_int_equal(count_open(files + 51, IDLE - 51), IDLE - 51);
    http_close(&http);
    for (int i = 0; i < IDLE; i++)
        close(files[i]);
    zm_web_close(web);
}

static void listeners_leave_room(void **state)
{
    (void)state;
    enum { LISTENERS = 310, ROOM = 300 };
    struct zm_web *web = serve(&usual);
    struct http http;
    int files[LISTENERS], told = 0, refused = 0;
    char request[100], answer[16];
    snprintf(request, sizeof request, "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
             zm_web_port(web));
    for (int i = 0; i < LISTENERS; i++)
        files[i] = connect_and_send(zm_web_port(web), request);
    for (int i = 0; i < LISTENERS; i++) {
        assert_int_equal(recv(files[i], answer, 12, MSG_WAITALL), 12);
        told += strncmp(answer, "HTTP/1.1 200", 12) == 0;
        refused += strncmp(answer, "HTTP/1.1 503", 12) == 0;
    }
    assert_int_equal(told, ROOM);
    assert_int_equal(refused, LISTENERS - ROOM);
    http_open(&http, zm_web_port(web));
    drop(fetch(&http, "GET", "/api/about", NULL, 200));
    http_close(&http);
    for (int i = 0; i < LISTENERS; i++)
        close(files[i]);
    zm_web_close(web);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_requests_are_closed),
        cmocka_unit_test(replies_must_be_taken),
        cmocka_unit_test(idle_connections_shut_nobody_out),
        cmocka_unit_test(listeners_leave_room),
    };
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max < 2048 ? files.rlim_max : 2048; /* both ends are ours */
    setrlimit(RLIMIT_NOFILE, &files);
    schema_load();
    int failed = cmocka_run_group_tests_name("visitors", tests, NULL, NULL);
    schema_free();
    return failed;
}
