/* Pictures of a drawing: a line of text for each region; a map of the plane; an atlas with one map
 * for each region, for what no plane map shows (other surfaces, texts that are no drawing). */
#ifndef ZM_GAMES_SPROUTS_PICTURE_H
#define ZM_GAMES_SPROUTS_PICTURE_H

#include "games/sprouts/drawing.h"

void zm_sprouts_picture_text(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out);
void zm_sprouts_picture_svg(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out);

bool zm_sprouts_region_lives(const struct zm_sprouts_drawing *drawing, unsigned region);
/* "region 2", and its surface when it is no plane one: "region 2, torus". */
void zm_sprouts_region_title(const struct zm_sprouts_drawing *drawing, unsigned region,
                             struct zm_buffer *out);
/* atlas.c */
void zm_sprouts_atlas(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out);
/* chart.c: false when the drawing is none of the plane. */
bool zm_sprouts_chart(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out);

#endif
