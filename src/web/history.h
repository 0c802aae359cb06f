/* The jobs that were computed, one JSON object each (api/job.h) with a number of its own. With a
 * folder they are also lines of its file `jobs`, so that a server started again lists what an
 * earlier one did. */
#ifndef ZM_WEB_HISTORY_H
#define ZM_WEB_HISTORY_H

#include <jansson.h>
#include <stddef.h>

struct zm_history;
struct zm_store;

/* `folder` may be NULL: jobs are then forgotten with the server. NULL: no memory. */
struct zm_history *zm_history_open(const char *folder);
void zm_history_close(struct zm_history *history);
/* Adds a job: what was asked (as a computation shows it) and what came of it. The store of the
 * question keeps it too, when it is one on disk. */
void zm_history_add(struct zm_history *history, struct zm_store *store, const json_t *request,
                    const json_t *answer);
/* The last jobs, at most `most`, oldest first; and one of them, NULL when there is none of that
 * number. The references are the caller's; the jobs are not to be changed. */
json_t *zm_history_json(struct zm_history *history, size_t most);
json_t *zm_history_get(struct zm_history *history, unsigned long id);
/* Puts a note on a job, in place of the one it had; the job as it is then, NULL when there is none
 * of that number. The reference is the caller's. */
json_t *zm_history_note(struct zm_history *history, unsigned long id, const char *text);

#endif
