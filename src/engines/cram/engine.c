/* The engine of Cram: outcomes and nimbers in normal play, for positions whose components have
 * boxes of at most 88 cells, in board form. It lends its search to the general calculations as
 * their decider; all else it leaves to them with their default search. Whoever walks the top of a
 * tree himself (a cluster's master) has the nodes below decided by the search `engine`.
 *
 * The search is there for two widths of words (cells.h), which are the same but for their speed and
 * the boxes that they have room for. */
#include "engines/cram/own_table.h"
#include "engines/cram/search.h"
#include "engines/cram/tools.h"
#include "games/cram/board.h"
#include "games/cram/cram.h"
#include "games/cram/small.h"
#include "search/dfpn.h"
#include "solve/couples.h"
#include "solve/nimber.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

static const struct zm_param engine_params[] = {
    {.name = "small",
     .kind = ZM_PARAM_INTEGER,
     .value = "12",
     .min = 1,
     .max = 32,
     .hint = "CELLS",
     .help = "evaluate components of at most so many cells whole (Cram's engine)"},
    {.name = "mex",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 32,
     .hint = "VALUES",
     .help = "find nimbers depth-first with mex-pruning, so many values at a time, instead of by "
             "proof numbers (Cram's engine)"},
    {0},
};

enum { DEFAULT_SMALL = 12, GENERAL_TABLE = 128 << 20 };

/* The program's table of small components saves time on boards of so many cells (docs/performance.md)
 * and with so much memory; smaller ones take no longer than to read it, larger ones other work. */
enum { TABLE_CELLS = 28, TABLE_MOST_CELLS = 36, TABLE_MEMORY = 16 << 20 };

struct engine {
    struct zm_problem problem;
    struct zm_instance game;
    struct zm_couples *couples; /* of the general calculation, or NULL */
    struct zm_space space;      /* of couples */
    /* The search `engine`: can there be nodes for our own search? And what decides the others, once
     * there was one. */
    bool ours;
    void *general;
    const struct zm_cram_width *width;
    struct zm_cram_search *search; /* of that width; NULL: none is open yet */
    struct zm_list components;
    struct cram_small_table *own; /* the program's; NULL: it was not needed yet */
};

static enum zm_status engine_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_cram || misere)
        return zm_fail(error, ZM_BAD_INPUT, "this engine plays Cram, in normal play");
    return ZM_OK;
}

static void close_search(struct engine *engine)
{
    if (engine->search != NULL)
        engine->width->close(engine->search);
    engine->search = NULL;
}

static void engine_close(void *state)
{
    struct engine *engine = state;
    close_search(engine);
    if (engine->general != NULL)
        zm_dfpn.close(engine->general);
    if (engine->couples != NULL)
        zm_couples_close(engine->couples);
    zm_instance_close(&engine->game);
    zm_list_free(&engine->components);
    cram_small_table_close(engine->own);
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
    enum zm_status status =
        zm_instance_open(&engine->game, problem->game, problem->settings, error);
    if (status == ZM_OK)
        status = zm_couples_open(problem, &engine->couples, error);
    if (status == ZM_OK)
        zm_couples_space(engine->couples, &engine->space);
    return status;
}

/* The program's own table, where it is of use. What it tells is not in the store, so it is taken
 * only when nobody asks what the answer rests on. */
static const struct cram_small_table *own_table(struct engine *engine, unsigned cells)
{
    const struct zm_run *run = engine->problem.run;
    if (!run->answer_only || cells < TABLE_CELLS || cells > TABLE_MOST_CELLS ||
        (run->memory_limit != 0 && run->memory_limit < TABLE_MEMORY))
        return NULL;
    if (engine->own == NULL)
        engine->own = zm_cram_own_table();
    return engine->own;
}

