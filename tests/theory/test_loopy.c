/* Loopy games: the named stoppers, their outcomes, order and sums. */
#include "base/random.h"
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
        {"on + over", "on"},
        {"over + under", "over & under"},
        {"over - over + 1", "1 + over & 1 + under"},
        {"over + 1/2", "1/2 + over"},
        {"under - 3", "-3 + under"},
        {"{2,1|0}", "{2|0}"},
        {"a{a|b{0|}}", "1 + under"},
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

/* The text of a node, and its sides where it has two: "S & T". */
static bool sides_of(struct fixture *fixture, uint32_t node, uint32_t sides[2])
{
    struct zm_buffer name = {0};
    bool found = zm_loopy_name(fixture->loopy, node, &name);
    if (found && strcmp(zm_buffer_string(&name), "dud") == 0) {
        sides[0] = evaluate(fixture, "on").value;
        sides[1] = evaluate(fixture, "off").value;
    } else if (found) {
        char *on = (char *)name.data, *off = strstr(on, " & ");
        if (off != NULL)
            *off = '\0';
        sides[0] = evaluate(fixture, on).value;
        sides[1] = off == NULL ? sides[0] : evaluate(fixture, off + 3).value;
    }
    zm_buffer_free(&name);
    return found;
}

/* A game of a few positions with options among them and among finite games. */
static uint32_t random_game(struct fixture *fixture, struct zm_random *random)
{
    enum { POSITIONS = 4 };
    static const char *const ends[] = {"0", "*", "1", "-1", "^", "1/2"};
    uint32_t nodes[POSITIONS];
    for (int i = 0; i < POSITIONS; i++)
        nodes[i] = zm_loopy_node(fixture->loopy);
    for (int i = 0; i < POSITIONS; i++)
        for (int side = 0; side <= 1; side++)
            for (uint64_t n = zm_random_below(random, 3); n > 0; n--)
                zm_loopy_option(fixture->loopy, nodes[i], side,
                                zm_random_below(random, 3) == 0
                                    ? evaluate(fixture, ends[zm_random_below(random, 6)]).value
                                    : nodes[zm_random_below(random, POSITIONS)]);
    return nodes[0];
}

/* What a name promises: with any finite game added, Left wins where he wins with the offside,
 * Right where he wins with the onside, and nobody elsewhere. Plain labelling of the sums decides,
 * which knows nothing of sides. */
static void names_keep_their_promise(void **state)
{
    (void)state;
    static const char *const others[] = {"0", "*", "1", "-1", "^", "v", "1/4", "-1/4", "^*", "2"};
    struct zm_random random = zm_random_seeded(5);
    int named = 0, two_sided = 0, rounds = test_rounds(300);
    for (int round = 0; round < rounds; round++) {
        void *own = NULL;
        setup(&own);
        struct fixture *fixture = own;
        uint32_t game = random_game(fixture, &random), sides[2];
        if (sides_of(fixture, game, sides)) {
            named++;
            two_sided += sides[0] != sides[1];
            for (size_t i = 0; i < sizeof others / sizeof *others; i++)
                for (int right = 0; right <= 1; right++) {
                    uint32_t other = evaluate(fixture, others[i]).value;
                    enum zm_loopy_result result[3];
                    const uint32_t games[3] = {game, sides[0], sides[1]};
                    for (int g = 0; g < 3; g++)
                        result[g] = zm_loopy_outcome(
                            fixture->loopy, zm_loopy_add(fixture->loopy, games[g], other), right);
                    enum zm_loopy_result expected = result[2] == ZM_LOOPY_LEFT    ? ZM_LOOPY_LEFT
                                                    : result[1] == ZM_LOOPY_RIGHT ? ZM_LOOPY_RIGHT
                                                                                  : ZM_LOOPY_DRAW;
                    assert_int_equal(result[0], expected);
                }
        }
        assert_int_equal(zm_loopy_check(fixture->loopy, NULL), ZM_OK);
        teardown(&own);
    }
    assert_true(named > rounds / 4);
    assert_true(two_sided > 0);
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
        cmocka_unit_test(names_keep_their_promise),
        cmocka_unit_test_setup_teardown(order, setup, teardown),
        cmocka_unit_test_setup_teardown(outcomes, setup, teardown),
        cmocka_unit_test_setup_teardown(finite_values_agree, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_text_is_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
