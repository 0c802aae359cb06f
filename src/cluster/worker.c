/* Workers; see worker.h. Each thread of a worker has a connection of its own; one more renews the
 * leases of all. */
#include "cluster/worker.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { AVOIDED = 16 };

/* One thread of a worker. `lock` guards what the heart needs: `busy`, `taken` and `campaign`. */
struct hand {
    struct zm_cluster_worker *worker;
    char name[128];
    struct zm_run run; /* of the job */
    struct zm_link *link;
    pthread_t thread;
    pthread_mutex_t lock;
    bool busy; /* at a job */
    struct zm_taken taken;
    char campaign[ZM_CAMPAIGN_NAME + 1];
    struct zm_list names;   /* of campaigns */
    struct zm_list avoided; /* those that refuse us, or that we cannot do */
    const struct zm_labour *labour;
    void *state; /* of the labour, for `campaign` of `generation` */
    uint64_t generation;
    struct zm_buffer hello;
    double idle_since;
    enum zm_status status;
    struct zm_error error;
};

static void say(const struct zm_cluster_worker *worker, const char *line)
{
    if (worker->said != NULL)
        worker->said(worker->context, line);
}

/* -- one campaign -- */

static void put_down(struct hand *hand)
{
    if (hand->state != NULL)
        hand->labour->close(hand->state);
    hand->state = NULL;
    hand->campaign[0] = 0;
}

static const struct zm_labour *labour_of(const struct zm_cluster_worker *worker, const char *kind)
{
    for (size_t i = 0; worker->labours[i] != NULL; i++)
        if (strcmp(worker->labours[i]->kind, kind) == 0)
            return worker->labours[i];
    return NULL;
}

static void avoid(struct hand *hand, const char *name, const char *why)
{
    char line[500];
    snprintf(line, sizeof line, "campaign '%s': %s", name, why);
    say(hand->worker, line);
    if (hand->avoided.count < AVOIDED)
        zm_word(&hand->avoided, name);
    if (hand->worker->campaign != NULL)
        hand->status = zm_fail(&hand->error, ZM_BAD_INPUT, "%s", line);
}

static bool is_avoided(const struct hand *hand, struct zm_bytes name)
{
    for (size_t i = 0; i < hand->avoided.count; i++)
        if (zm_bytes_equal(zm_list_at(&hand->avoided, i), name))
            return true;
    return hand->avoided.count == AVOIDED;
}

/* Learns what the campaign of the job just taken is about. */
static enum zm_status pick_up(struct hand *hand, const char *name, struct zm_error *error)
{
    struct zm_cluster_worker *worker = hand->worker;
    struct zm_campaign_head head;
    enum zm_status status = zm_campaign_look(hand->link, name, &head, error);
    if (status != ZM_OK)
        return status;
    struct zm_bench bench = {.address = &worker->address,
                             .campaign = hand->campaign,
                             .worker = hand->name,
                             .generation = head.generation,
                             .waiting = &hand->taken.waiting,
                             .memory = worker->memory / worker->threads,
                             .run = &hand->run};
    put_down(hand);
    snprintf(hand->campaign, sizeof hand->campaign, "%s", name);
    hand->generation = head.generation;
    hand->labour = labour_of(worker, zm_buffer_string(&head.kind));
    if (hand->labour == NULL)
        status = zm_fail(error, ZM_BAD_INPUT, "this program knows no work of the kind '%.40s'",
                         zm_buffer_string(&head.kind));
    else
        status = hand->labour->open(&bench, zm_buffer_string(&head.about), &hand->state, error);
    if (status != ZM_OK)
        put_down(hand);
    zm_campaign_head_free(&head);
    return status;
}

