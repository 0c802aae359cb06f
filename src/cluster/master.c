/* Leading a campaign; see master.h. */
#include "cluster/master.h"

#include "base/clock.h"
#include "cluster/scripts.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LEAST_LEASE = 3000, LOOK_SECONDS = 1, YOUNG_SECONDS = 3, LONELY_SECONDS = 10 };

static const double young_look = 0.1; /* seconds: workers come at the beginning */

/* Milliseconds after which a master that says nothing is taken for dead. */
static uint64_t lease_of(const struct zm_master *master)
{
    return master->campaign->lease > LEAST_LEASE ? master->campaign->lease : LEAST_LEASE;
}

/* Says that we lead; sets what the campaign is ordered to do. `other` is set when somebody else
 * does. */
static enum zm_status lead(struct zm_master *master, bool *other, struct zm_buffer *state,
                           struct zm_error *error)
{
    struct zm_list arguments = {0};
    zm_word(&arguments, master->campaign->name);
    zm_word(&arguments, master->who);
    zm_word_number(&arguments, lease_of(master));
    if (master->tell != NULL) {
        master->tell(master->tell_context, &arguments.bytes);
        zm_list_close(&arguments);
    }
    redisReply *reply = zm_link_script(master->link, zm_script_lead, &arguments, error);
    zm_list_free(&arguments);
    if (reply == NULL)
        return error->status;
    *other = !zm_reply_is(zm_reply_at(reply, 0), "ok");
    zm_buffer_set(state, zm_reply_bytes(zm_reply_at(reply, 1)));
    if (!*other) {
        master->generation = (uint64_t)zm_reply_number(zm_reply_at(reply, 2));
        master->workers = (unsigned)zm_reply_number(zm_reply_at(reply, 3));
    }
    freeReplyObject(reply);
    return ZM_OK;
}

/* Leads, once whoever does has ended or let its lease run out. */
static enum zm_status take_lead(struct zm_master *master, struct zm_error *error)
{
    struct timespec pause = {.tv_nsec = 250000000};
    double until = zm_clock_now() + (double)lease_of(master) / 1000 + 2;
    struct zm_buffer state = {0};
    bool other = true;
    enum zm_status status;
    while ((status = lead(master, &other, &state, error)) == ZM_OK && other &&
           zm_clock_now() < until && !zm_run_look(master->run))
        nanosleep(&pause, NULL);
    if (status == ZM_OK && other)
        status = zm_fail(error, ZM_BAD_INPUT, "campaign '%s' is led by another master, %s",
                         master->campaign->name, zm_buffer_string(&state));
    zm_buffer_free(&state);
    return status;
}

enum zm_status zm_master_open(struct zm_master *master, struct zm_link *link,
                              const struct zm_campaign *campaign, struct zm_run *run,
                              struct zm_error *error)
{
    char host[64] = "";
    *master = (struct zm_master){.link = link, .campaign = campaign, .run = run};
    gethostname(host, sizeof host - 1);
    snprintf(master->who, sizeof master->who, "%s:%ld", host, (long)getpid());
    zm_buffer_text(&master->last, "0");
    master->lonely_at = zm_clock_now() + LONELY_SECONDS;
    master->young_until = zm_clock_now() + YOUNG_SECONDS;
    enum zm_status status = zm_campaign_create(link, campaign, &master->again, error);
    if (status == ZM_OK)
        status = take_lead(master, error);
    if (status == ZM_OK)
        status = zm_campaign_order(link, campaign->name, "run", error);
    if (status != ZM_OK)
        zm_buffer_free(&master->last);
    return status;
}

void zm_master_close(struct zm_master *master, bool over, bool keep)
{
    struct zm_error ignored = {0}; /* the server may be gone, which whoever closes knows */
    struct zm_list words = {0};
    zm_word(&words, "DEL");
    zm_buffer_format(&words.bytes, "zermelo:%s:master", master->campaign->name);
    zm_list_close(&words);
    freeReplyObject(zm_link_call(master->link, &words, &ignored));
    zm_list_free(&words);
    if (over && !keep)
        zm_campaign_forget(master->link, master->campaign->name, &ignored);
    else
        zm_campaign_order(master->link, master->campaign->name, over ? "over" : "pause", &ignored);
    zm_buffer_free(&master->last);
    zm_list_free(&master->banned);
}

