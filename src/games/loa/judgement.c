/* A plain evaluation of Lines of Action for boards that the engine does not play on: how far the
 * men of each side lie from their middle, and how many groups they form. */
#include "games/loa/loa.h"

#include <stdlib.h>

enum { GROUP = 60, STEP = 10, CENTRE = 3 };

/* How scattered a side is; the less, the better. */
static int32_t scatter(const struct loa_board *board, unsigned side)
{
    int size = (int)board->size, count = 0, rows = 0, columns = 0;
    int32_t steps = 0;
    for (int i = 0; i < size * size; i++)
        if (board->squares[i] == loa_man(side)) {
            rows += i / size;
            columns += i % size;
            count++;
        }
    if (count == 0)
        return 0;
    for (int i = 0; i < size * size; i++) {
        if (board->squares[i] != loa_man(side))
            continue;
        int down = abs(i / size * count - rows), right = abs(i % size * count - columns);
        steps += (down > right ? down : right) * STEP / count;
    }
    int off_row = abs(2 * rows - count * (size - 1)),
        off_column = abs(2 * columns - count * (size - 1));
    return steps + CENTRE * (off_row + off_column) / count +
           GROUP * (int32_t)loa_groups(board, side);
}

static int32_t evaluate(void *state, struct zm_bytes position)
{
    struct loa_board board;
    (void)state;
    loa_read(position, &board);
    return scatter(&board, 1 - board.turn) - scatter(&board, board.turn);
}

/* Moves towards the centre of the board look best. */
static int32_t promise(void *state, struct zm_bytes position, struct zm_bytes move)
{
    int size = position.data[1], gain = 0;
    (void)state;
    if (move.data[0] == LOA_PASS)
        return 0;
    for (int i = 0; i < 2; i++) {
        int down = abs(2 * (move.data[i] / size) - (size - 1));
        int right = abs(2 * (move.data[i] % size) - (size - 1));
        gain += (i == 0 ? 1 : -1) * (down > right ? down : right);
    }
    return gain;
}

const struct zm_judgement loa_judgement = {.evaluate = evaluate, .promise = promise};
