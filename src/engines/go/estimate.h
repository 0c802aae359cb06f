/* Whose the points of a position are, by random games from there: for dead stones and the score of
 * games that end by agreement. */
#ifndef ZM_ENGINES_GO_ESTIMATE_H
#define ZM_ENGINES_GO_ESTIMATE_H

#include "games/go/go.h"

enum { GO_ESTIMATE_GAMES = 1000 };

/* Sets for each point how surely it is Black's (1) or White's (-1); false: no memory. */
bool go_estimate_owners(const struct go_game *game, unsigned games, uint64_t seed,
                        double owned[GO_POINTS]);
/* Marks the stones of chains that mostly become the other's. */
void go_estimate_dead(const struct go_board *board, const double owned[GO_POINTS],
                      bool dead[GO_POINTS]);
/* The half points of Black and White when the stones marked dead are taken off. */
void go_estimate_score(const struct go_board *board, const struct go_rules *rules,
                       const bool dead[GO_POINTS], int32_t half_points[2]);

#endif
