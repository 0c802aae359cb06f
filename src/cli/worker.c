/* zermelo worker --cluster URL: does the jobs of the campaigns of a server. */
#include "cli/cli.h"

#include "api/cluster.h"

static const struct zm_param worker_params[] = {
    ZM_CLUSTER_SERVER_PARAMS,
    {.name = "campaign",
     .kind = ZM_PARAM_TEXT,
     .hint = "NAME",
     .help = "work for this campaign alone; the default is all of the server"},
    {.name = "threads",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 1,
     .max = 256,
     .hint = "N",
     .help = "jobs at once"},
    {.name = "memory",
     .kind = ZM_PARAM_SIZE,
     .value = "1G",
     .hint = "SIZE",
     .help = "memory for the tables of all jobs together, about"},
    {.name = "idle",
     .kind = ZM_PARAM_SECONDS,
     .hint = "SECONDS",
     .help = "end after so long without a job; the default is to wait for ever"},
    {.name = "quiet", .kind = ZM_PARAM_FLAG, .help = "say nothing"},
    {0},
};

static int worker_command(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct zm_cluster cluster = {0};
    struct zm_run run;
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_worker, 0, 0, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, worker_params, &settings, &error);
    if (status == ZM_OK && zm_settings_text(&settings, "cluster") == NULL)
        status = zm_fail(&error, ZM_BAD_INPUT,
                         "worker: expected --cluster URL, as in --cluster redis://host:6379/0");
    zm_run_begin(&run);
    zm_report_attach(&run, true);
    if (status == ZM_OK)
        status = zm_cluster_begin(&settings, &run, &cluster, &error);
    if (status == ZM_OK) {
        bool quiet = zm_settings_flag(&settings, "quiet");
        struct zm_cluster_worker worker = {
            .address = cluster.address,
            .campaign = zm_settings_text(&settings, "campaign"),
            .labours = zm_labours,
            .hello = zm_cluster_hello,
            .said = quiet ? NULL : cluster.said,
            .threads = (unsigned)zm_settings_integer(&settings, "threads"),
            .memory = (size_t)zm_settings_integer(&settings, "memory"),
            .idle = zm_settings_seconds(&settings, "idle"),
            .run = &run};
        status = zm_cluster_work(&worker, &error);
        if (!quiet)
            fprintf(stderr, "%llu jobs done\n", (unsigned long long)worker.jobs);
        zm_cluster_end(&cluster);
    }
    zm_report_detach(&run);
    if (status != ZM_OK)
        zm_report_error(&error);
    zm_settings_free(&settings);
    return status;
}

const struct zm_command zm_command_worker = {
    .name = "worker",
    .usage = "--cluster URL [options]",
    .summary = "do the jobs of a cluster's campaigns",
    .details = "Start any number, anywhere, at any time; kill them at will. A password comes from\n"
               "the environment (ZERMELO_CLUSTER_PASSWORD) or from --password-file.\n\nExamples:\n"
               "  zermelo worker --cluster redis://host:6379 --threads 8\n"
               "  zermelo worker --cluster unix:/run/redis.sock --idle 60\n",
    .params = worker_params,
    .run = worker_command,
};
