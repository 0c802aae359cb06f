/* A game being played: the position on the board, the moves so far, undo, and the record as text:
 *
 *     # zermelo game
 *     game tapatan
 *     rules variant=tic-tac-toe mode=simple
 *     play normal
 *     start 0.0.0
 *     5
 *     1
 *
 * The moves follow by name, one line each. Records of old have no line of rules. */
#ifndef ZM_RECORDS_PLAYED_H
#define ZM_RECORDS_PLAYED_H

#include "games/game.h"

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

/* Appends the record; `settings` are those that the instance was opened with. */
void zm_played_print(const struct zm_played *match, const struct zm_settings *settings,
                     struct zm_buffer *text);

/* The head of a record: what must be known before its moves can be played. */
struct zm_played_head {
    struct zm_buffer game, rules, start;
    bool has_rules; /* else they are not known */
    bool misere;
    const char *moves; /* the lines that follow, in the text that was read */
    unsigned line;     /* the number of the first of them */
};

/* Reads the head of a record. */
enum zm_status zm_played_read_head(const char *text, struct zm_played_head *head,
                                   struct zm_error *error);
void zm_played_head_free(struct zm_played_head *head);
/* Plays the moves of a record; `match` stands at its start, under its rules. */
enum zm_status zm_played_read_moves(struct zm_played *match, const struct zm_played_head *head,
                                    struct zm_error *error);

#endif
