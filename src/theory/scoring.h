/* Scoring games: the player who has more points at the end wins, and the end comes when the player
 * to move has no move. So each side of a game is either a list of options or an atom, the score
 * (Left's points minus Right's) with which the game ends when that side has to move here:
 * {1,2|@-3} lets Left move to the finished games 1 and 2, and ends with -3 when Right is to move.
 *
 * A game is guaranteed when at every position without a move for Left the atom is no more than any
 * score that could still be reached, and the other way round for Right: to have no move is never
 * an advantage. Guaranteed games are compared by a finite test, G >= H iff G + X is as good for
 * Left as H + X whatever guaranteed game X is. (Larsson, Neto, Nowakowski, Santos, Guaranteed
 * Scoring Games, 2015; they contain the games of Milnor, 1953, and of Ettinger, 1996.) Outcome
 * classes: Stewart, Scoring Play Combinatorial Games, 2011. */
#ifndef ZM_THEORY_SCORING_H
#define ZM_THEORY_SCORING_H

#include "base/error.h"
#include "theory/dyadic.h"
#include "theory/value.h"

struct zm_scoring;          /* a set of games, each form kept once */
typedef uint32_t zm_scored; /* a handle; 0 is the finished game with score 0 */

struct zm_scoring_side {
    const zm_scored *options;
    size_t count;          /* 0: an atom */
    struct zm_dyadic atom; /* of a side without options */
};

struct zm_scoring *zm_scoring_open(void);
void zm_scoring_close(struct zm_scoring *scoring);
/* After these, ask zm_scoring_check: what failed is remembered and everything answers 0. */
zm_scored zm_scoring_number(struct zm_scoring *scoring, struct zm_dyadic score);
zm_scored zm_scoring_make(struct zm_scoring *scoring, struct zm_scoring_side left,
                          struct zm_scoring_side right);
zm_scored zm_scoring_negate(struct zm_scoring *scoring, zm_scored g);
zm_scored zm_scoring_add(struct zm_scoring *scoring, zm_scored g, zm_scored h);
/* An equal game, smaller where it can be: without dominated options, past reversible ones that
 * have somewhere to go, a number when it is equal to one. Games that are not guaranteed stay. */
zm_scored zm_scoring_simplify(struct zm_scoring *scoring, zm_scored g);
enum zm_status zm_scoring_check(const struct zm_scoring *scoring, struct zm_error *error);

struct zm_scoring_side zm_scoring_options(const struct zm_scoring *scoring, zm_scored g,
                                          bool right);
/* The final score of best play when Left (`right` false) or Right begins. */
struct zm_dyadic zm_scoring_stop(const struct zm_scoring *scoring, zm_scored g, bool right);
/* The same when the player who does not begin may pass, as often as wanted. */
struct zm_dyadic zm_scoring_passing_stop(const struct zm_scoring *scoring, zm_scored g, bool right);
/* 'L', 'R': that player wins at least when beginning or when answering and never loses; 'N', 'P':
 * the player who begins, who answers, wins; 'T': a tie, whoever begins. */
char zm_scoring_outcome(const struct zm_scoring *scoring, zm_scored g);
bool zm_scoring_is_guaranteed(const struct zm_scoring *scoring, zm_scored g);
/* Of two guaranteed games. */
enum zm_relation zm_scoring_compare(struct zm_scoring *scoring, zm_scored g, zm_scored h);

/* scoring_text.c: numbers, {a,b|c}, {@-1|c}, sums, differences, parentheses; G ? H compares. */
struct zm_scoring_evaluation {
    zm_scored value;
    bool comparison;
    enum zm_relation relation; /* of the left side to the right side */
};
enum zm_status zm_scoring_evaluate(struct zm_scoring *scoring, const char *text,
                                   struct zm_scoring_evaluation *evaluation,
                                   struct zm_error *error);
/* False, and only a part is written, when the text is longer than this. */
enum { ZM_SCORING_LONGEST = 1 << 20 };
bool zm_scoring_print(const struct zm_scoring *scoring, zm_scored g, struct zm_buffer *text);

#endif
