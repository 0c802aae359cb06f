/* Components of Cram as single words; see shapes.h. */
#include "engines/cram/shapes.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { WORD = 64, MOST_STRIDE = 32 };

static uint64_t reversed(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x);
}

ALWAYS_INLINE uint64_t neighbours(const struct zm_cram_layout *layout, unsigned stride,
                                  uint64_t from)
{
    return (from & ~layout->right) << 1 | (from & ~layout->left) >> 1 | from << stride |
           from >> stride;
}

/* The columns that cells are in, as one row. */
ALWAYS_INLINE uint64_t columns(unsigned stride, uint64_t x)
{
    if (stride == 8 || stride == 16) {
        x |= x >> 32;
        x |= x >> 16;
        return stride == 8 ? (x | x >> 8) & 0xff : x & 0xffff;
    }
    uint64_t all = 0;
    for (; x != 0; x >>= stride)
        all |= x;
    return all & ((UINT64_C(1) << stride) - 1);
}

/* The first `height` rows in the opposite order. */
ALWAYS_INLINE uint64_t upside_down(unsigned stride, unsigned height, uint64_t x)
{
    if (stride == 8)
        return __builtin_bswap64(x) >> (WORD - 8 * height);
    if (stride == 16) {
        x = x >> 32 | x << 32;
        x = (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
        return x >> (WORD - 16 * height);
    }
    uint64_t turned = 0, row = (UINT64_C(1) << stride) - 1;
    for (; height > 0; height--, x >>= stride)
        turned = turned << stride | (x & row);
    return turned;
}

/* Rows for columns. Called when no row is longer than 8 cells. */
ALWAYS_INLINE uint64_t transposed(const struct zm_cram_layout *layout, unsigned stride, uint64_t x)
{
    if (stride == 8) {
        uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aau;
        x ^= t ^ t << 7;
        t = (x ^ x >> 14) & 0x0000cccc0000ccccu;
        x ^= t ^ t << 14;
        t = (x ^ x >> 28) & 0x00000000f0f0f0f0u;
        return x ^ t ^ t << 28;
    }
    uint64_t turned = 0;
    for (unsigned row = 0; x != 0; row++, x >>= stride)
        turned |= layout->spread[x & 255 & ((UINT64_C(1) << stride) - 1)] << row;
    return turned;
}

/* The first of two boards in reading order, empty before grey: empty at the first difference. */
ALWAYS_INLINE uint64_t first(uint64_t a, uint64_t b)
{
    uint64_t differ = a ^ b;
    return (a & differ & (~differ + 1)) != 0 ? a : b;
}

ALWAYS_INLINE uint64_t least_of_four(unsigned stride, unsigned width, unsigned height, uint64_t x)
{
    uint64_t turned = reversed(x) >> (WORD - 1 - ((height - 1) * stride + width - 1));
    uint64_t least = first(x, turned);
    least = first(upside_down(stride, height, x), least);
    return first(upside_down(stride, height, turned), least);
}

/* The key of a connected set of cells anywhere on the board. */
ALWAYS_INLINE uint64_t canonical(const struct zm_cram_layout *layout, unsigned stride, uint64_t x)
{
    x >>= layout->row[__builtin_ctzll(x)] * stride;
    uint64_t across = columns(stride, x);
    unsigned margin = (unsigned)__builtin_ctzll(across);
    x >>= margin;
    unsigned width = WORD - (unsigned)__builtin_clzll(across >> margin);
    unsigned height = layout->row[WORD - 1 - __builtin_clzll(x)] + 1u;
    if (height > width) {
        x = transposed(layout, stride, x);
        unsigned swapped = width;
        width = height;
        height = swapped;
    }
    uint64_t least = least_of_four(stride, width, height, x);
    if (width != height)
        return least;
    return first(least_of_four(stride, width, height, transposed(layout, stride, x)), least);
}

/* Adds a component to a sum whose keys are in order. */
ALWAYS_INLINE void add_piece(struct zm_cram_option *option, uint64_t key)
{
    unsigned at = option->count++;
    for (; at > 0 && option->keys[at - 1] > key; at--)
        option->keys[at] = option->keys[at - 1];
    option->keys[at] = key;
}

static void cancel_pairs(struct zm_cram_option *option)
{
    unsigned count = 0;
    for (unsigned i = 0; i < option->count; i++)
        if (count > 0 && option->keys[count - 1] == option->keys[i])
            count--;
        else
            option->keys[count++] = option->keys[i];
    option->count = count;
}

ALWAYS_INLINE bool next(struct zm_cram_moves *moves, struct zm_cram_option *option, unsigned stride)
{
    const struct zm_cram_layout *layout = moves->layout;
    uint64_t domino;
    if (moves->across != 0) {
        domino = UINT64_C(3) << __builtin_ctzll(moves->across);
        moves->across &= moves->across - 1;
    } else if (moves->down != 0) {
        domino = moves->down & (~moves->down + 1);
        domino |= domino << stride;
        moves->down &= moves->down - 1;
    } else {
        return false;
    }
    uint64_t rest = moves->cells & ~domino;
    uint64_t near = neighbours(layout, stride, domino) & rest;
    option->count = 0;
    option->order = zm_cram_dominoes(layout, rest);
    while (near != 0) {
        /* Once all the neighbours of the domino are reached, the rest is one piece. */
        uint64_t part = near & (~near + 1), before = 0;
        while (part != before && (near & ~part) != 0) {
            before = part;
            part = (part | neighbours(layout, stride, part)) & rest;
        }
        if ((near & ~part) == 0)
            part = rest;
        rest &= ~part;
        near &= ~part;
        if ((part & (part - 1)) != 0) /* a single cell is no component */
            add_piece(option, canonical(layout, stride, part));
    }
    option->order |= (ZM_CRAM_PIECES - option->count) << 16;
    if (option->count > 1)
        cancel_pairs(option);
    return true;
}

static bool next_8(struct zm_cram_moves *moves, struct zm_cram_option *option)
{
    return next(moves, option, 8);
}

static bool next_16(struct zm_cram_moves *moves, struct zm_cram_option *option)
{
    return next(moves, option, 16);
}

static bool next_any(struct zm_cram_moves *moves, struct zm_cram_option *option)
{
    return next(moves, option, moves->layout->stride);
}

bool zm_cram_layout_init(struct zm_cram_layout *layout, unsigned width, unsigned height)
{
    unsigned wide = width > height ? width : height, high = width > height ? height : width;
    unsigned stride = wide <= 8 ? 8 : wide <= 16 && high <= 4 ? 16 : wide;
    if (stride > MOST_STRIDE || stride * high > WORD)
        return false;
    *layout = (struct zm_cram_layout){.stride = stride};
    layout->next = stride == 8 ? next_8 : stride == 16 ? next_16 : next_any;
    for (unsigned bit = 0; bit < WORD; bit++)
        layout->row[bit] = (uint8_t)(bit / stride);
    for (unsigned bit = 0; bit < WORD; bit += stride)
        layout->left |= UINT64_C(1) << bit;
    layout->right = layout->left << (stride - 1);
    for (unsigned bits = 0; bits < 256; bits++)
        for (unsigned i = 0; i < 8 && i * stride < WORD; i++)
            layout->spread[bits] |= (uint64_t)(bits >> i & 1) << (i * stride);
    return true;
}

bool zm_cram_key(const struct zm_cram_layout *layout, struct zm_bytes component, uint64_t *key)
{
    struct cram_board board = cram_decode(component.data);
    if (board.width > layout->stride || board.height * layout->stride > WORD)
        return false;
    *key = 0;
    for (unsigned row = 0; row < board.height; row++)
        *key |=
            ((uint64_t)(board.empty >> (row * board.width)) & ((UINT64_C(1) << board.width) - 1))
            << (row * layout->stride);
    return true;
}

size_t zm_cram_component(const struct zm_cram_layout *layout, uint64_t key, uint8_t *bytes)
{
    uint64_t across = columns(layout->stride, key);
    struct cram_board board = {.width = WORD - (unsigned)__builtin_clzll(across),
                               .height = layout->row[WORD - 1 - __builtin_clzll(key)] + 1u};
    for (unsigned row = board.height; row-- > 0;)
        board.empty = board.empty << board.width |
                      (key >> (row * layout->stride) & ((UINT64_C(1) << board.width) - 1));
    return cram_encode(&board, bytes);
}

bool zm_cram_mirrored(const struct zm_cram_layout *layout, uint64_t key)
{
    unsigned stride = layout->stride;
    unsigned height = layout->row[WORD - 1 - __builtin_clzll(key)] + 1u;
    unsigned width = WORD - (unsigned)__builtin_clzll(columns(stride, key));
    if (reversed(key) >> (WORD - 1 - ((height - 1) * stride + width - 1)) != key)
        return false;
    if (width % 2 == 0 && height % 2 == 0)
        return true;
    return (key >> ((height - 1) / 2 * stride + (width - 1) / 2) & 1) == 0;
}
