/* One thread's alpha-beta search: what alpha_beta.c (the player), alpha_beta_search.c (the tree)
 * and alpha_beta_order.c (which move first) share. */
#ifndef ZM_THINK_ALPHA_BETA_H
#define ZM_THINK_ALPHA_BETA_H

#include "base/run.h"
#include "games/game.h"
#include "think/transpositions.h"

enum {
    ZM_DEEPEST = 128,           /* moves that can be looked ahead */
    ZM_WORTH_WON = 1 << 29,     /* the worth of a game that is won, less the moves until then */
    ZM_WORTH_GUESSED = 1 << 28, /* no evaluation is worth more */
    ZM_HISTORY = 1 << 12,       /* a power of two */
    ZM_LOOK_EVERY = 64,         /* nodes between two looks at the clock */
};

struct zm_pick {
    int64_t promise;
    uint32_t index; /* in the order of the rules */
};

/* What one ply of the tree works with; the memory is kept from visit to visit. */
struct zm_ply {
    struct zm_buffer position;
    struct zm_list moves;
    struct zm_pick *picks;
    size_t capacity;
    uint16_t first; /* the move of the table; ZM_NO_MOVE: none */
    bool scored;    /* the picks have their promises */
    int mover;
    struct zm_hash128 key;
    uint64_t killers[2]; /* codes of moves that cut off here last */
};

struct zm_alpha_beta {
    struct zm_instance game;
    bool misere;
    int32_t point; /* what a worth counts for one point of the game; 0: it does not */
    struct zm_run *run;
    struct zm_transpositions *table;
    bool leads;  /* the thread that looks at the clock */
    bool repeat; /* positions of the game can come back */
    /* Positions that were on the board before, of games that repeat. */
    const struct zm_hash128 *past;
    size_t past_count;
    uint64_t nodes;
    bool stopped, failed;
    bool horizon; /* the worth just found rests on a guess */
    int32_t history[2][ZM_HISTORY];
    struct zm_ply plies[ZM_DEEPEST + 1];
};

void zm_alpha_beta_free(struct zm_alpha_beta *search);
/* Lists the moves of a ply's position; false: no memory. */
bool zm_alpha_beta_list(struct zm_alpha_beta *search, unsigned ply, const struct zm_record *record);
/* Plays move `index` of a ply, and gives what it is worth to the one who makes it when `depth`
 * moves are looked ahead behind it: exact between alpha and beta, else a bound. The `first` move of
 * a position is looked at with the whole window; for the others it is first asked whether they are
 * better than alpha at all (principal variation search). Nothing once search->stopped. */
int32_t zm_alpha_beta_try(struct zm_alpha_beta *search, unsigned ply, uint32_t index,
                          unsigned depth, int32_t alpha, int32_t beta, bool first);
/* What the game's evaluation says to the player to move; 0 when it has none. */
int32_t zm_alpha_beta_evaluate(struct zm_alpha_beta *search, struct zm_bytes position);

/* alpha_beta_order.c: makes the moves of a ply ready, the table's move (or ZM_NO_MOVE) first;
 * false: no memory. */
bool zm_order_begin(struct zm_alpha_beta *search, struct zm_ply *ply, uint16_t first);
/* The move to try after `tried` others. */
uint32_t zm_order_next(struct zm_alpha_beta *search, struct zm_ply *ply, size_t tried);
/* A move was good enough to leave the others unseen: others like it are tried earlier. */
void zm_order_reward(struct zm_alpha_beta *search, struct zm_ply *ply, uint32_t index,
                     unsigned depth);

#endif
