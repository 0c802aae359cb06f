/* Nodes of misère play; see nodes.h. A move changes one item of a sum: a component becomes one of
 * its options, a tree one of its children. */
#include "proof/check/nodes_inside.h"

#include <stdlib.h>

enum {
    LONG_TREE = 1 << 10,    /* braces longer than this give way to a position, where one is known */
    LONGEST_TREE = 1 << 16, /* longer ones are not written */
};
static const char tree_of[] = "of "; /* before the position of a tree */

/* Reads "SIZE" or "SIZE POSITION". */
static enum zm_status read_trees(const char *trees, uint32_t *size, const char **position,
                                 struct zm_error *error)
{
    size_t digits = strspn(trees, "0123456789");
    if (digits == 0 || digits > 10 || (trees[digits] != ' ' && trees[digits] != 0))
        return zm_fail(error, ZM_BAD_INPUT,
                       "'trees %.100s': expected a size, then perhaps a position", trees);
    unsigned long long number = strtoull(trees, NULL, 10);
    *size = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
    *position = trees[digits] == 0 ? NULL : trees + digits + 1;
    return ZM_OK;
}

static enum zm_status add_base(struct zm_nodes *nodes, const char *text, struct zm_error *error)
{
    const struct zm_instance *instance = nodes->parts.instance;
    struct zm_buffer position = {0};
    enum zm_status status = zm_expect_all_moves(instance->game, "'trees'", error);
    if (status == ZM_OK)
        status = instance->game->rules->parse(instance->state, text, &position, error);
    if (status == ZM_OK)
        status = zm_parts_add_base(&nodes->parts, zm_buffer_bytes(&position), error);
    zm_buffer_free(&position);
    return status;
}

enum zm_status zm_nodes_open(const struct zm_instance *instance, const char *trees,
                             size_t allowance, struct zm_run *run, struct zm_nodes **nodes,
                             struct zm_error *error)
{
    uint32_t size = 0;
    const char *position = NULL;
    struct zm_nodes *opened = *nodes = calloc(1, sizeof *opened);
    if (opened == NULL)
        return zm_fail_memory(error);
    zm_table_init(&opened->atoms, sizeof(uint32_t));
    enum zm_status status = read_trees(trees, &size, &position, error);
    if (status == ZM_OK)
        status = zm_parts_open(&opened->parts, instance, size, allowance, run, error);
    if (status == ZM_OK && position != NULL)
        status = add_base(opened, position, error);
    if (status != ZM_OK) {
        zm_nodes_close(opened);
        *nodes = NULL;
    }
    return status;
}

void zm_nodes_close(struct zm_nodes *nodes)
{
    if (nodes == NULL)
        return;
    zm_quotient_close(nodes->quotient);
    zm_table_free(&nodes->atoms);
    zm_tameness_free(&nodes->tameness);
    zm_origins_free(&nodes->origins);
    zm_parts_close(&nodes->parts);
    free(nodes);
}

void zm_nodes_within(struct zm_nodes *nodes, struct zm_run *run)
{
    if (nodes != NULL)
        nodes->parts.run = run;
}

enum zm_status zm_nodes_check(const struct zm_nodes *nodes, struct zm_error *error)
{
    return zm_parts_check(&nodes->parts, error);
}

const struct zm_parts *zm_nodes_parts(const struct zm_nodes *nodes)
{
    return &nodes->parts;
}

static void fail(struct zm_nodes *nodes)
{
    if (nodes->parts.status == ZM_OK)
        nodes->parts.status = ZM_FAILED;
}

static struct zm_bytes key_of(const struct zm_tree_set *sum)
{
    return zm_bytes(sum->items, sum->count * sizeof *sum->items);
}

static bool fold_all(struct zm_nodes *nodes, const struct zm_list *components,
                     struct zm_tree_set *sum)
{
    bool ok = !zm_list_failed(components);
    for (size_t i = 0; ok && i < components->count; i++) {
        uint32_t component = zm_part_of(&nodes->parts, zm_list_at(components, i));
        ok = component != UINT32_MAX && zm_parts_fold(&nodes->parts, component, sum);
    }
    if (!ok)
        fail(nodes);
    return ok;
}

