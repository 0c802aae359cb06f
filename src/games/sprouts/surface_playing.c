/* Moves on the drawing of a region that is no plane one: what a person may choose beside the ends
 * of the curve and the boundaries on either side (Lemoine and Viennot, thesis, 11.2 to 11.4).
 * Names:
 *
 *   1-2:r       joins two boundaries, the second met the other way round (through a cross-cap);
 *   1-1[2]:1/-2 cuts the region in two, genus 1 inside and -2 outside;
 *   1-1:h0      follows a handle; the region stays one, of genus 0;
 *   1-1:x-1     goes through a cross-cap; the region stays one, of genus -1;
 *   1-1:x0{2,5} and the boundaries of 2 and 5 are read the other way round from now on, which
 *               matters where what was not orientable becomes so.
 *
 * The same moves as those of surface_options.c, on drawings instead of lands. */
#include "games/sprouts/playing.h"

enum { MOST_TURNED = 12 }; /* boundaries whose direction is to be chosen; others keep theirs */

void zm_sprouts_add_joined(const struct zm_sprouts_drawing *drawing, struct zm_sprouts_curve *curve,
                           struct zm_list *moves)
{
    int genus = drawing->regions[curve->region].genus;
    curve->genus = (int16_t)genus;
    curve->inside_genus = 0;
    curve->turned_count = 0;
    curve->way = ZM_SPROUTS_STRAIGHT;
    zm_sprouts_curve_save(curve, moves);
    /* A boundary of one spot has no direction. */
    unsigned a = curve->from_boundary, b = curve->to_boundary;
    if (genus >= 0 || drawing->ends[a] - zm_sprouts_drawn_start(drawing, a) == 1 ||
        drawing->ends[b] - zm_sprouts_drawn_start(drawing, b) == 1)
        return;
    curve->way = ZM_SPROUTS_TURNED;
    zm_sprouts_curve_save(curve, moves);
}

static bool is_listed(const uint16_t *boundaries, unsigned count, unsigned boundary)
{
    for (unsigned i = 0; i < count; i++)
        if (boundaries[i] == boundary)
            return true;
    return false;
}

/* The curve with every choice of direction for the boundaries that it does not touch: of those
 * inside, or of the others. */
static void add_turned(const struct zm_sprouts_drawing *drawing, struct zm_sprouts_curve *curve,
                       bool inside, struct zm_list *moves)
{
    uint16_t free[MOST_TURNED];
    unsigned count = 0, first = drawing->regions[curve->region].first;
    for (unsigned b = first; b < first + drawing->regions[curve->region].count; b++)
        if (b != curve->from_boundary && count < MOST_TURNED &&
            drawing->ends[b] - zm_sprouts_drawn_start(drawing, b) > 2 &&
            zm_sprouts_boundary_lives(drawing, b) &&
            is_listed(curve->inside, curve->inside_count, b) == inside)
            free[count++] = (uint16_t)b;
    for (unsigned subset = 0; subset < 1u << count; subset++) {
        curve->turned_count = 0;
        for (unsigned i = 0; i < count; i++)
            if ((subset >> i & 1) != 0)
                curve->turned[curve->turned_count++] = free[i];
        zm_sprouts_curve_save(curve, moves);
    }
    curve->turned_count = 0;
}

/* One move, or as many as there are directions to choose when a side becomes orientable. */
static void add_cut(const struct zm_sprouts_drawing *drawing, struct zm_sprouts_curve *curve,
                    int inside, int outside, struct zm_list *moves)
{
    bool free = drawing->regions[curve->region].genus < 0;
    curve->inside_genus = (int16_t)inside;
    curve->genus = (int16_t)outside;
    if (free && (inside >= 0 || outside >= 0))
        add_turned(drawing, curve, inside >= 0, moves);
    else
        zm_sprouts_curve_save(curve, moves);
}

void zm_sprouts_add_divided(const struct zm_sprouts_drawing *drawing,
                            struct zm_sprouts_curve *curve, struct zm_list *moves)
{
    int genus = drawing->regions[curve->region].genus, n = -genus;
    curve->way = ZM_SPROUTS_STRAIGHT;
    curve->turned_count = 0;
    for (int k = 0; k <= genus; k++)
        add_cut(drawing, curve, k, genus - k, moves);
    for (int k = 1; k < n; k++)
        add_cut(drawing, curve, -k, k - n, moves);
    for (int k = 0; 2 * k < n; k++) {
        add_cut(drawing, curve, k, 2 * k - n, moves);
        add_cut(drawing, curve, 2 * k - n, k, moves);
    }
}

void zm_sprouts_add_whole(const struct zm_sprouts_drawing *drawing, struct zm_sprouts_curve *curve,
                          struct zm_list *moves)
{
    int genus = drawing->regions[curve->region].genus, n = -genus;
    curve->inside_count = 0;
    curve->way = ZM_SPROUTS_HANDLE;
    if (genus > 0)
        add_cut(drawing, curve, -1, genus - 1, moves);
    if (n >= 3)
        add_cut(drawing, curve, -1, 2 - n, moves);
    if (n >= 2 && n % 2 == 0)
        add_cut(drawing, curve, -1, (n - 2) / 2, moves);
    curve->way = ZM_SPROUTS_CROSSCAP;
    if (n >= 2)
        add_cut(drawing, curve, -1, 1 - n, moves);
    if (n >= 1 && n % 2 == 1)
        add_cut(drawing, curve, -1, (n - 1) / 2, moves);
}

void zm_sprouts_way_name(const struct zm_sprouts_drawing *drawing,
                         const struct zm_sprouts_curve *curve, struct zm_buffer *text)
{
    if (drawing->regions[curve->region].genus == 0)
        return;
    if (curve->way == ZM_SPROUTS_TURNED)
        zm_buffer_text(text, ":r");
    else if (curve->way == ZM_SPROUTS_HANDLE || curve->way == ZM_SPROUTS_CROSSCAP)
        zm_buffer_format(text, ":%c%d", curve->way == ZM_SPROUTS_HANDLE ? 'h' : 'x', curve->genus);
    else if (curve->from_boundary == curve->to_boundary)
        zm_buffer_format(text, ":%d/%d", curve->inside_genus, curve->genus);
    for (unsigned i = 0; i < curve->turned_count; i++) {
        zm_buffer_byte(text, i == 0 ? '{' : ',');
        zm_sprouts_boundary_name(drawing, curve->region, curve->turned[i], text);
    }
    if (curve->turned_count > 0)
        zm_buffer_byte(text, '}');
}
