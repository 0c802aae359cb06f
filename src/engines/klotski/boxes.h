/* Boxes of positions of sliding blocks: see boxes.c. */
#ifndef ZM_ENGINES_KLOTSKI_BOXES_H
#define ZM_ENGINES_KLOTSKI_BOXES_H

#include "games/klotski/klotski.h"

/* A product of sets of places, one set for each piece: bit i is the cell of the corner of its box. */
struct zm_box {
    uint64_t places[ZM_KLOTSKI_PIECES];
};

enum zm_box_kind { ZM_BOX_NEW, ZM_BOX_CUT, ZM_BOX_BLOCK };

/* A node of the tree: a box that is cut in two, or a block. */
struct zm_box_node {
    uint32_t up; /* the node that was cut */
    union {
        uint32_t half[2]; /* ZM_BOX_CUT; 0: nobody came there yet */
        uint32_t mark;    /* ZM_BOX_BLOCK: the caller's, 0 at first */
    };
    uint8_t kind, second; /* it is the second half */
    uint8_t piece, cell;  /* ZM_BOX_CUT: by whether this piece lies on this cell; ZM_BOX_PARTS: by
                             the part of its places that hang together with the first */
};
enum { ZM_BOX_PARTS = 64 };

struct zm_box_frame;

struct zm_boxes {
    const struct zm_klotski_board *board;
    uint64_t first_column, last_column;
    struct zm_box whole; /* where each piece can come when it is alone */
    struct zm_box_node *nodes;
    size_t count, capacity;
    struct zm_box_frame *frames; /* boxes still to be looked at by zm_boxes_find */
    size_t frame_count, frame_capacity;
    uint32_t *way; /* of zm_boxes_block */
    size_t way_capacity;
};

/* The tree for a walk and all that it can come to. False: no memory, and nothing is left to close. */
bool zm_boxes_open(struct zm_boxes *boxes, const struct zm_klotski_walk *start);
void zm_boxes_close(struct zm_boxes *boxes);
size_t zm_boxes_memory(const struct zm_boxes *boxes);

/* Is told of each block that a region meets, and of the positions of the region that are in it;
 * false: no more. */
typedef bool zm_boxes_tell(void *context, uint32_t block, const struct zm_box *box,
                           const struct zm_box *part);
/* Finds the blocks that meet a region, all of whose positions keep to the rules. False: no memory. */
bool zm_boxes_find(struct zm_boxes *boxes, const struct zm_box *region, zm_boxes_tell *tell,
                   void *context);
/* The box of a block that was found. False: no memory. */
bool zm_boxes_block(struct zm_boxes *boxes, uint32_t block, struct zm_box *box);

/* The places to which one step of a piece leads from some of these, whatever lies there. */
uint64_t zm_boxes_steps(const struct zm_boxes *boxes, unsigned piece, uint64_t places);
/* Those of the places at which the piece covers one of the cells. */
uint64_t zm_boxes_covering(const struct zm_boxes *boxes, unsigned piece, uint64_t places,
                           uint64_t cells);

static inline uint64_t zm_boxes_cells(const struct zm_boxes *boxes, unsigned piece, unsigned place)
{
    return boxes->board->pieces[piece].shape << place;
}

#endif
