/* Values: canonical forms, arithmetic, comparison, names, thermographs, against tables and against
 * plain minimax on game trees. */
#include "theory/expression.h"
#include "theory/value.h"

#include "base/random.h"

#include "test.h"

#include <stdio.h>

static struct zm_universe *fresh(void)
{
    struct zm_universe *universe = zm_universe_open(NULL);
    assert_non_null(universe);
    return universe;
}

static zm_conway value_of(struct zm_universe *universe, const char *text)
{
    struct zm_evaluation evaluation;
    struct zm_error error;
    if (zm_evaluate(universe, text, NULL, &evaluation, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
    zm_conway value = evaluation.value;
    zm_evaluation_free(&evaluation);
    return value;
}

static char *text_of(struct zm_universe *universe, zm_conway g, enum zm_conway_style style)
{
    static char text[4096];
    struct zm_buffer buffer = {0};
    zm_conway_print(universe, g, style, &buffer);
    snprintf(text, sizeof text, "%s", zm_buffer_string(&buffer));
    zm_buffer_free(&buffer);
    return text;
}

/* Every line of an oracle file is a comparison that holds. */
static void check_file(const char *name, size_t least)
{
    char path[512], line[512];
    snprintf(path, sizeof path, "%s/tests/oracles/%s", getenv("ZM_SOURCE"), name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    struct zm_universe *universe = fresh();
    size_t count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0')
            continue;
        struct zm_evaluation evaluation;
        struct zm_error error;
        if (zm_evaluate(universe, line, NULL, &evaluation, &error) != ZM_OK)
            fail_msg("%s: %s", line, error.text);
        if (!evaluation.comparison || !evaluation.truth)
            fail_msg("does not hold: %s (the left side is %s)", line,
                     text_of(universe, evaluation.value, ZM_CONWAY_ASCII));
        zm_evaluation_free(&evaluation);
        count++;
    }
    fclose(file);
    zm_universe_close(universe);
    assert_true(count >= least);
}

static void identities_hold(void **state)
{
    (void)state;
    check_file("value_identities.txt", 100);
}

static void comparisons_hold(void **state)
{
    (void)state;
    check_file("value_comparisons.txt", 135);
}

/* --- names --------------------------------------------------------------------------------- */

static void names_are_the_usual_ones(void **state)
{
    (void)state;
    static const struct {
        const char *value, *ascii, *unicode;
    } names[] = {
        {"3/4", "3/4", "3/4"},
        {"{|-3}", "-4", "-4"},
        {"{0,*|0,*}", "*2", "∗2"},
        {"{0|*}", "^", "↑"},
        {"v + *", "v*", "↓∗"},
        {"{0|^*}", "^^", "⇑"},
        {"^^^*", "^3*", "↑3∗"},
        {"vv*4 - 1/2", "-1/2vv*4", "-1/2⇓∗4"},
        {"1*", "1*", "1∗"},
        {"{1|-1}", "+-1", "±1"},
        {"{2|-1/2}", "{2|-1/2}", "{2|-1/2}"},
        {"{{2|0}|0}", "{{2|0}|0}", "⧿2"},
        {"tiny(1)", "{0|{0|-1}}", "⧾1"},
        {"{1|0,*}", "{1|0,*}", "{1|0,∗}"},
        {"{0 || 0 | -{2|1}}", "{0|{0|{-1|-2}}}", "⧾{2|1}"},
        {"+-{0,{{2|0},{2|{2|0}}|{2|0},{{2|0}|0}}}",
         "{0,{{2|0},{2|{2|0}}|{2|0},{{2|0}|0}}|0,{{0|-2},{0|{0|-2}}|{0|-2},{{0|-2}|-2}}}", NULL},
    };
    struct zm_universe *universe = fresh();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        zm_conway g = value_of(universe, names[i].value);
        assert_string_equal(text_of(universe, g, ZM_CONWAY_ASCII), names[i].ascii);
        if (names[i].unicode != NULL) {
            assert_string_equal(text_of(universe, g, ZM_CONWAY_UNICODE), names[i].unicode);
            assert_int_equal(value_of(universe, names[i].unicode), g);
        }
    }
    zm_universe_close(universe);
}

static void bad_expressions_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "1 +",
        "{1|2",
        "{1,2}",
        "{1|2|3}",
        "1/3",
        "hello",
        "1 2",
        "{1|}}",
        "tiny(1",
        "cool(1,*)",
        "*99999999999",
        "^99999",
        "[cram 2x2]",
        "1 < 2 < 3",
        "times(*,1)",
        "weight(1)",
        "{1|2)",
        "{,|}",
        "{1,|}",
        "9999999999999999999999",
        "1:9999",
        "1/1152921504606846976",
        "1152921504606846976",
        "<",
        "1 +- ",
        "()",
        "(1",
        "temperature 3",
        "cool(+-1, -1)",
        "{1||}|}",
    };
    struct zm_universe *universe = fresh();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_evaluation evaluation;
        struct zm_error error = {0};
        if (zm_evaluate(universe, bad[i], NULL, &evaluation, &error) != ZM_BAD_INPUT)
            fail_msg("accepted: %s", bad[i]);
        assert_true(strlen(error.text) > 5);
        zm_evaluation_free(&evaluation);
    }
    char deep[4001];
    memset(deep, '{', 4000);
    deep[4000] = '\0';
    struct zm_evaluation evaluation;
    assert_int_equal(zm_evaluate(universe, deep, NULL, &evaluation, NULL), ZM_BAD_INPUT);
    zm_evaluation_free(&evaluation);
    memset(deep, '(', 4000);
    assert_int_equal(zm_evaluate(universe, deep, NULL, &evaluation, NULL), ZM_BAD_INPUT);
    zm_evaluation_free(&evaluation);
    assert_int_equal(value_of(universe, "1 + 1"), value_of(universe, "2"));
    zm_universe_close(universe);
}

