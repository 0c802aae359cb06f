/* The cluster that a server shows and steers; see clusters.c. */
#ifndef ZM_WEB_CLUSTERS_H
#define ZM_WEB_CLUSTERS_H

#include "base/error.h"

struct zm_clusters;
struct zm_link_address;

/* Sets NULL when there is no address; else its server must answer now, and may go and come later. */
enum zm_status zm_clusters_open(const struct zm_link_address *address, struct zm_clusters **made,
                                struct zm_error *error);
void zm_clusters_close(struct zm_clusters *clusters);

#endif
