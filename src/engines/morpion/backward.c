/* A record analysed backwards; see backward.h. The next move of the record has been searched one
 * step before, so a level leaves it out together with all that is reached by it first. */
#include "engines/morpion/backward.h"

enum zm_status zm_backward(struct zm_morpion_walk *walk, unsigned to, struct zm_run *run,
                           void (*tell)(void *context, const struct zm_backward_row *row),
                           void *context, struct zm_error *error)
{
    struct zm_complete search;
    struct zm_backward_row row = {0, 0, walk->played_count};
    unsigned end = walk->played_count;
    if (!zm_complete_open(&search, run))
        return zm_fail_memory(error);
    for (unsigned move = end;; move--) {
        zm_paper_move done = 0;
        if (move < end) {
            done = zm_paper_from(walk->played[move]);
            zm_morpion_walks.unmake(walk, walk->played[move]);
        }
        unsigned count = zm_complete_begin(&search, walk, &done, move < end);
        search.best_length = 0;
        row.positions += zm_complete_visit(&search, search.lists, count, 0);
        row.move = move;
        if (move + search.best_length > row.longest)
            row.longest = move + search.best_length;
        if (search.stopped)
            break;
        tell(context, &row);
        if (move <= to)
            break;
    }
    bool stopped = search.stopped;
    if (run != NULL)
        atomic_fetch_add_explicit(&run->nodes, row.positions - search.told, memory_order_relaxed);
    zm_complete_close(&search);
    return stopped ? zm_fail(error, ZM_STOPPED, "stopped before move %u was reached", to) : ZM_OK;
}
