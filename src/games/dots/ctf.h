/* Components written as chocolate, web and forest: annex C of Lemoine's thesis, with arrows. */
#ifndef ZM_GAMES_DOTS_CTF_H
#define ZM_GAMES_DOTS_CTF_H

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/error.h"

/* Appends a component, given by its exact form (exact.h), to `text`; false: it is no part of a
 * grid, or has too many vertices with names. Equal forms give equal texts. */
bool zm_dots_ctf_print(struct zm_bytes form, struct zm_buffer *text);
/* Reads components with "+" between them up to what does not belong to them (`*rest`), and appends
 * their ties as "1-2,1-0,..." to `ties`. */
enum zm_status zm_dots_ctf_parse(const char *text, const char **rest, struct zm_buffer *ties,
                                 struct zm_error *error);

#endif
