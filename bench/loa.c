/* Lines of Action: the leaves of the tree of all moves from the start (perft), those of the last
 * ply counted without being made (bulk counting); and what each part of the search saves, by the
 * nodes to a fixed depth with and without it; and what a second thread brings. */
#include "bench/bench.h"

#include "base/clock.h"
#include "engines/loa/player.h"
#include "engines/loa/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 6 };

static enum zm_status run(struct zm_error *error)
{
    struct loa_tables *tables = loa_tables_make(LOA_SIDE);
    struct loa_board board;
    struct loa_state state;
    if (tables == NULL)
        return zm_fail_memory(error);
    loa_start(&board, LOA_SIDE, LOA_ROWS);
    printf("depth       leaves   CPU s   million leaves/s\n");
    for (unsigned depth = 1; depth <= DEEPEST; depth++) {
        loa_state_set(tables, &board, &state);
        double began = zm_bench_processor();
        uint64_t leaves = loa_perft(tables, &state, depth);
        double took = zm_bench_processor() - began;
        printf("%5u %12" PRIu64 " %7.3f", depth, leaves, took);
        if (took > 0.01)
            printf(" %18.0f", (double)leaves / took / 1e6);
        printf("\n");
    }
    free(tables);
    return ZM_OK;
}

const struct zm_benchmark zm_bench_loa_perft = {
    .name = "loa-perft",
    .summary = "Lines of Action: leaves a second from the start, by bulk counting",
    .run = run,
};

/* Positions of all stages of games that the program played against itself. */
static const char *const positions[] = {
    "8x8",
    "8x8 e8-c6 a5-c5 c1-e3 h6-f8",
    "8x8 d8-f6 h3-f1 c1-e3 a3-b2 g1-d4 a4-d4 b1-d3 a6-d6 d3-f5 f1-f5",
    "8x8 e8-c6 a5-c5 c1-e3 h6-f8 d8-d6 h7-f7 c8-c5 h3-e3 b1-c2 a2-d5 f1-g2 h5-e5 e1-d2 h2-d6",
    ("8x8 e8-c6 a5-c5 c1-e3 h6-f8 b8-d6 c5-e5 d8-d5 a2-d5 b1-d3 a6-d3 f1-d3 a7-d4 c6-c4 h4-f2 "
     "g8-d5 h3-f5 e3-d2 h5-d5 g1-g2 f8-g7"),
};

struct row {
    const char *name, *parts;
    enum loa_kind kind;
    unsigned depth;
};

/* Letters of the parts that are switched on. */
static struct loa_parts parts_of(const char *on)
{
    return (struct loa_parts){
        .pvs = strchr(on, 'p') != NULL,
        .table = strchr(on, 't') != NULL,
        .killers = strchr(on, 'k') != NULL,
        .history = strchr(on, 'h') != NULL,
        .null_move = strchr(on, 'n') != NULL,
        .quiescence = strchr(on, 'q') != NULL,
        .reductions = strchr(on, 'r') != NULL,
        .futility = strchr(on, 'f') != NULL,
        .late = strchr(on, 'l') != NULL,
    };
}

static const struct row rows[] = {
    {"all parts", "ptkhnqrfl", LOA_BY_SQUARES, 10},
    {"without table", "pkhnqrfl", LOA_BY_SQUARES, 10},
    {"without killers", "pthnqrfl", LOA_BY_SQUARES, 10},
    {"without history", "ptknqrfl", LOA_BY_SQUARES, 10},
    {"without null move", "ptkhqrfl", LOA_BY_SQUARES, 10},
    {"without quiescence", "ptkhnrfl", LOA_BY_SQUARES, 10},
    {"without reductions", "ptkhnqfl", LOA_BY_SQUARES, 10},
    {"without futility", "ptkhnqrl", LOA_BY_SQUARES, 10},
    {"without late", "ptkhnqrf", LOA_BY_SQUARES, 10},
    {"exact parts alone", "ptkhq", LOA_BY_SQUARES, 7},
    {"  without pvs", "tkhq", LOA_BY_SQUARES, 7},
    {"  without table", "pkhq", LOA_BY_SQUARES, 7},
    {"  without killers", "pthq", LOA_BY_SQUARES, 7},
    {"  without history", "ptkq", LOA_BY_SQUARES, 7},
    {"own, all parts", "ptkhnqrfl", LOA_OWN, 10},
    {"network, all parts", "ptkhnqrfl", LOA_NETWORK, 10},
    {"linear, all parts", "ptkhnqrfl", LOA_LINEAR, 10},
};

