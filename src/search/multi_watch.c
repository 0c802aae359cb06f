/* Seeing and steering the proof-number search with numbers for every nimber: the branch is the
 * chain of what it is after, each a node of the graph and a nimber, shown as the couple or the sum
 * that it stands for. A couple is won when the nimber is not that of the component: the numbers are
 * those of proof-number search. */
#include "search/branch.h"
#include "search/multi.h"

#include <stdlib.h>

/* What the bytes of a shown node are. */
struct name {
    uint32_t node, n;
};

static struct zm_bytes name_of(struct zm_multi *multi, uint32_t node, uint32_t n)
{
    struct name name = {node, n};
    struct zm_bytes bytes = zm_arena_copy(&multi->names, zm_bytes(&name, sizeof name));
    return bytes.data == NULL ? zm_bytes(NULL, 0) : bytes;
}

static struct name read_name(struct zm_bytes bytes)
{
    struct name name = {ZM_MULTI_NONE, 0};
    if (bytes.size == sizeof name)
        memcpy(&name, bytes.data, sizeof name);
    return name;
}

/* Appends the components of a node, with plus signs between them. */
static void print_components(struct zm_multi *multi, uint32_t id, struct zm_buffer *text)
{
    const struct zm_multi_node *node = &multi->nodes[id];
    if (node->sum) {
        print_components(multi, node->options[0].node, text);
        zm_buffer_text(text, " + ");
        print_components(multi, node->options[1].node, text);
        return;
    }
    struct zm_buffer couple = {0}, component = {0};
    multi->space.couple(multi->space.state, node->component, 0, &couple);
    multi->space.describe(multi->space.state, zm_buffer_bytes(&couple), &component);
    const char *dash = strstr(zm_buffer_string(&component), " - "); /* after the heap */
    zm_buffer_text(text, dash == NULL ? zm_buffer_string(&component) : dash + 3);
    zm_buffer_free(&couple);
    zm_buffer_free(&component);
}

static void describe(void *context, struct zm_bytes bytes, struct zm_buffer *text)
{
    struct zm_multi *multi = context;
    struct name name = read_name(bytes);
    if (name.node == ZM_MULTI_NONE)
        return;
    zm_buffer_format(text, "%u - ", name.n);
    print_components(multi, name.node, text);
}

static void tell(struct zm_multi *multi, uint32_t id, uint32_t n, struct zm_branch_child *told)
{
    const struct zm_multi_node *node = &multi->nodes[id];
    struct zm_multi_numbers numbers = zm_multi_numbers_of(multi, id, n);
    *told = (struct zm_branch_child){.node = name_of(multi, id, n),
                                     .proof = numbers.p,
                                     .disproof = numbers.d,
                                     .unknown = node->expanded ? (double)node->option_count : -1,
                                     .size = -1};
}

/* The open children of a node for one nimber: the options of a component, the terms of a sum. */
static void children_of(struct zm_multi *multi, struct name name, struct zm_branch_children *list)
{
    const struct zm_multi_node *node = &multi->nodes[name.node];
    struct zm_branch_child told;
    list->sum = node->sum;
    if (!node->expanded || node->solved)
        return;
    if (node->sum) {
        struct zm_multi_terms choice =
            zm_multi_choose_terms(multi, node, name.n, node->size, false);
        tell(multi, node->options[choice.exchanged].node, choice.i, &told);
        zm_branch_add_child(list, &told);
        tell(multi, node->options[!choice.exchanged].node, choice.i ^ name.n, &told);
        zm_branch_add_child(list, &told);
        return;
    }
    for (uint32_t i = 0; i < node->option_count; i++) {
        struct zm_multi_option option = node->options[i];
        if (option.node == ZM_MULTI_NONE || multi->nodes[option.node].solved)
            continue;
        tell(multi, option.node, name.n ^ option.heap, &told);
        zm_branch_add_child(list, &told);
    }
}

/* The children of a level of the branch; the search may also turn to another nimber of the same
 * node, or to other nimbers of the terms of a sum, which are then its only child. */
