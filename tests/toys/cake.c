/* Cutcake (Winning Ways, chapter 2): Left cuts a rectangular cake along a vertical line, Right
 * along a horizontal one; who cannot cut loses. Position: side to move, then width and height of
 * each piece; its text: height and width of each, "4x7+1x2", and " R" when Right is to move. A
 * component is a sign byte, then the longer and the shorter side: a cake turned is the negative. */
#include "toys/toys.h"

#include <stdlib.h>

enum { LONGEST = 16 };

/* "4x7", of a cake that is at most 16x16; NULL when there is none. */
static const char *read_piece(const char *text, struct zm_buffer *position)
{
    uint8_t sizes[2];
    for (int i = 0; i < 2; i++) {
        char *end;
        unsigned long size = *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : 0;
        if (size == 0 || size > LONGEST || (i == 0 && *end != 'x'))
            return NULL;
        sizes[1 - i] = (uint8_t)size;
        text = end + (i == 0);
    }
    zm_buffer_add(position, sizes, sizeof sizes);
    return text;
}

static enum zm_status cake_parse(void *state, const char *text, struct zm_buffer *position,
                                 struct zm_error *error)
{
    (void)state;
    uint8_t side = ZM_LEFT;
    zm_buffer_set(position, zm_bytes(&side, 1));
    const char *at = read_piece(text, position);
    while (at != NULL && *at == '+')
        at = read_piece(at + 1, position);
    bool right = at != NULL && strcmp(at, " R") == 0;
    if (at == NULL || (*at != 0 && !right))
        return zm_fail(error, ZM_BAD_INPUT, "cake position: 4x7+1x2 R, pieces of at most 16x16");
    position->data[0] = right ? ZM_RIGHT : ZM_LEFT;
    return ZM_OK;
}

static void cake_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    for (size_t i = 1; i < position.size; i += 2)
        zm_buffer_format(text, "%s%ux%u", i == 1 ? "" : "+", position.data[i + 1],
                         position.data[i]);
    zm_buffer_text(text, position.data[0] == ZM_RIGHT ? " R" : "");
}

static bool cake_sound(void *state, struct zm_bytes position)
{
    (void)state;
    bool sound = position.size > 1 && position.size % 2 == 1 && position.data[0] <= ZM_RIGHT;
    for (size_t i = 1; i < position.size && sound; i++)
        sound = position.data[i] > 0 && position.data[i] <= LONGEST;
    return sound;
}

static void cake_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                       struct zm_list *moves)
{
    (void)state;
    (void)record;
    for (size_t piece = 1; piece < position.size; piece += 2)
        for (uint8_t at = 1; at < position.data[piece + position.data[0]]; at++) {
            uint8_t move[2] = {(uint8_t)piece, at};
            zm_list_add(moves, zm_bytes(move, 2));
        }
}

static void cake_name(void *state, struct zm_bytes position, struct zm_bytes move,
                      struct zm_buffer *text)
{
    (void)state;
    (void)position;
    zm_buffer_format(text, "%u:%u", move.data[0] / 2 + 1u, move.data[1]);
}

static void cake_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *next)
{
    (void)state;
    uint8_t piece = move.data[0], side = position.data[0];
    uint8_t cut[2] = {position.data[piece], position.data[piece + 1]};
    zm_buffer_set(next, position);
    next->data[0] = !side;
    next->data[piece + side] = move.data[1];
    cut[side] = (uint8_t)(cut[side] - move.data[1]);
    zm_buffer_add(next, cut, 2);
}

static int cake_turn(void *state, struct zm_bytes position)
{
    (void)state;
    return position.data[0];
}

static void cake_random(void *state, struct zm_random *random, unsigned size,
                        struct zm_buffer *position)
{
    (void)state;
    uint8_t side = (uint8_t)zm_random_below(random, 2);
    zm_buffer_set(position, zm_bytes(&side, 1));
    for (uint64_t pieces = 1 + zm_random_below(random, 2); pieces > 0; pieces--)
        for (int i = 0; i < 2; i++)
            zm_buffer_byte(position, (uint8_t)(1 + zm_random_below(random, size == 0 ? 1 : size)));
}

static void add_component(struct zm_list *components, uint8_t width, uint8_t height)
{
    uint8_t bytes[3] = {width<height, width> height ? width : height,
                        width > height ? height : width};
    if (width * height > 1)
        zm_list_add(components, zm_bytes(bytes, 3));
}

static void cake_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    (void)state;
    for (size_t i = 1; i < position.size; i += 2)
        add_component(components, position.data[i], position.data[i + 1]);
    zm_list_sort(components, false);
}

static void cake_options(void *state, struct zm_bytes component, enum zm_side side,
                         struct zm_options *options)
{
    (void)state;
    uint8_t size[2] = {component.data[1], component.data[2]};
    if (component.data[0] != 0) {
        size[0] = component.data[2];
        size[1] = component.data[1];
    }
    struct zm_list sum = {0};
    zm_options_clear(options);
    for (uint8_t at = 1; 2 * at <= size[side]; at++) {
        uint8_t rest = (uint8_t)(size[side] - at), other = size[!side];
        zm_list_clear(&sum);
        add_component(&sum, side == ZM_LEFT ? at : other, side == ZM_LEFT ? other : at);
        add_component(&sum, side == ZM_LEFT ? rest : other, side == ZM_LEFT ? other : rest);
        zm_list_sort(&sum, false);
        zm_options_add_new(options, &sum);
    }
    zm_list_free(&sum);
}

/* A sign, the longer side, the shorter one. */
static bool cake_sound_component(void *state, struct zm_bytes component)
{
    (void)state;
    const uint8_t *data = component.data;
    return component.size == 3 && data[0] <= 1 && data[1] > 1 && data[1] <= LONGEST &&
           data[2] > 0 && data[2] <= data[1];
}

static void print_component(void *state, struct zm_bytes component, struct zm_buffer *text)
{
    (void)state;
    unsigned wide = component.data[1 + component.data[0]];
    unsigned high = component.data[2 - component.data[0]];
    zm_buffer_format(text, "%ux%u", high, wide);
}

static const struct zm_rules cake_rules = {
    .parse = cake_parse,
    .print = cake_print,
    .moves = cake_moves,
    .name = cake_name,
    .apply = cake_apply,
    .sound = cake_sound,
    .turn = cake_turn,
    .random = cake_random,
};

static const struct zm_sums cake_sums = {
    .split = cake_split,
    .options = cake_options,
    .print = print_component,
    .sound = cake_sound_component,
};

const struct zm_game toy_cake = {
    .name = "cake",
    .title = "Cutcake",
    .summary = "Left cuts vertically, Right horizontally",
    .start = "4x7",
    .positions = "4x7+1x2 R: heights and widths, and who moves\n",
    .players = ZM_PARTISAN,
    .rules = &cake_rules,
    .sums = &cake_sums,
};
