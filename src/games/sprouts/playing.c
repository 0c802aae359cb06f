/* Moves on the drawing. Spots keep their numbers for ever and the new one gets the next number.
 *
 * Names: "3-5" joins spots 3 and 5. A spot that is met several times in the region is told apart by
 * the time it is met, counted along the boundaries: "3~2-5". Where two spots share several regions,
 * "r2" says in which one, counted as they are listed. When the curve cuts the region, what lies on
 * the side that one walks along from the first spot to the second is listed by the least spot of
 * each boundary: "1-1[2,4]". Of the virgin spots of the region, which all play alike, the lowest
 * numbers are put inside, so that the moves of 12 spots are some hundred and not many thousand.
 * A region with very many boundaries has more divisions than can be listed: all but the first few
 * boundaries then stay outside, and zm_sprouts_unlisted says so.
 * What the curve does to a region that is no plane one follows after a colon: see
 * surface_playing.c. */
#include "games/sprouts/playing.h"

static void put(struct zm_buffer *buffer, unsigned number)
{
    zm_buffer_byte(buffer, (uint8_t)number);
    zm_buffer_byte(buffer, (uint8_t)(number >> 8));
}

enum { HEAD = 10 };

void zm_sprouts_curve_save(const struct zm_sprouts_curve *curve, struct zm_list *moves)
{
    const uint16_t head[HEAD] = {curve->region,
                                 curve->from,
                                 curve->to,
                                 curve->from_boundary,
                                 curve->to_boundary,
                                 curve->inside_count,
                                 curve->way,
                                 (uint16_t)curve->genus,
                                 (uint16_t)curve->inside_genus,
                                 curve->turned_count};
    for (size_t i = 0; i < HEAD; i++)
        put(&moves->bytes, head[i]);
    for (unsigned i = 0; i < curve->inside_count; i++)
        put(&moves->bytes, curve->inside[i]);
    for (unsigned i = 0; i < curve->turned_count; i++)
        put(&moves->bytes, curve->turned[i]);
    zm_list_close(moves);
}

static const uint8_t *get(const uint8_t *at, uint16_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 2)
        numbers[i] = (uint16_t)(at[0] | at[1] << 8);
    return at;
}

void zm_sprouts_curve_load(struct zm_bytes move, struct zm_sprouts_curve *curve)
{
    uint16_t head[HEAD];
    const uint8_t *at = get(move.data, head, HEAD);
    curve->region = head[0];
    curve->from = head[1];
    curve->to = head[2];
    curve->from_boundary = head[3];
    curve->to_boundary = head[4];
    curve->inside_count = head[5];
    curve->way = head[6];
    curve->genus = (int16_t)head[7];
    curve->inside_genus = (int16_t)head[8];
    curve->turned_count = head[9];
    at = get(at, curve->inside, curve->inside_count);
    get(at, curve->turned, curve->turned_count);
}

/* Is a boundary a single virgin spot? */
static bool is_virgin(const struct zm_sprouts_drawing *drawing, unsigned boundary)
{
    return drawing->lives[drawing->written[zm_sprouts_drawn_start(drawing, boundary)]] == 3;
}

bool zm_sprouts_boundary_lives(const struct zm_sprouts_drawing *drawing, unsigned boundary)
{
    for (unsigned i = zm_sprouts_drawn_start(drawing, boundary); i < drawing->ends[boundary]; i++)
        if (drawing->lives[drawing->written[i]] > 0)
            return true;
    return false;
}

enum { MOST_LISTED = 1 << 14 }; /* curves that cut one region, about */

/* How many boundaries of a region, those of virgin spots apart, a curve that cuts it finds (one of
 * them may be its own), and how many of these are listed on either side. */
static unsigned listed_boundaries(const struct zm_sprouts_drawing *drawing, unsigned region,
                                  unsigned *listed)
{
    unsigned first = drawing->regions[region].first, count = 0;
    uint64_t virgins = 0, pairs = 0;
    for (unsigned b = first; b < first + drawing->regions[region].count; b++) {
        uint64_t size = drawing->ends[b] - zm_sprouts_drawn_start(drawing, b);
        if (!zm_sprouts_boundary_lives(drawing, b))
            continue;
        if (is_virgin(drawing, b))
            virgins++;
        else
            count++;
        pairs += size * (size + 1) / 2;
    }
    *listed = 0;
    while (*listed < count && pairs * (virgins + 1) << *listed < MOST_LISTED)
        ++*listed;
    return count;
}

