/* A program that speaks GTP, as a player: `gtp:COMMAND` in `zermelo match`. */
#ifndef ZM_PROTOCOL_GTP_PLAYER_H
#define ZM_PROTOCOL_GTP_PLAYER_H

#include "think/player.h"

/* Its one option, `command`, is what starts the program; it may only come from a command line. */
extern const struct zm_player zm_gtp_player;

#endif
