/* Sheets from walks, and their tables; see sheet.h. */
#include "engines/morpion/sheet.h"

zm_sheet_move zm_sheet_from(zm_morpion_move move)
{
    static const unsigned lanes[4] = {0, 64, 128, 256};
    return zm_morpion_y(move) << 21 | zm_morpion_x(move) << 15 |
           (lanes[zm_morpion_direction_of(move)] + zm_morpion_line(move)) << 6 |
           zm_morpion_first(move);
}

zm_morpion_move zm_sheet_to(zm_sheet_move move)
{
    unsigned lane = move >> 6 & 511, x = zm_sheet_x(move), y = zm_sheet_y(move);
    unsigned direction = lane < 64 ? 0 : lane < 128 ? 1 : lane < 256 ? 2 : 3;
    return zm_morpion_pack(x, y, direction,
                           zm_morpion_bit_at(x, y, direction) - (move & ZM_SHEET_FIRST));
}

static void fill_tables(struct zm_sheet *sheet)
{
    for (unsigned window = 0; window < ZM_SHEET_WINDOW; window++) {
        sheet->near[window] = sheet->barred[window] = 0;
        for (unsigned first = 0; first <= sheet->reach; first++) {
            unsigned missing = ~(window >> first) & sheet->line;
            bool meets = (window >> first & sheet->piece) != 0;
            sheet->near[window] |= (uint8_t)((__builtin_popcount(missing) == 1) << first);
            sheet->barred[window] |= (uint8_t)(meets << first);
        }
    }
}

unsigned zm_sheet_begin(struct zm_sheet *sheet, const struct zm_morpion_walk *walk,
                        zm_sheet_move *moves)
{
    static const unsigned lanes[5] = {0, 64, 128, 256, 384};
    const struct zm_morpion_board *board = &walk->board;
    for (unsigned direction = 0; direction < 4; direction++)
        for (unsigned lane = lanes[direction]; lane < lanes[direction + 1]; lane++)
            sheet->lanes[lane] =
                (struct zm_sheet_lane){board->dots[direction][lane - lanes[direction]],
                                       board->taken[direction][lane - lanes[direction]]};
    sheet->piece = board->piece;
    sheet->line = (uint32_t)board->line;
    sheet->reach = board->length - 1u;
    sheet->span = (uint32_t)__builtin_popcountll(board->piece);
    fill_tables(sheet);
    for (unsigned i = 0; i < walk->legal_count; i++)
        moves[i] = zm_sheet_from(walk->legal[i]);
    return walk->legal_count;
}
