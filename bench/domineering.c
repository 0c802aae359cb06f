/* Domineering: outcomes by the search with strips, and canonical values of all rectangles up to
 * 4x6. 8x8 was first solved by DOMI (Breuker, Uiterwijk and van den Herik, 2000). */
#include "bench/bench.h"

#include <stddef.h>
#include <stdio.h>

static enum zm_status run(struct zm_error *error)
{
    static const char *const outcomes[] = {"5x5", "6x6", "6x7", "7x7", "5x9", "2x26", "6x8"};
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; status == ZM_OK && i < sizeof outcomes / sizeof *outcomes; i++)
        status = zm_bench_solve("domineering", outcomes[i], "compute=outcome", error);
    for (int rows = 1; rows <= 4; rows++)
        for (int columns = rows; status == ZM_OK && columns <= 6; columns++) {
            char board[8];
            snprintf(board, sizeof board, "%dx%d", rows, columns);
            status = zm_bench_solve("domineering", board, "compute=value", error);
        }
    return status;
}

static enum zm_status run_large(struct zm_error *error)
{
    static const char *const boards[] = {"8x8 L", "8x8 R", "8x9 L", "8x9 R", "4x13"};
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; status == ZM_OK && i < sizeof boards / sizeof *boards; i++)
        status = zm_bench_solve("domineering", boards[i], "compute=outcome", error);
    return status;
}

/* What each part of the search saves: the same boards without it, and with smaller tables. */
static enum zm_status run_parts(struct zm_error *error)
{
    static const char *const boards[] = {"8x8 L", "7x9 R"};
    static const char *const options[] = {"compute=outcome",
                                          "compute=outcome without=gain",
                                          "compute=outcome without=cuts",
                                          "compute=outcome without=lookups",
                                          "compute=outcome small=20",
                                          "compute=outcome small=13",
                                          "compute=outcome small=4"};
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (size_t k = 0; status == ZM_OK && k < sizeof options / sizeof *options; k++)
            status = zm_bench_solve("domineering", boards[i], options[k], error);
    return status;
}

/* A position of the 9x9 board after four moves, with one and two threads. */
static enum zm_status run_threads(struct zm_error *error)
{
    static const char *const options[] = {"compute=outcome threads=1", "compute=outcome threads=2"};
    enum zm_status status = ZM_OK;
    zm_bench_solve_header();
    for (size_t k = 0; status == ZM_OK && k < sizeof options / sizeof *options; k++)
        status = zm_bench_solve("domineering",
                                "#########/#######../#########/#########/#########/#####..##/"
                                "#########/#####.#.#/#####.#.# L",
                                options[k], error);
    return status;
}

const struct zm_benchmark zm_bench_domineering = {
    .name = "domineering",
    .summary = "outcomes and values of Domineering rectangles",
    .run = run,
};

const struct zm_benchmark zm_bench_domineering_large = {
    .name = "domineering-large",
    .summary = "outcomes of Domineering 8x8 and 8x9 by who begins, and of 4x13",
    .run = run_large,
};

const struct zm_benchmark zm_bench_domineering_parts = {
    .name = "domineering-parts",
    .summary = "what each part of the search of Domineering saves, on 8x8 and 7x9",
    .run = run_parts,
};

const struct zm_benchmark zm_bench_domineering_threads = {
    .name = "domineering-threads",
    .summary = "Domineering 9x9 after four moves, by one thread and by two",
    .run = run_threads,
};