/* Opens a search for components in a box of this size; false: there is none, or no memory. */
static bool open_search(struct engine *engine, unsigned width, unsigned height)
{
    const struct zm_settings *settings = engine->problem.settings;
    int64_t small = zm_settings_integer(settings, "small");
    struct zm_cram_settings chosen = {
        .small = small == 0 ? DEFAULT_SMALL : (unsigned)small,
        .evaluated = (unsigned)zm_settings_integer(settings, "evaluated"),
        .table = cram_table_of(engine->game.state),
        .mex = (unsigned)zm_settings_integer(settings, "mex"),
    };
    if (chosen.table == NULL && chosen.evaluated == 0 && chosen.mex == 0 &&
        !zm_settings_given(settings, "small")) {
        chosen.table = own_table(engine, width * height);
        chosen.evaluated = chosen.table == NULL ? 0 : cram_small_table_cells(chosen.table);
    }
    if (chosen.table != NULL) { /* what it has need not be searched */
        unsigned told = cram_small_table_cells(chosen.table);
        told = told < chosen.evaluated ? told : chosen.evaluated;
        chosen.small = told > chosen.small ? told : chosen.small;
    }
    close_search(engine);
    engine->width =
        zm_cram_width_64.has_room(width, height) ? &zm_cram_width_64 : &zm_cram_width_128;
    engine->search = engine->width->open(width, height, &chosen, engine->problem.run);
    return engine->search != NULL;
}

/* Is there a search with room for the components of the position? Opens one if there can be. */
static bool has_search(struct engine *engine)
{
    unsigned width = 1, height = 1;
    bool fits = engine->search != NULL;
    for (size_t i = 0; i < engine->components.count; i++) {
        struct zm_bytes component = zm_list_at(&engine->components, i);
        struct cram_board board = cram_decode(component.data);
        width = board.width > width ? board.width : width;
        height = board.height > height ? board.height : height;
        fits = fits && engine->width->takes(engine->search, component);
    }
    return fits || open_search(engine, width, height);
}

/* The verdict of a couple, for the general calculation. */
static enum zm_verdict decide_couple(void *state, struct zm_bytes couple)
{
    struct engine *engine = state;
    struct zm_list *components = &engine->components;
    zm_list_clear(components);
    uint32_t heap = engine->space.take_apart(engine->space.state, couple, components);
    if (zm_list_failed(components)) {
        zm_run_fail(engine->problem.run, ZM_FAILED);
        return ZM_OPEN;
    }
    return engine->width->decide(engine->search, components, heap);
}

/* Are components the boards that the engine's own search knows? */
static bool is_on_boards(const struct zm_settings *settings)
{
    return settings == NULL || (zm_settings_is(settings, "canon", "board") &&
                                zm_settings_integer(settings, "crackers") == 0);
}

/* Splits the position; false when it is not for the engine's own search. */
static bool take_position(struct engine *engine, struct zm_bytes position)
{
    if (!is_on_boards(engine->problem.settings))
        return false;
    zm_list_clear(&engine->components);
    zm_cram.sums->split(engine->game.state, position, &engine->components);
    return !zm_list_failed(&engine->components) && has_search(engine);
}

/* Opens proof numbers in general on the engine's space. */
static enum zm_status open_general(const struct engine *engine, void **search,
                                   struct zm_error *error)
{
    size_t memory = engine->problem.run->memory_limit;
    return zm_dfpn_open_within(&engine->space, memory == 0 ? GENERAL_TABLE : memory, search, error);
}

/* Asks a general calculation, which asks the engine's search, or else proof numbers in general. */
static enum zm_status answer_with(const struct zm_calculation *calculation, struct engine *engine,
                                  struct zm_bytes position, struct zm_answer *answer,
                                  struct zm_error *error)
{
    struct zm_decider decider = {.search = engine, .decide = decide_couple};
    if (take_position(engine, position))
        return calculation->answer(engine->couples, position, &decider, answer, error);
    decider = (struct zm_decider){.decide = zm_dfpn.decide};
    enum zm_status status = open_general(engine, &decider.search, error);
    if (status != ZM_OK)
        return status;
    status = calculation->answer(engine->couples, position, &decider, answer, error);
    zm_dfpn.close(decider.search);
    return status;
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    (void)decider;
    return answer_with(&zm_outcome_normal, state, position, answer, error);
}

