/* The benchmarks, one line each. */
#include "bench/bench.h"

#include <stddef.h>

/* clang-format off */
const struct zm_benchmark *const zm_benchmarks[] = {
    &zm_bench_cram,
    &zm_bench_cram_climb,
    &zm_bench_cram_crackers,
    &zm_bench_cram_learn,
    &zm_bench_cram_order,
    &zm_bench_cram_width,
    &zm_bench_domineering,
    &zm_bench_domineering_large,
    &zm_bench_dots,
    &zm_bench_dots_large,
    &zm_bench_dots_threads,
    &zm_bench_go_methods,
    &zm_bench_go_playouts,
    &zm_bench_misere,
    &zm_bench_morpion,
    &zm_bench_misere_hour,
    &zm_bench_players,
    &zm_bench_retrograde,
    &zm_bench_searches,
    &zm_bench_signature,
    &zm_bench_sprouts,
    &zm_bench_sprouts_periods,
    &zm_bench_sprouts_proofs,
    &zm_bench_sprouts_upward,
    &zm_bench_lmdb,
    &zm_bench_loa_perft,
    &zm_bench_loa_search,
    &zm_bench_octal,
    &zm_bench_othello_league,
    &zm_bench_othello_methods,
    &zm_bench_othello_perft,
    &zm_bench_othello_tests,
    &zm_bench_store,
    &zm_bench_surfaces,
    &zm_bench_strong,
    &zm_bench_trees,
    &zm_bench_walk,
    &zm_bench_watch,
    NULL,
};
/* clang-format on */
