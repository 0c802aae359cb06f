/* kill -9 at fifty random moments of a solve with a store on disk: the store opens each time, the
 * next run goes on from it, and every entry in it is right. And kill -9 at chosen moments: what was
 * durable is all there, follows by the rules from what is there, and is not searched for again. */
#include "store/store.h"

#include "api/question.h"
#include "care/store_care.h"
#include "base/random.h"

#include "support/ask.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILLS = 50, LONGEST_MS = 250 };
static const char board[] = "5x7"; /* of nimber 1 */

static void solve(const char *path, const char *position, struct zm_answer *answer)
{
    struct zm_option options[] = {{"compute", "nimber"}, {"store", path}};
    *answer = ask_once("cram", position, options, path == NULL ? 1 : 2);
}

/* A solve without a store on disk, whose results most entries are compared with. */
struct checking {
    struct zm_question question;
    uint64_t entries;
};

static bool check_entry(void *context, struct zm_bytes key, struct zm_value value)
{
    struct checking *checking = context;
    struct zm_value known;
    checking->entries++;
    if (zm_store_get(checking->question.store, ZM_KIND_NIMBER, key, &known)) {
        assert_int_equal(value.a, known.a);
        return true;
    }
    /* A run that goes on from a store takes other ways at times: solve this one by itself. */
    struct zm_buffer text = {0};
    struct zm_answer answer;
    struct zm_instance *cram = &checking->question.instance;
    cram->game->sums->print(cram->state, key, &text);
    solve(NULL, zm_buffer_string(&text), &answer);
    assert_int_equal(value.a, answer.number);
    zm_store_put(checking->question.store, ZM_KIND_NIMBER, key, value);
    zm_answer_free(&answer);
    zm_buffer_free(&text);
    return true;
}

static void check_store(const char *path, struct checking *checking)
{
    struct zm_store *store;
    struct zm_error error;
    checking->entries = 0;
    if (access(path, F_OK) != 0)
        return; /* killed before it was made */
    /* Killed between the making of the file and its header: nothing is in it, and it can be used.
     */
    if (zm_store_open(path, ZM_STORE_READ, NULL, 0, &store, &error) != ZM_OK) {
        assert_non_null(strstr(error.text, "is not a store"));
        return;
    }
    store->class->each(store, ZM_KIND_NIMBER, check_entry, checking);
    zm_store_close(store);
}

static pid_t start_solve(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        struct zm_answer answer;
        solve(path, board, &answer);
        _exit(answer.number == 1 ? 0 : 99);
    }
    return child;
}

static void killed_fifty_times(void **state)
{
    (void)state;
    char folder[] = "/tmp/zermelo-crash-XXXXXX", path[64], lock[80];
    struct zm_random random = zm_random_seeded(50);
    struct zm_error error;
    struct checking checking = {0};
    struct zm_answer answer;
    struct zm_run run;
    uint64_t most = 0;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/store", folder);
    snprintf(lock, sizeof lock, "%s-lock", path);
    static const struct zm_option options[] = {{"compute", "nimber"}};
    struct zm_question *question = &checking.question;
    assert_int_equal(zm_question_open_local(question, "cram", board, options, 1, NULL, &error),
                     ZM_OK);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(question, &run, &error), ZM_OK);
    assert_int_equal(
        zm_question_answer(question, zm_buffer_bytes(&question->position), &run, &answer, &error),
        ZM_OK);
    zm_answer_free(&answer);
    /* On a machine so busy that nothing was stored by then, more kills, with longer lives before.
     */
    for (int i = 0; i < KILLS || (most <= 100 && i < 10 * KILLS); i++) {
        long milliseconds =
            (long)zm_random_below(&random, LONGEST_MS * (1 + (uint64_t)(i / KILLS)));
        pid_t child = start_solve(path);
        nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
        kill(child, SIGKILL);
        int result;
        waitpid(child, &result, 0);
        assert_true(WIFSIGNALED(result) || WEXITSTATUS(result) == 0);
        check_store(path, &checking);
        most = checking.entries > most ? checking.entries : most;
        if (WIFEXITED(result)) { /* it came to its end: begin again */
            remove(path);
            remove(lock);
        }
    }
    assert_true(most > 100);
    zm_question_close(question);
    remove(path);
    remove(lock);
    assert_int_equal(rmdir(folder), 0);
}

