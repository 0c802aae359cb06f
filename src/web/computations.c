/* The life of computations: begun, ordered, kept, ended, forgotten, and shown as JSON; see
 * computations.h. The thread that looks at them is computations_look.c. */
#include "web/computations_inside.h"

#include "api/json.h"
#include "store/store.h"
#include "web/export.h"
#include "web/history.h"
#include "web/knowledge.h"
#include "web/snapshots.h"
#include "web/stream.h"

#include <stdlib.h>
#include <time.h>

enum {
    MOST_REMEMBERED = 100,  /* computations in the list */
    TICKS_AFTER_ORDER = 10, /* looks that are sent after an order, even when nothing moves */
    TICKS_OF_DETAIL = 30,   /* looks with children, or the tree, after a page asked for them */
    REST_MILLISECONDS = 200,
};

/* -- as JSON, with the lock held -- */

static const char *status_word(const struct computation *computation)
{
    static const char *const words[] = {"running", "done", "stopped", "failed"};
    return computation->state == RUNNING && computation->snapshot.paused
               ? "paused"
               : words[computation->state];
}

/* `whole`: with the children of the levels and the curve, which the stream leaves out. */
json_t *zm_computation_describe(const struct computation *computation, bool whole)
{
    const struct zm_watch_snapshot *snapshot = &computation->snapshot;
    json_t *object =
        json_pack("{s:I,s:s,s:O,s:I,s:I,s:f,s:b,s:b}", "id", (json_int_t)computation->id, "status",
                  status_word(computation), "request", computation->request, "nodes",
                  (json_int_t)snapshot->nodes, "stored", (json_int_t)snapshot->stored, "seconds",
                  snapshot->seconds, "table", computation->question.game != NULL, "locked",
                  computation->locked);
    if (computation->state == RUNNING)
        json_object_set_new(object, "levels", zm_levels_json(snapshot, whole));
    if (computation->answer != NULL)
        json_object_set(object, "answer", computation->answer);
    if (computation->error[0] != 0)
        json_object_set_new(object, "error", json_string(computation->error));
    if (whole)
        json_object_set_new(object, "curve", zm_curve_json(&computation->curve));
    return object;
}

static struct computation *find(struct zm_computations *set, unsigned long id)
{
    struct computation *computation = set->first;
    while (computation != NULL && computation->id != id)
        computation = computation->after;
    return computation;
}

json_t *zm_computations_json(struct zm_computations *set)
{
    json_t *list = json_array();
    pthread_mutex_lock(&set->lock);
    for (struct computation *each = set->first; each != NULL; each = each->after)
        json_array_append_new(list, zm_computation_describe(each, false));
    pthread_mutex_unlock(&set->lock);
    return list;
}

json_t *zm_computation_json(struct zm_computations *set, unsigned long id)
{
    pthread_mutex_lock(&set->lock);
    struct computation *computation = find(set, id);
    json_t *object = computation == NULL ? NULL : zm_computation_describe(computation, true);
    if (computation != NULL)
        computation->children = TICKS_OF_DETAIL;
    pthread_mutex_unlock(&set->lock);
    return object;
}

json_t *zm_computation_tree_json(struct zm_computations *set, unsigned long id)
{
    pthread_mutex_lock(&set->lock);
    struct computation *computation = find(set, id);
    json_t *object = NULL;
    if (computation != NULL) {
        computation->tree = TICKS_OF_DETAIL;
        object = json_pack("{s:s,s:I,s:o}", "status", status_word(computation), "nodes",
                           (json_int_t)computation->snapshot.nodes, "tree",
                           zm_tree_json(&computation->snapshot));
    }
    pthread_mutex_unlock(&set->lock);
    return object;
}

/* -- the computing thread -- */

