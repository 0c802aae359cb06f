/* All searches give one answer on random positions of every impartial game,
 * whatever the memory and the number of threads. */
#include "store/store.h"
#include "support/ask.h"

#include <stdio.h>

/* The number that an answer is: a nimber, or an outcome. */
static int64_t number_of(const char *game, const char *position, const struct zm_option *options,
                         size_t count)
{
    struct zm_answer answer = ask_once(game, position, options, count);
    int64_t number = answer.kind == ZM_ANSWER_NIMBER ? answer.number : (int64_t)answer.outcome;
    zm_answer_free(&answer);
    return number;
}

static void check_position(const char *game, const char *position)
{
    static const struct zm_option ways[][3] = {
        {{"search", "dfpn"}, {"memory", "4G"}, {"threads", "1"}},
        {{"search", "dfpn"}, {"memory", "1M"}, {"threads", "2"}},
        {{"search", "dfpn"}, {"memory", "1M"}, {"combine", "max"}},
        {{"search", "pn"}, {"memory", "1M"}, {"leaf", "children"}},
        {{"search", "pn"}, {"memory", "4G"}, {"seed", "7"}},
        {{"search", "recursive"}, {"memory", "4G"}, {"seed", "8"}},
        {{"search", "pn-multi"}, {"memory", "4G"}, {"seed", "9"}}, /* normal play only: the last */
        {{"search", "pn-multi"}, {"memory", "1M"}, {"seed", "9"}},
    };
    static const struct zm_option questions[][2] = {
        {{"play", "normal"}, {"compute", "nimber"}},
        {{"play", "misere"}, {"compute", "outcome"}},
    };
    for (size_t i = 0; i < 2; i++) {
        struct zm_option options[5] = {questions[i][0], questions[i][1], {"search", "depth-first"}};
        int64_t expected = number_of(game, position, options, 3);
        size_t way_count = sizeof ways / sizeof *ways - (i == 1 ? 2 : 0);
        for (size_t j = 0; j < way_count; j++) {
            memcpy(options + 2, ways[j], sizeof ways[j]);
            if (number_of(game, position, options, 5) != expected)
                fail_msg("%s '%s': --play %s --search %s --%s %s differs from depth-first", game,
                         position, options[0].text, ways[j][0].text, ways[j][2].name,
                         ways[j][2].text);
        }
    }
}

static void check_game(const char *name, unsigned size, int rounds)
{
    const struct zm_game *game = zm_game_find(name, NULL);
    struct zm_settings settings = {0};
    struct zm_instance instance;
    struct zm_random random = zm_random_seeded(11);
    assert_non_null(game);
    assert_int_equal(zm_settings_declare(&settings, game->params, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&instance, game, &settings, NULL), ZM_OK);
    for (int i = 0; i < rounds; i++) {
        struct zm_buffer position = {0}, text = {0};
        game->rules->random(instance.state, &random, 1 + (unsigned)zm_random_below(&random, size),
                            &position);
        game->rules->print(instance.state, zm_buffer_bytes(&position), &text);
        check_position(name, zm_buffer_string(&text));
        zm_buffer_free(&position);
        zm_buffer_free(&text);
    }
    zm_instance_close(&instance);
    zm_settings_free(&settings);
}

static void test_agreement(void **state)
{
    (void)state;
    int rounds = test_many(300, 2000);
    /* How large the positions of a game may be; 6 where nothing is said. */
    static const struct {
        const char *game;
        unsigned size;
    } sizes[] = {{"cram", 16}, {"nim", 8}, {"octal", 14}, {"sprouts", 4}};
    unsigned checked = 0;
    for (size_t i = 0; zm_games[i] != NULL; i++) {
        const struct zm_game *game = zm_games[i];
        unsigned size = 6;
        if (game->players != ZM_IMPARTIAL || game->sums == NULL || game->rules->random == NULL)
            continue;
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
            if (strcmp(sizes[j].game, game->name) == 0)
                size = sizes[j].size;
        check_game(game->name, size, rounds);
        checked++;
    }
    assert_true(checked >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_agreement)};
    return cmocka_run_group_tests_name("agreement", tests, NULL, NULL);
}
