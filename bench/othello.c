/* Othello's engine: moves a second on its boards, for each set of instructions, and the published
 * endgame tests. */
#include "bench/bench.h"

#include "base/clock.h"
#include "engines/othello/solver.h"
#include "engines/othello/weights.h"

#include <stdio.h>
#include <stdlib.h>

enum { PERFT_DEPTH = 11 };

static unsigned number_given(const struct zm_settings *settings, const char *name, unsigned usual)
{
    return zm_settings_given(settings, name) ? (unsigned)zm_settings_integer(settings, name)
                                             : usual;
}

/* Moves made on the way to the leaves of a depth: those of the last ply are counted, not made. */
static uint64_t moves_made(const struct othello_kernel *kernel, struct othello_bits start,
                           unsigned depth)
{
    uint64_t made = 0;
    for (unsigned i = 1; i < depth; i++)
        made += kernel->perft(start, UINT64_MAX, i);
    return made;
}

static enum zm_status run_perft(const struct zm_settings *settings, struct zm_error *error)
{
    const struct othello_kernel *kernels[OTHELLO_MOST_KERNELS];
    unsigned count = othello_kernels(kernels), depth = number_given(settings, "to", PERFT_DEPTH);
    struct othello_board start;
    (void)error;
    othello_start(&start, 8);
    uint64_t made = moves_made(kernels[0], othello_bits_of(&start), depth);
    printf("leaves of the game tree at depth %u from the start; %llu moves made, those of the last "
           "ply counted\n",
           depth, (unsigned long long)made);
    printf("%-10s %12s %12s %16s %16s\n", "kernel", "leaves", "cpu s", "leaves a second",
           "moves a second");
    for (unsigned i = 0; i < count; i++) {
        double before = zm_bench_processor();
        uint64_t leaves = kernels[i]->perft(othello_bits_of(&start), UINT64_MAX, depth);
        double seconds = zm_bench_processor() - before;
        printf("%-10s %12llu %12.3f %16.0f %16.0f\n", kernels[i]->name, (unsigned long long)leaves,
               seconds, (double)leaves / seconds, (double)made / seconds);
        fflush(stdout);
    }
    return ZM_OK;
}

/* The endgame tests 1 to 59 of FForum's special issue on programming, as in
 * tests/oracles/othello-endgames.txt, which has their results. */
static const char *const tests[] = {
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X",
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X",
    "-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X",
    "-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X",
    "--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X",
    "--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X",
    "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
    "--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O",
    "-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O",
    "---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO- O",
    "--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O",
    "--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X",
    "--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X",
    "----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X",
    "-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O- X",
    "-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X",
    "-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X",
    "--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X",
    "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X",
    "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O",
    "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O",
    "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X",
    "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O",
    "----X------XXXO--OOOXXXXXOOOOXXO-XXOOXXOOOXOXXXXOOOXX---X-XXXX-- O",
    "-OOOOO----OXXO---OOOOXXO-OOOXOXX-OOXOOXX-XOXXOXX--O-XXXX--O----O X",
    "--XO-O----OOOO--OOXOXXO-OOOOXXOOOOOXXOX-OXOXXXXX--XXXX----X-O-X- X",
    "--O-------OOO--X-XOOOOXXXXXXOXOX-XXOXOOXXXOXOOXX-OOOOO-X---OOO-- X",
    "-OXXXX----OXXO--XXOOXOOOXXXOOXOOXXOOXOOOXXXXOO-XX-XXO----------- X",
    "-XXX----X-XOO---XXOXOO--XOXOXO--XOOXOXXXXOOXXOX---OOOOO--XXXXX-- X",
    "-OOOOO----OOOO--OXXOOO---XXXOO--XXXXXXO-XXXOOO-OX-OOOO---OOOOO-- X",
    "--XX----O-XXOX--OOXOO---OXOXOOO-OOXXOOOXOOXXXOOX--XXXXOX--X--X-X X",
    "-XXXXXXX--XOOO----OXOOXX-OOXXOXX-OOOOOXX-X-XOOXX---O-X-X--OOOO-- X",
    "-------------O-O-OOOOOOOOOOOOXOOOXXOOOXO-XXXOXOO--XXXOXO--OXXXXO X",
    "--XXX-----XXXX-OOOXXOOOOOOOOOOXO-OOXXXXO-OOOXXXO---XOXX---X----- O",
    "---X-O----XXXO-XXXXXXXXXXOOXXOOXXOXOOOXXXXOOOO-XX--OOOO--------- O",
    "--OOOO--O-OOOO--OXXXOOO-OXXOXO--OOXXOXX-OOXXXX--O-XXX-----XX-O-- X",
    "--OOOO----OOOO---XOXXOOXOOXOOOOX-OOOOOXXXOOXXXXX--X-X----------- X",
    "O-OOOO--XOXXOX--XOOOXXX-XOOOXX--XOOXOX--XOXXX---X-XX------------ O",
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
    "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
    "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X",
    "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X",
    "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",
    "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O",
    "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X",
    "----X-----XXX----OOOXOOO-OOOXOOO-OXOXOXO-OOXXOOO--OOXO----O--O-- X",
    "----O-X------X-----XXXO-OXXXXXOO-XXOOXOOXXOXXXOO--OOOO-O----OO-- O",
    "---X-------OX--X--XOOXXXXXXOXXXXXXXOOXXXXXXOOOXX--XO---X-------- O",
    "----OO-----OOO---XXXXOOO--XXOOXO-XXXXXOO--OOOXOO--X-OX-O-----X-- X",
    "--OOO---XXOO----XXXXOOOOXXXXOX--XXXOXX--XXOOO------OOO-----O---- X",
    "--------X-X------XXXXOOOOOXOXX--OOOXXXX-OOXXXX--O-OOOX-----OO--- O",
    "--XXXXX---XXXX---OOOXX---OOXOX---OXXXXX-OOOOOXO----OXX---------- O",
    "-------------------XXOOO--XXXOOO--XXOXOO-OOOXXXO--OXOO-O-OOOOO-- X",
    "--XOOO----OOO----OOOXOO--OOOOXO--OXOXXX-OOXXXX----X-XX---------- X",
    "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X",
};
enum { FIRST_TEST = 20, LAST_TEST = 49 };

