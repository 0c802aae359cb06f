/* Bounds on scores: is each entry of a store right?
 *
 * That the player to move gets at least a points is right when one turn leaves the other with few
 * enough; that he gets at most b, when each turn leaves the other with enough: because an entry or
 * the game's own bounds say so, or because one turn from there shows it (wins need not be kept). An
 * engine with a table of its own leaves only the answers for whole positions in a store. What the
 * others do not carry is therefore proved anew: solved, and certified by the rules. */
#include "care/store_check.h"

#include "api/certify.h"
#include "solve/contracts.h"

struct bounds {
    struct zm_store_checking *checking;
    struct zm_contracts *contracts; /* with all entries in the store of the run */
    const struct zm_instance *game;
    const struct zm_scores *scores;
    struct zm_turns turns, deeper;
};

/* What a player can still get in the best case after turn i: less what the other gets. */
static int32_t most_of(const struct bounds *bounds, const struct zm_turns *turns, size_t i)
{
    struct zm_bytes next = zm_list_at(&turns->positions, i);
    return turns->turns[i].gain + bounds->scores->available(bounds->game->state, next);
}

static bool at_most(const struct bounds *bounds, struct zm_bytes normal, int64_t points)
{
    int32_t lower, upper;
    zm_contracts_known(bounds->contracts, normal, &lower, &upper);
    return upper <= points;
}

/* Does one turn lead to at least `points`? */
static bool reaches(struct bounds *bounds, struct zm_bytes normal, int64_t points,
                    struct zm_turns *turns)
{
    bounds->scores->turns(bounds->game->state, normal, turns);
    for (size_t i = 0; i < turns->positions.count; i++)
        if (at_most(bounds, zm_list_at(&turns->positions, i), most_of(bounds, turns, i) - points))
            return true;
    return false;
}

/* Does every turn lead to at most `points`? */
static bool kept_below(struct bounds *bounds, struct zm_bytes normal, int64_t points)
{
    struct zm_turns *turns = &bounds->turns;
    bounds->scores->turns(bounds->game->state, normal, turns);
    for (size_t i = 0; i < turns->positions.count; i++) {
        struct zm_bytes next = zm_list_at(&turns->positions, i);
        int64_t needed = most_of(bounds, turns, i) - points;
        int32_t lower, upper;
        zm_contracts_known(bounds->contracts, next, &lower, &upper);
        if (lower < needed && !reaches(bounds, next, needed, &bounds->deeper))
            return false;
    }
    return true;
}

/* What the game says by itself. */
static void own_bounds(const struct bounds *bounds, struct zm_bytes normal, int32_t *lower,
                       int32_t *upper)
{
    *lower = 0;
    *upper = bounds->scores->available(bounds->game->state, normal);
    if (bounds->scores->bounds != NULL)
        bounds->scores->bounds(bounds->game->state, normal, lower, upper);
}

/* Is the score of the position, solved and certified, between the bounds? */
static enum zm_status prove_anew(struct bounds *bounds, const char *text, struct zm_value value,
                                 const char **wrong)
{
    struct zm_store_checking *checking = bounds->checking;
    struct zm_option options[] = {{"compute", "score"}};
    struct zm_question question;
    struct zm_answer answer = {0};
    struct zm_score_certificate certificate;
    struct zm_run run;
    struct zm_buffer normal = {0};
    int32_t sure[2] = {0, 0};
    enum zm_status status = zm_question_of_rules(checking->problem.game->name, text,
                                                 zm_buffer_string(&checking->header->rules),
                                                 options, 1, NULL, &question, checking->error);
    if (status != ZM_OK)
        return status;
    zm_run_begin(&run);
    run.outer = checking->problem.run;
    status = zm_question_run(&question, &run, checking->error);
    struct zm_bytes drawn = zm_buffer_bytes(&question.position);
    if (status == ZM_OK)
        status = zm_question_answer(&question, drawn, &run, &answer, checking->error);
    if (status == ZM_OK)
        status = zm_certify_score(&question, &run, &answer, &certificate, checking->error);
    if (status == ZM_OK) {
        zm_score_certificate_free(&certificate);
        bounds->scores->normalise(question.instance.state, drawn, &normal, sure);
        int64_t score = answer.number - sure[0];
        *wrong = score < value.a   ? "its score is less than the bounds say"
                 : score > value.b ? "its score is more than the bounds say"
                                   : NULL;
    }
    zm_buffer_free(&normal);
    zm_answer_free(&answer);
    zm_question_close(&question);
    return status;
}

