/* Components of Cram as single words; see shapes.h. */
#include "engines/cram/lanes.h"

#if defined __x86_64__ && defined __GNUC__
#include <cpuid.h>
#endif

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { WORD = ZM_CRAM_BITS };

/* The columns that cells are in, as one row. */
ALWAYS_INLINE uint64_t columns(unsigned stride, zm_cram_cells x)
{
    uint64_t all = 0;
    if (stride == 8 || stride == 16) {
        all = zm_cram_rows_together(x);
        all |= all >> 32;
        all |= all >> 16;
        return stride == 8 ? (all | all >> 8) & 0xff : all & 0xffff;
    }
    for (; x != 0; x >>= stride)
        all |= (uint64_t)x;
    return all & (((UINT64_C(1) << (stride - 1)) << 1) - 1);
}

/* The first `height` rows in the opposite order. */
ALWAYS_INLINE zm_cram_cells upside_down(unsigned stride, unsigned height, zm_cram_cells x)
{
    if (stride == 8)
        return WIDTH(cram_rows_of_8_reversed)(x) >> (WORD - 8 * height);
    if (stride == 16)
        return WIDTH(cram_rows_of_16_reversed)(x) >> (WORD - 16 * height);
    zm_cram_cells turned = 0, row = zm_cram_cell(stride) - 1;
    for (; height > 0; height--, x >>= stride)
        turned = turned << stride | (x & row);
    return turned;
}

/* Rows for columns. Called when no row is longer than those of the largest square. */
ALWAYS_INLINE zm_cram_cells transposed(const struct zm_cram_layout *layout, unsigned stride,
                                       zm_cram_cells x)
{
    if (stride == 8) {
        zm_cram_cells t = (x ^ x >> 7) & 0x00aa00aa00aa00aau;
        x ^= t ^ t << 7;
        t = (x ^ x >> 14) & 0x0000cccc0000ccccu;
        x ^= t ^ t << 14;
        t = (x ^ x >> 28) & 0x00000000f0f0f0f0u;
        return x ^ t ^ t << 28;
    }
    zm_cram_cells turned = 0;
    for (unsigned row = 0; x != 0; row++, x >>= stride)
        turned |= layout->spread[(unsigned)x & ((1u << ZM_CRAM_SIDE) - 1)] << row;
    return turned;
}

/* Sets images of a board: as it is, upside down, turned by half, mirrored. */
ALWAYS_INLINE void make_images(unsigned stride, unsigned width, unsigned height, zm_cram_cells x,
                               zm_cram_cells *images)
{
    images[0] = x;
    images[1] = upside_down(stride, height, x);
    images[2] = WIDTH(cram_reversed)(x) >> (WORD - 1 - ((height - 1) * stride + width - 1));
    images[3] = upside_down(stride, height, images[2]);
}

ALWAYS_INLINE zm_cram_cells least_of(zm_cram_cells a, zm_cram_cells b)
{
    return a < b ? a : b;
}

ALWAYS_INLINE zm_cram_cells least_of_four(const zm_cram_cells *images)
{
    return least_of(least_of(images[0], images[1]), least_of(images[2], images[3]));
}

/* A board that a half turn maps onto itself: is it so without a cell that stays or goes to its
 * neighbour? Then it is lost. */
ALWAYS_INLINE bool is_mirrored(unsigned stride, unsigned width, unsigned height, zm_cram_cells x)
{
    if (width % 2 == 0 && height % 2 == 0)
        return true;
    return (x >> ((height - 1) / 2 * stride + (width - 1) / 2) & 1) == 0;
}

/* The least of the other four images of a square board. */
ALWAYS_INLINE zm_cram_cells least_transposed(const struct zm_cram_layout *layout, unsigned stride,
                                             unsigned side, zm_cram_cells x)
{
    zm_cram_cells images[4];
    make_images(stride, side, side, transposed(layout, stride, x), images);
    return least_of_four(images);
}

