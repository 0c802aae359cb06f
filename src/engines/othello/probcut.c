/* The tool `probcut`: measures how far shallow searches are from deep ones, says how many of these
 * errors the margins of forward pruning allow for, fits the margins, and counts how often searches
 * to the end with each confidence are right. */
#include "engines/othello/probcut.h"

#include "base/file.h"
#include "engines/othello/margins_fit.h"
#include "engines/othello/train.h"
#include "engines/othello/weights.h"

#include <math.h>
#include <stdlib.h>

static const struct zm_param probcut_params[] = {
    {.name = "positions",
     .kind = ZM_PARAM_INTEGER,
     .value = "400",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "positions to search to several depths"},
    {.name = "depth",
     .kind = ZM_PARAM_INTEGER,
     .value = "10",
     .min = 8,
     .max = OTHELLO_ERRORS_DEEPEST,
     .hint = "N",
     .help = "the deepest search, of every sixteenth position; others go two or four less deep"},
    {.name = "ends",
     .kind = ZM_PARAM_INTEGER,
     .value = "100",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "positions to solve"},
    {.name = "exact",
     .kind = ZM_PARAM_INTEGER,
     .value = "18",
     .min = OTHELLO_ERRORS_NEAREST,
     .max = 26,
     .hint = "N",
     .help = "the most empty squares of these"},
    {.name = "selective",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000000,
     .hint = "N",
     .help = "positions to solve with each confidence, with --exact empty squares or up to two "
             "less"},
    {.name = "write",
     .kind = ZM_PARAM_FILE,
     .hint = "FILE",
     .help = "write the fitted constants here, as margins.h of the program has them"},
    ZM_SEED_PARAM,
    {0},
};

/* -- searches to the end with each confidence -- */

struct selective {
    double count, right_winner[OTHELLO_LEVELS], right_score[OTHELLO_LEVELS];
    double nodes[OTHELLO_LEVELS + 1]; /* the last: without pruning */
};

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

/* False: stopped. */
static bool search_end(const struct othello_solver *solver, const struct othello_node *node,
                       struct selective *selective)
{
    int scores[OTHELLO_LEVELS + 1], guess = othello_judged(solver->search.weights, node);
    for (unsigned level = 0; level <= OTHELLO_LEVELS; level++)
        if (!search_to_end(solver, node, level, guess, &scores[level], &selective->nodes[level]))
            return false;
    int truth = scores[OTHELLO_LEVELS];
    for (unsigned level = 0; level < OTHELLO_LEVELS; level++) {
        int found = scores[level];
        selective->right_score[level] += found == truth;
        selective->right_winner[level] += (found > 0) == (truth > 0) && (found < 0) == (truth < 0);
    }
    selective->count++;
    return true;
}

static void report_selective(const struct selective *selective, struct zm_buffer *out)
{
    if (selective->count == 0)
        return;
    zm_buffer_format(out,
                     "to the end of %.0f positions, by confidence: right winner, right score, "
                     "positions looked at beside those without pruning\n",
                     selective->count);
    for (unsigned level = 0; level < OTHELLO_LEVELS; level++)
        zm_buffer_format(out, "%5u %% %10.1f %% %10.1f %% %10.1f %%\n",
                         othello_level_percent(level),
                         100 * selective->right_winner[level] / selective->count,
                         100 * selective->right_score[level] / selective->count,
                         100 * selective->nodes[level] / selective->nodes[OTHELLO_LEVELS]);
}

/* -- errors -- */

/* The errors of searches to one depth in one half of the game, or to the end from one number of
 * empty squares. */
struct group {
    double count, size, square, empty, within[OTHELLO_LEVELS];
};

enum { FEW_EMPTY = 36, DEPTHS = 32, KINDS = 3 };

static void gather(const struct othello_errors *errors, struct group groups[KINDS][DEPTHS])
{
    for (size_t i = 0; i < errors->count; i++) {
        const struct othello_error *item = &errors->items[i];
        unsigned kind = othello_error_to_end(item) ? 2 : item->empty < FEW_EMPTY;
        struct group *group = &groups[kind][item->depth];
        group->count++;
        group->size += abs(item->error);
        group->square += item->error * item->error;
        group->empty += item->empty;
        for (unsigned level = 0; level < OTHELLO_LEVELS; level++)
            group->within[level] +=
                abs(item->error) <=
                othello_margin(&othello_margins, item->empty, item->depth, item->probe, level);
    }
}

static void report_group(unsigned kind, unsigned depth, const struct group *group,
                         struct zm_buffer *out)
{
    unsigned probe = othello_probe_depth(depth);
    double empty = group->empty / group->count;
    zm_buffer_format(out, "%5.1f %7u %7u %9.0f %9.2f %9.2f ", empty, depth, probe, group->count,
                     sqrt(group->square / group->count),
                     othello_margin_deviation(&othello_margins,
                                              kind == 2 ? depth : (unsigned)(empty + 0.5), depth,
                                              probe));
    for (unsigned level = 0; level < OTHELLO_LEVELS; level++)
        zm_buffer_format(out, " %5.1f", 100 * group->within[level] / group->count);
    zm_buffer_text(out, kind == 2 ? "  to the end\n" : "\n");
}

