/* Boards of peg solitaire: the holes of a position numbered, the jumps between them, the symmetries
 * of the board, the goal and what can be said at once about reaching it. */
#include "games/peg/peg.h"

#include <stdlib.h>

static unsigned rows_of(struct zm_bytes position)
{
    return position.data[1];
}

static unsigned columns_of(struct zm_bytes position)
{
    return position.data[2];
}

static bool is_hole(struct zm_bytes position, unsigned cell)
{
    return position.data[ZM_PEG_HEADER + cell] != '_';
}

bool zm_peg_line(struct zm_bytes position, unsigned cell, unsigned direction, unsigned line[3])
{
    static const int steps[6][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {-1, -1}};
    int rows = (int)rows_of(position), columns = (int)columns_of(position);
    int row = (int)cell / columns, column = (int)cell % columns;
    if (direction >= (position.data[0] == ZM_PEG_SQUARE ? 4u : 6u))
        return false;
    for (int i = 0; i < 3; i++) {
        int r = row + i * steps[direction][0], c = column + i * steps[direction][1];
        if (r < 0 || c < 0 || r >= rows || c >= columns)
            return false;
        line[i] = (unsigned)(r * columns + c);
    }
    return true;
}

/* The first and the last row and column with holes. */
struct box {
    int top, left, bottom, right;
};

static struct box box_of(struct zm_bytes position)
{
    int columns = (int)columns_of(position);
    struct box box = {ZM_PEG_LONGEST, ZM_PEG_LONGEST, -1, -1};
    for (int cell = 0; cell < (int)rows_of(position) * columns; cell++) {
        int row = cell / columns, column = cell % columns;
        if (!is_hole(position, (unsigned)cell))
            continue;
        box.top = row < box.top ? row : box.top;
        box.left = column < box.left ? column : box.left;
        box.bottom = row > box.bottom ? row : box.bottom;
        box.right = column > box.right ? column : box.right;
    }
    return box;
}

int zm_peg_centre(struct zm_bytes position)
{
    struct box box = box_of(position);
    int rows = (int)rows_of(position), columns = (int)columns_of(position), cell;
    if (position.data[0] == ZM_PEG_TRIANGLE) {
        if (rows % 3 != 1)
            return -1;
        cell = (rows - 1) / 3 * (2 * columns + 1);
    } else {
        if ((box.top + box.bottom) % 2 != 0 || (box.left + box.right) % 2 != 0)
            return -1;
        cell = (box.top + box.bottom) / 2 * columns + (box.left + box.right) / 2;
    }
    return is_hole(position, (unsigned)cell) ? cell : -1;
}

/* -- holes and jumps -- */

static void number_holes(struct zm_peg_board *board)
{
    struct zm_bytes shape = zm_bytes(board->shape, ZM_PEG_HEADER + board->cells);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        board->hole_at[cell] = ZM_PEG_NONE;
        if (!is_hole(shape, cell))
            continue;
        unsigned row = cell / columns_of(shape), column = cell % columns_of(shape);
        board->parity[board->holes] = (uint8_t)(2 * (row % 2) + column % 2);
        board->cell_of[board->holes] = (uint8_t)cell;
        board->hole_at[cell] = (uint8_t)board->holes++;
    }
}

static void find_jumps(struct zm_peg_board *board)
{
    struct zm_bytes shape = zm_bytes(board->shape, ZM_PEG_HEADER + board->cells);
    for (unsigned hole = 0; hole < board->holes; hole++) {
        board->first[hole] = board->jump_count;
        for (unsigned direction = 0; direction < 6; direction++) {
            unsigned line[3];
            uint8_t over, onto;
            if (!zm_peg_line(shape, board->cell_of[hole], direction, line))
                continue;
            over = board->hole_at[line[1]];
            onto = board->hole_at[line[2]];
            if (over == ZM_PEG_NONE || onto == ZM_PEG_NONE)
                continue;
            uint64_t from = (uint64_t)1 << hole, to = (uint64_t)1 << onto;
            board->jumps[board->jump_count++] =
                (struct zm_peg_jump){.all = from | to | (uint64_t)1 << over,
                                     .to = to,
                                     .from = (uint8_t)hole,
                                     .over = over,
                                     .onto = onto};
            board->ends[over][board->parity[hole] ^ board->parity[over]] = from | to;
        }
    }
    board->first[board->holes] = board->jump_count;
    board->most_moves = board->jump_count;
}

