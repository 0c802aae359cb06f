/* Filling a table: several cells at once give what one after the other gives, and errors and orders
 * reach all of them. */
#include "api/fill.h"
#include "store/store.h"
#include "test.h"

static const struct zm_param no_params[] = {{0}};

/* Fills a grid of Montana deals; what is asked of it is in `fill` already. */
static enum zm_status fill_deals(struct zm_fill *fill, const char *pattern, const char *range,
                                 const char *threads, struct zm_error *error)
{
    const struct zm_option options[] = {{"variant", "common"}, {"threads", threads}};
    const char *ranges[] = {range};
    fill->game = "montana";
    fill->options = options;
    fill->option_count = 2;
    fill->params = no_params;
    assert_int_equal(zm_grid_open(fill->grid, pattern, ranges, 1, NULL), ZM_OK);
    enum zm_status status = zm_fill_cells(fill, error);
    zm_store_close(fill->store);
    return status;
}

static void cells_at_once_are_those_one_by_one(void **state)
{
    (void)state;
    char range[20];
    snprintf(range, sizeof range, "n=1..%d", test_rounds(60));
    struct zm_grid one, many;
    struct zm_run run_one, run_many;
    struct zm_fill by_one = {.grid = &one, .run = &run_one, .nodes = 5000};
    struct zm_fill by_many = {.grid = &many, .run = &run_many, .nodes = 5000};
    zm_run_begin(&run_one);
    zm_run_begin(&run_many);
    assert_int_equal(fill_deals(&by_one, "deal:4x8:{n}", range, "1", NULL), ZM_OK);
    assert_int_equal(fill_deals(&by_many, "deal:4x8:{n}", range, "3", NULL), ZM_OK);
    assert_int_equal(by_one.at_once, 1);
    assert_int_equal(by_many.at_once, 3);
    size_t known = 0;
    for (size_t i = 0; i < one.size; i++) {
        assert_int_equal(one.cells[i] == NULL, many.cells[i] == NULL);
        if (one.cells[i] != NULL)
            assert_string_equal(one.cells[i], many.cells[i]);
        known += one.cells[i] != NULL;
    }
    assert_true(known > one.size / 2);
    assert_true(atomic_load(&run_one.nodes) == atomic_load(&run_many.nodes));
    zm_grid_close(&one);
    zm_grid_close(&many);
}

/* More threads than cells, and one cell. */
static void few_cells(void **state)
{
    (void)state;
    for (int cells = 1; cells <= 2; cells++) {
        struct zm_grid grid;
        struct zm_run run;
        struct zm_fill fill = {.grid = &grid, .run = &run};
        zm_run_begin(&run);
        assert_int_equal(
            fill_deals(&fill, "deal:3x4:{n}", cells == 1 ? "n=1..1" : "n=1..2", "8", NULL), ZM_OK);
        assert_int_equal(fill.at_once, cells);
        for (int i = 0; i < cells; i++)
            assert_non_null(grid.cells[i]);
        zm_grid_close(&grid);
    }
}

static void an_error_ends_all(void **state)
{
    (void)state;
    struct zm_grid grid;
    struct zm_run run;
    struct zm_fill fill = {.grid = &grid, .run = &run};
    struct zm_error error = {0};
    zm_run_begin(&run);
    /* There are thirteen ranks. */
    assert_int_equal(fill_deals(&fill, "deal:2x{n}:1", "n=10..400", "3", &error), ZM_BAD_INPUT);
    assert_true(error.text[0] != '\0');
    zm_grid_close(&grid);
}

static void a_stop_reaches_all(void **state)
{
    (void)state;
    struct zm_grid grid;
    struct zm_run run;
    struct zm_fill fill = {.grid = &grid, .run = &run};
    zm_run_begin(&run);
    atomic_store(&run.stop, true);
    assert_int_equal(fill_deals(&fill, "deal:{n}", "n=1..1000", "3", NULL), ZM_STOPPED);
    zm_grid_close(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_at_once_are_those_one_by_one),
        cmocka_unit_test(few_cells),
        cmocka_unit_test(an_error_ends_all),
        cmocka_unit_test(a_stop_reaches_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