static void report_held(const struct othello_errors *errors, const struct othello_margins *margins,
                        const char *whose, struct zm_buffer *out)
{
    for (unsigned to_end = 0; to_end < 2; to_end++) {
        zm_buffer_format(out, "%s %-20s", whose, to_end ? "to the end:" : "before the end:");
        for (unsigned level = 0; level < OTHELLO_LEVELS; level++)
            zm_buffer_format(out, " %5.1f",
                             100 * othello_margins_held(errors, margins, to_end, level));
        zm_buffer_byte(out, '\n');
    }
}

static void report(const struct othello_errors *errors, const struct othello_margins *fitted,
                   struct zm_buffer *out)
{
    struct group groups[KINDS][DEPTHS] = {{{0}}};
    gather(errors, groups);
    zm_buffer_text(out,
                   "empty   depth   probe    errors deviation in use    % within the margins of");
    for (unsigned level = 0; level < OTHELLO_LEVELS; level++)
        zm_buffer_format(out, " %u", othello_level_percent(level));
    zm_buffer_text(out, " %\n");
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned depth = 0; depth < DEPTHS; depth++)
            if (groups[kind][depth].count > 0)
                report_group(kind, depth, &groups[kind][depth], out);
    report_held(errors, &othello_margins, "in use,", out);
    report_held(errors, fitted, "fitted,", out);
}

static enum zm_status measure(const struct zm_settings *settings, struct zm_run *run,
                              struct othello_errors *errors, struct selective *selective,
                              struct zm_error *error)
{
    unsigned deepest = (unsigned)zm_settings_integer(settings, "depth");
    unsigned farthest = (unsigned)zm_settings_integer(settings, "exact");
    struct othello_node node;
    enum zm_status status = ZM_OK;
    for (int64_t left = zm_settings_integer(settings, "positions"); status == ZM_OK && left > 0;
         left--)
        status = othello_errors_look(errors, deepest, run, error);
    for (int64_t left = zm_settings_integer(settings, "ends"); status == ZM_OK && left > 0; left--)
        status = othello_errors_end(errors, farthest, run, error);
    for (int64_t left = zm_settings_integer(settings, "selective"); status == ZM_OK && left > 0;
         left--) {
        status = othello_errors_draw(errors, farthest - 2, farthest, &node, run, error);
        othello_search_for(&errors->solver->search, run);
        if (status == ZM_OK && !search_end(errors->solver, &node, selective))
            status = othello_errors_why_not(run, error);
    }
    return status;
}

static enum zm_status write_margins(const struct zm_settings *settings,
                                    const struct othello_margins *fitted, struct zm_error *error)
{
    struct zm_buffer file = {0};
    othello_margins_write(fitted, &file);
    enum zm_status status = file.failed ? zm_fail_memory(error)
                                        : zm_file_write(zm_settings_text(settings, "write"),
                                                        zm_buffer_bytes(&file), error);
    zm_buffer_free(&file);
    return status;
}

static enum zm_status find_out(const struct zm_settings *settings, const char *const *words,
                               size_t count, struct zm_run *run, struct othello_errors *errors,
                               struct zm_buffer *out, struct zm_error *error)
{
    struct selective selective = {0};
    struct othello_margins fitted;
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < count; i++)
        status = othello_errors_read(errors, words[i], run, error);
    if (status == ZM_OK && count > 0 && errors->game_count == 0)
        status = zm_fail(error, ZM_BAD_INPUT, "there is no game of Othello in these files");
    if (status == ZM_OK)
        status = measure(settings, run, errors, &selective, error);
    if (status != ZM_OK)
        return status;
    othello_margins_fit(errors, &fitted);
    if (errors->count > 0)
        report(errors, &fitted, out);
    report_selective(&selective, out);
    if (zm_settings_text(settings, "write") != NULL)
        status = write_margins(settings, &fitted, error);
    return status == ZM_OK && out->failed ? zm_fail_memory(error) : status;
}

static enum zm_status run_probcut(const struct zm_settings *settings, const char *const *words,
                                  size_t count, struct zm_run *run, struct zm_buffer *out,
                                  struct zm_error *error)
{
    struct othello_solver solver;
    struct othello_weights *weights;
    enum zm_status status = othello_weights_load(NULL, &weights, error);
    if (status != ZM_OK)
        return status;
    if (othello_solver_open(&solver, 8, 24, 0)) {
        struct othello_errors errors = {.solver = &solver};
        errors.random = zm_random_seeded((uint64_t)zm_settings_integer(settings, "seed"));
        solver.search.weights = weights;
        status = find_out(settings, words, count, run, &errors, out, error);
        othello_errors_free(&errors);
        othello_solver_close(&solver);
    } else {
        status = zm_fail_memory(error);
    }
    free(weights);
    return status;
}

const struct zm_tool othello_probcut_tool = {
    .name = "probcut",
    .usage = "[FILE...]",
    .more_words = 1000,
    .summary = "how far shallow searches are from deep ones, in positions of the games of files "
               "or of its own; margins of forward pruning fitted to that, and how often pruned "
               "searches are right",
    .details = "Example:\n  zermelo tool othello probcut wthor/WTH_*.wtb --positions 1000 --ends "
               "500\n",
    .params = probcut_params,
    .run = run_probcut,
};
