/* How a tree to be drawn grows, level by level: what a node is only its maker knows, who hands it
 * over as bytes. Equal bytes are the same node. Used by the makers of trees in this folder. */
#ifndef ZM_PICTURE_GROWING_H
#define ZM_PICTURE_GROWING_H

#include "picture/drawing.h"

#define ZM_NO_NODE UINT32_MAX
/* Why a position is lost that has moves which no tree has. */
#define ZM_WHY_LOONY_MOVES "every move leaves a won position: one that is shown, or a loony one"

struct zm_growth {
    struct zm_drawing *drawing;
    const struct zm_drawing_options *options;
    struct zm_error *error;
    void *context; /* of the maker's two functions */
    /* Appends the text of a node, and its picture as an item of the drawing's list of pictures (or
     * none for all nodes). */
    void (*describe)(void *context, struct zm_bytes node, struct zm_buffer *label);
    /* Says how node `id` stands, and adds its children, unless zm_growth_ends there. */
    enum zm_status (*expand)(void *context, uint32_t id, struct zm_bytes node);
    /* Its own: */
    struct zm_table index; /* node bytes -> number */
    struct zm_list keys;   /* node bytes, by number */
    size_t *depths;
    size_t depth_capacity;
};

/* A node above the others, when there are several to begin with, or more to be said of them. */
struct zm_crown {
    struct zm_bytes label;
    enum zm_drawn state;
    const char *why;
};

/* The crown of a position that stands for several (solution_tree.c). */
struct zm_crown zm_crown_of_cases(const struct zm_certificate *certificate);

/* Makes the drawing from its roots on: one, or as many as there are below a crown. On an error
 * nothing is left to free; `growth` needs no end. */
enum zm_status zm_grow(struct zm_growth *growth, const struct zm_crown *crown,
                       const struct zm_list *roots);
/* The node with these bytes, made when it is new, as a child of `parent`, the node that is being
 * expanded. Drawn once, however often it is added. */
enum zm_status zm_growth_add(struct zm_growth *growth, uint32_t parent, struct zm_bytes node);
/* The same by a move, whose name stays with the child: two moves to one node are two children. */
enum zm_status zm_growth_add_move(struct zm_growth *growth, uint32_t parent, struct zm_bytes node,
                                  struct zm_bytes move);
/* Is a node as deep as is wanted? Then its children are left out. */
bool zm_growth_ends(struct zm_growth *growth, uint32_t id);

/* A new node of a drawing, whose label its caller adds. ZM_NO_NODE: no memory. */
uint32_t zm_drawing_new(struct zm_drawing *drawing);
/* Makes a node the child of another, once. */
enum zm_status zm_drawing_link(struct zm_drawing *drawing, uint32_t from, uint32_t to,
                               struct zm_error *error);

#endif
