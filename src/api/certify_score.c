/* Certificates of scores and contracts; see certify.h. The guide of the proof is the table of the
 * engine that answered, or the store that a search has filled; what neither knows is searched for
 * again, without bounds that give no strategy (theorem 13 of dots-and-boxes). */
#include "api/certify.h"

#include "proof/score_prove.h"
#include "store/store.h"

struct source {
    const struct zm_question *question;
    struct zm_run *run;
};

static enum zm_verdict decide(void *context, struct zm_bytes normal, int32_t points, bool search)
{
    const struct source *source = context;
    const struct zm_question *question = source->question;
    struct zm_value value;
    if (zm_store_get(source->run->store, ZM_KIND_BOUND, normal, &value) &&
        (points <= value.a || points > value.b))
        return points <= value.a ? ZM_WON : ZM_LOST;
    if (question->calculation->contract == NULL || question->opened == NULL)
        return ZM_OPEN;
    return question->calculation->contract(question->opened, normal, points, search);
}

/* An outcome as contracts: more than half is won, half or less of an odd number is lost, ... */
static enum zm_status set_claim(const struct zm_question *question, const struct zm_answer *answer,
                                struct zm_score_claim *claim, struct zm_error *error)
{
    const struct zm_settings *settings = &question->settings;
    int32_t total =
        (int32_t)zm_points_left(&question->instance, zm_buffer_bytes(&question->position));
    bool contract = zm_settings_find(settings, "contract") != NULL &&
                    zm_settings_integer(settings, "contract") >= 0;
    int32_t points = contract ? (int32_t)zm_settings_integer(settings, "contract") : total / 2 + 1;
    if (answer->kind != ZM_ANSWER_SCORE && answer->kind != ZM_ANSWER_OUTCOME)
        return zm_fail(error, ZM_BAD_INPUT, "--proof: no certificate for a %s of %s",
                       zm_answer_kind_name(answer->kind), question->game->name);
    if (answer->kind == ZM_ANSWER_SCORE)
        *claim = (struct zm_score_claim){(int32_t)answer->number, (int32_t)answer->number + 1};
    else if (answer->outcome == ZM_DRAW)
        *claim = (struct zm_score_claim){total / 2, total / 2 + 1};
    else if (answer->outcome == ZM_WIN)
        *claim = (struct zm_score_claim){points, INT32_MAX};
    else
        *claim = (struct zm_score_claim){0, contract ? points : (total + 1) / 2};
    return ZM_OK;
}

enum zm_status zm_certify_score(struct zm_question *question, struct zm_run *run,
                                struct zm_answer *answer, struct zm_score_certificate *certificate,
                                struct zm_error *error)
{
    struct source source = {question, run};
    struct zm_score_guide guide = {&source, decide};
    enum zm_status status =
        zm_score_certificate_begin(certificate, question->game, &question->settings,
                                   zm_buffer_bytes(&question->position), error);
    if (status != ZM_OK)
        return status;
    status = set_claim(question, answer, &certificate->claim, error);
    if (status == ZM_OK)
        status = zm_score_prove(&certificate->entries, &certificate->instance,
                                zm_buffer_bytes(&certificate->drawn), certificate->claim, &guide,
                                NULL, run, error);
    if (status == ZM_OK)
        status = zm_score_certificate_verify(certificate, run, error);
    answer->verified = status == ZM_OK;
    if (status != ZM_OK)
        zm_score_certificate_free(certificate);
    return status;
}
