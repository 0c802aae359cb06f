/* A player: for a position, a move and what is known about it. Perfect where the position is solved
 * in the time given, otherwise a guess that says that it is one: by looking ahead where the game
 * can judge positions, by random games elsewhere. */
#ifndef ZM_API_PLAYER_H
#define ZM_API_PLAYER_H

#include "api/question.h"

struct zm_choice {
    struct zm_buffer move;
    struct zm_buffer name; /* of the move */
    bool proved;           /* no move is better */
    enum zm_outcome fate;  /* of the player to move, when proved */
    bool judged;           /* when not proved: by looking ahead, else by random games */
    double chance;         /* what the random games say, from 0 to 1 */
    uint64_t playouts;
    unsigned depth; /* moves looked ahead */
    uint64_t nodes; /* positions looked at */
    double ahead;   /* what the judgement says, in points or in the game's own measure */
};

void zm_choice_free(struct zm_choice *choice);
/* Chooses a move within about `seconds`. The question's own position does not matter. Among moves
 * proved equally good `random` decides (NULL: the first is taken), but where all that can be had is
 * a draw, moves to positions that `record` does not show are better: the opponent may yet err. */
enum zm_status zm_choose_move(struct zm_question *question, struct zm_bytes position,
                              const struct zm_record *record, double seconds, struct zm_run *run,
                              struct zm_random *random, struct zm_choice *choice,
                              struct zm_error *error);
/* Answers for a position within about `seconds`; not known then: answer->known is false. */
enum zm_status zm_answer_in_time(struct zm_question *question, struct zm_bytes position,
                                 double seconds, struct zm_run *run, struct zm_answer *answer,
                                 struct zm_error *error);

#endif