static enum zm_status answer_nimber(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *answer,
                                    struct zm_error *error)
{
    (void)decider;
    return answer_with(&zm_nimber, state, position, answer, error);
}

static enum zm_status answer_grundy(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *answer,
                                    struct zm_error *error)
{
    (void)decider;
    return answer_with(&zm_grundy_normal, state, position, answer, error);
}

/* clang-format off */
#define CALCULATION(NAME, SUMMARY, ANSWER) \
    {.name = NAME, .summary = SUMMARY, .params = engine_params, .keys = "components", \
     .suits = engine_suits, .open = engine_open, .close = engine_close, .answer = ANSWER}
/* clang-format on */

static const struct zm_calculation made[] = {
    CALCULATION("outcome", "who wins Cram, in normal play: proof numbers on boards in words",
                answer_outcome),
    CALCULATION("nimber", "the nimber of a Cram position: proof numbers on boards in words",
                answer_nimber),
    CALCULATION("grundy", "the nimber, in normal play", answer_grundy),
};

static const struct zm_calculation *const calculations[] = {&made[0], &made[1], &made[2], NULL};

/* -- the search `engine` -- */

static enum zm_status nodes_open(const struct zm_space *space, const struct zm_settings *settings,
                                 void **state, struct zm_error *error)
{
    struct engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return zm_fail_memory(error);
    engine->problem = (struct zm_problem){&zm_cram, settings, false, space->run};
    engine->space = *space;
    engine->ours = space->nodes != NULL && strcmp(space->nodes, ZM_COUPLES_NODES) == 0 &&
                   is_on_boards(settings);
    enum zm_status status = zm_instance_open(&engine->game, &zm_cram, settings, error);
    if (status == ZM_OK)
        *state = engine;
    else
        engine_close(engine);
    return status;
}

/* Has the engine's own search room for the components of a node? */
static bool takes_node(struct engine *engine, struct zm_bytes node)
{
    zm_list_clear(&engine->components);
    engine->space.take_apart(engine->space.state, node, &engine->components);
    return !zm_list_failed(&engine->components) && has_search(engine);
}

static enum zm_verdict nodes_decide(void *state, struct zm_bytes node)
{
    struct engine *engine = state;
    const struct zm_space *space = &engine->space;
    struct zm_error ignored = {0}; /* the run is told */
    enum zm_verdict verdict = space->lookup(space->state, node);
    if (verdict != ZM_OPEN)
        return verdict;
    if (engine->ours && takes_node(engine, node)) {
        verdict = decide_couple(engine, node);
        if (verdict != ZM_OPEN)
            space->keep(space->state, node, verdict);
        return verdict;
    }
    if (engine->general == NULL && open_general(engine, &engine->general, &ignored) != ZM_OK) {
        zm_run_fail(space->run, ZM_FAILED);
        return ZM_OPEN;
    }
    return zm_dfpn.decide(engine->general, node);
}

/* A search that is not open yet reads the whole store when it is. */
static void nodes_learn(void *state, const struct zm_store_entry *entry)
{
    struct engine *engine = state;
    if (engine->search != NULL && entry->kind == ZM_KIND_NIMBER)
        engine->width->learn(engine->search, entry->key, entry->value.a);
}

static const struct zm_search nodes_search = {
    .name = ZM_ENGINE_SEARCH,
    .summary = "proof numbers on boards in words, below any node",
    .params = engine_params,
    .open = nodes_open,
    .decide = nodes_decide,
    .close = engine_close,
    .learn = nodes_learn,
};

static const struct zm_search *const searches[] = {&nodes_search, NULL};

static const struct zm_tool *const tools[] = {&zm_cram_table_tool, &zm_cram_crackers_tool, NULL};

const struct zm_engine zm_cram_engine = {
    .name = "cram",
    .summary = "proof numbers on boards in words of 64 or 128 bits",
    .game = &zm_cram,
    .calculations = calculations,
    .searches = searches,
    .tools = tools,
};
