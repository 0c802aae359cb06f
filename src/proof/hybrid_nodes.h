/* Nodes of misère play as the search sees them (solve/misere_node.h), for who completes a proof by
 * searching, or checks the lost nodes of a store: a space of its own with a store of nodes that are
 * known to be lost. */
#ifndef ZM_PROOF_HYBRID_NODES_H
#define ZM_PROOF_HYBRID_NODES_H

#include "proof/check/nodes.h"
#include "solve/space.h"
#include "theory/trees.h"

struct zm_hybrid;

struct zm_hybrid_nodes {
    struct zm_hybrid *hybrid;
    struct zm_space space;
    struct zm_run run;         /* its store holds the lost nodes added, and nothing else */
    struct zm_tree_set copies; /* trees of a certificate's nodes: the same among those here */
};

/* `trees` as for zm_nodes_open. The nodes work within `run`, which may be NULL. */
enum zm_status zm_hybrid_nodes_open(const struct zm_game *game, const struct zm_settings *settings,
                                    const char *trees, struct zm_run *run,
                                    struct zm_hybrid_nodes **nodes, struct zm_error *error);
void zm_hybrid_nodes_close(struct zm_hybrid_nodes *nodes);
/* The text of `trees` for a question with these settings. */
void zm_hybrid_nodes_trees(const struct zm_game *game, const struct zm_settings *settings,
                           struct zm_buffer *trees);
/* Sets `node` to the key in a store of a node of a certificate; always of the same certificate. */
enum zm_status zm_hybrid_nodes_key(struct zm_hybrid_nodes *nodes, const struct zm_nodes *from,
                                   struct zm_bytes key, struct zm_buffer *node,
                                   struct zm_error *error);

/* Adds a lost node; false without memory. */
bool zm_hybrid_nodes_add(struct zm_hybrid_nodes *nodes, struct zm_bytes node);
/* Is the node shown to be lost by those added: is each of its children won by theory, or has one
 * that is lost? */
bool zm_hybrid_nodes_show_lost(struct zm_hybrid_nodes *nodes, struct zm_bytes node);

#endif
