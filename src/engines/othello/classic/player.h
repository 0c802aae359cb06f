/* The player of the classic programs' searches and evaluations. */
#ifndef ZM_ENGINES_OTHELLO_CLASSIC_PLAYER_H
#define ZM_ENGINES_OTHELLO_CLASSIC_PLAYER_H

#include "engines/othello/classic/search.h"
#include "think/player.h"

extern const struct zm_player othello_classic_player;

/* Reads the options of the player from its settings. */
void classic_options_read(const struct zm_settings *settings, struct classic_options *options,
                          struct classic_judge *judge);

#endif
