/* Sums of games as a game: values against those of the terms one by one, winners against plain
 * play-out of the board position, text, bad input. */
#include "games/sum/sum.h"
#include "solve/valuer.h"
#include "theory/expression.h"

#include "test.h"

struct lab {
    struct zm_universe *universe;
    struct zm_instance sum;
    struct zm_valuer *valuer;
};

static void open_lab(struct lab *lab)
{
    lab->universe = zm_universe_open(NULL);
    assert_non_null(lab->universe);
    assert_int_equal(zm_instance_open(&lab->sum, &zm_sum, NULL, NULL), ZM_OK);
    assert_int_equal(zm_valuer_open(&lab->valuer, lab->universe, &lab->sum, NULL, NULL), ZM_OK);
}

static void close_lab(struct lab *lab)
{
    zm_valuer_close(lab->valuer);
    zm_instance_close(&lab->sum);
    zm_universe_close(lab->universe);
}

/* The value of one printed term, by its own game. */
static zm_conway value_of_term(struct lab *lab, const char *text)
{
    zm_conway value = ZM_ZERO;
    if (text[0] != '[') {
        struct zm_evaluation evaluation = {0};
        assert_int_equal(zm_evaluate(lab->universe, text, NULL, &evaluation, NULL), ZM_OK);
        value = evaluation.value;
        zm_evaluation_free(&evaluation);
        return value;
    }
    char name[40] = "";
    char position[4000] = "";
    assert_int_equal(sscanf(text, "[%39s %3999[^]]", name, position), 2);
    const struct zm_game *game = zm_game_find(name, NULL);
    assert_non_null(game);
    struct zm_settings settings = {0};
    struct zm_instance instance;
    struct zm_valuer *valuer;
    struct zm_buffer drawn = {0};
    if (game->params != NULL)
        assert_int_equal(zm_settings_declare(&settings, game->params, NULL), ZM_OK);
    assert_int_equal(zm_instance_open(&instance, game, &settings, NULL), ZM_OK);
    assert_int_equal(zm_valuer_open(&valuer, lab->universe, &instance, NULL, NULL), ZM_OK);
    assert_int_equal(game->rules->parse(instance.state, position, &drawn, NULL), ZM_OK);
    assert_int_equal(zm_valuer_position(valuer, zm_buffer_bytes(&drawn), &value, NULL), ZM_OK);
    zm_buffer_free(&drawn);
    zm_valuer_close(valuer);
    zm_instance_close(&instance);
    zm_settings_free(&settings);
    return value;
}

static zm_conway value_of_text(struct lab *lab, const char *text)
{
    struct zm_buffer position = {0};
    zm_conway value;
    assert_int_equal(zm_sum.rules->parse(lab->sum.state, text, &position, NULL), ZM_OK);
    assert_int_equal(zm_valuer_position(lab->valuer, zm_buffer_bytes(&position), &value, NULL),
                     ZM_OK);
    zm_buffer_free(&position);
    return value;
}

static void test_terms(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"[domineering 4x3] + [cram 3x3] + *2", "3/2*2"},
        {"{2|-1/2} + {1|-1} - 3/4", "{{9/4|1/4}|{-1/4|-9/4}}"},
        {"[toads-and-frogs TT..FF] + {2|-1} + [nim 3]", "{2*2|-1*2}"},
        {"[domineering 3x2] - [domineering 3x2]", "0"},
        {"[domineering 3x2] + [domineering 2x3]", "0"},
        {"[nim 1,2] - [nim 3]", "0"},
        {"-[toads-and-frogs T.TF.] + [toads-and-frogs T.TF.]", "0"},
        {"0", "0"},
        {"+-1 + +-1", "0"},
        {"^ + -2", "-2^"},
    };
    struct lab lab;
    struct zm_buffer text = {0};
    open_lab(&lab);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct zm_evaluation expected = {0};
        assert_int_equal(zm_evaluate(lab.universe, cases[i][1], NULL, &expected, NULL), ZM_OK);
        zm_conway value = value_of_text(&lab, cases[i][0]);
        zm_buffer_clear(&text);
        zm_conway_print(lab.universe, value, ZM_CONWAY_ASCII, &text);
        if (value != expected.value)
            fail_msg("%s: %s, expected %s", cases[i][0], zm_buffer_string(&text), cases[i][1]);
        zm_evaluation_free(&expected);
    }
    zm_buffer_free(&text);
    close_lab(&lab);
}

