/* Hunts: proofs of claims on small boards that take too many moves for a search by depth.
 *
 * A proof-number search (df-pn: Nagai 2002) over places (force.h), in which the numbers of a new
 * place come from a guess that was learned by playing (guess.h): the less of a claim is left, the
 * more there is to prove. So mostly one move of the hero is searched, all of the other, and as deep
 * as it takes. Of the numbers of all moves the largest counts in full and the others in part, for
 * many of them are about the same places.
 *
 * What is proved rests on what was proved before it, so places never come back in a strategy. Boards
 * might: the whole strategy is drawn (plays.h), and a place that brings one back against the rule of
 * ko is barred, after which the proofs that rested on it are looked for again. What is refuted here
 * is refuted for this way only, as places on it count as lost: it guides the search, and is no
 * answer. */
#ifndef ZM_ENGINES_GO_HUNT_H
#define ZM_ENGINES_GO_HUNT_H

#include "engines/go/guess.h"
#include "engines/go/plays.h"

enum { HUNT_DEPTH = 100 };

struct hunt_entry;

struct hunt {
    const struct force *claim; /* what is claimed, by whom; of no search */
    struct guess guess;
    struct hunt_entry *table; /* in groups of four */
    uint64_t mask;
    struct zm_table barred;   /* keys of places that count as lost */
    struct zm_table failed;   /* of those that the last drawing could not go on from */
    uint64_t way[HUNT_DEPTH]; /* the keys of the places that are being searched */
    unsigned depth;
    bool stopped;
    uint64_t nodes, until; /* looked at so far; when to stop */
    uint64_t mending;      /* how many one place of a strategy may take to be proved again, */
    unsigned ceiling;      /* and only what is proved in fewer moves counts for it */
};

/* A table of about so many bytes. False: there is no memory. */
bool hunt_open(struct hunt *hunt, const struct force *claim, size_t bytes);
void hunt_close(struct hunt *hunt);
/* Is the claim forced from a place? Looks at so many nodes or a few more. False says nothing. The
 * guess must have learned. */
bool hunt_proves(struct hunt *hunt, const struct force_place *place, uint64_t nodes);
/* Draws the strategy of a proved place, as far as it is proved. False: some of it is not, and is
 * among what failed now; or it was stopped, or would take more memory than the run has for both. */
bool hunt_draws(struct hunt *hunt, const struct force_place *place, struct plays *plays);

/* What a proof has to hold under. */
struct hunt_rule {
    enum go_ko ko;
    const struct small_board *past; /* boards that were there before, all of which must stay away */
    unsigned past_count;
    unsigned moves;   /* that the game may still have */
    uint64_t nodes;   /* that may be looked at, or about twice as many, from the place */
    uint64_t mending; /* and to prove one place of the strategy again, at first */
};

/* Is the claim forced from a place under a rule? Proves it, draws the strategy, and searches again
 * what brings boards back. False says nothing. */
bool hunt_holds(struct hunt *hunt, const struct force_place *place, const struct hunt_rule *rule);

#endif
