/* The general players: positions a second of alpha-beta with the depth reached, random games a
 * second of Monte-Carlo, for a fixed number of them and by the processor's time, so that a busy
 * machine says the same; with one thread and with two, which share the number. */
#include "bench/bench.h"

#include "api/thinker.h"

#include <stdio.h>

static const struct zm_param params[] = {ZM_PLAYER_PARAM, {0}};

static const struct {
    const char *game, *position;
    uint64_t nodes, playouts;
} rows[] = {
    {"hex", "5x5", 3000000, 30000},   {"hex", "11x11", 3000000, 30000},
    {"dots", "4x4", 300000, 30000},   {"dots", "5x5", 300000, 30000},
    {"morris", NULL, 3000000, 30000}, {"cram", "6x6", 3000000, 30000},
    {"cram", "9x9", 3000000, 30000},  {"domineering", "8x8", 3000000, 30000},
    {"sprouts", "6", 300000, 5000},
};

enum zm_status zm_bench_think(const char *game, const char *position, const char *player,
                              const char *threads, const struct zm_pace *pace,
                              struct zm_thought *thought, uint64_t *nodes, struct zm_error *error)
{
    const struct zm_option options[] = {
        {"player", player}, {"threads", threads}, {"memory", "256M"}};
    struct zm_question question;
    struct zm_thinker thinker = {0};
    struct zm_run run;
    enum zm_status status = zm_question_open(&question, game, position, options, 3, params, error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, error);
    if (status == ZM_OK)
        status = zm_thinker_open(&thinker, &question, &run, error);
    if (status == ZM_OK)
        status = zm_thinker_set(&thinker, zm_buffer_bytes(&question.position), NULL, error);
    if (status == ZM_OK)
        status = zm_thinker_think(&thinker, ZM_LEVEL_MOST, pace, &run, NULL, NULL, thought, error);
    *nodes = atomic_load(&run.nodes);
    zm_thinker_close(&thinker);
    zm_question_close(&question);
    return status;
}

static enum zm_status measure(const char *game, const char *position, const char *player,
                              const char *threads, uint64_t nodes, struct zm_error *error)
{
    const struct zm_pace pace = {.nodes = nodes};
    struct zm_thought thought = {0};
    double began = zm_bench_processor();
    enum zm_status status =
        zm_bench_think(game, position, player, threads, &pace, &thought, &nodes, error);
    double took = zm_bench_processor() - began;
    if (status == ZM_OK)
        printf("%-12s %-6s %-12s %7s %12llu %11.0f %6u\n", game, position == NULL ? "" : position,
               player, threads, (unsigned long long)nodes, (double)nodes / took,
               thought.lines[0].depth);
    fflush(stdout);
    zm_thought_free(&thought);
    return status;
}

static enum zm_status run_players(struct zm_error *error)
{
    static const char *const players[] = {"alpha-beta", "monte-carlo"};
    static const char *const threads[] = {"1", "2"};
    enum zm_status status = ZM_OK;
    printf("%-12s %-6s %-12s %7s %12s %11s %6s\n", "game", "", "player", "threads", "nodes",
           "a second", "depth");
    for (size_t i = 0; status == ZM_OK && i < sizeof rows / sizeof *rows; i++)
        for (int p = 0; p < 2; p++)
            for (int t = 0; status == ZM_OK && t < 2; t++)
                status = measure(rows[i].game, rows[i].position, players[p], threads[t],
                                 p == 0 ? rows[i].nodes : rows[i].playouts, error);
    return status;
}

const struct zm_benchmark zm_bench_players = {
    .name = "players",
    .summary = "positions and random games a second of the general players (1 min)",
    .run = run_players,
};
