/* The position as people see it: every spot that was ever put down keeps its number, dead or alive,
 * and every boundary of every region lists the spots that are met when walking along it (the "raw
 * strings" of the thesis, 9.2, with numbers for letters). Moves change it as they change the
 * drawing on the paper; one function turns it into the sum of lands that is searched. As bytes: see
 * drawing.c. */
#ifndef ZM_GAMES_SPROUTS_DRAWING_H
#define ZM_GAMES_SPROUTS_DRAWING_H

#include "games/sprouts/land.h"

enum {
    ZM_SPROUTS_SPOTS = 512,     /* numbers of a drawing */
    ZM_SPROUTS_WRITTEN = 2048,  /* spots on all boundaries */
    ZM_SPROUTS_POTENTIAL = 120, /* the most live letters that a position may come to have */
};

struct zm_sprouts_drawing {
    unsigned spot_count, written_count, boundary_count, region_count;
    uint8_t lives[ZM_SPROUTS_SPOTS];
    uint16_t ends[ZM_SPROUTS_BOUNDARIES]; /* of boundaries, as in a sketch */
    struct {
        uint16_t first, count;
        int16_t genus;
    } regions[ZM_SPROUTS_REGIONS];
    uint16_t written[ZM_SPROUTS_WRITTEN];
};

static inline unsigned zm_sprouts_drawn_start(const struct zm_sprouts_drawing *drawing,
                                              unsigned boundary)
{
    return boundary == 0 ? 0 : drawing->ends[boundary - 1];
}

void zm_sprouts_drawing_save(const struct zm_sprouts_drawing *drawing, struct zm_buffer *position);
void zm_sprouts_drawing_load(struct zm_bytes position, struct zm_sprouts_drawing *drawing);
/* Can the bytes be loaded, and is the drawing of a size that all functions can take? */
bool zm_sprouts_drawing_sound(struct zm_bytes position);
/* The clean sketch of a drawing. */
void zm_sprouts_drawing_sketch(const struct zm_sprouts_drawing *drawing,
                               struct zm_sprouts_sketch *sketch);
/* How many letters the drawing may come to have, and whether a move more fits the arrays. */
unsigned zm_sprouts_drawing_potential(const struct zm_sprouts_drawing *drawing);

/* Builders: they refuse what does not fit. */
bool zm_sprouts_draw_region(struct zm_sprouts_drawing *drawing, int genus);
bool zm_sprouts_draw_spot(struct zm_sprouts_drawing *drawing, unsigned lives, unsigned *spot);
bool zm_sprouts_draw_written(struct zm_sprouts_drawing *drawing, unsigned spot);
bool zm_sprouts_draw_boundary(struct zm_sprouts_drawing *drawing);

/* grammar.c: the text of positions. */
enum zm_status zm_sprouts_read(const char *text, struct zm_sprouts_drawing *drawing,
                               struct zm_error *error);
/* Appends a drawing, with the numbers of its spots ("map:..."). */
void zm_sprouts_write_drawing(const struct zm_sprouts_drawing *drawing, struct zm_buffer *text);
/* Appends a canonical land, a sum of them. */
void zm_sprouts_write_text(struct zm_bytes land, struct zm_buffer *text);
void zm_sprouts_write_sum(const struct zm_list *lands, struct zm_buffer *text);

#endif
