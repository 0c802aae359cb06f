/* Small components evaluated whole; see whole.h. */
#include "solve/whole.h"

#include "store/store.h"

/* The most difficult components that a game has evaluated (zm_hints) are when a search has made
 * MOST_NODES; those one less difficult are when it has made GROWTH times fewer, and so on. Measured
 * on Sprouts: each life more takes two and a half times as long (docs/performance.md). */
enum { MOST_NODES = 500000, GROWTH_PERCENT = 250 };

static void set_limit(struct zm_whole *whole, uint64_t nodes)
{
    uint64_t needed = MOST_NODES;
    uint32_t limit = zm_hints_of(whole->problem.game).whole;
    whole->next = UINT64_MAX;
    for (; limit > 0 && needed > nodes; limit--) {
        whole->next = needed;
        needed = needed * 100 / GROWTH_PERCENT;
    }
    whole->limit = limit;
}

enum zm_status zm_whole_open(struct zm_whole *whole, const struct zm_problem *problem,
                             struct zm_error *error)
{
    *whole = (struct zm_whole){.problem = *problem, .next = UINT64_MAX};
    if (zm_hints_of(problem->game).whole == 0)
        return ZM_OK;
    set_limit(whole, 0);
    return zm_instance_open(&whole->game, problem->game, problem->settings, error);
}

void zm_whole_close(struct zm_whole *whole)
{
    zm_instance_close(&whole->game);
    for (int i = 0; i < ZM_WHOLE_DEPTH; i++)
        zm_options_free(&whole->options[i]);
}

void zm_whole_grow(struct zm_whole *whole, uint64_t nodes)
{
    if (nodes >= whole->next)
        set_limit(whole, nodes);
}

static bool evaluate(struct zm_whole *whole, unsigned depth, struct zm_bytes component,
                     uint32_t *nimber);

/* The nimber of a component that an option has. */
static bool find(struct zm_whole *whole, unsigned depth, struct zm_bytes component,
                 uint32_t *nimber)
{
    struct zm_value value;
    if (!zm_store_get(whole->problem.run->store, ZM_KIND_NIMBER, component, &value))
        return evaluate(whole, depth, component, nimber);
    *nimber = (uint32_t)value.a;
    return true;
}

/* The mex over all options; false: they are too many, too deep, there is no memory, or the run is to
 * stop. */
static bool evaluate(struct zm_whole *whole, unsigned depth, struct zm_bytes component,
                     uint32_t *nimber)
{
    uint64_t seen = 0;
    if (depth == ZM_WHOLE_DEPTH || zm_run_stopped(whole->problem.run))
        return false;
    struct zm_options *options = &whole->options[depth];
    zm_nimber_options(&whole->game, component, options);
    if (zm_list_failed(&options->components))
        return false;
    for (size_t i = 0; i < options->count; i++) {
        uint32_t sum = 0, part;
        for (size_t k = zm_options_begin(options, i); k < options->ends[i]; k++) {
            if (!find(whole, depth + 1, zm_list_at(&options->components, k), &part))
                return false;
            sum ^= part;
        }
        if (sum < 64)
            seen |= UINT64_C(1) << sum;
    }
    if (seen == UINT64_MAX)
        return false;
    *nimber = (uint32_t)__builtin_ctzll(~seen);
    enum zm_status status = zm_store_put(whole->problem.run->store, ZM_KIND_NIMBER, component,
                                         (struct zm_value){.a = *nimber});
    if (status != ZM_OK)
        zm_run_fail(whole->problem.run, status);
    return status == ZM_OK;
}

bool zm_whole_nimber(struct zm_whole *whole, struct zm_bytes component, uint32_t *nimber)
{
    if (whole->limit == 0)
        return false;
    const struct zm_sums *sums = whole->game.game->sums;
    return sums->difficulty(whole->game.state, component) <= whole->limit &&
           evaluate(whole, 0, component, nimber);
}