/* --- the values of a day -------------------------------------------------------------------- */

/* All values born by the next day: games over antichains of the given values. An option that
 * another one dominates changes nothing, so antichains are enough. */
struct day {
    zm_conway *values;
    size_t count;
};

static void add_value(struct day *day, zm_conway g, bool *seen)
{
    if (seen[g])
        return;
    seen[g] = true;
    day->values = realloc(day->values, (day->count + 1) * sizeof *day->values);
    assert_non_null(day->values);
    day->values[day->count++] = g;
}

static size_t antichains(struct zm_universe *universe, const struct day *day, uint32_t *sets)
{
    size_t count = 0;
    for (uint32_t set = 0; set < 1u << day->count; set++) {
        bool chain = false;
        for (size_t i = 0; i < day->count && !chain; i++)
            for (size_t j = 0; j < day->count && !chain; j++)
                chain = i != j && (set >> i & 1) && (set >> j & 1) &&
                        zm_conway_le(universe, day->values[i], day->values[j]);
        if (!chain)
            sets[count++] = set;
    }
    return count;
}

static struct day next_day(struct zm_universe *universe, const struct day *day)
{
    uint32_t *sets = malloc((sizeof *sets) << day->count);
    bool *seen = calloc(1 << 20, sizeof *seen);
    assert_non_null(sets);
    assert_non_null(seen);
    size_t count = antichains(universe, day, sets);
    struct day next = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            zm_conway left[32], right[32];
            size_t lefts = 0, rights = 0;
            for (size_t k = 0; k < day->count; k++) {
                if (sets[i] >> k & 1)
                    left[lefts++] = day->values[k];
                if (sets[j] >> k & 1)
                    right[rights++] = day->values[k];
            }
            zm_conway made = zm_conway_make(universe, left, lefts, right, rights);
            assert_true(made < 1 << 20);
            add_value(&next, made, seen);
        }
    free(sets);
    free(seen);
    return next;
}

static void days_have_their_values(void **state)
{
    (void)state;
    static const char *const second[] = {"0",       "1",      "2",      "-1",      "-2",    "1/2",
                                         "-1/2",    "*",      "*2",     "^",       "v",     "^*",
                                         "v*",      "1*",     "-1*",    "+-1",     "{1|0}", "{1|*}",
                                         "{1|0,*}", "{0|-1}", "{*|-1}", "{0,*|-1}"};
    struct zm_universe *universe = fresh();
    struct day zero = {malloc(sizeof(zm_conway)), 1};
    assert_non_null(zero.values);
    zero.values[0] = ZM_ZERO;
    struct day one = next_day(universe, &zero), two = next_day(universe, &one);
    assert_int_equal(one.count, 4);
    assert_int_equal(two.count, 22);
    size_t outcomes[128] = {0};
    for (size_t i = 0; i < 22; i++) {
        zm_conway wanted = value_of(universe, second[i]);
        bool found = false;
        for (size_t j = 0; j < two.count && !found; j++)
            found = two.values[j] == wanted;
        assert_true(found);
        assert_true(zm_conway_birthday(universe, wanted) <= 2);
        outcomes[(int)zm_conway_outcome(universe, wanted)]++;
    }
    assert_int_equal(outcomes['P'], 1);
    assert_int_equal(outcomes['N'], 9);
    assert_int_equal(outcomes['L'], 6);
    assert_int_equal(outcomes['R'], 6);
    struct day three = next_day(universe, &two);
    assert_int_equal(three.count, 1474);
    free(three.values);
    free(zero.values);
    free(one.values);
    free(two.values);
    zm_universe_close(universe);
}

