/* The addresses by which this machine can be called, and a socket on one of them. */
#ifndef ZM_WEB_ADDRESSES_H
#define ZM_WEB_ADDRESSES_H

#include "base/error.h"
#include "base/list.h"

/* Adds the addresses under which a server that listens on `address` is reached: itself, or, when it
 * stands for all of this machine ("0.0.0.0", "::"), all of them, the one for this machine alone
 * first. */
void zm_web_addresses(const char *address, struct zm_list *texts);

/* Listens on a numeric address and a port (0: any that is free). The socket is ours, so that the
 * port is known before the first request comes; after an error there may be one, to be closed. */
enum zm_status zm_web_listen(const char *address, uint16_t port, int *made, uint16_t *bound,
                             struct zm_error *error);

#endif
