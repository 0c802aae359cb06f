/* Certificates: what the program proves must be true by the rules, and its file must verify. Trees
 * of solutions: every node that is a plain position is won or lost as it is drawn. Tables: a cell
 * says what `solve` says. */
#include "adversary/round.h"

#include "api/certify.h"
#include "api/grid.h"
#include "picture/drawing.h"
#include "proof/certificate_text.h"
#include "test.h"

#include <ctype.h>

enum { SMALL_NODE = 300, MOST_NODES = 3000 };

/* --- certificates -------------------------------------------------------------------------------
 */

static void judge_claim(const struct round *round, const struct zm_certificate *certificate)
{
    int play = certificate->misere ? MISERE : NORMAL;
    const struct naive_fact *fact = &round->facts[play][0];
    bool number = certificate->claim == ZM_CLAIM_NIMBER || certificate->claim == ZM_CLAIM_GRUNDY;
    bool win = certificate->claim == ZM_CLAIM_WIN;
    harness_count(COMPARED);
    if (number && round->grundy[play] && (int64_t)certificate->nimber != fact->grundy)
        harness_wrong("%s: a certificate of %u verifies, by the rules it is %d", round->game->name,
                      certificate->nimber, fact->grundy);
    else if (!number && win != (fact->outcome == ZM_WIN))
        harness_wrong("%s: a certificate of a %s verifies, which is false by the rules",
                      round->game->name, win ? "win" : "loss");
}

/* Writes it, reads it and verifies it, as `verify FILE` does. */
static enum zm_status verify_file(const struct zm_certificate *certificate, struct zm_error *error)
{
    return zm_certificate_check(certificate, NULL, error);
}

static void compare_certificate(struct round *round, struct zm_question *question,
                                struct zm_run *run, struct zm_answer *answer, bool tiny)
{
    struct zm_certificate certificate;
    struct zm_error error = {0};
    enum zm_status status = zm_certify(question, run, answer, &certificate, &error);
    if (status != ZM_OK) {
        judge_failure(status, tiny, &error);
        return;
    }
    status = verify_file(&certificate, &error);
    if (status != ZM_OK)
        judge_failure(status, false, &error);
    else
        judge_claim(round, &certificate);
    zm_certificate_free(&certificate);
}

static void compare_score_certificate(struct zm_question *question, struct zm_run *run,
                                      struct zm_answer *answer, bool tiny)
{
    struct zm_score_certificate certificate;
    struct zm_error error = {0};
    enum zm_status status = zm_certify_score(question, run, answer, &certificate, &error);
    if (status != ZM_OK) {
        judge_failure(status, tiny, &error);
        return;
    }
    status = zm_score_certificate_verify(&certificate, run, &error);
    if (status != ZM_OK)
        judge_failure(status, false, &error);
    harness_count(COMPARED);
    zm_score_certificate_free(&certificate);
}

/* --- trees of solutions -------------------------------------------------------------------------
 */

/* Labels of plain positions are read back; heaps and trees beside them are not. */
static void judge_node(const struct round *round, int play, struct zm_bytes label,
                       enum zm_drawn state)
{
    struct zm_buffer text = {0}, position = {0};
    struct naive naive;
    zm_buffer_add(&text, label.data, label.size);
    if (state != ZM_DRAWN_PLAIN && text.size > 0 && strlen(zm_buffer_string(&text)) == text.size &&
        round->game->rules->parse(round->instance.state, zm_buffer_string(&text), &position,
                                  NULL) == ZM_OK &&
        naive_explore(&naive, &round->instance, zm_buffer_bytes(&position), SMALL_NODE) ==
            NAIVE_SMALL) {
        struct naive_fact *facts = naive_facts(&naive, play == MISERE);
        harness_count(COMPARED);
        if ((facts[0].outcome == ZM_WIN) != (state == ZM_DRAWN_WON))
            harness_wrong("%s: the solution's node '%s' is drawn as %s, which is false",
                          round->game->name, zm_buffer_string(&text),
                          state == ZM_DRAWN_WON ? "won" : "lost");
        free(facts);
        naive_free(&naive);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&position);
}