/* The sweeps of a position are, peg by peg, among those with all that it could land in empty and
 * all that it could jump there. */
static enum zm_status bound_sweeps(struct zm_peg_board *board, struct zm_error *error)
{
    enum { MOST_OF_A_PEG = 1 << 13 };
    zm_move *moves = malloc(MOST_OF_A_PEG * sizeof *moves);
    if (moves == NULL)
        return zm_fail_memory(error);
    board->most_moves = 0;
    bool bounded = true;
    for (unsigned hole = 0; hole < board->holes && bounded; hole++) {
        uint64_t pegs = (uint64_t)1 << hole;
        for (unsigned other = 0; other < board->holes; other++)
            pegs |= (uint64_t)(board->parity[other] != board->parity[hole]) << other;
        unsigned count = zm_peg_sweeps(board, pegs, hole, moves, MOST_OF_A_PEG);
        board->most_moves += count;
        bounded = count < MOST_OF_A_PEG;
    }
    free(moves);
    return bounded ? ZM_OK
                   : zm_fail(error, ZM_BAD_INPUT,
                             "peg: --moves sweeps: a peg could make more than %d sweeps on this "
                             "board; expected a smaller one, or --moves jumps",
                             MOST_OF_A_PEG);
}

/* -- the goal -- */

/* A set of holes that each line of three meets once: what a jump does to the number of pegs in two
 * of these sets, it does to both. Diagonals of squares lie so in two ways, of the triangle in one.
 */
unsigned zm_peg_class(const struct zm_peg_board *board, uint64_t pegs)
{
    unsigned parity[2][3] = {{0}};
    int columns = board->shape[2];
    for (; pegs != 0; pegs &= pegs - 1) {
        int cell = board->cell_of[__builtin_ctzll(pegs)];
        int row = cell / columns, column = cell % columns;
        parity[0][(row + column) % 3] ^= 1;
        if (board->shape[0] == ZM_PEG_SQUARE)
            parity[1][(row + ZM_PEG_LONGEST - column) % 3] ^= 1;
    }
    return (parity[0][0] ^ parity[0][1]) | (parity[0][1] ^ parity[0][2]) << 1 |
           (parity[1][0] ^ parity[1][1]) << 2 | (parity[1][1] ^ parity[1][2]) << 3;
}

/* Steps between two cells. */
static unsigned distance(const struct zm_peg_board *board, unsigned one, unsigned other)
{
    int columns = board->shape[2];
    int down = (int)other / columns - (int)one / columns;
    int right = (int)other % columns - (int)one % columns;
    if (board->shape[0] == ZM_PEG_TRIANGLE && (down > 0) == (right > 0))
        return (unsigned)(abs(down) > abs(right) ? abs(down) : abs(right));
    return (unsigned)(abs(down) + abs(right));
}

/* Weights that fall with the distance from the goal as Fibonacci numbers do: two pegs in a line
 * towards it weigh as much as the one that they leave, and any other jump loses (Conway). */
static void weigh(struct zm_peg_board *board)
{
    uint32_t fibonacci[2 * ZM_PEG_LONGEST + 1] = {1, 1};
    enum { LAST = 2 * ZM_PEG_LONGEST };
    for (unsigned i = 2; i <= LAST; i++)
        fibonacci[i] = fibonacci[i - 1] + fibonacci[i - 2];
    board->goal_weight = fibonacci[LAST];
    for (unsigned hole = 0; hole < board->holes; hole++) {
        unsigned far = distance(board, board->cell_of[hole], board->cell_of[board->goal]);
        for (unsigned byte = 0; byte < 256; byte++)
            if (byte >> hole % 8 & 1)
                board->weights[hole / 8][byte] += fibonacci[LAST - far];
    }
}

