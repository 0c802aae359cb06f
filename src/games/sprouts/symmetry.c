/* Symmetries of a land, to make each child once (and to find the others when they are made all the
 * same): turns of a boundary, reflections of a boundary, boundaries and regions that look alike. A
 * boundary stands for itself when none of its letters leads out of it; when all that do lead to one
 * boundary of another region, which leads nowhere else, the two are moved together.
 *
 * Turning a boundary changes nothing else. Reflecting it turns its region over, which must leave
 * the region's other boundaries as they are: they have at most two vertices. */
#include "games/sprouts/options.h"

#include <string.h>

enum { NOWHERE = ZM_SPROUTS_NOWHERE };

static void find_partners(struct zm_sprouts_mover *mover)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    uint16_t first[ZM_SPROUTS_DOT];
    memset(first, 0xff, sizeof first);
    for (unsigned i = 0; i < parent->vertex_count; i++) {
        uint8_t vertex = parent->vertices[i];
        mover->partner[i] = NOWHERE;
        if (!zm_sprouts_is_letter(vertex))
            continue;
        mover->partner[i] = first[vertex];
        if (first[vertex] != NOWHERE)
            mover->partner[first[vertex]] = (uint16_t)i;
        first[vertex] = (uint16_t)i;
    }
}

/* Of each boundary: its region, and the boundary to which all its letters that lead out of it lead
 * (NOWHERE: to none, to several, or to one of the same region). */
static void find_links(struct zm_sprouts_mover *mover)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    uint16_t home[ZM_SPROUTS_VERTICES];
    /* In the thesis's form equal lands may stay different; its counts are those of all moves. */
    bool thesis = !mover->canon->exact && mover->canon->rounds == 1;
    for (unsigned r = 0; r < parent->region_count; r++)
        for (unsigned k = 0; k < parent->regions[r].count; k++)
            mover->region[parent->regions[r].first + k] = (uint16_t)r;
    for (unsigned b = 0; b < parent->boundary_count; b++)
        for (unsigned i = zm_sprouts_start(parent, b); i < parent->ends[b]; i++)
            home[i] = (uint16_t)b;
    for (unsigned b = 0; b < parent->boundary_count; b++) {
        unsigned link = NOWHERE;
        bool several = false;
        for (unsigned i = zm_sprouts_start(parent, b); i < parent->ends[b]; i++) {
            if (mover->partner[i] == NOWHERE || home[mover->partner[i]] == b)
                continue;
            several |= link != NOWHERE && link != home[mover->partner[i]];
            link = home[mover->partner[i]];
        }
        several |= link != NOWHERE && mover->region[link] == mover->region[b];
        mover->link[b] = (uint16_t)(several || thesis ? NOWHERE : link);
    }
}

/* Does boundary `a`, turned by `by`, look like boundary `b`? Letters that lead out must lead to the
 * same place of each other's links, one of which is turned by `*turn` (LEFT_OPEN: not known yet).
 */
#define LEFT_OPEN UINT32_MAX
static bool looks_like(const struct zm_sprouts_mover *mover, unsigned a, unsigned b, unsigned by,
                       unsigned *turn)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    unsigned start_a = zm_sprouts_start(parent, a), size = parent->ends[a] - start_a;
    unsigned start_b = zm_sprouts_start(parent, b);
    if (parent->ends[b] - start_b != size)
        return false;
    for (unsigned i = 0, k = by; i < size; i++, k = k + 1 == size ? 0 : k + 1) {
        uint8_t x = parent->vertices[start_a + i], y = parent->vertices[start_b + k];
        if (!zm_sprouts_is_letter(x)) {
            if (x != y)
                return false;
            continue;
        }
        if (!zm_sprouts_is_letter(y))
            return false;
        unsigned to = mover->partner[start_a + i] - start_a;
        unsigned image = mover->partner[start_b + k] - start_b;
        if (to < size || image < size) {
            if (to >= size || image != (to + by < size ? to + by : to + by - size))
                return false;
            continue;
        }
        if (mover->link[a] == NOWHERE || mover->link[b] == NOWHERE)
            return false;
        unsigned from = zm_sprouts_start(parent, mover->link[a]);
        unsigned other = parent->ends[mover->link[a]] - from;
        unsigned place = mover->partner[start_a + i] - from;
        unsigned turned = mover->partner[start_b + k] - zm_sprouts_start(parent, mover->link[b]);
        turned = (turned + other - place) % other;
        if (*turn != LEFT_OPEN && *turn != turned)
            return false;
        *turn = turned;
    }
    return true;
}

