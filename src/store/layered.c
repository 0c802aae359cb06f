/* Memory in front of another store; see layered.h.
 *
 * What is asked often must not cost a search in a file or a message over a network: a store in
 * memory (memory.c) stands before the other. A result goes to memory at once, and into a queue; one
 * writer thread takes the queue four times a second, or when it is long, and puts it behind in one
 * piece (put_many). Killed at any moment, what is behind has the pieces that ended, whole. When the
 * memory in front is over its bound it is emptied, and from then on what memory does not know is
 * looked up behind. */
#include "store/layered.h"

#include "base/list.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum {
    PENDING_TO_WRITE = 4 << 20, /* bytes in the queue that wake the writer */
    PENDING_LARGEST = 64 << 20, /* bytes in the queue that make a producer wait */
    PRELOADED = 1000000,        /* entries read into memory at the start, when there are no more */
    MILLISECONDS = 250,         /* between two pieces */
};

struct layered_store {
    struct zm_store store;
    struct zm_store *front, *behind;
    size_t memory_limit;
    atomic_bool complete; /* the front knows all that is behind */

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t work;  /* for the writer: the queue is long, a thread waits, or the end */
    pthread_cond_t done;  /* for the others: a piece has been written */
    pthread_t writer;
    bool has_writer, closing;
    struct zm_list queue;            /* kind, value, key */
    uint64_t added, written, wanted; /* results ever queued, ever written, asked to be written */
    struct zm_error failure;         /* status ZM_OK: none */
};

/* -- reading -- */

static bool is_complete(struct layered_store *layered)
{
    return atomic_load_explicit(&layered->complete, memory_order_acquire);
}

static bool layered_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                        struct zm_value *value)
{
    struct layered_store *layered = (struct layered_store *)store;
    if (zm_store_get(layered->front, kind, key, value))
        return true;
    if (is_complete(layered) || !zm_store_get(layered->behind, kind, key, value))
        return false;
    zm_store_put(layered->front, kind, key, *value);
    return true;
}

/* Asks behind, all at once, for those that the front does not have. */
static void get_from_behind(struct layered_store *layered, struct zm_store_entry *entries,
                            size_t count, size_t missing, bool *found)
{
    struct zm_store_entry *asked = malloc(missing * sizeof *asked);
    bool *there = malloc(missing * sizeof *there);
    size_t next = 0;
    if (asked != NULL && there != NULL) {
        for (size_t i = 0; i < count; i++)
            if (!found[i])
                asked[next++] = entries[i];
        zm_store_get_many(layered->behind, asked, missing, there);
        next = 0;
        for (size_t i = 0; i < count; i++) {
            if (found[i])
                continue;
            found[i] = there[next];
            entries[i].value = asked[next++].value;
            if (found[i])
                zm_store_put(layered->front, entries[i].kind, entries[i].key, entries[i].value);
        }
    }
    free(asked);
    free(there);
}

static void layered_get_many(struct zm_store *store, struct zm_store_entry *entries, size_t count,
                             bool *found)
{
    struct layered_store *layered = (struct layered_store *)store;
    size_t missing = 0;
    zm_store_get_many(layered->front, entries, count, found);
    for (size_t i = 0; i < count; i++)
        missing += !found[i];
    if (missing > 0 && !is_complete(layered))
        get_from_behind(layered, entries, count, missing, found);
}

/* -- writing: the queue -- */

static enum zm_status enqueue(struct layered_store *layered, enum zm_kind kind, struct zm_bytes key,
                              struct zm_value value)
{
    uint8_t bytes[1 + sizeof(struct zm_value)] = {(uint8_t)kind};
    zm_value_write(kind, value, bytes + 1);
    pthread_mutex_lock(&layered->lock);
    while (layered->queue.bytes.size > PENDING_LARGEST && layered->failure.status == ZM_OK)
        pthread_cond_wait(&layered->done, &layered->lock);
    enum zm_status status = layered->failure.status;
    if (status == ZM_OK) {
        zm_buffer_add(&layered->queue.bytes, bytes, 1 + zm_value_size(kind));
        zm_list_add(&layered->queue, key);
        layered->added++;
        if (zm_list_failed(&layered->queue))
            status = zm_fail_memory(&layered->failure);
        if (layered->queue.bytes.size > PENDING_TO_WRITE)
            pthread_cond_signal(&layered->work);
    }
    pthread_mutex_unlock(&layered->lock);
    return status;
}

