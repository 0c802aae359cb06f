/* Boards of Cram as bit sets, up to 128 cells: bit r * width + c is the cell in row r and column c,
 * set when the cell is empty. Used by the rules (cram.c, text.c, picture.c) and by the canonical
 * side (component.c).
 */
#ifndef ZM_GAMES_CRAM_BOARD_H
#define ZM_GAMES_CRAM_BOARD_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/list.h"
#include "games/cram/words.h"

typedef cram_word_128 cram_cells;

enum { CRAM_MOST_CELLS = 128 };

struct cram_board {
    unsigned width, height;
    cram_cells empty;
};

static inline cram_cells cram_bit(unsigned cell)
{
    return (cram_cells)1 << cell;
}

static inline unsigned cram_lowest(cram_cells x)
{
    return cram_first_128(x);
}

static inline unsigned cram_count(cram_cells x)
{
    return cram_count_128(x);
}

static inline bool cram_is_empty(const struct cram_board *board, unsigned row, unsigned column)
{
    return (board->empty >> (row * board->width + column) & 1) != 0;
}

/* A board as bytes: width, height, then the cells eight to a byte, the first in the lowest bit. */
static inline size_t cram_coded_size(unsigned width, unsigned height)
{
    return 2 + (width * height + 7) / 8;
}

static inline struct cram_board cram_decode(const uint8_t *bytes)
{
    struct cram_board board = {bytes[0], bytes[1], 0};
    size_t size = cram_coded_size(board.width, board.height);
    for (size_t i = size; i-- > 2;)
        board.empty = board.empty << 8 | bytes[i];
    return board;
}

static inline size_t cram_encode(const struct cram_board *board, uint8_t *bytes)
{
    size_t size = cram_coded_size(board->width, board->height);
    cram_cells cells = board->empty;
    bytes[0] = (uint8_t)board->width;
    bytes[1] = (uint8_t)board->height;
    for (size_t i = 2; i < size; i++, cells >>= 8)
        bytes[i] = (uint8_t)cells;
    return size;
}

/* A board position is a list of boards, one coded after the other. */
static inline void cram_add_board(struct zm_buffer *position, const struct cram_board *board)
{
    uint8_t code[2 + CRAM_MOST_CELLS / 8];
    zm_buffer_add(position, code, cram_encode(board, code));
}

/* Reads the board at `*offset` and moves past it; false at the end. */
static inline bool cram_next_board(struct zm_bytes position, size_t *offset,
                                   struct cram_board *board)
{
    if (*offset >= position.size)
        return false;
    *board = cram_decode(position.data + *offset);
    *offset += cram_coded_size(board->width, board->height);
    return true;
}

/* Is a board coded at `*offset`, whole and with no cell beyond its size? Moves past it. */
static inline bool cram_board_sound(struct zm_bytes position, size_t *offset)
{
    size_t left = position.size - *offset;
    const uint8_t *code = position.data + *offset;
    if (left < 2)
        return false;
    unsigned cells = (unsigned)code[0] * code[1];
    size_t size = cram_coded_size(code[0], code[1]);
    if (cells == 0 || cells > CRAM_MOST_CELLS || size > left ||
        (cells % 8 != 0 && code[size - 1] >> cells % 8 != 0))
        return false;
    *offset += size;
    return true;
}

/* text.c: positions of boards as text, and one board as the thesis writes it. */
enum zm_status cram_boards_parse(const char *text, struct zm_buffer *position,
                                 struct zm_error *error);
void cram_boards_print(struct zm_bytes position, struct zm_buffer *text);
void cram_print_board(const struct cram_board *board, struct zm_buffer *text);
/* Columns are a, b, ..., z, aa, ab, ...; rows are 1, 2, ... from the top. */
void cram_name_cell(struct zm_buffer *text, unsigned row, unsigned column);

/* picture.c: the boards of a position drawn; `ctf`: bars have the colour of their sort (ctf.h). */
void cram_boards_draw(struct zm_bytes position, struct zm_buffer *out);
void cram_boards_svg(struct zm_bytes position, bool ctf, struct zm_buffer *out);

/* component.c: the canonical side ("board" form of the thesis: isolated cells removed, connected
 * components, cropped, least of the symmetries), and the options of a component. */
struct zm_options;
struct cram_scratch; /* memory for the options of one component at a time; freed by free */
struct cram_order;
struct cram_measure;
struct cram_scratch *cram_scratch_open(const struct cram_order *order);
void cram_split(const struct cram_board *board, struct zm_list *components);
bool cram_some_option(struct cram_scratch *scratch, struct zm_bytes component,
                      bool (*test)(void *context, const struct zm_bytes *components, size_t count),
                      void *context);
/* Are the cells, connected and at least as wide as high, the least of their symmetric images? */
bool cram_is_least(const struct cram_board *board);
/* Visits each option until `visit` returns true, its measure (order.h) being put into `measure`
 * before. */
void cram_measure_options(struct cram_scratch *scratch, struct zm_bytes component,
                          bool (*visit)(void *context, const struct zm_bytes *components,
                                        size_t count),
                          void *context, struct cram_measure *measure);
/* What the nimber of a board is at most. */
unsigned cram_most_nimber(const struct cram_board *board);
/* Is the component, in board form, lost by symmetry? */
bool cram_mirrored(struct zm_bytes component);
void cram_options(struct cram_scratch *scratch, struct zm_bytes component,
                  struct zm_options *options);

#endif
