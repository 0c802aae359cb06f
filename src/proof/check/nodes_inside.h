/* What the files of nodes share. */
#ifndef ZM_PROOF_CHECK_NODES_INSIDE_H
#define ZM_PROOF_CHECK_NODES_INSIDE_H

#include "proof/check/nodes.h"
#include "proof/check/origins.h"
#include "proof/check/parts.h"
#include "theory/quotient.h"
#include "theory/tame.h"

struct zm_nodes {
    struct zm_parts parts;
    struct zm_tameness tameness;
    struct zm_quotient *quotient; /* of what was settled; NULL: none */
    struct zm_table atoms;        /* item -> its atom in the quotient, plus 1; 0: it is outside */
    struct zm_origins origins;    /* of trees that are too large for braces */
    bool settled;
};

/* The items of a key. */
static inline size_t zm_node_count(struct zm_bytes node)
{
    return node.size / sizeof(uint32_t);
}
static inline uint32_t zm_node_item(struct zm_bytes node, size_t index)
{
    uint32_t item;
    memcpy(&item, node.data + index * sizeof item, sizeof item);
    return item;
}

/* quotient.c: makes the quotient of the items of a node and of all that follows them, at most
 * `order` elements large. False without memory. */
bool zm_nodes_make_quotient(struct zm_nodes *nodes, struct zm_bytes node, size_t order);
/* The outcome of a node whose items the quotient has; ZM_UNDECIDED: it has not all. */
enum zm_outcome zm_nodes_by_quotient(const struct zm_nodes *nodes, struct zm_bytes node);

#endif
