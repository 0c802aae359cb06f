/* Every promise of the interfaces (base/require.h) is looked at: each is broken once, in a process
 * of its own, which must end by saying so. Built and run where contracts are. */
#include "test.h"

#include "games/game.h"
#include "games/nim/nim.h"
#include "games/walk.h"
#include "records/played.h"
#include "solve/components.h"
#include "solve/graph.h"
#include "solve/one_player.h"
#include "store/store.h"
#include "theory/trees.h"
#include "theory/value.h"
#include "toys/toys.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs what breaks a promise; its last words must hold `promise`. */
static void expect_broken(void (*breaker)(void), const char *promise)
{
    int ends[2], status;
    char said[1000] = "";
    size_t length = 0;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], 2);
        close(ends[0]);
        signal(SIGABRT, SIG_DFL);
        breaker();
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; length + 1 < sizeof said &&
                      (got = read(ends[0], said + length, sizeof said - 1 - length)) > 0;)
        length += (size_t)got;
    close(ends[0]);
    waitpid(child, &status, 0);
    if (strstr(said, "broken promise") == NULL || strstr(said, promise) == NULL)
        fail_msg("'%s' was not looked at: '%s'", promise, said);
    assert_true(!WIFEXITED(status) || WEXITSTATUS(status) != 0);
}

static struct zm_instance open_game(const struct zm_game *game, struct zm_settings *settings)
{
    struct zm_instance instance;
    *settings = (struct zm_settings){0};
    zm_settings_declare(settings, game->params, NULL);
    assert_int_equal(zm_instance_open(&instance, game, settings, NULL), ZM_OK);
    return instance;
}

/* --- base, theory, stores --------------------------------------------------------------------- */

static void break_list(void)
{
    struct zm_list list = {0};
    zm_list_add(&list, zm_bytes("a", 1));
    zm_list_at(&list, 1);
}

static void break_random(void)
{
    struct zm_random random = zm_random_seeded(1);
    zm_random_below(&random, 0);
}

static void break_value(void)
{
    struct zm_universe *universe = zm_universe_open(NULL);
    zm_conway_add(universe, 12345, ZM_ZERO);
}

static void break_tree(void)
{
    struct zm_forest forest;
    zm_forest_init(&forest, false);
    zm_tree_of(&forest, (uint32_t[]){77}, 1);
}

static void break_store_get(void)
{
    struct zm_value value;
    zm_store_get(zm_memory_store(0), ZM_KIND_LOST, zm_bytes(NULL, 1), &value);
}

static void break_store_put(void)
{
    zm_store_put(zm_memory_store(0), ZM_KIND_COUNT, zm_bytes("a", 1), (struct zm_value){0});
}

static void base_and_stores(void **state)
{
    (void)state;
    expect_broken(break_list, "index < list->count");
    expect_broken(break_random, "bound > 0");
    expect_broken(break_value, "g < universe->count");
    expect_broken(break_tree, "< forest->count");
    expect_broken(break_store_get, "key.data != NULL");
    expect_broken(break_store_put, "kind < ZM_KIND_COUNT");
}

/* --- positions that are none ------------------------------------------------------------------ */

static const uint8_t rubbish[] = {255, 255, 255, 255, 255, 255, 255};

static void break_ending(void)
{
    struct zm_settings settings;
    struct zm_ending ending;
    struct zm_instance game = open_game(&toy_slide, &settings);
    zm_ending_at(&game, zm_bytes(rubbish, sizeof rubbish), NULL, false, &ending);
}

static void break_find_move(void)
{
    struct zm_settings settings;
    struct zm_buffer move = {0};
    struct zm_instance game = open_game(&toy_slide, &settings);
    zm_find_move(&game, zm_bytes(rubbish, sizeof rubbish), NULL, "1", &move, NULL);
}

static void break_split(void)
{
    struct zm_settings settings;
    struct zm_list components = {0};
    struct zm_instance game = open_game(&toy_cake, &settings);
    zm_split(&game, zm_bytes(rubbish, sizeof rubbish), &components);
}

static void break_split_again(void)
{
    struct zm_settings settings;
    struct zm_list components = {0};
    struct zm_buffer position = {0};
    struct zm_instance game = open_game(&toy_cake, &settings);
    zm_parse_position(&game, NULL, &position, NULL);
    zm_list_add(&components, zm_bytes("a", 1));
    zm_split(&game, zm_buffer_bytes(&position), &components);
}

static void break_played(void)
{
    struct zm_settings settings;
    struct zm_played played;
    struct zm_instance game = open_game(&toy_slide, &settings);
    zm_played_open(&played, &game, false, zm_bytes(rubbish, sizeof rubbish), NULL);
    zm_played_play_move(&played, zm_bytes("1", 1), NULL);
}

static void break_nimber_options(void)
{
    struct zm_settings settings;
    struct zm_options options = {0};
    struct zm_instance game = open_game(&zm_nim, &settings);
    zm_nimber_options(&game, zm_bytes(rubbish, sizeof rubbish), &options);
}

static void positions_are_sound(void **state)
{
    (void)state;
    expect_broken(break_ending, "zm_sound_at(instance, position)");
    expect_broken(break_find_move, "zm_sound_at(instance, position)");
    expect_broken(break_split, "zm_sound_at(instance, position)");
    expect_broken(break_split_again, "components->count == 0");
    expect_broken(break_played, "zm_sound_at(game");
    expect_broken(break_nimber_options, "sums->sound(instance->state, component)");
}

