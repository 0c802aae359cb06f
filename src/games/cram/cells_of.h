/* Bit-set work on one board, for words of one width (width.h); included twice by component.c, which
 * defines ZM_CRAM_BITS before and has it undefined at the end. */
#include "games/cram/width.h"

#define CELLS WIDTH(cram_word)

/* The cells of column 0 of a board of this size. */
static CELLS WIDTH(first_column)(unsigned width, unsigned height)
{
    CELLS column = 1;
    for (unsigned rows = 1; rows < height; rows++)
        column |= column << width;
    return column;
}

static CELLS WIDTH(full)(unsigned cells)
{
    return cells == ZM_CRAM_BITS ? ~(CELLS)0 : ((CELLS)1 << cells) - 1;
}

/* The cells next to those of `from`; `left` and `right` are the first and last columns. A row that
 * is the whole word is never shifted by: a board of one row has no rows to go to. */
static CELLS WIDTH(neighbours)(CELLS from, unsigned width, unsigned height, CELLS left, CELLS right)
{
    CELLS near = (from & ~right) << 1 | (from & ~left) >> 1;
    if (height > 1)
        near |= from << width | from >> width;
    return near;
}

/* The cells of `empty` that can be reached from `from`; stops early once `enough` is all reached. */
static CELLS WIDTH(flood)(CELLS from, CELLS empty, CELLS enough, unsigned width, unsigned height,
                          CELLS left, CELLS right)
{
    for (;;) {
        CELLS next = (from | WIDTH(neighbours)(from, width, height, left, right)) & empty;
        if (next == from || (enough != 0 && (enough & ~next) == 0))
            return next;
        from = next;
    }
}

/* Rows in the opposite order. */
static CELLS WIDTH(upside_down)(CELLS cells, unsigned width, unsigned height)
{
    CELLS turned = 0, row = WIDTH(full)(width);
    if (height == 1)
        return cells;
    for (unsigned i = 0; i < height; i++, cells >>= width)
        turned = turned << width | (cells & row);
    return turned;
}

static CELLS WIDTH(transposed)(CELLS cells, unsigned width, unsigned height)
{
    CELLS turned = 0;
    for (; cells != 0; cells &= cells - 1) {
        unsigned cell = WIDTH(cram_first)(cells);
        turned |= (CELLS)1 << (cell % width * height + cell / width);
    }
    return turned;
}

/* Is `a` before `b` in reading order, empty before grey? */
static bool WIDTH(before)(CELLS a, CELLS b)
{
    CELLS differ = a ^ b;
    return (a & differ & (~differ + 1)) != 0;
}

/* Replaces `*least` by the least of it and the four images of `cells` without transposition, and adds to
 * `*alike` the cells that each image has in common with `original`. */
static void WIDTH(least_of_four)(CELLS cells, unsigned width, unsigned height, CELLS original,
                                 CELLS *least, unsigned *alike)
{
    unsigned count = width * height;
    CELLS images[4];
    images[0] = cells;
    images[1] = WIDTH(upside_down)(cells, width, height);
    images[2] = WIDTH(cram_reversed)(cells) >> (ZM_CRAM_BITS - count);
    images[3] = WIDTH(upside_down)(images[2], width, height);
    for (int i = 0; i < 4; i++) {
        if (WIDTH(before)(images[i], *least))
            *least = images[i];
        *alike += count - WIDTH(cram_count)(images[i] ^ original);
    }
}

static bool WIDTH(is_least)(CELLS cells, unsigned width, unsigned height)
{
    CELLS least = cells;
    unsigned alike = 0;
    WIDTH(least_of_four)(cells, width, height, cells, &least, &alike);
    if (least == cells && width == height) {
        CELLS turned = WIDTH(transposed)(cells, width, height);
        WIDTH(least_of_four)(turned, width, height, cells, &least, &alike);
    }
    return least == cells;
}

/* The dominoes that it takes to fill a line of empty and grey cells, `step` apart: half of each run
 * of empty ones, rounded up. */
