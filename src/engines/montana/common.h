/* Can a deal of Montana's common variant be won? Class by class with block search (common.c), or by
 * short random searches with a table of what is lost (restarts.c); what they share. */
#ifndef ZM_ENGINES_MONTANA_COMMON_H
#define ZM_ENGINES_MONTANA_COMMON_H

#include "engines/montana/blocks.h"

/* Classes that wait, by one of their positions each. */
struct zm_class_pool {
    struct zm_waiting_class *items;
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
    uint64_t index;    /* of the class being looked into */
    uint64_t patience; /* blocks after which a base game is put off */
};

/* Stands at the start of a deal of the common variant; `name` is the search, for its errors. */
enum zm_status zm_common_open(struct zm_common *common, const char *name, struct zm_alone *alone,
                              struct zm_quest *quest, struct zm_error *error);
void zm_common_close(struct zm_common *common);
/* Has the search come to its end: a solution, a limit, no memory? */
bool zm_common_is_over(const struct zm_common *common);
/* Notes a class that is looked into, and from which it was met; false: no memory. */
bool zm_common_note(struct zm_common *common, struct zm_hash128 key, uint64_t parent);

/* common_line.c: makes the line of the quest, through the classes noted to the one being looked
 * into, then that of the blocks. */
void zm_common_tell(struct zm_common *common);
/* The same for a line of blocks that goes from class to class. */
void zm_common_tell_exits(struct zm_common *common, const struct zm_gaps *start,
                          const struct zm_blocks *blocks);
/* Notes the class of a position, as the next one after the last that was noted, unless it is that. */
void zm_common_note_next(struct zm_common *common, const struct zm_gaps *gaps);

extern const struct zm_search zm_montana_classes, zm_montana_class_blocks, zm_montana_portfolio;

#endif
