/* Hackenbush, Toads-and-Frogs, Domineering, Chomp and the graph games: what components and
 * canonical forms give is compared with values made from the rules alone, on board positions.
 * Hackenbush strings of the course; Hex on small boards. */
#include "games/chomp/chomp.h"
#include "games/domineering/domineering.h"
#include "games/geography/geography.h"
#include "games/hackenbush/hackenbush.h"
#include "games/hex/hex.h"
#include "games/kayles/kayles.h"
#include "games/toads/toads.h"
#include "solve/valuer.h"
#include "theory/expression.h"
#include "theory/sum_player.h"

#include "test.h"

#include <stdio.h>

/* The value from the rules: both players' moves on the board position, nothing else. */
static zm_conway naive_value(struct zm_universe *universe, const struct zm_instance *instance,
                             struct zm_bytes position)
{
    const struct zm_game *game = instance->game;
    struct zm_handles options[2] = {{0}, {0}};
    bool partisan = game->players == ZM_PARTISAN;
    for (int side = 0; side <= 1; side++) {
        struct zm_buffer sided = {0}, next = {0};
        struct zm_list moves = {0};
        zm_buffer_set(&sided, position);
        if (partisan)
            sided.data[0] = (uint8_t)side;
        game->rules->moves(instance->state, zm_buffer_bytes(&sided), NULL, &moves);
        for (size_t i = 0; i < moves.count; i++) {
            game->rules->apply(instance->state, zm_buffer_bytes(&sided), zm_list_at(&moves, i),
                               &next);
            zm_handles_add(universe, &options[side],
                           naive_value(universe, instance, zm_buffer_bytes(&next)));
        }
        zm_buffer_free(&sided);
        zm_buffer_free(&next);
        zm_list_free(&moves);
    }
    zm_conway value = zm_form_canonical(universe, &options[0], &options[1]);
    zm_handles_free(&options[0]);
    zm_handles_free(&options[1]);
    return value;
}

static void check_game(const struct zm_game *game, unsigned size, int rounds)
{
    struct zm_universe *universe = zm_universe_open(NULL);
    struct zm_instance instance;
    struct zm_valuer *valuer;
    struct zm_random random = zm_random_seeded(size);
    struct zm_buffer position = {0}, text = {0}, again = {0};
    assert_non_null(universe);
    assert_int_equal(zm_instance_open(&instance, game, NULL, NULL), ZM_OK);
    assert_int_equal(zm_valuer_open(&valuer, universe, &instance, NULL, NULL), ZM_OK);
    for (int round = 0; round < test_rounds(rounds); round++) {
        zm_conway value;
        game->rules->random(instance.state, &random, size, &position);
        assert_int_equal(zm_valuer_position(valuer, zm_buffer_bytes(&position), &value, NULL),
                         ZM_OK);
        zm_buffer_clear(&text);
        game->rules->print(instance.state, zm_buffer_bytes(&position), &text);
        if (naive_value(universe, &instance, zm_buffer_bytes(&position)) != value)
            fail_msg("%s %s: the value is wrong", game->name, zm_buffer_string(&text));
        assert_int_equal(game->rules->parse(instance.state, zm_buffer_string(&text), &again, NULL),
                         ZM_OK);
        zm_buffer_clear(&position);
        game->rules->print(instance.state, zm_buffer_bytes(&again), &position);
        assert_string_equal(zm_buffer_string(&position), zm_buffer_string(&text));
        /* A component printed and read again is itself, alone. */
        struct zm_list components = {0}, alone = {0};
        game->sums->split(instance.state, zm_buffer_bytes(&again), &components);
        for (size_t i = 0; i < components.count; i++) {
            zm_conway printed;
            zm_buffer_clear(&text);
            zm_list_clear(&alone);
            game->sums->print(instance.state, zm_list_at(&components, i), &text);
            assert_int_equal(
                game->rules->parse(instance.state, zm_buffer_string(&text), &again, NULL), ZM_OK);
            game->sums->split(instance.state, zm_buffer_bytes(&again), &alone);
            assert_int_equal(alone.count, 1);
            assert_int_equal(zm_valuer_position(valuer, zm_buffer_bytes(&again), &printed, NULL),
                             ZM_OK);
            assert_int_equal(printed, zm_valuer_component(valuer, zm_list_at(&components, i)));
        }
        zm_list_free(&components);
        zm_list_free(&alone);
    }
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
    zm_valuer_close(valuer);
    zm_instance_close(&instance);
    zm_universe_close(universe);
}

