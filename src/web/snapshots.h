/* What a search tells about itself (watch/watch.h) as JSON, for the API. */
#ifndef ZM_WEB_SNAPSHOTS_H
#define ZM_WEB_SNAPSHOTS_H

#include "watch/watch.h"

#include <jansson.h>

/* The current branch, a level each, with the children where they are wanted and were told. */
json_t *zm_levels_json(const struct zm_watch_snapshot *snapshot, bool children);
/* The first levels of the tree; an empty array when they were not told. */
json_t *zm_tree_json(const struct zm_watch_snapshot *snapshot);

#endif