/* The value of a random sum is the sum of the values of its printed terms. */
static void test_random_sums(void **state)
{
    (void)state;
    struct lab lab;
    struct zm_random random = zm_random_seeded(8);
    struct zm_buffer position = {0}, text = {0};
    struct zm_list components = {0};
    open_lab(&lab);
    for (int round = 0; round < test_rounds(400); round++) {
        zm_conway value, total = ZM_ZERO;
        zm_sum.rules->random(lab.sum.state, &random, 5, &position);
        assert_int_equal(zm_valuer_position(lab.valuer, zm_buffer_bytes(&position), &value, NULL),
                         ZM_OK);
        zm_list_clear(&components);
        zm_sum.sums->split(lab.sum.state, zm_buffer_bytes(&position), &components);
        for (size_t i = 0; i < components.count; i++) {
            zm_buffer_clear(&text);
            zm_sum.sums->print(lab.sum.state, zm_list_at(&components, i), &text);
            total =
                zm_conway_add(lab.universe, total, value_of_term(&lab, zm_buffer_string(&text)));
        }
        assert_int_equal(value, total);
        zm_buffer_clear(&text);
        zm_sum.rules->print(lab.sum.state, zm_buffer_bytes(&position), &text);
        assert_int_equal(value_of_text(&lab, zm_buffer_string(&text)), value);
    }
    zm_list_free(&components);
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    close_lab(&lab);
}

/* Does the player to move win? By playing everything out on the board position. */
static bool wins(struct lab *lab, struct zm_bytes position, unsigned *budget)
{
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    bool won = false;
    zm_sum.rules->moves(lab->sum.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count && !won && *budget > 0; i++) {
        --*budget;
        zm_sum.rules->apply(lab->sum.state, position, zm_list_at(&moves, i), &next);
        won = !wins(lab, zm_buffer_bytes(&next), budget);
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return won;
}

static void test_play_out(void **state)
{
    (void)state;
    struct lab lab;
    struct zm_random random = zm_random_seeded(9);
    struct zm_buffer position = {0};
    int played = 0;
    open_lab(&lab);
    for (int round = 0; round < test_rounds(300); round++) {
        unsigned budget = 4000;
        zm_conway value;
        zm_sum.rules->random(lab.sum.state, &random, 4, &position);
        position.data[0] = (uint8_t)(round % 2);
        bool won = wins(&lab, zm_buffer_bytes(&position), &budget);
        if (budget == 0)
            continue;
        played++;
        assert_int_equal(zm_valuer_position(lab.valuer, zm_buffer_bytes(&position), &value, NULL),
                         ZM_OK);
        char class = zm_conway_outcome(lab.universe, value);
        assert_int_equal(won, class == 'N' || class == (round % 2 == 0 ? 'L' : 'R'));
    }
    assert_true(played > test_rounds(300) / 3);
    zm_buffer_free(&position);
    close_lab(&lab);
}

static void test_bad_input(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[chess e4]",      "[cram 3x3",
        "[cram]x",         "[sum *]",
        "[dots 2x2]",      "1 + ",
        "1 +  + 2",        "{1|",
        "1 < 2",           "1000000",
        "[cram 0x0x]",     "[] + 1",
        "[nim 1] - [nim ", "[tapatan start]",
        "- 1 -  L",        "[domineering 3x3 Q]",
    };
    struct lab lab;
    struct zm_buffer position = {0};
    open_lab(&lab);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct zm_error error = {0};
        if (zm_sum.rules->parse(lab.sum.state, texts[i], &position, &error) != ZM_BAD_INPUT)
            fail_msg("'%s' was taken", texts[i]);
        assert_true(error.text[0] != '\0');
    }
    zm_buffer_free(&position);
    close_lab(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms),
        cmocka_unit_test(test_random_sums),
        cmocka_unit_test(test_play_out),
        cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
