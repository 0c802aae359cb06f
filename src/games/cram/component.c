/* The canonical side of Cram: components, their canonical form and their options.
 *
 * The canonical form is the one of Lemoine and Viennot (thesis, algorithms 17 and 18): cells
 * without an empty neighbour are useless; the connected components of the empty cells are
 * independent; each is cropped to its bounding box, turned so that it is at least as wide as high,
 * and replaced by the least of its images under the symmetries of the box, "empty" before "grey" in
 * reading order.
 *
 * All the work is done on bit sets. Components of at most 64 cells, nearly all of them, take the
 * path with 64-bit words; cells_of.h is that code, compiled once for each width. */
#include "games/cram/board.h"

#include "games/cram/order.h"
#include "games/game.h"

#include <stdlib.h>

/* One component of an option, in canonical form. */
struct piece {
    uint16_t unlike; /* of its measure (order.h) */
    uint8_t size;    /* of the code */
    uint8_t code[2 + CRAM_MOST_CELLS / 8];
};

enum { MOST_PIECES = 4 }; /* one domino cuts a component into four at most */

struct option {
    uint64_t key; /* set when options are sorted: the least is tried first */
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

/* Where an option is to be tried: sorted instead of the options, which are large. */
struct place {
    const struct option *option;
};

static int compare_options(const struct option *a, const struct option *b)
{
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    for (unsigned i = 0; i < a->count && i < b->count; i++) {
        int order = compare_pieces(&a->pieces[i], &b->pieces[i]);
        if (order != 0)
            return order;
    }
    return (a->count > b->count) - (a->count < b->count);
}

static int compare_places(const void *a, const void *b)
{
    return compare_options(((const struct place *)a)->option, ((const struct place *)b)->option);
}

struct cram_scratch {
    struct cram_order order;
    /* At most one domino to the right of and one below each cell. */
    struct option options[2 * CRAM_MOST_CELLS];
    struct place places[2 * CRAM_MOST_CELLS];
    unsigned count;
    /* The component whose options these are, all of them; size 0: none. */
    struct piece complete;
};

/* What the caller looks for among the options. */
struct wanted {
    bool (*test)(void *context, const struct zm_bytes *components, size_t count);
    void *context;
    struct cram_measure *measure; /* NULL, or where the option's is put before the test */
};

static bool satisfies(const struct wanted *wanted, const struct option *option);

#define ZM_CRAM_BITS 64
#include "games/cram/cells_of.h"

#define ZM_CRAM_BITS 128
#include "games/cram/cells_of.h"

/* Few options are sorted, so they are measured only then. */
static void measure_option(const struct option *option, unsigned wants,
                           struct cram_measure *measure)
{
    *measure = (struct cram_measure){0};
    for (unsigned i = 0; i < option->count; i++) {
        struct cram_board board = cram_decode(option->pieces[i].code);
        struct cram_measure piece = {.unlike = option->pieces[i].unlike};
        if (board.width * board.height <= 64)
            measure_64((uint64_t)board.empty, board.width, board.height, wants, &piece);
        else
            measure_128(board.empty, board.width, board.height, wants, &piece);
        cram_measure_add(measure, &piece);
    }
}

static bool satisfies(const struct wanted *wanted, const struct option *option)
{
    struct zm_bytes components[MOST_PIECES];
    for (unsigned i = 0; i < option->count; i++)
        components[i] = zm_bytes(option->pieces[i].code, option->pieces[i].size);
    if (wanted->measure != NULL)
        measure_option(option, CRAM_WANTS_ALL, wanted->measure);
    return wanted->test(wanted->context, components, option->count);
}

void cram_split(const struct cram_board *board, struct zm_list *components)
{
    if (board->width * board->height <= 64)
        split_64(board->width, board->height, (uint64_t)board->empty, components);
    else
        split_128(board->width, board->height, board->empty, components);
}

/* A component is lost, of nimber 0, when its empty cells have an involution that keeps neighbours
 * neighbours, fixes no cell and sends no cell to a neighbour of itself. Proof: the second player
 * answers the domino {a, b} by its image {a', b'}. The image fits: a' and b' are neighbours, they
 * were empty because the cells are their own image, and neither is a or b, since a' is neither a
 * nor its neighbour b, and b' neither b nor its neighbour a. What is left is again its own image,
 * by the same involution, so the second player always has an answer and moves last.
 *
 * Of the symmetries of the box only the half turn can be such an involution: a connected set of
 * cells that crosses the axis of a reflection has a cell on it, which is fixed, or, when the axis
 * runs between two lines, two neighbours that are each other's image. The half turn fixes the
 * centre of an odd x odd box and exchanges the two middle cells of an odd x even one; these must be
 * grey. */
bool cram_mirrored(struct zm_bytes component)
{
    struct cram_board board = cram_decode(component.data);
    unsigned cells = board.width * board.height;
    cram_cells turned = cells <= 64 ? cram_reversed_64((uint64_t)board.empty) >> (64 - cells)
                                    : cram_reversed_128(board.empty) >> (CRAM_MOST_CELLS - cells);
    if (turned != board.empty)
        return false;
    if (board.width % 2 == 0 && board.height % 2 == 0)
        return true;
    unsigned row = (board.height - 1) / 2, column = (board.width - 1) / 2;
    return !cram_is_empty(&board, row, column);
}

unsigned cram_most_nimber(const struct cram_board *board)
{
    unsigned width = board->width, dominoes = 0, black = 0, cells = 0;
    cram_cells even = 0, above = 0;
    /* A row of 128 cells is the whole word. */
    cram_cells row = width == CRAM_MOST_CELLS ? ~(cram_cells)0 : cram_bit(width) - 1;
    for (unsigned i = 0; i < width; i += 2)
        even |= cram_bit(i);
    for (unsigned r = 0; r < board->height; r++) {
        cram_cells line = board->empty >> r * width & row;
        dominoes += cram_count(line & line >> 1) + cram_count(line & above);
        black += cram_count(line & (r % 2 == 0 ? even : ~even));
        cells += cram_count(line);
        above = line;
    }
    unsigned colour = black < cells - black ? black : cells - black;
    return dominoes < colour ? dominoes : colour;
}

bool cram_is_least(const struct cram_board *board)
{
    return board->width * board->height <= 64
               ? is_least_64((uint64_t)board->empty, board->width, board->height)
               : is_least_128(board->empty, board->width, board->height);
}

struct cram_scratch *cram_scratch_open(const struct cram_order *order)
{
    struct cram_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch != NULL)
        scratch->order = *order;
    return scratch;
}