static void finish(struct computation *computation, enum zm_status status,
                   const struct zm_error *error, json_t *answer)
{
    struct zm_computations *set = computation->set;
    struct zm_run *run = &computation->run;
    struct zm_watch_snapshot last = {.nodes = atomic_load(&run->nodes),
                                     .stored = zm_store_stats(run->store).entries,
                                     .seconds = zm_run_seconds(run)};
    pthread_mutex_lock(&set->lock);
    computation->state = status == ZM_OK ? DONE : status == ZM_STOPPED ? STOPPED : FAILED;
    computation->answer = answer;
    if (computation->state == FAILED)
        memcpy(computation->error, error->text, sizeof computation->error);
    zm_watch_snapshot_free(&computation->snapshot);
    computation->snapshot = last;
    zm_curve_add(&computation->curve,
                 (struct zm_curve_point){last.seconds, last.nodes, last.stored}, true);
    zm_stream_send(set->stream, "computation", zm_computation_describe(computation, false));
    pthread_cond_broadcast(&set->changed);
    pthread_mutex_unlock(&set->lock);
}

static void *compute(void *context)
{
    struct computation *computation = context;
    struct zm_question *question = &computation->question;
    struct zm_error error = {0};
    struct zm_answer answer = {0};
    enum zm_status status = zm_question_answer(question, zm_buffer_bytes(&question->position),
                                               &computation->run, &answer, &error);
    json_t *object = NULL;
    if (status == ZM_OK || status == ZM_STOPPED)
        object = zm_answer_json(question, &answer, &computation->run);
    zm_answer_free(&answer);
    if (object != NULL)
        zm_history_add(computation->set->history, computation->run.store, computation->request,
                       object);
    finish(computation, status, &error, object);
    return NULL;
}

/* -- their life -- */

static json_t *text_or(json_t *object, const char *name, const char *otherwise)
{
    json_t *text = json_object_get(object, name);
    return json_is_string(text) ? json_incref(text) : json_string(otherwise);
}

/* A job of an earlier server becomes a line of the list: it can be looked at and started again. */
static void remember_job(struct zm_computations *set, json_t *job)
{
    json_t *result = json_object_get(job, "result"), *options = json_object_get(job, "options");
    struct computation *past = calloc(1, sizeof *past);
    if (past == NULL)
        return;
    past->set = set;
    past->id = ++set->next_id;
    past->state = json_is_null(json_object_get(result, "result")) ? STOPPED : DONE;
    past->request =
        json_pack("{s:O,s:O,s:o,s:o,s:o,s:O}", "game", json_object_get(job, "game"), "position",
                  json_object_get(job, "position"), "play", text_or(result, "play", "normal"),
                  "compute", text_or(result, "compute", ""), "search",
                  text_or(options, "search", ""), "options", options);
    if (past->request != NULL && json_object_get(job, "comment") != NULL)
        json_object_set(past->request, "comment", json_object_get(job, "comment"));
    past->answer = json_incref(result);
    past->snapshot = (struct zm_watch_snapshot){
        .nodes = (uint64_t)json_integer_value(json_object_get(result, "nodes")),
        .stored = (uint64_t)json_integer_value(json_object_get(result, "stored")),
        .seconds = json_number_value(json_object_get(result, "seconds"))};
    past->after = set->first;
    set->first = past;
    if (past->request == NULL) { /* an object without options: written by something else */
        set->first = past->after;
        json_decref(past->answer);
        free(past);
    }
}

struct zm_computations *zm_computations_open(unsigned most, struct zm_stream *stream,
                                             struct zm_knowledge *knowledge,
                                             struct zm_history *history)
{
    struct zm_computations *set = calloc(1, sizeof *set);
    if (set == NULL)
        return NULL;
    pthread_mutex_init(&set->lock, NULL);
    pthread_cond_init(&set->changed, NULL);
    set->most = most;
    set->stream = stream;
    set->knowledge = knowledge;
    set->history = history;
    size_t index;
    json_t *jobs = zm_history_json(history, MOST_REMEMBERED / 2), *job;
    json_array_foreach(jobs, index, job) remember_job(set, job);
    json_decref(jobs);
    if (pthread_create(&set->looker, NULL, zm_computations_look, set) != 0) {
        free(set);
        return NULL;
    }
    set->looking = true;
    return set;
}

