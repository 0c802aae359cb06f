/* A misère quotient written down: of the heaps of an octal code, or of the components of a
 * position. */
#ifndef ZM_API_QUOTIENT_H
#define ZM_API_QUOTIENT_H

#include "solve/quotients.h"
#include "theory/quotient_heaps.h"

#include <jansson.h>

struct zm_quotient_view {
    const char *game, *position;
    const struct zm_quotient *quotient;
    const struct zm_heap_quotient *heaps;          /* or NULL */
    const struct zm_position_quotient *components; /* or NULL */
    size_t bound; /* heaps looked at for the proof that values are periodic */
    struct zm_presentation presentation;
    struct zm_list relations;
};

/* Finds generators and relations; the other members are set. */
enum zm_status zm_quotient_view_open(struct zm_quotient_view *view, struct zm_error *error);
void zm_quotient_view_close(struct zm_quotient_view *view);
/* The object of `zermelo quotient --json`. */
json_t *zm_quotient_view_json(const struct zm_quotient_view *view);

#endif
