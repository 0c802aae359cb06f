/* Bodies of all requests that have one, on a server that is there: the path, a zero byte, the body.
 * Questions get a hundredth of a
 * second, and computations start paused: what is fuzzed is the asking. */
#include "web/request.h"
#include "web/routes.h"
#include "web/web.h"

#include <stdlib.h>

static struct zm_web *web;

int LLVMFuzzerInitialize(int *count, char ***words)
{
    (void)count;
    (void)words;
    static const struct zm_web_config config = {
        .address = "127.0.0.1", .memory = 64 << 20, .computations = 3, .threads = 1};
    struct zm_error error;
    if (zm_web_open(&config, &web, &error) != ZM_OK)
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_reply reply = {0};
    const char *path = (const char *)data, *end = memchr(data, 0, size);
    unsigned long id = 0;
    bool known = false;
    const struct zm_route *route = end == NULL ? NULL : zm_route_find("POST", path, &id, &known);
    if (route == NULL)
        return 0;
    struct zm_query query = {.web = web, .id = id, .reply = &reply};
    query.body = json_loadb(end + 1, size - (size_t)(end + 1 - path), JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(query.body)) {
        if (json_is_number(json_object_get(query.body, "seconds")) ||
            json_object_get(query.body, "seconds") == NULL)
            json_object_set_new(query.body, "seconds", json_real(0.01));
        if (json_object_get(query.body, "paused") == NULL)
            json_object_set_new(query.body, "paused", json_true());
        route->handle(&query);
        if (reply.status < 200 || reply.status > 599 || reply.status == 500 || reply.body == NULL)
            abort();
    }
    json_decref(query.body);
    free(reply.body);
    return 0;
}
