/* The player of 8x8 Othello, and the option by which calculations and players take other weights. */
#ifndef ZM_ENGINES_OTHELLO_PLAYER_H
#define ZM_ENGINES_OTHELLO_PLAYER_H

#include "engines/engine.h"

extern const struct zm_player othello_player;
extern const struct zm_param othello_weights_params[];

/* What is played in a lost endgame; several players take it. */
#define OTHELLO_LOST_PARAM                                                                         \
    {                                                                                              \
        .name = "lost", .kind = ZM_PARAM_CHOICE, .value = "best", .choices = "best|midgame",       \
        .hint = "WHICH", .unrecorded = true,                                                       \
        .help = "what is played when every move loses: the least bad, or the best before that "    \
                "was seen",                                                                        \
    }

#endif
