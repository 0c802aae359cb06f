/* The leaves of a master's search, searched by workers (api/cluster_solve.c): a job is a node, a
 * budget of nodes and how many others search it at the same time, a report the verdict, the nodes and the seconds spent, and the bytes of the
 * results found and sent: "won 1234 0.05 81230 4210". The search stays open from job to job, with
 * its table; what it found stays here, and what passes the sieve (cluster_sift.c) is shared with
 * all workers. Those who search one node together tell each other all results as they are found, and
 * the numbers of nodes (search/peers.h). A search that a game's engine brings (engines/engine.h) has tables of its own that it
 * reads instead of the store: between jobs it is told what the others found; and as it would take
 * far longer to derive what it found by the plain definition, all of it is sent. */
#include "api/cluster_inside.h"

#include "cluster/findings.h"
#include "cluster/share.h"
#include "search/peers.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const struct zm_param zm_cluster_leaf_params[] = {
    ZM_CLUSTER_SHARE_PARAM,
    {0},
};

struct solving {
    struct zm_cluster_options options;
    struct zm_question question;
    bool opened; /* the question */
    struct zm_run *run;
    void *calculation, *search;
    struct zm_space space;
    struct zm_store *shared; /* of `store`, or the same */
    struct zm_sieve *sieve;  /* NULL: everything is sent as it is found */
    pthread_mutex_t lock;    /* of `heard` and `peers` */
    struct zm_peers *peers;  /* of the search; NULL: it has none */
    struct zm_list heard;    /* that the search has not learned yet: kind, value, key */
};

enum { VALUE = 16 }; /* bytes of the largest value of a store */
enum { PACE = 5 };   /* milliseconds between two messages to each of those who search together */

/* Hears what another worker sent, in the thread of the store. */
static void hear_result(void *context, struct zm_bytes who, const struct zm_store_entry *entry,
                        bool agrees)
{
    struct solving *solving = context;
    uint8_t head[1 + VALUE] = {(uint8_t)entry->kind};
    (void)who;
    if (!agrees)
        return; /* the master drops one of the two */
    zm_value_write(entry->kind, entry->value, head + 1);
    pthread_mutex_lock(&solving->lock);
    zm_buffer_add(&solving->heard.bytes, head, sizeof head);
    zm_buffer_add(&solving->heard.bytes, entry->key.data, entry->key.size);
    zm_list_close(&solving->heard);
    pthread_mutex_unlock(&solving->lock);
}

/* Tells the others what the search has to say, in the thread of the store, and hears them. */
static void tell_hints(void *context, struct zm_buffer *hints)
{
    struct solving *solving = context;
    pthread_mutex_lock(&solving->lock);
    if (solving->peers != NULL)
        zm_peers_say(solving->peers, hints);
    pthread_mutex_unlock(&solving->lock);
}

static void hear_hints(void *context, struct zm_bytes who, struct zm_bytes hints)
{
    struct solving *solving = context;
    pthread_mutex_lock(&solving->lock);
    if (solving->peers != NULL)
        zm_peers_hear(solving->peers, who, hints);
    pthread_mutex_unlock(&solving->lock);
}

/* From now on the thread of the store speaks for this search, or for none. */
static void set_peers(struct solving *solving, struct zm_peers *peers)
{
    pthread_mutex_lock(&solving->lock);
    solving->peers = peers;
    pthread_mutex_unlock(&solving->lock);
}

/* Lets the search learn what was heard. */
static void learn_heard(struct solving *solving)
{
    if (solving->question.search->learn == NULL)
        return;
    pthread_mutex_lock(&solving->lock);
    struct zm_list heard = solving->heard;
    solving->heard = (struct zm_list){0};
    pthread_mutex_unlock(&solving->lock);
    for (size_t i = 0; i < heard.count && !zm_list_failed(&heard); i++) {
        struct zm_bytes bytes = zm_list_at(&heard, i);
        struct zm_store_entry entry = {
            .kind = (enum zm_kind)bytes.data[0],
            .key = zm_bytes(bytes.data + 1 + VALUE, bytes.size - 1 - VALUE)};
        entry.value = zm_value_read(entry.kind, bytes.data + 1);
        solving->question.search->learn(solving->search, &entry);
    }
    zm_list_free(&heard);
}

