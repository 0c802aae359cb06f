/* `analyse`: every move's verdict; and the choice of a player: what it says is proved must be, and
 * then from a won position it keeps the win, from a drawn one the draw. */
#include "adversary/round.h"

#include "api/analysis.h"
#include "support/seat.h"

static const char *const fates[] = {"undecided", "win", "loss", "draw"};

/* What one move is worth to the one who plays it. */
static enum zm_outcome worth_of(const struct round *round, int play, const struct naive_edge *edge)
{
    enum zm_outcome after = round->facts[play][edge->to].outcome;
    if (edge->again || after == ZM_DRAW)
        return after;
    return after == ZM_WIN ? ZM_LOSS : ZM_WIN;
}

/* --- analyse ------------------------------------------------------------------------------------
 */

struct analysis {
    struct round *round;
    struct zm_question *question;
    size_t visited;
};

/* The points of a move in a scored game: what is still on the board before it, shared. */
static bool points_agree(const struct analysis *analysis, const struct naive_edge *edge,
                         const struct zm_analysed *move)
{
    int64_t before, after;
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
        !zm_bytes_equal(move->next, naive_position(naive, edge->to))) {
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
    enum zm_outcome worth = worth_of(analysis->round, analysis->question->misere, edge);
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

/* --- the player's choice ------------------------------------------------------------------------
 */

static const struct naive_edge *edge_of(const struct round *round, struct zm_bytes move)
{
    const struct naive *naive = &round->naive;
    struct zm_buffer next = {0};
    const struct naive_edge *found = NULL;
    round->game->rules->apply(round->instance.state, zm_buffer_bytes(&round->position), move,
                              &next);
    uint32_t to = naive_find(naive, zm_buffer_bytes(&next));
    for (size_t i = 0; i < naive->vertices[0].count; i++)
        if (naive->edges[naive->vertices[0].first + i].to == to)
            found = &naive->edges[naive->vertices[0].first + i];
    zm_buffer_free(&next);
    return found;
}

/* Does the player go on until it has a proof? The others may stop with a guess. */
static bool solves(const struct zm_player *player)
{
    return player == &zm_auto_player || player == &zm_exact_player;
}

static void judge_choice(const struct round *round, const struct zm_question *question,
                         const struct zm_thought *thought)
{
    const struct zm_line *line = &thought->lines[0];
    const struct naive_edge *edge = edge_of(round, zm_list_at(&line->moves, 0));
    enum zm_outcome best = round->facts[question->misere][0].outcome;
    struct zm_buffer name = {0};
    round->game->rules->name(round->instance.state, zm_buffer_bytes(&round->position),
                             zm_list_at(&line->moves, 0), &name);
    harness_count(COMPARED);
    if (edge == NULL) {
        harness_wrong("%s: %s chose %s, which is no move", round->game->name,
                      question->player->name, zm_buffer_string(&name));
    } else if (line->certainty == ZM_EXACT) {
        enum zm_outcome worth = worth_of(round, question->misere, edge);
        if (line->outcome != worth)
            harness_wrong("%s: %s is a %s by the rules, %s says it is proved a %s",
                          round->game->name, zm_buffer_string(&name), fates[worth],
                          question->player->name, fates[line->outcome]);
        if (worth != best && question->calculation != NULL && solves(question->player))
            harness_wrong("%s: a %s by the rules, %s chose %s, a %s", round->game->name,
                          fates[best], question->player->name, zm_buffer_string(&name),
                          fates[worth]);
    }
    zm_buffer_free(&name);
}

static void choose(struct round *round, struct zm_question *question, struct zm_run *run)
{
    const struct zm_pace pace = {.nodes = solves(question->player) ? 0 : 5000, .hard = 200};
    struct zm_thinker thinker;
    struct zm_thought thought = {0};
    struct zm_error error = {0};
    enum zm_status status = zm_thinker_open(&thinker, question, run, &error);
    if (status == ZM_OK)
        status = zm_thinker_set(&thinker, zm_buffer_bytes(&round->position), NULL, &error);
    if (status == ZM_OK)
        status =
            zm_thinker_think(&thinker, ZM_LEVEL_MOST, &pace, run, NULL, NULL, &thought, &error);
    if (status == ZM_OK)
        judge_choice(round, question, &thought);
    else
        judge_failure(status, false, &error);
    zm_thought_free(&thought);
    zm_thinker_close(&thinker);
}

/* --------------------------------------------------------------------------------------------- */

void compare_moves(struct round *round, int play)
{
    struct lots lots;
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_run run;
    bool tiny, analysed = lots_one_in(&round->random, 2);
    if (round->naive.vertices[0].count == 0)
        return;
    round_lots(round, play, &lots, &tiny);
    const char *player = zm_players[zm_random_below(&round->random, 4)]->name;
    if (!analysed && round->game->players != ZM_ONE_PLAYER)
        lots_add(&lots, "player", player);
    round_doing(round, analysed ? "analyse" : "play", zm_buffer_string(&round->text), &lots);
    enum zm_status status =
        zm_question_open_local(&question, round->game->name, zm_buffer_string(&round->text),
                               lots.options, lots.count, table_params, &error);
    if (status != ZM_OK) {
        judge_failure(status, tiny, &error);
        return;
    }
    zm_run_begin(&run);
    status = zm_question_run(&question, &run, &error);
    if (status != ZM_OK)
        judge_failure(status, tiny, &error);
    else if (question.calculation != NULL && analysed)
        analyse(round, &question, &run, tiny);
    else if (question.calculation != NULL && !tiny)
        choose(round, &question, &run);
    zm_question_close(&question);
}
