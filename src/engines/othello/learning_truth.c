/* Learned evaluations beside the truth, as far as a search of some depth knows it; see learning.h.
 * Evaluations have scales of their own, and quadratic forms run wild on positions that are unlike
 * those they learned from: so positions are ranked by each, and ranks are compared (Spearman). */
#include "engines/othello/learning.h"

#include "engines/othello/chart.h"
#include "engines/othello/judge.h"

#include <math.h>
#include <stdlib.h>

enum { BINS = 17, BIN = 8, CURVES = 6, FEW = 3 }; /* of discs: from -68 to 68 */

struct ranked {
    double worth;
    size_t index;
};

static int by_worth(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->worth != y->worth)
        return x->worth < y->worth ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Puts the place of each among all, from 0 to 1, in place of its worth; those that are worth the
 * same share their places. `scratch` has room for all. */
static void rank(double *worths, size_t count, struct ranked *scratch)
{
    for (size_t i = 0; i < count; i++)
        scratch[i] = (struct ranked){worths[i], i};
    qsort(scratch, count, sizeof *scratch, by_worth);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && scratch[end].worth == scratch[i].worth;)
            end++;
        for (size_t k = i; k < end; k++)
            worths[scratch[k].index] = (double)(i + end) / 2 / (double)count;
    }
}

static double correlation(const double *x, const double *y, size_t count)
{
    double n = (double)count, sx = 0, sy = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < count; i++) {
        sx += x[i];
        sy += y[i];
        xx += x[i] * x[i];
        yy += y[i] * y[i];
        xy += x[i] * y[i];
    }
    double spread = sqrt((n * xx - sx * sx) * (n * yy - sy * sy));
    return spread > 0 ? (n * xy - sx * sy) / spread : 0;
}

/* The mean place by discs, where there are a few positions. */
static size_t points_of(const double *truths, const double *places, size_t count, double x[BINS],
                        double y[BINS])
{
    double in_bin[BINS] = {0}, sums[BINS] = {0};
    size_t points = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned bin = (unsigned)(truths[i] + BINS * BIN / 2.0) / BIN;
        in_bin[bin]++;
        sums[bin] += places[i];
    }
    for (unsigned i = 0; i < BINS; i++) {
        if (in_bin[i] < FEW)
            continue;
        x[points] = ((double)i - BINS / 2) * BIN;
        y[points++] = 100 * sums[i] / in_bin[i];
    }
    return points;
}

/* What is known of the positions. */
struct comparison {
    size_t count;                       /* positions */
    double truths[OTHELLO_PROBES_MOST]; /* discs */
    double truth_places[OTHELLO_PROBES_MOST];
    double places[CURVES][OTHELLO_PROBES_MOST];
    struct ranked scratch[OTHELLO_PROBES_MOST];
};

static void draw(const struct comparison *all, const struct othello_learned *learned, size_t count,
                 struct zm_buffer *svg)
{
    static const char *const colours[CURVES] = {"#246", "#a33", "#383", "#a70", "#636", "#066"};
    double x[CURVES][BINS], y[CURVES][BINS];
    struct othello_curve curves[CURVES];
    for (size_t k = 0; k < count; k++) {
        size_t points = points_of(all->truths, all->places[k], all->count, x[k], y[k]);
        curves[k] = (struct othello_curve){learned[k].name, colours[k], x[k], y[k], points};
    }
    othello_chart_draw(
        &(struct othello_chart){.title = "Of 100 positions, how many an evaluation holds for worse",
                                .x_name = "discs, by search",
                                .y_name = "place",
                                .curves = curves,
                                .count = count,
                                .low = 0,
                                .high = 100,
                                .left = -64,
                                .right = 64},
        svg);
}

/* Asks the search, and the evaluations. */
static enum zm_status ask(struct comparison *all, const struct othello_probes *probes,
                          const struct othello_learned *learned, size_t count,
                          struct othello_judge *judge, struct zm_error *error)
{
    for (size_t i = 0; i < probes->count; i++) {
        int truth;
        if (!othello_judge_score(judge, probes->bits[i], 0, &truth, NULL))
            return zm_fail(error, ZM_STOPPED, "stopped");
        all->truths[i] = all->truth_places[i] = truth;
        for (size_t k = 0; k < count; k++)
            all->places[k][i] = othello_fitted_worth(&learned[k].fitted, probes->bits[i]);
    }
    all->count = probes->count;
    rank(all->truth_places, all->count, all->scratch);
    for (size_t k = 0; k < count; k++)
        rank(all->places[k], all->count, all->scratch);
    return ZM_OK;
}

enum zm_status othello_truth_compare(const struct othello_probes *probes,
                                     const struct othello_learned *learned, size_t count,
                                     unsigned depth, unsigned exact, struct zm_run *run,
                                     struct zm_buffer *out, struct zm_buffer *svg,
                                     struct zm_error *error)
{
    struct othello_judge judge;
    struct comparison *all = calloc(1, sizeof *all);
    if (all == NULL)
        return zm_fail_memory(error);
    count = count > CURVES ? CURVES : count;
    enum zm_status status = othello_judge_open(&judge, depth, exact, run, error);
    if (status == ZM_OK) {
        status = ask(all, probes, learned, count, &judge, error);
        othello_judge_close(&judge);
    }
    if (status == ZM_OK) {
        zm_buffer_format(out,
                         "rank correlation with a search of %u moves, on %zu positions:", depth,
                         probes->count);
        for (size_t k = 0; k < count; k++)
            zm_buffer_format(out, "%s %s %.3f", k == 0 ? "" : ",", learned[k].name,
                             correlation(all->truth_places, all->places[k], all->count));
        zm_buffer_byte(out, '\n');
        draw(all, learned, count, svg);
    }
    free(all);
    return status;
}
