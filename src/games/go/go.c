/* The game of Go for the rest of the program; see go.h. */
#include "games/go/go.h"

#include <stdlib.h>

static const struct zm_param go_params[] = {
    {.name = "komi",
     .kind = ZM_PARAM_TEXT,
     .value = "auto",
     .examples = "auto|0|7.5|-0.5",
     .hint = "POINTS",
     .help = "points that White gets for moving second; auto: 7.5 from 49 points on, else 0"},
    {.name = "scoring",
     .kind = ZM_PARAM_CHOICE,
     .value = "area",
     .choices = "area|territory",
     .hint = "HOW",
     .help = "count stones and what they surround, or surrounded points and prisoners"},
    {.name = "ko",
     .kind = ZM_PARAM_CHOICE,
     .value = "positional",
     .choices = "positional|situational|simple",
     .hint = "RULE",
     .help = "no board twice; none twice with the same player to move; no ko taken back at once"},
    {.name = "suicide",
     .kind = ZM_PARAM_FLAG,
     .help = "a move may take the last liberty of its own stones, which are captured then"},
    {0},
};

static enum zm_status go_open(const struct zm_settings *settings, void **state,
                              struct zm_error *error)
{
    struct go_state *made = calloc(1, sizeof *made);
    if (made == NULL)
        return zm_fail_memory(error);
    struct go_rules *rules = &made->rules;
    rules->territory = zm_settings_is(settings, "scoring", "territory");
    rules->suicide = zm_settings_flag(settings, "suicide");
    rules->ko = zm_settings_is(settings, "ko", "simple")        ? GO_SIMPLE
                : zm_settings_is(settings, "ko", "situational") ? GO_SITUATIONAL
                                                                : GO_POSITIONAL;
    const char *komi = zm_settings_text(settings, "komi");
    if (!go_read_komi(komi == NULL ? "auto" : komi, rules)) {
        free(made);
        return zm_fail(error, ZM_BAD_INPUT,
                       "--komi '%.20s': expected whole or half points from -%d to %d, as 7.5, or "
                       "auto",
                       komi, GO_POINTS, GO_POINTS);
    }
    *state = made;
    return ZM_OK;
}

static void go_close(void *state)
{
    struct go_state *go = state;
    go_game_free(&go->game);
    free(go);
}

const struct go_game *go_at(void *state, struct zm_bytes position)
{
    struct go_state *go = state;
    go_game_read(&go->game, &go->rules, position);
    return &go->game;
}

static void add_move(struct zm_list *moves, unsigned move)
{
    uint8_t bytes[2] = {(uint8_t)move, (uint8_t)(move >> 8)};
    zm_list_add(moves, zm_bytes(bytes, sizeof bytes));
}

static void go_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                     struct zm_list *moves)
{
    const struct go_rules *rules = &((const struct go_state *)state)->rules;
    const struct go_game *game = go_at(state, position);
    (void)record;
    if (game->failed)
        moves->bytes.failed = true;
    if (game->failed || go_game_over(game))
        return;
    for (unsigned point = 0; point < go_size(&game->board); point++)
        if (go_game_allows(game, rules, point))
            add_move(moves, point);
    add_move(moves, GO_PASS);
}

static void go_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                     struct zm_buffer *next)
{
    (void)state;
    zm_buffer_set(next, position);
    zm_buffer_add(next, move.data, move.size);
}

static int go_turn(void *state, struct zm_bytes position)
{
    (void)state;
    size_t stones = position.data[2] & GO_HAS_STONES ? position.data[0] * position.data[1] : 0;
    size_t moves = (position.size - GO_HEADER - stones) / 2;
    return (int)((position.data[2] & GO_WHITE_BEGINS) ^ (moves & 1));
}

static void go_ending(void *state, struct zm_bytes position, const struct zm_record *record,
                      struct zm_ending *ending)
{
    const struct go_rules *rules = &((const struct go_state *)state)->rules;
    const struct go_game *game = go_at(state, position);
    uint8_t owners[GO_POINTS];
    int32_t points[2];
    (void)record;
    *ending = (struct zm_ending){0};
    if (game->failed || !go_game_over(game))
        return;
    ending->over = true;
    ending->outcome = ZM_DRAW;
    if (game->repeated || (rules->ko == GO_SIMPLE && game->passes < 2)) /* no result */
        return;
    go_owners(&game->board, owners);
    go_count(&game->board, rules, owners, points);
    unsigned mover = game->board.turn - GO_BLACK;
    ending->scored = true;
    ending->half_points[0] = points[mover];
    ending->half_points[1] = points[1 - mover];
    if (points[0] != points[1])
        ending->outcome = points[mover] > points[1 - mover] ? ZM_WIN : ZM_LOSS;
}

static bool go_sound(void *state, struct zm_bytes bytes)
{
    struct go_state *go = state;
    return go_game_read(&go->game, &go->rules, bytes);
}

/* Random moves on a small board until only a few more can be played before the game is over anyway:
 * what is left is small enough for plain minimax. */
static void go_random(void *state, struct zm_random *random, unsigned size,
                      struct zm_buffer *position)
{
    static const uint8_t boards[][2] = {{2, 2}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {5, 4}};
    const struct go_rules *rules = &((const struct go_state *)state)->rules;
    const uint8_t *sides = boards[zm_random_below(random, size > 6 ? 6 : 5)];
    struct go_board board = {.columns = sides[0], .rows = sides[1], .turn = GO_BLACK};
    struct go_game game = {0};
    if (zm_random_below(random, 4) == 0) {
        board.turn = GO_WHITE;
        board.points[zm_random_below(random, go_size(&board))] = GO_BLACK;
    }
    unsigned left = 1 + (unsigned)zm_random_below(random, 2 + size / 3);
    unsigned length = GO_MOVES_PER_POINT * go_size(&board) - left;
    go_write_start(&board, position);
    go_game_read(&game, rules, zm_buffer_bytes(position));
    while (!game.failed && !go_game_over(&game) && game.moves < length) {
        unsigned move = (unsigned)zm_random_below(random, go_size(&board)), tries = 0;
        while (!go_game_allows(&game, rules, move) && ++tries < go_size(&board))
            move = (move + 1) % go_size(&board);
        bool none = tries == go_size(&board);
        if (none && game.passes > 0)
            break;
        go_game_play(&game, rules, none ? GO_PASS : move);
    }
    zm_buffer_set(position, zm_buffer_bytes(&game.position));
    position->failed |= game.failed;
    go_game_free(&game);
}

static const struct zm_rules go_rules = {
    .parse = go_parse,
    .print = go_print,
    .moves = go_moves,
    .name = go_name,
    .apply = go_apply,
    .turn = go_turn,
    .ending = go_ending,
    .sound = go_sound,
    .random = go_random,
};

const struct zm_game zm_go = {
    .name = "go",
    .title = "Go",
    .summary = "surround more of the board than the other; stones without liberties are taken",
    .start = "9x9",
    .positions = "9x9                an empty board, from 2x2 to 19x19, Black to move\n"
                 "9x9 e5 c3 pass g7  the same and moves, as GTP writes them (no column i)\n"
                 "9x9 handicap:4     stones for Black, 2 to 9, and White begins\n"
                 "X../.O./... O      rows from the top (X black, O white, . empty), a space and\n"
                 "                   who moves; moves may follow\n"
                 "moves: e5          a point; pass: two of them end the game, as do 4 moves for\n"
                 "                   each point of the board\n",
    .players = ZM_PARTISAN,
    .params = go_params,
    .canon_version = 1,
    .open = go_open,
    .close = go_close,
    .rules = &go_rules,
    .picture = &go_picture,
};
