/* The part of the engine that is compiled once for each set of instructions: OTHELLO_KERNEL is the
 * name of the set, and OTHELLO(name) the name of a function of it for the linker. Whole searches
 * are compiled so, and a search is chosen when it starts, so that nothing inside it is called
 * through a pointer. */
#ifndef ZM_ENGINES_OTHELLO_KERNEL_H
#define ZM_ENGINES_OTHELLO_KERNEL_H

#include "engines/othello/board.h"

#ifndef OTHELLO_KERNEL
#define OTHELLO_KERNEL portable
#endif
#define OTHELLO_JOIN(name, kernel) name##_##kernel
#define OTHELLO_JOINED(name, kernel) OTHELLO_JOIN(name, kernel)
#define OTHELLO(name) OTHELLO_JOINED(name, OTHELLO_KERNEL)

struct othello_thread; /* search.h */
struct othello_node;   /* midgame.h */

struct othello_kernel {
    const char *name;
    uint64_t (*flips)(uint64_t own, uint64_t other, unsigned square);
    uint64_t (*moves)(uint64_t own, uint64_t other);
    unsigned (*last_flips)(uint64_t own, unsigned square);
    /* Leaves of the game tree at a depth: a pass is a ply, a game that is over a leaf. */
    uint64_t (*perft)(struct othello_bits bits, uint64_t area, unsigned depth);
    /* Is the score of a position more than alpha? Returns a bound on it that tells (endgame.h). */
    int (*end)(struct othello_thread *thread, struct othello_bits bits, int alpha);
    /* The same by a search with the evaluation (midgame.h). */
    int (*look)(struct othello_thread *thread, const struct othello_node *node, int alpha,
                unsigned depth, unsigned confidence);
    /* What a thread does that helps such a search, until its team closes (team.h). */
    void (*assist)(struct othello_thread *thread);
};

/* kernels.c: those that this processor can run, the best first. */
enum { OTHELLO_MOST_KERNELS = 3 };
unsigned othello_kernels(const struct othello_kernel *kernels[OTHELLO_MOST_KERNELS]);
const struct othello_kernel *othello_best_kernel(void);

#endif
