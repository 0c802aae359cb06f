/* The names of compact surfaces; see surface.c. */
#ifndef ZM_GAMES_SPROUTS_SURFACE_H
#define ZM_GAMES_SPROUTS_SURFACE_H

#include "base/buffer.h"
#include "base/error.h"

/* Reads "sphere", "torus", "torus:3", "torus:all", "projective", "projective:5", "klein". */
enum zm_status zm_sprouts_surface_read(const char *text, int *genus, struct zm_error *error);
/* Appends the name of a surface: "torus", "sphere with 3 handles". */
void zm_sprouts_surface_name(int genus, struct zm_buffer *text);

#endif
