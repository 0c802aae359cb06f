/* The first levels of a tree of proof numbers; see first_levels.h.
 *
 * Lemoine and Viennot wished for it: a picture of the first levels of the search tree, live and
 * clickable. It must not hold the search up, so it is narrow: a node shows its most promising
 * children (least disproof number; in a sum the least of both), a level fewer than the one above,
 * and always the child that the search is below or locked on. A search without a tree in memory has
 * the children made by the space once, and keeps those of the nodes drawn last. */
#include "search/first_levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t widths[] = {5, 3, 2}; /* children shown of a node, by its level */
enum { LEVELS = sizeof widths / sizeof *widths, MOST_NODES = 1 + 6 * (1 + 4 * (1 + 3)) };

struct drawing {
    const struct zm_branch *branch;
    struct zm_watch_snapshot *snapshot;
    struct zm_bytes bytes[MOST_NODES];
    struct zm_bytes path[LEVELS + 1]; /* the top of the current branch */
    size_t path_count;
    struct zm_branch_children children;
    struct zm_buffer text;
};

static double cost(const struct drawing *drawing, const struct zm_branch_child *child)
{
    return drawing->children.sum ? fmin(child->proof, child->disproof) : child->disproof;
}

/* Is this child of a node on the branch? One that can be reached in another way too is not the one
 * that the search goes through. A lock makes the branch begin lower. */
static bool on_branch(const struct drawing *drawing, size_t parent, struct zm_bytes node)
{
    bool above = drawing->snapshot->tree_count > 0 && drawing->snapshot->tree[parent].current;
    for (size_t i = 0; i < drawing->path_count && (i == 0 || above); i++)
        if (zm_bytes_equal(drawing->path[i], node))
            return true;
    return false;
}

static bool is_locked(const struct drawing *drawing, struct zm_bytes node)
{
    return drawing->branch->locked.size > 0 && zm_bytes_equal(drawing->branch->locked, node);
}

static void add(struct drawing *drawing, const struct zm_branch_child *child, size_t parent)
{
    struct zm_watch_snapshot *snapshot = drawing->snapshot;
    zm_buffer_clear(&drawing->text);
    zm_branch_describe(drawing->branch, child->node, &drawing->text);
    char *text = strdup(zm_buffer_string(&drawing->text));
    if (text == NULL || snapshot->tree_count == MOST_NODES) {
        free(text);
        return;
    }
    drawing->bytes[snapshot->tree_count] = child->node;
    snapshot->tree[snapshot->tree_count++] =
        (struct zm_watch_node){.is = {.node = text,
                                      .proof = child->proof,
                                      .disproof = child->disproof,
                                      .unknown = child->unknown,
                                      .size = child->size},
                               .parent = parent,
                               .current = on_branch(drawing, parent, child->node),
                               .locked = is_locked(drawing, child->node)};
}

/* Adds the children of a node that are worth showing, the best first. */
static void add_children(struct drawing *drawing, size_t index, size_t depth)
{
    struct zm_branch_children *children = &drawing->children;
    const struct zm_branch *branch = drawing->branch;
    children->count = 0;
    children->sum = false;
    branch->below(branch->context, drawing->bytes[index], children);
    struct zm_watch_node *parent = &drawing->snapshot->tree[index];
    parent->children = children->count;
    parent->sum = children->sum;
    if (children->count > 0 && parent->is.unknown < 0)
        parent->is.unknown = (double)children->count;
    for (size_t shown = 0; shown < widths[depth] && shown < children->count; shown++) {
        size_t best = shown;
        for (size_t i = shown + 1; i < children->count; i++)
            if (cost(drawing, &children->list[i]) < cost(drawing, &children->list[best]))
                best = i;
        struct zm_branch_child child = children->list[best]; /* the others keep their order */
        memmove(&children->list[shown + 1], &children->list[shown],
                (best - shown) * sizeof *children->list);
        children->list[shown] = child;
        add(drawing, &child, index);
    }
    for (size_t i = widths[depth]; i < children->count; i++)
        if (is_locked(drawing, children->list[i].node) ||
            (parent->current && on_branch(drawing, index, children->list[i].node)))
            add(drawing, &children->list[i], index);
}

void zm_first_levels(const struct zm_branch *branch, struct zm_watch_snapshot *snapshot)
{
    struct drawing drawing = {.branch = branch, .snapshot = snapshot};
    snapshot->tree = calloc(MOST_NODES, sizeof *snapshot->tree);
    if (snapshot->tree == NULL)
        return;
    for (size_t i = 0; i <= branch->depth && i <= LEVELS; i++) {
        struct zm_branch_level level = {0};
        branch->level(branch->context, i, &level);
        drawing.path[drawing.path_count++] = level.node;
    }
    struct zm_branch_child root = {.node = branch->root};
    branch->numbers(branch->context, branch->root, &root);
    add(&drawing, &root, 0);
    for (size_t depth = 0, from = 0; depth < LEVELS; depth++) {
        size_t to = snapshot->tree_count;
        for (; from < to; from++)
            if (snapshot->tree[from].is.size != 0 || snapshot->tree[from].current)
                add_children(&drawing, from, depth); /* what was never looked at has no tree */
    }
    free(drawing.children.list);
    zm_buffer_free(&drawing.text);
}

/* -- children made anew -- */

enum { KEPT = 64 }; /* more nodes than one picture develops: what it holds must stay */

struct kept {
    struct zm_hash128 key;
    uint64_t used; /* by which picture; 0: free */
    bool sum;
    struct zm_list made;  /* the children, or the parts as they begin */
    struct zm_list nodes; /* the parts as far as they are stepped */
};

