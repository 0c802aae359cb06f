/* A gate (a barrier that opens on demand) where the threads that share something wait while one of
 * them changes it as a whole, as when a table grows. Between two passes a thread uses what is
 * shared without locks; whoever finds that a change is due shuts the gate, each thread stops there
 * when it comes by, and the last that comes makes the change alone and opens the gate again. */
#ifndef ZM_BASE_GATE_H
#define ZM_BASE_GATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct zm_gate {
    pthread_mutex_t mutex;
    pthread_cond_t moved;
    unsigned users, waiting; /* under the mutex */
    atomic_bool shut;
};

bool zm_gate_open(struct zm_gate *gate);
void zm_gate_close(struct zm_gate *gate);
/* A thread begins and ends to use what is shared. One thread alone need not say so. */
void zm_gate_enter(struct zm_gate *gate);
void zm_gate_leave(struct zm_gate *gate);
/* Waits while the gate is shut, and shuts it when a change is due for this thread. The last thread
 * that arrives calls `change` with its own context, even when another thread shut the gate. So a
 * thread may come through without the change it wanted; it then calls this again. A thread calls it
 * when the gate is shut or a change is due, often enough that the others do not wait long. */
void zm_gate_stop(struct zm_gate *gate, bool (*due)(void *context), void (*change)(void *context),
                  void *context);

static inline bool zm_gate_is_shut(struct zm_gate *gate)
{
    return atomic_load_explicit(&gate->shut, memory_order_relaxed);
}

#endif
