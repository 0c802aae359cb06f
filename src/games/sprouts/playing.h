/* The playing side: moves on the drawing, their names, and what they make of it. */
#ifndef ZM_GAMES_SPROUTS_PLAYING_H
#define ZM_GAMES_SPROUTS_PLAYING_H

#include "games/sprouts/drawing.h"

/* A move: one curve in one region, from the written spot `from` to the written spot `to`. When both
 * lie on one boundary the curve cuts the region: the boundaries listed in `inside` go to the side
 * of the path that leads along the boundary from `from` to `to`. */
struct zm_sprouts_curve {
    uint16_t region, from, to; /* `from` and `to`: indices of drawing->written, from <= to */
    uint16_t from_boundary, to_boundary;
    uint16_t inside_count;
    uint16_t inside[ZM_SPROUTS_BOUNDARIES]; /* increasing */
};

void zm_sprouts_curves(const struct zm_sprouts_drawing *drawing, struct zm_list *moves);
void zm_sprouts_curve_load(struct zm_bytes move, struct zm_sprouts_curve *curve);
void zm_sprouts_curve_name(const struct zm_sprouts_drawing *drawing,
                           const struct zm_sprouts_curve *curve, struct zm_buffer *text);
/* The end of a curve at a written spot: "3", or "3~2" when the region meets the spot more than
 * once.
 */
void zm_sprouts_end_name(const struct zm_sprouts_drawing *drawing, unsigned region, unsigned end,
                         struct zm_buffer *text);
/* What names a boundary in a move. */
unsigned zm_sprouts_least_spot(const struct zm_sprouts_drawing *drawing, unsigned boundary);
/* Does a boundary have a live spot? The dead ones need no side of their own. */
bool zm_sprouts_boundary_lives(const struct zm_sprouts_drawing *drawing, unsigned boundary);
/* `next` must not be `drawing`. */
void zm_sprouts_curve_draw(const struct zm_sprouts_drawing *drawing,
                           const struct zm_sprouts_curve *curve, struct zm_sprouts_drawing *next);

#endif
