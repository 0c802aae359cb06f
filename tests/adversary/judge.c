/* One answer against the rules; see round.h. What is asked for is known by the kind of the answer,
 * so that a calculation of a known kind is judged without its name being written here. */
#include "adversary/round.h"

#include "test.h"

#include <ctype.h>

static const char *const outcomes[] = {"undecided", "win", "loss", "draw"};

static bool wrong_number(const struct zm_question *question, const char *what, long long told,
                         long long true_one)
{
    harness_wrong("%s, %s: %s is %lld by the rules, the program says %lld", question->game->name,
                  question->calculation->name, what, true_one, told);
    return false;
}

static bool wrong_text(const struct zm_question *question, const char *what, const char *told,
                       const char *true_one)
{
    harness_wrong("%s, %s: %s is %s by the rules, the program says %s", question->game->name,
                  question->calculation->name, what, true_one, told);
    return false;
}

/* --- scores -------------------------------------------------------------------------------------
 *
 * The rules count what each player owns at the end, a calculation what is still on the board. What
 * was taken before is found on any one line of play: the count at its end less what was taken on
 * it. */

static int64_t left_at(const struct round *round, const struct zm_question *question,
                       uint32_t vertex)
{
    return zm_points_left(&question->instance, naive_position(&round->naive, vertex));
}

/* By how many half points the player to move is ahead already. */
static int64_t lead_at(const struct round *round, const struct zm_question *question,
                       uint32_t vertex)
{
    const struct naive *naive = &round->naive;
    int64_t taken = 0, left = left_at(round, question, vertex);
    bool same = true; /* the player to move is the one of the beginning */
    while (naive->vertices[vertex].count > 0) {
        const struct naive_edge *edge = &naive->edges[naive->vertices[vertex].first];
        int64_t rest = left_at(round, question, edge->to);
        taken += 2 * (same ? left - rest : rest - left);
        left = rest;
        same = same == edge->again;
        vertex = edge->to;
    }
    int64_t final = naive->vertices[vertex].margin;
    return (same ? final : -final) - taken;
}

int64_t judge_rest(const struct round *round, const struct zm_question *question, uint32_t vertex,
                   int64_t *left)
{
    *left = left_at(round, question, vertex);
    return (round->margins[vertex] - lead_at(round, question, vertex)) / 2;
}

static bool judge_score(const struct round *round, const struct zm_question *question,
                        uint32_t vertex, const struct zm_answer *answer)
{
    if (answer->whole)
        return 2 * (answer->points[0] - answer->points[1]) == round->margins[vertex] ||
               wrong_number(question, "the margin", answer->points[0] - answer->points[1],
                            round->margins[vertex] / 2);
    int64_t left, margin = judge_rest(round, question, vertex, &left);
    if (answer->points[0] + answer->points[1] != left)
        return wrong_number(question, "the sum of points", answer->points[0] + answer->points[1],
                            left);
    if (answer->points[0] - answer->points[1] != margin)
        return wrong_number(question, "the margin", answer->points[0] - answer->points[1], margin);
    return true;
}

/* Who gets more of what is left; with a contract: whether it is kept. */
static enum zm_outcome scored_outcome(const struct round *round, const struct zm_question *question,
                                      uint32_t vertex)
{
    int64_t left, margin = judge_rest(round, question, vertex, &left);
    int64_t contract = zm_settings_given(&question->settings, "contract")
                           ? zm_settings_integer(&question->settings, "contract")
                           : -1;
    if (contract >= 0)
        return (left + margin) / 2 >= contract ? ZM_WIN : ZM_LOSS;
    return margin > 0 ? ZM_WIN : margin < 0 ? ZM_LOSS : ZM_DRAW;
}

/* --- outcomes, distances, Grundy values ---------------------------------------------------------
 */

/* The class of a vertex, whoever begins; 0: not found out. */
static char class_of(const struct round *round, uint32_t vertex)
{
    if (round->game->players == ZM_IMPARTIAL)
        return round->facts[NORMAL][vertex].outcome == ZM_WIN ? 'N' : 'P';
    return vertex == 0 ? round->class : 0;
}

static bool judge_outcome(const struct round *round, const struct zm_question *question,
                          uint32_t vertex, const struct zm_answer *answer)
{
    const char class[] = {class_of(round, vertex), '\0'};
    enum zm_outcome true_one = round->game->scores != NULL
                                   ? scored_outcome(round, question, vertex)
                                   : round->facts[question->misere][vertex].outcome;
    if (answer->class != NULL && class[0] != 0 && strcmp(answer->class, class) != 0)
        return wrong_text(question, "the class", answer->class, class);
    if (answer->class != NULL && answer->outcome == ZM_UNDECIDED)
        return true;
    if (answer->outcome != true_one)
        return wrong_text(question, "the outcome", outcomes[answer->outcome], outcomes[true_one]);
    return true;
}

