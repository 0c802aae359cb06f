/* The paper of Morpion solitaire: the variants, the crosses that games start from, which lines can
 * be drawn. */
#include "games/morpion/morpion.h"

const struct zm_morpion_variant zm_morpion_variants[ZM_MORPION_VARIANTS] = {
    {"5T", 5, true, 4, 36, ZM_MORPION_PLAYED},
    {"5D", 5, false, 4, 36, ZM_MORPION_PLAYED},
    {"4T", 4, true, 3, 24, ZM_MORPION_PLAYED4},
    {"4D", 4, false, 3, 24, ZM_MORPION_PLAYED4},
};

/* -- the start -- */

static bool on_paper(unsigned place)
{
    return place >= ZM_MORPION_RIM && place < ZM_MORPION_SIDE - ZM_MORPION_RIM;
}

/* Takes all of a straight line that does not lie on the paper. */
static uint64_t rim_of(const struct zm_morpion_variant *variant, unsigned direction, unsigned line)
{
    uint64_t outside = 0;
    for (unsigned bit = 0; bit < ZM_MORPION_SIDE; bit++) {
        unsigned x = zm_morpion_x_of(direction, line, bit);
        unsigned y = zm_morpion_y_of(direction, line, bit);
        if (!on_paper(x) || !on_paper(y))
            outside |= (uint64_t)1 << bit;
    }
    return variant->touching ? outside | outside >> 1 : outside;
}

void zm_morpion_clear(const struct zm_morpion_variant *variant, struct zm_morpion_board *board)
{
    memset(board, 0, sizeof *board);
    board->length = variant->length;
    board->line = ((uint64_t)1 << variant->length) - 1;
    board->piece = variant->touching ? board->line >> 1 : board->line;
    for (unsigned direction = 0; direction < 4; direction++)
        for (unsigned line = 0; line < 2 * ZM_MORPION_SIDE; line++)
            board->taken[direction][line] = rim_of(variant, direction, line);
}

/* The cross is the outline of a plus sign: of the three by three blocks that its arms cut the
 * square into, those in the corners are empty, and the corners of the middle one are dots. */
bool zm_morpion_in_cross(const struct zm_morpion_variant *variant, int x, int y)
{
    int step = variant->arm - 1, side = 3 * step;
    bool on_x = x == 0 || x == side, on_y = y == 0 || y == side;
    bool edge_x = x == step || x == 2 * step, edge_y = y == step || y == 2 * step;
    bool mid_x = x >= step && x <= 2 * step, mid_y = y >= step && y <= 2 * step;
    if (x < 0 || y < 0 || x > side || y > side)
        return false;
    return (on_x && mid_y) || (on_y && mid_x) || (edge_x && !(mid_y && !edge_y)) ||
           (edge_y && !(mid_x && !edge_x));
}

/* -- lines -- */

/* Can the line from this bit on be drawn, and with which dot missing? Sets the index of that dot.
 */
static bool can_draw(const struct zm_morpion_board *board, unsigned direction, unsigned line,
                     unsigned first, unsigned *index)
{
    uint64_t missing = ~(board->dots[direction][line] >> first) & board->line;
    if ((board->taken[direction][line] >> first & board->piece) != 0 ||
        __builtin_popcountll(missing) != 1)
        return false;
    *index = (unsigned)__builtin_ctzll(missing);
    return true;
}

bool zm_morpion_is_legal(const struct zm_morpion_board *board, zm_morpion_move move)
{
    unsigned index, x = zm_morpion_x(move), y = zm_morpion_y(move);
    return on_paper(x) && on_paper(y) && zm_morpion_index(move) < board->length &&
           can_draw(board, zm_morpion_direction_of(move), zm_morpion_line(move),
                    zm_morpion_first(move), &index) &&
           index == zm_morpion_index(move);
}

/* Adds the moves of the lines that begin from one bit to another of a straight line. */
static unsigned add_lines(const struct zm_morpion_board *board, unsigned direction, unsigned line,
                          unsigned from, unsigned to, zm_morpion_move *moves)
{
    unsigned count = 0, index;
    for (unsigned first = from; first <= to; first++)
        if (can_draw(board, direction, line, first, &index))
            moves[count++] =
                zm_morpion_pack(zm_morpion_x_of(direction, line, first + index),
                                zm_morpion_y_of(direction, line, first + index), direction, index);
    return count;
}

unsigned zm_morpion_through(const struct zm_morpion_board *board, unsigned x, unsigned y,
                            zm_morpion_move *moves)
{
    unsigned count = 0;
    for (unsigned direction = 0; direction < 4; direction++) {
        unsigned bit = zm_morpion_bit_at(x, y, direction);
        count += add_lines(board, direction, zm_morpion_line_at(x, y, direction),
                           bit - (board->length - 1u), bit, moves + count);
    }
    return count;
}

unsigned zm_morpion_beside(const struct zm_morpion_board *board, zm_morpion_move move,
                           zm_morpion_move *moves)
{
    unsigned x = zm_morpion_x(move), y = zm_morpion_y(move), along = zm_morpion_direction_of(move);
    unsigned first = zm_morpion_first(move), reach = board->length - 1u;
    unsigned from = first < reach ? 0 : first - reach, count = 0;
    unsigned to = first + reach < 63 ? first + reach : 63;
    count += add_lines(board, along, zm_morpion_line(move), from, to, moves);
    for (unsigned direction = 0; direction < 4; direction++) {
        unsigned bit = zm_morpion_bit_at(x, y, direction);
        if (direction != along)
            count += add_lines(board, direction, zm_morpion_line_at(x, y, direction), bit - reach,
                               bit, moves + count);
    }
    return count;
}

/* -- what is wrong with a move -- */

static int shown(unsigned place)
{
    return (int)place - ZM_MORPION_ORIGIN;
}

void zm_morpion_explain(const struct zm_morpion_board *board, zm_morpion_move move,
                        struct zm_buffer *text)
{
    unsigned x = zm_morpion_x(move), y = zm_morpion_y(move);
    unsigned direction = zm_morpion_direction_of(move), line = zm_morpion_line(move);
    if (!on_paper(x) || !on_paper(y)) {
        zm_buffer_text(text, "its dot is not on the paper");
        return;
    }
    if (zm_morpion_dot(board, x, y)) {
        zm_buffer_format(text, "there is a dot at %d,%d already", shown(x), shown(y));
        return;
    }
    for (unsigned i = 0; i < board->length; i++) {
        unsigned bit = zm_morpion_first(move) + i;
        unsigned other_x = zm_morpion_x_of(direction, line, bit);
        unsigned other_y = zm_morpion_y_of(direction, line, bit);
        if (i != zm_morpion_index(move) && !zm_morpion_dot(board, other_x, other_y)) {
            zm_buffer_format(text, "its line lacks a dot at %d,%d", shown(other_x), shown(other_y));
            return;
        }
    }
    zm_buffer_format(text, "its line %s a line drawn before in the same direction",
                     board->piece == board->line ? "shares a dot with"
                                                 : "shares more than a dot with");
}
