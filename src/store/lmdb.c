/* The store on disk, over LMDB: every call reads or writes the file, in a transaction of its own;
 * layered.c stands before it, with memory and a queue.
 *
 * In the file there is one database for each kind: the key is the 128-bit hash of the result's key
 * (LMDB's keys are short), the value is the result's bytes followed by the whole key, which is
 * compared. Two more hold the header and the notes. Transactions of readers are short, and kept for
 * reuse: LMDB frees no page that an old reader could still see. */
#include "store/lmdb_file.h"

#include "base/file.h"
#include "store/layered.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { HASH_SIZE = 16 };

/* -- reading -- */

MDB_txn *zm_lmdb_begin_reading(struct lmdb_store *lmdb)
{
    MDB_txn *reader = NULL;
    pthread_mutex_lock(&lmdb->lock);
    if (lmdb->reader_count > 0)
        reader = lmdb->readers[--lmdb->reader_count];
    pthread_mutex_unlock(&lmdb->lock);
    if (reader == NULL)
        return mdb_txn_begin(lmdb->environment, NULL, MDB_RDONLY, &reader) == 0 ? reader : NULL;
    if (mdb_txn_renew(reader) == 0)
        return reader;
    mdb_txn_abort(reader);
    return NULL;
}

void zm_lmdb_end_reading(struct lmdb_store *lmdb, MDB_txn *reader)
{
    mdb_txn_reset(reader);
    pthread_mutex_lock(&lmdb->lock);
    bool kept = lmdb->reader_count < ZM_LMDB_READERS;
    if (kept)
        lmdb->readers[lmdb->reader_count++] = reader;
    pthread_mutex_unlock(&lmdb->lock);
    if (!kept)
        mdb_txn_abort(reader);
}

/* What the file holds under a key, seen by a transaction. `other`: the place is taken by another
 * key of the same hash. */
static bool find(struct lmdb_store *lmdb, MDB_txn *transaction, enum zm_kind kind,
                 struct zm_bytes key, struct zm_value *value, bool *other)
{
    struct zm_hash128 hash = zm_bytes_hash128(key);
    MDB_val place = zm_lmdb_value(&hash, HASH_SIZE), found;
    size_t size = zm_value_size(kind);
    *other = false;
    if (mdb_get(transaction, lmdb->kinds[kind], &place, &found) != 0)
        return false;
    const uint8_t *bytes = found.mv_data;
    *other =
        found.mv_size < size || !zm_bytes_equal(zm_bytes(bytes + size, found.mv_size - size), key);
    if (!*other)
        *value = zm_value_read(kind, bytes);
    return !*other;
}

static void lmdb_get_many(struct zm_store *store, struct zm_store_entry *entries, size_t count,
                          bool *found)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    MDB_txn *reader = zm_lmdb_begin_reading(lmdb);
    bool other;
    for (size_t i = 0; i < count; i++)
        found[i] = reader != NULL &&
                   find(lmdb, reader, entries[i].kind, entries[i].key, &entries[i].value, &other);
    if (reader != NULL)
        zm_lmdb_end_reading(lmdb, reader);
}

static bool lmdb_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                     struct zm_value *value)
{
    struct zm_store_entry entry = {.kind = kind, .key = key};
    bool found;
    lmdb_get_many(store, &entry, 1, &found);
    if (found)
        *value = entry.value;
    return found;
}

static void lmdb_each(struct zm_store *store, enum zm_kind kind,
                      bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                      void *context)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    MDB_cursor *cursor = NULL;
    MDB_val place, found;
    size_t size = zm_value_size(kind);
    MDB_txn *reader = zm_lmdb_begin_reading(lmdb);
    if (reader == NULL)
        return;
    if (mdb_cursor_open(reader, lmdb->kinds[kind], &cursor) == 0) {
        while (mdb_cursor_get(cursor, &place, &found, MDB_NEXT) == 0) {
            const uint8_t *bytes = found.mv_data;
            if (found.mv_size >= size &&
                !visit(context, zm_bytes(bytes + size, found.mv_size - size),
                       zm_value_read(kind, bytes)))
                break;
        }
        mdb_cursor_close(cursor);
    }
    zm_lmdb_end_reading(lmdb, reader);
}

