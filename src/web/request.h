/* One request on its way through the server, and the reply it gets. */
#ifndef ZM_WEB_REQUEST_H
#define ZM_WEB_REQUEST_H

#include "base/buffer.h"
#include "base/error.h"

#include <jansson.h>

struct zm_web;

/* The body belongs to the reply until the server takes it. */
struct zm_reply {
    unsigned status; /* HTTP */
    const char *type;
    char *body;
    size_t size;
};

enum {
    ZM_WEB_BODY_LARGEST = 64 << 10,    /* bytes of a request's body */
    ZM_WEB_TEXT_LONGEST = 8 << 10,     /* characters of a position or another text */
    ZM_WEB_MOVES_MOST = 2000,          /* moves played, or listed */
    ZM_WEB_DISCARDED_MOST = 1024 << 10 /* bytes of a body too large that are still read */
};

/* What a handler sees of a request. */
struct zm_query {
    struct zm_web *web;
    unsigned long id; /* the number in the path, if the route has one */
    json_t *body;     /* an object; NULL for GET and DELETE */
    struct zm_reply *reply;
};

/* Replies with a JSON value, whose reference is taken; NULL: no memory. */
void zm_reply_json(struct zm_reply *reply, unsigned status, json_t *value);
/* Replies {"error": "..."}. */
void zm_reply_error(struct zm_reply *reply, unsigned status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Replies with a page for people who came by the wrong address, in English and French; `code` says
 * which: "host", "token". */
void zm_reply_page(struct zm_reply *reply, unsigned status, const char *code);
/* Replies with an error of the library: what was asked is wrong (422), or we failed (500). */
void zm_reply_failure(struct zm_reply *reply, const struct zm_error *error);
/* The same for bad input in a place of the request that the page has words for: "game", "options",
 * "position", "moves". */
void zm_reply_failure_at(struct zm_reply *reply, const struct zm_error *error, const char *code);

/* Reads a field of the body. False: it has the wrong type, and the reply says so. A missing one
 * leaves the value as it is. */
bool zm_query_text(const struct zm_query *query, const char *name, const char **text);
bool zm_query_number(const struct zm_query *query, const char *name, double least, double most,
                     double *number);
bool zm_query_flag(const struct zm_query *query, const char *name, bool *flag);

#endif
