/* Nodes as the search sees them; see hybrid_nodes.h. */
#include "proof/hybrid_nodes.h"

#include "proof/check/parts.h"
#include "solve/hybrid.h"
#include "solve/misere_node.h"
#include "store/store.h"

#include <stdlib.h>

void zm_hybrid_nodes_trees(const struct zm_game *game, const struct zm_settings *settings,
                           struct zm_buffer *trees)
{
    zm_hybrid_way(game, settings, trees);
}

/* The game's settings, and which components are trees. */
static enum zm_status set_up(const struct zm_game *game, const struct zm_settings *from,
                             const char *trees, struct zm_settings *settings,
                             struct zm_error *error)
{
    enum zm_status status = zm_settings_declare(settings, game->params, error);
    if (status == ZM_OK)
        status = zm_settings_declare(settings, zm_hybrid_params, error);
    const struct zm_param *param = game->params;
    for (; status == ZM_OK && param != NULL && param->name != NULL; param++)
        if (param->kind != ZM_PARAM_FILE && zm_settings_given(from, param->name)) {
            const char *text = zm_settings_text(from, param->name);
            status = zm_settings_set(settings, param->name, text == NULL ? "" : text, error);
        }
    size_t digits = strspn(trees, "0123456789");
    char size[16];
    if (status == ZM_OK &&
        (digits == 0 || digits >= sizeof size || (trees[digits] != ' ' && trees[digits] != 0)))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "'trees %.100s': expected a size, then perhaps a position", trees);
    if (status != ZM_OK)
        return status;
    memcpy(size, trees, digits);
    size[digits] = 0;
    status = zm_settings_set(settings, "rct-base", trees[digits] == 0 ? "none" : trees + digits + 1,
                             error);
    return status == ZM_OK ? zm_settings_set(settings, "rct-size", size, error) : status;
}

enum zm_status zm_hybrid_nodes_open(const struct zm_game *game, const struct zm_settings *settings,
                                    const char *trees, struct zm_run *run,
                                    struct zm_hybrid_nodes **nodes, struct zm_error *error)
{
    struct zm_settings own = {0};
    struct zm_hybrid_nodes *opened = *nodes = calloc(1, sizeof *opened);
    if (opened == NULL)
        return zm_fail_memory(error);
    zm_run_begin(&opened->run);
    opened->run.outer = run;
    opened->run.store = zm_memory_store(0);
    enum zm_status status = opened->run.store == NULL ? zm_fail_memory(error) : ZM_OK;
    if (status == ZM_OK)
        status = set_up(game, settings, trees, &own, error);
    const struct zm_problem problem = {game, &own, true, &opened->run};
    if (status == ZM_OK)
        status = zm_hybrid_open(&problem, &opened->hybrid, error);
    if (status == ZM_OK)
        zm_hybrid_space(opened->hybrid, &opened->space);
    if (status == ZM_OK && zm_run_stopped(&opened->run))
        status = zm_fail(error, ZM_STOPPED, "stopped");
    zm_settings_free(&own);
    if (status != ZM_OK) {
        zm_hybrid_nodes_close(opened);
        *nodes = NULL;
    }
    return status;
}

void zm_hybrid_nodes_close(struct zm_hybrid_nodes *nodes)
{
    if (nodes == NULL)
        return;
    if (nodes->hybrid != NULL)
        zm_hybrid_close(nodes->hybrid);
    if (nodes->run.store != NULL)
        zm_store_close(nodes->run.store);
    zm_tree_set_free(&nodes->copies);
    free(nodes);
}

/* The tree here that is the tree of a certificate: trees come after their children. */
static uint32_t copy_tree(struct zm_hybrid_nodes *nodes, const struct zm_forest *from,
                          uint32_t tree)
{
    struct zm_forest *to = &zm_hybrid_base(nodes->hybrid)->forest;
    struct zm_tree_set children = {0}, *copies = &nodes->copies;
    bool ok = true;
    while (ok && copies->count <= tree) {
        children.count = 0;
        ok = zm_tree_children(from, (uint32_t)copies->count, &children);
        for (size_t i = 0; ok && i < children.count; i++)
            children.items[i] = copies->items[children.items[i]];
        uint32_t copy = ok ? zm_tree_of(to, children.items, children.count) : ZM_NO_TREE;
        ok = copy != ZM_NO_TREE && zm_tree_set_add(copies, copy);
    }
    zm_tree_set_free(&children);
    return ok ? copies->items[tree] : ZM_NO_TREE;
}

enum zm_status zm_hybrid_nodes_key(struct zm_hybrid_nodes *nodes, const struct zm_nodes *from,
                                   struct zm_bytes key, struct zm_buffer *node,
                                   struct zm_error *error)
{
    const struct zm_parts *parts = zm_nodes_parts(from);
    struct zm_rct_base *base = zm_hybrid_base(nodes->hybrid);
    struct zm_misere_node sum = {0};
    bool ok = true;
    for (size_t at = 0; ok && at < key.size; at += sizeof(uint32_t)) {
        uint32_t item, copy;
        memcpy(&item, key.data + at, sizeof item);
        copy = item % 2 == 0 ? copy_tree(nodes, &parts->forest, item / 2)
                             : zm_component_of(base->components, parts->items[item / 2].bytes);
        ok = copy != UINT32_MAX && (item % 2 == 0 ? zm_misere_fold_tree(base, &sum, copy)
                                                  : zm_misere_fold_component(base, &sum, copy));
    }
    if (ok)
        zm_misere_node_write(base, &sum, node);
    zm_misere_node_free(&sum);
    return ok && !node->failed ? ZM_OK : zm_fail_memory(error);
}

bool zm_hybrid_nodes_add(struct zm_hybrid_nodes *nodes, struct zm_bytes node)
{
    return zm_store_put(nodes->run.store, ZM_KIND_LOST, node, (struct zm_value){0}) == ZM_OK;
}

/* The children that are not known are the ones that `expand` lists. */
bool zm_hybrid_nodes_show_lost(struct zm_hybrid_nodes *nodes, struct zm_bytes node)
{
    struct zm_list children = {0}, deeper = {0};
    enum zm_verdict verdict = nodes->space.expand(nodes->space.state, node, &children);
    bool shown = verdict != ZM_WON;
    for (size_t i = 0; i < children.count && shown; i++)
        shown =
            nodes->space.expand(nodes->space.state, zm_list_at(&children, i), &deeper) == ZM_WON;
    shown = shown && !zm_list_failed(&children) && !zm_run_stopped(&nodes->run);
    zm_list_free(&children);
    zm_list_free(&deeper);
    return shown;
}
