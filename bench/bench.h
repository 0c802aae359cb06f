/* Benchmarks: each prints figures, with node counts beside times, and never passes or fails. They
 * are part of the program: `zermelo bench` lists them, `zermelo bench NAME` runs one. */
#ifndef ZM_BENCH_BENCH_H
#define ZM_BENCH_BENCH_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/params.h"

struct zm_benchmark {
    const char *name;
    const char *summary;
    enum zm_status (*run)(struct zm_error *error);
    /* Of those that take the options of zm_command_bench, instead of `run`. */
    enum zm_status (*run_with)(const struct zm_settings *settings, struct zm_error *error);
};

extern const struct zm_benchmark *const zm_benchmarks[]; /* NULL at the end */

/* One line of a table of solves: solve `position` of `game` with `options` ("name=value", separated
 * by spaces), and print result, nodes, entries, memory and seconds. */
enum zm_status zm_bench_solve(const char *game, const char *position, const char *options,
                              struct zm_error *error);
void zm_bench_solve_header(void);

/* The same without the line: what there is to say about a solve. */
struct zm_bench_figures {
    struct zm_buffer result; /* "?" when it was stopped */
    bool stopped;
    uint64_t nodes, entries;
    size_t memory;             /* of the store */
    double seconds, processor; /* by the clock; of all threads, user and system */
};
enum zm_status zm_bench_measure(const char *game, const char *position, const char *options,
                                struct zm_bench_figures *figures, struct zm_error *error);
/* A thought of a player about a position; `nodes` are those that it looked at, or its playouts. */
struct zm_pace;
struct zm_thought;
enum zm_status zm_bench_think(const char *game, const char *position, const char *player,
                              const char *threads, const struct zm_pace *pace,
                              struct zm_thought *thought, uint64_t *nodes, struct zm_error *error);
double zm_bench_processor(void); /* seconds that this process has used */
size_t zm_bench_peak(void);      /* bytes of memory that it has had at most */

extern const struct zm_benchmark zm_bench_callbacks;
extern const struct zm_benchmark zm_bench_domineering;
extern const struct zm_benchmark zm_bench_domineering_large;
extern const struct zm_benchmark zm_bench_domineering_parts;
extern const struct zm_benchmark zm_bench_domineering_threads;
extern const struct zm_benchmark zm_bench_cram;
extern const struct zm_benchmark zm_bench_cram_climb;
extern const struct zm_benchmark zm_bench_cram_crackers;
extern const struct zm_benchmark zm_bench_cram_learn;
extern const struct zm_benchmark zm_bench_cram_order;
extern const struct zm_benchmark zm_bench_cram_width;
extern const struct zm_benchmark zm_bench_morpion;
extern const struct zm_benchmark zm_bench_morpion_methods;
extern const struct zm_benchmark zm_bench_misere;
extern const struct zm_benchmark zm_bench_misere_hour;
extern const struct zm_benchmark zm_bench_dots;
extern const struct zm_benchmark zm_bench_dots_large;
extern const struct zm_benchmark zm_bench_dots_threads;
extern const struct zm_benchmark zm_bench_go_methods;
extern const struct zm_benchmark zm_bench_go_playouts;
extern const struct zm_benchmark zm_bench_go_tactics;
extern const struct zm_benchmark zm_bench_players;
extern const struct zm_benchmark zm_bench_retrograde;
extern const struct zm_benchmark zm_bench_sprouts;
extern const struct zm_benchmark zm_bench_sprouts_periods;
extern const struct zm_benchmark zm_bench_sprouts_proofs;
extern const struct zm_benchmark zm_bench_misere_proofs;
extern const struct zm_benchmark zm_bench_sprouts_upward;
extern const struct zm_benchmark zm_bench_searches;
extern const struct zm_benchmark zm_bench_signature;
extern const struct zm_benchmark zm_bench_lmdb;
extern const struct zm_benchmark zm_bench_loa_perft;
extern const struct zm_benchmark zm_bench_loa_search;
extern const struct zm_benchmark zm_bench_loa_threads;
extern const struct zm_benchmark zm_bench_klotski;
extern const struct zm_benchmark zm_bench_octal;
extern const struct zm_benchmark zm_bench_othello_league;
extern const struct zm_benchmark zm_bench_othello_methods;
extern const struct zm_benchmark zm_bench_othello_perft;
extern const struct zm_benchmark zm_bench_othello_tests;
extern const struct zm_benchmark zm_bench_store;
extern const struct zm_benchmark zm_bench_stopping;
extern const struct zm_benchmark zm_bench_surfaces;
extern const struct zm_benchmark zm_bench_strong;
extern const struct zm_benchmark zm_bench_trees;
extern const struct zm_benchmark zm_bench_walk;
extern const struct zm_benchmark zm_bench_watch;

#endif
