/* Canonical trees and reduced canonical trees (RCT) of impartial games.
 *
 * A canonical tree is the set of the canonical trees of the options: Conway's game. A forest holds
 * each tree once, as the list of its children, so equal trees are equal numbers. A *reduced* forest
 * holds RCTs: reversible moves are taken away while a tree is made (Conway, On Numbers and Games,
 * chapter 12; Lemoine and Viennot, thesis, chapter 4). Two games have the same RCT exactly when
 * they can replace each other in every sum in misère play.
 *
 * Every descendant of a tree is in the forest, nothing is ever taken out: the reduction needs it.
 * Trees also have a content address, the 128-bit hash of the sorted addresses of the children,
 * which does not depend on the forest, so that stored bases merge. */
#ifndef ZM_THEORY_TREES_H
#define ZM_THEORY_TREES_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/table.h"
#include "theory/addresses.h"

enum { ZM_TREE_ZERO = 0, ZM_LARGEST_HEAP = 1000 };
#define ZM_NO_TREE UINT32_MAX

/* 32 bytes: there may be 10^7 of them. */
struct zm_tree {
    struct zm_hash128 address;
    const uint8_t *children; /* how many, then each, sorted, as differences; 7 bits a byte */
    uint32_t twin;           /* reduced forests: this tree plus a heap of 1, when it is here */
    uint16_t height;         /* of the longest play */
    bool lost : 1;           /* for the player to move, in misère play */
    bool plus_one : 1;       /* it is its twin, which is lower, plus a heap of 1 */
    bool heap : 1;           /* it is the Nim heap of size `height` */
};

/* A growing array of trees. */
struct zm_tree_set {
    uint32_t *items;
    size_t count, capacity;
};

struct zm_forest {
    bool reduced;
    bool failed;   /* memory ran out, or a limit was reached: trees asked for since are missing */
    size_t limit;  /* no more trees than this; 0: no limit */
    uint64_t work; /* children looked at so far to make trees and sums */
    uint64_t most_work; /* no more than this; 0: no limit */
    struct zm_tree *trees;
    size_t count, capacity;
    struct zm_table index;             /* encoded children -> tree */
    struct zm_table sums;              /* two trees -> their sum */
    struct zm_address_index addresses; /* filled as far as `addressed` */
    size_t addressed;
    struct zm_tree_set heaps; /* heap n is tree heaps.items[n] */
    /* Names, for people: filled as far as numbers.count, when one is asked for. */
    struct zm_tree_set numbers;  /* of each tree among those of its height, 0 for the heap */
    struct zm_tree_set *heights; /* the numbered trees of each height */
    size_t height_count;
    struct zm_tree_set scratch;
    struct zm_buffer key;
};

/* The content address of the tree whose children have these addresses; sorts them. */
struct zm_hash128 zm_tree_address(struct zm_hash128 *children, size_t count);

/* Makes a forest with the tree 0 in it; false when there is no memory. */
bool zm_forest_init(struct zm_forest *forest, bool reduced);
void zm_forest_free(struct zm_forest *forest);
/* Was a limit reached, of trees or of work? */
bool zm_forest_is_full(const struct zm_forest *forest);
size_t zm_forest_memory(const struct zm_forest *forest);

static inline const struct zm_tree *zm_tree_at(const struct zm_forest *forest, uint32_t tree)
{
    return &forest->trees[tree];
}

void zm_tree_set_free(struct zm_tree_set *set);
/* False when there is no memory. */
bool zm_tree_set_add(struct zm_tree_set *set, uint32_t tree);

/* The tree with these children (sorted in place, repeated ones allowed), reduced in a reduced
 * forest. ZM_NO_TREE when one of the children is, or when the forest fails. */
uint32_t zm_tree_of(struct zm_forest *forest, uint32_t *children, size_t count);
/* The Nim heap of size n, at most ZM_LARGEST_HEAP. */
uint32_t zm_tree_heap(struct zm_forest *forest, unsigned n);
/* Adds the children of `tree` to `set`; false when there is no memory. */
bool zm_tree_children(const struct zm_forest *forest, uint32_t tree, struct zm_tree_set *set);
uint32_t zm_tree_child_count(const struct zm_forest *forest, uint32_t tree);
bool zm_tree_has_child(const struct zm_forest *forest, uint32_t tree, uint32_t child);
/* The tree with this content address, or ZM_NO_TREE (also when the forest fails). */
uint32_t zm_tree_addressed(struct zm_forest *forest, struct zm_hash128 address);

/* theory/tree_sums.c: reduced forests add with all that is known of misère sums, others plainly. */
uint32_t zm_tree_add(struct zm_forest *forest, uint32_t a, uint32_t b);
/* `tree` of a plain forest, reduced into `reduced`; `known` remembers trees done before. */
uint32_t zm_tree_reduce(const struct zm_forest *plain, uint32_t tree, struct zm_forest *reduced,
                        struct zm_tree_set *known);

/* theory/tree_text.c. As nested braces, heaps as numbers: "{3;{1;2;{3;{2}}}}". Stops when the text
 * would pass `limit` bytes and returns false (shared subtrees are written out each time). */
bool zm_tree_print(const struct zm_forest *forest, uint32_t tree, size_t limit,
                   struct zm_buffer *text);
/* As a name: heaps as numbers, others "4-2-W" (height, number, misère outcome), "4-2+1-W" for the
 * former plus a heap of 1. Numbers depend on the order in which trees came. */
void zm_tree_name(struct zm_forest *forest, uint32_t tree, struct zm_buffer *text);
/* Reads braces, heaps, names of trees that the forest holds, and sums of them with '+'. */
enum zm_status zm_tree_parse(struct zm_forest *forest, const char *text, uint32_t *tree,
                             struct zm_error *error);

#endif
