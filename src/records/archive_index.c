/* The index of positions of an archive: sorted arrays ("parts"), cut into blocks; see archive.h. */
#include "records/archive_inside.h"

#include "base/array.h"

#include <errno.h>
#include <stdlib.h>

enum { BUCKETS = 256, ABSORB = 2 };

/* -- sorting -- */

static int by_key_and_game(const void *a, const void *b)
{
    const struct zm_occurrence *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->game > y->game) - (x->game < y->game);
}

static unsigned bucket_of(const struct zm_occurrence *occurrence)
{
    return (unsigned)(occurrence->key >> 56);
}

/* By the first byte in place (American flag sort), then each bucket by comparisons: qsort alone
 * would take as much memory again. */
static void sort(struct zm_occurrence *items, size_t count)
{
    size_t ends[BUCKETS] = {0}, next[BUCKETS], at = 0;
    for (size_t i = 0; i < count; i++)
        ends[bucket_of(&items[i])]++;
    for (unsigned b = 0; b < BUCKETS; b++) {
        next[b] = at;
        at += ends[b];
        ends[b] = at;
    }
    for (unsigned b = 0; b < BUCKETS; b++)
        while (next[b] < ends[b]) {
            unsigned home = bucket_of(&items[next[b]]);
            struct zm_occurrence moved = items[next[b]];
            items[next[b]] = items[next[home]];
            items[next[home]++] = moved;
        }
    for (unsigned b = 0; b < BUCKETS; b++) {
        size_t begin = b == 0 ? 0 : ends[b - 1];
        qsort(items + begin, ends[b] - begin, sizeof *items, by_key_and_game);
    }
}

/* -- parts -- */

static uint32_t part_of(const MDB_val *place)
{
    return (uint32_t)zm_read_high_first(place->mv_data, 4);
}

static struct zm_index_key index_key(uint32_t part, uint64_t key, uint32_t place)
{
    struct zm_index_key made;
    zm_high_first(made.part, part, sizeof made.part);
    zm_high_first(made.key, key, sizeof made.key);
    zm_high_first(made.place, place, sizeof made.place);
    return made;
}

/* Counts the entries of a part. */
static int part_size(MDB_cursor *cursor, uint32_t part, size_t *size)
{
    struct zm_index_key first = index_key(part, 0, 0);
    MDB_val place = zm_archive_value(&first, sizeof first), data;
    int code = mdb_cursor_get(cursor, &place, &data, MDB_SET_RANGE);
    for (*size = 0; code == 0 && part_of(&place) == part;
         code = mdb_cursor_get(cursor, &place, &data, MDB_NEXT))
        *size += data.mv_size / sizeof(struct zm_occurrence);
    return code == MDB_NOTFOUND ? 0 : code;
}

/* Adds the entries of a part to an array, and deletes it. */
static int absorb(MDB_cursor *cursor, uint32_t part, struct zm_occurrences *to)
{
    struct zm_index_key first = index_key(part, 0, 0);
    MDB_val place = zm_archive_value(&first, sizeof first), data;
    int code = mdb_cursor_get(cursor, &place, &data, MDB_SET_RANGE);
    while (code == 0 && part_of(&place) == part) {
        size_t more = data.mv_size / sizeof(struct zm_occurrence);
        struct zm_occurrence *items =
            zm_array_room(to->items, &to->capacity, to->count + more, sizeof *items);
        if (items == NULL)
            return ENOMEM;
        to->items = items;
        memcpy(items + to->count, data.mv_data, more * sizeof *items);
        to->count += more;
        code = mdb_cursor_del(cursor, 0);
        if (code == 0)
            code = mdb_cursor_get(cursor, &place, &data, MDB_NEXT);
    }
    return code == MDB_NOTFOUND ? 0 : code;
}

/* Takes in parts from the last on, as long as they are not much larger than what is there;
 * `*part` is set to the number of the part to write. */
static int absorb_parts(MDB_txn *transaction, MDB_dbi positions, struct zm_occurrences *to,
                        uint32_t *part)
{
    MDB_cursor *cursor;
    MDB_val place, data;
    int code = mdb_cursor_open(transaction, positions, &cursor);
    *part = 0;
    while (code == 0) {
        size_t size;
        code = mdb_cursor_get(cursor, &place, &data, MDB_LAST);
        if (code != 0)
            break;
        uint32_t last = part_of(&place);
        *part = last + 1;
        code = part_size(cursor, last, &size);
        if (code != 0 || size / ABSORB > to->count)
            break;
        code = absorb(cursor, last, to);
        *part = last;
    }
    mdb_cursor_close(cursor);
    return code == MDB_NOTFOUND ? 0 : code;
}

