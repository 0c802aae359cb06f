/* Positions of Morpion solitaire as text: the variant, the rows of a free start, and the moves. A
 * record is a position, so reading one checks it: the error names the move and the rule. */
#include "games/morpion/morpion.h"

#include <ctype.h>
#include <stdlib.h>

const char *const zm_morpion_directions[4] = {"H", "V", "DN", "DP"};

void zm_morpion_name(zm_morpion_move move, struct zm_buffer *text)
{
    zm_buffer_format(text, "%d,%d%s%u", (int)zm_morpion_x(move) - ZM_MORPION_ORIGIN,
                     (int)zm_morpion_y(move) - ZM_MORPION_ORIGIN,
                     zm_morpion_directions[zm_morpion_direction_of(move)], zm_morpion_index(move));
}

enum zm_status zm_morpion_record_move(struct zm_morpion_walk *walk, zm_morpion_move move,
                                      const char *word, size_t size, struct zm_error *error)
{
    struct zm_buffer why = {0};
    if (zm_morpion_may_go_on(walk) && zm_morpion_is_legal(&walk->board, move)) {
        zm_morpion_walks.make(walk, move);
        return ZM_OK;
    }
    if (!zm_morpion_may_go_on(walk))
        zm_buffer_format(&why, "a game has no more than %u moves", walk->variant->most);
    else
        zm_morpion_explain(&walk->board, move, &why);
    zm_fail(error, ZM_BAD_INPUT, "morpion: move %u, '%.*s', is not legal in %s: %s",
            walk->played_count + 1u, (int)(size < 30 ? size : 30), word, walk->variant->name,
            zm_buffer_string(&why));
    zm_buffer_free(&why);
    return ZM_BAD_INPUT;
}

/* -- reading -- */

