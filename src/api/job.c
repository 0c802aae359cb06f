/* Job files; see job.h. */
#include "api/job.h"

#include "base/file.h"

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
    struct zm_buffer text = {0};
    *job = (struct zm_job){0};
    enum zm_status status = zm_file_read(path, ZM_FILE_ANY, ZM_FILE_HAND_MOST, NULL, &text, error);
    if (status == ZM_OK)
        job->root = json_loadb(zm_buffer_string(&text), text.size, JSON_REJECT_DUPLICATES, &reason);
    zm_buffer_free(&text);
    if (status != ZM_OK)
        return status;
    if (job->root == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "job '%s', line %d: %s", path, reason.line,
                       reason.text);
    job->game = json_string_value(json_object_get(job->root, "game"));
    job->position = json_string_value(json_object_get(job->root, "position"));
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

/* Is an option of this run alone: how it is shown, which files it uses? */
static bool is_local(const char *name, const struct zm_settings *settings)
{
    const struct zm_setting *setting = zm_settings_find(settings, name);
    return zm_word_in("json|quiet|author|comment|watch", name) ||
           (setting != NULL && setting->param->kind == ZM_PARAM_FILE);
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
                    size_t count, const struct zm_settings *settings, json_t *result)
{
    char date[32] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) != NULL)
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &parts);
    json_t *kept = json_object();
    for (size_t i = 0; i < count; i++)
        if (!is_local(options[i].name, settings))
            json_object_set_new(kept, options[i].name, json_string(options[i].text));
    return json_pack("{s:i,s:s,s:s,s:o,s:s,s:s,s:s,s:o}", "job", 1, "game", game, "position",
                     position, "options", kept, "author", given(options, count, "author"),
                     "comment", given(options, count, "comment"), "date", date, "result", result);
}

enum zm_status zm_job_save(const json_t *job, const char *path, struct zm_error *error)
{
    char *text = json_dumps(job, JSON_INDENT(2));
    enum zm_status status = text == NULL ? zm_fail_memory(error)
                                         : zm_file_write(path, zm_bytes(text, strlen(text)), error);
    free(text);
    return status;
}