static enum zm_status check_entry(struct bounds *bounds, struct zm_bytes normal,
                                  struct zm_value value)
{
    struct zm_store_checking *checking = bounds->checking;
    int32_t lower, upper;
    enum zm_status status = ZM_OK;
    const char *wrong = NULL;
    own_bounds(bounds, normal, &lower, &upper);
    bool carried = (value.a <= lower || reaches(bounds, normal, value.a, &bounds->turns)) &&
                   (value.b >= upper || kept_below(bounds, normal, value.b));
    checking->report->checked++;
    if (zm_list_failed(&bounds->turns.positions) || zm_list_failed(&bounds->deeper.positions))
        return zm_fail_memory(checking->error);
    if (value.a > value.b || value.a > upper || value.b < lower)
        wrong = "the bounds are empty, or against the rules";
    else if (carried)
        return ZM_OK;
    struct zm_buffer text = {0};
    bounds->scores->print(bounds->game->state, normal, &text);
    if (wrong == NULL) {
        checking->report->proved++;
        status = prove_anew(bounds, zm_buffer_string(&text), value, &wrong);
    }
    if (wrong != NULL)
        zm_store_wrong(checking, (uint32_t)normal.size, zm_buffer_string(&text), wrong);
    zm_buffer_free(&text);
    return status;
}

static enum zm_status check_entries(struct bounds *bounds, const struct zm_table *entries)
{
    struct zm_store_checking *checking = bounds->checking;
    struct zm_table_cursor cursor = {0};
    struct zm_bytes normal;
    void *slot;
    enum zm_status status = ZM_OK;
    while (status == ZM_OK && zm_table_next(entries, &cursor, &normal, &slot)) {
        struct zm_value value;
        memcpy(&value, slot, sizeof value);
        status = check_entry(bounds, normal, value);
        if (status == ZM_OK && zm_run_poll(checking->problem.run, 0, checking->report->checked))
            status = ZM_STOPPED;
    }
    if (status == ZM_STOPPED)
        zm_fail(checking->error, ZM_STOPPED, "stopped");
    return status;
}

enum zm_status zm_check_bounds(struct zm_store_checking *checking)
{
    struct zm_run *run = checking->problem.run;
    struct zm_table entries;
    struct bounds bounds = {.checking = checking, .scores = checking->problem.game->scores};
    if (bounds.scores == NULL)
        return zm_fail(checking->error, ZM_BAD_INPUT, "%s has no points to count",
                       checking->problem.game->name);
    enum zm_status status =
        zm_store_table(checking->store, ZM_KIND_BOUND, &entries, checking->error);
    if (status == ZM_OK) {
        run->store = zm_store_in_memory(checking->store, ZM_KIND_BOUND, checking->error);
        status = run->store == NULL ? ZM_FAILED : ZM_OK;
    }
    if (status == ZM_OK)
        status = zm_contracts_open(&checking->problem, &bounds.contracts, checking->error);
    if (status == ZM_OK) {
        bounds.game = zm_contracts_game(bounds.contracts);
        status = check_entries(&bounds, &entries);
        zm_contracts_close(bounds.contracts);
    }
    zm_turns_free(&bounds.turns);
    zm_turns_free(&bounds.deeper);
    zm_store_close(run->store);
    run->store = NULL;
    zm_table_free(&entries);
    return status;
}
