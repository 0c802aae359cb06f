/* The table of bounds; see margins.h. */
#include "engines/dots/margins.h"

#include "base/pages.h"

#include <stdlib.h>

enum { LINE = ZM_MARGINS_LINE, FIRST_LINES = 1 << 12 };

struct fields {
    uint64_t low; /* 40 bits of the key */
    unsigned strings;
    int least, most;
};

static uint64_t pack(struct fields fields)
{
    return fields.low << 24 | (uint64_t)fields.strings << 16 |
           (uint64_t)(uint8_t)fields.least << 8 | (uint8_t)fields.most;
}

static struct fields unpack(uint64_t data)
{
    return (struct fields){data >> 24, (uint8_t)(data >> 16), (int8_t)(data >> 8), (int8_t)data};
}

static struct zm_margin_entry *new_entries(size_t lines)
{
    size_t size = lines * LINE * sizeof(struct zm_margin_entry);
    struct zm_margin_entry *entries = zm_pages(size);
    if (entries != NULL)
        memset((void *)entries, 0, size);
    return entries;
}

bool zm_margins_open(struct zm_margins *table, size_t memory, bool fixed)
{
    size_t line = LINE * sizeof *table->entries;
    *table = (struct zm_margins){.most_lines = FIRST_LINES};
    while (table->most_lines * 2 * line + table->most_lines * line <= memory)
        table->most_lines *= 2;
    table->lines = fixed ? table->most_lines : FIRST_LINES;
    table->entries = new_entries(table->lines);
    return table->entries != NULL;
}

void zm_margins_close(struct zm_margins *table)
{
    free(table->entries);
    *table = (struct zm_margins){0};
}

size_t zm_margins_memory(const struct zm_margins *table)
{
    return table->lines * LINE * sizeof *table->entries;
}

static struct zm_margin_entry *line_of(const struct zm_margins *table, uint64_t high)
{
    return &table->entries[LINE * (high & (table->lines - 1))];
}

void zm_margins_get(const struct zm_margins *table, struct zm_hash128 key, int *least, int *most)
{
    struct zm_margin_entry *line = line_of(table, key.high);
    for (unsigned i = 0; i < LINE; i++) {
        uint64_t data = atomic_load_explicit(&line[i].data, memory_order_relaxed);
        uint64_t masked = atomic_load_explicit(&line[i].masked, memory_order_relaxed);
        struct fields fields = unpack(data);
        if ((masked ^ data) != key.high || fields.low != key.low >> 24 || data == 0)
            continue;
        *least = fields.least > *least ? fields.least : *least;
        *most = fields.most < *most ? fields.most : *most;
        return;
    }
}

static void put(struct zm_margins *table, uint64_t high, struct fields fields)
{
    struct zm_margin_entry *line = line_of(table, high), *chosen = NULL;
    unsigned fewest = 256;
    for (unsigned i = 0; i < LINE; i++) {
        uint64_t data = atomic_load_explicit(&line[i].data, memory_order_relaxed);
        uint64_t masked = atomic_load_explicit(&line[i].masked, memory_order_relaxed);
        struct fields other = unpack(data);
        if (data != 0 && (masked ^ data) == high && other.low == fields.low) {
            chosen = &line[i];
            fewest = 1;
            break;
        }
        if (data == 0 ? fewest > 0 : other.strings < fewest) {
            chosen = &line[i];
            fewest = data == 0 ? 0 : other.strings;
        }
    }
    if (fewest == 0)
        atomic_fetch_add_explicit(&table->stored, 1, memory_order_relaxed);
    uint64_t data = pack(fields);
    atomic_store_explicit(&chosen->masked, high ^ data, memory_order_relaxed);
    atomic_store_explicit(&chosen->data, data, memory_order_relaxed);
}

/* Doubles the table; without memory for that it stays as it is, and forgets. */
static void grow(struct zm_margins *table)
{
    struct zm_margins larger = {.lines = table->lines * 2, .most_lines = table->most_lines};
    larger.entries = new_entries(larger.lines);
    if (larger.entries == NULL) {
        table->most_lines = table->lines;
        return;
    }
    for (size_t i = 0; i < table->lines * LINE; i++) {
        uint64_t data = atomic_load_explicit(&table->entries[i].data, memory_order_relaxed);
        uint64_t masked = atomic_load_explicit(&table->entries[i].masked, memory_order_relaxed);
        if (data != 0)
            put(&larger, masked ^ data, unpack(data));
    }
    free(table->entries);
    table->entries = larger.entries;
    table->lines = larger.lines;
    table->stored = larger.stored;
}

void zm_margins_put(struct zm_margins *table, struct zm_hash128 key, unsigned strings, int least,
                    int most)
{
    if (table->lines < table->most_lines && table->stored > table->lines * LINE / 2)
        grow(table);
    put(table, key.high, (struct fields){key.low >> 24, strings, least, most});
}
