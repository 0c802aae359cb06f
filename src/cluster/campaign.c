/* Campaigns; see campaign.h. */
#include "cluster/campaign.h"

#include "cluster/scripts.h"

#include <stdio.h>

static void arguments_of(struct zm_list *arguments, const char *name)
{
    *arguments = (struct zm_list){0};
    zm_word(arguments, name);
}

static enum zm_status gone(const char *name, struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT, "the server has no campaign '%.60s'", name);
}

enum zm_status zm_campaign_check_name(const char *name, struct zm_error *error)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    size_t length = strlen(name);
    return length > 0 && length <= ZM_CAMPAIGN_NAME && strspn(name, allowed) == length
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT,
                         "--campaign '%.60s': expected at most %d letters, digits, '-', '_', '.'",
                         name, ZM_CAMPAIGN_NAME);
}

static enum zm_status fail_create(const struct zm_campaign *campaign, const redisReply *reply,
                                  struct zm_error *error)
{
    struct zm_bytes more = zm_reply_bytes(zm_reply_at(reply, 1));
    const char *name = campaign->name;
    if (zm_reply_is(zm_reply_at(reply, 0), "foreign"))
        return zm_fail(error, ZM_BAD_INPUT,
                       "the server has keys 'zermelo:%s:...' that are no campaign of this program: "
                       "choose another database (redis://host/1) or another --campaign",
                       name);
    if (zm_reply_is(zm_reply_at(reply, 0), "version"))
        return zm_fail(error, ZM_BAD_INPUT,
                       "campaign '%s' was begun by another version: there '%.*s', here '%s'", name,
                       (int)more.size, (const char *)more.data, campaign->hello);
    return zm_fail(error, ZM_BAD_INPUT,
                   "the server has another campaign '%s': %.*s; give this one another --campaign, "
                   "or 'zermelo cluster forget %s'",
                   name, more.size > 160 ? 160 : (int)more.size, (const char *)more.data, name);
}

enum zm_status zm_campaign_create(struct zm_link *link, const struct zm_campaign *campaign,
                                  bool *again, struct zm_error *error)
{
    struct zm_list arguments;
    enum zm_status status = zm_campaign_check_name(campaign->name, error);
    if (status != ZM_OK)
        return status;
    arguments_of(&arguments, campaign->name);
    zm_word(&arguments, campaign->hello);
    zm_word(&arguments, campaign->kind);
    zm_word(&arguments, campaign->game);
    zm_word(&arguments, campaign->about);
    zm_word_number(&arguments, campaign->lease);
    redisReply *reply = zm_link_script(link, zm_script_create, &arguments, error);
    zm_list_free(&arguments);
    if (reply == NULL)
        return error->status;
    *again = zm_reply_is(zm_reply_at(reply, 0), "again");
    if (!*again && !zm_reply_is(zm_reply_at(reply, 0), "new"))
        status = fail_create(campaign, reply, error);
    freeReplyObject(reply);
    return status;
}

enum zm_status zm_campaign_list(struct zm_link *link, struct zm_list *names, struct zm_error *error)
{
    struct zm_list words = {0};
    zm_word(&words, "SMEMBERS");
    zm_word(&words, "zermelo:campaigns");
    redisReply *reply = zm_link_call(link, &words, error);
    zm_list_free(&words);
    if (reply == NULL)
        return error->status;
    zm_list_clear(names);
    for (size_t i = 0; zm_reply_at(reply, i) != NULL; i++)
        zm_list_add(names, zm_reply_bytes(zm_reply_at(reply, i)));
    freeReplyObject(reply);
    zm_list_sort(names, true);
    return zm_list_failed(names) ? zm_fail_memory(error) : ZM_OK;
}

void zm_campaign_head_free(struct zm_campaign_head *head)
{
    zm_buffer_free(&head->kind);
    zm_buffer_free(&head->game);
    zm_buffer_free(&head->hello);
    zm_buffer_free(&head->about);
    zm_buffer_free(&head->state);
    zm_buffer_free(&head->told);
    *head = (struct zm_campaign_head){0};
}

