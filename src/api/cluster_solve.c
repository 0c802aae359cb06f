/* One position solved by many machines: best-first proof-number search whose leaves are jobs
 * (job-level proof-number search, Wu et al. 2011; SPOTS, Čížek, Balko and Schmid 2023); see
 * cluster.h.
 *
 * The master holds the top of the tree (search/pn.h). The leaf most worth developing becomes a job:
 * a worker searches it depth-first (df-pn, with its own table) within a budget of nodes. A leaf
 * that was decided is told to its parents; one that was not is developed, and its children are
 * leaves. While a job is out its leaf looks worse than it is (a virtual loss), so that the next job
 * is found elsewhere. Each node is a job once; what was found on the way is shared by all through
 * the store (cluster/share.h), and a master that is started again hears all reports again.
 *
 * A few workers search the root together instead, as threads do (search/peers.h), in rounds: that
 * takes far fewer nodes than parts of the tree that are searched apart, and more messages. */
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

/* Of a round: nothing is forgotten between two, and what a round has counted when another worker ends
 * the search is never told. */
enum { ROUND_NODES = 20000 };

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
    unsigned team;        /* so many workers at most search the root together */
    uint32_t round;       /* the last one that was handed out */
    struct zm_buffer key; /* of a job, while it is looked for */
    struct zm_list batch; /* to be offered */
    bool started;         /* all reports of earlier masters are in */
};

/* The key of a job, until the next one is asked for. */
static struct zm_bytes key_of(struct leading *leading, struct zm_bytes node, uint32_t round)
{
    const uint8_t bytes[ZM_CLUSTER_ROUND] = {(uint8_t)(round >> 24), (uint8_t)(round >> 16),
                                             (uint8_t)(round >> 8), (uint8_t)round};
    zm_buffer_set(&leading->key, node);
    zm_buffer_add(&leading->key, bytes, sizeof bytes);
    leading->pn->graph.failed |= leading->key.failed;
    return zm_buffer_bytes(&leading->key);
}

static struct job job_of(const struct leading *leading, struct zm_bytes key)
{
    struct job job = {0, 0, UNKNOWN};
    const uint8_t *kept = zm_table_find(&leading->jobs, key);
    if (kept != NULL)
        memcpy(&job, kept, sizeof job);
    return job;
}

static enum job_state state_of(struct leading *leading, struct zm_bytes node)
{
    return (enum job_state)job_of(leading, key_of(leading, node, 0)).state;
}

