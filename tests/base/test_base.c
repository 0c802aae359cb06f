/* src/base: bytes, buffers, lists, arenas, tables, random numbers, parameters. */
#include "test.h"

#include "base/array.h"
#include "base/arena.h"
#include "base/list.h"
#include "base/params.h"
#include "base/random.h"
#include "base/run.h"
#include "base/table.h"

#include <jansson.h>

static void test_error_keeps_its_context(void **state)
{
    (void)state;
    struct zm_error error = {0};
    assert_int_equal(zm_fail(&error, ZM_BAD_INPUT, "row %d is too long", 3), ZM_BAD_INPUT);
    zm_error_context(&error, "board '%s'", "000/0000");
    assert_string_equal(error.text, "board '000/0000': row 3 is too long");
    zm_fail(NULL, ZM_BAD_INPUT, "nobody wants to know");
    zm_error_context(NULL, "nobody");
}

static void test_error_shows_what_it_can(void **state)
{
    (void)state;
    static const struct {
        const char *given, *shown;
    } rows[] = {
        {"a\nb\rc\td", "a\\nb\\rc\\td"},
        {"\x1b[31m\x7f\x01", "\\x1b[31m\\x7f\\x01"},
        {"déjà · ≥ 𝄞", "déjà · ≥ 𝄞"},
        {"\xc2\x9b"
         "31m",
         "\\xc2\\x9b31m"},          /* a control character of two bytes */
        {"\xff\xc3", "\\xff\\xc3"}, /* no text at all, and cut short */
        {"\xe2\x82", "\\xe2\\x82"}, /* cut short */
        {"\xc0\xaf\xe0\x80\xaf", "\\xc0\\xaf\\xe0\\x80\\xaf"}, /* too long for what they say */
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},                   /* half of a pair */
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
    };
    struct zm_error error;
    char expected[200];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        zm_fail(&error, ZM_BAD_INPUT, "'%s': bad", rows[i].given);
        snprintf(expected, sizeof expected, "'%s': bad", rows[i].shown);
        assert_string_equal(error.text, expected);
        zm_error_context(&error, "%s", rows[i].given);
        snprintf(expected, sizeof expected, "%s: '%s': bad", rows[i].shown, rows[i].shown);
        assert_string_equal(error.text, expected);
    }
}

/* However long what came in is, the error begins with its place and ends with what is wrong. */
static void test_error_keeps_its_reason(void **state)
{
    (void)state;
    static char letters[100001];
    static const char *const units[] = {"x", "é", "𝄞", "\n", "\xff"};
    struct zm_error error;
    for (size_t unit = 0; unit < sizeof units / sizeof *units; unit++)
        for (size_t count = 1; count * 4 < sizeof letters; count += 1 + count / 30) {
            letters[0] = 0;
            for (size_t i = 0; i < count; i++)
                strcpy(letters + i * strlen(units[unit]), units[unit]);
            zm_fail(&error, ZM_BAD_INPUT, "heaps '%s': at most 256 heaps", letters);
            assert_true(strncmp(error.text, "heaps '", 7) == 0);
            assert_non_null(strstr(error.text, "': at most 256 heaps"));
            zm_error_context(&error, "%s", letters);
            assert_non_null(strstr(error.text, "': at most 256 heaps"));
            assert_true(strlen(error.text) < sizeof error.text);
            assert_null(strpbrk(error.text, "\n\xff"));
            json_t *text = json_string(error.text); /* NULL: a character was cut */
            assert_non_null(text);
            json_decref(text);
        }
    assert_int_equal(zm_fail(NULL, ZM_FAILED, "nobody listens"), ZM_FAILED);
}

static void test_bytes_are_ordered(void **state)
{
    (void)state;
    assert_true(zm_bytes_compare(zm_bytes("ab", 2), zm_bytes("abc", 3)) < 0);
    assert_true(zm_bytes_compare(zm_bytes("b", 1), zm_bytes("abc", 3)) > 0);
    assert_int_equal(zm_bytes_compare(zm_bytes("", 0), zm_bytes("", 0)), 0);
    assert_true(zm_bytes_equal(zm_bytes("x", 1), zm_bytes("x", 1)));
}

static void test_buffer_formats_and_grows(void **state)
{
    (void)state;
    struct zm_buffer buffer = {0};
    assert_string_equal(zm_buffer_string(&buffer), "");
    for (int i = 0; i < 1000; i++)
        zm_buffer_format(&buffer, "%d,", i);
    assert_int_equal(buffer.size, 10 * 2 + 90 * 3 + 900 * 4);
    assert_int_equal(strlen(zm_buffer_string(&buffer)), buffer.size);
    zm_buffer_free(&buffer);
}

