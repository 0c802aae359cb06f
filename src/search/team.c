/* A team of threads below one root; see team.h. */
#include "search/team.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAUSE = 5000000 }; /* nanoseconds */

bool zm_team_open(struct zm_team *team, struct zm_run *run, unsigned threads)
{
    *team = (struct zm_team){.run = run, .threads = threads};
    return threads == 1 || zm_team_count(team);
}

bool zm_team_count(struct zm_team *team)
{
    if (team->busy == NULL)
        team->busy = calloc((size_t)1 << ZM_BUSY_BITS, sizeof *team->busy);
    return team->busy != NULL;
}

void zm_team_close(struct zm_team *team)
{
    free((void *)team->busy);
    team->busy = NULL;
}

void zm_worker_init(struct zm_worker *worker, struct zm_team *team, bool main)
{
    *worker = (struct zm_worker){.team = team, .main = main, .abandon = ZM_NOWHERE};
}

struct helper {
    struct zm_worker *worker;
    const struct zm_teamwork *work;
};

static void *run_worker(void *context)
{
    const struct helper *helper = context;
    struct zm_worker *worker = helper->worker;
    while (!zm_worker_must_leave(worker, 0)) {
        enum zm_verdict verdict = helper->work->search(worker);
        if (verdict != ZM_OPEN) {
            atomic_store(&worker->team->verdict, (int)verdict);
            atomic_store(&worker->team->done, true);
        }
    }
    return NULL;
}

static bool start(struct helper *helper)
{
    if (helper->work->begin != NULL && !helper->work->begin(helper->worker))
        return false;
    if (pthread_create(&helper->worker->thread, NULL, run_worker, helper) == 0)
        return true;
    if (helper->work->end != NULL)
        helper->work->end(helper->worker);
    return false;
}

/* The calling thread works too; a helper that cannot be started is done without. */
enum zm_verdict zm_team_decide(struct zm_team *team, void *workers, size_t size,
                               const struct zm_teamwork *work)
{
    struct helper *helpers = calloc(team->threads, sizeof *helpers);
    unsigned started = 1;
    if (helpers == NULL) {
        zm_run_fail(team->run, ZM_FAILED);
        return ZM_OPEN;
    }
    atomic_store(&team->done, false);
    atomic_store(&team->hold, false);
    atomic_store(&team->verdict, (int)ZM_OPEN);
    for (unsigned i = 0; i < team->threads; i++)
        helpers[i] = (struct helper){(struct zm_worker *)((char *)workers + i * size), work};
    while (started < team->threads && start(&helpers[started]))
        started++;
    run_worker(&helpers[0]);
    for (unsigned i = 1; i < started; i++) {
        pthread_join(helpers[i].worker->thread, NULL);
        if (work->end != NULL)
            work->end(helpers[i].worker);
    }
    free(helpers);
    return (enum zm_verdict)atomic_load(&team->verdict);
}

void *zm_worker_new_frame(struct zm_worker *worker, size_t depth, size_t size)
{
    size_t before = worker->frame_capacity;
    void **frames =
        zm_array_room(worker->frames, &worker->frame_capacity, depth + 1, sizeof *frames);
    if (frames == NULL)
        return NULL;
    for (size_t i = before; i < worker->frame_capacity; i++)
        frames[i] = NULL;
    worker->frames = frames;
    if (frames[depth] == NULL)
        frames[depth] = calloc(1, size);
    return frames[depth];
}

void zm_worker_free_frames(struct zm_worker *worker, void (*forget)(void *frame))
{
    for (size_t i = 0; i < worker->frame_capacity; i++) {
        if (worker->frames[i] != NULL && forget != NULL)
            forget(worker->frames[i]);
        free(worker->frames[i]);
    }
    free(worker->frames);
    worker->frames = NULL;
    worker->frame_capacity = 0;
}

bool zm_worker_waits(const struct zm_worker *worker, size_t depth)
{
    if (worker->main || !atomic_load(&worker->team->hold) || zm_worker_must_leave(worker, depth))
        return false;
    nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
    return true;
}
