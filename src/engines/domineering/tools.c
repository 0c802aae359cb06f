/* What only Domineering has: a census of all connected shapes by their canonical values, and the
 * table of rectangles with means and temperatures.
 *
 * The shapes of n + 1 cells are those of n with a cell more beside them, each kept once for its
 * eight images (games/domineering/grid.h); turned about the diagonal a shape is its own negative, so
 * that its value counts twice unless it is the same. */
#include "engines/domineering/tools.h"

#include "base/array.h"
#include "base/table.h"
#include "games/domineering/grid.h"
#include "solve/valuer.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_CELLS = 20, IMAGES = 8, LONGEST_TEXT = 60, POLL = 255 };

/* Values as they are met. */
struct census {
    struct zm_run *run;
    struct zm_instance game;
    struct zm_universe *universe;
    struct zm_valuer *valuer;
    uint8_t *met; /* by value: how many cells the last shape had that is worth it; 0: none yet */
    size_t room;
    uint64_t values; /* met so far */
};

/* What there is to say of the shapes of one size. */
struct counts {
    uint64_t placed, shapes, values; /* as they lie; up to images; what they are worth */
    struct zm_dyadic hottest;
};

static enum zm_status census_open(struct census *census, struct zm_run *run, struct zm_error *error)
{
    *census = (struct census){
        .run = run, .game = {.game = &zm_domineering}, .universe = zm_universe_open(run)};
    if (census->universe == NULL)
        return zm_fail_memory(error);
    return zm_valuer_open(&census->valuer, census->universe, &census->game, run, error);
}

