/* The nimbers of all components of Cram of up to 15 cells, which the program carries with it: the
 * file small.table, as `zermelo tool cram table small.table --cells 15` makes it (10 CPU s). */
#ifndef ZM_ENGINES_CRAM_OWN_TABLE_H
#define ZM_ENGINES_CRAM_OWN_TABLE_H

#include "games/cram/small.h"

/* To be closed by cram_small_table_close; NULL: there is no memory. */
struct cram_small_table *zm_cram_own_table(void);

#endif