/* -- reports -- */

static bool is_banned(const struct zm_master *master, struct zm_bytes worker)
{
    for (size_t i = 0; i < master->banned.count; i++)
        if (zm_bytes_equal(zm_list_at(&master->banned, i), worker))
            return true;
    return false;
}

/* Takes "WORKER\n" off a report. */
static void hear_done(const struct zm_master *master, zm_hear *hear, void *context,
                      struct zm_bytes key, struct zm_bytes value)
{
    const uint8_t *end = value.size == 0 ? NULL : memchr(value.data, '\n', value.size);
    if (end == NULL)
        return;
    struct zm_bytes who = zm_bytes(value.data, (size_t)(end - value.data));
    if (!is_banned(master, who))
        hear(context, key, who, zm_bytes(end + 1, value.size - who.size - 1));
}

enum zm_status zm_master_recall(struct zm_master *master, zm_hear *hear, void *context,
                                struct zm_error *error)
{
    struct zm_buffer cursor = {0};
    enum zm_status status = ZM_OK;
    zm_buffer_text(&cursor, "0");
    do {
        struct zm_list words = {0};
        zm_word(&words, "HSCAN");
        zm_buffer_format(&words.bytes, "zermelo:%s:done", master->campaign->name);
        zm_list_close(&words);
        zm_list_add(&words, zm_buffer_bytes(&cursor));
        zm_word(&words, "COUNT");
        zm_word(&words, "1000");
        redisReply *reply = zm_link_call(master->link, &words, error);
        zm_list_free(&words);
        if (reply == NULL) {
            status = error->status;
            break;
        }
        const redisReply *items = zm_reply_at(reply, 1);
        for (size_t i = 0; zm_reply_at(items, i + 1) != NULL; i += 2)
            hear_done(master, hear, context, zm_reply_bytes(zm_reply_at(items, i)),
                      zm_reply_bytes(zm_reply_at(items, i + 1)));
        zm_buffer_set(&cursor, zm_reply_bytes(zm_reply_at(reply, 0)));
        freeReplyObject(reply);
    } while (!cursor.failed && strcmp(zm_buffer_string(&cursor), "0") != 0);
    if (status == ZM_OK && cursor.failed)
        status = zm_fail_memory(error);
    zm_buffer_free(&cursor);
    return status;
}

/* Forgets on the server what was heard. */
static enum zm_status trim(struct zm_master *master, struct zm_error *error)
{
    struct zm_list words = {0};
    zm_word(&words, "XTRIM");
    zm_buffer_format(&words.bytes, "zermelo:%s:reports", master->campaign->name);
    zm_list_close(&words);
    zm_word(&words, "MINID");
    zm_list_add(&words, zm_buffer_bytes(&master->last));
    redisReply *reply = zm_link_call(master->link, &words, error);
    zm_list_free(&words);
    freeReplyObject(reply);
    return reply == NULL ? error->status : ZM_OK;
}

/* How many jobs are handed out. */
static enum zm_status handed_out(struct zm_master *master, long long *count, struct zm_error *error)
{
    struct zm_list words = {0};
    zm_word(&words, "XLEN");
    zm_buffer_format(&words.bytes, "zermelo:%s:jobs", master->campaign->name);
    zm_list_close(&words);
    redisReply *reply = zm_link_call(master->link, &words, error);
    zm_list_free(&words);
    *count = zm_reply_number(reply);
    freeReplyObject(reply);
    return reply == NULL ? error->status : ZM_OK;
}

/* Whoever waits for nobody wants to know. */
static void mind_workers(struct zm_master *master)
{
    if (master->workers > 0 || master->lonely_at == 0 || zm_clock_now() < master->lonely_at)
        return;
    master->lonely_at = 0;
    if (master->said != NULL)
        master->said(master->context, "no worker is there yet; 'zermelo worker' starts one");
}

