/* Bounds by strips of two lines; see bounds.h. */
#include "engines/domineering/bounds.h"

#include "engines/domineering/moves.h"

#include <stdlib.h>

/* --- tables of strips ------------------------------------------------------------------------- */

static size_t table_bytes(unsigned width)
{
    return sizeof(struct zm_walls) << 2 * width;
}

/* How long the strips are, for lines of `width` places; lines that are longer are cut. */
static unsigned strip_width(unsigned width, unsigned cells, size_t bytes)
{
    while (width > 1 && (2 * width > cells || table_bytes(width) > bytes))
        width--;
    return width;
}

enum zm_status zm_strips_open(struct zm_strip_tables *tables, unsigned rows, unsigned columns,
                              unsigned cells, size_t bytes, struct zm_error *error)
{
    struct zm_strips *left = &tables->strips[ZM_LEFT], *right = &tables->strips[ZM_RIGHT];
    *tables = (struct zm_strip_tables){0};
    if (table_bytes(1) > bytes / 2)
        return zm_fail(error, ZM_STOPPED,
                       "stopped: the tables of strips take more memory than --memory allows");
    left->width = strip_width(columns, cells, bytes / 2);
    right->width = strip_width(rows, cells, bytes / 2);
    left->walls = zm_walls_of_strips(2, left->width);
    right->walls = right->width == left->width ? left->walls : zm_walls_of_strips(2, right->width);
    if (left->walls != NULL && right->walls != NULL)
        return ZM_OK;
    zm_strips_close(tables);
    return zm_fail_memory(error);
}

void zm_strips_close(struct zm_strip_tables *tables)
{
    if (tables->strips[ZM_LEFT].walls != tables->strips[ZM_RIGHT].walls)
        free(tables->strips[ZM_RIGHT].walls);
    free(tables->strips[ZM_LEFT].walls);
    *tables = (struct zm_strip_tables){0};
}

/* --- the worth of strips ---------------------------------------------------------------------- */

/* A piece of a strip without any domino of the side: only the other one moves. */
static struct zm_worth worth_without_moves(uint32_t line, uint32_t next)
{
    int fit = (int)(zm_domino_fit(line) + zm_domino_fit(next));
    zm_wall wall = zm_wall_level((int16_t)(-fit * ZM_WALL_ONE));
    return (struct zm_worth){wall, wall};
}

/* Cuts a strip that is wider than the table where nothing crosses; what stays too wide is taken
 * without the side's moves. */
static struct zm_worth worth_of_wide(const struct zm_strips *strips, uint32_t line, uint32_t next)
{
    struct zm_worth worth = zm_worth_nothing();
    uint32_t all = line | next, joined = (line & line >> 1) | (next & next >> 1);
    while (all != 0) {
        unsigned first = (unsigned)__builtin_ctz(all);
        unsigned width = (unsigned)__builtin_ctz(~(joined >> first)) + 1;
        uint32_t mask = (width == 32 ? ~UINT32_C(0) : (UINT32_C(1) << width) - 1) << first;
        size_t index = (line & mask) >> first | (size_t)((next & mask) >> first) << strips->width;
        worth = zm_worth_add(worth, width <= strips->width
                                        ? zm_worth_of(&strips->walls[index])
                                        : worth_without_moves(line & mask, next & mask));
        all &= ~mask;
    }
    return worth;
}

static inline struct zm_worth worth_of_pair(const struct zm_strips *strips, unsigned width,
                                            uint32_t line, uint32_t next)
{
    if (width > strips->width)
        return worth_of_wide(strips, line, next);
    return zm_worth_of(&strips->walls[line | (size_t)next << strips->width]);
}

/* --- all moves of a node, with strips of two -------------------------------------------------- */

/* What the lines before the k-th, and those from the k-th on, are worth to a side. */
struct sweep {
    struct zm_worth before[ZM_DOMINEERING_SIDE + 1], after[ZM_DOMINEERING_SIDE + 2];
};

/* A side's view of a board, with its table. */
struct view {
    const struct zm_strips *strips;
    const uint32_t *lines;
    unsigned count, width;
};

static struct view view_of(const struct zm_strip_tables *tables,
                           const struct zm_domino_board *board, enum zm_side side)
{
    return (struct view){&tables->strips[side], board->view[side], board->lines[side],
                         board->lines[zm_domino_other(side)]};
}

static struct zm_worth pair(const struct view *view, uint32_t line, uint32_t next)
{
    return worth_of_pair(view->strips, view->width, line, next);
}

