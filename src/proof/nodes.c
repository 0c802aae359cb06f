/* Nodes of misère play in certificates; see nodes.h. */
#include "proof/nodes.h"

#include "solve/hybrid.h"
#include "solve/misere_node.h"
#include "store/store.h"

#include <stdlib.h>

enum { LONGEST_TREE = 1 << 16 };

void zm_nodes_trees(const struct zm_game *game, const struct zm_settings *settings,
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

enum zm_status zm_nodes_open(const struct zm_game *game, const struct zm_settings *settings,
                             const char *trees, struct zm_run *run, struct zm_nodes **nodes,
                             struct zm_error *error)
{
    struct zm_settings own = {0};
    struct zm_nodes *opened = *nodes = calloc(1, sizeof *opened);
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
        zm_nodes_close(opened);
        *nodes = NULL;
    }
    return status;
}

void zm_nodes_within(struct zm_nodes *nodes, struct zm_run *run)
{
    if (nodes != NULL)
        nodes->run.outer = run;
}

void zm_nodes_close(struct zm_nodes *nodes)
{
    if (nodes == NULL)
        return;
    if (nodes->hybrid != NULL)
        zm_hybrid_close(nodes->hybrid);
    if (nodes->run.store != NULL)
        zm_store_close(nodes->run.store);
    free(nodes);
}

static bool fold_components(struct zm_rct_base *base, const struct zm_list *components,
                            struct zm_misere_node *parts)
{
    bool ok = !zm_list_failed(components);
    for (size_t i = 0; ok && i < components->count; i++) {
        uint32_t component = zm_component_of(base->components, zm_list_at(components, i));
        ok = component != ZM_NO_COMPONENT && zm_misere_fold_component(base, parts, component);
    }
    return ok;
}

enum zm_status zm_nodes_make(struct zm_nodes *nodes, const struct zm_list *components,
                             unsigned heap, struct zm_buffer *node, struct zm_error *error)
{
    struct zm_rct_base *base = zm_hybrid_base(nodes->hybrid);
    struct zm_misere_node parts = {0};
    uint32_t tree = zm_tree_heap(&base->forest, heap);
    bool ok = fold_components(base, components, &parts) && tree != ZM_NO_TREE &&
              zm_misere_fold_tree(base, &parts, tree);
    if (ok)
        zm_misere_node_write(base, &parts, node);
    zm_misere_node_free(&parts);
    return ok && !node->failed ? ZM_OK : zm_fail_memory(error);
}

enum zm_status zm_nodes_print(struct zm_nodes *nodes, struct zm_bytes node, struct zm_buffer *text,
                              struct zm_error *error)
{
    struct zm_rct_base *base = zm_hybrid_base(nodes->hybrid);
    const struct zm_instance *game = &base->components->game;
    struct zm_misere_node parts = {0};
    const char *plus = "";
    bool ok = zm_misere_node_read(base, node, &parts), fits = true;
    for (size_t i = 0; ok && i < parts.components.count; i++, plus = " + ") {
        zm_buffer_text(text, plus);
        game->game->sums->print(
            game->state, zm_component_bytes(base->components, parts.components.items[i]), text);
    }
    if (ok && parts.one) {
        zm_buffer_format(text, "%s[1]", plus);
        plus = " + ";
    }
    for (size_t i = 0; ok && i < parts.trees.count && fits; i++, plus = " + ") {
        zm_buffer_format(text, "%s[", plus);
        fits = zm_tree_print(&base->forest, parts.trees.items[i], text->size + LONGEST_TREE, text);
        zm_buffer_byte(text, ']');
    }
    zm_misere_node_free(&parts);
    if (!ok || text->failed)
        return zm_fail_memory(error);
    return fits ? ZM_OK
                : zm_fail(error, ZM_BAD_INPUT,
                          "the certificate cannot be written: a reduced tree is too large for "
                          "text; take a smaller --rct-size");
}