static enum zm_status layered_put(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                  struct zm_value value)
{
    struct layered_store *layered = (struct layered_store *)store;
    struct zm_value known;
    if (!layered->has_writer)
        return ZM_FAILED;
    /* What is only known behind must be in front for the merge to see it. */
    if (!is_complete(layered))
        layered_get(store, kind, key, &known);
    enum zm_status status = zm_store_put(layered->front, kind, key, value);
    return status == ZM_OK ? enqueue(layered, kind, key, value) : status;
}

static enum zm_status layered_stream(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                     struct zm_value value)
{
    struct layered_store *layered = (struct layered_store *)store;
    if (!layered->has_writer)
        return ZM_FAILED;
    atomic_store_explicit(&layered->complete, false, memory_order_release);
    return enqueue(layered, kind, key, value);
}

/* -- writing: the writer -- */

static struct zm_store_entry entry_of(struct zm_bytes item)
{
    enum zm_kind kind = (enum zm_kind)item.data[0];
    size_t size = 1 + zm_value_size(kind);
    return (struct zm_store_entry){kind, zm_bytes(item.data + size, item.size - size),
                                   zm_value_read(kind, item.data + 1)};
}

static enum zm_status write_queue(struct layered_store *layered, const struct zm_list *queue,
                                  struct zm_error *error)
{
    struct zm_store_entry *entries = malloc(queue->count * sizeof *entries);
    if (entries == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < queue->count; i++)
        entries[i] = entry_of(zm_list_at(queue, i));
    enum zm_status status = zm_store_put_many(layered->behind, entries, queue->count, error);
    free(entries);
    return status;
}

/* Empties the memory in front when it is over its bound. What was put since the piece was taken is
 * unknown until the next one: forgotten work at worst, never a wrong result. */
static void bound_memory(struct layered_store *layered)
{
    if (layered->memory_limit == 0 ||
        zm_store_stats(layered->front).memory <= layered->memory_limit)
        return;
    atomic_store_explicit(&layered->complete, false, memory_order_release);
    layered->front->class->purge(layered->front, NULL);
}

static void wait_for_work(struct layered_store *layered)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += MILLISECONDS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!layered->closing && layered->written >= layered->wanted &&
           layered->queue.bytes.size <= PENDING_TO_WRITE)
        if (pthread_cond_timedwait(&layered->work, &layered->lock, &until) != 0)
            return;
}

static void *writer_main(void *argument)
{
    struct layered_store *layered = argument;
    struct zm_list taken = {0};
    pthread_mutex_lock(&layered->lock);
    while (!layered->closing || layered->queue.count > 0) {
        wait_for_work(layered);
        struct zm_list emptied = taken;
        zm_list_clear(&emptied);
        taken = layered->queue;
        layered->queue = emptied;
        uint64_t added = layered->added;
        struct zm_error error = layered->failure;
        pthread_mutex_unlock(&layered->lock);
        if (taken.count > 0 && error.status == ZM_OK &&
            write_queue(layered, &taken, &error) == ZM_OK)
            bound_memory(layered);
        pthread_mutex_lock(&layered->lock);
        layered->failure = error;
        layered->written = added;
        pthread_cond_broadcast(&layered->done);
    }
    pthread_mutex_unlock(&layered->lock);
    zm_list_free(&taken);
    return NULL;
}

static enum zm_status layered_flush(struct zm_store *store, struct zm_error *error)
{
    struct layered_store *layered = (struct layered_store *)store;
    pthread_mutex_lock(&layered->lock);
    uint64_t goal = layered->added;
    layered->wanted = goal;
    while (layered->has_writer && layered->written < goal) {
        pthread_cond_signal(&layered->work);
        pthread_cond_wait(&layered->done, &layered->lock);
    }
    enum zm_status status = layered->failure.status;
    if (status != ZM_OK && error != NULL)
        *error = layered->failure;
    pthread_mutex_unlock(&layered->lock);
    return status == ZM_OK ? zm_store_flush(layered->behind, error) : status;
}

/* -- the rest of the interface -- */

static void layered_each(struct zm_store *store, enum zm_kind kind,
                         bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                         void *context)
{
    struct layered_store *layered = (struct layered_store *)store;
    layered_flush(store, NULL);
    layered->behind->class->each(layered->behind, kind, visit, context);
}

static uint64_t layered_count(struct zm_store *store, enum zm_kind kind)
{
    return zm_store_count(((struct layered_store *)store)->behind, kind);
}

static void layered_stats(struct zm_store *store, struct zm_store_stats *stats)
{
    struct layered_store *layered = (struct layered_store *)store;
    *stats = zm_store_stats(layered->front);
    if (!is_complete(layered))
        stats->entries = zm_store_stats(layered->behind).entries;
}

