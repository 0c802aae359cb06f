/* Who is connected since when; see visitors.h. A connection is closed by shutting its socket down:
 * libmicrohttpd then finds it at its end. The list has its socket only until libmicrohttpd says
 * that it closes it, and both happen under the lock. */
#include "web/visitors.h"

#include "base/clock.h"
#include "web/guard.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum { REPLY_PATIENCES = 10, LOOKS = 4 }; /* patiences for a reply; looks in a patience */

struct visitor {
    int socket;
    uint64_t address; /* a hash of it */
    enum zm_visit visit;
    double since;
    bool sent_away;
    struct visitor *before, *after; /* newer, older */
};

struct zm_visitors {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t looker;
    double patience;
    size_t each, most, count;
    struct visitor *newest;
    bool closing;
};

/* -- with the lock held -- */

static void send_away(struct zm_visitors *visitors, struct visitor *visitor)
{
    visitor->sent_away = true;
    visitors->count--;
    shutdown(visitor->socket, SHUT_RDWR);
}

/* Connections of an address (0: of all) in any state, or in one of them. */
static size_t count_of(const struct zm_visitors *visitors, uint64_t address, int visit)
{
    size_t count = 0;
    for (const struct visitor *each = visitors->newest; each != NULL; each = each->after)
        count += !each->sent_away && (address == 0 || each->address == address) &&
                 (visit < 0 || (int)each->visit == visit);
    return count;
}

/* The one of an address (0: of all) that has been waited for longest. */
static struct visitor *longest_asking(const struct zm_visitors *visitors, uint64_t address)
{
    struct visitor *found = NULL;
    for (struct visitor *each = visitors->newest; each != NULL; each = each->after)
        if (!each->sent_away && each->visit == ZM_VISIT_ASKS &&
            (address == 0 || each->address == address) &&
            (found == NULL || each->since <= found->since))
            found = each;
    return found;
}

/* The newcomer is in the list and asks: where nobody else does, it is sent away itself. */
static void make_room(struct zm_visitors *visitors, uint64_t address)
{
    if (visitors->count > visitors->most)
        send_away(visitors, longest_asking(visitors, 0));
    else if (count_of(visitors, address, -1) > visitors->each)
        send_away(visitors, longest_asking(visitors, address));
}

static void send_slow_ones_away(struct zm_visitors *visitors)
{
    double now = zm_clock_now(), reply = visitors->patience * REPLY_PATIENCES;
    for (struct visitor *each = visitors->newest; each != NULL; each = each->after) {
        double time = now - each->since;
        if (!each->sent_away && ((each->visit == ZM_VISIT_ASKS && time > visitors->patience) ||
                                 (each->visit == ZM_VISIT_READS && time > reply)))
            send_away(visitors, each);
    }
}

/* -- the thread that looks -- */

static void *look(void *context)
{
    struct zm_visitors *visitors = context;
    pthread_mutex_lock(&visitors->lock);
    while (!visitors->closing) {
        struct timespec until;
        long nanoseconds = (long)(visitors->patience / LOOKS * 1e9);
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += (until.tv_nsec + nanoseconds) / 1000000000;
        until.tv_nsec = (until.tv_nsec + nanoseconds) % 1000000000;
        pthread_cond_timedwait(&visitors->changed, &visitors->lock, &until);
        send_slow_ones_away(visitors);
    }
    pthread_mutex_unlock(&visitors->lock);
    return NULL;
}

struct zm_visitors *zm_visitors_open(double patience, size_t each, size_t most)
{
    struct zm_visitors *visitors = calloc(1, sizeof *visitors);
    pthread_condattr_t monotonic;
    if (visitors == NULL)
        return NULL;
    *visitors = (struct zm_visitors){.patience = patience, .each = each, .most = most};
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&visitors->lock, NULL);
    pthread_cond_init(&visitors->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&visitors->looker, NULL, look, visitors) == 0)
        return visitors;
    pthread_cond_destroy(&visitors->changed);
    pthread_mutex_destroy(&visitors->lock);
    free(visitors);
    return NULL;
}

void zm_visitors_close(struct zm_visitors *visitors)
{
    if (visitors == NULL)
        return;
    pthread_mutex_lock(&visitors->lock);
    visitors->closing = true;
    pthread_cond_signal(&visitors->changed);
    pthread_mutex_unlock(&visitors->lock);
    pthread_join(visitors->looker, NULL);
    pthread_cond_destroy(&visitors->changed);
    pthread_mutex_destroy(&visitors->lock);
    free(visitors);
}

/* -- what happens to connections -- */

static void arrive(struct zm_visitors *visitors, struct MHD_Connection *connection, void **own)
{
    const union MHD_ConnectionInfo *socket =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const union MHD_ConnectionInfo *address =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct visitor *visitor = calloc(1, sizeof *visitor);
    *own = visitor;
    if (visitor == NULL || socket == NULL) {
        if (socket != NULL)
            shutdown(socket->connect_fd, SHUT_RDWR);
        free(visitor);
        *own = NULL;
        return;
    }
    visitor->socket = socket->connect_fd;
    visitor->address = zm_guard_address(address == NULL ? NULL : address->client_addr);
    visitor->since = zm_clock_now();
    pthread_mutex_lock(&visitors->lock);
    visitor->after = visitors->newest;
    if (visitors->newest != NULL)
        visitors->newest->before = visitor;
    visitors->newest = visitor;
    visitors->count++;
    make_room(visitors, visitor->address);
    pthread_mutex_unlock(&visitors->lock);
}

static void depart(struct zm_visitors *visitors, struct visitor *visitor)
{
    pthread_mutex_lock(&visitors->lock);
    if (visitor->before != NULL)
        visitor->before->after = visitor->after;
    else
        visitors->newest = visitor->after;
    if (visitor->after != NULL)
        visitor->after->before = visitor->before;
    visitors->count -= !visitor->sent_away;
    pthread_mutex_unlock(&visitors->lock);
    free(visitor);
}

void zm_visitors_notify(void *visitors, struct MHD_Connection *connection, void **own,
                        enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        arrive(visitors, connection, own);
    else if (*own != NULL)
        depart(visitors, *own);
}

static struct visitor *visitor_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

void zm_visitors_turn(struct zm_visitors *visitors, struct MHD_Connection *connection,
                      enum zm_visit visit)
{
    struct visitor *visitor = visitor_of(connection);
    if (visitor == NULL)
        return;
    pthread_mutex_lock(&visitors->lock);
    visitor->visit = visit;
    visitor->since = zm_clock_now();
    pthread_mutex_unlock(&visitors->lock);
}

bool zm_visitors_listen(struct zm_visitors *visitors, struct MHD_Connection *connection)
{
    struct visitor *visitor = visitor_of(connection);
    if (visitor == NULL)
        return false;
    pthread_mutex_lock(&visitors->lock);
    bool room = count_of(visitors, visitor->address, ZM_VISIT_LISTENS) < visitors->each / 4 * 3;
    if (room)
        visitor->visit = ZM_VISIT_LISTENS;
    pthread_mutex_unlock(&visitors->lock);
    return room;
}
