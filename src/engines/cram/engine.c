/* The engine of Cram: outcomes and nimbers in normal play, for positions whose components have
 * boxes of at most 64 cells, in board form. All else is left to the general calculation with its
 * default search. */
#include "engines/cram/search.h"
#include "games/cram/cram.h"
#include "search/dfpn.h"
#include "solve/nimber.h"

#include <stdlib.h>

static const struct zm_param engine_params[] = {
    {.name = "small",
     .kind = ZM_PARAM_INTEGER,
     .value = "12",
     .min = 1,
     .max = 32,
     .hint = "CELLS",
     .help = "evaluate components of at most so many cells whole (Cram's engine)"},
    {0},
};

enum { DEFAULT_SMALL = 12, GENERAL_TABLE = 128 << 20 };

struct engine {
    struct zm_problem problem;
    struct zm_instance game;
    struct zm_cram_search *search; /* NULL: none is open yet */
    struct zm_list components;
};

static enum zm_status engine_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_cram || misere)
        return zm_fail(error, ZM_BAD_INPUT, "this engine plays Cram, in normal play");
    return ZM_OK;
}

static void engine_close(void *state)
{
    struct engine *engine = state;
    zm_cram_search_close(engine->search);
    zm_instance_close(&engine->game);
    zm_list_free(&engine->components);
    free(engine);
}

static enum zm_status engine_open(const struct zm_problem *problem, void **state,
                                  struct zm_error *error)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return zm_fail_memory(error);
    engine->problem = *problem;
    *state = engine;
    return zm_instance_open(&engine->game, problem->game, problem->settings, error);
}

/* Is there a search with room for the components of the position? Opens one if there can be. */
static bool has_search(struct engine *engine)
{
    unsigned width = 1, height = 1;
    uint64_t key;
    bool fits = engine->search != NULL;
    struct zm_cram_layout layout;
    for (size_t i = 0; i < engine->components.count; i++) {
        struct zm_bytes component = zm_list_at(&engine->components, i);
        struct cram_board board = cram_decode(component.data);
        width = board.width > width ? board.width : width;
        height = board.height > height ? board.height : height;
        fits = fits && zm_cram_key(zm_cram_search_layout(engine->search), component, &key);
    }
    if (fits || !zm_cram_layout_init(&layout, width, height))
        return fits;
    zm_cram_search_close(engine->search);
    int64_t small = zm_settings_integer(engine->problem.settings, "small");
    engine->search = zm_cram_search_open(
        width, height, small == 0 ? DEFAULT_SMALL : (unsigned)small, engine->problem.run);
    return engine->search != NULL;
}

/* Finds the nimber of a component; false: the run was stopped. */
static bool find_nimber(struct engine *engine, uint64_t key, uint32_t *nimber)
{
    enum zm_verdict verdict = ZM_WON;
    for (*nimber = 0; verdict == ZM_WON; *nimber += verdict == ZM_WON)
        verdict = zm_cram_search_decide(
            engine->search, (struct zm_cram_node){.keys = {key}, .count = 1, .heap = *nimber});
    return verdict == ZM_LOST;
}

/* The verdict of (position, heap). Of the components that are more than a node has room for the
 * nimbers are found first. */
static enum zm_verdict decide(struct engine *engine, uint32_t heap)
{
    struct zm_cram_node node = {.heap = heap};
    const struct zm_list *components = &engine->components;
    for (size_t i = 0; i < components->count; i++) {
        uint64_t key;
        uint32_t nimber;
        zm_cram_key(zm_cram_search_layout(engine->search), zm_list_at(components, i), &key);
        if (node.count > 0 && node.keys[node.count - 1] == key) {
            node.count--; /* two equal ones cancel */
        } else if (node.count < ZM_CRAM_PIECES) {
            node.keys[node.count++] = key;
        } else {
            if (!find_nimber(engine, key, &nimber))
                return ZM_OPEN;
            node.heap ^= nimber;
        }
    }
    return zm_cram_search_decide(engine->search, node);
}

