/* Levels: how strong to play, from 1 to 10. People see four names: easy (2), fair (4), strong (7)
 * and perfect (10). One table in level.c says what a level means; it holds for every player. */
#ifndef ZM_THINK_LEVEL_H
#define ZM_THINK_LEVEL_H

#include "think/player.h"

enum { ZM_LEVEL_MOST = 10 };

struct zm_level {
    uint64_t nodes; /* positions looked at, or playouts; 0: as many as the clock allows */
    unsigned depth; /* moves looked ahead; 0: as many as the nodes allow */
    unsigned slip;  /* percent: how often a line is passed over for the next best one */
};

/* What a level, from 1 to ZM_LEVEL_MOST, means. */
const struct zm_level *zm_level_at(unsigned level);
/* Reads "1" to "10" or one of the four names. */
enum zm_status zm_level_parse(const char *text, unsigned *level, struct zm_error *error);
/* The name that people see for a level; NULL: it has none. */
const char *zm_level_name(unsigned level);
/* Takes from a pace what a level does not have: below the last, proofs too. */
void zm_level_limit(unsigned level, struct zm_pace *pace);
/* Puts the line that a level plays before the others; the thought holds all lines, best first. */
void zm_level_choose(unsigned level, struct zm_random *random, struct zm_thought *thought);

#endif
