/* Tables and moves of the engine's board; see board.h. */
#include "engines/loa/board.h"

#include <stdlib.h>

/* Where the codes of lines of a length begin: those of shorter lines lie before. */
static uint16_t first_code(unsigned length)
{
    uint16_t first = 0;
    for (unsigned i = 1, codes = 3; i < length; i++, codes *= 3)
        first = (uint16_t)(first + codes);
    return first;
}

/* Adds the line that begins at a square and goes on in a direction. */
static void add_line(struct loa_tables *tables, int row, int column, int down, int right,
                     unsigned kind)
{
    unsigned line = tables->lines++, length = 0;
    int size = (int)tables->size;
    uint16_t digit = 1;
    for (; row >= 0 && row < size && column >= 0 && column < size; row += down, column += right) {
        unsigned square = (unsigned)(row * LOA_SIDE + column);
        tables->squares[line][length++] = (uint8_t)square;
        tables->line_of[square][kind] = (uint8_t)line;
        tables->digit_of[square][kind] = digit;
        digit = (uint16_t)(digit * 3);
    }
    tables->empty[line] = first_code(length);
}

static void add_lines(struct loa_tables *tables)
{
    int size = (int)tables->size;
    for (int i = 0; i < size; i++) {
        add_line(tables, i, 0, 0, 1, 0);
        add_line(tables, 0, i, 1, 0, 1);
        add_line(tables, 0, i, 1, 1, 2);
        add_line(tables, 0, i, 1, -1, 3);
        if (i > 0) {
            add_line(tables, i, 0, 1, 1, 2);
            add_line(tables, i, size - 1, 1, -1, 3);
        }
    }
}

/* Can the man of `side` on square `from` of a line of digits move by `step`? */
static bool can_move(const uint8_t *digits, int length, int from, int step, unsigned side)
{
    int to = from + step, way = step > 0 ? 1 : -1;
    if (to < 0 || to >= length || digits[to] == side + 1)
        return false;
    for (int i = from + way; i != to; i += way)
        if (digits[i] == 2 - side)
            return false;
    return true;
}

static void fill_code(struct loa_code *code, const uint8_t *digits, int length)
{
    for (int i = 0; i < length; i++)
        code->count = (uint8_t)(code->count + (digits[i] != 0));
    for (int i = 0; i < length; i++) {
        if (digits[i] == 0)
            continue;
        unsigned side = digits[i] - 1u;
        bool up = can_move(digits, length, i, code->count, side);
        bool down = can_move(digits, length, i, -code->count, side);
        code->up[side] |= (uint8_t)(up << i);
        code->down[side] |= (uint8_t)(down << i);
        code->moves[side] = (uint8_t)(code->moves[side] + up + down);
    }
}

static void fill_codes(struct loa_tables *tables)
{
    unsigned codes = 3;
    for (int length = 1; length <= LOA_SIDE; length++, codes *= 3)
        for (unsigned number = 0; number < codes; number++) {
            uint8_t digits[LOA_SIDE];
            unsigned rest = number;
            for (int i = 0; i < length; i++, rest /= 3)
                digits[i] = (uint8_t)(rest % 3);
            fill_code(&tables->codes[first_code((unsigned)length) + number], digits, length);
        }
}

/* The quarter turns of the border in a window of 2x2 squares, given as bits row by row. */
static int quad_weight(unsigned window)
{
    static const int by_count[] = {0, 1, 0, -1, 0};
    return window == 6 || window == 9 ? -2 : by_count[__builtin_popcount(window)];
}

/* The sum over the four windows round the middle of 3x3 squares. */
static int sum_quads(unsigned hood)
{
    int sum = 0;
    for (unsigned row = 0; row < 2; row++)
        for (unsigned column = 0; column < 2; column++) {
            unsigned corner = 3 * row + column;
            sum += quad_weight((hood >> corner & 3) | (hood >> (corner + 3) & 3) << 2);
        }
    return sum;
}

static void fill_hoods(struct loa_tables *tables)
{
    enum { MIDDLE = 16 };
    for (unsigned hood = 0; hood < LOA_HOODS; hood++)
        tables->quads[hood] = (int8_t)(sum_quads(hood | MIDDLE) - sum_quads(hood & ~MIDDLE));
    for (unsigned square = 0; square < LOA_FRAME; square++) {
        unsigned columns = square % LOA_SIDE == 0 ? 6 : square % LOA_SIDE == 7 ? 3 : 7;
        tables->hood[square] = columns * 0x10101;
    }
}

static void fill_middle(struct loa_tables *tables)
{
    int last = (int)tables->size - 1;
    for (int square = 0; square < LOA_FRAME; square++) {
        int down = abs(2 * (square / LOA_SIDE) - last), right = abs(2 * (square % LOA_SIDE) - last);
        tables->off_middle[square] = (uint8_t)(down > right ? down : right);
    }
}

struct loa_tables *loa_tables_make(unsigned size)
{
    struct loa_tables *tables = calloc(1, sizeof *tables);
    if (tables == NULL)
        return NULL;
    tables->size = size;
    for (unsigned i = 0; i < size; i++)
        tables->all |= ((UINT64_C(1) << size) - 1) << (LOA_SIDE * i);
    add_lines(tables);
    fill_codes(tables);
    fill_hoods(tables);
    fill_middle(tables);
    return tables;
}