/* --- random games against minimax ----------------------------------------------------------- */

/* A literal game tree in an array: what the canonical forms are checked against. */
enum { MOST_OPTIONS = 3, MOST_TREES = 40 };
struct tree {
    int left[MOST_OPTIONS], right[MOST_OPTIONS];
    int lefts, rights;
};
struct forest {
    struct tree trees[MOST_TREES];
    zm_conway values[MOST_TREES];
    int count;
};

static void grow_forest(struct zm_universe *universe, struct zm_random *random,
                        struct forest *forest)
{
    forest->count = 0;
    while (forest->count < 24) {
        struct tree *tree = &forest->trees[forest->count];
        *tree = (struct tree){0};
        int below = forest->count;
        if (below > 0) {
            tree->lefts = (int)zm_random_below(random, MOST_OPTIONS);
            tree->rights = (int)zm_random_below(random, MOST_OPTIONS);
        }
        zm_conway left[MOST_OPTIONS], right[MOST_OPTIONS];
        for (int i = 0; i < tree->lefts; i++) {
            tree->left[i] = (int)zm_random_below(random, (uint64_t)below);
            left[i] = forest->values[tree->left[i]];
        }
        for (int i = 0; i < tree->rights; i++) {
            tree->right[i] = (int)zm_random_below(random, (uint64_t)below);
            right[i] = forest->values[tree->right[i]];
        }
        forest->values[forest->count++] =
            zm_conway_make(universe, left, (size_t)tree->lefts, right, (size_t)tree->rights);
    }
}

/* Does the player to move win the sum of a and b (b played with its sides exchanged when
 * `negative`)? Plain play-out with a memory of (a, b, side). */
static bool mover_wins(const struct forest *forest, int a, int b, bool negative, bool right,
                       int8_t *memory)
{
    int8_t *known = &memory[(a * MOST_TREES + b) * 2 + right];
    if (*known != 0)
        return *known > 0;
    const struct tree *x = &forest->trees[a], *y = &forest->trees[b];
    const int *moves_x = right ? x->right : x->left;
    int count_x = right ? x->rights : x->lefts;
    bool mirrored = right != negative;
    const int *moves_y = mirrored ? y->right : y->left;
    int count_y = mirrored ? y->rights : y->lefts;
    bool wins = false;
    for (int i = 0; i < count_x && !wins; i++)
        wins = !mover_wins(forest, moves_x[i], b, negative, !right, memory);
    for (int i = 0; i < count_y && !wins; i++)
        wins = !mover_wins(forest, a, moves_y[i], negative, !right, memory);
    *known = wins ? 1 : -1;
    return wins;
}

static char played_outcome(const struct forest *forest, int a, int b, bool negative)
{
    int8_t memory[MOST_TREES * MOST_TREES * 2] = {0};
    bool left = mover_wins(forest, a, b, negative, false, memory);
    bool right = mover_wins(forest, a, b, negative, true, memory);
    return left ? (right ? 'N' : 'L') : (right ? 'R' : 'P');
}

static void random_games_agree_with_play(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(12);
    static const enum zm_relation relations[128] = {
        ['P'] = ZM_EQUAL, ['L'] = ZM_GREATER, ['R'] = ZM_LESS, ['N'] = ZM_CONFUSED};
    struct zm_universe *universe = fresh();
    for (int round = 0; round < test_rounds(10000); round++) {
        struct forest forest;
        grow_forest(universe, &random, &forest);
        int a = forest.count - 1, b = forest.count - 2 - (int)zm_random_below(&random, 4);
        zm_conway g = forest.values[a], h = forest.values[b];
        char sum = played_outcome(&forest, a, b, false);
        char difference = played_outcome(&forest, a, b, true);
        assert_int_equal(zm_conway_outcome(universe, zm_conway_add(universe, g, h)), sum);
        zm_conway less = zm_conway_subtract(universe, g, h);
        assert_int_equal(zm_conway_outcome(universe, less), difference);
        assert_int_equal(zm_conway_compare(universe, g, h), relations[(int)difference]);
        /* Equal games have one handle, different games two. */
        assert_int_equal(g == h, difference == 'P');
    }
    assert_int_equal(zm_universe_check(universe, NULL), ZM_OK);
    zm_universe_close(universe);
}

