/* The engine is made twice from the same sources, as PCRE2 is made for each width of a character:
 * "narrow", with boards in words of 64 bits, and "wide", compiled with ZM_CRAM_WIDE, with boards of
 * up to 88 cells in words of 128. This file has all that differs between the two; the others speak
 * of zm_cram_cells. engine.c, which is made once, takes the narrow one for boxes that fit in it.
 *
 * Nothing of one width may see anything of the other, so the functions that files of the engine
 * call in each other have other names in the wide one: see the end of this file. Outside there are
 * only zm_cram_narrow and zm_cram_wide (search.h).
 *
 * Why 88 cells: an entry of a table has 16 bytes, and memory is what limits large boards. A key
 * must stay exact, for a nimber found under a wrong one would be a false proof. So the cells beyond
 * the 64th are kept in 24 bits of the other half of the entry, where the wide engine notes fewer
 * heaps and fewer excluded values. What has no place there is not noted: numbers of a heap of 4 or
 * more are looked up without knowing whether there are any, and a component of nimber 28 or more (7
 * is the largest of all that 5x8 needs) could keep a search from ending, never make it wrong.
 * Larger boards, which nobody will solve soon, are left to the general search. */
#ifndef ZM_ENGINES_CRAM_CELLS_H
#define ZM_ENGINES_CRAM_CELLS_H

#include "base/bits.h"
#include "engines/cram/facts.h"

/* Bit row * stride + column of a board is set when the cell is empty.
 *
 * What is known of a component is one word: the nimber plus 1 in the highest byte, 0 when it is not
 * known; in the wide engine, the tag; a bit for each small heap with which it has numbers in the
 * other table, which most have not; a bit for each value that the nimber was found not to be. A
 * nimber is at most the length of the longest play, half the cells. */
#ifdef ZM_CRAM_WIDE
__extension__ typedef unsigned __int128 zm_cram_cells;
enum {
    ZM_CRAM_WORD = 128,
    ZM_CRAM_MOST_CELLS = 88, /* of a box */
    ZM_CRAM_MOST_STRIDE = 64,
    ZM_CRAM_DOMINOES = 157, /* on 8x11; no board of 88 cells has room for more */
    ZM_CRAM_SIDE = 9,       /* of the largest square */
    ZM_CRAM_TAG_SHIFT = 32,
    ZM_CRAM_NUMBERS_SHIFT = 28
};
#define ZM_CRAM_TAG UINT64_C(0x00ffffff00000000)
/* The strides that have code of their own: those of boards that can be solved. */
#define ZM_CRAM_STRIDES(code)                                                                      \
    code(9) code(10) code(11) code(12) code(13) code(16) code(17) code(22) code(23) code(24)
#else
typedef uint64_t zm_cram_cells;
enum {
    ZM_CRAM_WORD = 64,
    ZM_CRAM_MOST_CELLS = 64,
    ZM_CRAM_MOST_STRIDE = 32,
    ZM_CRAM_DOMINOES = 112, /* on 8x8 */
    ZM_CRAM_SIDE = 8,
    ZM_CRAM_TAG_SHIFT = 56,
    ZM_CRAM_NUMBERS_SHIFT = 40
};
#define ZM_CRAM_TAG UINT64_C(0)
#define ZM_CRAM_STRIDES(code) code(8) code(9) code(10) code(11) code(12) code(16)
#endif
enum { ZM_CRAM_NIMBER_SHIFT = 56, ZM_CRAM_VALUES = ZM_CRAM_NUMBERS_SHIFT };
enum { ZM_CRAM_HEAPS_NOTED = ZM_CRAM_TAG_SHIFT - ZM_CRAM_NUMBERS_SHIFT };

static inline zm_cram_cells zm_cram_cell(unsigned bit)
{
    return (zm_cram_cells)1 << bit;
}

