/* Shared results; see share.h. What is sent and not yet heard by others is in a stream (`news`) of
 * the server, all that it keeps in a hash (`results`) under the keys of stores: a kind and a key. A
 * batch in the stream is one string: for each result its kind, the length of its key (4 bytes), the
 * key, the value as stores write it. With several servers each has its own stream and hash. Hints
 * have a stream of their own (`hints`), on the first server. */
#include "cluster/share.h"

#include "cluster/scripts.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { BATCH = 1000, PULL = 64, PACE = 50, HEAD = 5, LARGEST_VALUE = 16 };

struct shared_store {
    struct zm_store store;
    struct zm_share share;
    struct zm_store *front;
    struct zm_link *link;   /* under `wire` */
    struct zm_buffer *last; /* of the news heard from each server, under `wire` */
    struct zm_buffer hint;  /* the last one heard, under `wire` */
    size_t servers;
    pthread_mutex_t wire;
    pthread_mutex_t lock; /* of the queue and the counts */
    struct zm_list queue; /* results to be sent: kind and key */
    struct zm_share_counts counts;
    pthread_t thread;
    bool has_thread;
    atomic_uint pace; /* milliseconds */
    atomic_bool end;
};

static struct shared_store *of(struct zm_store *store)
{
    return (struct shared_store *)store;
}

/* -- sending -- */

/* Appends a result to a batch: to the blob, and to the fields of the hash. */
static void pack(struct shared_store *shared, struct zm_bytes field, struct zm_buffer *blob,
                 struct zm_list *fields)
{
    enum zm_kind kind = (enum zm_kind)field.data[0];
    struct zm_bytes key = zm_bytes(field.data + 1, field.size - 1);
    uint8_t head[HEAD] = {(uint8_t)kind, (uint8_t)key.size, (uint8_t)(key.size >> 8),
                          (uint8_t)(key.size >> 16), (uint8_t)(key.size >> 24)};
    uint8_t bytes[LARGEST_VALUE];
    struct zm_value value;
    if (!zm_store_get(shared->front, kind, key, &value))
        return; /* forgotten meanwhile */
    zm_value_write(kind, value, bytes);
    zm_buffer_add(blob, head, sizeof head);
    zm_buffer_add(blob, key.data, key.size);
    zm_buffer_add(blob, bytes, zm_value_size(kind));
    zm_list_add(fields, field);
    zm_list_add(fields, zm_bytes(bytes, zm_value_size(kind)));
}

/* The server that has a result: the upper bits, since tables of stores use the lower ones. */
static size_t server_of(const struct shared_store *shared, struct zm_bytes field)
{
    return (size_t)((zm_bytes_hash(field) >> 32) % shared->servers);
}

/* Does a further server know of the campaign and its generation? */
static enum zm_status expect_part(struct shared_store *shared, const redisReply *reply,
                                  struct zm_error *error)
{
    if (reply == NULL)
        return error->status;
    return zm_reply_is(zm_reply_at(reply, 0), "foreign")
               ? zm_fail(error, ZM_BAD_INPUT,
                         "one of the further servers has keys 'zermelo:%s:...' that are no results "
                         "of this program: choose another database or another --campaign",
                         shared->share.campaign)
               : ZM_OK;
}

/* Makes the further servers ready for the generation of the campaign; the caller has the wire. */
static enum zm_status enter_parts(struct shared_store *shared, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (size_t i = 1; i < shared->servers && status == ZM_OK; i++) {
        struct zm_link *link = zm_link_server(shared->link, i, error);
        struct zm_list arguments = {0};
        zm_word(&arguments, shared->share.campaign);
        zm_word_number(&arguments, shared->share.generation);
        redisReply *reply =
            link == NULL ? NULL : zm_link_script(link, zm_script_part, &arguments, error);
        status = expect_part(shared, reply, error);
        zm_list_free(&arguments);
        freeReplyObject(reply);
    }
    return status;
}

