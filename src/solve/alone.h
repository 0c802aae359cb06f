/* Games of one player, explored through their walks (games/walk.h): what the calculations share. */
#ifndef ZM_SOLVE_ALONE_H
#define ZM_SOLVE_ALONE_H

#include "games/walk.h"
#include "solve/calculation.h"

struct zm_alone {
    struct zm_problem problem;
    struct zm_instance game;
    const struct zm_walk *walk;
    bool symmetry; /* positions that symmetry makes equal are one */
    size_t size;   /* of a walk */
    void *start;   /* a walk on the position asked about */
    unsigned most; /* moves of a position at most */
};

/* ZM_OK: the game is one of a single player with a walk, and to be won when `to_be_won`. */
enum zm_status zm_alone_suits(const struct zm_game *game, bool misere, bool to_be_won,
                              struct zm_error *error);
/* On an error nothing is left to close. */
enum zm_status zm_alone_open(struct zm_alone *alone, const struct zm_problem *problem,
                             struct zm_error *error);
void zm_alone_close(struct zm_alone *alone);
/* Stands on a position. */
enum zm_status zm_alone_begin(struct zm_alone *alone, struct zm_bytes position,
                              struct zm_error *error);

/* Do keys stand for positions as numbers from which these come back? */
static inline bool zm_alone_exact(const struct zm_alone *alone)
{
    return alone->walk->place != NULL;
}

static inline struct zm_hash128 zm_alone_key(const struct zm_alone *alone, const void *walk)
{
    return alone->symmetry ? alone->walk->canonical(walk) : alone->walk->key(walk);
}

/* Makes a move on a walk and takes it back, by a copy where the game cannot: `from` is a walk
 * before the move, which is left alone. */
static inline void zm_alone_make(const struct zm_alone *alone, void *walk, const void *from,
                                 zm_move move)
{
    memcpy(walk, from, alone->size);
    alone->walk->make(walk, move);
}

/* Sets the line of an answer to these moves from the start, by name. */
enum zm_status zm_alone_line(const struct zm_alone *alone, const zm_move *moves, size_t count,
                             struct zm_answer *answer, struct zm_error *error);

/* Where an exploration is, for whoever watches: a number of moves from the start, positions met,
 * and the positions of the branch when it goes down one (NULL: it does not). */
struct zm_alone_view {
    size_t depth;
    uint64_t met;
    const zm_move *branch;
};

/* To be called every thousand positions or so: looks at limits and orders, tells progress, waits
 * while it is paused. Returns whether to stop. */
bool zm_alone_tick(const struct zm_alone *alone, const struct zm_alone_view *view);

#endif
