/* Tactics in words: how the chains of a position stand, and why a move is good. */
#ifndef ZM_ENGINES_GO_TACTICS_REASONS_H
#define ZM_ENGINES_GO_TACTICS_REASONS_H

#include "base/buffer.h"
#include "base/run.h"
#include "engines/engine.h"
#include "engines/go/tactics/status.h"

/* Appends a line for each chain that can be taken or is safe only by an answer, and for each pair of
 * chains that are connected or can be; stops with the run (may be NULL). False: no memory. */
bool go_remarks(const struct goban *board, struct zm_run *run, struct zm_buffer *out);
/* Tells of the same chains and pairs one by one. False: no memory. */
bool go_notices(const struct goban *board, struct zm_run *run, zm_notice_tell *tell, void *context);
/* Appends what a move of the player to move does, as "captures d4 in a ladder; connects b2 and d2";
 * nothing, when tactics have nothing to say of it; stops with the run (may be NULL). False: no
 * memory. */
bool go_reason(const struct goban *board, uint16_t move, struct zm_run *run, struct zm_buffer *out);
/* Appends the points of a set by their names, with blanks between. */
void go_name_points(const struct goban *board, const struct go_points *set, struct zm_buffer *out);

#endif
