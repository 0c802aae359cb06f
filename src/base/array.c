/* Growing arrays; see array.h. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

enum { FEWEST = 16 };

void *zm_array_grow(void *items, size_t *capacity, size_t count, size_t size)
{
    size_t wanted = *capacity < FEWEST / 2 ? FEWEST : *capacity * 2;
    wanted = wanted < count ? count : wanted;
    if (wanted > SIZE_MAX / 2 / size)
        return NULL;
    void *larger = realloc(items, wanted * size);
    if (larger != NULL)
        *capacity = wanted;
    return larger;
}