/* Once a second, more often at first: renews our lease, forgets what was heard, and sees what is ordered. */
static enum zm_status look(struct zm_master *master, struct zm_error *error)
{
    struct zm_buffer state = {0};
    bool other;
    long long out = 1;
    if (zm_clock_now() < master->next_look)
        return ZM_OK;
    double now = zm_clock_now();
    master->next_look = now + (now < master->young_until ? young_look : LOOK_SECONDS);
    enum zm_status status = lead(master, &other, &state, error);
    const char *order = zm_buffer_string(&state), *name = master->campaign->name;
    if (status == ZM_OK && other)
        status = zm_fail(error, ZM_FAILED, "campaign '%s' is led by another master now, %s", name,
                         order);
    else if (status == ZM_OK && (strcmp(order, "stop") == 0 || strcmp(order, "gone") == 0))
        status = zm_fail(error, ZM_STOPPED, "campaign '%s' was stopped", name);
    master->draining = strcmp(order, "drain") == 0;
    if (status == ZM_OK && master->draining)
        status = handed_out(master, &out, error);
    if (status == ZM_OK && out == 0 && master->empty)
        status = zm_fail(error, ZM_STOPPED, "campaign '%s' was drained", name);
    master->empty = out == 0;
    mind_workers(master);
    if (status == ZM_OK)
        status = trim(master, error);
    zm_buffer_free(&state);
    return status;
}

static const redisReply *field(const redisReply *fields, const char *name)
{
    for (size_t i = 0; zm_reply_at(fields, i + 1) != NULL; i += 2)
        if (zm_reply_is(zm_reply_at(fields, i), name))
            return zm_reply_at(fields, i + 1);
    return NULL;
}

enum zm_status zm_master_listen(struct zm_master *master, unsigned milliseconds, zm_hear *hear,
                                void *context, struct zm_error *error)
{
    struct zm_list words = {0};
    zm_word(&words, "XREAD");
    zm_word(&words, "COUNT");
    zm_word(&words, "256");
    if (milliseconds > 0) {
        zm_word(&words, "BLOCK");
        zm_word_number(&words, milliseconds);
    }
    zm_word(&words, "STREAMS");
    zm_buffer_format(&words.bytes, "zermelo:%s:reports", master->campaign->name);
    zm_list_close(&words);
    zm_list_add(&words, zm_buffer_bytes(&master->last));
    redisReply *reply = zm_link_call(master->link, &words, error);
    zm_list_free(&words);
    if (reply == NULL)
        return error->status;
    const redisReply *entries = zm_reply_at(zm_reply_at(reply, 0), 1);
    for (size_t i = 0; zm_reply_at(entries, i) != NULL; i++) {
        const redisReply *entry = zm_reply_at(entries, i), *fields = zm_reply_at(entry, 1);
        zm_buffer_set(&master->last, zm_reply_bytes(zm_reply_at(entry, 0)));
        struct zm_bytes who = zm_reply_bytes(field(fields, "who"));
        if (!is_banned(master, who))
            hear(context, zm_reply_bytes(field(fields, "key")), who,
                 zm_reply_bytes(field(fields, "report")));
    }
    freeReplyObject(reply);
    if (master->last.failed)
        return zm_fail_memory(error);
    enum zm_status status = look(master, error);
    if (status == ZM_OK && zm_run_look(master->run))
        status =
            zm_fail(error, ZM_STOPPED, "stopped; campaign '%s' can go on", master->campaign->name);
    return status;
}

enum zm_status zm_master_ban(struct zm_master *master, struct zm_bytes worker, const char *why,
                             bool all, uint64_t *dropped, struct zm_error *error)
{
    struct zm_list arguments = {0};
    zm_list_add(&master->banned, worker);
    zm_word(&arguments, master->campaign->name);
    zm_list_add(&arguments, worker);
    zm_word(&arguments, why);
    zm_word(&arguments, all ? "all" : "own");
    redisReply *reply = zm_link_script(master->link, zm_script_ban, &arguments, error);
    zm_list_free(&arguments);
    if (reply == NULL)
        return error->status;
    *dropped = (uint64_t)zm_reply_number(reply);
    freeReplyObject(reply);
    if (all)
        master->generation++;
    return ZM_OK;
}
