/* Comparison, and the way to canonical form: dominated options go, reversible ones are bypassed,
 * until nothing changes. Stops decide most comparisons before any option is looked at. */
#include "theory/value_inside.h"

/* --- comparison ---------------------------------------------------------------------------- */

/* Is n up + *m <= 0? */
static bool infinitesimal_le_zero(int64_t ups, uint32_t nimber)
{
    return (ups == 0 && nimber == 0) || ups <= -2 || (ups == -1 && nimber != 1);
}

static bool simple_le(const struct zm_form *g, const struct zm_form *h)
{
    int order = zm_dyadic_compare(g->number, h->number);
    if (order != 0)
        return order < 0;
    return infinitesimal_le_zero((int64_t)g->ups - h->ups, g->nimber ^ h->nimber);
}

/* g <= h unless some g^L >= h, or some h^R <= g. */
static bool le_by_options(struct zm_universe *universe, zm_conway g, zm_conway h)
{
    struct zm_conway_list left = zm_conway_left(universe, g);
    for (size_t i = 0; i < left.count; i++)
        if (zm_conway_le(universe, h, left.items[i]))
            return false;
    struct zm_conway_list right = zm_conway_right(universe, h);
    for (size_t i = 0; i < right.count; i++)
        if (zm_conway_le(universe, right.items[i], g))
            return false;
    return true;
}

bool zm_conway_le(struct zm_universe *universe, zm_conway g, zm_conway h)
{
    if (g == h)
        return true;
    const struct zm_form *a = zm_form_at(universe, g), *b = zm_form_at(universe, h);
    if (a->simple && b->simple)
        return simple_le(a, b);
    if (zm_dyadic_compare(a->left_stop, b->right_stop) < 0)
        return true;
    if (zm_dyadic_compare(a->left_stop, b->left_stop) > 0 ||
        zm_dyadic_compare(a->right_stop, b->right_stop) > 0)
        return false;
    uint32_t known;
    if (zm_pair_find(&universe->comparisons, g, h, &known))
        return known != 0;
    if (!zm_universe_go_on(universe))
        return false;
    bool le = le_by_options(universe, g, h);
    if (!zm_universe_failed(universe))
        zm_pair_keep(universe, &universe->comparisons, g, h, le);
    return le;
}

enum zm_relation zm_conway_compare(struct zm_universe *universe, zm_conway g, zm_conway h)
{
    if (g == h)
        return ZM_EQUAL;
    if (zm_conway_le(universe, g, h))
        return ZM_LESS;
    return zm_conway_le(universe, h, g) ? ZM_GREATER : ZM_CONFUSED;
}

char zm_conway_outcome(struct zm_universe *universe, zm_conway g)
{
    static const char classes[] = {
        [ZM_EQUAL] = 'P', [ZM_LESS] = 'R', [ZM_GREATER] = 'L', [ZM_CONFUSED] = 'N'};
    return classes[zm_conway_compare(universe, g, ZM_ZERO)];
}

/* --- numbers ------------------------------------------------------------------------------- */

/* The numbers x with no left option >= x and no right option <= x. A left option is >= x only if
 * its right stop is at least x, so only options whose stop is the end itself need a comparison. */
static struct zm_interval number_interval(struct zm_universe *universe,
                                          const struct zm_handles *left,
                                          const struct zm_handles *right)
{
    struct zm_interval in = {.has_low = left->count > 0, .has_high = right->count > 0};
    for (size_t i = 0; i < left->count; i++) {
        struct zm_dyadic stop = universe->forms[left->items[i]].right_stop;
        if (i == 0 || zm_dyadic_compare(stop, in.low) > 0)
            in.low = stop;
    }
    for (size_t i = 0; i < right->count; i++) {
        struct zm_dyadic stop = universe->forms[right->items[i]].left_stop;
        if (i == 0 || zm_dyadic_compare(stop, in.high) < 0)
            in.high = stop;
    }
    return in;
}

static void close_interval(struct zm_universe *universe, const struct zm_handles *left,
                           const struct zm_handles *right, struct zm_interval *in)
{
    in->low_closed = in->high_closed = true;
    zm_conway low = in->has_low ? zm_conway_number(universe, in->low) : ZM_ZERO;
    zm_conway high = in->has_high ? zm_conway_number(universe, in->high) : ZM_ZERO;
    for (size_t i = 0; i < left->count && in->low_closed; i++)
        in->low_closed = !zm_conway_le(universe, low, left->items[i]);
    for (size_t i = 0; i < right->count && in->high_closed; i++)
        in->high_closed = !zm_conway_le(universe, right->items[i], high);
}