/* With the lock held, of an ended computation: waits for its thread and gives its table up. */
static void give_up_table(struct computation *computation)
{
    if (computation->started && !computation->joined) {
        /* The thread has told its end under the lock; only its return is left. */
        pthread_join(computation->thread, NULL);
        computation->joined = true;
    }
    if (computation->set->knowledge != NULL)
        zm_knowledge_release(computation->set->knowledge, &computation->question);
    zm_question_close(&computation->question);
}

static void free_computation(struct computation *computation)
{
    give_up_table(computation);
    zm_watch_close(computation->watch);
    zm_watch_snapshot_free(&computation->snapshot);
    json_decref(computation->request);
    json_decref(computation->answer);
    free(computation);
}

/* With the lock held. */
static void unlink_computation(struct zm_computations *set, struct computation *computation)
{
    struct computation **link = &set->first;
    while (*link != computation)
        link = &(*link)->after;
    *link = computation->after;
}

void zm_computations_stop(struct zm_computations *set)
{
    pthread_mutex_lock(&set->lock);
    set->closing = true;
    for (struct computation *each = set->first; each != NULL; each = each->after)
        if (each->state == RUNNING) {
            atomic_store(&each->run.stop, true);
            zm_watch_order(each->watch, ZM_ORDER_STOP, 0, NULL, 0);
        }
    pthread_mutex_unlock(&set->lock);
}

void zm_computations_close(struct zm_computations *set)
{
    if (set == NULL)
        return;
    zm_computations_stop(set);
    pthread_join(set->looker, NULL);
    while (set->first != NULL) {
        struct computation *computation = set->first;
        pthread_mutex_lock(&set->lock);
        while (computation->state == RUNNING || computation->users > 0)
            pthread_cond_wait(&set->changed, &set->lock);
        set->first = computation->after;
        pthread_mutex_unlock(&set->lock);
        free_computation(computation);
    }
    pthread_cond_destroy(&set->changed);
    pthread_mutex_destroy(&set->lock);
    free(set);
}

/* With the lock held: room for one more table, and for one more line in the list. */
static bool make_room(struct zm_computations *set)
{
    unsigned tables = 0, lines = 0;
    struct computation *oldest_table = NULL, *oldest = NULL;
    for (struct computation *each = set->first; each != NULL; each = each->after) {
        bool idle = each->state != RUNNING && each->users == 0;
        lines++;
        tables += each->question.game != NULL;
        if (idle && each->question.game != NULL)
            oldest_table = each;
        if (idle)
            oldest = each;
    }
    if (tables >= set->most) {
        if (oldest_table == NULL)
            return false;
        give_up_table(oldest_table);
    }
    if (lines >= MOST_REMEMBERED && oldest != NULL) {
        unlink_computation(set, oldest);
        free_computation(oldest);
    }
    return true;
}

/* How long to wait for somebody who is just looking at a computation. */
static struct timespec rest_until(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += REST_MILLISECONDS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return until;
}

/* With the lock held: makes room, where needed after whoever looks at an ended computation has
 * looked away. */
static bool find_room(struct zm_computations *set)
{
    struct timespec until = rest_until();
    while (!make_room(set)) {
        bool looked_at = false;
        for (struct computation *each = set->first; each != NULL; each = each->after)
            looked_at |= each->state != RUNNING && each->users > 0;
        if (!looked_at || pthread_cond_timedwait(&set->changed, &set->lock, &until) != 0)
            return false;
    }
    return true;
}

/* With the lock held: the computation of this number, after somebody who is just looking at it has
 * looked away. */
static struct computation *find_at_rest(struct zm_computations *set, unsigned long id)
{
    struct timespec until = rest_until();
    struct computation *computation = find(set, id);
    while (computation != NULL && computation->state != RUNNING && computation->users > 0 &&
           pthread_cond_timedwait(&set->changed, &set->lock, &until) == 0)
        computation = find(set, id);
    return computation;
}

