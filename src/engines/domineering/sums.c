/* Who wins a sum of strips; see sums.h. */
#include "engines/domineering/sums.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST_SUMS = 1 << 12, MOST_WORK = 20000, FAR = 1000 };

bool zm_sums_open(struct zm_sum_table *table, const struct zm_strip_values *values, size_t bytes)
{
    *table = (struct zm_sum_table){
        .values = values, .size = FEWEST_SUMS, .most = bytes / sizeof *table->entries};
    table->entries = calloc(table->size, sizeof *table->entries);
    return table->entries != NULL;
}

void zm_sums_close(struct zm_sum_table *table)
{
    free(table->entries);
    *table = (struct zm_sum_table){0};
}

void zm_sum_add(const struct zm_strip_values *values, struct zm_strip_sum *sum,
                struct zm_strip_value value)
{
    struct zm_strip_value negative = values->classes[value.class].negative;
    unsigned i = 0;
    sum->whole += value.whole;
    if (value.class == 0)
        return;
    while (i < sum->count && sum->terms[i] != negative.class)
        i++;
    if (i < sum->count) {
        sum->count--;
        sum->whole -= negative.whole;
        memmove(&sum->terms[i], &sum->terms[i + 1], (sum->count - i) * sizeof *sum->terms);
        return;
    }
    if (sum->count == ZM_MOST_TERMS) {
        sum->too_many = true;
        return;
    }
    for (i = sum->count++; i > 0 && sum->terms[i - 1] > value.class; i--)
        sum->terms[i] = sum->terms[i - 1];
    sum->terms[i] = value.class;
}

/* --- the table -------------------------------------------------------------------------------- */

enum { TERM_BITS = 20, HALF = ZM_MOST_TERMS / ZM_SUM_HALVES, TERMS = HALF * TERM_BITS };
enum { SMALL_BITS = 128 - TERMS, MOST_NUMBER = (1 << (SMALL_BITS - 1)) - 1, ABOVE = 0, BELOW = 1 };
_Static_assert(ZM_MOST_CLASSES < 1 << TERM_BITS, "a term is a class");
static const zm_sum_half terms_mask = ~(zm_sum_half)0 >> SMALL_BITS;

/* The terms of a sum as a key; both numbers 0. */
static struct zm_known_sum packed(const struct zm_strip_sum *sum)
{
    struct zm_known_sum key = {0};
    for (unsigned i = 0; i < sum->count; i++)
        key.halves[i / HALF] |= (zm_sum_half)sum->terms[i] << i % HALF * TERM_BITS;
    return key;
}

static int number(const struct zm_known_sum *sum, unsigned which)
{
    return (int8_t)(uint8_t)(sum->halves[which] >> TERMS);
}

static void set_number(struct zm_known_sum *sum, unsigned which, int number)
{
    sum->halves[which] = (sum->halves[which] & terms_mask) | (zm_sum_half)(uint8_t)(int8_t)number
                                                                 << TERMS;
}

static bool same_terms(const struct zm_known_sum *a, const struct zm_known_sum *b)
{
    return (((a->halves[0] ^ b->halves[0]) | (a->halves[1] ^ b->halves[1])) & terms_mask) == 0;
}

static bool is_empty(const struct zm_known_sum *place)
{
    return (uint64_t)place->halves[0] == 0;
}

static struct zm_known_sum *place_of(const struct zm_sum_table *table,
                                     const struct zm_known_sum *key)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < ZM_SUM_HALVES; i++) {
        zm_sum_half terms = key->halves[i] & terms_mask;
        hash = zm_mix64(hash ^ (uint64_t)terms);
        hash = zm_mix64(hash ^ (uint64_t)(terms >> 64));
    }
    size_t i = hash & (table->size - 1);
    while (!is_empty(&table->entries[i]) && !same_terms(&table->entries[i], key))
        i = (i + 1) & (table->size - 1);
    return &table->entries[i];
}

