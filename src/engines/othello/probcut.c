/* The tool `probcut`: how far shallow searches are from deep ones, over positions of games that the
 * evaluation plays with itself, beside what probcut.h takes for it. */
#include "engines/othello/probcut.h"

#include "base/random.h"
#include "engines/othello/solver.h"
#include "engines/othello/train.h"
#include "engines/othello/weights.h"

#include <math.h>
#include <stdlib.h>

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
    ZM_SEED_PARAM,
    {0},
};

enum { MOST_DEPTH = 16, FEWEST = 14, BANDS = 2 };

/* What was found for each depth, in the two halves of the game: positions, squares of the
 * differences, empty squares. */
struct sums {
    double count[BANDS][MOST_DEPTH + 1], square[BANDS][MOST_DEPTH + 1],
        empty[BANDS][MOST_DEPTH + 1];
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

static void add(struct sums *sums, unsigned empty, unsigned deepest,
                const int scores[MOST_DEPTH + 1])
{
    unsigned band = empty < 36;
    for (unsigned depth = 3; depth <= deepest; depth++) {
        int error = scores[depth] - scores[othello_probe_depth(depth)];
        sums->count[band][depth]++;
        sums->square[band][depth] += (double)error * error;
        sums->empty[band][depth] += empty;
    }
}

static void report(const struct sums *sums, unsigned deepest, struct zm_buffer *out)
{
    zm_buffer_text(out, "empty   depth   probe   positions   deviation   in probcut.h\n");
    for (unsigned band = 0; band < BANDS; band++)
        for (unsigned depth = 3; depth <= deepest; depth++) {
            double count = sums->count[band][depth];
            if (count == 0)
                continue;
            unsigned probe = othello_probe_depth(depth);
            double empty = sums->empty[band][depth] / count;
            zm_buffer_format(out, "%5.1f %7u %7u %11.0f %11.2f %14.2f\n", empty, depth, probe,
                             count, sqrt(sums->square[band][depth] / count),
                             othello_probe_deviation((unsigned)empty, depth, probe));
        }
}

static enum zm_status measure(const struct zm_settings *settings, struct zm_run *run,
                              struct othello_solver *solver, struct zm_buffer *out,
                              struct zm_error *error)
{
    unsigned deepest = (unsigned)zm_settings_integer(settings, "depth");
    struct zm_random random = zm_random_seeded((uint64_t)zm_settings_integer(settings, "seed"));
    struct sums sums = {0};
    int scores[MOST_DEPTH + 1];
    othello_search_for(&solver->search, run);
    for (int64_t left = zm_settings_integer(settings, "positions"); left > 0;) {
        unsigned empty = FEWEST + deepest + (unsigned)zm_random_below(&random, 46 - deepest);
        struct othello_node node;
        if (!deal(solver, &random, empty, &node))
            continue;
        if (!search_depths(solver, &node, deepest, scores))
            return zm_fail(error, ZM_STOPPED, "stopped");
        add(&sums, node.empty, deepest, scores);
        left--;
    }
    report(&sums, deepest, out);
    return out->failed ? zm_fail_memory(error) : ZM_OK;
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
        status = measure(settings, run, &solver, out, error);
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
    .summary = "how far shallow searches are from deep ones, for the margins of forward pruning",
    .details = "Example:\n  zermelo tool othello probcut --positions 1000 --depth 10\n",
    .params = probcut_params,
    .run = run_probcut,
};
