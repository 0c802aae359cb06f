/* Dots-and-boxes, and Nimstring on the same boards. */
#ifndef ZM_GAMES_DOTS_DOTS_H
#define ZM_GAMES_DOTS_DOTS_H

#include "games/dots/normal.h"
#include "games/game.h"

extern const struct zm_game zm_dots;

/* The state of an instance: its parameters. */
struct zm_dots_state {
    struct zm_dots_normal_rules normal;
    bool theorem13;
};

extern const struct zm_rules zm_dots_rules;
extern const struct zm_scores zm_dots_scores;
extern const struct zm_picture zm_dots_picture;
extern const struct zm_engine zm_dots_engine; /* engines/dots */

#endif
