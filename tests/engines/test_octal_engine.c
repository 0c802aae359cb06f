/* The engine of octal heaps against the general search, which knows the digits only: random codes
 * and heaps, outcome, nimber and Grundy value; heaps of several codes in one question; heaps
 * that no search could answer. */
#include "support/ask.h"

static const char *const codes[] = {"0.07", "0.77", "0.137", "0.6",    "0.4",
                                    "0.3",  "4.7",  "0.007", "0.5(3)", "0.1(2)"};

/* Draws a code and up to three heaps. */
static void draw(struct zm_random *random, char position[80])
{
    size_t length = (size_t)snprintf(
        position, 80, "%s:", codes[zm_random_below(random, sizeof codes / sizeof *codes)]);
    for (uint64_t heaps = 1 + zm_random_below(random, 3); heaps > 0; heaps--)
        length += (size_t)snprintf(position + length, 80 - length, "%u%s",
                                   (unsigned)zm_random_below(random, 14), heaps > 1 ? "," : "");
}

static void the_engine_agrees_with_the_search(void **state)
{
    (void)state;
    static const char *const asks[][2] = {{"compute=outcome", "compute=outcome search=depth-first"},
                                          {"compute=nimber", "compute=nimber search=dfpn"},
                                          {"compute=grundy", "compute=grundy search=dfpn"}};
    struct zm_random random = zm_random_seeded(47);
    for (int round = 0; round < test_rounds(300); round++) {
        char position[80];
        draw(&random, position);
        for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
            struct asked engine = ask("octal", position, asks[i][0]);
            struct asked search = ask("octal", position, asks[i][1]);
            if (engine.answer.outcome != search.answer.outcome ||
                (i > 0 && engine.answer.number != search.answer.number))
                fail_msg("%s %s: %d, nimber %lld by the engine, %d, %lld by the search", position,
                         asks[i][0], engine.answer.outcome, (long long)engine.answer.number,
                         search.answer.outcome, (long long)search.answer.number);
        }
    }
}

/* One question asked about heaps of several codes in turn: the sequence in memory is the right one.
 */
static void a_question_may_change_its_code(void **state)
{
    (void)state;
    static const struct zm_option options[] = {{"compute", "nimber"}};
    static const char *const positions[] = {"0.07:20,31", "0.6:13", "0.07:34", "0.3:7,6",
                                            "0.77:12"};
    struct asking asking;
    struct zm_buffer position = {0};
    ask_open(&asking, "octal", positions[0], options, 1);
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct zm_instance *game = &asking.question.instance;
        assert_int_equal(game->game->rules->parse(game->state, positions[i], &position, NULL),
                         ZM_OK);
        struct zm_answer answer = ask_for(&asking, zm_buffer_bytes(&position));
        assert_int_equal(answer.number,
                         ask("octal", positions[i], "compute=nimber search=dfpn").answer.number);
        zm_answer_free(&answer);
    }
    zm_buffer_free(&position);
    ask_close(&asking);
}

/* G(0.6, 10^5) = 38: published beside the sequence, tests/theory/test_octal.c. */
static void large_heaps(void **state)
{
    (void)state;
    assert_int_equal(ask("octal", "0.6:20000,20000", "compute=nimber").answer.number, 0);
    if (!test_sanitized())
        assert_int_equal(ask("octal", "0.6:100000", "compute=nimber").answer.number, 38);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_agrees_with_the_search),
        cmocka_unit_test(a_question_may_change_its_code),
        cmocka_unit_test(large_heaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
