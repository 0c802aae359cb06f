/* Lost sums of misère play and the reduced trees they are made of: is each entry of a store right?
 *
 * A lost node is right when each of its children is known to be won: by theory, or because one of
 * its own children is an entry or lost by theory. What is taken for a tree depends on how the store
 * was filled (--rct-size, --rct-base: its jobs say so); a node is the same sum in every case, so it
 * is right when one way shows it.
 *
 * A tree is right when its children make it, a component's tree when the rules make it, and the
 * base of a position when it has all components of the game tree. Stores of older versions do not
 * describe the trees of their nodes: those are made by expanding entries that can be read, and the
 * positions of the store's jobs, then what that makes readable, and so on. */
#include "care/store_check.h"

#include "proof/hybrid_nodes.h"
#include "solve/hybrid.h"
#include "solve/misere_node.h"
#include "solve/rct_store.h"

#include <stdlib.h>

/* What is known of an entry so far, as the value of the loaded table. */
enum state { UNREAD, UNSHOWN, SHOWN };

struct sums {
    struct zm_store_checking *checking;
    struct zm_table entries; /* lost node -> enum state, one byte */
    struct zm_hybrid_nodes
        *nodes; /* with all entries added, and one way to take components for trees */
    struct zm_rct_base *base;
};

/* -- the ways in which the store was filled -- */

static enum zm_status add_way(struct zm_store_checking *checking, const struct zm_buffer *size,
                              const struct zm_buffer *position, struct zm_list *ways)
{
    struct zm_settings settings = {0};
    struct zm_buffer way = {0};
    enum zm_status status = zm_settings_declare(&settings, zm_hybrid_params, checking->error);
    if (status == ZM_OK && size->size > 0)
        status = zm_settings_set(&settings, "rct-size", zm_buffer_string(size), checking->error);
    if (status == ZM_OK && position->size > 0)
        status =
            zm_settings_set(&settings, "rct-base", zm_buffer_string(position), checking->error);
    if (status == ZM_OK)
        zm_hybrid_nodes_trees(checking->problem.game, &settings, &way);
    if (status == ZM_OK)
        zm_list_add(ways, zm_buffer_bytes(&way));
    zm_buffer_free(&way);
    zm_settings_free(&settings);
    return status;
}

static bool add_told_way(void *context, struct zm_bytes key, struct zm_value value)
{
    struct zm_list *ways = context;
    (void)value;
    if (key.size > 1 && key.data[0] == 'W')
        zm_list_add(ways, zm_bytes(key.data + 1, key.size - 1));
    return !zm_list_failed(ways);
}

/* Each as zm_hybrid_nodes_open wants it: those that the store was told, those of its jobs; the
 * game's own when there are none. */
static enum zm_status list_ways(struct zm_store_checking *checking, struct zm_list *ways)
{
    struct zm_buffer position = {0}, size = {0}, base = {0};
    enum zm_status status = ZM_OK;
    checking->store->class->each(checking->store, ZM_KIND_TREE, add_told_way, ways);
    for (size_t i = 0;
         status == ZM_OK && zm_store_job_says(checking->store, i, "rct-size", &position, &size) &&
         zm_store_job_says(checking->store, i, "rct-base", &position, &base);
         i++)
        status = add_way(checking, &size, &base, ways);
    if (status == ZM_OK && ways->count == 0) {
        zm_buffer_clear(&size);
        zm_buffer_clear(&base);
        status = add_way(checking, &size, &base, ways);
    }
    zm_list_sort(ways, true);
    zm_buffer_free(&position);
    zm_buffer_free(&size);
    zm_buffer_free(&base);
    return status == ZM_OK && zm_list_failed(ways) ? zm_fail_memory(checking->error) : status;
}

/* -- lost nodes -- */

