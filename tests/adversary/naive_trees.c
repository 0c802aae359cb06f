/* Trees of positions from their definition: a tree is the set of the trees of its options, and two
 * trees are equal when they have the same options. Sets are kept once, as sorted numbers, so that
 * equal trees have equal numbers. */
#include "adversary/naive.h"

#include "test.h"

#include <ctype.h>

enum { MOST_OPTIONS = 256, NO_TREE = -1 };

struct forest {
    struct zm_table numbers;
    struct zm_list sets;  /* tree -> the numbers of its options */
    struct zm_buffer won; /* tree -> a byte: won by the player to move in misere play */
    bool reduced;
};

struct options {
    int32_t items[MOST_OPTIONS];
    size_t count;
};

static void read_options(const struct forest *forest, int32_t tree, struct options *options)
{
    struct zm_bytes set = zm_list_at(&forest->sets, (size_t)tree);
    options->count = set.size / sizeof *options->items;
    if (set.size > 0)
        memcpy(options->items, set.data, set.size);
}

static bool has(const struct options *options, int32_t tree)
{
    for (size_t i = 0; i < options->count; i++)
        if (options->items[i] == tree)
            return true;
    return false;
}

/* Adds in order, once. */
static bool add(struct options *options, int32_t tree)
{
    if (has(options, tree))
        return true;
    if (options->count == MOST_OPTIONS || tree == NO_TREE)
        return false;
    size_t i = options->count++;
    for (; i > 0 && options->items[i - 1] > tree; i--)
        options->items[i] = options->items[i - 1];
    options->items[i] = tree;
    return true;
}

/* Who has no move wins; who can leave a lost tree wins. */
static bool is_won(const struct forest *forest, const struct options *options)
{
    bool won = options->count == 0;
    for (size_t i = 0; i < options->count; i++)
        won |= forest->won.data[options->items[i]] == 0;
    return won;
}

/* May the tree `small` stand for these options? It has no option that they do not have, every
 * option beyond its own can be answered by going to it, and if it has none at all, somebody must be
 * glad to make that move: the whole is won. */
static bool stands_for(const struct forest *forest, int32_t small, const struct options *options)
{
    struct options own, replies;
    read_options(forest, small, &own);
    for (size_t i = 0; i < own.count; i++)
        if (!has(options, own.items[i]))
            return false;
    for (size_t i = 0; i < options->count; i++) {
        read_options(forest, options->items[i], &replies);
        if (!has(&own, options->items[i]) && !has(&replies, small))
            return false;
    }
    return own.count > 0 || is_won(forest, options);
}

/* Such a tree, or NO_TREE. It answers some option, so it is an option of one. */
static int32_t find_smaller(const struct forest *forest, const struct options *options)
{
    struct options replies;
    for (size_t i = 0; i < options->count; i++) {
        read_options(forest, options->items[i], &replies);
        for (size_t j = 0; j < replies.count; j++)
            if (stands_for(forest, replies.items[j], options))
                return replies.items[j];
    }
    return NO_TREE;
}

static int32_t tree_of(struct forest *forest, const struct options *options)
{
    int32_t tree = forest->reduced ? find_smaller(forest, options) : NO_TREE;
    struct zm_bytes set = zm_bytes(options->items, options->count * sizeof *options->items);
    bool fresh = false;
    if (tree != NO_TREE)
        return tree;
    void *slot = zm_table_insert(&forest->numbers, set, &fresh);
    tree = (int32_t)forest->sets.count;
    if (slot == NULL)
        abort();
    if (!fresh) {
        memcpy(&tree, slot, sizeof tree);
        return tree;
    }
    memcpy(slot, &tree, sizeof tree);
    zm_list_add(&forest->sets, set);
    zm_buffer_byte(&forest->won, is_won(forest, options));
    return tree;
}

static int32_t heap(struct forest *forest, unsigned size)
{
    struct options options = {.count = 0};
    for (unsigned i = 0; i < size; i++)
        if (!add(&options, heap(forest, i)))
            return NO_TREE;
    return tree_of(forest, &options);
}

/* Reads a number or "{tree;tree}"; NO_TREE: it is neither. */
static int32_t read_tree(struct forest *forest, const char **text)
{
    struct options options = {.count = 0};
    if (isdigit((unsigned char)**text)) {
        char *end;
        unsigned long size = strtoul(*text, &end, 10);
        *text = end;
        return size > 12 ? NO_TREE : heap(forest, (unsigned)size);
    }
    if (**text != '{')
        return NO_TREE;
    do {
        ++*text;
        if (!add(&options, read_tree(forest, text)))
            return NO_TREE;
    } while (**text == ';');
    if (**text != '}')
        return NO_TREE;
    ++*text;
    return tree_of(forest, &options);
}

static int32_t tree_of_root(struct forest *forest, const struct naive *naive)
{
    int32_t *trees = calloc(naive->count, sizeof *trees), root;
    bool fits = trees != NULL;
    for (size_t i = 0; i < naive->count && fits; i++) {
        struct options options = {.count = 0};
        const struct naive_vertex *vertex = &naive->vertices[naive->order[i]];
        for (size_t j = 0; j < vertex->count && fits; j++)
            fits = add(&options, trees[naive->edges[vertex->first + j].to]);
        trees[naive->order[i]] = tree_of(forest, &options);
    }
    root = fits ? trees[0] : NO_TREE;
    free(trees);
    return root;
}

enum naive_tree naive_is_tree(const struct naive *naive, bool reduced, const char *text)
{
    struct forest forest = {.reduced = reduced};
    if (naive->order == NULL || naive->endings || naive->agains)
        return NAIVE_TREE_UNKNOWN;
    zm_table_init(&forest.numbers, sizeof(int32_t));
    int32_t told = read_tree(&forest, &text);
    if (*text != '\0')
        told = NO_TREE;
    int32_t root = told == NO_TREE ? NO_TREE : tree_of_root(&forest, naive);
    zm_table_free(&forest.numbers);
    zm_list_free(&forest.sets);
    zm_buffer_free(&forest.won);
    return root == NO_TREE || told == NO_TREE ? NAIVE_TREE_UNKNOWN
           : root == told                     ? NAIVE_TREE_SAME
                                              : NAIVE_TREE_OTHER;
}
