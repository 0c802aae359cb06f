/* Records as Pentasol, a program of old, writes them: a first line (x,y), where the corner of the
 * cross that lies inside it is on that paper, then a line for each move: (x,y) of the new dot, the
 * direction of its line as | - / or \, and how far the middle of the line is from the dot. Lines
 * have five dots; the text does not say whether they may touch. */
#include "games/morpion/morpion.h"

#include <ctype.h>
#include <stdlib.h>

enum { CORNER = 3, PAGE = 28, MIDDLE = 2, FARTHEST = 1000 };

static const char marks[4] = {'-', '|', '\\', '/'};

bool zm_morpion_is_pentasol(const char *text)
{
    return *text == '(';
}

/* Reads a number within bounds; NULL: there is none. */
static const char *read_number(const char *text, int *number)
{
    char *end;
    while (*text == ' ')
        text++;
    if (!isdigit((unsigned char)*text) && *text != '-' && *text != '+')
        return NULL;
    long value = strtol(text, &end, 10);
    *number = (int)value;
    return end == text || value > FARTHEST || value < -FARTHEST ? NULL : end;
}

static const char *read_place(const char *text, int *x, int *y)
{
    if (*text != '(' || (text = read_number(text + 1, x)) == NULL || *text != ',' ||
        (text = read_number(text + 1, y)) == NULL || *text != ')')
        return NULL;
    return text + 1;
}

/* Reads one move: its place, still on that paper, the direction and the index. */
static const char *read_line(const char *text, int *x, int *y, unsigned *direction, int *index)
{
    int middle;
    text = read_place(text, x, y);
    if (text == NULL)
        return NULL;
    text = zm_morpion_skip(text);
    for (*direction = 0; *direction < 4 && marks[*direction] != *text;)
        ++*direction;
    if (*direction == 4 || (text = read_number(text + 1, &middle)) == NULL || abs(middle) > MIDDLE)
        return NULL;
    *index = MIDDLE - middle;
    return text;
}

static enum zm_status fail_line(const struct zm_morpion_walk *walk, const char *text,
                                struct zm_error *error)
{
    size_t size = strcspn(text, "\r\n");
    return zm_fail(error, ZM_BAD_INPUT,
                   "morpion: move %u of the Pentasol record, at '%.*s': expected the dot, the "
                   "direction and a number from -2 to +2, as in (28,29) | -2",
                   walk->played_count + 1u, (int)(size < 30 ? size : 30), text);
}

enum zm_status zm_morpion_read_pentasol(const char *text, struct zm_morpion_walk *walk,
                                        struct zm_error *error)
{
    int corner_x, corner_y, x, y, index;
    unsigned direction;
    enum zm_status status = ZM_OK;
    if (walk->variant->length != 5 || walk->header[1] > 0)
        return zm_fail(error, ZM_BAD_INPUT,
                       "morpion: Pentasol records are of 5T or 5D from the cross, not of %s%s",
                       walk->variant->name, walk->header[1] > 0 ? "#" : "");
    text = read_place(text, &corner_x, &corner_y);
    if (text == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "morpion: a Pentasol record begins with the place of the cross, as (28,28)");
    for (text = zm_morpion_skip(text); *text != 0 && status == ZM_OK;
         text = zm_morpion_skip(text)) {
        const char *line = text;
        text = read_line(line, &x, &y, &direction, &index);
        if (text == NULL)
            return fail_line(walk, line, error);
        x += ZM_MORPION_ORIGIN + CORNER - corner_x;
        y += ZM_MORPION_ORIGIN + CORNER - corner_y;
        bool outside = x < 0 || y < 0 || x >= ZM_MORPION_SIDE || y >= ZM_MORPION_SIDE;
        zm_morpion_move move =
            outside ? 0 : zm_morpion_pack((unsigned)x, (unsigned)y, direction, (unsigned)index);
        status = zm_morpion_record_move(walk, move, line, (size_t)(text - line), error);
    }
    return status;
}

void zm_morpion_print_pentasol(const struct zm_morpion_walk *walk, struct zm_buffer *text)
{
    zm_buffer_format(text, "(%d,%d)\n", PAGE, PAGE);
    for (unsigned i = 0; i < walk->played_count; i++) {
        zm_morpion_move move = walk->played[i];
        zm_buffer_format(
            text, "(%d,%d) %c %+d\n", (int)zm_morpion_x(move) - ZM_MORPION_ORIGIN - CORNER + PAGE,
            (int)zm_morpion_y(move) - ZM_MORPION_ORIGIN - CORNER + PAGE,
            marks[zm_morpion_direction_of(move)], MIDDLE - (int)zm_morpion_index(move));
    }
}
