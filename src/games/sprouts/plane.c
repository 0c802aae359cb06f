/* Finding the map of a drawing. Join every spot to the boundaries that it is met on: each connected
 * part of the drawing makes a bipartite map of its own, whose faces are the curves. The boundaries
 * give the order of the corners round each boundary; what is to be found is
 *
 * - the order round a spot with three corners. In a drawing that was played it can be read off: the
 *   neighbour before a corner is the one after the corner that follows;
 * - which way round a region is written. A drawing played from virgin spots is written one way
 *   throughout, but the canonical text of a land turns each region as it likes.
 *
 * Both are tried, boundary after boundary, the likely choice first, and a choice is given up as
 * soon as the part of the map that is placed is none of the sphere (Euler). Drawings from play
 * never need a second try; `STEPS` bounds what texts can ask for. */
#include "games/sprouts/plane.h"

#include <string.h>

enum { STEPS = 20000, NONE = UINT16_MAX };

struct finder {
    struct zm_sprouts_plane *plane;
    const struct zm_sprouts_drawing *drawing;
    uint16_t corners[ZM_SPROUTS_SPOTS][3];
    uint8_t corner_count[ZM_SPROUTS_SPOTS];
    uint16_t part[ZM_SPROUTS_BOUNDARIES]; /* the connected part of the drawing that it belongs to */
    bool flipped[ZM_SPROUTS_BOUNDARIES], turned[ZM_SPROUTS_SPOTS];
    bool placed[ZM_SPROUTS_BOUNDARIES];
    /* What is decided, in this order: boundaries, each followed by the spots it completes. */
    struct item {
        uint16_t index;
        bool is_spot, second;
    } items[ZM_SPROUTS_BOUNDARIES + ZM_SPROUTS_SPOTS];
    unsigned item_count, steps;
};

static unsigned size_of(const struct zm_sprouts_drawing *drawing, unsigned boundary)
{
    return drawing->ends[boundary] - zm_sprouts_drawn_start(drawing, boundary);
}

static bool collect_corners(struct finder *finder)
{
    const struct zm_sprouts_drawing *drawing = finder->drawing;
    for (unsigned r = 0; r < drawing->region_count; r++) {
        unsigned first = drawing->regions[r].first;
        if (drawing->regions[r].genus != 0)
            return false;
        for (unsigned b = first; b < first + drawing->regions[r].count; b++) {
            finder->plane->region[b] = (uint16_t)r;
            for (unsigned c = zm_sprouts_drawn_start(drawing, b); c < drawing->ends[b]; c++) {
                unsigned spot = drawing->written[c];
                finder->plane->boundary[c] = (uint16_t)b;
                if (finder->corner_count[spot] == 3)
                    return false;
                finder->corners[spot][finder->corner_count[spot]++] = (uint16_t)c;
            }
        }
    }
    return true;
}

static unsigned step(const struct finder *finder, unsigned corner, bool forward)
{
    unsigned b = finder->plane->boundary[corner];
    unsigned start = zm_sprouts_drawn_start(finder->drawing, b), end = finder->drawing->ends[b];
    if (forward != finder->flipped[b])
        return corner + 1 == end ? start : corner + 1;
    return corner == start ? end - 1 : corner - 1;
}

/* The next corner round the spot, among those whose boundary is placed. */
static unsigned around(const struct finder *finder, unsigned corner)
{
    unsigned spot = finder->drawing->written[corner], count = finder->corner_count[spot], at = 0;
    while (finder->corners[spot][at] != corner)
        at++;
    do
        at = (at + (finder->turned[spot] ? count - 1 : 1)) % count;
    while (!finder->placed[finder->plane->boundary[finder->corners[spot][at]]]);
    return finder->corners[spot][at];
}

