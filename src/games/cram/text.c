/* Boards of Cram as text: sizes (5x6), rows ('000/0G0/000') and the thesis's strings
 * ('000*0G0000E'), read and written; names of cells. A board position is a list of boards
 * (board.h).
 */
#include "games/cram/board.h"

#include <ctype.h>
#include <stdlib.h>

enum { MOST_BOARDS = 64 };

static enum zm_status too_large(struct zm_error *error, unsigned long height, unsigned long width)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "cram position: a board of %lux%lu is too large; at most %d cells are allowed",
                   height, width, CRAM_MOST_CELLS);
}

/* "5x6": rows x columns. */
static enum zm_status parse_size(const char *text, struct zm_buffer *position,
                                 struct zm_error *error)
{
    char *end;
    unsigned long height = strtoul(text, &end, 10), width = 0;
    if (*end == 'x' && isdigit((unsigned char)end[1]))
        width = strtoul(end + 1, &end, 10);
    if (width == 0 || height == 0 || *end != 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "cram position '%s': expected rows x columns (5x6), rows ('000/0G0') or a "
                       "string ('000*0G0E')",
                       text);
    if (width > CRAM_MOST_CELLS || height > CRAM_MOST_CELLS || width * height > CRAM_MOST_CELLS)
        return too_large(error, height, width);
    struct cram_board board = {(unsigned)width, (unsigned)height, 0};
    for (unsigned cell = 0; cell < width * height; cell++)
        board.empty |= cram_bit(cell);
    cram_add_board(position, &board);
    return ZM_OK;
}

/* One board in the letters 0 and G, `row_end` after its first row ('*') or after every row ('/'),
 * up to `end`. */
static enum zm_status parse_board(const char *text, const char *at, const char *end, char row_end,
                                  struct zm_buffer *position, struct zm_error *error)
{
    struct cram_board board = {0};
    unsigned cells = 0, here = 0;
    for (; at <= end; at++) {
        if (at == end || *at == row_end) {
            if (at == end && row_end == '*' && board.width > 0) {
                if (here % board.width != 0)
                    return zm_fail(error, ZM_BAD_INPUT,
                                   "cram position '%s': %u cells after the first row are not whole "
                                   "rows of %u",
                                   text, here, board.width);
                continue;
            }
            if (here == 0 || (board.width > 0 && here != board.width) ||
                (row_end == '*' && (board.width > 0 || at == end)))
                return zm_fail(error, ZM_BAD_INPUT,
                               "cram position '%s', character %d: a row of %u cells; expected %s",
                               text, (int)(at - text) + 1, here,
                               board.width > 0 ? "rows of the same length as the first"
                                               : "cells 0 or G, then '*' after the first row");
            board.width = here;
            here = 0;
        } else if (*at == '0' || *at == 'G' || *at == 'g') {
            if (cells == CRAM_MOST_CELLS)
                return zm_fail(error, ZM_BAD_INPUT,
                               "cram position: more than %d cells on one board", CRAM_MOST_CELLS);
            if (*at == '0')
                board.empty |= cram_bit(cells);
            cells++;
            here++;
        } else {
            return zm_fail(error, ZM_BAD_INPUT,
                           "cram position '%s', character %d: '%c' is not a cell; expected 0 "
                           "(empty) or G (grey)",
                           text, (int)(at - text) + 1, *at);
        }
    }
    board.height = cells / board.width;
    cram_add_board(position, &board);
    return ZM_OK;
}

enum zm_status cram_boards_parse(const char *text, struct zm_buffer *position,
                                 struct zm_error *error)
{
    if (strcmp(text, "E") == 0) /* nothing left */
        return ZM_OK;
    if (isdigit((unsigned char)*text) && strchr(text, 'x') != NULL)
        return parse_size(text, position, error);
    bool strings = strchr(text, '*') != NULL; /* boards ended by E; else rows, boards joined by + */
    char board_end = strings ? 'E' : '+';
    unsigned boards = 0;
    for (const char *at = text; *at != 0;) {
        const char *end = strchr(at, board_end);
        if (end == NULL)
            end = at + strlen(at);
        if (++boards > MOST_BOARDS)
            return zm_fail(error, ZM_BAD_INPUT, "cram position: more than %d boards", MOST_BOARDS);
        enum zm_status status = parse_board(text, at, end, strings ? '*' : '/', position, error);
        if (status != ZM_OK)
            return status;
        at = *end == 0 ? end : end + 1;
        if (*end == '+' && *at == 0)
            return zm_fail(error, ZM_BAD_INPUT, "cram position '%s': a board is missing after +",
                           text);
    }
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

static void print_rows(const struct cram_board *board, struct zm_buffer *text)
{
    for (unsigned row = 0; row < board->height; row++) {
        if (row > 0)
            zm_buffer_byte(text, '/');
        for (unsigned column = 0; column < board->width; column++)
            zm_buffer_byte(text, cram_is_empty(board, row, column) ? '0' : 'G');
    }
}

void cram_boards_print(struct zm_bytes position, struct zm_buffer *text)
{
    struct cram_board board;
    size_t offset = 0, start = 0;
    if (position.size == 0)
        zm_buffer_byte(text, 'E');
    while (cram_next_board(position, &offset, &board)) {
        unsigned cells = board.width * board.height, empty = cram_count(board.empty);
        if (start > 0)
            zm_buffer_byte(text, '+');
        if (start == 0 && offset == position.size && empty == cells)
            zm_buffer_format(text, "%ux%u", board.height, board.width);
        else
            print_rows(&board, text);
        start = offset;
    }
}

void cram_name_cell(struct zm_buffer *text, unsigned row, unsigned column)
{
    if (column >= 26)
        zm_buffer_byte(text, (uint8_t)('a' + column / 26 - 1));
    zm_buffer_format(text, "%c%u", 'a' + column % 26, row + 1);
}

/* The thesis's string: '*' after the first row, 'E' at the end; strings of a sum follow one
 * another. */
void cram_print_board(const struct cram_board *board, struct zm_buffer *text)
{
    for (unsigned row = 0; row < board->height; row++) {
        for (unsigned column = 0; column < board->width; column++)
            zm_buffer_byte(text, cram_is_empty(board, row, column) ? '0' : 'G');
        if (row == 0)
            zm_buffer_byte(text, '*');
    }
    zm_buffer_byte(text, 'E');
}
