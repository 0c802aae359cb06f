/* Which discs of an edge can still be turned, seen on the edge alone; see edges.h. */
#include "engines/othello/classic/edges.h"

#include <stdlib.h>
#include <string.h>

static const uint16_t powers[8] = {1, 3, 9, 27, 81, 243, 729, 2187};

static unsigned digit(unsigned edge, unsigned square)
{
    return edge / powers[square] % 3;
}

unsigned classic_edge_after(unsigned edge, unsigned square, unsigned colour, unsigned *turned)
{
    unsigned after = edge + colour * powers[square];
    *turned = 0;
    for (int step = -1; step <= 1; step += 2) {
        int end = (int)square + step;
        while (end >= 0 && end < 8 && digit(edge, (unsigned)end) == 3 - colour)
            end += step;
        if (end < 0 || end >= 8 || digit(edge, (unsigned)end) != colour)
            continue;
        for (int i = (int)square + step; i != end; i += step, ++*turned)
            after = colour == 1 ? after - powers[i] : after + powers[i];
    }
    return after;
}

static unsigned discs_on(unsigned edge)
{
    unsigned count = 0;
    for (unsigned i = 0; i < 8; i++)
        count += digit(edge, i) != 0;
    return count;
}

/* For each edge, sets of squares (bits) whose discs can be turned: by one move of the other, by
 * moves of the other alone, by any moves. */
struct turning {
    uint8_t once[CLASSIC_LINE_STATES], by_other[CLASSIC_LINE_STATES], ever[CLASSIC_LINE_STATES];
};

/* Fills in one edge; all edges with more discs are known. */
static void find_turning(struct turning *turning, unsigned edge)
{
    uint8_t colours[3] = {0, 0, 0};
    for (unsigned i = 0; i < 8; i++)
        colours[digit(edge, i)] |= (uint8_t)(1U << i);
    for (unsigned square = 0; square < 8; square++)
        for (unsigned colour = 1; digit(edge, square) == 0 && colour <= 2; colour++) {
            unsigned turned, after = classic_edge_after(edge, square, colour, &turned), now = 0;
            for (unsigned i = 0; i < 8; i++)
                if (i != square && digit(edge, i) != digit(after, i))
                    now |= 1U << i;
            unsigned others = colours[3 - colour];
            unsigned later = turning->by_other[after] & others & ~now;
            turning->once[edge] |= (uint8_t)now;
            turning->by_other[edge] |= (uint8_t)(now | later);
            turning->ever[edge] |=
                (uint8_t)(now | (turning->ever[after] & (colours[1] | colours[2]) & ~now));
        }
}

/* Can the disc be turned at once after one move of its own colour? */
static bool falls_after_own(const struct turning *turning, unsigned edge, unsigned square)
{
    unsigned turned, colour = digit(edge, square);
    for (unsigned i = 0; i < 8; i++)
        if (digit(edge, i) == 0 &&
            (turning->once[classic_edge_after(edge, i, colour, &turned)] >> square & 1) != 0)
            return true;
    return false;
}

static bool stands_between(const struct turning *turning, unsigned edge, unsigned square)
{
    unsigned other = 3 - digit(edge, square);
    return square > 0 && square < 7 && digit(edge, square - 1) == other &&
           digit(edge, square + 1) == other && (turning->once[edge] >> (square - 1) & 1) != 0 &&
           (turning->once[edge] >> (square + 1) & 1) != 0;
}

static enum classic_stability stability_of(const struct turning *turning, unsigned edge,
                                           unsigned square)
{
    bool left = square > 0 && digit(edge, square - 1) != 0;
    bool right = square < 7 && digit(edge, square + 1) != 0;
    if ((turning->ever[edge] >> square & 1) == 0)
        return CLASSIC_DEFINITIVE;
    if ((turning->once[edge] >> square & 1) != 0)
        return CLASSIC_UNSTABLE;
    if (!left && !right)
        return CLASSIC_ISOLATED;
    if (stands_between(turning, edge, square))
        return CLASSIC_FLOATING;
    if ((turning->by_other[edge] >> square & 1) != 0)
        return CLASSIC_SEMI_STABLE;
    return falls_after_own(turning, edge, square) ? CLASSIC_STABLE : CLASSIC_VERY_STABLE;
}

void classic_stability_init(uint8_t stability[CLASSIC_LINE_STATES][8])
{
    struct turning turning;
    memset(&turning, 0, sizeof turning);
    for (unsigned discs = 8; discs-- > 0;)
        for (unsigned edge = 0; edge < CLASSIC_LINE_STATES; edge++)
            if (discs_on(edge) == discs)
                find_turning(&turning, edge);
    for (unsigned edge = 0; edge < CLASSIC_LINE_STATES; edge++)
        for (unsigned i = 0; i < 8; i++)
            stability[edge][i] = digit(edge, i) == 0 ? (uint8_t)CLASSIC_NO_DISC
                                                     : (uint8_t)stability_of(&turning, edge, i);
}
