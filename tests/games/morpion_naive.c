/* The rules of Morpion solitaire alone; see morpion_naive.h. */
#include "games/morpion_naive.h"

#include "test.h"

static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static const char *const crosses[2][10] = {
    {"   oooo   ", "   o  o   ", "   o  o   ", "oooo  oooo", "o        o", "o        o",
     "oooo  oooo", "   o  o   ", "   o  o   ", "   oooo   "},
    {"  ooo  ", "  o o  ", "ooo ooo", "o     o", "ooo ooo", "  o o  ", "  ooo  "},
};

void morpion_naive_start(struct morpion_naive *naive, int length, bool touching)
{
    memset(naive, 0, sizeof *naive);
    naive->length = length;
    naive->touching = touching;
    for (int y = 0; y < 10 && crosses[length == 4][y] != NULL; y++)
        for (int x = 0; crosses[length == 4][y][x] != 0; x++)
            naive->dot[x + ZM_MORPION_ORIGIN][y + ZM_MORPION_ORIGIN] =
                crosses[length == 4][y][x] == 'o';
}

static struct morpion_line line_of(const struct morpion_naive *naive, int x, int y, int direction)
{
    struct morpion_line line = {.direction = direction};
    for (int i = 0; i < naive->length; i++) {
        line.x[i] = x + i * steps[direction][0];
        line.y[i] = y + i * steps[direction][1];
    }
    return line;
}

void morpion_naive_play(struct morpion_naive *naive, zm_morpion_move move)
{
    int x = (int)(move >> 5 & 63), y = (int)(move >> 11 & 63), direction = (int)(move >> 3 & 3);
    int index = (int)(move & 7);
    naive->dot[x][y] = true;
    naive->lines[naive->count++] =
        line_of(naive, x - index * steps[direction][0], y - index * steps[direction][1], direction);
}

static int common_dots(const struct morpion_naive *naive, const struct morpion_line *one,
                       const struct morpion_line *other)
{
    int common = 0;
    for (int i = 0; i < naive->length; i++)
        for (int j = 0; j < naive->length; j++)
            common += one->x[i] == other->x[j] && one->y[i] == other->y[j];
    return common;
}

static bool can_draw(const struct morpion_naive *naive, const struct morpion_line *line)
{
    for (int i = 0; i < naive->count; i++)
        if (naive->lines[i].direction == line->direction &&
            common_dots(naive, &naive->lines[i], line) > (naive->touching ? 1 : 0))
            return false;
    return true;
}

static int compare(const void *one, const void *other)
{
    zm_morpion_move a = *(const zm_morpion_move *)one, b = *(const zm_morpion_move *)other;
    return (a > b) - (a < b);
}

unsigned morpion_naive_moves(const struct morpion_naive *naive, zm_morpion_move *moves)
{
    unsigned count = 0;
    for (int place = 0; place < 4 * ZM_MORPION_SIDE * ZM_MORPION_SIDE; place++) {
        int direction = place % 4, x = place / 4 % ZM_MORPION_SIDE, y = place / 4 / ZM_MORPION_SIDE;
        struct morpion_line line = line_of(naive, x, y, direction);
        int missing = -1, dots = 0;
        for (int i = 0; i < naive->length; i++) {
            bool inside = line.x[i] >= 0 && line.x[i] < ZM_MORPION_SIDE && line.y[i] >= 0 &&
                          line.y[i] < ZM_MORPION_SIDE;
            bool dot = inside && naive->dot[line.x[i]][line.y[i]];
            dots += dot;
            missing = dot ? missing : i;
        }
        if (dots == naive->length - 1 && can_draw(naive, &line))
            moves[count++] = (zm_morpion_move)(line.y[missing] << 11 | line.x[missing] << 5 |
                                               direction << 3 | missing);
    }
    qsort(moves, count, sizeof *moves, compare);
    return count;
}

int morpion_naive_free(const struct morpion_naive *naive)
{
    int dots = 0, taken = 0;
    for (int x = 0; x < ZM_MORPION_SIDE; x++)
        for (int y = 0; y < ZM_MORPION_SIDE; y++)
            dots += naive->dot[x][y];
    for (int i = 0; i < naive->count; i++)
        for (int j = 0; j < naive->length; j++)
            taken += j == 0 || j == naive->length - 1 ? 1 : 2;
    return 8 * dots - taken;
}

void morpion_record(const char *name, struct zm_morpion_walk *walk)
{
    struct zm_buffer text = {0}, position = {0};
    struct zm_error error = {0};
    char line[200];
    FILE *file = test_oracle(name);
    while (fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#')
            zm_buffer_text(&text, line);
    fclose(file);
    if (zm_morpion_parse(NULL, zm_buffer_string(&text), &position, &error) != ZM_OK)
        fail_msg("%s: %s", name, error.text);
    assert_true(zm_morpion_replay(zm_buffer_bytes(&position), walk));
    zm_buffer_free(&text);
    zm_buffer_free(&position);
}
