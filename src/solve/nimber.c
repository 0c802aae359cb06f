/* Outcome and nimber in normal play, over couples. The outcome of P is the verdict of (P, 0); the
 * nimber is the first n with (P, n) lost, tried step by step, which costs nothing that a proof
 * would not need (thesis, theorem 7). */
#include "solve/couples.h"
#include "solve/nimber.h"

static enum zm_status suits_sums(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game->players != ZM_IMPARTIAL || game->sums == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s is not an impartial game that splits into components", game->name);
    if (misere)
        return zm_fail(error, ZM_BAD_INPUT,
                       "nimbers exist in normal play only; for misère play "
                       "ask for the outcome or the misère grundy value");
    return ZM_OK;
}

static enum zm_status open_couples(const struct zm_problem *problem, void **state,
                                   struct zm_error *error)
{
    struct zm_couples *couples = NULL;
    enum zm_status status = zm_couples_open(problem, &couples, error);
    *state = couples;
    return status;
}

static void close_couples(void *state)
{
    zm_couples_close(state);
}

static void couples_space(void *state, struct zm_space *space)
{
    zm_couples_space(state, space);
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    struct zm_buffer node = {0};
    if (zm_answer_loony(zm_couples_game(state), position, ZM_ANSWER_OUTCOME, answer))
        return ZM_OK;
    answer->kind = ZM_ANSWER_OUTCOME;
    enum zm_status status = zm_couples_root(state, position, 0, &node, error);
    if (status == ZM_OK) {
        enum zm_verdict verdict = decider->decide(decider->search, zm_buffer_bytes(&node));
        answer->known = verdict != ZM_OPEN;
        answer->outcome = verdict == ZM_WON ? ZM_WIN : ZM_LOSS;
        status = answer->known ? ZM_OK : ZM_STOPPED;
    }
    zm_buffer_free(&node);
    return status;
}

static enum zm_status answer_nimber(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *answer,
                                    struct zm_error *error)
{
    struct zm_buffer node = {0};
    enum zm_verdict verdict = ZM_WON;
    enum zm_status status = ZM_OK;
    if (zm_answer_loony(zm_couples_game(state), position, ZM_ANSWER_NIMBER, answer))
        return answer->text.failed ? zm_fail_memory(error) : ZM_OK;
    answer->kind = ZM_ANSWER_NIMBER;
    answer->has_lower = true;
    while (verdict == ZM_WON) {
        status = zm_couples_root(state, position, (uint32_t)answer->lower, &node, error);
        if (status != ZM_OK)
            break;
        verdict = decider->decide(decider->search, zm_buffer_bytes(&node));
        if (verdict == ZM_WON)
            answer->lower++;
    }
    zm_buffer_free(&node);
    if (status != ZM_OK)
        return status;
    answer->known = verdict == ZM_LOST;
    answer->number = answer->lower;
    answer->outcome = answer->number == 0 ? ZM_LOSS : ZM_WIN;
    return answer->known ? ZM_OK : ZM_STOPPED;
}

static enum zm_status answer_grundy(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *answer,
                                    struct zm_error *error)
{
    enum zm_status status = answer_nimber(state, position, decider, answer, error);
    if (answer->kind == ZM_ANSWER_NIMBER)
        answer->kind = ZM_ANSWER_GRUNDY;
    return status;
}

/* What the three calculations have in common. */
#define OVER_COUPLES                                                                               \
    .params = zm_couples_params, .keys = "components", .suits = suits_sums, .open = open_couples,  \
    .close = close_couples, .space = couples_space

const struct zm_calculation zm_outcome_normal = {
    .name = "outcome",
    .summary = "who wins, in normal play",
    OVER_COUPLES,
    .answer = answer_outcome,
};

const struct zm_calculation zm_nimber = {
    .name = "nimber",
    .summary = "the Nim heap that a position is worth, in normal play",
    OVER_COUPLES,
    .answer = answer_nimber,
};

const struct zm_calculation zm_grundy_normal = {
    .name = "grundy",
    .summary = "the nimber, in normal play",
    OVER_COUPLES,
    .answer = answer_grundy,
};