/* Does the job taken, and reports or gives it back. */
static enum zm_status do_job(struct hand *hand, const char *name, struct zm_error *error)
{
    struct zm_job_report report = {0};
    struct zm_bytes key, rest;
    enum zm_status status = ZM_OK;
    double began = zm_clock_now();
    if (hand->state == NULL || strcmp(hand->campaign, name) != 0 ||
        hand->generation != hand->taken.generation)
        status = pick_up(hand, name, error);
    if (status == ZM_OK && !zm_job_split(zm_buffer_bytes(&hand->taken.job), &key, &rest))
        status = zm_fail(error, ZM_WRONG, "a job of campaign '%s' cannot be read", name);
    pthread_mutex_lock(&hand->lock);
    atomic_store(&hand->run.stop, false);
    hand->busy = status == ZM_OK;
    pthread_mutex_unlock(&hand->lock);
    if (status == ZM_OK)
        status = hand->labour->work(hand->state, key, rest, &report, error);
    pthread_mutex_lock(&hand->lock);
    hand->busy = false;
    pthread_mutex_unlock(&hand->lock);
    if (status == ZM_OK) {
        report.seconds = zm_clock_now() - began;
        bool counted;
        status =
            zm_campaign_done(hand->link, name, hand->name, &hand->taken, &report, &counted, error);
        if (status == ZM_OK && counted)
            hand->worker->jobs++;
    } else {
        struct zm_error ignored = {0}; /* the lease will end by itself */
        enum zm_status back =
            zm_campaign_back(hand->link, name, hand->name, &hand->taken, &ignored);
        if (status != ZM_STOPPED && back == ZM_OK) /* whoever watches wants to know */
            zm_campaign_complain(hand->link, name, hand->name, error->text, &ignored);
    }
    zm_job_report_free(&report);
    return status;
}

/* Takes a job of one campaign and does it. True: there was one. */
static bool try_campaign(struct hand *hand, const char *name)
{
    struct zm_error *error = &hand->error;
    struct zm_campaign_head head;
    enum zm_taking taking;
    if (strcmp(hand->campaign, name) != 0) {
        if (zm_campaign_look(hand->link, name, &head, error) != ZM_OK) {
            hand->status = error->status == ZM_BAD_INPUT ? ZM_OK : error->status;
            return false;
        }
        zm_buffer_clear(&hand->hello);
        hand->worker->hello(zm_buffer_string(&head.game), zm_link_servers(hand->link),
                            &hand->hello);
        zm_campaign_head_free(&head);
    }
    hand->status = zm_campaign_take(hand->link, name, hand->name, zm_buffer_string(&hand->hello),
                                    &taking, &hand->taken, error);
    if (hand->status != ZM_OK)
        return false;
    if (taking == ZM_REFUSED && strcmp(hand->campaign, name) == 0) {
        put_down(
            hand); /* another campaign of the same name, perhaps: we introduce ourselves anew */
        return true;
    }
    if (taking == ZM_REFUSED) {
        char why[400];
        snprintf(why, sizeof why, "this worker is refused: it is '%s', the campaign '%s'",
                 zm_buffer_string(&hand->hello), zm_buffer_string(&hand->taken.why));
        avoid(hand, name, why);
    }
    if (taking == ZM_BANNED)
        avoid(hand, name, "this worker is refused: what it sent was wrong");
    if (taking != ZM_TAKEN)
        return false;
    enum zm_status status = do_job(hand, name, error);
    if (status == ZM_BAD_INPUT || status == ZM_WRONG)
        avoid(hand, name, error->text);
    else if (status != ZM_STOPPED)
        hand->status = status;
    return true;
}

/* One look at all campaigns; true: there was something to do. */
static bool look_around(struct hand *hand)
{
    const char *only = hand->worker->campaign;
    bool did = false;
    if (hand->campaign[0] != 0 && try_campaign(hand, hand->campaign))
        return true; /* as long as it has jobs, stay with one: what was learned of it is here */
    if (hand->status != ZM_OK)
        return false;
    zm_list_clear(&hand->names);
    if (only != NULL)
        zm_word(&hand->names, only);
    else
        hand->status = zm_campaign_list(hand->link, &hand->names, &hand->error);
    for (size_t i = 0; i < hand->names.count && !did && hand->status == ZM_OK; i++) {
        char name[ZM_CAMPAIGN_NAME + 1];
        struct zm_bytes bytes = zm_list_at(&hand->names, i);
        if (bytes.size > ZM_CAMPAIGN_NAME || is_avoided(hand, bytes))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)bytes.size, (const char *)bytes.data);
        did = try_campaign(hand, name);
    }
    return did;
}

static void *labour(void *context)
{
    struct hand *hand = context;
    struct zm_cluster_worker *worker = hand->worker;
    hand->status = zm_link_open(&worker->address, worker->run, &hand->link, &hand->error);
    hand->idle_since = zm_clock_now();
    while (hand->status == ZM_OK && !zm_run_look(worker->run)) {
        if (look_around(hand))
            hand->idle_since = zm_clock_now();
        else if (hand->status == ZM_OK) {
            if (worker->idle > 0 && zm_clock_now() - hand->idle_since > worker->idle)
                break;
            hand->status = zm_campaign_wait(hand->link, &hand->error);
        }
    }
    put_down(hand);
    zm_link_close(hand->link);
    return NULL;
}

