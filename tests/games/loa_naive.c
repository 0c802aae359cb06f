/* The naive rules; see loa_naive.h. */
#include "games/loa_naive.h"

#include <stdbool.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

void loa_naive_sort(uint16_t *moves, unsigned count)
{
    qsort(moves, count, sizeof *moves, compare);
}

/* Are two squares on one row, column or diagonal? */
static bool aligned(int r1, int c1, int r2, int c2)
{
    return r1 == r2 || c1 == c2 || r1 - c1 == r2 - c2 || r1 + c1 == r2 + c2;
}

/* Is a square on the line that two others lie on? */
static bool on_line(int r1, int c1, int r2, int c2, int r, int c)
{
    return (r2 - r1) * (c - c1) == (c2 - c1) * (r - r1);
}

static bool legal(const uint8_t *squares, int size, uint8_t own, int from, int to)
{
    int r1 = from / size, c1 = from % size, r2 = to / size, c2 = to % size, men = 0;
    int length = abs(r1 - r2) > abs(c1 - c2) ? abs(r1 - r2) : abs(c1 - c2);
    if (from == to || squares[from] != own || squares[to] == own || !aligned(r1, c1, r2, c2))
        return false;
    for (int i = 0; i < size * size; i++) {
        int r = i / size, c = i % size;
        if (squares[i] == '.' || !on_line(r1, c1, r2, c2, r, c))
            continue;
        men++;
        bool between = (r - r1) * (r - r2) + (c - c1) * (c - c2) < 0;
        if (between && squares[i] != own)
            return false;
    }
    return men == length;
}

unsigned loa_naive_moves(const uint8_t *squares, unsigned size, unsigned side, uint16_t *moves)
{
    unsigned count = 0;
    for (unsigned from = 0; from < size * size; from++)
        for (unsigned to = 0; to < size * size; to++)
            if (legal(squares, (int)size, side == 0 ? 'X' : 'O', (int)from, (int)to))
                moves[count++] = (uint16_t)(from * 256 + to);
    return count;
}

/* Counts the classes of squares for which `in` is `wanted`, where near means at most `reach` apart
 * by the sum of squares of the coordinates; `outside` classes that touch the rim do not count. */
static unsigned count_classes(const bool *in, int size, int reach, bool outside)
{
    int label[100], count = 0;
    for (int i = 0; i < size * size; i++)
        label[i] = in[i] ? i : -1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < size * size; i++)
            for (int j = 0; j < size * size; j++) {
                int down = i / size - j / size, right = i % size - j % size;
                if (label[i] < 0 || label[j] < 0 || down * down + right * right > reach ||
                    label[i] <= label[j])
                    continue;
                label[i] = label[j];
                changed = true;
            }
    }
    for (int i = 0; i < size * size; i++) {
        bool counts = label[i] == i;
        for (int j = 0; counts && !outside && j < size * size; j++)
            if (label[j] == i &&
                (j / size == 0 || j % size == 0 || j / size == size - 1 || j % size == size - 1))
                counts = false;
        count += counts;
    }
    return (unsigned)count;
}

unsigned loa_naive_groups(const uint8_t *squares, unsigned size, unsigned side)
{
    bool in[100];
    for (unsigned i = 0; i < size * size; i++)
        in[i] = squares[i] == (side == 0 ? 'X' : 'O');
    return count_classes(in, (int)size, 2, true);
}

unsigned loa_naive_holes(const uint8_t *squares, unsigned size, unsigned side)
{
    bool in[100];
    for (unsigned i = 0; i < size * size; i++)
        in[i] = squares[i] != (side == 0 ? 'X' : 'O');
    return count_classes(in, (int)size, 1, false);
}
