/* Positions in the place of large trees; see origins.h. Every tree in a proof is that of a
 * component or of one of its options (or one of these without a heap of 1), for a move in a tree
 * leads to the tree of an option. */
#include "proof/check/origins.h"

#include <stdlib.h>
#include <string.h>

static const char between[] = " & ";

void zm_origins_free(struct zm_origins *origins)
{
    free(origins->of);
    *origins = (struct zm_origins){0};
}

/* A component says more than an option of one, and what was met first is as good as any other. */
static void note(struct zm_origin *known, struct zm_origin origin)
{
    if (known->component == UINT32_MAX || (known->option > 0 && origin.option == 0))
        *known = origin;
}

/* Notes where a tree comes from, and what it is without its heap of 1. */
static void note_tree(struct zm_origins *origins, const struct zm_forest *forest, uint32_t tree,
                      struct zm_origin origin)
{
    if (tree >= origins->count)
        return;
    const struct zm_tree *t = zm_tree_at(forest, tree);
    note(&origins->of[tree], origin);
    origin.plus_one = true;
    if (t->plus_one)
        note(&origins->of[t->twin], origin);
}

/* The trees of the options of a component; they were made with its own. */
static void note_options(struct zm_origins *origins, struct zm_parts *parts, uint32_t component)
{
    const uint32_t *at = parts->items[component].plain;
    uint32_t options = at == NULL ? 0 : *at++;
    for (uint32_t i = 1; i <= options; i++) {
        uint32_t sum = ZM_TREE_ZERO;
        for (uint32_t terms = *at++; terms > 0; terms--)
            sum = zm_tree_add(&parts->forest, sum, parts->items[*at++].tree);
        note_tree(origins, &parts->forest, sum, (struct zm_origin){component, i, false});
    }
}

static bool make(struct zm_origins *origins, struct zm_parts *parts)
{
    zm_origins_free(origins);
    origins->of = malloc(parts->forest.count * sizeof *origins->of);
    if (origins->of == NULL)
        return false;
    origins->count = parts->forest.count;
    origins->parts = parts->count;
    for (size_t i = 0; i < origins->count; i++)
        origins->of[i] = (struct zm_origin){.component = UINT32_MAX};
    for (uint32_t i = 0; i < parts->count; i++)
        if (parts->items[i].tree != ZM_NO_TREE)
            note_tree(origins, &parts->forest, parts->items[i].tree,
                      (struct zm_origin){i, 0, false});
    for (uint32_t i = 0; i < parts->count; i++)
        if (parts->items[i].tree != ZM_NO_TREE)
            note_options(origins, parts, i);
    return true;
}

static const struct zm_origin *look_up(const struct zm_origins *origins, uint32_t tree)
{
    bool known = tree < origins->count && origins->of[tree].component != UINT32_MAX;
    return known ? &origins->of[tree] : NULL;
}

const struct zm_origin *zm_origin_of(struct zm_origins *origins, struct zm_parts *parts,
                                     uint32_t tree)
{
    const struct zm_origin *known = look_up(origins, tree);
    bool more = origins->count < parts->forest.count || origins->parts < parts->count;
    if (known == NULL && more && make(origins, parts))
        known = look_up(origins, tree);
    return known;
}

static void print_component(struct zm_parts *parts, uint32_t component, struct zm_buffer *text)
{
    const struct zm_instance *instance = parts->instance;
    instance->game->sums->print(instance->state, parts->items[component].bytes, text);
}

void zm_origin_print(struct zm_parts *parts, const struct zm_origin *origin, struct zm_buffer *text)
{
    if (origin->option == 0) {
        print_component(parts, origin->component, text);
        return;
    }
    const uint32_t *at = parts->items[origin->component].plain + 1;
    for (uint32_t i = 1; i < origin->option; i++)
        at += 1 + *at;
    uint32_t terms = *at++;
    for (uint32_t i = 0; i < terms; i++) {
        zm_buffer_text(text, i == 0 ? "" : between);
        print_component(parts, at[i], text);
    }
}

/* Adds the trees of the components of one position to a tree. */
static enum zm_status add_position(struct zm_parts *parts, const char *text, uint32_t *tree,
                                   struct zm_error *error)
{
    const struct zm_instance *instance = parts->instance;
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    enum zm_status status = instance->game->rules->parse(instance->state, text, &position, error);
    bool ok = status == ZM_OK && zm_split(instance, zm_buffer_bytes(&position), &components) &&
              !zm_list_failed(&components);
    if (status == ZM_OK && !ok)
        status = zm_fail_memory(error);
    for (size_t i = 0; ok && i < components.count; i++) {
        uint32_t component = zm_part_of(parts, zm_list_at(&components, i));
        uint32_t added = component == UINT32_MAX ? ZM_NO_TREE : zm_part_tree(parts, component);
        *tree = zm_tree_add(&parts->forest, *tree, added);
        ok = *tree != ZM_NO_TREE;
    }
    if (status == ZM_OK && !ok) {
        status = zm_parts_check(parts, error);
        if (status == ZM_OK)
            status = zm_fail(error, ZM_BAD_INPUT,
                             "the tree of '%.100s' is larger than a file of this size may ask for",
                             text);
    }
    zm_buffer_free(&position);
    zm_list_free(&components);
    return status;
}

enum zm_status zm_origin_tree(struct zm_parts *parts, char *text, uint32_t *tree,
                              struct zm_error *error)
{
    enum zm_status status = zm_expect_all_moves(parts->instance->game, "a tree", error);
    *tree = ZM_TREE_ZERO;
    for (char *position = text, *next; status == ZM_OK && position != NULL; position = next) {
        next = strstr(position, between);
        if (next != NULL) {
            *next = '\0';
            next += strlen(between);
        }
        status = add_position(parts, position, tree, error);
    }
    return status;
}
