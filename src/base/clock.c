/* The monotonic clock; see clock.h. */
#include "base/clock.h"

#include <time.h>

double zm_clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
