/* The engine of dots-and-boxes as calculations: score and outcome of a board position by the tight
 * search (margin.h). The table stays while questions are about one board, so that `analyse` and
 * `play` pay once. A search begins with all that the store has (lasting.h). */
#include "engines/engine.h"
#include "engines/dots/lasting.h"
#include "engines/dots/nodes.h"
#include "games/dots/dots.h"
#include "games/dots/position.h"
#include "solve/score.h"

#include <stdlib.h>

struct engine {
    struct zm_problem problem;
    struct zm_dots_lasting lasting; /* normal forms and the store */
    struct zm_dots_layout layout;   /* of the board that `search` is open on */
    uint8_t promise[ZM_COINS_MOST];
    struct zm_margin search;
    bool searching;
};

static enum zm_status suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_dots || misere)
        return zm_fail(error, ZM_BAD_INPUT, "this engine plays dots-and-boxes, in normal play");
    return ZM_OK;
}

static enum zm_status engine_open(const struct zm_problem *problem, void **state,
                                  struct zm_error *error)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return zm_fail_memory(error);
    engine->problem = *problem;
    enum zm_status status = zm_dots_lasting_open(&engine->lasting, problem, error);
    if (status == ZM_OK)
        *state = engine;
    else
        free(engine);
    return status;
}

static void engine_close(void *state)
{
    struct engine *engine = state;
    if (engine->searching)
        zm_margin_close(&engine->search);
    zm_dots_lasting_close(&engine->lasting);
    free(engine);
}

static enum zm_status open_search(struct engine *engine, const struct zm_dots_layout *layout,
                                  struct zm_error *error)
{
    if (engine->searching && memcmp(&engine->layout, layout, sizeof *layout) == 0)
        return ZM_OK;
    if (engine->searching)
        zm_margin_close(&engine->search);
    engine->layout = *layout;
    zm_dots_promise(layout, engine->promise);
    engine->searching = zm_margin_open(&engine->search, &engine->layout.graph, engine->promise,
                                       engine->problem.run);
    if (!engine->searching)
        return zm_fail_memory(error);
    engine->lasting.layout = &engine->layout;
    engine->search.keeper = &engine->lasting.keeper;
    zm_dots_learn_all(&engine->search);
    return ZM_OK;
}

/* A question about a board position: its colours, and what is known of the margin as a whole. */
struct inquiry {
    struct zm_coins_colours colours;
    struct zm_contracts_root root;
    int64_t coins;        /* still on the board */
    int64_t lower, upper; /* of the points of the player to move */
};

static enum zm_status inquire(struct engine *engine, struct zm_bytes bytes, struct inquiry *inquiry,
                              struct zm_error *error)
{
    struct zm_dots_position position;
    int32_t lower, upper;
    *inquiry = (struct inquiry){0};
    zm_dots_position_decode(&position, bytes);
    enum zm_status status =
        zm_contracts_root(engine->lasting.contracts, bytes, &inquiry->root, error);
    if (status == ZM_OK)
        status = open_search(engine, &position.layout, error);
    if (status != ZM_OK) {
        zm_contracts_root_free(&inquiry->root);
        return status;
    }
    inquiry->colours = zm_coins_colour(&position.layout.graph, position.strings);
    inquiry->coins = zm_coins_count(&position.layout.graph, position.strings);
    zm_contracts_known(engine->lasting.contracts, zm_buffer_bytes(&inquiry->root.normal), &lower,
                       &upper);
    inquiry->lower = lower + inquiry->root.sure[0];
    inquiry->upper = upper + inquiry->root.sure[0];
    return ZM_OK;
}

static void keep(struct engine *engine, struct inquiry *inquiry)
{
    int32_t sure = inquiry->root.sure[0];
    if (inquiry->root.available > 0)
        zm_contracts_keep(engine->lasting.contracts, zm_buffer_bytes(&inquiry->root.normal),
                          (int32_t)inquiry->lower - sure, (int32_t)inquiry->upper - sure);
    zm_contracts_root_free(&inquiry->root);
}

