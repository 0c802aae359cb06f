/* Toads-and-Frogs (Guy): on a strip of squares Left moves a toad one square to the right, or lets
 * it jump over one frog; Right does the same with frogs to the left. Who cannot move loses.
 *
 * A board position: the side to move, then the strips as text, '/' between them. A component is one
 * strip in which somebody can move; read backwards with toads and frogs exchanged it is its
 * negative, and of the two the lesser is the form. */
#include "games/toads/toads.h"

#include "games/shared/partisan.h"

enum { LONGEST = 200 };

static enum zm_status toads_parse(void *state, const char *text, struct zm_buffer *position,
                                  struct zm_error *error)
{
    (void)state;
    zm_buffer_clear(position);
    size_t size = zm_partisan_side(text, position);
    if (size == 0 || size > LONGEST)
        return zm_fail(error, ZM_BAD_INPUT, "toads-and-frogs: expected 1 to %d squares", LONGEST);
    for (size_t i = 0; i < size; i++)
        if (strchr("TF./", text[i]) == NULL)
            return zm_fail(error, ZM_BAD_INPUT,
                           "toads-and-frogs position, character %zu, '%c': expected T, F and '.', "
                           "strips separated by '/', then L or R",
                           i + 1, text[i]);
    zm_buffer_add(position, text, size);
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

static void toads_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    zm_buffer_add(text, position.data + 1, position.size - 1);
    zm_partisan_print_side(position, text);
}

static bool is_strip(struct zm_bytes bytes, const char *squares)
{
    bool strip = bytes.size > 1 && bytes.size <= 1 + LONGEST;
    for (size_t i = 1; i < bytes.size && strip; i++)
        strip = memchr(squares, bytes.data[i], strlen(squares)) != NULL;
    return strip;
}

static bool toads_sound(void *state, struct zm_bytes position)
{
    (void)state;
    return zm_partisan_has_side(position) && is_strip(position, "TF./");
}

static bool toads_sound_component(void *state, struct zm_bytes component)
{
    (void)state;
    return zm_partisan_has_sign(component) && is_strip(component, "TF.");
}

/* Where the animal on square i goes; false when it is not the side's or cannot move. */
static bool goal(const uint8_t *strip, size_t size, size_t i, int side, size_t *to)
{
    if (strip[i] != (side == ZM_LEFT ? 'T' : 'F'))
        return false;
    for (size_t step = 1; step <= 2; step++) {
        if (side == ZM_LEFT ? i + step >= size : i < step)
            return false;
        *to = side == ZM_LEFT ? i + step : i - step;
        if (strip[*to] == '.')
            return true;
        if (strip[*to] != (side == ZM_LEFT ? 'F' : 'T'))
            return false;
    }
    return false;
}

static void toads_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                        struct zm_list *moves)
{
    (void)state;
    (void)record;
    size_t to;
    for (size_t i = 0; i + 1 < position.size; i++)
        if (goal(position.data + 1, position.size - 1, i, zm_partisan_mover(position), &to)) {
            uint8_t move[2] = {(uint8_t)i, (uint8_t)to};
            zm_list_add(moves, zm_bytes(move, 2));
        }
}

/* The square of the animal, from 1 (a '/' counts as one). */
static void toads_name(void *state, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *text)
{
    (void)state;
    (void)position;
    zm_buffer_format(text, "%d", move.data[0] + 1);
}

static void toads_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                        struct zm_buffer *next)
{
    (void)state;
    zm_buffer_set(next, position);
    if (next->failed)
        return;
    next->data[1 + move.data[1]] = next->data[1 + move.data[0]];
    next->data[1 + move.data[0]] = '.';
    next->data[0] = zm_partisan_mover(position) == ZM_LEFT ? ZM_RIGHT : ZM_LEFT;
}

static void toads_random(void *state, struct zm_random *random, unsigned size,
                         struct zm_buffer *position)
{
    (void)state;
    zm_buffer_clear(position);
    zm_buffer_byte(position, (uint8_t)zm_random_below(random, 3));
    for (unsigned i = 0; (i < size && i < LONGEST) || i == 0; i++) {
        uint64_t kind = zm_random_below(random, 12);
        zm_buffer_byte(position, kind < 4 ? 'T' : kind < 8 ? 'F' : kind < 11 ? '.' : '/');
    }
}

/* --- components ----------------------------------------------------------------------------------
 */

static void turn_strip(const uint8_t *strip, size_t size, uint8_t *turned)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t square = strip[size - 1 - i];
        turned[i] = square == 'T' ? 'F' : square == 'F' ? 'T' : square;
    }
}

static void add_strip(const uint8_t *strip, size_t size, struct zm_list *components)
{
    uint8_t turned[LONGEST];
    size_t to;
    bool alive = false;
    for (size_t i = 0; i < size && !alive; i++)
        alive = goal(strip, size, i, ZM_LEFT, &to) || goal(strip, size, i, ZM_RIGHT, &to);
    if (!alive)
        return;
    turn_strip(strip, size, turned);
    bool negative = memcmp(turned, strip, size) < 0;
    zm_buffer_byte(&components->bytes, negative);
    zm_buffer_add(&components->bytes, negative ? turned : strip, size);
    zm_list_close(components);
}

