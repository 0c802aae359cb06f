/* Boards made from their descriptions, and their symmetries; see board.h. */
#include "games/shared/merels/board.h"

#include <stdlib.h>
#include <string.h>

uint8_t zm_merels_point(const struct zm_merels_board *board, const char *text)
{
    for (unsigned p = 0; p < board->points; p++)
        if (strncmp(text, board->names[p], board->name_length) == 0)
            return (uint8_t)p;
    return ZM_MERELS_NOWHERE;
}

bool zm_merels_aligned(const struct zm_merels_board *board, uint32_t men)
{
    for (unsigned i = 0; i < board->line_count; i++)
        if ((men & board->lines[i]) == board->lines[i])
            return true;
    return false;
}

bool zm_merels_aligned_at(const struct zm_merels_board *board, uint32_t men, unsigned point)
{
    for (unsigned i = 0; i < board->line_count; i++)
        if (board->lines[i] >> point & 1 && (men & board->lines[i]) == board->lines[i])
            return true;
    return false;
}

uint32_t zm_merels_image(const struct zm_merels_board *board, unsigned symmetry, uint32_t set)
{
    uint32_t image = 0;
    for (; set != 0; set &= set - 1)
        image |= 1u << board->symmetries[symmetry][__builtin_ctz(set)];
    return image;
}

/* Reads "NAME@x,y NAME@x,y ...", a table of the program. */
static void read_points(struct zm_merels_board *board, const char *text)
{
    board->name_length = (unsigned)strcspn(text, "@");
    while (*text != 0 && board->points < ZM_MERELS_POINTS) {
        unsigned p = board->points++;
        char *rest;
        memcpy(board->names[p], text, board->name_length);
        board->x[p] = (uint8_t)strtoul(text + board->name_length + 1, &rest, 10);
        board->y[p] = (uint8_t)strtoul(rest + 1, &rest, 10);
        text = rest + strspn(rest, " ");
    }
    board->all = (uint32_t)((UINT64_C(1) << board->points) - 1);
}

/* One word of a description: its points in order. */
struct stroke {
    unsigned count;
    uint8_t points[ZM_MERELS_POINTS + 1];
};

/* Reads the next word of `*text`; count 0 at the end. */
static enum zm_status next_stroke(const struct zm_merels_board *board, const char **text,
                                  struct stroke *stroke, struct zm_error *error)
{
    *text += strspn(*text, " ,");
    stroke->count = 0;
    while (**text != 0 && strchr(" ,", **text) == NULL) {
        uint8_t point = zm_merels_point(board, *text);
        if (point == ZM_MERELS_NOWHERE)
            return zm_fail(error, ZM_BAD_INPUT, "'%.20s' does not start with a point of the board",
                           *text);
        if (stroke->count == ZM_MERELS_POINTS + 1)
            return zm_fail(error, ZM_BAD_INPUT, "a line of more than %d points",
                           ZM_MERELS_POINTS + 1);
        stroke->points[stroke->count++] = point;
        *text += board->name_length;
    }
    if (stroke->count == 1)
        return zm_fail(error, ZM_BAD_INPUT, "a line of one point ('%s'); expected two at least",
                       board->names[stroke->points[0]]);
    return ZM_OK;
}

static enum zm_status read_edges(struct zm_merels_board *board, const char *text,
                                 struct zm_error *error)
{
    struct stroke stroke;
    enum zm_status status = next_stroke(board, &text, &stroke, error);
    for (; status == ZM_OK && stroke.count > 0; status = next_stroke(board, &text, &stroke, error))
        for (unsigned i = 0; i + 1 < stroke.count; i++) {
            uint8_t a = stroke.points[i], b = stroke.points[i + 1];
            if (a == b)
                return zm_fail(error, ZM_BAD_INPUT, "a line goes from %s to itself",
                               board->names[a]);
            board->near[a] |= 1u << b;
            board->near[b] |= 1u << a;
        }
    if (status != ZM_OK)
        zm_error_context(error, "edges");
    return status;
}

