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
