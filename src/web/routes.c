/* The table of what can be asked; see routes.h. */
#include "web/routes.h"

#include "web/archives.h"
#include "web/server.h"

#include <ctype.h>
#include <stdlib.h>

static void about(const struct zm_query *query)
{
    const struct zm_web_config *config = zm_web_config(query->web);
    const struct zm_archives *archives = zm_web_archives(query->web);
    zm_reply_json(query->reply, 200,
                  json_pack("{s:s,s:i,s:i,s:I,s:b,s:b,s:i,s:b}", "version", zm_web_version(),
                            "computations", (int)config->computations, "threads",
                            (int)config->threads, "memory", (json_int_t)zm_web_share(query->web),
                            "store", config->store != NULL, "cluster", config->cluster != NULL,
                            "archives", (int)zm_archives_count(archives), "book",
                            zm_archives_book(archives)));
}

const struct zm_route zm_routes[] = {
    {"GET", "/api/about", about, false},
    {"GET", "/api/games", zm_route_games, false},
    {"POST", "/api/position", zm_route_position, true},
    {"POST", "/api/choose", zm_route_choose, true},
    {"POST", "/api/analyse", zm_route_analyse, true},
    {"POST", "/api/value", zm_route_value, true},
    {"POST", "/api/owners", zm_route_owners, true},
    {"POST", "/api/graph", zm_route_graph, true},
    {"POST", "/api/notices", zm_route_notices, true},
    {"POST", "/api/proof", zm_route_proof, true},
    {"POST", "/api/table", zm_route_table, true},
    {"POST", "/api/solution", zm_route_solution, true},
    {"GET", "/api/computations", zm_route_computations, false},
    {"POST", "/api/computations", zm_route_start, true},
    {"GET", "/api/computations/{id}", zm_route_computation, false},
    {"DELETE", "/api/computations/{id}", zm_route_remove, false},
    {"GET", "/api/computations/{id}/tree", zm_route_tree, false},
    {"POST", "/api/computations/{id}/orders", zm_route_order, false},
    {"POST", "/api/computations/{id}/entries", zm_route_entries, true},
    {"POST", "/api/computations/{id}/proof", zm_route_computation_proof, true},
    {"POST", "/api/computations/{id}/neighbours", zm_route_neighbours, true},
    {"POST", "/api/computations/{id}/save", zm_route_save, true},
    {"GET", "/api/stores", zm_route_stores, false},
    {"GET", "/api/stores/{id}", zm_route_store, true},
    {"POST", "/api/stores/{id}/entries", zm_route_store_entries, true},
    {"POST", "/api/stores/{id}/neighbours", zm_route_store_neighbours, true},
    {"GET", "/api/archives", zm_route_archives, true},
    {"POST", "/api/archives/{id}/search", zm_route_archive_search, true},
    {"POST", "/api/archives/{id}/game", zm_route_archive_game, true},
    {"POST", "/api/book", zm_route_book, true},
    {"POST", "/api/review", zm_route_review, true},
    {"GET", "/api/jobs", zm_route_jobs, false},
    {"POST", "/api/jobs/{id}/start", zm_route_job_start, true},
    {"POST", "/api/jobs/{id}/note", zm_route_job_note, true},
    {"GET", "/api/cluster", zm_route_cluster, true},
    {"POST", "/api/cluster/orders", zm_route_cluster_order, true},
    {"GET", "/api/events", NULL, false}, /* a stream: server.c */
    {0},
};

/* Does `path` have the form of `pattern`? */
static bool matches(const char *pattern, const char *path, unsigned long *id)
{
    while (*pattern != 0) {
        if (*pattern == '{') {
            char *end;
            if (!isdigit((unsigned char)*path))
                return false;
            *id = strtoul(path, &end, 10);
            if (end - path > 9)
                return false;
            path = end;
            pattern = strchr(pattern, '}') + 1;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *path == 0;
}

const struct zm_route *zm_route_find(const char *method, const char *path, unsigned long *id,
                                     bool *known)
{
    *known = false;
    *id = 0;
    for (const struct zm_route *route = zm_routes; route->method != NULL; route++) {
        if (!matches(route->path, path, id))
            continue;
        *known = true;
        if (strcmp(route->method, method) == 0)
            return route;
    }
    return NULL;
}
