/* Positions of morris as numbers, one for a class under the symmetries of the board and the
 * exchange of the players.
 *
 * A position is seen by the player to move. Its block is how many men are still to be placed (they
 * alternate, so one number says both hands), how many the mover has on the board, how many the
 * other. Within a block: the class of the mover's set under the symmetries, then the other's set on
 * the points that are left, in the image that makes the mover's set the representative of its
 * class. (The idea is Gasser's, Solving Nine Men's Morris, 1996.) Few numbers stand for nothing:
 * where a symmetry keeps the mover's set, only the image with the least number counts. */
#ifndef ZM_GAMES_MORRIS_NUMBERING_H
#define ZM_GAMES_MORRIS_NUMBERING_H

#include "games/shared/merels/men.h"

struct zm_morris_block {
    unsigned left;      /* men still to be placed, of both */
    unsigned men[2];    /* on the board: of the mover, of the other */
    uint64_t first;     /* number of the block's first position */
    uint64_t others;    /* sets of the other for each class of sets of the mover */
    uint64_t positions; /* in the block */
};

/* The classes of the sets of one size. */
struct zm_morris_classes {
    uint32_t count;
    uint32_t *class_of;   /* of each set, by its rank */
    uint16_t *symmetries; /* that take the set to the representative of its class */
    uint32_t *members;    /* the representatives */
    uint16_t *keepers;    /* the symmetries that keep each representative */
    uint32_t *sets;       /* of this size, by rank */
};

struct zm_morris_numbering {
    const struct zm_merels_rules *rules;
    uint32_t (*images)[3][256]; /* of the bytes of a set, for each symmetry */
    uint32_t (*ranks)[17][256]; /* what a byte of a set adds to its rank, by the points before */
    struct zm_morris_classes classes[ZM_MERELS_POINTS + 1];
    struct zm_morris_block *blocks;
    size_t block_count;
    uint32_t *block_at; /* by left, men of the mover, men of the other; UINT32_MAX: none */
    uint64_t count;
};

/* Counts the positions of all blocks without making any table: what an analysis would take. */
uint64_t zm_morris_count(const struct zm_merels_rules *rules);
/* Makes the tables; false when there is no memory. */
bool zm_morris_numbering_make(struct zm_morris_numbering *numbering,
                              const struct zm_merels_rules *rules);
void zm_morris_numbering_free(struct zm_morris_numbering *numbering);
/* `count` when the position is in no block. */
uint64_t zm_morris_rank(const struct zm_morris_numbering *numbering,
                        const struct zm_merels_position *position);
/* Sets `position`, the mover being player 0; false when the number stands for nothing. */
bool zm_morris_unrank(const struct zm_morris_numbering *numbering, uint64_t number,
                      struct zm_merels_position *position);

#endif
