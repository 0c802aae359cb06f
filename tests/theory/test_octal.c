/* Nim-sequences of octal games against the definition, the published tables, and known far values.
 */
#include "theory/octal.h"

#include "base/random.h"

#include "test.h"

static struct zm_octal_sequence open_sequence(const char *text)
{
    struct zm_octal_code code;
    struct zm_octal_sequence octal;
    struct zm_error error;
    assert_int_equal(zm_octal_code_parse(text, strlen(text), &code, &error), ZM_OK);
    assert_int_equal(zm_octal_open(&octal, &code, &error), ZM_OK);
    zm_octal_code_free(&code);
    return octal;
}

/* The definition, word for word. */
static void naive_values(const struct zm_octal_code *code, uint16_t *values, size_t count)
{
    values[0] = 0;
    for (size_t n = 1; n < count; n++) {
        bool seen[2048] = {false};
        for (size_t taken = 0; taken <= n; taken++) {
            unsigned digit = zm_octal_digit(code, taken);
            size_t rest = n - taken;
            if (rest == 0 && (digit & 1))
                seen[0] = true;
            if (rest > 0 && (digit & 2))
                seen[values[rest]] = true;
            for (size_t a = 1; (digit & 4) && a < rest; a++)
                seen[values[a] ^ values[rest - a]] = true;
        }
        values[n] = 0;
        while (seen[values[n]])
            values[n]++;
    }
}

static void random_code(struct zm_random *random, char *text)
{
    size_t digits = 1 + zm_random_below(random, 5);
    size_t tail = zm_random_below(random, 3) == 0 ? zm_random_below(random, digits) : digits;
    text += sprintf(text, "%c.", zm_random_below(random, 6) == 0 ? '4' : '0');
    for (size_t i = 0; i < digits; i++)
        text += sprintf(text, "%s%u", i == tail ? "(" : "", (unsigned)zm_random_below(random, 8));
    sprintf(text, "%s", tail < digits ? ")" : "");
}

static void agrees_with_the_definition(void **state)
{
    (void)state;
    enum { COUNT = 120, CODES = 600 };
    struct zm_random random = zm_random_seeded(7);
    struct zm_error error;
    for (int i = 0; i < test_rounds(CODES); i++) {
        char text[32];
        uint16_t expected[COUNT];
        random_code(&random, text);
        struct zm_octal_sequence octal = open_sequence(text);
        naive_values(&octal.code, expected, COUNT);
        assert_int_equal(zm_octal_extend(&octal, 1 + zm_random_below(&random, COUNT), NULL, &error),
                         ZM_OK);
        assert_int_equal(zm_octal_extend(&octal, COUNT, NULL, &error), ZM_OK);
        if (memcmp(expected, octal.values, sizeof expected) != 0)
            fail_msg("the sequence of %s differs from the definition", text);
        zm_octal_close(&octal);
    }
}

/* Long enough for the sparse space to be in use: past the marked pairs. */
static void sparse_space_agrees_with_plain(void **state)
{
    (void)state;
    enum { COUNT = 9000 };
    static const char *const codes[] = {"0.6", "0.007", "0.06", "0.16", "0.54", "0.3706", "4.04"};
    struct zm_error error;
    uint16_t *plain = calloc(COUNT, sizeof *plain);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct zm_octal_sequence octal = open_sequence(codes[i]);
        assert_int_equal(zm_octal_extend(&octal, COUNT, NULL, &error), ZM_OK);
        for (size_t n = 1; n < COUNT; n++) {
            bool seen[1024] = {false};
            for (size_t taken = 0; taken <= octal.code.fixed && taken <= n; taken++) {
                unsigned digit = zm_octal_digit(&octal.code, taken);
                size_t rest = n - taken;
                if (rest == 0)
                    seen[0] |= (digit & 1) != 0;
                else if (digit & 2)
                    seen[plain[rest]] = true;
                for (size_t a = 1; (digit & 4) && a <= rest / 2; a++)
                    seen[plain[a] ^ plain[rest - a]] = true;
            }
            while (seen[plain[n]])
                plain[n]++;
        }
        if (memcmp(plain, octal.values, COUNT * sizeof *plain) != 0)
            fail_msg("the sparse space of %s differs from the plain method", codes[i]);
        memset(plain, 0, COUNT * sizeof *plain);
        zm_octal_close(&octal);
    }
    free(plain);
}

static void check_row(char *line)
{
    const char *code = strtok(line, " \n"), *period = strtok(NULL, " \n"),
               *from = strtok(NULL, " \n");
    struct zm_octal_sequence octal = open_sequence(code);
    struct zm_error error;
    struct zm_octal_period found;
    if (period[0] != '-' && period[0] != '?') {
        assert_int_equal(zm_octal_find_period(&octal, 1000000, NULL, &found, &error), ZM_OK);
        if (found.period != strtoul(period, NULL, 10) || found.from != strtoul(from, NULL, 10))
            fail_msg("%s: period %zu from %zu, expected %s from %s", code, found.period, found.from,
                     period, from);
    }
    assert_int_equal(zm_octal_extend(&octal, 200, NULL, &error), ZM_OK);
    size_t n = 0;
    for (const char *value; (value = strtok(NULL, " \n")) != NULL; n++)
        if (octal.values[n] != strtoul(value, NULL, 10))
            fail_msg("%s: u(%zu) = %u, expected %s", code, n, octal.values[n], value);
    assert_true(n > 1);
    zm_octal_close(&octal);
}

