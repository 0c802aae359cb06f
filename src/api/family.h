/* A family of positions: a pattern with variables, '{n}x{m}', and their ranges, n=3..5 m=3..9. */
#ifndef ZM_API_FAMILY_H
#define ZM_API_FAMILY_H

#include "base/buffer.h"
#include "base/error.h"

enum { ZM_FAMILY_VARIABLES = 4 };

struct zm_variable {
    char name[16];
    int64_t first, last;
};

struct zm_family {
    const char *pattern;
    struct zm_variable variables[ZM_FAMILY_VARIABLES];
    size_t count;
};

/* Reads the ranges, and checks that the pattern uses each variable and no other. */
enum zm_status zm_family_parse(struct zm_family *family, const char *pattern, const char **ranges,
                               size_t count, struct zm_error *error);
/* How many positions there are. */
size_t zm_family_size(const struct zm_family *family);
/* The values of the variables for position `index`: the last variable runs fastest. */
void zm_family_values(const struct zm_family *family, size_t index, int64_t *values);
/* Appends the text of position `index`. */
void zm_family_text(const struct zm_family *family, size_t index, struct zm_buffer *text);

#endif
