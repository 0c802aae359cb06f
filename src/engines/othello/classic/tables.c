/* See tables.h. */
#include "engines/othello/classic/tables.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEEP = 4, /* plies from which a search counts as deep in the pruning table */
    MOVE = 63,
    DEEP_FLAG = 64,
    NULL_FLAG = 128,
};

bool classic_tables_open(struct classic_tables *tables, bool pruning, size_t size)
{
    *tables = (struct classic_tables){.size = size};
    for (unsigned i = 0; i < 2; i++) {
        if (pruning && (tables->pruning[i] = malloc(CLASSIC_PRUNING_KEYS)) == NULL)
            break;
        if (size > 0 && (tables->places[i] =
                             malloc((size + CLASSIC_PLACES) * sizeof *tables->places[i])) == NULL)
            break;
        if (i == 1) {
            classic_tables_clear(tables);
            return true;
        }
    }
    classic_tables_close(tables);
    return false;
}

void classic_tables_close(struct classic_tables *tables)
{
    for (unsigned i = 0; i < 2; i++) {
        free(tables->pruning[i]);
        free(tables->places[i]);
    }
    *tables = (struct classic_tables){0};
}

void classic_tables_clear(struct classic_tables *tables)
{
    tables->counts = (struct classic_table_counts){0};
    for (unsigned i = 0; i < 2; i++) {
        if (tables->pruning[i] != NULL)
            memset(tables->pruning[i], 0, CLASSIC_PRUNING_KEYS);
        if (tables->places[i] != NULL)
            memset(tables->places[i], 0,
                   (tables->size + CLASSIC_PLACES) * sizeof *tables->places[i]);
    }
}

/* Byte 0 means empty: square 27 is never played, so moves are kept with 27 exchanged for 0. */
static unsigned coded(unsigned move)
{
    return move == 0 ? 27 : move == 27 ? 0 : move;
}

bool classic_pruning_read(struct classic_tables *tables, unsigned colour, uint32_t key,
                          unsigned *move)
{
    unsigned byte = tables->pruning[colour][key % CLASSIC_PRUNING_KEYS];
    tables->counts.reads++;
    if (byte == 0) {
        tables->counts.empty++;
        return false;
    }
    *move = coded(byte & MOVE);
    return true;
}

void classic_pruning_write(struct classic_tables *tables, unsigned colour, uint32_t key,
                           unsigned move, unsigned depth, bool null_window)
{
    uint8_t *byte = &tables->pruning[colour][key % CLASSIC_PRUNING_KEYS];
    unsigned deep = depth < DEEP ? 0 : DEEP_FLAG;
    tables->counts.writes++;
    if (*byte != 0 && null_window && ((*byte & NULL_FLAG) == 0 || (*byte & DEEP_FLAG) > deep)) {
        tables->counts.refused++;
        return;
    }
    uint8_t fresh = (uint8_t)(coded(move) | deep | (null_window ? NULL_FLAG : 0));
    tables->counts.entries += *byte == 0;
    tables->counts.overwritten += *byte != 0 && (*byte & MOVE) != (fresh & MOVE);
    *byte = fresh;
}

bool classic_recall(struct classic_tables *tables, unsigned colour, uint32_t key,
                    uint32_t signature, unsigned depth, struct classic_known *known)
{
    const struct classic_entry *entry = &tables->places[colour][key % tables->size];
    tables->counts.reads++;
    for (unsigned i = 0; i < CLASSIC_PLACES; i++, entry++) {
        if (entry->bound == 0)
            break;
        if (entry->depth != depth || entry->signature != signature)
            continue;
        *known = (struct classic_known){
            .move = entry->move, .score = entry->score, .bound = (enum classic_bound)entry->bound};
        tables->counts.hits++;
        return true;
    }
    return false;
}

void classic_remember(struct classic_tables *tables, unsigned colour, uint32_t key,
                      uint32_t signature, unsigned depth, const struct classic_known *known)
{
    struct classic_entry *base = &tables->places[colour][key % tables->size], *place = base;
    for (unsigned i = 0; i < CLASSIC_PLACES; i++) {
        struct classic_entry *entry = base + i;
        if (entry->bound == 0 || (entry->signature == signature && entry->depth == depth)) {
            place = entry;
            break;
        }
        if (entry->depth < place->depth)
            place = entry;
    }
    tables->counts.writes++;
    tables->counts.entries += place->bound == 0;
    tables->counts.collisions +=
        place->bound != 0 && (place->signature != signature || place->depth != depth);
    *place = (struct classic_entry){.signature = signature,
                                    .score = known->score,
                                    .depth = (uint8_t)depth,
                                    .move = (uint8_t)known->move,
                                    .bound = (uint8_t)known->bound};
}
