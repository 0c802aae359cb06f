/* A sample of what workers send, computed again by the master; see cluster_inside.h. The checker
 * believes nobody: it has a store of its own, with what it found itself. */
#include "api/cluster_inside.h"

#include "base/random.h"
#include "store/store.h"

#include <stdlib.h>

enum { LEAST_NODES = 1000, MOST_NODES = 100000, MEMORY = 64 << 20, RARER = 20, EARLY = 800 };

struct zm_cluster_checker {
    struct zm_cluster_options options;
    struct zm_question question;
    struct zm_run run;
    struct zm_random lots;
    uint64_t heard; /* results */
    void *calculation, *search;
    struct zm_space space;
    bool opened;
};

void zm_cluster_checker_close(struct zm_cluster_checker *checker)
{
    if (checker == NULL)
        return;
    if (checker->search != NULL)
        checker->question.search->close(checker->search);
    if (checker->calculation != NULL)
        checker->question.calculation->close(checker->calculation);
    if (checker->opened)
        zm_question_close(&checker->question);
    zm_cluster_options_free(&checker->options);
    free(checker);
}

static enum zm_status begin(struct zm_cluster_checker *checker, struct zm_cluster *cluster,
                            struct zm_error *error)
{
    struct zm_question *question = &checker->question;
    zm_run_begin(&checker->run);
    checker->run.outer = cluster->run;
    checker->lots = zm_random_seeded(cluster->run->seed);
    enum zm_status status =
        zm_cluster_options_read(cluster->lead.about, MEMORY, &checker->options, error);
    const char *position = json_string_value(json_object_get(checker->options.root, "position"));
    if (status == ZM_OK)
        status =
            zm_question_open(question, checker->options.game, position, checker->options.options,
                             checker->options.count, zm_cluster_leaf_params, error);
    checker->opened = status == ZM_OK;
    if (status == ZM_OK)
        status = zm_question_run(question, &checker->run, error);
    if (status == ZM_OK)
        status = zm_cluster_open_space(question, &checker->run, &checker->calculation,
                                       &checker->space, &checker->search, error);
    return status;
}

/* The checker of a cluster, made when it is needed; NULL: it cannot be had. */
static struct zm_cluster_checker *checker_of(struct zm_cluster *cluster)
{
    struct zm_error ignored = {0};
    if (cluster->checker != NULL || cluster->check == 0)
        return cluster->checker;
    struct zm_cluster_checker *checker = calloc(1, sizeof *checker);
    if (checker != NULL && begin(checker, cluster, &ignored) != ZM_OK) {
        zm_cluster_checker_close(checker);
        checker = NULL;
    }
    cluster->checker = checker;
    return checker;
}

/* Decides a node by ourselves, within bounds. */
static enum zm_verdict decide(struct zm_cluster_checker *checker, struct zm_bytes node,
                              uint64_t nodes)
{
    uint64_t most = nodes < LEAST_NODES ? LEAST_NODES : nodes > MOST_NODES ? MOST_NODES : nodes;
    atomic_store(&checker->run.stop, false);
    checker->run.most_nodes = atomic_load(&checker->run.nodes) + most;
    return checker->question.search->decide(checker->search, node);
}

bool zm_cluster_check_verdict(struct zm_cluster *cluster, struct zm_bytes node, bool won,
                              uint64_t nodes)
{
    struct zm_cluster_checker *checker = checker_of(cluster);
    if (checker == NULL || zm_random_below(&checker->lots, cluster->check) != 0)
        return true;
    enum zm_verdict verdict = decide(checker, node, 4 * nodes);
    return verdict == ZM_OPEN || (verdict == ZM_WON) == won;
}

/* Is a result to be looked at? Of the first ones many are: whoever is wrong is so from the beginning,
 * and a short search has few of them. Later it is one of RARER times as many as of reports. */
static bool draw_result(struct zm_cluster_checker *checker, uint64_t check)
{
    uint64_t rare = 1 + checker->heard++ * check / EARLY;
    return zm_random_below(&checker->lots, rare < RARER * check ? rare : RARER * check) == 0;
}

/* The node that a result says is lost; false: it says something else. */
static bool lost_node(const struct zm_cluster_checker *checker, const struct zm_store_entry *entry,
                      struct zm_buffer *node)
{
    const struct zm_space *space = &checker->space;
    if (entry->kind == ZM_KIND_LOST)
        zm_buffer_set(node, entry->key);
    else if (entry->kind == ZM_KIND_NIMBER && space->couple != NULL && entry->value.a >= 0)
        space->couple(space->state, entry->key, (uint32_t)entry->value.a, node);
    else
        return false;
    return !node->failed;
}

void zm_cluster_check_result(void *context, struct zm_bytes who, const struct zm_store_entry *entry,
                             bool agrees)
{
    struct zm_cluster *cluster = context;
    struct zm_cluster_checker *checker = checker_of(cluster);
    struct zm_buffer node = {0};
    if (cluster->dropped || checker == NULL || (!draw_result(checker, cluster->check) && agrees))
        return;
    enum zm_verdict verdict = lost_node(checker, entry, &node)
                                  ? decide(checker, zm_buffer_bytes(&node), MOST_NODES / 4)
                                  : ZM_OPEN;
    zm_buffer_free(&node);
    if (verdict == ZM_WON)
        zm_cluster_drop(cluster, who, "a result that it shared is wrong");
    else if (!agrees)
        zm_cluster_drop(cluster, zm_bytes("somebody", 8), "shared results contradict each other");
}

void zm_cluster_drop(struct zm_cluster *cluster, struct zm_bytes who, const char *why)
{
    struct zm_error error = {0}; /* a server that is gone is met again at once */
    cluster->dropped = true;
    zm_cluster_ban(cluster, &cluster->lead, who, why, true, &error);
}
