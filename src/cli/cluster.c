/* zermelo cluster status|pause|resume|drain|stop|forget|simulate: sees and steers campaigns, and
 * says what more workers would have been worth. */
#include "cli/cli.h"

#include "api/cluster.h"
#include "cluster/simulate.h"

#include <string.h>

static const struct zm_param cluster_params[] = {
    ZM_CLUSTER_SERVER_PARAMS,
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {.name = "latency",
     .kind = ZM_PARAM_SECONDS,
     .value = "0.001",
     .hint = "SECONDS",
     .help = "simulate: from a report to the next job of its worker"},
    {.name = "master",
     .kind = ZM_PARAM_SECONDS,
     .value = "0.0002",
     .hint = "SECONDS",
     .help = "simulate: the master's time for each job"},
    {.name = "order",
     .kind = ZM_PARAM_CHOICE,
     .value = "recorded",
     .choices = "recorded|longest",
     .help = "simulate: jobs as they were recorded, or the longest chain first"},
    {.name = "svg", .kind = ZM_PARAM_FILE, .hint = "FILE", .help = "simulate: draw the curve"},
    {0},
};

static long long number(const json_t *object, const char *name)
{
    return (long long)json_integer_value(json_object_get(object, name));
}

static const char *text(const json_t *object, const char *name)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value == NULL ? "" : value;
}

/* Where the master's search stands: the way to what is searched now, or the best line. */
static void print_told(const json_t *told)
{
    const json_t *path = json_object_get(told, "path"), *line = json_object_get(told, "line");
    const json_t *wins = json_object_get(told, "wins");
    size_t i;
    json_t *word;
    if (path != NULL)
        printf("  proof numbers %.6g and %.6g; searched now, %lld deep:\n   ",
               json_number_value(json_object_get(told, "proof")),
               json_number_value(json_object_get(told, "disproof")), number(told, "depth"));
    else if (line != NULL)
        printf("  %lld positions; the longest line so far has %lld moves%s",
               number(told, "positions"), number(told, "length"),
               json_array_size(line) > 0 ? ":\n   " : "\n");
    else if (wins != NULL)
        printf("  %lld won, %lld lost, %lld drawn of %lld\n",
               (long long)json_integer_value(json_array_get(wins, 0)),
               (long long)json_integer_value(json_array_get(wins, 1)), number(told, "draws"),
               number(told, "games"));
    json_array_foreach(path != NULL ? path : line, i, word)
        printf("%s %s", path != NULL && i > 0 ? " >" : "", json_string_value(word));
    if (json_array_size(path != NULL ? path : line) > 0)
        putchar('\n');
}

static void print_campaign(const json_t *campaign)
{
    size_t i;
    json_t *worker;
    double seconds = json_number_value(json_object_get(campaign, "seconds"));
    double busy = json_number_value(json_object_get(campaign, "busy"));
    printf("%s: %s of %s, %s\n", text(campaign, "campaign"), text(campaign, "kind"),
           text(campaign, "game"), text(campaign, "state"));
    printf("  jobs: %lld done, %lld handed out, %lld wait; %lld taken again, %lld reported twice\n",
           number(campaign, "done"), number(campaign, "handed-out"), number(campaign, "waiting"),
           number(campaign, "taken-again"), number(campaign, "reported-twice"));
    printf("  %lld nodes, %lld results shared, %.0f s of work in %.0f s\n",
           number(campaign, "nodes"), number(campaign, "results"), busy, seconds);
    print_told(json_object_get(campaign, "told"));
    json_array_foreach(json_object_get(campaign, "workers"), i, worker)
    {
        const char *refused = text(worker, "refused");
        printf("  %s %s: %lld jobs, %lld nodes%s%s\n",
               json_is_true(json_object_get(worker, "alive")) ? "+" : "-", text(worker, "name"),
               number(worker, "jobs"), number(worker, "nodes"),
               refused[0] == 0 ? "" : "; refused: ", refused);
    }
}

static int print_status(json_t *status, bool json)
{
    size_t i;
    json_t *campaign, *server;
    if (json)
        return zm_report_json(status);
    json_array_foreach(json_object_get(status, "campaigns"), i, campaign) print_campaign(campaign);
    if (json_array_size(json_object_get(status, "campaigns")) == 0)
        puts("no campaigns");
    json_array_foreach(json_object_get(status, "servers"), i, server)
    {
        printf("server: %.1f MiB", (double)number(server, "memory") / (1 << 20));
        if (number(server, "most") > 0)
            printf(" of %.1f MiB", (double)number(server, "most") / (1 << 20));
        putchar('\n');
    }
    json_decref(status);
    return ZM_OK;
}

