/* The rules of Lines of Action on a plain board of squares; see loa.h. */
#include "games/loa/loa.h"

/* The four lines through a square, and both ways along each. */
static const int downs[8] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int rights[8] = {1, 1, 0, -1, -1, -1, 0, 1};

void loa_start(struct loa_board *board, unsigned size, enum loa_setup setup)
{
    *board = (struct loa_board){.size = size};
    memset(board->squares, '.', size * size);
    for (unsigned i = 1; i + 1 < size; i++) {
        bool odd = i % 2 == 0;
        unsigned top = i, right = i * size + size - 1;
        unsigned bottom = size * size - 1 - i, left = (size - 1 - i) * size;
        if (setup == LOA_SCRAMBLED) { /* clockwise, as on the upper row from the left */
            bool shift = size % 2 == 1;
            board->squares[top] = loa_man(odd);
            board->squares[right] = loa_man(odd ^ shift);
            board->squares[bottom] = loa_man(odd);
            board->squares[left] = loa_man(odd ^ shift);
        } else {
            board->squares[top] = board->squares[bottom] = loa_man(setup == LOA_COLUMNS);
            board->squares[left] = board->squares[right] = loa_man(setup == LOA_ROWS);
        }
    }
}

void loa_read(struct zm_bytes position, struct loa_board *board)
{
    board->turn = position.data[0];
    board->size = position.data[1];
    memcpy(board->squares, position.data + LOA_HEADER, board->size * board->size);
}

void loa_write(const struct loa_board *board, struct zm_buffer *position)
{
    zm_buffer_clear(position);
    zm_buffer_byte(position, (uint8_t)board->turn);
    zm_buffer_byte(position, (uint8_t)board->size);
    zm_buffer_add(position, board->squares, board->size * board->size);
}

/* The square so many steps away in a direction; -1: it is not on the board. */
static int square_at(const struct loa_board *board, unsigned from, unsigned direction, int steps)
{
    int size = (int)board->size;
    int row = (int)from / size + steps * downs[direction];
    int column = (int)from % size + steps * rights[direction];
    return row < 0 || column < 0 || row >= size || column >= size ? -1 : row * size + column;
}

/* The men of both colours on the line through a square. */
static int count_line(const struct loa_board *board, unsigned from, unsigned direction)
{
    int count = 1;
    for (int way = -1; way <= 1; way += 2)
        for (int steps = way, at; (at = square_at(board, from, direction, steps)) >= 0;
             steps += way)
            count += board->squares[at] != '.';
    return count;
}

/* Where the man on a square comes to in a direction; -1: it cannot move there. */
static int target(const struct loa_board *board, unsigned from, unsigned direction)
{
    uint8_t own = loa_man(board->turn), other = loa_man(1 - board->turn);
    int count = count_line(board, from, direction);
    int to = square_at(board, from, direction, count);
    if (to < 0 || board->squares[to] == own)
        return -1;
    for (int steps = 1; steps < count; steps++)
        if (board->squares[square_at(board, from, direction, steps)] == other)
            return -1;
    return to;
}

unsigned loa_steps(const struct loa_board *board, struct loa_move moves[LOA_MOST_MOVES])
{
    unsigned count = 0;
    for (unsigned from = 0; from < board->size * board->size; from++)
        for (unsigned direction = 0; board->squares[from] == loa_man(board->turn) && direction < 8;
             direction++) {
            int to = target(board, from, direction);
            if (to >= 0)
                moves[count++] = (struct loa_move){(uint8_t)from, (uint8_t)to};
        }
    return count;
}

bool loa_is_step(const struct loa_board *board, struct loa_move move)
{
    struct loa_move moves[LOA_MOST_MOVES];
    for (unsigned i = loa_steps(board, moves); i > 0; i--)
        if (moves[i - 1].from == move.from && moves[i - 1].to == move.to)
            return true;
    return false;
}

unsigned loa_groups(const struct loa_board *board, unsigned side)
{
    uint8_t stack[LOA_SQUARES];
    bool seen[LOA_SQUARES] = {false};
    unsigned groups = 0;
    for (unsigned first = 0; first < board->size * board->size; first++) {
        unsigned depth = 0;
        if (seen[first] || board->squares[first] != loa_man(side))
            continue;
        groups++;
        seen[first] = true;
        stack[depth++] = (uint8_t)first;
        while (depth > 0) {
            unsigned at = stack[--depth];
            for (unsigned direction = 0; direction < 8; direction++) {
                int next = square_at(board, at, direction, 1);
                if (next >= 0 && !seen[next] && board->squares[next] == loa_man(side)) {
                    seen[next] = true;
                    stack[depth++] = (uint8_t)next;
                }
            }
        }
    }
    return groups;
}

/* Can a side move along some line? */
static bool can_move(const struct loa_board *board, unsigned side)
{
    struct loa_board other = *board;
    struct loa_move moves[LOA_MOST_MOVES];
    other.turn = side;
    return loa_steps(&other, moves) > 0;
}

bool loa_over(const struct loa_rules *rules, const struct loa_board *board,
              enum zm_outcome *outcome)
{
    bool own = loa_groups(board, board->turn) <= 1, other = loa_groups(board, 1 - board->turn) <= 1;
    *outcome = ZM_UNDECIDED;
    if (own || other) {
        bool drawn = own && other && !rules->mover_wins;
        *outcome = drawn ? ZM_DRAW : other ? ZM_LOSS : ZM_WIN;
    } else if (!can_move(board, board->turn)) {
        if (rules->blocked_loses)
            *outcome = ZM_LOSS;
        else if (!can_move(board, 1 - board->turn))
            *outcome = ZM_DRAW; /* both would pass for ever */
    }
    return *outcome != ZM_UNDECIDED;
}

bool loa_fits(const struct loa_rules *rules, const struct loa_board *board)
{
    unsigned men[2] = {0, 0};
    for (unsigned i = 0; i < board->size * board->size; i++) {
        men[0] += board->squares[i] == loa_man(0);
        men[1] += board->squares[i] == loa_man(1);
    }
    bool few = rules->board == 0 || (board->size == rules->board && men[0] <= loa_most_men(rules) &&
                                     men[1] <= loa_most_men(rules));
    return few && men[0] > 0 && men[1] > 0;
}

void loa_play(struct loa_board *board, struct loa_move move)
{
    if (move.from != LOA_PASS) {
        board->squares[move.to] = board->squares[move.from];
        board->squares[move.from] = '.';
    }
    board->turn = 1 - board->turn;
}
