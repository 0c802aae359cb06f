/* The answers about stores: which there are, what each is about, and what is in it. A store is
 * named by its number in the server's list, never by a path. */
#include "web/entries.h"

#include "web/knowledge.h"
#include "web/server.h"

enum { JOBS_TOLD = 50 };

void zm_route_stores(const struct zm_query *query)
{
    zm_reply_json(query->reply, 200,
                  json_pack("{s:o}", "stores", zm_knowledge_json(zm_web_knowledge(query->web))));
}

/* Lends the store in the path to `look`. */
static void with_store(const struct zm_query *query,
                       void (*look)(const struct zm_query *query, struct zm_store *store,
                                    const struct zm_store_header *header))
{
    struct zm_knowledge *knowledge = zm_web_knowledge(query->web);
    struct zm_store *store;
    struct zm_store_header header;
    struct zm_error error = {0};
    enum zm_status status = zm_knowledge_borrow(knowledge, query->id, &store, &header, &error);
    if (status == ZM_BAD_INPUT)
        zm_reply_error(query->reply, 404, "%s", error.text);
    else if (status != ZM_OK)
        zm_reply_error(query->reply, 503, "%s", error.text);
    if (status != ZM_OK)
        return;
    look(query, store, &header);
    zm_knowledge_return(knowledge, store);
    zm_store_header_free(&header);
}

/* The last jobs that filled a store on disk. */
static json_t *jobs_json(struct zm_store *store)
{
    json_t *list = json_array();
    struct zm_buffer text = {0};
    if (zm_store_header(store) == NULL)
        return list;
    for (size_t i = 0; zm_store_note(store, i, &text); i++) {
        json_t *job = json_loadb((const char *)text.data, text.size, 0, NULL);
        if (json_is_object(job))
            json_array_append(list, job);
        json_decref(job);
        zm_buffer_clear(&text);
        if (json_array_size(list) > JOBS_TOLD)
            json_array_remove(list, 0);
    }
    zm_buffer_free(&text);
    return list;
}

static void reply_info(const struct zm_query *query, struct zm_store *store,
                       const struct zm_store_header *header)
{
    (void)header;
    uint64_t counts[ZM_KIND_COUNT];
    json_t *object = zm_knowledge_store_json(zm_web_knowledge(query->web), query->id);
    json_object_set_new(object, "kinds", zm_kinds_json(store, counts));
    json_object_set_new(object, "bytes", json_integer((json_int_t)zm_store_stats(store).memory));
    json_object_set_new(object, "jobs", jobs_json(store));
    zm_reply_json(query->reply, 200, object);
}

void zm_route_store(const struct zm_query *query)
{
    with_store(query, reply_info);
}

void zm_route_store_entries(const struct zm_query *query)
{
    with_store(query, zm_reply_entries);
}

void zm_route_store_neighbours(const struct zm_query *query)
{
    with_store(query, zm_reply_neighbours);
}
