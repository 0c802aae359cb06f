/* The space of contracts (position; points): the player to move wins when he gets at least that
 * many points. Scored games (struct zm_scores), whole positions. */
#ifndef ZM_SOLVE_CONTRACTS_H
#define ZM_SOLVE_CONTRACTS_H

#include "solve/calculation.h"

struct zm_contracts;

/* What the keys of a store of bounds on scores are. */
#define ZM_CONTRACTS_KEYS "contracts"

enum zm_status zm_contracts_open(const struct zm_problem *problem, struct zm_contracts **contracts,
                                 struct zm_error *error);
void zm_contracts_close(struct zm_contracts *contracts);
void zm_contracts_space(struct zm_contracts *contracts, struct zm_space *space);

/* A board position ready to be asked about. */
struct zm_contracts_root {
    struct zm_buffer normal;
    int32_t sure[2];   /* points of the player to move and of the other before the normal form */
    int32_t available; /* points in the normal form */
};

enum zm_status zm_contracts_root(struct zm_contracts *contracts, struct zm_bytes position,
                                 struct zm_contracts_root *root, struct zm_error *error);
void zm_contracts_root_free(struct zm_contracts_root *root);
/* Sets `node` to (normal form; points). */
void zm_contracts_node(struct zm_bytes normal, int32_t points, struct zm_buffer *node);
/* Takes it apart: gives back the normal form, and sets `points`. */
struct zm_bytes zm_contracts_read(struct zm_bytes node, int32_t *points);
/* What is known of the score of a normal form, by theory or from the store. */
void zm_contracts_known(struct zm_contracts *contracts, struct zm_bytes normal, int32_t *lower,
                        int32_t *upper);
/* Keeps bounds on the score of a normal form. */
void zm_contracts_keep(struct zm_contracts *contracts, struct zm_bytes normal, int32_t lower,
                       int32_t upper);
/* The game with its parameters, for calculations that walk by themselves. */
const struct zm_instance *zm_contracts_game(const struct zm_contracts *contracts);

/* The parameter of the space, for the tables of the calculations that use it. */
#define ZM_CONTRACTS_WIN_CACHE                                                                     \
    {                                                                                              \
        .name = "win-cache", .kind = ZM_PARAM_INTEGER, .value = "-1", .min = -1, .max = INT64_MAX, \
        .hint = "N", .help = "won nodes kept, in a cache emptied when full; -1: all, in the store" \
    }

#endif