/* -- leases -- */

struct heart {
    struct zm_cluster_worker *worker;
    struct hand *hands;
    atomic_bool end;
};

/* Renews the lease of one thread's job. */
static void renew(struct zm_link *link, struct hand *hand)
{
    struct zm_taken taken = {.generation = 0};
    char campaign[ZM_CAMPAIGN_NAME + 1];
    struct zm_error error = {0};
    bool leave = false;
    pthread_mutex_lock(&hand->lock);
    bool busy = hand->busy;
    if (busy) {
        zm_buffer_set(&taken.id, zm_buffer_bytes(&hand->taken.id));
        taken.generation = hand->taken.generation;
        memcpy(campaign, hand->campaign, sizeof campaign);
    }
    pthread_mutex_unlock(&hand->lock);
    if (busy && !taken.id.failed &&
        zm_campaign_renew(link, campaign, hand->name, &taken, &leave, &error) == ZM_OK && leave) {
        pthread_mutex_lock(&hand->lock);
        bool same = hand->busy &&
                    zm_bytes_equal(zm_buffer_bytes(&hand->taken.id), zm_buffer_bytes(&taken.id));
        if (same)
            atomic_store(&hand->run.stop, true);
        pthread_mutex_unlock(&hand->lock);
    }
    zm_taken_free(&taken);
}

static void *beat(void *context)
{
    struct heart *heart = context;
    struct zm_cluster_worker *worker = heart->worker;
    struct timespec half = {.tv_nsec = 500000000};
    struct zm_link *link = NULL;
    struct zm_error error;
    while (!atomic_load(&heart->end)) {
        nanosleep(&half, NULL);
        if (link == NULL && zm_link_open(&worker->address, worker->run, &link, &error) != ZM_OK)
            continue;
        for (unsigned i = 0; i < worker->threads; i++)
            renew(link, &heart->hands[i]);
    }
    zm_link_close(link);
    return NULL;
}

/* -- all of it -- */

static void open_hand(struct hand *hand, struct zm_cluster_worker *worker, unsigned index)
{
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    *hand = (struct hand){.worker = worker};
    snprintf(hand->name, sizeof hand->name, "%s:%ld:%u", host, (long)getpid(), index);
    zm_run_begin(&hand->run);
    hand->run.outer = worker->run;
    pthread_mutex_init(&hand->lock, NULL);
}

static void close_hand(struct hand *hand)
{
    pthread_mutex_destroy(&hand->lock);
    zm_taken_free(&hand->taken);
    zm_list_free(&hand->names);
    zm_list_free(&hand->avoided);
    zm_buffer_free(&hand->hello);
}

enum zm_status zm_cluster_work(struct zm_cluster_worker *worker, struct zm_error *error)
{
    struct hand *hands = calloc(worker->threads, sizeof *hands);
    struct heart heart = {.worker = worker, .hands = hands};
    pthread_t heart_thread;
    unsigned started = 0;
    if (hands == NULL)
        return zm_fail_memory(error);
    for (unsigned i = 0; i < worker->threads; i++)
        open_hand(&hands[i], worker, i);
    bool beats = pthread_create(&heart_thread, NULL, beat, &heart) == 0;
    while (beats && started + 1 < worker->threads &&
           pthread_create(&hands[started + 1].thread, NULL, labour, &hands[started + 1]) == 0)
        started++;
    if (beats)
        labour(&hands[0]);
    enum zm_status status =
        beats ? hands[0].status : zm_fail(error, ZM_FAILED, "no thread can be started");
    if (beats && status != ZM_OK)
        *error = hands[0].error;
    for (unsigned i = 1; i <= started; i++) {
        pthread_join(hands[i].thread, NULL);
        if (status == ZM_OK && hands[i].status != ZM_OK) {
            status = hands[i].status;
            *error = hands[i].error;
        }
    }
    atomic_store(&heart.end, true);
    if (beats)
        pthread_join(heart_thread, NULL);
    for (unsigned i = 0; i < worker->threads; i++)
        close_hand(&hands[i]);
    free(hands);
    return status;
}
