/* Connections, and how long they may take. A request must be there whole within a time, however
 * its bytes trickle in (against slow clients), and a reply must be taken within another; pages that
 * listen to events, and requests at work, are waited for. When one address, or all together, hold
 * too many connections, the oldest that asks for nothing makes room for the new one: idle
 * connections shut nobody out. */
#ifndef ZM_WEB_VISITORS_H
#define ZM_WEB_VISITORS_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

struct zm_visitors;

enum zm_visit {
    ZM_VISIT_ASKS,    /* a request is awaited, or has come in part */
    ZM_VISIT_WAITS,   /* its reply is being made */
    ZM_VISIT_READS,   /* its reply is being sent */
    ZM_VISIT_LISTENS, /* to events, for as long as it likes */
};

/* `patience`: seconds for a request to come whole. `each`, `most`: connections of one address, and
 * of all. NULL: no memory, or no thread. */
struct zm_visitors *zm_visitors_open(double patience, size_t each, size_t most);
/* After the last connection is closed. */
void zm_visitors_close(struct zm_visitors *visitors);
/* What libmicrohttpd calls (MHD_OPTION_NOTIFY_CONNECTION), with the visitors as context. */
void zm_visitors_notify(void *visitors, struct MHD_Connection *connection, void **own,
                        enum MHD_ConnectionNotificationCode code);
void zm_visitors_turn(struct zm_visitors *visitors, struct MHD_Connection *connection,
                      enum zm_visit visit);
/* Like zm_visitors_turn to ZM_VISIT_LISTENS; false: too many pages of this address listen. */
bool zm_visitors_listen(struct zm_visitors *visitors, struct MHD_Connection *connection);

#endif
