/* Scoring games: final scores, sums, order and simpler forms against play-out of random games. */
#include "theory/scoring.h"

#include "base/random.h"

#include "test.h"

#include <stdbool.h>

static int setup(void **state)
{
    *state = zm_scoring_open();
    return *state == NULL;
}

static int teardown(void **state)
{
    assert_int_equal(zm_scoring_check(*state, NULL), ZM_OK);
    zm_scoring_close(*state);
    return 0;
}

/* --- an independent reference: positions of a sum are lists of trees ------------------------- */

enum { MOST_OPTIONS = 2, MOST_TERMS = 4, TREES = 2000 };

struct tree {
    int count[2];
    int options[2][MOST_OPTIONS];
    int atom[2];
};

struct forest {
    struct tree trees[TREES];
    int count;
    struct zm_random random;
};

/* A random tree; `low` and `high` bound its scores. Guaranteed: an atom is the bound itself, and
 * what lies below stays inside the bounds. */
static int grow(struct forest *forest, int depth, int low, int high, bool guaranteed)
{
    struct tree tree = {0};
    int width = high - low + 1;
    int a = low + (int)zm_random_below(&forest->random, (uint64_t)width);
    int b = low + (int)zm_random_below(&forest->random, (uint64_t)width);
    if (guaranteed && a > b) {
        int swap = a;
        a = b;
        b = swap;
    }
    for (int side = 0; side < 2; side++)
        tree.count[side] = depth == 0 ? 0 : (int)zm_random_below(&forest->random, 3);
    tree.atom[0] = a;
    tree.atom[1] = b;
    if (guaranteed && tree.count[0] == 0)
        low = a;
    if (guaranteed && tree.count[1] == 0)
        high = b;
    if (low > high)
        low = high = tree.atom[0] = tree.atom[1] = a;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < tree.count[side]; i++)
            tree.options[side][i] = grow(forest, depth - 1, low, high, guaranteed);
    assert_true(forest->count < TREES);
    forest->trees[forest->count] = tree;
    return forest->count++;
}

/* The final score of a sum of trees, by playing every game to its end. */
static int play_out(const struct forest *forest, const int *terms, int count, bool right)
{
    int best = 0, moves = 0, ended = 0;
    for (int t = 0; t < count; t++) {
        const struct tree *tree = &forest->trees[terms[t]];
        ended += tree->atom[right];
        for (int i = 0; i < tree->count[right]; i++) {
            int after[MOST_TERMS];
            memcpy(after, terms, (size_t)count * sizeof *terms);
            after[t] = tree->options[right][i];
            int score = play_out(forest, after, count, !right);
            if (moves++ == 0 || (right ? score < best : score > best))
                best = score;
        }
    }
    return moves == 0 ? ended : best;
}

static zm_scored game_of(struct zm_scoring *scoring, const struct forest *forest, int index)
{
    const struct tree *tree = &forest->trees[index];
    zm_scored options[2][MOST_OPTIONS];
    struct zm_scoring_side sides[2];
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < tree->count[side]; i++)
            options[side][i] = game_of(scoring, forest, tree->options[side][i]);
        sides[side] = (struct zm_scoring_side){options[side], (size_t)tree->count[side],
                                               zm_integer(tree->atom[side])};
    }
    return zm_scoring_make(scoring, sides[0], sides[1]);
}

static int stop(struct zm_scoring *scoring, zm_scored g, bool right)
{
    struct zm_dyadic score = zm_scoring_stop(scoring, g, right);
    assert_int_equal(score.exponent, 0);
    return (int)score.numerator;
}

static void sums_end_as_played_out(void **state)
{
    static struct forest forest;
    forest.random = zm_random_seeded(1);
    for (int round = 0; round < test_rounds(1000); round++) {
        int terms[3], count = 1 + (int)zm_random_below(&forest.random, 3);
        zm_scored sum = 0;
        struct zm_scoring *scoring = *state;
        forest.count = 0;
        for (int i = 0; i < count; i++) {
            terms[i] = grow(&forest, count == 3 ? 1 : 2, -4, 4, false);
            sum = zm_scoring_add(scoring, sum, game_of(scoring, &forest, terms[i]));
        }
        for (int right = 0; right < 2; right++) {
            assert_int_equal(stop(scoring, sum, right), play_out(&forest, terms, count, right));
            assert_int_equal(stop(scoring, zm_scoring_negate(scoring, sum), !right),
                             -stop(scoring, sum, right));
        }
    }
}

