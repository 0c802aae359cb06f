/* Children that play rounds, and who watches them; see harness.h. */
#include "adversary/harness.h"

#include "base/run.h"
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LONGEST_DOING = 16384,
    MOST_TOLD = 12,       /* failures of a game that are printed */
    SECONDS_OF_WORK = 90, /* that one question may take: a morris with labels takes 25 */
    ROUNDS_A_SECOND = 2,  /* where there is little time: what is left of a longer one is left out */
    LONG_ROUND = 2,       /* seconds where there is time enough */
    SECONDS_OF_WAITING = 300, /* where it does not even work */
    LOOKS_A_SECOND = 50,
    SANITIZED = 10, /* as much under a sanitizer */
};

/* What parent and child share. */
struct shared {
    char doing[LONGEST_DOING];
    _Atomic double since;       /* processor seconds of the child when it began to do it */
    _Atomic uint64_t serial;    /* of what is being done */
    _Atomic double round_since; /* the same of the round */
    _Atomic double spent;
    _Atomic uint64_t round;
    _Atomic uint64_t tallies[TALLIES];
};

static struct shared *shared;

static double seconds_of(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

uint64_t harness_seed(void)
{
    static uint64_t seed;
    if (seed == 0) {
        const char *text = getenv("ZM_SEED");
        /* The usual tests are the same each time; long ones draw new lots. */
        seed = text != NULL   ? strtoull(text, NULL, 10)
               : !test_long() ? ZM_DEFAULT_SEED
                              : (uint64_t)(seconds_of(CLOCK_REALTIME) * 1e6) % 1000000007;
    }
    return seed;
}

double harness_spent(void)
{
    return atomic_load(&shared->spent);
}

bool harness_tired(void)
{
    double seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - atomic_load(&shared->round_since);
    bool long_run = getenv("ZM_LONG") != NULL || getenv("ZM_COMPARISONS") != NULL;
    return getenv("ZM_ROUND") == NULL && seconds > (long_run ? LONG_ROUND : 1.0 / ROUNDS_A_SECOND);
}

uint64_t harness_next(void)
{
    return atomic_load(&shared->round);
}

/* With ZM_TELL=1 says what took long. */
static void tell_slow(void)
{
    double seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - atomic_load(&shared->since);
    if (getenv("ZM_TELL") != NULL && seconds > 0.3)
        fprintf(stderr, "# slow, %.1f s: %s\n", seconds, shared->doing);
}

void harness_doing(const char *command)
{
    tell_slow();
    snprintf(shared->doing, sizeof shared->doing, "%s", command);
    atomic_store(&shared->since, seconds_of(CLOCK_PROCESS_CPUTIME_ID));
    atomic_fetch_add(&shared->serial, 1);
}

const char *harness_done(void)
{
    return shared->doing;
}

void harness_count(enum tally tally)
{
    atomic_fetch_add(&shared->tallies[tally], 1);
}

uint64_t harness_tally(enum tally tally)
{
    return atomic_load(&shared->tallies[tally]);
}

void harness_refused(const char *reason)
{
    harness_count(REFUSED);
    if (getenv("ZM_TELL") != NULL)
        fprintf(stderr, "# refused: %s\n#   %s\n", reason, shared->doing);
}

/* Counts a failure; true when it is to be printed. */
static bool is_told(void)
{
    harness_count(WRONG);
    return harness_tally(WRONG) <= MOST_TOLD;
}

static void begin_telling(void)
{
    printf("# WRONG (round %llu, after %llu comparisons): ",
           (unsigned long long)atomic_load(&shared->round),
           (unsigned long long)harness_tally(COMPARED));
}

void harness_wrong(const char *format, ...)
{
    va_list arguments;
    if (!is_told())
        return;
    va_start(arguments, format);
    begin_telling();
    vprintf(format, arguments);
    printf("\n#   %s\n", shared->doing);
    fflush(stdout);
    va_end(arguments);
}

/* --- the child ----------------------------------------------------------------------------------
 */

/* A sanitizer needs far more address space than it uses. */
static void limit_memory(void)
{
    struct rlimit limit = {UINT64_C(6) << 30, UINT64_C(6) << 30};
    if (!test_sanitized())
        setrlimit(RLIMIT_AS, &limit);
    limit = (struct rlimit){0, 0};
    setrlimit(RLIMIT_CORE, &limit);
}

/* cmocka goes on after a signal; a child must die of it, so that the parent sees it. */
static void die_of_signals(void)
{
    static const int signals[] = {SIGFPE, SIGILL, SIGSEGV, SIGBUS, SIGSYS, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals && !test_sanitized(); i++)
        signal(signals[i], SIG_DFL);
}

static void play_rounds(const struct harness_game *game)
{
    limit_memory();
    die_of_signals();
    game->begin(game);
    for (;;) {
        uint64_t round = atomic_load(&shared->round);
        if (game->enough(game, round))
            break;
        harness_doing("(drawing lots)");
        double since = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        atomic_store(&shared->round_since, since);
        game->round(game, round);
        atomic_store(&shared->round, round + 1);
        atomic_store(&shared->spent,
                     atomic_load(&shared->spent) + seconds_of(CLOCK_PROCESS_CPUTIME_ID) - since);
    }
    game->end(game);
    exit(EXIT_SUCCESS);
}

/* --- the parent ---------------------------------------------------------------------------------
 */

/* Has the child worked too long on one thing, or done nothing at all for too many looks? Looks are
 * counted, not seconds: who is stopped with its child, by a shell or a busy machine, does not look. */
static bool hangs(pid_t child, uint64_t *serial, unsigned *looks)
{
    clockid_t clock;
    unsigned factor = test_sanitized() ? SANITIZED : 1;
    uint64_t now = atomic_load(&shared->serial);
    *looks = now == *serial ? *looks + 1 : 0;
    *serial = now;
    if (*looks > factor * SECONDS_OF_WAITING * LOOKS_A_SECOND)
        return true;
    return *looks > LOOKS_A_SECOND && clock_getcpuclockid(child, &clock) == 0 &&
           seconds_of(clock) - atomic_load(&shared->since) > factor * SECONDS_OF_WORK;
}

/* Waits for the end of a child; one that hangs is ended. */
static int watch(pid_t child)
{
    const struct timespec moment = {.tv_nsec = 1000000000 / LOOKS_A_SECOND};
    uint64_t serial = 0;
    unsigned looks = 0;
    int status = 0;
    for (;;) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child)
            return status;
        if (ended < 0 && errno != EINTR)
            abort();
        if (hangs(child, &serial, &looks)) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return status;
        }
        nanosleep(&moment, NULL);
    }
}

