/* Tasks of the complete search; see tasks.h. The first thread watches the run; all take tasks from
 * one pile, the last first, which is the order of depth-first search, or that of most value, from a
 * heap. */
#include "engines/morpion/tasks.h"

#include "base/array.h"
#include "engines/morpion/task_notes.h"
#include "engines/morpion/task_value.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* What the threads share; `lock` guards all of it. */
struct pile {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct zm_list waiting; /* tasks; a task taken is marked by its number in `order` */
    uint32_t *order;        /* the tasks that wait, the next one last; by value: a heap */
    float *values;          /* of all tasks, by value alone */
    size_t count, capacity, values_capacity;
    unsigned at_work;
    bool failed, noted;
    const struct zm_task_plan *plan;
    struct zm_random lots;
    struct zm_hash128 root;
    const struct zm_morpion_walk *walk;
    struct zm_run *run;
    struct zm_tasks_result *result;
};

static bool is_worth_more(const struct pile *pile, size_t one, size_t other)
{
    return pile->values[pile->order[one]] > pile->values[pile->order[other]];
}

static void exchange(struct pile *pile, size_t one, size_t other)
{
    uint32_t task = pile->order[one];
    pile->order[one] = pile->order[other];
    pile->order[other] = task;
}

/* Gives the last task of the heap its place. */
static bool rise(struct pile *pile, float value)
{
    float *values =
        zm_array_room(pile->values, &pile->values_capacity, pile->waiting.count, sizeof *values);
    if (values == NULL)
        return false;
    pile->values = values;
    values[pile->waiting.count - 1] = value;
    for (size_t at = pile->count - 1; at > 0 && is_worth_more(pile, at, (at - 1) / 2);
         at = (at - 1) / 2)
        exchange(pile, at, (at - 1) / 2);
    return true;
}

/* Puts the first task of the heap last, and those below it in order again. */
static void sink(struct pile *pile)
{
    size_t count = pile->count - 1, at = 0;
    exchange(pile, 0, count);
    for (;;) {
        size_t below = 2 * at + 1;
        below += below + 1 < count && is_worth_more(pile, below + 1, below);
        if (below >= count || !is_worth_more(pile, below, at))
            return;
        exchange(pile, at, below);
        at = below;
    }
}

/* Lets a task wait; `value` is what it is worth, by value alone. */
static bool push(struct pile *pile, struct zm_bytes task, float value)
{
    uint32_t *order = zm_array_room(pile->order, &pile->capacity, pile->count + 1, sizeof *order);
    if (order == NULL)
        return false;
    pile->order = order;
    pile->order[pile->count++] = (uint32_t)pile->waiting.count;
    zm_list_add(&pile->waiting, task);
    if (zm_list_failed(&pile->waiting))
        return false;
    if (pile->plan->order == ZM_TASKS_RANDOM)
        exchange(pile, pile->count - 1, zm_random_below(&pile->lots, pile->count));
    return pile->plan->order != ZM_TASKS_BY_VALUE || rise(pile, value);
}

