/* Tame trees; see tame.h. Children have smaller numbers than their parents: one pass does it. */
#include "theory/tame.h"

#include <stdlib.h>

enum { VALUES = 2 * ZM_LARGEST_HEAP };

void zm_tameness_free(struct zm_tameness *tameness)
{
    free(tameness->items);
    *tameness = (struct zm_tameness){0};
}

static uint16_t mex(const bool *seen)
{
    uint16_t least = 0;
    while (seen[least])
        least++;
    return least;
}

static struct zm_tame tame_of(const struct zm_tameness *tameness, const struct zm_tree_set *options)
{
    bool nimbers[VALUES + 1] = {false}, values[VALUES + 1] = {false};
    struct zm_tame tame = {.tame = true};
    for (size_t i = 0; i < options->count; i++) {
        const struct zm_tame *option = &tameness->items[options->items[i]];
        tame.tame &= option->tame;
        if (option->nimber < VALUES)
            nimbers[option->nimber] = true;
        if (option->grundy < VALUES)
            values[option->grundy] = true;
    }
    tame.nimber = mex(nimbers);
    tame.grundy = options->count == 0 ? 1 : mex(values);
    tame.firm = tame.nimber == tame.grundy;
    tame.tame &= tame.firm || (tame.nimber <= 1 && tame.grundy == 1 - tame.nimber);
    return tame;
}

bool zm_tameness_update(struct zm_tameness *tameness, const struct zm_forest *forest)
{
    if (tameness->capacity < forest->count) {
        size_t capacity = forest->capacity;
        struct zm_tame *items = realloc(tameness->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        tameness->items = items;
        tameness->capacity = capacity;
    }
    struct zm_tree_set options = {0};
    bool ok = true;
    for (; ok && tameness->count < forest->count; tameness->count++) {
        options.count = 0;
        ok = zm_tree_children(forest, (uint32_t)tameness->count, &options);
        tameness->items[tameness->count] = tame_of(tameness, &options);
    }
    zm_tree_set_free(&options);
    return ok;
}