static void values_come_from_the_rules(void **state)
{
    (void)state;
    check_game(&zm_hackenbush, 5, 300);
    check_game(&zm_toads_and_frogs, 7, 1000);
    check_game(&zm_domineering, 8, 300);
    check_game(&zm_chomp, 3, 30);
    check_game(&zm_node_kayles, 5, 300);
    check_game(&zm_arc_kayles, 5, 300);
    check_game(&zm_graph_octal, 5, 300);
    check_game(&zm_geography, 4, 300);
}

/* --- tables ----------------------------------------------------------------------------------- */

static void check_values(const struct zm_game *game, const char *const table[][2], size_t count)
{
    struct zm_universe *universe = zm_universe_open(NULL);
    struct zm_instance instance;
    struct zm_valuer *valuer;
    struct zm_buffer position = {0};
    assert_non_null(universe);
    assert_int_equal(zm_instance_open(&instance, game, NULL, NULL), ZM_OK);
    assert_int_equal(zm_valuer_open(&valuer, universe, &instance, NULL, NULL), ZM_OK);
    for (size_t i = 0; i < count; i++) {
        zm_conway value;
        struct zm_evaluation expected;
        assert_int_equal(game->rules->parse(instance.state, table[i][0], &position, NULL), ZM_OK);
        assert_int_equal(zm_valuer_position(valuer, zm_buffer_bytes(&position), &value, NULL),
                         ZM_OK);
        assert_int_equal(zm_evaluate(universe, table[i][1], NULL, &expected, NULL), ZM_OK);
        if (value != expected.value)
            fail_msg("%s %s is not %s", game->name, table[i][0], table[i][1]);
        zm_evaluation_free(&expected);
    }
    zm_buffer_free(&position);
    zm_valuer_close(valuer);
    zm_instance_close(&instance);
    zm_universe_close(universe);
}

/* Source: specification of combinatorial game theory, section 12, computed independently. */
static void hackenbush_strings(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"B", "1"},      {"BB", "2"},     {"BBB", "3"},    {"BBBB", "4"},   {"BR", "1/2"},
        {"BRR", "1/4"},  {"BRRR", "1/8"}, {"BRB", "3/4"},  {"BRBB", "7/8"}, {"BRBR", "5/8"},
        {"BRRB", "3/8"}, {"BBR", "3/2"},  {"BBBR", "5/2"}, {"BBRB", "7/4"}, {"BBRR", "5/4"},
        {"G", "*"},      {"GG", "*2"},    {"GB", "^*"},    {"GR", "v*"},    {"BG", "1*"},
        {"BGB", "1^*"},  {"R", "-1"},     {"RB", "-1/2"},  {"BR/RB", "0"},  {"empty", "0"},
    };
    check_values(&zm_hackenbush, table, sizeof table / sizeof *table);
}

/* Winning Ways, chapter 5: one gap between toads and frogs. */
static void toads_and_frogs(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"T.F", "*"}, {"T..F", "0"}, {"T.", "1"},  {"T..", "2"},
        {".F", "-1"}, {"TF.", "0"},  {".TF", "0"}, {"TF", "0"},
    };
    check_values(&zm_toads_and_frogs, table, sizeof table / sizeof *table);
}

static void bad_positions_are_refused(void **state)
{
    (void)state;
    static const struct {
        const struct zm_game *game;
        const char *text;
    } bad[] = {
        {&zm_hackenbush, "BRX"},
        {&zm_hackenbush, "1-2B"},
        {&zm_hackenbush, "0-1"},
        {&zm_hackenbush, "0-1B,"},
        {&zm_hackenbush, "/"},
        {&zm_hackenbush, "0-64B"},
        {&zm_toads_and_frogs, "TXF"},
        {&zm_chomp, "0x3"},
        {&zm_chomp, "3,4"},
        {&zm_chomp, "3x"},
        {&zm_chomp, "99x2"},
        {&zm_chomp, "3,,2"},
        {&zm_hex, "3"},
        {&zm_hex, "../."},
        {&zm_hex, "12x3"},
        {&zm_hex, ".X/.."},
        {&zm_geography, "path:4"},
        {&zm_geography, "path:4@9"},
        {&zm_geography, "@1"},
        {&zm_geography, "qbf:"},
        {&zm_graph_octal, "0.9:path:3"},
        {&zm_graph_octal, "path:3"},
        {&zm_node_kayles, "1>2"},
    };
    struct zm_buffer position = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_error error = {0};
        struct zm_instance instance;
        assert_int_equal(zm_instance_open(&instance, bad[i].game, NULL, NULL), ZM_OK);
        if (zm_parse_position(&instance, bad[i].text, &position, &error) != ZM_BAD_INPUT)
            fail_msg("%s %s: accepted", bad[i].game->name, bad[i].text);
        zm_instance_close(&instance);
        assert_true(strlen(error.text) > 10);
    }
    zm_buffer_free(&position);
}

