/* The engine of Domineering: the calculation `outcome` for Domineering boards of at most 128 cells;
 * larger ones are left to the outcome by values. */
#include "engines/engine.h"
#include "engines/domineering/player.h"
#include "engines/domineering/search.h"
#include "engines/domineering/tools.h"
#include "games/domineering/domineering.h"
#include "games/shared/partisan.h"
#include "solve/value.h"

#include <stdlib.h>
#include <string.h>

static const struct zm_param outcome_params[] = {
    {.name = "small",
     .kind = ZM_PARAM_INTEGER,
     .value = "28",
     .min = 4,
     .max = 28,
     .hint = "CELLS",
     .help = "value parts and strips of three and four lines of at most so many cells exactly, and "
             "all strips of two (Domineering outcomes)"},
    {.name = "without",
     .kind = ZM_PARAM_CHOICE,
     .value = "nothing",
     .choices = "nothing|gain|cuts|lookups|tree",
     .help = "leave a part of the search out, to see what it saves (Domineering outcomes)"},
    {0},
};

/* The search stays open from one board to the next of the same size, with all that it has learnt: a
 * certificate asks for thousands. */
struct outcome {
    struct zm_problem problem;
    struct zm_domineering_search *search; /* NULL: none yet */
    unsigned rows, columns;               /* of its boards */
};

static enum zm_status outcome_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game != &zm_domineering)
        return zm_fail(error, ZM_BAD_INPUT, "%s is not Domineering", game->name);
    return misere ? zm_fail(error, ZM_BAD_INPUT, "values exist in normal play only") : ZM_OK;
}

static enum zm_status outcome_open(const struct zm_problem *problem, void **state,
                                   struct zm_error *error)
{
    struct outcome *outcome = calloc(1, sizeof *outcome);
    if (outcome == NULL)
        return zm_fail_memory(error);
    outcome->problem = *problem;
    *state = outcome;
    return ZM_OK;
}

static void close_search(struct outcome *outcome)
{
    zm_domineering_search_close(outcome->search);
    outcome->search = NULL;
}

static void outcome_close(void *state)
{
    close_search(state);
    free(state);
}

/* The part that is to be left out. */
static enum zm_domineering_part part_without(const struct zm_settings *settings)
{
    static const char *const names[] = {[ZM_DOMINEERING_GAIN] = "gain",
                                        [ZM_DOMINEERING_CUTS] = "cuts",
                                        [ZM_DOMINEERING_LOOKUPS] = "lookups",
                                        [ZM_DOMINEERING_TREE] = "tree"};
    const char *name = zm_settings_text(settings, "without");
    for (unsigned part = ZM_DOMINEERING_GAIN; part <= ZM_DOMINEERING_TREE && name; part++)
        if (strcmp(name, names[part]) == 0)
            return (enum zm_domineering_part)part;
    return ZM_DOMINEERING_NO_PART;
}

/* Opens the search for boards of a size, unless it is open. */
static enum zm_status open_search(struct outcome *outcome, unsigned rows, unsigned columns,
                                  struct zm_error *error)
{
    unsigned small = (unsigned)zm_settings_integer(outcome->problem.settings, "small");
    if (outcome->search != NULL && rows == outcome->rows && columns == outcome->columns)
        return ZM_OK;
    close_search(outcome);
    outcome->rows = rows;
    outcome->columns = columns;
    enum zm_status status = zm_domineering_search_open(
        &outcome->search, rows, columns, small == 0 ? 28 : small, outcome->problem.run, error);
    if (status == ZM_OK)
        zm_domineering_search_without(outcome->search, part_without(outcome->problem.settings));
    return status;
}

static enum zm_status search_board(struct outcome *outcome, struct zm_bytes position,
                                   struct zm_answer *answer, struct zm_error *error)
{
    struct zm_domino_board board;
    zm_domino_board_read(&board, position);
    enum zm_status status = open_search(outcome, position.data[1], position.data[2], error);
    if (status != ZM_OK)
        return status;
    struct zm_domineering_search *search = outcome->search;
    int turn = zm_partisan_turn(NULL, position);
    bool left = false, right = false;
    if (turn != ZM_RIGHT)
        status = zm_domineering_search_wins(search, &board, ZM_LEFT, &left, error);
    if (status == ZM_OK && turn != ZM_LEFT)
        status = zm_domineering_search_wins(search, &board, ZM_RIGHT, &right, error);
    if (status != ZM_OK) {
        close_search(outcome); /* its tables may be half made */
        return status;
    }
    answer->known = true;
    if (turn < 0)
        answer->class = left ? (right ? "N" : "L") : (right ? "R" : "P");
    else
        answer->outcome = (turn == ZM_LEFT ? left : right) ? ZM_WIN : ZM_LOSS;
    return ZM_OK;
}

static enum zm_status outcome_answer(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    struct outcome *outcome = state;
    answer->kind = ZM_ANSWER_OUTCOME;
    if ((unsigned)position.data[1] * position.data[2] <= ZM_DOMINEERING_CELLS)
        return search_board(outcome, position, answer, error);
    void *by_value;
    enum zm_status status = zm_outcome_partisan.open(&outcome->problem, &by_value, error);
    if (status != ZM_OK)
        return status;
    status = zm_outcome_partisan.answer(by_value, position, decider, answer, error);
    zm_outcome_partisan.close(by_value);
    return status;
}

static const struct zm_calculation outcome_calculation = {
    .name = "outcome",
    .summary = "who wins Domineering: a search with exact sums of strips for bounds",
    .params = outcome_params,
    .keys = "boards",
    .suits = outcome_suits,
    .open = outcome_open,
    .close = outcome_close,
    .answer = outcome_answer,
};

static const struct zm_calculation *const calculations[] = {&outcome_calculation, NULL};
static const struct zm_player *const players[] = {&zm_domineering_player, NULL};

static const struct zm_tool *const tools[] = {&zm_domineering_shapes_tool,
                                              &zm_domineering_values_tool, NULL};

const struct zm_engine zm_domineering_engine = {
    .name = "domineering",
    .summary = "search with bounds by strips, whose sums are decided exactly",
    .game = &zm_domineering,
    .calculations = calculations,
    .players = players,
    .tools = tools,
};
