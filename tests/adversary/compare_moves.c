/* `analyse`: the verdict of every move, and what it leaves. */
#include "adversary/round.h"

#include "api/analysis.h"
#include "test.h"

struct analysis {
    struct round *round;
    struct zm_question *question;
    size_t visited;
};

/* The points of a move in a scored game: what is still on the board before it, shared, or those of
 * the whole game. */
static bool points_agree(const struct analysis *analysis, const struct naive_edge *edge,
                         const struct zm_analysed *move)
{
    int64_t before, after, whole = analysis->round->margins[edge->to];
    if (move->left->whole)
        return 2 * (move->points[0] - move->points[1]) == (edge->again ? whole : -whole);
    judge_rest(analysis->round, analysis->question, 0, &before);
    int64_t rest = judge_rest(analysis->round, analysis->question, edge->to, &after);
    int64_t margin = before - after + (edge->again ? rest : -rest);
    return move->points[0] + move->points[1] == before &&
           move->points[0] - move->points[1] == margin;
}

static void judge_move(void *context, const struct zm_analysed *move)
{
    static const char *const verdicts[] = {"unknown", "wins", "loses", "draws"};
    struct analysis *analysis = context;
    const struct naive *naive = &analysis->round->naive;
    const struct naive_edge *edge = &naive->edges[naive->vertices[0].first + analysis->visited];
    const char *told = zm_analysed_verdict(move);
    if (analysis->visited++ >= naive->vertices[0].count ||
        naive_find(naive, move->next) != edge->to) {
        harness_wrong("%s: move %s leads elsewhere", analysis->question->game->name, move->name);
        return;
    }
    if (move->left->known)
        judge_answer(analysis->round, analysis->question, edge->to, move->left);
    if (move->again != edge->again)
        harness_wrong("%s: after %s the wrong player moves", analysis->question->game->name,
                      move->name);
    if (move->scored && !points_agree(analysis, edge, move))
        harness_wrong("%s: %s does not share the points as %lld/%lld",
                      analysis->question->game->name, move->name, (long long)move->points[0],
                      (long long)move->points[1]);
    enum zm_outcome worth = round_worth(analysis->round, analysis->question->misere, edge);
    if (!move->scored && analysis->round->game->scores == NULL && strcmp(told, "unknown") != 0 &&
        strcmp(told, verdicts[worth]) != 0)
        harness_wrong("%s: %s %s by the rules, the program says it %s",
                      analysis->question->game->name, move->name, verdicts[worth], told);
}

static void analyse(struct round *round, struct zm_question *question, struct zm_run *run,
                    bool tiny)
{
    struct zm_error error = {0};
    struct analysis analysis = {.round = round, .question = question};
    const struct zm_analysis how = {0};
    enum zm_status status = zm_analyse_moves(question, zm_buffer_bytes(&round->position), NULL, run,
                                             &how, judge_move, &analysis, &error);
    if (status != ZM_OK)
        judge_failure(status, tiny, &error);
    else if (analysis.visited != round->naive.vertices[0].count && !round->naive.vertices[0].over)
        harness_wrong("%s: %zu of %zu moves analysed", round->game->name, analysis.visited,
                      round->naive.vertices[0].count);
}

void compare_moves(struct round *round, int play)
{
    struct lots lots;
    struct zm_question question;
    struct zm_run run;
    bool tiny;
    if (round->naive.vertices[0].count == 0)
        return;
    round_lots(round, play, &lots, &tiny);
    round_draw_way(round, play, &lots);
    if (!round_open(round, "analyse", &lots, tiny, NULL, &question, &run))
        return;
    if (question.calculation != NULL)
        analyse(round, &question, &run, tiny);
    zm_question_close(&question);
    lots_remove_files(&lots);
}