/* With the lock held: goes on with the table of an ended computation, which gives it up. */
static enum zm_status take_table(struct computation *computation, unsigned long from,
                                 struct zm_error *error)
{
    struct computation *other = find_at_rest(computation->set, from);
    struct zm_store_header had = {0}, wanted = {0};
    if (other == NULL || other->question.game == NULL || other->state == RUNNING ||
        other->users > 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "there is no ended computation %lu with a table to go on with", from);
    enum zm_status status = zm_question_header(&other->question, &had, error);
    if (status == ZM_OK)
        status = zm_question_header(&computation->question, &wanted, error);
    if (status == ZM_OK)
        status = zm_store_header_match(&had, &wanted, "the table", error);
    zm_store_header_free(&had);
    zm_store_header_free(&wanted);
    if (status == ZM_OK && computation->set->knowledge == NULL) { /* else it is shared anyhow */
        computation->question.store = other->question.store;
        other->question.store = NULL;
        give_up_table(other);
        zm_stream_send(computation->set->stream, "computation",
                       zm_computation_describe(other, false));
    }
    return status;
}

static enum zm_status prepare(struct computation *computation, bool paused, struct zm_error *error)
{
    struct zm_run *run = &computation->run;
    computation->watch = zm_watch_open();
    if (computation->watch == NULL || computation->request == NULL)
        return zm_fail_memory(error);
    zm_run_begin(run);
    enum zm_status status = ZM_OK;
    if (computation->set->knowledge != NULL)
        status = zm_knowledge_hold(computation->set->knowledge, &computation->question, error);
    if (status == ZM_OK)
        status = zm_question_run(&computation->question, run, error);
    run->watch = computation->watch;
    if (status == ZM_OK && paused) {
        status = zm_watch_order(computation->watch, ZM_ORDER_PAUSE, 0, NULL, 0);
        computation->snapshot.paused = true;
    }
    return status;
}

enum zm_status zm_computation_start(struct zm_computations *set, struct zm_question *question,
                                    json_t *request, bool paused, unsigned long table_of,
                                    unsigned long *id, struct zm_error *error)
{
    struct computation *computation = calloc(1, sizeof *computation);
    if (computation == NULL)
        return zm_fail_memory(error);
    computation->set = set;
    computation->request = json_incref(request);
    computation->question = *question;
    *question = (struct zm_question){0};
    pthread_mutex_lock(&set->lock);
    enum zm_status status = ZM_OK;
    if (table_of != 0)
        status = take_table(computation, table_of, error);
    if (status == ZM_OK && (set->closing || !find_room(set)))
        status = zm_fail(error, ZM_STOPPED,
                         "%u computations run already: stop one of them, or wait", set->most);
    if (status == ZM_OK)
        status = prepare(computation, paused, error);
    if (status == ZM_OK) {
        computation->started =
            pthread_create(&computation->thread, NULL, compute, computation) == 0;
        if (!computation->started)
            status = zm_fail(error, ZM_FAILED, "no thread can be started");
    }
    if (status == ZM_OK) {
        *id = computation->id = ++set->next_id;
        computation->fresh = TICKS_AFTER_ORDER;
        computation->after = set->first;
        set->first = computation;
        zm_stream_send(set->stream, "computation", zm_computation_describe(computation, false));
    } else {
        free_computation(computation);
    }
    pthread_mutex_unlock(&set->lock);
    return status;
}

