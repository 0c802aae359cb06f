/* The Monte-Carlo player: it moves in every game of the program, finds moves that win, and does the
 * same again with the same seed. */
#include "think/monte_carlo.h"

#include "tests/test.h"

static void open_game(const struct zm_game *game, struct zm_settings *settings,
                      struct zm_instance *instance)
{
    struct zm_error error;
    *settings = (struct zm_settings){0};
    assert_int_equal(zm_settings_declare(settings, game->params, &error), ZM_OK);
    if (zm_instance_open(instance, game, settings, &error) != ZM_OK)
        fail_msg("%s: %s", game->name, error.text);
}

static bool is_legal(const struct zm_instance *game, struct zm_bytes position, struct zm_bytes move)
{
    struct zm_list moves = {0};
    bool found = false;
    game->game->rules->moves(game->state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count; i++)
        found |= zm_bytes_equal(zm_list_at(&moves, i), move);
    zm_list_free(&moves);
    return found;
}

static void plays_every_game(void **state)
{
    (void)state;
    int played = 0;
    for (size_t i = 0; zm_games[i] != NULL; i++) {
        struct zm_settings settings;
        struct zm_instance game;
        struct zm_buffer position = {0};
        struct zm_guess guess = {0};
        struct zm_error error = {0};
        struct zm_run run;
        open_game(zm_games[i], &settings, &game);
        zm_run_begin(&run);
        struct zm_list moves = {0};
        if (zm_parse_position(&game, NULL, &position, &error) == ZM_OK)
            zm_games[i]->rules->moves(game.state, zm_buffer_bytes(&position), NULL, &moves);
        if (moves.count > 0) { /* for some games the empty text is the empty position */
            if (zm_monte_carlo(&game, zm_buffer_bytes(&position), NULL, false, 20, &run, &guess,
                               &error) != ZM_OK)
                fail_msg("%s: %s", zm_games[i]->name, error.text);
            assert_true(is_legal(&game, zm_buffer_bytes(&position), zm_buffer_bytes(&guess.move)));
            assert_true(guess.chance >= 0 && guess.chance <= 1);
            played++;
        }
        zm_list_free(&moves);
        zm_buffer_free(&position);
        zm_buffer_free(&guess.move);
        zm_instance_close(&game);
        zm_settings_free(&settings);
    }
    assert_true(played >= 2);
}

static void best_move(const char *name, const char *text, bool misere, const char *expected)
{
    struct zm_settings settings;
    struct zm_instance game;
    struct zm_buffer position = {0}, move_name = {0}, first = {0};
    struct zm_guess guess = {0};
    struct zm_error error = {0};
    open_game(zm_game_find(name, &error), &settings, &game);
    assert_int_equal(game.game->rules->parse(game.state, text, &position, &error), ZM_OK);
    for (int again = 0; again < 2; again++) {
        struct zm_run run;
        zm_run_begin(&run);
        run.seed = 7;
        assert_int_equal(zm_monte_carlo(&game, zm_buffer_bytes(&position), NULL, misere, 4000, &run,
                                        &guess, &error),
                         ZM_OK);
        assert_int_equal(guess.playouts, 4000);
        if (again)
            assert_true(zm_bytes_equal(zm_buffer_bytes(&first), zm_buffer_bytes(&guess.move)));
        zm_buffer_set(&first, zm_buffer_bytes(&guess.move));
    }
    game.game->rules->name(game.state, zm_buffer_bytes(&position), zm_buffer_bytes(&guess.move),
                           &move_name);
    if (strcmp(zm_buffer_string(&move_name), expected) != 0)
        fail_msg("%s %s: %s, expected %s", name, text, zm_buffer_string(&move_name), expected);
    zm_buffer_free(&position);
    zm_buffer_free(&move_name);
    zm_buffer_free(&first);
    zm_buffer_free(&guess.move);
    zm_instance_close(&game);
    zm_settings_free(&settings);
}

static void finds_the_move_that_wins(void **state)
{
    (void)state;
    best_move("octal", "0.(3):3,5", false, "5=3");
    best_move("octal", "0.(3):1,1,4", false, "4=0");
    best_move("octal", "0.(3):1,1,4", true, "4=1");
    best_move("octal", "0.77:5", false, "5=2+2");
}

static void no_move_is_an_error(void **state)
{
    (void)state;
    struct zm_settings settings;
    struct zm_instance game;
    struct zm_buffer position = {0};
    struct zm_guess guess = {0};
    struct zm_error error = {0};
    struct zm_run run;
    open_game(zm_game_find("octal", &error), &settings, &game);
    assert_int_equal(game.game->rules->parse(game.state, "0.07:0", &position, &error), ZM_OK);
    zm_run_begin(&run);
    assert_int_equal(
        zm_monte_carlo(&game, zm_buffer_bytes(&position), NULL, false, 10, &run, &guess, &error),
        ZM_BAD_INPUT);
    zm_buffer_free(&position);
    zm_buffer_free(&guess.move);
    zm_instance_close(&game);
    zm_settings_free(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_every_game),
        cmocka_unit_test(finds_the_move_that_wins),
        cmocka_unit_test(no_move_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
