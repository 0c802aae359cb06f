/* Bounds by strips and parts; see bounds.h. */
#include "engines/domineering/bounds.h"

#include <stdlib.h>

/* --- tables of strips ------------------------------------------------------------------------- */

/* How many places the lines of strips have at most, by the number of lines: lines that are longer
 * are cut, and 10 places of two lines are enough for them. */
static const unsigned widest[ZM_HIGHEST_STRIP + 1] = {0, 0, 11, 8, 6, 4};
enum { USUAL_PAIR = 10, MOST_OF_TWO = 20 }; /* places; cells, even when few are wanted */

static size_t table_bytes(unsigned lines, unsigned width)
{
    return sizeof(struct zm_walls) << lines * width;
}

/* How long the strips of some lines are, for lines of `width` places; 0: there are none. */
static unsigned strip_width(unsigned lines, unsigned width, unsigned cells, size_t bytes)
{
    if (width > widest[lines])
        width = lines == 2 ? USUAL_PAIR : widest[lines];
    while (width > 0 && (lines * width > cells || table_bytes(lines, width) > bytes))
        width--;
    return width;
}

/* Makes the tables of some lines, one for both sides when they are alike, out of `bytes`. */
static void open_lines(struct zm_strip_tables *tables, unsigned lines, const unsigned widths[2],
                       unsigned cells, size_t *bytes)
{
    struct zm_strips *left = &tables->strips[ZM_LEFT][lines];
    struct zm_strips *right = &tables->strips[ZM_RIGHT][lines];
    left->width = strip_width(lines, widths[ZM_LEFT], cells, *bytes / 2);
    right->width = strip_width(lines, widths[ZM_RIGHT], cells, *bytes / 2);
    if (left->width > 0)
        left->walls = zm_walls_of_strips(lines, left->width);
    if (right->width == left->width)
        right->walls = left->walls;
    else if (right->width > 0)
        right->walls = zm_walls_of_strips(lines, right->width);
    *bytes -= left->width > 0 ? table_bytes(lines, left->width) : 0;
    if (right->width > 0 && right->width != left->width)
        *bytes -= table_bytes(lines, right->width);
}

enum zm_status zm_strips_open(struct zm_strip_tables *tables, unsigned rows, unsigned columns,
                              unsigned cells, size_t bytes, struct zm_error *error)
{
    const unsigned widths[2] = {columns, rows};
    unsigned of_two = rows * columns / 2 < MOST_OF_TWO ? rows * columns / 2 : MOST_OF_TWO;
    bool enough = table_bytes(2, 1) <= bytes / 2;
    *tables = (struct zm_strip_tables){0};
    for (unsigned lines = 2; lines <= ZM_HIGHEST_STRIP && enough; lines++)
        open_lines(tables, lines, widths, lines == 2 && of_two > cells ? of_two : cells, &bytes);
    if (tables->strips[ZM_LEFT][2].walls != NULL && tables->strips[ZM_RIGHT][2].walls != NULL)
        return ZM_OK;
    zm_strips_close(tables);
    return enough ? zm_fail_memory(error)
                  : zm_fail(error, ZM_STOPPED,
                            "stopped: the tables of strips take more memory than --memory allows");
}

void zm_strips_close(struct zm_strip_tables *tables)
{
    for (unsigned lines = 2; lines <= ZM_HIGHEST_STRIP; lines++) {
        if (tables->strips[ZM_LEFT][lines].walls != tables->strips[ZM_RIGHT][lines].walls)
            free(tables->strips[ZM_RIGHT][lines].walls);
        free(tables->strips[ZM_LEFT][lines].walls);
    }
    *tables = (struct zm_strip_tables){0};
}

/* --- the worth of strips ---------------------------------------------------------------------- */

/* Some lines as one side sees them. */
struct strip {
    const uint32_t *lines;
    unsigned count;
};

/* How many dominoes of the other side fit on a line. */
static int crosswise(uint32_t line)
{
    int fit = 0;
    for (uint32_t places = line & line >> 1; places != 0; fit++) {
        uint32_t first = places & -places;
        places &= ~(first * 3);
    }
    return fit;
}

/* A piece of a strip without any domino of the side: only the other one moves. */
static struct zm_worth worth_without_moves(struct strip strip, uint32_t mask)
{
    int fit = 0;
    for (unsigned i = 0; i < strip.count; i++)
        fit += crosswise(strip.lines[i] & mask);
    zm_wall wall = zm_wall_level((int16_t)(-fit * ZM_WALL_ONE));
    return (struct zm_worth){wall, wall};
}

/* Cuts a strip that is wider than the table where nothing crosses; what stays too wide is taken
 * without the side's moves. */
static struct zm_worth worth_of_wide(const struct zm_strips *strips, struct strip strip)
{
    struct zm_worth worth = zm_worth_nothing();
    uint32_t all = 0, joined = 0; /* places that are used, and joined to the next one */
    for (unsigned i = 0; i < strip.count; i++) {
        all |= strip.lines[i];
        joined |= strip.lines[i] & strip.lines[i] >> 1;
    }
    while (all != 0) {
        unsigned first = (unsigned)__builtin_ctz(all);
        unsigned width = (unsigned)__builtin_ctz(~(joined >> first)) + 1;
        uint32_t mask = (width == 32 ? ~UINT32_C(0) : (UINT32_C(1) << width) - 1) << first;
        size_t index = 0;
        for (unsigned i = 0; i < strip.count && width <= strips->width; i++)
            index |= (size_t)((strip.lines[i] & mask) >> first) << i * strips->width;
        worth = zm_worth_add(worth, width <= strips->width ? zm_worth_of(&strips->walls[index])
                                                           : worth_without_moves(strip, mask));
        all &= ~mask;
    }
    return worth;
}

