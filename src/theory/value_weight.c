/* Finer questions about values: all-small games and their atomic weights, and incentives. */
#include "theory/value_inside.h"

static bool are_all_small(struct zm_universe *universe, struct zm_conway_list options)
{
    for (size_t i = 0; i < options.count; i++)
        if (!zm_conway_is_all_small(universe, options.items[i]))
            return false;
    return true;
}

/* Forms share their parts, so each part is asked once and remembers the answer. */
bool zm_conway_is_all_small(struct zm_universe *universe, zm_conway g)
{
    const struct zm_form *form = &universe->forms[g];
    if (form->simple)
        return form->number.numerator == 0;
    if (form->small_known)
        return form->all_small;
    bool small = form->left_stop.numerator == 0 && form->right_stop.numerator == 0 &&
                 are_all_small(universe, zm_conway_left(universe, g)) &&
                 are_all_small(universe, zm_conway_right(universe, g));
    universe->forms[g].small_known = true;
    universe->forms[g].all_small = small;
    return small;
}

/* --- atomic weight ------------------------------------------------------------------------- */

static bool add_weights(struct zm_universe *universe, struct zm_conway_list options, int64_t shift,
                        struct zm_handles *weights)
{
    zm_conway by = zm_conway_integer(universe, shift);
    for (size_t i = 0; i < options.count; i++) {
        zm_conway weight;
        if (!zm_conway_atomic_weight(universe, options.items[i], &weight))
            return false;
        zm_handles_add(universe, weights, zm_conway_add(universe, weight, by));
    }
    return true;
}

/* The eccentric case: { weights } is an integer. A game above a remote star has the largest integer
 * that is not >= a right weight, a game below it the least that is not <= a left weight, and any
 * other 0. A star is remote when no position of the game is as large. */
static zm_conway eccentric(struct zm_universe *universe, zm_conway g, const struct zm_handles *left,
                           const struct zm_handles *right, int64_t n)
{
    uint64_t birthday = zm_conway_birthday(universe, g);
    uint32_t remote = 1;
    while (remote <= birthday && remote < (1u << 15))
        remote *= 2;
    zm_conway star = zm_conway_nimber(universe, remote);
    bool above = zm_conway_le(universe, star, g), below = zm_conway_le(universe, g, star);
    if (!above && !below)
        return ZM_ZERO;
    const struct zm_handles *ends = above ? right : left;
    for (;;) {
        int64_t next = above ? n + 1 : n - 1;
        zm_conway value = zm_conway_integer(universe, next);
        for (size_t i = 0; i < ends->count; i++)
            if (above ? zm_conway_le(universe, ends->items[i], value)
                      : zm_conway_le(universe, value, ends->items[i]))
                return zm_conway_integer(universe, n);
        if (ends->count == 0 || !zm_universe_go_on(universe))
            return zm_conway_integer(universe, n);
        n = next;
    }
}

bool zm_conway_atomic_weight(struct zm_universe *universe, zm_conway g, zm_conway *weight)
{
    const struct zm_form *form = &universe->forms[g];
    if (!zm_conway_is_all_small(universe, g))
        return false;
    if (form->simple) {
        *weight = zm_conway_integer(universe, form->ups);
        return true;
    }
    if (form->weighed) {
        *weight = form->weight;
        return true;
    }
    struct zm_handles left = {0}, right = {0};
    bool known = add_weights(universe, zm_conway_left(universe, g), -2, &left) &&
                 add_weights(universe, zm_conway_right(universe, g), 2, &right);
    if (known) {
        struct zm_dyadic number;
        *weight = zm_conway_make(universe, left.items, left.count, right.items, right.count);
        if (zm_conway_is_number(universe, *weight, &number) && number.exponent == 0)
            *weight = eccentric(universe, g, &left, &right, number.numerator);
    }
    zm_handles_free(&left);
    zm_handles_free(&right);
    if (!known || zm_universe_failed(universe))
        return false;
    universe->forms[g].weighed = true;
    universe->forms[g].weight = *weight;
    return true;
}
