/* Boards of sliding blocks: pieces as bits, and which of them are alike. */
#include "games/klotski/klotski.h"

#include <stdlib.h>

static bool is_piece(uint8_t cell)
{
    return (cell >= 'A' && cell <= 'Z') || (cell >= 'a' && cell <= 'z');
}

static uint64_t cells_of(struct zm_bytes position, uint8_t letter)
{
    uint64_t cells = 0;
    for (size_t i = ZM_KLOTSKI_HEADER; i < position.size; i++)
        cells |= (uint64_t)(position.data[i] == letter) << (i - ZM_KLOTSKI_HEADER);
    return cells;
}

/* The first column of a board, as bits. */
static uint64_t first_column(unsigned rows, unsigned columns)
{
    uint64_t cells = 0;
    for (unsigned row = 0; row < rows; row++)
        cells |= (uint64_t)1 << row * columns;
    return cells;
}

bool zm_klotski_connected(struct zm_bytes position, char *letter)
{
    unsigned rows = position.data[0], columns = position.data[1];
    uint64_t first = first_column(rows, columns), last = first << (columns - 1);
    for (size_t i = ZM_KLOTSKI_HEADER; i < position.size; i++) {
        if (!is_piece(position.data[i]))
            continue;
        uint64_t cells = cells_of(position, position.data[i]), reached = cells & -cells, before;
        do {
            before = reached;
            reached |= (before & ~last) << 1 | (before & ~first) >> 1;
            reached |= columns < 64 ? before << columns | before >> columns : 0;
            reached &= cells;
        } while (reached != before);
        if (reached != cells) {
            *letter = (char)position.data[i];
            return false;
        }
    }
    return true;
}

/* Describes the piece of some cells; returns the cell of its corner. */
static uint8_t describe(const struct zm_klotski_board *board, uint64_t cells,
                        struct zm_klotski_piece *piece)
{
    unsigned top = board->rows, left = board->columns, bottom = 0, right = 0;
    for (uint64_t rest = cells; rest != 0; rest &= rest - 1) {
        unsigned cell = (unsigned)__builtin_ctzll(rest);
        unsigned row = cell / board->columns, column = cell % board->columns;
        top = row < top ? row : top;
        left = column < left ? column : left;
        bottom = row > bottom ? row : bottom;
        right = column > right ? column : right;
    }
    unsigned corner = top * board->columns + left;
    piece->shape = cells >> corner;
    piece->rows = (uint8_t)(bottom - top + 1);
    piece->columns = (uint8_t)(right - left + 1);
    return (uint8_t)corner;
}

static void find_pieces(struct zm_klotski_board *board, struct zm_bytes position,
                        uint8_t at[ZM_KLOTSKI_PIECES])
{
    /* In the order of the letters, so that one set of shapes is one board wherever they lie. */
    for (unsigned letter = 'A'; letter <= 'z'; letter++) {
        uint64_t cells = is_piece((uint8_t)letter) ? cells_of(position, (uint8_t)letter) : 0;
        if (cells == 0)
            continue;
        struct zm_klotski_piece *piece = &board->pieces[board->count];
        at[board->count] = describe(board, cells, piece);
        piece->letter = (uint8_t)letter;
        piece->class = board->count;
        if (letter == position.data[2])
            board->goal = board->count;
        board->count++;
    }
    for (unsigned i = 0; i < board->count; i++)
        for (unsigned k = 0; k < i; k++)
            if (board->pieces[k].shape == board->pieces[i].shape && i != board->goal &&
                k != board->goal) {
                board->pieces[i].class = board->pieces[k].class;
                break;
            }
}

static bool is_same(const struct zm_klotski_board *one, const struct zm_klotski_board *other)
{
    return one->rows == other->rows && one->columns == other->columns &&
           one->count == other->count && one->goal == other->goal &&
           one->goal_cell == other->goal_cell && one->walls == other->walls &&
           memcmp(one->pieces, other->pieces, sizeof one->pieces) == 0;
}

const struct zm_klotski_board *zm_klotski_board_of(struct zm_klotski *klotski,
                                                   struct zm_bytes position,
                                                   uint8_t at[ZM_KLOTSKI_PIECES])
{
    struct zm_klotski_board *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->rows = position.data[0];
    made->columns = position.data[1];
    made->goal_cell = (uint8_t)(position.data[3] * made->columns + position.data[4]);
    made->walls = cells_of(position, '#');
    unsigned cells = (unsigned)made->rows * made->columns;
    made->all = cells == 64 ? UINT64_MAX : ((uint64_t)1 << cells) - 1;
    made->along = klotski->along;
    made->steps = klotski->steps;
    find_pieces(made, position, at);
    for (struct zm_klotski_board *board = klotski->boards; board != NULL; board = board->next)
        if (is_same(board, made)) {
            free(made);
            return board;
        }
    made->next = klotski->boards;
    klotski->boards = made;
    return made;
}
