/* The tree of a question's position; see tree.h. */
#include "api/tree.h"

#include "api/certify.h"
#include "proof/shrink.h"

#include <string.h>

/* Draws what a certificate proves, after it was made smaller. */
static enum zm_status draw_proof(struct zm_certificate *certificate, struct zm_run *run,
                                 const struct zm_tree_wish *wish, struct zm_drawing *drawing,
                                 struct zm_buffer *claim, struct zm_error *error)
{
    enum zm_status status = zm_shrink(certificate, wish->passes, run->seed, run, error);
    if (status == ZM_OK)
        status = zm_draw_solution(certificate, &wish->options, drawing, error);
    if (status == ZM_OK && claim != NULL) {
        zm_buffer_clear(claim);
        zm_certificate_describe(certificate, claim);
    }
    return status;
}

static enum zm_status draw_solution(struct zm_question *question, struct zm_run *run,
                                    const struct zm_tree_wish *wish, struct zm_drawing *drawing,
                                    struct zm_buffer *claim, struct zm_error *error)
{
    struct zm_answer answer = {0};
    struct zm_certificate certificate;
    enum zm_status status = zm_question_run(question, run, error);
    if (status == ZM_OK)
        status =
            zm_question_answer(question, zm_buffer_bytes(&question->position), run, &answer, error);
    if (status == ZM_STOPPED)
        zm_fail(error, ZM_STOPPED, "stopped before the position was solved");
    if (status == ZM_OK)
        status = zm_certify_positions(question, run, &answer, &certificate, error);
    if (status == ZM_OK) {
        status = draw_proof(&certificate, run, wish, drawing, claim, error);
        zm_certificate_free(&certificate);
    }
    zm_answer_free(&answer);
    return status;
}

enum zm_status zm_question_draw(struct zm_question *question, struct zm_run *run,
                                const struct zm_tree_wish *wish, struct zm_drawing *drawing,
                                struct zm_buffer *claim, struct zm_error *error)
{
    struct zm_bytes position = zm_buffer_bytes(&question->position);
    if (question->game->players != ZM_IMPARTIAL || question->game->sums == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s: trees are drawn for impartial games that split into components",
                       question->game->name);
    if (strcmp(wish->kind, "solution") == 0)
        return draw_solution(question, run, wish, drawing, claim, error);
    if (strcmp(wish->kind, "game") == 0)
        return zm_draw_game(&question->instance, question->misere, position, &wish->options,
                            drawing, error);
    return zm_draw_canonical(&question->instance, strcmp(wish->kind, "rct") == 0, position,
                             &wish->options, drawing, error);
}
