/* One position solved by many machines: best-first proof-number search whose leaves are jobs
 * (job-level proof-number search, Wu et al. 2011; SPOTS, Čížek, Balko and Schmid 2023); see
 * cluster.h.
 *
 * The master holds the top of the tree (search/pn.h). The leaf most worth developing becomes a job:
 * a worker searches it depth-first (df-pn, with its own table) within a budget of nodes. A leaf
 * that was decided is told to its parents; one that was not is developed, and its children are
 * leaves. While a job is out its leaf looks worse than it is (a virtual loss), so that the next job
 * is found elsewhere. Each node is a job once; what was found on the way is shared by all through
 * the store (cluster/share.h), and a master that is started again hears all reports again. */
#include "api/cluster_inside.h"

#include "base/table.h"
#include "cluster/share.h"
#include "search/pn.h"
#include "search/proof_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What is known of a node as a job. */
enum job_state { UNKNOWN, OUT, REPORTED_OPEN, REPORTED_WON, REPORTED_LOST };

enum { WAIT = 50, TRIES = 400, SPARE = 8, TOLD = 12 };

/* Nodes of the first job and of the largest one, unless told otherwise; an engine's nodes take less
 * time, and its table more to fill, by this factor. Jobs grow as the search does: where many are
 * done, many more are to come, and between two jobs more is forgotten than within one. */
enum { FIRST_NODES = 4000, MOST_NODES = 100000, ENGINE_NODES = 100 };

static const struct zm_param solve_params[] = {
    ZM_LEAF_PARAM,
    ZM_COMBINE_PARAM,
    {0},
};

/* A node as a job; `number` and `parent` (the job below which it lies, 0: none) are for records. */
struct job {
    uint32_t number, parent;
    uint8_t state;
};

/* The master's search. */
struct leading {
    struct zm_cluster *cluster;
    struct zm_pn *pn;
    struct zm_table jobs; /* node to struct job */
    uint32_t recorded;    /* jobs so far, in the order of their reports */
    uint64_t out, done;
    uint64_t found, sent; /* bytes of results: found by workers, and sent by them */
    uint64_t budget, scale;
    struct zm_list batch; /* to be offered */
    bool started;         /* all reports of earlier masters are in */
};

static struct job job_of(const struct leading *leading, struct zm_bytes node)
{
    struct job job = {0, 0, UNKNOWN};
    const uint8_t *kept = zm_table_find(&leading->jobs, node);
    if (kept != NULL)
        memcpy(&job, kept, sizeof job);
    return job;
}

static enum job_state state_of(const struct leading *leading, struct zm_bytes node)
{
    return (enum job_state)job_of(leading, node).state;
}

static void set_job(struct leading *leading, struct zm_bytes node, struct job job)
{
    uint8_t *kept = zm_table_insert(&leading->jobs, node, NULL);
    if (kept == NULL)
        leading->pn->graph.failed = true;
    else
        memcpy(kept, &job, sizeof job);
}

static void tell_parents(struct zm_pn *pn, uint32_t id)
{
    for (uint32_t i = 0; i < zm_pn_at(pn, id)->parent_count; i++)
        zm_pn_enqueue(pn, zm_pn_at(pn, id)->parents[i]);
    zm_pn_update_all(pn);
}

/* -- reports -- */

/* A report (cluster_leaf.c) taken apart; what it does not say is 0. */
struct told {
    uint64_t nodes, found, sent;
    double seconds;
};

static enum job_state state_read(struct zm_bytes report, struct told *told)
{
    char text[120] = "";
    unsigned long long count = 0, found = 0, sent = 0;
    memcpy(text, report.data, report.size < sizeof text - 1 ? report.size : sizeof text - 1);
    char word[8] = "";
    *told = (struct told){0};
    if (sscanf(text, "%7s %llu %lf %llu %llu", word, &count, &told->seconds, &found, &sent) < 2)
        return UNKNOWN;
    told->nodes = count;
    told->found = found;
    told->sent = sent;
    return strcmp(word, "open") == 0   ? REPORTED_OPEN
           : strcmp(word, "won") == 0  ? REPORTED_WON
           : strcmp(word, "lost") == 0 ? REPORTED_LOST
                                       : UNKNOWN;
}