static uint64_t lmdb_count(struct zm_store *store, enum zm_kind kind)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    MDB_stat stat = {0};
    MDB_txn *reader = zm_lmdb_begin_reading(lmdb);
    if (reader == NULL)
        return 0;
    mdb_stat(reader, lmdb->kinds[kind], &stat);
    zm_lmdb_end_reading(lmdb, reader);
    return stat.ms_entries;
}

static void lmdb_stats(struct zm_store *store, struct zm_store_stats *stats)
{
    *stats = (struct zm_store_stats){0};
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        stats->entries += lmdb_count(store, (enum zm_kind)kind);
}

/* -- writing -- */

struct pending {
    enum zm_kind kind;
    struct zm_hash128 hash;
    size_t index;
};

/* The order of the file's pages; results of one key stay in the order in which they came. */
static int by_kind_and_hash(const void *a, const void *b)
{
    const struct pending *x = a, *y = b;
    int order = memcmp(&x->hash, &y->hash, HASH_SIZE);
    return x->kind != y->kind ? (x->kind > y->kind) - (x->kind < y->kind)
           : order != 0       ? order
                              : (x->index > y->index) - (x->index < y->index);
}

static struct pending *sort(const struct zm_store_entry *entries, size_t count)
{
    struct pending *order = malloc((count + 1) * sizeof *order);
    for (size_t i = 0; order != NULL && i < count; i++)
        order[i] = (struct pending){entries[i].kind, zm_bytes_hash128(entries[i].key), i};
    if (order != NULL)
        qsort(order, count, sizeof *order, by_kind_and_hash);
    return order;
}

static int write_one(struct lmdb_store *lmdb, MDB_txn *transaction,
                     const struct zm_store_entry *entry, struct zm_buffer *scratch, bool *wrong)
{
    enum zm_kind kind = entry->kind;
    struct zm_value value = entry->value, known;
    bool other;
    if (find(lmdb, transaction, kind, entry->key, &known, &other)) {
        struct zm_value merged = known;
        if (!zm_value_merge(kind, &merged, value)) {
            *wrong = true;
            return 0;
        }
        if (merged.a == known.a && merged.b == known.b)
            return 0;
        value = merged;
    }
    if (other) /* two keys of one 128-bit hash: the second is not kept */
        return 0;
    uint8_t bytes[sizeof(struct zm_value)];
    zm_value_write(kind, value, bytes);
    zm_buffer_set(scratch, zm_bytes(bytes, zm_value_size(kind)));
    zm_buffer_add(scratch, entry->key.data, entry->key.size);
    if (scratch->failed)
        return ENOMEM;
    struct zm_hash128 hash = zm_bytes_hash128(entry->key);
    MDB_val place = zm_lmdb_value(&hash, HASH_SIZE),
            data = zm_lmdb_value(scratch->data, scratch->size);
    return mdb_put(transaction, lmdb->kinds[kind], &place, &data, 0);
}

/* One transaction with all of them. */
static enum zm_status lmdb_put_many(struct zm_store *store, const struct zm_store_entry *entries,
                                    size_t count, struct zm_error *error)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    struct pending *order = sort(entries, count);
    struct zm_buffer scratch = {0};
    MDB_txn *transaction = NULL;
    bool wrong = false;
    if (order == NULL)
        return zm_fail_memory(error);
    int code = mdb_txn_begin(lmdb->environment, NULL, 0, &transaction);
    for (size_t i = 0; code == 0 && i < count; i++)
        code = write_one(lmdb, transaction, &entries[order[i].index], &scratch, &wrong);
    code = zm_lmdb_end_writing(transaction, code);
    free(order);
    zm_buffer_free(&scratch);
    if (code != 0)
        return zm_lmdb_fail(lmdb, code, "cannot write", error);
    return wrong ? zm_fail(error, ZM_WRONG, "store '%s': a stored result contradicts a new one",
                           lmdb->path)
                 : ZM_OK;
}

