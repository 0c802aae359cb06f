/* How reduced lands are written: the form, the equivalences, and the memory of lands already seen.
 */
#ifndef ZM_GAMES_SPROUTS_CANON_H
#define ZM_GAMES_SPROUTS_CANON_H

#include "games/sprouts/canonical.h"
#include "games/sprouts/equivalences.h"
#include "games/sprouts/limit.h"
#include "games/sprouts/memory.h"

struct zm_sprouts_canon {
    bool exact;
    unsigned rounds;             /* of the pseudo-canonical form */
    enum zm_sprouts_rules rules; /* when there are any, genera above their limits are lowered too */
    struct zm_sprouts_limits limits;
    struct zm_sprouts_sketch land, scratch; /* `land`: where reduction puts a land */
    struct zm_sprouts_memory listed, pseudo;
    struct zm_buffer form;
    struct zm_sprouts_traits traits[ZM_SPROUTS_REGIONS]; /* of the lands of the list filled last */
};

void zm_sprouts_canon_init(struct zm_sprouts_canon *canon);
void zm_sprouts_canon_free(struct zm_sprouts_canon *canon);

/* Adds the canonical form of canon->land to `lands`. */
void zm_sprouts_write_land(struct zm_sprouts_canon *canon, struct zm_list *lands);

#endif
