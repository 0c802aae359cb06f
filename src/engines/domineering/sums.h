/* Who wins a sum of strips: exactly, by play on their classes.
 *
 * Of a sum G only two whole numbers are kept: the least that is not less than G, and the largest
 * that is not more. Left wins G + n moving first when the one is more than -n, and moving second
 * when the other is at least -n. Sums differ only by their classes, of which there are few, so that
 * a table of those met soon knows nearly all. */
#ifndef ZM_ENGINES_DOMINEERING_SUMS_H
#define ZM_ENGINES_DOMINEERING_SUMS_H

#include "engines/domineering/values.h"

#include <stdbool.h>

enum { ZM_MOST_TERMS = 12 };

/* Terms that are no whole numbers, by class, and the whole rest. */
struct zm_strip_sum {
    uint32_t terms[ZM_MOST_TERMS];
    unsigned count;
    int whole;
    bool too_many; /* terms: nothing is known of it */
};

/* A sum of the table: half of the terms each, and above them one of its two numbers. The first term
 * is 0: no entry. */
enum { ZM_SUM_HALVES = 2 };
__extension__ typedef unsigned __int128 zm_sum_half;
struct zm_known_sum {
    zm_sum_half halves[ZM_SUM_HALVES];
};

/* One thread's table; emptied when it is full. */
struct zm_sum_table {
    const struct zm_strip_values *values;
    struct zm_known_sum *entries;
    size_t size, count, most; /* places, entries, the most places */
    unsigned work;            /* sums that may still be made for one question */
};

/* Of at most `bytes` bytes. False: no memory. */
bool zm_sums_open(struct zm_sum_table *table, const struct zm_strip_values *values, size_t bytes);
void zm_sums_close(struct zm_sum_table *table);

/* Adds a value to a sum; what cancels a term takes it away. */
void zm_sum_add(const struct zm_strip_values *values, struct zm_strip_sum *sum,
                struct zm_strip_value value);
/* Does Left surely win? False also when it would take too long to know. */
bool zm_sum_wins(struct zm_sum_table *table, const struct zm_strip_sum *sum, bool moves_first);

#endif