static void toads_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    (void)state;
    const uint8_t *strip = position.data + 1, *end = position.data + position.size;
    while (strip <= end) {
        const uint8_t *slash = strip < end ? memchr(strip, '/', (size_t)(end - strip)) : NULL;
        const uint8_t *stop = slash == NULL ? end : slash;
        add_strip(strip, (size_t)(stop - strip), components);
        strip = stop + 1;
    }
    zm_list_sort(components, false);
}

static size_t read_component(struct zm_bytes component, uint8_t *strip)
{
    if (component.data[0] == 1)
        turn_strip(component.data + 1, component.size - 1, strip);
    else
        memcpy(strip, component.data + 1, component.size - 1);
    return component.size - 1;
}

static void toads_options(void *state, struct zm_bytes component, enum zm_side side,
                          struct zm_options *options)
{
    (void)state;
    uint8_t strip[LONGEST], next[LONGEST];
    size_t size = read_component(component, strip), to;
    struct zm_list sum = {0};
    zm_options_clear(options);
    for (size_t i = 0; i < size; i++) {
        if (!goal(strip, size, i, side, &to))
            continue;
        memcpy(next, strip, size);
        next[to] = next[i];
        next[i] = '.';
        zm_list_clear(&sum);
        add_strip(next, size, &sum);
        zm_options_add_new(options, &sum);
    }
    zm_list_free(&sum);
}

static void toads_print_component(void *state, struct zm_bytes component, struct zm_buffer *text)
{
    (void)state;
    uint8_t strip[LONGEST];
    size_t size = read_component(component, strip);
    zm_buffer_add(text, strip, size);
}

/* One line for each strip, with the number of its first square. */
static void toads_picture(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    for (size_t i = 1; i < position.size; i++) {
        if (i == 1 || position.data[i - 1] == '/')
            zm_buffer_format(out, "%s%3zu  ", i == 1 ? "" : "\n", i);
        if (position.data[i] != '/')
            zm_buffer_byte(out, position.data[i]);
    }
    zm_buffer_byte(out, '\n');
}

static void draw_square(struct zm_bytes position, size_t i, unsigned x, unsigned y,
                        struct zm_buffer *out)
{
    uint8_t animal = position.data[1 + i];
    size_t to;
    zm_buffer_format(out,
                     "<rect class=\"cell free\" x=\"%u\" y=\"%u\" width=\"30\" height=\"30\" "
                     "fill=\"#fff\" stroke=\"#555\"/>",
                     x, y);
    if (animal == '.')
        return;
    zm_buffer_format(out, "<circle class=\"piece\" cx=\"%u\" cy=\"%u\" r=\"12\" fill=\"%s\"",
                     x + 15, y + 15, animal == 'T' ? "#26c" : "#c33");
    if (goal(position.data + 1, position.size - 1, i, zm_partisan_mover(position), &to))
        zm_buffer_format(out, " stroke=\"#000\" stroke-width=\"2\" data-move=\"%zu\"", i + 1);
    zm_buffer_format(out,
                     "/><text x=\"%u\" y=\"%u\" font-size=\"14\" fill=\"#fff\" "
                     "text-anchor=\"middle\" pointer-events=\"none\">%c</text>",
                     x + 15, y + 20, animal);
}

/* The animals that can move have a rim. */
static void toads_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    unsigned longest = 1, strips = 1, length = 0, x = 5, y = 5;
    for (size_t i = 1; i < position.size; i++) {
        bool slash = position.data[i] == '/';
        strips += slash;
        length = slash ? 0 : length + 1;
        longest = length > longest ? length : longest;
    }
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                     "role=\"img\" aria-label=\"Toads and frogs on strips of squares\">",
                     longest * 32 + 8, strips * 40);
    for (size_t i = 0; i + 1 < position.size; i++) {
        if (position.data[1 + i] == '/') {
            x = 5;
            y += 40;
        } else {
            draw_square(position, i, x, y, out);
            x += 32;
        }
    }
    zm_buffer_text(out, "</svg>");
}

static const struct zm_rules toads_rules = {
    .parse = toads_parse,
    .print = toads_print,
    .moves = toads_moves,
    .name = toads_name,
    .apply = toads_apply,
    .sound = toads_sound,
    .turn = zm_partisan_turn,
    .random = toads_random,
};

static const struct zm_sums toads_sums = {
    .split = toads_split,
    .options = toads_options,
    .print = toads_print_component,
    .sound = toads_sound_component,
};

static const struct zm_picture toads_pictures = {.text = toads_picture, .svg = toads_svg};

const struct zm_game zm_toads_and_frogs = {
    .name = "toads-and-frogs",
    .title = "Toads-and-Frogs",
    .summary = "toads go right, frogs go left, one square or a jump over one of the others",
    .start = "TT..FF",
    .positions = "TT..FF         toads, frogs and empty squares; strips separated by '/'\n"
                 "TT..FF R       Right is to move (L: Left; without: the class)\n"
                 "moves: 2       the animal on square 2\n",
    .players = ZM_PARTISAN,
    .canon_version = 1,
    .rules = &toads_rules,
    .sums = &toads_sums,
    .picture = &toads_pictures,
};