enum zm_status zm_computation_order(struct zm_computations *set, unsigned long id,
                                    enum zm_order_kind kind, size_t level, const char *node,
                                    double coefficient)
{
    pthread_mutex_lock(&set->lock);
    struct computation *computation = find(set, id);
    enum zm_status status = computation == NULL             ? ZM_BAD_INPUT
                            : computation->state != RUNNING ? ZM_STOPPED
                                                            : ZM_OK;
    if (status == ZM_OK) {
        status = zm_watch_order(computation->watch, kind, level, node, coefficient);
        if (kind == ZM_ORDER_STOP)
            atomic_store(&computation->run.stop, true);
        if (kind == ZM_ORDER_LOCK || kind == ZM_ORDER_UNLOCK)
            computation->locked = kind == ZM_ORDER_LOCK;
        computation->fresh = TICKS_AFTER_ORDER;
    }
    pthread_mutex_unlock(&set->lock);
    return status;
}

/* Of a computation in use: waits until it stands still, and keeps what it found. */
static enum zm_status save(struct computation *computation, json_t **told, struct zm_error *error)
{
    struct zm_store *store = computation->run.store;
    struct zm_watch_snapshot snapshot = {0};
    bool still = false;
    for (int i = 0; i < 20 && !still; i++) /* a search busy with one long node is saved as it is */
        if (zm_watch_look(computation->watch, 0.25, &snapshot)) {
            still = snapshot.paused;
            zm_watch_snapshot_free(&snapshot);
        }
    bool disk = zm_store_header(store) != NULL;
    enum zm_status status = zm_store_flush(store, error);
    if (status != ZM_OK)
        return status;
    *told =
        json_pack("{s:b,s:I}", "kept", disk, "entries", (json_int_t)zm_store_stats(store).entries);
    if (!disk)
        return zm_export_json(&computation->question, *told, error);
    json_t *answer = json_pack("{s:n,s:s,s:I,s:I,s:f}", "result", "status", "stopped", "nodes",
                               (json_int_t)atomic_load(&computation->run.nodes), "stored",
                               (json_int_t)zm_store_stats(store).entries, "seconds",
                               zm_run_seconds(&computation->run));
    zm_history_add(computation->set->history, store, computation->request, answer);
    json_decref(answer);
    return ZM_OK;
}

enum zm_status zm_computation_save(struct zm_computations *set, unsigned long id, json_t **told,
                                   struct zm_error *error)
{
    *told = NULL;
    enum zm_status status = zm_computation_order(set, id, ZM_ORDER_PAUSE, 0, NULL, 0);
    if (status != ZM_OK || zm_computation_borrow(set, id) == NULL)
        return status == ZM_OK ? ZM_STOPPED : status;
    pthread_mutex_lock(&set->lock);
    struct computation *computation = find(set, id); /* borrowed: it stays */
    pthread_mutex_unlock(&set->lock);
    status = save(computation, told, error);
    zm_computation_return(set, id);
    if (status != ZM_OK) {
        json_decref(*told);
        *told = NULL;
    }
    return status;
}

enum zm_status zm_computation_remove(struct zm_computations *set, unsigned long id)
{
    enum zm_status status = ZM_OK;
    pthread_mutex_lock(&set->lock);
    struct computation *computation = find_at_rest(set, id);
    if (computation == NULL) {
        status = ZM_BAD_INPUT;
    } else if (computation->state == RUNNING || computation->users > 0) {
        status = ZM_STOPPED;
    } else {
        unlink_computation(set, computation);
        free_computation(computation);
        zm_stream_send(set->stream, "removed", json_pack("{s:I}", "id", (json_int_t)id));
    }
    pthread_mutex_unlock(&set->lock);
    return status;
}

struct zm_question *zm_computation_borrow(struct zm_computations *set, unsigned long id)
{
    pthread_mutex_lock(&set->lock);
    struct computation *computation = find(set, id);
    struct zm_question *question = NULL;
    if (computation != NULL && computation->question.game != NULL) {
        computation->users++;
        question = &computation->question;
    }
    pthread_mutex_unlock(&set->lock);
    return question;
}

void zm_computation_return(struct zm_computations *set, unsigned long id)
{
    pthread_mutex_lock(&set->lock);
    struct computation *computation = find(set, id);
    if (computation != NULL)
        computation->users--;
    pthread_cond_broadcast(&set->changed);
    pthread_mutex_unlock(&set->lock);
}
