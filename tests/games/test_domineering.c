/* Domineering: values and outcomes of the tables, the canonical components and their options
 * against plain play on grids, and the search of outcomes against values. */
#include "engines/domineering/search.h"
#include "games/domineering/domineering.h"
#include "solve/valuer.h"
#include "theory/expression.h"

#include "test.h"

#include <stdio.h>

struct fixture {
    struct zm_universe *universe;
    struct zm_instance game;
    struct zm_valuer *valuer;
    struct zm_buffer position;
};

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->universe = zm_universe_open(NULL);
    assert_non_null(fixture->universe);
    assert_int_equal(zm_instance_open(&fixture->game, &zm_domineering, NULL, NULL), ZM_OK);
    assert_int_equal(
        zm_valuer_open(&fixture->valuer, fixture->universe, &fixture->game, NULL, NULL), ZM_OK);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;
    zm_valuer_close(fixture->valuer);
    zm_instance_close(&fixture->game);
    zm_universe_close(fixture->universe);
    zm_buffer_free(&fixture->position);
    free(fixture);
    return 0;
}

static FILE *oracle(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/tests/oracles/%s", getenv("ZM_SOURCE"), name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    return file;
}

static zm_conway value_of(struct fixture *fixture, const char *text)
{
    zm_conway value;
    struct zm_error error;
    if (zm_domineering.rules->parse(NULL, text, &fixture->position, &error) != ZM_OK)
        fail_msg("%s", error.text);
    assert_int_equal(
        zm_valuer_position(fixture->valuer, zm_buffer_bytes(&fixture->position), &value, NULL),
        ZM_OK);
    return value;
}

static void check_number(struct zm_dyadic number, const char *expected)
{
    struct zm_buffer text = {0};
    zm_dyadic_print(number, &text);
    assert_string_equal(zm_buffer_string(&text), expected);
    zm_buffer_free(&text);
}

static void values_of_the_tables(void **state)
{
    struct fixture *fixture = *state;
    char line[256], shape[64], value[160], outcome[8], mean[16], temperature[16];
    FILE *file = oracle("domineering_values.txt");
    int rows = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "# ", 2) == 0)
            continue;
        assert_int_equal(
            sscanf(line, "%63s %159s %7s %15s %15s", shape, value, outcome, mean, temperature), 5);
        zm_conway g = value_of(fixture, shape);
        struct zm_evaluation expected;
        assert_int_equal(zm_evaluate(fixture->universe, value, NULL, &expected, NULL), ZM_OK);
        if (g != expected.value)
            fail_msg("%s is not %s", shape, value);
        zm_evaluation_free(&expected);
        assert_int_equal(zm_conway_outcome(fixture->universe, g), outcome[0]);
        const struct zm_thermograph *thermograph = zm_conway_thermograph(fixture->universe, g);
        check_number(thermograph->mean, mean);
        check_number(thermograph->temperature, temperature);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 32);
}

/* --- outcomes --------------------------------------------------------------------------------- */

static char searched(unsigned rows, unsigned columns, const uint8_t *cells, unsigned small)
{
    struct zm_domineering_search *search;
    struct zm_domino_board board;
    struct zm_run run;
    bool left, right;
    zm_run_begin(&run);
    zm_domino_board_begin(&board, rows, columns);
    for (unsigned i = 0; i < rows * columns; i++)
        if (cells == NULL || cells[i])
            zm_domino_board_free_cell(&board, i / columns, i % columns);
    assert_int_equal(zm_domineering_search_open(&search, rows, columns, small, &run, NULL), ZM_OK);
    assert_int_equal(zm_domineering_search_wins(search, &board, ZM_LEFT, &left, NULL), ZM_OK);
    assert_int_equal(zm_domineering_search_wins(search, &board, ZM_RIGHT, &right, NULL), ZM_OK);
    zm_domineering_search_close(search);
    return left ? (right ? 'N' : 'L') : (right ? 'R' : 'P');
}

/* Does who begins on an empty rectangle win? */
static bool first_wins(unsigned rows, unsigned columns, enum zm_side side)
{
    struct zm_domineering_search *search;
    struct zm_domino_board board;
    struct zm_run run;
    bool wins;
    zm_run_begin(&run);
    run.memory_limit = (size_t)64 << 20;
    zm_domino_board_begin(&board, rows, columns);
    for (unsigned i = 0; i < rows * columns; i++)
        zm_domino_board_free_cell(&board, i / columns, i % columns);
    assert_int_equal(zm_domineering_search_open(&search, rows, columns, 24, &run, NULL), ZM_OK);
    assert_int_equal(zm_domineering_search_wins(search, &board, side, &wins, NULL), ZM_OK);
    zm_domineering_search_close(search);
    return wins;
}

