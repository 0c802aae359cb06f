/* What the files of depth-first proof-number search share: dfpn.c walks, dfpn_watch.c shows where
 * it is and obeys. */
#ifndef ZM_SEARCH_DFPN_INSIDE_H
#define ZM_SEARCH_DFPN_INSIDE_H

#include "search/branch.h"
#include "search/limits.h"
#include "search/peers.h"
#include "search/team.h"
#include "search/wishes.h"

/* One node of the current branch. */
struct zm_dfpn_frame {
    struct zm_bytes node;
    struct zm_hash128 key;
    bool sum;
    struct zm_list nodes; /* unknown children, or the parts of a sum as far as they are stepped */
    struct zm_child *children;
    size_t capacity;
    size_t current;
    struct zm_numbers numbers;
    struct zm_list parts;
    struct zm_buffer part, next;
};

struct zm_dfpn_search;

struct zm_dfpn_worker {
    struct zm_worker worker;
    struct zm_dfpn_search *search;
    struct zm_space space;
    size_t depth; /* of the current branch */
    struct zm_list scratch;
    struct zm_list claimed;   /* children of a node that a peer claims to be won */
    struct zm_wishes *wishes; /* of people: the main thread obeys; else NULL */
};

struct zm_dfpn_search {
    struct zm_space space;
    struct zm_run *run;
    struct zm_number_table *table;
    struct zm_team team;
    struct zm_peers *peers; /* NULL: there are none */
    struct zm_limits_policy policy;
    enum zm_leaf leaf;
    struct zm_bytes root;
    struct zm_hash128 root_key;
    struct zm_kept_children *kept; /* for pictures of the first levels */
    struct zm_wishes wishes;
    struct zm_list shown; /* the children of a child that is shown */
};

static inline struct zm_dfpn_frame *zm_dfpn_frame(const struct zm_dfpn_worker *worker, size_t depth)
{
    return worker->worker.frames[depth];
}

/* What is known of a node: from the store, else from the table; false: nothing. */
bool zm_dfpn_known(struct zm_dfpn_worker *worker, struct zm_bytes node, struct zm_hash128 key,
                   struct zm_numbers *numbers);
/* What the table knows of a node; what a peer claims of it is derived first. */
bool zm_dfpn_recall(struct zm_dfpn_worker *worker, struct zm_bytes node, struct zm_hash128 key,
                    struct zm_numbers *numbers);
/* The branch down to `depth`, for those who watch and steer. */
struct zm_branch zm_dfpn_branch(struct zm_dfpn_worker *worker, size_t depth);

#endif
