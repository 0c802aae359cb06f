/* The table of bounds; see margins.h. The data of an entry: 40 bits of the key, then its rank by
 * effort (never 0), the least and the most margin in a byte each. */
#include "engines/dots/margins.h"

enum { FEWEST_LINES = 1 << 12, RANK_SHIFT = 16, LEAST_SHIFT = 8 };

/* Twice the logarithm, and 1 more so that no entry looks empty. */
static unsigned rank_of(uint64_t effort)
{
    unsigned log = effort > 1 ? 63 - (unsigned)__builtin_clzll(effort) : 0;
    return 1 + 2 * log + (log > 0 ? effort >> (log - 1) & 1 : 0);
}

static unsigned rank_in(uint64_t data)
{
    return (uint8_t)(data >> RANK_SHIFT);
}

static uint64_t by_rank(const struct zm_shared_entry *entry, const void *context)
{
    (void)context;
    return rank_in(entry->data);
}

static size_t line_size(void)
{
    return zm_margins_shape.bucket * zm_margins_shape.words * sizeof(uint64_t);
}

bool zm_margins_open(struct zm_margins *table, size_t memory)
{
    size_t most = memory / line_size(), first = most, lines;
    while (first >= 2 * FEWEST_LINES)
        first /= 2;
    first = first < FEWEST_LINES ? FEWEST_LINES : first;
    for (lines = first; lines * 2 <= most;)
        lines *= 2;
    *table = (struct zm_margins){0};
    if (!zm_gate_open(&table->gate))
        return false;
    if (zm_shared_open(&table->table, &zm_margins_shape, first, lines))
        return true;
    zm_gate_close(&table->gate);
    return false;
}

void zm_margins_close(struct zm_margins *table)
{
    zm_shared_close(&table->table);
    zm_gate_close(&table->gate);
}

size_t zm_margins_memory(const struct zm_margins *table)
{
    return zm_shared_buckets(&table->table) * line_size();
}

void zm_margins_get(const struct zm_margins *table, struct zm_hash128 key, int *least, int *most)
{
    uint64_t data = zm_shared_find(&table->table, &zm_margins_shape, zm_margins_key(key)).data;
    if (data == 0)
        return;
    int known_least = (int8_t)(data >> LEAST_SHIFT), known_most = (int8_t)data;
    *least = known_least > *least ? known_least : *least;
    *most = known_most < *most ? known_most : *most;
}

static bool is_crowded(void *context)
{
    const struct zm_margins *table = context;
    return zm_shared_half_full(&table->table, &zm_margins_shape);
}

/* Doubles the table, when it is still crowded. */
static void grow(void *context)
{
    struct zm_margins *table = context;
    if (is_crowded(table))
        zm_shared_grow(&table->table, &zm_margins_shape, ZM_MARGINS_KEY, by_rank, NULL);
}

void zm_margins_put(struct zm_margins *table, struct zm_hash128 key, uint64_t effort, int least,
                    int most)
{
    if (zm_gate_is_shut(&table->gate) || is_crowded(table))
        zm_gate_stop(&table->gate, is_crowded, grow, table);
    struct zm_shared_key whole = zm_margins_key(key);
    struct zm_shared_entry found;
    _Atomic uint64_t *place =
        zm_shared_place(&table->table, &zm_margins_shape, &whole, zm_shared_buckets(&table->table),
                        by_rank, NULL, &found);
    unsigned rank = rank_of(effort);
    if (found.data == 0)
        zm_shared_count(&table->table);
    else if (zm_shared_is(&zm_margins_shape, &found, &whole) && rank_in(found.data) > rank)
        rank = rank_in(found.data);
    uint64_t data = whole.tag | (uint64_t)rank << RANK_SHIFT |
                    (uint64_t)(uint8_t)least << LEAST_SHIFT | (uint8_t)most;
    zm_shared_write(&zm_margins_shape, place,
                    (struct zm_shared_entry){.word = whole.word, .data = data});
}