static enum zm_status find_goal(struct zm_peg_board *board, const char *goal,
                                struct zm_error *error)
{
    struct zm_bytes shape = zm_bytes(board->shape, ZM_PEG_HEADER + board->cells);
    bool one = strcmp(goal, "one") == 0, centre = strcmp(goal, "centre") == 0;
    int cell = one                      ? -1
               : centre || goal[0] == 0 ? zm_peg_centre(shape)
                                        : zm_peg_cell_named(shape, goal, strlen(goal));
    if (cell < 0 && !one && goal[0] != 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "peg: --goal %s: the board has no %s; expected 'one'%s or a hole, as d4",
                       goal, centre ? "hole in the centre" : "such hole",
                       centre ? "" : ", 'centre'");
    board->goal = cell < 0 ? ZM_PEG_NONE : board->hole_at[cell];
    for (unsigned hole = 0; hole < board->holes; hole++)
        if (board->goal == ZM_PEG_NONE || board->goal == hole)
            board->goal_classes |= (uint16_t)(1u << zm_peg_class(board, (uint64_t)1 << hole));
    if (board->goal != ZM_PEG_NONE)
        weigh(board);
    return ZM_OK;
}

/* -- symmetries -- */

/* Where the symmetry of this number takes a cell of a square lattice: turned about the middle of
 * the holes, perhaps turned over first. -1: out of the box. */
static int square_image(struct zm_bytes shape, struct box box, unsigned symmetry, int cell)
{
    int columns = (int)columns_of(shape), rows = (int)rows_of(shape);
    int row = 2 * (cell / columns) - box.top - box.bottom;
    int column = 2 * (cell % columns) - box.left - box.right;
    if (symmetry & 4)
        column = -column;
    for (unsigned quarter = 0; quarter < (symmetry & 3); quarter++) {
        int old = row;
        row = column;
        column = -old;
    }
    row += box.top + box.bottom;
    column += box.left + box.right;
    if (row < 0 || column < 0 || row % 2 != 0 || column % 2 != 0)
        return -1;
    return row / 2 < rows && column / 2 < columns ? row / 2 * columns + column / 2 : -1;
}

/* The same for a triangle: the steps from a circle to the three sides change places. */
static int triangle_image(struct zm_bytes shape, unsigned symmetry, int cell)
{
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    int columns = (int)columns_of(shape), row = cell / columns, column = cell % columns;
    int steps[3] = {row - column, column, columns - 1 - row};
    if (symmetry >= 6)
        return -1;
    row = columns - 1 - steps[orders[symmetry][2]];
    return row * columns + steps[orders[symmetry][1]];
}

/* Where a symmetry takes each hole; false: it is none of this board and its goal. */
static bool is_symmetry(const struct zm_peg_board *board, struct box box, unsigned symmetry,
                        uint8_t image[ZM_PEG_HOLES])
{
    struct zm_bytes shape = zm_bytes(board->shape, ZM_PEG_HEADER + board->cells);
    for (unsigned hole = 0; hole < board->holes; hole++) {
        int cell = board->cell_of[hole];
        int onto = shape.data[0] == ZM_PEG_SQUARE ? square_image(shape, box, symmetry, cell)
                                                  : triangle_image(shape, symmetry, cell);
        if (onto < 0 || board->hole_at[onto] == ZM_PEG_NONE)
            return false;
        image[hole] = board->hole_at[onto];
        if (hole == board->goal && image[hole] != hole)
            return false;
    }
    return true;
}

