/* Pieces of a cut board, and how they are joined again.
 *
 * A cut between two lines takes from a side all dominoes that cross it, from end to end. Most of
 * them are taken for nothing: of the pieces that the cut has left, two that lie beside each other
 * can be one again when that one still fits into a table of strips, maybe turned, as a tall and
 * narrow one does, or has no more cells than regions are valued with. A piece that is joined is worth at least as much as the two were, so pairs are
 * joined while there is one that looks worth more, the best first. */
#ifndef ZM_ENGINES_DOMINEERING_PIECES_H
#define ZM_ENGINES_DOMINEERING_PIECES_H

#include "engines/domineering/board.h"
#include "engines/domineering/regions.h"
#include "engines/domineering/values.h"

/* Some lines, one below the other. */
struct zm_lines {
    const uint32_t *of;
    unsigned count;
};

/* Cells of the lines from `top` to before `end`, and the places that are used on any of them. */
struct zm_piece {
    uint32_t of[ZM_DOMINEERING_SIDE];
    unsigned top, end;
    uint32_t used;
    unsigned cells; /* their number */
    struct zm_strip_value value;
};

struct zm_pieces {
    struct zm_piece of[ZM_DOMINEERING_CELLS];
    unsigned count;
};

/* What one line is worth: it has only moves of the other side. */
static inline struct zm_strip_value zm_line_value(uint32_t line)
{
    return (struct zm_strip_value){.whole = -(signed)zm_domino_fit(line)};
}

/* The entry of lines in the table of their number, as far as `mask` shows them, from `first` on. */
static inline struct zm_strip_value zm_lines_entry(const struct zm_strip_values *values,
                                                   struct zm_lines lines, uint32_t mask,
                                                   unsigned first)
{
    size_t index = 0;
    for (unsigned i = 0; i < lines.count; i++)
        index |= (size_t)((lines.of[i] & mask) >> first) << i * values->width[lines.count];
    return values->of[lines.count][index].value;
}

/* The value of lines with these used places, if they fit into a table, maybe turned, or have few
 * cells. */
bool zm_lines_value(struct zm_regions *regions, struct zm_lines lines, uint32_t used,
                    struct zm_strip_value *value);
/* Joins pieces that have their values; returns by how much they look worth more, in eighths. */
int zm_pieces_join(struct zm_regions *regions, struct zm_pieces *pieces);

#endif
