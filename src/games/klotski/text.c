/* Sliding blocks as text: rows of letters, then the piece and where it shall come. */
#include "games/klotski/klotski.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static enum zm_status fail_text(const char *text, struct zm_error *error)
{
    return zm_fail(
        error, ZM_BAD_INPUT,
        "klotski '%.40s': expected classic, or rows of letters, '.' and '#' separated by "
        "'/', a piece, and the row and column of its upper left corner at the goal, as "
        "in 'ABBC/ABBC/DEEF/DGHF/I..J B 4,2'",
        text);
}

/* Reads the goal behind the rows: a letter, a row and a column, from 1. */
static bool read_goal(const char *text, uint8_t goal[3])
{
    char letter, junk;
    unsigned row, column;
    if (sscanf(text, " %c %2u,%2u %c", &letter, &row, &column, &junk) != 3 ||
        !isalpha((unsigned char)letter) || row < 1 || column < 1)
        return false;
    goal[0] = (uint8_t)letter;
    goal[1] = (uint8_t)(row - 1);
    goal[2] = (uint8_t)(column - 1);
    return true;
}

static enum zm_status read_rows(const char *text, size_t size, const uint8_t goal[3],
                                struct zm_buffer *position, struct zm_error *error)
{
    size_t columns = strcspn(text, "/ "), rows = 1, column = 0;
    for (size_t i = 0; i < size; i++)
        rows += text[i] == '/';
    if (columns == 0 || rows * columns > ZM_KLOTSKI_CELLS)
        return zm_fail(error, ZM_BAD_INPUT,
                       "klotski: a board of %zu rows of %zu; expected at most %d cells", rows,
                       columns, ZM_KLOTSKI_CELLS);
    uint8_t header[ZM_KLOTSKI_HEADER] = {(uint8_t)rows, (uint8_t)columns, goal[0], goal[1],
                                         goal[2]};
    zm_buffer_set(position, zm_bytes(header, sizeof header));
    for (size_t i = 0, row = 1; i <= size; i++) {
        if (i == size || text[i] == '/') {
            if (column != columns)
                return zm_fail(error, ZM_BAD_INPUT, "klotski: row %zu has %zu cells, row 1 has %zu",
                               row, column, columns);
            column = 0;
            row++;
            continue;
        }
        if (!isalpha((unsigned char)text[i]) && text[i] != '.' && text[i] != '#')
            return zm_fail(error, ZM_BAD_INPUT,
                           "klotski: row %zu: '%c'; expected letters, '.' or '#'", row, text[i]);
        zm_buffer_byte(position, (uint8_t)text[i]);
        column++;
    }
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

/* The goal is a place on the board that the piece fits in; the error says why it is not. */
static enum zm_status check_goal(void *state, struct zm_bytes position, struct zm_error *error)
{
    uint8_t at[ZM_KLOTSKI_PIECES];
    char letter;
    if (!zm_klotski_connected(position, &letter))
        return zm_fail(error, ZM_BAD_INPUT, "klotski: the cells of piece %c are not connected",
                       letter);
    if (memchr(position.data + ZM_KLOTSKI_HEADER, position.data[2],
               position.size - ZM_KLOTSKI_HEADER) == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "klotski: there is no piece %c to come to the goal",
                       position.data[2]);
    const struct zm_klotski_board *board = zm_klotski_board_of(state, position, at);
    if (board == NULL)
        return zm_fail_memory(error);
    const struct zm_klotski_piece *piece = &board->pieces[board->goal];
    return position.data[3] + piece->rows <= board->rows &&
                   position.data[4] + piece->columns <= board->columns
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT,
                         "klotski: at row %d, column %d piece %c would leave the board",
                         position.data[3] + 1, position.data[4] + 1, position.data[2]);
}

enum zm_status zm_klotski_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error)
{
    uint8_t goal[3];
    if (strcmp(text, "classic") == 0)
        text = "ABBC/ABBC/DEEF/DGHF/I..J B 4,2";
    size_t size = strcspn(text, " ");
    if (text[size] == '\0' || !read_goal(text + size, goal))
        return fail_text(text, error);
    enum zm_status status = read_rows(text, size, goal, position, error);
    return status == ZM_OK ? check_goal(state, zm_buffer_bytes(position), error) : status;
}

void zm_klotski_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    for (unsigned row = 0; row < position.data[0]; row++) {
        if (row > 0)
            zm_buffer_byte(text, '/');
        zm_buffer_add(text, position.data + ZM_KLOTSKI_HEADER + row * position.data[1],
                      position.data[1]);
    }
    zm_buffer_format(text, " %c %u,%u", position.data[2], position.data[3] + 1u,
                     position.data[4] + 1u);
}

bool zm_klotski_sound(void *state, struct zm_bytes position)
{
    (void)state;
    const uint8_t *data = position.data;
    char letter;
    if (position.size <= ZM_KLOTSKI_HEADER || data[0] < 1 || data[1] < 1 ||
        (unsigned)data[0] * data[1] > ZM_KLOTSKI_CELLS ||
        position.size != ZM_KLOTSKI_HEADER + (size_t)data[0] * data[1] || !isalpha(data[2]) ||
        data[3] >= data[0] || data[4] >= data[1] ||
        memchr(data + ZM_KLOTSKI_HEADER, data[2], position.size - ZM_KLOTSKI_HEADER) == NULL)
        return false;
    for (size_t i = ZM_KLOTSKI_HEADER; i < position.size; i++)
        if (!isalpha(data[i]) && data[i] != '.' && data[i] != '#')
            return false;
    return zm_klotski_connected(position, &letter);
}

void zm_klotski_move_name(const struct zm_klotski_board *board, zm_move move,
                          struct zm_buffer *text)
{
    unsigned to = zm_klotski_to(move);
    zm_buffer_format(text, "%c-%u,%u", board->pieces[zm_klotski_piece(move)].letter,
                     to / board->columns + 1, to % board->columns + 1);
}