/* G >= H exactly when no X makes G + X worse than H + X: for what is called greater no X of many
 * does, and for what is not one is looked for, which most often is found. */
static void order_is_that_of_all_sums(void **state)
{
    static struct forest forest;
    int found = 0, missing = 0, comparable = 0, rounds = 300; /* the shares below need them */
    forest.random = zm_random_seeded(2);
    for (int round = 0; round < rounds; round++) {
        struct zm_scoring *scoring = *state;
        forest.count = 0;
        int g = grow(&forest, 2, -2, 2, true), h = grow(&forest, 2, -2, 2, true);
        zm_scored games[2] = {game_of(scoring, &forest, g), game_of(scoring, &forest, h)};
        assert_true(zm_scoring_is_guaranteed(scoring, games[0]));
        enum zm_relation relation = zm_scoring_compare(scoring, games[0], games[1]);
        bool more = relation == ZM_GREATER || relation == ZM_EQUAL, refuted = false;
        for (int i = 0; i < 400 && !(refuted && !more); i++) {
            int before = forest.count;
            int x = grow(&forest, i < 200 ? 1 : 2, i % 2 ? -3 : -9, i % 2 ? 3 : 9, true);
            int one[] = {g, x}, other[] = {h, x};
            for (int right = 0; right < 2; right++)
                refuted |= play_out(&forest, one, 2, right) < play_out(&forest, other, 2, right);
            forest.count = before;
        }
        if (more && refuted)
            fail_msg("round %d: G >= H is refuted", round);
        comparable += more;
        found += !more && refuted;
        missing += !more && !refuted;
    }
    assert_true(comparable > rounds / 20);
    if (missing * 50 > found)
        fail_msg("%d of %d pairs that are not in order have no witness", missing, missing + found);
}

/* A simpler form is equal in the order and in sums. */
static void simpler_forms_are_equal(void **state)
{
    static struct forest forest;
    int smaller = 0, rounds = test_rounds(1000);
    forest.random = zm_random_seeded(3);
    for (int round = 0; round < rounds; round++) {
        struct zm_scoring *scoring = *state;
        forest.count = 0;
        zm_scored g = game_of(scoring, &forest, grow(&forest, 3, -2, 2, true));
        zm_scored simple = zm_scoring_simplify(scoring, g);
        smaller += simple != g;
        assert_int_equal(zm_scoring_compare(scoring, g, simple), ZM_EQUAL);
        assert_int_equal(zm_scoring_simplify(scoring, simple), simple);
        for (int i = 0; i < 10; i++) {
            zm_scored x = game_of(scoring, &forest, grow(&forest, 1, -5, 5, true));
            for (int right = 0; right < 2; right++)
                assert_int_equal(stop(scoring, zm_scoring_add(scoring, g, x), right),
                                 stop(scoring, zm_scoring_add(scoring, simple, x), right));
        }
        if (round % 50 == 49) { /* the set of games is bounded */
            zm_scoring_close(scoring);
            *state = zm_scoring_open();
            assert_non_null(*state);
        }
    }
    assert_true(smaller > rounds / 5);
}

