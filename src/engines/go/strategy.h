/* Strategies by superko on small boards, taken from a table of all places (whole.h) and checked: a
 * margin that is forced from a place must still be got with all boards behind that were there.
 *
 * The hero goes from place to place so that each was decided before the last one, and so no place
 * comes back. He chooses no stone that brings back a board of the game; of the other's stones all
 * are answered but those that bring one back, which the rule forbids. It is over where he keeps
 * enough even if he only passes from then on, or by two passes with enough. Then all plays of the
 * strategy are drawn (plays.h): a place that he leads to with a board that the strategy itself had
 * before is barred, and a strategy without it is looked for.
 *
 * Nothing is believed of the table but in which order places were decided. Every place of the
 * drawing is looked at by the rules: all stones of the other are in it, one move of the hero, and
 * the longest play grows shorter with every move. A mistake in the table could cost an answer, and
 * not make one wrong. */
#ifndef ZM_ENGINES_GO_STRATEGY_H
#define ZM_ENGINES_GO_STRATEGY_H

#include "engines/go/whole.h"

/* The game before a place. */
struct way {
    enum go_ko ko;  /* a superko */
    unsigned left;  /* moves that the game may still have */
    unsigned count; /* of boards, without the present one */
    struct small_board boards[WHOLE_LONGEST];
    uint8_t turns[WHOLE_LONGEST]; /* who was to move: 1 Black, 2 White, 3 both */
};

/* Adds the board of a place from which a move leads on. */
void way_add(struct way *way, const struct force_place *place);
/* Would a stone that leads to a place bring a board back? */
bool way_forbids(const struct way *way, const struct force_place *next);

/* What is claimed, by whom; force.h counts by it. No search is made, so it needs no table. */
struct force strategy_claim(const struct whole *whole, unsigned hero);
/* Does the hero get his margin from a place, by the rule? False: not by the order of the table. */
bool strategy_holds(const struct whole *whole, const struct force *claim, const struct way *way,
                    const struct force_place *place, uint64_t *nodes);

#endif
