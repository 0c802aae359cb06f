/* How far shallow searches are from deep ones: what the margins of forward pruning (probcut.h) are
 * fitted to. Positions are of games of files, every second one a random move away, as those of a
 * search are; without files, of games that the evaluation plays with itself. */
#ifndef ZM_ENGINES_OTHELLO_ERRORS_H
#define ZM_ENGINES_OTHELLO_ERRORS_H

#include "base/random.h"
#include "engines/othello/line.h"
#include "engines/othello/solver.h"

/* One pair of searches of a position. */
struct othello_error {
    uint8_t empty, depth, probe;
    int8_t error; /* what the deep one found more */
};

static inline bool othello_error_to_end(const struct othello_error *error)
{
    return error->depth == error->empty;
}

enum { OTHELLO_ERRORS_NEAREST = 15, OTHELLO_ERRORS_DEEPEST = 16 };

struct othello_errors {
    struct othello_error *items;
    size_t count, capacity;
    struct othello_line *games; /* to take positions from; none: the evaluation plays */
    size_t game_count, games_read;
    struct zm_random random;
    struct othello_solver *solver; /* with its weights */
};

void othello_errors_free(struct othello_errors *errors);
/* Reads games to take positions from; of many, some thousand at random. */
enum zm_status othello_errors_read(struct othello_errors *errors, const char *path,
                                   struct zm_run *run, struct zm_error *error);
/* Draws a position with a number of empty squares from `least` to `most` and a move. */
enum zm_status othello_errors_draw(struct othello_errors *errors, unsigned least, unsigned most,
                                   struct othello_node *node, struct zm_run *run,
                                   struct zm_error *error);
/* Searches a random position to every depth up to one that is drawn: `deepest` once in 16 times,
 * two less three times, else four less. ZM_STOPPED: the run was. */
enum zm_status othello_errors_look(struct othello_errors *errors, unsigned deepest,
                                   struct zm_run *run, struct zm_error *error);
/* Searches a random position of at most `farthest` empty squares to the end of the game. */
enum zm_status othello_errors_end(struct othello_errors *errors, unsigned farthest,
                                  struct zm_run *run, struct zm_error *error);
/* Why a search was left: the run was stopped, or there is no memory. */
enum zm_status othello_errors_why_not(struct zm_run *run, struct zm_error *error);

#endif