/* The key of a connected set of cells anywhere on the board; 0: it is lost by symmetry. */
ALWAYS_INLINE zm_cram_cells canonical(const struct zm_cram_layout *layout, unsigned stride,
                                      zm_cram_cells x)
{
    zm_cram_cells images[4];
    x >>= layout->row[WIDTH(cram_first)(x)] * stride;
    uint64_t across = columns(stride, x);
    unsigned margin = (unsigned)__builtin_ctzll(across);
    x >>= margin;
    unsigned width = 64 - (unsigned)__builtin_clzll(across >> margin);
    unsigned height = layout->row[WIDTH(cram_last)(x)] + 1u;
    if (height > width) {
        x = transposed(layout, stride, x);
        unsigned swapped = width;
        width = height;
        height = swapped;
    }
    make_images(stride, width, height, x, images);
    if (images[2] == x && is_mirrored(stride, width, height, x))
        return 0;
    zm_cram_cells least = least_of_four(images);
    return width != height ? least : least_of(least, least_transposed(layout, stride, width, x));
}

ALWAYS_INLINE void begin(struct zm_cram_moves *moves, unsigned stride)
{
    const struct zm_cram_layout *layout = moves->layout;
    zm_cram_cells cells = moves->cells;
    moves->across = cells & ~layout->right & cells >> 1;
    moves->down = cells & cells >> stride;
    moves->squares = moves->across & moves->across >> stride;
    moves->dominoes = WIDTH(cram_count)(moves->across) + WIDTH(cram_count)(moves->down);
    moves->width = 64 - (unsigned)__builtin_clzll(columns(stride, cells));
    moves->height = layout->row[WIDTH(cram_last)(cells)] + 1u;
    moves->edges[0] = (zm_cram_cell(stride - 1) << 1) - 1;
    moves->edges[1] = moves->edges[0] << (moves->height - 1) * stride;
    moves->edges[2] = layout->left;
    moves->edges[3] = layout->left << (moves->width - 1);
    make_images(stride, moves->width, moves->height, cells, moves->images);
    if (moves->width == moves->height)
        make_images(stride, moves->width, moves->height, transposed(layout, stride, cells),
                    moves->images + 4);
}

/* The images of a domino at (row, column), lying or standing, taken from those of the board. */
ALWAYS_INLINE void take_domino(const struct zm_cram_moves *moves, unsigned stride, unsigned row,
                               unsigned column, bool standing, const zm_cram_cells *images,
                               zm_cram_cells *left)
{
    const struct zm_cram_place *places = moves->layout->places[standing];
    unsigned below = (moves->height - 1 - row - standing) * stride, above = row * stride;
    unsigned right = moves->width - 1 - column - !standing;
    left[0] = images[0] & ~places[above + column].domino;
    left[1] = images[1] & ~places[below + column].domino;
    left[2] = images[2] & ~places[below + right].domino;
    left[3] = images[3] & ~places[above + right].domino;
}

/* The key of what a domino leaves in one piece and in the same box; 0: it is lost by symmetry. */
ALWAYS_INLINE zm_cram_cells canonical_left(const struct zm_cram_moves *moves, unsigned stride,
                                           unsigned bit, bool standing)
{
    zm_cram_cells left[4];
    unsigned row = moves->layout->row[bit], column = bit - row * stride;
    take_domino(moves, stride, row, column, standing, moves->images, left);
    if (left[0] == left[2] && is_mirrored(stride, moves->width, moves->height, left[0]))
        return 0;
    zm_cram_cells least = least_of_four(left);
    if (moves->width != moves->height)
        return least;
    take_domino(moves, stride, column, row, !standing, moves->images + 4, left);
    return least_of(least, least_of_four(left));
}

/* Does the component stay in one piece when a domino is put on it? Around a domino the empty
 * neighbours follow one another in a ring; two that share a square of four empty cells with it are
 * linked. With n neighbours and n - 1 links they are all connected. With fewer they may be,
 * elsewhere. */
ALWAYS_INLINE bool stays_whole(const struct zm_cram_moves *moves, const struct zm_cram_place *place,
                               unsigned near)
{
    return near <= WIDTH(cram_count)(moves->squares & place->corners) + 1;
}

/* The cells of `rest` that are connected with those of `part`; all of them, or as many as have
 * `near` among them. */
ALWAYS_INLINE zm_cram_cells flooded(const struct zm_cram_layout *layout, unsigned stride,
                                    zm_cram_cells part, zm_cram_cells rest, zm_cram_cells near)
{
    zm_cram_cells before = 0;
    while (part != before && (near & ~part) != 0) {
        before = part;
        part |= ((part & ~layout->right) << 1 | (part & ~layout->left) >> 1) & rest;
        part |= (part << stride | part >> stride) & rest;
    }
    return part;
}

