/* Moves with what they leave; see analysis.h. */
#include "api/analysis.h"

const char *zm_analysed_verdict(const struct zm_analysed *move)
{
    if (move->scored)
        return move->points[0] > move->points[1]   ? "wins"
               : move->points[0] < move->points[1] ? "loses"
                                                   : "draws";
    if (!move->left->known || move->left->outcome == ZM_UNDECIDED)
        return "unknown";
    if (move->left->outcome == ZM_DRAW)
        return "draws";
    return (move->left->outcome == ZM_LOSS) != move->again ? "wins" : "loses";
}

/* What the move took belongs to the one who moved; the rest is shared as the answer says. */
static void share_points(const struct zm_question *question, int64_t before,
                         struct zm_analysed *move)
{
    const struct zm_answer *left = move->left;
    move->scored = question->game->scores != NULL && left->known && left->kind == ZM_ANSWER_SCORE;
    if (!move->scored)
        return;
    int64_t taken = before - left->points[0] - left->points[1];
    move->points[0] = taken + left->points[move->again ? 0 : 1];
    move->points[1] = before - move->points[0];
}

enum zm_status zm_analyse_moves(struct zm_question *question, struct zm_bytes position,
                                const struct zm_record *record, struct zm_run *run,
                                void (*visit)(void *context, const struct zm_analysed *move),
                                void *context, struct zm_error *error)
{
    const struct zm_rules *rules = question->game->rules;
    void *state = question->instance.state;
    struct zm_list moves = {0};
    struct zm_buffer name = {0}, next = {0};
    enum zm_status status = ZM_OK, stopped = ZM_OK;
    int64_t before =
        question->game->scores == NULL ? 0 : zm_points_left(&question->instance, position);
    rules->moves(state, position, record, &moves);
    for (size_t i = 0; status == ZM_OK && i < moves.count; i++) {
        struct zm_answer left = {.distance = -1, .counts = {-1, -1, -1, -1}};
        struct zm_bytes move = zm_list_at(&moves, i);
        zm_buffer_clear(&name);
        rules->name(state, position, move, &name);
        rules->apply(state, position, move, &next);
        if (stopped == ZM_OK)
            status = zm_question_answer(question, zm_buffer_bytes(&next), run, &left, error);
        if (status == ZM_STOPPED) {
            stopped = ZM_STOPPED;
            status = ZM_OK;
        }
        bool again = zm_moves_again(&question->instance, position, zm_buffer_bytes(&next));
        struct zm_analysed analysed = {.move = move,
                                       .name = zm_buffer_string(&name),
                                       .next = zm_buffer_bytes(&next),
                                       .left = &left,
                                       .again = again};
        share_points(question, before, &analysed);
        if (status == ZM_OK)
            visit(context, &analysed);
        zm_answer_free(&left);
    }
    if (status == ZM_OK && (zm_list_failed(&moves) || name.failed || next.failed))
        status = zm_fail_memory(error);
    zm_list_free(&moves);
    zm_buffer_free(&name);
    zm_buffer_free(&next);
    return status == ZM_OK ? stopped : status;
}
