/* The server of a cluster, as the command line names it. A password never stands there: whoever
 * lists the processes of a machine would read it. */
#include "cli/cli.h"

#include "api/cluster.h"
#include "base/file.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 60 }; /* seconds that a server may be away */

static void say(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "zermelo: %s\n", line);
}

/* The first line of a file. */
static enum zm_status read_password(const char *path, char **password, struct zm_error *error)
{
    struct zm_buffer text = {0};
    enum zm_status status = zm_file_read_text(path, ZM_FILE_ANY, 4096, NULL, &text, error);
    if (status == ZM_OK) {
        *password = strndup(zm_buffer_string(&text), strcspn(zm_buffer_string(&text), "\n"));
        status = *password == NULL ? zm_fail_memory(error) : ZM_OK;
    }
    zm_buffer_free(&text);
    return status;
}

enum zm_status zm_cluster_begin(const struct zm_settings *settings, struct zm_run *run,
                                struct zm_cluster *cluster, struct zm_error *error)
{
    const char *url = zm_settings_text(settings, "cluster");
    const char *path = zm_settings_text(settings, "password-file");
    const char *environment = getenv("ZERMELO_CLUSTER_PASSWORD");
    char *password = NULL;
    enum zm_status status = ZM_OK;
    *cluster = (struct zm_cluster){.address = {.url = url, .patience = PATIENCE},
                                   .campaign = zm_settings_text(settings, "campaign"),
                                   .lease = zm_settings_seconds(settings, "lease"),
                                   .check = (uint64_t)zm_settings_integer(settings, "recheck"),
                                   .keep = zm_settings_flag(settings, "keep-campaign"),
                                   .run = run,
                                   .said = say};
    if (zm_link_has_password(url))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "a password on the command line is read by whoever lists "
                         "processes: set ZERMELO_CLUSTER_PASSWORD or give --password-file");
    else if (path != NULL)
        status = read_password(path, &password, error);
    else if (environment != NULL && environment[0] != 0)
        password = strdup(environment);
    cluster->address.password = password;
    signal(SIGPIPE, SIG_IGN); /* a connection that breaks is an error like others */
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
    free((char *)cluster->address.password);
    cluster->address.password = NULL;
}