static bool judge_distance(const struct round *round, const struct zm_question *question,
                           uint32_t vertex, const struct zm_answer *answer)
{
    const struct naive_fact *fact = &round->facts[question->misere][vertex];
    if (answer->outcome != fact->outcome)
        return wrong_text(question, "the outcome", outcomes[answer->outcome],
                          outcomes[fact->outcome]);
    if (answer->number != fact->plies)
        return wrong_number(question, "the number of plies", answer->number, fact->plies);
    return true;
}

static bool judge_grundy(const struct round *round, const struct zm_question *question,
                         uint32_t vertex, const struct zm_answer *answer)
{
    int32_t true_one = round->facts[question->misere][vertex].grundy;
    if (round->grundy[question->misere] && answer->number != true_one)
        return wrong_number(question, "the Grundy value", answer->number, true_one);
    return true;
}

/* --- values, genus symbols, trees ---------------------------------------------------------------
 */

/* Reads a digit of a genus symbol: "3", or "(12)". */
static long read_digit(const char **text)
{
    char *end;
    if (**text == '(') {
        long number = strtol(*text + 1, &end, 10);
        *text = end + 1;
        return number;
    }
    return *(*text)++ - '0';
}

/* "2^1420": the nimber, and the misere Grundy values beside 0, 1, ... heaps of two, of which the
 * last two come again for ever. */
static bool judge_genus(const struct round *round, const struct zm_question *question,
                        const char *text)
{
    int32_t true_digits[NAIVE_DIGITS];
    long digits[64], nimber = read_digit(&text);
    size_t count = 0;
    if (!round->grundy[NORMAL] || !naive_digits(&round->naive, true_digits))
        return true;
    if (nimber != round->facts[NORMAL][0].grundy)
        return wrong_number(question, "the nimber", nimber, round->facts[NORMAL][0].grundy);
    for (text++; *text != '\0' && count < 64; count++)
        digits[count] = read_digit(&text);
    for (size_t i = 0; i < NAIVE_DIGITS; i++) {
        long digit = digits[i < count ? i : count - 2 + (i - count) % 2];
        if (digit != true_digits[i])
            return wrong_number(question, "a digit of the genus", digit, true_digits[i]);
    }
    return true;
}

/* Is "[GAME POSITION] - (VALUE)" lost by whoever begins, by the rules of sums? */
static bool judge_difference(const struct round *round, const struct zm_question *question,
                             const char *value)
{
    struct zm_instance sum;
    struct zm_buffer text = {0}, position = {0};
    const struct zm_game *game = zm_game_find("sum", NULL);
    bool zero = true;
    size_t size = round_size_without_side(round);
    if (round->game == game || game == NULL || !place_open(&sum, game))
        return true;
    for (int side = 0; side < 2 && zero; side++) {
        struct naive naive;
        zm_buffer_clear(&text);
        zm_buffer_format(&text, "[%s %.*s] - (%s) %c", round->game->name, (int)size,
                         zm_buffer_string(&round->text), value, "LR"[side]);
        if (game->rules->parse(sum.state, zm_buffer_string(&text), &position, NULL) != ZM_OK ||
            naive_explore(&naive, &sum, zm_buffer_bytes(&position), 2000) != NAIVE_SMALL)
            break;
        struct naive_fact *facts = naive_facts(&naive, false);
        zero = facts[0].outcome == ZM_LOSS;
        free(facts);
        naive_free(&naive);
    }
    if (!zero)
        harness_wrong("%s, %s: '%s' is won by who begins, so the value is wrong",
                      question->game->name, question->calculation->name, zm_buffer_string(&text));
    zm_buffer_free(&text);
    zm_buffer_free(&position);
    zm_instance_close(&sum);
    return zero;
}

static bool judge_value(const struct round *round, const struct zm_question *question,
                        uint32_t vertex, const struct zm_answer *answer)
{
    const char *text = zm_buffer_string(&answer->text);
    bool says_who = answer->class != NULL || answer->outcome != ZM_UNDECIDED;
    if (says_who && !judge_outcome(round, question, vertex, answer))
        return false;
    if (vertex != 0)
        return true;
    return strcmp(question->calculation->name, "genus") == 0
               ? judge_genus(round, question, text)
               : judge_difference(round, question, text);
}

static bool judge_tree(const struct round *round, const struct zm_question *question,
                       uint32_t vertex, const struct zm_answer *answer)
{
    bool reduced = strcmp(question->calculation->name, "rct") == 0;
    const char *text = zm_buffer_string(&answer->text);
    if (answer->outcome != ZM_UNDECIDED &&
        answer->outcome != round->facts[question->misere][vertex].outcome)
        return wrong_text(question, "the outcome", outcomes[answer->outcome],
                          outcomes[round->facts[question->misere][vertex].outcome]);
    if (vertex == 0 && naive_is_tree(&round->naive, reduced, text) == NAIVE_TREE_OTHER) {
        harness_wrong("%s: the %s is not %s", question->game->name, question->calculation->name,
                      text);
        return false;
    }
    return true;
}