static enum zm_status lmdb_put(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                               struct zm_value value)
{
    return lmdb_put_many(store, &(struct zm_store_entry){kind, key, value}, 1, NULL);
}

static enum zm_status lmdb_purge(struct zm_store *store, struct zm_error *error)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    MDB_txn *transaction = NULL;
    int code = mdb_txn_begin(lmdb->environment, NULL, 0, &transaction);
    for (int kind = 0; code == 0 && kind < ZM_KIND_COUNT; kind++)
        code = mdb_drop(transaction, lmdb->kinds[kind], 0);
    code = zm_lmdb_end_writing(transaction, code);
    return code == 0 ? ZM_OK : zm_lmdb_fail(lmdb, code, "cannot purge", error);
}

/* -- opening and closing -- */

static const struct zm_store_header *lmdb_header(const struct zm_store *store)
{
    return &((const struct lmdb_store *)store)->header;
}

static void lmdb_close(struct zm_store *store)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    while (lmdb->reader_count > 0)
        mdb_txn_abort(lmdb->readers[--lmdb->reader_count]);
    if (lmdb->environment != NULL)
        mdb_env_close(lmdb->environment);
    if (lmdb->use >= 0)
        close(lmdb->use);
    zm_store_header_free(&lmdb->header);
    pthread_mutex_destroy(&lmdb->lock);
    free(lmdb->path);
    free(lmdb);
}

static const struct zm_store_class lmdb_class = {
    .name = "lmdb",
    .lasts = true,
    .close = lmdb_close,
    .get = lmdb_get,
    .put = lmdb_put,
    .get_many = lmdb_get_many,
    .put_many = lmdb_put_many,
    .stats = lmdb_stats,
    .each = lmdb_each,
    .count = lmdb_count,
    .purge = lmdb_purge,
    .header = lmdb_header,
    .add_note = zm_lmdb_add_note,
    .note = zm_lmdb_note,
};

static enum zm_status open_file(const char *path, enum zm_store_mode mode,
                                const struct zm_store_header *header, size_t memory,
                                struct zm_store **store, struct zm_error *error)
{
    struct lmdb_store *lmdb = calloc(1, sizeof *lmdb);
    *store = NULL;
    if (lmdb == NULL || pthread_mutex_init(&lmdb->lock, NULL) != 0) {
        free(lmdb);
        return zm_fail_memory(error);
    }
    lmdb->store.class = &lmdb_class;
    lmdb->use = -1;
    lmdb->path = strdup(path);
    enum zm_status status =
        lmdb->path == NULL ? zm_fail_memory(error) : zm_lmdb_open_file(lmdb, mode, header, error);
    if (status == ZM_OK)
        return zm_layered_open(&lmdb->store, mode != ZM_STORE_READ, memory, store, error);
    lmdb_close(&lmdb->store);
    return status;
}

static bool takes_any(const char *where)
{
    (void)where;
    return true;
}

/* The first bytes of an LMDB file say what it is, after a page header of sixteen bytes. */
static bool is_store(const char *path)
{
    static const uint32_t magic = 0xBEEFC0DE;
    uint8_t head[16 + sizeof magic];
    FILE *file;
    zm_file_open(path, ZM_FILE_PLAIN, &file, NULL);
    bool is = file != NULL && fread(head, 1, sizeof head, file) == sizeof head &&
              memcmp(head + 16, &magic, sizeof magic) == 0;
    if (file != NULL)
        fclose(file);
    return is;
}

const struct zm_store_driver zm_lmdb_driver = {
    .name = "lmdb",
    .takes = takes_any,
    .is_store = is_store,
    .open = open_file,
};
