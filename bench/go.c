/* Go: random games a second, by the processor's time. */
#include "bench/bench.h"

#include "engines/go/goban.h"

#include <stdio.h>

static void play_uniform(unsigned side, unsigned games)
{
    static struct goban start, board;
    struct goban_lots lots = {21};
    uint64_t moves = 0;
    int64_t score = 0;
    goban_start(&start, side, side);
    double began = zm_bench_processor();
    for (unsigned i = 0; i < games; i++) {
        goban_copy(&board, &start);
        goban_play_out(&board, &lots, GO_MOVES_PER_POINT * side * side);
        moves += board.moves;
        score += goban_score(&board);
    }
    double took = zm_bench_processor() - began;
    printf("%2ux%-2u uniform  %9u games %11llu moves %9.0f games/s  mean score %+.2f\n", side, side,
           games, (unsigned long long)moves, games / took, (double)score / games);
}

static enum zm_status run(struct zm_error *error)
{
    (void)error;
    play_uniform(9, 300000);
    play_uniform(13, 100000);
    play_uniform(19, 50000);
    return ZM_OK;
}

const struct zm_benchmark zm_bench_go_playouts = {
    .name = "go-playouts",
    .summary = "Go: random games a second on one core",
    .run = run,
};
