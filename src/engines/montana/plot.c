/* How much larger searches of Montana's base variant are than they would be if no position came
 * twice: for each of some deals the number of its positions (N), and beside it what one method
 * takes. The plots of the thesis, figures 3.12 and 3.16 to 3.20, drawn again from deals of ours. */
#include "engines/montana/plot.h"

#include "engines/montana/blocks.h"
#include "engines/montana/depth.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* What can be drawn: the search whose nodes, or whose time, stand beside those of the deal. */
struct measure {
    const char *name, *label;
    const struct zm_search *search;
    const char *table;       /* NULL: the search has no such option */
    bool slots, gain, count; /* it is asked how many positions there are */
};

static const struct measure measures[] = {
    {"table", "positions visited with a table / N", &zm_montana_depth_first, "slots", true, false,
     false},
    {"ti", "positions visited with incremental transpositions / N", &zm_montana_ti, NULL, false,
     false, false},
    {"ti-table", "positions visited with both / N", &zm_montana_ti_table, NULL, true, false, false},
    {"blocks", "CPU of depth-first search / CPU of block search", &zm_blocks_table, NULL, true,
     true, false},
};

/* What a search took. */
struct effort {
    uint64_t nodes;
    double seconds; /* of CPU */
    bool done;      /* within the nodes allowed */
};

static enum zm_status set_up(struct zm_settings *settings, const struct measure *measure,
                             const char *slots, struct zm_error *error)
{
    enum zm_status status = zm_settings_declare(settings, zm_montana.params, error);
    if (status == ZM_OK)
        status = zm_settings_declare(settings, measure->search->params, error);
    if (status == ZM_OK)
        status = zm_settings_set(settings, "complete", "", error);
    if (status == ZM_OK && measure->table != NULL)
        status = zm_settings_set(settings, "table", measure->table, error);
    if (status == ZM_OK && measure->slots)
        status = zm_settings_set(settings, "slots", slots, error);
    return status;
}

/* Searches the whole of a deal. */
static enum zm_status search_deal(const char *deal, const struct measure *measure,
                                  const char *slots, struct zm_run *run, struct effort *effort,
                                  struct zm_error *error)
{
    struct zm_settings settings = {0};
    struct zm_problem problem = {&zm_montana, &settings, false, run};
    struct zm_alone alone;
    struct zm_quest quest = {.kind = measure->count ? ZM_QUEST_COUNT : ZM_QUEST_GOAL};
    struct zm_buffer position = {0};
    enum zm_status status = set_up(&settings, measure, slots, error);
    if (status == ZM_OK)
        status = zm_alone_open(&alone, &problem, error);
    if (status != ZM_OK) {
        zm_settings_free(&settings);
        return status;
    }
    status = zm_montana_parse(alone.game.state, deal, &position, error);
    if (status == ZM_OK)
        status = zm_alone_begin(&alone, zm_buffer_bytes(&position), error);
    clock_t began = clock();
    if (status == ZM_OK)
        status = measure->search->explore(&alone, &quest, error);
    effort->seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    effort->nodes = measure->count ? quest.count : atomic_load(&run->nodes);
    effort->done = status == ZM_OK;
    zm_alone_close(&alone);
    zm_settings_free(&settings);
    zm_buffer_free(&position);
    zm_buffer_free(&quest.note);
    free(quest.line);
    return status;
}

/* The same with a run of its own, of so many nodes; to have come to their end is no error. */
static enum zm_status try_deal(const char *deal, const struct measure *measure, const char *slots,
                               uint64_t most, struct zm_run *outer, struct effort *effort,
                               struct zm_error *error)
{
    struct zm_run run;
    zm_run_begin(&run);
    run.outer = outer;
    run.most_nodes = most;
    enum zm_status status = search_deal(deal, measure, slots, &run, effort, error);
    return status == ZM_STOPPED && !zm_run_look(outer) ? ZM_OK : status;
}

