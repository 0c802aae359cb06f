/* One player slides the five tiles of a box of two rows and three columns until they stand in order
 * (the fifteen puzzle, made small). Position: six bytes, row by row, '1' to '5' and '.', the gap;
 * its text: the same with a '/' between the rows. A move names the tile that slides. */
#include "toys/toys.h"

#include "games/walk.h"

enum { COLUMNS = 3, CELLS = 6 };

static const uint8_t solved[CELLS] = "12345.";

static bool slide_sound(void *state, struct zm_bytes position)
{
    (void)state;
    unsigned seen = 0;
    for (size_t i = 0; i < position.size && position.size == CELLS; i++)
        for (unsigned tile = 0; tile < CELLS; tile++)
            seen |= (unsigned)(position.data[i] == solved[tile]) << tile;
    return seen == (1u << CELLS) - 1;
}

static enum zm_status slide_parse(void *state, const char *text, struct zm_buffer *position,
                                  struct zm_error *error)
{
    zm_buffer_clear(position);
    for (size_t i = 0; text[i] != 0; i++)
        if (i != COLUMNS || text[i] != '/')
            zm_buffer_byte(position, (uint8_t)text[i]);
    return slide_sound(state, zm_buffer_bytes(position))
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT, "slide position: tiles and a gap, as in 12./453");
}

static void slide_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    zm_buffer_add(text, position.data, COLUMNS);
    zm_buffer_byte(text, '/');
    zm_buffer_add(text, position.data + COLUMNS, COLUMNS);
}

static bool are_neighbours(size_t a, size_t b)
{
    return a / COLUMNS == b / COLUMNS ? a + 1 == b || b + 1 == a : a % COLUMNS == b % COLUMNS;
}

static size_t find(const uint8_t *cells, uint8_t what)
{
    size_t at = 0;
    while (cells[at] != what)
        at++;
    return at;
}

static void slide_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                        struct zm_list *moves)
{
    (void)state;
    (void)record;
    size_t gap = find(position.data, '.');
    for (size_t i = 0; i < CELLS; i++)
        if (are_neighbours(i, gap))
            zm_list_add(moves, zm_bytes(position.data + i, 1));
}

static void slide_name(void *state, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *text)
{
    (void)state;
    (void)position;
    zm_buffer_byte(text, move.data[0]);
}

static void slide_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                        struct zm_buffer *next)
{
    (void)state;
    size_t gap = find(position.data, '.'), tile = find(position.data, move.data[0]);
    zm_buffer_set(next, position);
    if (next->failed)
        return;
    next->data[gap] = move.data[0];
    next->data[tile] = '.';
}

static void slide_random(void *state, struct zm_random *random, unsigned size,
                         struct zm_buffer *position)
{
    (void)state;
    (void)size;
    zm_buffer_set(position, zm_bytes(solved, CELLS));
    for (size_t i = CELLS; i > 1 && !position->failed; i--) {
        size_t other = zm_random_below(random, i);
        uint8_t tile = position->data[i - 1];
        position->data[i - 1] = position->data[other];
        position->data[other] = tile;
    }
}

static int64_t slide_worth(void *state, struct zm_bytes position)
{
    (void)state;
    return memcmp(position.data, solved, CELLS) == 0;
}

/* --- the walk: the cells, and where the gap is ------------------------------------------------ */

struct slide_walk {
    uint8_t cells[CELLS], gap;
};

static enum zm_course walk_course(void *state)
{
    (void)state;
    return ZM_RETURNING;
}

static size_t walk_size(void *state)
{
    (void)state;
    return sizeof(struct slide_walk);
}

static enum zm_status walk_begin(void *state, struct zm_bytes position, void *walk,
                                 struct zm_error *error)
{
    (void)state;
    (void)error;
    struct slide_walk *slide = walk;
    memcpy(slide->cells, position.data, CELLS);
    slide->gap = (uint8_t)find(slide->cells, '.');
    return ZM_OK;
}

static unsigned walk_most_moves(const void *walk)
{
    (void)walk;
    return 3;
}

static void walk_position(void *state, const void *walk, struct zm_buffer *position)
{
    (void)state;
    zm_buffer_set(position, zm_bytes(((const struct slide_walk *)walk)->cells, CELLS));
}

static void walk_to_move(void *state, const void *walk, zm_move move, struct zm_buffer *bytes)
{
    (void)state;
    (void)walk;
    zm_buffer_byte(bytes, (uint8_t)move);
}

static unsigned walk_moves(const void *walk, zm_move *moves)
{
    const struct slide_walk *slide = walk;
    unsigned count = 0;
    for (size_t i = 0; i < CELLS; i++)
        if (are_neighbours(i, slide->gap))
            moves[count++] = slide->cells[i];
    return count;
}

/* A tile that slid slides back: unmake is make. */
static void walk_make(void *walk, zm_move move)
{
    struct slide_walk *slide = walk;
    size_t tile = find(slide->cells, (uint8_t)move);
    slide->cells[slide->gap] = (uint8_t)move;
    slide->cells[tile] = '.';
    slide->gap = (uint8_t)tile;
}

static struct zm_hash128 walk_key(const void *walk)
{
    struct zm_hash128 key = {0};
    memcpy(&key.low, ((const struct slide_walk *)walk)->cells, CELLS);
    return key;
}

static void walk_place(void *walk, struct zm_hash128 key)
{
    struct slide_walk *slide = walk;
    memcpy(slide->cells, &key.low, CELLS);
    slide->gap = (uint8_t)find(slide->cells, '.');
}

static int64_t walk_worth(const void *walk)
{
    return memcmp(((const struct slide_walk *)walk)->cells, solved, CELLS) == 0;
}

/* Every tile that is not at home has to move. */
static uint32_t walk_least(const void *walk)
{
    const struct slide_walk *slide = walk;
    uint32_t away = 0;
    for (size_t i = 0; i < CELLS; i++)
        away += slide->cells[i] != '.' && slide->cells[i] != solved[i];
    return away;
}

static const struct zm_rules slide_rules = {
    .parse = slide_parse,
    .print = slide_print,
    .moves = slide_moves,
    .name = slide_name,
    .apply = slide_apply,
    .sound = slide_sound,
    .random = slide_random,
};

static const struct zm_goals slide_goals = {.worth = slide_worth};

static const struct zm_walk slide_walks = {
    .course = walk_course,
    .size = walk_size,
    .begin = walk_begin,
    .most_moves = walk_most_moves,
    .position = walk_position,
    .to_move = walk_to_move,
    .moves = walk_moves,
    .make = walk_make,
    .unmake = walk_make,
    .key = walk_key,
    .place = walk_place,
    .worth = walk_worth,
    .least = walk_least,
};

const struct zm_game toy_slide = {
    .name = "slide",
    .title = "Slide",
    .summary = "slide tiles into order",
    .start = "123/45.",
    .positions = "12./453: tiles and a gap, row by row\n",
    .players = ZM_ONE_PLAYER,
    .rules = &slide_rules,
    .goals = &slide_goals,
    .walk = &slide_walks,
};