static void solving_close(void *state)
{
    struct solving *solving = state;
    set_peers(solving, NULL);
    zm_sieve_close(solving->sieve);
    if (solving->search != NULL)
        solving->question.search->close(solving->search);
    if (solving->calculation != NULL)
        solving->question.calculation->close(solving->calculation);
    if (solving->opened)
        zm_question_close(&solving->question); /* with the shared store, and its thread */
    zm_cluster_options_free(&solving->options);
    zm_list_free(&solving->heard);
    pthread_mutex_destroy(&solving->lock);
    free(solving);
}

enum zm_status zm_cluster_open_space(struct zm_question *question, struct zm_run *run,
                                     void **calculation, struct zm_space *space, void **search,
                                     struct zm_error *error)
{
    struct zm_problem problem = {question->game, &question->settings, question->misere, run};
    if (question->calculation == NULL || question->calculation->space == NULL ||
        question->search->decide == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "this is not searched by clusters");
    enum zm_status status = question->calculation->open(&problem, calculation, error);
    if (status != ZM_OK)
        return status;
    question->calculation->space(*calculation, space);
    return question->search->open(space, &question->settings, search, error);
}

/* Opens the store of all workers, and one before it for what is not sent as it is found. */
static enum zm_status open_stores(struct solving *solving, struct zm_share *share,
                                  struct zm_error *error)
{
    bool learns = solving->question.search->learn != NULL;
    bool all = learns || zm_settings_is(&solving->question.settings, "share", "all");
    share->hear = learns ? hear_result : NULL;
    share->context = solving;
    if (solving->question.search->peers != NULL) {
        share->tell_hints = tell_hints;
        share->hear_hints = hear_hints;
    }
    enum zm_status status = zm_share_open(share, &solving->shared, error);
    if (status != ZM_OK)
        return status;
    solving->question.store =
        all ? solving->shared : zm_findings_store(solving->shared, share->memory / 4);
    if (solving->question.store != NULL)
        return ZM_OK;
    zm_store_close(solving->shared);
    return zm_fail_memory(error);
}

static enum zm_status solving_begin(struct solving *solving, const struct zm_bench *bench,
                                    struct zm_error *error)
{
    const char *position = json_string_value(json_object_get(solving->options.root, "position"));
    struct zm_question *question = &solving->question;
    struct zm_share share = {.address = bench->address,
                             .campaign = bench->campaign,
                             .worker = bench->worker,
                             .generation = bench->generation,
                             .memory = bench->memory / 2,
                             .most = ZM_CLUSTER_RESULTS,
                             .run = bench->run->outer,
                             .by_itself = true};
    enum zm_status status =
        zm_question_open(question, solving->options.game, position, solving->options.options,
                         solving->options.count, zm_cluster_leaf_params, error);
    solving->opened = status == ZM_OK;
    if (status == ZM_OK)
        status = open_stores(solving, &share, error);
    if (status == ZM_OK)
        status = zm_question_run(question, bench->run, error);
    bench->run->threads = 1;
    bench->run->memory_limit = bench->memory / 2; /* the other half is for results */
    if (status == ZM_OK)
        status = zm_cluster_open_space(question, bench->run, &solving->calculation, &solving->space,
                                       &solving->search, error);
    if (status == ZM_OK && question->search->peers != NULL)
        set_peers(solving, question->search->peers(solving->search));
    if (status == ZM_OK && question->store != solving->shared)
        status = zm_sieve_open(question, &solving->space, bench->run, solving->shared,
                               &solving->sieve, error);
    return status;
}

static enum zm_status solving_open(const struct zm_bench *bench, const char *about, void **state,
                                   struct zm_error *error)
{
    struct solving *solving = calloc(1, sizeof *solving);
    if (solving == NULL)
        return zm_fail_memory(error);
    solving->run = bench->run;
    if (pthread_mutex_init(&solving->lock, NULL) != 0) {
        free(solving);
        return zm_fail_memory(error);
    }
    enum zm_status status = zm_cluster_options_read(about, bench->memory, &solving->options, error);
    if (status == ZM_OK)
        status = solving_begin(solving, bench, error);
    if (status == ZM_OK)
        *state = solving;
    else
        solving_close(solving);
    return status;
}

/* A job as it is read. */
struct task {
    struct zm_bytes node;
    uint64_t nodes;
    unsigned others; /* that search the node at the same time */
};

