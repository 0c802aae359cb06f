/* Peg solitaire for one player: the rules, the goal and the parameters. */
#include "games/peg/peg.h"

#include <stdlib.h>

/* The walk on a position; false: its board cannot be had, for want of memory. */
static bool stand(void *state, struct zm_bytes position, struct zm_peg_walk *walk)
{
    return zm_peg_walk.begin(state, position, walk, NULL) == ZM_OK;
}

static zm_move read_move(struct zm_bytes move)
{
    zm_move number = 0;
    for (unsigned i = 0; i < 8 && i < move.size; i++)
        number |= (zm_move)move.data[i] << 8 * i;
    return number;
}

static void peg_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                      struct zm_list *moves)
{
    (void)record;
    struct zm_peg_walk walk;
    zm_move *numbers = NULL;
    if (stand(state, position, &walk))
        numbers = malloc((zm_peg_walk.most_moves(&walk) + 1) * sizeof *numbers);
    if (numbers == NULL) {
        moves->bytes.failed = true;
        return;
    }
    unsigned count = zm_peg_walk.moves(&walk, numbers);
    for (unsigned i = 0; i < count; i++) {
        zm_peg_walk.to_move(state, &walk, numbers[i], &moves->bytes);
        zm_list_close(moves);
    }
    free(numbers);
}

static void peg_name(void *state, struct zm_bytes position, struct zm_bytes move,
                     struct zm_buffer *text)
{
    struct zm_peg_walk walk;
    uint8_t path[ZM_PEG_HOLES];
    if (!stand(state, position, &walk)) {
        text->failed = true;
        return;
    }
    unsigned length = zm_peg_path(walk.board, walk.pegs, read_move(move), path);
    for (unsigned i = 0; i < length; i++) {
        if (i > 0)
            zm_buffer_byte(text, '-');
        zm_peg_hole_name(walk.board, path[i], text);
    }
}

static void peg_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                      struct zm_buffer *next)
{
    struct zm_peg_walk walk;
    if (!stand(state, position, &walk)) {
        next->failed = true;
        return;
    }
    zm_peg_walk.make(&walk, read_move(move));
    zm_peg_position(walk.board, walk.pegs, next);
}

static int64_t peg_worth(void *state, struct zm_bytes position)
{
    struct zm_peg_walk walk;
    return stand(state, position, &walk) ? zm_peg_walk.worth(&walk) : 0;
}

static unsigned count_pegs(struct zm_bytes position)
{
    unsigned pegs = 0;
    for (size_t i = ZM_PEG_HEADER; i < position.size; i++)
        pegs += position.data[i] == 'o';
    return pegs;
}

static void peg_describe(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    unsigned pegs = count_pegs(position);
    struct zm_peg_walk walk;
    zm_buffer_format(text, "%u peg%s left", pegs, pegs == 1 ? "" : "s");
    if (pegs != 1 || !stand(state, position, &walk))
        return;
    zm_buffer_text(text, ", in ");
    zm_peg_hole_name(walk.board, (unsigned)__builtin_ctzll(walk.pegs), text);
}

/* A box with some holes left out but the goal on it, then pegs in two of three holes. */
static void peg_random(void *state, struct zm_random *random, unsigned size,
                       struct zm_buffer *position)
{
    for (unsigned tries = 0; tries < 1000; tries++) {
        unsigned side = 3 + (unsigned)zm_random_below(random, size < 4 ? 1 : size < 10 ? 2 : 3);
        uint8_t lattice = zm_random_below(random, 3) == 0 ? ZM_PEG_TRIANGLE : ZM_PEG_SQUARE;
        unsigned rows =
            lattice == ZM_PEG_TRIANGLE ? side : 2 + (unsigned)zm_random_below(random, 3);
        zm_buffer_clear(position);
        zm_buffer_byte(position, lattice);
        zm_buffer_byte(position, (uint8_t)rows);
        zm_buffer_byte(position, (uint8_t)side);
        for (unsigned cell = 0; cell < rows * side; cell++) {
            bool outside = lattice == ZM_PEG_TRIANGLE && cell % side > cell / side;
            zm_buffer_byte(position, outside || zm_random_below(random, 8) == 0 ? '_'
                                     : zm_random_below(random, 3) > 0           ? 'o'
                                                                                : '.');
        }
        if (!position->failed && zm_peg_sound(state, zm_buffer_bytes(position)) &&
            zm_peg_board_of(state, zm_buffer_bytes(position), NULL) != NULL)
            return;
    }
    zm_peg_parse(state, zm_peg.start, position, NULL);
}

static enum zm_status peg_open(const struct zm_settings *settings, void **state,
                               struct zm_error *error)
{
    const char *goal = zm_settings_text(settings, "goal");
    struct zm_peg *peg = calloc(1, sizeof *peg);
    if (peg == NULL)
        return zm_fail_memory(error);
    peg->sweeps = zm_settings_is(settings, "moves", "sweeps");
    if (goal != NULL && (goal[0] == 0 || strlen(goal) >= sizeof peg->goal)) {
        free(peg);
        return zm_fail(error, ZM_BAD_INPUT,
                       "peg: --goal '%.40s': expected 'one', 'centre' or a hole, as d4", goal);
    }
    if (goal != NULL)
        strcpy(peg->goal, goal);
    *state = peg;
    return ZM_OK;
}

static void peg_close(void *state)
{
    struct zm_peg *peg = state;
    while (peg->boards != NULL) {
        struct zm_peg_board *board = peg->boards;
        peg->boards = board->next;
        zm_peg_board_free(board);
    }
    free(peg);
}

static const struct zm_param peg_params[] = {
    {.name = "moves",
     .kind = ZM_PARAM_CHOICE,
     .value = "jumps",
     .choices = "jumps|sweeps",
     .hint = "MOVES",
     .help = "what one move is: a jump, or a sweep, any number of jumps in a row by one peg"},
    {.name = "goal",
     .kind = ZM_PARAM_TEXT,
     .hint = "GOAL",
     .help = "one: a single peg is left; centre: in the centre hole; d4: in that hole (default: "
             "centre where the board has one, else one)"},
    {0},
};

static const struct zm_rules peg_rules = {
    .parse = zm_peg_parse,
    .print = zm_peg_print,
    .moves = peg_moves,
    .name = peg_name,
    .apply = peg_apply,
    .sound = zm_peg_sound,
    .random = peg_random,
};

static const struct zm_goals peg_goals = {.worth = peg_worth, .describe = peg_describe};

const struct zm_game zm_peg = {
    .name = "peg",
    .title = "Peg solitaire",
    .summary = "one player: jump over pegs, which are taken away, until one is left",
    .start = "english",
    .positions =
        "english        the cross of 33 holes, the centre empty; french 37, german 45, diamond 41\n"
        "triangle5      15 circles, jumps in six directions; 4x5: 4 rows of 5\n"
        "french:d3      a board, then the holes that are empty: e.g. d3,d4\n"
        "_o_/oo./_o_    rows: 'o' a peg, '.' an empty hole, '_' no hole; triangle:o/o./oo. too\n"
        "moves: d2-d4   from and onto; a sweep d2-d4-f4; columns a, b, ... rows 1, 2, ... from the "
        "top\n",
    .players = ZM_ONE_PLAYER,
    .params = peg_params,
    .canon_version = 1,
    .open = peg_open,
    .close = peg_close,
    .rules = &peg_rules,
    .goals = &peg_goals,
    .walk = &zm_peg_walk,
    .picture = &zm_peg_picture,
};
