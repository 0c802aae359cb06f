/* The census of Domineering shapes: the number of shapes against published counts, the number of
 * values against a plain count of all sets of cells of a 5x5 board. */
#include "engines/domineering/tools.h"
#include "games/domineering/domineering.h"
#include "solve/valuer.h"

#include "test.h"

enum { SIDE = 5, CELLS = SIDE * SIDE, MOST = 10 };

/* Lines of the tool's table, by number of cells. */
struct line {
    unsigned long placed, shapes, values;
};

static void read_census(struct line lines[MOST + 1])
{
    struct zm_settings settings = {0};
    struct zm_buffer out = {0};
    struct zm_run run;
    zm_run_begin(&run);
    assert_int_equal(zm_settings_declare(&settings, zm_domineering_shapes_tool.params, NULL),
                     ZM_OK);
    assert_int_equal(zm_settings_set(&settings, "cells", "10", NULL), ZM_OK);
    assert_int_equal(zm_domineering_shapes_tool.run(&settings, NULL, 0, &run, &out, NULL), ZM_OK);
    const char *text = zm_buffer_string(&out);
    for (unsigned cells = 2; cells <= MOST; cells++) {
        unsigned said;
        text = strchr(text, '\n');
        assert_non_null(text);
        struct line *line = &lines[cells];
        assert_int_equal(
            sscanf(++text, "%u %lu %lu %lu", &said, &line->placed, &line->shapes, &line->values),
            4);
        assert_int_equal(said, cells);
    }
    zm_settings_free(&settings);
    zm_buffer_free(&out);
}

static void shapes_are_as_many_as_published(void **state)
{
    (void)state;
    struct line lines[MOST + 1];
    FILE *file = test_oracle("domineering_shapes.txt");
    char text[200];
    unsigned rows = 0;
    read_census(lines);
    while (fgets(text, sizeof text, file) != NULL) {
        unsigned cells;
        unsigned long placed, shapes;
        if (sscanf(text, "%u %lu %lu", &cells, &placed, &shapes) != 3)
            continue;
        assert_in_range(cells, 2, MOST);
        assert_int_equal(lines[cells].placed, placed);
        assert_int_equal(lines[cells].shapes, shapes);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, MOST - 1);
}

/* --- a plain count ---------------------------------------------------------------------------- */

/* Are the cells of a 5x5 board connected? Spreads from the first one. */
static bool is_connected(uint32_t cells)
{
    uint32_t part = cells & -cells, before = 0;
    const uint32_t not_first = 0x1ef7bdeu, not_last = 0x0f7bdefu;
    while (part != before) {
        before = part;
        part |= (part << SIDE | part >> SIDE | (part & not_last) << 1 | (part & not_first) >> 1) &
                cells;
    }
    return part == cells;
}

/* Adds a value to those of its size, unless it is there. */
static void add_value(struct zm_handles *values, struct zm_universe *universe, zm_conway value)
{
    for (size_t i = 0; i < values->count; i++)
        if (values->items[i] == value)
            return;
    zm_handles_add(universe, values, value);
}

/* Every set of at most five cells lies in a 5x5 board. */
static void values_are_as_many_as_found_plainly(void **state)
{
    (void)state;
    struct line lines[MOST + 1];
    struct zm_handles values[SIDE + 1] = {0};
    struct zm_universe *universe = zm_universe_open(NULL);
    struct zm_instance game = {.game = &zm_domineering};
    struct zm_valuer *valuer;
    assert_int_equal(zm_valuer_open(&valuer, universe, &game, NULL, NULL), ZM_OK);
    for (uint32_t cells = 1; cells < UINT32_C(1) << CELLS; cells++) {
        unsigned count = (unsigned)__builtin_popcount(cells);
        if (count < 2 || count > SIDE || !is_connected(cells))
            continue;
        uint8_t position[ZM_DOMINEERING_HEADER + CELLS] = {2, SIDE, SIDE};
        zm_conway value;
        for (unsigned i = 0; i < CELLS; i++)
            position[ZM_DOMINEERING_HEADER + i] = cells >> i & 1;
        assert_int_equal(
            zm_valuer_position(valuer, zm_bytes(position, sizeof position), &value, NULL), ZM_OK);
        add_value(&values[count], universe, value);
    }
    read_census(lines);
    for (unsigned cells = 2; cells <= SIDE; cells++) {
        assert_int_equal(lines[cells].values, values[cells].count);
        zm_handles_free(&values[cells]);
    }
    zm_valuer_close(valuer);
    zm_universe_close(universe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_as_many_as_published),
        cmocka_unit_test(values_are_as_many_as_found_plainly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