static bool read_task(struct zm_bytes key, struct zm_bytes rest, struct task *task)
{
    char text[40] = "";
    unsigned long long nodes = 0;
    memcpy(text, rest.data, rest.size < sizeof text - 1 ? rest.size : sizeof text - 1);
    *task = (struct task){0};
    if (key.size < ZM_CLUSTER_ROUND || sscanf(text, "%llu %u", &nodes, &task->others) != 2)
        return false;
    task->node = zm_bytes(key.data, key.size - ZM_CLUSTER_ROUND);
    task->nodes = nodes;
    return true;
}

/* Tells the search and the stores whether others search the same. */
static void join_others(struct solving *solving, unsigned others)
{
    if (solving->peers == NULL)
        return;
    zm_peers_begin(solving->peers, others);
    if (solving->sieve != NULL)
        zm_findings_pass(solving->question.store, others > 0);
    zm_share_pace(solving->shared, others == 0 ? UINT_MAX : PACE * (others + 1));
}

/* What this thread has computed, in seconds: on a machine with other work to do the clock on the
 * wall would tell of that, too. */
static double seconds_at_work(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Sends what is to be known to others, before the report: it may rest on it. Those who searched
 * together know it already, or are told with the flush. */
static enum zm_status send_found(struct solving *solving, const struct task *task,
                                 enum zm_verdict verdict, uint64_t nodes, struct zm_error *error)
{
    struct zm_store *found = solving->question.store;
    enum zm_sifting sifting = ZM_SIFTED;
    if (task->others > 0)
        return zm_store_flush(solving->shared, error);
    if (solving->sieve != NULL && verdict == ZM_OPEN)
        zm_findings_share(found, false);
    else if (solving->sieve != NULL)
        sifting = zm_sieve_sift(solving->sieve, task->node, verdict, nodes);
    if (sifting == ZM_SIFTED_WRONG)
        return zm_fail(error, ZM_WRONG, "what this worker found cannot be derived from the rules");
    if (sifting == ZM_SIFTED_OPEN)
        zm_findings_share(found, true);
    if (solving->sieve != NULL)
        zm_findings_settle(found);
    return zm_store_flush(solving->shared, error);
}

/* The bytes of what was found and of what was sent. */
static void count_bytes(const struct solving *solving, uint64_t bytes[2])
{
    bytes[1] = zm_share_counts(solving->shared).bytes;
    bytes[0] = solving->sieve == NULL ? bytes[1] : zm_findings_bytes(solving->question.store);
}

static enum zm_status solving_work(void *state, struct zm_bytes key, struct zm_bytes rest,
                                   struct zm_job_report *report, struct zm_error *error)
{
    struct solving *solving = state;
    struct zm_run *run = solving->run;
    uint64_t before = atomic_load(&run->nodes);
    double began = seconds_at_work();
    uint64_t bytes[2], after[2];
    struct task task;
    if (!read_task(key, rest, &task))
        return zm_fail(error, ZM_WRONG, "a job cannot be read");
    count_bytes(solving, bytes);
    learn_heard(solving);
    join_others(solving, task.others);
    run->most_nodes = before + task.nodes;
    enum zm_verdict verdict = solving->question.search->decide(solving->search, task.node);
    report->nodes = atomic_load(&run->nodes) - before;
    if (atomic_load(&run->failure) != ZM_OK)
        return zm_fail(error, (enum zm_status)atomic_load(&run->failure),
                       "no memory, or shared results that contradict each other");
    if (verdict == ZM_OPEN && atomic_load(&run->nodes) < run->most_nodes)
        return ZM_STOPPED;
    enum zm_status status = send_found(solving, &task, verdict, report->nodes, error);
    count_bytes(solving, after);
    zm_buffer_format(&report->text, "%s %llu %.6f %llu %llu",
                     verdict == ZM_OPEN  ? "open"
                     : verdict == ZM_WON ? "won"
                                         : "lost",
                     (unsigned long long)report->nodes, seconds_at_work() - began,
                     (unsigned long long)(after[0] - bytes[0]),
                     (unsigned long long)(after[1] - bytes[1]));
    return status;
}

const struct zm_labour zm_solve_labour = {
    .kind = "solve",
    .open = solving_open,
    .work = solving_work,
    .close = solving_close,
};
