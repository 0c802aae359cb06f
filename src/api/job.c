/* Job files; see job.h. */
#include "api/job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void zm_job_free(struct zm_job *job)
{
    free(job->options);
    json_decref(job->root);
    *job = (struct zm_job){0};
}

static enum zm_status read_options(struct zm_job *job, json_t *options, struct zm_error *error)
{
    const char *name;
    json_t *text;
    job->options = calloc(json_object_size(options) + 1, sizeof *job->options);
    if (job->options == NULL)
        return zm_fail_memory(error);
    json_object_foreach(options, name, text)
    {
        if (!json_is_string(text))
            return zm_fail(error, ZM_BAD_INPUT, "option '%.60s': expected its value as a string",
                           name);
        job->options[job->option_count++] = (struct zm_option){name, json_string_value(text)};
    }
    return ZM_OK;
}

enum zm_status zm_job_load(const char *path, struct zm_job *job, struct zm_error *error)
{
    json_error_t reason;
    *job = (struct zm_job){.root = json_load_file(path, JSON_REJECT_DUPLICATES, &reason)};
    if (job->root == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "job '%s', line %d: %s", path, reason.line,
                       reason.text);
    job->game = json_string_value(json_object_get(job->root, "game"));
    job->position = json_string_value(json_object_get(job->root, "position"));
    enum zm_status status = ZM_OK;
    if (!json_is_integer(json_object_get(job->root, "job")) || job->game == NULL ||
        job->position == NULL)
        status = zm_fail(error, ZM_BAD_INPUT, "expected an object with job, game and position");
    else
        status = read_options(job, json_object_get(job->root, "options"), error);
    if (status != ZM_OK) {
        zm_error_context(error, "job '%s'", path);
        zm_job_free(job);
    }
    return status;
}

static bool is_local(const char *name)
{
    return zm_word_in("json|quiet|job|save-job|author|comment|store|watch|proof", name);
}

static const char *given(const struct zm_option *options, size_t count, const char *name)
{
    const char *text = "";
    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0)
            text = options[i].text;
    return text;
}

json_t *zm_job_make(const char *game, const char *position, const struct zm_option *options,
                    size_t count, json_t *result)
{
    char date[32] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) != NULL)
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &parts);
    json_t *kept = json_object();
    for (size_t i = 0; i < count; i++)
        if (!is_local(options[i].name))
            json_object_set_new(kept, options[i].name, json_string(options[i].text));
    return json_pack("{s:i,s:s,s:s,s:o,s:s,s:s,s:s,s:o}", "job", 1, "game", game, "position",
                     position, "options", kept, "author", given(options, count, "author"),
                     "comment", given(options, count, "comment"), "date", date, "result", result);
}

enum zm_status zm_job_save(const json_t *job, const char *path, struct zm_error *error)
{
    if (json_dump_file(job, path, JSON_INDENT(2)) == 0)
        return ZM_OK;
    return zm_fail(error, ZM_FAILED, "cannot write the job '%s': %s", path, strerror(errno));
}
