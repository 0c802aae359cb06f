/* Block search of Montana's base variant (Helmstetter): see blocks.c. */
#ifndef ZM_ENGINES_MONTANA_BLOCKS_H
#define ZM_ENGINES_MONTANA_BLOCKS_H

#include "engines/montana/classes.h"
#include "search/path.h"
#include "search/search.h"

enum { ZM_BLOCK_LONGEST = 84 }; /* cells, and so the length of a sequence */

/* The moves of one hole: step i puts a card from cells[i + 1] into cells[i]. */
struct zm_sequence {
    unsigned length;
    uint8_t cells[ZM_BLOCK_LONGEST + 1], cards[ZM_BLOCK_LONGEST];
};

/* A move that is known to lead to what has been searched: the card for the hole of a sequence that
 * is played to its end, where the others have made so many steps. */
struct zm_barred {
    uint8_t hole, card, from, to;
    uint8_t low[ZM_MONTANA_SUITS], high[ZM_MONTANA_SUITS];
};

enum { ZM_BLOCK_BARRED = 64 }; /* more are forgotten, and searched again */

/* A block: all positions that come from its root by any progress in each of the sequences, which are
 * independent of each other. */
struct zm_block {
    struct zm_gaps root; /* its key is that of its class */
    struct zm_class class;
    struct zm_hash128 shift; /* the key of the class less that of the position */
    struct zm_sequence sequences[ZM_MONTANA_SUITS];
    /* For each cell, which sequence has its hole there and when; 0: none has. */
    uint8_t owner[ZM_MONTANA_CELLS], step[ZM_MONTANA_CELLS];
    struct zm_barred barred[ZM_BLOCK_BARRED];
    unsigned barred_count;
};

struct zm_blocks {
    struct zm_path *path;  /* for limits and counts */
    struct zm_slots slots; /* keys NULL: no table */
    size_t most_slots;     /* the table grows up to that; 0: it does not */
    uint64_t kept;         /* put in the table */
    bool bars;             /* incremental transpositions */
    bool axes;             /* the table holds the axes of blocks too, not only their roots */
    bool complete;         /* go on behind the goal */
    bool classes;          /* the common variant: go on from class to class, see blocks_class.c */
    bool waits; /* with `classes` and a table, not `complete`: Twos go to the first column when that
                   is of use */
    zm_move *line; /* from the start to the root of the block being searched */
    size_t length, capacity;
    struct zm_quest *quest;
    uint64_t blocks, positions; /* searched; the sum of their sizes */
    uint64_t most;              /* so many blocks may be searched; 0: any number */
    bool cut;                   /* that was not enough */
    struct zm_gaps *exits;      /* where the ways out of classes lead that are on the line */
    size_t exit_count, exit_capacity;
    struct zm_gaps *waiting; /* where other ways out lead, beside those */
    size_t waiting_count, waiting_capacity;
    /* Told of every block when it is made; NULL: nobody is. */
    void (*visit)(void *context, const struct zm_block *block);
    void *context;
};

/* On a line, for a way out of a class: with its number among the exits. */
#define ZM_BLOCK_EXIT ((zm_move)1 << 32)

/* Searches from a position with no hole in the first column but one behind its aces: of the base
 * variant, or of the common one when all Twos are in the first column; any of the common one with
 * `classes`. */
void zm_blocks_search(struct zm_blocks *blocks, const struct zm_gaps *start);
void zm_blocks_close(struct zm_blocks *blocks);

/* The position of a block where each sequence has made so many steps. */
void zm_block_position(const struct zm_block *block, const unsigned *steps, struct zm_gaps *gaps);

extern const struct zm_search zm_blocks_table, zm_blocks_transpositions;

#endif
