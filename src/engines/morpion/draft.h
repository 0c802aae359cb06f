/* A whole game of Morpion solitaire of which a part is taken out and grown again, millions of times.
 *
 * A game is a set of moves in an order in which they can be made. Taking some out takes out those
 * that need their dots as well, and no others; what is left can be made in the order in which it
 * stood. The whole game left no move, so what is legal then has to do with what was taken out: a line
 * that lacks one dot lacks one that was taken out, or was barred by a line that was. Only the moves
 * that change cost anything.
 *
 * There are two ways to begin. Some moves are put off, until nothing else is left. Or a move is made
 * that the game has not, as early as it can be made, and those that exclude it go. */
#ifndef ZM_ENGINES_MORPION_DRAFT_H
#define ZM_ENGINES_MORPION_DRAFT_H

#include "engines/morpion/chances.h"
#include "engines/morpion/policy.h"

enum { ZM_DRAFT_PUT_OFF = 16 };

struct zm_draft {
    struct zm_paper paper; /* with the game on it */
    unsigned length, most;
    zm_paper_move moves[ZM_MORPION_PLAYED];
    uint16_t place[1 << 12]; /* of the move that made a dot, from 1; 0: none of the game */
    uint64_t lots;           /* the state of a small generator */
    float weight;            /* of the moves of the game, that of others being 1 */
    unsigned foreign;        /* see zm_draft_begin */

    /* What is tried: the first moves of the game, then those of the tail, of which some were kept
     * and the rest was made. */
    unsigned first, kept, end;
    zm_paper_move tail[ZM_MORPION_PLAYED];
    zm_paper_move out[ZM_MORPION_PLAYED]; /* taken out */
    unsigned out_count;
    zm_paper_move put_off[ZM_DRAFT_PUT_OFF]; /* of them, those that weigh 1 / weight */
    unsigned put_off_count;
    struct zm_chances chances; /* what can be made now */
};

/* Lays a game out that a player has played. `foreign`: percent of the tries that are to begin with a
 * move that the game has not. */
void zm_draft_begin(struct zm_draft *draft, const struct zm_policy_player *player,
                    const struct zm_policy_game *game, float weight, unsigned foreign,
                    uint64_t seed);
/* Takes a part of the game out, by lot; draft->chances are the legal moves then. There is a move. */
void zm_draft_cut(struct zm_draft *draft);
/* Makes moves by lot until none is left. */
void zm_draft_grow(struct zm_draft *draft);
/* The length of what is tried, and its moves. */
static inline unsigned zm_draft_tried(const struct zm_draft *draft)
{
    return draft->first + draft->end;
}
void zm_draft_read(const struct zm_draft *draft, zm_paper_move *moves);
/* Takes what is tried for the game, or goes back to the game as it was. */
void zm_draft_accept(struct zm_draft *draft);
void zm_draft_reject(struct zm_draft *draft);

#endif
