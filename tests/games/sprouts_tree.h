/* Whole game trees of Sprouts positions, for the tests: every position reachable from a start, as
 * the text of its canonical sum, and the canonical tree of each (the set of the trees of its
 * options). */
#ifndef ZM_TESTS_SPROUTS_TREE_H
#define ZM_TESTS_SPROUTS_TREE_H

#include "base/table.h"
#include "games/sprouts/sprouts.h"

struct sprouts_tree {
    struct zm_instance game;
    struct zm_settings settings;
    struct zm_table positions; /* text of a sum -> uint32_t number of its canonical tree */
    struct zm_table trees;     /* sorted numbers of the options' trees -> uint32_t */
    uint32_t tree_count;
    uint8_t *nimbers; /* of trees */
    uint8_t *misere;  /* of trees: 1 when won */
    size_t capacity;
};

/* `canon`: pseudo or exact; `equivalences`: on or off. */
void sprouts_tree_open(struct sprouts_tree *tree, const char *canon, const char *equivalences);
void sprouts_tree_close(struct sprouts_tree *tree);
/* The canonical tree of a position given as text. */
uint32_t sprouts_tree_of(struct sprouts_tree *tree, const char *position);
/* The number of the tree with these children (numbers of trees, which get sorted). */
uint32_t sprouts_tree_intern(struct sprouts_tree *tree, struct zm_buffer *children);
int sprouts_tree_nimber(const struct sprouts_tree *tree, uint32_t id);
/* The canonical sum of a text, printed. */
void sprouts_tree_canonical(struct sprouts_tree *tree, const char *position,
                            struct zm_buffer *text);
/* The texts of all positions met so far, each with a '+' in front and its NUL. */
void sprouts_tree_texts(struct sprouts_tree *tree, struct zm_list *texts);
/* The options of a text as canonical sums, printed, sorted, no two equal. */
void sprouts_tree_options(struct sprouts_tree *tree, const char *position, struct zm_list *texts);

/* Calls `row` with the words of every line of a table of tests/oracles that is no comment. */
void sprouts_tree_each_row(const char *file, void (*row)(void *context, char **words, int count),
                           void *context);
/* A row: a position and its nimber. */
void sprouts_tree_check_value(void *tree, char **words, int count);

#endif
