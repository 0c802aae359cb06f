/* Simulated annealing; see anneal.h.
 *
 * One game is followed. Each try plays it again with a few of its moves put off: its moves are made
 * before all others, and those put off when nothing else is left. So what the moves put off made
 * possible is lost, other moves take their places, and the rest of the game stays. The new game is
 * followed from then on when it is not shorter, and at times when it is: by d moves, with the chance
 * exp(-d / heat). The heat falls while the search goes on.
 *
 * Games of one length that differ in a few moves form wide plains, and a fifth of the tries is a step
 * on such a plain. A policy that learns from its best game stays near that.
 *
 * Tempering follows several games, each at a heat of its own that does not change, and has them
 * change places: games come up at the hot end and go down to the cool one as they get longer, for as
 * long as one likes. */
#include "engines/morpion/anneal.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PUT_OFF = 16, ROUND = 500 };

/* A game that is followed. */
struct followed {
    struct zm_policy *policy;
    unsigned length, count;
    uint16_t codes[ZM_MORPION_PLAYED]; /* its moves, by where their weights stand */
};

/* From 0 to below 1. */
static double draw(struct zm_random *random)
{
    return (double)(zm_random_next(random) >> 11) * 0x1p-53;
}

/* Follows the game that was played last. */
static void follow(const struct zm_anneal *anneal, struct followed *followed)
{
    const struct zm_policy_game *game = anneal->game;
    float *weights = followed->policy->weights;
    for (unsigned i = 0; i < followed->count; i++)
        weights[followed->codes[i]] = 1;
    followed->length = game->length;
    followed->count = 0;
    for (unsigned i = 0; i < game->stretch_count; i++)
        if (game->stretches[i].made)
            followed->codes[followed->count++] = game->stretches[i].since.code;
    for (unsigned i = 0; i < followed->count; i++)
        weights[followed->codes[i]] = anneal->weight;
}

/* Plays the game with some moves put off: one, and with even chances one more, and so on. */
static void play(struct zm_anneal *anneal, const struct followed *followed)
{
    float *weights = followed->policy->weights;
    uint16_t put_off[MOST_PUT_OFF];
    unsigned count = 0;
    do {
        put_off[count] = followed->codes[zm_random_below(&anneal->random, followed->count)];
        weights[put_off[count++]] = 1 / anneal->weight;
    } while (count < MOST_PUT_OFF && zm_random_next(&anneal->random) >> 63 != 0);
    zm_policy_play(anneal->player, followed->policy, anneal->game);
    for (unsigned i = 0; i < count; i++)
        weights[put_off[i]] = anneal->weight;
}

/* One try; returns whether to go on. */
static bool try_once(struct zm_anneal *anneal, struct followed *followed, double heat)
{
    play(anneal, followed);
    bool going = anneal->played(anneal->context);
    if (anneal->game->length >= followed->length ||
        draw(&anneal->random) < exp(-(double)(followed->length - anneal->game->length) / heat))
        follow(anneal, followed);
    return going;
}

void zm_anneal(struct zm_anneal *anneal)
{
    struct followed followed = {.policy = anneal->policy};
    bool going = true;
    zm_policy_reset(anneal->policy);
    follow(anneal, &followed);
    for (uint64_t i = 0; i < anneal->tries && followed.count > 0 && going; i++) {
        double done = (double)i / (double)anneal->tries;
        going = try_once(anneal, &followed, anneal->heat + (anneal->cool - anneal->heat) * done);
    }
}

/* Has neighbours exchange their games, the longer ones going to the cooler: always when that is the
 * longer one's way, else by the chance that leaves the games of each heat as they would be alone. */
static void exchange(struct zm_anneal *anneal, struct followed *games, const double *heats,
                     unsigned count)
{
    for (unsigned k = 0; k + 1 < count; k++) {
        double longer = (double)games[k + 1].length - (double)games[k].length;
        if (draw(&anneal->random) < exp((1 / heats[k] - 1 / heats[k + 1]) * longer)) {
            struct followed game = games[k];
            games[k] = games[k + 1];
            games[k + 1] = game;
        }
    }
}

bool zm_temper(struct zm_anneal *anneal, unsigned count)
{
    double heats[ZM_TEMPER_MOST];
    struct followed *games = calloc(count, sizeof *games);
    struct zm_policy *policies = malloc(count * sizeof *policies);
    bool opened = games != NULL && policies != NULL, going = opened;
    for (unsigned k = 0; k < count && opened; k++) {
        double part = count > 1 ? (double)k / (count - 1) : 0;
        heats[k] = anneal->cool * pow(anneal->heat / anneal->cool, part);
        games[k].policy = &policies[k];
        zm_policy_reset(&policies[k]);
        follow(anneal, &games[k]);
        going = going && games[k].count > 0;
    }
    for (uint64_t tries = 0; tries < anneal->tries && going; tries += count * ROUND) {
        for (unsigned k = 0; k < count && going; k++)
            for (unsigned i = 0; i < ROUND && going; i++)
                going = try_once(anneal, &games[k], heats[k]);
        exchange(anneal, games, heats, count);
    }
    free(games);
    free(policies);
    return opened;
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