static void compare_solution(struct round *round, struct zm_question *question, struct zm_run *run,
                             struct zm_answer *answer, bool tiny)
{
    const struct zm_drawing_options options = {.depth = SIZE_MAX, .limit = MOST_NODES};
    struct zm_certificate certificate;
    struct zm_drawing drawing;
    struct zm_error error = {0};
    enum zm_status status = zm_certify_positions(question, run, answer, &certificate, &error);
    if (status == ZM_OK) {
        status = zm_draw_solution(&certificate, &options, &drawing, &error);
        zm_certificate_free(&certificate);
    }
    if (status != ZM_OK) {
        judge_failure(status, tiny, &error);
        return;
    }
    for (size_t i = 0; i < drawing.count && i < 20; i++)
        judge_node(round, question->misere, zm_list_at(&drawing.labels, i), drawing.nodes[i].state);
    zm_drawing_free(&drawing);
}

/* --- tables -------------------------------------------------------------------------------------
 */

/* Makes "3x{n}" of "3x4" with the range "n=4..4"; false: there is no number to be found. */
static bool make_pattern(const struct round *round, struct zm_buffer *pattern,
                         struct zm_buffer *range)
{
    const char *text = zm_buffer_string(&round->text);
    size_t first = strcspn(text, "123456789"), end = first;
    while (isdigit((unsigned char)text[end]))
        end++;
    if (text[first] == '\0' || end - first > 3 || strpbrk(text, "{}") != NULL ||
        (first > 0 && isdigit((unsigned char)text[first - 1])))
        return false;
    zm_buffer_add(pattern, text, first);
    zm_buffer_text(pattern, "{n}");
    zm_buffer_text(pattern, text + end);
    zm_buffer_format(range, "n=%.*s..%.*s", (int)(end - first), text + first, (int)(end - first),
                     text + first);
    return true;
}

static void compare_table(struct round *round, struct zm_question *question, struct zm_run *run,
                          bool tiny)
{
    struct zm_buffer pattern = {0}, range = {0}, text = {0}, cell = {0};
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    struct zm_grid grid = {0};
    enum zm_status status = ZM_OK;
    if (make_pattern(round, &pattern, &range)) {
        const char *ranges[] = {zm_buffer_string(&range)};
        status = zm_grid_open(&grid, zm_buffer_string(&pattern), ranges, 1, &error);
        if (status == ZM_OK)
            status = zm_grid_answer(&grid, 0, question, run, &answer, &error);
        if (status != ZM_OK) {
            judge_failure(status, tiny, &error);
        } else if (judge_answer(round, question, 0, &answer)) {
            zm_family_text(&grid.family, 0, &text);
            zm_answer_print(&answer, &cell);
            if (strcmp(zm_buffer_string(&text), zm_buffer_string(&round->text)) != 0 ||
                strcmp(zm_buffer_string(&cell), grid.cells[0]) != 0)
                harness_wrong("%s: the table has %s for '%s'", round->game->name, grid.cells[0],
                              zm_buffer_string(&text));
        }
        zm_grid_close(&grid);
    }
    zm_answer_free(&answer);
    zm_buffer_free(&pattern);
    zm_buffer_free(&range);
    zm_buffer_free(&text);
    zm_buffer_free(&cell);
}

/* --------------------------------------------------------------------------------------------- */

/* Answers, then makes one of the three out of it. */
static void compare_with(struct round *round, struct zm_question *question, struct zm_run *run,
                         uint64_t kind, bool tiny)
{
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    if (kind == 2) {
        compare_table(round, question, run, tiny);
        return;
    }
    enum zm_status status =
        zm_question_answer(question, zm_buffer_bytes(&question->position), run, &answer, &error);
    if (status != ZM_OK)
        judge_failure(status, tiny, &error);
    else if (question->game->scores != NULL && kind == 0)
        compare_score_certificate(question, run, &answer, tiny);
    else if (kind == 0)
        compare_certificate(round, question, run, &answer, tiny);
    else
        compare_solution(round, question, run, &answer, tiny);
    zm_answer_free(&answer);
}

void compare_proofs(struct round *round, int play)
{
    static const char *const commands[] = {"solve --proof FILE", "tree", "table"};
    static const char *const computes[] = {"outcome", "nimber", "grundy"};
    struct lots lots;
    struct zm_question question;
    struct zm_run run;
    bool tiny;
    uint64_t kind = zm_random_below(&round->random, 3);
    round_lots(round, play, &lots, &tiny);
    const char *compute = computes[zm_random_below(&round->random, 3)];
    if (zm_calculation_find(compute, round->game, play == MISERE, NULL) != NULL)
        lots_add(&lots, "compute", compute);
    if (!round_open(round, commands[kind], &lots, tiny, NULL, &question, &run))
        return;
    if (question.calculation != NULL)
        compare_with(round, &question, &run, kind, tiny);
    zm_question_close(&question);
}