static bool make_options(struct cram_scratch *scratch, struct zm_bytes component,
                         const struct wanted *wanted)
{
    struct cram_board board = cram_decode(component.data);
    scratch->complete.size = 0;
    bool found = board.width * board.height <= 64
                     ? options_64(board.width, board.height, (uint64_t)board.empty, scratch, wanted)
                     : options_128(board.width, board.height, board.empty, scratch, wanted);
    if (!found) {
        scratch->complete.size = (uint8_t)component.size;
        memcpy(scratch->complete.code, component.data, component.size);
    }
    return found;
}

bool cram_some_option(struct cram_scratch *scratch, struct zm_bytes component,
                      bool (*test)(void *context, const struct zm_bytes *components, size_t count),
                      void *context)
{
    struct wanted wanted = {test, context, NULL};
    return make_options(scratch, component, &wanted);
}

void cram_measure_options(struct cram_scratch *scratch, struct zm_bytes component,
                          bool (*visit)(void *context, const struct zm_bytes *components,
                                        size_t count),
                          void *context, struct cram_measure *measure)
{
    struct wanted wanted = {visit, context, measure};
    make_options(scratch, component, &wanted);
}

void cram_options(struct cram_scratch *scratch, struct zm_bytes component,
                  struct zm_options *options)
{
    struct place *places = scratch->places;
    zm_options_clear(options);
    /* A search that found nothing in cram_some_option comes for the same options at once. */
    if (!zm_bytes_equal(component, zm_bytes(scratch->complete.code, scratch->complete.size)))
        make_options(scratch, component, NULL);
    for (unsigned i = 0; i < scratch->count; i++) {
        struct cram_measure measure;
        measure_option(&scratch->options[i], scratch->order.wants, &measure);
        scratch->options[i].key = cram_order_key(&scratch->order, &measure);
        places[i].option = &scratch->options[i];
    }
    qsort(places, scratch->count, sizeof *places, compare_places);
    for (unsigned i = 0; i < scratch->count; i++) {
        const struct option *option = places[i].option;
        if (i > 0 && compare_options(places[i - 1].option, option) == 0)
            continue;
        for (unsigned j = 0; j < option->count; j++)
            zm_list_add(&options->components,
                        zm_bytes(option->pieces[j].code, option->pieces[j].size));
        zm_options_close(options);
    }
}