/* Sends one batch to a server, of those results that belong there; the caller has the wire. */
static enum zm_status send_batch(struct shared_store *shared, const struct zm_list *queue,
                                 size_t from, size_t server, struct zm_error *error)
{
    struct zm_list fields = {0}, arguments = {0};
    struct zm_buffer blob = {0};
    for (size_t i = from; i < queue->count && i < from + BATCH; i++)
        if (server_of(shared, zm_list_at(queue, i)) == server)
            pack(shared, zm_list_at(queue, i), &blob, &fields);
    zm_word(&arguments, shared->share.campaign);
    zm_word(&arguments, shared->share.worker);
    zm_word_number(&arguments, shared->share.generation);
    zm_list_add(&arguments, zm_buffer_bytes(&blob));
    zm_word_number(&arguments, shared->share.most);
    for (size_t i = 0; i < fields.count; i++)
        zm_list_add(&arguments, zm_list_at(&fields, i));
    arguments.bytes.failed |= blob.failed || zm_list_failed(&fields);
    struct zm_link *link = blob.size == 0 ? NULL : zm_link_server(shared->link, server, error);
    const char *script = server == 0 ? zm_script_share : zm_script_share_part;
    redisReply *reply = link == NULL ? NULL : zm_link_script(link, script, &arguments, error);
    enum zm_status status = blob.size == 0 ? ZM_OK : expect_part(shared, reply, error);
    freeReplyObject(reply);
    pthread_mutex_lock(&shared->lock);
    shared->counts.entries += fields.count / 2;
    shared->counts.bytes += blob.size == 0 ? 0 : arguments.bytes.size;
    pthread_mutex_unlock(&shared->lock);
    zm_list_free(&fields);
    zm_list_free(&arguments);
    zm_buffer_free(&blob);
    return status;
}

/* Sends what waits, unless the campaign was left; the caller has the wire. */
static enum zm_status send_all(struct shared_store *shared, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    pthread_mutex_lock(&shared->lock);
    struct zm_list queue = shared->queue;
    shared->queue = (struct zm_list){0};
    pthread_mutex_unlock(&shared->lock);
    size_t sent = shared->share.campaign == NULL ? queue.count : 0;
    while (sent < queue.count && status == ZM_OK) {
        for (size_t i = 0; i < shared->servers && status == ZM_OK; i++)
            status = send_batch(shared, &queue, sent, i, error);
        sent += status == ZM_OK ? BATCH : 0;
    }
    pthread_mutex_lock(&shared->lock);
    for (size_t i = sent; i < queue.count; i++) /* for the next time */
        zm_list_add(&shared->queue, zm_list_at(&queue, i));
    pthread_mutex_unlock(&shared->lock);
    if (zm_list_failed(&queue) && status == ZM_OK)
        status = zm_fail_memory(error);
    zm_list_free(&queue);
    return status;
}

/* Sends hints, if there are any; the caller has the wire. */
static enum zm_status send_hints(struct shared_store *shared, struct zm_error *error)
{
    struct zm_buffer hints = {0};
    struct zm_list arguments = {0};
    enum zm_status status = ZM_OK;
    shared->share.tell_hints(shared->share.context, &hints);
    if (hints.size > 0 && !hints.failed) {
        zm_word(&arguments, shared->share.campaign);
        zm_word(&arguments, shared->share.worker);
        zm_word_number(&arguments, shared->share.generation);
        zm_list_add(&arguments, zm_buffer_bytes(&hints));
        redisReply *reply = zm_link_script(shared->link, zm_script_hint, &arguments, error);
        status = reply == NULL ? error->status : ZM_OK;
        freeReplyObject(reply);
    }
    zm_list_free(&arguments);
    zm_buffer_free(&hints);
    return status;
}

/* -- hearing -- */

static void take_in(struct shared_store *shared, struct zm_bytes who,
                    const struct zm_store_entry *entry)
{
    struct zm_value value = entry->value;
    bool agrees = zm_store_put(shared->front, entry->kind, entry->key, value) != ZM_WRONG;
    pthread_mutex_lock(&shared->lock);
    shared->counts.taken++;
    pthread_mutex_unlock(&shared->lock);
    if (shared->share.hear != NULL)
        shared->share.hear(shared->share.context, who, entry, agrees);
}

/* Takes the results of a batch in; what makes no sense ends it. */
static void unpack(struct shared_store *shared, struct zm_bytes who, struct zm_bytes blob)
{
    size_t at = 0;
    while (at + HEAD <= blob.size) {
        const uint8_t *head = blob.data + at;
        size_t size =
            head[1] | (size_t)head[2] << 8 | (size_t)head[3] << 16 | (size_t)head[4] << 24;
        if (head[0] >= ZM_KIND_COUNT || size > blob.size - at - HEAD ||
            zm_value_size((enum zm_kind)head[0]) > blob.size - at - HEAD - size)
            return;
        struct zm_store_entry entry = {.kind = (enum zm_kind)head[0],
                                       .key = zm_bytes(head + HEAD, size)};
        entry.value = zm_value_read(entry.kind, head + HEAD + size);
        take_in(shared, who, &entry);
        at += HEAD + size + zm_value_size(entry.kind);
    }
}

