/* What a server's campaigns are at, as JSON; see cluster.h. */
#include "api/cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A command with one key of a campaign; NULL: an error. */
static redisReply *ask(struct zm_link *link, const char *command, const char *name, const char *key,
                       struct zm_error *error)
{
    struct zm_list words = {0};
    zm_word(&words, command);
    zm_buffer_format(&words.bytes, "zermelo:%s:%s", name, key);
    zm_list_close(&words);
    redisReply *reply = zm_link_call(link, &words, error);
    zm_list_free(&words);
    return reply;
}

static enum zm_status ask_number(struct zm_link *link, const char *command, const char *name,
                                 const char *key, json_t *object, const char *as,
                                 struct zm_error *error)
{
    redisReply *reply = ask(link, command, name, key, error);
    if (reply == NULL)
        return error->status;
    json_object_set_new(object, as, json_integer((json_int_t)zm_reply_number(reply)));
    freeReplyObject(reply);
    return ZM_OK;
}

/* Adds the results that the further servers have. */
static enum zm_status add_results(struct zm_link *link, const char *name, json_t *object,
                                  struct zm_error *error)
{
    json_int_t results = json_integer_value(json_object_get(object, "results"));
    for (size_t i = 1; i < zm_link_servers(link); i++) {
        struct zm_link *other = zm_link_server(link, i, error);
        redisReply *reply = other == NULL ? NULL : ask(other, "HLEN", name, "results", error);
        if (reply == NULL)
            return error->status;
        results += zm_reply_number(reply);
        freeReplyObject(reply);
    }
    json_object_set_new(object, "results", json_integer(results));
    return ZM_OK;
}

static json_t *text_of(const redisReply *reply)
{
    struct zm_bytes bytes = zm_reply_bytes(reply);
    json_t *text = json_stringn((const char *)bytes.data, bytes.size);
    return text == NULL ? json_string("?") : text; /* no UTF-8: nobody of ours */
}

/* Sets a field of every worker that a hash of the campaign names. */
static enum zm_status ask_workers(struct zm_link *link, const char *name, const char *key,
                                  json_t *workers, const char *as, struct zm_error *error)
{
    redisReply *reply = ask(link, "HGETALL", name, key, error);
    if (reply == NULL)
        return error->status;
    for (size_t i = 0; zm_reply_at(reply, i + 1) != NULL; i += 2) {
        char worker[160];
        struct zm_bytes bytes = zm_reply_bytes(zm_reply_at(reply, i));
        snprintf(worker, sizeof worker, "%.*s", (int)bytes.size, (const char *)bytes.data);
        json_t *entry = json_object_get(workers, worker);
        if (entry == NULL) {
            entry = json_object();
            json_object_set_new(workers, worker, entry);
        }
        const redisReply *value = zm_reply_at(reply, i + 1);
        json_object_set_new(entry, as,
                            strcmp(as, "refused") == 0
                                ? text_of(value)
                                : json_integer((json_int_t)zm_reply_number(value)));
    }
    freeReplyObject(reply);
    return ZM_OK;
}

static enum zm_status server_time(struct zm_link *link, long long *seconds, struct zm_error *error)
{
    struct zm_list words = {0};
    zm_word(&words, "TIME");
    redisReply *reply = zm_link_call(link, &words, error);
    zm_list_free(&words);
    *seconds = zm_reply_number(zm_reply_at(reply, 0));
    freeReplyObject(reply);
    return reply == NULL ? error->status : ZM_OK;
}

/* Workers as a list; those that were heard of lately are at work. */
static json_t *list_workers(json_t *workers, long long now, json_int_t lease, size_t *alive)
{
    json_t *list = json_array();
    const char *name;
    json_t *entry;
    json_object_foreach(workers, name, entry)
    {
        json_int_t seen = json_integer_value(json_object_get(entry, "seen"));
        bool lives = seen > 0 && now - seen <= lease / 1000 + 2;
        *alive += lives;
        json_object_set_new(entry, "name", json_string(name));
        json_object_set_new(entry, "alive", json_boolean(lives));
        json_object_set_new(entry, "silent", json_integer(seen > 0 ? now - seen : 0));
        json_object_del(entry, "seen");
        json_array_append(list, entry);
    }
    return list;
}

/* What the head of a campaign says, and how fast it went. */
static json_t *head_json(const char *name, const struct zm_campaign_head *head, long long now)
{
    long long until = head->held > 0 ? (long long)head->held : now;
    double seconds = (double)(until - (long long)head->created - (long long)head->rested);
    double busy = (double)head->busy / 1000;
    json_t *told = json_loads(zm_buffer_string(&head->told), 0, NULL);
    json_t *about = json_loads(zm_buffer_string(&head->about), 0, NULL);
    json_t *object =
        json_pack("{s:s,s:s,s:s,s:s,s:o,s:I,s:f,s:f,s:I,s:I,s:I}", "campaign", name, "kind",
                  zm_buffer_string(&head->kind), "game", zm_buffer_string(&head->game), "state",
                  zm_buffer_string(&head->state), "about", about == NULL ? json_null() : about,
                  "nodes", (json_int_t)head->nodes, "seconds", seconds, "busy", busy, "taken-again",
                  (json_int_t)head->again, "reported-twice", (json_int_t)head->twice, "generation",
                  (json_int_t)head->generation);
    if (object != NULL && seconds > 0) {
        json_object_set_new(object, "speed-up", json_real(busy / seconds));
        json_object_set_new(object, "rate", json_real((double)head->nodes / seconds));
    }
    if (object != NULL && told != NULL)
        json_object_set(object, "told", told);
    json_decref(told);
    return object;
}