/* Is boundary `a`, turned by `by`, like `b`, and what hangs on it as well? Nothing hangs on it when
 * no letter leads out; otherwise all must lead to one boundary, none of whose letters leads
 * elsewhere. */
static bool hangs_like(const struct zm_sprouts_mover *mover, unsigned a, unsigned b, unsigned by)
{
    unsigned turn = LEFT_OPEN, back = by;
    if (!looks_like(mover, a, b, by, &turn))
        return false;
    if (turn == LEFT_OPEN)
        return true;
    unsigned x = mover->link[a], y = mover->link[b];
    const struct zm_sprouts_sketch *parent = &mover->parent;
    return mover->link[x] == a && mover->link[y] == b &&
           parent->ends[x] - zm_sprouts_start(parent, x) ==
               parent->ends[y] - zm_sprouts_start(parent, y) &&
           looks_like(mover, x, y, turn, &back);
}

/* A reflection of a boundary, or a turn: vertex i goes to centre - i, or centre + i. */
static unsigned image_of(unsigned i, unsigned size, unsigned centre, bool turned)
{
    return (turned ? centre + i : centre + size - i) % size;
}

/* Is the image of every vertex of a boundary of the same kind, and that of its other side the other
 * side of its image? Letters that lead out: their other sides, in the boundary that they lead to,
 * must go to one another by a turn or a reflection with centre `*centre` (LEFT_OPEN: not known). */
static bool is_symmetry(const struct zm_sprouts_mover *mover, unsigned boundary, unsigned centre,
                        bool turned, unsigned *other_centre, bool other_turned)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    unsigned start = zm_sprouts_start(parent, boundary), size = parent->ends[boundary] - start;
    for (unsigned i = 0; i < size; i++) {
        unsigned k = image_of(i, size, centre, turned);
        uint8_t x = parent->vertices[start + i], y = parent->vertices[start + k];
        if (zm_sprouts_is_letter(x) ? !zm_sprouts_is_letter(y) : x != y)
            return false;
        if (!zm_sprouts_is_letter(x))
            continue;
        unsigned to = mover->partner[start + i], image = mover->partner[start + k];
        if (to - start < size || image - start < size) {
            if (to - start >= size || image != start + image_of(to - start, size, centre, turned))
                return false;
            continue;
        }
        if (mover->link[boundary] == NOWHERE)
            return false;
        unsigned from = zm_sprouts_start(parent, mover->link[boundary]);
        unsigned other = parent->ends[mover->link[boundary]] - from;
        unsigned found = (other_turned ? image + other - to : image - from + to - from) % other;
        if (*other_centre != LEFT_OPEN && *other_centre != found)
            return false;
        *other_centre = found;
    }
    return true;
}

/* May a region be read the other way round with all its boundaries but one left as they are? */
static bool may_turn_over(const struct zm_sprouts_mover *mover, unsigned boundary)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    const struct zm_sprouts_region *region = &parent->regions[mover->region[boundary]];
    for (unsigned b = region->first; b < region->first + region->count; b++)
        if (b != boundary && parent->ends[b] - zm_sprouts_start(parent, b) > 2)
            return false;
    return region->genus == 0;
}

/* Does the land stay the same when a boundary is reflected, with what hangs on it? */
static bool is_mirror(const struct zm_sprouts_mover *mover, unsigned boundary, unsigned centre)
{
    for (int other_turned = 0; other_turned < 2; other_turned++) {
        unsigned other = LEFT_OPEN, back = centre, link = mover->link[boundary];
        if (!is_symmetry(mover, boundary, centre, false, &other, other_turned == 1))
            continue;
        if (other == LEFT_OPEN)
            return true;
        if (mover->link[link] == boundary && (other_turned == 1 || may_turn_over(mover, link)) &&
            is_symmetry(mover, link, other, other_turned == 1, &back, false))
            return true;
    }
    return false;
}

