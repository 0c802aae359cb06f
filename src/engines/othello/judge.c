/* Scores of positions for tools; see judge.h. */
#include "engines/othello/judge.h"

#include "engines/othello/weights.h"

#include <stdlib.h>

enum { TABLE = 64 << 20, NONE = 64 };

enum zm_status othello_judge_open(struct othello_judge *judge, unsigned depth, unsigned exact,
                                  struct zm_run *run, struct zm_error *error)
{
    *judge = (struct othello_judge){.depth = depth, .exact = exact, .run = run};
    enum zm_status status = othello_weights_load(NULL, &judge->weights, error);
    if (status == ZM_OK && !othello_solver_open(&judge->solver, 8, UINT32_MAX, TABLE))
        status = zm_fail_memory(error);
    if (status != ZM_OK) {
        free(judge->weights);
        return status;
    }
    judge->solver.search.weights = judge->weights;
    othello_search_for(&judge->solver.search, run);
    return ZM_OK;
}

void othello_judge_close(struct othello_judge *judge)
{
    othello_solver_close(&judge->solver);
    free(judge->weights);
}

/* The score of a game that is over, the empty squares given to the winner. */
static int final_score(struct othello_bits bits)
{
    int own = (int)othello_discs(bits.own), other = (int)othello_discs(bits.other);
    int more = own - other, empty = NONE - own - other;
    return more + (more > 0 ? empty : more < 0 ? -empty : 0);
}

/* Deepens to a depth, so that the table orders moves. */
static bool search(struct othello_judge *judge, struct othello_node *node, unsigned depth,
                   int *score)
{
    struct othello_thread thread = othello_solver_thread(&judge->solver);
    bool done = true;
    *score = 0;
    for (unsigned at = depth < 3 ? depth : 2 - depth % 2; done && at <= depth; at += 2) {
        struct othello_aim aim = {.depth = at, .confidence = 1, .step = 1};
        int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
        done = othello_narrow(&judge->solver, &thread, node, &aim, *score, &lower, &upper);
        *score = lower;
    }
    atomic_fetch_add_explicit(&judge->run->nodes, thread.nodes - thread.polled,
                              memory_order_relaxed);
    return done;
}

bool othello_judge_score(struct othello_judge *judge, struct othello_bits bits, unsigned less,
                         int *score, unsigned *move)
{
    const struct othello_kernel *kernel = judge->solver.kernel;
    struct othello_node node = {.bits = bits, .empty = NONE - othello_discs(bits.own | bits.other)};
    struct othello_known known = {.move = OTHELLO_NO_MOVE};
    uint64_t moves = kernel->moves(bits.own, bits.other);
    if (move != NULL)
        *move = NONE;
    if (moves == 0) {
        if (kernel->moves(bits.other, bits.own) == 0) {
            *score = final_score(bits);
            return true;
        }
        bool good = othello_judge_score(judge, (struct othello_bits){bits.other, bits.own}, less,
                                        score, NULL);
        *score = -*score;
        return good;
    }
    bool done;
    if (othello_judge_exact(judge, node.empty)) {
        int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
        done = othello_solve(&judge->solver, bits, judge->run, false, &lower, &upper);
        *score = lower;
    } else {
        othello_features_of(judge->weights, bits, &node.features);
        done = search(judge, &node, judge->depth > less + 1 ? judge->depth - less : 1, score);
    }
    if (done && move != NULL && othello_recall(&judge->solver.search.table, bits, &known) &&
        known.move < NONE && (moves >> known.move & 1) != 0)
        *move = known.move;
    return done;
}