static enum zm_status campaign_json(struct zm_link *link, const char *name, json_t **object,
                                    struct zm_error *error)
{
    static const struct {
        const char *command, *key, *as;
    } numbers[] = {{"HLEN", "done", "done"},
                   {"LLEN", "wait", "waiting"},
                   {"XLEN", "jobs", "handed-out"},
                   {"HLEN", "results", "results"}};
    static const struct {
        const char *key, *as;
    } hashes[] = {
        {"seen", "seen"}, {"jobs-of", "jobs"}, {"nodes-of", "nodes"}, {"refused", "refused"}};
    struct zm_campaign_head head;
    long long now = 0;
    size_t alive = 0;
    enum zm_status status = zm_campaign_look(link, name, &head, error);
    if (status != ZM_OK)
        return status;
    json_t *workers = json_object();
    status = server_time(link, &now, error);
    *object = status == ZM_OK ? head_json(name, &head, now) : NULL;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == ZM_OK; i++)
        status = ask_number(link, numbers[i].command, name, numbers[i].key, *object, numbers[i].as,
                            error);
    if (status == ZM_OK)
        status = add_results(link, name, *object, error);
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes && status == ZM_OK; i++)
        status = ask_workers(link, name, hashes[i].key, workers, hashes[i].as, error);
    if (status == ZM_OK) {
        json_t *list = list_workers(workers, now, (json_int_t)head.lease, &alive);
        json_object_set_new(*object, "workers", list);
        json_object_set_new(*object, "alive", json_integer((json_int_t)alive));
    } else {
        json_decref(*object);
        *object = NULL;
    }
    json_decref(workers);
    zm_campaign_head_free(&head);
    return status;
}

/* A server itself: its memory. */
static enum zm_status server_json(struct zm_link *link, json_t **server, struct zm_error *error)
{
    struct zm_list words = {0};
    if (link == NULL)
        return error->status;
    zm_word(&words, "INFO");
    zm_word(&words, "memory");
    redisReply *reply = zm_link_call(link, &words, error);
    zm_list_free(&words);
    if (reply == NULL)
        return error->status;
    const char *text = (const char *)zm_reply_bytes(reply).data;
    const char *used = strstr(text, "used_memory:"), *most = strstr(text, "maxmemory:");
    *server = json_pack("{s:I,s:I}", "memory",
                        used == NULL ? 0 : (json_int_t)strtoll(used + 12, NULL, 10), "most",
                        most == NULL ? 0 : (json_int_t)strtoll(most + 10, NULL, 10));
    freeReplyObject(reply);
    return ZM_OK;
}

/* All servers, and the first of them once more. */
static enum zm_status servers_json(struct zm_link *link, json_t *object, struct zm_error *error)
{
    json_t *list = json_array();
    enum zm_status status = ZM_OK;
    for (size_t i = 0; i < zm_link_servers(link) && status == ZM_OK; i++) {
        json_t *server = NULL;
        status = server_json(zm_link_server(link, i, error), &server, error);
        json_array_append_new(list, server);
    }
    json_object_set(object, "server", json_array_get(list, 0));
    json_object_set_new(object, "servers", list);
    return status;
}

enum zm_status zm_cluster_status(struct zm_link *link, const char *name, json_t **status_json,
                                 struct zm_error *error)
{
    struct zm_list names = {0};
    json_t *list = json_array(), *object = json_object();
    enum zm_status status = ZM_OK;
    if (name != NULL)
        zm_word(&names, name);
    else
        status = zm_campaign_list(link, &names, error);
    for (size_t i = 0; i < names.count && status == ZM_OK; i++) {
        struct zm_buffer one = {0};
        json_t *campaign = NULL;
        zm_buffer_set(&one, zm_list_at(&names, i));
        status = campaign_json(link, zm_buffer_string(&one), &campaign, error);
        if (status == ZM_OK)
            json_array_append_new(list, campaign);
        else if (status == ZM_BAD_INPUT && name == NULL)
            status = ZM_OK; /* forgotten just now */
        zm_buffer_free(&one);
    }
    if (status == ZM_OK)
        status = servers_json(link, object, error);
    json_object_set_new(object, "campaigns", list);
    zm_list_free(&names);
    if (status != ZM_OK)
        json_decref(object);
    *status_json = status == ZM_OK ? object : NULL;
    return status;
}
