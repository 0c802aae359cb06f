/* The canonical side of Cram: components, their canonical form and their options.
 *
 * The canonical form is the one of Lemoine and Viennot (thesis, algorithms 17 and 18): cells
 * without an empty neighbour are useless; the connected components of the empty cells are
 * independent; each is cropped to its bounding box, turned so that it is at least as wide as high,
 * and replaced by the least of its images under the symmetries of the box, "empty" before "grey" in
 * reading order.
 *
 * All the work is done on bit sets. Components of at most 64 cells, nearly all of them, take the
 * path with 64-bit words; cells.inc is that code, compiled once for each width. */
#include "games/cram/board.h"

#include "games/game.h"

#include <stdlib.h>

/* How an option is compared with the others of its component: section 6 of the thesis's chapter 12.
 * Fields of one integer, the most important first, the least value tried first. */
enum { SIZE_SHIFT = 48, COUNT_SHIFT = 44, SYMMETRY_SHIFT = 32, CUT_SHIFT = 24 };

/* One component of an option, in canonical form. */
struct piece {
    uint8_t size; /* of the code */
    uint8_t code[2 + CRAM_MOST_CELLS / 8];
};

enum { MOST_PIECES = 4 }; /* one domino cuts a component into four at most */

struct option {
    uint64_t key;
    unsigned count;
    struct piece pieces[MOST_PIECES];
};

static int compare_pieces(const struct piece *a, const struct piece *b)
{
    return zm_bytes_compare(zm_bytes(a->code, a->size), zm_bytes(b->code, b->size));
}

static void sort_pieces(struct option *option)
{
    for (unsigned i = 1; i < option->count; i++)
        for (unsigned j = i; j > 0; j--) {
            struct piece *left = &option->pieces[j - 1], *right = &option->pieces[j];
            if (compare_pieces(left, right) <= 0)
                break;
            struct piece swapped = *left;
            *left = *right;
            *right = swapped;
        }
}

static int compare_options(const void *first, const void *second)
{
    const struct option *a = first, *b = second;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    for (unsigned i = 0; i < a->count && i < b->count; i++) {
        int order = compare_pieces(&a->pieces[i], &b->pieces[i]);
        if (order != 0)
            return order;
    }
    return (a->count > b->count) - (a->count < b->count);
}

static uint64_t reverse64(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x);
}

#define CELLS uint64_t
#define WORD_BITS 64
#define NAME(name) name##_64
#define COUNT(x) ((unsigned)__builtin_popcountll(x))
#define LOWEST(x) ((unsigned)__builtin_ctzll(x))
#define REVERSE(x) reverse64(x)
#include "games/cram/cells.inc"

static unsigned count128(cram_cells x)
{
    return (unsigned)(__builtin_popcountll((uint64_t)x) +
                      __builtin_popcountll((uint64_t)(x >> 64)));
}

static unsigned lowest128(cram_cells x)
{
    return (uint64_t)x != 0 ? (unsigned)__builtin_ctzll((uint64_t)x)
                            : 64 + (unsigned)__builtin_ctzll((uint64_t)(x >> 64));
}

static cram_cells reverse128(cram_cells x)
{
    return (cram_cells)reverse64((uint64_t)x) << 64 | reverse64((uint64_t)(x >> 64));
}

#define CELLS cram_cells
#define WORD_BITS 128
#define NAME(name) name##_128
#define COUNT(x) count128(x)
#define LOWEST(x) lowest128(x)
#define REVERSE(x) reverse128(x)
#include "games/cram/cells.inc"

void cram_split(const struct cram_board *board, struct zm_list *components)
{
    if (board->width * board->height <= 64)
        split_64(board->width, board->height, (uint64_t)board->empty, components);
    else
        split_128(board->width, board->height, board->empty, components);
}

void cram_options(const struct cram_board *component, struct zm_options *options)
{
    zm_options_clear(options);
    /* At most one domino to the right of and one below each cell. */
    unsigned most = 2 * component->width * component->height;
    struct option *found = malloc(most * sizeof *found);
    if (found == NULL) {
        options->components.bytes.failed = true;
        return;
    }
    unsigned count;
    if (component->width * component->height <= 64)
        count = options_64(component->width, component->height, (uint64_t)component->empty, found);
    else
        count = options_128(component->width, component->height, component->empty, found);
    qsort(found, count, sizeof *found, compare_options);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0 && compare_options(&found[i - 1], &found[i]) == 0)
            continue;
        for (unsigned j = 0; j < found[i].count; j++)
            zm_list_add(&options->components,
                        zm_bytes(found[i].pieces[j].code, found[i].pieces[j].size));
        zm_options_close(options);
    }
    free(found);
}
