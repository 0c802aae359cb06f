/* Octal games as positions: "0.07:20,31" is two heaps under the code 0.07 (theory/octal.h).
 *
 * A position is the text of the code in normal form, a zero byte, then the heaps in the order in
 * which they were written, four bytes each, most significant first; a component is the same with
 * one heap. Heaps without a move are dropped from canonical sums. The options are made from the
 * digits alone, so that the nimbers found by a search check the nim-sequences of the theory, which
 * the engine answers by (engines/octal), and the other way round. */
#include "games/octal/octal.h"

#include "theory/octal.h"

#include <ctype.h>
#include <stdlib.h>

enum {
    LARGEST_HEAP = 1 << 20,
    MOST_HEAPS = 1000,
    MOST_LISTED = 1 << 26, /* bytes of the options of a heap: many digits 4 make 10^11 options */
};

/* The code of the last position seen: one search meets one code only. */
struct octal_state {
    struct zm_octal_code code;
    struct zm_buffer text;
    struct zm_list items; /* scratch: moves and components being sorted */
};

/* What a move leaves of a heap; 0: nothing. */
struct rest {
    uint32_t first, second;
};

static uint32_t read_heap(const uint8_t *data)
{
    return (uint32_t)data[0] << 24 | (uint32_t)data[1] << 16 | (uint32_t)data[2] << 8 | data[3];
}

static void write_heap(struct zm_buffer *buffer, uint32_t heap)
{
    uint8_t data[4] = {(uint8_t)(heap >> 24), (uint8_t)(heap >> 16), (uint8_t)(heap >> 8),
                       (uint8_t)heap};
    zm_buffer_add(buffer, data, sizeof data);
}

uint32_t zm_octal_heap(const struct zm_octal_heaps *heaps, size_t index)
{
    return read_heap(heaps->data + 4 * index);
}

struct zm_octal_heaps zm_octal_read(struct zm_bytes position)
{
    const uint8_t *end = memchr(position.data, 0, position.size);
    size_t length = end == NULL ? position.size : (size_t)(end - position.data);
    return (struct zm_octal_heaps){zm_bytes(position.data, length), position.data + length + 1,
                                   (position.size - length) / 4};
}

void zm_octal_write(struct zm_bytes code, uint32_t heap, struct zm_buffer *position)
{
    zm_buffer_set(position, code);
    zm_buffer_byte(position, 0);
    write_heap(position, heap);
}

static enum zm_status octal_open(const struct zm_settings *settings, void **state,
                                 struct zm_error *error)
{
    (void)settings;
    *state = calloc(1, sizeof(struct octal_state));
    return *state == NULL ? zm_fail_memory(error) : ZM_OK;
}

static void octal_close(void *state)
{
    struct octal_state *octal = state;
    zm_octal_code_free(&octal->code);
    zm_buffer_free(&octal->text);
    zm_list_free(&octal->items);
    free(octal);
}

/* Makes the state's code that of the position, and finds its heaps; false: no memory. */
static bool load(struct octal_state *octal, struct zm_bytes position, struct zm_octal_heaps *heaps)
{
    *heaps = zm_octal_read(position);
    struct zm_bytes text = heaps->code;
    if (octal->text.size > 0 && zm_bytes_equal(zm_buffer_bytes(&octal->text), text))
        return true;
    zm_octal_code_free(&octal->code);
    zm_buffer_set(&octal->text, text);
    if (!octal->text.failed &&
        zm_octal_code_parse((const char *)text.data, text.size, &octal->code, NULL) == ZM_OK)
        return true;
    zm_buffer_clear(&octal->text);
    return false;
}

/* The code reads, it is in normal form (one code has one text), and the heaps are whole. */
static bool octal_sound(void *state, struct zm_bytes position)
{
    struct zm_octal_heaps heaps;
    struct octal_state *octal = state;
    const uint8_t *end = position.size == 0 ? NULL : memchr(position.data, 0, position.size);
    if (end == NULL || (size_t)(position.data + position.size - end - 1) % 4 != 0 ||
        !load(octal, position, &heaps) || heaps.count > MOST_HEAPS)
        return false;
    struct zm_buffer text = {0};
    zm_octal_code_print(&octal->code, &text);
    bool sound =
        !text.failed && zm_bytes_equal(zm_buffer_bytes(&text), zm_buffer_bytes(&octal->text));
    for (size_t i = 0; i < heaps.count && sound; i++)
        sound = zm_octal_heap(&heaps, i) > 0 && zm_octal_heap(&heaps, i) <= LARGEST_HEAP;
    zm_buffer_free(&text);
    return sound;
}