static inline struct zm_worth worth_of_pair(const struct zm_strips *strips, unsigned width,
                                            uint32_t line, uint32_t next)
{
    if (width > strips->width)
        return worth_of_wide(strips, (struct strip){(uint32_t[]){line, next}, 2});
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
    return (struct view){&tables->strips[side][2], board->view[side], board->lines[side],
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
    size_t count = 0;
    sweep_lines(&own, &own_sweep);
    sweep_lines(&others, &others_sweep);
    for (unsigned line = 0; line + 1 < own.count; line++)
        for (uint32_t places = zm_domino_board_places(board, side, line); places != 0;
             places &= places - 1) {
            struct zm_domino domino = {(uint8_t)line, (uint8_t)__builtin_ctz(places)};
            zm_wall mine = worth_to_mover(&own, &own_sweep, domino);
            struct zm_trial *trial = &trials[count];
            *trial = (struct zm_trial){domino, ZM_JUDGED_OPEN, 0};
            if (zm_worth_wins((struct zm_worth){mine, mine}, false)) {
                trial->judged = ZM_JUDGED_LOST;
                return count + 1;
            }
            struct zm_worth theirs = worth_to_other(&others, &others_sweep, domino);
            if (zm_worth_wins(theirs, true))
                continue;
            trial->promise = (int16_t)(mine[ZM_WALL_HOT] - theirs.second[ZM_WALL_HOT]);
            count++;
        }
    return count;
}

/* --- one board, with all strips and small parts ----------------------------------------------- */

/* Has a strip with these joins between neighbouring places a piece that is wider than the table? */
static bool is_too_wide(uint32_t joined, unsigned width)
{
    for (unsigned i = 1; i < width && joined != 0; i++)
        joined &= joined >> 1;
    return joined != 0;
}

/* The best cut into strips of one or more lines. */
static struct zm_worth worth_of_view(const struct zm_strip_tables *tables, enum zm_side side,
                                     const struct view *view)
{
    struct zm_worth best[ZM_DOMINEERING_SIDE + 1];
    best[0] = zm_worth_nothing();
    for (unsigned i = 1; i <= view->count; i++) {
        const uint32_t *line = &view->lines[i - 1];
        uint32_t joined = line[0] & line[0] >> 1;
        best[i] = zm_worth_add(best[i - 1], pair(view, line[0], 0));
        if (i >= 2) {
            joined |= line[-1] & line[-1] >> 1;
            best[i] =
                zm_worth_max(best[i], zm_worth_add(best[i - 2], pair(view, line[-1], line[0])));
        }
        for (unsigned lines = 3; lines <= i && lines <= ZM_HIGHEST_STRIP; lines++) {
            const struct zm_strips *strips = &tables->strips[side][lines];
            struct strip strip = {line + 1 - lines, lines};
            joined |= *strip.lines & *strip.lines >> 1;
            if (strips->walls == NULL || is_too_wide(joined, strips->width))
                break;
            best[i] =
                zm_worth_max(best[i], zm_worth_add(best[i - lines], worth_of_wide(strips, strip)));
        }
    }
    return best[view->count];
}

/* Takes the cells of a set out of a board. */
static void take_out(struct zm_domino_board *board, zm_domino_cells cells)
{
    unsigned columns = board->lines[ZM_RIGHT];
    uint32_t mask = columns == 32 ? ~UINT32_C(0) : (UINT32_C(1) << columns) - 1;
    for (unsigned row = 0; cells != 0; row++, cells >>= columns) {
        uint32_t taken = (uint32_t)cells & mask;
        board->view[ZM_LEFT][row] &= ~taken;
        for (; taken != 0; taken &= taken - 1)
            board->view[ZM_RIGHT][__builtin_ctz(taken)] &= ~(UINT32_C(1) << row);
    }
}

/* Adds the small parts to what the board is worth to each side; returns their cells. */
static zm_domino_cells add_parts(struct zm_domino_parts *parts, unsigned small,
                                 const struct zm_domino_board *board, struct zm_worth worth[2])
{
    zm_domino_cells rest = zm_domino_board_cells(board), taken = 0;
    while (rest != 0) {
        struct zm_walls walls[2];
        zm_domino_cells part = zm_domino_board_part(board, rest);
        rest &= ~part;
        if (zm_domino_cells_count(part) > small)
            continue;
        struct zm_domino_box box = zm_domino_box(board, part);
        if (box.width == 0 || !zm_domino_parts_find(parts, box, walls))
            continue;
        taken |= part;
        for (int side = ZM_LEFT; side <= ZM_RIGHT; side++)
            worth[side] = zm_worth_add(worth[side], zm_worth_of(&walls[side]));
    }
    return taken;
}

enum zm_judged zm_bounds_judge(const struct zm_strip_tables *tables, struct zm_domino_parts *parts,
                               unsigned small, const struct zm_domino_board *board,
                               enum zm_side side)
{
    struct zm_worth worth[2] = {zm_worth_nothing(), zm_worth_nothing()};
    struct zm_domino_board large = *board;
    take_out(&large, add_parts(parts, small, board, worth));
    struct view view = view_of(tables, &large, side);
    if (zm_worth_wins(zm_worth_add(worth[side], worth_of_view(tables, side, &view)), true))
        return ZM_JUDGED_WON;
    enum zm_side other = zm_domino_other(side);
    view = view_of(tables, &large, other);
    if (zm_worth_wins(zm_worth_add(worth[other], worth_of_view(tables, other, &view)), false))
        return ZM_JUDGED_LOST;
    return ZM_JUDGED_OPEN;
}
