/* The memory of forests: all reduced trees of height at most 5, counted by the 2^22 sets of those
 * below (4171780), and 10^7 canonical trees of up to 32 random children each (a tree takes as much
 * in both kinds of forests). */
#include "bench/bench.h"

#include "base/clock.h"
#include "base/random.h"
#include "theory/trees.h"

#include <stdio.h>
#include <stdlib.h>

static void print_line(const char *what, const struct zm_forest *forest, uint64_t sets,
                       double started)
{
    uint64_t children = 0;
    for (uint32_t tree = 0; tree < forest->count; tree++)
        children += zm_tree_child_count(forest, tree);
    double count = (double)forest->count;
    printf("%-22s %10llu %10zu %9.1f %12.1f %10.1f %9.1f\n", what, (unsigned long long)sets,
           forest->count, (double)children / count, (double)zm_forest_memory(forest) / count,
           (double)zm_bench_peak() / (1 << 20), zm_clock_now() - started);
    fflush(stdout);
}

/* The distinct trees of all sets of the trees in `below`, which are made in the same forest. */
static bool all_sets(struct zm_forest *forest, const struct zm_tree_set *below,
                     struct zm_tree_set *made)
{
    made->count = 0;
    for (uint64_t set = 0; set < UINT64_C(1) << below->count; set++) {
        uint32_t children[64];
        size_t count = 0, before = forest->count;
        for (uint64_t bits = set; bits != 0; bits &= bits - 1)
            children[count++] = below->items[__builtin_ctzll(bits)];
        uint32_t tree = zm_tree_of(forest, children, count);
        if (tree == ZM_NO_TREE || (tree >= before && !zm_tree_set_add(made, tree)))
            return false;
    }
    return true;
}

/* Height by height. A set of lower trees makes a lower tree again, or a new one. */
static bool by_height(unsigned height)
{
    struct zm_forest forest;
    struct zm_tree_set below = {0}, made = {0};
    double started = zm_clock_now();
    bool ok = zm_forest_init(&forest, true) && zm_tree_set_add(&below, ZM_TREE_ZERO);
    for (unsigned h = 1; ok && h <= height; h++) {
        ok = all_sets(&forest, &below, &made);
        for (size_t i = 0; ok && h < height && i < made.count; i++)
            ok = zm_tree_set_add(&below, made.items[i]);
    }
    if (ok)
        print_line("reduced, height <= 5", &forest, UINT64_C(1) << below.count, started);
    zm_tree_set_free(&below);
    zm_tree_set_free(&made);
    zm_forest_free(&forest);
    return ok;
}

static bool at_random(size_t trees)
{
    struct zm_random random = zm_random_seeded(1913);
    struct zm_forest forest;
    double started = zm_clock_now();
    uint64_t sets = 0;
    bool ok = zm_forest_init(&forest, false);
    for (; ok && forest.count < trees; sets++) {
        uint32_t children[32];
        size_t count = zm_random_below(&random, 33);
        for (size_t i = 0; i < count; i++)
            children[i] = (uint32_t)zm_random_below(&random, forest.count);
        ok = zm_tree_of(&forest, children, count) != ZM_NO_TREE;
    }
    if (ok)
        print_line("canonical, at random", &forest, sets, started);
    zm_forest_free(&forest);
    return ok;
}

static enum zm_status run(struct zm_error *error)
{
    printf("%-22s %10s %10s %9s %12s %10s %9s\n", "trees", "sets", "different", "children",
           "bytes/tree", "peak MiB", "seconds");
    return by_height(5) && at_random(10000000) ? ZM_OK : zm_fail_memory(error);
}

const struct zm_benchmark zm_bench_trees = {
    .name = "trees",
    .summary = "memory and time of 10^7 canonical trees",
    .run = run,
};

/* Whole strong solutions: k heaps of 6 in Nim have C(k + 6, 6) positions, and no two of them the
 * same canonical tree. */
static enum zm_status run_strong(struct zm_error *error)
{
    static const int heaps[] = {25, 41};
    struct zm_bench_figures figures = {0};
    struct zm_buffer position = {0};
    enum zm_status status = ZM_OK;
    puts("| heaps of 6 in Nim | canonical trees | bytes a tree | peak MiB | CPU s |");
    puts("|---|---|---|---|---|");
    for (size_t i = 0; status == ZM_OK && i < sizeof heaps / sizeof *heaps; i++) {
        zm_buffer_clear(&position);
        for (int k = 0; k < heaps[i]; k++)
            zm_buffer_text(&position, k == 0 ? "6" : ",6");
        status = position.failed ? zm_fail_memory(error)
                                 : zm_bench_measure("nim", zm_buffer_string(&position),
                                                    "compute=rct memory=3584M", &figures, error);
        if (status == ZM_OK)
            printf("| %d | %llu%s | %.0f | %.0f | %.1f |\n", heaps[i],
                   (unsigned long long)figures.nodes, figures.stopped ? " (stopped)" : "",
                   (double)zm_bench_peak() / (double)figures.nodes,
                   (double)zm_bench_peak() / (1 << 20), figures.processor);
        fflush(stdout);
    }
    zm_buffer_free(&figures.result);
    zm_buffer_free(&position);
    return status;
}

const struct zm_benchmark zm_bench_strong = {
    .name = "strong",
    .summary = "strong solutions of 10^6 and 10^7 trees: memory and time",
    .run = run_strong,
};