/* Takes the fields of a hash in. */
static void read_head(const redisReply *reply, struct zm_campaign_head *head)
{
    const struct {
        const char *name;
        struct zm_buffer *text;
        uint64_t *number;
    } fields[] = {
        {"kind", &head->kind, NULL},       {"game", &head->game, NULL},
        {"hello", &head->hello, NULL},     {"about", &head->about, NULL},
        {"state", &head->state, NULL},     {"generation", NULL, &head->generation},
        {"nodes", NULL, &head->nodes},     {"busy", NULL, &head->busy},
        {"again", NULL, &head->again},     {"twice", NULL, &head->twice},
        {"created", NULL, &head->created}, {"lease", NULL, &head->lease},
        {"told", &head->told, NULL},       {"held", NULL, &head->held},
        {"rested", NULL, &head->rested},
    };
    for (size_t i = 0; zm_reply_at(reply, i + 1) != NULL; i += 2)
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
            if (!zm_reply_is(zm_reply_at(reply, i), fields[k].name))
                continue;
            if (fields[k].text != NULL)
                zm_buffer_set(fields[k].text, zm_reply_bytes(zm_reply_at(reply, i + 1)));
            else
                *fields[k].number = (uint64_t)zm_reply_number(zm_reply_at(reply, i + 1));
        }
}

/* Reads the head of a campaign, unless it has none. */
static enum zm_status take_head(const redisReply *reply, const char *name,
                                struct zm_campaign_head *head, struct zm_error *error)
{
    *head = (struct zm_campaign_head){0};
    read_head(reply, head);
    if (head->kind.size > 0 && head->hello.size > 0 && head->about.size > 0)
        return ZM_OK;
    zm_campaign_head_free(head);
    return gone(name, error);
}

enum zm_status zm_campaign_look(struct zm_link *link, const char *name,
                                struct zm_campaign_head *head, struct zm_error *error)
{
    struct zm_list words = {0};
    *head = (struct zm_campaign_head){0};
    zm_word(&words, "HGETALL");
    zm_buffer_format(&words.bytes, "zermelo:%s:head", name);
    zm_list_close(&words);
    redisReply *reply = zm_link_call(link, &words, error);
    zm_list_free(&words);
    if (reply == NULL)
        return error->status;
    enum zm_status status = take_head(reply, name, head, error);
    freeReplyObject(reply);
    return status;
}

enum zm_status zm_campaign_look_at_all(struct zm_link *link, const char *name,
                                       struct zm_campaign_survey *survey, struct zm_error *error)
{
    struct zm_list arguments;
    *survey = (struct zm_campaign_survey){0};
    arguments_of(&arguments, name);
    redisReply *reply = zm_link_script(link, zm_script_survey, &arguments, error);
    zm_list_free(&arguments);
    if (reply == NULL)
        return error->status;
    survey->reply = reply;
    survey->now = zm_reply_number(zm_reply_at(reply, 1));
    survey->done = zm_reply_number(zm_reply_at(reply, 2));
    survey->waiting = zm_reply_number(zm_reply_at(reply, 3));
    survey->handed_out = zm_reply_number(zm_reply_at(reply, 4));
    survey->results = zm_reply_number(zm_reply_at(reply, 5));
    survey->seen = zm_reply_at(reply, 6);
    survey->jobs = zm_reply_at(reply, 7);
    survey->nodes = zm_reply_at(reply, 8);
    survey->refused = zm_reply_at(reply, 9);
    enum zm_status status = take_head(zm_reply_at(reply, 0), name, &survey->head, error);
    if (status != ZM_OK)
        zm_campaign_survey_free(survey);
    return status;
}

void zm_campaign_survey_free(struct zm_campaign_survey *survey)
{
    zm_campaign_head_free(&survey->head);
    freeReplyObject(survey->reply);
    *survey = (struct zm_campaign_survey){0};
}

/* Runs a script that says "ok" unless the campaign is gone, and frees its arguments. */
static enum zm_status expect_ok(struct zm_link *link, const char *script, const char *name,
                                struct zm_list *arguments, struct zm_error *error)
{
    redisReply *reply = zm_link_script(link, script, arguments, error);
    zm_list_free(arguments);
    if (reply == NULL)
        return error->status;
    bool there = zm_reply_is(zm_reply_at(reply, 0), "ok");
    freeReplyObject(reply);
    return there ? ZM_OK : gone(name, error);
}

enum zm_status zm_campaign_order(struct zm_link *link, const char *name, const char *state,
                                 struct zm_error *error)
{
    struct zm_list arguments;
    arguments_of(&arguments, name);
    zm_word(&arguments, state);
    return expect_ok(link, zm_script_order, name, &arguments, error);
}

