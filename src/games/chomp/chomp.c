/* Chomp: a bar of chocolate; a bite takes a square and everything above and to the right of it; who
 * must take the poisoned corner loses. So the corner is never bitten, and the last bite elsewhere
 * wins: normal play. A position is the lengths of the rows, longest first, one byte each; turned
 * about the diagonal it is the same game, and the lesser of the two is the form of the component.
 */
#include "games/chomp/chomp.h"

#include <ctype.h>
#include <stdlib.h>

enum { LONGEST = 40 };

static enum zm_status fail_text(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "chomp: expected 3x5 (rows and columns) or the lengths of rows, longest first, "
                   "as in 5,5,2; at most %d rows of %d",
                   LONGEST, LONGEST);
}

static enum zm_status chomp_parse(void *state, const char *text, struct zm_buffer *position,
                                  struct zm_error *error)
{
    (void)state;
    char *end;
    zm_buffer_clear(position);
    unsigned long first = isdigit((unsigned char)*text) ? strtoul(text, &end, 10) : 0;
    if (first < 1 || first > LONGEST)
        return fail_text(error);
    if (*end == 'x') {
        unsigned long columns =
            isdigit((unsigned char)end[1]) ? strtoul(end + 1, &end, 10) : LONGEST + 1;
        if (columns < 1 || columns > LONGEST || *end != '\0')
            return fail_text(error);
        for (unsigned long row = 0; row < first; row++)
            zm_buffer_byte(position, (uint8_t)columns);
        return position->failed ? zm_fail_memory(error) : ZM_OK;
    }
    zm_buffer_byte(position, (uint8_t)first);
    while (*end == ',' && position->size < LONGEST) {
        unsigned long row = isdigit((unsigned char)end[1]) ? strtoul(end + 1, &end, 10) : 0;
        if (row < 1 || row > position->data[position->size - 1])
            return fail_text(error);
        zm_buffer_byte(position, (uint8_t)row);
    }
    if (*end != '\0')
        return fail_text(error);
    return position->failed ? zm_fail_memory(error) : ZM_OK;
}

static void chomp_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    for (size_t i = 0; i < position.size; i++)
        zm_buffer_format(text, "%s%d", i == 0 ? "" : ",", position.data[i]);
}

static bool chomp_sound(void *state, struct zm_bytes rows)
{
    (void)state;
    bool sound = rows.size > 0 && rows.size <= LONGEST && rows.data[0] <= LONGEST;
    for (size_t i = 0; i < rows.size && sound; i++)
        sound = rows.data[i] > 0 && (i == 0 || rows.data[i] <= rows.data[i - 1]);
    return sound;
}

static void chomp_moves(void *state, struct zm_bytes position, const struct zm_record *record,
                        struct zm_list *moves)
{
    (void)state;
    (void)record;
    for (size_t row = 0; row < position.size; row++)
        for (uint8_t column = 0; column < position.data[row]; column++) {
            uint8_t move[2] = {(uint8_t)row, column};
            if (row + column > 0)
                zm_list_add(moves, zm_bytes(move, 2));
        }
}

/* "b3": column b, row 3 from the poisoned corner a1. */
static void chomp_name(void *state, struct zm_bytes position, struct zm_bytes move,
                       struct zm_buffer *text)
{
    (void)state;
    (void)position;
    if (move.data[1] >= 26)
        zm_buffer_byte(text, 'z');
    zm_buffer_format(text, "%c%d", 'a' + move.data[1] % 26, move.data[0] + 1);
}

static void bite(struct zm_bytes rows, unsigned row, uint8_t column, struct zm_buffer *next)
{
    zm_buffer_clear(next);
    for (unsigned i = 0; i < rows.size; i++) {
        uint8_t length = i >= row && rows.data[i] > column ? column : rows.data[i];
        if (length > 0)
            zm_buffer_byte(next, length);
    }
}

static void chomp_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                        struct zm_buffer *next)
{
    (void)state;
    bite(position, move.data[0], move.data[1], next);
}

static void chomp_random(void *state, struct zm_random *random, unsigned size,
                         struct zm_buffer *position)
{
    (void)state;
    zm_buffer_clear(position);
    unsigned most = size < 1 ? 1 : size < 8 ? size : 8;
    uint8_t length = (uint8_t)(1 + zm_random_below(random, most));
    for (unsigned rows = 1 + (unsigned)zm_random_below(random, most); rows > 0; rows--) {
        zm_buffer_byte(position, length);
        length = (uint8_t)(1 + zm_random_below(random, length));
    }
}

