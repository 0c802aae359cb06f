/* Families of positions; see family.h. */
#include "api/family.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LARGEST_FAMILY = 1000000 };

static enum zm_status parse_range(struct zm_variable *variable, const char *text,
                                  struct zm_error *error)
{
    char junk;
    int fields = sscanf(text, "%15[a-z]=%" SCNd64 "..%" SCNd64 "%c", variable->name,
                        &variable->first, &variable->last, &junk);
    if (fields == 2 && strstr(text, "..") == NULL) {
        char *end;
        strtoll(strchr(text, '=') + 1, &end, 10);
        fields = *end == 0 ? 3 : 2;
        variable->last = variable->first;
    }
    if (fields != 3 || variable->last < variable->first ||
        variable->last - variable->first >= LARGEST_FAMILY)
        return zm_fail(error, ZM_BAD_INPUT, "range '%s': expected a name and a range, as in n=3..9",
                       text);
    return ZM_OK;
}

static const struct zm_variable *find_variable(const struct zm_family *family, const char *name,
                                               size_t length)
{
    for (size_t i = 0; i < family->count; i++)
        if (strlen(family->variables[i].name) == length &&
            strncmp(family->variables[i].name, name, length) == 0)
            return &family->variables[i];
    return NULL;
}

/* Calls for each piece of the pattern: text, or a variable. NULL at a brace that is wrong. */
static const char *next_piece(const struct zm_family *family, const char *at, size_t *length,
                              const struct zm_variable **variable)
{
    *variable = NULL;
    if (*at != '{') {
        *length = strcspn(at, "{");
        return at + *length;
    }
    size_t name = strcspn(at + 1, "}");
    *variable = find_variable(family, at + 1, name);
    *length = name + 1;
    return *variable == NULL || at[1 + name] == 0 ? NULL : at + name + 2;
}

enum zm_status zm_family_parse(struct zm_family *family, const char *pattern, const char **ranges,
                               size_t count, struct zm_error *error)
{
    bool used[ZM_FAMILY_VARIABLES] = {false};
    *family = (struct zm_family){.pattern = pattern};
    if (count == 0 || count > ZM_FAMILY_VARIABLES)
        return zm_fail(error, ZM_BAD_INPUT, "expected one to four ranges, as in n=3..9");
    for (; family->count < count; family->count++) {
        enum zm_status status =
            parse_range(&family->variables[family->count], ranges[family->count], error);
        if (status != ZM_OK)
            return status;
    }
    for (const char *at = pattern; *at != 0;) {
        size_t length;
        const struct zm_variable *variable;
        const char *next = next_piece(family, at, &length, &variable);
        if (next == NULL)
            return zm_fail(error, ZM_BAD_INPUT,
                           "pattern '%s': '%.*s}' names no variable that has a range", pattern,
                           (int)length, at);
        if (variable != NULL)
            used[variable - family->variables] = true;
        at = next;
    }
    for (size_t i = 0; i < count; i++)
        if (!used[i])
            return zm_fail(error, ZM_BAD_INPUT, "pattern '%s' does not use {%s}", pattern,
                           family->variables[i].name);
    return zm_family_size(family) <= LARGEST_FAMILY
               ? ZM_OK
               : zm_fail(error, ZM_BAD_INPUT, "more than a million positions");
}

static size_t extent(const struct zm_variable *variable)
{
    return (size_t)(variable->last - variable->first) + 1;
}

size_t zm_family_size(const struct zm_family *family)
{
    size_t size = 1;
    for (size_t i = 0; i < family->count && size <= LARGEST_FAMILY; i++)
        size *= extent(&family->variables[i]);
    return size;
}

void zm_family_values(const struct zm_family *family, size_t index, int64_t *values)
{
    for (size_t i = family->count; i > 0; i--) {
        const struct zm_variable *variable = &family->variables[i - 1];
        values[i - 1] = variable->first + (int64_t)(index % extent(variable));
        index /= extent(variable);
    }
}

void zm_family_text(const struct zm_family *family, size_t index, struct zm_buffer *text)
{
    int64_t values[ZM_FAMILY_VARIABLES];
    zm_family_values(family, index, values);
    for (const char *at = family->pattern; *at != 0;) {
        size_t length;
        const struct zm_variable *variable;
        const char *next = next_piece(family, at, &length, &variable);
        if (variable != NULL)
            zm_buffer_format(text, "%" PRId64, values[variable - family->variables]);
        else
            zm_buffer_add(text, at, length);
        at = next;
    }
}