/* Turned, a board has the same result with the sides exchanged: every other one is asked so. */
static void published_families(void **state)
{
    (void)state;
    char line[256], begins, wins;
    unsigned rows[3], columns[3];
    int boards = 0;
    FILE *file = oracle("domineering_families.txt");
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%u %u %u %u %u %u %c %c", &rows[0], &rows[1], &rows[2],
                                &columns[0], &columns[1], &columns[2], &begins, &wins),
                         8);
        for (unsigned m = rows[0]; m <= rows[1]; m += rows[2])
            for (unsigned n = columns[0]; n <= columns[1]; n += columns[2]) {
                if (m * n > ZM_DOMINEERING_CELLS || (test_sanitized() && m * n > 36))
                    continue;
                enum zm_side side = begins == 'L' ? ZM_LEFT : ZM_RIGHT;
                bool found = boards % 2 == 0 ? first_wins(m, n, side)
                                             : first_wins(n, m, zm_domino_other(side));
                if (found != (wins == begins))
                    fail_msg("%ux%u, %c begins", m, n, begins);
                boards++;
            }
    }
    fclose(file);
    assert_true(boards > 30);
}

static void outcomes_of_the_tables(void **state)
{
    (void)state;
    char line[256];
    FILE *file = oracle("domineering_outcomes.txt");
    int boards = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        unsigned rows = (unsigned)strtoul(line, NULL, 10), columns = 0;
        for (char *word = strchr(line, ' '); word != NULL; word = strchr(word + 1, ' ')) {
            columns++;
            if (test_sanitized() && rows * columns > 36)
                continue;
            char found = searched(rows, columns, NULL, 24);
            if (found != word[1])
                fail_msg("%ux%u: found %c, expected %c", rows, columns, found, word[1]);
            boards++;
        }
    }
    fclose(file);
    assert_true(boards > 60);
}

/* Rectangles that are published by who begins, in `make test-long`: squares up to 10x10 are decided,
 * each of the others gets some minutes, and what is found by then must agree. */
static void published_winners(void **state)
{
    (void)state;
    char line[256], begins, wins;
    unsigned rows, columns, found = 0;
    if (!test_long())
        skip();
    FILE *file = oracle("domineering_begins.txt");
    while (fgets(line, sizeof line, file) != NULL) {
        struct zm_domineering_search *search;
        struct zm_domino_board board;
        struct zm_run run;
        bool won;
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%u %u %c %c", &rows, &columns, &begins, &wins), 4);
        zm_run_begin(&run);
        run.deadline = rows == columns && rows <= 10 ? 0 : run.started + 300;
        zm_domino_board_begin(&board, rows, columns);
        for (unsigned i = 0; i < rows * columns; i++)
            zm_domino_board_free_cell(&board, i / columns, i % columns);
        assert_int_equal(zm_domineering_search_open(&search, rows, columns, 28, &run, NULL), ZM_OK);
        if (zm_domineering_search_wins(search, &board, begins == 'L' ? ZM_LEFT : ZM_RIGHT, &won,
                                       NULL) == ZM_OK) {
            assert_int_equal(won, wins == begins);
            found++;
        }
        zm_domineering_search_close(search);
    }
    fclose(file);
    assert_true(found >= 4);
}

/* --- references ------------------------------------------------------------------------------- */

/* Plain minimax on a grid, with nothing but the rules. */
static bool naive_wins(uint8_t *cells, unsigned rows, unsigned columns, bool right)
{
    for (unsigned i = 0; i < rows * columns; i++) {
        unsigned other = i + (right ? 1 : columns);
        bool fits = right ? i % columns + 1 < columns : other < rows * columns;
        if (!cells[i] || !fits || !cells[other])
            continue;
        cells[i] = cells[other] = 0;
        bool loses = !naive_wins(cells, rows, columns, !right);
        cells[i] = cells[other] = 1;
        if (loses)
            return true;
    }
    return false;
}

