/* Dots-and-boxes. The thesis's program (2011): American 3x3, contract 4, refuted in 1.04 s with
 * 17,000 entries; 3x4, contract 6, in 6.9 s with 78,350 entries; 4x4 in about a day, 4.5 and 7.5
 * million positions for contracts 8 and 9. Nodes are positions expanded, entries those in the
 * engine's table. */
#include "bench/bench.h"

#include "engines/dots/margin.h"
#include "games/dots/layout.h"

#include <stdio.h>

struct row {
    const char *board;
    int contract; /* -1: the score */
};

static enum zm_status measure(const struct row *row, struct zm_error *error)
{
    struct zm_dots_layout layout;
    struct zm_margin search;
    struct zm_run run;
    const char *rest;
    char question[40], answer[40];
    enum zm_status status = zm_dots_layout_parse(&layout, row->board, &rest, error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&run);
    run.memory_limit = (size_t)2 << 30;
    uint8_t promise[ZM_COINS_MOST];
    zm_dots_promise(&layout, promise);
    if (!zm_margin_open(&search, &layout.graph, promise, &run))
        return zm_fail_memory(error);
    uint64_t all = zm_coins_all(&layout.graph);
    int coins = (int)layout.graph.coins, least = -coins, most = coins;
    if (row->contract >= 0) {
        bool won = zm_margin_at_least(&search, all, 2 * row->contract - coins);
        snprintf(question, sizeof question, "contract %d", row->contract);
        snprintf(answer, sizeof answer, "%s", won ? "won" : "lost");
    } else {
        zm_margin_find(&search, all, &least, &most);
        snprintf(question, sizeof question, "score");
        snprintf(answer, sizeof answer, "%d/%d", (coins + least) / 2, (coins - least) / 2);
    }
    printf("%-16s %-12s %-8s %12llu %12llu %9.1f %10.2f\n", row->board, question, answer,
           (unsigned long long)search.nodes, (unsigned long long)search.table->stored,
           (double)zm_margins_memory(search.table) / (1 << 20), zm_run_seconds(&run));
    fflush(stdout);
    zm_margin_close(&search);
    return ZM_OK;
}

static enum zm_status measure_all(const struct row *rows, size_t count, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    printf("%-16s %-12s %-8s %12s %12s %9s %10s\n", "board", "question", "answer", "nodes",
           "entries", "MiB", "seconds");
    for (size_t i = 0; status == ZM_OK && i < count; i++)
        status = measure(&rows[i], error);
    return status;
}

static enum zm_status run_small(struct zm_error *error)
{
    static const struct row rows[] = {
        {"3x3", 4},  {"3x3", -1},           {"3x4", 6},           {"3x4", -1},
        {"2x6", -1}, {"icelandic:4x4", -1}, {"swedish:2x14", -1}, {"swedish:4x5", -1},
    };
    return measure_all(rows, sizeof rows / sizeof *rows, error);
}

static enum zm_status run_large(struct zm_error *error)
{
    static const struct row rows[] = {
        {"4x4", 8}, {"4x4", 9}, {"swedish:5x5", -1}, {"2x7", -1}, {"3x5", -1},
    };
    return measure_all(rows, sizeof rows / sizeof *rows, error);
}

const struct zm_benchmark zm_bench_dots = {
    .name = "dots",
    .summary = "dots-and-boxes: contracts and scores of small boards",
    .run = run_small,
};

const struct zm_benchmark zm_bench_dots_large = {
    .name = "dots-large",
    .summary = "dots-and-boxes: boards that take minutes, American 4x4 among them",
    .run = run_large,
};
