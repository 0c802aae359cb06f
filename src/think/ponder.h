/* Pondering: a player thinks in a thread of its own while the opponent does, about the position
 * after the reply that it expects. Whether that was worth anything shows when the real position is
 * set: a player keeps of its work what still holds. */
#ifndef ZM_THINK_PONDER_H
#define ZM_THINK_PONDER_H

#include "think/player.h"

#include <pthread.h>

struct zm_ponder {
    const struct zm_player *player; /* NULL: nothing is going on */
    void *state;
    struct zm_run run;
    struct zm_buffer position;
    struct zm_record record;
    struct zm_thought thought;
    pthread_t thread;
};

/* Begins to think about `position` after `reply` (data NULL: about the position itself). The player
 * is not to be used until zm_ponder_end, and then to be set. */
enum zm_status zm_ponder_begin(struct zm_ponder *ponder, const struct zm_player *player,
                               void *state, const struct zm_instance *game,
                               struct zm_bytes position, const struct zm_record *record,
                               struct zm_bytes reply, struct zm_error *error);
/* Stops and waits; nothing happens when nothing is going on. */
void zm_ponder_end(struct zm_ponder *ponder);

#endif