/* Makes the trees of the positions that the store was asked about: two moves deep. */
static void expand_jobs(struct sums *sums)
{
    const struct zm_instance *game = &sums->base->components->game;
    const struct zm_space *space = &sums->nodes->space;
    struct zm_buffer text = {0}, option = {0}, drawn = {0}, node = {0};
    struct zm_list children = {0}, deeper = {0};
    for (size_t i = 0; zm_store_job_says(sums->checking->store, i, "rct-size", &text, &option);
         i++) {
        zm_buffer_clear(&drawn);
        if (game->game->rules->parse(game->state, zm_buffer_string(&text), &drawn, NULL) == ZM_OK &&
            zm_hybrid_root(sums->nodes->hybrid, zm_buffer_bytes(&drawn), 0, &node, NULL) == ZM_OK) {
            space->expand(space->state, zm_buffer_bytes(&node), &children);
            for (size_t k = 0; k < children.count && !zm_run_look(space->run); k++)
                space->expand(space->state, zm_list_at(&children, k), &deeper);
        }
    }
    zm_buffer_free(&text);
    zm_buffer_free(&option);
    zm_buffer_free(&drawn);
    zm_buffer_free(&node);
    zm_list_free(&children);
    zm_list_free(&deeper);
}

static bool readable(struct sums *sums, struct zm_bytes node)
{
    struct zm_misere_node parts = {0};
    bool read = zm_misere_node_read(sums->base, node, &parts);
    zm_misere_node_free(&parts);
    return read;
}

/* Checks the entries that can be read, are not shown, and were not tried in this way before
 * (`tried`, by number); returns how many. */
static size_t check_round(struct sums *sums, uint8_t *tried)
{
    struct zm_table_cursor cursor = {0};
    struct zm_bytes node;
    void *value;
    size_t checked = 0;
    for (size_t i = 0; zm_table_next(&sums->entries, &cursor, &node, &value); i++) {
        uint8_t *state = value;
        if (zm_run_poll(&sums->nodes->run, 0, checked))
            break;
        if (*state == SHOWN || tried[i] || !readable(sums, node))
            continue;
        tried[i] = true;
        checked++;
        *state = zm_hybrid_nodes_show_lost(sums->nodes, node) ? SHOWN : UNSHOWN;
    }
    return checked;
}

static void wrong_node(struct sums *sums, struct zm_bytes node)
{
    const struct zm_space *space = &sums->nodes->space;
    struct zm_buffer text = {0};
    bool read = readable(sums, node); /* not by trees of another way */
    if (read)
        space->describe(space->state, node, &text);
    zm_store_wrong(sums->checking, read ? space->difficulty(space->state, node) : UINT32_MAX,
                   read ? zm_buffer_string(&text) : "a sum with trees",
                   "said to be lost, but an option is not shown to be won");
    zm_buffer_free(&text);
}

/* Counts what all ways have shown. */
static void count_nodes(struct sums *sums)
{
    struct zm_store_report *report = sums->checking->report;
    struct zm_table_cursor cursor = {0};
    struct zm_bytes node;
    void *value;
    while (zm_table_next(&sums->entries, &cursor, &node, &value)) {
        uint8_t state = *(uint8_t *)value;
        report->checked += state != UNREAD;
        report->unreadable += state == UNREAD;
        if (state == UNSHOWN)
            wrong_node(sums, node);
    }
}

static enum zm_status open_way(struct sums *sums, struct zm_bytes way)
{
    struct zm_store_checking *checking = sums->checking;
    struct zm_buffer text = {0};
    struct zm_table_cursor cursor = {0};
    struct zm_bytes node;
    void *value;
    size_t count;
    zm_buffer_set(&text, way);
    enum zm_status status = zm_hybrid_nodes_open(checking->problem.game, checking->problem.settings,
                                                 zm_buffer_string(&text), checking->problem.run,
                                                 &sums->nodes, checking->error);
    zm_buffer_free(&text);
    if (status != ZM_OK)
        return status;
    sums->base = zm_hybrid_base(sums->nodes->hybrid);
    status = zm_rct_store_trees(sums->base, checking->store, NULL, &count, checking->error);
    while (status == ZM_OK && zm_table_next(&sums->entries, &cursor, &node, &value))
        if (!zm_hybrid_nodes_add(sums->nodes, node))
            status = zm_fail_memory(checking->error);
    return status;
}

