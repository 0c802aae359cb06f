/* The text of a certificate of whichever kind suits a question; see certify.h. */
#include "api/certify.h"

#include "proof/certificate_text.h"
#include "proof/score_text.h"

static enum zm_status print_score(struct zm_question *question, struct zm_run *run,
                                  struct zm_answer *answer, struct zm_buffer *text,
                                  struct zm_error *error)
{
    struct zm_score_certificate proof;
    enum zm_status status = zm_certify_score(question, run, answer, &proof, error);
    if (status != ZM_OK)
        return status;
    zm_score_certificate_print(&proof, text);
    zm_score_certificate_free(&proof);
    return text->failed ? zm_fail_memory(error) : ZM_OK;
}

enum zm_status zm_certify_text(struct zm_question *question, struct zm_run *run,
                               struct zm_answer *answer, struct zm_buffer *text,
                               struct zm_error *error)
{
    struct zm_certificate proof;
    size_t entries;
    if (question->game->sums == NULL && question->game->scores != NULL)
        return print_score(question, run, answer, text, error);
    if (zm_certifies_by_strategy(question))
        return zm_certify_strategy(question, run, answer, text, &entries, error);
    enum zm_status status = zm_certify(question, run, answer, &proof, error);
    if (status != ZM_OK)
        return status;
    status = zm_certificate_print(&proof, text, error);
    zm_certificate_free(&proof);
    return status;
}
