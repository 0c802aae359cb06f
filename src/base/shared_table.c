/* The memory of a shared table; see shared_table.h.
 *
 * A table doubles in place, in address space asked for once: no second table is needed beside it.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "base/shared_table.h"

#include <sys/mman.h>

enum { SMALL_PAGE = 1 << 12, LARGE_PAGE = 1 << 21 };

/* Bytes of a table, with the entries behind its last bucket. */
static size_t size_of(const struct zm_shared_shape *shape, size_t buckets)
{
    return (buckets * shape->bucket + shape->probed - shape->bucket) * shape->words *
           sizeof(uint64_t);
}

bool zm_shared_open(struct zm_shared_table *table, const struct zm_shared_shape *shape,
                    size_t first, size_t most)
{
    *table = (struct zm_shared_table){0};
    for (table->most = most; table->most > 0; table->most /= 2) {
        table->space_size = size_of(shape, table->most) + LARGE_PAGE;
        void *space = mmap(NULL, table->space_size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (space == MAP_FAILED)
            continue;
        uintptr_t start = (uintptr_t)space + LARGE_PAGE - 1;
        table->space = space;
        table->words = (_Atomic uint64_t *)(start & ~(uintptr_t)(LARGE_PAGE - 1));
        atomic_init(&table->buckets, first < table->most ? first : table->most);
        return true;
    }
    return false;
}

void zm_shared_close(struct zm_shared_table *table)
{
    if (table->space != NULL)
        munmap(table->space, table->space_size);
    *table = (struct zm_shared_table){0};
}

/* Only advice: taken or not. Large pages mean fewer misses of the address cache, and memory given at
 * once fewer faults than page after page. */
void zm_shared_expect(struct zm_shared_table *table, const struct zm_shared_shape *shape,
                      size_t buckets)
{
    size_t size = size_of(shape, buckets);
#ifdef MADV_HUGEPAGE
    if (size >= LARGE_PAGE)
        madvise((void *)table->words, size & ~(size_t)(LARGE_PAGE - 1), MADV_HUGEPAGE);
#endif
#ifdef MADV_POPULATE_WRITE
    size_t begin = size_of(shape, zm_shared_buckets(table)) & ~(size_t)(SMALL_PAGE - 1);
    madvise((char *)table->words + begin, size - begin, MADV_POPULATE_WRITE);
#endif
    (void)size;
}