enum zm_status zm_campaign_forget(struct zm_link *link, const char *name, struct zm_error *error)
{
    struct zm_list arguments;
    arguments_of(&arguments, name);
    enum zm_status status = expect_ok(link, zm_script_forget, name, &arguments, error);
    for (size_t i = 1; i < zm_link_servers(link) && status == ZM_OK; i++) {
        struct zm_link *other = zm_link_server(link, i, error);
        arguments_of(&arguments, name);
        status = other == NULL ? error->status
                               : expect_ok(other, zm_script_forget_part, name, &arguments, error);
    }
    return status;
}

enum zm_status zm_campaign_complain(struct zm_link *link, const char *name, const char *worker,
                                    const char *why, struct zm_error *error)
{
    struct zm_list arguments;
    arguments_of(&arguments, name);
    zm_word(&arguments, worker);
    zm_word(&arguments, why);
    return expect_ok(link, zm_script_complain, name, &arguments, error);
}

/* -- jobs -- */

void zm_job_add(struct zm_list *jobs, struct zm_bytes key, struct zm_bytes rest)
{
    const uint8_t size[4] = {(uint8_t)(key.size >> 24), (uint8_t)(key.size >> 16),
                             (uint8_t)(key.size >> 8), (uint8_t)key.size};
    zm_buffer_add(&jobs->bytes, size, sizeof size);
    zm_buffer_add(&jobs->bytes, key.data, key.size);
    zm_buffer_add(&jobs->bytes, rest.data, rest.size);
    zm_list_close(jobs);
}

bool zm_job_split(struct zm_bytes job, struct zm_bytes *key, struct zm_bytes *rest)
{
    if (job.size < 4)
        return false;
    size_t size = (size_t)job.data[0] << 24 | (size_t)job.data[1] << 16 | (size_t)job.data[2] << 8 |
                  job.data[3];
    if (size > job.size - 4)
        return false;
    *key = zm_bytes(job.data + 4, size);
    *rest = zm_bytes(job.data + 4 + size, job.size - 4 - size);
    return true;
}

enum zm_status zm_campaign_offer(struct zm_link *link, const char *name, const struct zm_list *jobs,
                                 bool front, struct zm_error *error)
{
    enum { AT_ONCE = 500 };
    enum zm_status status = zm_list_failed(jobs) ? zm_fail_memory(error) : ZM_OK;
    for (size_t i = 0; i < jobs->count && status == ZM_OK; i += AT_ONCE) {
        struct zm_list arguments;
        arguments_of(&arguments, name);
        zm_word(&arguments, front ? "front" : "back");
        for (size_t k = i; k < jobs->count && k < i + AT_ONCE; k++)
            zm_list_add(&arguments, zm_list_at(jobs, k));
        redisReply *reply = zm_link_script(link, zm_script_offer, &arguments, error);
        zm_list_free(&arguments);
        if (reply == NULL)
            status = error->status;
        freeReplyObject(reply);
    }
    return status;
}

void zm_taken_free(struct zm_taken *taken)
{
    zm_buffer_free(&taken->id);
    zm_buffer_free(&taken->job);
    zm_buffer_free(&taken->why);
}

static enum zm_taking taking_of(const redisReply *word)
{
    return zm_reply_is(word, "job")       ? ZM_TAKEN
           : zm_reply_is(word, "none")    ? ZM_NOTHING
           : zm_reply_is(word, "refused") ? ZM_REFUSED
           : zm_reply_is(word, "banned")  ? ZM_BANNED
           : zm_reply_is(word, "gone")    ? ZM_GONE
                                          : ZM_ON_HOLD;
}