/* Is the map of the placed boundaries of one part a map of the sphere? */
static bool is_sphere(const struct finder *finder, unsigned part)
{
    const struct zm_sprouts_drawing *drawing = finder->drawing;
    bool walked[ZM_SPROUTS_WRITTEN] = {false}, met[ZM_SPROUTS_SPOTS] = {false};
    int nodes = 0, edges = 0, faces = 0;
    for (unsigned b = 0; b < drawing->boundary_count; b++) {
        if (!finder->placed[b] || finder->part[b] != part)
            continue;
        nodes++;
        for (unsigned c = zm_sprouts_drawn_start(drawing, b); c < drawing->ends[b]; c++) {
            edges++;
            nodes += !met[drawing->written[c]];
            met[drawing->written[c]] = true;
            faces += !walked[c];
            for (unsigned at = c; !walked[at]; at = around(finder, step(finder, at, true)))
                walked[at] = true;
        }
    }
    return nodes - edges + faces == 2;
}

/* Does the order in which its corners are listed suit the neighbours of a spot? */
static bool suits(const struct finder *finder, unsigned spot, bool turned)
{
    const uint16_t *corners = finder->corners[spot], *written = finder->drawing->written;
    for (unsigned i = 0; i < 3; i++) {
        unsigned other = corners[(i + (turned ? 2 : 1)) % 3];
        if (written[step(finder, corners[i], false)] != written[step(finder, other, true)])
            return false;
    }
    return true;
}

static void add_item(struct finder *finder, unsigned index, bool is_spot)
{
    finder->items[finder->item_count++] = (struct item){(uint16_t)index, is_spot, false};
}

/* Lists a boundary, the spots that have all their three corners now, and all that hangs on it. */
static void list_part(struct finder *finder, unsigned first, unsigned part)
{
    const struct zm_sprouts_drawing *drawing = finder->drawing;
    uint16_t queue[ZM_SPROUTS_BOUNDARIES];
    uint8_t seen[ZM_SPROUTS_SPOTS] = {0};
    unsigned count = 0;
    queue[count++] = (uint16_t)first;
    finder->part[first] = (uint16_t)part;
    for (unsigned i = 0; i < count; i++) {
        unsigned start = zm_sprouts_drawn_start(drawing, queue[i]), end = drawing->ends[queue[i]];
        add_item(finder, queue[i], false);
        for (unsigned c = start; c < end; c++) {
            unsigned spot = drawing->written[c];
            if (++seen[spot] == 3)
                add_item(finder, spot, true);
            for (unsigned k = 0; k < finder->corner_count[spot]; k++) {
                unsigned b = finder->plane->boundary[finder->corners[spot][k]];
                if (finder->part[b] == NONE) {
                    finder->part[b] = (uint16_t)part;
                    queue[count++] = (uint16_t)b;
                }
            }
        }
    }
}

static void choose(struct finder *finder, struct item *item, bool second)
{
    item->second = second;
    if (item->is_spot) {
        finder->turned[item->index] = !suits(finder, item->index, false) != second;
    } else {
        finder->placed[item->index] = true;
        finder->flipped[item->index] = second;
    }
}

static void take_back(struct finder *finder, struct item *item)
{
    if (item->is_spot)
        finder->turned[item->index] = false;
    else
        finder->placed[item->index] = finder->flipped[item->index] = false;
}

/* Decides the items of one part, in order; a spot belongs to the boundary before it. */
static bool decide_part(struct finder *finder, unsigned part)
{
    unsigned at = 0;
    bool second = false;
    while (at < finder->item_count) {
        struct item *item = &finder->items[at];
        if (++finder->steps > STEPS)
            return false;
        choose(finder, item, second);
        bool whole = at + 1 == finder->item_count || !item[1].is_spot;
        if (!whole || is_sphere(finder, part)) {
            at++;
            second = false;
            continue;
        }
        for (;;) { /* back to the last choice that has another side */
            item = &finder->items[at];
            bool open = !item->second &&
                        (item->is_spot || (at > 0 && size_of(finder->drawing, item->index) > 2));
            take_back(finder, item);
            if (open)
                break;
            if (at-- == 0)
                return false;
        }
        second = true;
    }
    return true;
}