static void add_jumps(struct zm_merels_board *board, const struct stroke *stroke)
{
    for (unsigned i = 0; i + 2 < stroke->count && board->jump_count + 2 <= ZM_MERELS_JUMPS; i++) {
        uint8_t a = stroke->points[i], b = stroke->points[i + 1], c = stroke->points[i + 2];
        board->jumps[board->jump_count++] = (struct zm_merels_jump){a, b, c};
        board->jumps[board->jump_count++] = (struct zm_merels_jump){c, b, a};
    }
}

static enum zm_status read_lines(struct zm_merels_board *board, const char *text,
                                 struct zm_error *error)
{
    struct stroke stroke;
    enum zm_status status = next_stroke(board, &text, &stroke, error);
    for (; status == ZM_OK && stroke.count > 0;
         status = next_stroke(board, &text, &stroke, error)) {
        if (board->line_count == ZM_MERELS_LINES) {
            status = zm_fail(error, ZM_BAD_INPUT, "more than %d lines", ZM_MERELS_LINES);
            break;
        }
        for (unsigned i = 0; i < stroke.count; i++)
            board->lines[board->line_count] |= 1u << stroke.points[i];
        board->line_count++;
        add_jumps(board, &stroke);
    }
    if (status != ZM_OK)
        zm_error_context(error, "lines");
    return status;
}

static bool keeps_lines(const struct zm_merels_board *board, const uint8_t *map)
{
    for (unsigned i = 0; i < board->line_count; i++) {
        uint32_t image = 0;
        for (unsigned p = 0; p < board->points; p++)
            if (board->lines[i] >> p & 1)
                image |= 1u << map[p];
        bool found = false;
        for (unsigned j = 0; j < board->line_count; j++)
            found = found || board->lines[j] == image;
        if (!found)
            return false;
    }
    return true;
}

/* Extends a map of the first `done` points in all ways that keep the edges and the centre, and
 * keeps those that keep the lines too. False when there are more than fit, or when looking for them
 * takes too long, as on a board with hardly any edge. */
static bool extend(struct zm_merels_board *board, uint8_t *map, unsigned done, uint32_t used,
                   unsigned *patience)
{
    if ((*patience)-- == 0)
        return false;
    if (done == board->points) {
        if (!keeps_lines(board, map))
            return true;
        if (board->symmetry_count == ZM_MERELS_SYMMETRIES)
            return false;
        memcpy(board->symmetries[board->symmetry_count++], map, ZM_MERELS_POINTS);
        return true;
    }
    for (unsigned image = 0; image < board->points; image++) {
        bool fits = (used >> image & 1) == 0 && (done == board->centre) == (image == board->centre);
        for (unsigned p = 0; p < done && fits; p++)
            fits = (board->near[done] >> p & 1) == (board->near[image] >> map[p] & 1);
        map[done] = (uint8_t)image;
        if (fits && !extend(board, map, done + 1, used | 1u << image, patience))
            return false;
    }
    return true;
}

/* When they cannot all be had, only the identity is used: it is a group, too. */
static void find_symmetries(struct zm_merels_board *board)
{
    uint8_t map[ZM_MERELS_POINTS] = {0};
    unsigned patience = 1000000;
    if (extend(board, map, 0, 0, &patience))
        return;
    board->symmetry_count = 1;
    for (unsigned p = 0; p < ZM_MERELS_POINTS; p++)
        board->symmetries[0][p] = (uint8_t)p;
}

enum zm_status zm_merels_board_make(struct zm_merels_board *board,
                                    const struct zm_merels_plan *plan, const char *edges,
                                    const char *lines, struct zm_error *error)
{
    memset(board, 0, sizeof *board);
    read_points(board, plan->points);
    board->centre = plan->centre == NULL ? ZM_MERELS_NOWHERE : zm_merels_point(board, plan->centre);
    enum zm_status status = read_edges(board, edges != NULL ? edges : plan->edges, error);
    if (status == ZM_OK)
        status = read_lines(board, lines != NULL ? lines : plan->lines, error);
    if (status == ZM_OK)
        find_symmetries(board);
    return status;
}