/* Adds one term: a tree in brackets, or a position. */
static enum zm_status parse_term(struct zm_nodes *nodes, char *text, struct zm_misere_node *parts,
                                 struct zm_error *error)
{
    struct zm_rct_base *base = zm_hybrid_base(nodes->hybrid);
    const struct zm_instance *game = &base->components->game;
    size_t length = strlen(text);
    bool ok;
    if (length > 1 && text[0] == '[' && text[length - 1] == ']') {
        uint32_t tree;
        text[length - 1] = 0;
        enum zm_status status = zm_tree_parse(&base->forest, text + 1, &tree, error);
        if (status != ZM_OK)
            return status;
        ok = zm_misere_fold_tree(base, parts, tree);
    } else {
        struct zm_buffer drawn = {0};
        struct zm_list components = {0};
        enum zm_status status = game->game->rules->parse(game->state, text, &drawn, error);
        if (status == ZM_OK && !zm_split(game, zm_buffer_bytes(&drawn), &components))
            status = zm_fail(error, ZM_BAD_INPUT, "'%.100s' is loony, and no component", text);
        ok = status == ZM_OK && fold_components(base, &components, parts);
        zm_buffer_free(&drawn);
        zm_list_free(&components);
        if (status != ZM_OK)
            return status;
    }
    return ok ? ZM_OK : zm_fail_memory(error);
}

enum zm_status zm_nodes_parse(struct zm_nodes *nodes, char *text, struct zm_buffer *node,
                              struct zm_error *error)
{
    struct zm_rct_base *base = zm_hybrid_base(nodes->hybrid);
    struct zm_misere_node parts = {0};
    enum zm_status status = ZM_OK;
    for (char *term = text, *plus; status == ZM_OK && term != NULL; term = plus) {
        plus = strstr(term, " + ");
        if (plus != NULL) {
            *plus = 0;
            plus += 3;
        }
        status = parse_term(nodes, term, &parts, error);
    }
    if (status == ZM_OK)
        zm_misere_node_write(base, &parts, node);
    zm_misere_node_free(&parts);
    if (zm_run_stopped(&nodes->run)) /* a tree may be missing */
        return zm_fail(error, ZM_STOPPED, "stopped");
    return status == ZM_OK && node->failed ? zm_fail_memory(error) : status;
}

void zm_nodes_forget(struct zm_nodes *nodes)
{
    nodes->run.store->class->purge(nodes->run.store, NULL);
}

bool zm_nodes_add(struct zm_nodes *nodes, struct zm_bytes node)
{
    return zm_store_put(nodes->run.store, ZM_KIND_LOST, node, (struct zm_value){0}) == ZM_OK;
}

enum zm_verdict zm_nodes_known(struct zm_nodes *nodes, struct zm_bytes node)
{
    return nodes->space.lookup(nodes->space.state, node);
}

/* The children that are not known are the ones that `expand` lists. */

bool zm_nodes_shown_won(struct zm_nodes *nodes, struct zm_bytes node)
{
    struct zm_list children = {0};
    bool won = nodes->space.expand(nodes->space.state, node, &children) == ZM_WON;
    zm_list_free(&children);
    return won;
}

const char *zm_nodes_hole(struct zm_nodes *nodes, struct zm_bytes node)
{
    struct zm_list children = {0};
    enum zm_verdict verdict = nodes->space.expand(nodes->space.state, node, &children);
    const char *hole =
        verdict == ZM_WON ? "said to be lost, but a move makes it lost for the other" : NULL;
    for (size_t i = 0; i < children.count && hole == NULL; i++)
        if (!zm_nodes_shown_won(nodes, zm_list_at(&children, i)))
            hole = "an option is not shown to be won";
    if (zm_list_failed(&children) || zm_run_stopped(&nodes->run))
        hole = "memory ran out";
    zm_list_free(&children);
    return hole;
}
