/* Fits the margins of forward pruning; see margins_fit.h. Errors are not normal, large ones are
 * commoner: so the sizes of the errors say how the deviation grows, and the errors themselves, by
 * their order, how many deviations a confidence is. */
#include "engines/othello/margins_fit.h"

#include <math.h>
#include <stdlib.h>

static const double half_pi = 1.5707963267948966;

/* How many errors of a kind there are of each depth. */
struct census {
    double of[OTHELLO_BITS_SQUARES + 1], depths;
};

static struct census count_depths(const struct othello_errors *errors, bool to_end)
{
    struct census census = {0};
    for (size_t i = 0; i < errors->count; i++)
        if (othello_error_to_end(&errors->items[i]) == to_end)
            census.depths += census.of[errors->items[i].depth]++ == 0;
    return census;
}

/* Solves equations by Gauss' elimination with pivots; what cannot be told is 0. */
static void eliminate(double rows[OTHELLO_MARGIN_TERMS][OTHELLO_MARGIN_TERMS + 1], double *found)
{
    for (unsigned i = 0; i < OTHELLO_MARGIN_TERMS; i++) {
        unsigned pivot = i;
        for (unsigned j = i + 1; j < OTHELLO_MARGIN_TERMS; j++)
            pivot = fabs(rows[j][i]) > fabs(rows[pivot][i]) ? j : pivot;
        for (unsigned k = 0; k <= OTHELLO_MARGIN_TERMS; k++) {
            double kept = rows[i][k];
            rows[i][k] = rows[pivot][k];
            rows[pivot][k] = kept;
        }
        for (unsigned j = 0; j < OTHELLO_MARGIN_TERMS; j++) {
            double share = j == i || fabs(rows[i][i]) < 1e-9 ? 0 : rows[j][i] / rows[i][i];
            for (unsigned k = 0; share != 0 && k <= OTHELLO_MARGIN_TERMS; k++)
                rows[j][k] -= share * rows[i][k];
        }
    }
    for (unsigned i = 0; i < OTHELLO_MARGIN_TERMS; i++)
        found[i] = fabs(rows[i][i]) < 1e-9 ? 0 : rows[i][OTHELLO_MARGIN_TERMS] / rows[i][i];
}

/* The terms of the deviation: the mean size of a normal error is sqrt(2 / pi) of it. */
static void fit_terms(const struct othello_errors *errors, const struct census *census, bool to_end,
                      double *found)
{
    double rows[OTHELLO_MARGIN_TERMS][OTHELLO_MARGIN_TERMS + 1] = {{0}};
    double terms[OTHELLO_MARGIN_TERMS];
    for (size_t i = 0; i < errors->count; i++) {
        const struct othello_error *item = &errors->items[i];
        if (othello_error_to_end(item) != to_end)
            continue;
        double weight = 1 / census->of[item->depth];
        othello_margin_terms(item->empty, item->depth, item->probe, terms);
        for (unsigned j = 0; j < OTHELLO_MARGIN_TERMS; j++) {
            for (unsigned k = 0; k < OTHELLO_MARGIN_TERMS; k++)
                rows[j][k] += weight * terms[j] * terms[k];
            rows[j][OTHELLO_MARGIN_TERMS] += weight * terms[j] * abs(item->error) * sqrt(half_pi);
        }
    }
    eliminate(rows, found);
}

double othello_margins_held(const struct othello_errors *errors,
                            const struct othello_margins *margins, bool to_end, unsigned level)
{
    struct census census = count_depths(errors, to_end);
    double held = 0;
    for (size_t i = 0; i < errors->count; i++) {
        const struct othello_error *item = &errors->items[i];
        if (othello_error_to_end(item) == to_end &&
            abs(item->error) <=
                othello_margin(margins, item->empty, item->depth, item->probe, level))
            held += 1 / census.of[item->depth];
    }
    return census.depths > 0 ? held / census.depths : 0;
}

/* As many deviations as just allow for the share that the level states. */
static void fit_levels(const struct othello_errors *errors, bool to_end,
                       struct othello_margins *margins)
{
    enum { HALVINGS = 30 };
    for (unsigned level = 0; level < OTHELLO_LEVELS; level++) {
        double *many = &margins->deviations[to_end][level], low = 0, high = 16;
        for (unsigned i = 0; i < HALVINGS; i++) {
            *many = (low + high) / 2;
            if (100 * othello_margins_held(errors, margins, to_end, level) <
                othello_level_percent(level))
                low = *many;
            else
                high = *many;
        }
    }
}

void othello_margins_fit(const struct othello_errors *errors, struct othello_margins *margins)
{
    *margins = othello_margins;
    for (unsigned to_end = 0; to_end < 2; to_end++) {
        struct census census = count_depths(errors, to_end);
        if (census.depths == 0)
            continue;
        fit_terms(errors, &census, to_end, margins->terms[to_end]);
        fit_levels(errors, to_end, margins);
    }
}

static void write_numbers(const double *numbers, unsigned count, struct zm_buffer *file)
{
    zm_buffer_text(file, "{");
    for (unsigned i = 0; i < count; i++)
        zm_buffer_format(file, "%s%.4f", i == 0 ? "" : ", ", numbers[i]);
    zm_buffer_text(file, "}");
}

void othello_margins_write(const struct othello_margins *margins, struct zm_buffer *file)
{
    zm_buffer_text(file,
                   "/* The constants of forward pruning (probcut.h), written by `zermelo tool "
                   "othello probcut`: not\n"
                   " * to be edited. First those of searches that stop before the end of the "
                   "game. */\n"
                   "static const struct othello_margins othello_margins = {\n    .terms = {");
    for (unsigned i = 0; i < 2; i++) {
        zm_buffer_text(file, i == 0 ? "" : ", ");
        write_numbers(margins->terms[i], OTHELLO_MARGIN_TERMS, file);
    }
    zm_buffer_text(file, "},\n    .deviations = {");
    for (unsigned i = 0; i < 2; i++) {
        zm_buffer_text(file, i == 0 ? "" : ",\n                   ");
        write_numbers(margins->deviations[i], OTHELLO_LEVELS, file);
    }
    zm_buffer_text(file, "},\n};\n");
}
