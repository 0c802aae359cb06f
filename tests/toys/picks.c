/* One player picks digits of a row, never two neighbours, for the largest sum. Position: for each
 * digit its value and whether it is free (0), picked (1) or barred (2); its text: the digits, with
 * a '+' after a picked one and a '-' after a barred one. */
#include "toys/toys.h"

#include "games/walk.h"

enum { MOST_DIGITS = 50 };

static enum zm_status picks_parse(void *state, const char *text, struct zm_buffer *position,
                                  struct zm_error *error)
{
    (void)state;
    zm_buffer_clear(position);
    for (; *text != 0; text++) {
        if (*text < '0' || *text > '9' || position->size == 2 * MOST_DIGITS)
            return zm_fail(error, ZM_BAD_INPUT, "picks position: up to %d digits, as in 3+1-4",
                           MOST_DIGITS);
        zm_buffer_byte(position, (uint8_t)(*text - '0'));
        zm_buffer_byte(position, text[1] == '+' ? 1 : text[1] == '-' ? 2 : 0);
        text += text[1] == '+' || text[1] == '-';
    }
    return ZM_OK;
}

static void picks_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    for (size_t i = 0; i < position.size; i += 2)
        zm_buffer_format(text, "%u%s", position.data[i],
                         position.data[i + 1] == 0   ? ""
                         : position.data[i + 1] == 1 ? "+"
                                                     : "-");
}

static bool picks_sound(void *state, struct zm_bytes position)
{
    (void)state;
    bool sound = position.size % 2 == 0 && position.size <= 2 * MOST_DIGITS;
    for (size_t i = 0; i < position.size && sound; i += 2)
        sound = position.data[i] <= 9 && position.data[i + 1] <= 2;
    return sound;
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

/* The walk: a bit for each digit that is free, and one for each that is picked. */
struct picks_walk {
    uint64_t free, picked;
    uint8_t digits[50], count;
};

static size_t walk_size(void *state)
{
    (void)state;
    return sizeof(struct picks_walk);
}

static enum zm_course walk_course(void *state)
{
    (void)state;
    return ZM_GRADED;
}

static unsigned walk_most_moves(const void *walk)
{
    return ((const struct picks_walk *)walk)->count;
}

static enum zm_status walk_begin(void *state, struct zm_bytes position, void *walk,
                                 struct zm_error *error)
{
    (void)state;
    (void)error;
    struct picks_walk *picks = walk;
    *picks = (struct picks_walk){.count = (uint8_t)(position.size / 2)};
    for (unsigned i = 0; i < picks->count; i++) {
        picks->digits[i] = position.data[2 * i];
        picks->free |= (uint64_t)(position.data[2 * i + 1] == 0) << i;
        picks->picked |= (uint64_t)(position.data[2 * i + 1] == 1) << i;
    }
    return ZM_OK;
}

static void walk_position(void *state, const void *walk, struct zm_buffer *position)
{
    (void)state;
    const struct picks_walk *picks = walk;
    zm_buffer_clear(position);
    for (unsigned i = 0; i < picks->count; i++) {
        zm_buffer_byte(position, picks->digits[i]);
        zm_buffer_byte(position, picks->free >> i & 1 ? 0 : picks->picked >> i & 1 ? 1 : 2);
    }
}

static void walk_to_move(void *state, const void *walk, zm_move move, struct zm_buffer *bytes)
{
    (void)state;
    (void)walk;
    zm_buffer_byte(bytes, (uint8_t)move);
}

static unsigned walk_moves(const void *walk, zm_move *moves)
{
    const struct picks_walk *picks = walk;
    unsigned count = 0;
    for (uint64_t left = picks->free; left != 0; left &= left - 1)
        moves[count++] = (zm_move)__builtin_ctzll(left);
    return count;
}

static void walk_make(void *walk, zm_move move)
{
    struct picks_walk *picks = walk;
    picks->picked |= (uint64_t)1 << move;
    picks->free &= ~((uint64_t)1 << move | (uint64_t)1 << (move + 1) | (uint64_t)1 << move >> 1);
}

static struct zm_hash128 walk_key(const void *walk)
{
    const struct picks_walk *picks = walk;
    return (struct zm_hash128){.low = picks->free, .high = picks->picked};
}

static int64_t walk_worth(const void *walk)
{
    const struct picks_walk *picks = walk;
    int64_t sum = 0;
    for (uint64_t left = picks->picked; left != 0; left &= left - 1)
        sum += picks->digits[__builtin_ctzll(left)];
    return sum;
}

/* A pick reads its own digit alone, and changes it and its neighbours: two picks may both bar the
 * digit between them. */
static unsigned walk_commuting(const void *walk, zm_move move, const zm_move *moves, unsigned count,
                               zm_move *kept)
{
    (void)walk;
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++)
        if (moves[i] > move + 1 || moves[i] + 1 < move)
            kept[left++] = moves[i];
    return left;
}

static const struct zm_rules picks_rules = {
    .parse = picks_parse,
    .print = picks_print,
    .moves = picks_moves,
    .name = picks_name,
    .apply = picks_apply,
    .sound = picks_sound,
    .random = picks_random,
};

static const struct zm_goals picks_goals = {.maximise = true, .worth = picks_worth};

static const struct zm_walk picks_walks = {
    .course = walk_course,
    .size = walk_size,
    .most_moves = walk_most_moves,
    .begin = walk_begin,
    .position = walk_position,
    .to_move = walk_to_move,
    .moves = walk_moves,
    .make = walk_make,
    .key = walk_key,
    .worth = walk_worth,
    .commuting = walk_commuting,
};

const struct zm_game toy_picks = {
    .name = "picks",
    .title = "Picks",
    .summary = "pick digits of a row, never two neighbours",
    .start = "31415926",
    .positions = "31415926, 3+1-415926: digits, picked and barred ones\n",
    .players = ZM_ONE_PLAYER,
    .rules = &picks_rules,
    .goals = &picks_goals,
    .walk = &picks_walks,
};
