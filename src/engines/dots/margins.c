/* The table of bounds; see margins.h. */
#include "engines/dots/margins.h"

#include "base/pages.h"

#include <stdlib.h>

enum { LINE = ZM_MARGINS_LINE, FEWEST_LINES = 1 << 12 };

struct fields {
    uint64_t low;  /* 40 bits of the key */
    unsigned rank; /* by effort; 0: empty */
    int least, most;
};

static uint64_t pack(struct fields fields)
{
    return fields.low << 24 | (uint64_t)fields.rank << 16 | (uint64_t)(uint8_t)fields.least << 8 |
           (uint8_t)fields.most;
}

static struct fields unpack(uint64_t data)
{
    return (struct fields){data >> 24, (uint8_t)(data >> 16), (int8_t)(data >> 8), (int8_t)data};
}

/* Twice the logarithm, and 1 more so that no entry looks empty. */
static unsigned rank_of(uint64_t effort)
{
    unsigned log = effort > 1 ? 63 - (unsigned)__builtin_clzll(effort) : 0;
    return 1 + 2 * log + (log > 0 ? effort >> (log - 1) & 1 : 0);
}

bool zm_margins_open(struct zm_margins *table, size_t memory)
{
    size_t line = LINE * sizeof *table->entries, most = memory / line, lines;
    *table = (struct zm_margins){0};
    if (!zm_gate_open(&table->gate))
        return false;
    do {
        for (lines = most; lines >= 2 * FEWEST_LINES; lines /= 2)
            ;
        lines = lines < FEWEST_LINES ? FEWEST_LINES : lines;
        table->lines = table->most_lines = lines;
        while (table->most_lines * 2 <= most)
            table->most_lines *= 2;
        table->entries = zm_pages(table->most_lines * line);
        most /= 2;
    } while (table->entries == NULL && most >= FEWEST_LINES);
    if (table->entries == NULL) {
        zm_gate_close(&table->gate);
        return false;
    }
    memset((void *)table->entries, 0, table->lines * line);
    return true;
}

void zm_margins_close(struct zm_margins *table)
{
    free(table->entries);
    zm_gate_close(&table->gate);
    *table = (struct zm_margins){0};
}

size_t zm_margins_memory(const struct zm_margins *table)
{
    return table->lines * LINE * sizeof *table->entries;
}

void zm_margins_get(const struct zm_margins *table, struct zm_hash128 key, int *least, int *most)
{
    struct zm_margin_entry *line = zm_margins_line(table, key.high);
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

/* The entry of the position itself, else an empty one, else that of the least effort. */
static struct zm_margin_entry *place(struct zm_margin_entry *line, uint64_t high,
                                     struct fields *fields, bool *added)
{
    struct zm_margin_entry *chosen = NULL;
    unsigned least = 256;
    *added = false;
    for (unsigned i = 0; i < LINE; i++) {
        uint64_t data = atomic_load_explicit(&line[i].data, memory_order_relaxed);
        uint64_t masked = atomic_load_explicit(&line[i].masked, memory_order_relaxed);
        struct fields other = unpack(data);
        if (data != 0 && (masked ^ data) == high && other.low == fields->low) {
            *added = false;
            fields->rank = other.rank > fields->rank ? other.rank : fields->rank;
            return &line[i];
        }
        if (other.rank < least) { /* 0: empty */
            chosen = &line[i];
            least = other.rank;
            *added = data == 0;
        }
    }
    return chosen;
}

static bool put(struct zm_margin_entry *line, uint64_t high, struct fields fields)
{
    bool added;
    struct zm_margin_entry *chosen = place(line, high, &fields, &added);
    uint64_t data = pack(fields);
    atomic_store_explicit(&chosen->masked, high ^ data, memory_order_relaxed);
    atomic_store_explicit(&chosen->data, data, memory_order_relaxed);
    return added;
}

static bool is_crowded(void *context)
{
    const struct zm_margins *table = context;
    return table->lines < table->most_lines &&
           atomic_load_explicit(&table->stored, memory_order_relaxed) > table->lines * LINE / 2;
}

/* Doubles the table in place, when it is still crowded. The lines are in the order of the keys, so
 * that line i becomes lines 2i and 2i + 1: from the last to the first, none is overwritten before
 * it is read. */
static void grow(void *context)
{
    struct zm_margins *table = context;
    struct zm_margin_entry old[LINE];
    size_t lines = table->lines;
    if (!is_crowded(table))
        return;
    table->lines *= 2;
    for (size_t i = lines; i-- > 0;) {
        memcpy((void *)old, (void *)&table->entries[LINE * i], sizeof old);
        memset((void *)&table->entries[LINE * 2 * i], 0, 2 * sizeof old);
        for (unsigned j = 0; j < LINE; j++) {
            uint64_t data = atomic_load_explicit(&old[j].data, memory_order_relaxed);
            uint64_t high = atomic_load_explicit(&old[j].masked, memory_order_relaxed) ^ data;
            if (data != 0)
                put(zm_margins_line(table, high), high, unpack(data));
        }
    }
}

void zm_margins_put(struct zm_margins *table, struct zm_hash128 key, uint64_t effort, int least,
                    int most)
{
    if (zm_gate_is_shut(&table->gate) || is_crowded(table))
        zm_gate_stop(&table->gate, is_crowded, grow, table);
    struct fields fields = {key.low >> 24, rank_of(effort), least, most};
    if (put(zm_margins_line(table, key.high), key.high, fields))
        atomic_fetch_add_explicit(&table->stored, 1, memory_order_relaxed);
}
