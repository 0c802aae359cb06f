/* Who may ask. The server listens on this machine only unless told otherwise, yet any page open in
 * the same browser can send it requests; so every request must name the server as it is known
 * (against DNS rebinding), must not come from another site, must show the token where there is one,
 * and comes at a bounded rate. */
#ifndef ZM_WEB_GUARD_H
#define ZM_WEB_GUARD_H

#include "base/buffer.h"
#include "web/request.h"
#include "web/web.h"

#include <pthread.h>
#include <sys/socket.h>

struct zm_guard_bucket {
    uint64_t address; /* a hash of it; 0: free */
    double tokens, seen;
};

enum { ZM_GUARD_BUCKETS = 256 };

struct zm_guard {
    char **hosts; /* allowed values of Host, NULL at the end */
    char *token;
    double rate;
    pthread_mutex_t lock;
    struct zm_guard_bucket buckets[ZM_GUARD_BUCKETS];
};

/* What the headers of a request say; NULL where one is missing. */
struct zm_guard_headers {
    const char *path, *host, *origin, *site, *cookie, *authorization;
};

enum zm_status zm_guard_open(struct zm_guard *guard, const struct zm_web_config *config,
                             uint16_t port, struct zm_error *error);
void zm_guard_close(struct zm_guard *guard);
/* True: let it in. False: the reply says why not. */
bool zm_guard_admit(const struct zm_guard *guard, const struct zm_guard_headers *headers,
                    struct zm_reply *reply);
/* Is this the token? Takes the same time whatever is given. */
bool zm_guard_token(const struct zm_guard *guard, const char *given, size_t size);
/* A hash of an address, never 0: one customer's network counts as one. */
uint64_t zm_guard_address(const struct sockaddr *address);
/* May this address ask now for what costs so much? The rate is that of requests that cost 1. */
bool zm_guard_rate(struct zm_guard *guard, const struct sockaddr *address, double cost);

#endif
