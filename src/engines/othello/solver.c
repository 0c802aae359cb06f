/* The driver of the endgame search; see solver.h. */
#include "engines/othello/solver.h"

#include "engines/othello/midgame.h"

#include <stdlib.h>

enum {
    LEAST_TABLE_BITS = 19,
    MOST_TABLE_BITS = 30,
    PREPARED_FROM = 13,    /* empty squares */
    SELECTIVE_FROM = 16,   /* empty squares from which on a selective search comes before */
    PREPARED_BY = 2,       /* its confidence (probcut.h) */
    LEAST_BEFORE_END = 10, /* plies between the last shallow search and the end */
};

/* A table of 2^19 bytes and more. It is not larger than it must be: what the processor's caches hold
 * is reached much sooner. */
static size_t table_bytes(unsigned empty, size_t memory)
{
    unsigned bits = empty < 12 ? LEAST_TABLE_BITS : LEAST_TABLE_BITS + (empty - 12) / 2;
    size_t bytes = (size_t)1 << (bits > MOST_TABLE_BITS ? MOST_TABLE_BITS : bits);
    return memory > 0 && bytes > memory ? memory : bytes;
}

bool othello_solver_open(struct othello_solver *solver, unsigned size, unsigned empty,
                         size_t memory)
{
    othello_ground_init(&solver->ground, size);
    solver->kernel = othello_best_kernel();
    solver->search = (struct othello_search){.ground = &solver->ground};
    solver->hears = NULL;
    solver->recent = calloc(1, sizeof *solver->recent);
    if (solver->recent != NULL &&
        othello_table_open(&solver->search.table, table_bytes(empty, memory)))
        return true;
    free(solver->recent);
    solver->recent = NULL;
    return false;
}

void othello_solver_close(struct othello_solver *solver)
{
    othello_table_close(&solver->search.table);
    free(solver->recent);
}

static bool is_enough(bool outcome, int lower, int upper)
{
    return lower >= upper || (outcome && (lower > 0 || upper < 0));
}

/* One null-window search: to the end by the endgame search alone where there is no evaluation. */
static int test(const struct othello_solver *solver, struct othello_thread *thread,
                const struct othello_node *node, int alpha, unsigned depth, unsigned confidence)
{
    return solver->search.weights == NULL
               ? solver->kernel->end(thread, node->bits, alpha)
               : solver->kernel->look(thread, node, alpha, depth, confidence);
}

/* Says which move the table now has for a node. */
static void tell(const struct othello_solver *solver, const struct othello_node *node)
{
    struct othello_known known = {.move = OTHELLO_NO_MOVE};
    othello_recall(&solver->search.table, node->bits, &known);
    solver->hears(solver->listener, known.move);
}

bool othello_narrow(const struct othello_solver *solver, struct othello_thread *thread,
                    const struct othello_node *node, const struct othello_aim *aim, int guess,
                    int *lower, int *upper)
{
    for (int alpha = guess - aim->step; !is_enough(aim->outcome, *lower, *upper);) {
        alpha = alpha < *lower ? *lower : alpha >= *upper ? *upper - aim->step : alpha;
        int score = test(solver, thread, node, alpha, aim->depth, aim->confidence);
        if (thread->stopped)
            return false;
        if (solver->hears != NULL)
            tell(solver, node);
        if (score > alpha)
            *lower = score;
        else
            *upper = score;
        alpha = score > alpha ? score : score - aim->step;
    }
    return true;
}

/* Searches less deep and less surely first: what they leave in the table makes the last one cheap.
 * Returns what the last of them found. */
static int prepare(const struct othello_solver *solver, struct othello_thread *thread,
                   const struct othello_node *node)
{
    int guess = 0;
    if (solver->search.weights == NULL || node->empty < PREPARED_FROM)
        return guess;
    for (unsigned depth = 2 + node->empty % 2; depth + LEAST_BEFORE_END <= node->empty;
         depth += 2) {
        struct othello_aim aim = {.depth = depth, .step = 1};
        int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
        if (!othello_narrow(solver, thread, node, &aim, guess, &lower, &upper))
            return guess;
        guess = lower;
    }
    struct othello_aim aim = {.depth = node->empty, .confidence = PREPARED_BY, .step = 2};
    int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
    guess = guess / 2 * 2;
    if (node->empty >= SELECTIVE_FROM &&
        othello_narrow(solver, thread, node, &aim, guess, &lower, &upper))
        guess = lower / 2 * 2;
    return guess;
}

/* A thread that helps. */
struct othello_helper {
    pthread_t id;
    const struct othello_kernel *kernel;
    struct othello_thread thread;
    struct othello_recent recent;
};

static void *run_helper(void *context)
{
    struct othello_helper *helper = context;
    helper->kernel->assist(&helper->thread);
    return NULL;
}

