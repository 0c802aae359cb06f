/* What GTP has for Go alone; gtp.c and gtp_player.c have the rest, for every game. */
#ifndef ZM_PROTOCOL_GTP_GO_H
#define ZM_PROTOCOL_GTP_GO_H

#include "games/game.h"

/* Appends the komi of a game at a position as a number, where it is a game of Go; false: it is
 * another game. */
bool zm_gtp_go_komi(const struct zm_instance *instance, struct zm_bytes position,
                    struct zm_buffer *text);

#endif
