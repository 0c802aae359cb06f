/* The search that anyone can check: one function, a dozen lines, the definition of won and lost. It
 * is not watchable, and as deep as the C stack allows; depth_first.c is the one to use. */
#include "search/recursive.h"

#include <stdlib.h>

static enum zm_verdict solve(const struct zm_space *space, struct zm_bytes node);

/* The verdict of a sum: the nimber of its easiest component, then the rest. */
static enum zm_verdict solve_sum(const struct zm_space *space, struct zm_bytes node)
{
    struct zm_list parts = {0};
    struct zm_buffer part = {0}, next = {0};
    enum zm_verdict verdict = ZM_OPEN;
    space->parts(space->state, node, &parts);
    if (parts.count > 0 && !zm_list_failed(&parts))
        zm_buffer_set(&part, zm_list_at(&parts, 0));
    while (part.size > 0 && !part.failed &&
           (verdict = solve(space, zm_buffer_bytes(&part))) == ZM_WON) {
        space->step(space->state, zm_buffer_bytes(&part), &next);
        zm_buffer_set(&part, zm_buffer_bytes(&next));
        part.failed |= next.failed;
    }
    if (verdict == ZM_LOST) {
        space->fuse(space->state, node, zm_buffer_bytes(&part), &next);
        verdict = next.failed ? ZM_OPEN : solve(space, zm_buffer_bytes(&next));
    }
    if (zm_list_failed(&parts) || part.failed || next.failed) {
        zm_run_fail(space->run, ZM_FAILED);
        verdict = ZM_OPEN;
    }
    zm_list_free(&parts);
    zm_buffer_free(&part);
    zm_buffer_free(&next);
    return verdict;
}

static enum zm_verdict solve(const struct zm_space *space, struct zm_bytes node)
{
    enum zm_verdict verdict = space->lookup(space->state, node);
    if (verdict != ZM_OPEN || zm_run_stopped(space->run))
        return verdict;
    if (space->is_sum != NULL && space->is_sum(space->state, node))
        return solve_sum(space, node);
    struct zm_list children = {0};
    verdict = space->expand(space->state, node, &children);
    bool decided = verdict != ZM_OPEN;
    if (zm_list_failed(&children))
        zm_run_fail(space->run, ZM_FAILED);
    if (zm_list_failed(&children) && !decided) {
        zm_list_free(&children);
        return ZM_OPEN;
    }
    if (atomic_fetch_add(&space->run->nodes, 1) % 1024 == 0)
        zm_run_poll(space->run, 0, 0);
    if (!decided)
        verdict = ZM_LOST;
    for (size_t i = 0; !decided && i < children.count && verdict == ZM_LOST; i++) {
        enum zm_verdict child = solve(space, zm_list_at(&children, i));
        verdict = child == ZM_LOST ? ZM_WON : child == ZM_WON ? ZM_LOST : ZM_OPEN;
    }
    if (zm_run_stopped(space->run))
        verdict = ZM_OPEN;
    if (!decided && verdict != ZM_OPEN)
        space->keep(space->state, node, verdict);
    zm_list_free(&children);
    return verdict;
}

static enum zm_status recursive_open(const struct zm_space *space,
                                     const struct zm_settings *settings, void **state,
                                     struct zm_error *error)
{
    (void)settings;
    struct zm_space *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return zm_fail_memory(error);
    *copy = *space;
    *state = copy;
    return ZM_OK;
}

static enum zm_verdict recursive_decide(void *state, struct zm_bytes node)
{
    return solve(state, node);
}

const struct zm_search zm_recursive = {
    .name = "recursive",
    .summary = "the plain definition, a dozen lines that anyone can check",
    .open = recursive_open,
    .decide = recursive_decide,
    .close = free,
};