static size_t children_at(struct zm_multi *multi, size_t depth, struct zm_branch_children *list,
                          bool *same)
{
    const struct zm_multi_aim *aim = &multi->path[depth], *next = aim + 1;
    *same = false;
    children_of(multi, (struct name){aim->node, aim->n}, list);
    if (depth + 1 >= multi->path_count)
        return 0;
    for (size_t i = 0; i < list->count; i++) {
        struct name child = read_name(list->list[i].node);
        if (child.node == next->node && child.n == next->n)
            return i;
    }
    struct zm_branch_child told;
    list->count = 0;
    *same = true;
    tell(multi, next->node, next->n, &told);
    zm_branch_add_child(list, &told);
    return 0;
}

static void level(void *context, size_t depth, struct zm_branch_level *level)
{
    struct zm_multi *multi = context;
    const struct zm_multi_aim *aim = &multi->path[depth];
    struct zm_multi_numbers numbers = zm_multi_numbers_of(multi, aim->node, aim->n);
    struct zm_branch_children list = {0};
    bool same;
    if (depth == 0) /* a new snapshot */
        zm_arena_free(&multi->names);
    size_t current = children_at(multi, depth, &list, &same);
    *level = (struct zm_branch_level){.node = name_of(multi, aim->node, aim->n),
                                      .sum = list.sum && !same,
                                      .same = same,
                                      .children = list.count,
                                      .unknown = list.count,
                                      .current = current,
                                      .proof = numbers.p,
                                      .disproof = numbers.d};
    free(list.list);
}

static void child(void *context, size_t depth, size_t index, struct zm_branch_child *child)
{
    struct zm_multi *multi = context;
    struct zm_branch_children list = {0};
    bool same;
    children_at(multi, depth, &list, &same);
    if (index < list.count)
        *child = list.list[index];
    free(list.list);
}

static void numbers(void *context, struct zm_bytes bytes, struct zm_branch_child *told)
{
    struct name name = read_name(bytes);
    if (name.node != ZM_MULTI_NONE)
        tell(context, name.node, name.n, told);
}

static void below(void *context, struct zm_bytes bytes, struct zm_branch_children *children)
{
    struct name name = read_name(bytes);
    if (name.node != ZM_MULTI_NONE)
        children_of(context, name, children);
}

/* The open node that people call `text`. */
static struct name find_by_name(struct zm_multi *multi, const char *text)
{
    char *end;
    struct name name = {0, (uint32_t)strtoul(text, &end, 10)};
    struct zm_buffer found = {0};
    for (; name.node < multi->count; name.node++) {
        if (multi->nodes[name.node].solved)
            continue;
        zm_buffer_clear(&found);
        print_components(multi, name.node, &found);
        if (strncmp(end, " - ", 3) == 0 && strcmp(end + 3, zm_buffer_string(&found)) == 0)
            break;
    }
    zm_buffer_free(&found);
    return name.node < multi->count ? name : (struct name){ZM_MULTI_NONE, 0};
}

static void obey(void *context, const struct zm_order *order)
{
    struct zm_multi *multi = context;
    struct name name = {ZM_MULTI_NONE, 0};
    if (order->kind == ZM_ORDER_RESTART)
        multi->restart = true;
    if (order->kind == ZM_ORDER_LOCK && order->node != NULL)
        name = find_by_name(multi, order->node);
    if (order->kind == ZM_ORDER_LOCK || order->kind == ZM_ORDER_UNLOCK) {
        multi->locked = name.node;
        multi->locked_nimber = name.n;
        multi->moved = true;
    }
}

void zm_multi_tick(struct zm_multi *multi, struct zm_multi_option root)
{
    struct zm_branch branch = {.space = &multi->space,
                               .context = multi,
                               .depth = multi->path_count - 1,
                               .describe = describe,
                               .level = level,
                               .obey = obey,
                               .child = child,
                               .numbers = numbers,
                               .below = below};
    struct name top = {root.node, root.heap}, locked = {multi->locked, multi->locked_nimber};
    branch.root = zm_bytes(&top, sizeof top);
    if (multi->locked != ZM_MULTI_NONE)
        branch.locked = zm_bytes(&locked, sizeof locked);
    multi->moved = false;
    zm_branch_tick(&branch, NULL);
    if (multi->names.total > 0)
        zm_arena_free(&multi->names);
}