/* What a report means for the tree. */
static void apply_report(struct leading *leading, struct zm_bytes key, enum job_state state)
{
    struct zm_pn *pn = leading->pn;
    uint32_t id = zm_pn_find(&pn->graph, key);
    if (id == ZM_PN_NONE || zm_pn_at(pn, id)->verdict != ZM_OPEN)
        return;
    if (state == REPORTED_OPEN && !zm_pn_at(pn, id)->expanded)
        zm_pn_develop(pn, id);
    else if (state == REPORTED_WON || state == REPORTED_LOST)
        zm_pn_solve(pn, id, state == REPORTED_WON ? ZM_WON : ZM_LOST);
    zm_pn_update_all(pn);
}

/* A line for simulations (cluster/simulate.h). */
static void record(struct leading *leading, const struct job *job, double seconds, uint64_t nodes)
{
    static const char *const words[] = {"", "", "open", "won", "lost"};
    struct zm_cluster *cluster = leading->cluster;
    char line[120];
    snprintf(line, sizeof line, "job %u %u %.6f %llu %s", job->number, job->parent, seconds,
             (unsigned long long)nodes, words[job->state]);
    if (cluster->record != NULL)
        cluster->record(cluster->context, line);
}

static void hear(void *context, struct zm_bytes key, struct zm_bytes who, struct zm_bytes report)
{
    struct leading *leading = context;
    struct told told;
    enum job_state state = state_read(report, &told);
    struct job job = job_of(leading, key);
    if (state == UNKNOWN || job.state > OUT || leading->cluster->dropped)
        return;
    if (leading->started && state != REPORTED_OPEN &&
        !zm_cluster_check_verdict(leading->cluster, key, state == REPORTED_WON, told.nodes)) {
        zm_cluster_drop(leading->cluster, who, "a verdict that it reported is wrong");
        return;
    }
    leading->out -= job.state == OUT;
    leading->done++;
    job.state = (uint8_t)state;
    job.number = ++leading->recorded;
    set_job(leading, key, job);
    record(leading, &job, told.seconds, told.nodes);
    atomic_fetch_add(&leading->cluster->run->nodes, told.nodes);
    leading->found += told.found;
    leading->sent += told.sent;
    if (leading->started)
        apply_report(leading, key, state);
}

/* -- jobs -- */

/* While others search below a leaf it is not to be chosen again soon. */
static void look_worse(struct zm_pn *pn, uint32_t id)
{
    struct zm_pn_node *node = zm_pn_at(pn, id);
    node->proof = fmin(2 * node->proof + 1, 1e12);
    node->disproof = fmin(2 * node->disproof + 1, 1e12);
    tell_parents(pn, id);
}

/* Puts into the tree what was learned of the nodes on the way to a leaf; true: something was. */
static bool learn(struct leading *leading)
{
    struct zm_pn *pn = leading->pn;
    for (size_t i = 0; i < pn->path_count; i++) {
        uint32_t id = pn->path[i];
        enum zm_verdict verdict = zm_pn_known(pn, zm_pn_at(pn, id)->bytes);
        enum job_state state = state_of(leading, zm_pn_at(pn, id)->bytes);
        if (state == REPORTED_WON || state == REPORTED_LOST)
            verdict = state == REPORTED_WON ? ZM_WON : ZM_LOST;
        if (verdict == ZM_OPEN)
            continue;
        zm_pn_solve(pn, id, verdict);
        zm_pn_update_all(pn);
        return true;
    }
    return false;
}