enum zm_status zm_nodes_make(struct zm_nodes *nodes, const struct zm_list *components,
                             unsigned heap, struct zm_buffer *node, struct zm_error *error)
{
    struct zm_tree_set sum = {0};
    uint32_t tree = zm_tree_heap(&nodes->parts.forest, heap);
    bool ok = tree != ZM_NO_TREE && fold_all(nodes, components, &sum) &&
              zm_parts_fold_tree(&nodes->parts, tree, &sum);
    zm_parts_sort(&sum);
    zm_buffer_clear(node);
    if (ok)
        zm_buffer_set(node, key_of(&sum));
    zm_tree_set_free(&sum);
    if (!ok || node->failed)
        fail(nodes);
    return zm_nodes_check(nodes, error);
}

/* --- text ----------------------------------------------------------------------------------- */

/* The components, and the trees. */
enum { COMPONENTS, TREES, KINDS };

/* Adds a tree as braces of at most so many bytes; false: it is longer, or has no text. */
static bool list_braces(const struct zm_parts *parts, uint32_t tree, size_t most,
                        struct zm_list *trees)
{
    size_t start = trees->bytes.size;
    bool fits = zm_tree_print(&parts->forest, tree, start + most, &trees->bytes);
    if (fits)
        zm_list_close(trees);
    else
        trees->bytes.size = start;
    return fits;
}

/* Adds a tree as what it is the tree of: a small component is one wherever it stands. Where that
 * is the tree plus a heap of 1, `one` is turned. */
static bool list_origin(struct zm_nodes *nodes, uint32_t tree, struct zm_list terms[KINDS],
                        bool *one)
{
    struct zm_parts *parts = &nodes->parts;
    const struct zm_origin *origin = zm_origin_of(&nodes->origins, parts, tree);
    if (origin == NULL)
        return false;
    bool small = origin->option == 0 && parts->items[origin->component].small;
    struct zm_list *list = &terms[small ? COMPONENTS : TREES];
    zm_buffer_text(&list->bytes, small ? "" : tree_of);
    zm_origin_print(parts, origin, &list->bytes);
    zm_list_close(list);
    *one ^= origin->plus_one;
    return true;
}

/* Adds the text of an item to the list of components or to that of trees; false: it is too long. */
static bool list_term(struct zm_nodes *nodes, uint32_t item, struct zm_list terms[KINDS], bool *one)
{
    const struct zm_parts *parts = &nodes->parts;
    if (item % 2 == 0)
        return list_braces(parts, item / 2, LONG_TREE, &terms[TREES]) ||
               list_origin(nodes, item / 2, terms, one) ||
               list_braces(parts, item / 2, LONGEST_TREE, &terms[TREES]);
    parts->instance->game->sums->print(parts->instance->state, parts->items[item / 2].bytes,
                                       &terms[COMPONENTS].bytes);
    zm_list_close(&terms[COMPONENTS]);
    return true;
}

static void add_term(struct zm_buffer *text, const char *open, struct zm_bytes term,
                     const char *close)
{
    zm_buffer_text(text, open);
    zm_buffer_add(text, term.data, term.size);
    zm_buffer_text(text, close);
}

/* Components first, then the heap of 1, then trees, each sorted by their text. */
bool zm_nodes_print(struct zm_nodes *nodes, struct zm_bytes node, struct zm_buffer *text)
{
    struct zm_list terms[KINDS] = {{.count = 0}, {.count = 0}};
    struct zm_list *components = &terms[COMPONENTS], *trees = &terms[TREES];
    size_t start = text->size, count = zm_node_count(node);
    bool fits = true, one = count > 0 && zm_node_item(node, 0) == ZM_ITEM_ONE;
    for (size_t i = one; fits && i < count; i++)
        fits = list_term(nodes, zm_node_item(node, i), terms, &one);
    zm_list_sort(components, false);
    zm_list_sort(trees, false);
    for (size_t i = 0; fits && i < components->count; i++)
        add_term(text, text->size > start ? " + " : "", zm_list_at(components, i), "");
    if (one || count == 0)
        add_term(text, text->size > start ? " + [" : "[", zm_bytes(one ? "1" : "0", 1), "]");
    for (size_t i = 0; fits && i < trees->count; i++)
        add_term(text, text->size > start ? " + [" : "[", zm_list_at(trees, i), "]");
    text->failed |= zm_list_failed(components) || zm_list_failed(trees);
    zm_list_free(components);
    zm_list_free(trees);
    return fits;
}

