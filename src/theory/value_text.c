/* Values as text. Names where there are any (numbers, stars, ups, +-x; tiny and miny with Unicode),
 * else the options in braces, in an order that does not depend on the universe. */
#include "theory/value_inside.h"

#include <stdlib.h>

enum { LONGEST_TEXT = 1 << 22 }; /* a form shares its parts, its text repeats them */

struct style {
    const char *up, *double_up, *down, *double_down, *star, *plus_minus;
};

static const struct style styles[] = {
    [ZM_CONWAY_ASCII] = {"^", "^^", "v", "vv", "*", "+-"},
    [ZM_CONWAY_UNICODE] = {"↑", "⇑", "↓", "⇓", "∗", "±"},
};

static void print_simple(const struct zm_form *form, const struct style *style,
                         struct zm_buffer *text)
{
    if (form->number.numerator != 0 || (form->ups == 0 && form->nimber == 0))
        zm_dyadic_print(form->number, text);
    int32_t ups = form->ups < 0 ? -form->ups : form->ups;
    if (ups == 2)
        zm_buffer_text(text, form->ups > 0 ? style->double_up : style->double_down);
    else if (ups > 0)
        zm_buffer_text(text, form->ups > 0 ? style->up : style->down);
    if (ups > 2)
        zm_buffer_format(text, "%d", (int)ups);
    if (form->nimber > 0)
        zm_buffer_text(text, style->star);
    if (form->nimber > 1)
        zm_buffer_format(text, "%u", (unsigned)form->nimber);
}

/* --- the order of options ------------------------------------------------------------------ */

struct printed {
    const struct zm_form *form;
    struct zm_buffer text;
};

/* Simple forms first, by number, ups and nimber; then the others, short texts before long ones. */
static int compare_printed(const void *a, const void *b)
{
    const struct printed *x = a, *y = b;
    if (x->form->simple != y->form->simple)
        return x->form->simple ? -1 : 1;
    if (!x->form->simple) {
        if (x->text.size != y->text.size)
            return x->text.size < y->text.size ? -1 : 1;
        return zm_bytes_compare(zm_buffer_bytes(&x->text), zm_buffer_bytes(&y->text));
    }
    int order = zm_dyadic_compare(x->form->number, y->form->number);
    if (order == 0)
        order = (x->form->ups > y->form->ups) - (x->form->ups < y->form->ups);
    if (order == 0)
        order = (x->form->nimber > y->form->nimber) - (x->form->nimber < y->form->nimber);
    return order;
}

static void print_options(struct zm_universe *universe, struct zm_conway_list options,
                          enum zm_conway_style style, struct zm_buffer *text)
{
    struct printed *items = calloc(options.count + 1, sizeof *items);
    if (items == NULL) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < options.count && !text->failed; i++) {
        items[i].form = &universe->forms[options.items[i]];
        zm_conway_print(universe, options.items[i], style, &items[i].text);
        text->failed = items[i].text.failed || items[i].text.size > LONGEST_TEXT;
    }
    if (!text->failed)
        qsort(items, options.count, sizeof *items, compare_printed);
    for (size_t i = 0; i < options.count; i++) {
        if (i > 0)
            zm_buffer_byte(text, ',');
        zm_buffer_add(text, items[i].text.data, items[i].text.size);
        text->failed |= text->size > LONGEST_TEXT;
        zm_buffer_free(&items[i].text);
    }
    free(items);
}

/* --- names --------------------------------------------------------------------------------- */

/* { x | -x } with a number x. */
static bool is_plus_minus(const struct zm_universe *universe, const struct zm_form *form,
                          struct zm_dyadic *number)
{
    struct zm_dyadic other;
    return form->left_count == 1 && form->right_count == 1 &&
           zm_conway_is_number(universe, form->left[0], number) &&
           zm_conway_is_number(universe, form->right[0], &other) &&
           zm_dyadic_equal(zm_dyadic_negate(*number), other);
}

/* { 0 || 0 | -G }: the G of tiny G, or ZM_NO_FORM; for miny the sides are exchanged. */
static zm_conway tiny_of(struct zm_universe *universe, const struct zm_form *form, bool miny)
{
    const zm_conway *near = miny ? form->right : form->left, *far = miny ? form->left : form->right;
    if (form->left_count != 1 || form->right_count != 1 || near[0] != ZM_ZERO)
        return ZM_NO_FORM;
    const struct zm_form *threat = &universe->forms[far[0]];
    if (threat->simple || threat->left_count != 1 || threat->right_count != 1)
        return ZM_NO_FORM;
    zm_conway back = miny ? threat->right[0] : threat->left[0];
    zm_conway goal = miny ? threat->left[0] : threat->right[0];
    if (back != ZM_ZERO)
        return ZM_NO_FORM;
    return miny ? goal : zm_conway_negate(universe, goal);
}

static bool print_tiny(struct zm_universe *universe, zm_conway g, struct zm_buffer *text)
{
    for (int miny = 0; miny <= 1; miny++) {
        zm_conway of = tiny_of(universe, &universe->forms[g], miny);
        if (of == ZM_NO_FORM)
            continue;
        zm_buffer_text(text, miny ? "⧿" : "⧾");
        zm_conway_print(universe, of, ZM_CONWAY_UNICODE, text);
        return true;
    }
    return false;
}

void zm_conway_print(struct zm_universe *universe, zm_conway g, enum zm_conway_style style,
                     struct zm_buffer *text)
{
    const struct zm_form *form = &universe->forms[g];
    struct zm_dyadic number;
    if (form->simple)
        print_simple(form, &styles[style], text);
    else if (is_plus_minus(universe, form, &number)) {
        zm_buffer_text(text, styles[style].plus_minus);
        zm_dyadic_print(number, text);
    } else if (style != ZM_CONWAY_UNICODE || !print_tiny(universe, g, text)) {
        zm_buffer_byte(text, '{');
        print_options(universe, zm_conway_left(universe, g), style, text);
        zm_buffer_byte(text, '|');
        print_options(universe, zm_conway_right(universe, g), style, text);
        zm_buffer_byte(text, '}');
    }
}
