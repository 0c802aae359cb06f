/* Moves of a component of Cram made eight at once, one in each lane of a vector register; see
 * lanes.h. What is done to one word in shapes.c is done here to all lanes, in the same order, so
 * that the options are the same: a flood goes on until the last lane has its piece, and the
 * processor need not guess where a flood ends or which moves cut their component, the two things
 * that it would guess wrong. */
#include "engines/cram/lanes.h"

#include <immintrin.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { LANES = ZM_CRAM_SEVERAL };
_Static_assert(LANES == 8, "a register has 512 bits");

/* Comparisons of lanes give all ones or 0. */
typedef uint64_t lanes __attribute__((vector_size(LANES * sizeof(uint64_t))));
typedef uint8_t bytes __attribute__((vector_size(LANES * sizeof(uint64_t))));

/* A few instructions that the compiler has no operators for. */

ALWAYS_INLINE bool any(lanes x)
{
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0;
}

ALWAYS_INLINE lanes least(lanes a, lanes b)
{
    return (lanes)_mm512_min_epu64((__m512i)a, (__m512i)b);
}

/* The place of the last bit set. */
ALWAYS_INLINE lanes last(lanes x)
{
    return 63 - (lanes)_mm512_lzcnt_epi64((__m512i)x);
}

/* Bytes of 16 taken by their numbers. */
ALWAYS_INLINE lanes shuffled(lanes x, lanes by)
{
    return (lanes)_mm512_shuffle_epi8((__m512i)x, (__m512i)by);
}

/* The sums of the bytes. */
ALWAYS_INLINE lanes added_up(lanes x)
{
    return (lanes)_mm512_sad_epu8((__m512i)x, _mm512_setzero_si512());
}

/* A bit for each lane that is not 0. */
ALWAYS_INLINE unsigned bits_of(lanes x)
{
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x);
}

/* The same 16 bytes over and over. */
ALWAYS_INLINE lanes repeated(uint64_t low, uint64_t high)
{
    lanes all;
    for (unsigned i = 0; i < LANES; i++)
        all[i] = i % 2 == 0 ? low : high;
    return all;
}

ALWAYS_INLINE lanes chosen(lanes which, lanes a, lanes b)
{
    return (a & which) | (b & ~which);
}

/* How many bits are set. */
ALWAYS_INLINE lanes counted(lanes x)
{
    const lanes nibble = repeated(0x0f0f0f0f0f0f0f0f, 0x0f0f0f0f0f0f0f0f);
    const lanes bits = repeated(0x0302020102010100, 0x0403030203020201);
    lanes low = shuffled(bits, x & nibble), high = shuffled(bits, x >> 4 & nibble);
    return added_up((lanes)((bytes)low + (bytes)high));
}

/* Boards: what shapes.c has for one word. */

/* All 64 bits in the opposite order. */
ALWAYS_INLINE lanes reversed(lanes x)
{
    const lanes nibble = repeated(0x0f0f0f0f0f0f0f0f, 0x0f0f0f0f0f0f0f0f);
    const lanes turned = repeated(0x0e060a020c040800, 0x0f070b030d050901);
    const lanes backward = repeated(0x0001020304050607, 0x08090a0b0c0d0e0f);
    x = shuffled(turned, x & nibble) << 4 | shuffled(turned, x >> 4 & nibble);
    return shuffled(x, backward);
}

/* All rows that there is room for in the opposite order. */
ALWAYS_INLINE lanes upside_down(unsigned stride, lanes x)
{
    if (stride == 8)
        return shuffled(x, repeated(0x0001020304050607, 0x08090a0b0c0d0e0f));
    if (stride == 16)
        return shuffled(x, repeated(0x0100030205040706, 0x09080b0a0d0c0f0e));
    lanes turned = x & (((UINT64_C(1) << (stride - 1)) << 1) - 1);
    for (unsigned rows = 64 / stride; --rows > 0;) {
        x >>= stride;
        turned = turned << stride | (x & ((UINT64_C(1) << stride) - 1));
    }
    return turned;
}

/* The row of a bit. */
ALWAYS_INLINE lanes row_of(unsigned stride, lanes bit)
{
    if (stride == 8)
        return bit >> 3;
    if (stride == 16)
        return bit >> 4;
    return bit * (0x10000 / stride + 1) >> 16; /* exact for bits less than 64 */
}