/* Doubles the table, or empties it when it may not grow. */
static void make_room(struct zm_sum_table *table)
{
    struct zm_sum_table larger = *table;
    larger.size *= 2;
    larger.entries =
        larger.size <= table->most ? calloc(larger.size, sizeof *larger.entries) : NULL;
    if (larger.entries == NULL) {
        memset(table->entries, 0, table->size * sizeof *table->entries);
        table->count = 0;
        return;
    }
    for (size_t i = 0; i < table->size; i++)
        if (!is_empty(&table->entries[i]))
            *place_of(&larger, &table->entries[i]) = table->entries[i];
    free(table->entries);
    *table = larger;
}

static void keep(struct zm_sum_table *table, const struct zm_known_sum *sum)
{
    if ((table->count + 1) * 2 > table->size)
        make_room(table);
    *place_of(table, sum) = *sum;
    table->count++;
}

/* --- play ------------------------------------------------------------------------------------- */

static bool find(struct zm_sum_table *table, const struct zm_strip_sum *sum,
                 struct zm_known_sum *found);

/* The sum after a move in term `i` to one of its options. */
static bool find_option(struct zm_sum_table *table, const struct zm_strip_sum *sum, unsigned i,
                        struct zm_strip_value option, struct zm_known_sum *found, int *whole)
{
    struct zm_strip_sum next = {.count = sum->count - 1};
    memcpy(next.terms, sum->terms, i * sizeof *next.terms);
    memcpy(next.terms + i, sum->terms + i + 1, (next.count - i) * sizeof *next.terms);
    zm_sum_add(table->values, &next, option);
    *whole = next.whole;
    return find(table, &next, found);
}

/* Makes a sum from all that it can be moved to; false when there is too much work, or no room for
 * its numbers. */
static bool make(struct zm_sum_table *table, const struct zm_strip_sum *sum,
                 struct zm_known_sum *made)
{
    int above = -FAR, below = FAR;
    for (unsigned i = 0; i < sum->count; i++) {
        const struct zm_value_class *class = &table->values->classes[sum->terms[i]];
        const struct zm_strip_value *options = &table->values->options[class->first];
        if (i > 0 && sum->terms[i] == sum->terms[i - 1])
            continue;
        for (unsigned j = 0; j < class->lefts + class->rights; j++) {
            struct zm_known_sum next;
            int whole;
            if (!find_option(table, sum, i, options[j], &next, &whole))
                return false;
            if (j < class->lefts && number(&next, BELOW) + whole + 1 > above)
                above = number(&next, BELOW) + whole + 1;
            if (j >= class->lefts && number(&next, ABOVE) + whole - 1 < below)
                below = number(&next, ABOVE) + whole - 1;
        }
    }
    if (above <= below) /* a whole number: the simplest between them */
        above = below = above > 0 ? above : below < 0 ? below : 0;
    if (above > MOST_NUMBER || below < -MOST_NUMBER)
        return false; /* there is no room for it, and nobody has met one */
    set_number(made, ABOVE, above);
    set_number(made, BELOW, below);
    return true;
}

static bool find(struct zm_sum_table *table, const struct zm_strip_sum *sum,
                 struct zm_known_sum *found)
{
    *found = packed(sum);
    if (sum->count == 0)
        return true;
    const struct zm_known_sum *place = place_of(table, found);
    if (!is_empty(place)) {
        *found = *place;
        return true;
    }
    if (table->work == 0)
        return false;
    table->work--;
    if (!make(table, sum, found))
        return false;
    keep(table, found);
    return true;
}

bool zm_sum_wins(struct zm_sum_table *table, const struct zm_strip_sum *sum, bool moves_first)
{
    struct zm_known_sum found;
    table->work = MOST_WORK;
    if (sum->too_many || !find(table, sum, &found))
        return false;
    return moves_first ? number(&found, ABOVE) + sum->whole > 0
                       : number(&found, BELOW) + sum->whole >= 0;
}
