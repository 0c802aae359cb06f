/* Nodes of misère play; see misere_node.h.
 *
 * A node as bytes: the heap; the number of trees in one byte (when there are more than 255: the
 * heap plus 2, and the number in four bytes, least significant first), then each, sorted; then the
 * components, sorted, each after its length in two bytes. A heap of n is the byte n; another tree
 * is the byte 255 and its content address. So a node means the same in every run, and stores merge.
 */
#include "solve/misere_node.h"

enum { LENGTH_SIZE = 2, LONG_TREE = 255, MANY_TREES = 2, COUNT_SIZE = 4 };

void zm_misere_node_clear(struct zm_misere_node *node)
{
    node->one = false;
    node->trees.count = node->components.count = 0;
}

void zm_misere_node_free(struct zm_misere_node *node)
{
    zm_tree_set_free(&node->trees);
    zm_tree_set_free(&node->components);
}

bool zm_misere_fold_tree(const struct zm_rct_base *base, struct zm_misere_node *node, uint32_t tree)
{
    const struct zm_tree *t = zm_tree_at(&base->forest, tree);
    if (t->plus_one) {
        node->one = !node->one;
        tree = t->twin;
    }
    return tree == ZM_TREE_ZERO || zm_tree_set_add(&node->trees, tree);
}

bool zm_misere_fold_component(struct zm_rct_base *base, struct zm_misere_node *node,
                              uint32_t component)
{
    bool ok = true;
    uint32_t tree = zm_rct_base_tree(base, component, &ok);
    if (tree != ZM_NO_TREE)
        return ok && zm_misere_fold_tree(base, node, tree);
    return ok && zm_tree_set_add(&node->components, component);
}

static int compare_trees(const struct zm_forest *forest, uint32_t a, uint32_t b)
{
    const struct zm_tree *x = zm_tree_at(forest, a), *y = zm_tree_at(forest, b);
    bool heap_x = x->heap && x->height < LONG_TREE, heap_y = y->heap && y->height < LONG_TREE;
    if (heap_x || heap_y)
        return heap_x && heap_y ? (x->height > y->height) - (x->height < y->height)
                                : (heap_x ? -1 : 1);
    return memcmp(&x->address, &y->address, sizeof x->address);
}

void zm_misere_node_sort(const struct zm_rct_base *base, struct zm_misere_node *node)
{
    for (size_t i = 1; i < node->trees.count; i++) {
        uint32_t *items = node->trees.items, tree = items[i];
        size_t j = i;
        for (; j > 0 && compare_trees(&base->forest, items[j - 1], tree) > 0; j--)
            items[j] = items[j - 1];
        items[j] = tree;
    }
    for (size_t i = 1; i < node->components.count; i++) {
        uint32_t *items = node->components.items, component = items[i];
        struct zm_bytes bytes = zm_component_bytes(base->components, component);
        size_t j = i;
        for (; j > 0 &&
               zm_bytes_compare(zm_component_bytes(base->components, items[j - 1]), bytes) > 0;
             j--)
            items[j] = items[j - 1];
        items[j] = component;
    }
}

void zm_misere_head_write(struct zm_buffer *bytes, bool one, size_t trees)
{
    bool many = trees > UINT8_MAX;
    zm_buffer_byte(bytes, (uint8_t)(one | (many ? MANY_TREES : 0)));
    for (int i = 0; i < (many ? COUNT_SIZE : 1); i++)
        zm_buffer_byte(bytes, (uint8_t)(trees >> 8 * i));
}

size_t zm_misere_head_read(struct zm_bytes bytes, bool *one, size_t *trees)
{
    if (bytes.size == 0 || bytes.data[0] > MANY_TREES + 1)
        return 0;
    size_t size = bytes.data[0] >= MANY_TREES ? COUNT_SIZE : 1;
    *one = bytes.data[0] & 1;
    *trees = 0;
    for (size_t i = 1; i <= size && i < bytes.size; i++)
        *trees |= (size_t)bytes.data[i] << 8 * (i - 1);
    return bytes.size < 1 + size ? 0 : 1 + size;
}

void zm_misere_node_write(const struct zm_rct_base *base, struct zm_misere_node *node,
                          struct zm_buffer *bytes)
{
    zm_misere_node_sort(base, node);
    zm_buffer_clear(bytes);
    zm_misere_head_write(bytes, node->one, node->trees.count);
    for (size_t i = 0; i < node->trees.count; i++) {
        const struct zm_tree *t = zm_tree_at(&base->forest, node->trees.items[i]);
        bool heap = t->heap && t->height < LONG_TREE;
        zm_buffer_byte(bytes, heap ? (uint8_t)t->height : LONG_TREE);
        if (!heap)
            zm_buffer_add(bytes, &t->address, sizeof t->address);
    }
    for (size_t i = 0; i < node->components.count; i++) {
        struct zm_bytes coded = zm_component_bytes(base->components, node->components.items[i]);
        zm_buffer_byte(bytes, (uint8_t)coded.size);
        zm_buffer_byte(bytes, (uint8_t)(coded.size >> 8));
        zm_buffer_add(bytes, coded.data, coded.size);
    }
}

