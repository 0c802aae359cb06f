/* The order of moves; see order.h. */
#include "engines/domineering/order.h"

enum {
    PER_MOVE = 128,   /* more than all places together */
    BESIDE_EDGE = 96, /* lines at an odd distance from the edge, at even places, */
    AT_ODD = 64,      /* and at odd ones */
    INSIDE = 48,      /* other lines, but those along the edge, which have nothing */
    INSIDE_AT_ODD = 32,
    PER_LINE = 3, /* what each line from the edge takes, and each place one */
};

void zm_sort_trials(struct zm_trial *trials, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct zm_trial trial = trials[i];
        size_t j = i;
        for (; j > 0 && trials[j - 1].promise <= trial.promise; j--)
            trials[j] = trials[j - 1];
        trials[j] = trial;
    }
}

/* The lines of both sides, with two empty ones before and after. */
struct lines {
    uint32_t of[2][ZM_DOMINEERING_SIDE + 4];
};

static void read_lines(struct lines *lines, const struct zm_domino_board *board)
{
    *lines = (struct lines){0};
    for (int side = ZM_LEFT; side <= ZM_RIGHT; side++)
        for (unsigned k = 0; k < board->lines[side]; k++)
            lines->of[side][k + 2] = board->view[side][k];
}

/* How many dominoes along a line are safe, between its neighbours. */
static int safe(uint32_t before, uint32_t line, uint32_t after)
{
    return (int)zm_domino_fit(line & ~before & ~after);
}

static int fit(uint32_t line)
{
    return (int)zm_domino_fit(line);
}

/* What the mover has along the line of his domino and beside it, when it is as given. */
static int along(const uint32_t *at, uint32_t line)
{
    return fit(line) + safe(at[-2], at[-1], line) + safe(at[-1], line, at[1]) +
           safe(line, at[1], at[2]);
}

/* What the other has along the two lines that the domino crosses, and beside them. */
static int across(const uint32_t *at, uint32_t line, uint32_t next)
{
    return fit(line) + fit(next) + safe(at[-2], at[-1], line) + safe(at[-1], line, next) +
           safe(line, next, at[2]) + safe(next, at[2], at[3]);
}

static int gain(const struct lines *lines, enum zm_side side, struct zm_domino domino)
{
    const uint32_t *own = &lines->of[zm_domino_other(side)][domino.place + 2];
    const uint32_t *others = &lines->of[side][domino.line + 2];
    uint32_t bit = UINT32_C(1) << domino.place;
    return along(own, own[0] & ~(UINT32_C(3) << domino.line)) - along(own, own[0]) -
           across(others, others[0] & ~bit, others[1] & ~bit) +
           across(others, others[0], others[1]);
}

static unsigned from_edge(unsigned place, unsigned count)
{
    return place < count - 1 - place ? place : count - 1 - place;
}

static int place_worth(const struct zm_domino_board *board, enum zm_side side,
                       struct zm_domino domino)
{
    unsigned line = from_edge(domino.place, board->lines[zm_domino_other(side)]);
    unsigned place = from_edge(domino.line, board->lines[side] - 1);
    int worth = line == 0       ? 0
                : line % 2 == 1 ? (place % 2 == 0 ? BESIDE_EDGE : AT_ODD)
                                : (place % 2 == 0 ? INSIDE : INSIDE_AT_ODD);
    return worth - (int)(PER_LINE * line + place);
}

void zm_order_by_gain(const struct zm_domino_board *board, enum zm_side side,
                      struct zm_trial *trials, size_t count)
{
    struct lines lines;
    read_lines(&lines, board);
    for (size_t i = 0; i < count; i++)
        trials[i].promise = (PER_MOVE * gain(&lines, side, trials[i].domino) +
                             place_worth(board, side, trials[i].domino)) *
                                ZM_MOST_TRIALS -
                            (int)i;
    zm_sort_trials(trials, count);
}
