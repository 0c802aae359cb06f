/* Job files: a question that can be asked again, with who asked it, why, and what came of it. A job
 * is one JSON object:
 * {"job":1,"game":...,"position":...,"options":{...},"author":...,"comment":...,
 * "date":...,"result":{...}}; the result is what `solve --json` prints. */
#ifndef ZM_API_JOB_H
#define ZM_API_JOB_H

#include "api/question.h"

#include <jansson.h>

struct zm_job {
    json_t *root; /* owns all texts */
    const char *game, *position;
    struct zm_option *options;
    size_t option_count;
};

enum zm_status zm_job_load(const char *path, struct zm_job *job, struct zm_error *error);
void zm_job_free(struct zm_job *job);
/* Makes a job of a question and the JSON of its answer (whose reference it takes). Options that
 * only say how to print, or name files (by `settings`), are left out. NULL: no memory. */
json_t *zm_job_make(const char *game, const char *position, const struct zm_option *options,
                    size_t count, const struct zm_settings *settings, json_t *result);
enum zm_status zm_job_save(const json_t *job, const char *path, struct zm_error *error);

#endif
