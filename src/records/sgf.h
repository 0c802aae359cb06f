/* SGF, the Smart Game Format, version 4: a tree of nodes with properties, as it was written. All
 * properties and variations are kept; what they mean for Go is in sgf_go.h. */
#ifndef ZM_RECORDS_SGF_H
#define ZM_RECORDS_SGF_H

#include "base/error.h"
#include "base/list.h"

#define ZM_SGF_NONE UINT32_MAX

/* A property: its name, then its values, in zm_sgf.texts. Values are as they mean: without the
 * backslashes that protect brackets. */
struct zm_sgf_property {
    uint32_t text;   /* where the name is; the values follow */
    uint32_t values; /* how many */
};

struct zm_sgf_node {
    uint32_t parent, child, last, sibling; /* ZM_SGF_NONE: there is none; `last` of the children */
    uint32_t property, properties;         /* the first, and how many */
};

/* Games one after the other: their roots are siblings, from node 0 on. */
struct zm_sgf {
    struct zm_sgf_node *nodes;
    struct zm_sgf_property *properties;
    size_t count, capacity, property_count, property_capacity;
    uint32_t last_root;
    struct zm_list texts;
};

/* Reads games; what stands before the first '(' is passed over. The error says at which byte. */
enum zm_status zm_sgf_read(struct zm_bytes text, struct zm_sgf *sgf, struct zm_error *error);
void zm_sgf_free(struct zm_sgf *sgf);
/* Appends all games; the same that was read, but for blanks. */
void zm_sgf_print(const struct zm_sgf *sgf, struct zm_buffer *text);

/* Building one: adds a node below `parent` (ZM_SGF_NONE: a game of its own); ZM_SGF_NONE: no
 * memory. */
uint32_t zm_sgf_add_node(struct zm_sgf *sgf, uint32_t parent);
/* Adds a property to the node that was added last; its values are added next. */
bool zm_sgf_add_property(struct zm_sgf *sgf, const char *name);
bool zm_sgf_add_value(struct zm_sgf *sgf, const char *value);

/* The property of a node with this name; NULL: there is none. */
const struct zm_sgf_property *zm_sgf_property(const struct zm_sgf *sgf, uint32_t node,
                                              const char *name);
static inline struct zm_bytes zm_sgf_value(const struct zm_sgf *sgf,
                                           const struct zm_sgf_property *property, uint32_t index)
{
    return zm_list_at(&sgf->texts, property->text + 1 + index);
}

#endif
