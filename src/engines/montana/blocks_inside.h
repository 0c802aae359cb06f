/* Inside of block search: what blocks.c and blocks_class.c share. */
#ifndef ZM_ENGINES_MONTANA_BLOCKS_INSIDE_H
#define ZM_ENGINES_MONTANA_BLOCKS_INSIDE_H

#include "engines/montana/blocks.h"

/* Has the search come to its end: a solution, a limit, no memory? */
static inline bool zm_blocks_over(const struct zm_blocks *blocks)
{
    return blocks->path->stopped || blocks->path->failed || blocks->cut ||
           (blocks->quest->found && !blocks->complete);
}

/* Makes the moves of a sequence from one step to another. */
static inline void zm_block_advance(struct zm_gaps *gaps, const struct zm_sequence *sequence,
                                    unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        zm_gaps_put(gaps, sequence->cards[i], sequence->cells[i + 1], sequence->cells[i]);
}

/* Enters in the trace that a sequence has its hole at a cell after so many steps. */
static inline void zm_block_mark(struct zm_block *block, unsigned hole, unsigned step)
{
    unsigned cell = block->sequences[hole].cells[step];
    block->owner[cell] = (uint8_t)(hole + 1);
    block->step[cell] = (uint8_t)step;
}

/* Would a hole at this cell belong to the columns whose cards may change rows? Never in the base
 * variant, where no row has such a column. */
static inline bool zm_class_touches(const struct zm_class *class, unsigned cell)
{
    unsigned row = cell / ZM_MONTANA_STRIDE, column = cell % ZM_MONTANA_STRIDE;
    return column <= class->columns + 1 && (class->rows[column - 1] >> row & 1);
}

/* blocks.c */

/* Adds the moves of a block up to so many steps of each sequence: in any order, since they are
 * independent. */
void zm_blocks_add_steps(struct zm_blocks *blocks, const struct zm_block *block,
                         const uint8_t *steps);
void zm_blocks_add_move(struct zm_blocks *blocks, zm_move move);
/* Searches a block that has been made, and what is behind it. */
void zm_blocks_search_block(struct zm_blocks *blocks, struct zm_block *block);

/* blocks_class.c */

/* Searches from a position of the block, or from where a card goes there (0: none does), as another
 * class. */
void zm_blocks_leave_class(struct zm_blocks *blocks, const struct zm_block *block,
                           const uint8_t *steps, unsigned card, unsigned from, unsigned to);
/* Searches behind all cards that may come to the class from positions of the block. */
void zm_blocks_enter_class(struct zm_blocks *blocks, const struct zm_block *block);

#endif
