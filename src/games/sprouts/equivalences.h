/* Sporadic equivalences between lands (Lemoine and Viennot, thesis, 9.7), as rules that rewrite a
 * reduced land into a simpler one. */
#ifndef ZM_GAMES_SPROUTS_EQUIVALENCES_H
#define ZM_GAMES_SPROUTS_EQUIVALENCES_H

#include "games/sprouts/land.h"

enum zm_sprouts_rules {
    ZM_SPROUTS_NO_RULES,
    ZM_SPROUTS_TREE_RULES, /* the canonical tree stays the same */
    ZM_SPROUTS_ALL_RULES,  /* also those that keep the reduced tree only: enough for outcomes,
                              nimbers */
};

/* Rewrites a reduced land as long as a rule applies, and adds to `virgins` the lands `0` that split
 * off it. `scratch` is lost. */
void zm_sprouts_rewrite(struct zm_sprouts_sketch *land, enum zm_sprouts_rules rules,
                        unsigned *virgins, struct zm_sprouts_sketch *scratch);

#endif
