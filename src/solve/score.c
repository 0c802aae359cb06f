/* Scores by contracts: the interval that holds the score shrinks with each contract decided. The
 * two contracts next to the score are the hardest and must be decided in any case, so the first
 * guess is an even split, and the next contract is the nearest one still open (section 13.4.3 of
 * the thesis: scores stay close to balance). */
#include "solve/score.h"

#include <stdlib.h>

static const struct zm_param score_params[] = {
    ZM_CONTRACTS_WIN_CACHE,
    {.name = "window",
     .kind = ZM_PARAM_CHOICE,
     .value = "zero",
     .choices = "zero|wide",
     .help = "zero: contract by contract, by the search; wide: one alpha-beta over scores"},
    {0},
};

const struct zm_param zm_outcome_score_params[] = {
    ZM_CONTRACTS_WIN_CACHE,
    {.name = "contract",
     .kind = ZM_PARAM_INTEGER,
     .value = "-1",
     .min = -1,
     .max = 10000,
     .hint = "N",
     .help = "does the player to move get at least N points? (default: who gets more)"},
    {0},
};

struct score {
    struct zm_problem problem;
    struct zm_contracts *contracts;
};

static enum zm_status suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game->scores == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s has no points to count", game->name);
    if (misere)
        return zm_fail(error, ZM_BAD_INPUT, "scores exist in normal play only");
    return ZM_OK;
}

static enum zm_status score_open(const struct zm_problem *problem, void **state,
                                 struct zm_error *error)
{
    struct score *score = calloc(1, sizeof *score);
    if (score == NULL)
        return zm_fail_memory(error);
    score->problem = *problem;
    enum zm_status status = zm_contracts_open(problem, &score->contracts, error);
    if (status != ZM_OK) {
        free(score);
        return status;
    }
    *state = score;
    return ZM_OK;
}

static void score_close(void *state)
{
    struct score *score = state;
    zm_contracts_close(score->contracts);
    free(score);
}

static void score_space(void *state, struct zm_space *space)
{
    zm_contracts_space(((struct score *)state)->contracts, space);
}

/* The outcome that bounds on the points decide; ZM_UNDECIDED: not yet. */
static enum zm_outcome outcome_of(int64_t lower, int64_t upper, int64_t total, int64_t contract)
{
    if (contract >= 0)
        return lower >= contract ? ZM_WIN : upper < contract ? ZM_LOSS : ZM_UNDECIDED;
    if (2 * lower > total || 2 * upper < total)
        return 2 * lower > total ? ZM_WIN : ZM_LOSS;
    return lower == upper ? ZM_DRAW : ZM_UNDECIDED;
}

void zm_score_fill(struct zm_answer *answer, enum zm_answer_kind kind, int64_t lower, int64_t upper,
                   int64_t total, int64_t contract)
{
    answer->kind = kind;
    answer->outcome = outcome_of(lower, upper, total, contract);
    answer->known = kind == ZM_ANSWER_SCORE ? lower == upper : answer->outcome != ZM_UNDECIDED;
    answer->has_lower = answer->has_upper = true;
    answer->lower = lower;
    answer->upper = upper;
    answer->number = lower;
    answer->points[0] = lower;
    answer->points[1] = total - lower;
}

/* Decides contracts of a normal form, nearest to `guess` first, until `done` says that the interval
 * is narrow enough. */
struct aim {
    enum zm_answer_kind kind;
    int64_t contract, total, shift; /* shift: points sure before the normal form */
};

static bool reached(const struct aim *aim, int32_t lower, int32_t upper)
{
    if (aim->kind == ZM_ANSWER_SCORE)
        return lower == upper;
    return outcome_of(lower + aim->shift, upper + aim->shift, aim->total, aim->contract) !=
           ZM_UNDECIDED;
}

static enum zm_status narrow(struct zm_bytes normal, const struct zm_decider *decider,
                             const struct aim *aim, int32_t *lower, int32_t *upper)
{
    struct zm_buffer node = {0};
    int64_t guess = (aim->contract >= 0 ? aim->contract : (aim->total + 1) / 2) - aim->shift;
    enum zm_status status = ZM_OK;
    while (status == ZM_OK && !reached(aim, *lower, *upper)) {
        int64_t points = guess <= *lower ? *lower + 1 : guess > *upper ? *upper : guess;
        zm_contracts_node(normal, (int32_t)points, &node);
        enum zm_verdict verdict =
            node.failed ? ZM_OPEN : decider->decide(decider->search, zm_buffer_bytes(&node));
        if (verdict == ZM_WON)
            *lower = (int32_t)points;
        else if (verdict == ZM_LOST)
            *upper = (int32_t)points - 1;
        else
            status = ZM_STOPPED;
        guess = verdict == ZM_WON ? points + 1 : points - 1;
    }
    zm_buffer_free(&node);
    return status;
}

static enum zm_status answer_by(struct score *score, struct zm_bytes position,
                                const struct zm_decider *decider, enum zm_answer_kind kind,
                                int64_t contract, struct zm_answer *answer, struct zm_error *error)
{
    struct zm_contracts_root root;
    int32_t lower, upper;
    enum zm_status status = zm_contracts_root(score->contracts, position, &root, error);
    if (status == ZM_OK) {
        struct zm_bytes normal = zm_buffer_bytes(&root.normal);
        struct aim aim = {kind, contract, root.available + root.sure[0] + root.sure[1],
                          root.sure[0]};
        zm_contracts_known(score->contracts, normal, &lower, &upper);
        if (zm_settings_is(score->problem.settings, "window", "wide"))
            status = zm_score_window(score->contracts, normal, score->problem.run, &lower, &upper);
        else
            status = narrow(normal, decider, &aim, &lower, &upper);
        zm_score_fill(answer, kind, lower + root.sure[0], upper + root.sure[0], aim.total,
                      contract);
    }
    zm_contracts_root_free(&root);
    return status;
}

static enum zm_status answer_score(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *answer,
                                   struct zm_error *error)
{
    return answer_by(state, position, decider, ZM_ANSWER_SCORE, -1, answer, error);
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    struct score *score = state;
    int64_t contract = zm_settings_given(score->problem.settings, "contract")
                           ? zm_settings_integer(score->problem.settings, "contract")
                           : -1;
    return answer_by(score, position, decider, ZM_ANSWER_OUTCOME, contract, answer, error);
}

const struct zm_calculation zm_score = {
    .name = "score",
    .summary = "how many points the player to move gets",
    .params = score_params,
    .keys = ZM_CONTRACTS_KEYS,
    .suits = suits,
    .open = score_open,
    .close = score_close,
    .space = score_space,
    .answer = answer_score,
};

const struct zm_calculation zm_outcome_score = {
    .name = "outcome",
    .summary = "who gets more points, or whether a contract is kept",
    .rest_only = true,
    .params = zm_outcome_score_params,
    .keys = ZM_CONTRACTS_KEYS,
    .suits = suits,
    .open = score_open,
    .close = score_close,
    .space = score_space,
    .answer = answer_outcome,
};
