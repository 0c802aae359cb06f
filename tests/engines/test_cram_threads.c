/* The engine of Cram with several threads on common tables: answers must not depend on them. Tables
 * that grow make all threads stand still; those of one page forget all the time. */
#include "support/ask.h"

static void check(const char *position, int expected)
{
    static const char *const settings[] = {"threads=2", "threads=4", "threads=3 memory=1",
                                           "threads=2 small=4"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char options[100];
        snprintf(options, sizeof options, "compute=nimber %s", settings[i]);
        struct asked asked = ask("cram", position, options);
        if (asked.answer.number != expected)
            fail_msg("%s with %s: %lld, not %d", position, settings[i],
                     (long long)asked.answer.number, expected);
    }
}

static void test_answers_do_not_depend_on_threads(void **state)
{
    (void)state;
    check("3x8", 3);
    check("5x5", 0);
    check("000000/000000/000000+00000/00000/00000/00000+00", 4 ^ 2 ^ 1);
    if (test_sanitized())
        return;
    check("4x7", 3);
    check("5x6", 2);
    check("3x12", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
