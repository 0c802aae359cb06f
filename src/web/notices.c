/* What the engine of a game sees in a position beside its moves: goals with who wins them, by which
 * moves, and on which points that depends. The page has the words and shades the points. */
#include "web/routes.h"

#include "base/clock.h"
#include "engines/engine.h"
#include "web/asking.h"
#include "web/server.h"

enum { MOST_NOTICES = 400 };

/* Names with blanks between as a list. */
static json_t *names_json(const char *names)
{
    json_t *list = json_array();
    while (*names != '\0') {
        size_t length = strcspn(names, " ");
        json_array_append_new(list, json_stringn(names, length));
        names += length + (names[length] == ' ');
    }
    return list;
}

static void add_notice(void *context, const struct zm_notice *notice)
{
    json_t *list = context;
    if (json_array_size(list) < MOST_NOTICES)
        json_array_append_new(
            list,
            json_pack("{s:s,s:s,s:i,s:i,s:o,s:o,s:o,s:o}", "goal", notice->goal, "standing",
                      notice->standing, "order", (int)notice->order, "side", (int)notice->side,
                      "points", names_json(notice->points), "wins", names_json(notice->wins),
                      "breaks", names_json(notice->breaks), "trace", names_json(notice->trace)));
}

void zm_route_notices(const struct zm_query *query)
{
    struct zm_asked asked;
    struct zm_run run;
    double seconds = 1;
    if (!zm_query_number(query, "seconds", 0.01, 10, &seconds) ||
        !zm_asked_open_game(&asked, query))
        return;
    const struct zm_engine *engine = zm_engine_of(asked.question.game);
    json_t *list = json_array();
    bool good = list != NULL;
    zm_run_begin(&run);
    run.deadline = zm_clock_now() + seconds;
    if (good && engine != NULL && engine->notices != NULL)
        good = engine->notices(asked.question.instance.state, zm_buffer_bytes(&asked.position),
                               &run, add_notice, list);
    if (good) {
        json_t *object = json_pack("{s:o}", "notices", list);
        if (zm_run_stopped(&run))
            json_object_set_new(object, "status", json_string("stopped"));
        zm_reply_json(query->reply, 200, object);
    } else {
        struct zm_error error = {0};
        json_decref(list);
        zm_fail_memory(&error);
        zm_reply_failure(query->reply, &error);
    }
    zm_asked_close(&asked);
}
