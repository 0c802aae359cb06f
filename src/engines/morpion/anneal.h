/* Simulated annealing over whole games of Morpion solitaire: one game changed a little, again and
 * again. */
#ifndef ZM_ENGINES_MORPION_ANNEAL_H
#define ZM_ENGINES_MORPION_ANNEAL_H

#include "engines/morpion/policy.h"

struct zm_anneal {
    struct zm_policy_player *player;
    struct zm_policy *policy;    /* to work with */
    struct zm_policy_game *game; /* the one that was played last */
    struct zm_random random;
    uint64_t tries;
    double heat, cool; /* at the beginning and at the end, in moves */
    float weight;      /* of the moves of the game that is followed; that of others is 1 */
    /* Hears of every game that was played, and says whether to go on. */
    bool (*played)(void *context);
    void *context;
};

/* Anneals, beginning with the game in `game`. */
void zm_anneal(struct zm_anneal *anneal);
/* Parallel tempering: follows several games at once, at heats from `cool` to `heat` that do not
 * change, and has neighbours exchange their games. False: there is no memory. */
enum { ZM_TEMPER_MOST = 64 };
bool zm_temper(struct zm_anneal *anneal, unsigned count);
/* How long the searches of a row are that begins anew again and again: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8
 * and so on, from number 0 (Luby, Sinclair, Zuckerman 1993). */
uint64_t zm_anneal_share(uint64_t number);

#endif