enum zm_status zm_campaign_take(struct zm_link *link, const char *name, const char *worker,
                                const char *hello, enum zm_taking *taking, struct zm_taken *taken,
                                struct zm_error *error)
{
    struct zm_list arguments;
    arguments_of(&arguments, name);
    zm_word(&arguments, worker);
    zm_word(&arguments, hello);
    redisReply *reply = zm_link_script(link, zm_script_take, &arguments, error);
    zm_list_free(&arguments);
    if (reply == NULL)
        return error->status;
    *taking = taking_of(zm_reply_at(reply, 0));
    if (*taking == ZM_TAKEN) {
        zm_buffer_set(&taken->id, zm_reply_bytes(zm_reply_at(reply, 1)));
        zm_buffer_set(&taken->job, zm_reply_bytes(zm_reply_at(reply, 2)));
        taken->generation = (uint64_t)zm_reply_number(zm_reply_at(reply, 3));
        taken->waiting = (uint64_t)zm_reply_number(zm_reply_at(reply, 4));
    }
    if (*taking == ZM_REFUSED)
        zm_buffer_set(&taken->why, zm_reply_bytes(zm_reply_at(reply, 1)));
    freeReplyObject(reply);
    return taken->id.failed || taken->job.failed || taken->why.failed ? zm_fail_memory(error)
                                                                      : ZM_OK;
}

/* A script about a job that this worker holds. */
static redisReply *about_taken(struct zm_link *link, const char *script, const char *name,
                               const char *worker, const struct zm_taken *taken,
                               struct zm_error *error)
{
    struct zm_list arguments;
    arguments_of(&arguments, name);
    zm_word(&arguments, worker);
    zm_list_add(&arguments, zm_buffer_bytes(&taken->id));
    redisReply *reply = zm_link_script(link, script, &arguments, error);
    zm_list_free(&arguments);
    return reply;
}

enum zm_status zm_campaign_renew(struct zm_link *link, const char *name, const char *worker,
                                 const struct zm_taken *taken, bool *leave, struct zm_error *error)
{
    redisReply *reply = about_taken(link, zm_script_renew, name, worker, taken, error);
    if (reply == NULL)
        return error->status;
    const redisReply *state = zm_reply_at(reply, 0);
    *leave = zm_reply_is(state, "stop") || zm_reply_is(state, "banned") ||
             zm_reply_is(state, "gone") ||
             (uint64_t)zm_reply_number(zm_reply_at(reply, 1)) != taken->generation;
    freeReplyObject(reply);
    return ZM_OK;
}

enum zm_status zm_campaign_back(struct zm_link *link, const char *name, const char *worker,
                                const struct zm_taken *taken, struct zm_error *error)
{
    redisReply *reply = about_taken(link, zm_script_back, name, worker, taken, error);
    if (reply == NULL)
        return error->status;
    freeReplyObject(reply);
    return ZM_OK;
}

void zm_job_report_free(struct zm_job_report *report)
{
    zm_buffer_free(&report->text);
    zm_list_free(&report->left);
    *report = (struct zm_job_report){0};
}

enum zm_status zm_campaign_done(struct zm_link *link, const char *name, const char *worker,
                                const struct zm_taken *taken, const struct zm_job_report *report,
                                bool *counted, struct zm_error *error)
{
    struct zm_list arguments;
    struct zm_bytes key, rest;
    if (!zm_job_split(zm_buffer_bytes(&taken->job), &key, &rest))
        return zm_fail(error, ZM_WRONG, "campaign '%s' has a job that is none", name);
    arguments_of(&arguments, name);
    zm_word(&arguments, worker);
    zm_list_add(&arguments, zm_buffer_bytes(&taken->id));
    zm_list_add(&arguments, key);
    zm_list_add(&arguments, zm_buffer_bytes(&report->text));
    zm_word_number(&arguments, report->nodes);
    zm_word_number(&arguments, (uint64_t)(report->seconds * 1000));
    zm_word_number(&arguments, taken->generation);
    for (size_t i = 0; i < report->left.count; i++)
        zm_list_add(&arguments, zm_list_at(&report->left, i));
    redisReply *reply = zm_link_script(link, zm_script_done, &arguments, error);
    zm_list_free(&arguments);
    if (reply == NULL)
        return error->status;
    if (counted != NULL)
        *counted = zm_reply_is(zm_reply_at(reply, 0), "counted");
    freeReplyObject(reply);
    return ZM_OK;
}

enum zm_status zm_campaign_wait(struct zm_link *link, struct zm_error *error)
{
    struct zm_list words = {0};
    zm_word(&words, "BLPOP");
    zm_word(&words, "zermelo:bell");
    zm_word(&words, "1");
    redisReply *reply = zm_link_call(link, &words, error);
    zm_list_free(&words);
    if (reply == NULL)
        return error->status;
    freeReplyObject(reply);
    return ZM_OK;
}
