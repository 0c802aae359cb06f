/* Connections, and who does the work.
 *
 * One thread of libmicrohttpd (epoll) reads requests and writes replies. What costs work is done by
 * a few workers: the connection is suspended, the request queued, and the connection resumed when
 * its reply is ready; so no question, however hard, keeps others waiting for long. Pages listen on
 * one stream of events (stream.c). */
#include "web/server.h"

#include "games/game.h"
#include "web/addresses.h"
#include "web/archives.h"
#include "web/assets.h"
#include "web/clusters.h"
#include "web/computations.h"
#include "web/guard.h"
#include "web/history.h"
#include "web/knowledge.h"
#include "web/routes.h"
#include "web/stream.h"
#include "web/visitors.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef ZM_VERSION
#define ZM_VERSION "0.1.0"
#endif

enum {
    WORKERS = 4,
    QUEUE_MOST = 256,
    CONNECTIONS_MOST = 700, /* streams and requests; below the usual limit of open files */
    CONNECTIONS_EACH = 400, /* of one address: there is room for others */
    ROOM_TO_LEAVE = 50,     /* connections that are sent away and not gone yet */
    TIMEOUT_SECONDS = 30,
    CONNECTION_MEMORY = 32 << 10,
};

enum progress { NEW, READING, WAITING, READY };

struct request {
    struct zm_web *web;
    struct MHD_Connection *connection;
    const struct zm_route *route;
    const struct zm_asset *asset;
    unsigned long id;
    struct zm_buffer body;
    size_t received;
    struct zm_reply reply;
    enum progress progress;
    bool head;    /* HEAD: the headers alone */
    bool listens; /* to events: its reply has no end */
    struct request *next;
};

struct zm_web {
    struct zm_web_config config;
    struct zm_guard guard;
    struct MHD_Daemon *daemon;
    int socket; /* until the daemon has it */
    uint16_t port;
    struct zm_visitors *visitors;
    struct zm_stream *stream;
    struct zm_knowledge *knowledge;
    struct zm_history *history;
    struct zm_archives *archives;
    struct zm_computations *computations;
    struct zm_clusters *clusters;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct request *first, **last;
    size_t queued;
    bool closing;
    pthread_t workers[WORKERS];
    size_t worker_count;
};

const struct zm_web_config *zm_web_config(const struct zm_web *web)
{
    return &web->config;
}

const struct zm_game *zm_web_game(const struct zm_web *web, const char *name,
                                  struct zm_error *error)
{
    const struct zm_game *const *own = web == NULL ? NULL : web->config.own;
    for (; own != NULL && *own != NULL; own++)
        if (strcmp((*own)->name, name) == 0)
            return *own;
    return zm_game_find(name, error);
}

const char *zm_web_version(void)
{
    return ZM_VERSION;
}

struct zm_knowledge *zm_web_knowledge(struct zm_web *web)
{
    return web->knowledge;
}

struct zm_history *zm_web_history(struct zm_web *web)
{
    return web->history;
}

struct zm_archives *zm_web_archives(struct zm_web *web)
{
    return web->archives;
}

struct zm_computations *zm_web_computations(struct zm_web *web)
{
    return web->computations;
}

struct zm_clusters *zm_web_clusters(struct zm_web *web)
{
    return web->clusters;
}

/* One share for each computation, one for each worker, who may be analysing, and one for the stores
 * that analyses share. */
size_t zm_web_share(const struct zm_web *web)
{
    return web->config.memory / (web->config.computations + WORKERS + 1);
}

uint16_t zm_web_port(const struct zm_web *web)
{
    return web->port;
}

/* -- replies -- */

static void add_headers(struct MHD_Response *response, const char *type, const char *cache)
{
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Cache-Control", cache);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(
        response, "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action "
        "'self'; frame-ancestors 'none'");
}

static enum MHD_Result send_response(struct request *request, unsigned status,
                                     struct MHD_Response *response)
{
    if (response == NULL)
        return MHD_NO;
    enum MHD_Result result = MHD_queue_response(request->connection, status, response);
    MHD_destroy_response(response);
    request->progress = READY;
    if (!request->listens)
        zm_visitors_turn(request->web->visitors, request->connection, ZM_VISIT_READS);
    return result;
}

static enum MHD_Result send_reply(struct request *request)
{
    struct zm_reply reply = request->reply;
    request->reply = (struct zm_reply){0};
    if (reply.body == NULL)
        return MHD_NO;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(reply.size, reply.body, MHD_RESPMEM_MUST_FREE);
    if (response == NULL) {
        free(reply.body);
        return MHD_NO;
    }
    add_headers(response, reply.type, "no-store");
    if (reply.status == 429 || reply.status == 503)
        MHD_add_response_header(response, "Retry-After", "1");
    return send_response(request, reply.status, response);
}

