/* The engine of dots-and-boxes as calculations: score and outcome of a board position by the tight
 * search (margin.h). The table stays while questions are about one board, so that `analyse` and
 * `play` pay once. What took long goes to the store as it is found, and a search begins with all
 * that the store has, so that one that was stopped goes on. */
#include "engines/engine.h"
#include "engines/dots/margin.h"
#include "games/dots/dots.h"
#include "games/dots/position.h"
#include "solve/score.h"
#include "store/store.h"

#include <pthread.h>
#include <stdlib.h>

struct engine {
    struct zm_problem problem;
    struct zm_contracts *contracts; /* normal forms and the store */
    struct zm_dots_layout layout;   /* of the board that `search` is open on */
    uint8_t promise[ZM_COINS_MOST];
    struct zm_margin search;
    struct zm_margin_keeper keeper;
    pthread_mutex_t keeping; /* held by the thread of the search that keeps a result */
    unsigned learned;        /* entries of the store read when the search was opened */
    bool searching;
};

/* A store that another search has filled may be huge: reading this much takes seconds. */
enum { MOST_LEARNED = 1 << 20 };

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
    enum zm_status status = zm_contracts_open(problem, &engine->contracts, error);
    if (status != ZM_OK) {
        free(engine);
        return status;
    }
    if (pthread_mutex_init(&engine->keeping, NULL) != 0) {
        zm_contracts_close(engine->contracts);
        free(engine);
        return zm_fail_memory(error);
    }
    *state = engine;
    return ZM_OK;
}

static void engine_close(void *state)
{
    struct engine *engine = state;
    if (engine->searching)
        zm_margin_close(&engine->search);
    zm_contracts_close(engine->contracts);
    pthread_mutex_destroy(&engine->keeping);
    free(engine);
}

/* The ties of a component, its coins numbered from `first` on; returns the number after the last.
 */
static unsigned write_ties(const struct zm_coins *graph, uint64_t strings, unsigned first,
                           struct zm_buffer *text)
{
    unsigned number[ZM_COINS_MOST] = {0};
    for (; strings != 0; strings &= strings - 1) {
        const uint8_t *end = graph->end[__builtin_ctzll(strings)];
        for (unsigned i = 0; i < 2; i++) {
            if (end[i] != ZM_COINS_GROUND && number[end[i]] == 0)
                number[end[i]] = first++;
        }
        zm_buffer_format(text, "%u-%u,", number[end[0]],
                         end[1] == ZM_COINS_GROUND ? 0 : number[end[1]]);
    }
    return first;
}

/* A layout with the parts of a sum side by side. They need not lie on the board as they did in the
 * search, where only shapes count. */
static bool draw_sum(const struct zm_dots_layout *layout, const struct zm_dots_sum *sum,
                     struct zm_dots_layout *drawing)
{
    struct zm_buffer text = {0};
    const char *rest;
    unsigned first = 1;
    zm_buffer_text(&text, layout->kind == ZM_DOTS_GRAPH ? "graph:" : "");
    for (unsigned i = 0; i < sum->count; i++) {
        uint64_t coins, strings = sum->parts[i].strings;
        zm_coins_component(&layout->graph, strings, (unsigned)__builtin_ctzll(strings), &coins);
        if (layout->kind == ZM_DOTS_GRAPH)
            first = write_ties(&layout->graph, strings, first, &text);
        else
            zm_dots_component_text(layout, strings, coins, &text);
    }
    zm_buffer_byte(&text, 0);
    bool drawn = !text.failed &&
                 zm_dots_layout_parse(drawing, (const char *)text.data, &rest, NULL) == ZM_OK;
    zm_buffer_free(&text);
    return drawn;
}

/* Puts what the search has found into the store, under the normal form of the position. */
static void keep_lasting(void *state, const struct zm_dots_sum *sum, int least, int most)
{
    struct engine *engine = state;
    struct zm_dots_position position = {0};
    struct zm_contracts_root root = {0};
    struct zm_buffer bytes = {0};
    int coins = (int)sum->coins;
    if (!draw_sum(&engine->layout, sum, &position.layout))
        return;
    position.strings = zm_coins_all(&position.layout.graph);
    zm_dots_position_encode(&position, &bytes);
    pthread_mutex_lock(&engine->keeping);
    if (!bytes.failed &&
        zm_contracts_root(engine->contracts, zm_buffer_bytes(&bytes), &root, NULL) == ZM_OK)
        zm_contracts_keep(engine->contracts, zm_buffer_bytes(&root.normal),
                          (coins + least) / 2 - root.sure[0], (coins + most) / 2 - root.sure[0]);
    pthread_mutex_unlock(&engine->keeping);
    zm_contracts_root_free(&root);
    zm_buffer_free(&bytes);
}

