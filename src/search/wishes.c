/* What people have told a search; see wishes.h. */
#include "search/wishes.h"

/* The coefficient of a node, 1 when it had none. */
static double *coefficient_of(struct zm_wishes *wishes, struct zm_hash128 key)
{
    size_t i = 0;
    while (i < wishes->count && !zm_hash128_equal(wishes->favours[i].key, key))
        i++;
    if (i == wishes->count && wishes->count < ZM_WISHES)
        wishes->count++;
    else if (i == wishes->count)
        i = wishes->next++ % ZM_WISHES;
    if (!zm_hash128_equal(wishes->favours[i].key, key))
        wishes->favours[i].coefficient = 1;
    wishes->favours[i].key = key;
    return &wishes->favours[i].coefficient;
}

void zm_wish_favour(struct zm_wishes *wishes, struct zm_hash128 key, double coefficient)
{
    *coefficient_of(wishes, key) = coefficient;
}

void zm_wish_scale(struct zm_wishes *wishes, struct zm_hash128 key, double coefficient)
{
    *coefficient_of(wishes, key) *= coefficient;
}

void zm_wish_unlock(struct zm_wishes *wishes)
{
    wishes->path_count = 0;
    zm_buffer_clear(&wishes->locked);
}

double zm_wish_weight(const struct zm_wishes *wishes, size_t depth, struct zm_hash128 key)
{
    if (zm_wish_locked(wishes, depth, key))
        return -1;
    for (size_t i = 0; i < wishes->count; i++)
        if (zm_hash128_equal(wishes->favours[i].key, key))
            return wishes->favours[i].coefficient - 1;
    return 0;
}