/* Does whoever asks read gzip? A weight of 0 says no. */
static bool reads_gzip(struct MHD_Connection *connection)
{
    const char *text = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");
    const char *found = text == NULL ? NULL : strstr(text, "gzip");
    return found != NULL && strncmp(found + 4, ";q=0", 4) != 0;
}

static enum MHD_Result send_asset(struct request *request)
{
    const struct zm_asset *asset = request->asset;
    const char *has =
        MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "If-None-Match");
    bool fresh = has != NULL && strcmp(has, asset->tag) == 0;
    bool packed = !fresh && reads_gzip(request->connection);
    struct MHD_Response *response = MHD_create_response_from_buffer(
        fresh    ? 0
        : packed ? asset->packed_size
                 : asset->size,
        (void *)(packed ? asset->packed : asset->data), MHD_RESPMEM_PERSISTENT);
    if (response == NULL)
        return MHD_NO;
    add_headers(response, asset->type, "no-cache");
    MHD_add_response_header(response, "ETag", asset->tag);
    MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (packed)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    return send_response(request, fresh ? 304 : 200, response);
}

/* The first visit with the token in the address: keep it as a cookie, and drop it from there. */
static enum MHD_Result send_cookie(struct request *request)
{
    struct zm_buffer cookie = {0};
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT);
    zm_buffer_format(&cookie, "zermelo=%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000",
                     request->web->guard.token);
    if (response != NULL) {
        add_headers(response, "text/plain", "no-store");
        MHD_add_response_header(response, "Set-Cookie", zm_buffer_string(&cookie));
        MHD_add_response_header(response, "Location", "/");
    }
    zm_buffer_free(&cookie);
    return send_response(request, 303, response);
}

static enum MHD_Result send_stream(struct request *request)
{
    struct zm_web *web = request->web;
    uint64_t mark = zm_stream_mark(web->stream);
    json_t *first = json_pack("{s:s,s:o}", "version", ZM_VERSION, "computations",
                              zm_computations_json(web->computations));
    struct MHD_Response *response = NULL;
    request->listens = zm_visitors_listen(web->visitors, request->connection);
    if (request->listens)
        response = zm_stream_join(web->stream, request->connection, mark, first);
    else
        json_decref(first);
    if (response == NULL) {
        request->listens = false;
        zm_reply_error(&request->reply, 503, "too many pages listen");
        return send_reply(request);
    }
    add_headers(response, "text/event-stream", "no-store");
    return send_response(request, 200, response);
}

/* -- workers -- */

static void work_on(struct request *request)
{
    struct zm_query query = {.web = request->web, .id = request->id, .reply = &request->reply};
    json_error_t error;
    if (strcmp(request->route->method, "POST") == 0) {
        query.body = json_loadb(zm_buffer_string(&request->body), request->body.size,
                                JSON_REJECT_DUPLICATES, &error);
        if (query.body == NULL) {
            zm_reply_error(&request->reply, 400, "the body is not JSON: line %d: %s", error.line,
                           error.text);
            return;
        }
    }
    if (query.body != NULL && !json_is_object(query.body))
        zm_reply_error(&request->reply, 400, "the body must be a JSON object");
    else
        request->route->handle(&query);
    json_decref(query.body);
}

static void *work(void *context)
{
    struct zm_web *web = context;
    pthread_mutex_lock(&web->lock);
    for (;;) {
        while (web->first == NULL && !web->closing)
            pthread_cond_wait(&web->changed, &web->lock);
        struct request *request = web->first;
        if (request == NULL)
            break;
        web->first = request->next;
        if (web->first == NULL)
            web->last = &web->first;
        web->queued--;
        bool closing = web->closing;
        pthread_mutex_unlock(&web->lock);
        if (closing)
            zm_reply_error(&request->reply, 503, "the server is ending");
        else
            work_on(request);
        MHD_resume_connection(request->connection);
        pthread_mutex_lock(&web->lock);
    }
    pthread_mutex_unlock(&web->lock);
    return NULL;
}

/* May this address ask now? What is answered at once counts for a tenth of what costs work. */
static bool rate_allows(struct request *request)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (zm_guard_rate(&request->web->guard, info == NULL ? NULL : info->client_addr,
                      request->route->work ? 1 : 0.1))
        return true;
    zm_reply_error(&request->reply, 429, "too many requests; slower, please");
    return false;
}

