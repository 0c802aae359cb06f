/* The signature: the nodes that every search, engine and player looks at on small positions, with
 * one thread and the default seed, one line each, and their sum. It depends on nothing but the
 * code, so tests/signature.txt pins it: a change that moves it changes what is searched, and must
 * say why. The rows with little memory are there for the tables that forget. */
#include "bench/bench.h"

#include "think/player.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct row {
    const char *what, *game, *position, *options;
};

/* 69 cells: too many for one word, and few enough in a row to be searched at once. */
#define WIDE "00000000000000000000000/0G0G0G0G0G0GG00G0G0G0G0/00000G00000G00000G00000"
#define ARCS "1>2,1>3,2>4,2>5,3>5,3>6,4>7,5>7,5>8,6>8,7>9,8>9,9>1,4>1,6>2,7>3@1"

static const struct row solved[] = {
    {"dfpn", "cram", "5x5", "compute=nimber search=dfpn memory=64M"},
    {"dfpn", "cram", "5x6", "compute=nimber search=dfpn memory=2M"},
    {"dfpn", "sprouts", "12", "search=dfpn memory=64M"},
    {"dfpn", "nimstring", "3x3", "search=dfpn memory=64M"},
    {"dfpn", "dots", "2x3", "search=dfpn memory=64M"},
    {"dfpn", "hex", "3x3", "search=dfpn memory=64M"},
    {"dfpn", "sprouts", "9", "play=misere search=dfpn memory=64M"},
    {"depth-first", "cram", "5x5", "compute=nimber search=depth-first memory=64M"},
    {"depth-first", "cram", "5x5", "compute=nimber search=depth-first auto-zap=50 memory=64M"},
    {"depth-first", "sprouts", "8", "search=depth-first memory=64M"},
    {"depth-first", "dots", "2x3", "search=depth-first window=wide memory=64M"},
    {"pn", "cram", "5x5", "compute=nimber search=pn memory=64M"},
    {"pn", "cram", "5x5", "compute=nimber search=pn full=fold memory=1M"},
    {"pn", "sprouts", "8", "search=pn second=100 memory=64M"},
    {"pn-multi", "cram", "4x5", "compute=nimber search=pn-multi memory=64M"},
    {"pn-multi", "sprouts", "8", "search=pn-multi memory=64M"},
    {"recursive", "cram", "4x6", "compute=nimber search=recursive memory=64M"},
    {"retrograde", "tapatan", "start", "compute=distance memory=64M"},
    {"retrograde", "cram", "4x4", "compute=distance memory=64M"},
    {"trees", "cram", "4x4", "compute=tree memory=64M"},
    {"trees", "cram", "4x5", "compute=rct play=misere memory=64M"},
    {"values", "domineering", "4x5", "compute=value memory=64M"},
    {"cram", "cram", "3x14", "compute=nimber memory=64M"},
    {"cram", "cram", "3x14", "compute=nimber memory=1M"},
    {"cram", "cram", "3x10", "compute=nimber mex=4 memory=64M"},
    {"cram, wide", "cram", WIDE, "compute=nimber memory=64M"},
    {"cram, wide", "cram", WIDE, "compute=nimber mex=3 memory=64M"},
    {"dots", "dots", "3x4", "compute=score memory=64M"},
    {"dots", "dots", "3x4", "compute=score memory=1M"},
    {"domineering", "domineering", "6x8", "memory=64M"},
    {"geography", "geography", ARCS, "memory=64M"},
};

static const struct row played[] = {
    {"alpha-beta", "dots", "2x2", ""},
    {"alpha-beta", "sum", "[domineering 3x3] + [toads-and-frogs TT..FF]", ""},
    {"alpha-beta", "hex", "5x5", ""},
    {"alpha-beta", "tapatan", "267.139.0", ""},
    {"loa", "loa", "8x8 b8-b6 a3-c3", ""},
    {"monte-carlo", "hex", "4x4", ""},
    {"monte-carlo", "cram", "4x4", ""},
};

enum { DEPTH = 4, PLAYOUTS = 2000 };

static void print(const struct row *row, const char *result, uint64_t count)
{
    char position[16];
    snprintf(position, sizeof position, "%s", row->position);
    printf("%-11s  %-11s  %-15s  %-60s  %-8s %8" PRIu64 "\n", row->what, row->game, position,
           row->options, result, count);
}

static enum zm_status solve(const struct row *row, uint64_t *count, struct zm_error *error)
{
    struct zm_bench_figures figures = {0};
    enum zm_status status =
        zm_bench_measure(row->game, row->position, row->options, &figures, error);
    char result[9];
    snprintf(result, sizeof result, "%s", zm_buffer_string(&figures.result));
    *count = figures.nodes;
    if (status == ZM_OK)
        print(row, result, *count);
    zm_buffer_free(&figures.result);
    return status;
}

/* Counts the nodes of a player that looks ahead to a fixed depth, or what a fixed number of playouts
 * won by the move they chose (in tenths): with other playouts that is another number. */
static enum zm_status play(const struct row *row, uint64_t *count, struct zm_error *error)
{
    bool ahead = strcmp(row->what, "monte-carlo") != 0;
    const struct zm_pace pace = {.depth = ahead ? DEPTH : 0, .nodes = ahead ? 0 : PLAYOUTS};
    struct zm_thought thought = {0};
    enum zm_status status =
        zm_bench_think(row->game, row->position, row->what, "1", &pace, &thought, count, error);
    if (status == ZM_OK && !ahead)
        *count = (uint64_t)(thought.lines[0].chance * (double)thought.lines[0].playouts * 10 + 0.5);
    if (status == ZM_OK)
        print(row, "", *count);
    zm_thought_free(&thought);
    return status;
}

static enum zm_status add_up(const struct row *rows, size_t row_count,
                             enum zm_status (*look)(const struct row *row, uint64_t *count,
                                                    struct zm_error *error),
                             uint64_t *sum, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (size_t i = 0; i < row_count && status == ZM_OK; i++) {
        uint64_t count = 0;
        status = look(&rows[i], &count, error);
        *sum += count;
    }
    return status;
}

static enum zm_status run(struct zm_error *error)
{
    uint64_t sum = 0;
    enum zm_status status = add_up(solved, sizeof solved / sizeof *solved, solve, &sum, error);
    if (status == ZM_OK)
        status = add_up(played, sizeof played / sizeof *played, play, &sum, error);
    if (status == ZM_OK)
        printf("signature %" PRIu64 "\n", sum);
    return status;
}

const struct zm_benchmark zm_bench_signature = {
    .name = "signature",
    .summary = "one number over all searches, engines and players; tests/signature.txt pins it",
    .run = run,
};
