/* The proof-number search with numbers for every nimber: on random boards of Cram it finds the
 * nimbers that another search finds, and its numbers never lead in circles. */
#include "test.h"

#include "search/dfpn.h"
#include "search/multi.h"
#include "search/pn_multi.h"
#include "solve/calculation.h"
#include "store/store.h"

enum { SEED = 2012, LARGEST = 18 };

static const struct zm_calculation *nimber;

/* The nimber of a position by a search; `strays` is set to how often pn-multi lost its way. */
static int64_t nimber_by(const struct zm_search *search, const struct zm_game *game,
                         const struct zm_settings *settings, struct zm_bytes position,
                         uint64_t *strays)
{
    struct zm_run run;
    struct zm_answer answer = {0};
    struct zm_space space;
    void *state, *walk;
    struct zm_error error = {0};
    zm_run_begin(&run);
    run.store = zm_memory_store(0);
    assert_non_null(run.store);
    struct zm_problem problem = {game, settings, false, &run};
    assert_int_equal(nimber->open(&problem, &state, &error), ZM_OK);
    nimber->space(state, &space);
    assert_int_equal(search->open(&space, settings, &walk, &error), ZM_OK);
    struct zm_decider decider = {.search = walk, .decide = search->decide};
    assert_int_equal(nimber->answer(state, position, &decider, &answer, &error), ZM_OK);
    int64_t number = answer.number;
    *strays = search == &zm_pn_multi ? ((struct zm_multi *)walk)->strays : 0;
    zm_answer_free(&answer);
    search->close(walk);
    nimber->close(state);
    zm_store_close(run.store);
    return number;
}

static void compare(const struct zm_instance *cram, const struct zm_settings *settings,
                    struct zm_bytes position)
{
    uint64_t strays, none;
    int64_t expected = nimber_by(&zm_dfpn, cram->game, settings, position, &none);
    int64_t found = nimber_by(&zm_pn_multi, cram->game, settings, position, &strays);
    if (found == expected && strays == 0)
        return;
    struct zm_buffer text = {0};
    cram->game->rules->print(cram->state, position, &text);
    fail_msg("cram %s: nimber %d by pn-multi, which strayed %d times, %d by dfpn",
             zm_buffer_string(&text), (int)found, (int)strays, (int)expected);
}

static void test_random_boards(void **state)
{
    (void)state;
    const struct zm_game *game = zm_game_find("cram", NULL);
    struct zm_settings settings = {0};
    struct zm_instance cram;
    struct zm_buffer position = {0};
    struct zm_random random = zm_random_seeded(SEED);
    int rounds = test_many(400, 40000);
    nimber = zm_calculation_find("nimber", game, false, NULL);
    assert_non_null(nimber);
    assert_int_equal(zm_settings_declare(&settings, game->params, NULL), ZM_OK);
    assert_int_equal(zm_settings_declare(&settings, zm_dfpn.params, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&cram, game, &settings, NULL), ZM_OK);
    /* The board on which the search once went round and round, and took all memory. */
    assert_int_equal(game->rules->parse(cram.state, "00000G/000000/00G000", &position, NULL),
                     ZM_OK);
    compare(&cram, &settings, zm_buffer_bytes(&position));
    for (int i = 0; i < rounds; i++) {
        game->rules->random(cram.state, &random, 8 + (unsigned)zm_random_below(&random, LARGEST),
                            &position);
        compare(&cram, &settings, zm_buffer_bytes(&position));
    }
    print_message("# seed %d: %d boards\n", SEED, rounds + 1);
    zm_buffer_free(&position);
    zm_instance_close(&cram);
    zm_settings_free(&settings);
}

/* Who stops it, stops it in the middle of carrying numbers upwards too, and it walks no further over
 * numbers that were left half way. */
static void test_stops(void **state)
{
    (void)state;
    for (uint64_t nodes = 1; nodes < 24; nodes++) {
        struct zm_settings settings = {0};
        struct zm_instance octal;
        struct zm_buffer position = {0};
        struct zm_run run;
        struct zm_answer answer = {0};
        struct zm_space space;
        struct zm_error error = {0};
        void *opened, *walk;
        const struct zm_game *game = zm_game_find("octal", NULL);
        assert_int_equal(zm_settings_declare(&settings, game->params, NULL), ZM_OK);
        assert_int_equal(zm_instance_open(&octal, game, &settings, NULL), ZM_OK);
        assert_int_equal(game->rules->parse(octal.state, "0.43:24,13,23", &position, NULL), ZM_OK);
        zm_run_begin(&run);
        run.most_nodes = nodes;
        run.store = zm_memory_store(0);
        assert_non_null(run.store);
        struct zm_problem problem = {game, &settings, false, &run};
        assert_int_equal(nimber->open(&problem, &opened, &error), ZM_OK);
        nimber->space(opened, &space);
        assert_int_equal(zm_pn_multi.open(&space, &settings, &walk, &error), ZM_OK);
        struct zm_decider decider = {.search = walk, .decide = zm_pn_multi.decide};
        enum zm_status status =
            nimber->answer(opened, zm_buffer_bytes(&position), &decider, &answer, &error);
        assert_true(status == ZM_STOPPED || status == ZM_OK);
        zm_answer_free(&answer);
        zm_pn_multi.close(walk);
        nimber->close(opened);
        zm_store_close(run.store);
        zm_buffer_free(&position);
        zm_instance_close(&octal);
        zm_settings_free(&settings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_boards),
                                       cmocka_unit_test(test_stops)};
    return cmocka_run_group_tests_name("pn-multi", tests, NULL, NULL);
}