/* Measures a deal; false: it is too large. */
static enum zm_status measure_deal(const char *deal, const struct measure *measure,
                                   const struct zm_settings *settings, struct zm_run *run,
                                   struct zm_plot_point *point, bool *good, struct zm_error *error)
{
    static const struct measure whole = {.search = &zm_montana_depth_first,
                                         .table = "full",
                                         .count = true},
                                large = {.search = &zm_montana_depth_first,
                                         .table = "slots",
                                         .slots = true};
    uint64_t most = (uint64_t)zm_settings_integer(settings, "most");
    char slots[32];
    struct effort all = {0}, own = {0};
    snprintf(slots, sizeof slots, "%lld", (long long)zm_settings_integer(settings, "slots"));
    *good = false;
    enum zm_status status =
        try_deal(deal, measure->gain ? &large : &whole, slots, most, run, &all, error);
    if (status == ZM_OK && all.done)
        status = try_deal(deal, measure, slots, most, run, &own, error);
    *good = status == ZM_OK && all.done && own.done && (!measure->gain || own.seconds > 0);
    *point = (struct zm_plot_point){(double)all.nodes, (double)own.nodes / (double)all.nodes};
    if (measure->gain && *good)
        point->value = all.seconds / own.seconds;
    return status;
}

static int compare(const void *one, const void *other)
{
    const struct zm_plot_point *a = one, *b = other;
    return (a->value > b->value) - (a->value < b->value);
}

/* Tells the points as numbers: each, then how they are distributed. */
static void print_points(struct zm_plot_point *points, size_t count, size_t deals,
                         struct zm_buffer *out)
{
    for (size_t i = 0; i < count; i++)
        zm_buffer_format(out, "%.0f %.4g\n", points[i].size, points[i].value);
    qsort(points, count, sizeof *points, compare);
    zm_buffer_format(out, "%zu of %zu deals", count, deals);
    if (count > 0)
        zm_buffer_format(out, ": median %.4g, nine of ten below %.4g, most %.4g",
                         points[count / 2].value, points[count * 9 / 10].value,
                         points[count - 1].value);
    zm_buffer_byte(out, '\n');
}

static enum zm_status run_plot(const struct zm_settings *settings, const char *const *words,
                               size_t count, struct zm_run *run, struct zm_buffer *out,
                               struct zm_error *error)
{
    size_t deals = (size_t)zm_settings_integer(settings, "deals"), points = 0;
    const struct measure *measure = measures;
    enum zm_status status = ZM_OK;
    char title[120];
    (void)count;
    while (!zm_settings_is(settings, "measure", measure->name))
        measure++;
    struct zm_plot_point *found = calloc(deals, sizeof *found);
    if (found == NULL)
        return zm_fail_memory(error);
    for (size_t i = 1; i <= deals && status == ZM_OK; i++) {
        char deal[60];
        bool good;
        snprintf(deal, sizeof deal, "deal:%.20s:%zu", words[0], i);
        status = measure_deal(deal, measure, settings, run, &found[points], &good, error);
        points += good;
    }
    snprintf(title, sizeof title, "Montana %.20s: %zu of the deals 1 to %zu", words[0], points,
             deals);
    if (status == ZM_OK && zm_settings_flag(settings, "numbers"))
        print_points(found, points, deals, out);
    else if (status == ZM_OK)
        zm_plot_scatter(found, points, title, measure->label, out);
    free(found);
    return status;
}

static const struct zm_param plot_params[] = {
    {.name = "measure",
     .kind = ZM_PARAM_CHOICE,
     .value = "ti",
     .choices = "table|ti|ti-table|blocks",
     .hint = "WHAT",
     .help = "what is drawn: positions visited with a table, with incremental transpositions, with "
             "both, for each position; or how many times faster block search is"},
    {.name = "deals",
     .kind = ZM_PARAM_INTEGER,
     .value = "40",
     .min = 1,
     .max = 100000,
     .hint = "N",
     .help = "the deals from 1 to N"},
    {.name = "slots", .kind = ZM_PARAM_SIZE, .value = "64K", .hint = "N", .help = "of the table"},
    {.name = "most",
     .kind = ZM_PARAM_INTEGER,
     .value = "20000000",
     .min = 1,
     .max = INT64_MAX,
     .hint = "N",
     .help = "leave out deals that take more nodes than this"},
    {.name = "numbers",
     .kind = ZM_PARAM_FLAG,
     .help = "the numbers and their distribution as text, not a picture"},
    {0},
};

const struct zm_tool zm_montana_plot_tool = {
    .name = "plot",
    .usage = "SIZE",
    .words = 1,
    .summary = "how much searches of deals repeat, as a scatter plot (SVG) or as numbers",
    .details = "SIZE is suits and ranks, as 4x13. Both axes are logarithmic.\n\nExample:\n"
               "  zermelo tool montana plot 4x9 --measure ti --deals 100 > ti.svg\n",
    .params = plot_params,
    .run = run_plot,
};
