/* The wide engine of Cram: the same checks as those of the narrow one (test_cram_engine.c), on
 * boards of more than 64 cells and on smaller ones, where it has to find what the narrow one finds.
 */
#define ZM_CRAM_BITS 128
#include "engines/cram/search.h"
#include "engines/cram_checks.h"

static void test_options_are_those_of_the_game(void **state)
{
    (void)state;
    static const unsigned small[][2] = {{5, 7},  {8, 8},  {7, 8},  {2, 3},  {4, 9},
                                        {4, 16}, {3, 12}, {2, 9},  {5, 9},  {6, 10},
                                        {3, 21}, {7, 9},  {5, 12}, {2, 32}, {1, 9}};
    static const unsigned large[][2] = {{5, 13}, {6, 11}, {7, 10}, {9, 9},  {8, 11}, {3, 22},
                                        {3, 29}, {4, 17}, {4, 22}, {5, 16}, {5, 17}, {6, 14},
                                        {7, 12}, {2, 40}, {2, 44}, {1, 64}, {8, 9},  {8, 10}};
    compare_random_positions(small, sizeof small / sizeof *small, test_rounds(2000));
    compare_random_positions(large, sizeof large / sizeof *large, test_rounds(4000));
}

static void test_boxes_without_a_layout(void **state)
{
    (void)state;
    struct zm_cram_layout layout;
    assert_false(WIDTH(zm_cram_layout_init)(&layout, 10, 9));
    assert_false(WIDTH(zm_cram_layout_init)(&layout, 18, 5));
    assert_false(WIDTH(zm_cram_layout_init)(&layout, 65, 1));
    assert_true(WIDTH(zm_cram_layout_init)(&layout, 8, 11));
    assert_true(WIDTH(zm_cram_layout_init)(&layout, 44, 2));
}

/* --- answers on small boards, where the engine itself would take the narrow search --- */

/* The nimber by the wide search; what it leaves in the store is checked, unless there is so little
 * memory that the store too forgets. */
static int64_t wide_nimber(const char *text, const char *threads, const char *memory, unsigned mex)
{
    struct zm_option options[] = {{"compute", "nimber"}, {"threads", threads}, {"memory", memory}};
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_run run;
    struct zm_list components = {0};
    unsigned width = 1, height = 1;
    zm_run_begin(&run);
    assert_int_equal(zm_question_open(&question, "cram", text, options, 3, NULL, &error), ZM_OK);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    zm_cram.sums->split(question.instance.state, zm_buffer_bytes(&question.position), &components);
    for (size_t i = 0; i < components.count; i++) {
        struct cram_board board = cram_decode(zm_list_at(&components, i).data);
        width = board.width > width ? board.width : width;
        height = board.height > height ? board.height : height;
    }
    struct zm_cram_search *search = zm_cram_width_128.open(
        width, height, &(struct zm_cram_settings){.small = 12, .mex = mex}, &run);
    assert_non_null(search);
    uint32_t nimber = 0;
    while (zm_cram_width_128.decide(search, &components, nimber) == ZM_WON)
        nimber++;
    zm_cram_width_128.close(search);
    if (components.count > 0 && strcmp(memory, "1") != 0)
        check_entries(&question, text);
    zm_list_free(&components);
    zm_question_close(&question);
    return nimber;
}

static void test_published_nimbers(void **state)
{
    (void)state;
    assert_int_equal(wide_nimber("4x5", "1", "1G", 0), 2);
    assert_int_equal(wide_nimber("5x5", "1", "1G", 0), 0);
    assert_int_equal(wide_nimber("3x8", "2", "1G", 0), 3);
    assert_int_equal(wide_nimber("3x8", "1", "1G", 3), 3);
    assert_int_equal(wide_nimber("8x8", "1", "1G", 0), 0);
    if (test_sanitized())
        return;
    assert_int_equal(wide_nimber("3x11", "1", "1G", 0), 0);
    assert_int_equal(wide_nimber("4x7", "1", "1G", 0), 3);
    assert_int_equal(wide_nimber("5x6", "2", "1G", 0), 2);
    if (!test_long())
        return;
    assert_int_equal(wide_nimber("5x7", "1", "1G", 0), 1);
    assert_int_equal(wide_nimber("5x8", "2", "1G", 0), 1);
    assert_int_equal(wide_nimber("3x14", "1", "1G", 0), 3);
}