static unsigned WIDTH(fill_of)(CELLS line, unsigned length, unsigned step)
{
    unsigned dominoes = 0, run = 0;
    for (unsigned i = 0; i < length; i++)
        if ((line >> (i * step) & 1) != 0)
            dominoes += run++ % 2 == 0;
        else
            run = 0;
    return dominoes;
}

/* The smallest number of empty cells in a row or a column, how far the board is from being cut, and
 * of dominoes that fill one. */
static void WIDTH(measure_lines)(CELLS cells, unsigned width, unsigned height, bool fill,
                                 struct cram_measure *measure)
{
    CELLS column = WIDTH(first_column)(width, height), row = WIDTH(full)(width);
    measure->cut = measure->fill = width;
    for (unsigned i = 0; i < width + height; i++) {
        bool down = i < width;
        CELLS line = down ? cells >> i & column : cells >> ((i - width) * width) & row;
        unsigned here = WIDTH(cram_count)(line);
        measure->cut = here < measure->cut ? here : measure->cut;
        if (!fill)
            continue;
        here = WIDTH(fill_of)(line, down ? height : width, down ? width : 1);
        measure->fill = here < measure->fill ? here : measure->fill;
    }
}

/* Grey cells, each counted by how much nearer the centre it is than a corner, in half cells. */
static unsigned WIDTH(centre_of)(CELLS cells, unsigned width, unsigned height)
{
    int sum = 0, right = (int)width - 1, bottom = (int)height - 1;
    for (CELLS grey = WIDTH(full)(width * height) & ~cells; grey != 0; grey &= grey - 1) {
        int cell = (int)WIDTH(cram_first)(grey), across = 2 * (cell % (int)width) - right,
            down = 2 * (cell / (int)width) - bottom;
        sum += right + bottom - (across < 0 ? -across : across) - (down < 0 ? -down : down);
    }
    return (unsigned)sum;
}

/* Cells with one empty neighbour. */
static unsigned WIDTH(ends_of)(CELLS cells, unsigned width, unsigned height)
{
    CELLS left = WIDTH(first_column)(width, height), right = left << (width - 1);
    CELLS near[4] = {cells << 1 & ~left, cells >> 1 & ~right, 0, 0}, once = 0, twice = 0;
    if (height > 1) {
        near[2] = cells << width;
        near[3] = cells >> width;
    }
    for (int i = 0; i < 4; i++) {
        twice |= once & near[i];
        once |= near[i];
    }
    return WIDTH(cram_count)(cells & once & ~twice);
}

/* Cells of a connected set without which the others are not connected. */
static unsigned WIDTH(joints_of)(CELLS cells, unsigned width, unsigned height)
{
    CELLS left = WIDTH(first_column)(width, height), right = left << (width - 1);
    unsigned joints = 0;
    for (CELLS each = cells; each != 0; each &= each - 1) {
        CELLS cell = each & (~each + 1), rest = cells & ~cell;
        CELLS near = WIDTH(neighbours)(cell, width, height, left, right) & rest;
        CELLS part = WIDTH(flood)(near & (~near + 1), rest, near, width, height, left, right);
        joints += (near & ~part) != 0;
    }
    return joints;
}

/* What order.h measures, of a canonical piece; `unlike` was found when it was canonised. */
static void WIDTH(measure)(CELLS cells, unsigned width, unsigned height, unsigned wants,
                           struct cram_measure *measure)
{
    CELLS right = WIDTH(first_column)(width, height) << (width - 1);
    measure->pieces = 1;
    measure->size = measure->largest = width * height;
    measure->cells = WIDTH(cram_count)(cells);
    measure->dominoes = WIDTH(cram_count)(cells & ~right & cells >> 1) +
                        (height == 1 ? 0 : WIDTH(cram_count)(cells & cells >> width));
    WIDTH(measure_lines)(cells, width, height, (wants & CRAM_WANTS_FILL) != 0, measure);
    if ((wants & CRAM_WANTS_JOINTS) != 0)
        measure->joints = WIDTH(joints_of)(cells, width, height);
    if ((wants & CRAM_WANTS_CENTRE) == 0)
        return;
    measure->centre = WIDTH(centre_of)(cells, width, height);
    measure->ends = WIDTH(ends_of)(cells, width, height);
}

