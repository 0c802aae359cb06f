/* What knowledge says of moves before they were tried, in games that were never played. Learned
 * strengths (weights.h) say how much likelier a move is than an average one, and their logarithm how
 * many games it has won, or lost, before. By rules it is the sum of numbers that programs of this
 * kind have in common. */
#include "engines/go/tree.h"

#include <math.h>

static const float even = 10;
/* Games for each factor of e in the strength of a move, above the average and below it. */
static const float gain = 12, loss = 6;
/* By rules: games won, or lost when they are negative, for a feature; a shape counts as `shape`. */
static const float by_rules[GO_FEATURES] = {
    [GO_TAKES_ONE] = 15,          [GO_TAKES_MORE] = 30,
    [GO_SAVES_ONE] = 15,          [GO_SAVES_MORE] = 30,
    [GO_SAVES_IN_VAIN] = -12,     [GO_LADDER_ONE] = 15,
    [GO_LADDER_MORE] = 30,        [GO_WIDENS] = 15,
    [GO_SELF_ATARI] = -10,        [GO_NEAR_LAST] = 24,
    [GO_NEAR_LAST + 1] = 22,      [GO_NEAR_LAST + 2] = 8,
    [GO_LONELY_ON_LINE] = -10,    [GO_LONELY_ON_LINE + 1] = -10,
    [GO_LONELY_ON_LINE + 2] = 10,
};
static const float shape = 10;

static void add(struct go_prior *prior, float games)
{
    prior->games += games < 0 ? -games : games;
    prior->won += games < 0 ? 0 : games;
}

static void judge_by_rules(const struct go_worker *worker, const struct go_team *teams,
                           unsigned count, struct go_prior *priors)
{
    for (unsigned i = 0; i < count; i++) {
        for (uint32_t left = teams[i].features; left != 0; left &= left - 1)
            add(&priors[i], by_rules[__builtin_ctz(left)]);
        if (go_patterns_match(worker->patterns, teams[i].shape))
            add(&priors[i], shape);
    }
}

static void judge_by_strength(const struct go_worker *worker, const struct go_team *teams,
                              unsigned count, struct go_prior *priors)
{
    /* Where few moves are left, all of them may be bad: some of strength 1 are thought there. */
    enum { THOUGHT = 4 };
    float strengths[GO_POINTS + 1], sum = THOUGHT;
    for (unsigned i = 0; i < count; i++)
        sum += strengths[i] = go_strength(worker->weights, &teams[i]);
    for (unsigned i = 0; i < count; i++) {
        float surprise = logf(strengths[i] * (float)(count + THOUGHT) / sum);
        add(&priors[i], surprise * (surprise > 0 ? gain : loss));
    }
}

void go_priors(struct go_worker *worker, const struct goban *board, const uint16_t *moves,
               unsigned count, struct go_prior *priors)
{
    struct go_team teams[GO_POINTS + 1];
    unsigned stones = count; /* the pass is the last, if it is there */
    while (stones > 0 && moves[stones - 1] == GOBAN_PASS)
        stones--;
    for (unsigned i = 0; i < count; i++)
        priors[i] = (struct go_prior){even, even / 2};
    if (worker->manner->knowledge != GO_NOTHING)
        go_features_find(board, moves, stones, teams);
    if (worker->manner->knowledge == GO_RULES)
        judge_by_rules(worker, teams, stones, priors);
    else if (worker->manner->knowledge == GO_LEARNED)
        judge_by_strength(worker, teams, stones, priors);
    /* A pass is tried when there is a reason: the other has passed, or all else is bad. */
    for (unsigned i = stones; i < count; i++)
        priors[i] = (struct go_prior){even, board->passes > 0 ? even / 2 : even / 10};
}