static void test_list_is_cut_short(void **state)
{
    static const char *const words[] = {"apple", "", "fig"};
    struct zm_list list = {0};
    (void)state;
    for (int i = 0; i < 3; i++)
        zm_list_add(&list, zm_bytes(words[i], strlen(words[i])));
    zm_list_cut(&list, 2);
    zm_list_add(&list, zm_bytes("pear", 4));
    assert_int_equal(list.count, 3);
    assert_memory_equal(zm_list_at(&list, 0).data, "apple", 5);
    assert_memory_equal(zm_list_at(&list, 2).data, "pear", 4);
    zm_list_cut(&list, 0);
    assert_int_equal(list.bytes.size, 0);
    zm_list_free(&list);
}

static void test_list_sorts_and_drops_repeats(void **state)
{
    (void)state;
    struct zm_list list = {0};
    const char *words[] = {"pear", "apple", "fig", "apple", "", "fig"};
    for (size_t i = 0; i < 6; i++)
        zm_list_add(&list, zm_bytes(words[i], strlen(words[i])));
    zm_list_sort(&list, true);
    assert_int_equal(list.count, 4);
    assert_int_equal(zm_list_at(&list, 0).size, 0);
    assert_memory_equal(zm_list_at(&list, 1).data, "apple", 5);
    assert_memory_equal(zm_list_at(&list, 3).data, "pear", 4);
    zm_list_free(&list);
}

static void test_arena_releases_to_a_mark(void **state)
{
    (void)state;
    struct zm_arena arena = {0};
    char *kept = zm_arena_alloc(&arena, 10);
    strcpy(kept, "kept");
    struct zm_arena_mark mark = zm_arena_mark(&arena);
    for (int i = 0; i < 1000; i++)
        memset(zm_arena_alloc(&arena, 5000), i & 255, 5000);
    size_t large = arena.total;
    zm_arena_release(&arena, mark);
    assert_true(arena.total < large);
    assert_string_equal(kept, "kept");
    zm_arena_free(&arena);
    assert_int_equal(arena.total, 0);
}

/* A table against the plainest map there is: an array indexed by the key's number. */
static void test_table_agrees_with_an_array(void **state)
{
    (void)state;
    enum { KEYS = 5000 };
    struct zm_table table;
    uint32_t expected[KEYS] = {0};
    bool present[KEYS] = {false};
    struct zm_random random = zm_random_seeded(7);
    zm_table_init(&table, 4);
    size_t count = 0;
    for (int round = 0; round < 40000; round++) {
        uint32_t number = (uint32_t)zm_random_below(&random, KEYS), value = (uint32_t)round;
        uint8_t key[300] = {0}; /* lengths from 4 to 300: both forms of the length are met */
        memcpy(key, &number, 4);
        bool fresh;
        void *at = zm_table_insert(&table, zm_bytes(key, 4 + number % 297), &fresh);
        assert_non_null(at);
        assert_int_equal(fresh, !present[number]);
        count += fresh;
        memcpy(at, &value, 4);
        present[number] = true;
        expected[number] = value;
    }
    assert_int_equal(table.count, count);
    for (uint32_t number = 0; number < KEYS; number++) {
        uint8_t key[300] = {0};
        memcpy(key, &number, 4);
        void *at = zm_table_find(&table, zm_bytes(key, 4 + number % 297));
        assert_int_equal(at != NULL, present[number]);
        if (at != NULL)
            assert_memory_equal(at, &expected[number], 4);
    }
    struct zm_table_cursor cursor = {0};
    struct zm_bytes key;
    void *value;
    while (zm_table_next(&table, &cursor, &key, &value))
        count--;
    assert_int_equal(count, 0);
    zm_table_free(&table);
}

static void test_table_refuses_what_is_too_long(void **state)
{
    (void)state;
    struct zm_table table;
    zm_table_init(&table, 0);
    uint8_t *key = calloc(1, ZM_TABLE_LARGEST_KEY + 1);
    assert_null(zm_table_insert(&table, zm_bytes(key, ZM_TABLE_LARGEST_KEY + 1), NULL));
    assert_non_null(zm_table_insert(&table, zm_bytes(key, ZM_TABLE_LARGEST_KEY), NULL));
    assert_non_null(zm_table_insert(&table, zm_bytes(key, 0), NULL));
    assert_int_equal(table.count, 2);
    free(key);
    zm_table_free(&table);
}