/* Laws that hold for all games, on random canonical forms. */
static void arithmetic_obeys_its_laws(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(7);
    struct zm_universe *universe = fresh();
    for (int round = 0; round < test_rounds(1500); round++) {
        struct forest forest;
        grow_forest(universe, &random, &forest);
        zm_conway a = forest.values[23], b = forest.values[15], c = forest.values[8];
        zm_conway ab = zm_conway_add(universe, a, b);
        assert_int_equal(zm_conway_add(universe, ab, c),
                         zm_conway_add(universe, a, zm_conway_add(universe, b, c)));
        assert_int_equal(zm_conway_subtract(universe, ab, b), a);
        assert_int_equal(zm_conway_negate(universe, zm_conway_negate(universe, a)), a);
        struct zm_conway_list left = zm_conway_left(universe, a),
                              right = zm_conway_right(universe, a);
        assert_int_equal(zm_conway_make(universe, left.items, left.count, right.items, right.count),
                         a);
        struct zm_evaluation evaluation;
        char text[4096];
        snprintf(text, sizeof text, "%s", text_of(universe, ab, ZM_CONWAY_ASCII));
        if (strlen(text) < sizeof text - 1) {
            assert_int_equal(zm_evaluate(universe, text, NULL, &evaluation, NULL), ZM_OK);
            assert_int_equal(evaluation.value, ab);
            zm_evaluation_free(&evaluation);
        }
    }
    zm_universe_close(universe);
}

/* The colon principle: G:H compares with G:K as H with K; the negative is taken part by part. */
static void ordinal_sums_obey_their_laws(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(21);
    struct zm_universe *universe = fresh();
    for (int round = 0; round < test_rounds(1000); round++) {
        struct forest forest;
        grow_forest(universe, &random, &forest);
        zm_conway g = forest.values[23], h = forest.values[15], k = forest.values[14];
        zm_conway gh = zm_conway_ordinal(universe, g, h), gk = zm_conway_ordinal(universe, g, k);
        assert_int_equal(zm_conway_compare(universe, gh, gk), zm_conway_compare(universe, h, k));
        assert_int_equal(zm_conway_negate(universe, gh),
                         zm_conway_ordinal(universe, zm_conway_negate(universe, g),
                                           zm_conway_negate(universe, h)));
        assert_int_equal(zm_conway_ordinal(universe, ZM_ZERO, h), h);
    }
    for (uint32_t n = 0; n <= 300; n += 50)
        for (uint32_t m = 0; m < 4; m++)
            assert_int_equal(zm_conway_ordinal(universe, zm_conway_nimber(universe, m),
                                               zm_conway_nimber(universe, n)),
                             zm_conway_nimber(universe, m + n));
    assert_int_equal(zm_universe_check(universe, NULL), ZM_OK);
    zm_universe_close(universe);
}

/* --- thermographs ---------------------------------------------------------------------------- */

static struct zm_dyadic wall_at(struct zm_wall wall, struct zm_dyadic t)
{
    bool overflow = false;
    size_t i = wall.count - 1;
    while (i > 0 && zm_dyadic_compare(wall.points[i].t, t) > 0)
        i--;
    if (i + 1 == wall.count)
        return wall.points[i].value;
    int slope = zm_dyadic_compare(wall.points[i + 1].value, wall.points[i].value);
    struct zm_dyadic way = zm_dyadic_subtract(t, wall.points[i].t, &overflow);
    if (slope == 0)
        return wall.points[i].value;
    return slope > 0 ? zm_dyadic_add(wall.points[i].value, way, &overflow)
                     : zm_dyadic_subtract(wall.points[i].value, way, &overflow);
}

/* At every t the walls are the stops of the game cooled by t. */
static void walls_are_stops_of_cooled_games(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(3);
    struct zm_universe *universe = fresh();
    size_t hot = 0;
    int rounds = test_rounds(400);
    for (int round = 0; round < rounds; round++) {
        struct forest forest;
        grow_forest(universe, &random, &forest);
        zm_conway g = forest.values[23];
        zm_conway scale = zm_conway_integer(universe, 4);
        for (int i = 0; i < 3; i++) { /* hotter: { g + 4 | g - 4 } of the ones before */
            zm_conway h = forest.values[20 + i];
            g = zm_conway_switch(universe, zm_conway_add(universe, g, scale),
                                 zm_conway_subtract(universe, h, scale));
        }
        const struct zm_thermograph *thermograph = zm_conway_thermograph(universe, g);
        assert_non_null(thermograph);
        for (int k = 0; k < 24; k++) {
            bool overflow = false;
            struct zm_dyadic t = zm_dyadic(k, 2, &overflow);
            zm_conway cooled = zm_conway_cool(universe, g, t);
            assert_int_equal(zm_dyadic_compare(zm_conway_left_stop(universe, cooled),
                                               wall_at(thermograph->left, t)),
                             0);
            assert_int_equal(zm_dyadic_compare(zm_conway_right_stop(universe, cooled),
                                               wall_at(thermograph->right, t)),
                             0);
        }
        hot += thermograph->temperature.numerator > 0;
    }
    assert_true(hot > (size_t)rounds / 2);
    zm_universe_close(universe);
}

