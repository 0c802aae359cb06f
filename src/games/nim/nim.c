/* Nim, the game of Bouton's theorem (1901). It is here to teach and to test: its nimbers are known,
 * and the calculations find them through the same door as those of every other game.
 *
 * A position is its heaps in the order drawn, four bytes each, most significant first; a component
 * is one heap. A move is the index of a heap (two bytes) and the number of tokens that it leaves.
 */
#include "games/nim/nim.h"

#include <ctype.h>
#include <stdlib.h>

enum { LARGEST_HEAP = 10000, MOST_HEAPS = 1000 };

static void put_heap(struct zm_buffer *buffer, uint32_t heap)
{
    uint8_t bytes[4] = {(uint8_t)(heap >> 24), (uint8_t)(heap >> 16), (uint8_t)(heap >> 8),
                        (uint8_t)heap};
    zm_buffer_add(buffer, bytes, sizeof bytes);
}

static uint32_t get_heap(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static enum zm_status nim_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error)
{
    (void)state;
    zm_buffer_clear(position);
    for (const char *at = text;; at++) {
        char *end;
        if (!isdigit((unsigned char)*at))
            return zm_fail(error, ZM_BAD_INPUT,
                           "nim position '%s', character %d: expected a heap size, as in 3,4,5",
                           text, (int)(at - text) + 1);
        unsigned long heap = strtoul(at, &end, 10);
        if (heap > LARGEST_HEAP || position->size / 4 >= MOST_HEAPS)
            return zm_fail(error, ZM_BAD_INPUT,
                           "nim position: at most %d heaps of at most %d tokens", MOST_HEAPS,
                           LARGEST_HEAP);
        put_heap(position, (uint32_t)heap);
        at = end;
        if (*at == 0)
            break;
        if (*at != ',')
            return zm_fail(error, ZM_BAD_INPUT,
                           "nim position '%s', character %d: expected a comma or the end", text,
                           (int)(at - text) + 1);
    }
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

static void nim_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    for (size_t i = 0; i < position.size; i += 4)
        zm_buffer_format(text, "%s%u", i == 0 ? "" : ",", get_heap(position.data + i));
    if (position.size == 0)
        zm_buffer_text(text, "0");
}

static bool nim_sound(void *state, struct zm_bytes position)
{
    (void)state;
    bool sound = position.size % 4 == 0 && position.size / 4 <= MOST_HEAPS;
    for (size_t i = 0; i < position.size && sound; i += 4)
        sound = get_heap(position.data + i) <= LARGEST_HEAP;
    return sound;
}

static void nim_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                      struct zm_list *moves)
{
    (void)state;
    (void)record;
    for (size_t i = 0; i < position.size; i += 4)
        for (uint32_t left = 0; left < get_heap(position.data + i); left++) {
            zm_buffer_byte(&moves->bytes, (uint8_t)(i / 4 >> 8));
            zm_buffer_byte(&moves->bytes, (uint8_t)(i / 4));
            put_heap(&moves->bytes, left);
            zm_list_close(moves);
        }
}

static void nim_name(void *state, struct zm_bytes position, struct zm_bytes move,
                     struct zm_buffer *text)
{
    (void)state;
    size_t heap = (size_t)move.data[0] << 8 | move.data[1];
    zm_buffer_format(text, "%zu-%u", heap + 1,
                     get_heap(position.data + 4 * heap) - get_heap(move.data + 2));
}

static void nim_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                      struct zm_buffer *next)
{
    (void)state;
    zm_buffer_set(next, position);
    if (next->failed)
        return;
    size_t heap = (size_t)move.data[0] << 8 | move.data[1];
    memcpy(next->data + 4 * heap, move.data + 2, 4);
}

static void nim_random(void *state, struct zm_random *random, unsigned size,
                       struct zm_buffer *position)
{
    (void)state;
    zm_buffer_clear(position);
    unsigned left = size;
    do {
        unsigned heap = (unsigned)zm_random_below(random, left + 1);
        put_heap(position, heap);
        left -= heap;
    } while (left > 0 && zm_random_below(random, 4) > 0);
}

static void nim_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    (void)state;
    for (size_t i = 0; i < position.size; i += 4)
        if (get_heap(position.data + i) > 0)
            zm_list_add(components, zm_bytes(position.data + i, 4));
    zm_list_sort(components, false);
}

static void nim_options(void *state, struct zm_bytes component, enum zm_side side,
                        struct zm_options *options)
{
    (void)state;
    (void)side;
    zm_options_clear(options);
    for (uint32_t left = 0; left < get_heap(component.data); left++) {
        if (left > 0) {
            put_heap(&options->components.bytes, left);
            zm_list_close(&options->components);
        }
        zm_options_close(options);
    }
}

static bool nim_is_heap(void *state, struct zm_bytes component)
{
    return component.size == 4 && nim_sound(state, component);
}

static uint32_t nim_difficulty(void *state, struct zm_bytes component)
{
    (void)state;
    return get_heap(component.data);
}

static void nim_picture(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    for (size_t i = 0; i < position.size; i += 4) {
        zm_buffer_format(out, "%3zu  ", i / 4 + 1);
        uint32_t heap = get_heap(position.data + i);
        for (uint32_t token = 0; token < heap && token < 60; token++)
            zm_buffer_byte(out, 'o');
        zm_buffer_format(out, heap > 60 ? "... (%u)\n" : "\n", heap);
    }
}

static void nim_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    uint32_t longest = 1;
    for (size_t i = 0; i < position.size; i += 4)
        if (get_heap(position.data + i) > longest)
            longest = get_heap(position.data + i);
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %zu\" "
                     "role=\"img\" aria-label=\"Nim heaps\">",
                     longest * 24 + 16, position.size / 4 * 32 + 8);
    for (size_t i = 0; i < position.size; i += 4) {
        uint32_t heap = get_heap(position.data + i);
        for (uint32_t token = 0; token < heap; token++)
            zm_buffer_format(out,
                             "<circle class=\"token piece\" cx=\"%u\" cy=\"%zu\" r=\"10\" "
                             "data-move=\"%zu-%u\"/>",
                             token * 24 + 20, i / 4 * 32 + 20, i / 4 + 1, heap - token);
    }
    zm_buffer_text(out, "</svg>");
}

static const struct zm_rules nim_rules = {
    .parse = nim_parse,
    .print = nim_print,
    .moves = nim_moves,
    .name = nim_name,
    .apply = nim_apply,
    .sound = nim_sound,
    .random = nim_random,
};

static const struct zm_sums nim_sums = {
    .split = nim_split,
    .options = nim_options,
    .print = nim_print,
    .sound = nim_is_heap,
    .difficulty = nim_difficulty,
};

static const struct zm_hints nim_hints = {
    .easy = 200, /* a heap is its own tree */
};

static const struct zm_picture nim_pictures = {.text = nim_picture, .svg = nim_svg};

const struct zm_game zm_nim = {
    .name = "nim",
    .title = "Nim",
    .summary = "heaps of tokens; take any number from one heap",
    .start = "3,4,5",
    .positions = "3,4,5          heaps of 3, 4 and 5 tokens\n"
                 "moves: 2-3     from heap 2 take 3\n",
    .players = ZM_IMPARTIAL,
    .canon_version = 1,
    .rules = &nim_rules,
    .sums = &nim_sums,
    .hints = &nim_hints,
    .picture = &nim_pictures,
};
