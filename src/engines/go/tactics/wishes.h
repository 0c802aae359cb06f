/* Statistics on goals (Helmstetter 2007): tactical searches say which goals of a position are still
 * open and by which moves they are won, random games say how much each of them matters. A move is
 * worth as much as the best goal that it wins; the goal "be first on a point" is won by that point,
 * and with it alone this is all moves as first (AMAF), but that means of few games are lowered by
 * their standard errors: of hundreds of goals some would look best by chance.
 *
 * Only goals of the player to move count: that they are won is proved. That a goal of the other is
 * broken means only that no threats prove it any more; and it fails also where his stones are taken,
 * which says nothing of the moves that break it. */
#ifndef ZM_ENGINES_GO_TACTICS_WISHES_H
#define ZM_ENGINES_GO_TACTICS_WISHES_H

#include "engines/go/tactics/status.h"

enum {
    GO_WISH_CONNECT = 1,
    GO_WISH_REACH = 2,
    GO_WISH_CAPTURE = 4,
    GO_WISH_EYE = 8,
    GO_WISH_OWN = 16, /* the points of existing chains, in the end */
    GO_WISH_ALL = 31,
    GO_WISH_USUAL = GO_WISH_CONNECT | GO_WISH_REACH,
};

/* What the games say of a move that wins a goal: the mean score of those in which the goal was
 * reached; by how much that is more than in the others; or the mean score of those in which the goal
 * was reached and the player to move was first on the point. The last is what the move's own mean
 * would be if random games knew that it wins the goal. */
enum go_formula { GO_FORMULA_MEAN, GO_FORMULA_DIFFERENCE, GO_FORMULA_JOINT };

struct go_wishes;

/* `kinds` are bits of goals; `most` bounds the nodes of a search. NULL: no memory. */
struct go_wishes *go_wishes_open(unsigned kinds, enum go_formula formula, uint64_t most);
void go_wishes_close(struct go_wishes *wishes);
/* Looks for the open goals of a position; returns how many there are. */
unsigned go_wishes_find(struct go_wishes *wishes, const struct goban *board);
/* Tells of a random game: that it begins, each of its moves before it is made, its end with who was
 * first on each point, and its score for Black. */
void go_wishes_begin(struct go_wishes *wishes);
void go_wishes_moving(struct go_wishes *wishes, const struct goban *board, uint16_t move);
void go_wishes_end(struct go_wishes *wishes, const struct goban *board, const uint8_t *first,
                   int score);
/* What each move is worth for the player to move, by the best goal that it wins; -INFINITY: nothing
 * is known. */
void go_wishes_judge(struct go_wishes *wishes, double worths[GOBAN_POINTS]);

#endif
