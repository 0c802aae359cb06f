/* Genus symbols; see genus.h.
 *
 * Digit n of G is the misère Grundy value of G + 2 + ... + 2 (n heaps): the mex of digit n of the
 * options of G, and, for a move in one of the heaps, of digit n-1 of G and that digit xor 1. Once
 * the options repeat with period two, digit n of G depends on digit n-1 and on parity alone, so the
 * first digit equal to the one two before it starts the repetition. */
#include "theory/genus.h"

#include <stdlib.h>

enum { VALUES = 2 * ZM_LARGEST_HEAP };

void zm_genera_free(struct zm_genera *genera)
{
    free(genera->items);
    *genera = (struct zm_genera){0};
}

static uint16_t digit(const struct zm_genus *genus, unsigned n)
{
    if (n < genus->count)
        return genus->digits[n];
    return genus->digits[genus->count - 2 + (n - genus->count) % 2];
}

/* The least number that is not a digit `n` (-1: the nimber) of an option, nor `more` nor `more` ^ 1
 * (-1: nothing more). */
static uint16_t mex(const struct zm_genera *genera, const struct zm_tree_set *options, int n,
                    int more)
{
    bool seen[VALUES + 2] = {false};
    for (size_t i = 0; i < options->count; i++) {
        const struct zm_genus *genus = &genera->items[options->items[i]];
        uint16_t value = n < 0 ? genus->nimber : digit(genus, (unsigned)n);
        if (value < VALUES)
            seen[value] = true;
    }
    if (more >= 0 && more < VALUES)
        seen[more] = seen[more ^ 1] = true;
    uint16_t least = 0;
    while (seen[least])
        least++;
    return least;
}

/* From the genera of the options; false when the digits are too many. */
static bool compute(const struct zm_genera *genera, const struct zm_tree_set *options,
                    struct zm_genus *genus)
{
    unsigned settled = 0; /* all options repeat from here */
    for (size_t i = 0; i < options->count; i++) {
        unsigned count = genera->items[options->items[i]].count;
        settled = count > settled + 2 ? count - 2 : settled;
    }
    genus->nimber = mex(genera, options, -1, -1);
    genus->digits[0] = options->count == 0 ? 1 : mex(genera, options, 0, -1);
    unsigned n = 1;
    for (;; n++) {
        if (n == ZM_GENUS_DIGITS)
            return false;
        genus->digits[n] = mex(genera, options, (int)n, genus->digits[n - 1]);
        if (n >= settled + 2 && genus->digits[n] == genus->digits[n - 2])
            break;
    }
    while (n >= 2 && genus->digits[n] == genus->digits[n - 2])
        n--;
    genus->count = (uint16_t)(n + 1);
    return true;
}

static bool need(const struct zm_forest *forest, uint32_t tree, struct zm_genera *genera)
{
    if (genera->items[tree].count != 0)
        return true;
    struct zm_tree_set options = {0};
    bool ok = zm_tree_children(forest, tree, &options);
    for (size_t i = 0; ok && i < options.count; i++)
        ok = need(forest, options.items[i], genera);
    ok = ok && compute(genera, &options, &genera->items[tree]);
    zm_tree_set_free(&options);
    return ok;
}

const struct zm_genus *zm_tree_genus(const struct zm_forest *forest, uint32_t tree,
                                     struct zm_genera *genera)
{
    if (genera->count < forest->count) {
        struct zm_genus *items = realloc(genera->items, forest->count * sizeof *items);
        if (items == NULL)
            return NULL;
        memset(items + genera->count, 0, (forest->count - genera->count) * sizeof *items);
        genera->items = items;
        genera->count = forest->count;
    }
    return need(forest, tree, genera) ? &genera->items[tree] : NULL;
}

static void print_digit(unsigned digit, struct zm_buffer *text)
{
    zm_buffer_format(text, digit > 9 ? "(%u)" : "%u", digit);
}

void zm_genus_print(const struct zm_genus *genus, struct zm_buffer *text)
{
    print_digit(genus->nimber, text);
    zm_buffer_byte(text, '^');
    for (unsigned i = 0; i < genus->count; i++)
        print_digit(genus->digits[i], text);
}
