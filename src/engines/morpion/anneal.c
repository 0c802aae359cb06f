/* Simulated annealing; see anneal.h.
 *
 * One game is followed. Each try takes a part of it out and grows it again (draft.h): a few of its
 * moves are put off, or one is made that it has not; what needed the moves put off is lost unless
 * they come back, other moves take their places, and the rest of the game stays. The new game is
 * followed from then on when it is not shorter, and at times when it is: by d moves, with the chance
 * exp(-d / heat). The heat falls while the search goes on.
 *
 * Games of one length that differ in a few moves form wide plains, and many tries are steps on such a
 * plain. A policy that learns from its best game stays near that.
 *
 * Tempering follows several games, each at a heat of its own that does not change, and has them
 * change places: games come up at the hot end and go down to the cool one as they get longer, for as
 * long as one likes. */
#include "engines/morpion/anneal.h"

#include <math.h>
#include <stdlib.h>

enum { ROUND = 500 };

/* From 0 to below 1. */
static double draw(uint64_t *lots)
{
    return (double)(zm_chances_lot(lots) >> 11) * 0x1p-53;
}

static void begin(const struct zm_anneal *anneal, struct zm_draft *draft, uint64_t seed)
{
    zm_draft_begin(draft, anneal->player, anneal->game, anneal->weight, anneal->foreign, seed);
}

/* One try; returns whether to go on. */
static bool try_once(const struct zm_anneal *anneal, struct zm_draft *draft, double heat)
{
    zm_draft_cut(draft);
    zm_draft_grow(draft);
    bool going = anneal->tried(anneal->context, draft);
    double shorter = (double)draft->length - zm_draft_tried(draft);
    if (shorter <= 0 || draw(&draft->lots) < exp(-shorter / heat))
        zm_draft_accept(draft);
    else
        zm_draft_reject(draft);
    return going;
}

bool zm_anneal(const struct zm_anneal *anneal)
{
    struct zm_draft *draft = malloc(sizeof *draft);
    bool going = draft != NULL && anneal->game->length > 0;
    if (going)
        begin(anneal, draft, anneal->seed);
    for (uint64_t i = 0; i < anneal->tries && going; i++) {
        double done = (double)i / (double)anneal->tries;
        going = try_once(anneal, draft, anneal->heat + (anneal->cool - anneal->heat) * done);
    }
    free(draft);
    return draft != NULL;
}

/* Has neighbours exchange their games, the longer ones going to the cooler: always when that is the
 * longer one's way, else by the chance that leaves the games of each heat as they would be alone. */
static void exchange(struct zm_draft **drafts, const double *heats, unsigned count)
{
    for (unsigned k = 0; k + 1 < count; k++) {
        double longer = (double)drafts[k + 1]->length - (double)drafts[k]->length;
        if (draw(&drafts[0]->lots) < exp((1 / heats[k] - 1 / heats[k + 1]) * longer)) {
            struct zm_draft *draft = drafts[k];
            drafts[k] = drafts[k + 1];
            drafts[k + 1] = draft;
        }
    }
}

bool zm_temper(const struct zm_anneal *anneal, unsigned count)
{
    double heats[ZM_TEMPER_MOST];
    struct zm_draft *drafts[ZM_TEMPER_MOST];
    struct zm_draft *all = malloc(count * sizeof *all);
    bool going = all != NULL && anneal->game->length > 0;
    for (unsigned k = 0; k < count && going; k++) {
        double part = count > 1 ? (double)k / (count - 1) : 0;
        heats[k] = anneal->cool * pow(anneal->heat / anneal->cool, part);
        drafts[k] = &all[k];
        begin(anneal, drafts[k], anneal->seed + k);
    }
    for (uint64_t tries = 0; tries < anneal->tries && going; tries += count * ROUND) {
        for (unsigned k = 0; k < count && going; k++)
            for (unsigned i = 0; i < ROUND && going; i++)
                going = try_once(anneal, drafts[k], heats[k]);
        exchange(drafts, heats, count);
    }
    free(all);
    return all != NULL;
}

uint64_t zm_anneal_share(uint64_t number)
{
    for (;;) {
        uint64_t power = 1;
        while (2 * power - 1 <= number)
            power *= 2;
        if (number == 2 * power - 2)
            return power;
        number -= power - 1;
    }
}
