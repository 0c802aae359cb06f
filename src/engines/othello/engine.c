/* The engine of Othello as calculations: the score of the whole game, empty squares to the winner,
 * and who wins. Boards that bitboards do not hold go to plain alpha-beta. The table stays while
 * questions are about one board, so that `analyse` and `play` pay once. */
#include "engines/engine.h"
#include "engines/othello/analyse.h"
#include "engines/othello/book.h"
#include "engines/othello/discriminants.h"
#include "engines/othello/classic/player.h"
#include "engines/othello/learning.h"
#include "engines/othello/mobility.h"
#include "engines/othello/plain.h"
#include "engines/othello/player.h"
#include "engines/othello/solitaires.h"
#include "engines/othello/solver.h"
#include "engines/othello/study.h"
#include "engines/othello/train.h"
#include "engines/othello/weights.h"
#include "solve/score.h"

#include <stdlib.h>

struct engine {
    struct zm_problem problem;
    struct othello_solver solver;
    struct othello_weights *weights; /* of 8x8; NULL: not read yet */
    unsigned size;  /* of the board that the solver is open on; 0: it is not open */
    unsigned empty; /* squares that its table was made for */
    bool raw;
};

static enum zm_status suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_othello || misere)
        return zm_fail(error, ZM_BAD_INPUT, "this engine plays Othello, in normal play");
    return ZM_OK;
}

static enum zm_status engine_open(const struct zm_problem *problem, void **state,
                                  struct zm_error *error)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return zm_fail_memory(error);
    engine->problem = *problem;
    engine->raw = zm_settings_is(problem->settings, "count", "raw");
    *state = engine;
    return ZM_OK;
}

static void engine_close(void *state)
{
    struct engine *engine = state;
    if (engine->size > 0)
        othello_solver_close(&engine->solver);
    free(engine->weights);
    free(engine);
}

static enum zm_status open_solver(struct engine *engine, const struct othello_board *board,
                                  unsigned empty, struct zm_error *error)
{
    if (engine->size == board->size && engine->empty >= empty)
        return ZM_OK;
    if (engine->size > 0)
        othello_solver_close(&engine->solver);
    engine->size = 0;
    if (!othello_solver_open(&engine->solver, board->size, empty,
                             engine->problem.run->memory_limit))
        return zm_fail_memory(error);
    engine->size = board->size;
    engine->empty = empty;
    if (board->size < OTHELLO_BITS_LARGEST)
        return ZM_OK;
    enum zm_status status =
        engine->weights != NULL
            ? ZM_OK
            : othello_weights_load(zm_settings_text(engine->problem.settings, "weights"),
                                   &engine->weights, error);
    engine->solver.search.weights = engine->weights;
    return status;
}

/* Narrows the bounds of the score; ZM_STOPPED: not finished. */
static enum zm_status find(struct engine *engine, struct zm_bytes position, bool outcome,
                           int *lower, int *upper, int *squares, struct zm_error *error)
{
    struct othello_board board;
    unsigned discs[2];
    othello_read(position, &board);
    *squares = (int)(board.size * board.size);
    *lower = -*squares;
    *upper = *squares;
    if (engine->raw || board.size > OTHELLO_BITS_LARGEST) {
        struct othello_plain plain = {.run = engine->problem.run, .raw = engine->raw};
        int score = othello_plain_score(&plain, &board, *lower, *upper);
        if (plain.stopped)
            return ZM_STOPPED;
        *lower = *upper = score;
        return ZM_OK;
    }
    othello_count(&board, discs);
    enum zm_status status =
        open_solver(engine, &board, (unsigned)*squares - discs[0] - discs[1], error);
    if (status != ZM_OK)
        return status;
    return othello_solve(&engine->solver, othello_bits_of(&board), engine->problem.run, outcome,
                         lower, upper)
               ? ZM_OK
               : ZM_STOPPED;
}

/* Adds a line of best play to its end, or as far as the run allows. */
static enum zm_status add_line(struct engine *engine, struct zm_bytes position, int score,
                               struct zm_answer *answer, struct zm_error *error)
{
    struct othello_board board;
    struct zm_buffer here = {0}, name = {0};
    othello_read(position, &board);
    while (othello_can_move(&board) || othello_other_can_move(&board)) {
        uint8_t move = OTHELLO_PASS;
        if (othello_can_move(&board)) {
            unsigned bit = othello_best_move(&engine->solver, othello_bits_of(&board), score,
                                             engine->problem.run);
            if (bit == OTHELLO_NO_MOVE)
                break;
            move = (uint8_t)othello_square(bit, board.size);
        }
        othello_write(&board, &here);
        zm_buffer_clear(&name);
        othello_name(NULL, zm_buffer_bytes(&here), zm_bytes(&move, 1), &name);
        zm_list_add(&answer->line, zm_buffer_bytes(&name));
        othello_play(&board, move);
        score = -score;
    }
    bool failed = here.failed || name.failed || zm_list_failed(&answer->line);
    zm_buffer_free(&here);
    zm_buffer_free(&name);
    return failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status answer(struct engine *engine, struct zm_bytes position,
                             enum zm_answer_kind kind, struct zm_answer *answer,
                             struct zm_error *error)
{
    int lower, upper, squares;
    enum zm_status status =
        find(engine, position, kind == ZM_ANSWER_OUTCOME, &lower, &upper, &squares, error);
    if (engine->raw) /* squares that stay empty are nobody's: how many do is not known */
        kind = ZM_ANSWER_OUTCOME;
    if (status == ZM_OK || status == ZM_STOPPED) {
        zm_score_fill(answer, kind, (squares + lower) / 2, (squares + upper) / 2, squares, -1);
        answer->whole = kind == ZM_ANSWER_SCORE;
    }
    if (status == ZM_OK && answer->whole && position.data[1] <= OTHELLO_BITS_LARGEST)
        status = add_line(engine, position, lower, answer, error);
    return status;
}

static enum zm_status answer_score(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *to,
                                   struct zm_error *error)
{
    (void)decider;
    return answer(state, position, ZM_ANSWER_SCORE, to, error);
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *to,
                                     struct zm_error *error)
{
    (void)decider;
    return answer(state, position, ZM_ANSWER_OUTCOME, to, error);
}

static const struct zm_calculation score = {
    .name = "score",
    .summary = "how many discs each has at the end, the empty squares given to the winner",
    .params = othello_weights_params,
    .suits = suits,
    .open = engine_open,
    .close = engine_close,
    .answer = answer_score,
};

static const struct zm_calculation outcome = {
    .name = "outcome",
    .summary = "who wins, without by how much",
    .params = othello_weights_params,
    .suits = suits,
    .open = engine_open,
    .close = engine_close,
    .answer = answer_outcome,
};

static const struct zm_calculation *const calculations[] = {&score, &outcome, NULL};

static const struct zm_player *const players[] = {&othello_player, &othello_classic_player, NULL};
static const struct zm_tool *const tools[] = {
    &othello_analyse_tool,  &othello_book_tool,     &othello_discriminants_tool,
    &othello_learning_tool, &othello_mobility_tool, &othello_solitaires_tool,
    &othello_train_tool,    &othello_probcut_tool,  NULL,
};

const struct zm_engine zm_othello_engine = {
    .name = "othello",
    .summary = "bitboards, an evaluation by patterns, endgames to the last disc",
    .game = &zm_othello,
    .calculations = calculations,
    .players = players,
    .tools = tools,
    .study = &othello_study,
};
