/* Decides sums in misère play by plain depth-first search: who cannot move wins, and a sum is won
 * when it has a lost option. It knows no theory: what it finds is what a certificate can say. */
#include "proof/shrink.h"

#include <stdlib.h>

struct zm_plain_misere {
    const struct zm_instance *instance;
    struct zm_run *run;
    struct zm_table lost, won; /* sums */
};

struct zm_plain_misere *zm_plain_misere_open(const struct zm_instance *instance, struct zm_run *run)
{
    struct zm_plain_misere *plain = calloc(1, sizeof *plain);
    if (plain == NULL)
        return NULL;
    plain->instance = instance;
    plain->run = run;
    zm_table_init(&plain->lost, sizeof(uint32_t));
    zm_table_init(&plain->won, 0);
    return plain;
}

void zm_plain_misere_close(struct zm_plain_misere *plain)
{
    if (plain == NULL)
        return;
    zm_table_free(&plain->lost);
    zm_table_free(&plain->won);
    free(plain);
}

static bool add_option(void *context, struct zm_bytes option)
{
    zm_list_add(context, option);
    return true;
}

enum zm_status zm_plain_misere_decide(struct zm_plain_misere *plain, struct zm_bytes sum,
                                      bool *lost, struct zm_error *error)
{
    *lost = zm_table_find(&plain->lost, sum) != NULL;
    if (*lost || zm_table_find(&plain->won, sum) != NULL)
        return ZM_OK;
    if (plain->run != NULL && zm_run_poll(plain->run, 0, plain->lost.count))
        return zm_fail(error, ZM_STOPPED, "stopped");
    if (plain->run != NULL && plain->run->memory_limit > 0 &&
        zm_table_memory(&plain->lost) + zm_table_memory(&plain->won) > plain->run->memory_limit)
        return zm_fail(error, ZM_STOPPED, "the proof takes more memory than --memory allows");
    struct zm_list options = {0};
    enum zm_status status = ZM_OK;
    if (!zm_sum_options(plain->instance, sum, add_option, &options) || zm_list_failed(&options))
        status = zm_fail_memory(error);
    bool option_lost = options.count == 0 && !zm_sum_has_loony_moves(plain->instance, sum);
    for (size_t i = 0; i < options.count && !option_lost; i++)
        option_lost = zm_table_find(&plain->lost, zm_list_at(&options, i)) != NULL;
    for (size_t i = 0; i < options.count && !option_lost && status == ZM_OK; i++)
        status = zm_plain_misere_decide(plain, zm_list_at(&options, i), &option_lost, error);
    zm_list_free(&options);
    *lost = !option_lost;
    if (status == ZM_OK && zm_table_insert(*lost ? &plain->lost : &plain->won, sum, NULL) == NULL)
        status = zm_fail_memory(error);
    return status;
}

static bool plain_known(void *context, struct zm_bytes key, uint32_t *nimber)
{
    struct zm_plain_misere *plain = context;
    *nimber = 0;
    return zm_table_find(&plain->lost, key) != NULL;
}

static enum zm_status plain_plug(void *context, struct zm_bytes key, struct zm_error *error)
{
    struct zm_plain_misere *plain = context;
    bool lost;
    enum zm_status status = zm_plain_misere_decide(plain, key, &lost, error);
    if (status == ZM_OK && lost)
        status = zm_fail(error, ZM_WRONG, "a sum said to be won is lost");
    return status;
}

struct zm_guide zm_plain_misere_guide(struct zm_plain_misere *plain)
{
    return (struct zm_guide){.context = plain, .known = plain_known, .plug = plain_plug};
}
