/* The server of a cluster, as the command line names it. */
#include "cli/cli.h"

#include "api/cluster.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 60 }; /* seconds that a server may be away */

static void say(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "zermelo: %s\n", line);
}

enum zm_status zm_cluster_begin(const struct zm_settings *settings, struct zm_run *run,
                                struct zm_cluster *cluster, struct zm_error *error)
{
    *cluster = (struct zm_cluster){.campaign = zm_settings_text(settings, "campaign"),
                                   .lease = zm_settings_seconds(settings, "lease"),
                                   .check = (uint64_t)zm_settings_integer(settings, "recheck"),
                                   .keep = zm_settings_flag(settings, "keep-campaign"),
                                   .run = run,
                                   .said = say};
    enum zm_status status = zm_cluster_address(settings, &cluster->address, error);
    cluster->address.patience = PATIENCE;
    signal(SIGPIPE, SIG_IGN); /* a connection that breaks is an error like others */
    if (status == ZM_OK)
        status = zm_link_meet_all(&cluster->address, run, error);
    if (status == ZM_OK)
        status = zm_link_open(&cluster->address, run, &cluster->link, error);
    if (status != ZM_OK) {
        zm_error_context(error, "--cluster");
        zm_cluster_end(cluster);
    }
    return status;
}

void zm_cluster_end(struct zm_cluster *cluster)
{
    zm_link_close(cluster->link);
    cluster->link = NULL;
    zm_cluster_address_free(&cluster->address);
}
