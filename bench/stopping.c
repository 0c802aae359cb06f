/* How long a computation goes on after another thread has called zermelo_stop: several games and
 * calculations, each stopped after half a second. */
#include "bench/bench.h"

#include "base/clock.h"
#include "zermelo/zermelo.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

struct stopper {
    zermelo *session;
    atomic_bool over;
    double called;
};

static void *stop_later(void *context)
{
    struct stopper *stopper = context;
    nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    if (!atomic_load(&stopper->over)) {
        stopper->called = zm_clock_now();
        zermelo_stop(stopper->session);
    }
    return NULL;
}

static enum zm_status stop_one(const char *game, const char *position, const char *const *options,
                               double *longest, struct zm_error *error)
{
    char why[400];
    struct zermelo_answer answer;
    pthread_t thread;
    struct stopper stopper = {.session = zermelo_open(game, options, why, sizeof why)};
    if (stopper.session == NULL)
        return zm_fail(error, ZM_FAILED, "%s: %s", game, why);
    if (pthread_create(&thread, NULL, stop_later, &stopper) != 0) {
        zermelo_close(stopper.session);
        return zm_fail(error, ZM_FAILED, "no thread can be started");
    }
    int status = zermelo_solve(stopper.session, position, NULL, &answer);
    double ended = zm_clock_now();
    atomic_store(&stopper.over, true);
    pthread_join(thread, NULL);
    double after = ended - stopper.called;
    if (status == ZERMELO_STOPPED)
        printf("%-12s %-10s %8.3f s after the call\n", game, position, after);
    else
        printf("%-12s %-10s %s\n", game, position,
               status == ZERMELO_OK ? "was done before" : zermelo_error(stopper.session));
    if (status == ZERMELO_STOPPED && after > *longest)
        *longest = after;
    zermelo_close(stopper.session);
    return ZM_OK;
}

static enum zm_status run(struct zm_error *error)
{
    static const char *const plain[] = {"memory=64M", NULL};
    static const char *const misere[] = {"memory=64M", "play=misere", NULL};
    static const char *const threads[] = {"memory=64M", "threads=2", NULL};
    static const char *const six[] = {"variant=six", NULL};
    static const struct {
        const char *game, *position;
        const char *const *options;
    } rows[] = {
        {"sprouts", "60", plain},      {"sprouts", "30", misere},   {"sprouts", "60", threads},
        {"cram", "8x9", plain},        {"cram", "5x9", misere},     {"dots", "5x5", plain},
        {"domineering", "9x9", plain}, {"othello", "6x6", plain},   {"go", "4x4", plain},
        {"grundy", "60", misere},      {"morris", "start", six},    {"hex", "6x6", plain},
        {"chomp", "30x31", plain},     {"nimstring", "5x5", plain},
    };
    double longest = 0;
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < sizeof rows / sizeof *rows; i++)
        status = stop_one(rows[i].game, rows[i].position, rows[i].options, &longest, error);
    printf("longest: %.3f s\n", longest);
    return status;
}

const struct zm_benchmark zm_bench_stopping = {
    .name = "stopping",
    .summary = "how long a computation goes on after another thread has stopped it",
    .run = run,
};
