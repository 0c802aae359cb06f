/* Sliding blocks, for one player: the rules, the goal and the parameters. */
#include "games/klotski/klotski.h"

#include <stdlib.h>

static bool stand(void *state, struct zm_bytes position, struct zm_klotski_walk *walk)
{
    return zm_klotski_walk.begin(state, position, walk, NULL) == ZM_OK;
}

static zm_move read_move(struct zm_bytes move)
{
    zm_move number = 0;
    for (unsigned i = 0; i < 3 && i < move.size; i++)
        number |= (zm_move)move.data[i] << 8 * i;
    return number;
}

static void klotski_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                          struct zm_list *moves)
{
    (void)record;
    struct zm_klotski_walk walk;
    zm_move *numbers = NULL;
    if (stand(state, position, &walk))
        numbers = malloc((zm_klotski_walk.most_moves(&walk) + 1) * sizeof *numbers);
    if (numbers == NULL) {
        moves->bytes.failed = true;
        return;
    }
    unsigned count = zm_klotski_walk.moves(&walk, numbers);
    for (unsigned i = 0; i < count; i++) {
        zm_klotski_walk.to_move(state, &walk, numbers[i], &moves->bytes);
        zm_list_close(moves);
    }
    free(numbers);
}

static void klotski_name(void *state, struct zm_bytes position, struct zm_bytes move,
                         struct zm_buffer *text)
{
    struct zm_klotski_walk walk;
    if (stand(state, position, &walk))
        zm_klotski_move_name(walk.board, read_move(move), text);
    else
        text->failed = true;
}

static void klotski_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                          struct zm_buffer *next)
{
    struct zm_klotski_walk walk;
    if (!stand(state, position, &walk)) {
        next->failed = true;
        return;
    }
    zm_klotski_walk.make(&walk, read_move(move));
    zm_klotski_walk.position(state, &walk, next);
}

static int64_t klotski_worth(void *state, struct zm_bytes position)
{
    struct zm_klotski_walk walk;
    return stand(state, position, &walk) ? zm_klotski_walk.worth(&walk) : 0;
}

static void klotski_describe(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    zm_buffer_format(text, "piece %c %s", position.data[2],
                     klotski_worth(state, position) > 0 ? "is where it shall be"
                                                        : "is not yet where it shall be");
}

/* A small board: single cells and dominoes by lot, the first of which is to come to the corner. */
static void klotski_random(void *state, struct zm_random *random, unsigned size,
                           struct zm_buffer *position)
{
    (void)state;
    unsigned rows = 2 + (unsigned)zm_random_below(random, 2);
    unsigned columns = 2 + (unsigned)zm_random_below(random, size < 5 ? 2 : 3);
    uint8_t letter = 'A', cells[ZM_KLOTSKI_CELLS];
    memset(cells, '.', sizeof cells);
    for (unsigned cell = 0; cell < rows * columns; cell++) {
        uint64_t lot = zm_random_below(random, 6);
        if (cells[cell] != '.' || lot > 3)
            continue;
        if (lot == 3 && cell > 0) {
            cells[cell] = '#';
            continue;
        }
        cells[cell] = letter;
        if (lot == 1 && (cell + 1) % columns != 0 && cells[cell + 1] == '.')
            cells[cell + 1] = letter;
        if (lot == 2 && cell + columns < rows * columns)
            cells[cell + columns] = letter;
        letter++;
    }
    if (letter == 'A')
        cells[0] = letter;
    uint8_t header[ZM_KLOTSKI_HEADER] = {(uint8_t)rows, (uint8_t)columns, 'A', 0, 0};
    zm_buffer_set(position, zm_bytes(header, sizeof header));
    zm_buffer_add(position, cells, rows * columns);
}

static enum zm_status klotski_open(const struct zm_settings *settings, void **state,
                                   struct zm_error *error)
{
    struct zm_klotski *klotski = calloc(1, sizeof *klotski);
    if (klotski == NULL)
        return zm_fail_memory(error);
    klotski->along = zm_settings_is(settings, "slide", "along");
    klotski->steps = zm_settings_is(settings, "moves", "steps");
    *state = klotski;
    return ZM_OK;
}

static void klotski_close(void *state)
{
    struct zm_klotski *klotski = state;
    while (klotski->boards != NULL) {
        struct zm_klotski_board *board = klotski->boards;
        klotski->boards = board->next;
        free(board);
    }
    free(klotski);
}

static const struct zm_param klotski_params[] = {
    {.name = "moves",
     .kind = ZM_PARAM_CHOICE,
     .value = "slides",
     .choices = "slides|steps",
     .hint = "MOVES",
     .help = "what one move is: one piece any way, round corners too, or one piece by one cell"},
    {.name = "slide",
     .kind = ZM_PARAM_CHOICE,
     .value = "free",
     .choices = "free|along",
     .hint = "HOW",
     .help = "along: pieces move along their length only, as the cars of Rush Hour do"},
    {0},
};

static const struct zm_rules klotski_rules = {
    .parse = zm_klotski_parse,
    .print = zm_klotski_print,
    .moves = klotski_moves,
    .name = klotski_name,
    .apply = klotski_apply,
    .sound = zm_klotski_sound,
    .random = klotski_random,
};

static const struct zm_goals klotski_goals = {.worth = klotski_worth, .describe = klotski_describe};

const struct zm_game zm_klotski = {
    .name = "klotski",
    .title = "Sliding blocks (Klotski, Rush Hour)",
    .summary = "one player: slide pieces until one of them is where it shall be",
    .start = "classic",
    .positions =
        "classic             Huarong Dao, L'âne rouge: 'ABBC/ABBC/DEEF/DGHF/I..J B 4,2'\n"
        "'A.B/ACC/... A 2,3'  rows: letters are pieces, '.' free, '#' a wall; then the piece, and\n"
        "                    the row and column of its upper left corner at the goal\n"
        "moves: B-4,2        the piece, and where its upper left corner comes\n",
    .players = ZM_ONE_PLAYER,
    .params = klotski_params,
    .canon_version = 1,
    .open = klotski_open,
    .close = klotski_close,
    .rules = &klotski_rules,
    .goals = &klotski_goals,
    .walk = &zm_klotski_walk,
    .picture = &zm_klotski_picture,
};
