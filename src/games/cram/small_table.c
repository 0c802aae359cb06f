/* The nimbers of all components of Cram of up to 16 cells, 17.7 million of them, in 3.7 bits each.
 *
 * Components are connected sets of cells up to symmetry (free polyominoes), so they can all be
 * listed: Redelmeier's algorithm (1981) makes each connected set of n cells, up to translation,
 * once; those that are their own canonical form are kept. Nimbers are found size by size, since
 * options are smaller. What is kept is a map without keys (base/retrieval.h): every component of so
 * few cells is in it, so there is no need to know which ones are. */
#include "base/array.h"
#include "games/cram/small.h"

#include "base/file.h"
#include "base/retrieval.h"
#include "games/cram/board.h"
#include "games/cram/order.h"

#include <stdlib.h>

struct cram_small_table {
    unsigned cells;
    uint64_t counts[CRAM_SMALL_CELLS + 1]; /* components by cells */
    struct zm_retrieval nimbers[CRAM_SMALL_CELLS + 1];
};

static const char magic[] = "zermelo cram small components 1\n";
enum { MAGIC_SIZE = sizeof magic - 1, HASH_SIZE = 16 };

static unsigned cell_count(struct zm_bytes component)
{
    unsigned cells = 0;
    for (size_t i = 2; i < component.size; i++)
        cells += (unsigned)__builtin_popcount(component.data[i]);
    return cells;
}

bool cram_small_table_nimber(const struct cram_small_table *table, struct zm_bytes component,
                             uint32_t *nimber)
{
    unsigned cells = cell_count(component);
    if (cells > table->cells)
        return false;
    *nimber = zm_retrieval_get(&table->nimbers[cells], zm_bytes_hash128(component).low);
    return true;
}

unsigned cram_small_table_cells(const struct cram_small_table *table)
{
    return table->cells;
}

uint64_t cram_small_table_count(const struct cram_small_table *table, unsigned cells)
{
    return table->counts[cells];
}

size_t cram_small_table_bytes(const struct cram_small_table *table, unsigned cells)
{
    return zm_retrieval_bytes(&table->nimbers[cells]);
}

void cram_small_table_close(struct cram_small_table *table)
{
    if (table == NULL)
        return;
    for (unsigned i = 0; i <= CRAM_SMALL_CELLS; i++)
        zm_retrieval_free(&table->nimbers[i]);
    free(table);
}

/* Making it. */

/* The sheet that sets of cells are drawn on: the first cell is in row 0 with nothing to its left in
 * that row, and there is a free cell around all that can be reached. */
enum {
    SHEET_WIDTH = 2 * CRAM_SMALL_CELLS + 1,
    SHEET = SHEET_WIDTH * (CRAM_SMALL_CELLS + 2),
    MOST_UNTRIED = 4 * CRAM_SMALL_CELLS
};

struct making {
    struct cram_small_table *table;
    struct cram_scratch *scratch;
    struct zm_run *run;
    uint64_t *keys;
    size_t count, capacity;
    unsigned cells; /* of the components being made */
    uint16_t drawn[CRAM_SMALL_CELLS];
    bool met[SHEET]; /* drawn, or tried before or to be tried */
    uint32_t seen;   /* nimbers of options */
    bool failed;
};

static bool see_option(void *context, const struct zm_bytes *components, size_t count)
{
    struct making *making = context;
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) { /* all of them smaller, and so in the table */
        uint32_t nimber = 0;
        cram_small_table_nimber(making->table, components[i], &nimber);
        sum ^= nimber;
    }
    making->seen |= UINT32_C(1) << sum;
    return false;
}

static void keep(struct making *making, struct zm_bytes component)
{
    uint64_t *keys =
        zm_array_room(making->keys, &making->capacity, making->count + 1, sizeof *keys);
    if (keys == NULL) {
        making->failed = true;
        return;
    }
    making->keys = keys;
    making->seen = 0;
    cram_some_option(making->scratch, component, see_option, making);
    uint64_t nimber = (uint64_t)__builtin_ctz(~making->seen), most = (1 << ZM_RETRIEVAL_BITS) - 1;
    making->failed |= nimber > most;
    making->keys[making->count++] = (zm_bytes_hash128(component).low & ~most) | nimber;
}

