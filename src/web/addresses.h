/* The addresses by which this machine can be called. */
#ifndef ZM_WEB_ADDRESSES_H
#define ZM_WEB_ADDRESSES_H

#include "base/list.h"

/* Adds the addresses under which a server that listens on `address` is reached: itself, or, when it
 * stands for all of this machine ("0.0.0.0", "::"), all of them, the one for this machine alone
 * first. */
void zm_web_addresses(const char *address, struct zm_list *texts);

#endif
