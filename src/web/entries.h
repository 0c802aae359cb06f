/* Looking into stores, for the routes about computations and about stores. */
#ifndef ZM_WEB_ENTRIES_H
#define ZM_WEB_ENTRIES_H

#include "store/store.h"
#include "web/routes.h"

/* How many entries there are of each kind that has some: [{"kind", "count"}]. */
json_t *zm_kinds_json(struct zm_store *store, uint64_t counts[ZM_KIND_COUNT]);
/* Replies with the entries that the body asks for. */
void zm_reply_entries(const struct zm_query *query, struct zm_store *store,
                      const struct zm_store_header *header);
/* Replies with the options of the position in the body and what the store knows of each. */
void zm_reply_neighbours(const struct zm_query *query, struct zm_store *store,
                         const struct zm_store_header *header);

#endif
