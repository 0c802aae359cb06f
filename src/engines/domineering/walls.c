/* Thermographs at eight temperatures; see walls.h. */
#include "engines/domineering/walls.h"

#include <limits.h>
#include <stdlib.h>

static void raise_mast(struct zm_walls *walls, int from, int height)
{
    memset(walls->left + from, height, (size_t)(ZM_TEMPERATURES - from));
    memcpy(walls->right + from, walls->left + from, (size_t)(ZM_TEMPERATURES - from));
}

/* The mast of walls that meet between two temperatures: between them a left wall is level or falls
 * as fast as the tax rises, and a right wall is level or rises so. Where both are straight the
 * meeting point is exact, else it is at least the higher of what is surely below it. */
static int meeting_height(int left_before, int right_before, int left, int right)
{
    if (right - right_before == ZM_WALL_STEP && left_before - left == ZM_WALL_STEP)
        return right_before + (left_before - right_before) / 2;
    return left > right_before ? left : right_before;
}

void zm_scaffold_end(const struct zm_scaffold *scaffold, struct zm_walls *walls)
{
    int left_before = 0, right_before = 0;
    struct zm_walls lefts, rights;
    memcpy(&lefts, &scaffold->left, sizeof lefts);
    memcpy(&rights, &scaffold->right, sizeof rights);
    for (int i = 0; i < ZM_TEMPERATURES; i++) {
        int tax = -ZM_WALL_ONE + i * ZM_WALL_STEP;
        int left = scaffold->has_left ? lefts.right[i] - tax : -ZM_WALL_ONE * SCHAR_MAX;
        int right = scaffold->has_right ? rights.left[i] + tax : ZM_WALL_ONE * SCHAR_MAX;
        if (i == 0 && left <= right) { /* the simplest whole number between them */
            raise_mast(walls, 0, left > 0 ? left : right < 0 ? right : 0);
            return;
        }
        if (left < right) {
            raise_mast(walls, i, meeting_height(left_before, right_before, left, right));
            return;
        }
        walls->left[i] = (int8_t)left;
        walls->right[i] = (int8_t)right;
        left_before = left;
        right_before = right;
    }
}

struct zm_walls *zm_walls_of_strips(unsigned lines, unsigned width)
{
    size_t count = (size_t)1 << lines * width;
    struct zm_walls *walls = malloc(count * sizeof *walls);
    uint64_t not_last = 0; /* cells with one after them in their line */
    if (walls == NULL)
        return NULL;
    for (unsigned line = 0; line < lines; line++)
        not_last |= ((UINT64_C(1) << (width - 1)) - 1) << line * width;
    for (size_t cells = 0; cells < count; cells++) {
        struct zm_scaffold scaffold;
        zm_scaffold_begin(&scaffold);
        for (size_t places = cells & cells >> width; places != 0; places &= places - 1) {
            size_t half = places & -places;
            zm_scaffold_left(&scaffold, &walls[cells & ~(half | half << width)]);
        }
        for (size_t places = cells & cells >> 1 & not_last; places != 0; places &= places - 1)
            zm_scaffold_right(&scaffold, &walls[cells & ~((places & -places) * 3)]);
        zm_scaffold_end(&scaffold, &walls[cells]);
    }
    return walls;
}
