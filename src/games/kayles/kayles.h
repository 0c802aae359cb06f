/* Games of taking vertices away from a graph: Node Kayles, Arc Kayles, octal games on graphs. */
#ifndef ZM_GAMES_KAYLES_H
#define ZM_GAMES_KAYLES_H

#include "games/game.h"

extern const struct zm_game zm_node_kayles;
extern const struct zm_game zm_arc_kayles;
extern const struct zm_game zm_graph_octal;

#endif
