/* Block search of sliding blocks: see blocks.c. */
#ifndef ZM_ENGINES_KLOTSKI_BLOCKS_H
#define ZM_ENGINES_KLOTSKI_BLOCKS_H

#include "engines/klotski/boxes.h"
#include "search/path.h"
#include "search/search.h"

/* A block that was found, and the step that led there: the number of the block it comes from, and
 * the piece that went from one place to another. */
struct zm_found_block {
    uint32_t block, from_block;
    uint8_t piece, from, to;
};

struct zm_klotski_blocks {
    struct zm_path *path; /* for limits and counts, and for the line */
    struct zm_quest *quest;
    struct zm_boxes boxes;
    struct zm_found_block *found; /* in the order in which they were found; 1 is the first */
    size_t count, capacity;
    uint64_t positions; /* in all of them */
    /* Told of every block when it is found; NULL: nobody is. */
    void (*visit)(void *context, const struct zm_box *box);
    void *context;
    struct zm_found_block step; /* being made */
};

/* Searches from where the path stands: for the goal, or all that can be reached. */
void zm_klotski_blocks_search(struct zm_klotski_blocks *blocks);
void zm_klotski_blocks_close(struct zm_klotski_blocks *blocks);

extern const struct zm_search zm_klotski_block_search;

#endif
