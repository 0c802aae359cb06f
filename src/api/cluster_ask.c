/* A question that a cluster answers; see cluster.h. */
#include "api/cluster_inside.h"

#include "cluster/share.h"
#include "store/store.h"

#include <string.h>

enum zm_status zm_cluster_choose(struct zm_question *question, const char *name,
                                 struct zm_error *error)
{
    const struct zm_search *named = name == NULL ? NULL : zm_search_of(name, question->game, error);
    if (name != NULL && named == NULL)
        return ZM_BAD_INPUT;
    if (zm_cluster_completes(question)) {
        question->search = &zm_cluster_complete;
        return ZM_OK;
    }
    if (question->calculation->space == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "--cluster: the %s of %s is not searched by clusters; a table of it can be",
                       question->calculation->name, question->game->name);
    if (named != NULL && named->decide == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "--search %s: the workers need one that walks trees",
                       name);
    question->search = &zm_cluster_search;
    return ZM_OK;
}

/* The search of the workers, unless one is named: what the game's engine uses, or df-pn. */
static const char *usual_search(const struct zm_game *game)
{
    struct zm_error ignored = {0};
    return zm_search_of(ZM_ENGINE_SEARCH, game, &ignored) != NULL ? ZM_ENGINE_SEARCH : "dfpn";
}

/* Can several workers search one node together? */
static bool searches_together(const char *name, const struct zm_game *game)
{
    struct zm_error ignored = {0};
    const struct zm_search *search = name == NULL ? NULL : zm_search_of(name, game, &ignored);
    return search != NULL && search->peers != NULL;
}

/* What workers must know: the question, and by which search they answer. */
static json_t *describe(const struct zm_question *question, const char *position,
                        const struct zm_option *options, size_t count)
{
    json_t *about = zm_cluster_about(question->game->name, options, count, &question->settings);
    json_t *kept = json_object_get(about, "options");
    bool complete = question->search == &zm_cluster_complete;
    json_object_del(kept, complete ? "share" : "pile");
    if (complete)
        json_object_del(kept, "search");
    else if (kept != NULL && json_object_get(kept, "search") == NULL)
        json_object_set_new(kept, "search", json_string(usual_search(question->game)));
    if (about != NULL)
        json_object_set_new(about, "position",
                            json_string(position == NULL ? question->game->start : position));
    return about;
}

static enum zm_status share(struct zm_cluster *cluster, struct zm_question *question,
                            struct zm_error *error)
{
    struct zm_share share = {.address = &cluster->address,
                             .campaign = cluster->lead.campaign.name,
                             .worker = cluster->lead.master.who,
                             .generation = cluster->lead.master.generation,
                             .memory = (size_t)zm_settings_integer(&question->settings, "memory"),
                             .most = ZM_CLUSTER_RESULTS,
                             .run = cluster->run,
                             .hear = zm_cluster_check_result,
                             .context = cluster};
    enum zm_status status = zm_share_open(&share, &question->store, error);
    cluster->store = question->store;
    return status;
}

/* Asks until no results are dropped meanwhile. */
static enum zm_status ask(struct zm_cluster *cluster, struct zm_question *question,
                          struct zm_answer *answer, struct zm_error *error)
{
    enum zm_status status;
    do {
        cluster->dropped = false;
        cluster->error = (struct zm_error){0};
        status = zm_question_answer(question, zm_buffer_bytes(&question->position), cluster->run,
                                    answer, error);
        if (cluster->dropped) {
            atomic_store(&cluster->run->stop, false);
            zm_answer_free(answer);
            if (zm_share_begin_again(cluster->store, cluster->lead.master.generation, error) !=
                ZM_OK)
                return error->status;
        }
    } while (cluster->dropped && !zm_run_look(cluster->run));
    if (cluster->error.status != ZM_OK) {
        *error = cluster->error;
        status = error->status;
    }
    return status;
}

/* From now on this machine searches alone: what a certificate lacks, say. */
static enum zm_status stand_alone(struct zm_question *question, const struct zm_option *options,
                                  size_t count, struct zm_error *error)
{
    const char *name = usual_search(question->game);
    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i].name, "search") == 0)
            name = options[i].text;
    question->search = zm_search_of(name, question->game, error);
    return question->search == NULL
               ? ZM_BAD_INPUT
               : zm_settings_declare(&question->settings, question->search->params, error);
}

/* Where an engine answers contracts for certificates (solve/calculation.h), it is asked the same
 * question once more, on what is shared: so it is ready, and must agree. */
static enum zm_status ask_engine(struct zm_question *question, struct zm_run *run,
                                 const struct zm_answer *answer, struct zm_error *error)
{
    const struct zm_calculation *engine =
        zm_engine_calculation(question->calculation->name, question->game, question->misere);
    struct zm_answer again = {0};
    if (engine == NULL || engine->contract == NULL || question->search->learn == NULL)
        return ZM_OK;
    enum zm_status status = zm_settings_declare(&question->settings, engine->params, error);
    question->calculation = engine;
    if (status == ZM_OK)
        status =
            zm_question_answer(question, zm_buffer_bytes(&question->position), run, &again, error);
    if (status == ZM_OK && (again.outcome != answer->outcome ||
                            (answer->kind == ZM_ANSWER_SCORE && again.number != answer->number)))
        status = zm_fail(error, ZM_WRONG, "the cluster's answer is not that of this machine");
    zm_answer_free(&again);
    return status;
}

enum zm_status zm_cluster_answer(struct zm_cluster *cluster, struct zm_question *question,
                                 const char *position, const struct zm_option *options,
                                 size_t count, struct zm_answer *answer, struct zm_error *error)
{
    json_t *about = describe(question, position, options, count);
    const char *search =
        json_string_value(json_object_get(json_object_get(about, "options"), "search"));
    cluster->engine = search != NULL && strcmp(search, ZM_ENGINE_SEARCH) == 0;
    cluster->peers = searches_together(search, question->game);
    bool complete = question->search == &zm_cluster_complete;
    enum zm_status status = zm_cluster_lead(cluster, complete ? "complete" : "solve",
                                            question->game->name, about, &cluster->lead, error);
    if (status == ZM_OK && !complete)
        status = share(cluster, question, error);
    cluster->run->cluster = cluster;
    if (status == ZM_OK)
        status = zm_question_run(question, cluster->run, error);
    if (status == ZM_OK)
        status = ask(cluster, question, answer, error);
    zm_cluster_checker_close(cluster->checker);
    cluster->checker = NULL;
    if (cluster->store != NULL)
        zm_share_leave(cluster->store);
    zm_cluster_leave(cluster, &cluster->lead, status == ZM_OK && answer->known);
    cluster->run->cluster = NULL;
    if (status == ZM_OK && !complete)
        status = stand_alone(question, options, count, error);
    if (status == ZM_OK && !complete)
        status = ask_engine(question, cluster->run, answer, error);
    return status;
}
