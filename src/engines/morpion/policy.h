/* Random games of Morpion solitaire by a policy, and policies that learn from games: what nested
 * rollout policy adaptation does millions of times.
 *
 * A policy is a weight for each move, kept as its exponential: a game chooses among the legal moves
 * in proportion to their weights, so it never computes one. A move is legal for one stretch of a
 * game, from when its line lacks one dot to when it is made or barred, and never again; so a game is
 * remembered as its moves and these stretches, and learning from it takes a step for each stretch
 * instead of one for each legal move of each position: with S(t) the sum of 1/(weights of all legal
 * moves) over the first t positions, a stretch from a to b loses alpha * weight * (S(b) - S(a)). */
#ifndef ZM_ENGINES_MORPION_POLICY_H
#define ZM_ENGINES_MORPION_POLICY_H

#include "base/random.h"
#include "engines/morpion/paper.h"

/* A move's place among the weights: its dot on a paper that is wrapped around, its direction and
 * its index. */
enum { ZM_POLICY_SIDE = 32, ZM_POLICY_WEIGHTS = ZM_POLICY_SIDE * ZM_POLICY_SIDE * 20 };

struct zm_policy {
    float weights[ZM_POLICY_WEIGHTS];
};

/* A move that is legal from some position on. */
struct zm_since {
    uint16_t code, from;
};

struct zm_stretch {
    struct zm_since since; /* legal in the positions from .. to - 1 */
    uint16_t to;
    bool made; /* and made in the last of them */
};

enum { ZM_GAME_STRETCHES = 4 * ZM_MORPION_PLAYED };

struct zm_policy_game {
    unsigned length, stretch_count;
    zm_paper_move moves[ZM_MORPION_PLAYED];
    struct zm_stretch stretches[ZM_GAME_STRETCHES];
};

/* What games are played on. */
struct zm_policy_player {
    struct zm_paper paper;
    struct zm_paper_lane start[ZM_PAPER_LANES];
    zm_paper_move legal[ZM_PAPER_MOST]; /* of the start */
    uint16_t codes[ZM_PAPER_MOST];
    unsigned legal_count, most;
    uint64_t lots;   /* the state of a small generator */
    float selective; /* moves whose weights are less are made when there are no others; 0: none */
    /* A game of more than half the length hoped for ends when it would not be as long as that with
     * `each` moves more for each legal move. 0: it does not. */
    unsigned hoped, each;
};

void zm_policy_player_begin(struct zm_policy_player *player, const struct zm_morpion_walk *walk,
                            uint64_t seed);
/* All weights alike. */
void zm_policy_reset(struct zm_policy *policy);
/* Weights that fall by a factor of e to the `bias` for each step away from the middle of the start:
 * generalised policy adaptation, whose biases of moves are the weights to begin with. */
void zm_policy_incline(struct zm_policy *policy, const struct zm_morpion_walk *walk, double bias);
/* Plays a game by the policy. */
void zm_policy_play(struct zm_policy_player *player, const struct zm_policy *policy,
                    struct zm_policy_game *game);
/* Plays a game whose moves are known, legal in this order, to learn from; the policy chooses
 * nothing. */
void zm_policy_repeat(struct zm_policy_player *player, const struct zm_policy *policy,
                      const zm_paper_move *moves, unsigned length, struct zm_policy_game *game);
/* Moves the policy towards the moves of a game by `alpha`, all steps by the weights before. */
void zm_policy_adapt(struct zm_policy *policy, const struct zm_policy_game *game, double alpha);
void zm_policy_game_copy(const struct zm_policy_game *game, struct zm_policy_game *copy);

#endif