void zm_sprouts_unlisted(const struct zm_sprouts_drawing *drawing, struct zm_buffer *text)
{
    for (unsigned r = 0; r < drawing->region_count; r++) {
        unsigned listed, count = listed_boundaries(drawing, r, &listed);
        if (count > listed + 1)
            zm_buffer_format(text,
                             "%sregion r%u has %u boundaries besides virgin spots; of the curves "
                             "that cut it only those are listed that leave all but the first %u of "
                             "the others on the far side",
                             text->size > 0 ? "; " : "", r + 1, count, listed);
    }
}

/* The moves from `from` to `to` on one boundary, for every division of the others. */
static void add_divisions(const struct zm_sprouts_drawing *drawing, struct zm_sprouts_curve *curve,
                          struct zm_list *moves)
{
    uint16_t others[ZM_SPROUTS_BOUNDARIES], virgins[ZM_SPROUTS_BOUNDARIES];
    unsigned other_count = 0, virgin_count = 0;
    unsigned first = drawing->regions[curve->region].first;
    for (unsigned b = first; b < first + drawing->regions[curve->region].count; b++) {
        if (b == curve->from_boundary || !zm_sprouts_boundary_lives(drawing, b))
            continue;
        if (is_virgin(drawing, b))
            virgins[virgin_count++] = (uint16_t)b;
        else
            others[other_count++] = (uint16_t)b;
    }
    /* A loop at a virgin spot has two sides alike: one division of each pair will do. */
    unsigned listed;
    listed_boundaries(drawing, curve->region, &listed);
    bool mirrored = is_virgin(drawing, curve->from_boundary) && other_count <= listed;
    uint64_t subsets = UINT64_C(1) << (other_count < listed ? other_count : listed);
    for (uint64_t subset = 0; subset < subsets; subset++)
        for (unsigned taken = 0; taken <= virgin_count; taken++) {
            if (mirrored && (other_count > 0 ? subset >= subsets / 2 : 2 * taken > virgin_count))
                continue;
            unsigned o = 0, v = 0;
            curve->inside_count = 0;
            while (o < other_count || v < taken) { /* both in order */
                bool virgin = o == other_count || (v < taken && virgins[v] < others[o]);
                if (virgin)
                    curve->inside[curve->inside_count++] = virgins[v++];
                else if (o < listed && (subset >> o & 1) != 0)
                    curve->inside[curve->inside_count++] = others[o++];
                else
                    o++;
            }
            zm_sprouts_add_divided(drawing, curve, moves);
        }
}

static void add_curves(const struct zm_sprouts_drawing *drawing, struct zm_sprouts_curve *curve,
                       struct zm_list *moves)
{
    unsigned from = drawing->written[curve->from], to = drawing->written[curve->to];
    if (drawing->lives[from] == 0 || drawing->lives[to] == 0)
        return;
    if (from == to && (curve->from != curve->to || drawing->lives[from] < 2))
        return;
    curve->inside_count = 0;
    if (curve->from_boundary == curve->to_boundary) {
        add_divisions(drawing, curve, moves);
        zm_sprouts_add_whole(drawing, curve, moves);
    } else {
        zm_sprouts_add_joined(drawing, curve, moves);
    }
}

void zm_sprouts_curves(const struct zm_sprouts_drawing *drawing, struct zm_list *moves)
{
    struct zm_sprouts_curve curve;
    for (unsigned r = 0; r < drawing->region_count; r++) {
        unsigned first = drawing->regions[r].first, end = first + drawing->regions[r].count;
        curve.region = (uint16_t)r;
        for (unsigned a = first; a < end; a++)
            for (unsigned b = a; b < end; b++)
                for (unsigned i = zm_sprouts_drawn_start(drawing, a); i < drawing->ends[a]; i++)
                    for (unsigned j = a == b ? i : zm_sprouts_drawn_start(drawing, b);
                         j < drawing->ends[b]; j++) {
                        curve.from = (uint16_t)i;
                        curve.to = (uint16_t)j;
                        curve.from_boundary = (uint16_t)a;
                        curve.to_boundary = (uint16_t)b;
                        add_curves(drawing, &curve, moves);
                    }
    }
}

