/* Lines of Action for the rest of the program; rules.c has the rules, text.c the grammar. */
#include "games/loa/loa.h"

#include <stdlib.h>

const struct zm_param loa_params[] = {
    {.name = "both",
     .kind = ZM_PARAM_CHOICE,
     .value = "draw",
     .choices = "draw|mover",
     .hint = "WHO",
     .help = "a move that leaves both sides connected: a draw, or the mover wins"},
    {.name = "blocked",
     .kind = ZM_PARAM_CHOICE,
     .value = "passes",
     .choices = "passes|loses",
     .hint = "WHAT",
     .help = "what a player does who cannot move"},
    {.name = "repetition",
     .kind = ZM_PARAM_CHOICE,
     .value = "third",
     .choices = "never|second|third",
     .hint = "TIME",
     .help = "a position that occurs for the second or third time is a draw (in play)"},
    {.name = "board",
     .kind = ZM_PARAM_INTEGER,
     .min = LOA_LEAST,
     .max = LOA_LARGEST,
     .hint = "N",
     .help = "only positions of this size, with no more men than at its start; those of 3 are "
             "numbered"},
    {0},
};

static enum zm_status open_state(const struct zm_settings *settings, void **state,
                                 struct zm_error *error)
{
    struct loa_rules *rules = calloc(1, sizeof *rules);
    if (rules == NULL)
        return zm_fail_memory(error);
    rules->mover_wins = zm_settings_is(settings, "both", "mover");
    rules->blocked_loses = zm_settings_is(settings, "blocked", "loses");
    rules->repetition = zm_settings_is(settings, "repetition", "second")  ? 2
                        : zm_settings_is(settings, "repetition", "third") ? 3
                                                                          : 0;
    if (zm_settings_given(settings, "board"))
        rules->board = (unsigned)zm_settings_integer(settings, "board");
    *state = rules;
    return ZM_OK;
}

const struct loa_rules *loa_rules_of(const void *state)
{
    return state;
}

static int find_turn(void *state, struct zm_bytes position)
{
    (void)state;
    return position.data[0];
}

static void find_ending(void *state, struct zm_bytes position, const struct zm_record *record,
                        struct zm_ending *ending)
{
    const struct loa_rules *rules = state;
    struct loa_board board;
    unsigned times = 1;
    *ending = (struct zm_ending){0};
    loa_read(position, &board);
    ending->over = loa_over(rules, &board, &ending->outcome);
    if (ending->over || record == NULL || rules->repetition == 0)
        return;
    for (size_t i = 0; i < record->positions.count; i++)
        times += zm_bytes_equal(zm_list_at(&record->positions, i), position);
    ending->once_more_draws = times > 1 && times + 1 == rules->repetition;
    if (times >= rules->repetition) {
        ending->over = true;
        ending->outcome = ZM_DRAW;
    }
}

static void find_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                       struct zm_list *moves)
{
    struct loa_board board;
    struct loa_move steps[LOA_MOST_MOVES];
    struct zm_ending ending;
    find_ending(state, position, record, &ending);
    if (ending.over)
        return;
    loa_read(position, &board);
    unsigned count = loa_steps(&board, steps);
    for (unsigned i = 0; i < count; i++)
        zm_list_add(moves, zm_bytes(&steps[i], 2));
    if (count == 0)
        zm_list_add(moves, zm_bytes((uint8_t[]){LOA_PASS, LOA_PASS}, 2));
}

static void apply_move(void *state, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *next)
{
    struct loa_board board;
    (void)state;
    loa_read(position, &board);
    loa_play(&board, (struct loa_move){move.data[0], move.data[1]});
    loa_write(&board, next);
}

