/* Past jobs in a file; see history.h. */
#include "web/history.h"

#include "api/job.h"
#include "store/lmdb.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_OPTIONS = 40 };

static FILE *open_file(const char *folder, const char *mode)
{
    struct zm_buffer path = {0};
    zm_buffer_format(&path, "%s/jobs", folder);
    FILE *file = path.failed ? NULL : fopen(zm_buffer_string(&path), mode);
    zm_buffer_free(&path);
    return file;
}

/* The options of a request as texts; `numbers` holds those that were given as numbers. */
static size_t read_options(json_t *given, struct zm_option options[MOST_OPTIONS],
                           char numbers[MOST_OPTIONS][32])
{
    const char *name;
    json_t *value;
    size_t count = 0;
    json_object_foreach(given, name, value)
    {
        if (count == MOST_OPTIONS || json_is_false(value) || json_is_null(value))
            continue;
        options[count] = (struct zm_option){name, numbers[count]};
        numbers[count][0] = 0;
        if (json_is_string(value))
            options[count].text = json_string_value(value);
        else if (json_is_number(value))
            snprintf(numbers[count], 32, "%.9g", json_number_value(value));
        count++;
    }
    return count;
}

void zm_history_add(const char *folder, struct zm_store *store, const json_t *request,
                    const json_t *answer)
{
    struct zm_option options[MOST_OPTIONS];
    char numbers[MOST_OPTIONS][32];
    size_t count = read_options(json_object_get(request, "options"), options, numbers);
    json_t *job = zm_job_make(json_string_value(json_object_get(request, "game")),
                              json_string_value(json_object_get(request, "position")), options,
                              count, json_deep_copy(answer));
    char *line = job == NULL ? NULL : json_dumps(job, JSON_COMPACT | JSON_REAL_PRECISION(7));
    json_decref(job);
    if (line == NULL)
        return;
    struct zm_error error;
    if (zm_lmdb_header(store) != NULL)
        zm_lmdb_add_job(store, zm_bytes(line, strlen(line)), &error);
    FILE *file = open_file(folder, "a");
    if (file != NULL) {
        fprintf(file, "%s\n", line);
        fclose(file);
    }
    free(line);
}

void zm_history_each(const char *folder, size_t most, void (*visit)(void *context, json_t *job),
                     void *context)
{
    FILE *file = open_file(folder, "r");
    char *line = NULL;
    size_t size = 0, lines = 0;
    if (file == NULL)
        return;
    while (getline(&line, &size, file) > 0)
        lines++;
    rewind(file);
    for (size_t i = 0; getline(&line, &size, file) > 0; i++) {
        json_t *job = i + most < lines ? NULL : json_loads(line, 0, NULL);
        if (json_is_string(json_object_get(job, "game")) &&
            json_is_string(json_object_get(job, "position")) &&
            json_is_object(json_object_get(job, "result")))
            visit(context, job);
        json_decref(job);
    }
    free(line);
    fclose(file);
}