/* Hands a request to the workers; the connection sleeps until its reply is there. */
static enum MHD_Result enqueue(struct request *request)
{
    struct zm_web *web = request->web;
    pthread_mutex_lock(&web->lock);
    bool room = web->queued < QUEUE_MOST && !web->closing;
    if (room) {
        request->progress = WAITING;
        MHD_suspend_connection(request->connection);
        request->next = NULL;
        *web->last = request;
        web->last = &request->next;
        web->queued++;
        pthread_cond_signal(&web->changed);
    }
    pthread_mutex_unlock(&web->lock);
    if (room)
        return MHD_YES;
    zm_reply_error(&request->reply, 503, "too much to do; try again");
    return send_reply(request);
}

/* -- requests -- */

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static const struct zm_asset *find_asset(const char *path)
{
    const struct zm_asset *asset = zm_assets;
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    while (asset->path != NULL && strcmp(asset->path, path) != 0)
        asset++;
    return asset->path == NULL ? NULL : asset;
}

/* A body must be JSON, which no form of another site can send, and not too large. */
static bool body_allowed(struct request *request)
{
    const char *type = header(request->connection, "Content-Type");
    const char *length = header(request->connection, "Content-Length");
    if (type == NULL || strncmp(type, "application/json", 16) != 0) {
        zm_reply_error(&request->reply, 415, "the body must be application/json");
        return false;
    }
    if (length != NULL && strtoull(length, NULL, 10) > ZM_WEB_BODY_LARGEST) {
        zm_reply_error(&request->reply, 413, "the body is larger than %d bytes",
                       ZM_WEB_BODY_LARGEST);
        return false;
    }
    return true;
}

/* Finds what is asked for; false: the reply says what is wrong. */
static bool find_target(struct request *request, const char *method, const char *path)
{
    bool known;
    request->head = strcmp(method, "HEAD") == 0;
    request->route = zm_route_find(request->head ? "GET" : method, path, &request->id, &known);
    request->asset = request->route == NULL ? find_asset(path) : NULL;
    if (request->route == NULL && request->asset == NULL && !known) {
        zm_reply_error(&request->reply, 404, "there is nothing here");
        return false;
    }
    if (request->route == NULL && (known || (strcmp(method, "GET") != 0 && !request->head))) {
        zm_reply_error(&request->reply, 405, "this cannot be done here");
        return false;
    }
    return request->route == NULL || strcmp(request->route->method, "POST") != 0 ||
           body_allowed(request);
}

static enum MHD_Result begin(struct request *request, const char *method, const char *path)
{
    struct MHD_Connection *connection = request->connection;
    struct zm_guard *guard = &request->web->guard;
    struct zm_guard_headers headers = {.path = path,
                                       .host = header(connection, "Host"),
                                       .origin = header(connection, "Origin"),
                                       .site = header(connection, "Sec-Fetch-Site"),
                                       .cookie = header(connection, "Cookie"),
                                       .authorization = header(connection, "Authorization")};
    const char *token =
        guard->token == NULL
            ? NULL
            : MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token");
    if (token != NULL && strcmp(path, "/") == 0 && zm_guard_token(guard, token, strlen(token)))
        return send_cookie(request);
    if (!zm_guard_admit(guard, &headers, &request->reply) || !find_target(request, method, path))
        return send_reply(request);
    request->progress = READING;
    return MHD_YES;
}

static enum MHD_Result receive(struct request *request, const char *data, size_t *size)
{
    request->received += *size;
    if (request->received > ZM_WEB_DISCARDED_MOST)
        return MHD_NO; /* a body without end: close */
    if (request->received <= ZM_WEB_BODY_LARGEST)
        zm_buffer_add(&request->body, data, *size);
    *size = 0;
    return MHD_YES;
}

static enum MHD_Result finish(struct request *request)
{
    zm_visitors_turn(request->web->visitors, request->connection, ZM_VISIT_WAITS);
    if (request->asset != NULL)
        return send_asset(request);
    if (!rate_allows(request))
        return send_reply(request);
    if (request->route->handle == NULL && !request->head)
        return send_stream(request);
    if (request->received > ZM_WEB_BODY_LARGEST)
        zm_reply_error(&request->reply, 413, "the body is larger than %d bytes",
                       ZM_WEB_BODY_LARGEST);
    else if (request->body.failed)
        zm_reply_error(&request->reply, 500, "out of memory");
    else if (request->route->handle == NULL)
        zm_reply_error(&request->reply, 200, "a stream of events");
    else if (request->route->work)
        return enqueue(request);
    else
        work_on(request);
    return send_reply(request);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **own)
{
    (void)version;
    struct request *request = *own;
    if (request == NULL) {
        request = calloc(1, sizeof *request);
        if (request == NULL)
            return MHD_NO;
        request->web = context;
        request->connection = connection;
        *own = request;
        return begin(request, method, path);
    }
    if (request->progress == WAITING) /* resumed: a worker has made the reply */
        return send_reply(request);
    if (*size > 0)
        return request->progress == READING ? receive(request, data, size) : MHD_NO;
    return request->progress == READING ? finish(request) : MHD_NO;
}

