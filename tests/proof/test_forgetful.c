/* Certificates when the store has forgotten everything: all that a proof needs is then searched for
 * again, by calculations that the question itself does not use, the engines' questions among them.
 * Every impartial game that splits. */
#include "support/ask.h"

#include "api/certify.h"
#include "store/store.h"

enum { SEED = 1935, SIZE = 6 };

/* Certifies the answer to a question with an empty store; returns whether there was an answer that
 * can have a certificate. */
static bool certify_forgetting(const char *game, const char *position, const char *play,
                               const char *compute, bool positions)
{
    const struct zm_option options[] = {{"play", play}, {"compute", compute}};
    struct asking asking;
    struct zm_certificate certificate;
    struct zm_error error = {0};
    struct zm_answer answer;
    ask_open(&asking, game, position, options, compute == NULL ? 1 : 2);
    bool known = ask_try(&asking, &answer, &error) == ZM_OK;
    struct zm_store *empty = zm_memory_store(0);
    assert_non_null(empty);
    asking.run.store = empty;
    if (known) {
        if ((positions ? zm_certify_positions : zm_certify)(&asking.question, &asking.run, &answer,
                                                            &certificate, &error) != ZM_OK)
            fail_msg("%s %s: %s", game, position, error.text);
        assert_true(answer.verified);
        zm_certificate_free(&certificate);
    }
    zm_answer_free(&answer);
    ask_close(&asking);
    zm_store_close(empty);
    return known;
}

static int check_game(const struct zm_game *game)
{
    static const struct {
        const char *play, *compute;
        bool positions; /* of a certificate from which a tree can be drawn */
    } ways[] = {
        {"normal", NULL, false},     {"normal", NULL, true},      {"normal", "outcome", false},
        {"normal", "outcome", true}, {"normal", "nimber", false}, {"normal", "nimber", true},
        {"misere", NULL, false},     {"misere", NULL, true},      {"misere", "outcome", false},
        {"misere", "outcome", true}, {"misere", "grundy", false},
    };
    struct zm_settings settings = {0};
    struct zm_instance instance;
    struct zm_random random = zm_random_seeded(SEED);
    struct zm_buffer position = {0}, text = {0};
    int certified = 0;
    assert_int_equal(zm_settings_declare(&settings, game->params, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&instance, game, &settings, NULL), ZM_OK);
    for (int round = 0; round < test_many(20, 1000); round++) {
        zm_buffer_clear(&position);
        zm_buffer_clear(&text);
        game->rules->random(instance.state, &random, SIZE, &position);
        game->rules->print(instance.state, zm_buffer_bytes(&position), &text);
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            certified += certify_forgetting(game->name, zm_buffer_string(&text), ways[i].play,
                                            ways[i].compute, ways[i].positions);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_instance_close(&instance);
    zm_settings_free(&settings);
    return certified;
}

static void test_every_game_is_certified(void **state)
{
    (void)state;
    int certified = 0;
    for (size_t i = 0; zm_games[i] != NULL; i++) {
        if (zm_games[i]->players != ZM_IMPARTIAL || zm_games[i]->sums == NULL)
            continue;
        int count = check_game(zm_games[i]);
        if (count == 0)
            fail_msg("%s: nothing was certified", zm_games[i]->name);
        certified += count;
    }
    print_message("# seed %d: %d certificates\n", SEED, certified);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_game_is_certified)};
    return cmocka_run_group_tests_name("forgetful", tests, NULL, NULL);
}
