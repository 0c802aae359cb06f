/* Pieces of a cut board; see pieces.h. */
#include "engines/domineering/pieces.h"

/* --- values ----------------------------------------------------------------------------------- */

static unsigned width_of(uint32_t used)
{
    return 32 - (unsigned)__builtin_clz(used) - (unsigned)__builtin_ctz(used);
}

static bool fits_upright(const struct zm_strip_values *values, unsigned lines, unsigned width)
{
    return lines <= ZM_VALUED_LINES && width <= values->width[lines];
}

/* The number of lines of the table that it fits into when it is turned; 0: none. */
static unsigned turned_lines(const struct zm_strip_values *values, unsigned lines, unsigned width)
{
    unsigned turned = width < 2 ? 2 : width;
    return turned <= ZM_VALUED_LINES && lines <= values->width[turned] ? turned : 0;
}

/* Turned about the diagonal, a board is its own negative. */
static struct zm_strip_value value_turned(const struct zm_strip_values *values,
                                          struct zm_lines lines, unsigned first, unsigned turned)
{
    size_t index = 0;
    for (unsigned i = 0; i < lines.count; i++)
        for (uint32_t places = lines.of[i] >> first; places != 0; places &= places - 1)
            index |= (size_t)1 << ((unsigned)__builtin_ctz(places) * values->width[turned] + i);
    struct zm_strip_value found = values->of[turned][index].value;
    struct zm_strip_value value = values->classes[found.class].negative;
    value.whole -= found.whole;
    return value;
}

bool zm_lines_value(struct zm_regions *regions, struct zm_lines lines, uint32_t used,
                    struct zm_strip_value *value)
{
    const struct zm_strip_values *values = regions->values;
    unsigned first = (unsigned)__builtin_ctz(used), width = width_of(used);
    unsigned turned = turned_lines(values, lines.count, width);
    if (lines.count == 1)
        *value = zm_line_value(used);
    else if (fits_upright(values, lines.count, width))
        *value = zm_lines_entry(values, lines, used, first);
    else if (turned != 0)
        *value = value_turned(values, lines, first, turned);
    else
        return zm_region_value(regions, lines.of, lines.count, used, value);
    return true;
}

/* --- joining ---------------------------------------------------------------------------------- */

/* Two pieces that can be one, and by how much that looks worth more. */
struct pair {
    unsigned one, other;
    int gain;
};

enum { MOST_PAIRS = 128 };

struct pairs {
    struct pair of[MOST_PAIRS];
    unsigned count;
};

static uint32_t line_at(const struct zm_piece *piece, unsigned line)
{
    return line >= piece->top && line < piece->end ? piece->of[line] : 0;
}

/* Would a domino of the side cross from one piece to the other? */
static bool touch(const struct zm_piece *one, const struct zm_piece *other)
{
    if ((one->used & other->used) == 0 || one->top > other->end || other->top > one->end)
        return false;
    for (unsigned k = one->top; k < one->end; k++)
        if (one->of[k] & (line_at(other, k + 1) | (k > 0 ? line_at(other, k - 1) : 0)))
            return true;
    return false;
}

/* Makes one piece of two; false: it fits into no table. */
static bool join(struct zm_regions *regions, const struct zm_piece *one,
                 const struct zm_piece *other, struct zm_piece *joined)
{
    const struct zm_strip_values *values = regions->values;
    joined->top = one->top < other->top ? one->top : other->top;
    joined->end = one->end > other->end ? one->end : other->end;
    joined->used = one->used | other->used;
    joined->cells = one->cells + other->cells;
    unsigned count = joined->end - joined->top, width = width_of(joined->used);
    if (!fits_upright(values, count, width) && turned_lines(values, count, width) == 0 &&
        joined->cells > regions->most)
        return false;
    for (unsigned k = joined->top; k < joined->end; k++)
        joined->of[k] = line_at(one, k) | line_at(other, k);
    return zm_lines_value(regions, (struct zm_lines){joined->of + joined->top, count}, joined->used,
                          &joined->value);
}

static void look_at_pair(struct zm_regions *regions, const struct zm_pieces *pieces, unsigned one,
                         unsigned other, struct pairs *pairs)
{
    const struct zm_piece *a = &pieces->of[one], *b = &pieces->of[other];
    struct zm_piece joined;
    if (pairs->count == MOST_PAIRS || !touch(a, b) || !join(regions, a, b, &joined))
        return;
    int gain = zm_strip_hot(joined.value) - zm_strip_hot(a->value) - zm_strip_hot(b->value);
    if (gain > 0)
        pairs->of[pairs->count++] = (struct pair){one, other, gain};
}

/* Takes the best pair out, and all others that one of its pieces is in. */
static struct pair take_best(struct pairs *pairs)
{
    struct pair best = pairs->of[0];
    unsigned count = 0;
    for (unsigned i = 1; i < pairs->count; i++)
        if (pairs->of[i].gain > best.gain)
            best = pairs->of[i];
    for (unsigned i = 0; i < pairs->count; i++) {
        struct pair pair = pairs->of[i];
        if (pair.one != best.one && pair.one != best.other && pair.other != best.one &&
            pair.other != best.other)
            pairs->of[count++] = pair;
    }
    pairs->count = count;
    return best;
}

/* What was joined takes the place of the first piece; that of the second is left without cells. */
int zm_pieces_join(struct zm_regions *regions, struct zm_pieces *pieces)
{
    struct pairs pairs = {.count = 0};
    int gain = 0;
    for (unsigned i = 0; i < pieces->count; i++)
        for (unsigned j = i + 1; j < pieces->count; j++)
            look_at_pair(regions, pieces, i, j, &pairs);
    while (pairs.count > 0) {
        struct pair best = take_best(&pairs);
        struct zm_piece joined, *other = &pieces->of[best.other];
        join(regions, &pieces->of[best.one], other, &joined);
        pieces->of[best.one] = joined;
        *other = (struct zm_piece){0};
        gain += best.gain;
        for (unsigned i = 0; i < pieces->count; i++)
            if (i != best.one)
                look_at_pair(regions, pieces, i, best.one, &pairs);
    }
    return gain;
}
