/* Loopy games: the named stoppers, their outcomes, order and sums. */
#include "theory/expression.h"
#include "theory/loopy.h"

#include "test.h"

struct fixture {
    struct zm_universe *universe;
    struct zm_loopy *loopy;
};

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->universe = zm_universe_open(NULL);
    assert_non_null(fixture->universe);
    fixture->loopy = zm_loopy_open(fixture->universe);
    assert_non_null(fixture->loopy);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;
    zm_loopy_close(fixture->loopy);
    zm_universe_close(fixture->universe);
    free(fixture);
    return 0;
}

static struct zm_loopy_evaluation evaluate(struct fixture *fixture, const char *text)
{
    struct zm_loopy_evaluation evaluation;
    struct zm_error error;
    if (zm_loopy_evaluate(fixture->loopy, fixture->universe, text, &evaluation, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
    return evaluation;
}

/* Sources: Winning Ways, chapter 11; Siegel, chapter VI. */
static void names_and_sums(void **state)
{
    struct fixture *fixture = *state;
    static const char *const table[][2] = {
        {"on", "on"},
        {"a{a|}", "on"},
        {"off", "off"},
        {"a{|a}", "off"},
        {"a{0|a}", "over"},
        {"a{a|0}", "under"},
        {"-over", "under"},
        {"-on", "off"},
        {"dud", "dud"},
        {"on + off", "dud"},
        {"on + on", "on"},
        {"on + over", NULL},
        {"on + 1", "on"},
        {"on - 3", "on"},
        {"on + *", "on"},
        {"over + over", "over"},
        {"over + *", "over"},
        {"over + ^", "over"},
        {"off + ^3*2", "off"},
        {"dud + 1", "dud"},
        {"1/2 + 1/2", "1"},
        {"^ + *", "^*"},
        {"over + v", "over"},
        {"dud + on", "dud"},
        {"a{0|b{0|a}}", "over"},
        {"under + *", "under"},
        {"{on|off}", NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct zm_buffer name = {0};
        uint32_t node = evaluate(fixture, table[i][0]).value;
        bool found = zm_loopy_name(fixture->loopy, node, &name);
        if (found != (table[i][1] != NULL) ||
            (found && strcmp(zm_buffer_string(&name), table[i][1]) != 0))
            fail_msg("%s is called %s", table[i][0], zm_buffer_string(&name));
        zm_buffer_free(&name);
    }
    assert_int_equal(zm_loopy_check(fixture->loopy, NULL), ZM_OK);
}

static void order(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *question;
        enum zm_relation relation;
    } table[] = {
        {"over ? 0", ZM_GREATER},      {"under ? 0", ZM_LESS},      {"on ? 7", ZM_GREATER},
        {"over ? 1", ZM_LESS},         {"over ? 1/16", ZM_LESS},    {"over ? ^", ZM_GREATER},
        {"over ? *", ZM_GREATER},      {"over ? ^3*2", ZM_GREATER}, {"on ? over", ZM_GREATER},
        {"off ? under", ZM_LESS},      {"over ? over", ZM_EQUAL},   {"on ? on", ZM_EQUAL},
        {"{on|off} ? 0", ZM_CONFUSED}, {"* ? 0", ZM_CONFUSED},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (evaluate(fixture, table[i].question).relation != table[i].relation)
            fail_msg("%s", table[i].question);
}

static void outcomes(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *game;
        enum zm_loopy_result left, right; /* Left first, Right first */
    } table[] = {
        {"dud", ZM_LOOPY_DRAW, ZM_LOOPY_DRAW},       {"on", ZM_LOOPY_LEFT, ZM_LOOPY_LEFT},
        {"off", ZM_LOOPY_RIGHT, ZM_LOOPY_RIGHT},     {"over", ZM_LOOPY_LEFT, ZM_LOOPY_LEFT},
        {"*", ZM_LOOPY_LEFT, ZM_LOOPY_RIGHT},        {"0", ZM_LOOPY_RIGHT, ZM_LOOPY_LEFT},
        {"on + off", ZM_LOOPY_DRAW, ZM_LOOPY_DRAW},  {"on - on", ZM_LOOPY_DRAW, ZM_LOOPY_DRAW},
        {"{on|off}", ZM_LOOPY_LEFT, ZM_LOOPY_RIGHT},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        uint32_t node = evaluate(fixture, table[i].game).value;
        if (zm_loopy_outcome(fixture->loopy, node, false) != table[i].left ||
            zm_loopy_outcome(fixture->loopy, node, true) != table[i].right)
            fail_msg("%s", table[i].game);
    }
    assert_true(zm_loopy_is_stopper(fixture->loopy, evaluate(fixture, "over").value));
    assert_false(zm_loopy_is_stopper(fixture->loopy, evaluate(fixture, "dud").value));
}

/* On finite values the loopy comparison is the usual one. */
static void finite_values_agree(void **state)
{
    struct fixture *fixture = *state;
    static const char *const values[] = {"0", "1", "-1/2", "*", "*2", "^", "v", "^*", "vv", "1*"};
    for (size_t i = 0; i < 10; i++)
        for (size_t j = 0; j < 10; j++) {
            struct zm_evaluation a, b;
            assert_int_equal(zm_evaluate(fixture->universe, values[i], NULL, &a, NULL), ZM_OK);
            assert_int_equal(zm_evaluate(fixture->universe, values[j], NULL, &b, NULL), ZM_OK);
            assert_int_equal(zm_loopy_compare(fixture->loopy,
                                              zm_loopy_of_value(fixture->loopy, a.value),
                                              zm_loopy_of_value(fixture->loopy, b.value)),
                             zm_conway_compare(fixture->universe, a.value, b.value));
            zm_evaluation_free(&a);
            zm_evaluation_free(&b);
        }
}

static void bad_text_is_refused(void **state)
{
    struct fixture *fixture = *state;
    static const char *const bad[] = {"",     "onn", "a{0|",  "a{b|}",   "on +",  "dud ? on",
                                      "{|}}", "1/3", "99999", "a{a+a|}", "on ? ", "{{{{"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_loopy_evaluation evaluation;
        if (zm_loopy_evaluate(fixture->loopy, fixture->universe, bad[i], &evaluation, NULL) !=
            ZM_BAD_INPUT)
            fail_msg("accepted: %s", bad[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_and_sums, setup, teardown),
        cmocka_unit_test_setup_teardown(order, setup, teardown),
        cmocka_unit_test_setup_teardown(outcomes, setup, teardown),
        cmocka_unit_test_setup_teardown(finite_values_agree, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_text_is_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
