/* All positions of a small game and the moves between them, drawn by the engine of the game. */
#include "web/routes.h"

#include "engines/engine.h"
#include "web/asking.h"

enum { MOST_POSITIONS = 3000 };

void zm_route_graph(const struct zm_query *query)
{
    struct zm_asked asked;
    struct zm_buffer svg = {0};
    struct zm_error error = {0};
    if (!zm_asked_open_game(&asked, query))
        return;
    const struct zm_engine *engine = zm_engine_of(asked.question.game);
    enum zm_status status =
        engine == NULL || engine->graph == NULL
            ? zm_fail(&error, ZM_BAD_INPUT, "the graph of positions is not drawn for %s",
                      asked.question.game->name)
            : engine->graph(asked.question.instance.state, zm_buffer_bytes(&asked.position),
                            MOST_POSITIONS, &svg, &error);
    if (status == ZM_OK)
        zm_reply_json(query->reply, 200,
                      json_pack("{s:s%}", "svg", (const char *)svg.data, svg.size));
    else
        zm_reply_failure(query->reply, &error);
    zm_buffer_free(&svg);
    zm_asked_close(&asked);
}