/* --- one player ---------------------------------------------------------------------------------
 */

/* Plays the line of an answer, move by move; where it ends must be what it is for. */
static bool judge_line(const struct round *round, const struct zm_question *question,
                       uint32_t vertex, const struct zm_answer *answer)
{
    const struct zm_rules *rules = round->game->rules;
    struct zm_buffer here = {0}, move = {0}, next = {0}, name = {0};
    bool good = true;
    zm_buffer_set(&here, naive_position(&round->naive, vertex));
    for (size_t i = 0; i < answer->line.count && good; i++) {
        zm_buffer_clear(&name);
        zm_buffer_clear(&move);
        zm_buffer_set(&name, zm_list_at(&answer->line, i));
        good = zm_find_move(&round->instance, zm_buffer_bytes(&here), NULL, zm_buffer_string(&name),
                            &move, NULL) == ZM_OK;
        if (good)
            rules->apply(round->instance.state, zm_buffer_bytes(&here), zm_buffer_bytes(&move),
                         &next);
        if (good)
            zm_buffer_set(&here, zm_buffer_bytes(&next));
    }
    uint32_t last = good ? naive_find(&round->naive, zm_buffer_bytes(&here)) : UINT32_MAX;
    if (last == UINT32_MAX)
        good = wrong_text(question, "the line", zm_buffer_string(&name), "made of legal moves");
    else if (answer->outcome == ZM_WIN && !round->naive.vertices[last].goal)
        good = wrong_text(question, "the line", "something else", "one that reaches the goal");
    zm_buffer_free(&here);
    zm_buffer_free(&move);
    zm_buffer_free(&next);
    zm_buffer_free(&name);
    return good;
}

static bool judge_alone(const struct round *round, const struct zm_question *question,
                        uint32_t vertex, const struct zm_answer *answer)
{
    int64_t true_one = answer->kind == ZM_ANSWER_COUNT ? (int64_t)naive_reach(&round->naive, vertex)
                                                       : naive_longest(&round->naive, vertex);
    /* Classes under symmetry are no business of the rules. */
    if (answer->kind == ZM_ANSWER_COUNT && zm_settings_is(&question->settings, "canon", "symmetry"))
        return true;
    if (answer->number != true_one)
        return wrong_number(question, answer->kind == ZM_ANSWER_COUNT ? "the count" : "the length",
                            answer->number, true_one);
    if (answer->kind == ZM_ANSWER_LENGTH && (int64_t)answer->line.count != true_one)
        return wrong_number(question, "the length of the line", (int64_t)answer->line.count,
                            true_one);
    return true;
}

static bool judge_kind(const struct round *round, const struct zm_question *question,
                       uint32_t vertex, const struct zm_answer *answer)
{
    switch (answer->kind) {
    case ZM_ANSWER_OUTCOME:
        return judge_outcome(round, question, vertex, answer);
    case ZM_ANSWER_DISTANCE:
        return judge_distance(round, question, vertex, answer);
    case ZM_ANSWER_NIMBER:
    case ZM_ANSWER_GRUNDY:
        return judge_grundy(round, question, vertex, answer);
    case ZM_ANSWER_SCORE:
        return judge_score(round, question, vertex, answer);
    case ZM_ANSWER_VALUE:
        return judge_value(round, question, vertex, answer);
    case ZM_ANSWER_TREE:
        return judge_tree(round, question, vertex, answer);
    case ZM_ANSWER_LENGTH:
    case ZM_ANSWER_COUNT:
        return judge_alone(round, question, vertex, answer);
    default:
        return wrong_text(question, "the kind", zm_answer_kind_name(answer->kind),
                          "none that the rules are asked for: teach tests/adversary/judge.c");
    }
}

bool judge_answer(struct round *round, const struct zm_question *question, uint32_t vertex,
                  const struct zm_answer *answer)
{
    harness_count(COMPARED);
    if (!answer->known)
        return wrong_text(question, "the answer", "nothing", "known");
    return judge_kind(round, question, vertex, answer) &&
           (!answer->alone || judge_line(round, question, vertex, answer));
}

void judge_failure(enum zm_status status, bool tiny, const struct zm_error *error)
{
    if (status == ZM_BAD_INPUT && error->text[0] != '\0')
        harness_refused(error->text);
    else if (status == ZM_STOPPED && (tiny || strstr(error->text, "memory") != NULL))
        harness_count(STOPPED);
    else
        harness_wrong("no answer, status %d: %s", (int)status, error->text);
}