static void published_table(void **state)
{
    (void)state;
    char line[1024];
    int rows = 0;
    FILE *file = test_oracle("octal.txt");
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        check_row(line);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 23);
}

static void far_values(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        size_t heap;
        unsigned nimber;
        bool slow;
    } rows[] = {
        {"0.6", 100000, 38, false}, {"0.007", 100000, 565, true}, {"0.6", 1000000, 180, true}};
    struct zm_error error;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].slow && !test_long())
            continue;
        struct zm_octal_sequence octal = open_sequence(rows[i].code);
        assert_int_equal(zm_octal_extend(&octal, rows[i].heap + 1, NULL, &error), ZM_OK);
        assert_int_equal(octal.values[rows[i].heap], rows[i].nimber);
        zm_octal_close(&octal);
    }
}

/* The proof needs the values up to index 2i + 2p + t, and none less. */
static void certificate_is_exact(void **state)
{
    (void)state;
    struct zm_error error;
    struct zm_octal_period period;
    bool out_of_memory;
    struct zm_octal_sequence octal = open_sequence("0.07");
    size_t last = 2 * 53 + 2 * 34 + 2;
    assert_int_equal(zm_octal_extend(&octal, last, NULL, &error), ZM_OK);
    assert_false(zm_octal_proved_period(&octal, &period, &out_of_memory));
    assert_int_equal(zm_octal_extend(&octal, last + 1, NULL, &error), ZM_OK);
    assert_true(zm_octal_proved_period(&octal, &period, &out_of_memory));
    assert_int_equal(period.period, 34);
    assert_int_equal(period.from, 53);
    octal.values[100]++; /* a value that breaks the period must break the proof */
    assert_false(zm_octal_proved_period(&octal, &period, &out_of_memory));
    zm_octal_close(&octal);
}

static void no_period_by_then(void **state)
{
    (void)state;
    struct zm_error error;
    struct zm_octal_period period;
    struct zm_octal_sequence octal = open_sequence("0.06");
    assert_int_equal(zm_octal_find_period(&octal, 5000, NULL, &period, &error), ZM_OK);
    assert_int_equal(period.period, 0);
    assert_int_equal(octal.count, 5000);
    zm_octal_close(&octal);
    octal = open_sequence("0.(3)");
    assert_int_equal(zm_octal_find_period(&octal, 5000, NULL, &period, &error), ZM_BAD_INPUT);
    zm_octal_close(&octal);
}

static void stops_when_told(void **state)
{
    (void)state;
    struct zm_run run;
    struct zm_error error;
    struct zm_octal_sequence octal = open_sequence("0.6");
    zm_run_begin(&run);
    run.stop = true;
    assert_int_equal(zm_octal_extend(&octal, 100000, &run, &error), ZM_STOPPED);
    run.stop = false;
    assert_int_equal(zm_octal_extend(&octal, 100, &run, &error), ZM_OK);
    assert_int_equal(octal.count, 100);
    zm_octal_close(&octal);
}

static void codes_as_text(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        {".07", "0.07"},        {"0.0700", "0.07"},       {"4.", "4."},        {"0.3(3)", "0.(3)"},
        {"0.7(37)", "0.(73)"},  {"0.1(2323)", "0.1(23)"}, {"0.12(0)", "0.12"}, {"s1,3,4", "0.3033"},
        {"s4,1,3,3", "0.3033"}, {"0.(303030)", "0.(30)"}, {"0.", "0."},
    };
    static const char *const bad[] = {"",        "0",     "1.7",         "0.8",  "0.3(", "0.3()",
                                      "0.3(7)1", "0.3)",  "s",           "s0",   "s1,",  "s1;2",
                                      "s4097",   "0.07 ", "4",           "0..7", "0.(7", "0.((7))",
                                      "s,1",     "s1,x",  "s99999999999"};
    struct zm_octal_code code;
    struct zm_error error;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct zm_buffer text = {0};
        assert_int_equal(zm_octal_code_parse(good[i][0], strlen(good[i][0]), &code, &error), ZM_OK);
        zm_octal_code_print(&code, &text);
        assert_string_equal(zm_buffer_string(&text), good[i][1]);
        zm_octal_code_free(&code);
        zm_buffer_free(&text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (zm_octal_code_parse(bad[i], strlen(bad[i]), &code, &error) != ZM_BAD_INPUT)
            fail_msg("'%s' was read as a code", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_definition),
        cmocka_unit_test(sparse_space_agrees_with_plain),
        cmocka_unit_test(published_table),
        cmocka_unit_test(far_values),
        cmocka_unit_test(certificate_is_exact),
        cmocka_unit_test(no_period_by_then),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(codes_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