/* Searches one position deeper and deeper; the nodes of all depths are added. */
static enum zm_status search_position(const struct row *row, const struct loa_tables *tables,
                                      const struct loa_evaluator *evaluator, const char *text,
                                      uint64_t *nodes, struct zm_error *error)
{
    const struct loa_rules rules = {.repetition = 3};
    struct zm_buffer position = {0};
    struct loa_board board;
    struct zm_run run;
    struct loa_search *search = calloc(1, sizeof *search);
    struct zm_transpositions *table = zm_transpositions_open(64 << 20);
    enum zm_status status = loa_parse((void *)&rules, text, &position, error);
    if (status == ZM_OK && (search == NULL || table == NULL))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        zm_run_begin(&run);
        *search = (struct loa_search){.tables = tables,
                                      .evaluator = evaluator,
                                      .rules = &rules,
                                      .parts = parts_of(row->parts),
                                      .transpositions = table,
                                      .run = &run};
        loa_read(zm_buffer_bytes(&position), &board);
        loa_state_set(tables, &board, &search->state);
        for (unsigned depth = 1; depth <= row->depth; depth++)
            loa_search_root(search, depth, -LOA_INFINITE, LOA_INFINITE);
        *nodes += search->nodes;
    }
    zm_buffer_free(&position);
    zm_transpositions_close(table);
    free(search);
    return status;
}

static enum zm_status search_row(const struct row *row, const struct loa_tables *tables,
                                 struct zm_error *error)
{
    struct loa_weights weights;
    loa_weights_given(row->kind, &weights);
    struct loa_evaluator *evaluator = loa_evaluator_make(&weights);
    enum zm_status status = evaluator == NULL ? zm_fail_memory(error) : ZM_OK;
    uint64_t nodes = 0;
    double began = zm_bench_processor();
    for (size_t i = 0; status == ZM_OK && i < sizeof positions / sizeof *positions; i++)
        status = search_position(row, tables, evaluator, positions[i], &nodes, error);
    double took = zm_bench_processor() - began;
    if (status == ZM_OK)
        printf("%-20s %7u %12" PRIu64 " %8.2f %15.0f\n", row->name, row->depth, nodes, took,
               (double)nodes / took);
    free(evaluator);
    return status;
}

static enum zm_status run_search(struct zm_error *error)
{
    struct loa_tables *tables = loa_tables_make(LOA_SIDE);
    enum zm_status status = tables == NULL ? zm_fail_memory(error) : ZM_OK;
    printf("%zu positions          depth        nodes    CPU s  nodes a second\n",
           sizeof positions / sizeof *positions);
    for (size_t i = 0; status == ZM_OK && i < sizeof rows / sizeof *rows; i++)
        status = search_row(&rows[i], tables, error);
    free(tables);
    return status;
}

const struct zm_benchmark zm_bench_loa_search = {
    .name = "loa-search",
    .summary = "Lines of Action: nodes to a fixed depth with and without each part of the search",
    .run = run_search,
};

/* -- threads -- */

/* Lets the player look at a position to a depth; the nodes of all its threads are added. */
static enum zm_status think_once(const char *text, unsigned depth, unsigned threads,
                                 uint64_t *nodes, struct zm_error *error)
{
    const struct loa_rules rules = {.repetition = 3};
    struct zm_settings settings = {0};
    struct zm_run run;
    struct zm_seat seat = {.problem = {&zm_loa, &settings, false, &run}};
    struct zm_buffer position = {0};
    struct zm_thought thought = {0};
    void *player = NULL;
    zm_run_begin(&run);
    run.threads = threads;
    enum zm_status status = zm_settings_declare(&settings, zm_loa.params, error);
    if (status == ZM_OK)
        status = zm_settings_declare(&settings, zm_loa_player.params, error);
    if (status == ZM_OK)
        status = loa_parse((void *)&rules, text, &position, error);
    if (status == ZM_OK)
        status = zm_loa_player.open(&seat, &player, error);
    if (status == ZM_OK)
        status = zm_loa_player.set(player, zm_buffer_bytes(&position), NULL, error);
    if (status == ZM_OK)
        status = zm_loa_player.think(player, &(struct zm_pace){.depth = depth}, &run, NULL, NULL,
                                     &thought, error);
    *nodes += atomic_load(&run.nodes);
    if (player != NULL)
        zm_loa_player.close(player);
    zm_thought_free(&thought);
    zm_buffer_free(&position);
    zm_settings_free(&settings);
    return status;
}

static enum zm_status run_threads(struct zm_error *error)
{
    enum { DEPTH = 13 };
    enum zm_status status = ZM_OK;
    printf("%zu positions to depth %d\nthreads        nodes    CPU s  seconds\n",
           sizeof positions / sizeof *positions, DEPTH);
    for (unsigned threads = 1; status == ZM_OK && threads <= 2; threads++) {
        uint64_t nodes = 0;
        double began = zm_bench_processor(), clock = zm_clock_now();
        for (size_t i = 0; status == ZM_OK && i < sizeof positions / sizeof *positions; i++)
            status = think_once(positions[i], DEPTH, threads, &nodes, error);
        printf("%7u %12" PRIu64 " %8.2f %8.2f\n", threads, nodes, zm_bench_processor() - began,
               zm_clock_now() - clock);
    }
    return status;
}

const struct zm_benchmark zm_bench_loa_threads = {
    .name = "loa-threads",
    .summary = "Lines of Action: nodes and seconds to a fixed depth with one and with two threads",
    .run = run_threads,
};