static bool is_sound(void *state, struct zm_bytes bytes)
{
    struct loa_board board;
    if (bytes.size <= LOA_HEADER || bytes.data[0] > 1)
        return false;
    unsigned size = bytes.data[1];
    bool sound =
        size >= LOA_LEAST && size <= LOA_LARGEST && bytes.size == LOA_HEADER + (size_t)size * size;
    for (size_t i = LOA_HEADER; sound && i < bytes.size; i++)
        sound = bytes.data[i] == 'X' || bytes.data[i] == 'O' || bytes.data[i] == '.';
    if (sound)
        loa_read(bytes, &board);
    return sound && loa_fits(state, &board);
}

/* A position by lot: a few men on a small board. */
static void scatter_men(const struct loa_rules *rules, struct zm_random *random, unsigned size,
                        struct loa_board *board)
{
    unsigned small = size > 6 && zm_random_below(random, 2) == 0 ? 4 : 3;
    *board = (struct loa_board){.size = rules->board != 0 ? rules->board : small};
    board->turn = (unsigned)zm_random_below(random, 2);
    memset(board->squares, '.', LOA_SQUARES);
    for (unsigned side = 0; side < 2; side++)
        for (uint64_t men = 2 + zm_random_below(random, size > 6 && board->size > 3 ? 2 : 1);
             men > 0;) {
            uint8_t *square =
                &board->squares[zm_random_below(random, (uint64_t)board->size * board->size)];
            men -= *square == '.';
            *square = *square == '.' ? loa_man(side) : *square;
        }
}

/* Mostly such a position that is not over; now and then moves by lot from the start of a larger
 * board. */
static void make_random(void *state, struct zm_random *random, unsigned size,
                        struct zm_buffer *position)
{
    const struct loa_rules *rules = state;
    struct loa_board board;
    struct loa_move moves[LOA_MOST_MOVES];
    enum zm_outcome outcome;
    if (size > 3 && zm_random_below(random, 4) == 0) {
        unsigned side = LOA_LEAST + 1 + (unsigned)zm_random_below(random, LOA_LARGEST - LOA_LEAST);
        loa_start(&board, rules->board != 0 ? rules->board : side,
                  (enum loa_setup)zm_random_below(random, LOA_SETUPS));
        for (uint64_t left = zm_random_below(random, 40); left > 0; left--) {
            unsigned count = loa_over(rules, &board, &outcome) ? 0 : loa_steps(&board, moves);
            if (count == 0)
                break;
            loa_play(&board, moves[zm_random_below(random, count)]);
        }
    } else {
        unsigned tries = 4;
        do
            scatter_men(rules, random, size, &board);
        while (loa_over(rules, &board, &outcome) && --tries > 0);
    }
    loa_write(&board, position);
}

static const struct zm_rules loa_callbacks = {
    .parse = loa_parse,
    .print = loa_print,
    .moves = find_moves,
    .name = loa_name,
    .apply = apply_move,
    .turn = find_turn,
    .ending = find_ending,
    .sound = is_sound,
    .random = make_random,
};

const struct zm_game zm_loa = {
    .name = "loa",
    .title = "Lines of Action",
    .summary = "gather all men in one group; a move is as long as there are men on its line",
    .start = "start",
    .positions =
        "start            the usual board of 8x8, Black (X) on the rows; also 3x3 to 10x10\n"
        "8x8 columns      Black on the columns; 8x8 scrambled: colours in turn on the rim\n"
        "8x8 b1-d3 a2-c2  moves from a start\n"
        ".XX./O..O/O..O/.XX. X\n"
        "                 the rows from the top (X black, O white, . empty), a space, the\n"
        "                 side to move; a game in SGF: (;GM[9]...;B[b1-d3])\n"
        "moves: b1-d3     from, to; pass: when nothing else can be played\n",
    .players = ZM_PARTISAN,
    .params = loa_params,
    .canon_version = 1,
    .open = open_state,
    .close = free,
    .rules = &loa_callbacks,
    .loops = &loa_loops,
    .judgement = &loa_judgement,
    .picture = &loa_picture,
};
