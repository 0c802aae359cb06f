/* The driver of the endgame search; see solver.h. */
#include "engines/othello/solver.h"

enum { LEAST_TABLE_BITS = 20, MOST_TABLE_BITS = 30 };

/* A table of 2^20 bytes and more: the tree grows about twice with every empty square. */
static size_t table_bytes(unsigned empty, size_t memory)
{
    unsigned bits = empty < 12 ? LEAST_TABLE_BITS : LEAST_TABLE_BITS + (empty - 12);
    size_t bytes = (size_t)1 << (bits > MOST_TABLE_BITS ? MOST_TABLE_BITS : bits);
    return memory > 0 && bytes > memory ? memory : bytes;
}

bool othello_solver_open(struct othello_solver *solver, unsigned size, unsigned empty,
                         size_t memory)
{
    othello_ground_init(&solver->ground, size);
    solver->kernel = othello_best_kernel();
    solver->search = (struct othello_search){.ground = &solver->ground};
    return othello_table_open(&solver->search.table, table_bytes(empty, memory));
}

void othello_solver_close(struct othello_solver *solver)
{
    othello_table_close(&solver->search.table);
}

static bool is_enough(bool outcome, int lower, int upper)
{
    return lower >= upper || (outcome && (lower > 0 || upper < 0));
}

/* Scores are even on boards with an even number of squares, so the window moves by two. */
bool othello_solve(struct othello_solver *solver, struct othello_bits bits, struct zm_run *run,
                   bool outcome, int *lower, int *upper)
{
    struct othello_thread thread = {.search = &solver->search, .ground = &solver->ground};
    solver->search.run = run;
    for (int alpha = 0; !is_enough(outcome, *lower, *upper);) {
        alpha = alpha < *lower ? *lower : alpha >= *upper ? *upper - 2 : alpha;
        int score = solver->kernel->end(&thread, bits, alpha);
        if (thread.stopped)
            break;
        if (score > alpha)
            *lower = score;
        else
            *upper = score;
        alpha = score > alpha ? score : score - 2;
    }
    atomic_fetch_add_explicit(&run->nodes, thread.nodes - thread.polled, memory_order_relaxed);
    return !thread.stopped;
}
