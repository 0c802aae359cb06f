/* How a space is walked. A search knows no game and no calculation: only nodes (solve/space.h). */
#ifndef ZM_SEARCH_SEARCH_H
#define ZM_SEARCH_SEARCH_H

#include "base/params.h"
#include "solve/space.h"

struct zm_search {
    const char *name;
    const char *summary;
    const struct zm_param *params;
    enum zm_status (*open)(const struct zm_space *space, const struct zm_settings *settings,
                           void **state, struct zm_error *error);
    /* The verdict of a node; ZM_OPEN when the run was stopped. */
    enum zm_verdict (*decide)(void *state, struct zm_bytes node);
    void (*close)(void *state);
};

/* search/registry.c: the searches, NULL at the end; the first is the default. */
extern const struct zm_search *const zm_searches[];
const struct zm_search *zm_search_find(const char *name, struct zm_error *error);

#endif
