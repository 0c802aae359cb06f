/* The run, looked at by the threads of a search; see search.h. */
#include "engines/othello/search.h"

bool othello_must_stop(struct othello_thread *thread)
{
    struct zm_run *run = thread->search->run;
    atomic_fetch_add_explicit(&run->nodes, thread->nodes - thread->polled, memory_order_relaxed);
    thread->polled = thread->nodes;
    thread->stopped = zm_run_poll(run, 0, 0);
    return thread->stopped;
}
