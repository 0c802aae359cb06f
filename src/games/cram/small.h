/* Nimbers of small components: evaluated whole from the rules, by whoever checks; and all of them
 * from a table that the program makes, for searches. Normal play only. */
#ifndef ZM_GAMES_CRAM_SMALL_H
#define ZM_GAMES_CRAM_SMALL_H

#include "games/game.h"

enum { CRAM_SMALL_CELLS = 16 }; /* components with more are not small */

/* small.c: the nimber of a component is the least that none of its options has; all that it can
 * become is evaluated once and remembered. Works in every canonical form. */
struct cram_small;
typedef void cram_options_of(void *state, struct zm_bytes component, struct zm_options *options);
struct cram_small *cram_small_open(cram_options_of *options, void *state);
void cram_small_close(struct cram_small *small);
/* False: there was no memory. */
bool cram_small_nimber(struct cram_small *small, struct zm_bytes component, uint32_t *nimber);

/* small_table.c: the nimbers of all components in board form of at most some number of cells. */
struct cram_small_table;
enum zm_status cram_small_table_make(unsigned cells, struct zm_run *run,
                                     struct cram_small_table **table, struct zm_error *error);
enum zm_status cram_small_table_write(const struct cram_small_table *table, const char *path,
                                      struct zm_error *error);
enum zm_status cram_small_table_read(const char *path, struct cram_small_table **table,
                                     struct zm_error *error);
/* The same from the bytes of such a file; false: they are none, or there is no memory. */
bool cram_small_table_take(struct zm_bytes bytes, struct cram_small_table **table);
void cram_small_table_close(struct cram_small_table *table);
/* False: the component has more cells than the table knows. */
bool cram_small_table_nimber(const struct cram_small_table *table, struct zm_bytes component,
                             uint32_t *nimber);
unsigned cram_small_table_cells(const struct cram_small_table *table);
/* The components with this many cells, and the bytes that their nimbers take. */
uint64_t cram_small_table_count(const struct cram_small_table *table, unsigned cells);
size_t cram_small_table_bytes(const struct cram_small_table *table, unsigned cells);

#endif