/* The value, its outcome and the search agree with plain play on random shapes. */
static void random_shapes_agree_with_play(void **state)
{
    struct fixture *fixture = *state;
    struct zm_random random = zm_random_seeded(6);
    for (int round = 0; round < test_rounds(3000); round++) {
        zm_domineering.rules->random(NULL, &random, 14, &fixture->position);
        unsigned rows = fixture->position.data[1], columns = fixture->position.data[2];
        uint8_t *cells = fixture->position.data + ZM_DOMINEERING_HEADER;
        bool left = naive_wins(cells, rows, columns, false);
        bool right = naive_wins(cells, rows, columns, true);
        char expected = left ? (right ? 'N' : 'L') : (right ? 'R' : 'P');
        zm_conway value;
        assert_int_equal(
            zm_valuer_position(fixture->valuer, zm_buffer_bytes(&fixture->position), &value, NULL),
            ZM_OK);
        assert_int_equal(zm_conway_outcome(fixture->universe, value), expected);
        if (round % 10 == 0)
            assert_int_equal(searched(rows, columns, cells, 4), expected);
    }
}

/* A literal value: from the moves of drawn boards, without components, symmetries or tables. */
static zm_conway naive_value(struct zm_universe *universe, uint8_t *cells, unsigned rows,
                             unsigned columns)
{
    struct zm_handles options[2] = {{0}, {0}};
    for (unsigned i = 0; i < rows * columns; i++)
        for (int right = 0; right <= 1; right++) {
            unsigned other = i + (right ? 1 : columns);
            bool fits = right ? i % columns + 1 < columns : other < rows * columns;
            if (!cells[i] || !fits || !cells[other])
                continue;
            cells[i] = cells[other] = 0;
            zm_handles_add(universe, &options[right], naive_value(universe, cells, rows, columns));
            cells[i] = cells[other] = 1;
        }
    zm_conway value = zm_form_canonical(universe, &options[0], &options[1]);
    zm_handles_free(&options[0]);
    zm_handles_free(&options[1]);
    return value;
}

static void components_keep_the_value(void **state)
{
    struct fixture *fixture = *state;
    struct zm_random random = zm_random_seeded(8);
    for (int round = 0; round < test_rounds(2000); round++) {
        zm_domineering.rules->random(NULL, &random, 10, &fixture->position);
        zm_conway value;
        assert_int_equal(
            zm_valuer_position(fixture->valuer, zm_buffer_bytes(&fixture->position), &value, NULL),
            ZM_OK);
        assert_int_equal(naive_value(fixture->universe,
                                     fixture->position.data + ZM_DOMINEERING_HEADER,
                                     fixture->position.data[1], fixture->position.data[2]),
                         value);
    }
}

/* Printed components and positions are read back. */
static void texts_are_read_back(void **state)
{
    struct fixture *fixture = *state;
    struct zm_random random = zm_random_seeded(9);
    for (int round = 0; round < test_rounds(2000); round++) {
        struct zm_buffer text = {0}, again = {0};
        struct zm_list components = {0}, alone = {0};
        zm_domineering.rules->random(NULL, &random, 12, &fixture->position);
        zm_domineering.rules->print(NULL, zm_buffer_bytes(&fixture->position), &text);
        assert_int_equal(zm_domineering.rules->parse(NULL, zm_buffer_string(&text), &again, NULL),
                         ZM_OK);
        assert_true(zm_bytes_equal(zm_buffer_bytes(&again), zm_buffer_bytes(&fixture->position)));
        zm_domineering.sums->split(NULL, zm_buffer_bytes(&fixture->position), &components);
        for (size_t i = 0; i < components.count; i++) {
            zm_buffer_clear(&text);
            zm_list_clear(&alone);
            zm_domineering.sums->print(NULL, zm_list_at(&components, i), &text);
            assert_int_equal(
                zm_domineering.rules->parse(NULL, zm_buffer_string(&text), &again, NULL), ZM_OK);
            zm_domineering.sums->split(NULL, zm_buffer_bytes(&again), &alone);
            assert_int_equal(alone.count, 1);
            assert_true(zm_bytes_equal(zm_list_at(&alone, 0), zm_list_at(&components, i)));
        }
        zm_buffer_free(&text);
        zm_buffer_free(&again);
        zm_list_free(&components);
        zm_list_free(&alone);
    }
}

static void bad_boards_are_refused(void **state)
{
    struct fixture *fixture = *state;
    static const char *const bad[] = {"0x3", "3x", "99x2", "3x3x3", "#?#", "/", "4x4 X", "x", "L"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(zm_domineering.rules->parse(NULL, bad[i], &fixture->position, NULL),
                         ZM_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_of_the_tables, setup, teardown),
        cmocka_unit_test(outcomes_of_the_tables),
        cmocka_unit_test(published_families),
        cmocka_unit_test(published_winners),
        cmocka_unit_test_setup_teardown(random_shapes_agree_with_play, setup, teardown),
        cmocka_unit_test_setup_teardown(components_keep_the_value, setup, teardown),
        cmocka_unit_test_setup_teardown(texts_are_read_back, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_boards_are_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
