/* Bodies of requests to the page's server: a JSON object that asks for a position, with the moves
 * played and the options. The route that answers from the body alone. */
#include "web/request.h"
#include "web/routes.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_reply reply = {0};
    if (size == 0)
        return 0;
    struct zm_query query = {.reply = &reply};
    query.body = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(query.body)) {
        zm_route_position(&query);
        if (reply.status == 0 || reply.body == NULL)
            abort();
    }
    json_decref(query.body);
    free(reply.body);
    return 0;
}
