/* A game being played: the position on the board, the moves so far, undo, and the record as text.
 */
#ifndef ZM_API_MATCH_H
#define ZM_API_MATCH_H

#include "games/game.h"

#include <stdio.h>

struct zm_match {
    const struct zm_instance *instance;
    bool misere;
    struct zm_buffer start, position;
    struct zm_record record;
};

enum zm_status zm_match_open(struct zm_match *match, const struct zm_instance *instance,
                             bool misere, struct zm_bytes start, struct zm_error *error);
void zm_match_close(struct zm_match *match);
/* Plays the move of this name, or this move. */
enum zm_status zm_match_play(struct zm_match *match, const char *name, struct zm_error *error);
enum zm_status zm_match_play_move(struct zm_match *match, struct zm_bytes move,
                                  struct zm_error *error);
/* Takes the last move back; false: there is none. */
bool zm_match_undo(struct zm_match *match);
/* Who moves (0 or 1); where positions do not say, the players alternate and 0 began. */
int zm_match_turn(const struct zm_match *match);
/* How the game stands: over or not, and for whom (the player to move), by the rules and the play.
 */
void zm_match_ending(const struct zm_match *match, struct zm_ending *ending);

/* The record as text: game, rules, play, the start, the moves by name; one line each. */
enum zm_status zm_match_save(const struct zm_match *match, FILE *out, struct zm_error *error);
/* Plays a record again from its start. Its game and play must be those of the match. */
enum zm_status zm_match_load(struct zm_match *match, FILE *in, struct zm_error *error);

#endif
