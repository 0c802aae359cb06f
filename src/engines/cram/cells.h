/* The engine is made twice from the same sources (games/cram/width.h): "narrow", with boards in
 * words of 64 bits, and "wide", compiled with ZM_CRAM_BITS 128, with boards of up to 88 cells. This
 * file has all that differs between the two; the others speak of zm_cram_cells, and say
 * WIDTH(zm_cram_expand) for functions that other files of the engine call: zm_cram_expand_64 and
 * zm_cram_expand_128 for the linker. engine.c, which is made once, takes the narrow one for boxes
 * that fit in it.
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

#include "engines/cram/facts.h"

#ifndef ZM_CRAM_BITS
#define ZM_CRAM_BITS 64
#endif
#include "games/cram/width.h"

/* Bit row * stride + column of a board is set when the cell is empty.
 *
 * What is known of a component is one word: the nimber plus 1 in the highest byte, 0 when it is not
 * known; in the wide engine, the tag; a bit for each small heap with which it has numbers in the
 * other table, which most have not; a bit for each value that the nimber was found not to be. A
 * nimber is at most the length of the longest play, half the cells. */
typedef WIDTH(cram_word) zm_cram_cells;

#if ZM_CRAM_BITS == 128
enum {
    ZM_CRAM_MOST_CELLS = 88, /* of a box */
    ZM_CRAM_MOST_STRIDE = 64,
    ZM_CRAM_DOMINOES = 157, /* on 8x11; no board of 88 cells has room for more */
    ZM_CRAM_SIDE = 9,       /* of the largest square */
    ZM_CRAM_TAG_SHIFT = 32,
    ZM_CRAM_NUMBERS_SHIFT = 28
};
#define ZM_CRAM_TAG UINT64_C(0x00ffffff00000000)
#else
enum {
    ZM_CRAM_MOST_CELLS = 64,
    ZM_CRAM_MOST_STRIDE = 32,
    ZM_CRAM_DOMINOES = 112, /* on 8x8 */
    ZM_CRAM_SIDE = 8,
    ZM_CRAM_TAG_SHIFT = 56,
    ZM_CRAM_NUMBERS_SHIFT = 40
};
#define ZM_CRAM_TAG UINT64_C(0)
#endif
/* The strides that have code of their own: those of boards that can be solved. Few with a sanitizer,
 * where each takes a second to compile. */
#if defined ZM_SANITIZED
#define ZM_CRAM_STRIDES(code) code(9) code(12)
#elif ZM_CRAM_BITS == 128
#define ZM_CRAM_STRIDES(code)                                                                      \
    code(9) code(10) code(11) code(12) code(13) code(16) code(17) code(22) code(23) code(24)
#else
#define ZM_CRAM_STRIDES(code) code(8) code(9) code(10) code(11) code(12) code(16)
#endif
enum { ZM_CRAM_NIMBER_SHIFT = 56, ZM_CRAM_VALUES = ZM_CRAM_NUMBERS_SHIFT };
enum { ZM_CRAM_HEAPS_NOTED = ZM_CRAM_TAG_SHIFT - ZM_CRAM_NUMBERS_SHIFT };

static inline zm_cram_cells zm_cram_cell(unsigned bit)
{
    return (zm_cram_cells)1 << bit;
}

#if ZM_CRAM_BITS == 128
/* Rows laid on each other until they fill 64 bits. */
static inline uint64_t zm_cram_rows_together(zm_cram_cells x)
{
    return (uint64_t)x | (uint64_t)(x >> 64);
}

/* The cells beyond the 64th, as they stand in the word of an entry. */
static inline uint64_t zm_cram_tag(zm_cram_cells key)
{
    return (uint64_t)(key >> 64) << ZM_CRAM_TAG_SHIFT;
}

/* Something to hash cells by. */
static inline uint64_t zm_cram_mixed(zm_cram_cells x)
{
    return (uint64_t)x ^ (uint64_t)(x >> 64) * UINT64_C(0xD6E8FEB86659FD93);
}
#else
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

#endif