static bool read_trees(struct zm_rct_base *base, struct zm_bytes bytes, size_t *at, size_t trees,
                       struct zm_misere_node *node)
{
    for (; trees > 0; trees--) {
        struct zm_hash128 address;
        if (*at >= bytes.size)
            return false;
        unsigned heap = bytes.data[(*at)++];
        uint32_t tree;
        if (heap < LONG_TREE) {
            tree = zm_tree_heap(&base->forest, heap);
        } else if (sizeof address > bytes.size - *at) {
            return false;
        } else {
            memcpy(&address, bytes.data + *at, sizeof address);
            *at += sizeof address;
            tree = zm_tree_addressed(&base->forest, address);
        }
        if (tree == ZM_NO_TREE || !zm_tree_set_add(&node->trees, tree))
            return false;
    }
    return true;
}

bool zm_misere_node_read(struct zm_rct_base *base, struct zm_bytes bytes,
                         struct zm_misere_node *node)
{
    size_t trees = 0, at;
    zm_misere_node_clear(node);
    at = zm_misere_head_read(bytes, &node->one, &trees);
    bool ok = at > 0 && read_trees(base, bytes, &at, trees, node);
    while (ok && at < bytes.size) {
        size_t length = at + LENGTH_SIZE > bytes.size
                            ? SIZE_MAX
                            : bytes.data[at] | (size_t)bytes.data[at + 1] << 8;
        if (length > bytes.size - at - LENGTH_SIZE)
            return false;
        uint32_t component =
            zm_component_of(base->components, zm_bytes(bytes.data + at + LENGTH_SIZE, length));
        ok = component != ZM_NO_COMPONENT && zm_tree_set_add(&node->components, component);
        at += LENGTH_SIZE + length;
    }
    return ok;
}

enum zm_verdict zm_misere_theory(struct zm_rct_base *base, const struct zm_misere_node *node)
{
    if (node->components.count > 0)
        return ZM_OPEN;
    if (base->tameness.count < base->forest.count &&
        !zm_tameness_update(&base->tameness, &base->forest))
        return ZM_OPEN;
    const struct zm_tame *tame = base->tameness.items;
    if (node->trees.count == 1)
        return tame[node->trees.items[0]].grundy == node->one ? ZM_LOST : ZM_WON;
    unsigned sum = node->one;
    bool firm = false;
    for (size_t i = 0; i < node->trees.count; i++) {
        const struct zm_tame *t = &tame[node->trees.items[i]];
        if (!t->tame)
            return ZM_OPEN;
        firm |= t->firm;
        sum ^= t->nimber;
    }
    return sum == (firm ? 0 : 1) ? ZM_LOST : ZM_WON;
}

bool zm_misere_has_loony_moves(const struct zm_rct_base *base, const struct zm_misere_node *node)
{
    const struct zm_components *components = base->components;
    bool has = false;
    for (size_t i = 0; i < node->components.count && !has; i++)
        has = zm_has_loony_moves(&components->game,
                                 zm_component_bytes(components, node->components.items[i]));
    return has;
}

uint32_t zm_misere_difficulty(const struct zm_rct_base *base, const struct zm_misere_node *node)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < node->trees.count; i++)
        sum += zm_tree_at(&base->forest, node->trees.items[i])->height;
    for (size_t i = 0; i < node->components.count; i++)
        sum += zm_component_difficulty(base->components, node->components.items[i]);
    return sum;
}

/* A component that is just easy lasts about EASY_MOVES moves; others as many as they are harder. */
uint32_t zm_misere_size(const struct zm_rct_base *base, const struct zm_misere_node *node)
{
    enum { EASY_MOVES = 9, MOST = 1 << 20 };
    uint64_t sum = 0, easy = zm_hints_of(base->components->game.game).easy;
    for (size_t i = 0; i < node->components.count; i++)
        sum += zm_component_difficulty(base->components, node->components.items[i]);
    if (easy > 0)
        sum = sum * EASY_MOVES / easy;
    for (size_t i = 0; i < node->trees.count; i++)
        sum += zm_tree_at(&base->forest, node->trees.items[i])->height;
    return sum < MOST ? (uint32_t)sum : MOST;
}

enum { LONGEST_TREE = 200 };

static void describe_tree(const struct zm_forest *forest, uint32_t tree, struct zm_buffer *text)
{
    size_t start = text->size;
    const struct zm_tree *t = zm_tree_at(forest, tree);
    if (zm_tree_print(forest, tree, start + LONGEST_TREE, text) || text->failed)
        return;
    text->size = start;
    zm_buffer_format(text, "%u-%016llx%016llx-%c", t->height, (unsigned long long)t->address.high,
                     (unsigned long long)t->address.low, t->lost ? 'L' : 'W');
}

void zm_misere_describe(const struct zm_rct_base *base, const struct zm_misere_node *node,
                        struct zm_buffer *text)
{
    const char *plus = "";
    for (size_t i = 0; i < node->components.count; i++, plus = " + ") {
        zm_buffer_text(text, plus);
        base->components->game.game->sums->print(
            base->components->game.state,
            zm_component_bytes(base->components, node->components.items[i]), text);
    }
    if (node->one) {
        zm_buffer_format(text, "%s[1]", plus);
        plus = " + ";
    }
    for (size_t i = 0; i < node->trees.count; i++, plus = " + ") {
        zm_buffer_format(text, "%s[", plus);
        describe_tree(&base->forest, node->trees.items[i], text);
        zm_buffer_byte(text, ']');
    }
}