/* The three measures of the published tables: when the best move was chosen for good, when it was
 * known who wins, when the score; in processor seconds. */
struct solved {
    int score;
    unsigned best; /* move */
    uint64_t nodes;
    double chosen, outcome, exact, clock;
};

/* When the move that the solver likes best last changed. */
struct watcher {
    unsigned move;
    double began, changed;
};

static void watch(void *listener, unsigned move)
{
    struct watcher *watcher = listener;
    if (move == watcher->move || move == OTHELLO_NO_MOVE)
        return;
    watcher->move = move;
    watcher->changed = zm_bench_processor() - watcher->began;
}

static struct othello_bits read_test(const char *position, unsigned *empty)
{
    struct othello_bits bits = {0, 0};
    char own = position[OTHELLO_BITS_SQUARES + 1];
    for (unsigned i = 0; i < OTHELLO_BITS_SQUARES; i++) {
        bits.own |= (uint64_t)(position[i] == own) << i;
        bits.other |= (uint64_t)(position[i] != own && position[i] != '-') << i;
    }
    *empty = OTHELLO_BITS_SQUARES - othello_discs(bits.own | bits.other);
    return bits;
}

/* One search with a table of its own. */
static bool solve_test(const char *position, const struct othello_weights *weights,
                       unsigned threads, bool outcome, struct solved *solved)
{
    struct othello_solver solver;
    struct zm_run run;
    unsigned empty;
    struct othello_bits bits = read_test(position, &empty);
    struct watcher watcher = {.move = OTHELLO_NO_MOVE, .began = zm_bench_processor()};
    int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
    zm_run_begin(&run);
    run.threads = threads;
    if (!othello_solver_open(&solver, 8, empty, 0))
        return false;
    solver.search.weights = weights;
    solver.hears = watch;
    solver.listener = &watcher;
    bool done = othello_solve(&solver, bits, &run, outcome, &lower, &upper);
    double seconds = zm_bench_processor() - watcher.began, clock = zm_clock_now() - run.started;
    uint64_t nodes = atomic_load(&run.nodes);
    if (outcome) {
        solved->outcome = seconds;
    } else {
        unsigned best = done ? othello_best_move(&solver, bits, lower, &run) : OTHELLO_NO_MOVE;
        solved->score = lower;
        solved->best = best;
        solved->nodes = nodes;
        solved->exact = seconds;
        solved->chosen = watcher.move == best ? watcher.changed : seconds;
        solved->clock = clock;
    }
    othello_solver_close(&solver);
    return done;
}

static void print_solved(unsigned number, unsigned empty, const struct solved *solved)
{
    char score[32];
    snprintf(score, sizeof score, "%d/%d", 32 + solved->score / 2, 32 - solved->score / 2);
    printf("%-6u %6u %8s %3c%u %14llu %10.3f %10.3f %10.3f %10.3f\n", number, empty, score,
           'a' + solved->best % 8, solved->best / 8 + 1, (unsigned long long)solved->nodes,
           solved->chosen, solved->outcome, solved->exact, solved->clock);
    fflush(stdout);
}

static enum zm_status run_tests(const struct zm_settings *settings, struct zm_error *error)
{
    unsigned first = number_given(settings, "from", FIRST_TEST);
    unsigned last = number_given(settings, "to", LAST_TEST);
    unsigned threads = number_given(settings, "threads", 1), empty;
    struct solved all = {0};
    struct othello_weights *weights;
    enum zm_status status = othello_weights_load(NULL, &weights, error);
    if (status != ZM_OK)
        return status;
    printf("%-6s %6s %8s %4s %14s %10s %10s %10s %10s\n", "test", "empty", "score", "best", "nodes",
           "move s", "who wins s", "score s", "seconds");
    for (unsigned i = first; i > 0 && i <= last && i <= sizeof tests / sizeof *tests; i++) {
        struct solved solved = {0};
        if (!solve_test(tests[i - 1], weights, threads, false, &solved) ||
            !solve_test(tests[i - 1], weights, threads, true, &solved)) {
            status = zm_fail_memory(error);
            break;
        }
        read_test(tests[i - 1], &empty);
        print_solved(i, empty, &solved);
        all.nodes += solved.nodes;
        all.chosen += solved.chosen;
        all.outcome += solved.outcome;
        all.exact += solved.exact;
        all.clock += solved.clock;
    }
    printf("%-27s %14llu %10.3f %10.3f %10.3f %10.3f\n", "all", (unsigned long long)all.nodes,
           all.chosen, all.outcome, all.exact, all.clock);
    free(weights);
    return status;
}

const struct zm_benchmark zm_bench_othello_tests = {
    .name = "othello-tests",
    .summary = "the French federation's endgame tests (--from 20 --to 49): seconds to the best "
               "move, to who wins, to the score",
    .run_with = run_tests,
};

const struct zm_benchmark zm_bench_othello_perft = {
    .name = "othello-perft",
    .summary = "moves a second on the boards of Othello's engine, by instruction set (--to 11)",
    .run_with = run_perft,
};
