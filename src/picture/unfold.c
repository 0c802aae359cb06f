/* A drawing whose shared nodes are repeated: every node has one parent, and where a node comes
 * again it stands without what is below it, with a reference to its first place. Leaves are
 * repeated as they are. */
#include "picture/drawing.h"

#include "base/array.h"

#include <stdlib.h>

struct unfolding {
    const struct zm_drawing *from;
    struct zm_drawing *to;
    size_t *parents;  /* by node: from how many it is reached */
    uint32_t *number; /* by node: its reference number, once it has its first place; 0: none yet */
    uint32_t numbers;
    bool failed;
};

static uint32_t copy_node(struct unfolding *u, uint32_t id, const char *format, uint32_t number)
{
    struct zm_drawing *to = u->to;
    struct zm_bytes label = zm_list_at(&u->from->labels, id);
    struct zm_drawn_node *nodes =
        zm_array_room(to->nodes, &to->capacity, to->count + 1, sizeof *nodes);
    if (nodes == NULL) {
        u->failed = true;
        return 0;
    }
    to->nodes = nodes;
    zm_buffer_add(&to->labels.bytes, label.data, label.size);
    if (number > 0)
        zm_buffer_format(&to->labels.bytes, format, (unsigned)number);
    zm_list_close(&to->labels);
    zm_list_add(&to->pictures, id < u->from->pictures.count ? zm_list_at(&u->from->pictures, id)
                                                            : zm_bytes(NULL, 0));
    to->nodes[to->count] = u->from->nodes[id];
    to->nodes[to->count].children = NULL;
    to->nodes[to->count].count = to->nodes[to->count].capacity = 0;
    return (uint32_t)to->count++;
}

static uint32_t unfold(struct unfolding *u, uint32_t id)
{
    const struct zm_drawn_node *node = &u->from->nodes[id];
    bool shared = u->parents[id] > 1 && node->count > 0;
    if (shared && u->number[id] > 0)
        return copy_node(u, id, " (see #%u)", u->number[id]);
    if (shared)
        u->number[id] = ++u->numbers;
    uint32_t copy = copy_node(u, id, " #%u", u->number[id]);
    uint32_t *children = node->count == 0 ? NULL : calloc(node->count, sizeof *children);
    if (u->failed || (node->count > 0 && children == NULL)) {
        u->failed = true;
        free(children);
        return 0;
    }
    for (size_t i = 0; i < node->count && !u->failed; i++)
        children[i] = unfold(u, node->children[i]);
    u->to->nodes[copy].children = children;
    u->to->nodes[copy].count = u->to->nodes[copy].capacity = node->count;
    return copy;
}

enum zm_status zm_drawing_unfold(struct zm_drawing *drawing, struct zm_error *error)
{
    struct zm_drawing tree = {0};
    struct unfolding u = {.from = drawing,
                          .to = &tree,
                          .parents = calloc(drawing->count + 1, sizeof *u.parents),
                          .number = calloc(drawing->count + 1, sizeof *u.number)};
    u.failed = u.parents == NULL || u.number == NULL;
    for (size_t i = 0; i < drawing->count && !u.failed; i++)
        for (size_t j = 0; j < drawing->nodes[i].count; j++)
            u.parents[drawing->nodes[i].children[j]]++;
    if (drawing->count > 0 && !u.failed)
        unfold(&u, 0);
    free(u.parents);
    free(u.number);
    if (u.failed || zm_list_failed(&tree.labels) || zm_list_failed(&tree.pictures)) {
        zm_drawing_free(&tree);
        return zm_fail_memory(error);
    }
    tree.moves = drawing->moves; /* their names stand where they stood */
    drawing->moves = (struct zm_list){0};
    zm_drawing_free(drawing);
    *drawing = tree;
    return ZM_OK;
}