static enum zm_status check_nodes(struct sums *sums)
{
    uint8_t *tried = calloc(sums->entries.count + 1, 1);
    if (tried == NULL)
        return zm_fail_memory(sums->checking->error);
    expand_jobs(sums);
    while (check_round(sums, tried) > 0 && !zm_run_stopped(&sums->nodes->run))
        ;
    free(tried);
    return zm_run_stopped(&sums->nodes->run) ? zm_fail(sums->checking->error, ZM_STOPPED, "stopped")
                                             : ZM_OK;
}

/* -- trees -- */

static void wrong_tree(void *context, struct zm_hash128 address)
{
    struct zm_buffer text = {0};
    zm_buffer_format(&text, "the reduced tree %016llx%016llx", (unsigned long long)address.high,
                     (unsigned long long)address.low);
    zm_store_wrong(context, 0, zm_buffer_string(&text), "it does not follow from its children");
    zm_buffer_free(&text);
}

/* Makes the tree of a component by the rules and compares it. */
static enum zm_status check_component(struct sums *sums, struct zm_bytes bytes,
                                      struct zm_hash128 said)
{
    struct zm_store_checking *checking = sums->checking;
    uint32_t component = zm_component_of(sums->base->components, bytes);
    bool ok = component != ZM_NO_COMPONENT;
    uint32_t tree = ok ? zm_rct_base_tree(sums->base, component, &ok) : ZM_NO_TREE;
    if (zm_run_look(checking->problem.run) || zm_run_stopped(&sums->nodes->run))
        return zm_fail(checking->error, ZM_STOPPED, "stopped");
    if (!ok || tree == ZM_NO_TREE)
        return zm_fail_memory(checking->error);
    struct zm_hash128 address = zm_tree_at(&sums->base->forest, tree)->address;
    if (address.low != said.low || address.high != said.high) {
        const struct zm_instance *game = &sums->base->components->game;
        struct zm_buffer text = {0};
        game->game->sums->print(game->state, bytes, &text);
        zm_store_wrong(checking, zm_component_difficulty(sums->base->components, component),
                       zm_buffer_string(&text), "it has another reduced tree");
        zm_buffer_free(&text);
    }
    return ZM_OK;
}

/* Does the table have every component of the game tree of a position? Sets `missing` to one that it
 * does not have. */
static enum zm_status look_for_missing(struct sums *sums, const struct zm_table *trees,
                                       struct zm_bytes position, struct zm_buffer *missing)
{
    struct zm_components *components = sums->base->components;
    struct zm_sum_list options = {0};
    struct zm_tree_set stack = {0};
    struct zm_table seen;
    struct zm_buffer key = {0};
    bool ok = true;
    zm_table_init(&seen, 1);
    zm_components_split(components, position, &options);
    do {
        for (size_t i = 0; ok && i < options.term_count; i++) {
            bool fresh = false;
            uint32_t term = options.terms[i];
            ok = zm_table_insert(&seen, zm_bytes(&term, sizeof term), &fresh) != NULL &&
                 (!fresh || zm_tree_set_add(&stack, term));
        }
        ok = ok && !options.failed;
        zm_sum_list_clear(&options);
        if (!ok || stack.count == 0)
            break;
        uint32_t component = stack.items[--stack.count];
        struct zm_bytes bytes = zm_component_bytes(components, component);
        zm_buffer_clear(&key);
        zm_buffer_byte(&key, 'C');
        zm_buffer_add(&key, bytes.data, bytes.size);
        if (zm_table_find(trees, zm_buffer_bytes(&key)) == NULL)
            zm_buffer_set(missing, bytes);
        zm_component_options(components, component, &options);
    } while (missing->size == 0 && !zm_run_look(sums->checking->problem.run));
    zm_sum_list_free(&options);
    zm_tree_set_free(&stack);
    zm_table_free(&seen);
    zm_buffer_free(&key);
    return ok ? ZM_OK : zm_fail_memory(sums->checking->error);
}

