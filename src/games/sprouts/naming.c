/* The curve of a name. The moves that are listed put the lowest virgin spots inside and leave what
 * is dead outside; a curve drawn by hand encloses what it encloses, and its name says so. Here any
 * division of a plane region is found by its name, listed or not: the name is taken apart, the
 * curve is put together, and it is the one if it is called so. */
#include "games/sprouts/playing.h"

#include <string.h>

enum { LARGEST = 4 * ZM_SPROUTS_SPOTS }; /* of the numbers that a name can hold */

struct wanted {
    struct {
        unsigned spot, time;
    } ends[2];
    unsigned region;               /* from 1; 0 where the name does not say */
    bool listed[ZM_SPROUTS_SPOTS]; /* boundaries, by their least spots */
};

/* Reads a number from 1 on; 0 when there is none. */
static unsigned read_number(const char **at)
{
    unsigned number = 0;
    while (**at >= '0' && **at <= '9' && number < LARGEST)
        number = 10 * number + (unsigned)(*(*at)++ - '0');
    return number < LARGEST ? number : 0;
}

/* Reads a mark and a number behind it; 0 when there is no such mark. */
static unsigned read_marked(const char **at, char mark)
{
    if (**at != mark)
        return 0;
    ++*at;
    return read_number(at);
}

static bool read_name(const char *at, struct wanted *wanted)
{
    *wanted = (struct wanted){0};
    for (unsigned k = 0; k < 2; k++) {
        wanted->ends[k].spot = k == 0 ? read_number(&at) : read_marked(&at, '-');
        wanted->ends[k].time = read_marked(&at, '~');
        if (wanted->ends[k].spot == 0)
            return false;
    }
    wanted->region = read_marked(&at, 'r');
    for (char mark = '['; *at == mark; mark = ',') {
        unsigned spot = read_marked(&at, mark);
        if (spot == 0 || spot > ZM_SPROUTS_SPOTS)
            return false;
        wanted->listed[spot - 1] = true;
    }
    return true; /* what follows is compared with the name of the curve */
}

/* Where a region meets a spot for the given time, and on which boundary. */
static bool find_end(const struct zm_sprouts_drawing *drawing, unsigned region, unsigned spot,
                     unsigned time, uint16_t *end, uint16_t *boundary)
{
    unsigned first = drawing->regions[region].first, met = 0;
    for (unsigned b = first; b < first + drawing->regions[region].count; b++)
        for (unsigned i = zm_sprouts_drawn_start(drawing, b); i < drawing->ends[b]; i++)
            if (drawing->written[i] + 1u == spot && ++met >= time) {
                *end = (uint16_t)i;
                *boundary = (uint16_t)b;
                return true;
            }
    return false;
}

/* The curve between two ends in one region, with what the name lists on its inner side; false when
 * none may be drawn there. */
static bool join(const struct zm_sprouts_drawing *drawing, const struct wanted *wanted,
                 unsigned region, struct zm_sprouts_curve *curve)
{
    *curve = (struct zm_sprouts_curve){.region = (uint16_t)region, .way = ZM_SPROUTS_STRAIGHT};
    if (drawing->regions[region].genus != 0 ||
        !find_end(drawing, region, wanted->ends[0].spot, wanted->ends[0].time, &curve->from,
                  &curve->from_boundary) ||
        !find_end(drawing, region, wanted->ends[1].spot, wanted->ends[1].time, &curve->to,
                  &curve->to_boundary))
        return false;
    unsigned from = drawing->written[curve->from], to = drawing->written[curve->to];
    if (curve->from > curve->to || drawing->lives[from] == 0 || drawing->lives[to] == 0 ||
        (from == to && (curve->from != curve->to || drawing->lives[from] < 2)))
        return false;
    unsigned first = drawing->regions[region].first;
    for (unsigned b = first; b < first + drawing->regions[region].count; b++)
        if (b != curve->from_boundary && wanted->listed[zm_sprouts_least_spot(drawing, b)])
            curve->inside[curve->inside_count++] = (uint16_t)b;
    return curve->inside_count == 0 || curve->from_boundary == curve->to_boundary;
}

bool zm_sprouts_curve_find(const struct zm_sprouts_drawing *drawing, const char *name,
                           struct zm_list *moves)
{
    struct wanted wanted;
    struct zm_sprouts_curve curve;
    struct zm_buffer text = {0};
    bool found = false, read = read_name(name, &wanted);
    for (unsigned r = 0; read && !found && r < drawing->region_count; r++) {
        if ((wanted.region != 0 && wanted.region != r + 1) || !join(drawing, &wanted, r, &curve))
            continue;
        zm_buffer_clear(&text);
        zm_sprouts_curve_name(drawing, &curve, &text);
        found = !text.failed && strcmp(zm_buffer_string(&text), name) == 0;
    }
    if (found)
        zm_sprouts_curve_save(&curve, moves);
    zm_buffer_free(&text);
    return found;
}