/* --- canonical form ------------------------------------------------------------------------ */

/* Drops the options that another one makes useless: of two comparable left options the smaller, of
 * two right options the larger. */
static void drop_dominated(struct zm_universe *universe, struct zm_handles *options, bool right)
{
    size_t kept = 0;
    for (size_t i = 0; i < options->count; i++) {
        zm_conway g = options->items[i];
        bool dominated = false;
        for (size_t j = 0; j < options->count && !dominated; j++) {
            /* The first `kept` places hold options that stayed; those from i on are still to see.
             */
            if (j == kept)
                j = i + 1;
            if (j >= options->count)
                break;
            zm_conway h = options->items[j];
            dominated = right ? zm_conway_le(universe, h, g) : zm_conway_le(universe, g, h);
        }
        if (!dominated)
            options->items[kept++] = g;
    }
    options->count = kept;
}

/* The option of `g` through which it is reversible in the raw game, or ZM_NO_FORM. */
static zm_conway reverser(struct zm_universe *universe, zm_conway g, bool right)
{
    struct zm_conway_list answers =
        right ? zm_conway_left(universe, g) : zm_conway_right(universe, g);
    for (size_t i = 0; i < answers.count; i++)
        if (right ? zm_conway_le(universe, universe->raw, answers.items[i])
                  : zm_conway_le(universe, answers.items[i], universe->raw))
            return answers.items[i];
    return ZM_NO_FORM;
}

/* Bypasses the reversible options of one side; returns whether there were any. */
static bool bypass_reversible(struct zm_universe *universe, struct zm_handles *options, bool right)
{
    struct zm_handles replaced = {0};
    bool changed = false;
    for (size_t i = 0; i < options->count; i++) {
        zm_conway through = reverser(universe, options->items[i], right);
        if (through == ZM_NO_FORM) {
            zm_handles_add(universe, &replaced, options->items[i]);
            continue;
        }
        changed = true;
        struct zm_conway_list instead =
            right ? zm_conway_right(universe, through) : zm_conway_left(universe, through);
        for (size_t j = 0; j < instead.count; j++)
            zm_handles_add(universe, &replaced, instead.items[j]);
    }
    if (changed) {
        zm_handles_sort(&replaced);
        options->count = 0;
        for (size_t i = 0; i < replaced.count; i++)
            zm_handles_add(universe, options, replaced.items[i]);
    }
    zm_handles_free(&replaced);
    return changed;
}

/* The raw game's value does not change while it is being reduced, so comparisons made with it stay
 * true; its number is used for this game only. */
static void set_raw(struct zm_universe *universe, const struct zm_handles *left,
                    const struct zm_handles *right, const struct zm_interval *stops)
{
    universe->raw_form = (struct zm_form){.left = left->items,
                                          .right = right->items,
                                          .left_count = (uint32_t)left->count,
                                          .right_count = (uint32_t)right->count,
                                          .listed = true,
                                          .left_stop = stops->low,
                                          .right_stop = stops->high};
}

static void reduce(struct zm_universe *universe, struct zm_handles *left, struct zm_handles *right,
                   const struct zm_interval *stops)
{
    universe->raw++;
    if (universe->raw == ZM_NO_FORM)
        universe->overflow = true;
    bool changed = true;
    while (changed && zm_universe_go_on(universe)) {
        drop_dominated(universe, left, false);
        drop_dominated(universe, right, true);
        set_raw(universe, left, right, stops);
        changed = bypass_reversible(universe, left, false);
        set_raw(universe, left, right, stops);
        changed |= bypass_reversible(universe, right, true);
    }
}

/* { x, x*, .., x*(k-1) | the same } is x + *k. */
static bool is_star(const struct zm_universe *universe, const struct zm_handles *left,
                    const struct zm_handles *right, struct zm_dyadic *number, uint32_t *nimber)
{
    if (left->count != right->count ||
        memcmp(left->items, right->items, left->count * sizeof *left->items) != 0)
        return false;
    /* The options differ, so k of them with nimbers below k are all of them. */
    for (size_t i = 0; i < left->count; i++) {
        const struct zm_form *form = &universe->forms[left->items[i]];
        if (i == 0)
            *number = form->number;
        if (!form->simple || form->ups != 0 || form->nimber >= left->count ||
            !zm_dyadic_equal(form->number, *number))
            return false;
    }
    *nimber = (uint32_t)left->count;
    return true;
}

