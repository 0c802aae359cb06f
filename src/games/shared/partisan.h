/* What partisan games share: the side to move as the first byte of a board position (0 Left, 1
 * Right, 2 not said), written as " L" or " R" at the end of its text. */
#ifndef ZM_GAMES_SHARED_PARTISAN_H
#define ZM_GAMES_SHARED_PARTISAN_H

#include "games/game.h"

enum { ZM_SIDE_OPEN = 2 };

/* Adds the side byte that the end of `text` says; returns the size of the text before it. */
size_t zm_partisan_side(const char *text, struct zm_buffer *position);
void zm_partisan_print_side(struct zm_bytes position, struct zm_buffer *text);
/* For zm_rules: -1 when the position does not say. */
int zm_partisan_turn(void *state, struct zm_bytes position);
/* Does a board position begin with a side, a component with a sign? */
static inline bool zm_partisan_has_side(struct zm_bytes position)
{
    return position.size > 0 && position.data[0] <= ZM_SIDE_OPEN;
}
static inline bool zm_partisan_has_sign(struct zm_bytes component)
{
    return component.size > 0 && component.data[0] <= 1;
}
/* Who moves; Left when the position does not say. */
static inline int zm_partisan_mover(struct zm_bytes position)
{
    return position.data[0] == ZM_RIGHT ? ZM_RIGHT : ZM_LEFT;
}

#endif
