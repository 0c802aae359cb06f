/* Ladders; see ladder.h. */
#include "engines/go/ladder.h"

enum { MOST_RESCUES = 6 };

unsigned go_ladder_rescues(const struct goban *board, uint16_t stone, uint16_t *moves,
                           unsigned most)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    uint8_t other = goban_other(board->turn);
    uint16_t chain = board->chain[stone], at = chain;
    uint16_t liberty = goban_last_liberty(&board->chains[chain]);
    unsigned count = 0;
    do {
        for (int i = 0; i < 4 && count + 1 < most; i++) {
            uint16_t near = (uint16_t)(at + offsets[i]);
            if (board->colour[near] != other)
                continue;
            const struct goban_chain *enemy = &board->chains[board->chain[near]];
            if (!goban_in_atari(enemy))
                continue;
            uint16_t take = goban_last_liberty(enemy);
            unsigned k = 0;
            while (k < count && moves[k] != take)
                k++;
            if (k == count && take != board->ko)
                moves[count++] = take;
        }
        at = board->next[at];
    } while (at != chain);
    for (unsigned k = 0; k < count; k++)
        if (moves[k] == liberty)
            return count;
    if (goban_is_legal(board, liberty))
        moves[count++] = liberty;
    return count;
}

bool go_ladder_is_lost(const struct goban *board, uint16_t stone, unsigned *nodes)
{
    uint16_t moves[MOST_RESCUES], liberties[3];
    unsigned count = go_ladder_rescues(board, stone, moves, MOST_RESCUES);
    struct goban next;
    for (unsigned i = 0; i < count; i++) {
        if (*nodes == 0)
            return false;
        --*nodes;
        goban_copy(&next, board);
        goban_play(&next, moves[i]);
        unsigned free = goban_liberties(&next, next.chain[stone], 3, liberties);
        if (free >= 3 || (free == 2 && go_ladder_attack(&next, stone, nodes) == GOBAN_PASS))
            return false;
    }
    return true;
}

uint16_t go_ladder_attack(const struct goban *board, uint16_t stone, unsigned *nodes)
{
    uint16_t liberties[3];
    struct goban next;
    if (goban_liberties(board, board->chain[stone], 3, liberties) != 2)
        return GOBAN_PASS;
    for (int i = 0; i < 2; i++) {
        if (*nodes == 0)
            return GOBAN_PASS;
        --*nodes;
        if (!goban_is_legal(board, liberties[i]))
            continue;
        goban_copy(&next, board);
        goban_play(&next, liberties[i]);
        /* A stone that stands in atari itself may be taken: the rescues look at that. */
        if (goban_in_atari(&next.chains[next.chain[stone]]) &&
            go_ladder_is_lost(&next, stone, nodes))
            return liberties[i];
    }
    return GOBAN_PASS;
}