static void set_job(struct leading *leading, struct zm_bytes key, struct job job)
{
    uint8_t *kept = zm_table_insert(&leading->jobs, key, NULL);
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

/* What a report means for the tree; a round that leaves a node open is followed by another. */
static void apply_report(struct leading *leading, struct zm_bytes node, uint32_t round,
                         enum job_state state)
{
    struct zm_pn *pn = leading->pn;
    uint32_t id = zm_pn_find(&pn->graph, node);
    if (id == ZM_PN_NONE || zm_pn_at(pn, id)->verdict != ZM_OPEN)
        return;
    if (state == REPORTED_OPEN && round == 0 && !zm_pn_at(pn, id)->expanded)
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

/* Is a child won by what is shared? */
static bool is_won(const struct zm_space *space, struct zm_bytes child, struct zm_list *below)
{
    enum zm_verdict verdict = space->lookup(space->state, child);
    bool sum = space->is_sum != NULL && space->is_sum(space->state, child);
    zm_list_clear(below);
    if (verdict == ZM_OPEN && !sum)
        verdict = space->expand(space->state, child, below);
    return verdict == ZM_WON;
}

/* Derives a node from the rules and what is shared, two moves deep; ZM_OPEN: that is not enough. */
static enum zm_verdict derive(const struct zm_space *space, struct zm_bytes node)
{
    struct zm_list children = {0}, below = {0};
    if (space->is_sum != NULL && space->is_sum(space->state, node))
        return ZM_OPEN;
    enum zm_verdict verdict = space->expand(space->state, node, &children);
    bool lost = verdict == ZM_OPEN;
    for (size_t i = 0; i < children.count && lost; i++)
        lost = is_won(space, zm_list_at(&children, i), &below);
    if (lost && !zm_list_failed(&children) && !zm_list_failed(&below))
        verdict = ZM_LOST;
    zm_list_free(&children);
    zm_list_free(&below);
    return verdict;
}

/* May a verdict be right? Of one that is about the whole what was shared must not say otherwise. */
static bool believe(struct leading *leading, struct zm_bytes node, uint32_t round, bool won,
                    uint64_t nodes)
{
    struct zm_error ignored = {0}; /* a server that is gone is met again at once */
    if (round > 0) {
        zm_share_exchange(leading->cluster->store, &ignored);
        enum zm_verdict derived = derive(&leading->pn->space, node);
        if (derived != ZM_OPEN && (derived == ZM_WON) != won)
            return false;
    }
    return zm_cluster_check_verdict(leading->cluster, node, won, nodes);
}

static void hear(void *context, struct zm_bytes key, struct zm_bytes who, struct zm_bytes report)
{
    struct leading *leading = context;
    struct told told;
    enum job_state state = state_read(report, &told);
    struct job job = job_of(leading, key);
    if (state == UNKNOWN || job.state > OUT || leading->cluster->dropped ||
        key.size < ZM_CLUSTER_ROUND)
        return;
    struct zm_bytes node = zm_bytes(key.data, key.size - ZM_CLUSTER_ROUND);
    const uint8_t *end = key.data + node.size;
    uint32_t round =
        (uint32_t)end[0] << 24 | (uint32_t)end[1] << 16 | (uint32_t)end[2] << 8 | end[3];
    leading->round = round > leading->round ? round : leading->round;
    if (leading->started && state != REPORTED_OPEN &&
        !believe(leading, node, round, state == REPORTED_WON, told.nodes)) {
        if (!leading->cluster->dropped)
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
        apply_report(leading, node, round, state);
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
static uint32_t job_above(struct leading *leading)
{
    const struct zm_pn *pn = leading->pn;
    uint32_t number = 0;
    for (size_t i = pn->path_count; i-- > 0 && number == 0;)
        number = job_of(leading, key_of(leading, zm_pn_at(pn, pn->path[i])->bytes, 0)).number;
    return number;
}

static unsigned workers_of(const struct leading *leading)
{
    unsigned workers = leading->cluster->lead.master.workers;
    return workers < 1 ? 1 : workers;
}

/* Makes a job of a node, with so many others at it. */
static void offer(struct leading *leading, struct zm_bytes node, uint32_t round, unsigned others,
                  uint32_t parent)
{
    unsigned workers = workers_of(leading);
    uint64_t budget = FIRST_NODES * leading->scale * (1 + leading->done / (2 * workers));
    uint64_t most = round > 0 && leading->budget > ROUND_NODES ? ROUND_NODES : leading->budget;
    char text[40];
    int size = snprintf(text, sizeof text, "%llu %u",
                        (unsigned long long)(budget < most ? budget : most), others);
    struct zm_bytes key = key_of(leading, node, round);
    zm_job_add(&leading->batch, key, zm_bytes(text, (size_t)size));
    set_job(leading, key, (struct job){.parent = parent, .state = OUT});
    leading->out++;
}

static void hand_out(struct leading *leading, uint32_t id)
{
    offer(leading, zm_pn_at(leading->pn, id)->bytes, 0, 0, job_above(leading));
    look_worse(leading->pn, id);
}

/* Gives the root to all workers, and has another round ready for each: they are all alike, so that
 * none is chosen too early, and nobody waits for a master that is checking. */
static void hand_out_rounds(struct leading *leading, unsigned workers)
{
    while (leading->out < 2 * workers && !leading->pn->graph.failed)
        offer(leading, zm_pn_at(leading->pn, leading->pn->root)->bytes, ++leading->round,
              workers - 1, leading->recorded);
}

/* Finds as many jobs as the workers can do, and few more: a job that waits was chosen before what
 * those under way find is known, and is often of no use when its turn comes (Sprouts 14 took two
 * workers 173,592 nodes with two jobs for each, and 75,078 with one: medians of three). */
static void hand_out_leaves(struct leading *leading, unsigned workers)
{
    struct zm_pn *pn = leading->pn;
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
}

static enum zm_status find_jobs(struct leading *leading, struct zm_error *error)
{
    struct zm_cluster *cluster = leading->cluster;
    unsigned workers = workers_of(leading);
    zm_list_clear(&leading->batch);
    if (cluster->peers && leading->team > 1 && workers <= leading->team)
        hand_out_rounds(leading, workers);
    else
        hand_out_leaves(leading, workers);
    return leading->batch.count == 0 ? ZM_OK
                                     : zm_campaign_offer(cluster->link, cluster->lead.campaign.name,
                                                         &leading->batch, false, error);
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
    zm_buffer_free(&leading->key);
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
    leading->team = (unsigned)zm_settings_integer(settings, "team");
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
