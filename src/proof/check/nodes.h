/* Nodes of misère play in certificates: sums of components and reduced canonical trees, with the
 * rules of moving in them and what theory knows of them. A key is the array of the sum's items
 * (parts.h), so it means something to one set of nodes only; on file a node is text. */
#ifndef ZM_PROOF_CHECK_NODES_H
#define ZM_PROOF_CHECK_NODES_H

#include "base/run.h"
#include "games/game.h"

struct zm_nodes;
struct zm_parts;

/* `trees` says which components are trees: "SIZE" (those at most this difficult) or "SIZE POSITION"
 * (also those of the position's game tree). `allowance` bounds what they may take (parts.h). The
 * instance is the caller's, and stays open. */
enum zm_status zm_nodes_open(const struct zm_instance *instance, const char *trees,
                             size_t allowance, struct zm_run *run, struct zm_nodes **nodes,
                             struct zm_error *error);
void zm_nodes_close(struct zm_nodes *nodes);
/* Lets `run` (which may be NULL) stop the nodes from now on. `nodes` may be NULL. */
void zm_nodes_within(struct zm_nodes *nodes, struct zm_run *run);
/* Says what went wrong with the nodes since they were opened, ZM_OK when nothing did: whoever used
 * them must ask before anything is concluded. */
enum zm_status zm_nodes_check(const struct zm_nodes *nodes, struct zm_error *error);
const struct zm_parts *zm_nodes_parts(const struct zm_nodes *nodes);

/* Sets `node` to the sum of components and a Nim heap. */
enum zm_status zm_nodes_make(struct zm_nodes *nodes, const struct zm_list *components,
                             unsigned heap, struct zm_buffer *node, struct zm_error *error);
/* Appends "0*8 + [1] + [{2}]"; large trees as positions whose trees they are (origins.h). False:
 * one is too large for braces and comes from no position, and the text is no node. */
bool zm_nodes_print(struct zm_nodes *nodes, struct zm_bytes node, struct zm_buffer *text);
/* The same back; changes `text`. */
enum zm_status zm_nodes_parse(struct zm_nodes *nodes, char *text, struct zm_buffer *node,
                              struct zm_error *error);

/* Prepares what theory can know of a node and of all that follows it (a misère quotient), once and
 * for all: nodes that are asked about later find what was found here. */
enum zm_status zm_nodes_settle(struct zm_nodes *nodes, struct zm_bytes node,
                               struct zm_error *error);
/* What theory knows of a node, for the player to move; ZM_UNDECIDED: nothing. */
enum zm_outcome zm_nodes_theory(struct zm_nodes *nodes, struct zm_bytes node);
/* Calls `visit` with every node that one move makes of this one, some more than once, until it
 * returns false. */
void zm_nodes_options(struct zm_nodes *nodes, struct zm_bytes node,
                      bool (*visit)(void *context, struct zm_bytes option), void *context);
/* Has a node moves that are not among its options? */
bool zm_nodes_have_loony_moves(const struct zm_nodes *nodes, struct zm_bytes node);

#endif
