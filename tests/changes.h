/* Random changes of bytes, as by somebody who edits a file: for tests of what takes them. */
#ifndef ZM_TESTS_CHANGES_H
#define ZM_TESTS_CHANGES_H

#include "base/random.h"

#include <string.h>

/* Flips, sets, takes away, repeats, counts up or adds bytes, or cuts them off: three times at most,
 * so that there must be room for three more. */
static inline void test_change(uint8_t *bytes, size_t *size, struct zm_random *random)
{
    for (uint64_t times = 1 + zm_random_below(random, 3); times > 0; times--) {
        size_t at = *size == 0 ? 0 : (size_t)zm_random_below(random, *size);
        switch (zm_random_below(random, *size == 0 ? 1 : 7)) {
        case 0:
            bytes[(*size)++] = (uint8_t)zm_random_below(random, 256);
            break;
        case 1:
            bytes[at] ^= (uint8_t)(1u << zm_random_below(random, 8));
            break;
        case 2:
            bytes[at] = (uint8_t)zm_random_below(random, 256);
            break;
        case 3:
            *size = at;
            break;
        case 4:
            memmove(bytes + at, bytes + at + 1, --*size - at);
            break;
        case 5:
            bytes[at] = bytes[zm_random_below(random, *size)];
            break;
        default:
            bytes[at] = (uint8_t)(bytes[at] + (zm_random_below(random, 2) ? 1 : 255));
            break;
        }
    }
}

#endif
