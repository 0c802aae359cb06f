/* Misère play with several threads, and with too little memory. */
#include "support/ask.h"

/* Neither threads nor want of memory change an outcome. */
static void test_threads_and_memory(void **state)
{
    (void)state;
    const struct zm_option threads[] = {
        {"play", "misere"}, {"search", "dfpn"}, {"threads", "2"}, {"quotient", "6"}};
    const struct zm_option memory[] = {{"play", "misere"}, {"search", "dfpn"}, {"memory", "64K"}};
    static const struct {
        const char *game, *position;
        enum zm_outcome outcome;
    } rows[] = {
        {"cram", "4x5", ZM_LOSS},      {"cram", "5x5", ZM_WIN},  {"sprouts", "6", ZM_WIN},
        {"octal", "0.77:9,8", ZM_WIN}, {"cram", "3x8", ZM_LOSS}, {"sprouts", "7", ZM_LOSS},
    };
    size_t count = test_sanitized() ? 4 : sizeof rows / sizeof *rows;
    for (size_t i = 0; i < count; i++) {
        struct zm_answer found = ask_once(rows[i].game, rows[i].position, threads, 4);
        assert_int_equal(found.outcome, rows[i].outcome);
        zm_answer_free(&found);
        found = ask_once(rows[i].game, rows[i].position, memory, 3);
        assert_int_equal(found.outcome, rows[i].outcome);
        zm_answer_free(&found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads_and_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
