/* Arithmetic of values: negation, sum, ordinal sum, multiples, cooling and heating. */
#include "base/require.h"
#include "theory/value_inside.h"

/* --- negation ------------------------------------------------------------------------------ */

static void add_negatives(struct zm_universe *universe, struct zm_conway_list options,
                          struct zm_handles *negatives)
{
    for (size_t i = 0; i < options.count; i++)
        zm_handles_add(universe, negatives, zm_conway_negate(universe, options.items[i]));
    zm_handles_sort(negatives);
}

zm_conway zm_conway_negate(struct zm_universe *universe, zm_conway g)
{
    if (!zm_universe_go_on(universe))
        return ZM_ZERO;
    struct zm_form form = universe->forms[g];
    if (form.negative != ZM_NO_FORM)
        return form.negative;
    zm_conway negative;
    if (form.simple)
        negative = zm_conway_simple(universe, zm_dyadic_negate(form.number), -(int64_t)form.ups,
                                    form.nimber);
    else {
        struct zm_handles left = {0}, right = {0};
        add_negatives(universe, zm_conway_right(universe, g), &left);
        add_negatives(universe, zm_conway_left(universe, g), &right);
        negative = zm_form_intern(universe, &left, &right);
        zm_handles_free(&left);
        zm_handles_free(&right);
    }
    if (zm_universe_failed(universe))
        return ZM_ZERO;
    universe->forms[g].negative = negative;
    universe->forms[negative].negative = g;
    return negative;
}

/* --- sum ----------------------------------------------------------------------------------- */

static void add_sums(struct zm_universe *universe, struct zm_conway_list options, zm_conway with,
                     struct zm_handles *sums)
{
    for (size_t i = 0; i < options.count && zm_universe_go_on(universe); i++)
        zm_handles_add(universe, sums, zm_conway_add(universe, options.items[i], with));
}

/* Number translation: the canonical form of G + x is { G^L + x | G^R + x } when G is no number. */
static zm_conway translate(struct zm_universe *universe, zm_conway g, zm_conway x)
{
    struct zm_handles left = {0}, right = {0};
    add_sums(universe, zm_conway_left(universe, g), x, &left);
    add_sums(universe, zm_conway_right(universe, g), x, &right);
    zm_handles_sort(&left);
    zm_handles_sort(&right);
    zm_conway sum = zm_form_intern(universe, &left, &right);
    zm_handles_free(&left);
    zm_handles_free(&right);
    return sum;
}

static zm_conway add_by_options(struct zm_universe *universe, zm_conway g, zm_conway h)
{
    if (zm_conway_is_number(universe, h, NULL))
        return translate(universe, g, h);
    if (zm_conway_is_number(universe, g, NULL))
        return translate(universe, h, g);
    if (zm_conway_negate(universe, g) == h)
        return ZM_ZERO;
    struct zm_handles left = {0}, right = {0};
    add_sums(universe, zm_conway_left(universe, g), h, &left);
    add_sums(universe, zm_conway_left(universe, h), g, &left);
    add_sums(universe, zm_conway_right(universe, g), h, &right);
    add_sums(universe, zm_conway_right(universe, h), g, &right);
    zm_conway sum = zm_form_canonical(universe, &left, &right);
    zm_handles_free(&left);
    zm_handles_free(&right);
    return sum;
}

zm_conway zm_conway_add(struct zm_universe *universe, zm_conway g, zm_conway h)
{
    zm_require(g < universe->count && h < universe->count);
    if (!zm_universe_go_on(universe))
        return ZM_ZERO;
    if (g == ZM_ZERO || h == ZM_ZERO)
        return g == ZM_ZERO ? h : g;
    const struct zm_form *a = &universe->forms[g], *b = &universe->forms[h];
    if (a->simple && b->simple)
        return zm_conway_simple(universe, zm_dyadic_add(a->number, b->number, &universe->overflow),
                                (int64_t)a->ups + b->ups, a->nimber ^ b->nimber);
    if (g > h) {
        zm_conway swap = g;
        g = h;
        h = swap;
    }
    uint32_t known;
    if (zm_pair_find(&universe->sums, g, h, &known))
        return known;
    zm_conway sum = add_by_options(universe, g, h);
    if (zm_universe_failed(universe))
        return ZM_ZERO;
    zm_pair_keep(universe, &universe->sums, g, h, sum);
    return sum;
}

zm_conway zm_conway_subtract(struct zm_universe *universe, zm_conway g, zm_conway h)
{
    return zm_conway_add(universe, g, zm_conway_negate(universe, h));
}