static enum zm_status check_base(struct sums *sums, const struct zm_table *trees,
                                 struct zm_bytes position)
{
    const struct zm_instance *game = &sums->base->components->game;
    struct zm_buffer missing = {0}, text = {0}, why = {0};
    enum zm_status status = look_for_missing(sums, trees, position, &missing);
    if (status == ZM_OK && missing.size > 0) {
        game->game->rules->print(game->state, position, &text);
        zm_buffer_text(&why, "its base of reduced trees lacks ");
        game->game->sums->print(game->state, zm_buffer_bytes(&missing), &why);
        zm_store_wrong(sums->checking, UINT32_MAX, zm_buffer_string(&text), zm_buffer_string(&why));
    }
    zm_buffer_free(&missing);
    zm_buffer_free(&text);
    zm_buffer_free(&why);
    return status;
}

static enum zm_status check_trees(struct sums *sums)
{
    struct zm_store_checking *checking = sums->checking;
    const struct zm_wrong_tree wrong = {checking, wrong_tree};
    struct zm_table trees;
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *slot;
    size_t count;
    enum zm_status status = zm_store_table(checking->store, ZM_KIND_TREE, &trees, checking->error);
    if (status == ZM_OK)
        status = zm_rct_store_trees(sums->base, checking->store, &wrong, &count, checking->error);
    sums->base->easy = UINT32_MAX; /* any component has a tree */
    while (status == ZM_OK && zm_table_next(&trees, &cursor, &key, &slot)) {
        struct zm_value value;
        memcpy(&value, slot, sizeof value);
        char mark = key.size == 0 ? 0 : (char)key.data[0];
        struct zm_bytes rest = mark == 0 ? key : zm_bytes(key.data + 1, key.size - 1);
        checking->report->checked++;
        if (mark == 'C')
            status = check_component(sums, rest, zm_value_address(value));
        else if (mark == 'B')
            status = check_base(sums, &trees, rest);
        else if (mark != 'T' && mark != 'W')
            zm_store_wrong(checking, 0, "an entry", "no such tree is known");
    }
    zm_table_free(&trees);
    return status;
}

/* -- all of it -- */

static bool add_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    (void)value;
    return zm_table_insert(context, key, NULL) != NULL;
}

enum zm_status zm_check_sums(struct zm_store_checking *checking)
{
    struct sums sums = {.checking = checking};
    struct zm_list ways = {0};
    zm_table_init(&sums.entries, 1);
    if (checking->problem.game->sums == NULL)
        return zm_fail(checking->error, ZM_BAD_INPUT, "%s has no components",
                       checking->problem.game->name);
    checking->store->class->each(checking->store, ZM_KIND_LOST, add_entry, &sums.entries);
    enum zm_status status = sums.entries.count < zm_store_count(checking->store, ZM_KIND_LOST)
                                ? zm_fail_memory(checking->error)
                                : list_ways(checking, &ways);
    for (size_t i = 0; status == ZM_OK && i < ways.count; i++) {
        status = open_way(&sums, zm_list_at(&ways, i));
        if (status == ZM_OK)
            status = check_nodes(&sums);
        if (status == ZM_OK && i + 1 < ways.count) {
            zm_hybrid_nodes_close(sums.nodes);
            sums.nodes = NULL;
        }
    }
    if (status == ZM_OK) {
        count_nodes(&sums);
        status = check_trees(&sums);
    }
    zm_hybrid_nodes_close(sums.nodes);
    zm_list_free(&ways);
    zm_table_free(&sums.entries);
    return status;
}