/* Means add up, and the mean of n copies stays near n means. */
static void means_are_additive(void **state)
{
    (void)state;
    static const char *const games[] = {"{{4|2}|{-1/2|-2}}", "{5|{1|0}}", "+-3", "{{3|1*}|^}",
                                        "{{5/2|1/2}|{0|-3/2}}"};
    struct zm_universe *universe = fresh();
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 5; j++) {
            char text[300];
            snprintf(text, sizeof text, "mean(%s + %s) - mean(%s) - mean(%s)", games[i], games[j],
                     games[i], games[j]);
            assert_int_equal(value_of(universe, text), ZM_ZERO);
        }
    zm_universe_close(universe);
}

static void a_thermograph_is_drawn(void **state)
{
    (void)state;
    struct zm_universe *universe = fresh();
    struct zm_buffer svg = {0};
    zm_conway_draw_thermograph(universe, value_of(universe, "{2|-1/2}"), &svg);
    assert_non_null(strstr(zm_buffer_string(&svg), "<svg"));
    assert_non_null(strstr(zm_buffer_string(&svg), ">5/4</text>"));
    assert_non_null(strstr(zm_buffer_string(&svg), ">3/4</text>"));
    assert_non_null(strstr(zm_buffer_string(&svg), "polyline"));
    zm_buffer_free(&svg);
    zm_universe_close(universe);
}

/* A random all-small game: both sides have options, or none. */
static zm_conway random_all_small(struct zm_universe *universe, struct zm_random *random)
{
    zm_conway pool[10] = {ZM_ZERO, zm_conway_simple(universe, zm_integer(0), 3, 0),
                          zm_conway_simple(universe, zm_integer(0), -2, 0)};
    for (size_t n = 3; n < 10; n++) {
        zm_conway left[2], right[2];
        size_t lefts = 1 + zm_random_below(random, 2), rights = 1 + zm_random_below(random, 2);
        for (size_t i = 0; i < 2; i++) {
            left[i] = pool[zm_random_below(random, n)];
            right[i] = pool[zm_random_below(random, n)];
        }
        pool[n] = zm_conway_make(universe, left, lefts, right, rights);
    }
    return pool[9];
}

/* Atomic weights add up, and two ahead wins. */
static void atomic_weights_obey_their_laws(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(5);
    struct zm_universe *universe = fresh();
    zm_conway two = zm_conway_integer(universe, 2);
    size_t ahead = 0, fractions = 0;
    for (int round = 0; round < 300; round++) {
        zm_conway g = random_all_small(universe, &random), h = random_all_small(universe, &random);
        zm_conway sum = zm_conway_add(universe, g, h), a, b, c;
        assert_true(zm_conway_is_all_small(universe, sum));
        assert_true(zm_conway_atomic_weight(universe, g, &a));
        assert_true(zm_conway_atomic_weight(universe, h, &b));
        assert_true(zm_conway_atomic_weight(universe, sum, &c));
        assert_int_equal(zm_conway_add(universe, a, b), c);
        if (zm_conway_le(universe, two, c)) {
            assert_int_equal(zm_conway_outcome(universe, sum), 'L');
            ahead++;
        }
        fractions += !zm_conway_is_number(universe, a, NULL);
    }
    assert_true(ahead > 10);
    assert_true(fractions > 10);
    zm_universe_close(universe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identities_hold),
        cmocka_unit_test(comparisons_hold),
        cmocka_unit_test(names_are_the_usual_ones),
        cmocka_unit_test(bad_expressions_are_refused),
        cmocka_unit_test(days_have_their_values),
        cmocka_unit_test(random_games_agree_with_play),
        cmocka_unit_test(ordinal_sums_obey_their_laws),
        cmocka_unit_test(arithmetic_obeys_its_laws),
        cmocka_unit_test(walls_are_stops_of_cooled_games),
        cmocka_unit_test(means_are_additive),
        cmocka_unit_test(a_thermograph_is_drawn),
        cmocka_unit_test(atomic_weights_obey_their_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
