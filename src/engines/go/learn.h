/* Strengths of features from choices: in each position one move was chosen of many. They are fitted
 * by minorisation-maximisation (Hunter 2004; Coulom 2007): round by round each strength becomes its
 * wins divided by how often it could have won. Every feature also has a win and a loss against
 * strength 1, so that rare ones stay near it. */
#ifndef ZM_ENGINES_GO_LEARN_H
#define ZM_ENGINES_GO_LEARN_H

#include "engines/go/weights.h"

struct go_choice {
    size_t first; /* team */
    uint32_t count, chosen;
};

struct go_choices {
    struct go_team *teams; /* shapes are the least of their images */
    size_t team_count, team_capacity;
    struct go_choice *choices;
    size_t count, capacity;
};

/* Adds a position and the move that was chosen in it; false: there is no memory. Passes are neither
 * chosen nor among the moves. */
bool go_choices_add(struct go_choices *choices, const struct goban *board, const uint16_t *moves,
                    unsigned count, uint16_t chosen);
void go_choices_free(struct go_choices *choices);

/* How well strengths foresee choices: the mean of ln(probability of the chosen move), and the share
 * that was the strongest. */
struct go_foresight {
    double log_likelihood, first;
};
struct go_foresight go_foresee(const struct go_choices *choices, size_t from, size_t to,
                               const struct go_weights *weights);
/* Fits the strengths to choices `from` to `to`; false: there is no memory. */
bool go_learn(const struct go_choices *choices, size_t from, size_t to, unsigned rounds,
              struct go_weights *weights);

#endif