/* The nearest job above the leaf that was just descended to. */
static uint32_t job_above(const struct leading *leading)
{
    const struct zm_pn *pn = leading->pn;
    uint32_t number = 0;
    for (size_t i = pn->path_count; i-- > 0 && number == 0;)
        number = job_of(leading, zm_pn_at(pn, pn->path[i])->bytes).number;
    return number;
}

static unsigned workers_of(const struct leading *leading)
{
    unsigned workers = leading->cluster->lead.master.workers;
    return workers < 1 ? 1 : workers;
}

static void hand_out(struct leading *leading, uint32_t id)
{
    struct zm_bytes node = zm_pn_at(leading->pn, id)->bytes;
    unsigned workers = workers_of(leading);
    uint64_t budget = FIRST_NODES * leading->scale * (1 + leading->done / (2 * workers));
    char text[24];
    int size = snprintf(text, sizeof text, "%llu",
                        (unsigned long long)(budget < leading->budget ? budget : leading->budget));
    zm_job_add(&leading->batch, node, zm_bytes(text, (size_t)size));
    set_job(leading, node, (struct job){.parent = job_above(leading), .state = OUT});
    leading->out++;
    look_worse(leading->pn, id);
}

/* Finds as many jobs as the workers can do, and few more: a job that waits was chosen before what
 * those under way find is known, and is often of no use when its turn comes (Sprouts 14 took two
 * workers 173,592 nodes with two jobs for each, and 75,078 with one: medians of three). */
static enum zm_status find_jobs(struct leading *leading, struct zm_error *error)
{
    struct zm_pn *pn = leading->pn;
    struct zm_cluster_lead *lead = &leading->cluster->lead;
    unsigned workers = workers_of(leading);
    zm_list_clear(&leading->batch);
    uint64_t wanted = workers + workers / SPARE;
    for (int tries = 0; tries < TRIES && leading->out < wanted; tries++) {
        if (zm_pn_at(pn, pn->root)->verdict != ZM_OPEN || pn->graph.failed)
            break;
        if (pn->graph.memory > pn->memory)
            zm_pn_begin_again(pn);
        uint32_t id = zm_pn_descend(pn, pn->root);
        if (learn(leading))
            continue;
        enum job_state state = state_of(leading, zm_pn_at(pn, id)->bytes);
        if (state == UNKNOWN)
            hand_out(leading, id);
        else if (state == REPORTED_OPEN || leading->out < workers) {
            zm_pn_develop(pn, id); /* before its job ends, when there is nothing else to do */
            zm_pn_update_all(pn);
        } else
            look_worse(pn, id);
    }
    return leading->batch.count == 0
               ? ZM_OK
               : zm_campaign_offer(leading->cluster->link, lead->campaign.name, &leading->batch,
                                   false, error);
}

/* Tells the root's proof numbers and the way to the leaf most worth developing, for people. */
static void tell(void *context, struct zm_buffer *text)
{
    struct leading *leading = context;
    struct zm_pn *pn = leading->pn;
    struct zm_buffer node = {0};
    if (pn->root == ZM_PN_NONE || zm_pn_at(pn, pn->root)->verdict != ZM_OPEN) {
        zm_buffer_text(text, "{}");
        return;
    }
    json_t *path = json_array();
    zm_pn_descend(pn, pn->root);
    for (size_t i = 0; i < pn->path_count && i < TOLD; i++) {
        zm_buffer_clear(&node);
        pn->space.describe(pn->space.state, zm_pn_at(pn, pn->path[i])->bytes, &node);
        json_array_append_new(path, json_string(zm_buffer_string(&node)));
    }
    const struct zm_pn_node *root = zm_pn_at(pn, pn->root);
    zm_cluster_told(json_pack("{s:f,s:f,s:I,s:I,s:I,s:o}", "proof", fmin(root->proof, 1e12),
                              "disproof", fmin(root->disproof, 1e12), "depth",
                              (json_int_t)pn->path_count, "found", (json_int_t)leading->found,
                              "sent", (json_int_t)leading->sent, "path", path),
                    text);
    zm_buffer_free(&node);
}

