/* Thermographs at eight temperatures; see walls.h. */
#include "engines/domineering/walls.h"

#include "base/pages.h"

/* The mast of walls that meet between two temperatures: between them a left wall is level or falls
 * as fast as the tax rises, and a right wall is level or rises so. Where both are straight the
 * meeting point is exact, else it is at least the higher of what is surely below it. */
static int meeting_height(int left_before, int right_before, int left, int right)
{
    if (right - right_before == ZM_WALL_STEP && left_before - left == ZM_WALL_STEP)
        return right_before + (left_before - right_before) / 2;
    return left > right_before ? left : right_before;
}

/* The first temperature where the left scaffold is below the right one; ZM_TEMPERATURES: none. */
static int first_cold(zm_wall left, zm_wall right)
{
    zm_wall cold = left < right;
    uint64_t words[2];
    memcpy(words, &cold, sizeof words);
    if (words[0] != 0)
        return __builtin_ctzll(words[0]) / 16;
    return words[1] != 0 ? 4 + __builtin_ctzll(words[1]) / 16 : ZM_TEMPERATURES;
}

static void keep_wall(int8_t *kept, zm_wall wall)
{
    zm_narrow_wall narrow = __builtin_convertvector(wall, zm_narrow_wall);
    memcpy(kept, &narrow, sizeof narrow);
}

void zm_scaffold_end(const struct zm_scaffold *scaffold, struct zm_walls *walls)
{
    struct zm_walls lefts, rights;
    memcpy(&lefts, &scaffold->left, sizeof lefts);
    memcpy(&rights, &scaffold->right, sizeof rights);
    zm_wall taxes = zm_wall_temperatures(), places = {0, 1, 2, 3, 4, 5, 6, 7};
    zm_wall left =
        scaffold->has_left ? zm_wall_read(lefts.right) - taxes : zm_wall_level(ZM_WALL_NOTHING);
    zm_wall right =
        scaffold->has_right ? zm_wall_read(rights.left) + taxes : zm_wall_level(-ZM_WALL_NOTHING);
    int from = 0, height = 0;
    if (left[0] <= right[0]) { /* the simplest whole number between them */
        height = left[0] > 0 ? left[0] : right[0] < 0 ? right[0] : 0;
    } else {
        from = first_cold(left, right);
        if (from < ZM_TEMPERATURES)
            height = meeting_height(left[from - 1], right[from - 1], left[from], right[from]);
    }
    zm_wall mast = places >= (int16_t)from, risen = zm_wall_level((int16_t)height);
    keep_wall(walls->left, (risen & mast) | (left & ~mast));
    keep_wall(walls->right, (risen & mast) | (right & ~mast));
}

struct zm_walls *zm_walls_of_strips(unsigned lines, unsigned width)
{
    size_t count = (size_t)1 << lines * width;
    struct zm_walls *walls = zm_pages(count * sizeof *walls);
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