/* The columns that cells are in, as one row. */
ALWAYS_INLINE lanes columns(unsigned stride, lanes x)
{
    lanes all = x;
    if (stride == 8 || stride == 16) {
        all |= all >> 32;
        all |= all >> 16;
        return stride == 8 ? (all | all >> 8) & 0xff : all & 0xffff;
    }
    for (unsigned at = stride; at < 64; at += stride)
        all |= x >> at;
    return all & ((UINT64_C(1) << stride) - 1);
}

/* Rows for columns. Called when no row is longer than there are rows on the board. */
ALWAYS_INLINE lanes transposed(const struct zm_cram_layout *layout, unsigned stride, lanes x)
{
    if (stride == 8) {
        lanes t = (x ^ x >> 7) & 0x00aa00aa00aa00aau;
        x ^= t ^ t << 7;
        t = (x ^ x >> 14) & 0x0000cccc0000ccccu;
        x ^= t ^ t << 14;
        t = (x ^ x >> 28) & 0x00000000f0f0f0f0u;
        return x ^ t ^ t << 28;
    }
    lanes turned = x & layout->diagonals[0];
    for (unsigned i = 1; i < 64 / stride; i++) {
        unsigned far = i * (stride - 1);
        turned |= (x & layout->diagonals[i]) << far | (x >> far & layout->diagonals[i]);
    }
    return turned;
}

/* Cells moved to the top left corner of the board, with the last row and column that they touch. */
struct placed {
    lanes cells, row, column;
};

ALWAYS_INLINE struct placed moved_to_corner(unsigned stride, lanes x)
{
    x >>= row_of(stride, last(x & -x)) * stride;
    lanes across = columns(stride, x), margin = last(across & -across);
    x >>= margin;
    return (struct placed){x, row_of(stride, last(x)), last(across) - margin};
}

/* The least of four images; `half_turned` is set to one of them. */
ALWAYS_INLINE lanes least_image(unsigned stride, const struct placed *placed, lanes *half_turned)
{
    lanes below = (64 / stride - 1 - placed->row) * stride;
    lanes upside = upside_down(stride, placed->cells) >> below;
    lanes half = reversed(placed->cells) >> (63 - placed->row * stride - placed->column);
    lanes mirrored = upside_down(stride, half) >> below;
    *half_turned = half;
    return least(least(placed->cells, upside), least(half, mirrored));
}

/* The keys of connected sets of cells in the corner; 0: lost by symmetry. */
ALWAYS_INLINE lanes canonical(const struct zm_cram_layout *layout, unsigned stride,
                              struct placed placed)
{
    lanes square = (lanes)(placed.row == placed.column), high = (lanes)(placed.row > placed.column);
    lanes half, turned = {0};
    if (any(high | square)) {
        turned = transposed(layout, stride, placed.cells);
        placed.cells = chosen(high, turned, placed.cells);
        lanes column = chosen(high, placed.row, placed.column);
        placed.row = chosen(high, placed.column, placed.row);
        placed.column = column;
    }
    lanes key = least_image(stride, &placed, &half), same = (lanes)(half == placed.cells);
    if (any(square)) {
        struct placed other = {turned, placed.column, placed.row};
        lanes its = least_image(stride, &other, &half);
        key = chosen(square, least(key, its), key);
    }
    if (any(same)) { /* shapes.c tells which of these are lost */
        lanes middle = placed.cells >> ((placed.row >> 1) * stride + (placed.column >> 1)) & 1;
        lanes lost = same & ((lanes)(middle == 0) | -(placed.row & placed.column & 1));
        key &= ~lost;
    }
    return key;
}

/* Moves that are being made. */
struct making {
    unsigned count;
    lanes domino, rest, near; /* `near`: neighbours of the domino, in pieces not yet taken */
};

/* The next moves, as many as there are lanes. */
ALWAYS_INLINE void take_dominoes(struct zm_cram_moves *moves, unsigned stride,
                                 struct making *making)
{
    const struct zm_cram_layout *layout = moves->layout;
    uint64_t domino[LANES] = {0};
    unsigned count = 0;
    for (; moves->across != 0 && count < LANES; moves->across &= moves->across - 1, count++)
        domino[count] = (moves->across & -moves->across) * 3;
    for (; moves->down != 0 && count < LANES; moves->down &= moves->down - 1, count++)
        domino[count] = (moves->down & -moves->down) * (1 + (UINT64_C(1) << stride));
    making->count = count;
    memcpy(&making->domino, domino, sizeof domino);
    lanes laid = making->domino;
    making->rest = moves->cells & ~laid & (lanes)(laid != 0);
    making->near = ((laid & ~layout->right) << 1 | (laid & ~layout->left) >> 1 | laid << stride |
                    laid >> stride) &
                   making->rest;
}

