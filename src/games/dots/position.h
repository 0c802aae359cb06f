/* A board position: a layout, the strings still there, who took which coin, and who moves. As text:
 *   LAYOUT[:SIDES][/OWNERS][@PLAYER]
 * SIDES are the sides drawn (strings cut) so far, separated by commas, and count as a game record:
 * played in that order they say who took what and who moves. OWNERS (one character for each coin:
 * '-', '1' or '2') and PLAYER (1 or 2, who moves) say it outright. */
#ifndef ZM_GAMES_DOTS_POSITION_H
#define ZM_GAMES_DOTS_POSITION_H

#include "games/dots/layout.h"

struct zm_dots_position {
    struct zm_dots_layout layout;
    uint64_t strings;
    uint64_t owned[2]; /* the coins that each player took */
    uint8_t turn;      /* 0 or 1 */
};

enum zm_status zm_dots_position_parse(struct zm_dots_position *position, const char *text,
                                      struct zm_error *error);
void zm_dots_position_print(const struct zm_dots_position *position, struct zm_buffer *text);
/* Cuts a string: coins taken go to the player who moves, and he moves again. */
void zm_dots_position_cut(struct zm_dots_position *position, unsigned string);

/* To and from the bytes that travel through games/game.h. */
void zm_dots_position_encode(const struct zm_dots_position *position, struct zm_buffer *bytes);
/* Can the bytes be decoded? */
bool zm_dots_position_sound(struct zm_bytes bytes);
void zm_dots_position_decode(struct zm_dots_position *position, struct zm_bytes bytes);

#endif
