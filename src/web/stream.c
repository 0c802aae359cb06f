/* The ring of events and its readers; see stream.h. A client with nothing to read is suspended, and
 * resumed by the next event; the lock makes sure that no event falls between the two. */
#include "web/stream.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 128, BLOCK = 8192 };

struct message {
    unsigned references;
    size_t size;
    char text[];
};

struct client {
    struct zm_stream *stream;
    struct MHD_Connection *connection;
    uint64_t next;           /* the event to read next */
    struct message *message; /* being sent */
    size_t offset;
    bool suspended;
    struct client *before, *after;
};

struct zm_stream {
    pthread_mutex_t lock;
    struct message *ring[RING];
    uint64_t next; /* number of the event to come */
    struct client *clients;
    size_t count;
    bool ended;
};

static void release(struct message *message)
{
    if (message != NULL && --message->references == 0)
        free(message);
}

static struct message *make_message(const char *event, json_t *json)
{
    char *data =
        json == NULL ? strdup("") : json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(7));
    json_decref(json);
    size_t size = data == NULL ? 0 : strlen(data) + strlen(event) + 32;
    struct message *message = data == NULL ? NULL : malloc(sizeof *message + size);
    if (message != NULL) {
        message->references = 1;
        int length = json == NULL
                         ? snprintf(message->text, size, ":\n\n")
                         : snprintf(message->text, size, "event: %s\ndata: %s\n\n", event, data);
        message->size = (size_t)length;
    }
    free(data);
    return message;
}

struct zm_stream *zm_stream_open(void)
{
    struct zm_stream *stream = calloc(1, sizeof *stream);
    if (stream != NULL)
        pthread_mutex_init(&stream->lock, NULL);
    return stream;
}

void zm_stream_close(struct zm_stream *stream)
{
    if (stream == NULL)
        return;
    for (size_t i = 0; i < RING; i++)
        release(stream->ring[i]);
    pthread_mutex_destroy(&stream->lock);
    free(stream);
}

/* With the lock held. */
static void wake_all(struct zm_stream *stream)
{
    for (struct client *client = stream->clients; client != NULL; client = client->after)
        if (client->suspended) {
            client->suspended = false;
            MHD_resume_connection(client->connection);
        }
}

void zm_stream_end(struct zm_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    stream->ended = true;
    wake_all(stream);
    pthread_mutex_unlock(&stream->lock);
}

size_t zm_stream_clients(struct zm_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    size_t count = stream->count;
    pthread_mutex_unlock(&stream->lock);
    return count;
}

uint64_t zm_stream_mark(struct zm_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    uint64_t mark = stream->next;
    pthread_mutex_unlock(&stream->lock);
    return mark;
}

void zm_stream_send(struct zm_stream *stream, const char *event, json_t *json)
{
    struct message *message = make_message(event, json);
    if (message == NULL)
        return; /* the next event tells the same and more */
    pthread_mutex_lock(&stream->lock);
    struct message **place = &stream->ring[stream->next++ % RING];
    release(*place);
    *place = message;
    wake_all(stream);
    pthread_mutex_unlock(&stream->lock);
}

/* With the lock held: the next message of a client; false when there is none. */
static bool next_message(struct client *client)
{
    struct zm_stream *stream = client->stream;
    if (client->message != NULL)
        return true;
    if (client->next == stream->next)
        return false;
    if (stream->next - client->next > RING) {
        client->message = make_message("behind", json_object());
        client->next = stream->next;
    } else {
        client->message = stream->ring[client->next++ % RING];
        client->message->references++;
    }
    client->offset = 0;
    return client->message != NULL;
}

static ssize_t read_events(void *context, uint64_t position, char *out, size_t most)
{
    (void)position;
    struct client *client = context;
    struct zm_stream *stream = client->stream;
    size_t size = 0;
    pthread_mutex_lock(&stream->lock);
    while (size < most && !stream->ended && next_message(client)) {
        size_t left = client->message->size - client->offset;
        size_t now = left < most - size ? left : most - size;
        memcpy(out + size, client->message->text + client->offset, now);
        size += now;
        client->offset += now;
        if (client->offset == client->message->size) {
            release(client->message);
            client->message = NULL;
        }
    }
    bool ended = stream->ended && size == 0;
    if (size == 0 && !ended) {
        client->suspended = true;
        MHD_suspend_connection(client->connection);
    }
    pthread_mutex_unlock(&stream->lock);
    return ended ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)size;
}

static void leave(void *context)
{
    struct client *client = context;
    struct zm_stream *stream = client->stream;
    pthread_mutex_lock(&stream->lock);
    release(client->message);
    if (client->before != NULL)
        client->before->after = client->after;
    else
        stream->clients = client->after;
    if (client->after != NULL)
        client->after->before = client->before;
    stream->count--;
    pthread_mutex_unlock(&stream->lock);
    free(client);
}

struct MHD_Response *zm_stream_join(struct zm_stream *stream, struct MHD_Connection *connection,
                                    uint64_t mark, json_t *first)
{
    struct message *message = make_message("hello", first);
    struct client *client = calloc(1, sizeof *client);
    pthread_mutex_lock(&stream->lock);
    bool room = client != NULL && message != NULL && !stream->ended &&
                stream->count < ZM_STREAM_CLIENTS_MOST;
    if (room) {
        *client = (struct client){.stream = stream,
                                  .connection = connection,
                                  .next = mark,
                                  .message = message,
                                  .after = stream->clients};
        if (stream->clients != NULL)
            stream->clients->before = client;
        stream->clients = client;
        stream->count++;
    }
    pthread_mutex_unlock(&stream->lock);
    if (!room) {
        free(message);
        free(client);
        return NULL;
    }
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_events, client, leave);
    if (response == NULL)
        leave(client);
    return response;
}
