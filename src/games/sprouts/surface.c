/* Surfaces by name. Every compact surface is a sphere with n handles (genus n) or with n cross-caps
 * (genus -n); the thesis writes T^n and P^n. */
#include "games/sprouts/surface.h"

#include "games/sprouts/land.h"

#include <stdlib.h>
#include <string.h>

/* The number after "name:", 1 when there is none, 0 when it is no good. */
static int read_count(const char *text, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(text, name, length) != 0)
        return 0;
    if (text[length] == '\0')
        return 1;
    char *end = NULL;
    if (text[length] != ':' || text[length + 1] < '0' || text[length + 1] > '9')
        return 0;
    long count = strtol(text + length + 1, &end, 10);
    return *end != '\0' || count < 1 || count > ZM_SPROUTS_GENUS_LIMIT ? 0 : (int)count;
}

enum zm_status zm_sprouts_surface_read(const char *text, int *genus, struct zm_error *error)
{
    int handles = read_count(text, "torus"), crosscaps = read_count(text, "projective");
    if (strcmp(text, "sphere") == 0 || strcmp(text, "plane") == 0)
        *genus = 0;
    else if (strcmp(text, "torus:all") == 0)
        *genus = ZM_SPROUTS_EVERY_GENUS;
    else if (strcmp(text, "klein") == 0)
        *genus = -2;
    else if (handles > 0)
        *genus = handles;
    else if (crosscaps > 0)
        *genus = -crosscaps;
    else
        return zm_fail(error, ZM_BAD_INPUT,
                       "--surface %.40s: expected sphere, torus, torus:N, torus:all, projective, "
                       "projective:N or klein, N from 1 to %d",
                       text, ZM_SPROUTS_GENUS_LIMIT);
    return ZM_OK;
}

void zm_sprouts_surface_name(int genus, struct zm_buffer *text)
{
    if (genus == 0)
        zm_buffer_text(text, "sphere");
    else if (genus == 1)
        zm_buffer_text(text, "torus");
    else if (genus == -1)
        zm_buffer_text(text, "projective plane");
    else if (genus == -2)
        zm_buffer_text(text, "Klein bottle");
    else if (genus == ZM_SPROUTS_EVERY_GENUS)
        zm_buffer_text(text, "every orientable surface");
    else
        zm_buffer_format(text, "sphere with %d %s", abs(genus),
                         genus > 0 ? "handles" : "cross-caps");
}