static void add_bar(struct zm_bytes rows, struct zm_list *components)
{
    uint8_t turned[LONGEST] = {0};
    size_t columns = rows.data[0];
    if (rows.size == 1 && columns == 1)
        return;
    for (size_t i = 0; i < rows.size; i++)
        for (size_t column = 0; column < rows.data[i]; column++)
            turned[column]++;
    struct zm_bytes other = zm_bytes(turned, columns);
    zm_list_add(components, zm_bytes_compare(other, rows) < 0 ? other : rows);
}

static void chomp_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    (void)state;
    add_bar(position, components);
}

static void chomp_options(void *state, struct zm_bytes component, enum zm_side side,
                          struct zm_options *options)
{
    (void)state;
    (void)side;
    struct zm_buffer next = {0};
    struct zm_list sum = {0};
    zm_options_clear(options);
    for (unsigned row = 0; row < component.size; row++)
        for (uint8_t column = 0; column < component.data[row]; column++) {
            if (row + column == 0)
                continue;
            bite(component, row, column, &next);
            options->components.bytes.failed |= next.failed;
            zm_list_clear(&sum);
            if (!next.failed)
                add_bar(zm_buffer_bytes(&next), &sum);
            zm_options_add_new(options, &sum);
        }
    zm_buffer_free(&next);
    zm_list_free(&sum);
}

static void chomp_picture(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    (void)state;
    for (size_t row = position.size; row-- > 0;) {
        for (uint8_t column = 0; column < position.data[row]; column++)
            zm_buffer_text(out, row + column == 0 ? "P " : "o ");
        zm_buffer_byte(out, '\n');
    }
}

/* The poisoned corner is at the bottom on the left, and stays there. */
static void chomp_svg(void *state, struct zm_bytes position, struct zm_buffer *out)
{
    struct zm_buffer name = {0};
    unsigned rows = (unsigned)position.size, columns = position.data[0];
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 -%u %u %u\" "
                     "role=\"img\" aria-label=\"Chomp: a bar of chocolate\">",
                     rows * 32 + 8, columns * 32 + 8, rows * 32 + 8);
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < position.data[row]; column++) {
            uint8_t move[2] = {(uint8_t)row, (uint8_t)column};
            bool poisoned = row + column == 0;
            zm_buffer_format(out,
                             "<rect class=\"cell piece\" x=\"%u\" y=\"-%u\" width=\"30\" "
                             "height=\"30\" fill=\"%s\" stroke=\"#321\"",
                             column * 32 + 5, row * 32 + 35, poisoned ? "#7c4" : "#a63");
            if (!poisoned) {
                zm_buffer_clear(&name);
                chomp_name(state, position, zm_bytes(move, 2), &name);
                zm_buffer_format(out, " data-move=\"%s\"", zm_buffer_string(&name));
            }
            zm_buffer_text(out, "/>");
        }
    zm_buffer_text(out, "<text x=\"20\" y=\"-14\" font-size=\"18\" text-anchor=\"middle\">P</text>"
                        "</svg>");
    zm_buffer_free(&name);
}

static const struct zm_rules chomp_rules = {
    .parse = chomp_parse,
    .print = chomp_print,
    .moves = chomp_moves,
    .name = chomp_name,
    .apply = chomp_apply,
    .sound = chomp_sound,
    .random = chomp_random,
};

static const struct zm_sums chomp_sums = {
    .split = chomp_split,
    .options = chomp_options,
    .print = chomp_print,
    .sound = chomp_sound,
};

static const struct zm_picture chomp_pictures = {.text = chomp_picture, .svg = chomp_svg};

const struct zm_game zm_chomp = {
    .name = "chomp",
    .title = "Chomp",
    .summary = "bite a square and all above and to the right of it; the corner is poisoned",
    .start = "3x4",
    .positions = "3x5            3 rows of 5 squares\n"
                 "5,5,2          the lengths of the rows, from the poisoned one\n"
                 "moves: b3      column b, row 3; the corner is a1\n",
    .players = ZM_IMPARTIAL,
    .canon_version = 1,
    .rules = &chomp_rules,
    .sums = &chomp_sums,
    .picture = &chomp_pictures,
};