struct zm_kept_children {
    struct kept entries[KEPT];
    uint64_t clock;
    struct zm_buffer part, next;
};

void zm_kept_children_free(struct zm_kept_children *kept)
{
    if (kept == NULL)
        return;
    for (size_t i = 0; i < KEPT; i++) {
        zm_list_free(&kept->entries[i].made);
        zm_list_free(&kept->entries[i].nodes);
    }
    zm_buffer_free(&kept->part);
    zm_buffer_free(&kept->next);
    free(kept);
}

static struct kept *find_or_make(struct zm_kept_children *kept, const struct zm_space *space,
                                 struct zm_bytes node)
{
    struct zm_hash128 key = zm_bytes_hash128(node);
    struct kept *oldest = &kept->entries[0];
    for (size_t i = 0; i < KEPT; i++) {
        struct kept *entry = &kept->entries[i];
        if (entry->used > 0 && zm_hash128_equal(entry->key, key))
            return entry;
        if (entry->used < oldest->used)
            oldest = entry;
    }
    zm_list_clear(&oldest->made);
    oldest->key = key;
    oldest->sum = space->is_sum != NULL && space->is_sum(space->state, node);
    if (oldest->sum)
        space->parts(space->state, node, &oldest->made);
    else
        space->expand(space->state, node, &oldest->made);
    return oldest;
}

/* Steps the parts of a sum that are known to be won. A part known to be lost makes the sum another
 * node, its only child then. */
static void settle_parts(struct zm_kept_children *kept, const struct zm_space *space,
                         struct zm_bytes node, struct kept *entry)
{
    zm_list_clear(&entry->nodes);
    for (size_t i = 0; i < entry->made.count; i++) {
        enum zm_verdict verdict;
        zm_buffer_set(&kept->part, zm_list_at(&entry->made, i));
        while ((verdict = space->lookup(space->state, zm_buffer_bytes(&kept->part))) == ZM_WON &&
               !kept->part.failed) {
            zm_buffer_clear(&kept->next);
            space->step(space->state, zm_buffer_bytes(&kept->part), &kept->next);
            zm_buffer_set(&kept->part, zm_buffer_bytes(&kept->next));
        }
        if (verdict == ZM_LOST) {
            zm_buffer_clear(&kept->next);
            space->fuse(space->state, node, zm_buffer_bytes(&kept->part), &kept->next);
            zm_list_clear(&entry->nodes);
            zm_list_add(&entry->nodes, zm_buffer_bytes(&kept->next));
            return;
        }
        zm_list_add(&entry->nodes, zm_buffer_bytes(&kept->part));
    }
}

void zm_kept_children_below(struct zm_kept_children **kept, const struct zm_space *space,
                            struct zm_bytes node,
                            void (*numbers)(void *context, struct zm_bytes node,
                                            struct zm_branch_child *told),
                            void *context, struct zm_branch_children *children)
{
    if (*kept == NULL)
        *kept = calloc(1, sizeof **kept);
    if (*kept == NULL)
        return;
    struct kept *entry = find_or_make(*kept, space, node);
    entry->used = ++(*kept)->clock;
    if (entry->sum)
        settle_parts(*kept, space, node, entry);
    const struct zm_list *list = entry->sum ? &entry->nodes : &entry->made;
    children->sum = entry->sum && list->count > 1;
    for (size_t i = 0; i < list->count; i++) {
        struct zm_branch_child child = {.node = zm_list_at(list, i)};
        numbers(context, child.node, &child);
        if (child.proof > 0) /* a child that is won does not matter any more */
            zm_branch_add_child(children, &child);
    }
}

/* The node that has this one among its children; NULL: none is kept. */
static const struct kept *parent_of(const struct zm_kept_children *kept, struct zm_hash128 key)
{
    for (size_t i = 0; i < KEPT; i++) {
        const struct kept *entry = &kept->entries[i];
        const struct zm_list *list = entry->sum ? &entry->nodes : &entry->made;
        for (size_t j = 0; entry->used > 0 && j < list->count; j++)
            if (zm_hash128_equal(zm_bytes_hash128(zm_list_at(list, j)), key))
                return entry;
    }
    return NULL;
}

static bool find_name(const struct zm_kept_children *kept, const struct zm_space *space,
                      const char *name, struct zm_buffer *node)
{
    struct zm_buffer text = {0};
    bool found = false;
    for (size_t i = 0; i < KEPT && !found; i++) {
        const struct kept *entry = &kept->entries[i];
        const struct zm_list *list = entry->sum ? &entry->nodes : &entry->made;
        for (size_t j = 0; entry->used > 0 && j < list->count && !found; j++) {
            zm_buffer_clear(&text);
            space->describe(space->state, zm_list_at(list, j), &text);
            found = strcmp(zm_buffer_string(&text), name) == 0;
            if (found)
                zm_buffer_set(node, zm_list_at(list, j));
        }
    }
    zm_buffer_free(&text);
    return found && !node->failed;
}

bool zm_kept_children_find(const struct zm_kept_children *kept, const struct zm_space *space,
                           const char *name, struct zm_hash128 root, struct zm_buffer *node,
                           struct zm_hash128 *way, size_t most, size_t *count)
{
    if (kept == NULL || most == 0 || !find_name(kept, space, name, node))
        return false;
    *count = 0;
    way[most - 1] = zm_bytes_hash128(zm_buffer_bytes(node)); /* upwards, from the end */
    size_t first = most - 1;
    while (!zm_hash128_equal(way[first], root)) {
        const struct kept *parent = first == 0 ? NULL : parent_of(kept, way[first]);
        if (parent == NULL)
            return false;
        way[--first] = parent->key;
    }
    *count = most - first;
    memmove(way, way + first, *count * sizeof *way);
    return true;
}
