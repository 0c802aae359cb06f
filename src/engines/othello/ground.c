/* Makes the table of stable edges; see ground.h.
 *
 * A disc of an edge is stable when no sequence of moves on that edge turns it, whoever moves and
 * however often: other lines never turn discs of an edge. So an edge's stable discs are those that
 * keep their colour in every edge that one more disc makes of it. */
#include "engines/othello/ground.h"

#include <string.h>

/* The discs of `own` after a disc at `place` has turned those that it encloses on the edge. */
static unsigned place_on_edge(unsigned own, unsigned other, unsigned place, unsigned *turned)
{
    *turned = 0;
    for (int step = -1; step <= 1; step += 2) {
        unsigned line = 0;
        int at = (int)place + step;
        for (; at >= 0 && at < 8 && (other >> at & 1) != 0; at += step)
            line |= 1u << at;
        if (at >= 0 && at < 8 && (own >> at & 1) != 0)
            *turned |= line;
    }
    return own | 1u << place | *turned;
}

/* An edge square can be taken without turning anything on the edge itself, since other lines may
 * turn; so every disc may come everywhere. */
static unsigned stable_on_edge(uint8_t *edges, uint8_t *known, unsigned size, unsigned own,
                               unsigned other)
{
    unsigned index = own * 256 + other, full = (1u << size) - 1, stable = own | other, turned;
    if (known[index] != 0)
        return edges[index];
    for (unsigned place = 0; place < size; place++) {
        if (((own | other | ~full) >> place & 1) != 0)
            continue;
        unsigned mine = place_on_edge(own, other, place, &turned);
        stable &= ~turned & stable_on_edge(edges, known, size, mine, other & ~turned);
        unsigned theirs = place_on_edge(other, own, place, &turned);
        stable &= ~turned & stable_on_edge(edges, known, size, own & ~turned, theirs);
    }
    known[index] = 1;
    edges[index] = (uint8_t)stable;
    return stable;
}

static void fill_edges(struct othello_ground *ground)
{
    uint8_t known[256 * 256] = {0};
    unsigned full = (1u << ground->size) - 1;
    for (unsigned own = 0; own <= full; own++)
        for (unsigned other = 0; other <= full; other++)
            if ((own & other) == 0)
                stable_on_edge(ground->edges, known, ground->size, own, other);
}

void othello_ground_init(struct othello_ground *ground, unsigned size)
{
    memset(ground, 0, sizeof *ground);
    ground->size = size;
    ground->squares = (int)(size * size);
    ground->margin = (OTHELLO_BITS_LARGEST - size) / 2;
    ground->area = othello_area(size);
    ground->inner = ground->area & ground->area << 1 & ground->area >> 1 & ground->area << 8 &
                    ground->area >> 8;
    if (size == 8) /* shifts run over the sides */
        ground->inner = 0x007e7e7e7e7e7e00;
    unsigned low = ground->margin, high = low + size - 1;
    ground->corners = (uint64_t)1 << (low * 9) | (uint64_t)1 << (low * 8 + high) |
                      (uint64_t)1 << (high * 8 + low) | (uint64_t)1 << (high * 9);
    fill_edges(ground);
}