/* A connected set of cells of a board, cropped and canonised, as a piece. */
static void WIDTH(canonise)(CELLS cells, unsigned width, unsigned height, struct piece *piece)
{
    CELLS column = WIDTH(first_column)(width, height), row = WIDTH(full)(width);
    unsigned top = WIDTH(cram_first)(cells) / width, bottom = height, first = 0, last = width;
    while (((cells >> ((bottom - 1) * width)) & row) == 0)
        bottom--;
    while ((cells & column << first) == 0)
        first++;
    while ((cells & column << (last - 1)) == 0)
        last--;
    unsigned wide = last - first, high = bottom - top;
    CELLS cropped = 0, part = WIDTH(full)(wide);
    for (unsigned i = bottom; i-- > top;)
        cropped = (high == 1 ? 0 : cropped << wide) | (cells >> (i * width + first) & part);
    if (high > wide) {
        cropped = WIDTH(transposed)(cropped, wide, high);
        unsigned swapped = wide;
        wide = high;
        high = swapped;
    }
    unsigned alike = 0, images = 4;
    CELLS least = cropped;
    WIDTH(least_of_four)(cropped, wide, high, cropped, &least, &alike);
    if (wide == high) {
        CELLS turned = WIDTH(transposed)(cropped, wide, high);
        WIDTH(least_of_four)(turned, wide, high, cropped, &least, &alike);
        images = 8;
    }
    struct cram_board board = {wide, high, least};
    piece->size = (uint8_t)cram_encode(&board, piece->code);
    piece->unlike = (uint16_t)(1023 - 1023 * alike / (images * wide * high));
}

/* Makes an option of what a move leaves of a component: its pieces, sorted. */
static void WIDTH(make_option)(CELLS rest, CELLS near, unsigned width, unsigned height, CELLS left,
                               CELLS right, struct option *option)
{
    option->count = 0;
    while (near != 0) {
        CELLS seed = near & (~near + 1);
        CELLS part = WIDTH(flood)(seed, rest, near, width, height, left, right);
        /* All the neighbours of the domino reached: the rest is one piece, reached or not. */
        part = (near & ~part) == 0 ? rest : part;
        rest &= ~part;
        near &= ~part;
        if ((part & (part - 1)) != 0) /* more than a single cell */
            WIDTH(canonise)(part, width, height, &option->pieces[option->count++]);
    }
    sort_pieces(option);
}

/* Makes the options one by one until `wanted` is satisfied with one; returns whether it was. */
static bool WIDTH(options)(unsigned width, unsigned height, CELLS cells,
                           struct cram_scratch *scratch, const struct wanted *wanted)
{
    CELLS left = WIDTH(first_column)(width, height), right = left << (width - 1);
    CELLS across = cells & ~right & cells >> 1, down = height == 1 ? 0 : cells & cells >> width;
    scratch->count = 0;
    while ((across | down) != 0) {
        CELLS domino;
        if (across != 0) {
            domino = (CELLS)3 << WIDTH(cram_first)(across);
            across &= across - 1;
        } else {
            domino = (CELLS)1 << WIDTH(cram_first)(down);
            domino |= domino << width;
            down &= down - 1;
        }
        CELLS rest = cells & ~domino;
        CELLS near = WIDTH(neighbours)(domino, width, height, left, right) & rest;
        struct option *option = &scratch->options[scratch->count++];
        WIDTH(make_option)(rest, near, width, height, left, right, option);
        if (wanted != NULL && satisfies(wanted, option))
            return true;
    }
    return false;
}

static void WIDTH(split)(unsigned width, unsigned height, CELLS cells, struct zm_list *components)
{
    CELLS left = WIDTH(first_column)(width, height), right = left << (width - 1);
    while (cells != 0) {
        CELLS part = WIDTH(flood)(cells & (~cells + 1), cells, 0, width, height, left, right);
        cells &= ~part;
        struct piece piece;
        if ((part & (part - 1)) == 0)
            continue;
        WIDTH(canonise)(part, width, height, &piece);
        zm_list_add(components, zm_bytes(piece.code, piece.size));
    }
}

#undef CELLS
#undef ZM_CRAM_BITS
