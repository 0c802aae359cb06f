/* An adversary of our own: the rules alone against everything that the program says. Games are
 * those of the registry, so that a new one falls under it by being registered.
 *
 *     ZM_SEED=N             draws the same lots again
 *     ZM_LONG=1             a hundred times as much
 *     ZM_COMPARISONS=N      about so many in all
 *     ZM_GAME=NAME          that game alone
 *     ZM_ROUND=N            that round alone
 */
#include "adversary/harness.h"
#include "adversary/lots.h"
#include "adversary/rounds.h"
#include "test.h"
#include "web/web.h"

#include <dirent.h>
#include <unistd.h>

enum {
    MOST_GAMES = 64,
    LEAST_POSITIONS = 3, /* of a game, or the test has not looked at it */
    MOST_ROUNDS = 2000,  /* of one turn that may pass until there are so many */
};

static struct {
    uint64_t tallies[TALLIES];
    const struct zm_game *games[MOST_GAMES];
    uint64_t rounds[MOST_GAMES]; /* played so far */
    uint64_t first;              /* round of this turn of a game */
    size_t count;
    size_t turn;  /* games that had theirs */
    double spent; /* processor seconds of these */
    char folder[64];
} all;

/* What a game gets at a time: so many comparisons, but no more than its share of the processor
 * seconds that the games before it have left once it has been looked at. Some games answer in
 * seconds, most in less than a millisecond; and a new game makes the others' shares smaller, not the
 * tests longer. */
static uint64_t wanted(void)
{
    return (uint64_t)test_many(5000, 500000);
}

static double seconds_of_all(void)
{
    return (getenv("ZM_LONG") != NULL ? 100 : 1) * (test_sanitized() ? 8 : 14);
}

/* The share of the game whose turn it is, which is never less than half an equal one. */
static double share(void)
{
    double equal = seconds_of_all() / (double)all.count;
    double left = seconds_of_all() - all.spent;
    double part = all.turn < all.count ? left / (double)(all.count - all.turn) : equal;
    return part < equal / 2 ? equal / 2 : part;
}

static struct zm_web *web;

static const struct zm_game *game_of(const struct harness_game *game)
{
    return game->context;
}

static void begin(const struct harness_game *game)
{
    static const struct zm_web_config config = {
        .address = "127.0.0.1", .memory = 256 << 20, .computations = 1, .threads = 1};
    struct zm_error error = {0};
    (void)game;
    if (zm_web_open(&config, &web, &error) != ZM_OK) {
        printf("# no server: %s\n", error.text);
        exit(EXIT_FAILURE);
    }
}

static void end(const struct harness_game *game)
{
    (void)game;
    zm_web_close(web);
}

static void play(const struct harness_game *game, uint64_t number)
{
    const char *only = getenv("ZM_ROUND");
    round_play(game_of(game), web, all.folder, only == NULL ? number : strtoull(only, NULL, 10));
}

static bool enough(const struct harness_game *game, uint64_t number)
{
    (void)game;
    if (getenv("ZM_ROUND") != NULL)
        return harness_tally(COMPARED) > 0 || number > 0;
    if (harness_tally(POSITIONS) < LEAST_POSITIONS)
        return number - all.first >= MOST_ROUNDS;
    return harness_tally(COMPARED) >= wanted() || harness_spent() >= share();
}

/* Plays rounds of a game where the last ones ended; true: nothing was wrong. */
static bool go_on(size_t index)
{
    const struct zm_game *game = all.games[index];
    const struct harness_game rounds = {game->name, begin, play, enough, end, game};
    all.first = all.rounds[index];
    bool good = harness_play(&rounds, all.first);
    all.rounds[index] = harness_next();
    all.turn++;
    all.spent += harness_spent();
    for (int i = 0; i < TALLIES; i++)
        all.tallies[i] += harness_tally((enum tally)i);
    printf("# %s: %.1f s, %llu comparisons over %llu positions; %llu too large, %llu questions "
           "refused, %llu stopped by a tiny memory\n",
           game->name, harness_spent(), (unsigned long long)harness_tally(COMPARED),
           (unsigned long long)harness_tally(POSITIONS), (unsigned long long)harness_tally(LARGE),
           (unsigned long long)harness_tally(REFUSED), (unsigned long long)harness_tally(STOPPED));
    fflush(stdout);
    return good;
}

static void test_game(void **state)
{
    const struct zm_game *const *game = *state;
    assert_true(go_on((size_t)(game - all.games)));
    if (getenv("ZM_ROUND") == NULL)
        assert_true(harness_tally(POSITIONS) >= LEAST_POSITIONS);
}

/* More of all games, until there are as many comparisons as ZM_COMPARISONS asks for. */
static void test_more(void **state)
{
    const char *text = getenv("ZM_COMPARISONS");
    uint64_t most = text == NULL ? 0 : strtoull(text, NULL, 10);
    bool good = true;
    (void)state;
    for (size_t i = 0; all.tallies[COMPARED] < most && all.tallies[WRONG] < 100; i++)
        good = go_on(i % all.count) && good;
    assert_true(good);
}

/* Parameters whose values nobody can draw are named, so that they are not forgotten. */
static void tell_not_drawn(const char *whose, const struct zm_param *table)
{
    for (const struct zm_param *param = lots_not_drawn(table, NULL); param != NULL;
         param = lots_not_drawn(table, param))
        printf("# not drawn: --%s of %s\n", param->name, whose);
}

/* A child that was ended in the middle of something leaves files. */
static void remove_folder(void)
{
    DIR *folder = opendir(all.folder);
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder != NULL)
        closedir(folder);
    rmdir(all.folder);
}

/* The games of the registry, or the one asked for. */
static void list_games(struct CMUnitTest *tests)
{
    const char *only = getenv("ZM_GAME");
    for (size_t i = 0; zm_games[i] != NULL && all.count < MOST_GAMES; i++) {
        if (only != NULL && strcmp(only, zm_games[i]->name) != 0)
            continue;
        all.games[all.count] = zm_games[i];
        tests[all.count] =
            (struct CMUnitTest){zm_games[i]->name, test_game, NULL, NULL, &all.games[all.count]};
        all.count++;
        tell_not_drawn(zm_games[i]->name, zm_games[i]->params);
    }
    for (size_t i = 0; zm_calculations[i] != NULL; i++)
        tell_not_drawn(zm_calculations[i]->name, zm_calculations[i]->params);
    for (size_t i = 0; zm_searches[i] != NULL; i++)
        tell_not_drawn(zm_searches[i]->name, zm_searches[i]->params);
}

int main(void)
{
    struct CMUnitTest tests[MOST_GAMES + 1];
    list_games(tests);
    tests[all.count] = (struct CMUnitTest){"more", test_more, NULL, NULL, NULL};
    snprintf(all.folder, sizeof all.folder, "/tmp/zermelo-adversary-XXXXXX");
    if (mkdtemp(all.folder) == NULL)
        return EXIT_FAILURE;
    int failed = _cmocka_run_group_tests("adversary-rules", tests, all.count + 1, NULL, NULL);
    remove_folder();
    printf("# in all: %llu comparisons over %llu positions in %.0f s, seed %llu\n",
           (unsigned long long)all.tallies[COMPARED], (unsigned long long)all.tallies[POSITIONS],
           all.spent, (unsigned long long)harness_seed());
    return failed;
}
