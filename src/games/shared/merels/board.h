/* Boards of the merels family (three, five, six, nine men's morris and their relatives all over the
 * world): points, the lines along which men slide, the lines that count when filled, and the
 * symmetries of it all. A board is described by text, so that a new one is a row of a table. */
#ifndef ZM_GAMES_SHARED_MERELS_BOARD_H
#define ZM_GAMES_SHARED_MERELS_BOARD_H

#include "base/error.h"

#include <stdint.h>

enum {
    ZM_MERELS_POINTS = 24,
    ZM_MERELS_LINES = 32,
    ZM_MERELS_JUMPS = 128,
    ZM_MERELS_SYMMETRIES = 16,
    ZM_MERELS_NOWHERE = 0xff,
};

/* A board as text. Points are named by one character, or by two like squares of a chessboard; the
 * name of a point always has the same length on one board. */
struct zm_merels_plan {
    const char *name;
    const char *points; /* "1@0,0 2@1,0 ...": names with their place, x to the right, y down */
    const char *edges;  /* strokes: a man slides between points that follow each other in one */
    const char *lines;  /* groups of points that count when one player has them all */
    const char *centre; /* the point that the ban on the centre means, or NULL */
};

struct zm_merels_jump {
    uint8_t from, over, to;
};

struct zm_merels_board {
    unsigned points, name_length;
    char names[ZM_MERELS_POINTS][3];
    uint8_t x[ZM_MERELS_POINTS], y[ZM_MERELS_POINTS];
    uint32_t all;
    uint32_t near[ZM_MERELS_POINTS]; /* where a man can slide to */
    unsigned line_count;
    uint32_t lines[ZM_MERELS_LINES];
    unsigned jump_count; /* points that follow each other in a line, both ways */
    struct zm_merels_jump jumps[ZM_MERELS_JUMPS];
    uint8_t centre; /* or ZM_MERELS_NOWHERE */
    unsigned symmetry_count;
    uint8_t symmetries[ZM_MERELS_SYMMETRIES][ZM_MERELS_POINTS]; /* the identity first */
};

/* Makes a board from its plan; `edges` and `lines` replace those of the plan unless NULL. */
enum zm_status zm_merels_board_make(struct zm_merels_board *board,
                                    const struct zm_merels_plan *plan, const char *edges,
                                    const char *lines, struct zm_error *error);
/* The plan with this name, or NULL. */
const struct zm_merels_plan *zm_merels_plan_find(const char *name);
/* The point whose name starts `text`, or ZM_MERELS_NOWHERE. */
uint8_t zm_merels_point(const struct zm_merels_board *board, const char *text);
/* The image of a set of points. */
uint32_t zm_merels_image(const struct zm_merels_board *board, unsigned symmetry, uint32_t set);

/* Does `men` fill a line; a line through `point`? */
bool zm_merels_aligned(const struct zm_merels_board *board, uint32_t men);
bool zm_merels_aligned_at(const struct zm_merels_board *board, uint32_t men, unsigned point);

#endif
