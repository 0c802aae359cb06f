/* The neighbours of a position in a store: what the store knows of the position, and of each of its
 * options, without any search (Glop's "Children" page). For stores of components with their
 * nimbers. */
#include "web/entries.h"

#include "care/key_text.h"
#include "proof/check/certificate.h"

enum { OPTIONS_MOST = 500 };

struct neighbours {
    struct zm_instance *game;
    struct zm_store *store;
    json_t *list;
    size_t count;
};

/* A sum with its components, their nimbers as far as they are stored, and its own when all are. */
static json_t *sum_json(const struct neighbours *neighbours, const struct zm_list *components)
{
    const struct zm_sums *sums = neighbours->game->game->sums;
    struct zm_buffer whole = {0}, text = {0};
    json_t *parts = json_array();
    int64_t total = 0;
    bool known = true;
    for (size_t i = 0; i < components->count; i++) {
        struct zm_value value;
        zm_buffer_clear(&text);
        sums->print(neighbours->game->state, zm_list_at(components, i), &text);
        zm_buffer_format(&whole, "%s%s", i == 0 ? "" : " + ", zm_buffer_string(&text));
        json_t *part = json_pack("{s:s}", "position", zm_buffer_string(&text));
        if (zm_store_get(neighbours->store, ZM_KIND_NIMBER, zm_list_at(components, i), &value)) {
            json_object_set_new(part, "nimber", json_integer(value.a));
            total ^= value.a;
        } else if (i + 1 < components->count &&
                   zm_bytes_equal(zm_list_at(components, i), zm_list_at(components, i + 1))) {
            zm_buffer_format(&whole, " + %s", zm_buffer_string(&text));
            json_array_append(parts, part);
            i++; /* two equal ones cancel */
        } else {
            known = false;
        }
        json_array_append_new(parts, part);
    }
    json_t *object =
        json_pack("{s:s,s:o}", "position", zm_buffer_string(&whole), "components", parts);
    if (known)
        json_object_set_new(object, "nimber", json_integer(total));
    zm_buffer_free(&whole);
    zm_buffer_free(&text);
    return object;
}

static bool add_option(void *context, struct zm_bytes option)
{
    struct neighbours *neighbours = context;
    struct zm_list components = {0};
    if (++neighbours->count > OPTIONS_MOST)
        return true; /* counted, not told */
    zm_sum_components(option, &components);
    json_array_append_new(neighbours->list, sum_json(neighbours, &components));
    zm_list_free(&components);
    return true;
}

/* With a game that splits and a position read. */
static void reply(const struct zm_query *query, struct neighbours *neighbours,
                  struct zm_bytes position)
{
    struct zm_list components = {0};
    struct zm_buffer key = {0};
    zm_split(neighbours->game, position, &components); /* a loony position has no neighbours */
    json_t *object = sum_json(neighbours, &components);
    neighbours->list = json_array();
    zm_sum_key(&components, &key);
    bool good = !key.failed &&
                zm_sum_options(neighbours->game, zm_buffer_bytes(&key), add_option, neighbours);
    json_object_set_new(object, "options", neighbours->list);
    json_object_set_new(object, "count", json_integer((json_int_t)neighbours->count));
    zm_list_free(&components);
    zm_buffer_free(&key);
    if (good) {
        zm_reply_json(query->reply, 200, object);
    } else {
        json_decref(object);
        zm_reply_error(query->reply, 500, "out of memory");
    }
}

void zm_reply_neighbours(const struct zm_query *query, struct zm_store *store,
                         const struct zm_store_header *header)
{
    const char *text = NULL;
    struct zm_key_owner owner;
    struct zm_error error = {0};
    struct zm_buffer position = {0};
    if (!zm_query_text(query, "position", &text))
        return;
    if (text == NULL) {
        zm_reply_error(query->reply, 400, "'position' is missing: whose neighbours?");
        return;
    }
    if (zm_key_owner_open(header, &owner, &error) != ZM_OK) {
        zm_reply_failure(query->reply, &error);
        return;
    }
    struct neighbours neighbours = {.game = &owner.game, .store = store};
    const struct zm_game *game = owner.game.game;
    if (game == NULL || game->players != ZM_IMPARTIAL || game->sums == NULL ||
        owner.sort != ZM_KEY_COMPONENT)
        zm_reply_error(query->reply, 422,
                       "neighbours are told in stores of components with their nimbers");
    else if (game->rules->parse(owner.game.state, text, &position, &error) != ZM_OK)
        zm_reply_failure(query->reply, &error);
    else
        reply(query, &neighbours, zm_buffer_bytes(&position));
    zm_buffer_free(&position);
    zm_key_owner_close(&owner);
}
