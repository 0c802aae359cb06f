/* Games as positions on bitboards; see line.h. */
#include "engines/othello/line.h"

#include <ctype.h>
#include <stdio.h>

void othello_line_name(unsigned move, char name[8])
{
    if (move == OTHELLO_LINE_PASS)
        snprintf(name, 8, "pass");
    else
        snprintf(name, 8, "%c%u", 'a' + move % 8, move / 8 % 8 + 1);
}

/* Plays a move, OTHELLO_LINE_PASS included, and keeps the position after it. */
static bool add(struct othello_line *line, struct othello_board *board, unsigned move)
{
    if (line->count + 1 >= OTHELLO_LINE_MOST)
        return false;
    othello_play(board, move == OTHELLO_LINE_PASS ? OTHELLO_PASS : (uint8_t)move);
    line->move[line->count - 1] = (uint8_t)move;
    line->bits[line->count] = othello_bits_of(board);
    line->turn[line->count++] = (uint8_t)board->turn;
    return true;
}

/* Plays a square; who cannot move at all passes before it. */
static bool play(struct othello_line *line, struct othello_board *board, unsigned square)
{
    if (othello_turn_discs(board, square, false) == 0 &&
        (othello_can_move(board) || !add(line, board, OTHELLO_LINE_PASS)))
        return false;
    return othello_turn_discs(board, square, false) > 0 && add(line, board, square);
}

static bool pass(struct othello_line *line, struct othello_board *board)
{
    return !othello_can_move(board) && othello_other_can_move(board) &&
           add(line, board, OTHELLO_LINE_PASS);
}

enum zm_status othello_line_read(const char *moves, struct othello_line *line,
                                 struct zm_error *error)
{
    struct othello_board board;
    othello_start(&board, 8);
    *line = (struct othello_line){.count = 1};
    line->bits[0] = othello_bits_of(&board);
    for (unsigned number = 1;; number++) {
        moves += strspn(moves, " \t\r\n");
        if (*moves == 0)
            return ZM_OK;
        unsigned column = (unsigned)(tolower((unsigned char)moves[0]) - 'a');
        unsigned row = moves[1] == 0 ? 8 : (unsigned)(moves[1] - '1');
        bool square = column < 8 && row < 8;
        size_t length = square                           ? 2
                        : strncmp(moves, "pass", 4) == 0 ? 4
                        : strncmp(moves, "ps", 2) == 0   ? 2
                                                         : 0;
        if (length == 0)
            return zm_fail(error, ZM_BAD_INPUT,
                           "move %u, at '%.8s': expected a square as 'f5', or 'pass'", number,
                           moves);
        if (!(square ? play(line, &board, row * 8 + column) : pass(line, &board)))
            return zm_fail(error, ZM_BAD_INPUT, "move %u, '%.*s', is not legal", number,
                           (int)length, moves);
        moves += length;
    }
}

bool othello_line_over(const struct othello_line *line, int *black)
{
    struct othello_board board;
    unsigned last = line->count - 1, discs[2];
    othello_board_of(line->bits[last], 8, line->turn[last], &board);
    if (othello_can_move(&board) || othello_other_can_move(&board))
        return false;
    othello_count(&board, discs);
    int more = (int)discs[0] - (int)discs[1], empty = 64 - (int)discs[0] - (int)discs[1];
    more += more > 0 ? empty : more < 0 ? -empty : 0;
    *black = board.turn == 0 ? more : -more;
    return true;
}

bool othello_line_of_sheet(const struct zm_game *game, const struct zm_sheet *sheet,
                           const struct zm_error *bad, struct othello_line *line)
{
    return bad == NULL && game == &zm_othello && sheet->start.size == 0 &&
           othello_line_read(zm_buffer_string(&sheet->moves), line, NULL) == ZM_OK;
}
