/* Positions, and what shallow and deep searches find there; see errors.h. */
#include "engines/othello/errors.h"

#include "engines/othello/probcut.h"
#include "records/formats.h"

#include <stdlib.h>

enum {
    MOST_GAMES = 10000,
    BEFORE_END = 9, /* plies between a search that stops before the end and the end */
    MOST_EMPTY = 52,
};

void othello_errors_free(struct othello_errors *errors)
{
    free(errors->items);
    free(errors->games);
}

static enum zm_status add(struct othello_errors *errors, struct othello_error item,
                          struct zm_error *error)
{
    if (errors->count == errors->capacity) {
        size_t capacity = errors->capacity == 0 ? 1 << 10 : 2 * errors->capacity;
        struct othello_error *items = realloc(errors->items, capacity * sizeof *items);
        if (items == NULL)
            return zm_fail_memory(error);
        errors->items = items;
        errors->capacity = capacity;
    }
    errors->items[errors->count++] = item;
    return ZM_OK;
}

/* -- positions -- */

static enum zm_status take(void *context, const struct zm_game *game, const struct zm_sheet *sheet,
                           size_t number, const struct zm_error *bad, struct zm_error *error)
{
    struct othello_errors *errors = context;
    struct othello_line line;
    (void)number;
    if (!othello_line_of_sheet(game, sheet, bad, &line))
        return ZM_OK;
    if (errors->games == NULL &&
        (errors->games = malloc(MOST_GAMES * sizeof *errors->games)) == NULL)
        return zm_fail_memory(error);
    size_t place = errors->games_read++;
    if (place >= MOST_GAMES)
        place = zm_random_below(&errors->random, errors->games_read);
    if (place < MOST_GAMES) {
        errors->games[place] = line;
        errors->game_count += errors->game_count < MOST_GAMES;
    }
    return ZM_OK;
}

enum zm_status othello_errors_read(struct othello_errors *errors, const char *path,
                                   struct zm_run *run, struct zm_error *error)
{
    return zm_source_read_file(path, run, take, errors, error);
}

static void play_square(const struct othello_solver *solver, unsigned square,
                        struct othello_node *node)
{
    struct othello_node next;
    othello_node_after(solver->search.weights, node, square,
                       solver->kernel->flips(node->bits.own, node->bits.other, square), &next);
    *node = next;
}

static void play_any(const struct othello_solver *solver, struct zm_random *random, uint64_t moves,
                     struct othello_node *node)
{
    for (uint64_t k = zm_random_below(random, othello_discs(moves)); k > 0; k--)
        moves &= moves - 1;
    play_square(solver, othello_first(moves), node);
}

/* The move that the evaluation likes best, give or take some discs. */
static void play_about_best(const struct othello_solver *solver, struct zm_random *random,
                            uint64_t moves, struct othello_node *node)
{
    enum { NOISE = 12 };
    unsigned best = 0;
    int most = -OTHELLO_INFINITE - NOISE;
    for (; moves != 0; moves &= moves - 1) {
        struct othello_node next = *node;
        play_square(solver, othello_first(moves), &next);
        int worth =
            (int)zm_random_below(random, NOISE) - othello_judged(solver->search.weights, &next);
        if (worth > most) {
            most = worth;
            best = othello_first(moves);
        }
    }
    play_square(solver, best, node);
}

static uint64_t moves_of(const struct othello_solver *solver, const struct othello_node *node)
{
    return solver->kernel->moves(node->bits.own, node->bits.other);
}

static void set(const struct othello_solver *solver, struct othello_bits bits,
                struct othello_node *node)
{
    node->bits = bits;
    node->empty = 64 - othello_discs(bits.own | bits.other);
    othello_features_of(solver->search.weights, bits, &node->features);
}

/* The position of a game with so many empty squares in which somebody moves. */
static bool find(const struct othello_solver *solver, const struct othello_line *game,
                 unsigned empty, struct othello_node *node)
{
    for (unsigned i = 0; i < game->count; i++)
        if (othello_line_empty(game, i) == empty) {
            set(solver, game->bits[i], node);
            if (moves_of(solver, node) != 0)
                return true;
        }
    return false;
}

static bool play_until(struct othello_errors *errors, unsigned empty, struct othello_node *node)
{
    struct othello_board board;
    uint64_t moves;
    othello_start(&board, 8);
    set(errors->solver, othello_bits_of(&board), node);
    while ((moves = moves_of(errors->solver, node)) != 0 && node->empty > empty)
        play_about_best(errors->solver, &errors->random, moves, node);
    return moves != 0;
}