/* Adds a tree in brackets: braces and heaps alone, no names and no sums, or the tree of a sum of
 * positions. */
static enum zm_status parse_tree(struct zm_nodes *nodes, char *text, struct zm_tree_set *sum,
                                 struct zm_error *error)
{
    uint32_t tree = ZM_NO_TREE;
    bool of = strncmp(text, tree_of, strlen(tree_of)) == 0;
    if (!of && text[strspn(text, "0123456789{};")] != '\0')
        return zm_fail(error, ZM_BAD_INPUT,
                       "'[%.100s]': expected a tree, as [{2;{3}}] or [of POSITION & POSITION]",
                       text);
    enum zm_status status = of ? zm_origin_tree(&nodes->parts, text + strlen(tree_of), &tree, error)
                               : zm_tree_parse(&nodes->parts.forest, text, &tree, error);
    if (status == ZM_OK && !zm_parts_fold_tree(&nodes->parts, tree, sum))
        status = zm_nodes_check(nodes, error);
    return status == ZM_FAILED ? zm_fail(error, ZM_BAD_INPUT, "'[%.100s]' is too large", text)
                               : status;
}

/* Adds one term: a tree in brackets, or a position. */
static enum zm_status parse_term(struct zm_nodes *nodes, char *text, struct zm_tree_set *sum,
                                 struct zm_error *error)
{
    const struct zm_instance *game = nodes->parts.instance;
    size_t length = strlen(text);
    if (length > 1 && text[0] == '[' && text[length - 1] == ']') {
        text[length - 1] = 0;
        return parse_tree(nodes, text + 1, sum, error);
    }
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    enum zm_status status = game->game->rules->parse(game->state, text, &position, error);
    if (status == ZM_OK && !zm_split(game, zm_buffer_bytes(&position), &components))
        status = zm_fail(error, ZM_BAD_INPUT, "'%.100s' is loony, and no component", text);
    if (status == ZM_OK && !fold_all(nodes, &components, sum))
        status = zm_nodes_check(nodes, error);
    zm_buffer_free(&position);
    zm_list_free(&components);
    return status;
}

enum zm_status zm_nodes_parse(struct zm_nodes *nodes, char *text, struct zm_buffer *node,
                              struct zm_error *error)
{
    struct zm_tree_set sum = {0};
    enum zm_status status = ZM_OK;
    for (char *term = text, *plus; status == ZM_OK && term != NULL; term = plus) {
        plus = strstr(term, " + ");
        if (plus != NULL) {
            *plus = 0;
            plus += 3;
        }
        status = parse_term(nodes, term, &sum, error);
    }
    zm_parts_sort(&sum);
    zm_buffer_clear(node);
    if (status == ZM_OK)
        zm_buffer_set(node, key_of(&sum));
    zm_tree_set_free(&sum);
    return status == ZM_OK && node->failed ? zm_fail_memory(error) : status;
}

/* --- theory --------------------------------------------------------------------------------- */

enum zm_status zm_nodes_settle(struct zm_nodes *nodes, struct zm_bytes node, struct zm_error *error)
{
    const struct zm_game *game = nodes->parts.instance->game;
    uint32_t quotient = zm_hints_of(game).quotient;
    if (!nodes->settled && quotient > 0 && game->sums->loony_moves == NULL &&
        !zm_nodes_make_quotient(nodes, node, quotient))
        fail(nodes);
    nodes->settled = true;
    return zm_nodes_check(nodes, error);
}

static bool all_trees(struct zm_bytes node)
{
    bool trees = true;
    for (size_t i = 0; trees && i < zm_node_count(node); i++)
        trees = zm_node_item(node, i) % 2 == 0;
    return trees;
}

