/* A token on a ring of seven cells; the player to move takes it one or two cells on, or passes (not
 * after a pass). Who brings it to cell 0 wins. A position seen for the third time is a draw, as far
 * as the record tells. Position: cell, side to move, whether the last move was a pass; its text:
 * "3", "3 b", "3 pass", "3 b pass". */
#include "toys/toys.h"

enum { CELLS = 7 };

static enum zm_status ring_parse(void *state, const char *text, struct zm_buffer *position,
                                 struct zm_error *error)
{
    (void)state;
    static const char *const rests[] = {"", " pass", " b", " b pass"};
    uint8_t rest = 0;
    while (rest < 4 && *text != 0 && strcmp(text + 1, rests[rest]) != 0)
        rest++;
    if (*text < '0' || *text >= '0' + CELLS || rest == 4)
        return zm_fail(error, ZM_BAD_INPUT,
                       "ring position: a cell from 0 to %d, then perhaps b and pass", CELLS - 1);
    uint8_t bytes[3] = {(uint8_t)(*text - '0'), rest / 2, rest % 2};
    zm_buffer_set(position, zm_bytes(bytes, 3));
    return ZM_OK;
}

static void ring_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    zm_buffer_format(text, "%u%s%s", position.data[0], position.data[1] ? " b" : "",
                     position.data[2] ? " pass" : "");
}

static bool ring_sound(void *state, struct zm_bytes position)
{
    (void)state;
    return position.size == 3 && position.data[0] < CELLS && position.data[1] <= 1 &&
           position.data[2] <= 1;
}

static void ring_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                       struct zm_list *moves)
{
    (void)state;
    (void)record;
    if (position.data[0] == 0)
        return;
    for (uint8_t step = position.data[2] ? 1 : 0; step < 3; step++)
        zm_list_add(moves, zm_bytes(&step, 1));
}

static void ring_name(void *state, struct zm_bytes position, struct zm_bytes move,
                      struct zm_buffer *text)
{
    (void)state;
    (void)position;
    if (move.data[0] == 0)
        zm_buffer_text(text, "pass");
    else
        zm_buffer_format(text, "+%u", move.data[0]);
}

static void ring_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *next)
{
    (void)state;
    uint8_t bytes[3] = {(uint8_t)((position.data[0] + move.data[0]) % CELLS),
                        (uint8_t)!position.data[1], move.data[0] == 0};
    zm_buffer_set(next, zm_bytes(bytes, 3));
}

static int ring_turn(void *state, struct zm_bytes position)
{
    (void)state;
    return position.data[1];
}

static void ring_ending(void *state, struct zm_bytes position, const struct zm_record *record,
                        struct zm_ending *ending)
{
    (void)state;
    unsigned before = 0;
    for (size_t i = 0; record != NULL && i < record->positions.count; i++)
        before += zm_bytes_equal(zm_list_at(&record->positions, i), position);
    *ending = (struct zm_ending){.over = position.data[0] == 0 || before >= 2,
                                 .outcome = position.data[0] == 0 ? ZM_LOSS : ZM_DRAW};
}

static void ring_random(void *state, struct zm_random *random, unsigned size,
                        struct zm_buffer *position)
{
    (void)state;
    (void)size;
    uint8_t bytes[3] = {(uint8_t)zm_random_below(random, CELLS), 0, 0};
    zm_buffer_set(position, zm_bytes(bytes, 3));
}

/* A step on the same cell, by the other player, with any number of cells that he may have come; a
 * pass came from here, and was not after a pass. */
static void ring_predecessors(void *state, struct zm_bytes position, struct zm_list *positions)
{
    (void)state;
    for (uint8_t step = position.data[2] ? 0 : 1; step < (position.data[2] ? 1 : 3); step++)
        for (uint8_t passed = 0; passed < (step == 0 ? 1 : 2); passed++) {
            uint8_t before[3] = {(uint8_t)((position.data[0] + CELLS - step) % CELLS),
                                 (uint8_t)!position.data[1], passed};
            if (before[0] != 0)
                zm_list_add(positions, zm_bytes(before, 3));
        }
}

static uint64_t ring_count(void *state)
{
    (void)state;
    return CELLS * 2 * 2;
}

static uint64_t ring_rank(void *state, struct zm_bytes position)
{
    (void)state;
    return position.data[0] * 4u + position.data[1] * 2u + position.data[2];
}

static bool ring_unrank(void *state, uint64_t number, struct zm_buffer *position)
{
    (void)state;
    uint8_t bytes[3] = {(uint8_t)(number / 4), (uint8_t)(number / 2 % 2), (uint8_t)(number % 2)};
    zm_buffer_set(position, zm_bytes(bytes, 3));
    return number < CELLS * 4;
}

static const struct zm_rules ring_rules = {
    .parse = ring_parse,
    .print = ring_print,
    .moves = ring_moves,
    .name = ring_name,
    .apply = ring_apply,
    .sound = ring_sound,
    .turn = ring_turn,
    .ending = ring_ending,
    .random = ring_random,
};

static const struct zm_loops ring_loops = {
    .count = ring_count,
    .rank = ring_rank,
    .unrank = ring_unrank,
    .predecessors = ring_predecessors,
};

const struct zm_game toy_ring = {
    .name = "ring",
    .title = "Ring",
    .summary = "a token on a ring, with passes and repetition",
    .start = "3",
    .positions = "3 b pass: the cell, the second player to move, after a pass\n",
    .players = ZM_PARTISAN,
    .rules = &ring_rules,
    .loops = &ring_loops,
};
