/* Strengths by minorisation-maximisation; see learn.h. */
#include "engines/go/learn.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>

static uint16_t least_image(uint16_t shape)
{
    uint16_t least = shape;
    for (unsigned symmetry = 1; symmetry < 8; symmetry++) {
        uint16_t turned = go_shape_turned(shape, symmetry);
        if (turned < least)
            least = turned;
    }
    return least;
}

bool go_choices_add(struct go_choices *choices, const struct goban *board, const uint16_t *moves,
                    unsigned count, uint16_t chosen)
{
    struct go_choice choice = {choices->team_count, count, count};
    struct go_team *teams = zm_array_room(choices->teams, &choices->team_capacity,
                                          choices->team_count + count, sizeof *teams);
    if (teams == NULL)
        return false;
    choices->teams = teams;
    struct go_choice *all =
        zm_array_room(choices->choices, &choices->capacity, choices->count + 1, sizeof *all);
    if (all == NULL)
        return false;
    choices->choices = all;
    go_features_find(board, moves, count, teams + choice.first);
    for (unsigned i = 0; i < count; i++) {
        struct go_team *team = &teams[choice.first + i];
        team->shape = least_image(team->shape);
        if (moves[i] == chosen)
            choice.chosen = i;
    }
    if (choice.chosen == count)
        return true; /* a move that is not among them teaches nothing */
    choices->team_count += count;
    all[choices->count++] = choice;
    return true;
}

void go_choices_free(struct go_choices *choices)
{
    free(choices->teams);
    free(choices->choices);
    *choices = (struct go_choices){0};
}

struct go_foresight go_foresee(const struct go_choices *choices, size_t from, size_t to,
                               const struct go_weights *weights)
{
    struct go_foresight sum = {0, 0};
    for (size_t i = from; i < to; i++) {
        const struct go_choice *choice = &choices->choices[i];
        const struct go_team *teams = choices->teams + choice->first;
        double own = go_strength(weights, &teams[choice->chosen]), all = 0;
        bool first = true;
        for (unsigned k = 0; k < choice->count; k++) {
            double strength = go_strength(weights, &teams[k]);
            all += strength;
            first &= k == choice->chosen || strength < own;
        }
        sum.log_likelihood += log(own / all);
        sum.first += first;
    }
    double count = to > from ? (double)(to - from) : 1;
    return (struct go_foresight){sum.log_likelihood / count, sum.first / count};
}

/* The sums of one round: how often each could have won. */
struct tally {
    double *wins, *chances; /* by feature, then by shape */
};

static float learned(double wins, double chances, float now)
{
    double strength = (wins + 1) / (chances + 2 / (1 + (double)now));
    return (float)(strength < 1e-4 ? 1e-4 : strength > 1e4 ? 1e4 : strength);
}

/* What all moves of a position weigh together. */
static double weigh(const struct go_choices *choices, const struct go_choice *choice,
                    const struct go_weights *weights)
{
    double all = 0;
    for (unsigned k = 0; k < choice->count; k++)
        all += go_strength(weights, &choices->teams[choice->first + k]);
    return all;
}

/* One plain feature: of a team that has it the rest counts. */
static void learn_feature(const struct go_choices *choices, size_t from, size_t to,
                          unsigned feature, struct go_weights *weights)
{
    double wins = 0, chances = 0, now = weights->features[feature];
    for (size_t i = from; i < to; i++) {
        const struct go_choice *choice = &choices->choices[i];
        const struct go_team *teams = choices->teams + choice->first;
        double with = 0;
        for (unsigned k = 0; k < choice->count; k++)
            if (teams[k].features >> feature & 1)
                with += go_strength(weights, &teams[k]);
        wins += teams[choice->chosen].features >> feature & 1;
        if (with > 0)
            chances += with / now / weigh(choices, choice, weights);
    }
    if (chances > 0)
        weights->features[feature] = learned(wins, chances, (float)now);
}

/* All shapes at once: a move has one. */
static void learn_shapes(const struct go_choices *choices, size_t from, size_t to,
                         struct tally *tally, struct go_weights *weights)
{
    for (unsigned shape = 0; shape < 65536; shape++)
        tally->wins[shape] = tally->chances[shape] = 0;
    for (size_t i = from; i < to; i++) {
        const struct go_choice *choice = &choices->choices[i];
        const struct go_team *teams = choices->teams + choice->first;
        double all = weigh(choices, choice, weights);
        tally->wins[teams[choice->chosen].shape]++;
        for (unsigned k = 0; k < choice->count; k++) {
            uint16_t shape = teams[k].shape;
            tally->chances[shape] +=
                go_strength(weights, &teams[k]) / (double)weights->shapes[shape] / all;
        }
    }
    for (unsigned shape = 0; shape < 65536; shape++) {
        if (tally->chances[shape] <= 0)
            continue;
        float strength = learned(tally->wins[shape], tally->chances[shape], weights->shapes[shape]);
        for (unsigned symmetry = 0; symmetry < 8; symmetry++)
            weights->shapes[go_shape_turned((uint16_t)shape, symmetry)] = strength;
    }
}

bool go_learn(const struct go_choices *choices, size_t from, size_t to, unsigned rounds,
              struct go_weights *weights)
{
    double *sums = malloc(2 * 65536 * sizeof *sums);
    struct tally tally = {sums, sums + 65536};
    if (sums == NULL)
        return false;
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned feature = 0; feature < GO_FEATURES; feature++)
            learn_feature(choices, from, to, feature, weights);
        learn_shapes(choices, from, to, &tally, weights);
    }
    free(sums);
    return true;
}
