/* The answers about the cluster that the server was started with (--cluster): what its campaigns
 * are at, and orders to them. No request says where the cluster is. However many pages look, its
 * server is asked once a second, by one thread at a time: a server that is away keeps no other
 * request waiting. */
#include "web/clusters.h"

#include "api/cluster.h"
#include "base/clock.h"
#include "web/routes.h"
#include "web/server.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { PATIENCE = 1, FRESH = 1 }; /* seconds: for a server to come back, that an answer is kept */

struct zm_clusters {
    struct zm_link_address address;
    pthread_mutex_t wire; /* of the connection */
    struct zm_link *link; /* NULL: there is none */
    pthread_mutex_t lock; /* of what was heard last */
    json_t *last;
    double heard;
};

enum zm_status zm_clusters_open(const struct zm_link_address *address, struct zm_clusters **made,
                                struct zm_error *error)
{
    *made = NULL;
    if (address == NULL)
        return ZM_OK;
    struct zm_clusters *clusters = calloc(1, sizeof *clusters);
    if (clusters == NULL)
        return zm_fail_memory(error);
    clusters->address = *address;
    clusters->address.patience = PATIENCE;
    pthread_mutex_init(&clusters->wire, NULL);
    pthread_mutex_init(&clusters->lock, NULL);
    enum zm_status status = zm_link_open(&clusters->address, NULL, &clusters->link, error);
    zm_error_context(status == ZM_OK ? NULL : error, "--cluster");
    if (status == ZM_OK)
        *made = clusters;
    else
        zm_clusters_close(clusters);
    return status;
}

void zm_clusters_close(struct zm_clusters *clusters)
{
    if (clusters == NULL)
        return;
    zm_link_close(clusters->link);
    json_decref(clusters->last);
    pthread_mutex_destroy(&clusters->wire);
    pthread_mutex_destroy(&clusters->lock);
    free(clusters);
}

/* The cluster of a request; NULL: the reply says that there is none. */
static struct zm_clusters *clusters_of(const struct zm_query *query)
{
    struct zm_clusters *clusters = zm_web_clusters(query->web);
    if (clusters == NULL)
        zm_reply_error(query->reply, 404, "this server knows no cluster: serve --cluster URL");
    return clusters;
}

/* Has the wire, and a connection on it; false: the reply says why not. */
static bool take_wire(struct zm_clusters *clusters, const struct zm_query *query)
{
    struct timespec until;
    struct zm_error error = {0};
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE;
    if (pthread_mutex_timedlock(&clusters->wire, &until) != 0) {
        zm_reply_error(query->reply, 503, "the cluster's server does not answer");
        return false;
    }
    if (clusters->link != NULL ||
        zm_link_open(&clusters->address, NULL, &clusters->link, &error) == ZM_OK)
        return true;
    pthread_mutex_unlock(&clusters->wire);
    zm_reply_error(query->reply, 503, "the cluster: %s", error.text);
    return false;
}

/* Gives the wire back; a connection that failed is made anew the next time. */
static void leave_wire(struct zm_clusters *clusters, enum zm_status status)
{
    if (status == ZM_FAILED) {
        zm_link_close(clusters->link);
        clusters->link = NULL;
    }
    pthread_mutex_unlock(&clusters->wire);
}

/* What was heard less than a second ago; NULL: ask. */
static json_t *fresh(struct zm_clusters *clusters)
{
    pthread_mutex_lock(&clusters->lock);
    bool good = clusters->last != NULL && zm_clock_now() < clusters->heard + FRESH;
    json_t *status = good ? json_deep_copy(clusters->last) : NULL;
    pthread_mutex_unlock(&clusters->lock);
    return status;
}

static void keep(struct zm_clusters *clusters, json_t *status)
{
    pthread_mutex_lock(&clusters->lock);
    json_decref(clusters->last);
    clusters->last = json_deep_copy(status);
    clusters->heard = zm_clock_now();
    pthread_mutex_unlock(&clusters->lock);
}

static void forget(struct zm_clusters *clusters)
{
    pthread_mutex_lock(&clusters->lock);
    json_decref(clusters->last);
    clusters->last = NULL;
    pthread_mutex_unlock(&clusters->lock);
}

void zm_route_cluster(const struct zm_query *query)
{
    struct zm_clusters *clusters = clusters_of(query);
    struct zm_error error = {0};
    json_t *told = clusters == NULL ? NULL : fresh(clusters);
    if (told != NULL)
        zm_reply_json(query->reply, 200, told);
    if (clusters == NULL || told != NULL || !take_wire(clusters, query))
        return;
    told = fresh(clusters); /* somebody asked while we waited */
    enum zm_status status =
        told != NULL ? ZM_OK : zm_cluster_status(clusters->link, NULL, &told, &error);
    if (status == ZM_OK)
        keep(clusters, told);
    leave_wire(clusters, status);
    if (status == ZM_OK)
        zm_reply_json(query->reply, 200, told);
    else
        zm_reply_error(query->reply, 503, "the cluster: %s", error.text);
}

void zm_route_cluster_order(const struct zm_query *query)
{
    struct zm_clusters *clusters = clusters_of(query);
    struct zm_error error = {0};
    const char *name = "", *order = "";
    if (clusters == NULL || !zm_query_text(query, "campaign", &name) ||
        !zm_query_text(query, "order", &order))
        return;
    enum zm_status status = zm_campaign_check_name(name, &error);
    if (status == ZM_OK && !zm_word_in("pause|resume|drain|stop", order))
        status = zm_fail(&error, ZM_BAD_INPUT,
                         "order '%.40s': expected pause, resume, drain or stop", order);
    if (status != ZM_OK) {
        zm_reply_failure(query->reply, &error);
        return;
    }
    if (!take_wire(clusters, query))
        return;
    status = zm_campaign_order(clusters->link, name, strcmp(order, "resume") == 0 ? "run" : order,
                               &error);
    leave_wire(clusters, status);
    forget(clusters);
    if (status == ZM_OK)
        zm_reply_json(query->reply, 200, json_pack("{s:b}", "ordered", 1));
    else if (status == ZM_BAD_INPUT)
        zm_reply_error(query->reply, 404, "%s", error.text);
    else
        zm_reply_error(query->reply, 503, "the cluster: %s", error.text);
}
