/* What can be asked: the table of the API, and its handlers. docs/api.md and web/openapi.json
 * describe each; tests/web compare them with this table. */
#ifndef ZM_WEB_ROUTES_H
#define ZM_WEB_ROUTES_H

#include "web/request.h"

struct zm_route {
    const char *method;
    const char *path; /* "{id}" stands for a number */
    void (*handle)(const struct zm_query *query);
    bool work; /* done by a worker, and counted in full against the rate; else at once */
};

extern const struct zm_route zm_routes[]; /* ends with a NULL method */

/* The route of a request, with the number in its path. NULL: `known` tells whether the path exists
 * with another method. */
const struct zm_route *zm_route_find(const char *method, const char *path, unsigned long *id,
                                     bool *known);

/* positions.c */
void zm_route_games(const struct zm_query *query);
void zm_route_position(const struct zm_query *query);
void zm_route_choose(const struct zm_query *query);
void zm_route_analyse(const struct zm_query *query);
/* notices.c */
void zm_route_notices(const struct zm_query *query);
/* values.c */
void zm_route_value(const struct zm_query *query);
/* owners.c */
void zm_route_owners(const struct zm_query *query);
/* graph.c */
void zm_route_graph(const struct zm_query *query);
/* computing.c */
void zm_route_computations(const struct zm_query *query);
void zm_route_start(const struct zm_query *query);
void zm_route_computation(const struct zm_query *query);
void zm_route_tree(const struct zm_query *query);
void zm_route_order(const struct zm_query *query);
void zm_route_remove(const struct zm_query *query);
void zm_route_save(const struct zm_query *query);
void zm_route_jobs(const struct zm_query *query);
void zm_route_job_start(const struct zm_query *query);
void zm_route_job_note(const struct zm_query *query);
/* entries.c */
void zm_route_entries(const struct zm_query *query);
void zm_route_neighbours(const struct zm_query *query);
/* stores.c */
void zm_route_stores(const struct zm_query *query);
void zm_route_store(const struct zm_query *query);
void zm_route_store_entries(const struct zm_query *query);
void zm_route_store_neighbours(const struct zm_query *query);
/* clusters.c */
void zm_route_cluster(const struct zm_query *query);
void zm_route_cluster_order(const struct zm_query *query);
/* archives.c */
void zm_route_archives(const struct zm_query *query);
void zm_route_archive_search(const struct zm_query *query);
void zm_route_archive_game(const struct zm_query *query);
void zm_route_book(const struct zm_query *query);
void zm_route_review(const struct zm_query *query);
/* families.c */
void zm_route_table(const struct zm_query *query);
/* proofs.c */
void zm_route_proof(const struct zm_query *query);
void zm_route_solution(const struct zm_query *query);
void zm_route_computation_proof(const struct zm_query *query);

#endif
