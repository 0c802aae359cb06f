/* Growing trees; see growing.h. Nodes are expanded in the order of their numbers, so that children
 * of one node, and the names of their moves, stand together. */
#include "picture/growing.h"

#include "base/array.h"
#include "base/run.h"

#include <stdlib.h>

void zm_drawing_free(struct zm_drawing *drawing)
{
    for (size_t i = 0; i < drawing->count; i++)
        free(drawing->nodes[i].children);
    free(drawing->nodes);
    zm_list_free(&drawing->labels);
    zm_list_free(&drawing->pictures);
    zm_list_free(&drawing->moves);
    *drawing = (struct zm_drawing){0};
}

struct zm_bytes zm_drawing_move(const struct zm_drawing *drawing, size_t id, size_t child)
{
    const struct zm_drawn_node *node = &drawing->nodes[id];
    return node->named ? zm_list_at(&drawing->moves, node->first_move + child) : zm_bytes("", 0);
}

uint32_t zm_drawing_new(struct zm_drawing *drawing)
{
    struct zm_drawn_node *nodes =
        zm_array_room(drawing->nodes, &drawing->capacity, drawing->count + 1, sizeof *nodes);
    if (nodes == NULL)
        return ZM_NO_NODE;
    drawing->nodes = nodes;
    drawing->nodes[drawing->count] = (struct zm_drawn_node){0};
    return (uint32_t)drawing->count++;
}

/* Adds a child, whether it is one already or not. */
static enum zm_status add_child(struct zm_drawing *drawing, uint32_t from, uint32_t to,
                                struct zm_error *error)
{
    struct zm_drawn_node *node = &drawing->nodes[from];
    uint32_t *children =
        zm_array_room(node->children, &node->capacity, node->count + 1, sizeof *children);
    if (children == NULL)
        return zm_fail_memory(error);
    node->children = children;
    node->children[node->count++] = to;
    return ZM_OK;
}

enum zm_status zm_drawing_link(struct zm_drawing *drawing, uint32_t from, uint32_t to,
                               struct zm_error *error)
{
    const struct zm_drawn_node *node = &drawing->nodes[from];
    for (size_t i = 0; i < node->count; i++)
        if (node->children[i] == to)
            return ZM_OK;
    return add_child(drawing, from, to, error);
}

static enum zm_status too_many(struct zm_growth *growth)
{
    return zm_fail(growth->error, ZM_BAD_INPUT,
                   "the tree has more than %zu nodes; --depth draws its first levels only",
                   growth->options->limit);
}

/* Makes a node that is new; `number` is where the index keeps what it is found by. */
static enum zm_status make(struct zm_growth *growth, uint32_t parent, struct zm_bytes node,
                           void *number)
{
    struct zm_drawing *drawing = growth->drawing;
    if (drawing->count >= growth->options->limit)
        return too_many(growth);
    uint32_t id = zm_drawing_new(drawing);
    if (id == ZM_NO_NODE)
        return zm_fail_memory(growth->error);
    memcpy(number, &id, sizeof id);
    zm_list_add(&growth->keys, node);
    growth->describe(growth->context, node, &drawing->labels.bytes);
    zm_list_close(&drawing->labels);
    size_t *depths =
        zm_array_room(growth->depths, &growth->depth_capacity, (size_t)id + 1, sizeof *depths);
    if (depths == NULL)
        return zm_fail_memory(growth->error);
    growth->depths = depths;
    growth->depths[id] = parent == ZM_NO_NODE ? 0 : growth->depths[parent] + 1;
    return ZM_OK;
}

/* Finds the number of a node, or makes it. */
static enum zm_status find(struct zm_growth *growth, uint32_t parent, struct zm_bytes node,
                           uint32_t *id)
{
    bool fresh;
    void *number = zm_table_insert(&growth->index, node, &fresh);
    if (number == NULL)
        return zm_fail_memory(growth->error);
    enum zm_status status = fresh ? make(growth, parent, node, number) : ZM_OK;
    memcpy(id, number, sizeof *id);
    return status;
}

enum zm_status zm_growth_add(struct zm_growth *growth, uint32_t parent, struct zm_bytes node)
{
    uint32_t id = ZM_NO_NODE;
    enum zm_status status = find(growth, parent, node, &id);
    return status == ZM_OK ? zm_drawing_link(growth->drawing, parent, id, growth->error) : status;
}