static void test_random_repeats_and_covers(void **state)
{
    (void)state;
    struct zm_random a = zm_random_seeded(1913), b = zm_random_seeded(1913);
    int seen[10] = {0};
    for (int i = 0; i < 10000; i++) {
        uint64_t value = zm_random_below(&a, 10);
        assert_int_equal(value, zm_random_below(&b, 10));
        seen[value]++;
    }
    for (int i = 0; i < 10; i++)
        assert_in_range(seen[i], 850, 1150);
}

static const struct zm_param params[] = {
    {.name = "depth", .kind = ZM_PARAM_INTEGER, .value = "5", .min = 1, .max = 9, .help = ""},
    {.name = "play", .kind = ZM_PARAM_CHOICE, .value = "normal", .choices = "normal|misere"},
    {.name = "memory", .kind = ZM_PARAM_SIZE, .value = "4G"},
    {.name = "time", .kind = ZM_PARAM_SECONDS},
    {.name = "json", .kind = ZM_PARAM_FLAG},
    {0},
};

static void test_settings_take_good_values(void **state)
{
    (void)state;
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    assert_int_equal(zm_settings_declare(&settings, params, &error), ZM_OK);
    assert_int_equal(zm_settings_integer(&settings, "depth"), 5);
    assert_int_equal(zm_settings_integer(&settings, "memory"), INT64_C(4) << 30);
    assert_false(zm_settings_given(&settings, "depth"));
    assert_int_equal(zm_settings_set(&settings, "depth", "9", &error), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "memory", "512k", &error), ZM_OK);
    assert_int_equal(zm_settings_integer(&settings, "memory"), 512 << 10);
    assert_int_equal(zm_settings_set(&settings, "time", "0.5", &error), ZM_OK);
    assert_true(zm_settings_seconds(&settings, "time") == 0.5);
    assert_false(zm_settings_flag(&settings, "json"));
    assert_int_equal(zm_settings_set(&settings, "json", "", &error), ZM_OK);
    assert_true(zm_settings_flag(&settings, "json"));
    assert_true(zm_settings_given(&settings, "depth"));
    assert_true(zm_settings_is(&settings, "play", "normal"));
    zm_settings_free(&settings);
}

static void test_settings_refuse_bad_values(void **state)
{
    (void)state;
    static const struct zm_error none = {0};
    static const struct {
        const char *name, *text, *says;
    } bad[] = {
        {"depth", "10", "from 1 to 9"},
        {"depth", "-1", "from 1 to 9"},
        {"depth", "5x", "from 1 to 9"},
        {"depth", "", "from 1 to 9"},
        {"depth", "99999999999999999999", "from 1 to 9"},
        {"play", "mis", "normal|misere"},
        {"play", "", "normal|misere"},
        {"play", "normal|misere", "normal|misere"},
        {"memory", "4X", "is not a size"},
        {"memory", "-4G", "is not a size"},
        {"memory", "9999999999G", "is not a size"},
        {"time", "nan", "positive number"},
        {"time", "-3", "positive number"},
        {"dpeth", "3", "did you mean --depth?"},
        {"zzzzzz", "3", "unknown option --zzzzzz"},
    };
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    assert_int_equal(zm_settings_declare(&settings, params, &error), ZM_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error = none;
        assert_int_equal(zm_settings_set(&settings, bad[i].name, bad[i].text, &error),
                         ZM_BAD_INPUT);
        assert_non_null(strstr(error.text, bad[i].says));
    }
    assert_int_equal(zm_settings_integer(&settings, "depth"), 5);
    zm_settings_free(&settings);
}

static const struct zm_param rules[] = {
    {.name = "size", .kind = ZM_PARAM_INTEGER, .value = "3", .min = 1, .max = 9},
    {.name = "lines", .kind = ZM_PARAM_TEXT},
    {.name = "bare", .kind = ZM_PARAM_FLAG},
    {.name = "order", .kind = ZM_PARAM_TEXT, .value = "usual", .unrecorded = true},
    {0},
};