/* Ways through the rest: cells that are reached in a straight line from the next cell, from two
 * away, four and eight. */
struct ways {
    lanes leftward[4], upward[3], downward[3];
};

/* Ways along which cells move by `step`, the first of which are `first`. */
ALWAYS_INLINE void find_ways(lanes first, unsigned step, bool forward, unsigned count, lanes *ways)
{
    ways[0] = first;
    for (unsigned i = 1; i < count; i++) {
        unsigned far = step << (i - 1);
        ways[i] = ways[i - 1] & (forward ? ways[i - 1] << far : ways[i - 1] >> far);
    }
}

/* Part with all that is reached along such ways. */
ALWAYS_INLINE lanes spread(lanes part, unsigned step, bool forward, unsigned count,
                           const lanes *ways)
{
    for (unsigned i = 0; i < count; i++)
        part |= (forward ? part << (step << i) : part >> (step << i)) & ways[i];
    return part;
}

/* Takes one piece out of each lane: one that is next to the domino, if there is one left. */
ALWAYS_INLINE lanes take_piece(const struct zm_cram_layout *layout, unsigned stride,
                               const struct ways *ways, struct making *making)
{
    unsigned across = stride == 8 ? 3 : 4,
             down = stride == 16 ? 2 : 3; /* rows of 8, columns of 4 */
    lanes rest = making->rest, part = making->near & -making->near, before, missed;
    lanes open = rest & ~layout->right;
    do {
        before = part;
        /* A sum carries through the cells to the right of the part's, up to the first that is
         * not open. */
        lanes right = ((open + (part & open)) ^ open) & rest;
        part = spread(part, 1, false, across, ways->leftward) | right;
        part = spread(part, stride, true, down, ways->downward) |
               spread(part, stride, false, down, ways->upward);
        missed = making->near & ~part;
    } while (any(missed & (lanes)(part != before)));
    /* Once all the neighbours of the domino are reached, the rest is one piece. */
    part = chosen((lanes)(missed == 0), rest, part);
    making->rest = rest & ~part;
    making->near = missed;
    return part;
}

/* The keys of pieces in the corner; `keyless` lanes have none, and are no reason to do anything. */
ALWAYS_INLINE lanes keys_of(const struct zm_cram_layout *layout, unsigned stride,
                            struct placed placed, lanes keyless)
{
    if (!any(~keyless))
        return placed.cells;
    placed.cells = chosen(keyless, (lanes){0} + 3, placed.cells);
    placed.row &= ~keyless;
    placed.column = chosen(keyless, (lanes){0} + 1, placed.column);
    return canonical(layout, stride, placed);
}

/* Pieces of options, one in each lane. */
struct pieces {
    lanes cells, key;     /* in the corner; its key, where it has one */
    unsigned tiny, keyed; /* lanes whose piece is tiny, or has a key */
};

ALWAYS_INLINE struct pieces pieces_of(const struct zm_cram_moves *moves, unsigned stride,
                                      lanes part)
{
    uint64_t most = moves->tiny != NULL ? ZM_CRAM_TINY : 1; /* cells of a piece without a key */
    lanes size = counted(part), keyless = (lanes)(size <= most);
    struct placed placed = moved_to_corner(stride, part | ((lanes)(part == 0) & 1));
    lanes key = keys_of(moves->layout, stride, placed, keyless);
    return (struct pieces){.cells = placed.cells,
                           .key = key,
                           .tiny = bits_of(keyless & (lanes)(size > 1)), /* one cell is nothing */
                           .keyed = bits_of(~keyless)};
}

/* Tiny pieces met for the first time, by the round in which they were taken. They are evaluated when
 * all pieces are known, option by option, as they would be if options were made one by one: a table
 * that is full then keeps the same whatever the processor. */
struct unmet {
    uint64_t cells[ZM_CRAM_PIECES][LANES];
    unsigned in[ZM_CRAM_PIECES], any; /* lanes that have one */
};

ALWAYS_INLINE void add_tiny(const struct zm_cram_moves *moves, const struct pieces *pieces,
                            struct zm_cram_option *options, struct unmet *unmet, unsigned round)
{
    unmet->in[round] = 0;
    for (unsigned left = pieces->tiny; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        uint64_t word = zm_cram_look_up(&moves->tiny->nimbers, pieces->cells[i]);
        if (word != 0) {
            options[i].nimber ^= (uint32_t)word - 1;
        } else {
            unmet->cells[round][i] = pieces->cells[i];
            unmet->in[round] |= 1u << i;
        }
    }
    unmet->any |= unmet->in[round];
}