zm_conway zm_conway_multiple(struct zm_universe *universe, int64_t n, zm_conway g)
{
    if (n < 0) {
        g = zm_conway_negate(universe, g);
        n = n == INT64_MIN ? INT64_MAX : -n;
    }
    zm_conway sum = ZM_ZERO;
    for (; n > 0 && zm_universe_go_on(universe); n >>= 1) {
        if (n & 1)
            sum = zm_conway_add(universe, sum, g);
        if (n > 1)
            g = zm_conway_add(universe, g, g);
    }
    return sum;
}

/* --- ordinal sum --------------------------------------------------------------------------- */

enum {
    DEEPEST_ORDINAL = 2000, /* the recursion goes as deep as H was born */
    ORDINAL = 1 << 30,      /* marks the ordinal sums in the memory of sums */
};

static void add_ordinals(struct zm_universe *universe, zm_conway g, struct zm_conway_list base,
                         struct zm_conway_list above, struct zm_handles *options)
{
    for (size_t i = 0; i < base.count; i++)
        zm_handles_add(universe, options, base.items[i]);
    for (size_t i = 0; i < above.count && zm_universe_go_on(universe); i++)
        zm_handles_add(universe, options, zm_conway_ordinal(universe, g, above.items[i]));
}

zm_conway zm_conway_ordinal(struct zm_universe *universe, zm_conway g, zm_conway h)
{
    if (zm_conway_birthday(universe, h) > DEEPEST_ORDINAL)
        universe->overflow = true;
    if (!zm_universe_go_on(universe) || h == ZM_ZERO)
        return g;
    uint32_t known;
    if (zm_pair_find(&universe->sums, g | ORDINAL, h, &known))
        return known;
    struct zm_handles left = {0}, right = {0};
    add_ordinals(universe, g, zm_conway_left(universe, g), zm_conway_left(universe, h), &left);
    add_ordinals(universe, g, zm_conway_right(universe, g), zm_conway_right(universe, h), &right);
    zm_conway sum = zm_form_canonical(universe, &left, &right);
    zm_handles_free(&left);
    zm_handles_free(&right);
    if (!zm_universe_failed(universe))
        zm_pair_keep(universe, &universe->sums, g | ORDINAL, h, sum);
    return sum;
}

/* --- cooling and heating ------------------------------------------------------------------- */

/* The options cooled or heated by t, then moved by `tax`. */
static void add_taxed(struct zm_universe *universe, struct zm_conway_list options,
                      struct zm_dyadic tax, bool heat, struct zm_dyadic t, struct zm_handles *taxed)
{
    zm_conway number = zm_conway_number(universe, tax);
    for (size_t i = 0; i < options.count && zm_universe_go_on(universe); i++) {
        zm_conway option = heat ? zm_conway_heat(universe, options.items[i], t)
                                : zm_conway_cool(universe, options.items[i], t);
        zm_handles_add(universe, taxed, zm_conway_add(universe, option, number));
    }
}

zm_conway zm_conway_cool(struct zm_universe *universe, zm_conway g, struct zm_dyadic t)
{
    if (!zm_universe_go_on(universe) || zm_conway_is_number(universe, g, NULL))
        return g;
    const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, g);
    if (thermograph == NULL)
        return ZM_ZERO;
    /* Above its temperature a game is frozen to its mean. */
    if (zm_dyadic_compare(t, thermograph->temperature) > 0)
        return zm_conway_number(universe, thermograph->mean);
    struct zm_handles left = {0}, right = {0};
    add_taxed(universe, zm_conway_left(universe, g), zm_dyadic_negate(t), false, t, &left);
    add_taxed(universe, zm_conway_right(universe, g), t, false, t, &right);
    zm_conway cooled = zm_form_canonical(universe, &left, &right);
    zm_handles_free(&left);
    zm_handles_free(&right);
    return cooled;
}

zm_conway zm_conway_heat(struct zm_universe *universe, zm_conway g, struct zm_dyadic t)
{
    if (!zm_universe_go_on(universe) || zm_conway_is_number(universe, g, NULL))
        return g;
    struct zm_handles left = {0}, right = {0};
    add_taxed(universe, zm_conway_left(universe, g), t, true, t, &left);
    add_taxed(universe, zm_conway_right(universe, g), zm_dyadic_negate(t), true, t, &right);
    zm_conway heated = zm_form_canonical(universe, &left, &right);
    zm_handles_free(&left);
    zm_handles_free(&right);
    return heated;
}
