/* The tool `probcut`: how far shallow searches are from deep ones, over positions of games that the
 * evaluation plays with itself, beside what probcut.h takes for it; constants for probcut.h by least
 * squares; and how often searches to the end with each confidence are right. */
#include "engines/othello/probcut.h"

#include "base/random.h"
#include "engines/othello/solver.h"
#include "engines/othello/train.h"
#include "engines/othello/weights.h"

#include <math.h>
#include <stdlib.h>

enum { NEAREST = 16 }; /* empty squares from which on searches to the end are pruned */

static const struct zm_param probcut_params[] = {
    {.name = "positions",
     .kind = ZM_PARAM_INTEGER,
     .value = "400",
     .min = 10,
     .max = 1000000,
     .hint = "N",
     .help = "positions to search"},
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .value = "9",
     .min = 4,
     .max = 16,
     .hint = "N",
     .help = "the deepest search"},
    {.name = "ends",
     .kind = ZM_PARAM_INTEGER,
     .value = "100",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "positions to search to the end of the game"},
    {.name = "exact",
     .kind = ZM_PARAM_INTEGER,
     .value = "18",
     .min = NEAREST,
     .max = 26,
     .hint = "N",
     .help = "the most empty squares of these"},
    ZM_SEED_PARAM,
    {0},
};

enum { MOST_DEPTH = 16, FEWEST = 14, BANDS = 2, COEFFICIENTS = 4 };

/* The sums of what was found of one kind of error: in a half of the game for a depth, or for
 * searches to the end from a number of empty squares. */
struct sums {
    unsigned depth, probe;
    bool to_end;
    double count, square, empty;
    double within[OTHELLO_LEVELS]; /* errors that the margins of probcut.h allow for */
};

/* What a search to the end with each confidence found, beside the truth. */
struct selective {
    double count, right_winner[OTHELLO_LEVELS], right_score[OTHELLO_LEVELS];
    double nodes[OTHELLO_LEVELS + 1]; /* the last: without pruning */
};

enum { MOST_KINDS = BANDS * (MOST_DEPTH + 1) + 32 };

struct measured {
    struct sums kinds[MOST_KINDS];
    struct selective selective;
};

/* The move that the evaluation likes best, give or take some discs. */
static void play_about_best(const struct othello_solver *solver, struct zm_random *random,
                            uint64_t moves, struct othello_node *node)
{
    enum { NOISE = 12 };
    struct othello_node best = *node, next;
    int most = -OTHELLO_INFINITE - NOISE;
    for (; moves != 0; moves &= moves - 1) {
        unsigned square = othello_first(moves);
        othello_node_after(solver->search.weights, node, square,
                           solver->kernel->flips(node->bits.own, node->bits.other, square), &next);
        int worth =
            (int)zm_random_below(random, NOISE) - othello_judged(solver->search.weights, &next);
        if (worth > most) {
            most = worth;
            best = next;
        }
    }
    *node = best;
}

/* Such moves until so many squares are empty; false: somebody had to pass. */
static bool deal(const struct othello_solver *solver, struct zm_random *random, unsigned empty,
                 struct othello_node *node)
{
    struct othello_board board;
    othello_start(&board, 8);
    node->bits = othello_bits_of(&board);
    node->empty = 60;
    othello_features_of(solver->search.weights, node->bits, &node->features);
    for (;;) {
        uint64_t moves = solver->kernel->moves(node->bits.own, node->bits.other);
        if (moves == 0 || node->empty == empty)
            return moves != 0;
        play_about_best(solver, random, moves, node);
    }
}

/* The scores of a position to every depth, without pruning; false: stopped. */
static bool search_depths(const struct othello_solver *solver, const struct othello_node *node,
                          unsigned deepest, int scores[MOST_DEPTH + 1])
{
    struct othello_thread thread = {.search = (struct othello_search *)&solver->search,
                                    .ground = &solver->ground};
    scores[0] = othello_judged(solver->search.weights, node);
    for (unsigned depth = 1; depth <= deepest; depth++) {
        struct othello_aim aim = {.depth = depth, .confidence = OTHELLO_CERTAIN, .step = 1};
        int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
        if (!othello_narrow(solver, &thread, node, &aim, scores[depth - 1], &lower, &upper))
            return false;
        scores[depth] = lower;
    }
    return true;
}

static void add(struct sums *sums, unsigned empty, unsigned depth, int error)
{
    sums->depth = depth;
    sums->probe = othello_probe_depth(depth);
    sums->to_end = depth == empty;
    sums->count++;
    sums->square += (double)error * error;
    sums->empty += empty;
    for (unsigned level = 0; level < OTHELLO_LEVELS; level++)
        sums->within[level] +=
            abs(error) <= othello_probe_margin(empty, depth, sums->probe, level) ? 1 : 0;
}

