/* Who surely wins a board by a cut; see cuts.h. */
#include "engines/domineering/cuts.h"

#include "engines/domineering/pieces.h"

/* Sums whose strips are together worth less than this many eighths at t = 1 are not looked at: they
 * are nearly always lost for who moves first, or second. And where pieces that were joined are worth
 * less than so many, another cut is not tried. */
enum { HOPELESS_FIRST = -20, HOPELESS_SECOND = -16, FAR_FIRST = -8, FAR_SECOND = -4 };

/* One side's view of a board, and the sum that it becomes. */
struct cutting {
    const struct zm_strip_values *values;
    struct zm_regions *regions;
    unsigned highest;            /* lines of a strip */
    unsigned width;              /* places of a line */
    zm_domino_cells first, last; /* the places at the ends of lines */
    struct zm_strip_sum whole;   /* of the parts that are not cut, */
    struct zm_strip_sum sum;     /* and of them and the strips of the others */
    int hot;                     /* what the terms are worth at t = 1, in eighths */
    struct strip {
        zm_domino_cells cells;
        unsigned top, end; /* lines */
    } strips[ZM_DOMINEERING_CELLS];
    unsigned count;
};

static uint32_t row_of_ones(unsigned width)
{
    return width == 32 ? ~UINT32_C(0) : (UINT32_C(1) << width) - 1;
}

/* The connected part that holds the lowest cell, of a board of at most 64 cells. */
static uint64_t part_of_small(const struct cutting *cutting, uint64_t cells)
{
    uint64_t part = cells & -cells, before;
    uint64_t first = ~(uint64_t)cutting->first, last = ~(uint64_t)cutting->last;
    do {
        before = part;
        part |= ((part & last) << 1 | (part & first) >> 1) & cells;
        part |= (part << cutting->width | part >> cutting->width) & cells;
    } while (part != before);
    return part;
}

static zm_domino_cells part_of(const struct cutting *cutting, zm_domino_cells cells)
{
    if (cells >> 64 == 0)
        return part_of_small(cutting, (uint64_t)cells);
    zm_domino_cells part = cells & -cells, before;
    do {
        before = part;
        part |= ((part & ~cutting->last) << 1 | (part & ~cutting->first) >> 1) & cells;
        part |= (part << cutting->width | part >> cutting->width) & cells;
    } while (part != before);
    return part;
}

/* --- pieces of strips ------------------------------------------------------------------------- */

/* Places that are joined: neighbours on some line. */
static uint32_t joined_places(struct zm_lines lines)
{
    uint32_t joined = 0;
    for (unsigned i = 0; i < lines.count; i++)
        joined |= lines.of[i] & lines.of[i] >> 1;
    return joined;
}

static uint32_t used_places(struct zm_lines lines)
{
    uint32_t used = 0;
    for (unsigned i = 0; i < lines.count; i++)
        used |= lines.of[i];
    return used;
}

/* The places of the first piece: from the first that is used to one that is not joined. */
static uint32_t first_piece(uint32_t used, uint32_t joined, unsigned *first, unsigned *width)
{
    *first = (unsigned)__builtin_ctz(used);
    *width = (unsigned)__builtin_ctz(~(joined >> *first)) + 1;
    return row_of_ones(*width) << *first;
}

/* Has a strip a piece that is wider than its table? */
static bool is_too_wide(uint32_t joined, unsigned width)
{
    for (unsigned i = 1; i < width && joined != 0; i++)
        joined &= joined >> 1;
    return joined != 0;
}

/* What a strip is worth at t = 1, in eighths; its pieces fit into the table. */
static int hot_of(const struct zm_strip_values *values, struct zm_lines lines, uint32_t used,
                  uint32_t joined)
{
    int hot = 0;
    if (used >> values->width[lines.count] == 0)
        return zm_strip_hot(zm_lines_entry(values, lines, ~UINT32_C(0), 0));
    while (used != 0) {
        unsigned first, width;
        uint32_t mask = first_piece(used, joined, &first, &width);
        hot += zm_strip_hot(zm_lines_entry(values, lines, mask, first));
        used &= ~mask;
    }
    return hot;
}

static void add(struct cutting *cutting, struct zm_strip_value value)
{
    zm_sum_add(cutting->values, &cutting->sum, value);
    cutting->hot += zm_strip_hot(value);
}

static void add_strip(struct cutting *cutting, struct zm_lines lines)
{
    uint32_t used = used_places(lines), joined = joined_places(lines);
    if (lines.count == 1) {
        add(cutting, zm_line_value(used));
        return;
    }
    if (used >> cutting->values->width[lines.count] == 0) {
        add(cutting, zm_lines_entry(cutting->values, lines, ~UINT32_C(0), 0));
        return;
    }
    while (used != 0) {
        unsigned first, width;
        uint32_t mask = first_piece(used, joined, &first, &width);
        add(cutting, zm_lines_entry(cutting->values, lines, mask, first));
        used &= ~mask;
    }
}

/* --- parts ------------------------------------------------------------------------------------ */

/* Chooses how high the strip that begins with line `i` is; what the lines below are worth is known.
 * Strips are the narrower the higher they are, so that the first that is too wide is the last. */
static unsigned best_height(const struct cutting *cutting, struct zm_lines part, unsigned i,
                            int *best)
{
    const struct zm_strip_values *values = cutting->values;
    uint32_t used = part.of[i], joined = used & used >> 1;
    unsigned height = 1;
    best[i] = best[i + 1] + zm_strip_hot(used >> values->width[2] == 0 ? values->of[2][used].value
                                                                       : zm_line_value(used));
    for (unsigned lines = 2; lines <= cutting->highest && i + lines <= part.count; lines++) {
        uint32_t last = part.of[i + lines - 1];
        used |= last;
        joined |= last & last >> 1;
        if (values->width[lines] == 0 || is_too_wide(joined, values->width[lines]))
            break;
        int worth =
            best[i + lines] + hot_of(values, (struct zm_lines){part.of + i, lines}, used, joined);
        if (worth >= best[i]) {
            best[i] = worth;
            height = lines;
        }
    }
    return height;
}