static void sweep_lines(const struct view *view, struct sweep *sweep)
{
    const uint32_t *lines = view->lines;
    struct zm_worth single[ZM_DOMINEERING_SIDE], twice[ZM_DOMINEERING_SIDE];
    for (unsigned i = 0; i < view->count; i++) {
        single[i] = pair(view, lines[i], 0);
        if (i > 0)
            twice[i] = pair(view, lines[i - 1], lines[i]);
    }
    sweep->before[0] = sweep->after[view->count] = zm_worth_nothing();
    for (unsigned i = 0; i < view->count; i++) {
        struct zm_worth worth = zm_worth_add(sweep->before[i], single[i]);
        sweep->before[i + 1] =
            i == 0 ? worth : zm_worth_max(worth, zm_worth_add(sweep->before[i - 1], twice[i]));
    }
    for (unsigned i = view->count; i-- > 0;) {
        struct zm_worth worth = zm_worth_add(sweep->after[i + 1], single[i]);
        sweep->after[i] =
            i + 1 == view->count
                ? worth
                : zm_worth_max(worth, zm_worth_add(sweep->after[i + 2], twice[i + 1]));
    }
}

/* What the board is worth to who places a domino, when the opponent is to move. */
static zm_wall worth_to_mover(const struct view *view, const struct sweep *sweep,
                              struct zm_domino domino)
{
    unsigned k = domino.line;
    uint32_t taken = UINT32_C(1) << domino.place;
    uint32_t line = view->lines[k] & ~taken, next = view->lines[k + 1] & ~taken;
    zm_wall upto = sweep->before[k].second + pair(view, line, 0).second;
    if (k > 0)
        upto = zm_wall_max(upto, sweep->before[k - 1].second +
                                     pair(view, view->lines[k - 1], line).second);
    zm_wall both = zm_wall_max(upto + pair(view, next, 0).second,
                               sweep->before[k].second + pair(view, line, next).second);
    zm_wall worth = both + sweep->after[k + 2].second;
    if (k + 2 < view->count)
        worth = zm_wall_max(worth, upto + pair(view, next, view->lines[k + 2]).second +
                                       sweep->after[k + 3].second);
    return worth;
}

/* What it is worth to the opponent, one of whose lines has lost two places. */
static struct zm_worth worth_to_other(const struct view *view, const struct sweep *sweep,
                                      struct zm_domino domino)
{
    unsigned k = domino.place;
    uint32_t line = view->lines[k] & ~(UINT32_C(3) << domino.line);
    struct zm_worth upto = zm_worth_add(sweep->before[k], pair(view, line, 0));
    if (k > 0)
        upto = zm_worth_max(
            upto, zm_worth_add(sweep->before[k - 1], pair(view, view->lines[k - 1], line)));
    struct zm_worth worth = zm_worth_add(upto, sweep->after[k + 1]);
    if (k + 1 < view->count)
        worth = zm_worth_max(worth, zm_worth_add(zm_worth_add(sweep->before[k],
                                                              pair(view, line, view->lines[k + 1])),
                                                 sweep->after[k + 2]));
    return worth;
}

size_t zm_bounds_trials(const struct zm_strip_tables *tables, const struct zm_domino_board *board,
                        enum zm_side side, struct zm_trial trials[ZM_MOST_TRIALS])
{
    struct view own = view_of(tables, board, side),
                others = view_of(tables, board, zm_domino_other(side));
    struct sweep own_sweep, others_sweep;
    uint32_t best[ZM_DOMINEERING_SIDE];
    size_t count = 0;
    sweep_lines(&own, &own_sweep);
    sweep_lines(&others, &others_sweep);
    zm_domino_best_places(board, side, best);
    for (unsigned line = 0; line + 1 < own.count; line++)
        for (uint32_t places = best[line]; places != 0; places &= places - 1) {
            struct zm_domino domino = {(uint8_t)line, (uint8_t)__builtin_ctz(places)};
            zm_wall mine = worth_to_mover(&own, &own_sweep, domino);
            struct zm_trial *trial = &trials[count];
            *trial = (struct zm_trial){.domino = domino, .judged = ZM_JUDGED_OPEN};
            if (zm_worth_wins((struct zm_worth){mine, mine}, false)) {
                trial->judged = ZM_JUDGED_LOST;
                return count + 1;
            }
            struct zm_worth theirs = worth_to_other(&others, &others_sweep, domino);
            if (zm_worth_wins(theirs, true))
                continue;
            trial->own = mine[ZM_WALL_HOT];
            trial->promise = (int32_t)(trial->own - theirs.second[ZM_WALL_HOT]);
            count++;
        }
    return count;
}
