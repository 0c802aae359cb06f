/* Pictures of the QBF game: the variables in a row, those that have their values filled in and the
 * next one as a pair to choose from; below, a row for each clause with its literals, true ones
 * filled, false ones grey, and how the clause stands. */
#include "games/qbf/picture.h"

#include <stdio.h>

enum { CELL = 44, ROW = 36, LEFT = 8 };

static bool is_fixed(const struct zm_qbf_position *position, unsigned variable)
{
    return variable < position->fixed;
}

/* How literal (variable, positive) stands: 1 true, 0 false, -1 open. */
static int stands(const struct zm_qbf_position *position, unsigned variable, bool positive)
{
    if (!is_fixed(position, variable))
        return -1;
    return (position->truth >> variable & 1) == (positive ? 1u : 0u);
}

/* The literals of a clause, and how it stands as a whole. */
static int clause_stands(const struct zm_qbf_position *position, unsigned clause)
{
    int whole = 0;
    for (unsigned v = 0; v < position->formula.variables; v++)
        for (int positive = 0; positive <= 1; positive++) {
            const uint32_t *side =
                positive ? position->formula.positive : position->formula.negative;
            int one = side[clause] >> v & 1 ? stands(position, v, positive) : 0;
            if (one == 1 || (one == -1 && whole == 0))
                whole = one;
            if (whole == 1)
                return 1;
        }
    return whole;
}

static void draw_text(void *state, struct zm_bytes bytes, struct zm_buffer *out)
{
    (void)state;
    static const char *const words[] = {"open", "false", "true"};
    struct zm_qbf_position position = zm_qbf_read(bytes);
    for (unsigned v = 0; v < position.formula.variables; v++)
        zm_buffer_format(out, "x%u=%c ", v + 1,
                         !is_fixed(&position, v)   ? '?'
                         : position.truth >> v & 1 ? 'T'
                                                   : 'F');
    zm_buffer_text(out, "\n");
    for (unsigned c = 0; c < position.formula.clauses; c++) {
        const char *joint = "  ";
        for (unsigned v = 0; v < position.formula.variables; v++)
            for (int positive = 1; positive >= 0; positive--)
                if ((positive ? position.formula.positive : position.formula.negative)[c] >> v &
                    1) {
                    zm_buffer_format(out, "%s%sx%u", joint, positive ? "" : "not ", v + 1);
                    joint = " or ";
                }
        zm_buffer_format(out, ": %s\n", words[clause_stands(&position, c) + 1]);
    }
}

/* A box with a text in it; `stand` as stands() says. `extra`: more attributes of the box. */
static void draw_box(unsigned x, unsigned y, int stand, const char *text, const char *extra,
                     struct zm_buffer *out)
{
    static const char *const looks[] = {"class=\"empty\"", "class=\"piece\" fill=\"#5d6673\"",
                                        "class=\"piece\" fill=\"#23508e\""};
    zm_buffer_format(out,
                     "<rect %s x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"5\"%s/>"
                     "<text x=\"%u\" y=\"%u\" font-size=\"15\" text-anchor=\"middle\" "
                     "pointer-events=\"none\" %s>%s</text>",
                     looks[stand + 1], x, y, CELL - 4, ROW - 6, extra, x + CELL / 2 - 2, y + 20,
                     stand < 0 ? "class=\"ink\"" : "fill=\"#fff\"", text);
}

/* The variables: their names, and under them their values. */
static void draw_variables(const struct zm_qbf_position *position, struct zm_buffer *out)
{
    for (unsigned v = 0; v < position->formula.variables; v++) {
        unsigned x = LEFT + v * CELL;
        zm_buffer_format(out,
                         "<text class=\"label\" x=\"%u\" y=\"16\" font-size=\"13\" "
                         "text-anchor=\"middle\">x%u</text>",
                         x + CELL / 2 - 2, v + 1);
        if (is_fixed(position, v)) {
            draw_box(x, 24, stands(position, v, true), position->truth >> v & 1 ? "T" : "F", "",
                     out);
        } else if (v == position->fixed) {
            draw_box(x, 24, -1, "T", " data-move=\"T\"", out);
            draw_box(x, 24 + ROW, -1, "F", " data-move=\"F\"", out);
        } else {
            draw_box(x, 24, -1, "", "", out);
        }
    }
}

/* A clause as a row of its literals, and behind them how it stands. */
static void draw_clause(const struct zm_qbf_position *position, unsigned clause, unsigned y,
                        struct zm_buffer *out)
{
    unsigned x = LEFT;
    for (unsigned v = 0; v < position->formula.variables; v++)
        for (int positive = 1; positive >= 0; positive--) {
            char name[16];
            const uint32_t *side =
                positive ? position->formula.positive : position->formula.negative;
            if (!(side[clause] >> v & 1))
                continue;
            snprintf(name, sizeof name, "%sx%u", positive ? "" : "¬", v + 1);
            draw_box(x, y, stands(position, v, positive), name, "", out);
            x += CELL;
        }
    int stand = clause_stands(position, clause);
    zm_buffer_format(out, "<text class=\"label\" x=\"%u\" y=\"%u\" font-size=\"18\">%s</text>",
                     x + 4, y + 21,
                     stand < 0 ? ""
                     : stand   ? "✓"
                               : "✗");
}

static void draw_svg(void *state, struct zm_bytes bytes, struct zm_buffer *out)
{
    (void)state;
    struct zm_qbf_position position = zm_qbf_read(bytes);
    unsigned widest = position.formula.variables;
    for (unsigned c = 0; c < position.formula.clauses; c++) {
        unsigned literals = (unsigned)__builtin_popcount(position.formula.positive[c]) +
                            (unsigned)__builtin_popcount(position.formula.negative[c]);
        if (literals > widest)
            widest = literals;
    }
    zm_buffer_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
                     "role=\"img\" aria-label=\"The variables and clauses of a formula\">",
                     2 * LEFT + (widest + 1) * CELL, 36 + (2 + position.formula.clauses) * ROW);
    draw_variables(&position, out);
    for (unsigned c = 0; c < position.formula.clauses; c++)
        draw_clause(&position, c, 32 + (2 + c) * ROW, out);
    zm_buffer_text(out, "</svg>");
}

const struct zm_picture zm_qbf_picture = {.text = draw_text, .svg = draw_svg};
