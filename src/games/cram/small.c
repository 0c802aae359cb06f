/* Small components evaluated whole; see small.h. */
#include "games/cram/small.h"

#include "base/table.h"

#include <stdlib.h>

enum { DEPTH = CRAM_SMALL_CELLS / 2 + 1 }; /* a move takes two cells */

struct cram_small {
    cram_options_of *options;
    void *state;
    struct zm_table nimbers; /* component -> a byte */
    struct zm_options levels[DEPTH];
};

struct cram_small *cram_small_open(cram_options_of *options, void *state)
{
    struct cram_small *small = calloc(1, sizeof *small);
    if (small != NULL) {
        small->options = options;
        small->state = state;
        zm_table_init(&small->nimbers, sizeof(uint8_t));
    }
    return small;
}

void cram_small_close(struct cram_small *small)
{
    if (small == NULL)
        return;
    zm_table_free(&small->nimbers);
    for (int i = 0; i < DEPTH; i++)
        zm_options_free(&small->levels[i]);
    free(small);
}

static bool evaluate(struct cram_small *small, unsigned level, struct zm_bytes component,
                     uint32_t *nimber)
{
    const uint8_t *known = zm_table_find(&small->nimbers, component);
    if (known != NULL) {
        *nimber = *known;
        return true;
    }
    if (level == DEPTH) /* too large a component: it is not for us */
        return false;
    struct zm_options *options = &small->levels[level];
    uint32_t seen = 0; /* a nimber is at most the length of a play, half the cells */
    small->options(small->state, component, options);
    if (zm_list_failed(&options->components))
        return false;
    for (size_t i = 0; i < options->count; i++) {
        uint32_t sum = 0, part;
        for (size_t j = zm_options_begin(options, i); j < options->ends[i]; j++, sum ^= part)
            if (!evaluate(small, level + 1, zm_list_at(&options->components, j), &part))
                return false;
        seen |= UINT32_C(1) << sum;
    }
    *nimber = (uint32_t)__builtin_ctz(~seen);
    uint8_t *place = zm_table_insert(&small->nimbers, component, NULL);
    if (place != NULL)
        *place = (uint8_t)*nimber;
    return place != NULL;
}

bool cram_small_nimber(struct cram_small *small, struct zm_bytes component, uint32_t *nimber)
{
    return evaluate(small, 0, component, nimber);
}
