/* Connections to a Redis server; see link.h. */
#include "cluster/link.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

enum {
    GREETING_SECONDS = 3,
    SCRIPTS = 32,
    SHA = 40,
    PORT = 6379,
    REPLY_SECONDS = 30,
    LEAST_VERSION = 7,
    MOST_SERVERS = 64
};

struct place {
    char host[256]; /* or the path of a socket */
    char user[64], password[256];
    int port; /* 0: a socket */
    int database;
};

struct zm_link {
    struct place place;
    const struct zm_link_address *address;
    size_t servers;
    struct zm_link *others[MOST_SERVERS]; /* by their place in the address; NULL: not met yet */
    double patience;
    struct zm_run *run;
    redisContext *context;
    uint64_t sent;
    bool broke; /* while we greeted: whoever answered hung up */
    struct {
        const char *text;
        char sha[SHA + 1];
    } scripts[SCRIPTS];
    size_t script_count;
};

/* -- addresses -- */

static const char *after(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

static bool copy(char *to, size_t size, const char *from, size_t length)
{
    if (length >= size)
        return false;
    memcpy(to, from, length);
    to[length] = 0;
    return true;
}

/* Reads a number up to `most`; false: the text is none. */
static bool number(const char *text, int most, int *value)
{
    char *end;
    long read = strtol(text, &end, 10);
    if (end == text || *end != 0 || read < 0 || read > most)
        return false;
    *value = (int)read;
    return true;
}

static bool parse_socket(const char *path, struct place *place)
{
    const char *question = strstr(path, "?db=");
    size_t length = question == NULL ? strlen(path) : (size_t)(question - path);
    return length > 0 && copy(place->host, sizeof place->host, path, length) &&
           (question == NULL || number(question + 4, 1 << 20, &place->database));
}

static bool parse_user(const char *text, size_t length, struct place *place)
{
    const char *colon = memchr(text, ':', length);
    size_t user = colon == NULL ? length : (size_t)(colon - text);
    return copy(place->user, sizeof place->user, text, user) &&
           (colon == NULL ||
            copy(place->password, sizeof place->password, colon + 1, length - user - 1));
}

static bool parse_server(const char *text, struct place *place)
{
    const char *at = strrchr(text, '@'), *slash;
    char port[16];
    if (at != NULL && !parse_user(text, (size_t)(at - text), place))
        return false;
    text = at == NULL ? text : at + 1;
    slash = strchr(text, '/');
    size_t length = slash == NULL ? strlen(text) : (size_t)(slash - text);
    if (slash != NULL && slash[1] != 0 && !number(slash + 1, 1 << 20, &place->database))
        return false;
    const char *end = text + length, *colon = end;
    while (colon > text && *colon != ':' && *colon != ']')
        colon--;
    place->port = PORT;
    if (*colon == ':' && colon < end) {
        if (!copy(port, sizeof port, colon + 1, (size_t)(end - colon - 1)) ||
            !number(port, 65535, &place->port) || place->port == 0)
            return false;
        end = colon;
    }
    bool six = *text == '[';
    if (six && end > text && end[-1] == ']') { /* an address of version 6 */
        text++;
        end--;
    }
    return end > text && (six || memchr(text, ':', (size_t)(end - text)) == NULL) &&
           copy(place->host, sizeof place->host, text, (size_t)(end - text));
}

static size_t count_servers(const char *url)
{
    size_t count = 1;
    for (; *url != 0; url++)
        count += *url == ',';
    return count;
}

/* Sets `url` to one of the addresses that stand between commas; false: it is too long. */
static bool choose(const char *urls, size_t index, char *url, size_t size)
{
    for (; index > 0; index--)
        urls += strcspn(urls, ",") + 1;
    return copy(url, size, urls, strcspn(urls, ","));
}

static enum zm_status parse(const struct zm_link_address *address, size_t index,
                            struct place *place, struct zm_error *error)
{
    char url[1024] = "";
    size_t servers = count_servers(address->url);
    *place = (struct place){0};
    if (servers > MOST_SERVERS)
        return zm_fail(error, ZM_BAD_INPUT, "%zu servers are too many: at most %d", servers,
                       MOST_SERVERS);
    if (!choose(address->url, index, url, sizeof url))
        url[0] = 0;
    const char *server = after(url, "redis://"), *path = after(url, "unix:");
    bool good =
        server != NULL ? parse_server(server, place) : path != NULL && parse_socket(path, place);
    const char *given = address->password;
    if (good && given != NULL)
        good = copy(place->password, sizeof place->password, given, strlen(given));
    return good ? ZM_OK
                : zm_fail(error, ZM_BAD_INPUT,
                          "expected the address of a Redis server, as in redis://host:6379/0 or "
                          "unix:/run/redis.sock, or several with commas between them");
}

bool zm_link_has_password(const char *url)
{
    struct place place;
    struct zm_link_address address = {.url = url};
    bool has = false;
    for (size_t i = 0; i < count_servers(url) && i < MOST_SERVERS; i++)
        has |= parse(&address, i, &place, NULL) == ZM_OK && place.password[0] != 0;
    return has;
}

/* -- replies and words -- */

struct zm_bytes zm_reply_bytes(const redisReply *reply)
{
    bool text =
        reply != NULL && (reply->type == REDIS_REPLY_STRING || reply->type == REDIS_REPLY_STATUS);
    return text ? zm_bytes(reply->str, (size_t)reply->len) : zm_bytes("", 0);
}

long long zm_reply_number(const redisReply *reply)
{
    if (reply == NULL)
        return 0;
    if (reply->type == REDIS_REPLY_INTEGER)
        return reply->integer;
    return reply->type == REDIS_REPLY_STRING ? strtoll(reply->str, NULL, 10) : 0;
}

const redisReply *zm_reply_at(const redisReply *reply, size_t index)
{
    bool there =
        reply != NULL && reply->type == REDIS_REPLY_ARRAY && index < (size_t)reply->elements;
    return there ? reply->element[index] : NULL;
}

bool zm_reply_is(const redisReply *reply, const char *word)
{
    return zm_bytes_equal(zm_reply_bytes(reply), zm_bytes(word, strlen(word)));
}

void zm_word(struct zm_list *words, const char *word)
{
    zm_list_add(words, zm_bytes(word, strlen(word)));
}

void zm_word_number(struct zm_list *words, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    zm_word(words, text);
}

/* -- connections -- */

static void hang_up(struct zm_link *link)
{
    if (link->context != NULL)
        redisFree(link->context);
    link->context = NULL;
}

static void name_place(const struct place *place, char *text, size_t size)
{
    if (place->port == 0)
        snprintf(text, size, "%s", place->host);
    else
        snprintf(text, size, "%s:%d", place->host, place->port);
}

/* One command on the connection as it is; NULL: it broke. */
static redisReply *ask(struct zm_link *link, const struct zm_list *words)
{
    const char **pieces = malloc((words->count + 1) * sizeof *pieces);
    size_t *lengths = malloc((words->count + 1) * sizeof *lengths);
    redisReply *reply = NULL;
    for (size_t i = 0; i < words->count && pieces != NULL && lengths != NULL; i++) {
        struct zm_bytes word = zm_list_at(words, i);
        pieces[i] = (const char *)word.data;
        lengths[i] = word.size;
    }
    if (pieces != NULL && lengths != NULL && !zm_list_failed(words)) {
        reply = redisCommandArgv(link->context, (int)words->count, pieces, lengths);
        link->sent += words->bytes.size;
    }
    free(pieces);
    free(lengths);
    return reply;
}

/* A short command whose reply says whether it is obeyed. */
static redisReply *ask_words(struct zm_link *link, const char *first, const char *second,
                             const char *third)
{
    struct zm_list words = {0};
    const char *all[] = {first, second, third};
    for (int i = 0; i < 3 && all[i] != NULL; i++)
        zm_word(&words, all[i]);
    redisReply *reply = ask(link, &words);
    zm_list_free(&words);
    return reply;
}

static bool begins(const redisReply *reply, const char *prefix)
{
    return reply != NULL && reply->type == REDIS_REPLY_ERROR &&
           strncmp(reply->str, prefix, strlen(prefix)) == 0;
}

static enum zm_status fail_password(const redisReply *reply, const char *name, bool given,
                                    struct zm_error *error)
{
    (void)reply;
    return zm_fail(error, ZM_BAD_INPUT,
                   given ? "%s: the password is wrong (ZERMELO_CLUSTER_PASSWORD or "
                           "--password-file)"
                         : "%s: the server wants a password: set ZERMELO_CLUSTER_PASSWORD or give "
                           "--password-file",
                   name);
}

/* Says the password, if there is one; asks whether this is Redis, and of which version. */
static enum zm_status greet(struct zm_link *link, const char *name, struct zm_error *error)
{
    struct place *place = &link->place;
    enum zm_status status = ZM_OK;
    bool given = place->password[0] != 0, user = place->user[0] != 0;
    if (given) {
        redisReply *reply = ask_words(link, "AUTH", user ? place->user : place->password,
                                      user ? place->password : NULL);
        if (begins(reply, "WRONGPASS"))
            status = fail_password(reply, name, true, error);
        freeReplyObject(reply);
    }
    redisReply *info = status == ZM_OK ? ask_words(link, "INFO", "server", NULL) : NULL;
    const char *version = info != NULL && info->type == REDIS_REPLY_STRING
                              ? strstr(info->str, "redis_version:")
                              : NULL;
    link->broke = status == ZM_OK && info == NULL && link->context->err != REDIS_ERR_PROTOCOL;
    if (link->broke)
        status = zm_fail(error, ZM_FAILED, "%s: no Redis server answers there: %s", name,
                         link->context->errstr);
    else if (status == ZM_OK && (begins(info, "NOAUTH") || begins(info, "WRONGPASS")))
        status = fail_password(info, name, given, error);
    else if (status == ZM_OK && version == NULL)
        status = zm_fail(error, ZM_FAILED, "%s: what answers there is no Redis server", name);
    else if (status == ZM_OK && strtol(version + 14, NULL, 10) < LEAST_VERSION)
        status = zm_fail(error, ZM_FAILED, "%s: Redis %.8s is too old: version %d is needed", name,
                         version + 14, LEAST_VERSION);
    freeReplyObject(info);
    if (status == ZM_OK && place->database > 0) {
        char database[16];
        snprintf(database, sizeof database, "%d", place->database);
        redisReply *reply = ask_words(link, "SELECT", database, NULL);
        if (reply == NULL || reply->type == REDIS_REPLY_ERROR)
            status = zm_fail(error, ZM_BAD_INPUT, "%s: the server has no database %d", name,
                             place->database);
        freeReplyObject(reply);
    }
    return status;
}

static enum zm_status dial(struct zm_link *link, struct zm_error *error)
{
    struct timeval soon = {.tv_sec = 5}, later = {.tv_sec = REPLY_SECONDS};
    const struct place *place = &link->place;
    char name[300];
    name_place(place, name, sizeof name);
    hang_up(link);
    link->broke = false;
    link->context = place->port == 0 ? redisConnectUnixWithTimeout(place->host, soon)
                                     : redisConnectWithTimeout(place->host, place->port, soon);
    if (link->context == NULL)
        return zm_fail_memory(error);
    enum zm_status status = ZM_OK;
    if (link->context->err != 0)
        status = zm_fail(error, ZM_FAILED, "%s: no Redis server answers there: %s", name,
                         link->context->errstr);
    if (status == ZM_OK) {
        redisSetTimeout(link->context, soon); /* whoever is no Redis may say nothing */
        status = greet(link, name, error);
    }
    if (status == ZM_OK)
        redisSetTimeout(link->context, later);
    else
        hang_up(link);
    return status;
}

static void wait_a_little(void)
{
    struct timespec fifth = {.tv_nsec = 200000000};
    nanosleep(&fifth, NULL);
}

/* Dials until somebody answers, patience ends or the run stops. */
static enum zm_status dial_again(struct zm_link *link, struct zm_error *error)
{
    double until = zm_clock_now() + link->patience;
    enum zm_status status = dial(link, error);
    while (status == ZM_FAILED && zm_clock_now() < until &&
           (link->run == NULL || !zm_run_look(link->run))) {
        wait_a_little();
        status = dial(link, error);
    }
    return status;
}

/* Connects to one of the servers of an address. */
static enum zm_status open_one(const struct zm_link_address *address, size_t index,
                               struct zm_run *run, struct zm_link **link, struct zm_error *error)
{
    *link = calloc(1, sizeof **link);
    if (*link == NULL)
        return zm_fail_memory(error);
    (*link)->run = run;
    (*link)->patience = address->patience;
    (*link)->address = address;
    (*link)->servers = count_servers(address->url);
    enum zm_status status = parse(address, index, &(*link)->place, error);
    if (status == ZM_OK)
        status = dial(*link, error);
    double until = zm_clock_now() + GREETING_SECONDS;
    while ((*link)->broke && status == ZM_FAILED && zm_clock_now() < until) {
        wait_a_little(); /* a server that is starting, a network with hiccups */
        status = dial(*link, error);
    }
    if (status != ZM_OK) {
        zm_link_close(*link);
        *link = NULL;
    }
    return status;
}

enum zm_status zm_link_open(const struct zm_link_address *address, struct zm_run *run,
                            struct zm_link **link, struct zm_error *error)
{
    return open_one(address, 0, run, link, error);
}

size_t zm_link_servers(const struct zm_link *link)
{
    return link->servers;
}

enum zm_status zm_link_meet_all(const struct zm_link_address *address, struct zm_run *run,
                                struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (size_t i = 0; i < count_servers(address->url) && status == ZM_OK; i++) {
        struct zm_link *link = NULL;
        status = open_one(address, i, run, &link, error);
        zm_link_close(link);
    }
    return status;
}

struct zm_link *zm_link_server(struct zm_link *link, size_t index, struct zm_error *error)
{
    double until = zm_clock_now() + link->patience;
    enum zm_status status = ZM_FAILED;
    if (index == 0)
        return link;
    while (link->others[index] == NULL && status == ZM_FAILED) {
        status = open_one(link->address, index, link->run, &link->others[index], error);
        if (status != ZM_FAILED || zm_clock_now() >= until ||
            (link->run != NULL && zm_run_look(link->run)))
            break;
        wait_a_little();
    }
    return link->others[index];
}

void zm_link_close(struct zm_link *link)
{
    if (link == NULL)
        return;
    for (size_t i = 0; i < link->servers && i < MOST_SERVERS; i++)
        zm_link_close(link->others[i]);
    hang_up(link);
    free(link);
}

uint64_t zm_link_sent(const struct zm_link *link)
{
    return link->sent;
}

/* What an error of the server means for us. */
static enum zm_status fail_reply(const struct zm_link *link, const redisReply *reply,
                                 struct zm_error *error)
{
    char name[300];
    name_place(&link->place, name, sizeof name);
    if (strstr(reply->str, "OOM") != NULL)
        return zm_fail(error, ZM_FAILED,
                       "%s: the server's memory is full (its 'maxmemory'): give it more, or forget "
                       "campaigns that are over",
                       name);
    if (strstr(reply->str, "MISCONF") != NULL)
        return zm_fail(error, ZM_FAILED, "%s: the server cannot write its disk", name);
    if (strstr(reply->str, "WRONGTYPE") != NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s: keys of this name belong to somebody else: choose another database "
                       "(redis://host/1) or another --campaign",
                       name);
    if (strncmp(reply->str, "NOAUTH", 6) == 0 || strncmp(reply->str, "NOPERM", 6) == 0)
        return zm_fail(error, ZM_BAD_INPUT, "%s: the server does not let us: %.200s", name,
                       reply->str);
    return zm_fail(error, ZM_FAILED, "%s: the server says: %.200s", name, reply->str);
}

/* A server that is starting, stopping or has no room for its own copy is asked again. */
static bool is_passing(const redisReply *reply)
{
    return begins(reply, "LOADING") || begins(reply, "BUSY") || begins(reply, "MASTERDOWN");
}

/* Asks until there is a reply, over new connections if need be. */
static redisReply *ask_patiently(struct zm_link *link, const struct zm_list *words,
                                 struct zm_error *error)
{
    double until = zm_clock_now() + link->patience;
    for (;;) {
        redisReply *reply = link->context == NULL ? NULL : ask(link, words);
        if (reply != NULL && !is_passing(reply))
            return reply;
        freeReplyObject(reply);
        if (zm_list_failed(words)) {
            zm_fail_memory(error);
            return NULL;
        }
        bool late = zm_clock_now() >= until || (link->run != NULL && zm_run_stopped(link->run));
        if (reply != NULL)
            wait_a_little();
        if (late || (reply == NULL && dial_again(link, error) != ZM_OK)) {
            if (late)
                zm_fail(error, ZM_FAILED, "the connection to the Redis server is lost");
            return NULL;
        }
    }
}

redisReply *zm_link_call(struct zm_link *link, const struct zm_list *words, struct zm_error *error)
{
    redisReply *reply = ask_patiently(link, words, error);
    if (reply != NULL && reply->type == REDIS_REPLY_ERROR) {
        fail_reply(link, reply, error);
        freeReplyObject(reply);
        reply = NULL;
    }
    return reply;
}

/* -- scripts -- */

/* Makes the server learn a script; NULL: it does not. */
static const char *teach(struct zm_link *link, const char *script, struct zm_error *error)
{
    struct zm_list words = {0};
    size_t i = 0;
    while (i < link->script_count && link->scripts[i].text != script)
        i++;
    if (i == SCRIPTS)
        return NULL;
    zm_word(&words, "SCRIPT");
    zm_word(&words, "LOAD");
    zm_word(&words, script);
    redisReply *reply = zm_link_call(link, &words, error);
    zm_list_free(&words);
    struct zm_bytes sha = zm_reply_bytes(reply);
    bool learned =
        copy(link->scripts[i].sha, sizeof link->scripts[i].sha, (const char *)sha.data, sha.size) &&
        sha.size == SHA;
    freeReplyObject(reply);
    if (!learned)
        return NULL;
    link->scripts[i].text = script;
    link->script_count += i == link->script_count;
    return link->scripts[i].sha;
}

static const char *taught(const struct zm_link *link, const char *script)
{
    for (size_t i = 0; i < link->script_count; i++)
        if (link->scripts[i].text == script)
            return link->scripts[i].sha;
    return NULL;
}

redisReply *zm_link_script(struct zm_link *link, const char *script,
                           const struct zm_list *arguments, struct zm_error *error)
{
    for (int attempt = 0;; attempt++) {
        struct zm_list words = {0};
        const char *sha = attempt == 0 ? taught(link, script) : NULL;
        if (sha == NULL)
            sha = teach(link, script, error);
        if (sha == NULL)
            return NULL;
        zm_word(&words, "EVALSHA");
        zm_word(&words, sha);
        zm_word(&words, "0");
        for (size_t i = 0; i < arguments->count; i++)
            zm_list_add(&words, zm_list_at(arguments, i));
        words.bytes.failed |= zm_list_failed(arguments);
        redisReply *reply = ask_patiently(link, &words, error);
        zm_list_free(&words);
        if (attempt < 3 && begins(reply, "NOSCRIPT")) { /* the server was started anew */
            freeReplyObject(reply);
            continue;
        }
        if (reply != NULL && reply->type == REDIS_REPLY_ERROR) {
            fail_reply(link, reply, error);
            freeReplyObject(reply);
            reply = NULL;
        }
        return reply;
    }
}
