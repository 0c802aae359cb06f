/* The playing side: moves on the drawing, their names, and what they make of it. */
#ifndef ZM_GAMES_SPROUTS_PLAYING_H
#define ZM_GAMES_SPROUTS_PLAYING_H

#include "games/sprouts/drawing.h"

/* What a curve does to a region of another surface than the plane (thesis, 11.2). */
enum zm_sprouts_way {
    ZM_SPROUTS_STRAIGHT, /* joins two boundaries, or cuts the region; in the plane, nothing else */
    ZM_SPROUTS_TURNED,   /* joins two boundaries, the second of which is met the other way round */
    ZM_SPROUTS_HANDLE,   /* two new boundaries, but the region stays one */
    ZM_SPROUTS_CROSSCAP, /* one new boundary instead of one: the path back is turned round */
};

/* A move: one curve in one region, from the written spot `from` to the written spot `to`. When both
 * lie on one boundary the curve cuts the region: the boundaries listed in `inside` go to the side
 * of the path that leads along the boundary from `from` to `to`. */
struct zm_sprouts_curve {
    uint16_t region, from, to; /* `from` and `to`: indices of drawing->written, from <= to */
    uint16_t from_boundary, to_boundary;
    uint16_t inside_count;
    uint16_t inside[ZM_SPROUTS_BOUNDARIES]; /* increasing */
    uint16_t way;
    int16_t genus, inside_genus; /* of the region afterwards, and of what lies inside */
    uint16_t turned_count;       /* boundaries that are read the other way round afterwards */
    uint16_t turned[ZM_SPROUTS_BOUNDARIES];
};

void zm_sprouts_curves(const struct zm_sprouts_drawing *drawing, struct zm_list *moves);
/* Which legal moves zm_sprouts_curves leaves out because there are too many of them, in words;
 * nothing when it leaves out none. */
void zm_sprouts_unlisted(const struct zm_sprouts_drawing *drawing, struct zm_buffer *text);
/* naming.c: adds the curve of a name in a plane region, listed by zm_sprouts_curves or not; false
 * when there is none. */
bool zm_sprouts_curve_find(const struct zm_sprouts_drawing *drawing, const char *name,
                           struct zm_list *moves);
void zm_sprouts_curve_load(struct zm_bytes move, struct zm_sprouts_curve *curve);
void zm_sprouts_curve_name(const struct zm_sprouts_drawing *drawing,
                           const struct zm_sprouts_curve *curve, struct zm_buffer *text);
/* The end of a curve at a written spot: "3", or "3~2" when the region meets the spot more than
 * once.
 */
void zm_sprouts_end_name(const struct zm_sprouts_drawing *drawing, unsigned region, unsigned end,
                         struct zm_buffer *text);
/* What names a boundary in a move; on other surfaces several of one region may have the same. */
unsigned zm_sprouts_least_spot(const struct zm_sprouts_drawing *drawing, unsigned boundary);
/* The same as a name of its own: "3", or "3~2" for the second of those. */
void zm_sprouts_boundary_name(const struct zm_sprouts_drawing *drawing, unsigned region,
                              unsigned boundary, struct zm_buffer *text);
/* Does a boundary have a live spot? The dead ones need no side of their own. */
bool zm_sprouts_boundary_lives(const struct zm_sprouts_drawing *drawing, unsigned boundary);
/* `next` must not be `drawing`. */
void zm_sprouts_curve_draw(const struct zm_sprouts_drawing *drawing,
                           const struct zm_sprouts_curve *curve, struct zm_sprouts_drawing *next);

void zm_sprouts_curve_save(const struct zm_sprouts_curve *curve, struct zm_list *moves);

/* surface_playing.c: the moves that the division of a region's other boundaries, or the curve
 * alone, leaves to choose when the region is no plane one; and what their names say of it. */
void zm_sprouts_add_divided(const struct zm_sprouts_drawing *drawing,
                            struct zm_sprouts_curve *curve, struct zm_list *moves);
void zm_sprouts_add_whole(const struct zm_sprouts_drawing *drawing, struct zm_sprouts_curve *curve,
                          struct zm_list *moves);
void zm_sprouts_add_joined(const struct zm_sprouts_drawing *drawing, struct zm_sprouts_curve *curve,
                           struct zm_list *moves);
void zm_sprouts_way_name(const struct zm_sprouts_drawing *drawing,
                         const struct zm_sprouts_curve *curve, struct zm_buffer *text);

#endif
