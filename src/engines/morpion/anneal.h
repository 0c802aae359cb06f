/* Simulated annealing over whole games of Morpion solitaire: one game changed a little, again and
 * again. */
#ifndef ZM_ENGINES_MORPION_ANNEAL_H
#define ZM_ENGINES_MORPION_ANNEAL_H

#include "engines/morpion/draft.h"

struct zm_anneal {
    const struct zm_policy_player *player;
    const struct zm_policy_game *game; /* to begin with, which the player has played */
    uint64_t seed;
    uint64_t tries;
    double heat, cool; /* at the beginning and at the end, in moves */
    float weight;      /* of the moves of the game that is followed; that of others is 1 */
    unsigned foreign;  /* percent of the tries that begin with a move that the game has not */
    /* Hears of every game that is tried, and says whether to go on. */
    bool (*tried)(void *context, const struct zm_draft *draft);
    void *context;
};

/* Anneals. False: there is no memory. */
bool zm_anneal(const struct zm_anneal *anneal);
/* Parallel tempering: follows several games at once, at heats from `cool` to `heat` that do not
 * change, and has neighbours exchange their games. */
enum { ZM_TEMPER_MOST = 64 };
bool zm_temper(const struct zm_anneal *anneal, unsigned count);
/* How long the searches of a row are that begins anew again and again: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8
 * and so on, from number 0 (Luby, Sinclair, Zuckerman 1993). */
uint64_t zm_anneal_share(uint64_t number);

#endif