/* The nimber of a tiny component, anywhere on the board. */
ALWAYS_INLINE uint32_t tiny_nimber(const struct zm_cram_moves *moves, unsigned stride,
                                   zm_cram_cells x)
{
    x >>= moves->layout->row[WIDTH(cram_first)(x)] * stride;
    return zm_cram_tiny_nimber(moves, x >> __builtin_ctzll(columns(stride, x)));
}

/* Cuts what a domino leaves into its components, of which `part` is one. */
ALWAYS_INLINE unsigned add_pieces(const struct zm_cram_moves *moves, unsigned stride,
                                  zm_cram_cells part, zm_cram_cells rest, zm_cram_cells near,
                                  struct zm_cram_option *option)
{
    const struct zm_cram_layout *layout = moves->layout;
    unsigned pieces = 0;
    for (;;) {
        rest &= ~part;
        near &= ~part;
        if ((part & (part - 1)) != 0) { /* a single cell is no component */
            if (moves->tiny != NULL && WIDTH(cram_count)(part) <= ZM_CRAM_TINY)
                option->nimber ^= tiny_nimber(moves, stride, part);
            else
                zm_cram_add_piece(option, canonical(layout, stride, part));
            pieces++;
        }
        if (near == 0)
            return pieces;
        part = flooded(layout, stride, near & (~near + 1), rest, near);
        if ((near & ~part) == 0)
            part = rest;
    }
}

/* What a domino leaves; returns the number of its components. */
ALWAYS_INLINE unsigned cut(const struct zm_cram_moves *moves, unsigned stride, unsigned bit,
                           bool standing, struct zm_cram_option *option)
{
    const struct zm_cram_layout *layout = moves->layout;
    const struct zm_cram_place *place = &layout->places[standing][bit];
    zm_cram_cells rest = moves->cells & ~place->domino, part = rest, near = place->around & rest;
    unsigned count = WIDTH(cram_count)(near);
    option->domino = place->domino;
    /* Each neighbour is next to one of the two cells, and no domino fits there any more. */
    option->order = moves->dominoes - 1 - count;
    if (count == 0)
        return 0;
    if (!stays_whole(moves, place, count))
        part = flooded(layout, stride, near & (~near + 1), rest, near);
    /* Once all the neighbours of the domino are reached, the rest is one piece. */
    if ((near & ~part) != 0)
        return add_pieces(moves, stride, part, rest, near, option);
    if ((rest & (rest - 1)) == 0)
        return 0;
    bool same_box = (rest & moves->edges[0]) != 0 && (rest & moves->edges[1]) != 0 &&
                    (rest & moves->edges[2]) != 0 && (rest & moves->edges[3]) != 0;
    if (same_box)
        option->left = rest;
    if (moves->tiny != NULL && WIDTH(cram_count)(rest) <= ZM_CRAM_TINY)
        option->nimber = tiny_nimber(moves, stride, rest);
    else
        zm_cram_add_piece(option, same_box ? canonical_left(moves, stride, bit, standing)
                                           : canonical(layout, stride, rest));
    return 1;
}

ALWAYS_INLINE bool next(struct zm_cram_moves *moves, struct zm_cram_option *option, unsigned stride)
{
    bool standing = moves->across == 0;
    zm_cram_cells *left = standing ? &moves->down : &moves->across;
    if (*left == 0)
        return false;
    unsigned bit = WIDTH(cram_first)(*left);
    *left &= *left - 1;
    option->count = option->nimber = 0;
    option->left = 0;
    unsigned pieces = cut(moves, stride, bit, standing, option);
    option->order |= (ZM_CRAM_PIECES - pieces) << ZM_CRAM_PIECES_SHIFT;
    if (option->count > 1)
        zm_cram_cancel_pairs(option);
    return true;
}

/* Both for one stride, which makes most of it constants; on a PC also for the bit instructions that
 * processors have since 2013. */
#define FOR_STRIDE(name, stride, target)                                                           \
    target static void begin_##name(struct zm_cram_moves *moves)                                   \
    {                                                                                              \
        begin(moves, stride);                                                                      \
    }                                                                                              \
    target static bool next_##name(struct zm_cram_moves *moves, struct zm_cram_option *option)     \
    {                                                                                              \
        return next(moves, option, stride);                                                        \
    }

FOR_STRIDE(any, moves->layout->stride, )

/* The next moves one by one. */
static unsigned several(struct zm_cram_moves *moves, struct zm_cram_option *options)
{
    unsigned count = 0;
    while (count < ZM_CRAM_SEVERAL && moves->layout->next(moves, &options[count]))
        count++;
    return count;
}

