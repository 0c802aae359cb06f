/* Margins that a player can force on a small board whatever was on it before: proofs by depth, as a
 * least fixed point, with a table that holds on every way.
 *
 * A place is all that the next move depends on under the simple rule of ko: the stones, who moves,
 * whether the other has just passed, and the point on which a ko must not be taken back. Forced in n
 * moves is what is forced at once (stones that nobody can take, a pass that ends the game) or, by
 * the hero, in n - 1 moves after some move, and by the other after every move. Nothing in that looks
 * back, so what is found once is true for good, and every move of the hero brings the end nearer: a
 * place never comes back. A board might, once with a ko on it open and once closed: who claims a
 * margin under the rules of a game goes through the whole strategy, and what brings a board back
 * against the rules is barred (force_lasts). */
#ifndef ZM_ENGINES_GO_FORCE_H
#define ZM_ENGINES_GO_FORCE_H

#include "base/run.h"
#include "base/table.h"
#include "engines/go/small.h"

struct force_place {
    struct small_board board;
    uint8_t turn; /* 0: Black */
    bool passed;
    uint8_t ko; /* the point that is barred, and one; 0: none */
};

struct force_entry;

struct force {
    const struct small_size *size;
    struct zm_run *run;
    unsigned hero;             /* who claims */
    int target;                /* that he gets so many points more than the other, or even more */
    bool patient;              /* counts only what is kept without an answer */
    struct force_entry *table; /* in groups of four */
    uint64_t mask;
    struct zm_table barred;            /* keys of places that count as not forced */
    uint32_t history[2][SMALL_POINTS]; /* how good a point was for each side */
    bool stopped;
    uint64_t nodes;
};

/* A table of about so many bytes. False: there is no memory. */
bool force_open(struct force *force, const struct small_size *size, size_t bytes,
                struct zm_run *run);
void force_close(struct force *force);
/* Claims something else: what the table has is forgotten, but for what still holds of a larger
 * margin. */
void force_aim(struct force *force, unsigned hero, int target);
/* Is it forced in so many moves? Sets how many the longest play takes. */
bool force_finds(struct force *force, const struct force_place *place, unsigned depth,
                 unsigned *length);

/* Writes where the stones of the player to move lead, and their points; returns how many. */
unsigned force_moves(const struct small_size *size, const struct force_place *place,
                     struct force_place *next, uint8_t *points);
/* A number for a place that all its images under the symmetries share; sets which of them turns the
 * place into that one. */
uint64_t force_key(const struct small_size *size, const struct force_place *place, unsigned *image);
/* A number for a place as it lies. */
uint64_t force_word(const struct force_place *place);
/* The place of such a number, of either kind. */
struct force_place force_place_of(uint64_t key);
/* Is it forced already: by stones that nobody can take, and what they surround? Or lost in that
 * way? */
bool force_is_sure(const struct force *force, const struct force_place *place);
bool force_is_hopeless(const struct force *force, const struct force_place *place);
/* Either of them, or forced by a pass that ends the game. 1: forced, -1: lost, 0: it is open. */
int force_decided(const struct force *force, const struct force_place *place);
/* May the hero, who is to move, place a stone after which it is forced at once? */
bool force_has_last(const struct force *force, const struct force_place *place);
/* The hero's points less the other's. */
int force_margin(const struct force *force, const struct small_board *board);
/* How long the longest play from a place is by what the table has; FORCE_OPEN: it has no proof. */
enum { FORCE_OPEN = 0xff };
unsigned force_known(struct force *force, const struct force_place *place);
/* Counts a place as not forced from now on. False: there is no memory. */
bool force_bar(struct force *force, const struct force_place *place);
/* Forgets what is proved, but not what was not forced. */
void force_forget(struct force *force);
/* Forgets all, and counts from now on only what is kept without answers. */
void force_be_patient(struct force *force);

/* force_graph.c: all that can happen. */

enum force_lasting {
    FORCE_UNKNOWN, /* stopped, or no memory */
    FORCE_RETURNS, /* some places were barred, and all proofs forgotten: search again */
    FORCE_LASTS,   /* it holds by this rule of ko */
};

/* Goes through all plays of the strategy found for a place, and looks for stones that bring a board
 * back against the rule of ko: of the hero, who must not, and with simple ko, where the game would
 * be a draw, also of the other. `past` are boards that were there before, all of which must stay
 * away. */
enum force_lasting force_lasts(struct force *force, const struct force_place *place, enum go_ko ko,
                               const struct small_board *past, unsigned past_count);
/* Is it never forced? Looks for places that the other can stay among for ever, none of them forced
 * in so many moves, with at most so many nodes. False says nothing. */
bool force_never(struct force *force, const struct force_place *place, unsigned depth,
                 uint64_t nodes);

#endif