/* A set of cells is drawn: keeps it if it is its own canonical form. */
static void take_drawing(struct making *making)
{
    unsigned left = SHEET_WIDTH, right = 0, bottom = 0;
    uint8_t code[2 + CRAM_MOST_CELLS / 8];
    for (unsigned i = 0; i < making->cells; i++) {
        unsigned column = making->drawn[i] % SHEET_WIDTH, row = making->drawn[i] / SHEET_WIDTH;
        left = column < left ? column : left;
        right = column > right ? column : right;
        bottom = row > bottom ? row : bottom;
    }
    struct cram_board board = {.width = right - left + 1, .height = bottom + 1};
    if (board.height > board.width)
        return;
    for (unsigned i = 0; i < making->cells; i++)
        board.empty |= cram_bit(making->drawn[i] / SHEET_WIDTH * board.width +
                                making->drawn[i] % SHEET_WIDTH - left);
    if (cram_is_least(&board))
        keep(making, zm_bytes(code, cram_encode(&board, code)));
}

/* Adds to the list of cells to be tried the neighbours of one that were not met before. */
static unsigned add_neighbours(struct making *making, unsigned cell, uint16_t *untried,
                               unsigned count)
{
    const unsigned near[4] = {cell + 1, cell - 1, cell + SHEET_WIDTH, cell - SHEET_WIDTH};
    for (int i = 0; i < 4; i++) {
        /* Nothing above the first row, nor left of the first cell in it. */
        if (near[i] >= SHEET || near[i] < CRAM_SMALL_CELLS || making->met[near[i]])
            continue;
        making->met[near[i]] = true;
        untried[count++] = (uint16_t)near[i];
    }
    return count;
}

/* Redelmeier: each cell to be tried is drawn once, and not again after it was. */
static void draw(struct making *making, unsigned depth, const uint16_t *untried, unsigned count)
{
    uint16_t next[MOST_UNTRIED];
    while (count > 0 && !making->failed) {
        unsigned cell = untried[--count];
        making->drawn[depth] = (uint16_t)cell;
        if (depth + 1 == making->cells) {
            take_drawing(making);
            continue;
        }
        if (depth + 6 == making->cells && zm_run_poll(making->run, depth, making->count))
            return;
        memcpy(next, untried, count * sizeof *next);
        unsigned more = add_neighbours(making, cell, next, count);
        draw(making, depth + 1, next, more);
        for (unsigned i = count; i < more; i++)
            making->met[next[i]] = false;
    }
}

static bool make_size(struct making *making, unsigned cells)
{
    const uint16_t first = CRAM_SMALL_CELLS;
    making->cells = cells;
    making->count = 0;
    memset(making->met, 0, sizeof making->met);
    making->met[first] = true;
    draw(making, 0, &first, 1);
    making->table->counts[cells] = making->count;
    return !making->failed && !zm_run_stopped(making->run) &&
           zm_retrieval_make(&making->table->nimbers[cells], making->keys, making->count);
}

enum zm_status cram_small_table_make(unsigned cells, struct zm_run *run,
                                     struct cram_small_table **table, struct zm_error *error)
{
    struct cram_order order;
    struct making *making = calloc(1, sizeof *making);
    *table = calloc(1, sizeof **table);
    enum zm_status status = cram_order_read("text", &order, error);
    if (making != NULL)
        making->scratch = cram_scratch_open(&order);
    bool made = making != NULL && making->scratch != NULL && *table != NULL;
    if (made) {
        making->table = *table;
        making->run = run;
        for (unsigned size = 2; made && size <= cells; size++) {
            made = make_size(making, size);
            making->table->cells = size;
        }
    }
    if (making != NULL) {
        free(making->keys);
        free(making->scratch);
    }
    free(making);
    if (status == ZM_OK && !made)
        status = zm_run_stopped(run) ? ZM_STOPPED : zm_fail_memory(error);
    if (status != ZM_OK) {
        cram_small_table_close(*table);
        *table = NULL;
    }
    return status;
}

