/* Small boards as bits; see small.h. */
#include "engines/go/small.h"

/* Says where a symmetry takes every set of nine points, each made of one with a point less. */
static void turn_sets(struct small_size *size, unsigned image)
{
    for (unsigned part = 0; part < SMALL_PARTS; part++)
        for (uint32_t set = 1; set < 1 << SMALL_PART_BITS; set++) {
            unsigned point = part * SMALL_PART_BITS + (unsigned)__builtin_ctz(set);
            uint32_t *turned = &size->turned[part][set][image];
            *turned = size->turned[part][set & (set - 1)][image];
            if (point < size->points)
                *turned |= UINT32_C(1) << size->images[image][point];
        }
}

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
    for (unsigned i = 0; i < size->symmetries; i++)
        turn_sets(size, i);
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

/* The stones of a side that cannot be taken, and the regions that are left.
 *
 * Benson's rounds: chains with fewer than two regions that are vital to them go, then the regions
 * that such chains border, until nothing changes. A region is vital to a chain when all its empty
 * points are liberties of the chain; or, so that captures inside change nothing of it, when `whole`
 * asks all its points to be beside the chain. */
static uint32_t find_alive(const struct small_size *size, const struct small_board *board,
                           unsigned side, bool whole, uint32_t *regions, unsigned *region_count)
{
    uint32_t own = board->stones[side], empty = size->all & ~own & ~board->stones[1 - side];
    uint32_t chains[MOST_PARTS], alive = own, counts = whole ? size->all : empty;
    unsigned chain_count = split(size, own, chains);
    *region_count = split(size, size->all & ~own, regions);
    for (bool changed = own != 0; changed;) {
        changed = false;
        for (unsigned i = 0; i < chain_count; i++) {
            uint32_t near = small_near(size, chains[i]);
            unsigned vital = 0;
            for (unsigned k = 0; k < *region_count; k++)
                vital += (regions[k] & empty) != 0 && (regions[k] & counts & ~near) == 0;
            if (chains[i] == 0 || vital >= 2)
                continue;
            for (unsigned k = 0; k < *region_count; k++)
                if (near & regions[k])
                    regions[k] = 0;
            alive &= ~chains[i];
            chains[i] = 0;
            changed = true;
        }
    }
    return alive;
}

/* Fewer stones have larger regions, so what the regions between all stones of a side do not allow
 * those between the ones that are alive do not either. */
struct small_most small_most(const struct small_size *size, const struct small_board *board,
                             unsigned side)
{
    uint32_t own = board->stones[side], others = size->all & ~own, near = small_near(size, own);
    uint32_t empty = others & ~board->stones[1 - side], part, lost = 0;
    unsigned vital = 0, beside = 0; /* regions that give life, to small_sure and to small_safe */
    for (uint32_t rest = others; rest != 0; rest &= ~part) {
        part = small_flood(size, rest & -rest, others);
        uint32_t inside = part & ~near;
        vital += (part & empty) != 0 && (inside & empty) == 0;
        beside += (part & empty) != 0 && inside == 0;
        lost |= (inside & (inside - 1)) != 0 ? part : 0;
    }
    int eyes = __builtin_popcount(others & ~small_near(size, others));
    return (struct small_most){
        .sure = vital < 2 ? 0 : __builtin_popcount(own) + eyes,
        .safe = beside < 2 ? 0 : (int)size->points - __builtin_popcount(lost),
    };
}

/* A stone changes only the region that it stands in. */
uint32_t small_hopes(const struct small_size *size, const struct small_board *board, unsigned side,
                     int points)
{
    uint32_t own = board->stones[side], others = size->all & ~own, near = small_near(size, own);
    uint32_t parts[MOST_PARTS], hopes = 0;
    unsigned count = 0;
    int kept = (int)size->points;
    for (uint32_t rest = others, part; rest != 0; rest &= ~part) {
        part = small_flood(size, rest & -rest, others);
        uint32_t inside = part & ~near;
        if ((inside & (inside - 1)) != 0) {
            parts[count++] = part;
            kept -= __builtin_popcount(part);
        }
    }
    if (kept >= points)
        return others & ~board->stones[1 - side];
    for (unsigned i = 0; i < count; i++)
        if (kept + __builtin_popcount(parts[i]) >= points)
            hopes |= parts[i];
    return hopes & ~board->stones[1 - side];
}

uint32_t small_sure(const struct small_size *size, const struct small_board *board, unsigned side)
{
    uint32_t regions[MOST_PARTS];
    unsigned count;
    uint32_t alive = find_alive(size, board, side, false, regions, &count), sure = alive;
    for (unsigned k = 0; alive != 0 && k < count; k++)
        if (__builtin_popcount(regions[k]) == 1 && (small_near(size, regions[k]) & ~alive) == 0)
            sure |= regions[k];
    return sure;
}

uint32_t small_alive(const struct small_size *size, const struct small_board *board, unsigned side)
{
    uint32_t regions[MOST_PARTS];
    unsigned count;
    return find_alive(size, board, side, true, regions, &count);
}

/* Stones beside those that cannot be taken join them, so in a region the side can fill every point
 * but those that are not beside any: `inside`. Of these an eye of the other needs one, and of one
 * eye alone the last liberty can be filled as well. A stone that has taken such an eye must still be
 * able to join the others, by the next move if it has to. */
uint32_t small_safe(const struct small_size *size, const struct small_board *board, unsigned side,
                    bool to_move)
{
    uint32_t regions[MOST_PARTS], part;
    unsigned count;
    uint32_t alive = find_alive(size, board, side, true, regions, &count), safe = alive;
    uint32_t empty = size->all & ~board->stones[0] & ~board->stones[1];
    uint32_t near = small_near(size, alive), rest = alive == 0 ? 0 : size->all & ~alive;
    for (; rest != 0; rest &= ~part) {
        part = small_flood(size, rest & -rest, size->all & ~alive);
        uint32_t inside = part & ~near;
        bool alone = (part & board->stones[side]) != 0;
        int space = __builtin_popcount(small_near(size, inside) & empty);
        if ((inside & (inside - 1)) != 0 || (alone && space < (to_move ? 1 : 2)))
            continue;
        to_move = to_move && !(alone && space < 2); /* that is what the move is for */
        safe |= part;
    }
    return safe;
}