/* How often a spot is written in a region up to `last`. */
static unsigned times_met(const struct zm_sprouts_drawing *drawing, unsigned region, unsigned spot,
                          unsigned last)
{
    unsigned first = drawing->regions[region].first, count = drawing->regions[region].count;
    unsigned end = count == 0 ? 0 : drawing->ends[first + count - 1], times = 0;
    for (unsigned i = zm_sprouts_drawn_start(drawing, first); i < end && i <= last; i++)
        times += drawing->written[i] == spot;
    return times;
}

void zm_sprouts_end_name(const struct zm_sprouts_drawing *drawing, unsigned region, unsigned end,
                         struct zm_buffer *text)
{
    unsigned spot = drawing->written[end];
    zm_buffer_format(text, "%u", spot + 1);
    if (times_met(drawing, region, spot, UINT16_MAX) > 1)
        zm_buffer_format(text, "~%u", times_met(drawing, region, spot, end));
}

unsigned zm_sprouts_least_spot(const struct zm_sprouts_drawing *drawing, unsigned boundary)
{
    unsigned least = UINT16_MAX;
    for (unsigned i = zm_sprouts_drawn_start(drawing, boundary); i < drawing->ends[boundary]; i++)
        if (drawing->written[i] < least)
            least = drawing->written[i];
    return least;
}

void zm_sprouts_boundary_name(const struct zm_sprouts_drawing *drawing, unsigned region,
                              unsigned boundary, struct zm_buffer *text)
{
    unsigned least = zm_sprouts_least_spot(drawing, boundary), same = 0, before = 0;
    unsigned first = drawing->regions[region].first;
    for (unsigned b = first; b < first + drawing->regions[region].count; b++)
        if (zm_sprouts_least_spot(drawing, b) == least) {
            same++;
            before += b <= boundary;
        }
    zm_buffer_format(text, "%u", least + 1);
    if (same > 1)
        zm_buffer_format(text, "~%u", before);
}

void zm_sprouts_curve_name(const struct zm_sprouts_drawing *drawing,
                           const struct zm_sprouts_curve *curve, struct zm_buffer *text)
{
    unsigned from = drawing->written[curve->from], to = drawing->written[curve->to];
    zm_sprouts_end_name(drawing, curve->region, curve->from, text);
    zm_buffer_byte(text, '-');
    zm_sprouts_end_name(drawing, curve->region, curve->to, text);
    unsigned shared = 0;
    for (unsigned r = 0; r < drawing->region_count; r++)
        shared += times_met(drawing, r, from, UINT16_MAX) > 0 &&
                  times_met(drawing, r, to, UINT16_MAX) > 0;
    if (shared > 1)
        zm_buffer_format(text, "r%u", curve->region + 1u);
    for (unsigned i = 0; i < curve->inside_count; i++) {
        zm_buffer_byte(text, i == 0 ? '[' : ',');
        zm_sprouts_boundary_name(drawing, curve->region, curve->inside[i], text);
    }
    if (curve->inside_count > 0)
        zm_buffer_byte(text, ']');
    zm_sprouts_way_name(drawing, curve, text);
}

/* Adds to `next` the path along a boundary from one written spot to another, both included; a full
 * circle when they are one. */
static void draw_path(const struct zm_sprouts_drawing *drawing, unsigned boundary, unsigned from,
                      unsigned to, struct zm_sprouts_drawing *next)
{
    unsigned start = zm_sprouts_drawn_start(drawing, boundary), end = drawing->ends[boundary];
    zm_sprouts_draw_written(next, drawing->written[from]);
    if (drawing->lives[drawing->written[from]] == 3)
        return; /* a virgin spot: nothing to walk along */
    unsigned i = from;
    do {
        i = i + 1 == end ? start : i + 1;
        zm_sprouts_draw_written(next, drawing->written[i]);
    } while (i != to);
}

static void turn_round(struct zm_sprouts_drawing *next, unsigned start)
{
    for (unsigned i = start, j = next->written_count; i + 1 < j; i++) {
        uint16_t spot = next->written[i];
        next->written[i] = next->written[--j];
        next->written[j] = spot;
    }
}

static void copy_boundary(const struct zm_sprouts_drawing *drawing, unsigned boundary, bool turned,
                          struct zm_sprouts_drawing *next)
{
    unsigned start = next->written_count;
    for (unsigned i = zm_sprouts_drawn_start(drawing, boundary); i < drawing->ends[boundary]; i++)
        zm_sprouts_draw_written(next, drawing->written[i]);
    if (turned)
        turn_round(next, start);
    zm_sprouts_draw_boundary(next);
}

