/* Small boards as bits; see small.h. */
#include "engines/go/small.h"

void small_size_set(struct small_size *size, unsigned columns, unsigned rows)
{
    *size = (struct small_size){.columns = columns, .rows = rows, .points = columns * rows};
    size->all = (uint32_t)((UINT64_C(1) << size->points) - 1);
    size->symmetries = columns == rows ? 8 : 4;
    for (unsigned point = 0; point < size->points; point++) {
        unsigned column = point % columns, row = point / columns;
        size->not_first |= (uint32_t)(column > 0) << point;
        size->not_last |= (uint32_t)(column + 1 < columns) << point;
        for (unsigned i = 0; i < size->symmetries; i++) {
            unsigned x = i & 1 ? columns - 1 - column : column, y = i & 2 ? rows - 1 - row : row;
            size->images[i][point] = (uint8_t)(i & 4 ? x * columns + y : y * columns + x);
        }
    }
}

void small_read(const struct go_board *from, struct small_board *board)
{
    *board = (struct small_board){{0, 0}};
    for (unsigned i = 0; i < go_size(from); i++)
        if (from->points[i] != GO_EMPTY)
            board->stones[from->points[i] - GO_BLACK] |= UINT32_C(1) << i;
}

bool small_play(const struct small_size *size, struct small_board *board, unsigned side,
                uint32_t point)
{
    uint32_t own = board->stones[side] | point, other = board->stones[1 - side];
    for (uint32_t touched = small_near(size, point) & other; touched != 0;) {
        uint32_t chain = small_flood(size, touched & -touched, other);
        touched &= ~chain;
        if ((small_near(size, chain) & size->all & ~own & ~other) == 0)
            other &= ~chain;
    }
    uint32_t chain = small_flood(size, point, own);
    if ((small_near(size, chain) & ~own & ~other) == 0)
        return false;
    board->stones[side] = own;
    board->stones[1 - side] = other;
    return true;
}

int small_margin(const struct small_size *size, const struct small_board *board)
{
    uint32_t empty = size->all & ~board->stones[0] & ~board->stones[1], reached[2];
    for (int side = 0; side < 2; side++)
        reached[side] = small_flood(size, small_near(size, board->stones[side]) & empty, empty);
    return __builtin_popcount(board->stones[0] | (reached[0] & ~reached[1])) -
           __builtin_popcount(board->stones[1] | (reached[1] & ~reached[0]));
}

enum { MOST_PARTS = SMALL_POINTS };

/* The connected parts of a set. */
static unsigned split(const struct small_size *size, uint32_t set, uint32_t *parts)
{
    unsigned count = 0;
    for (uint32_t rest = set; rest != 0; rest &= ~parts[count - 1])
        parts[count++] = small_flood(size, rest & -rest, set);
    return count;
}

/* Benson's rounds: chains with fewer than two regions that are vital to them go, then the regions
 * that such chains border, until nothing changes. A region is vital to a chain when all its empty
 * points are liberties of the chain. */
uint32_t small_sure(const struct small_size *size, const struct small_board *board, unsigned side)
{
    uint32_t own = board->stones[side], empty = size->all & ~own & ~board->stones[1 - side];
    uint32_t chains[MOST_PARTS], regions[MOST_PARTS], alive = own, sure;
    unsigned chain_count = split(size, own, chains);
    unsigned region_count = split(size, size->all & ~own, regions);
    for (bool changed = own != 0; changed;) {
        changed = false;
        for (unsigned i = 0; i < chain_count; i++) {
            uint32_t liberties = small_near(size, chains[i]) & empty;
            unsigned vital = 0;
            for (unsigned k = 0; k < region_count; k++)
                vital += regions[k] != 0 && (regions[k] & empty) != 0 &&
                         (regions[k] & empty & ~liberties) == 0;
            if (chains[i] == 0 || vital >= 2)
                continue;
            for (unsigned k = 0; k < region_count; k++)
                if (small_near(size, chains[i]) & regions[k])
                    regions[k] = 0;
            alive &= ~chains[i];
            chains[i] = 0;
            changed = true;
        }
    }
    sure = alive;
    for (unsigned k = 0; alive != 0 && k < region_count; k++)
        if (__builtin_popcount(regions[k]) == 1 && (small_near(size, regions[k]) & ~alive) == 0)
            sure |= regions[k];
    return sure;
}

uint64_t small_key(const struct small_size *size, const struct small_board *board)
{
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < size->symmetries; i++) {
        uint64_t key = 0;
        for (int side = 0; side < 2; side++)
            for (uint32_t rest = board->stones[side]; rest != 0; rest &= rest - 1)
                key |= UINT64_C(1)
                       << (size->images[i][__builtin_ctz(rest)] + (side == 0 ? 0 : SMALL_POINTS));
        least = key < least ? key : least;
    }
    return least;
}
