/* QR codes: one picture, which a reader that shares no code with ours (jsQR) has read as its text, and
 * how long a text may be. */
#include "test.h"

#include "web/qr.h"

#include <string.h>

/* "http://10.0.0.7:8713/", version 1 or 2: two rows of modules a line. */
static const char *const drawn[] = {
    "                             ", "  █▀▀▀▀▀█  ▀▄▄█ ▄█▀ █▀▀▀▀▀█  ",
    "  █ ███ █ ▀██▄▀   █ █ ███ █  ", "  █ ▀▀▀ █  ▄▀  ▄ █▀ █ ▀▀▀ █  ",
    "  ▀▀▀▀▀▀▀ █▄█ █▄█ ▀ ▀▀▀▀▀▀▀  ", "  ▀█▀ ██▀█▀ ██ ██▀ ██▄  ▀ ▄  ",
    "  ▄█▄▀▄▄▀ █▀ ▄ ██ ▄█▄▄▀ ▀█▀  ", "  ▀▀ ▄█▄▀  ▄ ▄█▀▀   ██ █ ▀█  ",
    "  ▀▄▀▄▄ ▀█▀▀█▀██▄ █▄▀█▀▄▀█▀  ", "  ▀ ▀ ▀ ▀▀▄▄██  ▀██▀▀▀██▄▄▄  ",
    "  █▀▀▀▀▀█ █▄█▄ ▀ ██ ▀ █▄ ▀▀  ", "  █ ███ █ ▀▄▀▄█▄ ▄▀█▀▀█ ▄▀▀  ",
    "  █ ▀▀▀ █ ██ ▀█▄█ █ ▄ ██ ▄▀  ", "  ▀▀▀▀▀▀▀ ▀ ▀▀  ▀ ▀  ▀   ▀▀  ",
    "                             ",
};

static void test_picture(void **state)
{
    (void)state;
    struct zm_buffer code = {0}, expected = {0};
    assert_true(zm_qr_draw("http://10.0.0.7:8713/", &code));
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        zm_buffer_format(&expected, "\033[30;107m%s\033[0m\n", drawn[i]);
    assert_string_equal(zm_buffer_string(&code), zm_buffer_string(&expected));
    zm_buffer_free(&code);
    zm_buffer_free(&expected);
}

/* The least version is taken: lines are 21 modules and two quiet ones on either side, or more. */
static void test_lengths(void **state)
{
    (void)state;
    static const struct {
        unsigned size;
        size_t lines;
    } sizes[] = {{0, 13}, {17, 13}, {18, 15}, {32, 15}, {33, 17}, {53, 17}, {78, 19}, {106, 21}};
    char text[200];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct zm_buffer code = {0};
        size_t lines = 0;
        memset(text, 'x', sizeof text);
        text[sizes[i].size] = 0;
        assert_true(zm_qr_draw(text, &code));
        for (size_t j = 0; j < code.size; j++)
            lines += code.data[j] == '\n';
        assert_int_equal(lines, sizes[i].lines);
        zm_buffer_free(&code);
    }
    struct zm_buffer none = {0};
    memset(text, 'x', sizeof text);
    text[107] = 0;
    assert_false(zm_qr_draw(text, &none));
    assert_int_equal(none.size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests_name("qr", tests, NULL, NULL);
}