/* The general calculation, with depth-first proof-number search. */
static enum zm_status answer_generally(struct engine *engine,
                                       const struct zm_calculation *calculation,
                                       struct zm_bytes position, struct zm_answer *answer,
                                       struct zm_error *error)
{
    void *state = NULL;
    struct zm_space space = {0};
    struct zm_decider decider = {.decide = zm_dfpn.decide};
    size_t memory = engine->problem.run->memory_limit;
    enum zm_status status = calculation->open(&engine->problem, &state, error);
    if (status == ZM_OK) {
        calculation->space(state, &space);
        status = zm_dfpn_open_within(&space, memory == 0 ? GENERAL_TABLE : memory, &decider.search,
                                     error);
    }
    if (status == ZM_OK)
        status = calculation->answer(state, position, &decider, answer, error);
    if (decider.search != NULL)
        zm_dfpn.close(decider.search);
    if (state != NULL)
        calculation->close(state);
    return status;
}

/* Splits the position; false when it is not for the engine's own search. */
static bool take_position(struct engine *engine, struct zm_bytes position)
{
    const struct zm_settings *settings = engine->problem.settings;
    if (settings != NULL && !zm_settings_is(settings, "canon", "board"))
        return false;
    zm_list_clear(&engine->components);
    zm_cram.sums->split(engine->game.state, position, &engine->components);
    return !zm_list_failed(&engine->components) && has_search(engine);
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    struct engine *engine = state;
    (void)decider;
    if (!take_position(engine, position))
        return answer_generally(engine, &zm_outcome_normal, position, answer, error);
    enum zm_verdict verdict = decide(engine, 0);
    answer->kind = ZM_ANSWER_OUTCOME;
    answer->known = verdict != ZM_OPEN;
    answer->outcome = verdict == ZM_WON ? ZM_WIN : ZM_LOSS;
    return answer->known ? ZM_OK : ZM_STOPPED;
}

static enum zm_status answer_nimber(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *answer,
                                    struct zm_error *error)
{
    struct engine *engine = state;
    enum zm_verdict verdict = ZM_WON;
    (void)decider;
    if (!take_position(engine, position))
        return answer_generally(engine, &zm_nimber, position, answer, error);
    answer->kind = ZM_ANSWER_NIMBER;
    answer->has_lower = true;
    for (; verdict == ZM_WON; answer->lower += verdict == ZM_WON)
        verdict = decide(engine, (uint32_t)answer->lower);
    answer->known = verdict == ZM_LOST;
    answer->number = answer->lower;
    answer->outcome = answer->number == 0 ? ZM_LOSS : ZM_WIN;
    return answer->known ? ZM_OK : ZM_STOPPED;
}

static enum zm_status answer_grundy(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *answer,
                                    struct zm_error *error)
{
    enum zm_status status = answer_nimber(state, position, decider, answer, error);
    answer->kind = ZM_ANSWER_GRUNDY;
    return status;
}

static const struct zm_calculation outcome_calculation = {
    .name = "outcome",
    .summary = "who wins Cram, in normal play: proof numbers on boards in words",
    .params = engine_params,
    .keys = "components",
    .suits = engine_suits,
    .open = engine_open,
    .close = engine_close,
    .answer = answer_outcome,
};

static const struct zm_calculation nimber_calculation = {
    .name = "nimber",
    .summary = "the nimber of a Cram position: proof numbers on boards in words",
    .params = engine_params,
    .keys = "components",
    .suits = engine_suits,
    .open = engine_open,
    .close = engine_close,
    .answer = answer_nimber,
};

static const struct zm_calculation grundy_calculation = {
    .name = "grundy",
    .summary = "the nimber, in normal play",
    .params = engine_params,
    .keys = "components",
    .suits = engine_suits,
    .open = engine_open,
    .close = engine_close,
    .answer = answer_grundy,
};

static const struct zm_calculation *const calculations[] = {
    &outcome_calculation, &nimber_calculation, &grundy_calculation, NULL};

const struct zm_engine zm_cram_engine = {
    .name = "cram",
    .summary = "proof numbers on boards in words of 64 bits",
    .calculations = calculations,
};
