/* The longest game that the threads of a run have found: kept in the store at once, and recalled
 * from there by later runs. */
#ifndef ZM_ENGINES_MORPION_BEST_GAME_H
#define ZM_ENGINES_MORPION_BEST_GAME_H

#include "engines/morpion/paper.h"
#include "solve/quest.h"

#include <pthread.h>

struct zm_best_game {
    pthread_mutex_t lock;
    const struct zm_morpion_walk *walk; /* where the games begin */
    struct zm_run *run;
    _Atomic unsigned length;
    zm_morpion_move moves[ZM_MORPION_PLAYED];
    uint64_t recalled; /* games of earlier runs in the store */
    bool failed;       /* the store could not keep a game */
};

static inline unsigned zm_best_game_length(struct zm_best_game *best)
{
    return atomic_load_explicit(&best->length, memory_order_relaxed);
}

/* Begins with the longest game that the run's store knows from this start. */
void zm_best_game_open(struct zm_best_game *best, const struct zm_morpion_walk *walk,
                       struct zm_run *run);
/* Keeps a game when it is longer than all before. */
void zm_best_game_offer(struct zm_best_game *best, const zm_paper_move *moves, unsigned length);
/* Has the threads of a run do `work` with this context; the calling one watches the run. */
void zm_best_game_work(struct zm_run *run, void (*work)(void *context, bool watches),
                       void *context);
/* Closes, and gives the game to a quest; `failed`: there was no memory. */
enum zm_status zm_best_game_end(struct zm_best_game *best, bool failed, struct zm_quest *quest,
                                struct zm_error *error);

#endif