/* Rows of 16 cells in the opposite order. */
static inline uint64_t zm_cram_rows_reversed_64(uint64_t x)
{
    x = x >> 32 | x << 32;
    return (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
}

/* How many cells; the first and the last of some; all of them, rows of 8 cells, and rows of 16 in
 * the opposite order; rows laid on each other until they fill 64 bits; something to hash cells by;
 * those beyond the 64th, as they stand in the word of an entry. */
#ifdef ZM_CRAM_WIDE
static inline unsigned zm_cram_count(zm_cram_cells x)
{
    return (unsigned)(__builtin_popcountll((uint64_t)x) +
                      __builtin_popcountll((uint64_t)(x >> 64)));
}

static inline unsigned zm_cram_first(zm_cram_cells x)
{
    return (uint64_t)x != 0 ? (unsigned)__builtin_ctzll((uint64_t)x)
                            : 64 + (unsigned)__builtin_ctzll((uint64_t)(x >> 64));
}

static inline unsigned zm_cram_last(zm_cram_cells x)
{
    return (uint64_t)(x >> 64) != 0 ? 127 - (unsigned)__builtin_clzll((uint64_t)(x >> 64))
                                    : 63 - (unsigned)__builtin_clzll((uint64_t)x);
}

static inline zm_cram_cells zm_cram_reversed(zm_cram_cells x)
{
    return (zm_cram_cells)zm_reverse64((uint64_t)x) << 64 | zm_reverse64((uint64_t)(x >> 64));
}

static inline zm_cram_cells zm_cram_rows_of_8_reversed(zm_cram_cells x)
{
    return (zm_cram_cells)__builtin_bswap64((uint64_t)x) << 64 |
           __builtin_bswap64((uint64_t)(x >> 64));
}

static inline zm_cram_cells zm_cram_rows_of_16_reversed(zm_cram_cells x)
{
    return (zm_cram_cells)zm_cram_rows_reversed_64((uint64_t)x) << 64 |
           zm_cram_rows_reversed_64((uint64_t)(x >> 64));
}

static inline uint64_t zm_cram_rows_together(zm_cram_cells x)
{
    return (uint64_t)x | (uint64_t)(x >> 64);
}

static inline uint64_t zm_cram_tag(zm_cram_cells key)
{
    return (uint64_t)(key >> 64) << ZM_CRAM_TAG_SHIFT;
}

static inline uint64_t zm_cram_mixed(zm_cram_cells x)
{
    return (uint64_t)x ^ (uint64_t)(x >> 64) * UINT64_C(0xD6E8FEB86659FD93);
}
#else
static inline unsigned zm_cram_count(zm_cram_cells x)
{
    return (unsigned)__builtin_popcountll(x);
}

static inline unsigned zm_cram_first(zm_cram_cells x)
{
    return (unsigned)__builtin_ctzll(x);
}

static inline unsigned zm_cram_last(zm_cram_cells x)
{
    return 63 - (unsigned)__builtin_clzll(x);
}

static inline zm_cram_cells zm_cram_reversed(zm_cram_cells x)
{
    return zm_reverse64(x);
}

static inline zm_cram_cells zm_cram_rows_of_8_reversed(zm_cram_cells x)
{
    return __builtin_bswap64(x);
}

static inline zm_cram_cells zm_cram_rows_of_16_reversed(zm_cram_cells x)
{
    return zm_cram_rows_reversed_64(x);
}

static inline uint64_t zm_cram_rows_together(zm_cram_cells x)
{
    return x;
}

static inline uint64_t zm_cram_tag(zm_cram_cells key)
{
    (void)key;
    return 0;
}

static inline uint64_t zm_cram_mixed(zm_cram_cells x)
{
    return x;
}
#endif

/* What a table has of a component; 0: nothing. */
static inline uint64_t zm_cram_look_up(const struct zm_facts *facts, zm_cram_cells key)
{
    return zm_facts_tagged(facts, (uint64_t)key, ZM_CRAM_TAG, zm_cram_tag(key));
}

static inline void zm_cram_prefetch(const struct zm_facts *facts, zm_cram_cells key)
{
    zm_facts_prefetch(facts, (uint64_t)key, zm_cram_tag(key));
}

#ifdef ZM_CRAM_WIDE
#define zm_cram_component zm_cram_wide_component
#define zm_cram_couple_key zm_cram_wide_couple_key
#define zm_cram_couple_numbers zm_cram_wide_couple_numbers
#define zm_cram_drop_child zm_cram_wide_drop_child
#define zm_cram_enter zm_cram_wide_enter
#define zm_cram_evaluate zm_cram_wide_evaluate
#define zm_cram_exclude zm_cram_wide_exclude
#define zm_cram_expand zm_cram_wide_expand
#define zm_cram_fold zm_cram_wide_fold
#define zm_cram_keep_numbers zm_cram_wide_keep_numbers
#define zm_cram_key zm_cram_wide_key
#define zm_cram_knowledge_close zm_cram_wide_knowledge_close
#define zm_cram_knowledge_open zm_cram_wide_knowledge_open
#define zm_cram_layout_init zm_cram_wide_layout_init
#define zm_cram_learn zm_cram_wide_learn
#define zm_cram_leave zm_cram_wide_leave
#define zm_cram_make_first zm_cram_wide_make_first
#define zm_cram_mex_decide zm_cram_wide_mex_decide
#define zm_cram_mirrored zm_cram_wide_mirrored
#define zm_cram_moves_begin zm_cram_wide_moves_begin
#define zm_cram_numbers zm_cram_wide_numbers
#define zm_cram_options zm_cram_wide_options
#define zm_cram_part zm_cram_wide_part
#define zm_cram_pass zm_cram_wide_pass
#define zm_cram_refresh zm_cram_wide_refresh
#define zm_cram_set_numbers zm_cram_wide_set_numbers
#define zm_cram_this_width zm_cram_wide
#define zm_cram_view zm_cram_wide_view
#else
#define zm_cram_this_width zm_cram_narrow
#endif

#endif