enum zm_status zm_growth_add_move(struct zm_growth *growth, uint32_t parent, struct zm_bytes node,
                                  struct zm_bytes move)
{
    struct zm_list *moves = &growth->drawing->moves;
    uint32_t id = ZM_NO_NODE;
    enum zm_status status = find(growth, parent, node, &id);
    if (status != ZM_OK)
        return status;
    struct zm_drawn_node *from = &growth->drawing->nodes[parent];
    from->first_move = from->named ? from->first_move : moves->count;
    from->named = true;
    zm_list_add(moves, move);
    return zm_list_failed(moves) ? zm_fail_memory(growth->error)
                                 : add_child(growth->drawing, parent, id, growth->error);
}

bool zm_growth_ends(struct zm_growth *growth, uint32_t id)
{
    bool ends = growth->depths[id] >= growth->options->depth;
    growth->drawing->nodes[id].cut = ends;
    return ends;
}

/* The node above the roots: nothing leads to it, so it has no bytes. */
static enum zm_status add_crown(struct zm_growth *growth, const struct zm_crown *crown)
{
    struct zm_drawing *drawing = growth->drawing;
    growth->depths = zm_array_room(NULL, &growth->depth_capacity, 1, sizeof *growth->depths);
    if (growth->depths == NULL || zm_drawing_new(drawing) == ZM_NO_NODE)
        return zm_fail_memory(growth->error);
    growth->depths[0] = 0;
    drawing->nodes[0].state = crown->state;
    drawing->nodes[0].why = crown->why;
    zm_list_add(&growth->keys, zm_bytes("", 0));
    zm_list_add(&drawing->labels, crown->label);
    zm_list_close(&drawing->pictures);
    return ZM_OK;
}

static enum zm_status add_roots(struct zm_growth *growth, const struct zm_crown *crown,
                                const struct zm_list *roots)
{
    uint32_t id;
    if (zm_list_failed(roots))
        return zm_fail_memory(growth->error);
    if (crown == NULL)
        return find(growth, ZM_NO_NODE, zm_list_at(roots, 0), &id);
    enum zm_status status = add_crown(growth, crown);
    if (status == ZM_OK && zm_growth_ends(growth, 0))
        return ZM_OK;
    for (size_t i = 0; i < roots->count && status == ZM_OK; i++)
        status = zm_growth_add(growth, 0, zm_list_at(roots, i));
    return status;
}

/* Expands nodes until there are no new ones. */
static enum zm_status expand_all(struct zm_growth *growth, uint32_t first)
{
    struct zm_run *run = growth->options->run;
    struct zm_buffer node = {0};
    enum zm_status status = ZM_OK;
    for (uint32_t id = first; id < growth->drawing->count && status == ZM_OK; id++) {
        if (zm_list_failed(&growth->keys))
            status = zm_fail_memory(growth->error);
        else if (run != NULL && zm_run_poll(run, 0, growth->drawing->count))
            status = zm_fail(growth->error, ZM_STOPPED, "stopped before the tree was made");
        if (status != ZM_OK)
            break;
        zm_buffer_set(&node, zm_list_at(&growth->keys, id)); /* the list moves as it grows */
        status = node.failed ? zm_fail_memory(growth->error)
                             : growth->expand(growth->context, id, zm_buffer_bytes(&node));
    }
    zm_buffer_free(&node);
    return status;
}

enum zm_status zm_grow(struct zm_growth *growth, const struct zm_crown *crown,
                       const struct zm_list *roots)
{
    struct zm_drawing *drawing = growth->drawing;
    *drawing = (struct zm_drawing){0};
    zm_table_init(&growth->index, sizeof(uint32_t));
    enum zm_status status = add_roots(growth, crown, roots);
    if (status == ZM_OK)
        status = expand_all(growth, crown == NULL ? 0 : 1);
    if (status == ZM_OK && (zm_list_failed(&drawing->labels) || zm_list_failed(&drawing->pictures)))
        status = zm_fail_memory(growth->error);
    zm_table_free(&growth->index);
    zm_list_free(&growth->keys);
    free(growth->depths);
    if (status != ZM_OK)
        zm_drawing_free(drawing);
    return status;
}
