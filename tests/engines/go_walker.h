/* Looks at strategies on small boards by the plain board of Go, which knows nothing of bits and of
 * searches. */
#ifndef ZM_TESTS_GO_WALKER_H
#define ZM_TESTS_GO_WALKER_H

#include "base/random.h"
#include "engines/go/plays.h"

/* Fails unless every place of a drawing (by force_key) is decided, or leads to one legal move of the
 * hero, or to all stones of the other and his pass, each with shorter plays. */
void walker_compare(const struct plays *plays, const struct force *claim);
/* Plays a game at random against a strategy until a place of it is decided, and fails if a board
 * comes back against the rule of ko. Returns how long it was. */
unsigned walker_play(const struct plays *plays, const struct force *claim,
                     const struct force_place *root, enum go_ko ko, struct zm_random *random);

#endif