struct walk {
    unsigned stride; /* 0: any */
    void (*begin)(struct zm_cram_moves *moves);
    bool (*next)(struct zm_cram_moves *moves, struct zm_cram_option *option);
};

static const struct walk any_walk = {0, begin_any, next_any};

#if defined __x86_64__ && defined __GNUC__
#define NEWER __attribute__((target("bmi,bmi2,lzcnt")))
#else
#define NEWER
#endif

#define WALK(stride) FOR_STRIDE(stride, stride, NEWER)
#define ROW(stride) {stride, begin_##stride, next_##stride},

ZM_CRAM_STRIDES(WALK)
FOR_STRIDE(newer, moves->layout->stride, NEWER)

static const struct walk walks[] = {ZM_CRAM_STRIDES(ROW){0, begin_newer, next_newer}};

/* Has the processor all that NEWER names? The last is asked of it directly, since not every
 * compiler knows that name; a processor without it would take it for another instruction. */
static bool processor_is_newer(void)
{
#if defined __x86_64__ && defined __GNUC__
    unsigned a, b, c = 0, d;
    bool lzcnt = __get_cpuid(0x80000001, &a, &b, &c, &d) && (c >> 5 & 1) != 0;
    return lzcnt && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
    return true;
#endif
}

static const struct walk *walk_for(unsigned stride)
{
    const struct walk *walk = walks;
    if (!processor_is_newer())
        return &any_walk;
    while (walk->stride != 0 && walk->stride != stride)
        walk++;
    return walk;
}

/* What makes several moves at once on boards of a stride, as this processor can. */
static zm_cram_several *several_for(unsigned stride)
{
#ifdef ZM_CRAM_LANES
    if (zm_cram_has_lanes())
        return zm_cram_lanes(stride);
#endif
    (void)stride;
    return several;
}

uint32_t WIDTH(zm_cram_evaluate_tiny)(const struct zm_cram_moves *moves, zm_cram_cells x)
{
    struct zm_cram_tiny *tiny = moves->tiny;
    zm_cram_cells key = canonical(moves->layout, moves->layout->stride, x);
    uint32_t nimber = key == 0 ? 0 : tiny->evaluate(tiny->context, key);
    zm_facts_put(&tiny->nimbers, (uint64_t)x, zm_cram_tag(x), 0, nimber + 1);
    return nimber;
}

void WIDTH(zm_cram_moves_begin)(struct zm_cram_moves *moves, const struct zm_cram_layout *layout,
                                struct zm_cram_tiny *tiny, zm_cram_cells cells)
{
    moves->layout = layout;
    moves->tiny = tiny;
    moves->cells = cells;
    layout->begin(moves);
}

bool WIDTH(zm_cram_make_first)(struct zm_cram_moves *moves, zm_cram_cells domino,
                               struct zm_cram_option *option)
{
    zm_cram_cells first = domino & (~domino + 1), across = moves->across, down = moves->down;
    bool lying = (domino & first << 1) != 0;
    if (domino == 0 || (domino & ~moves->cells) != 0)
        return false;
    moves->across = lying ? first : 0;
    moves->down = lying ? 0 : first;
    moves->layout->next(moves, option);
    moves->across = lying ? across & ~first : across;
    moves->down = lying ? down : down & ~first;
    return true;
}

static zm_cram_cells neighbours(const struct zm_cram_layout *layout, zm_cram_cells from)
{
    return (from & ~layout->right) << 1 | (from & ~layout->left) >> 1 | from << layout->stride |
           from >> layout->stride;
}

static void make_places(struct zm_cram_layout *layout)
{
    unsigned stride = layout->stride;
    for (unsigned standing = 0; standing < 2; standing++)
        for (unsigned bit = 0; bit < WORD; bit++) {
            struct zm_cram_place *place = &layout->places[standing][bit];
            zm_cram_cells cells = (standing ? 1 | zm_cram_cell(stride) : (zm_cram_cells)3) << bit;
            place->domino = cells;
            place->around = neighbours(layout, cells) & ~cells;
            place->corners = cells | cells >> 1 | cells >> stride | cells >> (stride + 1);
        }
}

static void make_diagonals(struct zm_cram_layout *layout)
{
    unsigned side = 64 / layout->stride < ZM_CRAM_SIDE ? 64 / layout->stride : ZM_CRAM_SIDE;
    for (unsigned row = 0; row < side; row++)
        for (unsigned column = row; column < side; column++)
            layout->diagonals[column - row] |= UINT64_C(1) << (row * layout->stride + column);
}

