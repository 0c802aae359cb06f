/* The frame of a thought; see thinking.h. */
#include "think/thinking.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    MEMORY_SHARE = 4, /* of the run's memory */
    LOOK_EVERY = 16,  /* random games between two looks at the clock */
};

static const double tell_every = 0.25; /* seconds, between random games */

unsigned zm_seat_workers(const struct zm_seat *seat)
{
    return seat->problem.run->threads < 1 ? 1 : seat->problem.run->threads;
}

size_t zm_seat_memory(const struct zm_seat *seat, size_t usual)
{
    size_t limit = seat->problem.run->memory_limit;
    return limit == 0 ? usual : limit / MEMORY_SHARE;
}

void zm_thinking_begin(struct zm_thinking *thinking, const struct zm_seat *seat, void *player,
                       zm_think_fill *fill, const struct zm_think_call *call)
{
    *thinking = (struct zm_thinking){
        .player = player,
        .fill = fill,
        .pace = call->pace,
        .lines = call->pace->lines < 1 ? 1 : call->pace->lines,
        .outer = call->run,
        .tell = call->tell,
        .context = call->context,
        .thought = call->thought,
    };
    zm_thought_clear(call->thought);
    zm_pace_begin(call->pace, &seat->problem, call->run, &thinking->run);
}

enum zm_status zm_thinking_end(struct zm_thinking *thinking, struct zm_error *error)
{
    atomic_fetch_add(&thinking->outer->nodes, atomic_load(&thinking->run.nodes));
    return thinking->fill(thinking, error);
}

void zm_thinking_tell(struct zm_thinking *thinking)
{
    thinking->told = zm_run_seconds(&thinking->run);
    if (thinking->tell != NULL && thinking->fill(thinking, NULL) == ZM_OK)
        thinking->tell(thinking->context, thinking->thought);
}

bool zm_thinking_is_late(const struct zm_thinking *thinking)
{
    return thinking->pace->soft > 0 && zm_run_seconds(&thinking->run) >= thinking->pace->soft;
}

/* -- workers -- */

struct helper {
    void (*work)(void *context, unsigned number);
    void *context;
    unsigned number;
    pthread_t thread;
    bool begun;
};

static void *help(void *context)
{
    const struct helper *helper = context;
    helper->work(helper->context, helper->number);
    return NULL;
}

void zm_thinking_work(struct zm_thinking *thinking, unsigned count,
                      void (*work)(void *context, unsigned number), void *context)
{
    /* Helpers are not needed for the result: without memory, or threads, there are none. */
    struct helper *helpers = count > 1 ? calloc(count, sizeof *helpers) : NULL;
    for (unsigned i = 1; helpers != NULL && i < count; i++) {
        helpers[i] = (struct helper){.work = work, .context = context, .number = i};
        helpers[i].begun = pthread_create(&helpers[i].thread, NULL, help, &helpers[i]) == 0;
    }
    work(context, 0);
    atomic_store(&thinking->run.stop, true);
    for (unsigned i = 1; helpers != NULL && i < count; i++)
        if (helpers[i].begun)
            pthread_join(helpers[i].thread, NULL);
    free(helpers);
}

void zm_thinking_deepen(struct zm_thinking *thinking, const struct zm_deepener *deepener,
                        void *worker, struct zm_depths *depths)
{
    bool forced = depths->moves == 1 && thinking->lines == 1 && thinking->pace->soft > 0;
    for (unsigned depth = 1 + depths->number % 2; depth <= depths->deepest; depth++) {
        size_t done = deepener->search(worker, depth);
        /* Of a depth that was not finished, a new best move counts: it was compared with the old. */
        if (done == depths->moves || thinking->lines == 1)
            deepener->take_over(worker, done);
        if (done < depths->moves)
            return;
        depths->finished = depth;
        if (depths->number > 0)
            continue;
        zm_thinking_tell(thinking);
        if (deepener->is_settled(worker) || forced || zm_thinking_is_late(thinking))
            return;
    }
}

/* Between two random games, the first worker only: the clock, and who wants to hear. */
static void look_up(struct zm_thinking *thinking, const struct zm_rounder *rounder)
{
    struct zm_run *run = &thinking->run;
    zm_run_poll(run, 0, 0);
    if (rounder->is_decided(thinking))
        atomic_store(&run->stop, true);
    if (zm_run_seconds(run) >= thinking->told + tell_every)
        zm_thinking_tell(thinking);
}

/* Counts a random game that is about to be played; false: there is none left to play. */
static bool count_round(struct zm_run *run)
{
    uint64_t before = atomic_fetch_add_explicit(&run->nodes, 1, memory_order_relaxed);
    if (run->most_nodes == 0 || before < run->most_nodes)
        return true;
    atomic_fetch_sub(&run->nodes, 1);
    return false;
}

void zm_thinking_play(struct zm_thinking *thinking, const struct zm_rounder *rounder, void *worker,
                      unsigned number)
{
    for (uint64_t rounds = 1;; rounds++) {
        if (number == 0 && rounds % LOOK_EVERY == 0)
            look_up(thinking, rounder);
        if (zm_run_stopped(&thinking->run) || !count_round(&thinking->run))
            return;
        if (!rounder->play(worker)) {
            zm_run_fail(&thinking->run, ZM_FAILED);
            return;
        }
    }
}

struct zm_random zm_thinking_random(const struct zm_thinking *thinking, uint64_t played,
                                    unsigned number)
{
    return zm_random_seeded(thinking->run.seed + played + ((uint64_t)number << 32));
}
