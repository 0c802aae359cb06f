/* Inside the proof-number search with numbers for every nimber: the graph, and what
 * multi_numbers.c (the rules) and pn_multi.c (the walk) share. */
#ifndef ZM_SEARCH_MULTI_H
#define ZM_SEARCH_MULTI_H

#include "base/arena.h"
#include "base/table.h"
#include "solve/space.h"
#include "theory/assignment.h"

#define ZM_MULTI_NONE UINT32_MAX

struct zm_multi_numbers {
    double p, d;
};

/* An option: a node of the graph (ZM_MULTI_NONE: nothing unknown), and the heap that comes with it.
 */
struct zm_multi_option {
    uint32_t node, heap;
};

/* What the search is after: to show that a node has the nimber n (`disprove`), or has not. */
struct zm_multi_aim {
    uint32_t node, n;
    bool disprove;
};

struct zm_multi_node {
    struct zm_bytes component;       /* empty for a sum */
    struct zm_multi_option *options; /* the two terms, for a sum */
    struct zm_multi_numbers *numbers;
    uint32_t *parents;
    uint32_t option_count, size, parent_count, parent_capacity;
    uint32_t nimber; /* when solved */
    double least;    /* of all d */
    bool sum, expanded, solved, queued;
    bool bounded; /* nimbers beyond the window are impossible, though not yet shown so */
};

struct zm_multi {
    struct zm_space space;
    struct zm_run *run;
    struct zm_multi_node *nodes;
    uint32_t count, capacity;
    struct zm_table ids; /* a component after 'C', or the terms of a sum after 'S' -> its node */
    struct zm_arena arena;
    uint32_t *queue;
    size_t queue_begin, queue_end, queue_capacity;
    size_t heap_bytes, memory, deep_memory;
    struct zm_assignment assignment;
    struct zm_multi_numbers *scratch;
    size_t scratch_capacity;
    struct zm_multi_numbers *read; /* of the options of one component, nimber by nimber */
    size_t read_capacity;
    struct zm_list list, components;
    struct zm_buffer key, couple;
    uint64_t stored_at_restart;
    bool failed;
    bool astray;     /* the numbers of this graph lead nowhere: they cannot be right */
    uint64_t strays; /* how often that was so */

    /* For those who look and steer. */
    struct zm_multi_aim *path; /* from the root, or from what is locked, to the leaf */
    size_t path_count, path_capacity;
    uint32_t locked, locked_nimber; /* the search stays below this node; ZM_MULTI_NONE: nowhere */
    bool restart;                   /* it was told to begin again */
    bool moved;                     /* the lock has changed: the path is no longer right */
    struct zm_arena names;          /* of the nodes of one snapshot */
};

/* The best way of rule 7, and which i it is for; `disprove`: of d, else of p with A having i or,
 * `exchanged`, with B having i. */
struct zm_multi_terms {
    double cost;
    uint32_t i;
    bool exchanged;
};

/* What it costs to show that a node, or an option, has not (p) or has (d) the nimber n. */
struct zm_multi_numbers zm_multi_numbers_of(const struct zm_multi *multi, uint32_t id, uint32_t n);
struct zm_multi_numbers zm_multi_option_numbers(const struct zm_multi *multi,
                                                struct zm_multi_option option, uint32_t n);
/* Rule 6, when no option has nimber n; leaves the choice in multi->assignment. */
double zm_multi_disproof(struct zm_multi *multi, const struct zm_multi_node *node, uint32_t n);
/* Rule 7, for nimbers of the terms below `size`. */
struct zm_multi_terms zm_multi_choose_terms(const struct zm_multi *multi,
                                            const struct zm_multi_node *sum, uint32_t n,
                                            uint32_t size, bool disprove);
/* Computes the numbers of a node into multi->scratch and returns their count; sets what else the
 * node says of itself, solved or not. */
uint32_t zm_multi_compute(struct zm_multi *multi, struct zm_multi_node *node);

/* multi_watch.c: once per expansion, when the path stands. */
void zm_multi_tick(struct zm_multi *multi, struct zm_multi_option root);

#endif