/* A store that hands everything on to another one, and kills its process by SIGKILL once so many
 * new results are in and durable. */
struct deadly {
    struct zm_store store;
    struct zm_store_class class;
    struct zm_store *inner;
    uint64_t left;
};

static bool deadly_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                       struct zm_value *value)
{
    return zm_store_get(((struct deadly *)store)->inner, kind, key, value);
}

static enum zm_status deadly_put(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                 struct zm_value value)
{
    struct deadly *deadly = (struct deadly *)store;
    struct zm_value known;
    struct zm_error error;
    bool fresh = !zm_store_get(deadly->inner, kind, key, &known);
    enum zm_status status = zm_store_put(deadly->inner, kind, key, value);
    if (fresh && --deadly->left == 0) {
        if (zm_store_flush(deadly->inner, &error) != ZM_OK)
            _exit(98);
        kill(getpid(), SIGKILL);
    }
    return status;
}

static void deadly_stats(struct zm_store *store, struct zm_store_stats *stats)
{
    *stats = zm_store_stats(((struct deadly *)store)->inner);
}

/* Solves the board from what the store holds; 0 puts: to the end. Returns the nodes it took. */
static uint64_t solve_until(const char *path, uint64_t puts)
{
    struct zm_option options[] = {{"compute", "nimber"}, {"search", "pn"}, {"store", path}};
    struct zm_question question;
    struct zm_answer answer;
    struct zm_error error;
    struct zm_run run;
    assert_int_equal(zm_question_open_local(&question, "cram", "5x6", options, path == NULL ? 2 : 3,
                                            NULL, &error),
                     ZM_OK);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    struct deadly deadly = {.inner = run.store, .left = puts};
    deadly.store.class = &deadly.class;
    deadly.class = (struct zm_store_class){.name = "deadly",
                                           .lasts = true,
                                           .get = deadly_get,
                                           .put = deadly_put,
                                           .stats = deadly_stats};
    if (puts > 0)
        run.store = &deadly.store;
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_OK);
    assert_int_equal(answer.number, 2);
    zm_answer_free(&answer);
    zm_question_close(&question);
    return atomic_load(&run.nodes);
}

static size_t entries_checked(const char *path)
{
    struct zm_store *store;
    struct zm_store_report report;
    struct zm_error error = {0};
    struct zm_run run;
    zm_run_begin(&run);
    assert_int_equal(zm_store_open(path, ZM_STORE_READ, NULL, 0, &store, &error), ZM_OK);
    if (zm_store_check(store, &run, &report, &error) != ZM_OK)
        fail_msg("%s", error.text);
    zm_store_close(store);
    return report.checked;
}

static void killed_with_nothing_lost(void **state)
{
    (void)state;
    enum { LIVES = 4, PUTS = 300 };
    char folder[] = "/tmp/zermelo-crash-XXXXXX", path[64], lock[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/store", folder);
    snprintf(lock, sizeof lock, "%s-lock", path);
    uint64_t whole = solve_until(NULL, 0);
    for (size_t life = 1; life <= LIVES; life++) {
        int result;
        pid_t child = fork();
        if (child == 0) {
            solve_until(path, PUTS);
            _exit(97); /* it came to its end: PUTS is too many */
        }
        waitpid(child, &result, 0);
        assert_true(WIFSIGNALED(result));
        assert_int_equal(entries_checked(path), life * PUTS);
    }
    assert_true(solve_until(path, 0) < whole);
    assert_true(entries_checked(path) > LIVES * PUTS);
    assert_int_equal(solve_until(path, 0), 0);
    remove(path);
    remove(lock);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(killed_fifty_times),
                                       cmocka_unit_test(killed_with_nothing_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
