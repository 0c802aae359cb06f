/* The store on disk, over LMDB.
 *
 * What is asked often must not cost a search in a file: a store in memory (memory.c) stands before
 * the file. A result goes to memory at once, and into a queue; one writer thread takes the queue
 * four times a second, or when it is long, sorts it and writes it in one transaction. Killed at
 * any moment, the file holds the transactions that ended, whole. When the memory in front is over
 * its bound it is emptied, and from then on what memory does not know is looked up in the file.
 *
 * In the file there is one database for each kind: the key is the 128-bit hash of the result's key
 * (LMDB's keys are short), the value is the result's bytes followed by the whole key, which is
 * compared. Two more hold the header and the jobs. Transactions of readers are short, and kept for
 * reuse: LMDB frees no page that an old reader could still see. */
#include "store/lmdb_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    HASH_SIZE = 16,
    PENDING_TO_WRITE = 4 << 20, /* bytes in the queue that wake the writer */
    PENDING_LARGEST = 64 << 20, /* bytes in the queue that make a producer wait */
    PRELOADED = 1000000,        /* entries read into memory at the start, when there are no more */
    MILLISECONDS = 250,         /* between two transactions */
};

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
static bool find_in_file(struct lmdb_store *lmdb, MDB_txn *transaction, enum zm_kind kind,
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

static bool lmdb_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                     struct zm_value *value)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    if (zm_store_get(lmdb->memory, kind, key, value))
        return true;
    if (atomic_load_explicit(&lmdb->complete, memory_order_acquire))
        return false;
    MDB_txn *reader = zm_lmdb_begin_reading(lmdb);
    if (reader == NULL)
        return false;
    bool other, found = find_in_file(lmdb, reader, kind, key, value, &other);
    zm_lmdb_end_reading(lmdb, reader);
    if (found)
        zm_store_put(lmdb->memory, kind, key, *value);
    return found;
}

/* -- writing: the queue -- */

static enum zm_status enqueue(struct lmdb_store *lmdb, enum zm_kind kind, struct zm_bytes key,
                              struct zm_value value)
{
    uint8_t bytes[1 + sizeof(struct zm_value)] = {(uint8_t)kind};
    zm_value_write(kind, value, bytes + 1);
    pthread_mutex_lock(&lmdb->lock);
    while (lmdb->queue.bytes.size > PENDING_LARGEST && lmdb->failure.status == ZM_OK)
        pthread_cond_wait(&lmdb->done, &lmdb->lock);
    enum zm_status status = lmdb->failure.status;
    if (status == ZM_OK) {
        zm_buffer_add(&lmdb->queue.bytes, bytes, 1 + zm_value_size(kind));
        zm_list_add(&lmdb->queue, key);
        lmdb->added++;
        if (zm_list_failed(&lmdb->queue))
            status = zm_fail_memory(&lmdb->failure);
        if (lmdb->queue.bytes.size > PENDING_TO_WRITE)
            pthread_cond_signal(&lmdb->work);
    }
    pthread_mutex_unlock(&lmdb->lock);
    return status;
}

static enum zm_status lmdb_put(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                               struct zm_value value)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    struct zm_value known;
    if (!lmdb->has_writer)
        return ZM_FAILED;
    /* What only the file knows must be in memory for the merge to see it. */
    if (!atomic_load_explicit(&lmdb->complete, memory_order_acquire))
        lmdb_get(store, kind, key, &known);
    enum zm_status status = zm_store_put(lmdb->memory, kind, key, value);
    return status == ZM_OK ? enqueue(lmdb, kind, key, value) : status;
}

static enum zm_status lmdb_stream(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                  struct zm_value value)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    if (!lmdb->has_writer)
        return ZM_FAILED;
    atomic_store_explicit(&lmdb->complete, false, memory_order_release);
    return enqueue(lmdb, kind, key, value);
}

/* -- writing: the writer -- */

struct pending {
    struct zm_hash128 hash;
    size_t index;
};