static bool octal_is_heap(void *state, struct zm_bytes component)
{
    struct zm_octal_heaps heaps;
    return octal_sound(state, component) && load(state, component, &heaps) && heaps.count == 1;
}

static bool may_leave(const struct zm_octal_code *code, uint32_t heap, uint32_t rest, unsigned how)
{
    return (zm_octal_digit(code, heap - rest) & how) != 0;
}

static bool has_move(const struct zm_octal_code *code, uint32_t heap)
{
    if (heap == 0)
        return false;
    if (may_leave(code, heap, 0, ZM_OCTAL_NOTHING))
        return true;
    size_t digits = code->fixed + code->tail;
    for (size_t taken = 0; taken <= digits && taken < heap; taken++) {
        unsigned digit = zm_octal_digit(code, taken);
        if ((digit & ZM_OCTAL_ONE_HEAP) || ((digit & ZM_OCTAL_TWO_HEAPS) && heap - taken >= 2))
            return true;
    }
    return false;
}

static enum zm_status bad_position(struct zm_error *error, const char *text, const char *expected)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "octal position '%.60s': expected %s (a code, a colon and heaps, like "
                   "0.07:20,31)",
                   text, expected);
}

static enum zm_status octal_parse(void *state, const char *text, struct zm_buffer *position,
                                  struct zm_error *error)
{
    (void)state;
    zm_buffer_clear(position);
    const char *at = strchr(text, ':');
    if (at == NULL)
        return bad_position(error, text, "a colon after the code");
    struct zm_octal_code code;
    enum zm_status status = zm_octal_code_parse(text, (size_t)(at - text), &code, error);
    if (status != ZM_OK)
        return status;
    zm_octal_code_print(&code, position);
    zm_octal_code_free(&code);
    zm_buffer_byte(position, 0);
    for (size_t count = 0; *at != 0 && at[1] != 0; count++) {
        uint32_t heap = 0;
        at++;
        if (!isdigit((unsigned char)*at))
            return bad_position(error, text, "a number of tokens");
        while (isdigit((unsigned char)*at) && heap <= LARGEST_HEAP)
            heap = heap * 10 + (uint32_t)(*at++ - '0');
        if (heap > LARGEST_HEAP)
            return bad_position(error, text, "heaps of at most 1048576 tokens");
        if (count == MOST_HEAPS)
            return bad_position(error, text, "at most 1000 heaps");
        if (*at != 0 && (*at != ',' || at[1] == 0))
            return bad_position(error, text, "a comma and another heap");
        if (heap > 0)
            write_heap(position, heap);
    }
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

static void octal_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    struct zm_octal_heaps heaps;
    struct octal_state *octal = state;
    if (!load(octal, position, &heaps)) {
        text->failed = true;
        return;
    }
    zm_buffer_text(text, zm_buffer_string(&octal->text));
    for (size_t i = 0; i < heaps.count; i++)
        zm_buffer_format(text, "%c%u", i == 0 ? ':' : ',', zm_octal_heap(&heaps, i));
    if (heaps.count == 0)
        zm_buffer_text(text, ":0");
}

/* Calls `visit` for everything that a move may leave of a heap, least taken first. */
static void each_rest(struct octal_state *octal, uint32_t heap,
                      void (*visit)(void *context, uint32_t heap, struct rest rest), void *context)
{
    const struct zm_octal_code *code = &octal->code;
    size_t largest = code->tail > 0 ? heap : code->fixed;
    for (uint32_t taken = 0; taken <= largest && taken <= heap; taken++) {
        uint32_t left = heap - taken;
        unsigned digit = zm_octal_digit(code, taken);
        if (left == 0 && taken > 0 && (digit & ZM_OCTAL_NOTHING))
            visit(context, heap, (struct rest){0, 0});
        if (left > 0 && (digit & ZM_OCTAL_ONE_HEAP))
            visit(context, heap, (struct rest){left, 0});
        for (uint32_t first = 1; (digit & ZM_OCTAL_TWO_HEAPS) && first <= left / 2; first++)
            visit(context, heap, (struct rest){first, left - first});
    }
}

static void add_move(void *context, uint32_t heap, struct rest rest)
{
    struct zm_list *moves = context;
    write_heap(&moves->bytes, heap);
    write_heap(&moves->bytes, rest.first);
    write_heap(&moves->bytes, rest.second);
    zm_list_close(moves);
}

static void octal_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                        struct zm_list *moves)
{
    (void)record;
    struct zm_octal_heaps heaps;
    struct octal_state *octal = state;
    if (!load(octal, position, &heaps)) {
        moves->bytes.failed = true;
        return;
    }
    for (size_t i = 0; i < heaps.count; i++) {
        size_t twin = 0; /* equal heaps have the same moves */
        while (zm_octal_heap(&heaps, twin) != zm_octal_heap(&heaps, i))
            twin++;
        if (twin == i)
            each_rest(octal, zm_octal_heap(&heaps, i), add_move, moves);
    }
}

