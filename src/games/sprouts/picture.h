/* Pictures of a drawing: an atlas with one map for each region. */
#ifndef ZM_GAMES_SPROUTS_PICTURE_H
#define ZM_GAMES_SPROUTS_PICTURE_H

#include "games/sprouts/drawing.h"

void zm_sprouts_picture_text(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out);
void zm_sprouts_picture_svg(const struct zm_sprouts_drawing *drawing, struct zm_buffer *out);

#endif
