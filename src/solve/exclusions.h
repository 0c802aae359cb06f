/* What the nimbers of components are known not to be: values below 32, in a cache of limited size
 * that forgets a component when another takes its place. A component is known by its 128-bit hash.
 */
#ifndef ZM_SOLVE_EXCLUSIONS_H
#define ZM_SOLVE_EXCLUSIONS_H

#include "base/bytes.h"

struct zm_exclusion;

struct zm_exclusions {
    struct zm_exclusion *entries; /* each component has one place */
    size_t count;                 /* a power of two, doubled up to the limit as places fill */
    size_t limit, used;
};

/* At most an eighth of `memory` bytes (0: as much as is useful); false without memory. */
bool zm_exclusions_open(struct zm_exclusions *exclusions, size_t memory);
void zm_exclusions_close(struct zm_exclusions *exclusions);
/* The values of a set are the bits of a number; 0: one that is not noted. */
static inline uint32_t zm_exclusion_of(uint32_t value)
{
    return value < 32 ? UINT32_C(1) << value : 0;
}
/* The nimber of the component is none of these. */
void zm_exclude(struct zm_exclusions *exclusions, struct zm_bytes component, uint32_t values);
/* Tells the memory that a component will be asked about. */
void zm_exclusions_expect(const struct zm_exclusions *exclusions, struct zm_bytes component);
/* Is that known? */
bool zm_excluded(const struct zm_exclusions *exclusions, struct zm_bytes component, uint32_t value);

#endif
