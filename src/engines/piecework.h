/* Piecework: work of an engine that is cut into texts, each of which can be done anywhere, in any
 * order: what a worker of a cluster needs to know is in the text. */
#ifndef ZM_ENGINES_PIECEWORK_H
#define ZM_ENGINES_PIECEWORK_H

#include "base/buffer.h"
#include "base/list.h"
#include "base/run.h"
#include "games/game.h"

struct zm_piecework {
    const char *name;
    const struct zm_game *game;
    enum zm_status (*open)(size_t memory, void **state, struct zm_error *error);
    void (*close)(void *state);
    /* Does a piece, which may come from anywhere, and appends the answer: the same piece always has
     * the same. ZM_STOPPED: it was left undone; ZM_BAD_INPUT: it is none. */
    enum zm_status (*work)(void *state, const char *piece, struct zm_run *run,
                           struct zm_buffer *answer, struct zm_error *error);
};

/* engines/registry.c: the work of this name of a game; NULL: there is none. */
const struct zm_piecework *zm_piecework_of(const struct zm_game *game, const char *name);

/* Those who do pieces for a run (zm_run.helpers): the machines of a cluster. */
struct zm_helpers {
    void *context;
    /* Has the work of this name done on all pieces. `heard` hears of each once, in any order, in
     * this thread. `about` tells this use of the work from others, so that it can go on when it was
     * stopped: some pieces may be missing then, since they are done. */
    enum zm_status (*work)(void *context, const struct zm_piecework *work, const char *about,
                           const struct zm_list *pieces,
                           void (*heard)(void *heard_context, size_t piece, const char *answer),
                           void *heard_context, struct zm_error *error);
};

#endif
