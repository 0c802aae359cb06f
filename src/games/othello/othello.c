/* The game of Othello for the rest of the program; rules.c has the rules, text.c the grammar. */
#include "games/othello/othello.h"

#include <stdlib.h>

/* How the end is counted. */
struct othello_state {
    bool raw; /* discs on the board alone; else the winner also gets the empty squares */
};

static const struct zm_param othello_params[] = {
    {.name = "count",
     .kind = ZM_PARAM_CHOICE,
     .value = "winner",
     .choices = "winner|raw",
     .hint = "HOW",
     .help = "who gets the empty squares at the end: the winner, or nobody"},
    {0},
};

static enum zm_status othello_open(const struct zm_settings *settings, void **state,
                                   struct zm_error *error)
{
    struct othello_state *made = calloc(1, sizeof *made);
    if (made == NULL)
        return zm_fail_memory(error);
    made->raw = zm_settings_is(settings, "count", "raw");
    *state = made;
    return ZM_OK;
}

static void othello_close(void *state)
{
    free(state);
}

static void othello_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                          struct zm_list *moves)
{
    struct othello_board board;
    uint8_t squares[OTHELLO_SQUARES], pass = OTHELLO_PASS;
    (void)state;
    (void)record;
    othello_read(position, &board);
    unsigned count = othello_legal(&board, squares);
    for (unsigned i = 0; i < count; i++)
        zm_list_add(moves, zm_bytes(&squares[i], 1));
    if (count == 0 && othello_other_can_move(&board))
        zm_list_add(moves, zm_bytes(&pass, 1));
}

static void othello_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                          struct zm_buffer *next)
{
    struct othello_board board;
    (void)state;
    othello_read(position, &board);
    othello_play(&board, move.data[0]);
    othello_write(&board, next);
}

static int othello_turn(void *state, struct zm_bytes position)
{
    (void)state;
    return position.data[0];
}

static void othello_ending(void *state, struct zm_bytes position, const struct zm_record *record,
                           struct zm_ending *ending)
{
    const struct othello_state *rules = state;
    struct othello_board board;
    unsigned discs[2];
    (void)record;
    othello_read(position, &board);
    *ending = (struct zm_ending){0};
    if (othello_can_move(&board) || othello_other_can_move(&board))
        return;
    othello_count(&board, discs);
    unsigned empty = board.size * board.size - discs[0] - discs[1];
    if (!rules->raw && discs[0] != discs[1])
        discs[discs[0] < discs[1]] += empty;
    else if (!rules->raw)
        discs[0] = discs[1] = board.size * board.size / 2;
    ending->over = ending->scored = true;
    ending->outcome = discs[0] > discs[1] ? ZM_WIN : discs[0] < discs[1] ? ZM_LOSS : ZM_DRAW;
    ending->half_points[0] = 2 * (int32_t)discs[0];
    ending->half_points[1] = 2 * (int32_t)discs[1];
}

/* A board that nobody can move on is no problem to solve: it says how it was counted. A game that is
 * written move by move may be over. */
static enum zm_status othello_problem(void *state, const char *text, struct zm_bytes position,
                                      struct zm_error *error)
{
    struct zm_ending ending;
    int turn = othello_turn(state, position);
    othello_ending(state, position, NULL, &ending);
    if (!ending.over || !othello_is_board(text))
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT,
                   "othello: nobody can move on this board: the game is over, Black has %d and "
                   "White %d",
                   ending.half_points[turn] / 2, ending.half_points[1 - turn] / 2);
}

static bool othello_sound(void *state, struct zm_bytes bytes)
{
    (void)state;
    if (bytes.size <= OTHELLO_HEADER || bytes.data[0] > 1)
        return false;
    unsigned size = bytes.data[1];
    bool sound = size >= OTHELLO_LEAST && size <= OTHELLO_LARGEST && size % 2 == 0 &&
                 bytes.size == OTHELLO_HEADER + (size_t)size * size;
    for (size_t i = OTHELLO_HEADER; sound && i < bytes.size; i++)
        sound = bytes.data[i] == 'X' || bytes.data[i] == 'O' || bytes.data[i] == '-';
    return sound;
}

