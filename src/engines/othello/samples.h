/* Positions with what they are worth, to learn from: games of WTHOR files, of the French federation
 * and all who have sent it games since, and their endgames solved. */
#ifndef ZM_ENGINES_OTHELLO_SAMPLES_H
#define ZM_ENGINES_OTHELLO_SAMPLES_H

#include "base/buffer.h"
#include "base/error.h"
#include "engines/othello/solver.h"

struct othello_sample {
    struct othello_bits bits;
    int8_t score;  /* of the player to move, at the end of good play */
    uint8_t empty; /* squares */
};

enum {
    OTHELLO_SAMPLES_SOLVED = 12, /* empty squares from which on positions are solved */
    OTHELLO_NO_THEORY = 64,      /* depth of no theoretical score */
};

struct othello_samples {
    struct othello_sample *items;
    size_t count, capacity;
    struct othello_solver *solver; /* of endgames */
    uint64_t games, bad;           /* read; of them, those that do not replay */
    /* Of the game that is added: the scores of its positions at the end, solved elsewhere
     * (pieces.h), "4 -4 6 "; NULL: they are solved here. */
    const char *solved;
};

void othello_samples_free(struct othello_samples *samples);
/* Adds the games of the WTHOR file that `path` names. Those who help the run solve the endgames. */
enum zm_status othello_samples_read(struct othello_samples *samples, const char *path,
                                    struct zm_run *run, struct zm_error *error);
/* Adds a game: `moves` are squares from the start (passes left out), `score` what Black has more at
 * the end when both play well from the position with `depth` empty squares on; a depth of OTHELLO_NO_THEORY says
 * that nothing is known. ZM_BAD_INPUT: a move is not legal. */
enum zm_status othello_samples_game(struct othello_samples *samples, const uint8_t *moves,
                                    size_t count, int score, unsigned depth, struct zm_run *run,
                                    struct zm_error *error);

#endif
