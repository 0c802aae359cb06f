/* A game being played: the position on the board, the moves so far, undo, and the record as text.
 */
#ifndef ZM_RECORDS_PLAYED_H
#define ZM_RECORDS_PLAYED_H

#include "games/game.h"

#include <stdio.h>

struct zm_played {
    const struct zm_instance *instance;
    bool misere;
    struct zm_buffer start, position;
    struct zm_record record;
};

enum zm_status zm_played_open(struct zm_played *match, const struct zm_instance *instance,
                              bool misere, struct zm_bytes start, struct zm_error *error);
void zm_played_close(struct zm_played *match);
/* Plays the move of this name, or this move. */
enum zm_status zm_played_play(struct zm_played *match, const char *name, struct zm_error *error);
enum zm_status zm_played_play_move(struct zm_played *match, struct zm_bytes move,
                                   struct zm_error *error);
/* Takes the last move back; false: there is none. */
bool zm_played_undo(struct zm_played *match);
/* Who moves (0 or 1); where positions do not say, the players alternate and 0 began. */
int zm_played_turn(const struct zm_played *match);
/* How the game stands: over or not, and for whom (the player to move), by the rules and the play.
 */
void zm_played_ending(const struct zm_played *match, struct zm_ending *ending);

/* The record as text: game, rules, play, the start, the moves by name; one line each. */
enum zm_status zm_played_save(const struct zm_played *match, FILE *out, struct zm_error *error);
/* Plays a record again from its start. Its game and play must be those of the match. */
enum zm_status zm_played_load(struct zm_played *match, FILE *in, struct zm_error *error);

#endif
