/* Drawings: to and from bytes, and the sketch that is searched. The bytes are numbers of 16 bits,
 * the low byte first: spots, regions, then the lives of each spot, then per region its genus, its
 * number of boundaries, and per boundary its size and its spots. */
#include "games/sprouts/drawing.h"

static void put(struct zm_buffer *buffer, unsigned number)
{
    zm_buffer_byte(buffer, (uint8_t)number);
    zm_buffer_byte(buffer, (uint8_t)(number >> 8));
}

static unsigned get(const uint8_t **at)
{
    unsigned number = (unsigned)(*at)[0] | (unsigned)(*at)[1] << 8;
    *at += 2;
    return number;
}

void zm_sprouts_drawing_save(const struct zm_sprouts_drawing *drawing, struct zm_buffer *position)
{
    put(position, drawing->spot_count);
    put(position, drawing->region_count);
    for (unsigned s = 0; s < drawing->spot_count; s++)
        put(position, drawing->lives[s]);
    for (unsigned r = 0; r < drawing->region_count; r++) {
        put(position, (unsigned)drawing->regions[r].genus & 0xffff);
        put(position, drawing->regions[r].count);
        unsigned first = drawing->regions[r].first;
        for (unsigned b = first; b < first + drawing->regions[r].count; b++) {
            unsigned start = zm_sprouts_drawn_start(drawing, b);
            put(position, drawing->ends[b] - start);
            for (unsigned i = start; i < drawing->ends[b]; i++)
                put(position, drawing->written[i]);
        }
    }
}

void zm_sprouts_drawing_load(struct zm_bytes position, struct zm_sprouts_drawing *drawing)
{
    const uint8_t *at = position.data;
    drawing->spot_count = get(&at);
    drawing->region_count = get(&at);
    drawing->written_count = drawing->boundary_count = 0;
    for (unsigned s = 0; s < drawing->spot_count; s++)
        drawing->lives[s] = (uint8_t)get(&at);
    for (unsigned r = 0; r < drawing->region_count; r++) {
        drawing->regions[r].genus = (int16_t)get(&at);
        drawing->regions[r].count = (uint16_t)get(&at);
        drawing->regions[r].first = (uint16_t)drawing->boundary_count;
        for (unsigned b = 0; b < drawing->regions[r].count; b++) {
            for (unsigned size = get(&at); size > 0; size--)
                drawing->written[drawing->written_count++] = (uint16_t)get(&at);
            drawing->ends[drawing->boundary_count++] = (uint16_t)drawing->written_count;
        }
    }
}

/* The next number, at most `most`; one more than that when there is none. */
static unsigned take(struct zm_bytes *rest, unsigned most)
{
    if (rest->size < 2)
        return most + 1;
    const uint8_t *at = rest->data;
    unsigned number = get(&at);
    *rest = zm_bytes(at, rest->size - 2);
    return number <= most ? number : most + 1;
}

struct census {
    unsigned spots, halves;
    uint8_t left[ZM_SPROUTS_SPOTS]; /* how often each spot may still be written */
};

/* A spot of degree 3 is written three times at most, one of degree 2 twice, the others once. */
static bool survey_spots(struct zm_bytes *rest, struct census *census)
{
    static const uint8_t times[] = {3, 2, 1, 1}, halves[] = {0, 2, 3, 4};
    for (unsigned s = 0; s < census->spots; s++) {
        unsigned lives = take(rest, 3);
        if (lives > 3)
            return false;
        census->left[s] = times[lives];
        census->halves += halves[lives];
    }
    return (census->halves + 1) / 2 <= ZM_SPROUTS_POTENTIAL;
}

static bool survey_region(struct zm_bytes *rest, struct census *census, unsigned *boundaries,
                          unsigned *written)
{
    int genus = (int16_t)take(rest, UINT16_MAX);
    unsigned count = take(rest, ZM_SPROUTS_BOUNDARIES);
    bool sound = genus >= -ZM_SPROUTS_GENUS_LIMIT && genus <= ZM_SPROUTS_EVERY_GENUS &&
                 (*boundaries += count) <= ZM_SPROUTS_BOUNDARIES;
    for (; sound && count > 0; count--) {
        unsigned size = take(rest, ZM_SPROUTS_WRITTEN);
        sound = size > 0 && (*written += size) <= ZM_SPROUTS_WRITTEN;
        for (; sound && size > 0; size--) {
            unsigned spot = take(rest, ZM_SPROUTS_SPOTS);
            sound = spot < census->spots && census->left[spot]-- > 0;
        }
    }
    return sound;
}

