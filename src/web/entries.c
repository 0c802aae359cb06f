/* The table viewer: entries of a computation's store, by number, at random, or those whose text
 * holds a word (to estimate by sampling how frequent a kind of position is, as Glop's viewer did).
 * The order is that of the table: it stays the same as long as nothing is added. */
#include "web/routes.h"

#include "base/clock.h"
#include "base/random.h"
#include "store/store.h"
#include "web/computations.h"
#include "web/server.h"

enum { ENTRIES_MOST = 100 };

struct search {
    const struct zm_question *question;
    struct zm_instance game; /* of our own: the question's belongs to its thread */
    enum zm_kind kind;
    const char *find; /* NULL: all */
    uint64_t from, seen;
    size_t most;
    json_t *entries;
    struct zm_buffer text;
};

/* Components with their lengths (two bytes) before them. */
static bool print_sum(const struct zm_instance *game, struct zm_bytes key, struct zm_buffer *text)
{
    bool first = true;
    size_t offset = 0;
    while (offset + 2 <= key.size) {
        size_t length = key.data[offset] | (size_t)key.data[offset + 1] << 8;
        if (offset + 2 + length > key.size)
            return false;
        if (!first)
            zm_buffer_text(text, " + ");
        first = false;
        game->game->sums->print(game->state, zm_bytes(key.data + offset + 2, length), text);
        offset += 2 + length;
    }
    return offset == key.size;
}

/* Writes a key in the game's grammar; false: it is of a kind that has none. */
static bool print_key(const struct search *search, struct zm_bytes key, struct zm_buffer *text)
{
    const struct zm_instance *game = &search->game;
    const char *keys = search->question->calculation->keys;
    if (keys == NULL)
        return false;
    if (strcmp(keys, "components") == 0 && search->kind == ZM_KIND_NIMBER)
        game->game->sums->print(game->state, key, text);
    else if (strcmp(keys, "sums") == 0 && search->kind == ZM_KIND_LOST)
        return print_sum(game, key, text);
    else if (strcmp(keys, "positions") == 0 && search->kind == ZM_KIND_LOST && key.size > 0)
        game->game->rules->print(game->state, zm_bytes(key.data + 1, key.size - 1), text);
    else
        return false;
    return true;
}

static void print_bytes(struct zm_bytes key, struct zm_buffer *text)
{
    for (size_t i = 0; i < key.size && i < 64; i++)
        zm_buffer_format(text, "%02x", key.data[i]);
}

static json_t *value_json(enum zm_kind kind, struct zm_value value)
{
    switch (kind) {
    case ZM_KIND_LOST:
        return json_string("loss");
    case ZM_KIND_NIMBER:
        return json_integer(value.a);
    default:
        return json_pack("[I,I]", (json_int_t)value.a, (json_int_t)value.b);
    }
}

static bool visit(void *context, struct zm_bytes key, struct zm_value value)
{
    struct search *search = context;
    bool counted = search->find == NULL;
    if (counted && search->seen++ < search->from)
        return true;
    zm_buffer_clear(&search->text);
    bool position = print_key(search, key, &search->text);
    if (!position)
        print_bytes(key, &search->text);
    if (!counted) {
        if (strstr(zm_buffer_string(&search->text), search->find) == NULL)
            return true;
        if (search->seen++ < search->from)
            return true;
    }
    json_array_append_new(search->entries,
                          json_pack("{s:I,s:s,s:o,s:b}", "number", (json_int_t)search->seen - 1,
                                    "key", zm_buffer_string(&search->text), "value",
                                    value_json(search->kind, value), "position", position));
    return json_array_size(search->entries) < search->most;
}

static bool count_one(void *context, struct zm_bytes key, struct zm_value value)
{
    (void)key;
    (void)value;
    ++*(uint64_t *)context;
    return true;
}

static json_t *kinds_json(struct zm_store *store, uint64_t counts[ZM_KIND_COUNT])
{
    json_t *kinds = json_array();
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++) {
        counts[kind] = 0;
        store->class->each(store, (enum zm_kind)kind, count_one, &counts[kind]);
        if (counts[kind] > 0)
            json_array_append_new(kinds, json_pack("{s:s,s:I}", "kind", zm_kind_name(kind), "count",
                                                   (json_int_t)counts[kind]));
    }
    return kinds;
}

/* The kind asked for, or the first that has entries. */
static int choose_kind(const char *name, const uint64_t counts[ZM_KIND_COUNT])
{
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        if (name == NULL ? counts[kind] > 0 : strcmp(name, zm_kind_name(kind)) == 0)
            return kind;
    return name == NULL ? ZM_KIND_NIMBER : -1;
}

static void list_entries(const struct zm_query *query, const struct zm_question *question)
{
    const char *name = NULL, *find = NULL;
    double from = 0, count = 20;
    bool random = false;
    uint64_t counts[ZM_KIND_COUNT];
    if (!zm_query_text(query, "kind", &name) || !zm_query_text(query, "find", &find) ||
        !zm_query_number(query, "from", 0, 1e15, &from) ||
        !zm_query_number(query, "count", 1, ENTRIES_MOST, &count) ||
        !zm_query_flag(query, "random", &random))
        return;
    json_t *kinds = kinds_json(question->store, counts);
    int kind = choose_kind(name, counts);
    if (kind < 0) {
        json_decref(kinds);
        zm_reply_error(query->reply, 422, "there is no kind '%s'", name);
        return;
    }
    struct search search = {.question = question,
                            .kind = (enum zm_kind)kind,
                            .find = find == NULL || *find == 0 ? NULL : find,
                            .from = (uint64_t)from,
                            .most = (size_t)count,
                            .entries = json_array()};
    if (random && counts[kind] > 0) {
        struct zm_random source = zm_random_seeded((uint64_t)(zm_clock_now() * 1e9));
        search.from = zm_random_below(&source, counts[kind]);
        search.find = NULL;
    }
    struct zm_error error = {0};
    if (zm_instance_open(&search.game, question->game, &question->settings, &error) == ZM_OK)
        question->store->class->each(question->store, search.kind, visit, &search);
    zm_instance_close(&search.game);
    zm_buffer_free(&search.text);
    zm_reply_json(query->reply, 200,
                  json_pack("{s:o,s:s,s:I,s:o}", "kinds", kinds, "kind", zm_kind_name(search.kind),
                            "from", (json_int_t)search.from, "entries", search.entries));
}

void zm_route_entries(const struct zm_query *query)
{
    struct zm_computations *set = zm_web_computations(query->web);
    struct zm_question *question = zm_computation_borrow(set, query->id);
    if (question == NULL) {
        zm_reply_error(query->reply, 404, "there is no computation %lu with a table", query->id);
        return;
    }
    list_entries(query, question);
    zm_computation_return(set, query->id);
}
