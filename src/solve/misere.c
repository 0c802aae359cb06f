/* Outcome and Grundy value in misère play (who cannot move wins), over sums with reduced trees
 * (hybrid.h). The misère Grundy value of P is the one n such that P plus a Nim heap of n is lost,
 * tried from 0 on; unlike a nimber it does not add up over components (thesis, 12.5). */
#include "solve/misere.h"

#include "solve/hybrid.h"

static enum zm_status misere_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game->players != ZM_IMPARTIAL || game->sums == NULL || !misere)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s is not an impartial game that splits, in misère play", game->name);
    return ZM_OK;
}

static enum zm_status misere_open(const struct zm_problem *problem, void **state,
                                  struct zm_error *error)
{
    struct zm_hybrid *hybrid = NULL;
    enum zm_status status = zm_hybrid_open(problem, &hybrid, error);
    *state = hybrid;
    return status;
}

static void misere_close(void *state)
{
    zm_hybrid_close(state);
}

static void misere_space(void *state, struct zm_space *space)
{
    zm_hybrid_space(state, space);
}

/* Decides the position plus a heap. */
static enum zm_status decide(struct zm_hybrid *hybrid, struct zm_bytes position, unsigned heap,
                             const struct zm_decider *decider, enum zm_verdict *verdict,
                             struct zm_error *error)
{
    struct zm_buffer node = {0};
    enum zm_status status = zm_hybrid_root(hybrid, position, heap, &node, error);
    if (status == ZM_OK) {
        *verdict = decider->decide(decider->search, zm_buffer_bytes(&node));
        status = *verdict == ZM_OPEN ? ZM_STOPPED : ZM_OK;
    }
    zm_buffer_free(&node);
    return status;
}

static enum zm_status answer_outcome(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    enum zm_verdict verdict = ZM_OPEN;
    if (zm_answer_loony(zm_hybrid_game(state), position, ZM_ANSWER_OUTCOME, answer))
        return ZM_OK;
    enum zm_status status = decide(state, position, 0, decider, &verdict, error);
    answer->kind = ZM_ANSWER_OUTCOME;
    answer->known = status == ZM_OK;
    answer->outcome = verdict == ZM_WON ? ZM_WIN : ZM_LOSS;
    return status;
}

static enum zm_status answer_grundy(void *state, struct zm_bytes position,
                                    const struct zm_decider *decider, struct zm_answer *answer,
                                    struct zm_error *error)
{
    enum zm_verdict verdict = ZM_WON;
    enum zm_status status = ZM_OK;
    if (zm_answer_loony(zm_hybrid_game(state), position, ZM_ANSWER_GRUNDY, answer))
        return answer->text.failed ? zm_fail_memory(error) : ZM_OK;
    answer->kind = ZM_ANSWER_GRUNDY;
    answer->has_lower = true;
    while (status == ZM_OK && verdict == ZM_WON) {
        status = decide(state, position, (unsigned)answer->lower, decider, &verdict, error);
        answer->lower += verdict == ZM_WON;
    }
    answer->known = status == ZM_OK;
    answer->number = answer->lower;
    answer->outcome = answer->number == 0 ? ZM_LOSS : ZM_WIN;
    return status;
}

/* What both calculations have in common. */
#define OVER_SUMS                                                                                  \
    .params = zm_hybrid_params, .keys = "sums with reduced trees", .suits = misere_suits,          \
    .open = misere_open, .close = misere_close, .space = misere_space

const struct zm_calculation zm_outcome_misere = {
    .name = "outcome",
    .summary = "who wins, in misère play",
    OVER_SUMS,
    .answer = answer_outcome,
};

const struct zm_calculation zm_grundy_misere = {
    .name = "grundy",
    .summary = "the misère Grundy value: the Nim heap that makes a lost sum",
    OVER_SUMS,
    .answer = answer_grundy,
};
