/* Components that share a tree; see equivalences.h. Every component below the position is expanded
 * once; the tree of an option is the sum of the trees of its components. */
#include "solve/equivalences.h"

#include "solve/components.h"
#include "theory/trees.h"

#include <stdlib.h>

struct finder {
    struct zm_components components;
    struct zm_forest forest;
    struct zm_run *run;
    uint32_t *trees; /* of components; ZM_NO_TREE: not yet known */
    size_t capacity;
    bool failed;
};

/* A component with its text, for sorting. */
struct entry {
    uint32_t tree;
    uint32_t first; /* rank of its tree */
    char *text;
};

static bool reserve(struct finder *finder)
{
    if (finder->components.count <= finder->capacity)
        return true;
    size_t capacity = 2 * finder->components.count;
    uint32_t *trees = realloc(finder->trees, capacity * sizeof *trees);
    if (trees == NULL)
        return false;
    for (size_t i = finder->capacity; i < capacity; i++)
        trees[i] = ZM_NO_TREE;
    finder->trees = trees;
    finder->capacity = capacity;
    return true;
}

static uint32_t tree_of(struct finder *finder, uint32_t component);

static uint32_t tree_of_sum(struct finder *finder, const struct zm_sum_list *sums, size_t index)
{
    uint32_t tree = ZM_TREE_ZERO;
    for (size_t i = zm_sum_begin(sums, index); i < sums->ends[index] && tree != ZM_NO_TREE; i++) {
        uint32_t term = tree_of(finder, sums->terms[i]);
        tree = term == ZM_NO_TREE ? term : zm_tree_add(&finder->forest, tree, term);
    }
    return tree;
}

/* The depth of the recursion is the length of a play. */
static uint32_t tree_of(struct finder *finder, uint32_t component)
{
    if (finder->failed || zm_run_stopped(finder->run))
        return ZM_NO_TREE;
    if (component < finder->capacity && finder->trees[component] != ZM_NO_TREE)
        return finder->trees[component];
    struct zm_sum_list sums = {0};
    struct zm_tree_set children = {0};
    uint32_t tree = ZM_NO_TREE;
    zm_component_options(&finder->components, component, &sums);
    atomic_fetch_add_explicit(&finder->run->nodes, 1, memory_order_relaxed);
    zm_run_poll(finder->run, 0, finder->forest.count);
    finder->failed |= sums.failed;
    for (size_t i = 0; i < sums.count && !finder->failed; i++) {
        uint32_t child = tree_of_sum(finder, &sums, i);
        finder->failed |= child == ZM_NO_TREE || !zm_tree_set_add(&children, child);
    }
    if (!finder->failed)
        tree = zm_tree_of(&finder->forest, children.items, children.count);
    finder->failed |= tree == ZM_NO_TREE || !reserve(finder);
    if (!finder->failed)
        finder->trees[component] = tree;
    zm_sum_list_free(&sums);
    zm_tree_set_free(&children);
    return tree;
}

static int compare_texts(const char *a, const char *b)
{
    size_t one = strlen(a), two = strlen(b);
    return one != two ? (one < two ? -1 : 1) : strcmp(a, b);
}

static int by_text(const void *a, const void *b)
{
    return compare_texts(((const struct entry *)a)->text, ((const struct entry *)b)->text);
}

static int by_tree(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->first != y->first ? (x->first < y->first ? -1 : 1) : by_text(a, b);
}

/* Sorts the entries by trees, a tree where its shortest text would be; false without memory. */
static bool sort_entries(const struct finder *finder, struct entry *entries, size_t count)
{
    uint32_t *first = malloc((finder->forest.count + 1) * sizeof *first);
    if (first == NULL)
        return false;
    for (size_t i = 0; i < finder->forest.count; i++)
        first[i] = UINT32_MAX;
    qsort(entries, count, sizeof *entries, by_text);
    for (size_t i = 0; i < count; i++) {
        uint32_t *rank = &first[entries[i].tree];
        if (*rank == UINT32_MAX)
            *rank = (uint32_t)i;
        entries[i].first = *rank;
    }
    qsort(entries, count, sizeof *entries, by_tree);
    free(first);
    return true;
}

static bool list_classes(const struct finder *finder, struct entry *entries, size_t count,
                         struct zm_equivalences *found)
{
    found->component_count = count;
    found->classes = malloc((count + 1) * sizeof *found->classes);
    if (found->classes == NULL || !sort_entries(finder, entries, count))
        return false;
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && entries[end].tree == entries[begin].tree;)
            end++;
        found->tree_count++;
        if (end - begin < 2)
            continue;
        for (size_t i = begin; i < end; i++) {
            found->classes[found->texts.count] = (uint32_t)found->class_count;
            zm_list_add(&found->texts, zm_bytes(entries[i].text, strlen(entries[i].text) + 1));
        }
        found->class_count++;
    }
    return !zm_list_failed(&found->texts);
}

/* Texts of the components whose trees are known; false without memory. */
static bool find_classes(struct finder *finder, struct zm_equivalences *found)
{
    const struct zm_instance *game = &finder->components.game;
    size_t count = 0, total = finder->components.count;
    struct entry *entries = calloc(total + 1, sizeof *entries);
    bool done = entries != NULL;
    for (uint32_t i = 0; i < total && done; i++) {
        if (i >= finder->capacity || finder->trees[i] == ZM_NO_TREE)
            continue;
        struct zm_buffer text = {0};
        game->game->sums->print(game->state, zm_component_bytes(&finder->components, i), &text);
        zm_buffer_text(&text, "");
        done = !text.failed;
        entries[count++] = (struct entry){finder->trees[i], 0, (char *)text.data};
    }
    done = done && list_classes(finder, entries, count, found);
    for (size_t i = 0; i < count; i++)
        free(entries[i].text);
    free(entries);
    return done;
}

enum zm_status zm_equivalences_find(const struct zm_problem *problem, struct zm_bytes position,
                                    bool reduced, struct zm_equivalences *found,
                                    struct zm_error *error)
{
    struct finder finder = {.run = problem->run};
    struct zm_sum_list root = {0};
    *found = (struct zm_equivalences){0};
    enum zm_status status = zm_expect_all_moves(problem->game, "a tree", error);
    if (status == ZM_OK)
        status = zm_components_open(&finder.components, problem, error);
    if (status != ZM_OK)
        return status;
    if (!reduced && (status = zm_expect_whole_trees(&finder.components.game, error)) != ZM_OK) {
        zm_components_close(&finder.components);
        return status;
    }
    if (!zm_forest_init(&finder.forest, reduced))
        finder.failed = true;
    if (!finder.failed) {
        zm_components_split(&finder.components, position, &root);
        finder.failed = root.failed;
    }
    for (size_t i = 0; i < root.term_count && !finder.failed; i++)
        tree_of(&finder, root.terms[i]);
    if (zm_run_stopped(problem->run))
        status = zm_fail(error, ZM_STOPPED, "stopped before all positions were seen");
    else if (finder.failed || !find_classes(&finder, found))
        status = zm_fail_memory(error);
    free(finder.trees);
    zm_sum_list_free(&root);
    zm_forest_free(&finder.forest);
    zm_components_close(&finder.components);
    return status;
}

void zm_equivalences_free(struct zm_equivalences *found)
{
    zm_list_free(&found->texts);
    free(found->classes);
    *found = (struct zm_equivalences){0};
}