static void add_depths(struct measured *measured, unsigned empty, unsigned deepest,
                       const int scores[MOST_DEPTH + 1])
{
    for (unsigned depth = 3; depth <= deepest; depth++)
        add(&measured->kinds[(empty < 36) * (MOST_DEPTH + 1) + depth], empty, depth,
            scores[depth] - scores[othello_probe_depth(depth)]);
}

/* Searches a position to its end with a confidence and a table of its own. False: stopped. */
static bool search_to_end(const struct othello_solver *model, const struct othello_node *node,
                          unsigned level, int guess, int *score, double *nodes)
{
    struct othello_solver solver;
    struct othello_aim aim = {.depth = node->empty, .confidence = level, .step = 2};
    int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
    if (!othello_solver_open(&solver, 8, node->empty, 0))
        return false;
    solver.search.weights = model->search.weights;
    othello_search_for(&solver.search, model->search.run);
    struct othello_thread thread = othello_solver_thread(&solver);
    bool done = othello_narrow(&solver, &thread, node, &aim, guess / 2 * 2, &lower, &upper);
    othello_solver_close(&solver);
    *score = lower;
    *nodes += (double)thread.nodes;
    return done;
}

/* Searches a position to its end with every confidence, and by the shallow search that a node there
 * is pruned by. False: stopped. */
static bool search_end(const struct othello_solver *solver, const struct othello_node *node,
                       struct measured *measured)
{
    struct selective *selective = &measured->selective;
    unsigned probe = othello_probe_depth(node->empty);
    int scores[OTHELLO_LEVELS + 1], probed[MOST_DEPTH + 1];
    if (!search_depths(solver, node, probe, probed))
        return false;
    for (unsigned level = 0; level <= OTHELLO_LEVELS; level++)
        if (!search_to_end(solver, node, level, probed[probe], &scores[level],
                           &selective->nodes[level]))
            return false;
    int truth = scores[OTHELLO_LEVELS];
    for (unsigned level = 0; level < OTHELLO_LEVELS; level++) {
        int found = scores[level];
        selective->right_score[level] += found == truth;
        selective->right_winner[level] += (found > 0) == (truth > 0) && (found < 0) == (truth < 0);
    }
    selective->count++;
    add(&measured->kinds[BANDS * (MOST_DEPTH + 1) + node->empty], node->empty, node->empty,
        truth - probed[probe]);
    return true;
}

/* The terms whose weighted sum is the deviation; see probcut.h. */
static void terms_of(const struct sums *sums, double terms[COEFFICIENTS])
{
    double empty = sums->empty / sums->count;
    terms[0] = !sums->to_end;
    terms[1] = sums->to_end;
    terms[2] = (double)(sums->depth - sums->probe);
    terms[3] = empty < 30 ? 30 - empty : 0;
}

/* Solves equations by Gauss' elimination with pivots; what cannot be told is 0. */
static void eliminate(double rows[COEFFICIENTS][COEFFICIENTS + 1], double found[COEFFICIENTS])
{
    for (unsigned i = 0; i < COEFFICIENTS; i++) {
        unsigned pivot = i;
        for (unsigned j = i + 1; j < COEFFICIENTS; j++)
            pivot = fabs(rows[j][i]) > fabs(rows[pivot][i]) ? j : pivot;
        for (unsigned k = 0; k <= COEFFICIENTS; k++) {
            double kept = rows[i][k];
            rows[i][k] = rows[pivot][k];
            rows[pivot][k] = kept;
        }
        for (unsigned j = 0; j < COEFFICIENTS; j++) {
            double share = j == i || fabs(rows[i][i]) < 1e-9 ? 0 : rows[j][i] / rows[i][i];
            for (unsigned k = 0; share != 0 && k <= COEFFICIENTS; k++)
                rows[j][k] -= share * rows[i][k];
        }
    }
    for (unsigned i = 0; i < COEFFICIENTS; i++)
        found[i] = fabs(rows[i][i]) < 1e-9 ? 0 : rows[i][COEFFICIENTS] / rows[i][i];
}

/* Fits the deviations by least squares, every kind with the weight of its count. */
static void fit(const struct measured *measured, double found[COEFFICIENTS])
{
    double rows[COEFFICIENTS][COEFFICIENTS + 1] = {{0}}, terms[COEFFICIENTS];
    for (unsigned i = 0; i < MOST_KINDS; i++) {
        const struct sums *sums = &measured->kinds[i];
        if (sums->count == 0)
            continue;
        terms_of(sums, terms);
        double deviation = sqrt(sums->square / sums->count);
        for (unsigned j = 0; j < COEFFICIENTS; j++) {
            for (unsigned k = 0; k < COEFFICIENTS; k++)
                rows[j][k] += sums->count * terms[j] * terms[k];
            rows[j][COEFFICIENTS] += sums->count * terms[j] * deviation;
        }
    }
    eliminate(rows, found);
}