bool zm_sprouts_drawing_sound(struct zm_bytes position)
{
    struct zm_bytes rest = position;
    struct census census = {.spots = take(&rest, ZM_SPROUTS_SPOTS)};
    unsigned regions = take(&rest, ZM_SPROUTS_REGIONS), boundaries = 0, written = 0;
    bool sound = census.spots <= ZM_SPROUTS_SPOTS && regions < ZM_SPROUTS_REGIONS &&
                 survey_spots(&rest, &census);
    for (unsigned r = 0; sound && r < regions; r++)
        sound = survey_region(&rest, &census, &boundaries, &written);
    return sound && rest.size == 0;
}

bool zm_sprouts_draw_region(struct zm_sprouts_drawing *drawing, int genus)
{
    if (drawing->region_count + 1 >= ZM_SPROUTS_REGIONS)
        return false;
    unsigned r = drawing->region_count++;
    drawing->regions[r].first = (uint16_t)drawing->boundary_count;
    drawing->regions[r].count = 0;
    drawing->regions[r].genus = (int16_t)genus;
    return true;
}

bool zm_sprouts_draw_spot(struct zm_sprouts_drawing *drawing, unsigned lives, unsigned *spot)
{
    if (drawing->spot_count == ZM_SPROUTS_SPOTS)
        return false;
    *spot = drawing->spot_count++;
    drawing->lives[*spot] = (uint8_t)lives;
    return true;
}

bool zm_sprouts_draw_written(struct zm_sprouts_drawing *drawing, unsigned spot)
{
    if (drawing->written_count == ZM_SPROUTS_WRITTEN)
        return false;
    drawing->written[drawing->written_count++] = (uint16_t)spot;
    return true;
}

bool zm_sprouts_draw_boundary(struct zm_sprouts_drawing *drawing)
{
    if (drawing->boundary_count == ZM_SPROUTS_BOUNDARIES)
        return false;
    drawing->ends[drawing->boundary_count++] = (uint16_t)drawing->written_count;
    drawing->regions[drawing->region_count - 1].count++;
    return true;
}

/* Two spots of degree 0 can become four letters (a closed curve through both), two of degree 1
 * three. */
unsigned zm_sprouts_drawing_potential(const struct zm_sprouts_drawing *drawing)
{
    static const unsigned halves[] = {0, 2, 3, 4};
    unsigned total = 0;
    for (unsigned s = 0; s < drawing->spot_count; s++)
        total += halves[drawing->lives[s]];
    return (total + 1) / 2;
}

void zm_sprouts_drawing_sketch(const struct zm_sprouts_drawing *drawing,
                               struct zm_sprouts_sketch *sketch)
{
    uint8_t codes[ZM_SPROUTS_SPOTS], times[ZM_SPROUTS_SPOTS] = {0}, letter = ZM_SPROUTS_LOWER;
    for (unsigned i = 0; i < drawing->written_count; i++)
        times[drawing->written[i]] += times[drawing->written[i]] < 3;
    for (unsigned s = 0; s < drawing->spot_count; s++) {
        codes[s] = drawing->lives[s] == 2 ? ZM_SPROUTS_ONE : ZM_SPROUTS_TWO;
        if (drawing->lives[s] == 1 && times[s] > 1)
            codes[s] = letter++;
    }
    zm_sprouts_clear(sketch);
    sketch->letter_end = letter;
    for (unsigned r = 0; r < drawing->region_count; r++) {
        struct zm_sprouts_region *region = zm_sprouts_open_region(sketch);
        region->genus = drawing->regions[r].genus;
        unsigned first = drawing->regions[r].first;
        for (unsigned b = first; b < first + drawing->regions[r].count; b++) {
            unsigned before = sketch->vertex_count;
            for (unsigned i = zm_sprouts_drawn_start(drawing, b); i < drawing->ends[b]; i++) {
                unsigned spot = drawing->written[i];
                if (drawing->lives[spot] == 3)
                    region->zeros++;
                else if (drawing->lives[spot] > 0)
                    sketch->vertices[sketch->vertex_count++] = codes[spot];
            }
            if (sketch->vertex_count > before)
                zm_sprouts_close_boundary(sketch);
        }
    }
    zm_sprouts_clean(sketch);
}
