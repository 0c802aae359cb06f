/* Values of positions; see valuer.h. */
#include "solve/valuer.h"

#include "base/table.h"

#include <stdlib.h>

struct zm_valuer {
    struct zm_universe *universe;
    const struct zm_instance *game;
    struct zm_run *run;
    struct zm_table known; /* component, without its sign: zm_conway */
    unsigned work;
};

enum zm_status zm_valuer_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game->sums == NULL || game->players == ZM_ONE_PLAYER)
        return zm_fail(error, ZM_BAD_INPUT, "positions of %s have no value: it does not split",
                       game->name);
    if (misere)
        return zm_fail(error, ZM_BAD_INPUT, "values exist in normal play only");
    return zm_expect_all_moves(game, "a value", error);
}

enum zm_status zm_valuer_open(struct zm_valuer **valuer, struct zm_universe *universe,
                              const struct zm_instance *game, struct zm_run *run,
                              struct zm_error *error)
{
    *valuer = calloc(1, sizeof **valuer);
    if (*valuer == NULL)
        return zm_fail_memory(error);
    (*valuer)->universe = universe;
    (*valuer)->game = game;
    (*valuer)->run = run;
    zm_table_init(&(*valuer)->known, sizeof(zm_conway));
    return ZM_OK;
}

void zm_valuer_close(struct zm_valuer *valuer)
{
    if (valuer == NULL)
        return;
    zm_table_free(&valuer->known);
    free(valuer);
}

/* The value of a sum: the components of one option. */
static zm_conway sum_value(struct zm_valuer *valuer, const struct zm_list *components, size_t begin,
                           size_t end)
{
    zm_conway sum = ZM_ZERO;
    for (size_t i = begin; i < end && !zm_universe_broken(valuer->universe); i++)
        sum = zm_conway_add(valuer->universe, sum,
                            zm_valuer_component(valuer, zm_list_at(components, i)));
    return sum;
}

static void add_options(struct zm_valuer *valuer, struct zm_bytes component, enum zm_side side,
                        struct zm_handles *values)
{
    struct zm_options options = {0};
    const struct zm_instance *game = valuer->game;
    game->game->sums->options(game->state, component, side, &options);
    zm_require(zm_list_failed(&options.components) || zm_options_sorted(&options));
    if (zm_list_failed(&options.components))
        zm_universe_fail(valuer->universe, ZM_FAILED);
    for (size_t i = 0; i < options.count && !zm_universe_broken(valuer->universe); i++)
        zm_handles_add(
            valuer->universe, values,
            sum_value(valuer, &options.components, zm_options_begin(&options, i), options.ends[i]));
    zm_options_free(&options);
}

/* The least number that is not among the nimbers of the options. */
static zm_conway mex(struct zm_universe *universe, struct zm_handles *options)
{
    zm_handles_sort(options);
    for (uint32_t n = 0;; n++) {
        bool found = false;
        for (size_t i = 0; i < options->count && !found; i++) {
            uint32_t nimber;
            found = zm_conway_is_nimber(universe, options->items[i], &nimber) && nimber == n;
        }
        if (!found)
            return zm_conway_nimber(universe, n);
    }
}

static zm_conway value_by_options(struct zm_valuer *valuer, struct zm_bytes component)
{
    struct zm_handles left = {0}, right = {0};
    zm_conway value;
    add_options(valuer, component, ZM_LEFT, &left);
    if (valuer->game->game->players == ZM_IMPARTIAL)
        value = mex(valuer->universe, &left);
    else {
        add_options(valuer, component, ZM_RIGHT, &right);
        value = zm_form_canonical(valuer->universe, &left, &right);
    }
    zm_handles_free(&left);
    zm_handles_free(&right);
    return value;
}

/* Counts a component and looks at the limits of the run. */
static void count_component(struct zm_valuer *valuer)
{
    struct zm_run *run = valuer->run;
    if (run == NULL)
        return;
    atomic_fetch_add_explicit(&run->nodes, 1, memory_order_relaxed);
    if (++valuer->work < 200)
        return;
    valuer->work = 0;
    if (zm_run_poll(run, 0, valuer->known.count))
        zm_universe_fail(valuer->universe, ZM_STOPPED);
    zm_universe_bound(valuer->universe, run->memory_limit, zm_table_memory(&valuer->known));
}

zm_conway zm_valuer_component(struct zm_valuer *valuer, struct zm_bytes component)
{
    struct zm_universe *universe = valuer->universe;
    bool partisan = valuer->game->game->players == ZM_PARTISAN;
    bool negative = partisan && component.data[0] == 1;
    struct zm_bytes form = partisan ? zm_bytes(component.data + 1, component.size - 1) : component;
    zm_conway value;
    void *known = zm_table_find(&valuer->known, form);
    if (known != NULL)
        memcpy(&value, known, sizeof value);
    else {
        /* The list that holds the component may move: value a copy, as it stands (sign 0). */
        struct zm_buffer copy = {0};
        zm_buffer_set(&copy, component);
        if (copy.failed)
            zm_universe_fail(universe, ZM_FAILED);
        if (zm_universe_broken(universe)) {
            zm_buffer_free(&copy);
            return ZM_ZERO;
        }
        if (negative)
            copy.data[0] = 0;
        count_component(valuer);
        value = value_by_options(valuer, zm_buffer_bytes(&copy));
        form = zm_bytes(copy.data + partisan, copy.size - partisan);
        known = zm_universe_broken(universe) ? NULL : zm_table_insert(&valuer->known, form, NULL);
        if (known != NULL)
            memcpy(known, &value, sizeof value);
        else if (!zm_universe_broken(universe))
            zm_universe_fail(universe, ZM_FAILED);
        zm_buffer_free(&copy);
    }
    return negative ? zm_conway_negate(universe, value) : value;
}

enum zm_status zm_valuer_position(struct zm_valuer *valuer, struct zm_bytes position,
                                  zm_conway *value, struct zm_error *error)
{
    struct zm_list components = {0};
    if (!zm_split(valuer->game, position, &components) || zm_list_failed(&components))
        zm_universe_fail(valuer->universe, ZM_FAILED);
    *value = sum_value(valuer, &components, 0, components.count);
    zm_list_free(&components);
    return zm_universe_check(valuer->universe, error);
}
