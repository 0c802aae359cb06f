/* Looking ahead with a judgement: to the end of the game it agrees with exact answers, for players
 * who alternate and players who move again; it moves in every game of two; and on boards of
 * dots-and-boxes too large for it to see the end, it beats random games and random moves. */
#include "think/alpha_beta.h"

#include "games/dots/dots.h"
#include "games/dots/position.h"
#include "games/dots_reference.h"
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

static int taken(const struct zm_dots_position *position, int player)
{
    return __builtin_popcountll(position->owned[player]) -
           __builtin_popcountll(position->owned[1 - player]);
}

/* A position of a board after random moves, with at most `left` sides to draw. */
static struct zm_dots_position random_position(const char *board, unsigned left,
                                               struct zm_random *random)
{
    struct zm_dots_position position;
    struct zm_error error;
    assert_int_equal(zm_dots_position_parse(&position, board, &error), ZM_OK);
    while ((unsigned)__builtin_popcountll(position.strings) > left) {
        unsigned string = (unsigned)zm_random_below(random, position.layout.graph.strings);
        if ((position.strings >> string & 1) != 0)
            zm_dots_position_cut(&position, string);
    }
    return position;
}

/* The search to the end gives the margin that minimax over all sets of sides gives, and a move that
 * keeps it. */
static void check_ending(const struct zm_instance *game, const struct zm_dots_position *position,
                         const int8_t *margin)
{
    struct zm_buffer bytes = {0};
    struct zm_forecast forecast = {0};
    struct zm_error error = {0};
    struct zm_run run;
    zm_run_begin(&run);
    zm_dots_position_encode(position, &bytes);
    assert_int_equal(zm_alpha_beta(game, zm_buffer_bytes(&bytes), NULL, false, 64, UINT64_MAX, &run,
                                   &forecast, &error),
                     ZM_OK);
    int expected = taken(position, position->turn) + margin[position->strings];
    assert_true(forecast.whole);
    assert_int_equal(forecast.worth, expected * zm_dots_judgement.point);
    struct zm_dots_position after = *position;
    zm_dots_position_cut(&after, forecast.move.data[0]);
    int sign = after.turn == position->turn ? 1 : -1;
    assert_int_equal(taken(&after, position->turn) + sign * margin[after.strings], expected);
    zm_buffer_free(&bytes);
    zm_buffer_free(&forecast.move);
}

static void agrees_with_exact_scores(void **state)
{
    (void)state;
    static const char *const boards[] = {"2x2", "2x3", "swedish:3x3", "icelandic:3x3"};
    struct zm_random random = zm_random_seeded(11);
    struct zm_settings settings;
    struct zm_instance game;
    open_game(&zm_dots, &settings, &game);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct zm_dots_position start = random_position(boards[i], 64, &random);
        int8_t *margin = reference_margins(&start.layout.graph);
        for (int round = test_rounds(80); round > 0; round--) {
            unsigned left = 1 + (unsigned)zm_random_below(&random, 10);
            struct zm_dots_position position = random_position(boards[i], left, &random);
            check_ending(&game, &position, margin);
        }
        free(margin);
    }
    zm_instance_close(&game);
    zm_settings_free(&settings);
}

static int32_t no_idea(void *state, struct zm_bytes position)
{
    (void)state;
    (void)position;
    return 0;
}

static const struct zm_judgement indifferent = {.evaluate = no_idea};

/* Nim by Bouton's rule, normal and misère, with a judgement that knows nothing. */
static void agrees_with_nim(void **state)
{
    (void)state;
    struct zm_game nim = *zm_game_find("nim", NULL);
    struct zm_settings settings;
    struct zm_instance game;
    nim.judgement = &indifferent;
    open_game(&nim, &settings, &game);
    for (int code = 1; code < 64; code++) {
        int heaps[3] = {code % 4, code / 4 % 4, code / 16}, sum = heaps[0] ^ heaps[1] ^ heaps[2];
        bool large = heaps[0] > 1 || heaps[1] > 1 || heaps[2] > 1;
        for (int misere = 0; misere < 2; misere++) {
            char text[32];
            struct zm_buffer position = {0};
            struct zm_forecast forecast = {0};
            struct zm_error error = {0};
            struct zm_run run;
            zm_run_begin(&run);
            snprintf(text, sizeof text, "%d,%d,%d", heaps[0], heaps[1], heaps[2]);
            assert_int_equal(nim.rules->parse(game.state, text, &position, &error), ZM_OK);
            assert_int_equal(zm_alpha_beta(&game, zm_buffer_bytes(&position), NULL, misere, 64,
                                           UINT64_MAX, &run, &forecast, &error),
                             ZM_OK);
            bool wins = misere && !large ? sum == 0 : sum != 0;
            if (forecast.won != wins || forecast.lost == wins || !forecast.whole)
                fail_msg("nim %s, %s", text, misere ? "misere" : "normal");
            zm_buffer_free(&position);
            zm_buffer_free(&forecast.move);
        }
    }
    zm_instance_close(&game);
    zm_settings_free(&settings);
}