static void find_mirrors(struct zm_sprouts_mover *mover)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    bool thesis = !mover->canon->exact && mover->canon->rounds == 1;
    for (unsigned b = 0; b < parent->boundary_count; b++) {
        unsigned size = parent->ends[b] - zm_sprouts_start(parent, b);
        mover->mirror[b] = NOWHERE;
        if (thesis || size < 3 || !may_turn_over(mover, b))
            continue;
        for (unsigned c = 0; c < mover->period[b] && mover->mirror[b] == NOWHERE; c++)
            if (is_mirror(mover, b, c))
                mover->mirror[b] = (uint16_t)c;
    }
}

/* Is a vertex the first of those to which turns and reflections of its boundary take it? */
bool zm_sprouts_is_first(const struct zm_sprouts_mover *mover, unsigned boundary, unsigned vertex)
{
    unsigned i = vertex - zm_sprouts_start(&mover->parent, boundary);
    unsigned period = mover->period[boundary], mirror = mover->mirror[boundary];
    return i < period && (mirror == NOWHERE || (mirror + period - i) % period >= i);
}

/* The same for two vertices, i < k, as places in their boundary. */
bool zm_sprouts_is_first_pair(const struct zm_sprouts_mover *mover, unsigned boundary, unsigned i,
                              unsigned k)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    unsigned size = parent->ends[boundary] - zm_sprouts_start(parent, boundary);
    unsigned mirror = mover->mirror[boundary];
    for (unsigned by = 0; by < size; by += mover->period[boundary])
        for (unsigned way = 0; way < (mirror == NOWHERE ? 1u : 2u); way++) {
            unsigned a = image_of(i, size, way == 0 ? by : mirror + by, way == 0);
            unsigned b = image_of(k, size, way == 0 ? by : mirror + by, way == 0);
            unsigned first = a < b ? a : b, second = a < b ? b : a;
            if (first < i || (first == i && second < k))
                return false;
        }
    return true;
}

static void find_periods(struct zm_sprouts_mover *mover)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    for (unsigned b = 0; b < parent->boundary_count; b++) {
        unsigned start = zm_sprouts_start(parent, b), size = parent->ends[b] - start, by = 1;
        while (by < size && (size % by != 0 || !hangs_like(mover, b, b, by)))
            by++;
        mover->period[b] = (uint16_t)by;
    }
}

/* Where the vertices of a boundary end that its turns do not map to earlier ones. */
unsigned zm_sprouts_different_end(const struct zm_sprouts_mover *mover, unsigned boundary)
{
    return zm_sprouts_start(&mover->parent, boundary) + mover->period[boundary];
}

/* What lies beyond: regions that nothing else leads to. */
static bool same_beyond(const struct zm_sprouts_mover *mover, unsigned a, unsigned b)
{
    if (mover->link[a] == NOWHERE)
        return mover->link[b] == NOWHERE;
    if (mover->link[b] == NOWHERE)
        return false;
    const struct zm_sprouts_region *x = &mover->parent.regions[mover->region[mover->link[a]]];
    const struct zm_sprouts_region *y = &mover->parent.regions[mover->region[mover->link[b]]];
    return x != y && x->count == 1 && y->count == 1 && x->zeros == y->zeros && x->genus == 0 &&
           y->genus == 0;
}

/* Do two boundaries of a region look alike, with what hangs on them? */
bool zm_sprouts_alike(const struct zm_sprouts_mover *mover, unsigned a, unsigned b)
{
    return same_beyond(mover, a, b) && hangs_like(mover, a, b, 0);
}

/* Has a region been played that hangs on the same region in the same way? */
bool zm_sprouts_is_played(const struct zm_sprouts_mover *mover, unsigned r)
{
    const struct zm_sprouts_sketch *parent = &mover->parent;
    unsigned b = parent->regions[r].first;
    if (parent->regions[r].count != 1 || mover->link[b] == NOWHERE)
        return false;
    for (unsigned other = r + 1; other < parent->region_count; other++) {
        unsigned o = parent->regions[other].first;
        if (parent->regions[other].count == 1 && mover->link[o] != NOWHERE &&
            mover->region[mover->link[o]] == mover->region[mover->link[b]] &&
            mover->link[o] != mover->link[b] && mover->link[mover->link[o]] == o &&
            mover->link[mover->link[b]] == b &&
            zm_sprouts_alike(mover, mover->link[o], mover->link[b]))
            return true;
    }
    return false;
}

void zm_sprouts_find_symmetries(struct zm_sprouts_mover *mover)
{
    find_partners(mover);
    find_links(mover);
    find_periods(mover);
    find_mirrors(mover);
}
