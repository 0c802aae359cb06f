/* Learned evaluations beside the truth, as far as a search of some depth knows it; see
 * learning.h. */
#include "engines/othello/learning.h"

#include "engines/othello/chart.h"
#include "engines/othello/judge.h"

#include <math.h>
#include <stdlib.h>

enum { BINS = 17, BIN = 8, CURVES = 6 }; /* of discs: from -68 to 68 */

/* Sums over pairs of a truth and an evaluation. */
struct sums {
    double n, x, y, xx, yy, xy;
    double in_bin[BINS], by_bin[BINS]; /* how many, and the sum of the evaluation */
};

static unsigned bin_of(int truth)
{
    return (unsigned)(truth + BINS * BIN / 2) / BIN;
}

static void add(struct sums *sums, int truth, double worth)
{
    sums->n++;
    sums->x += truth;
    sums->y += worth;
    sums->xx += (double)truth * truth;
    sums->yy += worth * worth;
    sums->xy += truth * worth;
    sums->in_bin[bin_of(truth)]++;
    sums->by_bin[bin_of(truth)] += worth;
}

static double deviation(double n, double sum, double squares)
{
    double variance = n == 0 ? 0 : squares / n - sum / n * (sum / n);
    return variance > 0 ? sqrt(variance) : 0;
}

static double correlation(const struct sums *sums)
{
    double x = deviation(sums->n, sums->x, sums->xx), y = deviation(sums->n, sums->y, sums->yy);
    return x == 0 || y == 0
               ? 0
               : (sums->xy / sums->n - sums->x / sums->n * sums->y / sums->n) / (x * y);
}

/* The mean of an evaluation for each kind of truth, where there are a few positions. */
static size_t points_of(const struct sums *sums, double x[BINS], double y[BINS])
{
    double mean = sums->n == 0 ? 0 : sums->y / sums->n;
    double spread = deviation(sums->n, sums->y, sums->yy);
    size_t count = 0;
    for (unsigned i = 0; i < BINS; i++) {
        if (sums->in_bin[i] < 3 || spread == 0)
            continue;
        x[count] = ((double)i - BINS / 2) * BIN;
        y[count++] = (sums->by_bin[i] / sums->in_bin[i] - mean) / spread;
    }
    return count;
}

static void draw(const struct sums *sums, const struct othello_learned *learned, size_t count,
                 struct zm_buffer *svg)
{
    static const char *const colours[CURVES] = {"#246", "#a33", "#383", "#a70", "#636", "#066"};
    double x[CURVES][BINS], y[CURVES][BINS];
    struct othello_curve curves[CURVES];
    for (size_t k = 0; k < count; k++) {
        size_t points = points_of(&sums[k], x[k], y[k]);
        curves[k] = (struct othello_curve){learned[k].name, colours[k], x[k], y[k], points};
    }
    othello_chart_draw(&(struct othello_chart){.title = "Learned evaluations and the truth",
                                               .x_name = "discs, by search",
                                               .y_name = "deviations",
                                               .curves = curves,
                                               .count = count,
                                               .low = -3,
                                               .high = 3,
                                               .left = -64,
                                               .right = 64},
                       svg);
}

enum zm_status othello_truth_compare(const struct othello_probes *probes,
                                     const struct othello_learned *learned, size_t count,
                                     unsigned depth, unsigned exact, struct zm_run *run,
                                     struct zm_buffer *out, struct zm_buffer *svg,
                                     struct zm_error *error)
{
    struct sums sums[CURVES] = {0};
    struct othello_judge judge;
    count = count > CURVES ? CURVES : count;
    enum zm_status status = othello_judge_open(&judge, depth, exact, run, error);
    if (status != ZM_OK)
        return status;
    for (size_t i = 0; status == ZM_OK && i < probes->count; i++) {
        int truth;
        if (!othello_judge_score(&judge, probes->bits[i], 0, &truth, NULL))
            status = zm_fail(error, ZM_STOPPED, "stopped");
        for (size_t k = 0; status == ZM_OK && k < count; k++)
            add(&sums[k], truth, othello_fitted_worth(&learned[k].fitted, probes->bits[i]));
    }
    othello_judge_close(&judge);
    if (status != ZM_OK)
        return status;
    zm_buffer_format(out, "correlation with a search of %u moves, on %zu positions:", depth,
                     probes->count);
    for (size_t k = 0; k < count; k++)
        zm_buffer_format(out, "%s %s %.3f", k == 0 ? "" : ",", learned[k].name,
                         correlation(&sums[k]));
    zm_buffer_byte(out, '\n');
    draw(sums, learned, count, svg);
    return ZM_OK;
}