bool othello_crew_open(struct othello_crew *crew, struct othello_search *search,
                       const struct othello_kernel *kernel, unsigned threads)
{
    *crew = (struct othello_crew){.search = search};
    if (threads < 2)
        return true;
    crew->helpers = calloc(threads - 1, sizeof *crew->helpers);
    if (crew->helpers == NULL || pthread_mutex_init(&crew->team.mutex, NULL) != 0) {
        free(crew->helpers);
        return false;
    }
    if (pthread_cond_init(&crew->team.changed, NULL) != 0) {
        pthread_mutex_destroy(&crew->team.mutex);
        free(crew->helpers);
        return false;
    }
    search->team = &crew->team;
    for (unsigned i = 0; i + 1 < threads; i++) {
        struct othello_helper *helper = &crew->helpers[crew->count];
        helper->kernel = kernel;
        helper->thread =
            (struct othello_thread){.search = search, .ground = search->ground, .helps = true};
        helper->thread.recent = &helper->recent;
        if (pthread_create(&helper->id, NULL, run_helper, helper) == 0)
            crew->count++; /* one that cannot be had is done without */
    }
    return true;
}

void othello_crew_close(struct othello_crew *crew)
{
    if (crew->helpers == NULL)
        return;
    pthread_mutex_lock(&crew->team.mutex);
    crew->team.closing = true;
    pthread_cond_broadcast(&crew->team.changed);
    pthread_mutex_unlock(&crew->team.mutex);
    for (unsigned i = 0; i < crew->count; i++) {
        const struct othello_thread *thread = &crew->helpers[i].thread;
        pthread_join(crew->helpers[i].id, NULL);
        atomic_fetch_add_explicit(&crew->search->run->nodes, thread->nodes - thread->polled,
                                  memory_order_relaxed);
    }
    crew->search->team = NULL;
    pthread_cond_destroy(&crew->team.changed);
    pthread_mutex_destroy(&crew->team.mutex);
    free(crew->helpers);
}

bool othello_solve(struct othello_solver *solver, struct othello_bits bits, struct zm_run *run,
                   bool outcome, int *lower, int *upper)
{
    struct othello_thread thread = othello_solver_thread(solver);
    struct othello_node node = {.bits = bits,
                                .empty = (unsigned)solver->ground.squares -
                                         othello_discs(bits.own | bits.other)};
    struct othello_aim aim = {
        .depth = node.empty, .confidence = OTHELLO_CERTAIN, .outcome = outcome, .step = 2};
    if (solver->search.weights != NULL)
        othello_features_of(solver->search.weights, bits, &node.features);
    othello_search_for(&solver->search, run);
    struct othello_crew crew;
    if (!othello_crew_open(&crew, &solver->search, solver->kernel, run->threads)) {
        zm_run_fail(run, ZM_FAILED);
        return false;
    }
    int guess = prepare(solver, &thread, &node);
    bool done = !thread.stopped &&
                othello_narrow(solver, &thread, &node, &aim, outcome ? 2 : guess + 2, lower, upper);
    othello_crew_close(&crew);
    atomic_fetch_add_explicit(&run->nodes, thread.nodes - thread.polled, memory_order_relaxed);
    return done;
}

unsigned othello_best_move(struct othello_solver *solver, struct othello_bits bits, int score,
                           struct zm_run *run)
{
    const struct othello_kernel *kernel = solver->kernel;
    struct othello_thread thread = othello_solver_thread(solver);
    struct othello_known known = {.move = OTHELLO_NO_MOVE};
    uint64_t moves = kernel->moves(bits.own, bits.other) & solver->ground.area, first = 0;
    unsigned best = OTHELLO_NO_MOVE;
    othello_search_for(&solver->search, run);
    if (othello_recall(&solver->search.table, bits, &known) && known.move < OTHELLO_NO_MOVE)
        first = moves & (uint64_t)1 << known.move;
    while (moves != 0 && best == OTHELLO_NO_MOVE && !thread.stopped) {
        unsigned square = othello_first(first != 0 ? first : moves);
        struct othello_node node = {
            .bits = othello_after(bits, square, kernel->flips(bits.own, bits.other, square))};
        node.empty =
            (unsigned)solver->ground.squares - othello_discs(node.bits.own | node.bits.other);
        if (solver->search.weights != NULL)
            othello_features_of(solver->search.weights, node.bits, &node.features);
        if (test(solver, &thread, &node, -score, node.empty, OTHELLO_CERTAIN) <= -score &&
            !thread.stopped)
            best = square;
        moves &= ~((uint64_t)1 << square);
        first = 0;
    }
    atomic_fetch_add_explicit(&run->nodes, thread.nodes - thread.polled, memory_order_relaxed);
    return best;
}
