/* Tables of the values of strips: all sets of free cells of a few lines of a few places.
 *
 * There are many sets and few values: the 65,536 sets of two lines of eight places are worth only
 * 124 different games, whole numbers apart. So a value is a whole number and the number of a class,
 * and what can be moved to from a class (the options of its canonical form) is a short list of the
 * same kind. */
#ifndef ZM_ENGINES_DOMINEERING_VALUES_H
#define ZM_ENGINES_DOMINEERING_VALUES_H

#include "base/error.h"
#include "base/run.h"

enum {
    ZM_VALUED_LINES = 4,            /* of the highest strips */
    ZM_MOST_CLASSES = (1 << 20) - 1 /* so that six fit into two words, beside a small number */
};

/* A value in four bytes: a class, 0 that of whole numbers, and what is to be added to its game.
 * `hot` is the right wall of the thermograph of that game at t = 1, in eighths: what it looks worth
 * while moves are worth about 1. Nothing is proved by it. */
struct zm_strip_value {
    unsigned class : 20;
    signed whole : 5;
    signed hot : 7;
};

/* What a value looks worth at t = 1, in eighths. */
static inline int zm_strip_hot(struct zm_strip_value value)
{
    return 8 * value.whole + value.hot;
}

/* An entry of a table; while the table is made, the game that it will be the value of. */
union zm_strip_entry {
    struct zm_strip_value value;
    uint32_t game;
};

struct zm_value_class {
    uint32_t first; /* of its options: those of Left, then those of Right */
    uint32_t lefts, rights;
    struct zm_strip_value negative; /* of the game of the class */
};

struct zm_value_maker;

/* Tables are read only once they are made, so that threads share them; for regions (regions.h)
 * classes and options are added behind those that others read. */
struct zm_strip_values {
    unsigned width[ZM_VALUED_LINES + 1];           /* places, by number of lines, from 2; 0: none */
    union zm_strip_entry *of[ZM_VALUED_LINES + 1]; /* cell i of line k: bit k * width + i */
    struct zm_value_class *classes;
    struct zm_strip_value *options;
    size_t class_count, option_count;
    struct zm_value_maker *maker;
};

/* Makes the tables, of the widths that are asked for; ZM_STOPPED when the run is. Regions may then
 * take so many bytes. */
enum zm_status zm_strip_values_open(struct zm_strip_values *values,
                                    const unsigned width[ZM_VALUED_LINES + 1], size_t bytes,
                                    struct zm_run *run, struct zm_error *error);
void zm_strip_values_close(struct zm_strip_values *values);

#endif