int zm_index_write(MDB_txn *transaction, MDB_dbi positions, struct zm_occurrences *occurrences)
{
    uint32_t part = 0, place = 0;
    int code =
        occurrences->count == 0 ? 0 : absorb_parts(transaction, positions, occurrences, &part);
    if (code == 0 && occurrences->count > 0)
        sort(occurrences->items, occurrences->count);
    for (size_t at = 0; code == 0 && at < occurrences->count; place++) {
        size_t count = occurrences->count - at;
        count = count > ZM_OCCURRENCES ? ZM_OCCURRENCES : count;
        struct zm_index_key key = index_key(part, occurrences->items[at].key, place);
        MDB_val where = zm_archive_value(&key, sizeof key),
                data =
                    zm_archive_value(&occurrences->items[at], count * sizeof *occurrences->items);
        code = mdb_put(transaction, positions, &where, &data, MDB_APPEND);
        at += count;
    }
    free(occurrences->items);
    *occurrences = (struct zm_occurrences){0};
    return code;
}

/* -- finding -- */

/* Goes to the first block of a part that may hold a key; false: there is none. */
static bool first_block(MDB_cursor *cursor, uint32_t part, uint64_t key, MDB_val *place,
                        MDB_val *data)
{
    struct zm_index_key wanted = index_key(part, key, 0);
    *place = zm_archive_value(&wanted, sizeof wanted);
    int code = mdb_cursor_get(cursor, place, data, MDB_SET_RANGE);
    /* The block before it may end with the key. */
    int before = mdb_cursor_get(cursor, place, data, code == 0 ? MDB_PREV : MDB_LAST);
    if (before == 0 && part_of(place) == part)
        return true;
    if (code != 0)
        return false;
    *place = zm_archive_value(&wanted, sizeof wanted);
    return mdb_cursor_get(cursor, place, data, MDB_SET_RANGE) == 0 && part_of(place) == part;
}

/* An occurrence of a block; small blocks lie at any address. */
static struct zm_occurrence item_at(const MDB_val *data, size_t index)
{
    struct zm_occurrence item;
    memcpy(&item, (const uint8_t *)data->mv_data + index * sizeof item, sizeof item);
    return item;
}

/* The first of sorted occurrences that is not below a key. */
static size_t lower_bound(const MDB_val *data, size_t count, uint64_t key)
{
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (item_at(data, middle).key < key)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

typedef bool visitor(void *context, const struct zm_occurrence *occurrence);

/* Visits a key in one part; false: the visitor has enough. */
static bool find_in_part(MDB_cursor *cursor, uint32_t part, uint64_t key, visitor *visit,
                         void *context)
{
    MDB_val place, data;
    bool more = first_block(cursor, part, key, &place, &data);
    while (more) {
        size_t count = data.mv_size / sizeof(struct zm_occurrence);
        size_t i = lower_bound(&data, count, key);
        for (; i < count; i++) {
            struct zm_occurrence item = item_at(&data, i);
            if (item.key != key)
                break;
            if (!visit(context, &item))
                return false;
        }
        more = i == count && mdb_cursor_get(cursor, &place, &data, MDB_NEXT) == 0 &&
               part_of(&place) == part;
    }
    return true;
}

void zm_archive_find(const struct zm_archive *archive, uint64_t key, visitor *visit, void *context)
{
    MDB_cursor *cursor;
    MDB_val place, data;
    if (mdb_cursor_open(archive->reader, archive->databases[ZM_DB_POSITIONS], &cursor) != 0)
        return;
    bool more = mdb_cursor_get(cursor, &place, &data, MDB_FIRST) == 0;
    while (more) {
        uint32_t part = part_of(&place);
        if (!find_in_part(cursor, part, key, visit, context))
            break;
        struct zm_index_key next = index_key(part + 1, 0, 0);
        place = zm_archive_value(&next, sizeof next);
        more = mdb_cursor_get(cursor, &place, &data, MDB_SET_RANGE) == 0;
    }
    mdb_cursor_close(cursor);
}
