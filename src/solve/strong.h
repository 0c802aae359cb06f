/* Strong solutions: the canonical tree and the reduced tree of every position of a game tree
 * (Lemoine and Viennot, thesis, 4.4 and 12.4). Made for 10^7 trees in less than 4 GiB.
 *
 * Sums are counted as whole positions, as in the published tables: a position is the sorted list of
 * the numbers of its components (components.h). Canonical trees are told apart by their content
 * address, 128 bits, since the lists of their children would take most of the memory; reduced trees
 * are kept with their children (theory/trees.h), since the reduction needs them, and so are the few
 * canonical trees that have a short text. With a store on disk every position goes there as soon as
 * it is done, and a run that was stopped goes on from there (strong_store.c). */
#ifndef ZM_SOLVE_STRONG_H
#define ZM_SOLVE_STRONG_H

#include "solve/components.h"
#include "theory/trees.h"

struct zm_store; /* store/store.h */

enum { ZM_STRONG_TEXT = 300 }; /* the longest text that is short */

struct zm_canonical {
    struct zm_hash128 address;
    uint32_t reduced; /* in the reduced forest */
    uint32_t shown;   /* in the forest of trees with a short text, or ZM_NO_TREE */
    uint16_t height;
};

/* A position whose options are being visited; those are on `waiting`, from `begin` to `end`. */
struct zm_strong_frame {
    struct zm_bytes place;
    size_t begin, end, next;
};

struct zm_strong {
    struct zm_problem problem;
    struct zm_components components;
    struct zm_table positions;  /* coded terms -> number of the canonical tree, or ZM_NO_TREE */
    struct zm_canonical *trees; /* the canonical trees */
    size_t tree_count, tree_capacity;
    struct zm_address_index addresses; /* of them */
    struct zm_forest reduced, shown;
    struct zm_tree_set shown_sizes; /* of the texts of the shown trees */
    uint32_t root;                  /* the tree of the position asked for last */
    size_t reduced_saved, shown_saved;
    bool saving; /* to a store on disk */

    struct zm_strong_frame *frames;
    size_t depth, frame_capacity;
    struct zm_bytes *waiting; /* places */
    size_t waiting_count, waiting_capacity;
    struct zm_sum_list sums; /* the options of one component */
    struct zm_tree_set sum;  /* the terms of one position */
    struct zm_tree_set option;
    struct zm_tree_set children; /* of one tree */
    struct zm_buffer coded, key, hashes;
};

enum zm_status zm_strong_open(struct zm_strong *strong, const struct zm_problem *problem,
                              struct zm_error *error);
void zm_strong_close(struct zm_strong *strong);
/* Finds `root`, the canonical tree of a board position, and those of all below it. ZM_STOPPED: a
 * limit of the run; what was found by then counts in `positions` and `tree_count`. */
enum zm_status zm_strong_solve(struct zm_strong *strong, struct zm_bytes position,
                               struct zm_error *error);
/* How many reduced trees the canonical ones make; -1 without memory. */
int64_t zm_strong_reduced(const struct zm_strong *strong);

/* For strong_store.c and strong_check.c. A place is a key of `positions`; its tree follows it
 * there. */
struct zm_bytes zm_strong_place(struct zm_strong *strong, const uint32_t *terms, size_t count);
bool zm_strong_terms(struct zm_bytes place, struct zm_tree_set *terms);
static inline uint32_t zm_strong_known(struct zm_bytes place)
{
    uint32_t tree;
    memcpy(&tree, place.data + place.size, sizeof tree);
    return tree;
}
void zm_strong_know(struct zm_bytes place, uint32_t tree);
/* Adds a canonical tree that is new; ZM_NO_TREE without memory. */
uint32_t zm_strong_add(struct zm_strong *strong, const struct zm_canonical *tree);

/* Forgets the last position; false without memory, as below. */
bool zm_strong_clear(struct zm_strong *strong);
/* Puts the options of a place on `waiting`. */
bool zm_strong_options(struct zm_strong *strong, struct zm_bytes place);
/* The canonical tree with `children`: its address; then its height and its reduced tree. */
bool zm_strong_address(struct zm_strong *strong, struct zm_canonical *tree);
bool zm_strong_reduce(struct zm_strong *strong, struct zm_canonical *tree);

/* strong_store.c. Reads what a stopped run from this place left in the store, or marks its
 * beginning. */
enum zm_status zm_strong_begin(struct zm_strong *strong, struct zm_bytes root,
                               struct zm_error *error);
/* Keeps trees that are new since the last call, then a place that is done. */
enum zm_status zm_strong_save_tree(struct zm_strong *strong, uint32_t tree);
enum zm_status zm_strong_save_place(struct zm_strong *strong, struct zm_bytes place);
/* Entries of a store, read one at a time. ZM_WRONG: they do not fit those read before. A reduced or
 * shown tree of the height wanted (others are passed over), a canonical tree, the terms of a
 * position into `sums`. */
enum zm_status zm_strong_read_tree(struct zm_strong *strong, struct zm_bytes key,
                                   struct zm_hash128 address);
enum zm_status zm_strong_read_canonical(struct zm_strong *strong, struct zm_bytes key,
                                        struct zm_hash128 reduced);
enum zm_status zm_strong_read_terms(struct zm_strong *strong, struct zm_bytes key);
/* The height that the key of a reduced or shown tree names; -1: it is no such key. */
int zm_strong_height(struct zm_bytes key);

/* strong_check.c. Every entry of a store by the rules: trees from their children, positions from
 * their options. `wrong` is told of those that do not follow. */
struct zm_strong_review {
    void *context;
    void (*wrong)(void *context, uint32_t difficulty, const char *text, const char *why);
    size_t checked;
    size_t unled; /* canonical trees of no position in the store: nobody can say more of them */
};
enum zm_status zm_strong_check(struct zm_strong *strong, struct zm_store *store,
                               struct zm_strong_review *review, struct zm_error *error);

#endif
