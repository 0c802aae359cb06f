/* Positions too large for a minimax: searches that know nothing of each other must agree about
 * them, and each heeds its limit. What only shows on larger positions shows here. */
#include "adversary/round.h"

#include "search/search.h"
#include "test.h"

#include <time.h>

enum {
    LARGEST = 28,
    MOST_NODES = 2000, /* who has no answer then says nothing */
    PART = 4,          /* no more than this part of the processor time goes here */
};

/* What the first search that had an answer said. */
struct said {
    bool any;
    enum zm_answer_kind kind;
    enum zm_outcome outcome;
    int64_t number;
    const char *by;
};

/* A calculation by lot whose answers are a side or a number, and which leaves the walking to a
 * search; or NULL. */
static const struct zm_calculation *draw_calculation(struct round *round, int play)
{
    static const char *const names[] = {"outcome", "nimber", "grundy"};
    const struct zm_calculation *drawn = NULL;
    uint64_t seen = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct zm_calculation *found =
            zm_calculation_find(names[i], round->game, play == MISERE, NULL);
        if (found != NULL && found->space != NULL && zm_random_below(&round->random, ++seen) == 0)
            drawn = found;
    }
    return drawn;
}

static void compare_with(struct said *said, const struct zm_answer *answer, const char *by,
                         const struct round *round)
{
    if (!said->any) {
        *said = (struct said){true, answer->kind, answer->outcome, answer->number, by};
        return;
    }
    harness_count(COMPARED);
    bool same = answer->kind == said->kind &&
                (answer->kind == ZM_ANSWER_OUTCOME ? answer->outcome == said->outcome
                                                   : answer->number == said->number);
    if (!same)
        harness_wrong("%s: %s and %s give different answers", round->game->name, said->by, by);
}

static void ask(struct round *round, const struct lots *lots, const char *by, struct said *said)
{
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    if (!round_open(round, "solve", lots, false, NULL, &question, &run))
        return;
    run.most_nodes = MOST_NODES;
    enum zm_status status =
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error);
    if (status == ZM_OK && answer.known)
        compare_with(said, &answer, by, round);
    else if (status != ZM_STOPPED)
        judge_failure(status, false, &error);
    zm_answer_free(&answer);
    zm_question_close(&question);
}

static void compare_larger(struct round *round, int play)
{
    struct said said = {0};
    struct zm_buffer position = {0}, kept = round->text;
    const struct zm_calculation *calculation = draw_calculation(round, play);
    if (calculation == NULL)
        return;
    place_draw(&round->instance, &round->random,
               1 + (unsigned)zm_random_below(&round->random, LARGEST), &position);
    round->text = (struct zm_buffer){0};
    place_print(&round->instance, zm_buffer_bytes(&position), &round->text);
    for (size_t i = 0; zm_searches[i] != NULL && !harness_tired(); i++) {
        struct lots lots;
        if (zm_searches[i]->decide == NULL || lots_one_in(&round->random, 3))
            continue;
        lots_begin(&lots, zm_buffer_string(&round->text), round->folder);
        lots_take(&lots, &round->rules);
        lots_add(&lots, "play", play == MISERE ? "misere" : "normal");
        lots_add(&lots, "memory", "64M");
        lots_add(&lots, "compute", calculation->name);
        lots_add(&lots, "search", zm_searches[i]->name);
        lots_draw(&lots, zm_searches[i]->params, &round->random);
        ask(round, &lots, zm_searches[i]->name, &said);
        lots_remove_files(&lots);
    }
    zm_buffer_free(&round->text);
    zm_buffer_free(&position);
    round->text = kept;
}

void compare_searches(struct round *round, int play)
{
    static double spent;
    double begin = (double)clock() / CLOCKS_PER_SEC;
    if (getenv("ZM_ROUND") == NULL && PART * spent + 0.3 > begin)
        return;
    compare_larger(round, play);
    spent += (double)clock() / CLOCKS_PER_SEC - begin;
}