/* -- the search -- */

static enum zm_status begin_reports(struct leading *leading, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    if (!leading->started)
        status = zm_master_recall(&leading->cluster->lead.master, hear, leading, error);
    leading->started = true;
    leading->cluster->lead.master.tell = tell;
    leading->cluster->lead.master.tell_context = leading;
    return status;
}

static enum zm_status step(struct leading *leading, struct zm_error *error)
{
    struct zm_cluster *cluster = leading->cluster;
    enum zm_status status = find_jobs(leading, error);
    if (status == ZM_OK && zm_pn_at(leading->pn, leading->pn->root)->verdict == ZM_OPEN)
        status = zm_master_listen(&cluster->lead.master, WAIT, hear, leading, error);
    if (status == ZM_OK)
        status = zm_share_exchange(cluster->store, error);
    if (status == ZM_OK && cluster->dropped)
        status = zm_fail(error, ZM_STOPPED, "results were dropped");
    if (status == ZM_OK && leading->pn->graph.failed)
        status = zm_fail_memory(error);
    zm_run_poll(cluster->run, leading->out, zm_store_stats(cluster->store).entries);
    return status;
}

static enum zm_verdict decide(void *state, struct zm_bytes node)
{
    struct leading *leading = state;
    struct zm_pn *pn = leading->pn;
    struct zm_cluster *cluster = leading->cluster;
    enum zm_verdict verdict = zm_pn_known(pn, node);
    if (verdict != ZM_OPEN)
        return verdict;
    zm_pn_plant_root(pn, node);
    enum zm_status status = pn->root == ZM_PN_NONE ? zm_fail_memory(&cluster->error)
                                                   : begin_reports(leading, &cluster->error);
    while (status == ZM_OK && verdict == ZM_OPEN && !zm_run_stopped(cluster->run)) {
        status = step(leading, &cluster->error);
        verdict = (enum zm_verdict)zm_pn_at(pn, pn->root)->verdict;
    }
    if (status != ZM_OK && status != ZM_STOPPED)
        zm_run_fail(cluster->run, (int)status);
    if (status == ZM_STOPPED)
        atomic_store(&cluster->run->stop, true);
    cluster->error.status = status;
    zm_pn_clear(pn);
    return status == ZM_OK ? verdict : ZM_OPEN;
}

static void close_search(void *state)
{
    struct leading *leading = state;
    leading->cluster->lead.master.tell = NULL;
    if (leading->pn != NULL)
        zm_proof_number.close(leading->pn);
    zm_table_free(&leading->jobs);
    zm_list_free(&leading->batch);
    free(leading);
}

static enum zm_status open_search(const struct zm_space *space, const struct zm_settings *settings,
                                  void **state, struct zm_error *error)
{
    struct leading *leading = calloc(1, sizeof *leading);
    void *pn = NULL;
    if (leading == NULL)
        return zm_fail_memory(error);
    leading->cluster = space->run->cluster;
    enum zm_status status = zm_proof_number.open(space, settings, &pn, error);
    leading->pn = pn;
    leading->scale = leading->cluster->engine ? ENGINE_NODES : 1;
    leading->budget = (uint64_t)zm_settings_integer(settings, "job-nodes");
    if (leading->budget == 0)
        leading->budget = MOST_NODES * leading->scale;
    zm_table_init(&leading->jobs, sizeof(struct job));
    if (status == ZM_OK)
        *state = leading;
    else
        close_search(leading);
    return status;
}

const struct zm_search zm_cluster_search = {
    .name = "cluster",
    .summary = "best-first proof-number search whose leaves other machines search",
    .params = solve_params,
    .open = open_search,
    .decide = decide,
    .close = close_search,
};
