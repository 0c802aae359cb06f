/* Games of Go in SGF: from a node of a tree to a position, and from a position to a game. */
#ifndef ZM_RECORDS_SGF_GO_H
#define ZM_RECORDS_SGF_GO_H

#include "games/go/go.h"
#include "records/sgf.h"

/* Sets `text` to the position at a node, as the game writes it: the board that the root sets up
 * (SZ, AB, AW, PL) and the moves on the way (B, W); who moves out of turn has the other pass. Stones
 * that are set up later end the record of moves: the position begins there. */
enum zm_status zm_sgf_go_position(const struct zm_sgf *sgf, uint32_t node,
                                  const struct go_rules *rules, struct zm_buffer *text,
                                  struct zm_error *error);
/* Makes a game of a position: its root, and one node a move. False: no memory. */
bool zm_sgf_go_write(const struct go_game *game, const struct go_rules *rules, struct zm_sgf *sgf);

#endif