/* Tells the search of a normal form in the store, where it is all black. */
static bool learn(void *context, struct zm_bytes normal, struct zm_value value)
{
    struct engine *engine = context;
    struct zm_dots_layout layout;
    struct zm_margin branch;
    if (engine->learned++ == MOST_LEARNED)
        return false;
    if (!zm_dots_read_normal(normal, &layout))
        return true;
    uint64_t strings = zm_coins_all(&layout.graph);
    int coins = (int)layout.graph.coins;
    if (strings == 0 || zm_coins_colour(&layout.graph, strings).white > 0 ||
        !zm_margin_branch(&branch, &engine->search, &layout.graph, NULL))
        return true;
    zm_margin_learn(&branch, strings, 2 * (int)value.a - coins, 2 * (int)value.b - coins);
    zm_margin_leave(&branch);
    return true;
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
    engine->keeper = (struct zm_margin_keeper){engine, keep_lasting};
    engine->search.keeper = &engine->keeper;
    struct zm_store *store = engine->problem.run->store;
    engine->learned = 0;
    if (store != NULL)
        store->class->each(store, ZM_KIND_BOUND, learn, engine);
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
    enum zm_status status = zm_contracts_root(engine->contracts, bytes, &inquiry->root, error);
    if (status == ZM_OK)
        status = open_search(engine, &position.layout, error);
    if (status != ZM_OK) {
        zm_contracts_root_free(&inquiry->root);
        return status;
    }
    inquiry->colours = zm_coins_colour(&position.layout.graph, position.strings);
    inquiry->coins = zm_coins_count(&position.layout.graph, position.strings);
    zm_contracts_known(engine->contracts, zm_buffer_bytes(&inquiry->root.normal), &lower, &upper);
    inquiry->lower = lower + inquiry->root.sure[0];
    inquiry->upper = upper + inquiry->root.sure[0];
    return ZM_OK;
}

static void keep(struct engine *engine, struct inquiry *inquiry)
{
    int32_t sure = inquiry->root.sure[0];
    if (inquiry->root.available > 0)
        zm_contracts_keep(engine->contracts, zm_buffer_bytes(&inquiry->root.normal),
                          (int32_t)inquiry->lower - sure, (int32_t)inquiry->upper - sure);
    zm_contracts_root_free(&inquiry->root);
}

/* Does the player to move get at least `points`? The player takes all white coins and moves in the
 * black part (white + m more than the other, m the margin of the black part), or leaves the offer
 * behind with the turn (white - 2 offers - m). */
static bool gets(struct zm_margin *search, const struct zm_coins_colours *colours, int64_t coins,
                 int64_t points)
{
    int white = (int)colours->white, offer = (int)colours->offer;
    int wanted = (int)(2 * points - coins);
    return zm_margin_at_least(search, colours->black, wanted - white) ||
           (offer > 0 &&
            !zm_margin_at_least(search, colours->black, white - 2 * offer - wanted + 1));
}

/* Narrows the bounds by asking whether `points` are reached; false: stopped. */
static bool ask(struct engine *engine, struct inquiry *inquiry, int64_t points)
{
    if (points <= inquiry->lower || points > inquiry->upper)
        return true;
    bool yes = gets(&engine->search, &inquiry->colours, inquiry->coins, points);
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
static enum zm_verdict contract(void *state, struct zm_bytes normal, int32_t points)
{
    struct engine *engine = state;
    struct zm_dots_layout layout;
    struct zm_margin search;
    uint8_t promise[ZM_COINS_MOST];
    if (!engine->searching || !zm_dots_read_normal(normal, &layout))
        return ZM_OPEN;
    zm_dots_promise(&layout, promise);
    if (!zm_margin_branch(&search, &engine->search, &layout.graph, promise))
        return ZM_OPEN;
    uint64_t strings = zm_coins_all(&layout.graph);
    struct zm_coins_colours colours = zm_coins_colour(&layout.graph, strings);
    bool yes = gets(&search, &colours, layout.graph.coins, points);
    enum zm_verdict verdict = search.stopped ? ZM_OPEN : yes ? ZM_WON : ZM_LOST;
    zm_margin_leave(&search);
    return verdict;
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

const struct zm_engine zm_dots_engine = {
    .name = "margin",
    .summary = "zero-window alpha-beta on margins, components up to isomorphism",
    .game = &zm_dots,
    .calculations = calculations,
};
