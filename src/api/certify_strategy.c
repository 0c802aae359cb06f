/* Certificates by strategy; see certify.h. The calculation that answered the question is asked again
 * at every position of the strategy's player which move keeps what was claimed; the one that was
 * found is written down and later read by the rules alone. */
#include "api/certify.h"

#include "solve/distance.h"

#include <stdlib.h>

struct source {
    struct zm_question *question;
    struct zm_run *run;
    struct zm_strategy_certificate *certificate;
    bool hurries; /* distances are known: in games that can repeat, a win must come nearer */
};

/* What is known after a move. */
struct found {
    bool keeps;
    int64_t distance; /* plies to the end; -1: not known */
};

/* Does the answer for a position keep the goal, `own` saying whether its player is to move there? */
static bool keeps(const struct zm_strategy_goal *goal, const struct zm_answer *answer, bool own)
{
    if (goal->by_margin) {
        int64_t margin = 2 * (answer->points[0] - answer->points[1]);
        return answer->kind == ZM_ANSWER_SCORE && answer->whole &&
               (own ? margin : -margin) >= goal->margin;
    }
    enum zm_outcome win = own ? ZM_WIN : ZM_LOSS;
    return answer->outcome == win || (!goal->wins && answer->outcome == ZM_DRAW);
}

/* Is the goal kept after a move? */
static enum zm_status try_move(struct source *source, const struct zm_strategy_choice *choice,
                               size_t move, struct zm_buffer *next, struct found *found,
                               struct zm_error *error)
{
    const struct zm_instance *instance = &source->certificate->instance;
    struct zm_answer answer = {0};
    instance->game->rules->apply(instance->state, choice->position, zm_list_at(choice->moves, move),
                                 next);
    if (next->failed)
        return zm_fail_memory(error);
    int said = zm_turn_said(instance, zm_buffer_bytes(next));
    bool own = said >= 0 && said == choice->goal->player;
    enum zm_status status =
        zm_question_answer(source->question, zm_buffer_bytes(next), source->run, &answer, error);
    if (status == ZM_OK && !answer.known)
        status = zm_fail(error, ZM_STOPPED, "stopped");
    *found = (struct found){status == ZM_OK && keeps(choice->goal, &answer, own), answer.distance};
    zm_answer_free(&answer);
    return status;
}

/* A move with how many replies it leaves. */
struct candidate {
    size_t move, replies;
};

/* The moves, those that leave fewest replies first: such strategies are short. */
static struct candidate *list_candidates(const struct zm_instance *instance,
                                         const struct zm_strategy_choice *choice)
{
    const struct zm_rules *rules = instance->game->rules;
    struct candidate *candidates = malloc((choice->moves->count + 1) * sizeof *candidates);
    struct zm_buffer next = {0};
    struct zm_list replies = {0};
    for (size_t i = 0; i < choice->moves->count && candidates != NULL; i++) {
        size_t place = i;
        rules->apply(instance->state, choice->position, zm_list_at(choice->moves, i), &next);
        zm_list_clear(&replies);
        if (!next.failed)
            rules->moves(instance->state, zm_buffer_bytes(&next), NULL, &replies);
        struct candidate fresh = {i, replies.count};
        for (; place > 0 && candidates[place - 1].replies > fresh.replies; place--)
            candidates[place] = candidates[place - 1];
        candidates[place] = fresh;
    }
    zm_list_free(&replies);
    zm_buffer_free(&next);
    return candidates;
}

/* Sets the choice: the first move that keeps the goal, or, where distances are known, the one that
 * comes to an end soonest. */
static enum zm_status choose_among(struct source *source, const struct candidate *candidates,
                                   struct zm_strategy_choice *choice, struct zm_error *error)
{
    struct zm_buffer next = {0};
    enum zm_status status = ZM_OK;
    int64_t soonest = INT64_MAX;
    bool hurries = source->hurries;
    for (size_t i = 0; i < choice->moves->count && status == ZM_OK; i++) {
        struct found found = {0};
        status = try_move(source, choice, candidates[i].move, &next, &found, error);
        if (!found.keeps || (hurries && found.distance >= soonest))
            continue;
        choice->chosen = candidates[i].move;
        soonest = found.distance;
        if (!hurries)
            break;
    }
    zm_buffer_free(&next);
    return status;
}

