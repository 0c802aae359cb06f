/* The methods by which Monte-Carlo programs chose moves before they had trees: Gobble (Bruegmann
 * 1993), Oleg (Helmstetter 2003) and Olga (Bouzy 2003). Random games are played from a position,
 * their scores are kept for moves, and the move with the best mean is chosen. */
#ifndef ZM_ENGINES_GO_METHODS_H
#define ZM_ENGINES_GO_METHODS_H

#include "engines/go/goban.h"
#include "engines/go/tactics/wishes.h"

enum go_statistics {
    GO_BASIC,   /* so many games for each move */
    GO_PRUNING, /* the same, but moves that fall behind are dropped */
    GO_AMAF,    /* so many games in all, each for all moves in it: the goal "first on a point" */
    GO_GOBBLE,  /* games by lists of moves in the order of their means, less and less disturbed */
    GO_PAIRS,   /* a move and a reply, by minimax, with all pairs of a game */
    GO_OWNING,  /* the goal "own the point in the end" in the place of "first on it" */
    GO_GOALS,   /* beside "first on a point" the goals of tactics/wishes.h */
};

/* Which points nobody fills. */
enum go_eyes {
    GO_EYES_USUAL, /* surrounded, with few diagonals of the other */
    GO_EYES_OLGA,  /* surrounded by stones of chains with two liberties or more */
    GO_EYES_OLEG,  /* surrounded by one chain */
};

struct go_method {
    enum go_statistics statistics;
    enum go_eyes eyes;
    unsigned games;     /* in all; of GO_BASIC and GO_PRUNING for each move */
    bool early;         /* of GO_BASIC: games of moves that can hardly become the best are spared */
    double temperature; /* moves in random games go by exp(K * mean); 0: all alike */
    bool annealed;      /* K grows from 0 during the search */
    unsigned preselected; /* only so many moves are looked at, by what an eye sees; 0: all */
    unsigned wishes;      /* of GO_GOALS: bits of tactics/wishes.h */
    enum go_formula formula;
};

/* What the games said of a move: how often it counted, and the mean score for Black. */
struct go_opinion {
    uint16_t move;
    uint64_t games;
    double mean, error; /* the standard error, where it is known */
};

struct go_sampler;

/* NULL: no memory. */
struct go_sampler *go_sampler_open(const struct go_method *method, uint64_t seed);
void go_sampler_close(struct go_sampler *sampler);
/* Plays the games of a method from a position and writes what they said of the moves, best first
 * for the player to move; returns how many there are, 0 when he can only pass. `run` (may be NULL) ends
 * it. */
unsigned go_sampler_run(struct go_sampler *sampler, const struct goban *board, struct zm_run *run,
                        struct go_opinion opinions[GO_POINTS]);
/* Random games that were played so far. */
uint64_t go_sampler_games(const struct go_sampler *sampler);
/* One random game from a position with the weights that were learned last, for tests: chooses one
 * move. */
uint16_t go_sampler_move(struct go_sampler *sampler, struct goban *board);
/* Sets what is known of a move, for tests. */
void go_sampler_learn(struct go_sampler *sampler, const struct goban *board, uint8_t colour,
                      uint16_t point, double mean, double temperature);

#endif
