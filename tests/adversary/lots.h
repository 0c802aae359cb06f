/* Options drawn by lot from the declared parameters: whatever table declares one, it takes part. */
#ifndef ZM_TESTS_ADVERSARY_LOTS_H
#define ZM_TESTS_ADVERSARY_LOTS_H

#include "api/question.h"
#include "base/random.h"

enum { LOTS_MOST = 40, LOTS_LONGEST = 512 };

struct lots {
    struct zm_option options[LOTS_MOST];
    char texts[LOTS_MOST][LOTS_LONGEST];
    size_t count;
    const char *position; /* for options that take one; NULL: none is drawn */
    const char *folder;   /* for options that name a file */
};

/* One in `often`. */
bool lots_one_in(struct zm_random *random, unsigned often);
void lots_begin(struct lots *lots, const char *position, const char *folder);
/* Copies the options of another lot. */
void lots_take(struct lots *lots, const struct lots *other);
/* Adds an option; one of that name that is there already stays as it is. */
void lots_add(struct lots *lots, const char *name, const char *text);
/* Draws values for about half of the parameters of a table (which may be NULL). Every value that a
 * choice or a flag can have comes up, and the small ones of an integer. */
void lots_draw(struct lots *lots, const struct zm_param *table, struct zm_random *random);
/* Removes the files that options named. */
void lots_remove_files(const struct lots *lots);
/* Appends the options as on the command line. */
void lots_print(const struct lots *lots, struct zm_buffer *text);
/* Appends a text as a shell reads it back. */
void lots_quote(const char *text, struct zm_buffer *out);
/* The next parameter of a table whose values cannot be drawn, after `after` (NULL: from the start);
 * NULL: there is none. */
const struct zm_param *lots_not_drawn(const struct zm_param *table, const struct zm_param *after);

#endif
