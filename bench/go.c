/* Go: random games a second, by the processor's time; in a tree also by the clock, with one thread
 * and with two. */
#include "bench/bench.h"

#include "base/clock.h"
#include "engines/go/goban.h"
#include "think/player.h"

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

/* The games of the player of the engine, its tree and its knowledge included. */
static enum zm_status play_tree(const char *position, uint64_t games, const char *threads,
                                struct zm_error *error)
{
    const struct zm_pace pace = {.nodes = games};
    struct zm_thought thought = {0};
    double began = zm_bench_processor(), clock = zm_clock_now();
    enum zm_status status =
        zm_bench_think("go", position, "go", threads, &pace, &thought, &games, error);
    double took = zm_bench_processor() - began, waited = zm_clock_now() - clock;
    if (status == ZM_OK)
        printf("%-5s in a tree, threads: %s %8llu games  %9.0f games/s  %9.0f by the clock  "
               "chance %.2f\n",
               position, threads, (unsigned long long)games, (double)games / took,
               (double)games / waited, thought.lines[0].chance);
    zm_thought_free(&thought);
    return status;
}

static enum zm_status run(struct zm_error *error)
{
    play_uniform(9, 300000);
    play_uniform(13, 100000);
    play_uniform(19, 50000);
    static const struct {
        const char *position;
        uint64_t games;
    } trees[] = {{"9x9", 50000}, {"13x13", 20000}, {"19x19", 10000}};
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < 3; i++) {
        status = play_tree(trees[i].position, trees[i].games, "1", error);
        if (status == ZM_OK)
            status = play_tree(trees[i].position, trees[i].games, "2", error);
    }
    return status;
}

const struct zm_benchmark zm_bench_go_playouts = {
    .name = "go-playouts",
    .summary = "Go: random games a second on one core, and on two",
    .run = run,
};
