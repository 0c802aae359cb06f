/* The components of the document; see components.h. Plain code: it is measured as it was. */
#include "engines/loa/components.h"

#include <math.h>

struct point {
    double row, column;
};

static double distance(struct point a, struct point b)
{
    return fmax(fabs(a.row - b.row), fabs(a.column - b.column));
}

static struct point point_of(unsigned square)
{
    return (struct point){square / LOA_SIDE, square % LOA_SIDE};
}

static unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

static struct point centre_of_gravity(uint64_t men)
{
    struct point sum = {0, 0};
    double count = __builtin_popcountll(men);
    for (; men != 0; men &= men - 1) {
        sum.row += lowest(men) / LOA_SIDE;
        sum.column += lowest(men) % LOA_SIDE;
    }
    return (struct point){sum.row / count, sum.column / count};
}

/* A group counts once near G, by its men far from it, and in between in proportion. */
static double weigh_groups(uint64_t men, struct point centre)
{
    double sum = 0;
    while (men != 0) {
        uint64_t group = loa_group(men, men & -men);
        double nearest = INFINITY, count = __builtin_popcountll(group);
        for (uint64_t left = group; left != 0; left &= left - 1)
            nearest = fmin(nearest, distance(point_of(lowest(left)), centre));
        sum += 1 + (count - 1) * fmin(fmax(nearest - 1.5, 0), 1);
        men &= ~group;
    }
    return sum;
}

/* Pairs of neighbours, the nearer to G the better. */
static double find_solidity(uint64_t men, struct point centre)
{
    double sum = 0;
    for (uint64_t left = men; left != 0; left &= left - 1) {
        struct point here = point_of(lowest(left));
        /* Each pair once: neighbours with larger numbers. */
        uint64_t near = loa_spread(left & -left) & men & (left & (left - 1));
        for (; near != 0; near &= near - 1) {
            struct point there = point_of(lowest(near));
            struct point middle = {(here.row + there.row) / 2, (here.column + there.column) / 2};
            sum += fmax(2.5 - distance(middle, centre), 0);
        }
    }
    return sum;
}

/* Men far from G that no free square beside them brings nearer to it. */
static double find_blocked(const struct loa_tables *tables, uint64_t men, uint64_t enemies,
                           struct point centre)
{
    double sum = 0;
    for (uint64_t left = men; left != 0; left &= left - 1) {
        double away = distance(point_of(lowest(left)), centre), least = 1;
        if (away <= 2)
            continue;
        uint64_t bit = left & -left, free = loa_spread(bit) & tables->all & ~enemies & ~bit;
        for (; free != 0; free &= free - 1)
            least = fmin(least, distance(point_of(lowest(free)), centre) - away);
        sum += (away - 2) * fmax(0.5 + least, 0);
    }
    return sum;
}

void loa_components(const struct loa_tables *tables, const struct loa_state *state, unsigned side,
                    double components[LOA_COMPONENTS])
{
    uint64_t men = state->men[side];
    struct point centre = centre_of_gravity(men);
    double middle = (tables->size - 1) / 2.0, sum = 0;
    for (uint64_t left = men; left != 0; left &= left - 1)
        sum += distance(point_of(lowest(left)), centre);
    components[0] = __builtin_popcountll(men);
    components[1] = sum / components[0];
    components[2] = distance(centre, (struct point){middle, middle});
    components[3] = weigh_groups(men, centre);
    components[4] = find_solidity(men, centre);
    components[5] = find_blocked(tables, men, state->men[1 - side], centre);
}