/* { x | x + (n-1) up + *(m xor 1) } is x + n up + *m, and { x, x* | x } is x + up + *: see
 * ups_options in value.c. `step` is -1 when the sides are exchanged. */
static bool is_ups(const struct zm_universe *universe, const struct zm_handles *near,
                   const struct zm_handles *far, int step, struct zm_form *found)
{
    if (far->count != 1 || near->count == 0 || near->count > 2)
        return false;
    const struct zm_form *next = &universe->forms[far->items[0]];
    bool base = false, starred = near->count == 1;
    for (size_t i = 0; i < near->count; i++) {
        const struct zm_form *form = &universe->forms[near->items[i]];
        if (!form->simple || form->ups != 0 || !zm_dyadic_equal(form->number, next->number))
            return false;
        base |= form->nimber == 0;
        starred |= form->nimber == 1;
    }
    int64_t ups = (int64_t)next->ups * step + 1;
    bool first = ups == 1 && next->nimber == 0; /* up and star, which needs both near options */
    if (!next->simple || !base || !starred || ups < 1 || first != (near->count == 2))
        return false;
    *found = (struct zm_form){
        .number = next->number, .ups = (int32_t)(ups * step), .nimber = next->nimber ^ 1};
    return true;
}

/* Are these options, sorted, those of a simple form? Then it is that form. */
static bool is_simple(struct zm_universe *universe, const struct zm_handles *left,
                      const struct zm_handles *right, zm_conway *simple)
{
    struct zm_form found = {0};
    if (!is_star(universe, left, right, &found.number, &found.nimber) &&
        !is_ups(universe, left, right, 1, &found) && !is_ups(universe, right, left, -1, &found))
        return false;
    *simple = zm_conway_simple(universe, found.number, found.ups, found.nimber);
    return true;
}

zm_conway zm_form_canonical(struct zm_universe *universe, struct zm_handles *left,
                            struct zm_handles *right)
{
    if (!zm_universe_go_on(universe))
        return ZM_ZERO;
    zm_handles_sort(left);
    zm_handles_sort(right);
    struct zm_interval interval = number_interval(universe, left, right);
    struct zm_dyadic number;
    struct zm_interval closed = interval;
    zm_conway simple;
    close_interval(universe, left, right, &closed);
    if (zm_simplest(closed, &number, &universe->overflow))
        return zm_conway_number(universe, number);
    if (is_simple(universe, left, right, &simple)) /* at once: a nimber has many options */
        return simple;
    reduce(universe, left, right, &interval);
    if (zm_universe_failed(universe))
        return ZM_ZERO;
    zm_handles_sort(left);
    zm_handles_sort(right);
    return is_simple(universe, left, right, &simple) ? simple
                                                     : zm_form_intern(universe, left, right);
}

zm_conway zm_conway_make(struct zm_universe *universe, const zm_conway *left, size_t left_count,
                         const zm_conway *right, size_t right_count)
{
    struct zm_handles lefts = {0}, rights = {0};
    for (size_t i = 0; i < left_count; i++)
        zm_handles_add(universe, &lefts, left[i]);
    for (size_t i = 0; i < right_count; i++)
        zm_handles_add(universe, &rights, right[i]);
    zm_conway made = zm_form_canonical(universe, &lefts, &rights);
    zm_handles_free(&lefts);
    zm_handles_free(&rights);
    return made;
}

zm_conway zm_conway_number(struct zm_universe *universe, struct zm_dyadic number)
{
    return zm_conway_simple(universe, number, 0, 0);
}

zm_conway zm_conway_integer(struct zm_universe *universe, int64_t n)
{
    return zm_conway_number(universe, zm_dyadic(n, 0, &universe->overflow));
}

zm_conway zm_conway_nimber(struct zm_universe *universe, uint32_t n)
{
    return zm_conway_simple(universe, zm_integer(0), 0, n);
}

zm_conway zm_conway_switch(struct zm_universe *universe, zm_conway left, zm_conway right)
{
    return zm_conway_make(universe, &left, 1, &right, 1);
}

zm_conway zm_conway_tiny(struct zm_universe *universe, zm_conway g)
{
    zm_conway threat = zm_conway_switch(universe, ZM_ZERO, zm_conway_negate(universe, g));
    return zm_conway_switch(universe, ZM_ZERO, threat);
}
