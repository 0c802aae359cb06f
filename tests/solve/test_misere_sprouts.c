/* Sprouts in misère play: published counts of trees, reduced trees of positions, outcomes. */
#include "support/ask.h"

static bool too_slow(int slow)
{
    return slow > (test_long() ? 2 : 0);
}

static void check_count(const char *position, long trees, long reduced)
{
    struct zm_option options[] = {{"compute", "rct"}};
    struct zm_answer answer = ask_once("sprouts", position, options, 1);
    if (trees != 0)
        assert_int_equal(answer.counts[1], trees);
    if (reduced != 0)
        assert_int_equal(answer.counts[2], reduced);
    zm_answer_free(&answer);
}

static void check_tree(const char *position, const char *tree)
{
    struct zm_option options[] = {{"compute", "rct"}};
    struct zm_answer answer = ask_once("sprouts", position, options, 1);
    assert_string_equal(zm_buffer_string(&answer.text), tree);
    zm_answer_free(&answer);
}

/* Every other position with the trees of --rct-base 4, and each small one by depth-first as well.
 */
static void check_outcome(const char *position, char outcome, int row)
{
    struct zm_option options[] = {{"play", "misere"}, {"search", "dfpn"}, {"rct-base", "4"}};
    enum zm_outcome expected = outcome == 'W' ? ZM_WIN : ZM_LOSS;
    struct zm_answer answer = ask_once("sprouts", position, options, row % 2 == 0 ? 3 : 2);
    if (answer.outcome != expected)
        fail_msg("misere sprouts %s is not %c", position, outcome);
    zm_answer_free(&answer);
    if (strlen(position) > 1 || position[0] > '7')
        return;
    answer = ask_once("sprouts", position, options, 1);
    assert_int_equal(answer.outcome, expected);
    zm_answer_free(&answer);
}

static void test_oracles(void **state)
{
    (void)state;
    char line[200], position[100], word[100];
    FILE *file = test_oracle("sprouts-misere.txt");
    int rows = 0, slow;
    while (fgets(line, sizeof line, file) != NULL) {
        long trees, reduced;
        if (sscanf(line, "count %99s %ld %ld %d", position, &trees, &reduced, &slow) == 4) {
            if (!too_slow(slow))
                check_count(position, trees, reduced);
        } else if (sscanf(line, "rct %99s %99s", position, word) == 2) {
            check_tree(position, word);
        } else if (sscanf(line, "outcome %99s %99s %d", position, word, &slow) == 3) {
            if (!too_slow(slow))
                check_outcome(position, word[0], rows);
        } else {
            assert_int_equal(line[0], '#');
            continue;
        }
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 46);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_oracles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