/* Cuts the lines of a part so that the strips are together worth most at t = 1; `top`: the first of
 * them on the board. */
static void add_strips(struct cutting *cutting, struct zm_lines part, unsigned top,
                       zm_domino_cells cells)
{
    int best[ZM_DOMINEERING_SIDE + 1];
    unsigned height[ZM_DOMINEERING_SIDE];
    best[part.count] = 0;
    for (unsigned i = part.count; i-- > 0;)
        height[i] = best_height(cutting, part, i, best);
    for (unsigned i = 0; i < part.count; i += height[i]) {
        unsigned end = i + height[i];
        zm_domino_cells rest = end == part.count ? 0
                                                 : cells >> (top + end) * cutting->width
                                                                << (top + end) * cutting->width;
        add_strip(cutting, (struct zm_lines){part.of + i, height[i]});
        cutting->strips[cutting->count++] = (struct strip){cells ^ rest, top + i, top + end};
        cells = rest;
    }
}

/* Adds a part: whole if its value is known or soon made, else cut. */
static void add_part(struct cutting *cutting, zm_domino_cells cells)
{
    uint32_t of[ZM_DOMINEERING_SIDE], line = row_of_ones(cutting->width), used = 0;
    unsigned count = 0, top = 0;
    zm_domino_cells part = cells;
    struct zm_strip_value value;
    for (; ((uint32_t)part & line) == 0; part >>= cutting->width)
        top++;
    for (; part >> 64 != 0; part >>= cutting->width)
        used |= of[count++] = (uint32_t)part & line;
    for (uint64_t rest = (uint64_t)part; rest != 0; rest >>= cutting->width)
        used |= of[count++] = (uint32_t)rest & line;
    struct zm_lines lines = {of, count};
    if (zm_lines_value(cutting->regions, lines, used, &value)) {
        zm_sum_add(cutting->values, &cutting->whole, value);
        add(cutting, value);
    } else {
        add_strips(cutting, lines, top, cells);
    }
}

/* --- joining the pieces of strips again ------------------------------------------------------- */

/* Adds the connected pieces of a strip; each fits into a table, as the strip does. */
static void add_pieces(const struct cutting *cutting, struct strip strip, struct zm_pieces *pieces)
{
    uint32_t line = row_of_ones(cutting->width);
    while (strip.cells != 0) {
        zm_domino_cells part = part_of(cutting, strip.cells);
        struct zm_piece *piece = &pieces->of[pieces->count++];
        unsigned k = strip.top;
        strip.cells ^= part;
        piece->used = 0;
        piece->cells = zm_domino_cells_count(part);
        for (part >>= k * cutting->width; ((uint32_t)part & line) == 0; part >>= cutting->width)
            k++;
        for (piece->top = k; part != 0; part >>= cutting->width)
            piece->used |= piece->of[k++] = (uint32_t)part & line;
        piece->end = k;
        zm_lines_value(cutting->regions, (struct zm_lines){piece->of + piece->top, k - piece->top},
                       piece->used, &piece->value);
    }
}

/* Makes the sum anew, of the parts that are whole and of the pieces of the others, joined. */
static void join_strips(struct cutting *cutting)
{
    struct zm_pieces pieces;
    pieces.count = 0;
    for (unsigned i = 0; i < cutting->count; i++)
        add_pieces(cutting, cutting->strips[i], &pieces);
    cutting->hot += zm_pieces_join(cutting->regions, &pieces);
    cutting->sum = cutting->whole;
    for (unsigned i = 0; i < pieces.count; i++)
        zm_sum_add(cutting->values, &cutting->sum, pieces.of[i].value);
}

/* Makes the sum, of the parts that are whole and of strips of at most so many lines. */
static void cut(struct cutting *cutting, zm_domino_cells cells, unsigned highest)
{
    cutting->highest = highest;
    cutting->sum = cutting->whole = (struct zm_strip_sum){0};
    cutting->hot = 0;
    cutting->count = 0;
    while (cells != 0) {
        zm_domino_cells part = part_of(cutting, cells);
        add_part(cutting, part);
        cells &= ~part;
    }
}

/* Pieces of strips of two lines can be joined in more ways than those of higher ones, so they are
 * tried when these did not win but were not far from it. */
bool zm_cut_wins(const struct zm_domino_shape *shape, struct zm_cut_tables *tables,
                 enum zm_side side, zm_domino_cells cells, bool moves_first, int *hot)
{
    struct cutting cutting;
    cutting.values = tables->regions.values;
    cutting.regions = &tables->regions;
    cutting.width = shape->lines[zm_domino_other(side)];
    cutting.first = shape->first[side];
    cutting.last = shape->last[side];
    cut(&cutting, cells, ZM_VALUED_LINES);
    *hot = cutting.hot;
    if (cutting.hot < (moves_first ? HOPELESS_FIRST : HOPELESS_SECOND))
        return false;
    if (zm_sum_wins(&tables->sums, &cutting.sum, moves_first))
        return true;
    if (cutting.count == 0)
        return false;
    join_strips(&cutting);
    *hot = cutting.hot;
    if (zm_sum_wins(&tables->sums, &cutting.sum, moves_first))
        return true;
    if (cutting.hot < (moves_first ? FAR_FIRST : FAR_SECOND))
        return false;
    cut(&cutting, cells, 2);
    join_strips(&cutting);
    return zm_sum_wins(&tables->sums, &cutting.sum, moves_first);
}