static void completed(void *context, struct MHD_Connection *connection, void **own,
                      enum MHD_RequestTerminationCode code)
{
    struct zm_web *web = context;
    (void)code;
    struct request *request = *own;
    zm_visitors_turn(web->visitors, connection, ZM_VISIT_ASKS);
    if (request == NULL)
        return;
    zm_buffer_free(&request->body);
    free(request->reply.body);
    free(request);
    *own = NULL;
}

/* -- the server's life -- */

static enum zm_status start_daemon(struct zm_web *web, struct zm_error *error)
{
    web->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, web->port, NULL,
        NULL, answer, web, MHD_OPTION_LISTEN_SOCKET, web->socket, MHD_OPTION_NOTIFY_COMPLETED,
        completed, web, MHD_OPTION_NOTIFY_CONNECTION, zm_visitors_notify, web->visitors,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MOST + ROOM_TO_LEAVE,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT_SECONDS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_END);
    if (web->daemon == NULL)
        return zm_fail(error, ZM_FAILED, "the HTTP server cannot be started");
    web->socket = -1; /* the daemon closes it */
    return ZM_OK;
}

enum zm_status zm_web_open(const struct zm_web_config *config, struct zm_web **result,
                           struct zm_error *error)
{
    struct zm_web *web = calloc(1, sizeof *web);
    if (web == NULL)
        return zm_fail_memory(error);
    web->config = *config;
    web->socket = -1;
    web->last = &web->first;
    pthread_mutex_init(&web->lock, NULL);
    pthread_cond_init(&web->changed, NULL);
    web->stream = zm_stream_open();
    web->visitors = zm_visitors_open(config->patience > 0 ? config->patience : TIMEOUT_SECONDS,
                                     CONNECTIONS_EACH, CONNECTIONS_MOST);
    enum zm_status status =
        web->stream == NULL || web->visitors == NULL ? zm_fail_memory(error) : ZM_OK;
    if (status == ZM_OK)
        status = zm_archives_open(config->archives, config->book, &web->archives, error);
    if (status == ZM_OK)
        status = zm_knowledge_open(config->store, zm_web_share(web), &web->knowledge, error);
    if (status == ZM_OK) {
        web->history = zm_history_open(config->store);
        if (web->history != NULL)
            web->computations =
                zm_computations_open(config->computations, web->stream,
                                     config->store == NULL ? NULL : web->knowledge, web->history);
        if (web->computations == NULL)
            status = zm_fail_memory(error);
    }
    if (status == ZM_OK)
        status = zm_clusters_open(config->cluster, &web->clusters, error);
    for (; status == ZM_OK && web->worker_count < WORKERS; web->worker_count++)
        if (pthread_create(&web->workers[web->worker_count], NULL, work, web) != 0) {
            status = zm_fail(error, ZM_FAILED, "no thread can be started");
            break;
        }
    if (status == ZM_OK)
        status =
            zm_web_listen(web->config.address, web->config.port, &web->socket, &web->port, error);
    if (status == ZM_OK)
        status = zm_guard_open(&web->guard, config, web->port, error);
    if (status == ZM_OK)
        status = start_daemon(web, error);
    if (status != ZM_OK)
        zm_web_close(web);
    *result = status == ZM_OK ? web : NULL;
    return status;
}

void zm_web_close(struct zm_web *web)
{
    if (web == NULL)
        return;
    pthread_mutex_lock(&web->lock);
    web->closing = true;
    pthread_cond_broadcast(&web->changed);
    pthread_mutex_unlock(&web->lock);
    for (size_t i = 0; i < web->worker_count; i++)
        pthread_join(web->workers[i], NULL);
    if (web->stream != NULL)
        zm_stream_end(web->stream);
    if (web->daemon != NULL)
        MHD_stop_daemon(web->daemon);
    if (web->socket >= 0)
        close(web->socket);
    zm_visitors_close(web->visitors);
    zm_computations_close(web->computations);
    zm_clusters_close(web->clusters);
    zm_knowledge_close(web->knowledge);
    zm_history_close(web->history);
    zm_archives_close(web->archives);
    zm_stream_close(web->stream);
    if (web->guard.hosts != NULL)
        zm_guard_close(&web->guard);
    pthread_cond_destroy(&web->changed);
    pthread_mutex_destroy(&web->lock);
    free(web);
}
