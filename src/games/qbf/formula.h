/* Formulas in conjunctive normal form for the QBF game, and the reduction of the game to geography.
 *
 *   1,3;2,-3;-1,-2,-3     clauses separated by ';', literals by ',': x1 or x3, and x2 or not x3...
 *
 * Variables are 1, 2, ..., fixed in this order: the first player (who wants the formula true) fixes
 * the odd ones, the second the even ones. */
#ifndef ZM_GAMES_QBF_FORMULA_H
#define ZM_GAMES_QBF_FORMULA_H

#include "base/buffer.h"
#include "base/error.h"
#include "theory/graph.h"

enum { ZM_QBF_VARIABLES = 24, ZM_QBF_CLAUSES = 40 };

struct zm_formula {
    unsigned variables, clauses;
    uint32_t positive[ZM_QBF_CLAUSES], negative[ZM_QBF_CLAUSES]; /* bit v-1: variable v */
};

enum zm_status zm_formula_parse(const char *text, size_t size, struct zm_formula *formula,
                                struct zm_error *error);
void zm_formula_print(const struct zm_formula *formula, struct zm_buffer *text);
/* Is it true when the variables with bits in `truth` are true? */
bool zm_formula_true(const struct zm_formula *formula, uint32_t truth);
/* Schaefer's reduction: the first player wins (arc or vertex) geography from `start` iff he wins
 * the QBF game. An even number of variables gets one more, which nothing depends on. */
enum zm_status zm_formula_geography(const struct zm_formula *formula, struct zm_graph *graph,
                                    unsigned *start, struct zm_error *error);

#endif
