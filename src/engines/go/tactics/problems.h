/* The problem base of Go's tactics: small positions whose truth was found by looking at every
 * position that can be reached within a frame. */
#ifndef ZM_ENGINES_GO_TACTICS_PROBLEMS_H
#define ZM_ENGINES_GO_TACTICS_PROBLEMS_H

#include "base/buffer.h"
#include "base/error.h"
#include "engines/go/tactics/links.h"

struct go_problem {
    const char *name;
    const char *position; /* in the grammar of the game */
    const char *goal;     /* connect, with three points or more a transitive one; capture, eye... */
    const char *points;   /* with blanks between */
    const char *frame;    /* where stones are played: corners of rectangles; "": all of the board */
    bool first, second;   /* is it won when max begins, when min begins? */
};

extern const struct go_problem go_problems[]; /* ends with a name NULL */

/* A problem as searches take it. */
struct go_task {
    struct goban board;
    struct go_goal goal;
    struct go_links links; /* with three stones or more; else its count is 0 */
};

/* Reads a position, a goal by its name and its points; who wants it is seen from the first stone. */
enum zm_status go_task_read(struct go_task *task, const char *position, const char *goal,
                            const char *points, struct zm_error *error);
/* Appends the whole base in SGF. */
enum zm_status go_problems_write(struct zm_buffer *out, struct zm_error *error);

#endif
