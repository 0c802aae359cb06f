/* The general players: one file and one line each. */
#include "think/general.h"

/* clang-format off */
const struct zm_player *const zm_players[] = {
    &zm_auto_player,
    &zm_exact_player,
    &zm_alpha_beta_player,
    &zm_monte_carlo_player,
    NULL,
};
/* clang-format on */
