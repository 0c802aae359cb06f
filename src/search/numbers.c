/* The choices that searches by proof numbers have in common; see numbers.h. */
#include "search/numbers.h"

enum zm_status zm_numbers_choose(const struct zm_settings *settings, const struct zm_space *space,
                                 enum zm_leaf *leaf, bool *combine_max, struct zm_error *error)
{
    bool by_size = zm_settings_is(settings, "leaf", "size") ||
                   (zm_settings_is(settings, "leaf", "auto") && space->size_helps);
    if (by_size && space->size == NULL)
        return zm_fail(
            error, ZM_BAD_INPUT,
            "--leaf size: here nobody tells how many moves a position has left; expected "
            "auto, one or children");
    *leaf = by_size                                        ? ZM_LEAF_SIZE
            : zm_settings_is(settings, "leaf", "children") ? ZM_LEAF_CHILDREN
                                                           : ZM_LEAF_ONE;
    *combine_max = zm_settings_is(settings, "combine", "max") ||
                   (zm_settings_is(settings, "combine", "auto") && by_size);
    return ZM_OK;
}
