/* The frame of a thought: what players do alike, whatever they search with. A player opens with so
 * many workers and so much memory; a thought has a run of its own inside the caller's, ends with the
 * pace, is told while it grows, and is worked on by several threads. Two ways to work are written
 * here once: iterative deepening (alpha-beta) and rounds (random games). */
#ifndef ZM_THINK_THINKING_H
#define ZM_THINK_THINKING_H

#include "base/random.h"
#include "think/player.h"

/* -- sitting down -- */

/* How many workers (threads) a player has: at least 1. */
unsigned zm_seat_workers(const struct zm_seat *seat);
/* The bytes that a player's table or tree may take: a share of the run's memory, `usual` when that
 * has no limit. */
size_t zm_seat_memory(const struct zm_seat *seat, size_t usual);

/* -- one thought -- */

struct zm_thinking;

/* Sets thinking->thought to what the player thinks now, with thinking->lines lines. */
typedef enum zm_status zm_think_fill(struct zm_thinking *thinking, struct zm_error *error);

struct zm_thinking {
    void *player;
    zm_think_fill *fill;
    const struct zm_pace *pace;
    unsigned lines;    /* wanted: at least 1 */
    struct zm_run run; /* its own: ends with the outer one, or with the pace */
    struct zm_run *outer;
    zm_tell *tell; /* NULL: nobody listens */
    void *context;
    struct zm_thought *thought;
    double told; /* when the last time, on the clock of the run */
};

/* What `think` of every player gets, for zm_thinking_begin. */
struct zm_think_call {
    const struct zm_pace *pace;
    struct zm_run *run;
    zm_tell *tell;
    void *context;
    struct zm_thought *thought;
};

/* Begins with an empty thought, and with a run inside the caller's. */
void zm_thinking_begin(struct zm_thinking *thinking, const struct zm_seat *seat, void *player,
                       zm_think_fill *fill, const struct zm_think_call *call);
/* Fills the thought for the last time, and adds the nodes of its run to those of the caller's. */
enum zm_status zm_thinking_end(struct zm_thinking *thinking, struct zm_error *error);
/* Tells what is thought now to whoever listens. */
void zm_thinking_tell(struct zm_thinking *thinking);
/* Is the pace over, so that nothing new is begun? */
bool zm_thinking_is_late(const struct zm_thinking *thinking);

/* -- workers -- */

/* Runs work(context, i) for every i below `count`: 0 in this thread, and the others in threads of
 * their own, which help it until it is done. */
void zm_thinking_work(struct zm_thinking *thinking, unsigned count,
                      void (*work)(void *context, unsigned number), void *context);

/* A worker that searches deeper and deeper. */
struct zm_deepener {
    /* Searches the moves of the root to a depth; returns how many it came to an end with. */
    size_t (*search)(void *worker, unsigned depth);
    /* Takes over what the first `count` moves are worth by the depth just searched, best first. */
    void (*take_over)(void *worker, size_t count);
    /* Is there nothing that a deeper search could change? */
    bool (*is_settled)(const void *worker);
};

/* Where a worker is in its deepening. */
struct zm_depths {
    unsigned number;   /* of the worker; what 0 finds counts */
    size_t moves;      /* of the root */
    unsigned deepest;  /* that it may go to */
    unsigned finished; /* 0: none */
};

/* Has a worker search deeper and deeper until the pace is over, or all is settled. */
void zm_thinking_deepen(struct zm_thinking *thinking, const struct zm_deepener *deepener,
                        void *worker, struct zm_depths *depths);

/* A worker that plays random games. */
struct zm_rounder {
    /* Plays one more; false: no memory. */
    bool (*play)(void *worker);
    /* Is there nothing left to find out, or nothing that can still change in the time? */
    bool (*is_decided)(struct zm_thinking *thinking);
};

/* Has a worker play until the pace is over, the nodes are used up or all is decided. */
void zm_thinking_play(struct zm_thinking *thinking, const struct zm_rounder *rounder, void *worker,
                      unsigned number);
/* The random numbers of a worker after so many moves of the game. */
struct zm_random zm_thinking_random(const struct zm_thinking *thinking, uint64_t played,
                                    unsigned number);

#endif