/* Keeping it: the magic line, the largest number of cells, for each number the count and the map;
 * last a hash of all that. */

enum zm_status cram_small_table_write(const struct cram_small_table *table, const char *path,
                                      struct zm_error *error)
{
    struct zm_buffer bytes = {0};
    zm_buffer_text(&bytes, magic);
    zm_buffer_byte(&bytes, (uint8_t)table->cells);
    for (unsigned i = 2; i <= table->cells; i++) {
        for (unsigned shift = 0; shift < 64; shift += 8)
            zm_buffer_byte(&bytes, (uint8_t)(table->counts[i] >> shift));
        zm_retrieval_write(&table->nimbers[i], &bytes);
    }
    struct zm_hash128 hash = zm_bytes_hash128(zm_buffer_bytes(&bytes));
    for (unsigned shift = 0; shift < 64; shift += 8)
        zm_buffer_byte(&bytes, (uint8_t)(hash.low >> shift));
    for (unsigned shift = 0; shift < 64; shift += 8)
        zm_buffer_byte(&bytes, (uint8_t)(hash.high >> shift));
    enum zm_status status =
        bytes.failed ? zm_fail_memory(error) : zm_file_write(path, zm_buffer_bytes(&bytes), error);
    zm_buffer_free(&bytes);
    return status;
}

static uint64_t number_at(const uint8_t *at)
{
    uint64_t number = 0;
    for (int i = 8; i-- > 0;)
        number = number << 8 | at[i];
    return number;
}

static bool read_table(struct cram_small_table *table, struct zm_bytes bytes)
{
    if (bytes.size < MAGIC_SIZE + 1 + HASH_SIZE || memcmp(bytes.data, magic, MAGIC_SIZE) != 0)
        return false;
    size_t at = MAGIC_SIZE + 1, end = bytes.size - HASH_SIZE;
    struct zm_hash128 hash = zm_bytes_hash128(zm_bytes(bytes.data, end));
    table->cells = bytes.data[MAGIC_SIZE];
    if (hash.low != number_at(bytes.data + end) || hash.high != number_at(bytes.data + end + 8) ||
        table->cells > CRAM_SMALL_CELLS)
        return false;
    for (unsigned i = 2; i <= table->cells; i++) {
        if (end - at < 8)
            return false;
        table->counts[i] = number_at(bytes.data + at);
        at += 8;
        if (!zm_retrieval_read(&table->nimbers[i], zm_bytes(bytes.data, end), &at))
            return false;
    }
    return at == end;
}

bool cram_small_table_take(struct zm_bytes bytes, struct cram_small_table **table)
{
    *table = calloc(1, sizeof **table);
    if (*table != NULL && read_table(*table, bytes))
        return true;
    cram_small_table_close(*table);
    *table = NULL;
    return false;
}

enum zm_status cram_small_table_read(const char *path, struct cram_small_table **table,
                                     struct zm_error *error)
{
    struct zm_buffer bytes = {0};
    enum zm_status status =
        zm_file_read(path, ZM_FILE_PLAIN, ZM_FILE_PROGRAM_MOST, NULL, &bytes, error);
    if (status != ZM_OK)
        zm_error_context(error, "cram-table");
    *table = NULL;
    if (status == ZM_OK && !cram_small_table_take(zm_buffer_bytes(&bytes), table))
        status = zm_fail(error, ZM_BAD_INPUT,
                         "cram-table: %s is no table of small Cram components; expected a file "
                         "made by 'zermelo tool cram table'",
                         path);
    zm_buffer_free(&bytes);
    return status;
}
