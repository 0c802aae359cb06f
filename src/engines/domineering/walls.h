/* Thermographs at eight temperatures, and the tables of strips made of them.
 *
 * A thermograph has a right wall R_t and a left wall L_t: the stops of the game when every move is
 * taxed by t. They are kept for t = -1, -1/2, ... 5/2, in eighths, never higher than they are, so
 * that sums of them are lower bounds for Left. For any t from -1 on, Left wins a sum of games
 *
 *     moving second when the sum of their R_t is more than t,
 *     moving first when the sum of their R_t and one of the widths L_t - R_t is more than 0.
 *
 * (After Thermostrat, Winning Ways chapter 6: Left answers where Right has moved while that keeps
 * the sum, else he moves in the hottest term. At t = -1 the walls are whole numbers, numbers and
 * infinitesimals count as well, and for a single game the two rules are exact.) */
#ifndef ZM_ENGINES_DOMINEERING_WALLS_H
#define ZM_ENGINES_DOMINEERING_WALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    ZM_TEMPERATURES = 8,
    ZM_WALL_ONE = 8,  /* eighths */
    ZM_WALL_STEP = 4, /* from one temperature to the next */
    ZM_WALL_HOT = 4,  /* the index of t = 1, where moves of a board are about as hot */
};

/* Both walls, as tables keep them. */
struct zm_walls {
    int8_t right[ZM_TEMPERATURES], left[ZM_TEMPERATURES];
};

/* One wall, to count with. */
typedef int16_t zm_wall __attribute__((vector_size(2 * ZM_TEMPERATURES)));
typedef int8_t zm_narrow_wall __attribute__((vector_size(ZM_TEMPERATURES)));

static inline zm_wall zm_wall_read(const int8_t *kept)
{
    zm_narrow_wall narrow;
    memcpy(&narrow, kept, sizeof narrow);
    return __builtin_convertvector(narrow, zm_wall);
}

/* The same number at all temperatures. */
static inline zm_wall zm_wall_level(int16_t height)
{
    return (zm_wall){height, height, height, height, height, height, height, height};
}

static inline zm_wall zm_wall_max(zm_wall a, zm_wall b)
{
#ifdef __SSE2__ /* one instruction, which compilers do not find */
    return (zm_wall)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
    zm_wall more = a > b;
    return (a & more) | (b & ~more);
#endif
}

/* The temperatures themselves. */
static inline zm_wall zm_wall_temperatures(void)
{
    return (zm_wall){-8, -4, 0, 4, 8, 12, 16, 20};
}

static inline bool zm_wall_positive_somewhere(zm_wall wall)
{
    zm_wall positive = wall > 0;
    uint64_t words[2];
    memcpy(words, &positive, sizeof words);
    return (words[0] | words[1]) != 0;
}

/* What a sum of games is known to be worth to Left: the sum of the right walls, and the same with
 * the left wall of one term in the place of its right one; that of no term is far below all. */
struct zm_worth {
    zm_wall second, first;
};

enum { ZM_WALL_NOTHING = -4096 };

static inline struct zm_worth zm_worth_nothing(void)
{
    return (struct zm_worth){zm_wall_level(0), zm_wall_level(ZM_WALL_NOTHING)};
}

static inline struct zm_worth zm_worth_of(const struct zm_walls *walls)
{
    return (struct zm_worth){zm_wall_read(walls->right), zm_wall_read(walls->left)};
}

static inline struct zm_worth zm_worth_add(struct zm_worth a, struct zm_worth b)
{
    return (struct zm_worth){a.second + b.second,
                             zm_wall_max(a.first + b.second, a.second + b.first)};
}

/* The better of two ways to see one sum. */
static inline struct zm_worth zm_worth_max(struct zm_worth a, struct zm_worth b)
{
    return (struct zm_worth){zm_wall_max(a.second, b.second), zm_wall_max(a.first, b.first)};
}

static inline bool zm_worth_wins(struct zm_worth worth, bool moves_first)
{
    return zm_wall_positive_somewhere(moves_first ? zm_wall_max(worth.first, worth.second)
                                                  : worth.second - zm_wall_temperatures());
}

/* The options of one game while its walls are made: the best right wall after a move of Left, the
 * worst left wall after one of Right (each in its half of both walls; the other half is idle). */
typedef int8_t zm_both_walls __attribute__((vector_size(2 * ZM_TEMPERATURES)));
struct zm_scaffold {
    zm_both_walls left, right;
    bool has_left, has_right;
};

static inline void zm_scaffold_begin(struct zm_scaffold *scaffold)
{
    memset(&scaffold->left, INT8_MIN, sizeof scaffold->left);
    memset(&scaffold->right, INT8_MAX, sizeof scaffold->right);
    scaffold->has_left = scaffold->has_right = false;
}

static inline void zm_scaffold_left(struct zm_scaffold *scaffold, const struct zm_walls *option)
{
    zm_both_walls walls;
    memcpy(&walls, option, sizeof walls);
    zm_both_walls more = walls > scaffold->left;
    scaffold->left = (walls & more) | (scaffold->left & ~more);
    scaffold->has_left = true;
}

static inline void zm_scaffold_right(struct zm_scaffold *scaffold, const struct zm_walls *option)
{
    zm_both_walls walls;
    memcpy(&walls, option, sizeof walls);
    zm_both_walls less = walls < scaffold->right;
    scaffold->right = (walls & less) | (scaffold->right & ~less);
    scaffold->has_right = true;
}

/* The walls of the game with these options. */
void zm_scaffold_end(const struct zm_scaffold *scaffold, struct zm_walls *walls);

/* The walls of all sets of free cells of `lines` lines of `width` cells, Left's dominoes crossing
 * from line to line: cell i of line k is bit k * width + i of the index. NULL: no memory. */
struct zm_walls *zm_walls_of_strips(unsigned lines, unsigned width);

#endif
