/* Octal games: heaps of tokens under the rules of a code; see octal.c and docs/octal.md. */
#ifndef ZM_GAMES_OCTAL_OCTAL_H
#define ZM_GAMES_OCTAL_OCTAL_H

#include "games/game.h"

extern const struct zm_game zm_octal;

/* A position, or a component, taken apart: the text of its code, and its heaps. */
struct zm_octal_heaps {
    struct zm_bytes code;
    const uint8_t *data;
    size_t count;
};

struct zm_octal_heaps zm_octal_read(struct zm_bytes position);
uint32_t zm_octal_heap(const struct zm_octal_heaps *heaps, size_t index);
/* Sets the position of one heap under a code. */
void zm_octal_write(struct zm_bytes code, uint32_t heap, struct zm_buffer *position);

#endif
