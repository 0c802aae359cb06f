/* One node of the engine's search with its open children: see expand.c. */
#ifndef ZM_ENGINES_CRAM_EXPAND_H
#define ZM_ENGINES_CRAM_EXPAND_H

#include "engines/cram/knowledge.h"
#include "search/limits.h"

enum { ZM_CRAM_CHILDREN = ZM_CRAM_DOMINOES + 64 }; /* and the moves of the heap */
_Static_assert(ZM_CRAM_CHILDREN <= UINT8_MAX, "the place of a child is a byte");

/* Children are not sorted: the best is found through ranks, a disproof number above the order
 * above the place. */
enum { ZM_CRAM_RANK_SHIFT = 24, ZM_CRAM_ORDER_SHIFT = 8 };

enum { ZM_CRAM_MET_SHIFT = 56 };

/* A frame works on the cells as they lie in the frame above, if the move from there allows: then a
 * reply that won another child there is tried first. */
struct zm_cram_frame {
    struct zm_cram_node node;
    zm_cram_cells cells;  /* of a couple: an image of its component */
    zm_cram_cells killer; /* the domino that won the last child that lay as this does */
    zm_cram_cells *reply; /* where to note the domino that wins this; NULL: nowhere */
    struct zm_numbers numbers;
    uint64_t seen;           /* nimbers of known options, which the component cannot have */
    uint32_t count, current; /* of the open children, the one gone to */
    uint8_t met[256];        /* children by their hash, from 1 on, to find repeated ones */
    uint64_t ranks[ZM_CRAM_CHILDREN];
    uint32_t proofs[ZM_CRAM_CHILDREN];
    zm_cram_cells left[ZM_CRAM_CHILDREN]; /* the cells of each child as they lie; 0: they do not */
    struct zm_cram_node children[ZM_CRAM_CHILDREN];
};

static inline struct zm_numbers zm_cram_child_numbers(const struct zm_cram_frame *frame,
                                                      uint32_t at)
{
    return (struct zm_numbers){frame->proofs[at],
                               (uint32_t)(frame->ranks[at] >> ZM_CRAM_RANK_SHIFT)};
}

/* Looks up the options of the component of a frame: sets what is seen, and the open children of the
 * couple with the frame's heap, with their numbers. True when one wins the couple: then the rest is
 * not looked up. With the heap ZM_CRAM_NO_HEAP none does, and children have it in their heaps. */
enum { ZM_CRAM_NO_HEAP = 63 };
bool WIDTH(zm_cram_options)(struct zm_cram_knowledge *knowledge, struct zm_cram_frame *frame,
                            bool *all_known);
/* Sets the open children of the couple of a frame, with their numbers, or finds its verdict. */
enum zm_verdict WIDTH(zm_cram_expand)(struct zm_cram_knowledge *knowledge,
                                      struct zm_cram_frame *frame);
/* Brings what a child is worth up to date; true when that changed. */
bool WIDTH(zm_cram_refresh)(struct zm_cram_knowledge *knowledge, struct zm_cram_frame *frame,
                            uint32_t at, enum zm_verdict *verdict);
void WIDTH(zm_cram_set_numbers)(struct zm_cram_frame *frame, uint32_t at,
                                struct zm_numbers numbers);
void WIDTH(zm_cram_drop_child)(struct zm_cram_frame *frame, uint32_t at);
/* What the couple is worth through its children, and where to go next. */
struct zm_view WIDTH(zm_cram_view)(const struct zm_cram_frame *frame);

#endif
