/* Patterns become bits; see patterns.h. */
#include "engines/go/patterns.h"

#include "engines/go/goban.h"

#include <string.h>

/* Rows from the top, the move in the middle. X and O are the two colours, x is not X, o is not O,
 * . is empty, # the rim, ? anything. */
static const char *const shapes[] = {
    "XOX...???", /* hane around a stone */
    "XO....?.?", /* hane that does not cut */
    "XO?X..x.?", /* hane at the end of a line */
    ".O.X.....", /* a shoulder */
    "XO?O.o?o?", /* a cut */
    "XO?O.X???", /* a cut that was peeped at */
    "?X?O.Oooo", /* pushing through */
    "OX?o.O???", /* cutting a knight's move */
    "X.?O.?###", /* at the edge: chasing */
    "OX?X.O###", /* blocking a cut */
    "?X?x.O###", /* blocking a connection */
    "?XOx.x###", /* coming down */
    "?OXX.O###", /* cutting */
};

/* What a letter allows, a bit for each colour. */
static unsigned allowed(char letter, bool swapped)
{
    enum { EMPTY = 1, BLACK = 2, WHITE = 4, RIM = 8 };
    unsigned x = swapped ? WHITE : BLACK, o = swapped ? BLACK : WHITE;
    switch (letter) {
    case 'X':
        return x;
    case 'O':
        return o;
    case 'x':
        return EMPTY | o;
    case 'o':
        return EMPTY | x;
    case '.':
        return EMPTY;
    case '#':
        return RIM;
    default:
        return EMPTY | BLACK | WHITE | RIM;
    }
}

/* Sets the bits of all that eight sets of colours allow, from neighbour `index` on. */
static void spread(struct go_patterns *patterns, const unsigned sets[8], int index, unsigned around)
{
    if (index == 8) {
        patterns->good[around / 64] |= UINT64_C(1) << around % 64;
        return;
    }
    for (unsigned colour = 0; colour < 4; colour++)
        if (sets[index] >> colour & 1)
            spread(patterns, sets, index + 1, around | colour << 2 * index);
}

/* Where the neighbours of goban.around lie in a shape, turned and mirrored. */
static unsigned cell_of(int neighbour, unsigned symmetry)
{
    static const int across[8] = {0, 1, 0, -1, 1, 1, -1, -1}, down[8] = {-1, 0, 1, 0, -1, 1, 1, -1};
    int x = across[neighbour], y = down[neighbour];
    if (symmetry & 1)
        x = -x;
    if (symmetry & 2)
        y = -y;
    if (symmetry & 4) {
        int swap = x;
        x = y;
        y = swap;
    }
    return (unsigned)((y + 1) * 3 + x + 1);
}

void go_patterns_make(struct go_patterns *patterns)
{
    memset(patterns, 0, sizeof *patterns);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (unsigned symmetry = 0; symmetry < 8; symmetry++)
            for (int swapped = 0; swapped < 2; swapped++) {
                unsigned sets[8];
                for (int k = 0; k < 8; k++)
                    sets[k] = allowed(shapes[i][cell_of(k, symmetry)], swapped);
                spread(patterns, sets, 0, 0);
            }
}
