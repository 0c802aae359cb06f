/* An allocator that fails on purpose: the program is linked with --wrap=malloc and its kind, so
 * that every allocation of ours (not of the libraries we use) comes by here. */
#ifndef ZM_TESTS_FAILING_H
#define ZM_TESTS_FAILING_H

#include <stdbool.h>
#include <stdint.h>

/* Lets `count` allocations succeed, and all later ones fail, until it is called again; UINT64_MAX:
 * none fails. One failure alone would be easier to survive. */
void failing_after(uint64_t count);
/* Has an allocation failed since then? */
bool failing_failed(void);
/* Allocations since then. */
uint64_t failing_seen(void);

#endif