static int by_kind_and_hash(const void *a, const void *b)
{
    const struct pending *x = a, *y = b;
    int order = memcmp(&x->hash, &y->hash, HASH_SIZE);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static int write_one(struct lmdb_store *lmdb, MDB_txn *transaction, struct zm_bytes item,
                     struct zm_buffer *scratch, bool *wrong)
{
    enum zm_kind kind = (enum zm_kind)item.data[0];
    size_t size = zm_value_size(kind);
    struct zm_bytes key = zm_bytes(item.data + 1 + size, item.size - 1 - size);
    struct zm_value value = zm_value_read(kind, item.data + 1), known;
    bool other;
    if (find_in_file(lmdb, transaction, kind, key, &known, &other)) {
        struct zm_value merged = known;
        if (!zm_value_merge(kind, &merged, value)) {
            *wrong = true;
            return 0;
        }
        if (merged.a == known.a && merged.b == known.b)
            return 0;
        value = merged;
    }
    if (other) /* a result less: two keys of one 128-bit hash */
        return 0;
    uint8_t bytes[sizeof(struct zm_value)];
    zm_value_write(kind, value, bytes);
    zm_buffer_set(scratch, zm_bytes(bytes, size));
    zm_buffer_add(scratch, key.data, key.size);
    if (scratch->failed)
        return ENOMEM;
    struct zm_hash128 hash = zm_bytes_hash128(key);
    MDB_val place = zm_lmdb_value(&hash, HASH_SIZE),
            data = zm_lmdb_value(scratch->data, scratch->size);
    return mdb_put(transaction, lmdb->kinds[kind], &place, &data, 0);
}

/* One transaction with all of `queue`, in the order of the file's pages. */
static enum zm_status write_queue(struct lmdb_store *lmdb, const struct zm_list *queue,
                                  struct zm_error *error)
{
    struct pending *order = malloc((queue->count + 1) * sizeof *order);
    struct zm_buffer scratch = {0};
    MDB_txn *transaction = NULL;
    bool wrong = false;
    if (order == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < queue->count; i++) {
        struct zm_bytes item = zm_list_at(queue, i);
        size_t size = 1 + zm_value_size((enum zm_kind)item.data[0]);
        order[i].hash = zm_bytes_hash128(zm_bytes(item.data + size, item.size - size));
        order[i].index = i;
    }
    qsort(order, queue->count, sizeof *order, by_kind_and_hash);
    int code = mdb_txn_begin(lmdb->environment, NULL, 0, &transaction);
    for (size_t i = 0; code == 0 && i < queue->count; i++)
        code = write_one(lmdb, transaction, zm_list_at(queue, order[i].index), &scratch, &wrong);
    if (code == 0)
        code = mdb_txn_commit(transaction);
    else if (transaction != NULL)
        mdb_txn_abort(transaction);
    free(order);
    zm_buffer_free(&scratch);
    if (code != 0)
        return zm_lmdb_fail(lmdb, code, "cannot write", error);
    return wrong ? zm_fail(error, ZM_WRONG, "store '%s': a stored result contradicts a new one",
                           lmdb->path)
                 : ZM_OK;
}

/* Empties the memory in front when it is over its bound. What was put since the transaction began
 * is unknown until the next one: forgotten work at worst, never a wrong result. */
static void bound_memory(struct lmdb_store *lmdb)
{
    if (lmdb->memory_limit == 0 || zm_store_stats(lmdb->memory).memory <= lmdb->memory_limit)
        return;
    atomic_store_explicit(&lmdb->complete, false, memory_order_release);
    lmdb->memory->class->purge(lmdb->memory);
}

static void wait_for_work(struct lmdb_store *lmdb)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += MILLISECONDS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!lmdb->closing && lmdb->written >= lmdb->wanted &&
           lmdb->queue.bytes.size <= PENDING_TO_WRITE)
        if (pthread_cond_timedwait(&lmdb->work, &lmdb->lock, &until) != 0)
            return;
}

