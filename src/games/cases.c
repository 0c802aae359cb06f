/* Positions that stand for several; see cases.h. */
#include "games/cases.h"

enum zm_status zm_expect_one(const struct zm_instance *instance, struct zm_bytes position,
                             struct zm_error *error)
{
    const struct zm_rules *rules = instance->game->rules;
    struct zm_list cases = {0};
    struct zm_buffer why = {0};
    if (rules->cases != NULL)
        rules->cases(instance->state, position, &cases, &why);
    size_t count = cases.count;
    bool failed = zm_list_failed(&cases) || why.failed;
    zm_list_free(&cases);
    zm_buffer_free(&why);
    if (failed)
        return zm_fail_memory(error);
    return count == 0 ? ZM_OK
                      : zm_fail(error, ZM_BAD_INPUT,
                                "%s: this position stands for %zu: it can be solved, nothing else",
                                instance->game->name, count);
}