/* --- games that break their own --------------------------------------------------------------- */

static void unsorted_split(void *state, struct zm_bytes position, struct zm_list *components)
{
    (void)state;
    (void)position;
    zm_list_add(components, zm_bytes("\0b", 2));
    zm_list_add(components, zm_bytes("\0a", 2));
}

static void unsorted_options(void *state, struct zm_bytes component, enum zm_side side,
                             struct zm_options *options)
{
    (void)side;
    zm_options_clear(options);
    unsorted_split(state, component, &options->components);
    zm_options_close(options);
}

static bool anything_is_sound(void *state, struct zm_bytes bytes)
{
    (void)state;
    (void)bytes;
    return true;
}

static void unsound_apply(void *state, struct zm_bytes position, struct zm_bytes move,
                          struct zm_buffer *next)
{
    (void)state;
    (void)position;
    (void)move;
    zm_buffer_set(next, zm_bytes(rubbish, sizeof rubbish));
}

static const struct zm_sums unsorted_sums = {
    .split = unsorted_split, .options = unsorted_options, .sound = anything_is_sound};

static struct zm_game unsorted_game(void)
{
    struct zm_game game = toy_cake;
    game.sums = &unsorted_sums;
    return game;
}

static void break_sorted_split(void)
{
    struct zm_game made = unsorted_game();
    struct zm_settings settings;
    struct zm_list components = {0};
    struct zm_buffer position = {0};
    struct zm_instance game = open_game(&made, &settings);
    zm_parse_position(&game, NULL, &position, NULL);
    zm_split(&game, zm_buffer_bytes(&position), &components);
}

static void break_sorted_options(void)
{
    struct zm_game made = unsorted_game();
    struct zm_settings settings;
    struct zm_options options = {0};
    struct zm_instance game = open_game(&made, &settings);
    zm_nimber_options(&game, zm_bytes("a", 1), &options);
}

static void break_components(void)
{
    struct zm_game made = unsorted_game();
    struct zm_settings settings = {0};
    struct zm_run run;
    struct zm_components components;
    struct zm_sum_list sums = {0};
    zm_run_begin(&run);
    zm_components_open(&components, &(struct zm_problem){&made, &settings, false, &run}, NULL);
    zm_component_options(&components, zm_component_of(&components, zm_bytes("a", 1)), &sums);
}

static void break_apply(void)
{
    struct zm_rules rules = *toy_slide.rules;
    struct zm_game made = toy_slide;
    struct zm_settings settings;
    struct zm_played played;
    rules.apply = unsound_apply;
    made.rules = &rules;
    struct zm_instance game = open_game(&made, &settings);
    zm_played_open(&played, &game, false, zm_bytes("12345.", 6), NULL);
    zm_played_play_move(&played, zm_bytes("3", 1), NULL);
}

static uint64_t too_large_rank(void *state, struct zm_bytes position)
{
    (void)position;
    return toy_ring.loops->count(state) + 5;
}

static void break_rank(void)
{
    struct zm_loops loops = *toy_ring.loops;
    struct zm_game made = toy_ring;
    struct zm_settings settings = {0};
    struct zm_run run;
    struct zm_game_graph graph;
    struct zm_buffer position = {0};
    zm_run_begin(&run);
    loops.rank = too_large_rank;
    made.loops = &loops;
    struct zm_instance game = open_game(&made, &settings);
    zm_numbered_graph(&made, &settings, &run, false, &graph, NULL);
    zm_parse_position(&game, NULL, &position, NULL);
    graph.number(graph.state, zm_buffer_bytes(&position));
}

static void wrong_unmake(void *walk, zm_move move)
{
    (void)walk;
    (void)move;
}

static void break_unmake(void)
{
    struct zm_walk walk = *toy_picks.walk;
    struct zm_game made = toy_picks;
    struct zm_settings settings = {0};
    struct zm_run run;
    struct zm_error error;
    struct zm_answer answer = {0};
    struct zm_buffer position = {0};
    void *state;
    zm_run_begin(&run);
    run.memory_limit = 1 << 24;
    walk.unmake = wrong_unmake;
    made.walk = &walk;
    struct zm_instance game = open_game(&made, &settings);
    zm_parse_position(&game, NULL, &position, NULL);
    struct zm_problem problem = {&made, &settings, false, &run};
    if (zm_longest.open(&problem, &state, &error) == ZM_OK)
        zm_longest.answer(state, zm_buffer_bytes(&position), &(struct zm_decider){0}, &answer,
                          &error);
}

static void games_keep_theirs(void **state)
{
    (void)state;
    expect_broken(break_sorted_split, "zm_list_sorted(components");
    expect_broken(break_sorted_options, "zm_options_sorted(options)");
    expect_broken(break_components, "zm_options_sorted(options)");
    expect_broken(break_apply, "zm_buffer_bytes(&next)");
    expect_broken(break_rank, "number < loops->count");
    expect_broken(break_unmake, "frame->key");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base_and_stores),
        cmocka_unit_test(positions_are_sound),
        cmocka_unit_test(games_keep_theirs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
