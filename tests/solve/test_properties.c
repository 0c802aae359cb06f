/* A result does not depend on how it is found: search, memory, seed, symmetry, order of the parts.
 */
#include "support/ask.h"

#include "games/cram/cram.h"

#include <stdio.h>

static void test_searches_agree(void **state)
{
    (void)state;
    static const char *const boards[] = {"3x5", "3x6", "4x4", "4x5", "3x7", "2x9"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        int64_t nimber = ask("cram", boards[i], "compute=nimber search=recursive").answer.number;
        for (size_t j = 0; zm_searches[j] != NULL; j++) {
            char options[100];
            if (zm_searches[j]->decide == NULL) /* it labels graphs instead */
                continue;
            snprintf(options, sizeof options, "compute=nimber search=%s", zm_searches[j]->name);
            assert_int_equal(ask("cram", boards[i], options).answer.number, nimber);
            if (strcmp(zm_searches[j]->name, "pn-multi") == 0) /* knows nimbers only */
                continue;
            snprintf(options, sizeof options, "compute=outcome play=misere search=%s",
                     zm_searches[j]->name);
            assert_int_equal(ask("cram", boards[i], options).answer.outcome,
                             ask("cram", boards[i], "compute=outcome play=misere search=recursive")
                                 .answer.outcome);
        }
    }
}

static void test_little_memory_is_enough(void **state)
{
    (void)state;
    assert_int_equal(
        ask("cram", "4x5", "compute=nimber memory=1K search=depth-first").answer.number, 2);
    assert_int_equal(
        ask("cram", "3x8", "compute=nimber memory=64K search=depth-first").answer.number, 3);
    assert_int_equal(ask("cram", "4x4", "compute=outcome play=misere memory=16K search=depth-first")
                         .answer.outcome,
                     ZM_LOSS);
}

static void test_same_run_twice(void **state)
{
    (void)state;
    struct asked first = ask("cram", "4x5", "compute=nimber seed=5");
    struct asked second = ask("cram", "4x5", "compute=nimber seed=5");
    assert_int_equal(first.nodes, second.nodes);
    assert_int_equal(first.stored, second.stored);
}

static void test_sums_are_xors(void **state)
{
    (void)state;
    /* 1x4 is 2, 1x6 is 3, 1x2 is 1 */
    assert_int_equal(ask("cram", "0000+000000", "compute=nimber").answer.number, 1);
    assert_int_equal(ask("cram", "000000+00+0000", "compute=nimber").answer.number, 0);
    assert_int_equal(ask("cram", "00+0000+00", "compute=nimber").answer.number, 2);
    /* misère, thesis section 4.1: 1x2 + 1x2 is won, 1x4 + 1x4 is lost */
    assert_int_equal(ask("cram", "00+00", "compute=outcome play=misere").answer.outcome, ZM_WIN);
    assert_int_equal(ask("cram", "0000+0000", "compute=outcome play=misere").answer.outcome,
                     ZM_LOSS);
}

static void test_nimber_needs_normal_play(void **state)
{
    (void)state;
    static const struct zm_option options[] = {{"compute", "nimber"}, {"play", "misere"}};
    struct zm_question question;
    struct zm_error error = {0};
    assert_int_equal(zm_question_open(&question, "cram", "3x3", options, 2, NULL, &error),
                     ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "normal play only"));
}

static void test_time_limit_gives_bounds(void **state)
{
    (void)state;
    static const struct zm_option options[] = {{"compute", "nimber"}, {"search", "depth-first"}};
    struct zm_question question;
    struct zm_answer answer;
    struct zm_run run;
    assert_int_equal(zm_question_open(&question, "cram", "9x9", options, 2, NULL, NULL), ZM_OK);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, NULL), ZM_OK);
    run.deadline = run.started; /* over before it begins */
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, NULL),
        ZM_STOPPED);
    assert_false(answer.known);
    assert_true(answer.has_lower);
    zm_answer_free(&answer);
    zm_question_close(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_searches_agree),
        cmocka_unit_test(test_little_memory_is_enough),
        cmocka_unit_test(test_same_run_twice),
        cmocka_unit_test(test_sums_are_xors),
        cmocka_unit_test(test_nimber_needs_normal_play),
        cmocka_unit_test(test_time_limit_gives_bounds),
    };
    return cmocka_run_group_tests_name("properties", tests, NULL, NULL);
}
