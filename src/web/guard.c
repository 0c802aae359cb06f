/* Host, origin, token and rate; see guard.h. */
#include "web/guard.h"

#include "base/clock.h"
#include "web/addresses.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { MOST_HOSTS = 256, BURST_SECONDS = 4 };

static bool add_host(struct zm_guard *guard, size_t *count, const char *name, size_t length,
                     uint16_t port)
{
    bool bare6 = memchr(name, ':', length) != NULL && name[0] != '[';
    for (int with_port = 0; with_port < 2; with_port++) {
        if (*count == MOST_HOSTS)
            return false;
        if (with_port == 0 && port != 80)
            continue;
        char *host = malloc(length + 16);
        if (host == NULL)
            return false;
        int written =
            sprintf(host, "%s%.*s%s", bare6 ? "[" : "", (int)length, name, bare6 ? "]" : "");
        if (with_port)
            sprintf(host + written, ":%u", port);
        guard->hosts[(*count)++] = host;
    }
    return true;
}

enum zm_status zm_guard_open(struct zm_guard *guard, const struct zm_web_config *config,
                             uint16_t port, struct zm_error *error)
{
    size_t count = 0;
    *guard = (struct zm_guard){.rate = config->rate};
    pthread_mutex_init(&guard->lock, NULL);
    guard->hosts = calloc(MOST_HOSTS + 1, sizeof *guard->hosts);
    guard->token = config->token == NULL ? NULL : strdup(config->token);
    bool good = guard->hosts != NULL && (config->token == NULL || guard->token != NULL);
    const char *usual[] = {"localhost", "127.0.0.1", "::1"};
    for (size_t i = 0; good && i < sizeof usual / sizeof *usual; i++)
        good = add_host(guard, &count, usual[i], strlen(usual[i]), port);
    struct zm_list own = {0};
    zm_web_addresses(config->address, &own);
    for (size_t i = 0; good && i < own.count; i++)
        good = add_host(guard, &count, (const char *)zm_list_at(&own, i).data,
                        zm_list_at(&own, i).size - 1, port);
    zm_list_free(&own);
    for (const char *at = config->hosts; good && at != NULL && *at != 0;) {
        size_t length = strcspn(at, ",");
        good = length == 0 || add_host(guard, &count, at, length, port);
        at += length + (at[length] == ',');
    }
    if (good)
        return ZM_OK;
    bool full = count == MOST_HOSTS;
    zm_guard_close(guard);
    return full ? zm_fail(error, ZM_BAD_INPUT, "--host: too many names") : zm_fail_memory(error);
}

void zm_guard_close(struct zm_guard *guard)
{
    for (size_t i = 0; guard->hosts != NULL && guard->hosts[i] != NULL; i++)
        free(guard->hosts[i]);
    free(guard->hosts);
    free(guard->token);
    pthread_mutex_destroy(&guard->lock);
    *guard = (struct zm_guard){0};
}

bool zm_guard_token(const struct zm_guard *guard, const char *given, size_t size)
{
    size_t length = strlen(guard->token);
    unsigned char differs = size != length;
    for (size_t i = 0; i < length; i++)
        differs |= (unsigned char)(guard->token[i] ^ (i < size ? given[i] : 0));
    return differs == 0;
}

/* The cookie of ours among those of a Cookie header. */
static bool cookie_shows_token(const struct zm_guard *guard, const char *cookies)
{
    static const char name[] = "zermelo=";
    for (const char *at = cookies; at != NULL && *at != 0;) {
        at += strspn(at, " ;");
        size_t length = strcspn(at, ";");
        if (strncmp(at, name, sizeof name - 1) == 0 &&
            zm_guard_token(guard, at + sizeof name - 1, length - (sizeof name - 1)))
            return true;
        at += length;
    }
    return false;
}

static bool shows_token(const struct zm_guard *guard, const struct zm_guard_headers *headers)
{
    static const char bearer[] = "Bearer ";
    const char *authorization = headers->authorization;
    if (authorization != NULL && strncmp(authorization, bearer, sizeof bearer - 1) == 0)
        return zm_guard_token(guard, authorization + sizeof bearer - 1,
                              strlen(authorization + sizeof bearer - 1));
    return cookie_shows_token(guard, headers->cookie);
}

/* Browsers say where a request comes from; programs that do not are not what this is about. */
static bool same_origin(const struct zm_guard_headers *headers)
{
    if (headers->site != NULL && strcmp(headers->site, "same-origin") != 0 &&
        strcmp(headers->site, "none") != 0)
        return false;
    if (headers->origin == NULL)
        return true;
    static const char scheme[] = "http://";
    return strncmp(headers->origin, scheme, sizeof scheme - 1) == 0 &&
           strcasecmp(headers->origin + sizeof scheme - 1, headers->host) == 0;
}

bool zm_guard_admit(const struct zm_guard *guard, const struct zm_guard_headers *headers,
                    struct zm_reply *reply)
{
    bool known = false;
    if (headers->host == NULL) {
        zm_reply_error(reply, 400, "the Host header is missing");
        return false;
    }
    for (size_t i = 0; guard->hosts[i] != NULL; i++)
        known |= strcasecmp(guard->hosts[i], headers->host) == 0;
    bool people = strncmp(headers->path, "/api/", 5) != 0;
    if (!known && people) {
        zm_reply_page(reply, 403, "host");
        return false;
    }
    if (!known) {
        zm_reply_error(reply, 403, "this server is not known by that name; see --host");
        return false;
    }
    /* The page itself may be reached by a link from anywhere: it shows nothing of ours. */
    if (!people && !same_origin(headers)) {
        zm_reply_error(reply, 403, "requests from other sites are refused");
        return false;
    }
    if (guard->token != NULL && !shows_token(guard, headers)) {
        if (people) {
            zm_reply_page(reply, 401, "token");
            return false;
        }
        zm_reply_error(reply, 401, "open the address that the server printed, with its token");
        return false;
    }
    return true;
}

uint64_t zm_guard_address(const struct sockaddr *address)
{
    uint64_t hash = 1;
    if (address != NULL && address->sa_family == AF_INET)
        hash =
            zm_bytes_hash(zm_bytes(&((const struct sockaddr_in *)(const void *)address)->sin_addr,
                                   sizeof(struct in_addr)));
    else if (address != NULL && address->sa_family == AF_INET6)
        hash =
            zm_bytes_hash(zm_bytes(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr,
                                   8)); /* one customer's network */
    return hash == 0 ? 1 : hash;
}

bool zm_guard_rate(struct zm_guard *guard, const struct sockaddr *address, double cost)
{
    if (guard->rate <= 0)
        return true;
    uint64_t hash = zm_guard_address(address);
    double now = zm_clock_now(), most = guard->rate * BURST_SECONDS;
    pthread_mutex_lock(&guard->lock);
    struct zm_guard_bucket *bucket = &guard->buckets[hash % ZM_GUARD_BUCKETS];
    if (bucket->address == 0) {
        /* Two addresses may share a bucket: they then share its rate. */
        *bucket = (struct zm_guard_bucket){hash, most, now};
    }
    bucket->tokens += (now - bucket->seen) * guard->rate;
    bucket->seen = now;
    if (bucket->tokens > most)
        bucket->tokens = most;
    bool allowed = bucket->tokens >= cost;
    if (allowed)
        bucket->tokens -= cost;
    pthread_mutex_unlock(&guard->lock);
    return allowed;
}
