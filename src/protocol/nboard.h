/* The NBoard protocol, version 2 (C. Welty), by which boards for Othello ask an engine for moves and
 * evaluations: one command a line; what is not known is passed over in silence. */
#ifndef ZM_PROTOCOL_NBOARD_H
#define ZM_PROTOCOL_NBOARD_H

#include "api/thinker.h"

struct zm_nboard;

/* Hears the lines that the engine says, without their ends, also while it thinks. */
typedef void zm_nboard_say(void *context, const char *line);

/* Sits down to Othello; the options, which may name files, outlive it. A thought ends when the run
 * is stopped; the caller takes the stop back. */
enum zm_status zm_nboard_open(const struct zm_option *options, size_t count, struct zm_run *run,
                              zm_nboard_say *say, void *context, struct zm_nboard **nboard,
                              struct zm_error *error);
void zm_nboard_close(struct zm_nboard *nboard);
/* Obeys one line, which is changed. Returns false after `quit`. */
bool zm_nboard_obey(struct zm_nboard *nboard, char *line);

#endif
