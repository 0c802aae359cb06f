/* Questions to a server, with their answers checked; see asks.h. */
#include "test.h"

#include "web/asks.h"

#include <time.h>

const struct zm_web_config usual = {
    .address = "127.0.0.1", .memory = 256 << 20, .computations = 2, .threads = 2};

struct zm_web *serve(const struct zm_web_config *config)
{
    struct zm_web *web;
    struct zm_error error = {0};
    if (zm_web_open(config, &web, &error) != ZM_OK)
        fail_msg("%s", error.text);
    return web;
}

void pause_for(int milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
}

/* Asks, checks the status and the schema of the answer, and returns it. */
json_t *fetch(struct http *http, const char *method, const char *path, const char *body, int status)
{
    int got = http_ask(http, method, path, "", body);
    if (got != status)
        fail_msg("%s %s %s: %d instead of %d: %s", method, path, body == NULL ? "" : body, got,
                 status, zm_buffer_string(&http->body));
    json_t *answer = json_loads(zm_buffer_string(&http->body), 0, NULL);
    assert_non_null(answer);
    schema_check(method, path, status, answer);
    return answer;
}

void drop(json_t *answer)
{
    json_decref(answer);
}

const char *text_of(json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "" : text;
}

long long number_of(json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

json_t *wait_for(struct http *http, const char *path, const char *status, int seconds)
{
    for (int i = 0; i < seconds * 20; i++) {
        json_t *computation = fetch(http, "GET", path, NULL, 200);
        if (strcmp(text_of(computation, "status"), status) == 0)
            return computation;
        drop(computation);
        pause_for(50);
    }
    fail_msg("%s never was %s", path, status);
    return NULL;
}
