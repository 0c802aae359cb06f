/* Snapshots of a search as JSON; see snapshots.h. */
#include "web/snapshots.h"

#include <math.h>

enum { LEVELS_SHOWN = 200 }; /* of a branch */

static json_t *child_json(const struct zm_watch_child *child)
{
    json_t *object = json_pack("{s:s}", "node", child->node);
    if (isinf(child->proof) || isinf(child->disproof)) {
        json_object_set_new(object, "result", json_string(isinf(child->proof) ? "loss" : "win"));
    } else {
        json_object_set_new(object, "proof", json_real(child->proof));
        json_object_set_new(object, "disproof", json_real(child->disproof));
    }
    if (child->unknown >= 0)
        json_object_set_new(object, "unknown", json_integer((json_int_t)child->unknown));
    if (child->size >= 0)
        json_object_set_new(object, "size", json_integer((json_int_t)child->size));
    return object;
}

static json_t *children_json(const struct zm_watch_level *level)
{
    json_t *list = json_array();
    for (size_t i = 0; i < level->listed; i++)
        json_array_append_new(list, child_json(&level->list[i]));
    return list;
}

json_t *zm_levels_json(const struct zm_watch_snapshot *snapshot, bool children)
{
    json_t *levels = json_array();
    for (size_t i = 0; i < snapshot->count && i < LEVELS_SHOWN; i++) {
        const struct zm_watch_level *level = &snapshot->levels[i];
        json_t *object = json_pack(
            "{s:s,s:I,s:I,s:I,s:b}", "node", level->node == NULL ? "" : level->node, "children",
            (json_int_t)level->children, "unknown", (json_int_t)level->unknown, "current",
            (json_int_t)level->current, "sum", level->sum);
        if (level->proof >= 0) {
            json_object_set_new(object, "proof", json_real(level->proof));
            json_object_set_new(object, "disproof", json_real(level->disproof));
        }
        if (children && level->listed > 0)
            json_object_set_new(object, "list", children_json(level));
        json_array_append_new(levels, object);
    }
    return levels;
}

json_t *zm_tree_json(const struct zm_watch_snapshot *snapshot)
{
    json_t *list = json_array();
    for (size_t i = 0; i < snapshot->tree_count; i++) {
        const struct zm_watch_node *node = &snapshot->tree[i];
        json_t *object = child_json(&node->is);
        json_object_set_new(object, "parent", json_integer((json_int_t)node->parent));
        json_object_set_new(object, "children", json_integer((json_int_t)node->children));
        json_object_set_new(object, "sum", json_boolean(node->sum));
        json_object_set_new(object, "current", json_boolean(node->current));
        json_object_set_new(object, "locked", json_boolean(node->locked));
        json_array_append_new(list, object);
    }
    return list;
}