/* Narrows the bounds by asking whether `points` are reached; false: stopped. */
static bool ask(struct engine *engine, struct inquiry *inquiry, int64_t points)
{
    if (points <= inquiry->lower || points > inquiry->upper)
        return true;
    bool yes = zm_margin_gets(&engine->search, &inquiry->colours, inquiry->coins, points);
    if (engine->search.stopped)
        return false;
    if (yes)
        inquiry->lower = points;
    else
        inquiry->upper = points - 1;
    return true;
}

static enum zm_status answer_score(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *answer,
                                   struct zm_error *error)
{
    (void)decider;
    struct engine *engine = state;
    struct inquiry inquiry;
    enum zm_status status = inquire(engine, position, &inquiry, error);
    if (status != ZM_OK)
        return status;
    int64_t guess = (inquiry.coins + 1) / 2;
    while (inquiry.lower < inquiry.upper && status == ZM_OK) {
        int64_t points = guess <= inquiry.lower  ? inquiry.lower + 1
                         : guess > inquiry.upper ? inquiry.upper
                                                 : guess;
        if (!ask(engine, &inquiry, points))
            status = ZM_STOPPED;
        guess = inquiry.lower >= points ? points + 1 : points - 1;
    }
    zm_score_fill(answer, ZM_ANSWER_SCORE, inquiry.lower, inquiry.upper, inquiry.coins, -1);
    keep(engine, &inquiry);
    return status;
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    (void)decider;
    struct engine *engine = state;
    const struct zm_settings *settings = engine->problem.settings;
    struct inquiry inquiry;
    enum zm_status status = inquire(engine, position, &inquiry, error);
    if (status != ZM_OK)
        return status;
    bool contract =
        zm_settings_given(settings, "contract") && zm_settings_integer(settings, "contract") >= 0;
    int64_t points = contract ? zm_settings_integer(settings, "contract") : inquiry.coins / 2 + 1;
    bool done = ask(engine, &inquiry, points);
    if (done && !contract && inquiry.coins % 2 == 0)
        done = ask(engine, &inquiry, inquiry.coins / 2);
    zm_score_fill(answer, ZM_ANSWER_OUTCOME, inquiry.lower, inquiry.upper, inquiry.coins,
                  contract ? points : -1);
    keep(engine, &inquiry);
    return done ? ZM_OK : ZM_STOPPED;
}

/* The labels in the table do not depend on the drawing: what the search knows of the board's
 * positions is known of their normal forms. */
static enum zm_verdict contract(void *state, struct zm_bytes normal, int32_t points, bool search)
{
    struct engine *engine = state;
    if (!engine->searching)
        return ZM_OPEN;
    return search ? zm_dots_decide(&engine->search, normal, points, NULL)
                  : zm_dots_recall(&engine->search, normal, points);
}

static const struct zm_calculation score = {
    .name = "score",
    .summary = "how many boxes the player to move gets",
    .keys = ZM_CONTRACTS_KEYS,
    .suits = suits,
    .open = engine_open,
    .close = engine_close,
    .answer = answer_score,
    .contract = contract,
};

static const struct zm_calculation outcome = {
    .name = "outcome",
    .summary = "who gets more boxes, or whether a contract is kept",
    .rest_only = true,
    .params = zm_outcome_score_params,
    .keys = ZM_CONTRACTS_KEYS,
    .suits = suits,
    .open = engine_open,
    .close = engine_close,
    .answer = answer_outcome,
    .contract = contract,
};

static const struct zm_calculation *const calculations[] = {&score, &outcome, NULL};
static const struct zm_search *const searches[] = {&zm_dots_nodes, NULL};

const struct zm_engine zm_dots_engine = {
    .name = "margin",
    .summary = "zero-window alpha-beta on margins, components up to isomorphism",
    .game = &zm_dots,
    .calculations = calculations,
    .searches = searches,
};