/* Waits for a change; the thread that watches the run looks at it ten times a second. */
static void wait_for_tasks(struct pile *pile, bool watches)
{
    enum { TENTH = 100000000, SECOND = 1000000000 };
    struct timespec until;
    if (!watches) {
        pthread_cond_wait(&pile->changed, &pile->lock);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TENTH;
    until.tv_sec += until.tv_nsec / SECOND;
    until.tv_nsec %= SECOND;
    pthread_cond_timedwait(&pile->changed, &pile->lock, &until);
    zm_run_poll(pile->run, 0, 0);
}

/* Takes the next task, or waits until there is one; false: all is done, or the run stops. */
static bool take(struct pile *pile, bool watches, struct zm_buffer *task)
{
    if (watches)
        zm_run_poll(pile->run, 0, 0);
    pthread_mutex_lock(&pile->lock);
    while (pile->count == 0 && pile->at_work > 0 && !zm_run_stopped(pile->run) && !pile->failed)
        wait_for_tasks(pile, watches);
    bool taken = pile->count > 0 && !zm_run_stopped(pile->run) && !pile->failed;
    if (taken) {
        pile->at_work++;
        if (pile->plan->order == ZM_TASKS_BY_VALUE)
            sink(pile);
        zm_buffer_set(task, zm_list_at(&pile->waiting, pile->order[--pile->count]));
        taken = !task->failed;
        pile->failed |= task->failed;
    }
    pthread_mutex_unlock(&pile->lock);
    return taken;
}

static void keep_best(struct pile *pile, const zm_paper_move *moves, unsigned length)
{
    struct zm_tasks_result *result = pile->result;
    if (length <= result->length)
        return;
    result->length = length;
    for (unsigned i = 0; i < length; i++)
        result->best[i] = zm_paper_to(moves[i]);
}

/* One thread. */
struct worker {
    struct pile *pile;
    struct zm_complete search;
    struct zm_task_judge *judge; /* by value alone */
    struct zm_buffer task;
    float *values; /* of the tasks that are left */
    size_t capacity;
};

/* Sets what the tasks are worth that are left. */
static bool judge_left(struct worker *worker)
{
    size_t count = worker->search.tasks.count;
    float *values = zm_array_room(worker->values, &worker->capacity, count + 1, sizeof *values);
    if (values == NULL)
        return false;
    worker->values = values;
    for (size_t i = 0; i < count; i++)
        values[i] = worker->judge == NULL
                        ? 0
                        : zm_task_value(worker->judge, zm_list_at(&worker->search.tasks, i));
    return true;
}

/* Counts a task that is done, and piles up what it left, the first on top. */
static void give_back(struct worker *worker, uint64_t visited)
{
    struct pile *pile = worker->pile;
    struct zm_complete *search = &worker->search;
    struct zm_bytes task = zm_buffer_bytes(&worker->task);
    bool judged = zm_list_failed(&search->tasks) || judge_left(worker);
    pthread_mutex_lock(&pile->lock);
    pile->failed |= !judged;
    pile->at_work--;
    if (!search->stopped) {
        pile->failed |= zm_list_failed(&search->tasks);
        if (pile->noted && !pile->failed)
            pile->failed |=
                zm_task_note(pile->run->store, pile->root, task, visited, search) != ZM_OK;
        for (size_t i = search->tasks.count; i-- > 0 && !pile->failed;)
            pile->failed |= !push(pile, zm_list_at(&search->tasks, i), worker->values[i]);
        pile->result->positions += visited;
        pile->result->done++;
    } else if (!pile->failed)
        pile->failed |= !push(pile, task, 0);
    keep_best(pile, search->best, search->best_length);
    if (worker->judge != NULL)
        keep_best(pile, worker->judge->best, worker->judge->length);
    atomic_fetch_add_explicit(&pile->run->nodes, visited - search->told, memory_order_relaxed);
    search->told = 0;
    pthread_cond_broadcast(&pile->changed);
    pthread_mutex_unlock(&pile->lock);
}

static uint64_t visit_task(const struct zm_morpion_walk *walk, struct zm_complete *search,
                           struct zm_bytes task)
{
    struct zm_task_moves moves = zm_task_read(task);
    zm_complete_begin(search, walk, NULL, 0);
    for (unsigned i = 0; i < moves.depth; i++)
        zm_paper_flip(&search->paper, moves.path[i]);
    memcpy(search->path, moves.path, moves.depth * sizeof *moves.path);
    memcpy(search->lists, moves.tries, moves.count * sizeof *moves.tries);
    zm_list_clear(&search->tasks);
    return zm_complete_visit(search, search->lists, moves.count, moves.depth);
}

static bool open_worker(struct worker *worker, struct pile *pile)
{
    *worker = (struct worker){.pile = pile};
    if (pile->plan->order == ZM_TASKS_BY_VALUE) {
        worker->judge = zm_task_judge_new(pile->walk, pile->run->seed);
        if (worker->judge == NULL)
            return false;
    }
    return zm_complete_open(&worker->search, pile->run);
}

/* Takes tasks until there are none; one thread watches the run. */
static void work(struct pile *pile, bool watches)
{
    struct worker worker;
    if (open_worker(&worker, pile)) {
        worker.search.limit = pile->plan->limit;
        worker.search.watches = watches;
        while (take(pile, watches, &worker.task))
            give_back(&worker,
                      visit_task(pile->walk, &worker.search, zm_buffer_bytes(&worker.task)));
        zm_complete_close(&worker.search);
    } else {
        pthread_mutex_lock(&pile->lock);
        pile->failed = true;
        pthread_cond_broadcast(&pile->changed);
        pthread_mutex_unlock(&pile->lock);
    }
    free(worker.judge);
    free(worker.values);
    zm_buffer_free(&worker.task);
}

static void *help(void *pile)
{
    work(pile, false);
    return NULL;
}

/* Lets the threads work until nothing waits; one that cannot be started is done without. */
static void work_together(struct pile *pile)
{
    unsigned wanted = pile->run->threads - 1, started = 0;
    pthread_t *threads = wanted == 0 ? NULL : malloc(wanted * sizeof *threads);
    while (threads != NULL && started < wanted &&
           pthread_create(&threads[started], NULL, help, pile) == 0)
        started++;
    work(pile, true);
    pthread_mutex_lock(&pile->lock);
    pthread_cond_broadcast(&pile->changed);
    pthread_mutex_unlock(&pile->lock);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

enum zm_status zm_task_first(const struct zm_morpion_walk *walk, struct zm_list *tasks,
                             struct zm_error *error)
{
    struct zm_complete search;
    if (!zm_complete_open(&search, NULL))
        return zm_fail_memory(error);
    unsigned count = zm_complete_begin(&search, walk, NULL, 0);
    zm_task_add(tasks, NULL, 0, search.lists, count);
    zm_complete_close(&search);
    return zm_list_failed(tasks) ? zm_fail_memory(error) : ZM_OK;
}

/* The whole tree as one task, or few, or those that an earlier run left. */
static bool fill(struct pile *pile)
{
    struct zm_list tasks = {0};
    enum zm_status (*first)(const struct zm_morpion_walk *, struct zm_list *, struct zm_error *) =
        pile->plan->symmetric ? zm_task_symmetric : zm_task_first;
    bool filled = first(pile->walk, &tasks, NULL) == ZM_OK;
    if (filled && pile->noted)
        filled = zm_task_recall(pile->run->store, pile->root, &tasks, pile->result);
    for (size_t i = tasks.count; i-- > 0 && filled;)
        filled = push(pile, zm_list_at(&tasks, i), 0);
    zm_list_free(&tasks);
    return filled;
}

enum zm_status zm_tasks_run(const struct zm_morpion_walk *walk, const struct zm_task_plan *plan,
                            struct zm_run *run, struct zm_tasks_result *result,
                            struct zm_error *error)
{
    struct pile pile = {.plan = plan,
                        .walk = walk,
                        .run = run,
                        .result = result,
                        .root = zm_task_root(walk, plan->symmetric),
                        .lots = zm_random_seeded(run->seed),
                        .noted = run->store != NULL && zm_store_header(run->store) != NULL};
    *result = (struct zm_tasks_result){0};
    pthread_mutex_init(&pile.lock, NULL);
    pthread_cond_init(&pile.changed, NULL);
    pile.failed = !fill(&pile);
    if (!pile.failed)
        work_together(&pile);
    result->pending = pile.count;
    pthread_mutex_destroy(&pile.lock);
    pthread_cond_destroy(&pile.changed);
    free(pile.order);
    free(pile.values);
    zm_list_free(&pile.waiting);
    if (pile.failed)
        return zm_fail_memory(error);
    return result->pending == 0
               ? ZM_OK
               : zm_fail(error, ZM_STOPPED, "stopped before all positions were counted");
}

enum zm_status zm_task_do(const struct zm_morpion_walk *walk, struct zm_bytes task, uint64_t limit,
                          struct zm_run *run, struct zm_split_done *done, struct zm_error *error)
{
    struct zm_complete search;
    struct zm_buffer words = {0}; /* as numbers, where they may stand */
    *done = (struct zm_split_done){0};
    zm_buffer_set(&words, task);
    if (!words.failed && !zm_task_valid(&words)) {
        zm_buffer_free(&words);
        return zm_fail(error, ZM_BAD_INPUT, "morpion: this is no task");
    }
    if (words.failed || !zm_complete_open(&search, run)) {
        zm_buffer_free(&words);
        return zm_fail_memory(error);
    }
    search.limit = limit;
    search.watches = true;
    done->count = visit_task(walk, &search, zm_buffer_bytes(&words));
    for (unsigned i = 0; i < search.best_length; i++) {
        zm_move move = zm_paper_to(search.best[i]);
        zm_buffer_add(&done->line, &move, sizeof move);
    }
    for (size_t i = 0; i < search.tasks.count; i++)
        zm_list_add(&done->left, zm_list_at(&search.tasks, i));
    bool failed = zm_list_failed(&search.tasks) || zm_list_failed(&done->left) || done->line.failed;
    bool stopped = search.stopped;
    atomic_fetch_add_explicit(&run->nodes, done->count - search.told, memory_order_relaxed);
    zm_complete_close(&search);
    zm_buffer_free(&words);
    return failed ? zm_fail_memory(error) : stopped ? ZM_STOPPED : ZM_OK;
}
