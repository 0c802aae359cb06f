/* The jobs of a folder: what was computed there, one JSON object a line (api/job.h) in the file
 * `jobs`, so that a server started again lists what an earlier one did. */
#ifndef ZM_WEB_HISTORY_H
#define ZM_WEB_HISTORY_H

#include <jansson.h>
#include <stddef.h>

/* Adds a job: what was asked (as a computation shows it) and what came of it. The store of the
 * question keeps it too, when it is one on disk. */
struct zm_store;
void zm_history_add(const char *folder, struct zm_store *store, const json_t *request,
                    const json_t *answer);
/* Calls `visit` with the last jobs, at most `most`, oldest first; lines that are none are passed
 * over. */
void zm_history_each(const char *folder, size_t most, void (*visit)(void *context, json_t *job),
                     void *context);

#endif
