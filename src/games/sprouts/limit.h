/* From which genus on does another handle change nothing? See limit.c. */
#ifndef ZM_GAMES_SPROUTS_LIMIT_H
#define ZM_GAMES_SPROUTS_LIMIT_H

#include "games/sprouts/land.h"

enum { ZM_SPROUTS_LIMIT_LIVES = 36 }; /* regions with more lives: no limit is computed */

/* Limits already computed, made when the first is asked for. */
struct zm_sprouts_limits {
    uint8_t *known[2]; /* of orientable regions, of the others; 0: not computed, else limit + 1 */
};

void zm_sprouts_limits_free(struct zm_sprouts_limits *limits);

/* Sets `limit` to a genus from which on region `r` of a sketch plays the same with one handle more
 * (`orientable`), or with two cross-caps more. False when it has too many lives, or there is no
 * memory. */
bool zm_sprouts_limit(struct zm_sprouts_limits *limits, const struct zm_sprouts_sketch *sketch,
                      unsigned r, bool orientable, int *limit);
/* Replaces each genus of the land that is above its region's limit by the limit, or by one more
 * when that keeps the number of cross-caps even or odd. */
void zm_sprouts_limit_land(struct zm_sprouts_limits *limits, struct zm_sprouts_sketch *land);

#endif
