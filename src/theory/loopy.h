/* Loopy games on small graphs: positions may come back. A stopper is a game without an infinite
 * play in which the players alternate; on = {on|}, off = {|off}, over = {0|over} and under =
 * {under|0} are stoppers, dud = {dud|dud} is not. Stoppers are compared by play: G >= H iff Left,
 * moving second, survives G - H. (Siegel, Combinatorial Game Theory, chapter VI.)
 *
 * Text: sums of names, of numbers, nimbers and ups as `zermelo value` reads them, and
 * of labelled games a{0|a}: a label before the braces may stand among the options inside. A
 * question, G ? H, asks for the relation of two stoppers. */
#ifndef ZM_THEORY_LOOPY_H
#define ZM_THEORY_LOOPY_H

#include "theory/value.h"

struct zm_loopy; /* a graph of positions */

enum zm_loopy_result { ZM_LOOPY_LEFT, ZM_LOOPY_RIGHT, ZM_LOOPY_DRAW };

struct zm_loopy *zm_loopy_open(struct zm_universe *universe);
void zm_loopy_close(struct zm_loopy *loopy);
/* After these, ask zm_loopy_check: what failed is remembered and everything answers 0. */
uint32_t zm_loopy_of_value(struct zm_loopy *loopy, zm_conway g);
uint32_t zm_loopy_node(struct zm_loopy *loopy);
void zm_loopy_option(struct zm_loopy *loopy, uint32_t node, bool right, uint32_t option);
uint32_t zm_loopy_negate(struct zm_loopy *loopy, uint32_t node);
uint32_t zm_loopy_add(struct zm_loopy *loopy, uint32_t a, uint32_t b);
enum zm_status zm_loopy_check(struct zm_loopy *loopy, struct zm_error *error);

/* Who wins, Left (`right` false) or Right moving first; a play without end is a draw. */
enum zm_loopy_result zm_loopy_outcome(struct zm_loopy *loopy, uint32_t node, bool right);
bool zm_loopy_is_stopper(struct zm_loopy *loopy, uint32_t node);
/* Can both players go on moving here for ever, whatever happens? Then it is dud. */
bool zm_loopy_is_dud(struct zm_loopy *loopy, uint32_t node);
/* Of two stoppers. */
enum zm_relation zm_loopy_compare(struct zm_loopy *loopy, uint32_t a, uint32_t b);
/* A name that the game is equal to: dud; the canonical form of a game without loops; on, off, a
 * number plus over, under, or ups and a nimber; for a game that is no stopper "S & T", its onside
 * and its offside, or one of them when they are the same. False: none was found, and nothing is
 * written. */
bool zm_loopy_name(struct zm_loopy *loopy, uint32_t node, struct zm_buffer *text);
/* The name, or the game with its options in braces and labels where it comes back (as it was given:
 * options that do not matter are not taken out). False: it is too deep for that. */
bool zm_loopy_print(struct zm_loopy *loopy, uint32_t node, struct zm_buffer *text);

/* loopy_text.c */
struct zm_loopy_evaluation {
    uint32_t value;
    bool comparison;
    enum zm_relation relation; /* of the left side to the right side */
};
enum zm_status zm_loopy_evaluate(struct zm_loopy *loopy, struct zm_universe *universe,
                                 const char *text, struct zm_loopy_evaluation *evaluation,
                                 struct zm_error *error);

#endif
