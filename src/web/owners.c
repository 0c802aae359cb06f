/* Whose the places of a position become, as the engine of its game estimates it (Go: by random
 * games): shown on the board. */
#include "web/routes.h"

#include "engines/engine.h"
#include "web/asking.h"

static json_t *owners_json(const struct zm_ownership *owners)
{
    json_t *places = json_object(), *dead = json_array();
    for (size_t i = 0; i < owners->count; i++) {
        const struct zm_owned *each = &owners->places[i];
        json_object_set_new(places, each->place, json_real(each->share));
        if (each->dead)
            json_array_append_new(dead, json_string(each->place));
    }
    return json_pack("{s:o,s:o,s:[f,f]}", "places", places, "dead", dead, "points",
                     owners->half_points[0] / 2.0, owners->half_points[1] / 2.0);
}

void zm_route_owners(const struct zm_query *query)
{
    struct zm_asked asked;
    struct zm_ownership owners = {0};
    struct zm_error error = {0};
    if (!zm_asked_open_game(&asked, query))
        return;
    const struct zm_engine *engine = zm_engine_of(asked.question.game);
    enum zm_status status =
        engine == NULL || engine->owners == NULL
            ? zm_fail(&error, ZM_BAD_INPUT, "whose the points become is not estimated for %s",
                      asked.question.game->name)
            : engine->owners(asked.question.instance.state, zm_buffer_bytes(&asked.position),
                             asked.played, &owners, &error);
    if (status == ZM_OK)
        zm_reply_json(query->reply, 200, owners_json(&owners));
    else
        zm_reply_failure(query->reply, &error);
    zm_asked_close(&asked);
}