static void octal_name(void *state, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *text)
{
    (void)state;
    (void)position;
    zm_buffer_format(text, "%u=%u", read_heap(move.data), read_heap(move.data + 4));
    if (read_heap(move.data + 8) > 0)
        zm_buffer_format(text, "+%u", read_heap(move.data + 8));
}

static void octal_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                        struct zm_buffer *next)
{
    struct zm_octal_heaps heaps;
    zm_buffer_clear(next);
    if (!load(state, position, &heaps)) {
        next->failed = true;
        return;
    }
    bool done = false;
    zm_buffer_add(next, position.data, (size_t)(heaps.data - position.data));
    for (size_t i = 0; i < heaps.count; i++) {
        if (done || zm_octal_heap(&heaps, i) != read_heap(move.data)) {
            write_heap(next, zm_octal_heap(&heaps, i));
            continue;
        }
        for (size_t part = 4; part <= 8; part += 4)
            if (read_heap(move.data + part) > 0)
                write_heap(next, read_heap(move.data + part));
        done = true;
    }
}

static void octal_random(void *state, struct zm_random *random, unsigned size,
                         struct zm_buffer *position)
{
    (void)state;
    struct zm_octal_code code = {.digits = (uint8_t[4]){0}};
    code.d0 = zm_random_below(random, 8) == 0 ? 4 : 0;
    code.fixed = 1 + zm_random_below(random, 3);
    code.tail = zm_random_below(random, 4) == 0;
    for (size_t i = 0; i < code.fixed + code.tail; i++)
        code.digits[i] = (uint8_t)zm_random_below(random, 8);
    struct zm_buffer text = {0};
    zm_octal_code_print(&code, &text);
    uint64_t count = 1 + zm_random_below(random, 3);
    for (uint64_t i = 0; i < count; i++)
        zm_buffer_format(&text, "%c%u", i == 0 ? ':' : ',',
                         (unsigned)zm_random_below(random, size + 1));
    if (text.failed || octal_parse(state, zm_buffer_string(&text), position, NULL) != ZM_OK)
        position->failed = true;
    zm_buffer_free(&text);
}

static const struct zm_rules octal_rules = {
    .parse = octal_parse,
    .print = octal_print,
    .moves = octal_moves,
    .name = octal_name,
    .apply = octal_apply,
    .sound = octal_sound,
    .random = octal_random,
};

static void add_component(struct octal_state *octal, uint32_t heap, struct zm_list *components)
{
    if (!has_move(&octal->code, heap))
        return;
    zm_buffer_text(&components->bytes, zm_buffer_string(&octal->text));
    zm_buffer_byte(&components->bytes, 0);
    write_heap(&components->bytes, heap);
    zm_list_close(components);
}

static void octal_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    struct zm_octal_heaps heaps;
    struct octal_state *octal = state;
    if (!load(octal, position, &heaps)) {
        components->bytes.failed = true;
        return;
    }
    zm_list_clear(&octal->items);
    for (size_t i = 0; i < heaps.count; i++)
        add_component(octal, zm_octal_heap(&heaps, i), &octal->items);
    zm_list_sort(&octal->items, false);
    for (size_t i = 0; i < octal->items.count; i++)
        zm_list_add(components, zm_list_at(&octal->items, i));
    components->bytes.failed |= zm_list_failed(&octal->items);
}

/* Two rests that leave the same heaps with moves are one option. */
static void add_pair(void *context, uint32_t heap, struct rest rest)
{
    struct octal_state *octal = context;
    (void)heap;
    uint32_t first = has_move(&octal->code, rest.first) ? rest.first : 0;
    uint32_t second = has_move(&octal->code, rest.second) ? rest.second : 0;
    write_heap(&octal->items.bytes, first < second ? first : second);
    write_heap(&octal->items.bytes, first < second ? second : first);
    zm_list_close(&octal->items);
}

/* How many rests there are, equal ones counted apart. */
static uint64_t count_rests(const struct zm_octal_code *code, uint32_t heap)
{
    uint64_t count = 0;
    size_t largest = code->tail > 0 ? heap : code->fixed;
    for (size_t taken = 0; taken <= largest && taken <= heap; taken++) {
        unsigned digit = zm_octal_digit(code, taken);
        count += 1 + ((digit & ZM_OCTAL_TWO_HEAPS) ? (heap - taken) / 2 : 0);
    }
    return count;
}

