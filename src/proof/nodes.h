/* Nodes of misère play in certificates: sums of components, reduced canonical trees and a heap of 0
 * or 1, as the search sees them (solve/misere_node.h), with a store of those that are shown to be
 * lost. A small component and its reduced tree are the same in every sum of misère play, so one
 * entry speaks for many sums of positions; the trees are made again from the rules by whoever
 * checks. */
#ifndef ZM_PROOF_NODES_H
#define ZM_PROOF_NODES_H

#include "games/game.h"
#include "solve/space.h"

struct zm_hybrid;

struct zm_nodes {
    struct zm_hybrid *hybrid;
    struct zm_space space;
    struct zm_run run; /* its store holds the lost nodes added, and nothing else */
};

/* `trees` says which components are trees: "SIZE" (those at most this difficult) or "SIZE POSITION"
 * (also those of the position's game tree). The nodes work within `run`, which may be NULL. */
enum zm_status zm_nodes_open(const struct zm_game *game, const struct zm_settings *settings,
                             const char *trees, struct zm_run *run, struct zm_nodes **nodes,
                             struct zm_error *error);
void zm_nodes_close(struct zm_nodes *nodes);
/* Who stops `run` (NULL: nobody) stops the making of trees from now on. `nodes` may be NULL. */
void zm_nodes_within(struct zm_nodes *nodes, struct zm_run *run);
/* The text of `trees` for a question with these settings. */
void zm_nodes_trees(const struct zm_game *game, const struct zm_settings *settings,
                    struct zm_buffer *trees);

/* The node of components and a Nim heap. */
enum zm_status zm_nodes_make(struct zm_nodes *nodes, const struct zm_list *components,
                             unsigned heap, struct zm_buffer *node, struct zm_error *error);
/* "0*8 + [1] + [{2}]"; trees are written out. */
enum zm_status zm_nodes_print(struct zm_nodes *nodes, struct zm_bytes node, struct zm_buffer *text,
                              struct zm_error *error);
/* The same back; changes `text`. */
enum zm_status zm_nodes_parse(struct zm_nodes *nodes, char *text, struct zm_buffer *node,
                              struct zm_error *error);

/* Forgets the lost nodes; adds one (false without memory). */
void zm_nodes_forget(struct zm_nodes *nodes);
bool zm_nodes_add(struct zm_nodes *nodes, struct zm_bytes node);
/* What is known of a node: by theory (trees alone), or because it was added. */
enum zm_verdict zm_nodes_known(struct zm_nodes *nodes, struct zm_bytes node);
/* Is the node shown to be lost by those added: is each of its children won by theory, or has one
 * that is lost? NULL: it is; else says why not. */
const char *zm_nodes_hole(struct zm_nodes *nodes, struct zm_bytes node);
/* Is it shown to be won: is one of its children lost? */
bool zm_nodes_shown_won(struct zm_nodes *nodes, struct zm_bytes node);

#endif
