/* How a mutant is made of a game; see mutants.h. */
#include "toys/mutants.h"

const struct mutant *const mutants[] = {rule_mutants, sum_mutants, more_mutants, NULL};

void mutant_make(const struct mutant *mutant, struct body *body)
{
    const struct zm_game *base = mutant->base;
    *body = (struct body){.game = *base, .rules = *base->rules};
    body->game.rules = &body->rules;
#define COPY(part)                                                                                 \
    do {                                                                                           \
        if (base->part != NULL) {                                                                  \
            body->part = *base->part;                                                              \
            body->game.part = &body->part;                                                         \
        }                                                                                          \
    } while (0)
    COPY(sums);
    COPY(scores);
    COPY(goals);
    COPY(loops);
    COPY(walk);
    COPY(picture);
#undef COPY
    if (mutant->spoil != NULL)
        mutant->spoil(body);
}
