/* Memory for large tables; see pages.h. */
#define _DEFAULT_SOURCE /* madvise, where there is one */
#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { CACHE_LINE = 64 };

void *zm_pages(size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE_PAGE = 1 << 21 };
    if (size >= LARGE_PAGE) {
        if (size > SIZE_MAX - LARGE_PAGE)
            return NULL;
        size_t whole = (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE; /* as C asks for */
        void *memory = aligned_alloc(LARGE_PAGE, whole);
        if (memory != NULL)
            madvise(memory, whole, MADV_HUGEPAGE); /* only advice: taken or not */
        return memory;
    }
#endif
    return size % CACHE_LINE == 0 ? aligned_alloc(CACHE_LINE, size) : malloc(size);
}
