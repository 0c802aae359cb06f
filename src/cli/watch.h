/* The live view of a running solve in the terminal; see watch.c. */
#ifndef ZM_CLI_WATCH_H
#define ZM_CLI_WATCH_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/run.h"
#include "watch/watch.h"

struct zm_watch_screen;

/* Starts to show `run` (whose watch it sets) and to obey keys, in a thread of its own. */
enum zm_status zm_view_open(struct zm_run *run, struct zm_watch_screen **view,
                            struct zm_error *error);
/* Ends the view and gives the terminal back; NULL is allowed. */
void zm_view_close(struct zm_watch_screen *view);

/* The view as text, for a screen of this size: what is drawn. `chosen` is the level that zap means.
 */
void zm_view_draw(const struct zm_watch_snapshot *snapshot, size_t chosen, int rows, int columns,
                  struct zm_buffer *out);

#endif
