/* The table of positions; see table.h. */
#include "engines/othello/table.h"

enum { FEWEST_BUCKETS = 1 << 10, PRESENT_SHIFT = 56, AGE_SHIFT = 48 };

bool othello_table_open(struct othello_table *table, size_t bytes)
{
    size_t size = othello_shape.bucket * othello_shape.words * sizeof(uint64_t);
    size_t buckets = FEWEST_BUCKETS;
    while (buckets * 2 * size <= bytes)
        buckets *= 2;
    atomic_init(&table->age, 0);
    if (!zm_shared_open(&table->entries, &othello_shape, buckets, buckets))
        return false;
    zm_shared_expect(&table->entries, &othello_shape, buckets);
    return true;
}

void othello_table_close(struct othello_table *table)
{
    zm_shared_close(&table->entries);
}

/* Costly results of this search are worth most. */
static uint64_t worth(const struct zm_shared_entry *entry, const void *context)
{
    uint8_t age = *(const uint8_t *)context;
    return entry->effort + ((uint8_t)(entry->data >> AGE_SHIFT) == age ? UINT64_C(1) << 56 : 0);
}

static uint64_t pack(struct othello_known known, uint8_t age)
{
    return (uint64_t)1 << PRESENT_SHIFT | (uint64_t)age << AGE_SHIFT |
           (uint64_t)known.second << 40 | (uint64_t)known.move << 32 |
           (uint64_t)known.confidence << 24 | (uint64_t)known.depth << 16 |
           (uint64_t)(uint8_t)known.upper << 8 | (uint8_t)known.lower;
}

void othello_note(struct othello_table *table, struct othello_bits bits, int alpha, int beta,
                  int score, struct othello_known by, uint64_t effort)
{
    struct zm_shared_key key = othello_key(bits);
    struct zm_shared_entry found;
    uint8_t age = atomic_load_explicit(&table->age, memory_order_relaxed);
    _Atomic uint64_t *place =
        zm_shared_place(&table->entries, &othello_shape, &key, zm_shared_buckets(&table->entries),
                        worth, &age, &found);
    int lower = -OTHELLO_MOST, upper = OTHELLO_MOST;
    if (zm_shared_is(&othello_shape, &found, &key) && found.data != 0) {
        unsigned depth = found.data >> 16 & 255, confidence = found.data >> 24 & 255;
        if (depth > by.depth || (depth == by.depth && confidence > by.confidence))
            return; /* what is known says more */
        bool same = depth == by.depth && confidence == by.confidence;
        if (same) {
            lower = (int8_t)(found.data & 255);
            upper = (int8_t)(found.data >> 8 & 255);
        }
        uint8_t move = found.data >> 32 & 255, second = found.data >> 40 & 255;
        if (by.move == OTHELLO_NO_MOVE || by.move == move) {
            by.move = move;
            by.second = second;
        } else {
            by.second = move;
        }
    }
    if (score > alpha && score > lower)
        lower = score;
    if (score < beta && score < upper)
        upper = score;
    if (lower > upper) { /* searches that guess may contradict each other: the newer counts */
        lower = score < beta ? -OTHELLO_MOST : lower;
        upper = score > alpha ? OTHELLO_MOST : upper;
    }
    by.lower = (int8_t)lower;
    by.upper = (int8_t)upper;
    zm_shared_write(&othello_shape, place,
                    (struct zm_shared_entry){bits.own, bits.other, pack(by, age), effort});
}
