/* What a search sees of a calculation: nodes that are won or lost for the player to move.
 *
 * A node is a byte string. An ordinary node is won when one child is lost, and lost when all are
 * won. A sum node stands for several components and a Nim heap; it is not searched by its moves but
 * by the nimbers of its components: each component i is a part, at first the couple (Ci, 0). A part
 * that is won is stepped to (Ci, m + 1); a part that is lost tells that the nimber of Ci is m, and
 * is fused: the sum becomes one of the other components and the heap n xor m. One component left
 * makes an ordinary node. (Lemoine and Viennot, "method 1".)
 *
 * A search knows nothing else, so every search works with every calculation and every game. */
#ifndef ZM_SOLVE_SPACE_H
#define ZM_SOLVE_SPACE_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/list.h"
#include "base/run.h"

enum zm_verdict { ZM_OPEN = 0, ZM_WON, ZM_LOST };

struct zm_space {
    void *state;
    struct zm_run *run;
    /* What the nodes are, for a search that is made for one kind of them: "couples" (couple_bytes.h),
     * "contracts" (contracts.h). NULL: nobody asks. */
    const char *nodes;
    /* Required. Tells what is known of a node without searching: by theory or from the store. */
    enum zm_verdict (*lookup)(void *state, struct zm_bytes node);
    /* Required. Sets `children` to the children of an ordinary node that are not known, most promising first,
     * no two equal. When the known ones decide the node, returns its verdict (a lost one is
     * stored). */
    enum zm_verdict (*expand)(void *state, struct zm_bytes node, struct zm_list *children);
    /* Required. Keeps a verdict that the search found. */
    void (*keep)(void *state, struct zm_bytes node, enum zm_verdict verdict);
    /* Required. Says how hard a node looks (its size, say): for breaking ties. */
    uint32_t (*difficulty)(void *state, struct zm_bytes node);
    /* About how many moves a node has left, for the numbers that a search by proof numbers starts a
     * node with. NULL: they are not counted. */
    uint32_t (*size)(void *state, struct zm_bytes node);
    bool size_helps; /* it has been found to help, and is used unless an option says otherwise */
    /* Required. Appends the node as text, for people: "1 - 0*4.A|0*4.A". */
    void (*describe)(void *state, struct zm_bytes node, struct zm_buffer *text);

    /* Sums; all four, or NULL in spaces without. `is_sum` tells a sum from an ordinary node,
     * `parts` sets the parts of a sum, easiest first, `step` sets the node to ask next about a part
     * whose node so far was won, `fuse` sets what is left of a sum when the part is known. */
    bool (*is_sum)(void *state, struct zm_bytes node);
    void (*parts)(void *state, struct zm_bytes node, struct zm_list *parts);
    void (*step)(void *state, struct zm_bytes part, struct zm_buffer *next);
    void (*fuse)(void *state, struct zm_bytes node, struct zm_bytes part, struct zm_buffer *next);

    /* Components without heaps, for searches that keep numbers for every nimber of a component
     * ("method 2"); all three, or NULL in spaces without. `options` sets the options of a component, each as a
     * node: what is known of it is in the heap. `take_apart` gives the heap of a node and its
     * components that are not known; `couple` is the node of a component with a heap. */
    void (*options)(void *state, struct zm_bytes component, struct zm_list *nodes);
    uint32_t (*take_apart)(void *state, struct zm_bytes node, struct zm_list *components);
    void (*couple)(void *state, struct zm_bytes component, uint32_t heap, struct zm_buffer *node);

    /* Makes another space on the same problem and store, for another thread, and ends it. NULL, both:
     * one thread walks this space. */
    enum zm_status (*fork)(void *state, struct zm_space *space, struct zm_error *error);
    void (*join)(struct zm_space *space);
};

#endif