static void report_kinds(const struct measured *measured, struct zm_buffer *out)
{
    double all[OTHELLO_LEVELS] = {0}, count = 0;
    zm_buffer_text(out, "empty   depth   probe   positions   deviation   in probcut.h\n");
    for (unsigned i = 0; i < MOST_KINDS; i++) {
        const struct sums *sums = &measured->kinds[i];
        if (sums->count == 0)
            continue;
        double empty = sums->empty / sums->count;
        zm_buffer_format(out, "%5.1f %7u %7u %11.0f %11.2f %14.2f%s\n", empty, sums->depth,
                         sums->probe, sums->count, sqrt(sums->square / sums->count),
                         othello_probe_deviation((unsigned)empty, sums->depth, sums->probe),
                         sums->to_end ? "  to the end" : "");
        count += sums->count;
        for (unsigned level = 0; level < OTHELLO_LEVELS; level++)
            all[level] += sums->within[level];
    }
    zm_buffer_text(out, "errors within the margin, by level:");
    for (unsigned level = 0; level < OTHELLO_LEVELS; level++)
        zm_buffer_format(out, " %.1f %%", count > 0 ? 100 * all[level] / count : 0);
    zm_buffer_byte(out, '\n');
}

static void report_selective(const struct selective *selective, struct zm_buffer *out)
{
    if (selective->count == 0)
        return;
    zm_buffer_format(out,
                     "to the end of %.0f positions, by level: right winner, right score, positions "
                     "looked at beside those without pruning\n",
                     selective->count);
    for (unsigned level = 0; level < OTHELLO_LEVELS; level++)
        zm_buffer_format(out, "%5u %10.1f %% %10.1f %% %10.1f %%\n", level,
                         100 * selective->right_winner[level] / selective->count,
                         100 * selective->right_score[level] / selective->count,
                         100 * selective->nodes[level] / selective->nodes[OTHELLO_LEVELS]);
}

static void report(const struct measured *measured, struct zm_buffer *out)
{
    double found[COEFFICIENTS];
    fit(measured, found);
    report_kinds(measured, out);
    zm_buffer_format(out,
                     "fitted: %.2f (to the end %.2f) + %.3f for each ply between the searches + "
                     "%.3f for each square less than 30\n",
                     found[0], found[1], found[2], found[3]);
    report_selective(&measured->selective, out);
}

static enum zm_status measure(const struct zm_settings *settings, struct zm_run *run,
                              struct othello_solver *solver, struct measured *measured,
                              struct zm_error *error)
{
    unsigned deepest = (unsigned)zm_settings_integer(settings, "depth");
    unsigned farthest = (unsigned)zm_settings_integer(settings, "exact");
    struct zm_random random = zm_random_seeded((uint64_t)zm_settings_integer(settings, "seed"));
    struct othello_node node;
    int scores[MOST_DEPTH + 1];
    bool done = true;
    othello_search_for(&solver->search, run);
    for (int64_t left = zm_settings_integer(settings, "positions"); done && left > 0;) {
        unsigned empty = FEWEST + deepest + (unsigned)zm_random_below(&random, 46 - deepest);
        if (!deal(solver, &random, empty, &node))
            continue;
        done = search_depths(solver, &node, deepest, scores);
        if (done)
            add_depths(measured, node.empty, deepest, scores);
        left--;
    }
    for (int64_t left = zm_settings_integer(settings, "ends"); done && left > 0;) {
        unsigned empty = NEAREST + (unsigned)zm_random_below(&random, farthest + 1 - NEAREST);
        if (!deal(solver, &random, empty, &node))
            continue;
        done = search_end(solver, &node, measured);
        left--;
    }
    return done                  ? ZM_OK
           : zm_run_stopped(run) ? zm_fail(error, ZM_STOPPED, "stopped")
                                 : zm_fail_memory(error);
}

static enum zm_status run_probcut(const struct zm_settings *settings, const char *const *words,
                                  size_t count, struct zm_run *run, struct zm_buffer *out,
                                  struct zm_error *error)
{
    struct othello_solver solver;
    struct othello_weights *weights;
    (void)words;
    (void)count;
    enum zm_status status = othello_weights_load(NULL, &weights, error);
    if (status != ZM_OK)
        return status;
    if (othello_solver_open(&solver, 8, 24, 0)) {
        solver.search.weights = weights;
        struct measured *measured = calloc(1, sizeof *measured);
        status = measured == NULL ? zm_fail_memory(error)
                                  : measure(settings, run, &solver, measured, error);
        if (status == ZM_OK) {
            report(measured, out);
            status = out->failed ? zm_fail_memory(error) : ZM_OK;
        }
        free(measured);
        othello_solver_close(&solver);
    } else {
        status = zm_fail_memory(error);
    }
    free(weights);
    return status;
}

const struct zm_tool othello_probcut_tool = {
    .name = "probcut",
    .usage = "",
    .summary =
        "how far shallow searches are from deep ones, for the margins of forward pruning, and "
        "how often pruned searches are right",
    .details = "Example:\n  zermelo tool othello probcut --positions 1000 --depth 10\n",
    .params = probcut_params,
    .run = run_probcut,
};
