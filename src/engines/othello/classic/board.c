/* See board.h. */
#include "engines/othello/classic/board.h"

#include "base/random.h"

#include <string.h>

enum { SEED = 1987 };

/* The kind of a row or column by its place from the edge of the board. */
static enum classic_line_kind kind_of_row(unsigned place)
{
    return place == 0 || place == 7   ? CLASSIC_EDGE
           : place == 1 || place == 6 ? CLASSIC_BESIDE
                                      : CLASSIC_CENTRAL;
}

static void add_line(struct classic_geometry *geometry, unsigned *count,
                     enum classic_line_kind kind, unsigned first, unsigned step, unsigned length)
{
    struct classic_line *line = &geometry->lines[*count];
    unsigned power = 1;
    *line = (struct classic_line){.kind = kind, .length = length};
    for (unsigned i = 0; i < length; i++, power *= 3) {
        unsigned square = first + i * step, place = 0;
        line->squares[i] = (uint8_t)square;
        while (geometry->power_of[square][place] != 0)
            place++;
        geometry->line_of[square][place] = (uint8_t)*count;
        geometry->power_of[square][place] = (uint16_t)power;
    }
    ++*count;
}

void classic_geometry_init(struct classic_geometry *geometry)
{
    struct zm_random random = zm_random_seeded(SEED);
    unsigned count = 0;
    *geometry = (struct classic_geometry){.kernel = othello_best_kernel()};
    for (unsigned i = 0; i < 8; i++) {
        add_line(geometry, &count, kind_of_row(i), i * 8, 1, 8);
        add_line(geometry, &count, kind_of_row(i), i, 8, 8);
    }
    for (unsigned length = 8; length >= 3; length--) {
        enum classic_line_kind kind = (enum classic_line_kind)(CLASSIC_DIAGONAL + (8 - length));
        unsigned away = 8 - length;
        add_line(geometry, &count, kind, away, 9, length);
        add_line(geometry, &count, kind, length - 1, 7, length);
        if (away > 0) {
            add_line(geometry, &count, kind, away * 8, 9, length);
            add_line(geometry, &count, kind, away * 8 + 7, 7, length);
        }
    }
    for (unsigned i = 0; i < CLASSIC_SQUARES; i++)
        for (unsigned colour = 0; colour < 2; colour++) {
            geometry->keys[i][colour] = (uint32_t)zm_random_next(&random);
            geometry->signatures[i][colour] = (uint32_t)zm_random_next(&random);
        }
}

/* Changes the keys by a disc of a colour on a square, and the lines through it by so many digits. */
static void change_square(const struct classic_geometry *geometry, struct classic_board *board,
                          unsigned square, int digits, unsigned colour)
{
    board->key ^= geometry->keys[square][colour];
    board->signature ^= geometry->signatures[square][colour];
    for (unsigned i = 0; i < CLASSIC_LINES_OF && geometry->power_of[square][i] != 0; i++) {
        uint16_t *line = &board->lines[geometry->line_of[square][i]];
        *line = (uint16_t)(*line + digits * geometry->power_of[square][i]);
    }
}

void classic_board_set(const struct classic_geometry *geometry, const uint64_t discs[2],
                       unsigned turn, struct classic_board *board)
{
    *board = (struct classic_board){.discs = {discs[0], discs[1]}, .turn = turn};
    uint64_t empty = classic_empty(board);
    for (unsigned i = 0; i < CLASSIC_SQUARES; i++)
        board->around[i] = (uint8_t)othello_discs(othello_around[i] & empty);
    for (unsigned colour = 0; colour < 2; colour++)
        for (uint64_t left = discs[colour]; left != 0; left &= left - 1) {
            unsigned square = othello_first(left);
            board->frontier[colour] += board->around[square];
            change_square(geometry, board, square, (int)colour + 1, colour);
        }
}

/* Turns discs over to a colour. */
static void turn_discs(const struct classic_geometry *geometry, struct classic_board *board,
                       uint64_t flips, unsigned colour)
{
    int sign = colour == 1 ? 1 : -1;
    for (uint64_t left = flips; left != 0; left &= left - 1) {
        unsigned square = othello_first(left);
        change_square(geometry, board, square, sign, 0);
        board->key ^= geometry->keys[square][1];
        board->signature ^= geometry->signatures[square][1];
        board->frontier[colour] += board->around[square];
        board->frontier[1 - colour] -= board->around[square];
    }
    board->discs[colour] |= flips;
    board->discs[1 - colour] &= ~flips;
}

/* Counts an empty square less (or more) around its neighbours. */
static void change_around(struct classic_board *board, unsigned square, int change)
{
    uint64_t around = othello_around[square];
    for (uint64_t left = around; left != 0; left &= left - 1) {
        uint8_t *count = &board->around[othello_first(left)];
        *count = (uint8_t)(*count + change);
    }
    for (unsigned colour = 0; colour < 2; colour++)
        board->frontier[colour] += change * (int)othello_discs(around & board->discs[colour]);
}

void classic_play(const struct classic_geometry *geometry, struct classic_board *board,
                  unsigned square, uint64_t flips)
{
    unsigned mover = board->turn;
    board->turn = 1 - mover;
    if (square == CLASSIC_PASS)
        return;
    change_around(board, square, -1);
    board->discs[mover] |= (uint64_t)1 << square;
    board->frontier[mover] += board->around[square];
    change_square(geometry, board, square, (int)mover + 1, mover);
    turn_discs(geometry, board, flips, mover);
}

void classic_undo(const struct classic_geometry *geometry, struct classic_board *board,
                  unsigned square, uint64_t flips)
{
    unsigned mover = 1 - board->turn;
    board->turn = mover;
    if (square == CLASSIC_PASS)
        return;
    turn_discs(geometry, board, flips, 1 - mover);
    change_square(geometry, board, square, -(int)mover - 1, mover);
    board->frontier[mover] -= board->around[square];
    board->discs[mover] &= ~((uint64_t)1 << square);
    change_around(board, square, 1);
}
