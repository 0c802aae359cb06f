/* An allocator that fails on purpose; see failing.h. */
#include "base/failing.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic uint64_t seen, allowed = UINT64_MAX;

void failing_after(uint64_t count)
{
    atomic_store(&allowed, count);
    atomic_store(&seen, 0);
}

bool failing_failed(void)
{
    return atomic_load(&seen) > atomic_load(&allowed);
}

uint64_t failing_seen(void)
{
    return atomic_load(&seen);
}

static bool fails(void)
{
    bool failing = atomic_fetch_add(&seen, 1) >= atomic_load(&allowed);
    if (failing)
        errno = ENOMEM;
    return failing;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

#ifdef ZM_CONTRACTS
/* To look whether a position is sound may take memory itself: where that ran out, a broken promise
 * says nothing. */
void __real_zm_require_failed(const char *promise, const char *file, int line);
void __wrap_zm_require_failed(const char *promise, const char *file, int line);

void __wrap_zm_require_failed(const char *promise, const char *file, int line)
{
    if (!failing_failed())
        __real_zm_require_failed(promise, file, line);
}
#endif