/* A legal move in every game of two, in few nodes, with no judgement worth the name. */
static void moves_in_every_game(void **state)
{
    (void)state;
    int played = 0;
    for (size_t i = 0; zm_games[i] != NULL; i++) {
        struct zm_game copy = *zm_games[i];
        struct zm_settings settings;
        struct zm_instance game;
        struct zm_buffer position = {0}, move = {0}, name = {0};
        struct zm_forecast forecast = {0};
        struct zm_list moves = {0};
        struct zm_error error = {0};
        struct zm_run run;
        if (copy.players == ZM_ONE_PLAYER)
            continue;
        copy.judgement = &indifferent;
        open_game(&copy, &settings, &game);
        zm_run_begin(&run);
        if (zm_parse_position(&game, NULL, &position, &error) == ZM_OK)
            copy.rules->moves(game.state, zm_buffer_bytes(&position), NULL, &moves);
        enum zm_status status = zm_alpha_beta(&game, zm_buffer_bytes(&position), NULL, false, 64,
                                              400, &run, &forecast, &error);
        assert_int_equal(status, moves.count > 0 ? ZM_OK : ZM_BAD_INPUT);
        if (moves.count > 0) {
            assert_true(forecast.nodes <= 400);
            copy.rules->name(game.state, zm_buffer_bytes(&position),
                             zm_buffer_bytes(&forecast.move), &name);
            assert_int_equal(zm_find_move(&game, zm_buffer_bytes(&position), NULL,
                                          zm_buffer_string(&name), &move, &error),
                             ZM_OK);
            played++;
        }
        zm_list_free(&moves);
        zm_buffer_free(&position);
        zm_buffer_free(&move);
        zm_buffer_free(&name);
        zm_buffer_free(&forecast.move);
        zm_instance_close(&game);
        zm_settings_free(&settings);
    }
    assert_true(played >= 8);
}

enum rival { BY_CHANCE, BY_RANDOM_GAMES };

static unsigned rival_move(const struct zm_instance *game, enum rival rival,
                           const struct zm_dots_position *position, struct zm_bytes bytes,
                           struct zm_random *random)
{
    struct zm_guess guess = {0};
    struct zm_error error = {0};
    struct zm_run run;
    uint64_t left = position->strings;
    if (rival == BY_CHANCE) {
        for (uint64_t skip = zm_random_below(random, (uint64_t)__builtin_popcountll(left));
             skip > 0; skip--)
            left &= left - 1;
        return (unsigned)__builtin_ctzll(left);
    }
    zm_run_begin(&run);
    run.seed = zm_random_below(random, 1 << 30);
    assert_int_equal(zm_monte_carlo(game, bytes, NULL, false, 300, &run, &guess, &error), ZM_OK);
    unsigned string = guess.move.data[0];
    zm_buffer_free(&guess.move);
    return string;
}

/* Plays a position to its end; what the judging player, who is `own`, is ahead by. */
static int play_out(const struct zm_instance *game, struct zm_dots_position position, int own,
                    enum rival rival, struct zm_random *random)
{
    struct zm_buffer bytes = {0};
    struct zm_forecast forecast = {0};
    struct zm_error error = {0};
    while (position.strings != 0) {
        struct zm_run run;
        zm_buffer_clear(&bytes);
        zm_dots_position_encode(&position, &bytes);
        zm_run_begin(&run);
        if (position.turn == own) {
            assert_int_equal(zm_alpha_beta(game, zm_buffer_bytes(&bytes), NULL, false, 64, 400,
                                           &run, &forecast, &error),
                             ZM_OK);
            zm_dots_position_cut(&position, forecast.move.data[0]);
        } else {
            unsigned string = rival_move(game, rival, &position, zm_buffer_bytes(&bytes), random);
            zm_dots_position_cut(&position, string);
        }
    }
    zm_buffer_free(&bytes);
    zm_buffer_free(&forecast.move);
    return taken(&position, own);
}

/* Each position is played twice, once from each side: what the position itself is worth cancels. */
static void match(enum rival rival, unsigned left, int positions, int least_ahead)
{
    struct zm_random random = zm_random_seeded(42);
    struct zm_settings settings;
    struct zm_instance game;
    int won = 0, lost = 0, ahead = 0;
    open_game(&zm_dots, &settings, &game);
    for (int i = 0; i < positions; i++) {
        struct zm_dots_position position = random_position("4x4", left, &random);
        for (int own = 0; own < 2; own++) {
            int margin = play_out(&game, position, own, rival, &random);
            won += margin > 0;
            lost += margin < 0;
            ahead += margin;
        }
    }
    print_message("won %d, lost %d, %+d boxes in %d games\n", won, lost, ahead, 2 * positions);
    assert_true(won > lost);
    assert_true(ahead >= least_ahead * 2 * positions);
    zm_instance_close(&game);
    zm_settings_free(&settings);
}

static void beats_random_moves(void **state)
{
    (void)state;
    match(BY_CHANCE, 30, test_rounds(8), 5);
}

static void beats_random_games(void **state)
{
    (void)state;
    match(BY_RANDOM_GAMES, 30, test_rounds(6), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_exact_scores), cmocka_unit_test(agrees_with_nim),
        cmocka_unit_test(moves_in_every_game),      cmocka_unit_test(beats_random_moves),
        cmocka_unit_test(beats_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
