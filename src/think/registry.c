/* The general players: one file and one line each. */
#include "think/general.h"

/* clang-format off */
const struct zm_player *const zm_players[] = {
    &zm_exact_player,
    NULL,
};
/* clang-format on */
