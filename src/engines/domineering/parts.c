/* Thermographs of small parts; see parts.h. A part is looked at as a whole, never as a sum, so that
 * its walls are as exact as eight temperatures are. */
#include "engines/domineering/parts.h"

#include "base/bits.h"

#include <stdlib.h>

enum { FEWEST_PARTS = 1 << 10, BOX_BITS = 64 };

bool zm_domino_parts_open(struct zm_domino_parts *parts, size_t bytes)
{
    *parts = (struct zm_domino_parts){.size = FEWEST_PARTS, .most = bytes / sizeof *parts->entries};
    parts->entries = calloc(parts->size, sizeof *parts->entries);
    for (unsigned width = 1; width <= ZM_DOMINEERING_SIDE; width++)
        for (unsigned i = 0; i < BOX_BITS; i += width)
            parts->left_edge[width] |= UINT64_C(1) << i;
    return parts->entries != NULL;
}

void zm_domino_parts_close(struct zm_domino_parts *parts)
{
    free(parts->entries);
    *parts = (struct zm_domino_parts){0};
}

static uint64_t row_mask(unsigned width)
{
    return (UINT64_C(1) << width) - 1;
}

struct zm_domino_box zm_domino_box(const struct zm_domino_board *board, zm_domino_cells cells)
{
    unsigned columns = board->lines[ZM_RIGHT], rows = 0, shift = 0;
    uint64_t used = 0, line = row_mask(columns);
    while (((uint64_t)cells & line) == 0)
        cells >>= columns;
    for (zm_domino_cells rest = cells; rest != 0; rest >>= columns, rows++)
        used |= (uint64_t)rest & line;
    unsigned first = (unsigned)__builtin_ctzll(used);
    unsigned width = BOX_BITS - (unsigned)__builtin_clzll(used) - first;
    if (rows * width > BOX_BITS)
        return (struct zm_domino_box){0};
    struct zm_domino_box box = {0, width};
    for (; cells != 0; cells >>= columns, shift += width)
        box.cells |= ((uint64_t)cells >> first & row_mask(width)) << shift;
    return box;
}

/* Takes away the cells without a free neighbour and moves the rest to the corner of a box that is
 * no wider than it must be. */
static struct zm_domino_box cropped(struct zm_domino_box box, uint64_t left_edge)
{
    uint64_t right = box.cells << 1 & ~left_edge, left = (box.cells & ~left_edge) >> 1;
    box.cells &= right | left | box.cells << box.width | box.cells >> box.width;
    if (box.cells == 0)
        return (struct zm_domino_box){0, 1};
    uint64_t line = row_mask(box.width), used = 0;
    while ((box.cells & line) == 0)
        box.cells >>= box.width;
    for (uint64_t rest = box.cells; rest != 0; rest >>= box.width)
        used |= rest & line;
    unsigned first = (unsigned)__builtin_ctzll(used), shift = 0;
    struct zm_domino_box smaller = {0, BOX_BITS - (unsigned)__builtin_clzll(used) - first};
    if (smaller.width == box.width)
        return box;
    for (uint64_t rest = box.cells; rest != 0; rest >>= box.width, shift += smaller.width)
        smaller.cells |= (rest >> first & row_mask(smaller.width)) << shift;
    return smaller;
}

/* The place of a part: its entry, or the free one where it belongs. */
static struct zm_domino_part *place_of(const struct zm_domino_parts *parts,
                                       struct zm_domino_box box)
{
    size_t i = zm_mix64(box.cells ^ (uint64_t)box.width << 58) & (parts->size - 1);
    while (parts->entries[i].width != 0 &&
           (parts->entries[i].cells != box.cells || parts->entries[i].width != box.width))
        i = (i + 1) & (parts->size - 1);
    return &parts->entries[i];
}

static bool grow(struct zm_domino_parts *parts)
{
    struct zm_domino_parts larger = *parts;
    larger.size *= 2;
    larger.entries =
        larger.size <= parts->most ? calloc(larger.size, sizeof *larger.entries) : NULL;
    if (larger.entries == NULL)
        return false;
    for (size_t i = 0; i < parts->size; i++)
        if (parts->entries[i].width != 0)
            *place_of(&larger, (struct zm_domino_box){parts->entries[i].cells,
                                                      parts->entries[i].width}) = parts->entries[i];
    free(parts->entries);
    *parts = larger;
    return true;
}

/* Adds what a move leaves to the scaffolds of both sides: a move of one is a move of the other's
 * opponent. */
static bool add_option(struct zm_domino_parts *parts, struct zm_domino_box box, enum zm_side side,
                       struct zm_scaffold scaffolds[2])
{
    struct zm_walls walls[2];
    if (!zm_domino_parts_find(parts, box, walls))
        return false;
    zm_scaffold_left(&scaffolds[side], &walls[side]);
    zm_scaffold_right(&scaffolds[zm_domino_other(side)], &walls[zm_domino_other(side)]);
    return true;
}

static bool make(struct zm_domino_parts *parts, struct zm_domino_box box, uint64_t left_edge,
                 struct zm_walls walls[2])
{
    struct zm_scaffold scaffolds[2];
    uint64_t upright = box.cells & box.cells >> box.width;
    uint64_t level = box.cells & (box.cells & ~left_edge) >> 1;
    zm_scaffold_begin(&scaffolds[ZM_LEFT]);
    zm_scaffold_begin(&scaffolds[ZM_RIGHT]);
    for (; upright != 0; upright &= upright - 1) {
        uint64_t half = upright & -upright;
        struct zm_domino_box rest = {box.cells & ~(half | half << box.width), box.width};
        if (!add_option(parts, rest, ZM_LEFT, scaffolds))
            return false;
    }
    for (; level != 0; level &= level - 1) {
        struct zm_domino_box rest = {box.cells & ~((level & -level) * 3), box.width};
        if (!add_option(parts, rest, ZM_RIGHT, scaffolds))
            return false;
    }
    zm_scaffold_end(&scaffolds[ZM_LEFT], &walls[ZM_LEFT]);
    zm_scaffold_end(&scaffolds[ZM_RIGHT], &walls[ZM_RIGHT]);
    return true;
}

bool zm_domino_parts_find(struct zm_domino_parts *parts, struct zm_domino_box box,
                          struct zm_walls walls[2])
{
    box = cropped(box, parts->left_edge[box.width]);
    if (box.cells == 0) {
        memset(walls, 0, 2 * sizeof *walls);
        return true;
    }
    struct zm_domino_part *place = place_of(parts, box);
    if (place->width == 0) {
        struct zm_domino_part part = {.cells = box.cells, .width = box.width};
        if (parts->full || !make(parts, box, parts->left_edge[box.width], part.walls))
            return false;
        if ((parts->count + 1) * 2 > parts->size && !grow(parts)) {
            parts->full = true;
            return false;
        }
        parts->count++;
        place = place_of(parts, box);
        *place = part;
    }
    memcpy(walls, place->walls, sizeof place->walls);
    return true;
}