static void test_answers_are_those_of_the_narrow_search(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{4, 5}, {5, 5}, {3, 9}, {2, 12}, {4, 6}, {3, 7}};
    static const char *const threads[] = {"1", "1", "3", "2"}, *const memory[] = {"1G", "1", "1"};
    struct zm_random random = zm_random_seeded(11);
    for (int round = 0; round < test_rounds(240); round++) {
        const unsigned *size = sizes[round % (int)(sizeof sizes / sizeof *sizes)];
        char text[400];
        random_rows(&random, size[0], size[1], text);
        if (round % 3 == 0) { /* a sum */
            strcat(text, "+");
            random_rows(&random, 3, 5, text + strlen(text));
        }
        int64_t narrow = ask("cram", text, "compute=nimber").answer.number;
        unsigned mex = round % 5 == 4 ? 2 : 0;
        int64_t wide =
            wide_nimber(text, mex != 0 ? "1" : threads[round % 4], memory[round % 3], mex);
        if (narrow != wide)
            fail_msg("%s: %lld by the wide search, %lld by the narrow one", text, (long long)wide,
                     (long long)narrow);
    }
}

/* --- answers on boards of more than 64 cells --- */

/* A path of cells is a row of matches in Dawson's Kayles, however it is bent. */
enum { LONGEST_PATH = 100 };

static void fill_paths(unsigned *nimbers)
{
    for (unsigned n = 0; n <= LONGEST_PATH; n++) {
        uint64_t seen = 0;
        for (unsigned a = 0; a + 2 <= n; a++)
            seen |= UINT64_C(1) << (nimbers[a] ^ nimbers[n - 2 - a]);
        for (nimbers[n] = 0; (seen >> nimbers[n] & 1) != 0;)
            nimbers[n]++;
    }
}

/* Every other row is empty, and joined to the next at alternating ends. */
static unsigned snake(unsigned rows, unsigned columns, char *text)
{
    unsigned cells = 0;
    for (unsigned r = 0; r < rows; r++) {
        for (unsigned c = 0; c < columns; c++) {
            bool empty = r % 2 == 0 || c == (r % 4 == 1 ? columns - 1 : 0);
            *text++ = empty ? '0' : 'G';
            cells += empty;
        }
        *text++ = r + 1 < rows ? '/' : 0;
    }
    return cells;
}

static void test_paths(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{5, 13}, {9, 9},  {7, 12}, {3, 22}, {3, 29}, {7, 11},
                                        {5, 17}, {7, 10}, {1, 40}, {1, 63}, {5, 15}};
    unsigned nimbers[LONGEST_PATH + 1];
    fill_paths(nimbers);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[200];
        unsigned cells = snake(sizes[i][0], sizes[i][1], text);
        assert_true(cells <= LONGEST_PATH);
        assert_int_equal(ask("cram", text, "compute=nimber").answer.number, nimbers[cells]);
        assert_int_equal(ask("cram", text, "compute=nimber threads=3").answer.number,
                         nimbers[cells]);
        assert_int_equal(ask("cram", text, "compute=nimber mex=4").answer.number, nimbers[cells]);
        assert_int_equal(wide_nimber(text, "1", "1G", 0), nimbers[cells]);
    }
    /* Larger boxes are left to the general search. */
    static const unsigned larger[][2] = {{1, 65}, {1, 100}, {11, 11}, {3, 30}, {9, 10}};
    for (size_t i = 0; i < sizeof larger / sizeof *larger; i++) {
        char text[200];
        unsigned cells = snake(larger[i][0], larger[i][1], text);
        assert_false(zm_cram_width_128.has_room(larger[i][1], larger[i][0]));
        assert_int_equal(ask("cram", text, "compute=nimber").answer.number, nimbers[cells]);
    }
}

