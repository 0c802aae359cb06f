/* Filling a grid. Small positions serve the larger ones through the store that they share. Searches
 * of one-player games mostly run on one thread, and their cells need nothing of each other: there
 * `--threads N` fills N cells at once, each on a thread with an N-th of the memory. In other games
 * the cells come one after the other, and the threads work on the same one. */
#include "api/fill.h"

#include "base/clock.h"
#include "store/store.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* Did a cell stop because its nodes were used up? Then its run goes on. */
static bool used_up(struct zm_run *run)
{
    bool used = run->most_nodes > 0 && atomic_load(&run->nodes) >= run->most_nodes &&
                (run->deadline == 0 || zm_clock_now() < run->deadline);
    if (used)
        atomic_store(&run->stop, false);
    return used;
}

static enum zm_status open_question(const struct zm_fill *fill, size_t index,
                                    struct zm_question *question, struct zm_error *error)
{
    struct zm_buffer position = {0};
    zm_family_text(&fill->grid->family, index, &position);
    enum zm_status status =
        position.failed
            ? zm_fail_memory(error)
            : zm_question_open_local(question, fill->game, zm_buffer_string(&position),
                                     fill->options, fill->option_count, fill->params, error);
    zm_buffer_free(&position);
    return status;
}

/* Fills one cell within a run. */
static enum zm_status fill_cell(const struct zm_fill *fill, struct zm_run *run, size_t index,
                                struct zm_error *error)
{
    struct zm_question question;
    struct zm_answer answer = {0};
    enum zm_status status = open_question(fill, index, &question, error);
    if (status != ZM_OK)
        return status;
    question.store = fill->store;
    double deadline = run->deadline; /* one limit for the whole table */
    status = zm_question_run(&question, run, error);
    run->deadline = deadline;
    if (fill->at_once > 1) {
        run->threads = 1;
        run->memory_limit /= fill->at_once;
    }
    run->most_nodes = fill->nodes == 0 ? 0 : atomic_load(&run->nodes) + fill->nodes;
    if (status == ZM_OK)
        status = zm_grid_answer(fill->grid, index, &question, run, &answer, error);
    /* A search that gave up by itself leaves its cell open, too. */
    if (status == ZM_STOPPED && (!zm_run_stopped(run) || used_up(run)))
        status = ZM_OK;
    zm_answer_free(&answer);
    question.store = NULL; /* it stays with the grid */
    zm_question_close(&question);
    return status;
}

/* -- several cells at once -- */

struct worker {
    struct zm_fill *fill;
    struct team *team;
    pthread_t thread;
    struct zm_run run;
    enum zm_status status;
    struct zm_error error;
};

struct team {
    pthread_mutex_t lock; /* of `idle`, and of the workers' ends */
    pthread_cond_t ended;
    unsigned idle, count;
    struct worker *workers;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct zm_fill *fill = worker->fill;
    enum zm_status status = ZM_OK;
    while (status == ZM_OK) {
        size_t index = atomic_fetch_add(&fill->next, 1);
        if (index >= fill->grid->size)
            break;
        status = fill_cell(fill, &worker->run, index, &worker->error);
    }
    pthread_mutex_lock(&worker->team->lock);
    worker->status = status;
    worker->team->idle++;
    pthread_cond_signal(&worker->team->ended);
    pthread_mutex_unlock(&worker->team->lock);
    return NULL;
}

/* Tells the run of what all have done, and them to stop when it does or when one has failed. */
static void look_after(struct team *team, struct zm_fill *fill)
{
    uint64_t nodes = 0;
    bool stop = false;
    for (unsigned i = 0; i < team->count; i++) {
        nodes += atomic_load(&team->workers[i].run.nodes);
        stop |= team->workers[i].status != ZM_OK;
    }
    atomic_store(&fill->run->nodes, nodes);
    stop |= zm_run_poll(fill->run, 0, zm_store_stats(fill->store).entries);
    for (unsigned i = 0; i < team->count && stop; i++)
        atomic_store(&team->workers[i].run.stop, true);
}

/* Waits until all are idle. */
static void wait_for(struct team *team, struct zm_fill *fill)
{
    enum { PAUSE = 50000000 }; /* nanoseconds */
    pthread_mutex_lock(&team->lock);
    while (team->idle < team->count) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += PAUSE;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&team->ended, &team->lock, &until);
        look_after(team, fill);
    }
    pthread_mutex_unlock(&team->lock);
}

/* Begins the work of a team; as many as there are threads to be had do it. */
static void begin_work(struct team *team, struct zm_fill *fill)
{
    for (unsigned i = 0; i < fill->at_once; i++) {
        struct worker *worker = &team->workers[i];
        *worker = (struct worker){.fill = fill, .team = team};
        zm_run_begin(&worker->run);
        worker->run.deadline = fill->run->deadline;
    }
    team->count = fill->at_once;
    for (unsigned i = 0; i < fill->at_once; i++)
        if (pthread_create(&team->workers[i].thread, NULL, work, &team->workers[i]) != 0) {
            pthread_mutex_lock(&team->lock);
            team->count = i;
            pthread_mutex_unlock(&team->lock);
            return;
        }
}

static enum zm_status fill_at_once(struct zm_fill *fill, struct zm_error *error)
{
    struct team team = {.lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
    enum zm_status status = ZM_OK;
    team.workers = malloc(fill->at_once * sizeof *team.workers);
    if (team.workers == NULL)
        return zm_fail_memory(error);
    begin_work(&team, fill);
    wait_for(&team, fill);
    for (unsigned i = 0; i < team.count; i++) {
        const struct worker *worker = &team.workers[i];
        pthread_join(worker->thread, NULL);
        /* What failed says more than who was stopped then. */
        if (worker->status == ZM_OK || (status != ZM_OK && worker->status == ZM_STOPPED))
            continue;
        status = worker->status;
        if (error != NULL)
            *error = worker->error;
    }
    if (team.count == 0)
        status = zm_fail(error, ZM_FAILED, "no thread could be begun");
    free(team.workers);
    return status;
}

/* -- all cells -- */

/* Opens the store by the first question, and learns what it says of the run. */
static enum zm_status begin(struct zm_fill *fill, struct zm_error *error)
{
    struct zm_question question;
    enum zm_status status = open_question(fill, 0, &question, error);
    if (status != ZM_OK)
        return status;
    question.store = fill->store;
    status = zm_question_run(&question, fill->run, error);
    fill->store = question.store;
    question.store = NULL;
    bool alone = question.game->players == ZM_ONE_PLAYER;
    size_t most = fill->grid->size < fill->run->threads ? fill->grid->size : fill->run->threads;
    fill->at_once = alone ? (unsigned)most : 1;
    zm_question_close(&question);
    return status;
}

enum zm_status zm_fill_cells(struct zm_fill *fill, struct zm_error *error)
{
    atomic_init(&fill->next, 0);
    enum zm_status status = begin(fill, error);
    if (status == ZM_OK && fill->at_once > 1)
        return fill_at_once(fill, error);
    for (size_t i = 0; status == ZM_OK && i < fill->grid->size; i++)
        status = fill_cell(fill, fill->run, i, error);
    return status;
}
