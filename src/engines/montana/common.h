/* Can a deal of Montana's common variant be won? A complete search class by class (common.c), dives
 * (dive.c) and both in turn; what they share. */
#ifndef ZM_ENGINES_MONTANA_COMMON_H
#define ZM_ENGINES_MONTANA_COMMON_H

#include "engines/montana/blocks.h"

/* Classes that wait, by one of their positions each. */
struct zm_class_pool {
    struct zm_waiting_class *items;
    size_t count, capacity;
};

/* Positions that a class leads to. */
struct zm_class_ways {
    struct zm_gaps *items;
    size_t count, capacity;
};

struct zm_common {
    struct zm_path path;
    struct zm_quest *quest;
    struct zm_blocks blocks;
    struct zm_random random;
    struct zm_class_pool open, hard; /* those whose blocks were too many */
    struct zm_key_set seen;
    struct zm_hash128 *keys; /* of the classes looked into, and of their parents the indices */
    uint64_t *parents;
    size_t count, capacity;
    uint64_t index; /* of the class being looked into */
    struct zm_class_ways ways;
    uint64_t patience; /* blocks after which a base game is put off */
    uint64_t dives;
};

/* Do all Twos stand in the first column, where nothing moves them any more? */
bool zm_common_is_base(const struct zm_gaps *gaps);
/* Has the search come to its end: a solution, a limit, no memory? */
bool zm_common_is_over(const struct zm_common *common);
/* Counts a class that is looked into, and notes from which it was met; false: stopped. */
bool zm_common_note(struct zm_common *common, struct zm_hash128 key, uint64_t parent);
/* Decides a position whose Twos are all in the first column, or is cut off after so many blocks;
 * true: it was cut off. */
bool zm_common_decide(struct zm_common *common, const struct zm_gaps *gaps, uint64_t most);
/* Looks into the classes that wait until so many nodes have been visited; true: none is left, and
 * there is no solution. */
bool zm_common_search(struct zm_common *common, uint64_t until);

/* common_line.c: makes the line of the quest, through the classes noted to the one being looked
 * into, then that of the blocks. */
void zm_common_tell(struct zm_common *common);

/* dive.c: dives from a position until so many nodes have been visited. */
void zm_common_dive(struct zm_common *common, const struct zm_gaps *start, uint64_t until);

extern const struct zm_search zm_montana_classes, zm_montana_portfolio;

#endif
