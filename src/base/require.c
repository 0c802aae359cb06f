/* What happens when a promise is broken; see require.h. The one place of the library that writes to
 * standard error, and only builds for tests have it. */
#include "base/require.h"

#ifdef ZM_CONTRACTS
#include <stdio.h>
#include <stdlib.h>

void zm_require_failed(const char *promise, const char *file, int line)
{
    fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, promise);
    abort();
}
#else
typedef int zm_require_nothing; /* a file must not be empty */
#endif
