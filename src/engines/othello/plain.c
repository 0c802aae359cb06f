/* Plain alpha-beta, fail-soft; see plain.h. */
#include "engines/othello/plain.h"

enum { POLL = 256 };

static int difference(const struct othello_plain *plain, const struct othello_board *board)
{
    unsigned discs[2];
    othello_count(board, discs);
    int ahead = (int)discs[0] - (int)discs[1];
    int empty = plain->raw ? 0 : (int)(board->size * board->size - discs[0] - discs[1]);
    return ahead > 0 ? ahead + empty : ahead < 0 ? ahead - empty : 0;
}

static bool must_stop(struct othello_plain *plain)
{
    uint64_t nodes = atomic_fetch_add_explicit(&plain->run->nodes, 1, memory_order_relaxed);
    if (nodes % POLL == 0 && zm_run_poll(plain->run, 0, 0))
        plain->stopped = true;
    return plain->stopped;
}

int othello_plain_score(struct othello_plain *plain, const struct othello_board *board, int alpha,
                        int beta)
{
    uint8_t squares[OTHELLO_SQUARES];
    unsigned count = othello_legal(board, squares);
    int best = -OTHELLO_SQUARES - 1;
    if (must_stop(plain))
        return 0;
    if (count == 0 && !othello_other_can_move(board))
        return difference(plain, board);
    if (count == 0) {
        squares[0] = OTHELLO_PASS;
        count = 1;
    }
    for (unsigned i = 0; i < count && best < beta; i++) {
        struct othello_board next = *board;
        othello_play(&next, squares[i]);
        int score = -othello_plain_score(plain, &next, -beta, -(best > alpha ? best : alpha));
        best = score > best ? score : best;
    }
    return best;
}
