/* What trees are the trees of: a reduced canonical tree that is too large to be written with braces
 * is written as positions of the game whose tree it is, and whoever reads them makes it again. */
#ifndef ZM_PROOF_CHECK_ORIGINS_H
#define ZM_PROOF_CHECK_ORIGINS_H

#include "proof/check/parts.h"

/* A component, or one of its options, which is a sum. */
struct zm_origin {
    uint32_t component; /* UINT32_MAX: none is known */
    uint32_t option;    /* from 1; 0: the component itself */
    bool plus_one;      /* it is the tree plus a heap of 1 */
};

struct zm_origins {
    struct zm_origin *of; /* by tree */
    size_t count;
    size_t parts; /* components there were when it was made */
};

void zm_origins_free(struct zm_origins *origins);
/* Where a tree of the parts comes from; NULL: from nothing that was met, or no memory. */
const struct zm_origin *zm_origin_of(struct zm_origins *origins, struct zm_parts *parts,
                                     uint32_t tree);
/* Appends the components of an origin as text, with " & " between them. */
void zm_origin_print(struct zm_parts *parts, const struct zm_origin *origin,
                     struct zm_buffer *text);
/* Reads that again, and makes the tree of the sum. */
enum zm_status zm_origin_tree(struct zm_parts *parts, char *text, uint32_t *tree,
                              struct zm_error *error);

#endif
