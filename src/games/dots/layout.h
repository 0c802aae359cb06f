/* The drawing behind a position: which coins and strings there are, where they lie, and how people
 * name them. Three kinds:
 *   a board    3x3, american:3x3, swedish:4x4, icelandic:3x5 (American when the word is left out)
 *   arrays     the thesis's strings: A*EALALB*E
 *   a graph    graph:1-2,2-3,1-0,3-0 (coins numbered from 1, 0 is the ground), which has no
 * drawing; ctf:... writes the same as chocolate, web and forest (ctf.h)
 */
#ifndef ZM_GAMES_DOTS_LAYOUT_H
#define ZM_GAMES_DOTS_LAYOUT_H

#include "base/buffer.h"
#include "base/error.h"
#include "games/dots/coins.h"

enum zm_dots_kind {
    ZM_DOTS_AMERICAN,  /* no side of the frame drawn */
    ZM_DOTS_SWEDISH,   /* the whole frame drawn */
    ZM_DOTS_ICELANDIC, /* top and left drawn */
    ZM_DOTS_ARRAYS,
    ZM_DOTS_GRAPH,
};

/* Sides of a box; also where an arrow points. */
enum zm_dots_side { ZM_NORTH, ZM_EAST, ZM_SOUTH, ZM_WEST };

struct zm_dots_layout {
    enum zm_dots_kind kind;
    struct zm_coins graph;
    uint8_t rows, columns;         /* of a board; of all arrays side by side otherwise */
    uint8_t row[ZM_COINS_MOST];    /* of each coin */
    uint8_t column[ZM_COINS_MOST]; /* arrays lie side by side, one empty column between */
    uint8_t side[ZM_COINS_MOST];   /* of each string, seen from its first coin */
};

enum zm_status zm_dots_board(struct zm_dots_layout *layout, enum zm_dots_kind kind, unsigned rows,
                             unsigned columns, struct zm_error *error);
/* Reads the layout part of a position text, up to what does not belong to it (`*rest`). */
enum zm_status zm_dots_layout_parse(struct zm_dots_layout *layout, const char *text,
                                    const char **rest, struct zm_error *error);
/* Writes it back, whole. */
void zm_dots_layout_print(const struct zm_dots_layout *layout, struct zm_buffer *text);
/* Whether the sides are those of one board of boxes, with dots that name them. */
static inline bool zm_dots_is_board(const struct zm_dots_layout *layout)
{
    return layout->kind <= ZM_DOTS_ICELANDIC;
}

/* The name of a string: two dots of a board (a1b1: letters across, numbers down), or s1, s2, ... */
void zm_dots_string_name(const struct zm_dots_layout *layout, unsigned string,
                         struct zm_buffer *text);
/* The string that a word of `size` characters names (the dots in either order); -1: none. */
int zm_dots_string_find(const struct zm_dots_layout *layout, const char *word, size_t size);
/* The component made of `coins` and those of `strings` that they hold, as the thesis writes it
 * ("BLCLB*E"), as it lies: cropped, not turned. Not for graphs. */
void zm_dots_component_text(const struct zm_dots_layout *layout, uint64_t strings, uint64_t coins,
                            struct zm_buffer *text);

#endif