static struct zm_scoring_evaluation evaluate(struct zm_scoring *scoring, const char *text)
{
    struct zm_scoring_evaluation evaluation;
    struct zm_error error;
    if (zm_scoring_evaluate(scoring, text, &evaluation, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
    return evaluation;
}

static void known_games(void **state)
{
    struct zm_scoring *scoring = *state;
    static const struct {
        const char *game, *simple;
        char outcome;
    } table[] = {
        {"0", "0", 'T'},
        {"1/2 - 3", "-5/2", 'R'},
        {"{3|-3}", "{3|-3}", 'N'},
        {"{3|-3} + {3|-3}", "0", 'T'}, /* a switch is its own negative */
        {"{5|3} - {5|3}", "0", 'T'},   /* Milnor's games form a group */
        {"{-1|1}", "{-1|1}", 'P'},     /* zugzwang */
        {"{2|@2} - {2|@2}", "0", 'T'}, /* a waiting move for each */
        {"{1,2|0}", "{2|0}", 'L'},     /* a dominated option */
        {"{1|0} + 1", "{2|1}", 'L'},
        {"{0|0}", "{0|0}", 'T'},
        {"{@-1|1}", "{@-1|1}", 'P'},
        {"{0|1} - {0|1}", NULL, 'T'}, /* zugzwangs of opposite signs */
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct zm_buffer text = {0};
        zm_scored game = evaluate(scoring, table[i].game).value;
        assert_true(zm_scoring_print(scoring, zm_scoring_simplify(scoring, game), &text));
        if (zm_scoring_outcome(scoring, game) != table[i].outcome ||
            (table[i].simple != NULL && strcmp(zm_buffer_string(&text), table[i].simple) != 0))
            fail_msg("%s is %s, outcome %c", table[i].game, zm_buffer_string(&text),
                     zm_scoring_outcome(scoring, game));
        assert_int_equal(evaluate(scoring, zm_buffer_string(&text)).value,
                         zm_scoring_simplify(scoring, game));
        zm_buffer_free(&text);
    }
}

static void known_order(void **state)
{
    static const struct {
        const char *question;
        enum zm_relation relation;
    } table[] = {
        {"1 ? 0", ZM_GREATER},
        {"{1|-1} ? 0", ZM_CONFUSED},
        /* two points for nothing, but in {-9|9} a zugzwang turns round */
        {"{2|1} ? 0", ZM_CONFUSED},
        {"{0|@0} ? 0", ZM_GREATER}, /* a move to spare does no harm and can help */
        {"{@0|0} ? 0", ZM_LESS},
        {"{0|0} ? 0", ZM_CONFUSED},
        {"{-1|1} ? 0", ZM_CONFUSED},
        {"{5|3} + {2|0} ? {2|0} + {5|3}", ZM_EQUAL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct zm_scoring_evaluation evaluation = evaluate(*state, table[i].question);
        if (!evaluation.comparison || evaluation.relation != table[i].relation)
            fail_msg("%s: %d", table[i].question, (int)evaluation.relation);
    }
    assert_false(zm_scoring_is_guaranteed(*state, evaluate(*state, "{@5|0}").value));
    assert_false(zm_scoring_is_guaranteed(*state, evaluate(*state, "{{4|@3}|0}").value));
    assert_true(zm_scoring_is_guaranteed(*state, evaluate(*state, "{{3|@3}|0}").value));
}

static void bad_text_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",   "{1|", "{|1}",      "{1|}",   "1/3",   "@1",     "{@|1}",      "{@1,2|3}",
        "(1", "1 +", "1 ? ",      "1 2",    "x",     "{1,|2}", "{@5|0} ? 0", "99999999999999999999",
        "}",  "1/0", "1 ? 2 ? 3", "--{{{{", "{1||2}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_scoring_evaluation evaluation;
        struct zm_scoring *scoring = zm_scoring_open();
        if (zm_scoring_evaluate(scoring, bad[i], &evaluation, NULL) != ZM_BAD_INPUT)
            fail_msg("accepted: %s", bad[i]);
        zm_scoring_close(scoring);
    }
}

/* What is too large is said, not tried. */
static void large_games_are_refused(void **state)
{
    (void)state;
    struct zm_buffer text = {0};
    struct zm_error error;
    struct zm_scoring_evaluation evaluation;
    zm_buffer_text(&text, "{0|0}");
    for (int i = 0; i < 1200; i++)
        zm_buffer_text(&text, " + {0|0}");
    struct zm_scoring *scoring = zm_scoring_open();
    assert_int_equal(zm_scoring_evaluate(scoring, zm_buffer_string(&text), &evaluation, &error),
                     ZM_BAD_INPUT);
    zm_scoring_close(scoring);
    zm_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sums_end_as_played_out, setup, teardown),
        cmocka_unit_test_setup_teardown(order_is_that_of_all_sums, setup, teardown),
        cmocka_unit_test_setup_teardown(simpler_forms_are_equal, setup, teardown),
        cmocka_unit_test_setup_teardown(known_games, setup, teardown),
        cmocka_unit_test_setup_teardown(known_order, setup, teardown),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(large_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
