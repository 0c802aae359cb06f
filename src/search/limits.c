/* Limits on proof and disproof numbers; see limits.h. */
#include "search/limits.h"

/* A limit beyond what a number can reach is none: a node with such numbers is searched to its end.
 */
static uint64_t limit(uint64_t number)
{
    return number <= ZM_LARGEST_NUMBER ? number : ZM_NO_LIMIT;
}

static uint64_t widened(const struct zm_limits_policy *policy, uint64_t second)
{
    uint64_t wide = second + second * policy->epsilon / 100;
    return limit(wide > second ? wide : second + 1);
}

/* A number as it looks in a choice: dearer when other threads are at it, weighted by wishes. */
static uint64_t apparent_number(const struct zm_child *child, uint32_t number)
{
    uint64_t virtual = number + (uint64_t)child->workers * (1 + number / 4);
    if (child->weight == 0)
        return virtual;
    double weighted = (double)virtual * (1 + child->weight);
    return weighted < (double)(ZM_NO_LIMIT / 2) ? (uint64_t)weighted : ZM_NO_LIMIT / 2;
}

/* What the second best is worth, in numbers of the best. */
static uint64_t second_of(const struct zm_child *best, uint64_t second)
{
    double factor = 1 + best->weight;
    if (best->weight == 0 || second == ZM_NO_LIMIT)
        return second;
    return factor * (double)ZM_LARGEST_NUMBER <= (double)second
               ? ZM_NO_LIMIT
               : (uint64_t)((double)second / factor);
}

/* Keeps the least of some numbers, `least`, with its place, and the second of them. */
static void take_least(struct zm_view *view, uint64_t *least, uint64_t number, size_t place)
{
    if (number < *least) {
        view->second = *least;
        *least = number;
        view->best = place;
    } else if (number < view->second) {
        view->second = number;
    }
}

struct zm_view zm_view_children(const struct zm_limits_policy *policy,
                                const struct zm_child *children, size_t count)
{
    struct zm_view view = {.proof = ZM_NO_LIMIT, .second = ZM_NO_LIMIT};
    uint64_t chosen = ZM_NO_LIMIT, largest = 0, sum = 0;
    for (size_t i = 0; i < count; i++) {
        const struct zm_child *child = &children[i];
        uint64_t disproof =
            child->numbers.disproof == ZM_INFINITE ? ZM_NO_LIMIT : child->numbers.disproof;
        uint64_t apparent =
            disproof == ZM_NO_LIMIT ? ZM_NO_LIMIT : apparent_number(child, child->numbers.disproof);
        if (disproof < view.proof)
            view.proof = disproof;
        take_least(&view, &chosen, apparent, i);
        sum += child->numbers.proof;
        view.open += child->numbers.proof > 0;
        if (child->numbers.proof > largest)
            largest = child->numbers.proof;
    }
    if (count > 0)
        view.second = second_of(&children[view.best], view.second);
    for (size_t i = 0; i < count; i++)
        if (i != view.best && children[i].numbers.proof > view.largest_other)
            view.largest_other = children[i].numbers.proof;
    view.disproof = !policy->combine_max ? sum : view.open == 0 ? 0 : largest + view.open - 1;
    return view;
}

static uint64_t shifted_least(uint64_t proof, uint64_t disproof, const struct zm_limits *limits)
{
    uint64_t a = proof + limits->proof_shift, b = disproof + limits->disproof_shift;
    return a < b ? a : b;
}

bool zm_within(uint64_t proof, uint64_t disproof, const struct zm_limits *limits)
{
    return proof < limits->proof && disproof < limits->disproof &&
           (limits->least == ZM_NO_LIMIT || shifted_least(proof, disproof, limits) < limits->least);
}

/* Whatever the other threads do, a thread that goes to a child works there. */
static void at_least_one_step(struct zm_limits *limits, struct zm_numbers numbers)
{
    if (limits->proof <= numbers.proof)
        limits->proof = limit((uint64_t)numbers.proof + 1);
    if (limits->disproof <= numbers.disproof)
        limits->disproof = limit((uint64_t)numbers.disproof + 1);
    uint64_t least = shifted_least(numbers.proof, numbers.disproof, limits);
    if (limits->least <= least)
        limits->least = least + 1;
}

struct zm_limits zm_limits_child(const struct zm_limits_policy *policy,
                                 const struct zm_limits *limits, const struct zm_view *view,
                                 struct zm_numbers best)
{
    uint64_t others = policy->combine_max ? view->open - 1 : view->disproof - best.proof;
    uint64_t second = widened(policy, view->second);
    struct zm_limits below = {
        .proof = limits->disproof == ZM_NO_LIMIT ? ZM_NO_LIMIT : limits->disproof - others,
        .disproof = second < limits->proof ? second : limits->proof,
        .least = limits->least,
        .proof_shift = limits->disproof_shift + others,
        .disproof_shift = limits->proof_shift,
    };
    /* In max mode a larger sibling may already carry the disproof side past `least`. */
    if (policy->combine_max && limits->least != ZM_NO_LIMIT &&
        view->largest_other + others + limits->disproof_shift >= limits->least)
        below.proof_shift = ZM_NO_LIMIT;
    at_least_one_step(&below, best);
    return below;
}

struct zm_view zm_view_parts(const struct zm_child *parts, size_t count)
{
    struct zm_view view = {.second = ZM_NO_LIMIT};
    uint64_t chosen = ZM_NO_LIMIT;
    for (size_t i = 0; i < count; i++) {
        const struct zm_child *child = &parts[i];
        uint32_t least = zm_numbers_least(child->numbers);
        uint64_t apparent = apparent_number(child, least);
        view.proof += least;
        take_least(&view, &chosen, apparent, i);
    }
    if (count > 0)
        view.second = second_of(&parts[view.best], view.second);
    view.disproof = view.proof;
    return view;
}

struct zm_limits zm_limits_part(const struct zm_limits_policy *policy,
                                const struct zm_limits *limits, const struct zm_view *view,
                                struct zm_numbers best)
{
    uint64_t budget = limits->proof < limits->disproof ? limits->proof : limits->disproof;
    uint64_t shift =
        limits->proof_shift < limits->disproof_shift ? limits->proof_shift : limits->disproof_shift;
    if (limits->least != ZM_NO_LIMIT && limits->least - shift < budget)
        budget = limits->least - shift;
    if (budget != ZM_NO_LIMIT)
        budget -= view->proof - zm_numbers_least(best);
    uint64_t second = widened(policy, view->second);
    struct zm_limits below = {ZM_NO_LIMIT, ZM_NO_LIMIT, second < budget ? second : budget, 0, 0};
    at_least_one_step(&below, best);
    return below;
}
