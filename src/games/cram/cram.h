/* Cram: dominoes on a grid, any two empty neighbouring cells, both players alike. */
#ifndef ZM_GAMES_CRAM_CRAM_H
#define ZM_GAMES_CRAM_CRAM_H

#include "games/game.h"

extern const struct zm_game zm_cram;

/* The table of small components that a state was opened with (--cram-table); NULL: none. */
struct cram_small_table;
const struct cram_small_table *cram_table_of(const void *state);

#endif
