/* The run, looked at by the threads of a search; see search.h. */
#include "engines/othello/search.h"

#include "engines/othello/team.h"

void othello_search_for(struct othello_search *search, struct zm_run *run)
{
    uint64_t few = run->most_nodes / 8 + 1;
    search->run = run;
    search->poll = run->most_nodes > 0 && few < OTHELLO_POLL ? (unsigned)few : OTHELLO_POLL;
}

bool othello_must_stop(struct othello_thread *thread)
{
    struct zm_run *run = thread->search->run;
    atomic_fetch_add_explicit(&run->nodes, thread->nodes - thread->polled, memory_order_relaxed);
    thread->polled = thread->nodes;
    thread->stopped = thread->helps ? zm_run_stopped(run) : zm_run_poll(run, 0, 0);
    return thread->stopped;
}

bool othello_left_behind(struct othello_thread *thread)
{
    thread->stopped = othello_is_cut(thread->split);
    return thread->stopped;
}
