/* What the files of loopy games share: the graph of positions. */
#ifndef ZM_THEORY_LOOPY_INSIDE_H
#define ZM_THEORY_LOOPY_INSIDE_H

#include "base/table.h"
#include "theory/loopy.h"

enum zm_loopy_kind { ZM_LOOPY_PLAIN, ZM_LOOPY_SUM, ZM_LOOPY_VALUE, ZM_LOOPY_NEGATIVE };

struct zm_loopy_node {
    struct zm_handles options[2];
    uint32_t first, second; /* of a sum: its terms; of a value: the handle */
    enum zm_loopy_kind kind;
};

struct zm_loopy {
    struct zm_universe *universe;
    struct zm_loopy_node *nodes;
    size_t count, capacity;
    struct zm_table made; /* sums, values and negatives by kind and terms, to their nodes */
    bool too_large, no_memory;
};

/* What an endless play counts in a comparison of a game with a stopper. */
enum zm_loopy_side {
    ZM_LOOPY_FREE,    /* a draw: both games are stoppers */
    ZM_LOOPY_ONSIDE,  /* of the game a win of Left */
    ZM_LOOPY_OFFSIDE, /* a win of Right */
};

/* The relation of one side of `game` to a stopper, whose negative is given. */
enum zm_relation zm_loopy_compare_side(struct zm_loopy *loopy, uint32_t game, uint32_t negative,
                                       enum zm_loopy_side side);

#endif
