/* The monotonic clock, in seconds. */
#ifndef ZM_BASE_CLOCK_H
#define ZM_BASE_CLOCK_H

double zm_clock_now(void);

#endif