static void octal_options(void *state, struct zm_bytes component, enum zm_side side,
                          struct zm_options *options)
{
    (void)side;
    struct zm_octal_heaps heaps;
    struct octal_state *octal = state;
    zm_options_clear(options);
    if (!load(octal, component, &heaps) ||
        count_rests(&octal->code, zm_octal_heap(&heaps, 0)) > MOST_LISTED / component.size) {
        options->components.bytes.failed = true;
        return;
    }
    zm_list_clear(&octal->items);
    each_rest(octal, zm_octal_heap(&heaps, 0), add_pair, octal);
    zm_list_sort(&octal->items, true);
    for (size_t i = 0; i < octal->items.count; i++) {
        const uint8_t *pair = zm_list_at(&octal->items, i).data;
        add_component(octal, read_heap(pair), &options->components);
        add_component(octal, read_heap(pair + 4), &options->components);
        zm_options_close(options);
    }
    options->components.bytes.failed |= zm_list_failed(&octal->items);
}

static uint32_t octal_difficulty(void *state, struct zm_bytes component)
{
    (void)state;
    return read_heap(component.data + component.size - 4);
}

static const struct zm_sums octal_sums = {
    .split = octal_split,
    .options = octal_options,
    .print = octal_print,
    .sound = octal_is_heap,
    .difficulty = octal_difficulty,
};

static const struct zm_hints octal_hints = {
    .easy = 12, /* heaps up to this size */
    .quotient = 64,
};

enum { DRAWN = 60 };

static void octal_picture_text(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_octal_heaps heaps;
    struct octal_state *octal = state;
    if (!load(octal, position, &heaps)) {
        out->failed = true;
        return;
    }
    zm_buffer_format(out, "code %.60s\n", zm_buffer_string(&octal->text));
    for (size_t i = 0; i < heaps.count; i++) {
        zm_buffer_format(out, "%7u ", zm_octal_heap(&heaps, i));
        for (uint32_t token = 0; token < zm_octal_heap(&heaps, i) && token < DRAWN; token++)
            zm_buffer_byte(out, 'o');
        zm_buffer_text(out, zm_octal_heap(&heaps, i) > DRAWN ? "...\n" : "\n");
    }
}

/* Tokens in lines of thirty, the size of the heap before them. */
static void octal_picture_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    enum { ACROSS = 30, STEP = 20, LEFT = 50 };
    struct zm_octal_heaps heaps;
    size_t lines = 0;
    uint32_t widest = 12;
    if (!load(state, position, &heaps)) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < heaps.count; i++) {
        uint32_t drawn = zm_octal_heap(&heaps, i) < DRAWN ? zm_octal_heap(&heaps, i) : DRAWN;
        lines += 1 + (drawn == 0 ? 0 : (drawn - 1) / ACROSS);
        widest = drawn > widest ? drawn : widest;
    }
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %zu\" "
                     "font-family=\"sans-serif\" font-size=\"14\" role=\"img\" "
                     "aria-label=\"Heaps of an octal game\">",
                     LEFT + STEP * (widest < ACROSS ? widest : ACROSS) + 8,
                     STEP * lines + 6 * heaps.count + 8);
    size_t y = 16;
    for (size_t i = 0; i < heaps.count; i++, y += STEP + 6) {
        uint32_t drawn = zm_octal_heap(&heaps, i) < DRAWN ? zm_octal_heap(&heaps, i) : DRAWN;
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"36\" y=\"%zu\" text-anchor=\"end\">%u</text>",
                         y + 5, zm_octal_heap(&heaps, i));
        for (uint32_t token = 0; token < drawn; token++) {
            if (token > 0 && token % ACROSS == 0)
                y += STEP;
            zm_buffer_format(out, "<circle class=\"token piece\" cx=\"%u\" cy=\"%zu\" r=\"8\"/>",
                             LEFT + STEP * (token % ACROSS) + 8, y);
        }
    }
    zm_buffer_text(out, "</svg>");
}

static const struct zm_picture octal_picture = {
    .text = octal_picture_text,
    .svg = octal_picture_svg,
    .partial = true,
};

const struct zm_game zm_octal = {
    .name = "octal",
    .title = "Octal games",
    .summary = "take tokens from a heap and perhaps split it, as the digits of a code allow",
    .start = "0.07:20",
    .positions = "a code, a colon and heaps: 0.07:20,31\n"
                 "a repeating tail of the code in parentheses: '0.3(7):5'\n"
                 "a subtraction game (take 1, 3 or 4): s1,3,4:20",
    .players = ZM_IMPARTIAL,
    .canon_version = 1,
    .open = octal_open,
    .close = octal_close,
    .rules = &octal_rules,
    .sums = &octal_sums,
    .hints = &octal_hints,
    .picture = &octal_picture,
};
