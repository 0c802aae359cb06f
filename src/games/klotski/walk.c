/* The walk of sliding blocks. */
#include "base/bits.h"
#include "games/klotski/klotski.h"

static enum zm_course klotski_course(void *state)
{
    (void)state;
    return ZM_RETURNING;
}

static size_t klotski_size(void *state)
{
    (void)state;
    return sizeof(struct zm_klotski_walk);
}

/* A piece comes to no more places than there are cells. */
static unsigned klotski_most_moves(const void *walk)
{
    const struct zm_klotski_board *board = ((const struct zm_klotski_walk *)walk)->board;
    return board->count * (board->steps ? 4u : (unsigned)board->rows * board->columns);
}

static enum zm_status klotski_begin(void *state, struct zm_bytes position, void *walk,
                                    struct zm_error *error)
{
    struct zm_klotski_walk *klotski = walk;
    *klotski = (struct zm_klotski_walk){0};
    klotski->board = zm_klotski_board_of(state, position, klotski->at);
    if (klotski->board == NULL)
        return zm_fail_memory(error);
    klotski->taken = klotski->board->walls;
    for (unsigned i = 0; i < klotski->board->count; i++)
        klotski->taken |= klotski->board->pieces[i].shape << klotski->at[i];
    return ZM_OK;
}

static void klotski_position(void *state, const void *walk, struct zm_buffer *position)
{
    (void)state;
    const struct zm_klotski_walk *klotski = walk;
    const struct zm_klotski_board *board = klotski->board;
    uint8_t header[ZM_KLOTSKI_HEADER] = {
        board->rows, board->columns, board->pieces[board->goal].letter,
        (uint8_t)(board->goal_cell / board->columns), (uint8_t)(board->goal_cell % board->columns)};
    zm_buffer_set(position, zm_bytes(header, sizeof header));
    for (unsigned cell = 0; cell < (unsigned)board->rows * board->columns; cell++)
        zm_buffer_byte(position, board->walls >> cell & 1 ? '#' : '.');
    for (unsigned i = 0; i < board->count && !position->failed; i++)
        for (uint64_t cells = board->pieces[i].shape << klotski->at[i]; cells != 0;
             cells &= cells - 1)
            position->data[ZM_KLOTSKI_HEADER + __builtin_ctzll(cells)] = board->pieces[i].letter;
}

static void klotski_to_move(void *state, const void *walk, zm_move move, struct zm_buffer *bytes)
{
    (void)state;
    (void)walk;
    for (unsigned i = 0; i < 3; i++)
        zm_buffer_byte(bytes, (uint8_t)(move >> 8 * i));
}

/* -- moves -- */

/* The cell that a corner comes to by one step; -1: the piece would leave the board, or not go along
 * its length. */
static int step_from(const struct zm_klotski_board *board, const struct zm_klotski_piece *piece,
                     unsigned cell, unsigned direction)
{
    static const int steps[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    int row = (int)(cell / board->columns) + steps[direction][0];
    int column = (int)(cell % board->columns) + steps[direction][1];
    bool sideways = steps[direction][0] == 0;
    if (row < 0 || column < 0 || row + piece->rows > board->rows ||
        column + piece->columns > board->columns)
        return -1;
    if (board->along && (sideways ? piece->rows > piece->columns : piece->columns > piece->rows))
        return -1;
    return row * board->columns + column;
}

/* Writes the moves of a piece: to where one step leads, or any number of them (a flood). */
static unsigned moves_of(const struct zm_klotski_walk *walk, unsigned index, zm_move *moves)
{
    const struct zm_klotski_board *board = walk->board;
    const struct zm_klotski_piece *piece = &board->pieces[index];
    unsigned from = walk->at[index], count = 0, looked = 0;
    uint64_t others = walk->taken & ~(piece->shape << from), met = (uint64_t)1 << from;
    uint8_t queue[ZM_KLOTSKI_CELLS] = {(uint8_t)from};
    unsigned waiting = 1;
    for (; looked < waiting && (looked == 0 || !board->steps); looked++)
        for (unsigned direction = 0; direction < 4; direction++) {
            int to = step_from(board, piece, queue[looked], direction);
            if (to < 0 || met >> to & 1 || (piece->shape << to & others) != 0)
                continue;
            met |= (uint64_t)1 << to;
            queue[waiting++] = (uint8_t)to;
            moves[count++] = zm_klotski_move(index, (unsigned)to, from);
        }
    return count;
}

static unsigned klotski_moves(const void *walk, zm_move *moves)
{
    const struct zm_klotski_walk *klotski = walk;
    unsigned count = 0;
    for (unsigned i = 0; i < klotski->board->count; i++)
        count += moves_of(klotski, i, moves + count);
    return count;
}

static void shift(struct zm_klotski_walk *walk, unsigned piece, unsigned to)
{
    uint64_t shape = walk->board->pieces[piece].shape;
    walk->taken ^= shape << walk->at[piece];
    walk->taken |= shape << to;
    walk->at[piece] = (uint8_t)to;
}

static void klotski_make(void *walk, zm_move move)
{
    shift(walk, zm_klotski_piece(move), zm_klotski_to(move));
}

static void klotski_unmake(void *walk, zm_move move)
{
    shift(walk, zm_klotski_piece(move), zm_klotski_from(move));
}

/* -- positions told apart -- */

/* A sum over the pieces, so that those that count as one may change places. */
static struct zm_hash128 sum_up(const struct zm_klotski_walk *walk, bool classes)
{
    struct zm_hash128 sum = {0, 0};
    for (unsigned i = 0; i < walk->board->count; i++) {
        uint64_t piece = classes ? walk->board->pieces[i].class : i;
        sum.low += zm_split64(ZM_MIX + (piece << 6 | walk->at[i]));
        sum.high += zm_split64(ZM_MIX + (1u << 12 | piece << 6 | walk->at[i]));
    }
    return sum;
}

static struct zm_hash128 klotski_key(const void *walk)
{
    return sum_up(walk, false);
}

/* Pieces of one shape are alike, but for the one that is to come to the goal. */
static struct zm_hash128 klotski_canonical(const void *walk)
{
    return sum_up(walk, true);
}

/* -- the goal -- */

static int64_t klotski_worth(const void *walk)
{
    const struct zm_klotski_walk *klotski = walk;
    return klotski->at[klotski->board->goal] == klotski->board->goal_cell;
}

static unsigned apart(unsigned one, unsigned other)
{
    return one > other ? one - other : other - one;
}

static uint32_t klotski_least(const void *walk)
{
    const struct zm_klotski_walk *klotski = walk;
    const struct zm_klotski_board *board = klotski->board;
    unsigned at = klotski->at[board->goal], goal = board->goal_cell;
    if (!board->steps)
        return at != goal;
    return apart(at / board->columns, goal / board->columns) +
           apart(at % board->columns, goal % board->columns);
}

/* Wherever the piece comes from. */
static uint64_t klotski_code(const void *walk, zm_move move)
{
    (void)walk;
    return move & 0xfff;
}

const struct zm_walk zm_klotski_walk = {
    .course = klotski_course,
    .size = klotski_size,
    .begin = klotski_begin,
    .most_moves = klotski_most_moves,
    .position = klotski_position,
    .to_move = klotski_to_move,
    .moves = klotski_moves,
    .make = klotski_make,
    .unmake = klotski_unmake,
    .key = klotski_key,
    .canonical = klotski_canonical,
    .worth = klotski_worth,
    .least = klotski_least,
    .code = klotski_code,
};