void loa_state_set(const struct loa_tables *tables, const struct loa_board *board,
                   struct loa_state *state)
{
    *state = (struct loa_state){.turn = (uint8_t)board->turn};
    memcpy(state->codes, tables->empty, sizeof state->codes);
    for (unsigned i = 0; i < board->size * board->size; i++) {
        unsigned square = i / board->size * LOA_SIDE + i % board->size;
        if (board->squares[i] == '.')
            continue;
        unsigned side = board->squares[i] == loa_man(1);
        state->euler4[side] = (int16_t)(state->euler4[side] +
                                        tables->quads[loa_hood(tables, state->men[side], square)]);
        state->men[side] |= loa_bit(square);
        loa_change(tables, state, square, side == 0 ? 1 : 2);
    }
}

void loa_state_get(const struct loa_tables *tables, const struct loa_state *state,
                   struct loa_board *board)
{
    *board = (struct loa_board){.size = tables->size, .turn = state->turn};
    for (unsigned i = 0; i < tables->size * tables->size; i++) {
        uint64_t bit = loa_bit(i / tables->size * LOA_SIDE + i % tables->size);
        board->squares[i] = (state->men[0] & bit) != 0   ? loa_man(0)
                            : (state->men[1] & bit) != 0 ? loa_man(1)
                                                         : '.';
    }
}

unsigned loa_generate(const struct loa_tables *tables, const struct loa_state *state,
                      loa_step moves[LOA_MOVES])
{
    unsigned count = 0, side = state->turn;
    for (unsigned line = 0; line < tables->lines; line++) {
        const struct loa_code *code = &tables->codes[state->codes[line]];
        const uint8_t *squares = tables->squares[line];
        if (code->moves[side] == 0)
            continue;
        for (unsigned left = code->up[side]; left != 0; left &= left - 1) {
            unsigned from = (unsigned)__builtin_ctz(left);
            moves[count++] = (loa_step)(squares[from] | squares[from + code->count] << 6);
        }
        for (unsigned left = code->down[side]; left != 0; left &= left - 1) {
            unsigned from = (unsigned)__builtin_ctz(left);
            moves[count++] = (loa_step)(squares[from] | squares[from - code->count] << 6);
        }
    }
    return count;
}

bool loa_is_legal(const struct loa_tables *tables, const struct loa_state *state, loa_step move)
{
    loa_step moves[LOA_MOVES];
    for (unsigned i = loa_generate(tables, state, moves); i > 0; i--)
        if (moves[i - 1] == move)
            return true;
    return false;
}

uint64_t loa_perft(const struct loa_tables *tables, struct loa_state *state, unsigned depth)
{
    loa_step moves[LOA_MOVES];
    struct loa_undo undo;
    uint64_t leaves = 0;
    if (depth <= 1)
        return depth == 0 ? 1 : loa_mobility(state);
    unsigned count = loa_generate(tables, state, moves);
    for (unsigned i = 0; i < count; i++) {
        loa_make(tables, state, moves[i], &undo);
        leaves += depth == 2 ? loa_mobility(state) : loa_perft(tables, state, depth - 1);
        loa_unmake(tables, state, moves[i], &undo);
    }
    return leaves;
}

/* Rows become columns (Warren, Hacker's Delight). */
static uint64_t transpose(uint64_t set)
{
    uint64_t swap = (set ^ set >> 7) & UINT64_C(0x00AA00AA00AA00AA);
    set ^= swap ^ swap << 7;
    swap = (set ^ set >> 14) & UINT64_C(0x0000CCCC0000CCCC);
    set ^= swap ^ swap << 14;
    swap = (set ^ set >> 28) & UINT64_C(0x00000000F0F0F0F0);
    return set ^ swap ^ swap << 28;
}

uint64_t loa_image(uint64_t set, unsigned symmetry)
{
    if ((symmetry & 1) != 0)
        set = __builtin_bswap64(set);
    if ((symmetry & 2) != 0)
        set = transpose(__builtin_bswap64(transpose(set)));
    return (symmetry & 4) != 0 ? transpose(set) : set;
}

struct loa_move loa_step_to_move(const struct loa_tables *tables, loa_step step)
{
    unsigned from = loa_from(step), to = loa_to(step), size = tables->size;
    if (step == LOA_PASSING)
        return (struct loa_move){LOA_PASS, LOA_PASS};
    return (struct loa_move){(uint8_t)(from / LOA_SIDE * size + from % LOA_SIDE),
                             (uint8_t)(to / LOA_SIDE * size + to % LOA_SIDE)};
}

loa_step loa_move_to_step(const struct loa_tables *tables, struct loa_move move)
{
    unsigned size = tables->size;
    if (move.from == LOA_PASS)
        return LOA_PASSING;
    unsigned from = move.from / size * LOA_SIDE + move.from % size;
    unsigned to = move.to / size * LOA_SIDE + move.to % size;
    return (loa_step)(from | to << 6);
}
