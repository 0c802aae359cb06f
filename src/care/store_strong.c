/* Strong solutions: is each entry of a store right? The rules are those of solve/strong_check.c. */
#include "care/store_check.h"

#include "solve/strong.h"

static void wrong(void *context, uint32_t difficulty, const char *text, const char *why)
{
    zm_store_wrong(context, difficulty, text, why);
}

enum zm_status zm_check_strong(struct zm_store_checking *checking)
{
    struct zm_strong strong = {0};
    struct zm_strong_review review = {.context = checking, .wrong = wrong};
    if (checking->problem.game->sums == NULL)
        return zm_fail(checking->error, ZM_BAD_INPUT, "%s has no components",
                       checking->problem.game->name);
    enum zm_status status = zm_strong_open(&strong, &checking->problem, checking->error);
    if (status == ZM_OK)
        status = zm_strong_check(&strong, checking->store, &review, checking->error);
    checking->report->checked += review.checked;
    checking->report->unreadable += review.unled;
    zm_strong_close(&strong);
    return status;
}
