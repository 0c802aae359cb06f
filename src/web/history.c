/* Past jobs, in memory and in a file; see history.h. */
#include "web/history.h"

#include "api/job.h"
#include "base/file.h"
#include "store/store.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST_OPTIONS = 40, MOST_JOBS = 500 };

struct zm_history {
    pthread_mutex_t lock;
    const char *folder;
    json_t *jobs;       /* the last ones, oldest first */
    unsigned long last; /* the number of the last one: its line in the file */
};

static void path_of_jobs(const char *folder, struct zm_buffer *path)
{
    zm_buffer_format(path, "%s/jobs", folder);
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

/* With the lock held, or before anybody else knows the history. Takes the reference. */
static void remember(struct zm_history *history, json_t *job)
{
    json_object_set_new(job, "id", json_integer((json_int_t)++history->last));
    json_array_append_new(history->jobs, job);
    if (json_array_size(history->jobs) > MOST_JOBS)
        json_array_remove(history->jobs, 0);
}

static bool is_job(const json_t *job)
{
    return json_is_string(json_object_get(job, "game")) &&
           json_is_string(json_object_get(job, "position")) &&
           json_is_object(json_object_get(job, "options")) &&
           json_is_object(json_object_get(job, "result"));
}

/* With the lock held, or before anybody else knows the history. Who reads the job keeps the one he
 * has: it is replaced, not changed. */
static json_t *set_note(struct zm_history *history, json_int_t id, json_t *text)
{
    size_t index;
    json_t *job, *noted = NULL;
    json_array_foreach(history->jobs, index, job)
    {
        if (json_integer_value(json_object_get(job, "id")) == id) {
            noted = json_copy(job);
            json_object_set(noted, "comment", text);
            json_array_set(history->jobs, index, noted);
            break;
        }
    }
    return noted;
}

static void read_file(struct zm_history *history)
{
    struct zm_buffer path = {0};
    FILE *file = NULL;
    char *line = NULL;
    size_t size = 0;
    path_of_jobs(history->folder, &path);
    if (!path.failed)
        zm_file_open(zm_buffer_string(&path), ZM_FILE_PLAIN, &file, NULL);
    zm_buffer_free(&path);
    while (file != NULL && getline(&line, &size, file) > 0) {
        json_t *job = json_loads(line, 0, NULL);
        if (is_job(job)) {
            remember(history, job);
        } else { /* a note, or written by something else: its line has a number all the same */
            json_t *text = json_object_get(job, "comment");
            if (json_is_string(text))
                json_decref(
                    set_note(history, json_integer_value(json_object_get(job, "note_on")), text));
            history->last++;
            json_decref(job);
        }
    }
    free(line);
    if (file != NULL)
        fclose(file);
}

struct zm_history *zm_history_open(const char *folder)
{
    struct zm_history *history = calloc(1, sizeof *history);
    if (history == NULL)
        return NULL;
    history->folder = folder;
    history->jobs = json_array();
    pthread_mutex_init(&history->lock, NULL);
    if (folder != NULL)
        read_file(history);
    return history;
}

void zm_history_close(struct zm_history *history)
{
    if (history == NULL)
        return;
    json_decref(history->jobs);
    pthread_mutex_destroy(&history->lock);
    free(history);
}

static void write_line(const char *folder, const json_t *job, struct zm_store *store)
{
    char *line = json_dumps(job, JSON_COMPACT | JSON_REAL_PRECISION(7));
    struct zm_error error;
    struct zm_buffer path = {0};
    path_of_jobs(folder, &path);
    if (line != NULL && zm_store_header(store) != NULL)
        zm_store_add_note(store, zm_bytes(line, strlen(line)), &error);
    if (line != NULL && !path.failed)
        zm_file_append(zm_buffer_string(&path), line, &error);
    zm_buffer_free(&path);
    free(line);
}

void zm_history_add(struct zm_history *history, struct zm_store *store, const json_t *request,
                    const json_t *answer)
{
    const struct zm_settings none = {0}; /* no request names a file */
    struct zm_option options[MOST_OPTIONS];
    char numbers[MOST_OPTIONS][32];
    size_t count = read_options(json_object_get(request, "options"), options, numbers);
    const char *comment = json_string_value(json_object_get(request, "comment"));
    if (comment != NULL && count < MOST_OPTIONS)
        options[count++] = (struct zm_option){"comment", comment};
    json_t *job = zm_job_make(json_string_value(json_object_get(request, "game")),
                              json_string_value(json_object_get(request, "position")), options,
                              count, &none, json_deep_copy(answer));
    if (job == NULL)
        return;
    pthread_mutex_lock(&history->lock);
    if (history->folder != NULL)
        write_line(history->folder, job, store);
    remember(history, job);
    pthread_mutex_unlock(&history->lock);
}

json_t *zm_history_json(struct zm_history *history, size_t most)
{
    json_t *list = json_array();
    pthread_mutex_lock(&history->lock);
    size_t count = json_array_size(history->jobs);
    for (size_t i = count > most ? count - most : 0; i < count; i++)
        json_array_append(list, json_array_get(history->jobs, i));
    pthread_mutex_unlock(&history->lock);
    return list;
}

json_t *zm_history_get(struct zm_history *history, unsigned long id)
{
    json_t *found = NULL, *job;
    size_t index;
    pthread_mutex_lock(&history->lock);
    json_array_foreach(history->jobs, index, job)
    {
        if (json_integer_value(json_object_get(job, "id")) == (json_int_t)id)
            found = json_incref(job);
    }
    pthread_mutex_unlock(&history->lock);
    return found;
}

json_t *zm_history_note(struct zm_history *history, unsigned long id, const char *text)
{
    struct zm_buffer path = {0};
    struct zm_error error;
    json_t *comment = json_string(text);
    pthread_mutex_lock(&history->lock);
    json_t *noted = comment == NULL ? NULL : set_note(history, (json_int_t)id, comment);
    if (noted != NULL && history->folder != NULL) {
        json_t *line = json_pack("{s:I,s:O}", "note_on", (json_int_t)id, "comment", comment);
        char *written = json_dumps(line, JSON_COMPACT);
        path_of_jobs(history->folder, &path);
        if (written != NULL && !path.failed &&
            zm_file_append(zm_buffer_string(&path), written, &error) == ZM_OK)
            history->last++; /* its line */
        free(written);
        json_decref(line);
    }
    pthread_mutex_unlock(&history->lock);
    zm_buffer_free(&path);
    json_decref(comment);
    return noted;
}