static void key_word(struct shared_store *shared, struct zm_list *words, const char *key)
{
    zm_buffer_format(&words->bytes, "zermelo:%s:%s", shared->share.campaign, key);
    zm_list_close(words);
}

static void hear_hint(struct shared_store *shared, struct zm_bytes who, struct zm_bytes blob)
{
    shared->share.hear_hints(shared->share.context, who, blob);
}

/* Hears one piece of a stream of a server from `last` on; `more` is set when there may be more. The
 * caller has the wire. */
static enum zm_status
hear_some(struct shared_store *shared, size_t server, const char *stream, struct zm_buffer *last,
          void (*take)(struct shared_store *shared, struct zm_bytes who, struct zm_bytes blob),
          bool *more, struct zm_error *error)
{
    struct zm_link *link = zm_link_server(shared->link, server, error);
    struct zm_list words = {0};
    if (link == NULL)
        return error->status;
    zm_word(&words, "XREAD");
    zm_word(&words, "COUNT");
    zm_word_number(&words, PULL);
    zm_word(&words, "STREAMS");
    key_word(shared, &words, stream);
    zm_list_add(&words, zm_buffer_bytes(last));
    redisReply *reply = zm_link_call(link, &words, error);
    zm_list_free(&words);
    if (reply == NULL)
        return error->status;
    const redisReply *entries = zm_reply_at(zm_reply_at(reply, 0), 1), *entry;
    size_t count = 0;
    for (; (entry = zm_reply_at(entries, count)) != NULL; count++) {
        const redisReply *fields = zm_reply_at(entry, 1);
        zm_buffer_set(last, zm_reply_bytes(zm_reply_at(entry, 0)));
        if (!zm_reply_is(zm_reply_at(fields, 1), shared->share.worker))
            take(shared, zm_reply_bytes(zm_reply_at(fields, 1)),
                 zm_reply_bytes(zm_reply_at(fields, 3)));
    }
    *more = count == PULL;
    freeReplyObject(reply);
    return last->failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status hear_all(struct shared_store *shared, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (size_t i = 0; i < shared->servers; i++)
        for (bool more = true; more && status == ZM_OK;)
            status = hear_some(shared, i, "news", &shared->last[i], unpack, &more, error);
    for (bool more = shared->share.hear_hints != NULL; more && status == ZM_OK;)
        status = hear_some(shared, 0, "hints", &shared->hint, hear_hint, &more, error);
    return status;
}

/* Where a stream stands now: what comes later is heard; what came before of news is in the hash. */
static enum zm_status find_last(struct shared_store *shared, struct zm_link *link,
                                const char *stream, struct zm_buffer *found, struct zm_error *error)
{
    struct zm_list words = {0};
    zm_word(&words, "XREVRANGE");
    key_word(shared, &words, stream);
    zm_word(&words, "+");
    zm_word(&words, "-");
    zm_word(&words, "COUNT");
    zm_word(&words, "1");
    redisReply *reply = zm_link_call(link, &words, error);
    zm_list_free(&words);
    if (reply == NULL)
        return error->status;
    const redisReply *last = zm_reply_at(zm_reply_at(reply, 0), 0);
    if (last != NULL)
        zm_buffer_set(found, zm_reply_bytes(last));
    else
        zm_buffer_text(found, "0");
    freeReplyObject(reply);
    return ZM_OK;
}

/* Reads what a server keeps. */
static enum zm_status load(struct shared_store *shared, size_t server, struct zm_error *error)
{
    struct zm_buffer cursor = {0};
    struct zm_link *link = zm_link_server(shared->link, server, error);
    enum zm_status status = link == NULL
                                ? error->status
                                : find_last(shared, link, "news", &shared->last[server], error);
    zm_buffer_text(&cursor, "0");
    while (status == ZM_OK) {
        struct zm_list words = {0};
        zm_word(&words, "HSCAN");
        key_word(shared, &words, "results");
        zm_list_add(&words, zm_buffer_bytes(&cursor));
        zm_word(&words, "COUNT");
        zm_word(&words, "1000");
        redisReply *reply = zm_link_call(link, &words, error);
        zm_list_free(&words);
        if (reply == NULL) {
            status = error->status;
            break;
        }
        const redisReply *items = zm_reply_at(reply, 1);
        for (size_t i = 0; zm_reply_at(items, i + 1) != NULL; i += 2) {
            struct zm_bytes field = zm_reply_bytes(zm_reply_at(items, i));
            struct zm_bytes value = zm_reply_bytes(zm_reply_at(items, i + 1));
            if (field.size > 0 && field.data[0] < ZM_KIND_COUNT &&
                value.size == zm_value_size((enum zm_kind)field.data[0]))
                zm_store_put(shared->front, (enum zm_kind)field.data[0],
                             zm_bytes(field.data + 1, field.size - 1),
                             zm_value_read((enum zm_kind)field.data[0], value.data));
        }
        zm_buffer_set(&cursor, zm_reply_bytes(zm_reply_at(reply, 0)));
        freeReplyObject(reply);
        if (strcmp(zm_buffer_string(&cursor), "0") == 0)
            break;
    }
    zm_buffer_free(&cursor);
    return status;
}

/* What this process has computed, in seconds. */
static double seconds_at_work(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Exchanges at its pace; more seldom, but often enough, on a machine that has other work to do:
 * there is less to say. */
static void *exchange_often(void *context)
{
    struct shared_store *shared = context;
    struct zm_error error;
    double before = 0;
    unsigned waited = 0;
    while (!atomic_load(&shared->end)) {
        unsigned pace = atomic_load(&shared->pace);
        nanosleep(&(struct timespec){.tv_nsec = pace * 1000000L}, NULL);
        waited += pace;
        if (waited < PACE && seconds_at_work() - before < pace / 2000.0)
            continue;
        zm_share_exchange(&shared->store, &error); /* what fails now is sent the next time */
        before = seconds_at_work();
        waited = 0;
    }
    return NULL;
}

/* -- the store -- */

static bool shared_get(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                       struct zm_value *value)
{
    return zm_store_get(of(store)->front, kind, key, value);
}

static enum zm_status shared_put(struct zm_store *store, enum zm_kind kind, struct zm_bytes key,
                                 struct zm_value value)
{
    struct shared_store *shared = of(store);
    struct zm_value before = {0}, after = {0};
    bool known = zm_store_get(shared->front, kind, key, &before);
    enum zm_status status = zm_store_put(shared->front, kind, key, value);
    if (status != ZM_OK)
        return status;
    zm_store_get(shared->front, kind, key, &after);
    if (known && before.a == after.a && before.b == after.b)
        return ZM_OK;
    pthread_mutex_lock(&shared->lock);
    zm_buffer_byte(&shared->queue.bytes, (uint8_t)kind);
    zm_buffer_add(&shared->queue.bytes, key.data, key.size);
    zm_list_close(&shared->queue);
    pthread_mutex_unlock(&shared->lock);
    return ZM_OK;
}

static void shared_stats(struct zm_store *store, struct zm_store_stats *stats)
{
    *stats = zm_store_stats(of(store)->front);
}

static void shared_each(struct zm_store *store, enum zm_kind kind,
                        bool (*visit)(void *context, struct zm_bytes key, struct zm_value value),
                        void *context)
{
    of(store)->front->class->each(of(store)->front, kind, visit, context);
}

static uint64_t shared_count(struct zm_store *store, enum zm_kind kind)
{
    return zm_store_count(of(store)->front, kind);
}

static enum zm_status shared_purge(struct zm_store *store, struct zm_error *error)
{
    return of(store)->front->class->purge(of(store)->front, error);
}

static enum zm_status shared_flush(struct zm_store *store, struct zm_error *error)
{
    struct shared_store *shared = of(store);
    pthread_mutex_lock(&shared->wire);
    enum zm_status status = send_all(shared, error);
    pthread_mutex_unlock(&shared->wire);
    return status;
}

void zm_share_pace(struct zm_store *store, unsigned milliseconds)
{
    atomic_store(&of(store)->pace, milliseconds < PACE ? milliseconds : PACE);
}

void zm_share_leave(struct zm_store *store)
{
    pthread_mutex_lock(&of(store)->wire);
    of(store)->share.campaign = NULL;
    pthread_mutex_unlock(&of(store)->wire);
}

enum zm_status zm_share_exchange(struct zm_store *store, struct zm_error *error)
{
    struct shared_store *shared = of(store);
    pthread_mutex_lock(&shared->wire);
    enum zm_status status = send_all(shared, error);
    bool left = shared->share.campaign == NULL;
    if (status == ZM_OK && !left && shared->share.tell_hints != NULL)
        status = send_hints(shared, error);
    if (status == ZM_OK && !left)
        status = hear_all(shared, error);
    pthread_mutex_unlock(&shared->wire);
    return status;
}

enum zm_status zm_share_begin_again(struct zm_store *store, uint64_t generation,
                                    struct zm_error *error)
{
    struct shared_store *shared = of(store);
    pthread_mutex_lock(&shared->wire);
    pthread_mutex_lock(&shared->lock);
    zm_list_clear(&shared->queue);
    shared->share.generation = generation;
    shared->front->class->purge(shared->front, NULL);
    for (size_t i = 0; i < shared->servers; i++)
        zm_buffer_set(&shared->last[i], zm_bytes("0", 1));
    zm_buffer_set(&shared->hint, zm_bytes("0", 1));
    pthread_mutex_unlock(&shared->lock);
    enum zm_status status = enter_parts(shared, error);
    pthread_mutex_unlock(&shared->wire);
    return status;
}

struct zm_share_counts zm_share_counts(struct zm_store *store)
{
    struct shared_store *shared = of(store);
    pthread_mutex_lock(&shared->lock);
    struct zm_share_counts counts = shared->counts;
    pthread_mutex_unlock(&shared->lock);
    return counts;
}

static void shared_close(struct zm_store *store)
{
    struct shared_store *shared = of(store);
    atomic_store(&shared->end, true);
    if (shared->has_thread)
        pthread_join(shared->thread, NULL);
    zm_link_close(shared->link);
    zm_store_close(shared->front);
    for (size_t i = 0; i < shared->servers; i++)
        zm_buffer_free(&shared->last[i]);
    free(shared->last);
    zm_buffer_free(&shared->hint);
    zm_list_free(&shared->queue);
    pthread_mutex_destroy(&shared->wire);
    pthread_mutex_destroy(&shared->lock);
    free(shared);
}

static const struct zm_store_class shared_class = {
    .name = "cluster",
    .close = shared_close,
    .get = shared_get,
    .put = shared_put,
    .stats = shared_stats,
    .each = shared_each,
    .count = shared_count,
    .purge = shared_purge,
    .flush = shared_flush,
};

/* Connects, and reads what the servers keep. */
static enum zm_status connect_all(struct shared_store *shared, struct zm_error *error)
{
    enum zm_status status =
        zm_link_open(shared->share.address, shared->share.run, &shared->link, error);
    if (status != ZM_OK)
        return status;
    shared->last = calloc(zm_link_servers(shared->link), sizeof *shared->last);
    if (shared->last == NULL)
        return zm_fail_memory(error);
    shared->servers = zm_link_servers(shared->link);
    status = enter_parts(shared, error);
    for (size_t i = 0; i < shared->servers && status == ZM_OK; i++)
        status = load(shared, i, error);
    if (status == ZM_OK)
        status = find_last(shared, shared->link, "hints", &shared->hint, error);
    return status;
}

enum zm_status zm_share_open(const struct zm_share *share, struct zm_store **store,
                             struct zm_error *error)
{
    struct shared_store *shared = calloc(1, sizeof *shared);
    if (shared == NULL)
        return zm_fail_memory(error);
    shared->store.class = &shared_class;
    shared->share = *share;
    atomic_store(&shared->pace, PACE);
    pthread_mutex_init(&shared->wire, NULL);
    pthread_mutex_init(&shared->lock, NULL);
    shared->front = zm_memory_store(share->memory);
    enum zm_status status = shared->front == NULL ? zm_fail_memory(error) : ZM_OK;
    if (status == ZM_OK)
        status = connect_all(shared, error);
    if (status == ZM_OK && share->by_itself) {
        shared->has_thread = pthread_create(&shared->thread, NULL, exchange_often, shared) == 0;
        if (!shared->has_thread)
            status = zm_fail(error, ZM_FAILED, "no thread can be started");
    }
    if (status == ZM_OK)
        *store = &shared->store;
    else
        shared_close(&shared->store);
    return status;
}