static void *writer_main(void *argument)
{
    struct lmdb_store *lmdb = argument;
    struct zm_list taken = {0};
    pthread_mutex_lock(&lmdb->lock);
    while (!lmdb->closing || lmdb->queue.count > 0) {
        wait_for_work(lmdb);
        struct zm_list emptied = taken;
        zm_list_clear(&emptied);
        taken = lmdb->queue;
        lmdb->queue = emptied;
        uint64_t added = lmdb->added;
        struct zm_error error = lmdb->failure;
        pthread_mutex_unlock(&lmdb->lock);
        if (taken.count > 0 && error.status == ZM_OK && write_queue(lmdb, &taken, &error) == ZM_OK)
            bound_memory(lmdb);
        pthread_mutex_lock(&lmdb->lock);
        lmdb->failure = error;
        lmdb->written = added;
        pthread_cond_broadcast(&lmdb->done);
    }
    pthread_mutex_unlock(&lmdb->lock);
    zm_list_free(&taken);
    return NULL;
}

static enum zm_status lmdb_flush(struct zm_store *store, struct zm_error *error)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    pthread_mutex_lock(&lmdb->lock);
    uint64_t goal = lmdb->added;
    lmdb->wanted = goal;
    while (lmdb->has_writer && lmdb->written < goal) {
        pthread_cond_signal(&lmdb->work);
        pthread_cond_wait(&lmdb->done, &lmdb->lock);
    }
    enum zm_status status = lmdb->failure.status;
    if (status != ZM_OK && error != NULL)
        *error = lmdb->failure;
    pthread_mutex_unlock(&lmdb->lock);
    return status;
}

/* -- the rest of the interface -- */

static void lmdb_each(struct zm_store *store, enum zm_kind kind,
                      bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                      void *context)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    MDB_cursor *cursor = NULL;
    MDB_val place, found;
    size_t size = zm_value_size(kind);
    lmdb_flush(store, NULL);
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

uint64_t zm_lmdb_count(struct zm_store *store, enum zm_kind kind)
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
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    *stats = zm_store_stats(lmdb->memory);
    if (atomic_load_explicit(&lmdb->complete, memory_order_acquire))
        return;
    stats->entries = 0;
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        stats->entries += zm_lmdb_count(store, (enum zm_kind)kind);
}

static void lmdb_purge(struct zm_store *store)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    MDB_txn *transaction;
    lmdb_flush(store, NULL);
    int code = mdb_txn_begin(lmdb->environment, NULL, 0, &transaction);
    if (code == 0) {
        for (int kind = 0; code == 0 && kind < ZM_KIND_COUNT; kind++)
            code = mdb_drop(transaction, lmdb->kinds[kind], 0);
        if (code == 0)
            code = mdb_txn_commit(transaction);
        else
            mdb_txn_abort(transaction);
    }
    lmdb->memory->class->purge(lmdb->memory);
    pthread_mutex_lock(&lmdb->lock);
    if (code != 0)
        zm_lmdb_fail(lmdb, code, "cannot purge", &lmdb->failure);
    pthread_mutex_unlock(&lmdb->lock);
}

static void lmdb_close(struct zm_store *store)
{
    struct lmdb_store *lmdb = (struct lmdb_store *)store;
    if (lmdb->has_writer) {
        pthread_mutex_lock(&lmdb->lock);
        lmdb->closing = true;
        pthread_cond_signal(&lmdb->work);
        pthread_mutex_unlock(&lmdb->lock);
        pthread_join(lmdb->writer, NULL);
    }
    while (lmdb->reader_count > 0)
        mdb_txn_abort(lmdb->readers[--lmdb->reader_count]);
    if (lmdb->environment != NULL)
        mdb_env_close(lmdb->environment);
    if (lmdb->use >= 0)
        close(lmdb->use);
    zm_store_close(lmdb->memory);
    zm_store_header_free(&lmdb->header);
    zm_list_free(&lmdb->queue);
    pthread_cond_destroy(&lmdb->work);
    pthread_cond_destroy(&lmdb->done);
    pthread_mutex_destroy(&lmdb->lock);
    free(lmdb->path);
    free(lmdb);
}