/* Two rows: lost when the columns are even, of nimber 1 when they are odd. */
static void test_two_rows(void **state)
{
    (void)state;
    assert_int_equal(ask("cram", "2x40", "compute=nimber").answer.number, 0);
    assert_int_equal(ask("cram", "2x44", "compute=nimber").nodes, 0);
    assert_int_equal(ask("cram", "2x33", "compute=nimber").answer.number, 1);
    assert_int_equal(ask("cram", "2x35", "compute=nimber threads=2").answer.number, 1);
    assert_int_equal(wide_nimber("2x37", "1", "1G", 0), 1);
}

/* A connected shape of few cells that fills a large box: a path from corner to corner, then cells
 * emptied at random that touch one empty cell, now and then two. */
static void carve(struct zm_random *random, unsigned rows, unsigned columns, unsigned most,
                  char *text)
{
    bool empty[12][20] = {0};
    unsigned r = 1, c = 1, cells = rows + columns - 1;
    for (empty[r][c] = true; r < rows || c < columns; empty[r][c] = true)
        if (c == columns || (r < rows && zm_random_below(random, rows + columns) < rows))
            r++;
        else
            c++;
    for (unsigned tries = 0; tries < 4000 && cells < most; tries++) {
        r = 1 + (unsigned)zm_random_below(random, rows);
        c = 1 + (unsigned)zm_random_below(random, columns);
        unsigned near = empty[r - 1][c] + empty[r + 1][c] + empty[r][c - 1] + empty[r][c + 1];
        if (!empty[r][c] && (near == 1 || (near == 2 && zm_random_below(random, 8) == 0))) {
            empty[r][c] = true;
            cells++;
        }
    }
    for (r = 1; r <= rows; r++) {
        for (c = 1; c <= columns; c++)
            *text++ = empty[r][c] ? '0' : 'G';
        *text++ = r < rows ? '/' : 0;
    }
}

static void test_answers_are_those_of_the_general_search(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{5, 13}, {6, 11}, {7, 10}, {8, 9}, {9, 9}, {4, 17}};
    struct zm_random random = zm_random_seeded(5);
    for (int round = 0; round < test_rounds(200); round++) {
        const unsigned *size = sizes[round % (int)(sizeof sizes / sizeof *sizes)];
        char text[200];
        carve(&random, size[0], size[1], 30, text);
        int64_t general = ask("cram", text, "compute=nimber search=depth-first").answer.number;
        int64_t wide = ask("cram", text, "compute=nimber small=4").answer.number;
        if (general != wide)
            fail_msg("%s: %lld, general search %lld", text, (long long)wide, (long long)general);
    }
}

static void test_a_stop_is_obeyed(void **state)
{
    (void)state;
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_run run;
    struct zm_answer answer;
    struct zm_option options[] = {{"compute", "nimber"}, {"threads", "2"}, {"time", "0.1"}};
    zm_run_begin(&run);
    assert_int_equal(zm_question_open(&question, "cram", "9x9", options, 3, NULL, &error), ZM_OK);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_STOPPED);
    assert_false(answer.known);
    assert_true(atomic_load(&run.nodes) > 0);
    check_entries(&question, "9x9");
    zm_answer_free(&answer);
    zm_question_close(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_are_those_of_the_game),
        cmocka_unit_test(test_boxes_without_a_layout),
        cmocka_unit_test(test_published_nimbers),
        cmocka_unit_test(test_answers_are_those_of_the_narrow_search),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_two_rows),
        cmocka_unit_test(test_answers_are_those_of_the_general_search),
        cmocka_unit_test(test_a_stop_is_obeyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