/* Mirrors a connected part. */
static void mirror(struct finder *finder, unsigned part)
{
    const struct zm_sprouts_drawing *drawing = finder->drawing;
    for (unsigned b = 0; b < drawing->boundary_count; b++)
        if (finder->part[b] == part)
            finder->flipped[b] = !finder->flipped[b];
    for (unsigned s = 0; s < drawing->spot_count; s++)
        if (finder->corner_count[s] > 0 &&
            finder->part[finder->plane->boundary[finder->corners[s][0]]] == part)
            finder->turned[s] = !finder->turned[s];
}

/* The boundaries of one region are all turned over or none: parts are mirrored until it is so. That
 * always works when regions and parts hang together as a tree, as they do in the plane. */
static bool agree(struct finder *finder, unsigned first, unsigned sphere)
{
    const struct zm_sprouts_drawing *drawing = finder->drawing;
    uint16_t queue[ZM_SPROUTS_REGIONS], from[ZM_SPROUTS_REGIONS];
    bool over[ZM_SPROUTS_REGIONS];
    unsigned count = 0;
    queue[count] = (uint16_t)first;
    from[count] = NONE;
    over[count++] = false;
    finder->plane->sphere[first] = (uint16_t)sphere;
    for (unsigned i = 0; i < count; i++) {
        unsigned start = drawing->regions[queue[i]].first;
        for (unsigned b = start; b < start + drawing->regions[queue[i]].count; b++) {
            if (finder->part[b] == from[i]) {
                from[i] = NONE; /* a second boundary of this part would close a ring */
                continue;
            }
            if (size_of(drawing, b) > 2 && finder->flipped[b] != over[i])
                mirror(finder, finder->part[b]);
            for (unsigned other = 0; other < drawing->boundary_count; other++) {
                unsigned r = finder->plane->region[other];
                if (finder->part[other] != finder->part[b] || other == b)
                    continue;
                if (finder->plane->sphere[r] != NONE)
                    return false;
                finder->plane->sphere[r] = (uint16_t)sphere;
                queue[count] = (uint16_t)r;
                from[count] = finder->part[b];
                over[count++] = size_of(drawing, other) > 2 && finder->flipped[other];
            }
        }
    }
    return true;
}

static void number_curves(struct zm_sprouts_plane *plane)
{
    memset(plane->curve, 0xff, sizeof plane->curve);
    for (unsigned c = 0; c < plane->drawing->written_count; c++) {
        if (plane->curve[c] != NONE)
            continue;
        unsigned curve = plane->curve_count++;
        plane->ends[curve] = 0;
        for (unsigned at = c; plane->curve[at] == NONE; at = zm_sprouts_across(plane, at)) {
            plane->curve[at] = (uint16_t)curve;
            plane->ends[curve]++;
        }
    }
}

static bool find(struct finder *finder)
{
    const struct zm_sprouts_drawing *drawing = finder->drawing;
    struct zm_sprouts_plane *plane = finder->plane;
    if (!collect_corners(finder))
        return false;
    unsigned parts = 0;
    for (unsigned b = 0; b < drawing->boundary_count; b++)
        if (finder->part[b] == NONE) {
            finder->item_count = 0;
            list_part(finder, b, parts);
            if (!decide_part(finder, parts++))
                return false;
        }
    for (unsigned r = 0; r < drawing->region_count; r++)
        if (plane->sphere[r] == NONE && !agree(finder, r, plane->sphere_count++))
            return false;
    for (unsigned c = 0; c < drawing->written_count; c++) {
        plane->next[c] = (uint16_t)step(finder, c, true);
        plane->around[c] = (uint16_t)around(finder, c);
    }
    number_curves(plane);
    return true;
}

bool zm_sprouts_plane_find(const struct zm_sprouts_drawing *drawing, struct zm_sprouts_plane *plane)
{
    struct finder finder = {.plane = plane, .drawing = drawing};
    plane->drawing = drawing;
    plane->curve_count = plane->sphere_count = 0;
    memset(finder.part, 0xff, sizeof finder.part);
    memset(plane->sphere, 0xff, sizeof plane->sphere);
    return find(&finder);
}