/* --- Hex ---------------------------------------------------------------------------------------
 */

static bool hex_wins(struct zm_bytes position)
{
    struct zm_ending ending;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    bool won = false;
    zm_hex.rules->ending(NULL, position, NULL, &ending);
    if (ending.over)
        return ending.outcome == ZM_WIN;
    zm_hex.rules->moves(NULL, position, NULL, &moves);
    assert_true(moves.count > 0); /* somebody connects before the board is full */
    for (size_t i = 0; i < moves.count && !won; i++) {
        zm_hex.rules->apply(NULL, position, zm_list_at(&moves, i), &next);
        won = !hex_wins(zm_buffer_bytes(&next));
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return won;
}

/* The first player wins square boards; on others the one whose sides are nearer, even second. */
static void hex_on_small_boards(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        bool wins;
    } boards[] = {{"1x1", true},    {"2x2", true},    {"3x3", true},  {"2x3 L", true},
                  {"2x3 R", false}, {"3x2 L", false}, {"3x2 R", true}};
    struct zm_buffer position = {0};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        assert_int_equal(zm_hex.rules->parse(NULL, boards[i].board, &position, NULL), ZM_OK);
        if (hex_wins(zm_buffer_bytes(&position)) != boards[i].wins)
            fail_msg("hex %s", boards[i].board);
    }
    zm_buffer_free(&position);
}

/* --- playing sums --------------------------------------------------------------------------------
 */

/* The course: in a sum of switches, a number and a nimber, hottest first is exact. 400 random sums,
 * both players hottest first; who moves last must be the one whom the value says. */
static bool play_hottest(struct zm_universe *universe, const zm_conway *start, size_t count,
                         bool right)
{
    zm_conway terms[6];
    struct zm_sum_move move;
    memcpy(terms, start, count * sizeof *terms);
    while (zm_sum_hottest(universe, terms, count, right, &move)) {
        terms[move.term] = move.option;
        right = !right;
    }
    return right; /* Right cannot move: Left has won */
}

static void hottest_first_is_exact_for_switches(void **state)
{
    (void)state;
    struct zm_universe *universe = zm_universe_open(NULL);
    struct zm_random random = zm_random_seeded(400);
    assert_non_null(universe);
    for (int round = 0; round < test_rounds(400); round++) {
        zm_conway terms[6], total = ZM_ZERO;
        bool overflow = false;
        size_t count = 1 + zm_random_below(&random, 4);
        for (size_t i = 0; i < count; i++) {
            int64_t low = (int64_t)zm_random_below(&random, 12) - 6;
            int64_t high = low + 1 + (int64_t)zm_random_below(&random, 8);
            terms[i] = zm_conway_switch(universe,
                                        zm_conway_number(universe, zm_dyadic(high, 1, &overflow)),
                                        zm_conway_number(universe, zm_dyadic(low, 1, &overflow)));
        }
        terms[count++] = zm_conway_number(
            universe, zm_dyadic((int64_t)zm_random_below(&random, 17) - 8, 2, &overflow));
        terms[count++] = zm_conway_nimber(universe, (uint32_t)zm_random_below(&random, 3));
        for (size_t i = 0; i < count; i++)
            total = zm_conway_add(universe, total, terms[i]);
        char outcome = zm_conway_outcome(universe, total);
        struct zm_sum_move move;
        bool left_first = outcome == 'L' || outcome == 'N';
        bool right_first = outcome == 'R' || outcome == 'N';
        assert_int_equal(zm_sum_exact(universe, terms, count, false, &move), left_first);
        assert_int_equal(zm_sum_exact(universe, terms, count, true, &move), right_first);
        assert_int_equal(play_hottest(universe, terms, count, false), left_first);
        assert_int_equal(!play_hottest(universe, terms, count, true), right_first);
    }
    zm_universe_close(universe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_from_the_rules),
        cmocka_unit_test(hackenbush_strings),
        cmocka_unit_test(toads_and_frogs),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(hex_on_small_boards),
        cmocka_unit_test(hottest_first_is_exact_for_switches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
