/* One player picks digits of a row, never two neighbours, for the largest sum. Position: for each
 * digit its value and whether it is free (0), picked (1) or barred (2). */
#include "toys/toys.h"

static enum zm_status picks_parse(void *state, const char *text, struct zm_buffer *position,
                                  struct zm_error *error)
{
    (void)state;
    zm_buffer_clear(position);
    for (; *text != 0; text++) {
        if (*text < '0' || *text > '9' || position->size > 100)
            return zm_fail(error, ZM_BAD_INPUT, "picks position: up to 50 digits");
        zm_buffer_byte(position, (uint8_t)(*text - '0'));
        zm_buffer_byte(position, 0);
    }
    return ZM_OK;
}

static void picks_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    for (size_t i = 0; i < position.size; i += 2)
        zm_buffer_format(text, "%u", position.data[i]);
}

static void picks_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                        struct zm_list *moves)
{
    (void)state;
    (void)record;
    for (size_t i = 0; i < position.size; i += 2)
        if (position.data[i + 1] == 0)
            zm_list_add(moves, zm_bytes(&(uint8_t){(uint8_t)(i / 2)}, 1));
}

static void picks_name(void *state, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *text)
{
    (void)state;
    (void)position;
    zm_buffer_format(text, "%u", move.data[0] + 1u);
}

static void picks_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                        struct zm_buffer *next)
{
    (void)state;
    size_t count = position.size / 2, at = move.data[0];
    zm_buffer_set(next, position);
    if (at > 0)
        next->data[2 * at - 1] = 2;
    if (at + 1 < count)
        next->data[2 * at + 3] = 2;
    next->data[2 * at + 1] = 1;
}

static void picks_random(void *state, struct zm_random *random, unsigned size,
                         struct zm_buffer *position)
{
    (void)state;
    zm_buffer_clear(position);
    for (uint64_t count = zm_random_below(random, size + 1); count > 0; count--) {
        zm_buffer_byte(position, (uint8_t)zm_random_below(random, 10));
        zm_buffer_byte(position, 0);
    }
}

static int64_t picks_worth(void *state, struct zm_bytes position)
{
    (void)state;
    int64_t sum = 0;
    for (size_t i = 0; i < position.size; i += 2)
        sum += position.data[i + 1] == 1 ? position.data[i] : 0;
    return sum;
}

static void picks_footprint(void *state, struct zm_bytes position, struct zm_bytes move,
                            struct zm_list *touched)
{
    (void)state;
    for (int near = -1; near <= 1; near++) {
        int at = move.data[0] + near;
        if (at >= 0 && at < (int)position.size / 2)
            zm_list_add(touched, zm_bytes(&(uint8_t){(uint8_t)at}, 1));
    }
}

static const struct zm_rules picks_rules = {
    .parse = picks_parse,
    .print = picks_print,
    .moves = picks_moves,
    .name = picks_name,
    .apply = picks_apply,
    .random = picks_random,
};

static const struct zm_goals picks_goals = {
    .maximise = true, .worth = picks_worth, .footprint = picks_footprint};

const struct zm_game toy_picks = {
    .name = "picks",
    .title = "Picks",
    .summary = "pick digits of a row, never two neighbours",
    .positions = "31415926\n",
    .players = ZM_ONE_PLAYER,
    .rules = &picks_rules,
    .goals = &picks_goals,
};