static void tell_death(int status)
{
    if (!is_told())
        return;
    begin_telling();
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        printf("does not end, or takes all memory");
    else if (WIFSIGNALED(status))
        printf("died of signal %d", WTERMSIG(status));
    else
        printf("ended with status %d", WEXITSTATUS(status));
    printf("\n#   %s\n", shared->doing);
    fflush(stdout);
}

static struct shared *map_shared(void)
{
    FILE *file = tmpfile();
    if (file == NULL || ftruncate(fileno(file), sizeof *shared) != 0)
        abort();
    void *map = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    fclose(file);
    if (map == MAP_FAILED)
        abort();
    return map;
}

bool harness_play(const struct harness_game *game, uint64_t first)
{
    if (shared == NULL)
        shared = map_shared();
    memset(shared, 0, sizeof *shared);
    atomic_store(&shared->round, first);
    while (!game->enough(game, atomic_load(&shared->round)) && harness_tally(WRONG) < 100) {
        fflush(stdout);
        harness_doing("(beginning)");
        atomic_store(&shared->since, 0);
        pid_t child = fork();
        if (child < 0)
            abort();
        if (child == 0)
            play_rounds(game);
        int status = watch(child);
        if (status == 0)
            break;
        tell_death(status);
        atomic_fetch_add(&shared->round, 1);
    }
    return harness_tally(WRONG) == 0;
}