/* Random moves from the start of a random size, until about `size` squares are empty. */
static void othello_random(void *state, struct zm_random *random, unsigned size,
                           struct zm_buffer *position)
{
    struct othello_board board;
    uint8_t squares[OTHELLO_SQUARES];
    (void)state;
    unsigned sides[] = {4, 4, 6, 8}, side = sides[zm_random_below(random, 4)];
    othello_start(&board, side);
    for (unsigned empty = side * side - 4; empty > size;) {
        unsigned count = othello_legal(&board, squares);
        if (count == 0 && !othello_other_can_move(&board))
            break;
        othello_play(&board, count == 0 ? OTHELLO_PASS : squares[zm_random_below(random, count)]);
        empty -= count > 0;
    }
    othello_write(&board, position);
}

static const struct zm_rules othello_rules = {
    .parse = othello_parse,
    .problem = othello_problem,
    .print = othello_print,
    .moves = othello_moves,
    .name = othello_name,
    .apply = othello_apply,
    .turn = othello_turn,
    .ending = othello_ending,
    .sound = othello_sound,
    .random = othello_random,
};

/* What a square is worth to who holds it: corners are safe, the squares beside an empty corner give
 * it away (7.7 of the French federation's programs: C squares bad, X squares doubly bad). */
static int32_t square_worth(const struct othello_board *board, unsigned square)
{
    unsigned size = board->size, row = square / size, column = square % size;
    unsigned up = row < size / 2 ? row : size - 1 - row;
    unsigned left = column < size / 2 ? column : size - 1 - column;
    unsigned corner = (row < size / 2 ? 0 : size - 1) * size + (column < size / 2 ? 0 : size - 1);
    if (up == 0 && left == 0)
        return 100;
    if (up <= 1 && left <= 1 && board->squares[corner] == '-')
        return up == 1 && left == 1 ? -50 : -25;
    return up == 0 || left == 0 ? 8 : 1;
}

enum { POINT = 10, MOBILITY = 10 };

/* Squares by kind, and how many more moves the player to move has than the other. */
static int32_t othello_evaluate(void *state, struct zm_bytes position)
{
    struct othello_board board, other;
    uint8_t squares[OTHELLO_SQUARES];
    (void)state;
    othello_read(position, &board);
    other = board;
    other.turn = 1 - board.turn;
    int32_t worth = MOBILITY * ((int32_t)othello_legal(&board, squares) -
                                (int32_t)othello_legal(&other, squares));
    uint8_t own = board.turn == 0 ? 'X' : 'O';
    for (unsigned i = 0; i < board.size * board.size; i++)
        if (board.squares[i] != '-')
            worth += (board.squares[i] == own ? 1 : -1) * square_worth(&board, i);
    return worth;
}

static int32_t othello_promise(void *state, struct zm_bytes position, struct zm_bytes move)
{
    struct othello_board board;
    (void)state;
    if (move.data[0] == OTHELLO_PASS)
        return 0;
    othello_read(position, &board);
    return square_worth(&board, move.data[0]);
}

static const struct zm_judgement othello_judgement = {
    .evaluate = othello_evaluate,
    .promise = othello_promise,
    .point = POINT,
};

const struct zm_game zm_othello = {
    .name = "othello",
    .title = "Othello",
    .summary = "enclose discs of the other colour to turn them; most discs win",
    .start = "8x8",
    .positions = "start          the usual board of 8x8, Black to move; also 4x4, 6x6, 10x10\n"
                 "f5d6c3         moves from the start; '6x6 d2c2' from that of another size\n"
                 "X-O... X       the squares a1, b1 ... row by row (X black, O white, - empty),\n"
                 "               a space and the side to move, as in OBF files; a game in GGF\n"
                 "moves: f5      a square; pass: when nothing else can be played\n",
    .players = ZM_PARTISAN,
    .params = othello_params,
    .canon_version = 1,
    .open = othello_open,
    .close = othello_close,
    .rules = &othello_rules,
    .judgement = &othello_judgement,
    .picture = &othello_picture,
};
