/* The table viewer: entries of a store, by number, at random, or those whose text holds a word (to
 * estimate by sampling how frequent a kind of position is, as Glop's viewer did). The order is that
 * of the table: it stays the same as long as nothing is added. A look takes a few seconds at most.
 */
#include "web/entries.h"

#include "care/key_text.h"
#include "base/clock.h"
#include "base/random.h"
#include "web/computations.h"
#include "web/server.h"

enum { ENTRIES_MOST = 100, LOOK_AT_CLOCK = 1024 };
static const double longest_look = 3; /* seconds */

struct search {
    struct zm_key_owner owner; /* writes the keys, with a game of its own */
    enum zm_kind kind;
    const char *find; /* NULL: all */
    uint64_t from, seen;
    size_t most;
    json_t *entries;
    struct zm_buffer text;
    double until;
    size_t visited;
    bool cut; /* the time was over before the end */
};

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
    if (++search->visited % LOOK_AT_CLOCK == 0 && zm_clock_now() > search->until) {
        search->cut = true;
        return false;
    }
    if (counted && search->seen++ < search->from)
        return true;
    zm_buffer_clear(&search->text);
    const struct zm_key_text *keys = &search->owner.keys;
    bool written =
        keys->print != NULL && keys->print(keys->context, search->kind, key, &search->text);
    if (!written) {
        zm_buffer_clear(&search->text);
        print_bytes(key, &search->text);
    }
    bool position = written && search->owner.sort == ZM_KEY_COMPONENT;
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

json_t *zm_kinds_json(struct zm_store *store, uint64_t counts[ZM_KIND_COUNT])
{
    json_t *kinds = json_array();
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++) {
        counts[kind] = zm_store_count(store, (enum zm_kind)kind);
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

void zm_reply_entries(const struct zm_query *query, struct zm_store *store,
                      const struct zm_store_header *header)
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
    json_t *kinds = zm_kinds_json(store, counts);
    int kind = choose_kind(name, counts);
    if (kind < 0) {
        json_decref(kinds);
        zm_reply_error(query->reply, 422, "there is no kind '%s'", name);
        return;
    }
    struct search search = {.kind = (enum zm_kind)kind,
                            .find = find == NULL || *find == 0 ? NULL : find,
                            .from = (uint64_t)from,
                            .most = (size_t)count,
                            .entries = json_array(),
                            .until = zm_clock_now() + longest_look};
    if (random && counts[kind] > 0) {
        struct zm_random source = zm_random_seeded((uint64_t)(zm_clock_now() * 1e9));
        search.from = zm_random_below(&source, counts[kind]);
        search.find = NULL;
    }
    struct zm_error error = {0};
    if (zm_key_owner_open(header, &search.owner, &error) == ZM_OK) {
        store->class->each(store, search.kind, visit, &search);
        zm_key_owner_close(&search.owner);
    }
    zm_buffer_free(&search.text);
    zm_reply_json(query->reply, 200,
                  json_pack("{s:o,s:s,s:I,s:o,s:b}", "kinds", kinds, "kind",
                            zm_kind_name(search.kind), "from", (json_int_t)search.from, "entries",
                            search.entries, "complete", !search.cut));
}

/* Lends the table of the computation in the path, with its header, to `look`. */
static void with_table(const struct zm_query *query,
                       void (*look)(const struct zm_query *query, struct zm_store *store,
                                    const struct zm_store_header *header))
{
    struct zm_computations *set = zm_web_computations(query->web);
    struct zm_question *question = zm_computation_borrow(set, query->id);
    struct zm_store_header header = {0};
    struct zm_error error = {0};
    if (question == NULL) {
        zm_reply_error(query->reply, 404, "there is no computation %lu with a table", query->id);
        return;
    }
    if (zm_question_header(question, &header, &error) == ZM_OK) {
        look(query, question->store, &header);
        zm_store_header_free(&header);
    } else {
        zm_reply_failure(query->reply, &error);
    }
    zm_computation_return(set, query->id);
}

void zm_route_entries(const struct zm_query *query)
{
    with_table(query, zm_reply_entries);
}

void zm_route_neighbours(const struct zm_query *query)
{
    with_table(query, zm_reply_neighbours);
}
