/* Dependency-based search (Allis): every move that can ever be made, with each way to make it
 * possible, but not what can be made together. */
#ifndef ZM_ENGINES_MORPION_DBS_H
#define ZM_ENGINES_MORPION_DBS_H

#include "base/run.h"
#include "engines/morpion/paper.h"

enum { ZM_DBS_PARENTS = 4 };

/* A node: a move, and the nodes of the moves that made the dots of its line. */
struct zm_dbs_node {
    uint32_t move;                    /* its number among the moves found */
    uint32_t parents[ZM_DBS_PARENTS]; /* numbers of nodes from 1 on; 0: none */
};

struct zm_dbs {
    struct zm_dbs_node *nodes; /* without the root */
    size_t count, capacity;
    zm_paper_move *moves; /* that were found */
    size_t move_count, move_capacity;
};

void zm_dbs_free(struct zm_dbs *dbs);
/* Finds all nodes below a walk. ZM_STOPPED: the run was; ZM_BAD_INPUT: there are more than `most`
 * nodes. */
enum zm_status zm_dbs_search(const struct zm_morpion_walk *walk, size_t most, struct zm_run *run,
                             struct zm_dbs *dbs, struct zm_error *error);

#endif