/* A position with so many empty squares and somebody who can move. False: this draw has none. */
static bool deal(struct othello_errors *errors, unsigned empty, struct othello_node *node)
{
    const struct othello_solver *solver = errors->solver;
    unsigned astray = (unsigned)zm_random_below(&errors->random, 2);
    if (errors->game_count == 0
            ? !play_until(errors, empty + astray, node)
            : !find(solver, &errors->games[zm_random_below(&errors->random, errors->game_count)],
                    empty + astray, node))
        return false;
    if (astray > 0)
        play_any(solver, &errors->random, moves_of(solver, node), node);
    return moves_of(solver, node) != 0;
}

enum zm_status othello_errors_why_not(struct zm_run *run, struct zm_error *error)
{
    return zm_run_stopped(run) ? zm_fail(error, ZM_STOPPED, "stopped") : zm_fail_memory(error);
}

enum zm_status othello_errors_draw(struct othello_errors *errors, unsigned least, unsigned most,
                                   struct othello_node *node, struct zm_run *run,
                                   struct zm_error *error)
{
    enum { DRAWS = 100000 };
    for (unsigned i = 0; i < DRAWS; i++) {
        if (zm_run_look(run))
            return othello_errors_why_not(run, error);
        if (deal(errors, least + (unsigned)zm_random_below(&errors->random, most + 1 - least),
                 node))
            return ZM_OK;
    }
    return zm_fail(error, ZM_BAD_INPUT, "the games have no position with %u to %u empty squares",
                   least, most);
}

/* -- searches -- */

/* The score of a search to `depth` without pruning. False: stopped. */
static bool find_score(const struct othello_solver *solver, const struct othello_node *node,
                       unsigned depth, int guess, int *score)
{
    struct othello_thread thread = othello_solver_thread((struct othello_solver *)solver);
    struct othello_aim aim = {.depth = depth, .confidence = OTHELLO_CERTAIN, .step = 1};
    int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
    if (!othello_narrow(solver, &thread, node, &aim, guess, &lower, &upper))
        return false;
    *score = lower;
    return true;
}

/* The scores of a position to every depth. */
static bool search_depths(const struct othello_solver *solver, const struct othello_node *node,
                          unsigned deepest, int scores[OTHELLO_ERRORS_DEEPEST + 1])
{
    scores[0] = othello_judged(solver->search.weights, node);
    for (unsigned depth = 1; depth <= deepest; depth++)
        if (!find_score(solver, node, depth, scores[depth - 1], &scores[depth]))
            return false;
    return true;
}

enum zm_status othello_errors_look(struct othello_errors *errors, unsigned deepest,
                                   struct zm_run *run, struct zm_error *error)
{
    int scores[OTHELLO_ERRORS_DEEPEST + 1];
    struct othello_node node;
    unsigned lot = (unsigned)zm_random_below(&errors->random, 16);
    deepest -= lot == 0 ? 0 : lot < 4 ? 2 : 4;
    unsigned least = deepest + BEFORE_END;
    enum zm_status status = othello_errors_draw(errors, least, MOST_EMPTY, &node, run, error);
    if (status != ZM_OK)
        return status;
    othello_search_for(&errors->solver->search, run);
    if (!search_depths(errors->solver, &node, deepest, scores))
        return othello_errors_why_not(run, error);
    for (unsigned depth = 4; status == ZM_OK && depth <= deepest; depth++) {
        unsigned probe = othello_probe_depth(depth);
        status = add(errors,
                     (struct othello_error){(uint8_t)node.empty, (uint8_t)depth, (uint8_t)probe,
                                            (int8_t)(scores[depth] - scores[probe])},
                     error);
    }
    return status;
}

enum zm_status othello_errors_end(struct othello_errors *errors, unsigned farthest,
                                  struct zm_run *run, struct zm_error *error)
{
    struct othello_node node;
    int scores[OTHELLO_ERRORS_DEEPEST + 1], lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
    enum zm_status status =
        othello_errors_draw(errors, OTHELLO_ERRORS_NEAREST, farthest, &node, run, error);
    if (status != ZM_OK)
        return status;
    unsigned probe = othello_probe_depth(node.empty);
    othello_search_for(&errors->solver->search, run);
    if (!search_depths(errors->solver, &node, probe, scores) ||
        !othello_solve(errors->solver, node.bits, run, false, &lower, &upper))
        return othello_errors_why_not(run, error);
    return add(errors,
               (struct othello_error){(uint8_t)node.empty, (uint8_t)node.empty, (uint8_t)probe,
                                      (int8_t)(lower - scores[probe])},
               error);
}
