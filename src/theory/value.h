/* Conway's values: every short partisan game has exactly one canonical form, and a universe keeps
 * each form it meets once, so that two games are equal when their handles are equal.
 *
 * A handle is a zm_conway; it belongs to one universe, and a universe to one thread. When something
 * goes wrong inside (no memory, a number out of range, the run was stopped) the universe remembers
 * it, every later operation answers 0 at once, and the caller asks zm_universe_check at the end.
 *
 * Sources: Conway, On Numbers and Games; Berlekamp, Conway, Guy, Winning Ways; Siegel,
 * Combinatorial Game Theory (canonical forms II.2, thermographs II.5, atomic weights II.7). */
#ifndef ZM_THEORY_VALUE_H
#define ZM_THEORY_VALUE_H

#include "base/error.h"
#include "base/run.h"
#include "theory/dyadic.h"

typedef uint32_t zm_conway;
struct zm_universe;

enum { ZM_ZERO = 0 }; /* the handle of the value 0 in every universe */

/* `run` may be NULL: nothing stops the computation. NULL when there is no memory. */
struct zm_universe *zm_universe_open(struct zm_run *run);
void zm_universe_close(struct zm_universe *universe);
/* ZM_OK, or what went wrong since the universe was opened or last checked; forgets it. */
enum zm_status zm_universe_check(struct zm_universe *universe, struct zm_error *error);
/* The bytes that the values met so far take. */
size_t zm_universe_memory(const struct zm_universe *universe);
/* For those who build values: has something gone wrong? And: something went wrong (ZM_FAILED: no
 * memory, ZM_STOPPED). */
bool zm_universe_broken(const struct zm_universe *universe);
void zm_universe_fail(struct zm_universe *universe, enum zm_status status);
/* Stops when the universe and `more` bytes beside it are over `limit` (0: none), and says so. */
void zm_universe_bound(struct zm_universe *universe, size_t limit, size_t more);

/* Making values. number + ups * up + *nimber covers all that arithmetic needs no options for. */
zm_conway zm_conway_simple(struct zm_universe *universe, struct zm_dyadic number, int64_t ups,
                           uint32_t nimber);
zm_conway zm_conway_number(struct zm_universe *universe, struct zm_dyadic number);
zm_conway zm_conway_integer(struct zm_universe *universe, int64_t n);
zm_conway zm_conway_nimber(struct zm_universe *universe, uint32_t n);
/* The game { left | right }. */
zm_conway zm_conway_make(struct zm_universe *universe, const zm_conway *left, size_t left_count,
                         const zm_conway *right, size_t right_count);
/* A growing array of handles, for options in the making; memory that fails breaks the universe. */
struct zm_handles {
    zm_conway *items;
    size_t count, capacity;
};
void zm_handles_add(struct zm_universe *universe, struct zm_handles *handles, zm_conway g);
/* Sorts, and drops what is there twice. */
void zm_handles_sort(struct zm_handles *handles);
void zm_handles_free(struct zm_handles *handles);
/* The same as zm_conway_make; may change both lists. */
zm_conway zm_form_canonical(struct zm_universe *universe, struct zm_handles *left,
                            struct zm_handles *right);
zm_conway zm_conway_switch(struct zm_universe *universe, zm_conway left, zm_conway right);
/* tiny G = { 0 || 0 | -G }; miny is its negative. */
zm_conway zm_conway_tiny(struct zm_universe *universe, zm_conway g);

/* The options of the canonical form, sorted by handle; valid as long as the universe. */
struct zm_conway_list {
    const zm_conway *items;
    size_t count;
};
struct zm_conway_list zm_conway_left(struct zm_universe *universe, zm_conway g);
struct zm_conway_list zm_conway_right(struct zm_universe *universe, zm_conway g);

/* Is it a number, or a nimber? Sets which; the pointers may be NULL. */
bool zm_conway_is_number(const struct zm_universe *universe, zm_conway g, struct zm_dyadic *number);
bool zm_conway_is_nimber(const struct zm_universe *universe, zm_conway g, uint32_t *nimber);
/* Is it infinitesimal and all-small (in every position both can move, or none)? */
bool zm_conway_is_all_small(struct zm_universe *universe, zm_conway g);
/* Number plus infinitesimal: both stops are equal. */
bool zm_conway_is_numberish(const struct zm_universe *universe, zm_conway g);
/* Depth of the canonical form: the day on which the value is born. */
uint64_t zm_conway_birthday(struct zm_universe *universe, zm_conway g);

/* Arithmetic. */
zm_conway zm_conway_negate(struct zm_universe *universe, zm_conway g);
zm_conway zm_conway_add(struct zm_universe *universe, zm_conway g, zm_conway h);
zm_conway zm_conway_subtract(struct zm_universe *universe, zm_conway g, zm_conway h);
zm_conway zm_conway_multiple(struct zm_universe *universe, int64_t n, zm_conway g);
/* The ordinal sum G : H of the canonical form of G (a move in G wipes out H). */
zm_conway zm_conway_ordinal(struct zm_universe *universe, zm_conway g, zm_conway h);
/* G cooled by t >= 0, and G heated by t (its inverse on numbers and up to infinitesimals). */
zm_conway zm_conway_cool(struct zm_universe *universe, zm_conway g, struct zm_dyadic t);
zm_conway zm_conway_heat(struct zm_universe *universe, zm_conway g, struct zm_dyadic t);

/* Comparison. */
enum zm_relation { ZM_EQUAL, ZM_LESS, ZM_GREATER, ZM_CONFUSED };
bool zm_conway_le(struct zm_universe *universe, zm_conway g, zm_conway h);
enum zm_relation zm_conway_compare(struct zm_universe *universe, zm_conway g, zm_conway h);
/* 'N', 'P', 'L' or 'R'. */
char zm_conway_outcome(struct zm_universe *universe, zm_conway g);

/* Stops: the number that play ends with, Left or Right moving first. */
struct zm_dyadic zm_conway_left_stop(const struct zm_universe *universe, zm_conway g);
struct zm_dyadic zm_conway_right_stop(const struct zm_universe *universe, zm_conway g);

/* A wall of a thermograph: straight between its points (t rises), upright above the last. */
struct zm_thermograph_point {
    struct zm_dyadic t, value;
};
struct zm_wall {
    const struct zm_thermograph_point *points; /* the first at t = -1 */
    size_t count;
};
struct zm_thermograph {
    struct zm_wall left, right;
    struct zm_dyadic mean, temperature;
};
/* NULL after a failure that the universe remembers. */
const struct zm_thermograph *zm_conway_thermograph(struct zm_universe *universe, zm_conway g);
void zm_conway_draw_thermograph(struct zm_universe *universe, zm_conway g, struct zm_buffer *svg);

/* The atomic weight of an all-small game; false when it has none that the calculus gives. */
bool zm_conway_atomic_weight(struct zm_universe *universe, zm_conway g, zm_conway *weight);

/* Text: usual names where there are any, else options in braces. Plain ASCII reads back. */
enum zm_conway_style { ZM_CONWAY_ASCII, ZM_CONWAY_UNICODE };
void zm_conway_print(struct zm_universe *universe, zm_conway g, enum zm_conway_style style,
                     struct zm_buffer *text);

#endif
