/* What the walk interface costs: perft (all games of some moves counted) and playouts (games of
 * random moves) through it, against bare code on the same struct. The issue is the ratio; 0.6 or
 * more was asked for. */
#include "bench/walk.h"

#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t perft(const struct zm_walk *walk, void *here, unsigned depth, zm_move *moves,
                      unsigned most)
{
    uint64_t leaves = 0;
    unsigned count = walk->moves(here, moves);
    for (unsigned i = 0; i < count; i++) {
        walk->make(here, moves[i]);
        leaves += depth == 1 ? 1 : perft(walk, here, depth - 1, moves + most, most);
        walk->unmake(here, moves[i]);
    }
    return leaves;
}

static uint64_t play_out(const struct zm_walk *walk, const void *start, void *here, size_t size,
                         unsigned count, zm_move *moves, struct zm_random *random, int64_t *worth)
{
    uint64_t made = 0;
    for (unsigned i = 0; i < count; i++) {
        memcpy(here, start, size);
        for (unsigned legal = walk->moves(here, moves); legal > 0; made++) {
            walk->make(here, moves[zm_walk_draw(random, legal)]);
            legal = walk->moves(here, moves);
        }
        *worth += walk->worth(here);
    }
    return made;
}

/* Of several runs the best: others use the machine too. */
enum { RUNS = 5 };

struct figure {
    uint64_t count;
    int64_t worth;
    double seconds;
};

static void take_better(struct figure *best, struct figure figure)
{
    if (best->seconds == 0 || figure.seconds < best->seconds)
        *best = figure;
}

static void print_line(const struct zm_walk_subject *subject, const char *what,
                       const struct figure *bare, const struct figure *through)
{
    double rates[2] = {(double)bare->count / bare->seconds / 1e6,
                       (double)through->count / through->seconds / 1e6};
    bool same = bare->count == through->count && bare->worth == through->worth;
    printf("%-8s %-9s %12llu %12.1f %12.1f %8.2f%s\n", subject->name, what,
           (unsigned long long)bare->count, rates[0], rates[1], rates[1] / rates[0],
           same ? "" : "   THE TWO DIFFER");
    fflush(stdout);
}

static void measure(const struct zm_walk_subject *subject, void *state, void *start, void *here,
                    zm_move *moves)
{
    const struct zm_walk *walk = subject->walk;
    struct figure perfts[2] = {{0}, {0}}, playouts[2] = {{0}, {0}};
    unsigned most = walk->most_moves(start);
    for (int run = 0; run < RUNS; run++)
        for (int through = 0; through < 2; through++) {
            struct zm_random random = zm_random_seeded(7);
            double begun = zm_bench_processor();
            uint64_t count = through ? perft(walk, start, subject->depth, moves, most)
                                     : subject->perft(start, subject->depth);
            take_better(&perfts[through], (struct figure){count, 0, zm_bench_processor() - begun});
            begun = zm_bench_processor();
            int64_t worth = 0;
            count = through ? play_out(walk, start, here, walk->size(state), subject->playouts,
                                       moves, &random, &worth)
                            : subject->playouts_of(start, subject->playouts, &random, &worth);
            take_better(&playouts[through],
                        (struct figure){count, worth, zm_bench_processor() - begun});
        }
    print_line(subject, "perft", &perfts[0], &perfts[1]);
    print_line(subject, "playouts", &playouts[0], &playouts[1]);
}

static enum zm_status bench(const struct zm_walk_subject *subject, struct zm_error *error)
{
    void *state = NULL, *start = NULL;
    if (!subject->open(&state, &start))
        return zm_fail_memory(error);
    void *here = malloc(subject->walk->size(state));
    unsigned most = subject->walk->most_moves(start);
    zm_move *moves = malloc((size_t)(subject->depth + 1) * (most + 1) * sizeof *moves);
    enum zm_status status = here == NULL || moves == NULL ? zm_fail_memory(error) : ZM_OK;
    if (status == ZM_OK)
        measure(subject, state, start, here, moves);
    free(here);
    free(moves);
    subject->close(state, start);
    return status;
}

static enum zm_status bench_walk(struct zm_error *error)
{
    static const struct zm_walk_subject *const subjects[] = {&zm_walk_subject_peg,
                                                             &zm_walk_subject_othello};
    enum zm_status status = ZM_OK;
    printf("%-8s %-9s %12s %12s %12s %8s\n", "game", "what", "moves", "bare M/s", "walk M/s",
           "ratio");
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects && status == ZM_OK; i++)
        status = bench(subjects[i], error);
    return status;
}

const struct zm_benchmark zm_bench_walk = {
    .name = "walk",
    .summary = "perft and playouts through the walk interface against bare code",
    .run = bench_walk,
};