static void add_unmet(const struct zm_cram_moves *moves, struct zm_cram_option *options,
                      const struct unmet *unmet, unsigned rounds)
{
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned round = 0; round < rounds; round++)
            if ((unmet->in[round] >> i & 1) != 0)
                options[i].nimber ^= zm_cram_evaluate_tiny_64(moves, unmet->cells[round][i]);
}

/* Adds further pieces to options that have one already. */
ALWAYS_INLINE void add_pieces(const struct pieces *pieces, struct zm_cram_option *options)
{
    for (unsigned left = pieces->tiny | pieces->keyed; left != 0; left &= left - 1)
        options[__builtin_ctz(left)].order -= 1u << ZM_CRAM_PIECES_SHIFT;
    for (unsigned left = pieces->keyed; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        zm_cram_add_piece(&options[i], pieces->key[i]);
        if (options[i].count > 1)
            zm_cram_cancel_pairs(&options[i]);
    }
}

/* Options of the first piece of each lane. */
ALWAYS_INLINE void begin_options(const struct making *making, lanes order, lanes left,
                                 const struct pieces *pieces, struct zm_cram_option *options)
{
    unsigned some = pieces->tiny | pieces->keyed, keyed = pieces->keyed & bits_of(pieces->key);
    for (unsigned i = 0; i < making->count; i++)
        options[i] = (struct zm_cram_option){.keys = {pieces->key[i]},
                                             .count = keyed >> i & 1,
                                             .domino = making->domino[i],
                                             .left = left[i],
                                             .order = (unsigned)order[i] -
                                                      ((some >> i & 1) << ZM_CRAM_PIECES_SHIFT)};
}

/* What a domino leaves, if that is in one piece and in the same box. */
ALWAYS_INLINE lanes left_in_box(const struct zm_cram_moves *moves, lanes rest, lanes part)
{
    lanes changed = (lanes)((rest & moves->edges[0]) == 0) |
                    (lanes)((rest & moves->edges[1]) == 0) |
                    (lanes)((rest & moves->edges[2]) == 0) | (lanes)((rest & moves->edges[3]) == 0);
    return part & (lanes)(part == rest) & ~changed;
}

ALWAYS_INLINE unsigned make(struct zm_cram_moves *moves, struct zm_cram_option *options,
                            unsigned stride)
{
    const struct zm_cram_layout *layout = moves->layout;
    struct making making;
    struct ways ways;
    take_dominoes(moves, stride, &making);
    lanes rest = making.rest, near = making.near;
    /* Each neighbour is next to one of the two cells, and no domino fits there any more. */
    lanes order = (ZM_CRAM_PIECES << ZM_CRAM_PIECES_SHIFT) + moves->dominoes - 1 - counted(near);
    find_ways(rest & ~layout->right, 1, false, 4, ways.leftward);
    find_ways(rest, stride, true, 3, ways.downward);
    find_ways(rest, stride, false, 3, ways.upward);
    lanes part = take_piece(layout, stride, &ways, &making);
    struct pieces pieces = pieces_of(moves, stride, part);
    struct unmet unmet = {.any = 0};
    unsigned rounds = 0;
    begin_options(&making, order, left_in_box(moves, rest, part), &pieces, options);
    add_tiny(moves, &pieces, options, &unmet, rounds++);
    while (any(making.near)) {
        pieces = pieces_of(moves, stride, take_piece(layout, stride, &ways, &making));
        add_pieces(&pieces, options);
        add_tiny(moves, &pieces, options, &unmet, rounds++);
    }
    if (unmet.any != 0)
        add_unmet(moves, options, &unmet, rounds);
    return making.count;
}

/* Makes the next moves; for one stride, which makes most of it constants. */
#define SEVERAL(name, stride)                                                                      \
    static unsigned several_##name(struct zm_cram_moves *moves, struct zm_cram_option *options)    \
    {                                                                                              \
        return make(moves, options, stride);                                                       \
    }
#define OF_STRIDE(stride) SEVERAL(stride, stride)
#define CASE(stride)                                                                               \
    case stride:                                                                                   \
        return several_##stride;

ZM_CRAM_STRIDES(OF_STRIDE)
SEVERAL(any, moves->layout->stride)

zm_cram_several *zm_cram_lanes(unsigned stride)
{
    switch (stride) {
        ZM_CRAM_STRIDES(CASE)
    default:
        return several_any;
    }
}