static enum zm_status find_choice(void *context, struct zm_strategy_choice *choice,
                                  struct zm_error *error)
{
    struct source *source = context;
    struct zm_buffer *choices = &source->certificate->choices;
    struct candidate *candidates = list_candidates(&source->certificate->instance, choice);
    if (candidates == NULL)
        return zm_fail_memory(error);
    enum zm_status status = choose_among(source, candidates, choice, error);
    free(candidates);
    if (status != ZM_OK)
        return status;
    if (choice->chosen == SIZE_MAX)
        return zm_fail(error, ZM_WRONG, "no move keeps what was claimed");
    struct zm_bytes name = zm_list_at(choice->names, choice->chosen);
    zm_buffer_add(choices, name.data, name.size);
    zm_buffer_byte(choices, ' ');
    source->certificate->entries++;
    return choices->failed ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status set_claim(const struct zm_question *question, const struct zm_answer *answer,
                                struct zm_strategy_claim *claim, struct zm_error *error)
{
    *claim = (struct zm_strategy_claim){0};
    if (answer->kind == ZM_ANSWER_SCORE && answer->whole) {
        claim->kind = ZM_STRATEGY_MARGIN;
        claim->margin = (int32_t)(2 * (answer->points[0] - answer->points[1]));
        return ZM_OK;
    }
    bool known = answer->kind == ZM_ANSWER_OUTCOME || answer->kind == ZM_ANSWER_DISTANCE;
    if (!known || answer->class != NULL || answer->outcome == ZM_UNDECIDED)
        return zm_fail(error, ZM_BAD_INPUT, "--proof: no certificate for a %s of %s",
                       answer->class != NULL ? "class" : zm_answer_kind_name(answer->kind),
                       question->game->name);
    claim->kind = answer->outcome == ZM_WIN    ? ZM_STRATEGY_WIN
                  : answer->outcome == ZM_LOSS ? ZM_STRATEGY_LOSS
                                               : ZM_STRATEGY_DRAW;
    return ZM_OK;
}

/* Reads the text as anybody will, and verifies it. */
static enum zm_status read_back(const struct zm_question *question, const struct zm_buffer *text,
                                struct zm_run *run, struct zm_error *error)
{
    struct zm_strategy_certificate again;
    struct zm_buffer copy = {0};
    zm_buffer_set(&copy, zm_buffer_bytes(text));
    if (copy.failed || zm_buffer_string(&copy)[0] == '\0')
        return zm_fail_memory(error);
    enum zm_status status = zm_strategy_parse(&again, question->game, (char *)copy.data, error);
    if (status == ZM_OK) {
        status = zm_strategy_verify(&again, run, error);
        zm_strategy_free(&again);
    }
    zm_buffer_free(&copy);
    return status;
}

bool zm_certifies_by_strategy(const struct zm_question *question)
{
    const struct zm_game *game = question->game;
    return game->scores == NULL && (game->sums == NULL || game->players == ZM_PARTISAN);
}

/* Are distances part of the answers, or known beside the outcomes of a game that can repeat? */
static bool knows_distances(const struct zm_question *question, const struct zm_answer *answer)
{
    bool labelled = question->calculation == &zm_outcome_loops ||
                    zm_positions_are_numbered(&question->instance);
    return answer->kind == ZM_ANSWER_DISTANCE || (labelled && answer->distance >= 0);
}

enum zm_status zm_certify_strategy(struct zm_question *question, struct zm_run *run,
                                   struct zm_answer *answer, struct zm_buffer *text,
                                   size_t *entries, struct zm_error *error)
{
    struct zm_strategy_certificate certificate;
    struct source source = {.question = question,
                            .run = run,
                            .certificate = &certificate,
                            .hurries = knows_distances(question, answer)};
    enum zm_status status =
        zm_strategy_begin(&certificate, question->game, &question->settings, question->misere,
                          zm_buffer_bytes(&question->position), error);
    if (status != ZM_OK)
        return status;
    status = set_claim(question, answer, &certificate.claim, error);
    if (status == ZM_OK) {
        struct zm_strategy_walker walker = {
            .certificate = &certificate, .run = run, .context = &source, .choose = find_choice};
        status = zm_strategy_walk(&walker, error);
    }
    if (status == ZM_OK) {
        zm_strategy_print(&certificate, text);
        status = text->failed ? zm_fail_memory(error) : read_back(question, text, run, error);
    }
    *entries = certificate.entries;
    answer->verified = status == ZM_OK;
    zm_strategy_free(&certificate);
    return status;
}
