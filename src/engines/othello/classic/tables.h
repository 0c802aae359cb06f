/* The two tables of the document, with their counters. The pruning table (Becquet and Delteil) has
 * a byte for each of 65,536 keys and colours: a move, whether its search was deep, and whether it
 * came from a null window. The transposition table (Becquet) has eight places for each key, of
 * which the least deep is given up. */
#ifndef ZM_ENGINES_OTHELLO_CLASSIC_TABLES_H
#define ZM_ENGINES_OTHELLO_CLASSIC_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLASSIC_PRUNING_KEYS = 1 << 16, CLASSIC_PLACES = 8 };

enum classic_bound { CLASSIC_EXACT = 1, CLASSIC_LOWER, CLASSIC_UPPER };

struct classic_entry {
    uint32_t signature;
    int32_t score;
    uint8_t depth, move, bound, unused; /* bound 0: the place is free */
};

struct classic_table_counts {
    uint64_t reads, empty, found, best; /* found: a legal move; best: it was best or cut off */
    uint64_t writes, overwritten, refused, entries;
    uint64_t hits, collisions; /* of the transposition table: reads that helped, places given up */
};

struct classic_tables {
    uint8_t *pruning[2];             /* NULL: none */
    struct classic_entry *places[2]; /* NULL: none */
    size_t size;                     /* places for each colour */
    struct classic_table_counts counts;
};

/* What is known of a position. */
struct classic_known {
    unsigned move;
    int score;
    enum classic_bound bound;
};

/* Opens the tables that are asked for; `size` 0: no transposition table. False: no memory. */
bool classic_tables_open(struct classic_tables *tables, bool pruning, size_t size);
void classic_tables_close(struct classic_tables *tables);
void classic_tables_clear(struct classic_tables *tables);

/* The move that the pruning table names for a key (it may be illegal); false: none. */
bool classic_pruning_read(struct classic_tables *tables, unsigned colour, uint32_t key,
                          unsigned *move);
void classic_pruning_write(struct classic_tables *tables, unsigned colour, uint32_t key,
                           unsigned move, unsigned depth, bool null_window);
bool classic_recall(struct classic_tables *tables, unsigned colour, uint32_t key,
                    uint32_t signature, unsigned depth, struct classic_known *known);
void classic_remember(struct classic_tables *tables, unsigned colour, uint32_t key,
                      uint32_t signature, unsigned depth, const struct classic_known *known);

#endif