static enum zm_status find_symmetries(struct zm_peg_board *board, struct zm_error *error)
{
    struct box box = box_of(zm_bytes(board->shape, ZM_PEG_HEADER + board->cells));
    unsigned chunks = (board->holes + 7) / 8;
    board->images = malloc(chunks * sizeof *board->images);
    if (board->images == NULL)
        return zm_fail_memory(error);
    memset(board->images, 0xff, chunks * sizeof *board->images);
    for (unsigned symmetry = 0; symmetry < ZM_PEG_IMAGES; symmetry++) {
        uint8_t image[ZM_PEG_HOLES];
        if (!is_symmetry(board, box, symmetry, image))
            continue;
        for (unsigned chunk = 0; chunk < chunks; chunk++)
            for (unsigned byte = 0; byte < 256; byte++) {
                uint64_t holes = 0;
                for (unsigned i = 0; i < 8 && 8 * chunk + i < board->holes; i++)
                    if (byte >> i & 1)
                        holes |= (uint64_t)1 << image[8 * chunk + i];
                board->images[chunk][byte][board->symmetries] = holes;
            }
        board->symmetries++;
    }
    return ZM_OK;
}

/* -- boards -- */

void zm_peg_board_free(struct zm_peg_board *board)
{
    free(board->images);
    free(board);
}

static bool has_shape(const struct zm_peg_board *board, struct zm_bytes position)
{
    if (ZM_PEG_HEADER + board->cells != position.size ||
        memcmp(board->shape, position.data, ZM_PEG_HEADER) != 0)
        return false;
    for (size_t i = ZM_PEG_HEADER; i < position.size; i++)
        if ((board->shape[i] == '_') != (position.data[i] == '_'))
            return false;
    return true;
}

static struct zm_peg_board *make_board(const struct zm_peg *peg, struct zm_bytes position,
                                       struct zm_error *error)
{
    struct zm_peg_board *board = calloc(1, sizeof *board);
    if (board == NULL) {
        zm_fail_memory(error);
        return NULL;
    }
    board->cells = (unsigned)position.size - ZM_PEG_HEADER;
    board->sweeps = peg->sweeps;
    memcpy(board->shape, position.data, position.size);
    for (unsigned i = ZM_PEG_HEADER; i < position.size; i++)
        board->shape[i] = position.data[i] == '_' ? '_' : '.';
    number_holes(board);
    find_jumps(board);
    enum zm_status status = find_goal(board, peg->goal, error);
    if (status == ZM_OK)
        status = find_symmetries(board, error);
    if (status == ZM_OK && board->sweeps)
        status = bound_sweeps(board, error);
    if (status == ZM_OK)
        return board;
    zm_peg_board_free(board);
    return NULL;
}

const struct zm_peg_board *zm_peg_board_of(struct zm_peg *peg, struct zm_bytes position,
                                           struct zm_error *error)
{
    struct zm_peg_board *board = peg->boards;
    while (board != NULL && !has_shape(board, position))
        board = board->next;
    if (board != NULL)
        return board;
    board = make_board(peg, position, error);
    if (board != NULL) {
        board->next = peg->boards;
        peg->boards = board;
    }
    return board;
}

uint64_t zm_peg_bits(const struct zm_peg_board *board, struct zm_bytes position)
{
    uint64_t pegs = 0;
    for (unsigned hole = 0; hole < board->holes && hole < ZM_PEG_HOLES; hole++)
        pegs |= (uint64_t)(position.data[ZM_PEG_HEADER + board->cell_of[hole]] == 'o') << hole;
    return pegs;
}

void zm_peg_position(const struct zm_peg_board *board, uint64_t pegs, struct zm_buffer *position)
{
    zm_buffer_set(position, zm_bytes(board->shape, ZM_PEG_HEADER + board->cells));
    for (; pegs != 0 && !position->failed; pegs &= pegs - 1)
        position->data[ZM_PEG_HEADER + board->cell_of[__builtin_ctzll(pegs)]] = 'o';
}
