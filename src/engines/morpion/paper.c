/* Sheets from walks, and their tables; see paper.h. */
#include "engines/morpion/paper.h"

zm_paper_move zm_paper_from(zm_morpion_move move)
{
    static const unsigned lanes[4] = {0, 64, 128, 256};
    return zm_morpion_y(move) << 21 | zm_morpion_x(move) << 15 |
           (lanes[zm_morpion_direction_of(move)] + zm_morpion_line(move)) << 6 |
           zm_morpion_first(move);
}

zm_morpion_move zm_paper_to(zm_paper_move move)
{
    unsigned lane = move >> 6 & 511, x = zm_paper_x(move), y = zm_paper_y(move);
    unsigned direction = lane < 64 ? 0 : lane < 128 ? 1 : lane < 256 ? 2 : 3;
    return zm_morpion_pack(x, y, direction,
                           zm_morpion_bit_at(x, y, direction) - (move & ZM_PAPER_FIRST));
}

static void fill_tables(struct zm_paper *paper)
{
    for (unsigned window = 0; window < ZM_PAPER_WINDOW; window++) {
        paper->near[window] = paper->barred[window] = 0;
        for (unsigned first = 0; first <= paper->reach; first++) {
            unsigned missing = ~(window >> first) & paper->line;
            bool meets = (window >> first & paper->piece) != 0;
            paper->near[window] |= (uint8_t)((__builtin_popcount(missing) == 1) << first);
            paper->barred[window] |= (uint8_t)(meets << first);
        }
    }
}

unsigned zm_paper_begin(struct zm_paper *paper, const struct zm_morpion_walk *walk,
                        zm_paper_move *moves)
{
    static const unsigned lanes[5] = {0, 64, 128, 256, 384};
    const struct zm_morpion_board *board = &walk->board;
    for (unsigned direction = 0; direction < 4; direction++)
        for (unsigned lane = lanes[direction]; lane < lanes[direction + 1]; lane++)
            paper->lanes[lane] =
                (struct zm_paper_lane){board->dots[direction][lane - lanes[direction]],
                                       board->taken[direction][lane - lanes[direction]]};
    paper->piece = board->piece;
    paper->line = (uint32_t)board->line;
    paper->reach = board->length - 1u;
    paper->span = (uint32_t)__builtin_popcountll(board->piece);
    fill_tables(paper);
    for (unsigned i = 0; i < walk->legal_count; i++)
        moves[i] = zm_paper_from(walk->legal[i]);
    return walk->legal_count;
}
