/* Lines of Action: the leaves of the tree of all moves from the start (perft), those of the last
 * ply counted without being made (bulk counting). */
#include "bench/bench.h"

#include "engines/loa/board.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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