const char *zm_morpion_skip(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* A whole number of at most three digits, perhaps negative, and what follows it; NULL: none. */
static const char *read_number(const char *text, int *number)
{
    bool negative = *text == '-';
    const char *digit = text + negative;
    for (*number = 0; isdigit((unsigned char)*digit) && digit - text < 4; digit++)
        *number = 10 * *number + (*digit - '0');
    *number = negative ? -*number : *number;
    return digit == text + negative || isdigit((unsigned char)*digit) ? NULL : digit;
}

/* Reads x,yDIRp; false: it is no such word. A place off the paper stays one. */
static bool read_move(const char *word, size_t size, unsigned length, zm_morpion_move *move)
{
    int x, y, index;
    unsigned direction = 0;
    const char *at = read_number(word, &x);
    if (at == NULL || *at != ',' || (at = read_number(at + 1, &y)) == NULL)
        return false;
    for (; direction < 4; direction++) {
        size_t letters = strlen(zm_morpion_directions[direction]);
        if (strncmp(at, zm_morpion_directions[direction], letters) == 0 &&
            isdigit((unsigned char)at[letters])) {
            at += letters;
            break;
        }
    }
    at = direction < 4 ? read_number(at, &index) : NULL;
    if (at == NULL || at != word + size || index >= (int)length)
        return false;
    bool outside = x < -ZM_MORPION_ORIGIN || y < -ZM_MORPION_ORIGIN ||
                   x >= ZM_MORPION_SIDE - ZM_MORPION_ORIGIN ||
                   y >= ZM_MORPION_SIDE - ZM_MORPION_ORIGIN;
    *move = outside
                ? 0
                : zm_morpion_pack((unsigned)(x + ZM_MORPION_ORIGIN),
                                  (unsigned)(y + ZM_MORPION_ORIGIN), direction, (unsigned)index);
    return true;
}

/* Reads the moves, each perhaps with its number before it. */
static enum zm_status read_moves(const char *text, struct zm_morpion_walk *walk,
                                 struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (text = zm_morpion_skip(text); *text != 0 && status == ZM_OK;
         text = zm_morpion_skip(text)) {
        const char *word = text;
        zm_morpion_move move;
        int number;
        while (*text != 0 && !isspace((unsigned char)*text))
            text++;
        const char *colon = read_number(word, &number);
        if (colon != NULL && *colon == ':') {
            if (number != walk->played_count + 1)
                return zm_fail(error, ZM_BAD_INPUT, "morpion: move %u is numbered %d",
                               walk->played_count + 1u, number);
            word = colon + 1;
        }
        size_t size = (size_t)(text - word);
        if (!read_move(word, size, walk->variant->length, &move))
            return zm_fail(error, ZM_BAD_INPUT,
                           "morpion: move %u, '%.*s': expected a place, H, V, DN or DP, and which "
                           "dot of the line it is, from 0 to %u, as in 3,4V%u",
                           walk->played_count + 1u, (int)(size < 30 ? size : 30), word,
                           walk->variant->length - 1u, walk->variant->length - 1u);
        status = zm_morpion_record_move(walk, move, word, size, error);
    }
    return status;
}

static enum zm_status fail_text(struct zm_error *error)
{
    return zm_fail(error, ZM_BAD_INPUT,
                   "morpion: expected 5T, 5D, 4T or 4D, then moves, as in 5T 3,4V4 3,5V1; a free "
                   "start is 5T# and its rows of 'o' and '.' separated by '/'; or a Pentasol "
                   "record, perhaps after the variant");
}

/* Reads the rows of a free start, up to a space or the end; NULL: they are none. */
static const char *read_rows(const char *text, const struct zm_morpion_variant *variant,
                             struct zm_buffer *header)
{
    unsigned x = 0, y = 0, dots = 0;
    for (; *text != 0 && !isspace((unsigned char)*text); text++) {
        if (*text == '/') {
            x = 0;
            y++;
            continue;
        }
        if ((*text != 'o' && *text != '.') || x >= ZM_MORPION_BOX || y >= ZM_MORPION_BOX)
            return NULL;
        if (*text == 'o') {
            zm_buffer_byte(header, (uint8_t)x);
            zm_buffer_byte(header, (uint8_t)y);
            dots++;
        }
        x++;
    }
    if (dots == 0 || dots > variant->start || header->failed)
        return NULL;
    header->data[1] = (uint8_t)dots;
    return text;
}

/* Reads what a game starts from; returns what follows, NULL when it is no such text. */
static const char *read_start(const char *text, struct zm_buffer *header, struct zm_error *error)
{
    unsigned variant = 0;
    zm_buffer_clear(header);
    if (zm_morpion_is_pentasol(text)) {
        zm_buffer_add(header, (uint8_t[]){0, 0}, ZM_MORPION_HEADER);
        return text;
    }
    while (variant < ZM_MORPION_VARIANTS &&
           strncmp(text, zm_morpion_variants[variant].name, 2) != 0)
        variant++;
    if (variant == ZM_MORPION_VARIANTS) {
        fail_text(error);
        return NULL;
    }
    zm_buffer_add(header, (uint8_t[]){(uint8_t)variant, 0}, ZM_MORPION_HEADER);
    text += 2;
    if (*text == '#') {
        text = read_rows(text + 1, &zm_morpion_variants[variant], header);
        if (text == NULL)
            zm_fail(error, ZM_BAD_INPUT,
                    "morpion: a free start of %s is 1 to %u dots in at most %d rows and columns: "
                    "rows of 'o' and '.' separated by '/'",
                    zm_morpion_variants[variant].name, zm_morpion_variants[variant].start,
                    ZM_MORPION_BOX);
    } else if (*text != 0 && !isspace((unsigned char)*text)) {
        fail_text(error);
        return NULL;
    }
    return text;
}

enum zm_status zm_morpion_parse(void *state, const char *text, struct zm_buffer *position,
                                struct zm_error *error)
{
    text = read_start(zm_morpion_skip(text), position, error);
    if (text == NULL || position->failed)
        return position->failed ? zm_fail_memory(error) : ZM_BAD_INPUT;
    struct zm_morpion_walk *walk = malloc(sizeof *walk);
    if (walk == NULL)
        return zm_fail_memory(error);
    zm_morpion_begin(zm_buffer_bytes(position), walk);
    text = zm_morpion_skip(text);
    enum zm_status status = zm_morpion_is_pentasol(text)
                                ? zm_morpion_read_pentasol(text, walk, error)
                                : read_moves(text, walk, error);
    zm_morpion_walks.position(state, walk, position);
    free(walk);
    return status == ZM_OK && position->failed ? zm_fail_memory(error) : status;
}

/* -- writing -- */

static void print_rows(struct zm_bytes position, struct zm_buffer *text)
{
    unsigned x = 0, y = 0;
    zm_buffer_byte(text, '#');
    for (unsigned i = 0; i < position.data[1]; i++) {
        const uint8_t *dot = position.data + ZM_MORPION_HEADER + 2 * i;
        for (; y < dot[1]; y++, x = 0)
            zm_buffer_byte(text, '/');
        for (; x < dot[0]; x++)
            zm_buffer_byte(text, '.');
        zm_buffer_byte(text, 'o');
        x++;
    }
}

void zm_morpion_print(void *state, struct zm_bytes position, struct zm_buffer *text)
{
    (void)state;
    zm_buffer_text(text, zm_morpion_variants[position.data[0]].name);
    if (position.data[1] > 0)
        print_rows(position, text);
    for (size_t at = zm_morpion_header_size(position); at + 3 <= position.size; at += 3) {
        zm_buffer_byte(text, ' ');
        zm_morpion_name(zm_morpion_read_move(position.data + at), text);
    }
}

/* Are the dots of a free start in the box, in the order of rows? */
static bool sound_start(struct zm_bytes position)
{
    unsigned before = 0;
    for (unsigned i = 0; i < position.data[1]; i++) {
        const uint8_t *dot = position.data + ZM_MORPION_HEADER + 2 * i;
        unsigned place = 1u + dot[0] + 256u * dot[1];
        if (dot[0] >= ZM_MORPION_BOX || dot[1] >= ZM_MORPION_BOX || place <= before)
            return false;
        before = place;
    }
    return true;
}

bool zm_morpion_sound(void *state, struct zm_bytes position)
{
    (void)state;
    if (position.size < ZM_MORPION_HEADER || position.data[0] >= ZM_MORPION_VARIANTS ||
        position.data[1] > zm_morpion_variants[position.data[0]].start ||
        position.size < zm_morpion_header_size(position) || !sound_start(position))
        return false;
    size_t moves = position.size - zm_morpion_header_size(position);
    struct zm_morpion_walk *walk = malloc(sizeof *walk);
    bool sound = walk != NULL && moves % 3 == 0 && zm_morpion_replay(position, walk);
    free(walk);
    return sound;
}
