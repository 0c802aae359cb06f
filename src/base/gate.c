/* Threads that stand still while one of them changes what they share; see gate.h. */
#include "base/gate.h"

bool zm_gate_open(struct zm_gate *gate)
{
    gate->users = gate->waiting = 0;
    atomic_init(&gate->shut, false);
    if (pthread_mutex_init(&gate->mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&gate->moved, NULL) == 0)
        return true;
    pthread_mutex_destroy(&gate->mutex);
    return false;
}

void zm_gate_close(struct zm_gate *gate)
{
    pthread_cond_destroy(&gate->moved);
    pthread_mutex_destroy(&gate->mutex);
}

void zm_gate_enter(struct zm_gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    while (atomic_load(&gate->shut)) /* those who wait are enough for the change */
        pthread_cond_wait(&gate->moved, &gate->mutex);
    gate->users++;
    pthread_mutex_unlock(&gate->mutex);
}

void zm_gate_leave(struct zm_gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    gate->users--;
    pthread_cond_broadcast(&gate->moved);
    pthread_mutex_unlock(&gate->mutex);
}

void zm_gate_stop(struct zm_gate *gate, bool (*due)(void *context), void (*change)(void *context),
                  void *context)
{
    pthread_mutex_lock(&gate->mutex);
    if (due(context))
        atomic_store(&gate->shut, true);
    gate->waiting++;
    while (atomic_load(&gate->shut)) {
        if (gate->waiting < gate->users) {
            pthread_cond_wait(&gate->moved, &gate->mutex);
            continue;
        }
        change(context);
        atomic_store(&gate->shut, false);
        pthread_cond_broadcast(&gate->moved);
    }
    gate->waiting--;
    pthread_mutex_unlock(&gate->mutex);
}
