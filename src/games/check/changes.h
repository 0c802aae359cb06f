/* Random changes of bytes and texts, as by somebody who edits a file or mistypes. */
#ifndef ZM_GAMES_CHECK_CHANGES_H
#define ZM_GAMES_CHECK_CHANGES_H

#include "base/buffer.h"
#include "base/random.h"

/* Flips, sets, takes away, repeats, counts up or adds bytes, or cuts them off: up to three times.
 */
void zm_check_change_bytes(struct zm_buffer *bytes, struct zm_random *random);
/* Puts characters that a text has already, or others that positions are written with, in the place
 * of some, between them, or takes some away. */
void zm_check_change_text(struct zm_buffer *text, struct zm_random *random);

#endif
