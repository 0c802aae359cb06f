/* The tree of a question's position; see tree.h. */
#include "api/tree.h"

#include "api/certify.h"
#include "proof/shrink.h"

#include <string.h>

/* Draws a proof of positions, after it was made smaller. */
static enum zm_status draw_positions(struct zm_question *question, struct zm_run *run,
                                     struct zm_answer *answer, const struct zm_tree_wish *wish,
                                     const struct zm_drawing_options *options,
                                     struct zm_drawing *drawing, struct zm_buffer *claim,
                                     struct zm_error *error)
{
    struct zm_certificate certificate;
    enum zm_status status = zm_certify_positions(question, run, answer, &certificate, error);
    if (status != ZM_OK)
        return status;
    status = zm_shrink(&certificate, wish->passes, run->seed, run, error);
    if (status == ZM_OK)
        status = zm_draw_solution(&certificate, options, drawing, error);
    zm_certificate_describe(&certificate, claim);
    zm_certificate_free(&certificate);
    return status;
}

/* Draws a proof about points, or a strategy. */
static enum zm_status draw_certificate(struct zm_question *question, struct zm_run *run,
                                       struct zm_answer *answer,
                                       const struct zm_drawing_options *options,
                                       struct zm_drawing *drawing, struct zm_buffer *claim,
                                       struct zm_error *error)
{
    struct zm_buffer text = {0};
    enum zm_status status = zm_certify_text(question, run, answer, &text, error);
    if (status == ZM_OK)
        status = zm_draw_certificate(question->game, &text, options, drawing, claim, error);
    zm_buffer_free(&text);
    return status;
}

static enum zm_status draw_solution(struct zm_question *question, struct zm_run *run,
                                    const struct zm_tree_wish *wish,
                                    const struct zm_drawing_options *options,
                                    struct zm_drawing *drawing, struct zm_buffer *claim,
                                    struct zm_error *error)
{
    struct zm_answer answer = {0};
    enum zm_status status = zm_question_run(question, run, error);
    if (status == ZM_OK)
        status =
            zm_question_answer(question, zm_buffer_bytes(&question->position), run, &answer, error);
    if (status == ZM_STOPPED)
        zm_fail(error, ZM_STOPPED, "stopped before the position was solved");
    if (status == ZM_OK)
        status = question->game->players == ZM_IMPARTIAL && question->game->sums != NULL
                     ? draw_positions(question, run, &answer, wish, options, drawing, claim, error)
                     : draw_certificate(question, run, &answer, options, drawing, claim, error);
    zm_answer_free(&answer);
    return status;
}

enum zm_status zm_question_draw(struct zm_question *question, struct zm_run *run,
                                const struct zm_tree_wish *wish, struct zm_drawing *drawing,
                                struct zm_buffer *claim, struct zm_error *error)
{
    struct zm_bytes position = zm_buffer_bytes(&question->position);
    struct zm_drawing_options options = wish->options;
    *drawing = (struct zm_drawing){0};
    options.run = run;
    if (question->game->players == ZM_ONE_PLAYER)
        return zm_fail(error, ZM_BAD_INPUT, "%s has one player: there is no proof to draw",
                       question->game->name);
    if (strcmp(wish->kind, "solution") == 0)
        return draw_solution(question, run, wish, &options, drawing, claim, error);
    if (question->game->players != ZM_IMPARTIAL || question->game->sums == NULL)
        return zm_fail(error, ZM_BAD_INPUT,
                       "%s: trees of this kind are drawn for impartial games that split into "
                       "components",
                       question->game->name);
    if (strcmp(wish->kind, "game") == 0)
        return zm_draw_game(&question->instance, question->misere, position, &options, drawing,
                            error);
    return zm_draw_canonical(&question->instance, strcmp(wish->kind, "rct") == 0, position,
                             &options, drawing, error);
}
