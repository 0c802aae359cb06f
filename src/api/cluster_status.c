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

/* Adds the results that the further servers have. */
static enum zm_status add_results(struct zm_link *link, const char *name, long long results,
                                  json_t *object, struct zm_error *error)
{
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
static void set_of_workers(const redisReply *hash, json_t *workers, const char *as)
{
    for (size_t i = 0; zm_reply_at(hash, i + 1) != NULL; i += 2) {
        char worker[160];
        struct zm_bytes bytes = zm_reply_bytes(zm_reply_at(hash, i));
        snprintf(worker, sizeof worker, "%.*s", (int)bytes.size, (const char *)bytes.data);
        json_t *entry = json_object_get(workers, worker);
        if (entry == NULL) {
            entry = json_object();
            json_object_set_new(workers, worker, entry);
        }
        const redisReply *value = zm_reply_at(hash, i + 1);
        json_object_set_new(entry, as,
                            strcmp(as, "refused") == 0
                                ? text_of(value)
                                : json_integer((json_int_t)zm_reply_number(value)));
    }
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

/* The workers of a campaign, and how many are at work. */
static void set_workers(const struct zm_campaign_survey *survey, json_t *object)
{
    size_t alive = 0;
    json_t *workers = json_object();
    set_of_workers(survey->seen, workers, "seen");
    set_of_workers(survey->jobs, workers, "jobs");
    set_of_workers(survey->nodes, workers, "nodes");
    set_of_workers(survey->refused, workers, "refused");
    json_object_set_new(object, "workers",
                        list_workers(workers, survey->now, (json_int_t)survey->head.lease, &alive));
    json_object_set_new(object, "alive", json_integer((json_int_t)alive));
    json_decref(workers);
}

static enum zm_status campaign_json(struct zm_link *link, const char *name, json_t **object,
                                    struct zm_error *error)
{
    struct zm_campaign_survey survey;
    *object = NULL;
    enum zm_status status = zm_campaign_look_at_all(link, name, &survey, error);
    if (status != ZM_OK)
        return status;
    *object = head_json(name, &survey.head, survey.now);
    json_object_set_new(*object, "done", json_integer(survey.done));
    json_object_set_new(*object, "waiting", json_integer(survey.waiting));
    json_object_set_new(*object, "handed-out", json_integer(survey.handed_out));
    status = add_results(link, name, survey.results, *object, error);
    if (status == ZM_OK) {
        set_workers(&survey, *object);
    } else {
        json_decref(*object);
        *object = NULL;
    }
    zm_campaign_survey_free(&survey);
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