static enum zm_status layered_purge(struct zm_store *store, struct zm_error *error)
{
    struct layered_store *layered = (struct layered_store *)store;
    layered_flush(store, NULL);
    layered->front->class->purge(layered->front, NULL);
    return layered->behind->class->purge(layered->behind, error);
}

static const struct zm_store_header *layered_header(const struct zm_store *store)
{
    return zm_store_header(((const struct layered_store *)store)->behind);
}

static enum zm_status layered_add_note(struct zm_store *store, struct zm_bytes text,
                                       struct zm_error *error)
{
    return zm_store_add_note(((struct layered_store *)store)->behind, text, error);
}

static bool layered_note(struct zm_store *store, size_t index, struct zm_buffer *text)
{
    return zm_store_note(((struct layered_store *)store)->behind, index, text);
}

static void layered_close(struct zm_store *store)
{
    struct layered_store *layered = (struct layered_store *)store;
    if (layered->has_writer) {
        pthread_mutex_lock(&layered->lock);
        layered->closing = true;
        pthread_cond_signal(&layered->work);
        pthread_mutex_unlock(&layered->lock);
        pthread_join(layered->writer, NULL);
    }
    zm_store_close(layered->behind);
    zm_store_close(layered->front);
    zm_list_free(&layered->queue);
    pthread_cond_destroy(&layered->work);
    pthread_cond_destroy(&layered->done);
    pthread_mutex_destroy(&layered->lock);
    free(layered);
}

static const struct zm_store_class layered_class = {
    .name = "layered",
    .lasts = true,
    .close = layered_close,
    .get = layered_get,
    .put = layered_put,
    .get_many = layered_get_many,
    .stream = layered_stream,
    .stats = layered_stats,
    .each = layered_each,
    .count = layered_count,
    .purge = layered_purge,
    .flush = layered_flush,
    .header = layered_header,
    .add_note = layered_add_note,
    .note = layered_note,
};

/* -- opening -- */

struct preloading {
    struct zm_store *front;
    enum zm_kind kind;
};

static bool preload_one(void *context, struct zm_bytes key, struct zm_value value)
{
    const struct preloading *preloading = context;
    return zm_store_put(preloading->front, preloading->kind, key, value) == ZM_OK;
}

/* Small stores are read into memory at once; larger ones are looked up in. */
static void preload(struct layered_store *layered)
{
    uint64_t entries = zm_store_stats(layered->behind).entries;
    if (entries > PRELOADED)
        return;
    for (int kind = 0; kind < ZM_KIND_COUNT; kind++) {
        struct preloading preloading = {layered->front, (enum zm_kind)kind};
        layered->behind->class->each(layered->behind, (enum zm_kind)kind, preload_one, &preloading);
    }
    atomic_store(&layered->complete, zm_store_stats(layered->front).entries == entries);
}

static bool init_threads(struct layered_store *layered)
{
    pthread_condattr_t monotonic;
    if (pthread_condattr_init(&monotonic) != 0)
        return false;
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    bool good = pthread_mutex_init(&layered->lock, NULL) == 0 &&
                pthread_cond_init(&layered->work, &monotonic) == 0 &&
                pthread_cond_init(&layered->done, NULL) == 0;
    pthread_condattr_destroy(&monotonic);
    return good;
}

static enum zm_status open_layers(struct layered_store *layered, bool writable,
                                  struct zm_error *error)
{
    layered->front = zm_memory_store(0);
    if (layered->front == NULL)
        return zm_fail_memory(error);
    if (!writable)
        return ZM_OK;
    preload(layered);
    layered->has_writer = pthread_create(&layered->writer, NULL, writer_main, layered) == 0;
    return layered->has_writer ? ZM_OK : zm_fail(error, ZM_FAILED, "no thread for writing");
}

enum zm_status zm_layered_open(struct zm_store *behind, bool writable, size_t memory,
                               struct zm_store **store, struct zm_error *error)
{
    struct layered_store *layered = calloc(1, sizeof *layered);
    *store = NULL;
    if (layered == NULL || !init_threads(layered)) {
        free(layered);
        zm_store_close(behind);
        return zm_fail_memory(error);
    }
    layered->store.class = &layered_class;
    layered->behind = behind;
    layered->memory_limit = memory;
    enum zm_status status = open_layers(layered, writable, error);
    if (status == ZM_OK)
        *store = &layered->store;
    else
        layered_close(&layered->store);
    return status;
}