/* Rules as text, and back: any value at all. */
static void test_rules_are_recorded(void **state)
{
    (void)state;
    static const char *const values[] = {"", "123", "12 34", " %", "%20", "a=b\n\t\x7f", "é%0"};
    struct zm_error error = {0};
    for (size_t i = 0; i < 2 * sizeof values / sizeof *values; i++) {
        struct zm_settings before = {0}, after = {0};
        struct zm_buffer text = {0}, again = {0};
        assert_int_equal(zm_settings_declare(&before, rules, &error), ZM_OK);
        assert_int_equal(zm_settings_declare(&after, rules, &error), ZM_OK);
        assert_int_equal(zm_settings_set(&before, "lines", values[i / 2], &error), ZM_OK);
        if (i % 2 == 0)
            assert_int_equal(zm_settings_set(&before, "bare", "", &error), ZM_OK);
        zm_settings_print_recorded(&before, rules, &text);
        assert_int_equal(zm_settings_set_recorded(&after, zm_buffer_string(&text), &error), ZM_OK);
        assert_string_equal(zm_settings_text(&after, "lines"), values[i / 2]);
        assert_int_equal(zm_settings_flag(&after, "bare"), i % 2 == 0);
        assert_true(zm_settings_given(&after, "size") && !zm_settings_given(&after, "order"));
        zm_settings_print_recorded(&after, rules, &again);
        assert_string_equal(zm_buffer_string(&text), zm_buffer_string(&again));
        assert_int_equal(strpbrk(zm_buffer_string(&text), "\n\t") == NULL, 1);
        zm_settings_free(&before);
        zm_settings_free(&after);
        zm_buffer_free(&text);
        zm_buffer_free(&again);
    }
    struct zm_settings settings = {0};
    assert_int_equal(zm_settings_declare(&settings, rules, &error), ZM_OK);
    assert_int_equal(zm_settings_set_recorded(&settings, "  size=4   bare ", &error), ZM_OK);
    assert_int_equal(zm_settings_integer(&settings, "size"), 4);
    assert_int_equal(zm_settings_set_recorded(&settings, "size=4 width=2", &error), ZM_BAD_INPUT);
    zm_settings_free(&settings);
}

static void test_run_stops_at_its_deadline(void **state)
{
    (void)state;
    struct zm_run run;
    zm_run_begin(&run);
    assert_false(zm_run_poll(&run, 0, 0));
    run.deadline = run.started; /* passed already */
    assert_true(zm_run_poll(&run, 0, 0));
    assert_true(zm_run_stopped(&run));
}

static void test_arrays_grow(void **state)
{
    (void)state;
    uint32_t *items = NULL;
    size_t capacity = 0, moves = 0;
    for (size_t i = 0; i < 10000; i++) {
        size_t before = capacity;
        uint32_t *room = zm_array_room(items, &capacity, i + 1, sizeof *room);
        assert_non_null(room);
        assert_true(capacity > i);
        moves += capacity != before;
        items = room;
        items[i] = (uint32_t)i;
    }
    for (size_t i = 0; i < 10000; i++)
        assert_int_equal(items[i], i);
    assert_in_range(moves, 5, 14); /* it doubles at least */
    size_t before = capacity;
    assert_null(zm_array_room(items, &capacity, SIZE_MAX / 2, sizeof *items));
    assert_int_equal(capacity, before);
    free(items);
}

/* Who sends a request, a job, a certificate or a store names no file; the user of this machine may. */
static void test_files_are_named_here_only(void **state)
{
    (void)state;
    static const struct zm_param params[] = {{.name = "weights", .kind = ZM_PARAM_FILE}, {0}};
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    assert_int_equal(zm_settings_declare(&settings, params, NULL), ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "weights", "/etc/hostname", &error), ZM_BAD_INPUT);
    assert_non_null(strstr(error.text, "'weights' names a file"));
    assert_null(zm_settings_text(&settings, "weights"));
    assert_false(zm_settings_given(&settings, "weights"));
    assert_int_equal(zm_settings_set_local(&settings, "weights", "w", &error), ZM_OK);
    assert_string_equal(zm_settings_text(&settings, "weights"), "w");
    zm_settings_free(&settings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_are_named_here_only),
        cmocka_unit_test(test_error_keeps_its_context),
        cmocka_unit_test(test_error_shows_what_it_can),
        cmocka_unit_test(test_error_keeps_its_reason),
        cmocka_unit_test(test_bytes_are_ordered),
        cmocka_unit_test(test_buffer_formats_and_grows),
        cmocka_unit_test(test_list_sorts_and_drops_repeats),
        cmocka_unit_test(test_list_is_cut_short),
        cmocka_unit_test(test_arena_releases_to_a_mark),
        cmocka_unit_test(test_table_agrees_with_an_array),
        cmocka_unit_test(test_table_refuses_what_is_too_long),
        cmocka_unit_test(test_random_repeats_and_covers),
        cmocka_unit_test(test_settings_take_good_values),
        cmocka_unit_test(test_settings_refuse_bad_values),
        cmocka_unit_test(test_arrays_grow),
        cmocka_unit_test(test_rules_are_recorded),
        cmocka_unit_test(test_run_stops_at_its_deadline),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
