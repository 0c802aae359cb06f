/* Dots-and-boxes. The thesis's program (2011): American 3x3, contract 4, refuted in 1.04 s with
 * 17,000 entries; 3x4, contract 6, in 6.9 s with 78,350 entries; 4x4 in about a day, 4.5 and 7.5
 * million positions for contracts 8 and 9. Nodes are positions expanded, entries those in the
 * engine's table. Lines are rows of a Markdown table, for the docs. */
#include "bench/bench.h"

#include "engines/dots/margin.h"
#include "games/dots/layout.h"

#include <stdio.h>
#include <time.h>

struct row {
    const char *board;
    int contract; /* -1: the score */
};

/* A search on a board, ready to be asked. */
struct trial {
    struct zm_dots_layout layout;
    uint8_t promise[ZM_COINS_MOST];
    struct zm_run run;
    struct zm_margin search;
    clock_t began;
};

static enum zm_status begin(struct trial *trial, const char *board, unsigned threads, size_t memory,
                            struct zm_error *error)
{
    const char *rest;
    enum zm_status status = zm_dots_layout_parse(&trial->layout, board, &rest, error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&trial->run);
    trial->run.threads = threads;
    trial->run.memory_limit = memory;
    zm_dots_promise(&trial->layout, trial->promise);
    trial->began = clock();
    return zm_margin_open(&trial->search, &trial->layout.graph, trial->promise, &trial->run)
               ? ZM_OK
               : zm_fail_memory(error);
}

static double processor_seconds(const struct trial *trial)
{
    return (double)(clock() - trial->began) / CLOCKS_PER_SEC;
}

/* A row stops after ten minutes on the clock: then the answer is what is known by then. */
enum { LIMIT = 600 };

static void answer_row(struct trial *trial, const struct row *row, char *answer, size_t size)
{
    struct zm_margin *search = &trial->search;
    uint64_t all = zm_coins_all(&trial->layout.graph);
    int coins = (int)trial->layout.graph.coins, least = -coins, most = coins;
    if (row->contract >= 0) {
        bool won = zm_margin_at_least(search, all, 2 * row->contract - coins);
        snprintf(answer, size, "%s", search->stopped ? "stopped" : won ? "won" : "lost");
        return;
    }
    zm_margin_find(search, all, &least, &most);
    if (least == most)
        snprintf(answer, size, "%d/%d", (coins + least) / 2, (coins - least) / 2);
    else
        snprintf(answer, size, "%d to %d", (coins + least + 1) / 2, (coins + most) / 2);
}

static enum zm_status measure(const struct row *row, struct zm_error *error)
{
    struct trial trial;
    char question[40] = "score", answer[40];
    enum zm_status status = begin(&trial, row->board, 1, (size_t)4 << 30, error);
    if (status != ZM_OK)
        return status;
    trial.run.deadline = trial.run.started + LIMIT;
    if (row->contract >= 0)
        snprintf(question, sizeof question, "contract %d", row->contract);
    answer_row(&trial, row, answer, sizeof answer);
    printf("| %-13s | %-11s | %-8s | %10llu | %10llu | %7.1f | %7.2f |\n", row->board, question,
           answer, (unsigned long long)trial.search.nodes,
           (unsigned long long)zm_margins_count(trial.search.table),
           (double)zm_margins_memory(trial.search.table) / (1 << 20), processor_seconds(&trial));
    fflush(stdout);
    zm_margin_close(&trial.search);
    return ZM_OK;
}

static enum zm_status measure_all(const struct row *rows, size_t count, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    printf("| %-13s | %-11s | %-8s | %10s | %10s | %7s | %7s |\n", "board", "question", "answer",
           "nodes", "entries", "MiB", "cpu s");
    printf("|%s|%s|%s|%s|%s|%s|%s|\n", "---------------", "-------------", "----------",
           "-----------:", "-----------:", "--------:", "--------:");
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
        {"swedish:5x5", -1},
        {"swedish:3x9", -1},
        {"swedish:2x18", -1},
        {"2x7", -1},
        {"2x8", -1},
        {"icelandic:2x9", -1},
        {"icelandic:2x10", -1},
        {"icelandic:3x6", -1},
        {"4x4", 8},
        {"4x4", -1},
        {"3x5", 7},
        {"3x5", -1},
        {"swedish:2x19", -1},
        {"swedish:3x10", -1},
        {"swedish:4x7", -1},
        {"icelandic:4x5", -1},
    };
    return measure_all(rows, sizeof rows / sizeof *rows, error);
}

/* One thread and then several on the same board: nodes of all, time on the clock and of the
 * processors. With busy cores only the nodes say something. */
static enum zm_status run_threads(struct zm_error *error)
{
    static const char *const boards[] = {"3x4", "2x6", "icelandic:4x4"};
    static const unsigned threads[] = {1, 2, 4};
    enum zm_status status = ZM_OK;
    printf("%-16s %8s %12s %10s %10s %8s\n", "board", "threads", "nodes", "clock s", "cpu s",
           "speed-up");
    for (size_t i = 0; i < 3; i++) {
        double alone = 0;
        for (size_t j = 0; j < 3; j++) {
            struct trial trial;
            status = begin(&trial, boards[i], threads[j], (size_t)1 << 26, error);
            if (status != ZM_OK)
                return status;
            int most = (int)trial.layout.graph.coins, least = -most;
            zm_margin_find(&trial.search, zm_coins_all(&trial.layout.graph), &least, &most);
            double seconds = zm_run_seconds(&trial.run);
            alone = j == 0 ? seconds : alone;
            printf("%-16s %8u %12llu %10.2f %10.2f %8.2f\n", boards[i], threads[j],
                   (unsigned long long)atomic_load(&trial.run.nodes), seconds,
                   processor_seconds(&trial), alone / seconds);
            fflush(stdout);
            zm_margin_close(&trial.search);
        }
    }
    return ZM_OK;
}

const struct zm_benchmark zm_bench_dots_threads = {
    .name = "dots-threads",
    .summary = "dots-and-boxes: one thread against several on one table",
    .run = run_threads,
};

const struct zm_benchmark zm_bench_dots = {
    .name = "dots",
    .summary = "dots-and-boxes: contracts and scores of small boards",
    .run = run_small,
};

const struct zm_benchmark zm_bench_dots_large = {
    .name = "dots-large",
    .summary =
        "dots-and-boxes: boards that take minutes, American 4x4 among them, at most ten each",
    .run = run_large,
};
