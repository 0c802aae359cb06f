/* A token on a ring of seven cells; the player to move takes it one or two cells on, or passes (not
 * after a pass). Who brings it to cell 0 wins. A position seen for the third time is a draw, as far
 * as the record tells. Position: cell, side to move, whether the last move was a pass. */
#include "toys/toys.h"

#include <stdlib.h>

enum { CELLS = 7 };

static enum zm_status ring_parse(void *state, const char *text, struct zm_buffer *position,
                                 struct zm_error *error)
{
    (void)state;
    long cell = *text == 0 ? 3 : strtol(text, NULL, 10);
    if (cell < 0 || cell >= CELLS)
        return zm_fail(error, ZM_BAD_INPUT, "ring position: a cell from 0 to %d", CELLS - 1);
    uint8_t bytes[3] = {(uint8_t)cell, 0, 0};
    zm_buffer_set(position, zm_bytes(bytes, 3));
    return ZM_OK;
}

static void ring_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    zm_buffer_format(text, "%u", position.data[0]);
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
    .turn = ring_turn,
    .ending = ring_ending,
    .random = ring_random,
};

static const struct zm_loops ring_loops = {
    .count = ring_count, .rank = ring_rank, .unrank = ring_unrank};

const struct zm_game toy_ring = {
    .name = "ring",
    .title = "Ring",
    .summary = "a token on a ring, with passes and repetition",
    .positions = "3\n",
    .players = ZM_PARTISAN,
    .rules = &ring_rules,
    .loops = &ring_loops,
};