/* Trees that are all tame, and one tree alone beside a heap of 0 or 1 (theory/tame.h). */
static enum zm_outcome by_tameness(struct zm_nodes *nodes, struct zm_bytes node)
{
    size_t count = zm_node_count(node);
    if (nodes->tameness.count < nodes->parts.forest.count &&
        !zm_tameness_update(&nodes->tameness, &nodes->parts.forest)) {
        fail(nodes);
        return ZM_UNDECIDED;
    }
    const struct zm_tame *tame = nodes->tameness.items;
    unsigned one = count > 0 && zm_node_item(node, 0) == ZM_ITEM_ONE, sum = one;
    if (count == one + 1)
        return tame[zm_node_item(node, one) / 2].grundy == one ? ZM_LOSS : ZM_WIN;
    bool firm = false;
    for (size_t i = one; i < count; i++) {
        const struct zm_tame *t = &tame[zm_node_item(node, i) / 2];
        if (!t->tame)
            return ZM_UNDECIDED;
        firm |= t->firm;
        sum ^= t->nimber;
    }
    return sum == (firm ? 0 : 1) ? ZM_LOSS : ZM_WIN;
}

enum zm_outcome zm_nodes_theory(struct zm_nodes *nodes, struct zm_bytes node)
{
    enum zm_outcome outcome = all_trees(node) ? by_tameness(nodes, node) : ZM_UNDECIDED;
    return outcome == ZM_UNDECIDED && nodes->quotient != NULL ? zm_nodes_by_quotient(nodes, node)
                                                              : outcome;
}

/* --- moves ---------------------------------------------------------------------------------- */

/* Visits the node with one item replaced by others. */
struct moving {
    struct zm_nodes *nodes;
    struct zm_bytes node;
    struct zm_tree_set child;
    bool (*visit)(void *context, struct zm_bytes option);
    void *context;
    bool more;   /* visits are wanted */
    bool failed; /* no memory */
};

static void add_item(struct moving *m, uint32_t item)
{
    m->failed = m->failed || !zm_tree_set_add(&m->child, item);
}

/* Begins a child: the sum without one item. */
static void begin_child(struct moving *m, size_t without)
{
    m->child.count = 0;
    for (size_t i = 0; i < zm_node_count(m->node); i++)
        if (i != without)
            add_item(m, zm_node_item(m->node, i));
}

static void end_child(struct moving *m)
{
    zm_parts_sort(&m->child);
    m->more = !m->failed && m->visit(m->context, key_of(&m->child));
}

static void move_in_component(struct moving *m, size_t index)
{
    const uint32_t *at = zm_part_options(&m->nodes->parts, zm_node_item(m->node, index) / 2);
    for (uint32_t options = at == NULL ? 0 : *at++; m->more && options > 0; options--) {
        begin_child(m, index);
        for (uint32_t items = *at++; items > 0; items--)
            add_item(m, *at++);
        end_child(m);
    }
}

static void move_in_tree(struct moving *m, size_t index)
{
    struct zm_parts *parts = &m->nodes->parts;
    struct zm_tree_set children = {0};
    m->failed = !zm_tree_children(&parts->forest, zm_node_item(m->node, index) / 2, &children);
    for (size_t i = 0; m->more && !m->failed && i < children.count; i++) {
        begin_child(m, index);
        m->failed = m->failed || !zm_parts_fold_tree(parts, children.items[i], &m->child);
        end_child(m);
    }
    zm_tree_set_free(&children);
}

void zm_nodes_options(struct zm_nodes *nodes, struct zm_bytes node,
                      bool (*visit)(void *context, struct zm_bytes option), void *context)
{
    struct moving m = {
        .nodes = nodes, .node = node, .visit = visit, .context = context, .more = true};
    for (size_t i = 0; m.more && !m.failed && i < zm_node_count(node); i++) {
        if (i > 0 && zm_node_item(node, i) == zm_node_item(node, i - 1))
            continue;
        if (zm_node_item(node, i) % 2 == 0)
            move_in_tree(&m, i);
        else
            move_in_component(&m, i);
    }
    if (m.failed)
        fail(nodes);
    zm_tree_set_free(&m.child);
}

bool zm_nodes_have_loony_moves(const struct zm_nodes *nodes, struct zm_bytes node)
{
    const struct zm_parts *parts = &nodes->parts;
    bool have = false;
    for (size_t i = 0; !have && i < zm_node_count(node); i++) {
        uint32_t item = zm_node_item(node, i);
        have = item % 2 != 0 && zm_has_loony_moves(parts->instance, parts->items[item / 2].bytes);
    }
    return have;
}