bool WIDTH(zm_cram_layout_init)(struct zm_cram_layout *layout, unsigned width, unsigned height)
{
    unsigned wide = width > height ? width : height, high = width > height ? height : width;
    unsigned stride = wide <= 8 ? 8 : wide <= 16 && 16 * high <= ZM_CRAM_MOST_CELLS ? 16 : wide;
    if (stride > ZM_CRAM_MOST_STRIDE || stride * high > ZM_CRAM_MOST_CELLS)
        return false;
    *layout = (struct zm_cram_layout){.stride = stride};
    layout->begin = walk_for(stride)->begin;
    layout->next = walk_for(stride)->next;
    layout->several = several_for(stride);
    for (unsigned bit = 0; bit < WORD; bit++)
        layout->row[bit] = (uint8_t)(bit / stride);
    for (unsigned bit = 0; bit < WORD; bit += stride)
        layout->left |= zm_cram_cell(bit);
    layout->right = layout->left << (stride - 1);
    for (unsigned bits = 0; bits < 1u << ZM_CRAM_SIDE; bits++)
        for (unsigned i = 0; i < ZM_CRAM_SIDE && i * stride < WORD; i++)
            layout->spread[bits] |= (zm_cram_cells)(bits >> i & 1) << (i * stride);
    make_places(layout);
    make_diagonals(layout);
    return true;
}

static void box_of(const struct zm_cram_layout *layout, zm_cram_cells x, unsigned *width,
                   unsigned *height)
{
    *width = 64 - (unsigned)__builtin_clzll(columns(layout->stride, x));
    *height = layout->row[WIDTH(cram_last)(x)] + 1u;
}

bool WIDTH(zm_cram_key)(const struct zm_cram_layout *layout, struct zm_bytes component,
                        zm_cram_cells *key)
{
    struct cram_board board = cram_decode(component.data);
    zm_cram_cells x = 0, row_mask = zm_cram_cell(board.width) - 1, images[4];
    if (board.width > layout->stride || board.height * layout->stride > ZM_CRAM_MOST_CELLS)
        return false;
    for (unsigned row = 0; row < board.height; row++)
        x |= ((zm_cram_cells)(board.empty >> (row * board.width)) & row_mask)
             << (row * layout->stride);
    make_images(layout->stride, board.width, board.height, x, images);
    *key = least_of_four(images);
    if (board.width == board.height)
        *key = least_of(*key, least_transposed(layout, layout->stride, board.width, x));
    return true;
}

/* The first of two boards in reading order, empty before grey: empty at the first difference. */
static zm_cram_cells first(zm_cram_cells a, zm_cram_cells b)
{
    zm_cram_cells differ = a ^ b;
    return (a & differ & (~differ + 1)) != 0 ? a : b;
}

/* The image that the game's own form takes. */
static zm_cram_cells first_image(const struct zm_cram_layout *layout, unsigned width,
                                 unsigned height, zm_cram_cells x)
{
    zm_cram_cells images[8], found = x;
    make_images(layout->stride, width, height, x, images);
    if (width == height)
        make_images(layout->stride, width, height, transposed(layout, layout->stride, x),
                    images + 4);
    for (unsigned i = 0; i < (width == height ? 8 : 4); i++)
        found = first(images[i], found);
    return found;
}

size_t WIDTH(zm_cram_component)(const struct zm_cram_layout *layout, zm_cram_cells key,
                                uint8_t *bytes)
{
    struct cram_board board = {0};
    box_of(layout, key, &board.width, &board.height);
    zm_cram_cells x = first_image(layout, board.width, board.height, key);
    zm_cram_cells row_mask = zm_cram_cell(board.width) - 1;
    for (unsigned row = board.height; row-- > 0;)
        board.empty = board.empty << board.width | (x >> (row * layout->stride) & row_mask);
    return cram_encode(&board, bytes);
}

bool WIDTH(zm_cram_mirrored)(const struct zm_cram_layout *layout, zm_cram_cells key)
{
    unsigned width, height, stride = layout->stride;
    box_of(layout, key, &width, &height);
    return WIDTH(cram_reversed)(key) >> (WORD - 1 - ((height - 1) * stride + width - 1)) == key &&
           is_mirrored(stride, width, height, key);
}