static const struct zm_store_class lmdb_class = {
    .name = "lmdb",
    .close = lmdb_close,
    .get = lmdb_get,
    .put = lmdb_put,
    .stream = lmdb_stream,
    .stats = lmdb_stats,
    .each = lmdb_each,
    .purge = lmdb_purge,
    .flush = lmdb_flush,
};

const struct zm_store_header *zm_lmdb_header(const struct zm_store *store)
{
    return store->class == &lmdb_class ? &((const struct lmdb_store *)store)->header : NULL;
}

struct preloading {
    struct zm_store *memory;
    enum zm_kind kind;
};

static bool preload_one(void *context, struct zm_bytes key, struct zm_value value)
{
    const struct preloading *preloading = context;
    return zm_store_put(preloading->memory, preloading->kind, key, value) == ZM_OK;
}

/* Small stores are read into memory at once; larger ones are looked up in. */
static void preload(struct lmdb_store *lmdb)
{
    uint64_t entries = 0;
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++)
        entries += zm_lmdb_count(&lmdb->store, (enum zm_kind)kind);
    if (entries > PRELOADED)
        return;
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++) {
        struct preloading preloading = {lmdb->memory, (enum zm_kind)kind};
        lmdb_each(&lmdb->store, (enum zm_kind)kind, preload_one, &preloading);
    }
    atomic_store(&lmdb->complete, zm_store_stats(lmdb->memory).entries == entries);
}

static bool init_threads(struct lmdb_store *lmdb)
{
    pthread_condattr_t monotonic;
    if (pthread_condattr_init(&monotonic) != 0)
        return false;
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    bool good = pthread_mutex_init(&lmdb->lock, NULL) == 0 &&
                pthread_cond_init(&lmdb->work, &monotonic) == 0 &&
                pthread_cond_init(&lmdb->done, NULL) == 0;
    pthread_condattr_destroy(&monotonic);
    return good;
}

enum zm_status zm_lmdb_open(const char *path, enum zm_store_mode mode,
                            const struct zm_store_header *header, size_t memory,
                            struct zm_store **store, struct zm_error *error)
{
    struct lmdb_store *lmdb = calloc(1, sizeof *lmdb);
    *store = NULL;
    if (lmdb == NULL)
        return zm_fail_memory(error);
    if (!init_threads(lmdb)) {
        free(lmdb);
        return zm_fail(error, ZM_FAILED, "store '%s': no locks to be had", path);
    }
    lmdb->store.class = &lmdb_class;
    lmdb->use = -1;
    lmdb->memory_limit = memory;
    lmdb->memory = zm_memory_store(0);
    lmdb->path = strdup(path);
    enum zm_status status = lmdb->memory == NULL || lmdb->path == NULL
                                ? zm_fail_memory(error)
                                : zm_lmdb_open_file(lmdb, mode, header, error);
    if (status == ZM_OK && mode != ZM_STORE_READ) {
        preload(lmdb);
        lmdb->has_writer = pthread_create(&lmdb->writer, NULL, writer_main, lmdb) == 0;
        if (!lmdb->has_writer)
            status = zm_fail(error, ZM_FAILED, "store '%s': no thread for writing", path);
    }
    if (status == ZM_OK)
        *store = &lmdb->store;
    else
        lmdb_close(&lmdb->store);
    return status;
}

/* The first bytes of an LMDB file say what it is, after a page header of sixteen bytes. */
bool zm_lmdb_is_store(const char *path)
{
    static const uint32_t magic = 0xBEEFC0DE;
    uint8_t head[16 + sizeof magic];
    FILE *file = fopen(path, "rb");
    bool is = file != NULL && fread(head, 1, sizeof head, file) == sizeof head &&
              memcmp(head + 16, &magic, sizeof magic) == 0;
    if (file != NULL)
        fclose(file);
    return is;
}
