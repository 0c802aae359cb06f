/* What the games of the family have in common as games of the program: callbacks of games/game.h
 * for a state whose first member is its struct zm_merels_rules. */
#ifndef ZM_GAMES_SHARED_MERELS_CALLBACKS_H
#define ZM_GAMES_SHARED_MERELS_CALLBACKS_H

#include "games/shared/merels/men.h"

void zm_merels_find_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                          struct zm_list *moves);
void zm_merels_name_move(void *state, struct zm_bytes position, struct zm_bytes move,
                         struct zm_buffer *text);
void zm_merels_apply_move(void *state, struct zm_bytes position, struct zm_bytes move,
                          struct zm_buffer *next);
bool zm_merels_sound(void *state, struct zm_bytes position);
int zm_merels_turn(void *state, struct zm_bytes position);
void zm_merels_find_ending(void *state, struct zm_bytes position, const struct zm_record *record,
                           struct zm_ending *ending);
void zm_merels_find_predecessors(void *state, struct zm_bytes position, struct zm_list *positions);
/* Are all men placed? */
bool zm_merels_lasting(void *state, struct zm_bytes position);

extern const struct zm_picture zm_merels_picture;

/* What is the same in the rules, and in the loops, of all of them: to be named in their tables. */
#define ZM_MERELS_RULES                                                                            \
    .moves = zm_merels_find_moves, .name = zm_merels_name_move, .apply = zm_merels_apply_move,     \
    .sound = zm_merels_sound, .turn = zm_merels_turn, .ending = zm_merels_find_ending
#define ZM_MERELS_LOOPS .predecessors = zm_merels_find_predecessors, .lasting = zm_merels_lasting

#endif