static enum zm_status obey(struct zm_link *link, const struct zm_arguments *arguments, bool json,
                           struct zm_error *error)
{
    const char *order = arguments->words[0];
    const char *name = arguments->word_count > 1 ? arguments->words[1] : NULL;
    if (strcmp(order, "status") == 0) {
        json_t *status_json = NULL;
        enum zm_status status = zm_cluster_status(link, name, &status_json, error);
        return status == ZM_OK ? (enum zm_status)print_status(status_json, json) : status;
    }
    if (!zm_word_in("pause|resume|drain|stop|forget", order))
        return zm_fail(
            error, ZM_BAD_INPUT,
            "cluster '%.40s': expected status, pause, resume, drain, stop, forget or simulate",
            order);
    if (name == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "cluster %s: expected the name of a campaign", order);
    enum zm_status status = zm_campaign_check_name(name, error);
    if (status != ZM_OK)
        return status;
    if (strcmp(order, "forget") == 0)
        return zm_campaign_forget(link, name, error);
    return zm_campaign_order(link, name, strcmp(order, "resume") == 0 ? "run" : order, error);
}

/* -- simulations -- */

enum { POINTS = 11 }; /* 1, 2, 4 ... 1,024 workers */

static enum zm_status print_curve(const struct zm_recording *recording,
                                  const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_simulation_costs costs = {zm_settings_seconds(settings, "latency"),
                                        zm_settings_seconds(settings, "master"),
                                        zm_settings_is(settings, "order", "longest")};
    const char *path = zm_settings_text(settings, "svg");
    struct zm_speed_up points[POINTS];
    struct zm_buffer svg = {0};
    printf("%zu jobs, %.2f s of work, the longest chain %.2f s\nworkers   seconds  speed-up\n",
           recording->count, recording->work, recording->path);
    for (unsigned i = 0; i < POINTS; i++) {
        points[i].workers = 1u << i;
        points[i].seconds = zm_simulate(recording, &costs, points[i].workers);
        if (points[i].seconds < 0)
            return zm_fail_memory(error);
        points[i].factor = points[0].seconds / points[i].seconds;
        printf("%7u %9.3f %9.1f\n", points[i].workers, points[i].seconds, points[i].factor);
    }
    if (path == NULL)
        return ZM_OK;
    zm_speed_up_svg(points, POINTS, &svg);
    enum zm_status status = zm_write_text(path, &svg, error);
    zm_buffer_free(&svg);
    return status;
}

static enum zm_status simulate(const struct zm_arguments *arguments,
                               const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_buffer text = {0};
    struct zm_recording recording = {0};
    if (arguments->word_count < 2)
        return zm_fail(error, ZM_BAD_INPUT, "cluster simulate: expected the record of a solve");
    const char *path = arguments->words[1];
    enum zm_status status = zm_read_text(path, NULL, &text, error);
    if (status == ZM_OK) {
        zm_buffer_byte(&text, 0);
        status = text.failed ? zm_fail_memory(error)
                             : zm_recording_read(&recording, (char *)text.data, error);
        if (status == ZM_BAD_INPUT)
            zm_error_context(error, "'%.200s'", path);
    }
    if (status == ZM_OK)
        status = print_curve(&recording, settings, error);
    zm_recording_free(&recording);
    zm_buffer_free(&text);
    return status;
}

/* Connects, and does what is ordered. */
static enum zm_status ask_server(const struct zm_arguments *arguments,
                                 const struct zm_settings *settings, struct zm_error *error)
{
    struct zm_cluster cluster = {0};
    struct zm_run run;
    if (zm_settings_text(settings, "cluster") == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "cluster: expected --cluster URL, as in --cluster redis://host:6379/0");
    zm_run_begin(&run);
    zm_report_attach(&run, true);
    enum zm_status status = zm_cluster_begin(settings, &run, &cluster, error);
    if (status == ZM_OK) {
        status = obey(cluster.link, arguments, zm_settings_flag(settings, "json"), error);
        zm_cluster_end(&cluster);
    }
    zm_report_detach(&run);
    return status;
}

static int cluster_command(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    enum zm_status status = zm_arguments_expect(arguments, &zm_command_cluster, 1, 2, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, cluster_params, &settings, &error);
    if (status == ZM_OK)
        status = strcmp(arguments->words[0], "simulate") == 0
                     ? simulate(arguments, &settings, &error)
                     : ask_server(arguments, &settings, &error);
    if (status != ZM_OK)
        zm_report_error(&error);
    zm_settings_free(&settings);
    return status;
}

const struct zm_command zm_command_cluster = {
    .name = "cluster",
    .usage = "status|pause|resume|drain|stop|forget|simulate [CAMPAIGN|FILE] --cluster URL",
    .summary = "see and steer the campaigns of a cluster",
    .details = "status: all campaigns, or one; its workers, jobs and rates\n"
               "pause:  hand out no more jobs; resume: go on\n"
               "drain:  hand out no more jobs, and end when those handed out are done\n"
               "stop:   leave the jobs at once; what is done stays, and the same question goes on\n"
               "forget: drop all that the server has of it\n"
               "simulate FILE: what 1 to 1,024 workers would take for the jobs that\n"
               "        'zermelo solve ... --record FILE' wrote; needs no server\n\nExamples:\n"
               "  zermelo cluster status --cluster redis://host:6379 --json\n"
               "  zermelo cluster drain deals --cluster redis://host:6379\n"
               "  zermelo cluster simulate jobs.txt --svg curve.svg\n",
    .params = cluster_params,
    .run = cluster_command,
};
