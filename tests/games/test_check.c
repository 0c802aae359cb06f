/* Every game of the program keeps the promises of its interface (games/check.h), with every choice
 * of every parameter; and a game that breaks one is found out. A new game is covered by being
 * registered. */
#include "test.h"

#include "games/check.h"
#include "toys/mutants.h"
#include "toys/toys.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SEED = 1913 };

static const struct zm_game *const toys[] = {&toy_ring, &toy_row, &toy_cake, &toy_picks, NULL};

/* A promise that applies is looked at: at least one comparison. */
static void expect_comparisons(void *context, const struct zm_kept_promise *kept)
{
    (void)context;
    if (kept->counts.comparisons == 0)
        fail_msg("'%s' was not compared with anything", kept->name);
}

static void check_game(const struct zm_game *game, unsigned rounds)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    struct zm_check check = {.game = game, .settings = &settings, .rounds = rounds, .seed = SEED};
    assert_int_equal(zm_settings_declare(&settings, game->params, NULL), ZM_OK);
    check.tell = expect_comparisons;
    enum zm_status status = zm_check_game(&check, &error);
    check.tell = NULL; /* some choices leave nothing to compare */
    check.rounds = rounds / 4;
    if (status == ZM_OK)
        status = zm_check_variants(&check, NULL, &error);
    if (status != ZM_OK)
        fail_msg("%s, seed %d: %s", game->name, SEED, error.text);
    zm_settings_free(&settings);
}

static void game_keeps_its_promises(void **state)
{
    check_game(*state, (unsigned)test_many(120, 4000));
}

static void toys_keep_their_promises(void **state)
{
    (void)state;
    for (size_t i = 0; toys[i] != NULL; i++)
        check_game(toys[i], (unsigned)test_rounds(200));
}

/* --- mutants --- */

static enum zm_status check_mutant(const struct mutant *mutant, struct zm_error *error)
{
    struct body body;
    struct zm_settings settings = {0};
    mutant_make(mutant, &body);
    struct zm_check check = {
        .game = &body.game, .settings = &settings, .rounds = 200, .seed = SEED};
    assert_int_equal(zm_settings_declare(&settings, body.game.params, NULL), ZM_OK);
    enum zm_status status = zm_check_game(&check, error);
    zm_settings_free(&settings);
    return status;
}

/* The one that breaks down does so in a process of its own, without a trace of it. */
static void expect_breakdown(const struct mutant *mutant)
{
    struct zm_error error = {0};
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        close(STDERR_FILENO);
        _exit(check_mutant(mutant, &error));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
        fail_msg("'%s': the game did not break down", mutant->what);
}

static void mutant_is_found(void **state)
{
    const struct mutant *mutant = *state;
    struct zm_error error = {0};
    size_t size = strlen(mutant->promise);
    if (strcmp(mutant->promise, "bytes") == 0) {
        expect_breakdown(mutant);
        return;
    }
    enum zm_status status = check_mutant(mutant, &error);
    if (status != ZM_WRONG)
        fail_msg("'%s' is not found", mutant->what);
    if (strncmp(error.text, mutant->promise, size) != 0 || error.text[size] != ':')
        fail_msg("'%s' is found as '%s', not as %s", mutant->what, error.text, mutant->promise);
    if (strchr(error.text, '\n') != NULL)
        fail_msg("'%s' is told in more than one line", error.text);
}

/* --- every promise has a mutant that breaks it --- */

static void expect_mutant(void *context, const struct zm_kept_promise *kept)
{
    (void)context;
    bool found = false;
    for (size_t i = 0; mutants[i] != NULL; i++)
        for (const struct mutant *mutant = mutants[i]; mutant->spoil != NULL; mutant++)
            found |= strcmp(mutant->promise, kept->name) == 0;
    if (!found)
        fail_msg("'%s' is broken by no mutant of tests/toys", kept->name);
}

static void every_promise_has_a_mutant(void **state)
{
    (void)state;
    for (size_t i = 0; zm_games[i] != NULL; i++) {
        struct zm_settings settings = {0};
        struct zm_check check = {.game = zm_games[i],
                                 .settings = &settings,
                                 .rounds = 1,
                                 .seed = SEED,
                                 .tell = expect_mutant};
        assert_int_equal(zm_settings_declare(&settings, zm_games[i]->params, NULL), ZM_OK);
        assert_int_equal(zm_check_game(&check, NULL), ZM_OK);
        zm_settings_free(&settings);
    }
}

/* An argument chooses the tests: test_check grundy. */
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    struct CMUnitTest tests[300] = {
        cmocka_unit_test(toys_keep_their_promises),
        cmocka_unit_test(every_promise_has_a_mutant),
    };
    size_t count = 2, most = sizeof tests / sizeof *tests;
    for (size_t i = 0; zm_games[i] != NULL && count < most; i++)
        tests[count++] = (struct CMUnitTest){.name = zm_games[i]->name,
                                             .test_func = game_keeps_its_promises,
                                             .initial_state = (void *)zm_games[i]};
    for (size_t i = 0; mutants[i] != NULL; i++)
        for (const struct mutant *mutant = mutants[i]; mutant->spoil != NULL && count < most;
             mutant++)
            tests[count++] = (struct CMUnitTest){.name = mutant->what,
                                                 .test_func = mutant_is_found,
                                                 .initial_state = (void *)mutant};
    return _cmocka_run_group_tests("check", tests, count, NULL, NULL) != 0;
}
