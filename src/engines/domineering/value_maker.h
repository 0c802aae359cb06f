/* The work on values, shared by the tables of strips (values.c) and by regions (regions.c): the
 * games of the classes, and the values of games. Nobody else includes this. */
#ifndef ZM_ENGINES_DOMINEERING_VALUE_MAKER_H
#define ZM_ENGINES_DOMINEERING_VALUE_MAKER_H

#include "engines/domineering/board.h"
#include "engines/domineering/values.h"
#include "theory/value.h"

#include <pthread.h>
#include <stdbool.h>

/* A connected region: its cells, line after line with one taken place behind each, and above them
 * its width. 0: none. */
struct zm_known_region {
    zm_domino_cells shape;
    zm_conway game;
};

struct zm_value_maker {
    struct zm_universe *universe; /* polls no run: threads use it, each in its turn */
    struct zm_strip_values *values;
    zm_conway *games;                /* by class */
    size_t game_room;                /* for them */
    size_t completed;                /* classes that have their options */
    size_t class_room, option_room;  /* in the values */
    bool fixed;                      /* that room: other threads read there */
    struct zm_strip_value *value_of; /* by game; no class: not yet known */
    size_t known;                    /* games that it has room for */
    bool failed;                     /* nothing more is made */

    pthread_mutex_t mutex; /* of all this, once the tables are made */
    struct zm_known_region *regions;
    size_t region_size, region_count; /* places, a power of two; regions */
    size_t most;                      /* bytes, of the universe and the regions */
};

/* A game as its class and a whole number; the class has its options after the next call of the
 * other. */
struct zm_strip_value zm_value_of(struct zm_value_maker *maker, zm_conway game);
/* Gives all classes their options, and the classes of those; false when something failed. */
bool zm_complete_classes(struct zm_value_maker *maker);

#endif