/* Copies the boundaries of the curve's region that it does not touch: those inside, or the others.
 */
static void copy_others(const struct zm_sprouts_drawing *drawing,
                        const struct zm_sprouts_curve *curve, bool inside,
                        struct zm_sprouts_drawing *next)
{
    unsigned first = drawing->regions[curve->region].first, listed = 0;
    for (unsigned b = first; b < first + drawing->regions[curve->region].count; b++) {
        bool is_inside = listed < curve->inside_count && curve->inside[listed] == b, turned = false;
        listed += is_inside;
        for (unsigned i = 0; i < curve->turned_count; i++)
            turned |= curve->turned[i] == b;
        if (b != curve->from_boundary && b != curve->to_boundary && is_inside == inside)
            copy_boundary(drawing, b, turned, next);
    }
}

/* The path from the first end of the curve to the second, on one boundary, turned round or not. */
static void draw_inner_path(const struct zm_sprouts_drawing *drawing,
                            const struct zm_sprouts_curve *curve, bool turned,
                            struct zm_sprouts_drawing *next)
{
    unsigned start = next->written_count;
    if (curve->from == curve->to) /* the loop itself */
        zm_sprouts_draw_written(next, drawing->written[curve->from]);
    else
        draw_path(drawing, curve->from_boundary, curve->from, curve->to, next);
    if (turned)
        turn_round(next, start);
}

/* A curve between two boundaries. */
static void draw_joined(const struct zm_sprouts_drawing *drawing,
                        const struct zm_sprouts_curve *curve, unsigned spot,
                        struct zm_sprouts_drawing *next)
{
    draw_path(drawing, curve->from_boundary, curve->from, curve->from, next);
    zm_sprouts_draw_written(next, spot);
    unsigned start = next->written_count;
    draw_path(drawing, curve->to_boundary, curve->to, curve->to, next);
    if (curve->way == ZM_SPROUTS_TURNED)
        turn_round(next, start);
    zm_sprouts_draw_written(next, spot);
    zm_sprouts_draw_boundary(next);
}

static void draw_in_region(const struct zm_sprouts_drawing *drawing,
                           const struct zm_sprouts_curve *curve, unsigned spot,
                           struct zm_sprouts_drawing *next)
{
    zm_sprouts_draw_region(next, curve->genus);
    copy_others(drawing, curve, false, next);
    if (curve->from_boundary != curve->to_boundary) {
        draw_joined(drawing, curve, spot, next);
        return;
    }
    draw_path(drawing, curve->from_boundary, curve->to, curve->from, next);
    zm_sprouts_draw_written(next, spot);
    if (curve->way != ZM_SPROUTS_CROSSCAP)
        zm_sprouts_draw_boundary(next);
    if (curve->way == ZM_SPROUTS_STRAIGHT) {
        zm_sprouts_draw_region(next, curve->inside_genus);
        copy_others(drawing, curve, true, next);
    }
    bool turned = curve->way == ZM_SPROUTS_CROSSCAP ||
                  (curve->way == ZM_SPROUTS_HANDLE && drawing->regions[curve->region].genus < 0 &&
                   curve->genus >= 0);
    draw_inner_path(drawing, curve, turned, next);
    zm_sprouts_draw_written(next, spot);
    zm_sprouts_draw_boundary(next);
}

void zm_sprouts_curve_draw(const struct zm_sprouts_drawing *drawing,
                           const struct zm_sprouts_curve *curve, struct zm_sprouts_drawing *next)
{
    unsigned spot;
    next->spot_count = drawing->spot_count;
    next->written_count = next->boundary_count = next->region_count = 0;
    memcpy(next->lives, drawing->lives, drawing->spot_count);
    zm_sprouts_draw_spot(next, 1, &spot);
    for (unsigned r = 0; r < drawing->region_count; r++) {
        if (r == curve->region) {
            draw_in_region(drawing, curve, spot, next);
            continue;
        }
        zm_sprouts_draw_region(next, drawing->regions[r].genus);
        unsigned first = drawing->regions[r].first;
        for (unsigned b = first; b < first + drawing->regions[r].count; b++)
            copy_boundary(drawing, b, false, next);
    }
    next->lives[drawing->written[curve->from]]--;
    next->lives[drawing->written[curve->to]]--;
}
