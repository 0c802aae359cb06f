/* What the rules of Hackenbush and its drawing share: a picture as a list of edges. */
#ifndef ZM_GAMES_HACKENBUSH_INSIDE_H
#define ZM_GAMES_HACKENBUSH_INSIDE_H

#include "games/game.h"

enum { HACKENBUSH_VERTICES = 64, HACKENBUSH_EDGES = 200 };
enum { HACKENBUSH_BLUE, HACKENBUSH_RED, HACKENBUSH_GREEN };

struct hackenbush_edge {
    uint8_t u, v, colour;
};

struct hackenbush_picture {
    struct hackenbush_edge edges[HACKENBUSH_EDGES];
    size_t count;
};

/* Reads the edges of a position, which follow its first byte. */
static inline void hackenbush_read(struct zm_bytes bytes, struct hackenbush_picture *picture)
{
    picture->count = (bytes.size - 1) / 3;
    for (size_t i = 0; i < picture->count; i++)
        picture->edges[i] = (struct hackenbush_edge){bytes.data[1 + 3 * i], bytes.data[2 + 3 * i],
                                                     bytes.data[3 + 3 * i]};
}

/* A vertex as a set of vertices. */
static inline uint64_t hackenbush_bit(unsigned v)
{
    return UINT64_C(1) << v;
}

/* May this player cut the edge? */
static inline bool hackenbush_may_cut(const struct hackenbush_edge *edge, int side)
{
    return edge->colour == HACKENBUSH_GREEN ||
           edge->colour == (side == ZM_LEFT ? HACKENBUSH_BLUE : HACKENBUSH_RED);
}

/* Appends "3:1-2B": the third edge, which is 1-2B. */
void hackenbush_name(void *state, struct zm_bytes position, struct zm_bytes move,
                     struct zm_buffer *text);

extern const struct zm_picture zm_hackenbush_picture;

#endif
