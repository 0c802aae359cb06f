/* The evaluation of sums: hottest first. The means of the terms add up, whoever moves; the
 * temperature of a term says what a move there is worth, and the player to move gains about half
 * of the highest (Winning Ways, chapter 6). Only terms with small game trees are valued. */
#include "games/shared/partisan.h"
#include "games/sum/inside.h"

enum { COMPONENTS_JUDGED = 3000, POINT = 64 };

static bool value_component(struct zm_sum_state *s, struct zm_bytes component, unsigned *budget,
                            zm_conway *value);

static bool value_side(struct zm_sum_state *s, struct zm_bytes component, enum zm_side side,
                       unsigned *budget, struct zm_handles *handles)
{
    struct zm_options options = {0};
    bool good = true;
    zm_sum_term_options(s, component, side, &options);
    good = !zm_list_failed(&options.components);
    for (size_t i = 0; i < options.count && good; i++) {
        zm_conway total = ZM_ZERO, part;
        for (uint32_t j = zm_options_begin(&options, i); j < options.ends[i] && good; j++) {
            good = value_component(s, zm_list_at(&options.components, j), budget, &part);
            total = good ? zm_conway_add(s->universe, total, part) : total;
        }
        if (good)
            zm_handles_add(s->universe, handles, total);
    }
    zm_options_free(&options);
    return good;
}

/* The value of a component whose game tree is small; false otherwise. */
static bool value_component(struct zm_sum_state *s, struct zm_bytes component, unsigned *budget,
                            zm_conway *value)
{
    struct zm_sum_known known = {ZM_ZERO, false};
    const void *kept = zm_table_find(&s->values, component);
    if (kept != NULL)
        memcpy(&known, kept, sizeof known);
    *value = known.value;
    if (kept != NULL || *budget == 0)
        return known.found;
    --*budget;
    if (zm_sum_is_value(component)) {
        known = (struct zm_sum_known){zm_sum_value(s, component), true};
    } else {
        struct zm_handles options[2] = {{0}, {0}};
        struct zm_buffer copy = {0}; /* the list that it stands in may grow meanwhile */
        zm_buffer_add(&copy, component.data, component.size);
        known.found = !copy.failed &&
                      value_side(s, zm_buffer_bytes(&copy), ZM_LEFT, budget, &options[0]) &&
                      value_side(s, zm_buffer_bytes(&copy), ZM_RIGHT, budget, &options[1]);
        if (known.found)
            known.value = zm_form_canonical(s->universe, &options[0], &options[1]);
        zm_handles_free(&options[0]);
        zm_handles_free(&options[1]);
        zm_buffer_free(&copy);
    }
    known.found = known.found && zm_universe_check(s->universe, NULL) == ZM_OK;
    void *place = known.found || *budget == 0 ? zm_table_insert(&s->values, component, NULL) : NULL;
    if (place != NULL)
        memcpy(place, &known, sizeof known);
    *value = known.value;
    return known.found;
}

/* Mean and temperature of a component; both 0 when it is too large. */
static void judge_component(struct zm_sum_state *s, struct zm_bytes component, double *mean,
                            double *heat)
{
    unsigned budget = COMPONENTS_JUDGED;
    zm_conway value;
    *mean = *heat = 0;
    if (!value_component(s, component, &budget, &value))
        return;
    const struct zm_thermograph *thermograph = zm_conway_thermograph(s->universe, value);
    if (zm_universe_check(s->universe, NULL) != ZM_OK || thermograph == NULL)
        return;
    *mean = zm_dyadic_double(thermograph->mean);
    *heat = zm_dyadic_double(thermograph->temperature);
}

/* The means add up, and who moves gains about half of the highest temperature. */
static int32_t sum_evaluate(void *state, struct zm_bytes position)
{
    struct zm_sum_state *s = state;
    struct zm_list terms = {0};
    double total = 0, hottest = 0, mean, heat;
    zm_sum_terms(position, &terms);
    for (size_t i = 0; i < terms.count; i++) {
        judge_component(s, zm_list_at(&terms, i), &mean, &heat);
        total += mean;
        hottest = heat > hottest ? heat : hottest;
    }
    zm_list_free(&terms);
    double worth = (zm_partisan_mover(position) == ZM_LEFT ? total : -total) + hottest / 2;
    return (int32_t)(POINT * (worth > 1e6 ? 1e6 : worth < -1e6 ? -1e6 : worth));
}

/* Hottest first. */
static int32_t sum_promise(void *state, struct zm_bytes position, struct zm_bytes bytes)
{
    struct zm_sum_state *s = state;
    struct zm_sum_choice move;
    struct zm_list terms = {0};
    double mean, heat = 0;
    memcpy(&move, bytes.data, sizeof move);
    zm_sum_terms(position, &terms);
    if (move.term < terms.count)
        judge_component(s, zm_list_at(&terms, move.term), &mean, &heat);
    zm_list_free(&terms);
    return (int32_t)(POINT * (heat > 1e6 ? 1e6 : heat));
}

const struct zm_judgement zm_sum_judgement = {
    .evaluate = sum_evaluate, .promise = sum_promise, .point = POINT};