static void census_close(struct census *census)
{
    zm_valuer_close(census->valuer);
    if (census->universe != NULL)
        zm_universe_close(census->universe);
    free(census->met);
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* Does the shape look the same in one of its eight images: turned, mirrored? */
static bool looks_same(const struct zm_domineering_grid *grid, unsigned image)
{
    if ((image & 4) != 0 && grid->rows != grid->columns)
        return false;
    for (unsigned row = 0; row < grid->rows; row++)
        for (unsigned column = 0; column < grid->columns; column++) {
            unsigned r = image & 4 ? column : row, c = image & 4 ? row : column;
            r = image & 2 ? grid->rows - 1u - r : r;
            c = image & 1 ? grid->columns - 1u - c : c;
            if (zm_grid_free(grid, row, column) != zm_grid_free(grid, r, c))
                return false;
        }
    return true;
}

/* How many different images a shape has. */
static unsigned images_of(const struct zm_domineering_grid *grid)
{
    unsigned same = 0;
    for (unsigned image = 0; image < IMAGES; image++)
        same += looks_same(grid, image);
    return IMAGES / same;
}

/* Keeps the canonical form of a connected shape, without its sign. False: no memory. */
static bool keep_shape(struct zm_table *shapes, const struct zm_domineering_grid *grid,
                       struct zm_list *parts)
{
    zm_list_clear(parts);
    zm_grid_split(grid, parts);
    if (zm_list_failed(parts))
        return false;
    struct zm_bytes part = zm_list_at(parts, 0);
    return zm_table_insert(shapes, zm_bytes(part.data + 1, part.size - 1), NULL) != NULL;
}

/* A shape of the table as a component of the game, and as a grid. */
static void read_shape(struct zm_bytes form, struct zm_buffer *component,
                       struct zm_domineering_grid *grid)
{
    zm_buffer_clear(component);
    zm_buffer_byte(component, 0);
    zm_buffer_add(component, form.data, form.size);
    if (!component->failed)
        zm_grid_of_component(zm_buffer_bytes(component), grid);
}

/* Adds to `larger` all shapes with a cell more than this one. */
static bool grow_shape(struct zm_table *larger, const struct zm_domineering_grid *grid,
                       struct zm_list *parts)
{
    struct zm_domineering_grid wide = {.rows = (uint8_t)(grid->rows + 2),
                                       .columns = (uint8_t)(grid->columns + 2)};
    for (unsigned row = 0; row < grid->rows; row++)
        memcpy(&wide.cells[(row + 1) * wide.columns + 1], &grid->cells[row * grid->columns],
               grid->columns);
    for (unsigned row = 0; row < wide.rows; row++)
        for (unsigned column = 0; column < wide.columns; column++) {
            bool beside =
                zm_grid_free(&wide, row + 1, column) || zm_grid_free(&wide, row - 1, column) ||
                zm_grid_free(&wide, row, column + 1) || zm_grid_free(&wide, row, column - 1);
            if (zm_grid_free(&wide, row, column) || !beside)
                continue;
            wide.cells[row * wide.columns + column] = 1;
            if (!keep_shape(larger, &wide, parts))
                return false;
            wide.cells[row * wide.columns + column] = 0;
        }
    return true;
}

/* --- their values ----------------------------------------------------------------------------- */

/* Counts a value of shapes of so many cells, unless one of them was worth it before. */
static bool meet(struct census *census, zm_conway value, unsigned cells, struct counts *counts)
{
    size_t before = census->room;
    uint8_t *met = zm_array_room(census->met, &census->room, (size_t)value + 1, 1);
    if (met == NULL)
        return false;
    census->met = met;
    memset(met + before, 0, census->room - before);
    census->values += met[value] == 0;
    counts->values += met[value] != cells;
    met[value] = (uint8_t)cells;
    return true;
}

/* Values a shape and its negative. False: no memory, or the universe says why. */
static bool count_shape(struct census *census, struct zm_bytes component, unsigned cells,
                        struct counts *counts)
{
    zm_conway value = zm_valuer_component(census->valuer, component);
    if (zm_universe_broken(census->universe))
        return false;
    const struct zm_thermograph *graph = zm_conway_thermograph(census->universe, value);
    if (graph == NULL)
        return false;
    if (zm_dyadic_compare(graph->temperature, counts->hottest) > 0)
        counts->hottest = graph->temperature;
    return meet(census, value, cells, counts) &&
           meet(census, zm_conway_negate(census->universe, value), cells, counts);
}

static void print_counts(const struct census *census, unsigned cells, const struct counts *counts,
                         struct zm_buffer *out)
{
    zm_buffer_format(out, "%5u %14" PRIu64 " %12" PRIu64 " %10" PRIu64 " %12" PRIu64 "  ", cells,
                     counts->placed, counts->shapes, counts->values, census->values);
    zm_dyadic_print(counts->hottest, out);
    zm_buffer_text(out, "\n");
}

/* Counts the shapes of one size, and makes those of the next when `larger` is not NULL. */
static enum zm_status count_size(struct census *census, unsigned cells,
                                 const struct zm_table *shapes, struct zm_table *larger,
                                 struct counts *counts, struct zm_error *error)
{
    struct zm_table_cursor cursor = {0};
    struct zm_buffer component = {0};
    struct zm_list parts = {0};
    struct zm_bytes form;
    void *unused;
    bool fine = true, stopped = false;
    *counts = (struct counts){.shapes = shapes->count, .hottest = {-1, 0}};
    for (uint64_t i = 0; fine && !stopped && zm_table_next(shapes, &cursor, &form, &unused); i++) {
        struct zm_domineering_grid grid;
        read_shape(form, &component, &grid);
        fine = !component.failed &&
               count_shape(census, zm_buffer_bytes(&component), cells, counts) &&
               (larger == NULL || grow_shape(larger, &grid, &parts));
        counts->placed += fine ? images_of(&grid) : 0;
        stopped = (i & POLL) == 0 && zm_run_look(census->run);
    }
    zm_list_free(&parts);
    zm_buffer_free(&component);
    enum zm_status status = zm_universe_check(census->universe, error);
    if (status == ZM_OK && stopped)
        return zm_fail(error, ZM_STOPPED, "stopped");
    return status == ZM_OK && !fine ? zm_fail_memory(error) : status;
}

/* The sizes one after the other, from the domino on. */
static enum zm_status count_shapes(struct census *census, unsigned cells, struct zm_buffer *out,
                                   struct zm_error *error)
{
    struct zm_table shapes, larger;
    struct zm_list parts = {0};
    static const struct zm_domineering_grid domino = {.rows = 1, .columns = 2, .cells = {1, 1}};
    enum zm_status status = ZM_OK;
    zm_buffer_text(out, "cells         placed       shapes     values  values so far  hottest\n");
    zm_table_init(&shapes, 0);
    if (!keep_shape(&shapes, &domino, &parts))
        status = zm_fail_memory(error);
    zm_list_free(&parts);
    for (unsigned size = 2; size <= cells && status == ZM_OK; size++) {
        struct counts counts;
        zm_table_init(&larger, 0);
        status = count_size(census, size, &shapes, size < cells ? &larger : NULL, &counts, error);
        if (status == ZM_OK)
            print_counts(census, size, &counts, out);
        zm_table_free(&shapes);
        shapes = larger;
    }
    zm_table_free(&shapes);
    return status;
}

static enum zm_status run_shapes(const struct zm_settings *settings, const char *const *words,
                                 size_t count, struct zm_run *run, struct zm_buffer *out,
                                 struct zm_error *error)
{
    struct census census;
    (void)words;
    (void)count;
    enum zm_status status = census_open(&census, run, error);
    if (status == ZM_OK)
        status =
            count_shapes(&census, (unsigned)zm_settings_integer(settings, "cells"), out, error);
    census_close(&census);
    return status;
}

static const struct zm_param shapes_params[] = {
    {.name = "cells",
     .kind = ZM_PARAM_INTEGER,
     .value = "9",
     .min = 2,
     .max = MOST_CELLS,
     .hint = "N",
     .help = "shapes of at most N cells"},
    {0},
};

const struct zm_tool zm_domineering_shapes_tool = {
    .name = "shapes",
    .usage = "",
    .summary = "all connected Domineering shapes, and how many games they are worth",
    .details =
        "Placed: as they lie. Shapes: up to turning and mirroring. Values: different games,\n"
        "with the negatives that turned shapes are worth. Hottest: the highest temperature.\n"
        "Example:\n  zermelo tool domineering shapes --cells 10\n",
    .params = shapes_params,
    .run = run_shapes,
};

/* --- rectangles ------------------------------------------------------------------------------- */

/* The value of a rectangle, by its board position. */
static enum zm_status rectangle_value(struct census *census, unsigned rows, unsigned columns,
                                      zm_conway *value, struct zm_error *error)
{
    struct zm_buffer position = {0};
    const uint8_t header[ZM_DOMINEERING_HEADER] = {2, (uint8_t)rows, (uint8_t)columns};
    zm_buffer_add(&position, header, sizeof header);
    for (unsigned i = 0; i < rows * columns; i++)
        zm_buffer_byte(&position, 1);
    enum zm_status status =
        position.failed
            ? zm_fail_memory(error)
            : zm_valuer_position(census->valuer, zm_buffer_bytes(&position), value, error);
    zm_buffer_free(&position);
    return status;
}

/* A line of the table: a value that is too long is given by its length. */
static void print_rectangle(struct census *census, unsigned rows, unsigned columns, zm_conway value,
                            struct zm_buffer *out)
{
    const struct zm_thermograph *graph = zm_conway_thermograph(census->universe, value);
    struct zm_buffer text = {0}, mean = {0}, temperature = {0};
    zm_conway_print(census->universe, value, ZM_CONWAY_ASCII, &text);
    if (graph != NULL) {
        zm_dyadic_print(graph->mean, &mean);
        zm_dyadic_print(graph->temperature, &temperature);
    }
    zm_buffer_format(out, "%2ux%-2u  %c  %8s  %11s  ", rows, columns,
                     zm_conway_outcome(census->universe, value), zm_buffer_string(&mean),
                     zm_buffer_string(&temperature));
    if (text.size <= LONGEST_TEXT)
        zm_buffer_format(out, "%s\n", zm_buffer_string(&text));
    else
        zm_buffer_format(out, "(%zu characters, born on day %" PRIu64 ")\n", text.size,
                         zm_conway_birthday(census->universe, value));
    zm_buffer_free(&text);
    zm_buffer_free(&mean);
    zm_buffer_free(&temperature);
}

static enum zm_status run_values(const struct zm_settings *settings, const char *const *words,
                                 size_t count, struct zm_run *run, struct zm_buffer *out,
                                 struct zm_error *error)
{
    struct census census;
    unsigned cells = (unsigned)zm_settings_integer(settings, "cells");
    (void)words;
    (void)count;
    enum zm_status status = census_open(&census, run, error);
    zm_buffer_text(out, "board class  mean  temperature  value\n");
    for (unsigned size = 1; size <= cells && status == ZM_OK; size++)
        for (unsigned rows = 1; rows * rows <= size && status == ZM_OK; rows++) {
            zm_conway value;
            if (size % rows != 0 || size / rows > ZM_DOMINEERING_SIDE)
                continue;
            status = rectangle_value(&census, rows, size / rows, &value, error);
            if (status == ZM_OK)
                print_rectangle(&census, rows, size / rows, value, out);
        }
    census_close(&census);
    return status;
}

static const struct zm_param values_params[] = {
    {.name = "cells",
     .kind = ZM_PARAM_INTEGER,
     .value = "16",
     .min = 1,
     .max = 64,
     .hint = "N",
     .help = "rectangles of at most N cells"},
    {0},
};

const struct zm_tool zm_domineering_values_tool = {
    .name = "values",
    .usage = "",
    .summary = "values, means and temperatures of Domineering rectangles",
    .details =
        "A board turned is the negative: only those with no more rows than columns are listed.\n"
        "Example:\n  zermelo tool domineering values --cells 20\n",
    .params = values_params,
    .run = run_values,
};
