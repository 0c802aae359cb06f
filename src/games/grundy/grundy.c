/* Grundy's game (1939): a move splits one heap into two heaps of different sizes. Whether its
 * nimbers become periodic is not known.
 *
 * This is the worked example of docs/adding-a-game.md: a complete game in about a hundred lines
 * (its pictures are in picture.c). A position is its heaps, one byte each, in the order drawn; a
 * component is one heap of 3 or more. A move is the index of a heap and the smaller part. */
#include "games/grundy/grundy.h"

#include <stdlib.h>

enum { LARGEST_HEAP = 255, MOST_HEAPS = 64 };

static enum zm_status grundy_parse(void *state, const char *text, struct zm_buffer *position,
                                   struct zm_error *error)
{
    (void)state;
    const char *at = text;
    zm_buffer_clear(position);
    for (;; at++) {
        char *end;
        unsigned long heap = strtoul(at, &end, 10);
        if (*at < '0' || *at > '9' || heap > LARGEST_HEAP || position->size == MOST_HEAPS ||
            (*end != 0 && *end != ','))
            return zm_fail(error, ZM_BAD_INPUT,
                           "grundy position '%s': expected up to %d heaps of at most %d, as in 8,5",
                           text, MOST_HEAPS, LARGEST_HEAP);
        zm_buffer_byte(position, (uint8_t)heap);
        if (*end == 0)
            return position->failed ? zm_fail_memory(error) : ZM_OK;
        at = end;
    }
}

static void grundy_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    for (size_t i = 0; i < position.size; i++)
        zm_buffer_format(text, "%s%u", i == 0 ? "" : ",", position.data[i]);
    if (position.size == 0)
        zm_buffer_byte(text, '0');
}

static bool grundy_sound(void *state, struct zm_bytes position)
{
    (void)state;
    return position.size <= MOST_HEAPS;
}

static void grundy_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                         struct zm_list *moves)
{
    (void)state;
    (void)record;
    for (size_t i = 0; i < position.size; i++)
        for (unsigned part = 1; 2 * part < position.data[i]; part++) {
            uint8_t move[2] = {(uint8_t)i, (uint8_t)part};
            zm_list_add(moves, zm_bytes(move, sizeof move));
        }
}

static void grundy_name(void *state, struct zm_bytes position, struct zm_bytes move,
                        struct zm_buffer *text)
{
    (void)state;
    unsigned heap = position.data[move.data[0]], part = move.data[1];
    zm_buffer_format(text, "%u:%u+%u", move.data[0] + 1u, part, heap - part);
}

static void grundy_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                         struct zm_buffer *next)
{
    (void)state;
    zm_buffer_set(next, position);
    if (!next->failed)
        next->data[move.data[0]] = (uint8_t)(position.data[move.data[0]] - move.data[1]);
    zm_buffer_byte(next, move.data[1]);
}

static void grundy_random(void *state, struct zm_random *random, unsigned size,
                          struct zm_buffer *position)
{
    (void)state;
    zm_buffer_clear(position);
    for (int heaps = 1 + (int)zm_random_below(random, 3); heaps > 0; heaps--)
        zm_buffer_byte(position, (uint8_t)zm_random_below(random, size + 1));
}

static void grundy_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    (void)state;
    for (size_t i = 0; i < position.size; i++)
        if (position.data[i] > 2)
            zm_list_add(components, zm_bytes(position.data + i, 1));
    zm_list_sort(components, false);
}

static void grundy_options(void *state, struct zm_bytes component, enum zm_side side,
                           struct zm_options *options)
{
    (void)state;
    (void)side;
    zm_options_clear(options);
    for (unsigned part = 1; 2 * part < component.data[0]; part++) {
        if (part > 2)
            zm_list_add(&options->components, zm_bytes(&(uint8_t){(uint8_t)part}, 1));
        uint8_t rest = (uint8_t)(component.data[0] - part);
        if (rest > 2)
            zm_list_add(&options->components, zm_bytes(&rest, 1));
        zm_options_close(options);
    }
}

static bool grundy_is_heap(void *state, struct zm_bytes component)
{
    (void)state;
    return component.size == 1;
}

static uint32_t grundy_difficulty(void *state, struct zm_bytes component)
{
    (void)state;
    return component.data[0];
}

static const struct zm_rules grundy_rules = {
    .parse = grundy_parse,
    .print = grundy_print,
    .moves = grundy_moves,
    .name = grundy_name,
    .apply = grundy_apply,
    .sound = grundy_sound,
    .random = grundy_random,
};

static const struct zm_sums grundy_sums = {
    .split = grundy_split,
    .options = grundy_options,
    .print = grundy_print,
    .sound = grundy_is_heap,
    .difficulty = grundy_difficulty,
};

const struct zm_game zm_grundy = {
    .name = "grundy",
    .title = "Grundy's game",
    .summary = "split a heap into two unequal heaps",
    .start = "8",
    .positions = "8,5            heaps of 8 and 5\n"
                 "moves: 1:3+5   heap 1 becomes heaps of 3 and 5\n",
    .players = ZM_IMPARTIAL,
    .canon_version = 1,
    .rules = &grundy_rules,
    .sums = &grundy_sums,
    .picture = &zm_grundy_picture,
};
