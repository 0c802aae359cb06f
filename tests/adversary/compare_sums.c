/* Sums across games: a game of sums plays with canonical components, which no minimax over its rules
 * can doubt. So terms of impartial games are played by their own rules, each alone, and put together
 * here: a move in the sum is a move in one of the terms. */
#include "adversary/round.h"

#include "test.h"

enum { TERM = 150, PRODUCT = 20000, TRIES = 20 };

/* The sum of two games whose positions are known: a vertex is a pair of theirs. */
static bool add_games(const struct naive *one, const struct naive *two, struct naive *sum)
{
    if (one->count * two->count > PRODUCT)
        return false;
    *sum = (struct naive){.game = one->game, .count = one->count * two->count};
    sum->vertices = calloc(sum->count, sizeof *sum->vertices);
    sum->edges =
        calloc(one->edge_count * two->count + two->edge_count * one->count + 1, sizeof *sum->edges);
    if (sum->vertices == NULL || sum->edges == NULL)
        abort();
    for (size_t i = 0; i < sum->count; i++) {
        uint32_t first = (uint32_t)(i / two->count), second = (uint32_t)(i % two->count);
        const struct naive_vertex *a = &one->vertices[first], *b = &two->vertices[second];
        sum->vertices[i] = (struct naive_vertex){
            .first = sum->edge_count, .count = a->count + b->count, .turn = -1};
        for (size_t j = 0; j < a->count; j++)
            sum->edges[sum->edge_count++].to =
                (uint32_t)(one->edges[a->first + j].to * two->count + second);
        for (size_t j = 0; j < b->count; j++)
            sum->edges[sum->edge_count++].to =
                (uint32_t)(first * two->count + two->edges[b->first + j].to);
    }
    return true;
}

/* Is the game one whose positions are plain terms: who cannot move has lost, both have the same
 * moves, and they take turns? */
static bool is_plain(const struct zm_game *game)
{
    return game->players == ZM_IMPARTIAL && game->sums != NULL && game->sums->loony == NULL &&
           game->rules->turn == NULL && game->rules->ending == NULL;
}

/* A term by lot: its text and all that can be reached from it. */
static bool draw_term(struct zm_random *random, struct zm_instance *instance, struct naive *naive,
                      struct zm_buffer *text)
{
    size_t count = 0;
    while (zm_games[count] != NULL)
        count++;
    for (int tries = 0; tries < TRIES; tries++) {
        const struct zm_game *game = zm_games[zm_random_below(random, count)];
        struct zm_buffer position = {0};
        if (!is_plain(game) || !place_open(instance, game))
            continue;
        game->rules->random(instance->state, random, 1 + (unsigned)zm_random_below(random, 6),
                            &position);
        zm_buffer_format(text, "[%s ", game->name);
        place_print(instance, zm_buffer_bytes(&position), text);
        zm_buffer_byte(text, ']');
        bool small =
            naive_explore(naive, instance, zm_buffer_bytes(&position), TERM) == NAIVE_SMALL;
        zm_buffer_free(&position);
        if (small)
            return true;
        zm_buffer_clear(text);
        zm_instance_close(instance);
    }
    return false;
}

/* Asks about the sum in one way, and compares who wins and how fast. */
static void ask(struct round *round, int play, const struct naive_fact *fact, const char *compute)
{
    static const char *const words[] = {"undecided", "win", "loss", "draw"};
    struct lots lots;
    struct zm_question question;
    struct zm_run run;
    struct zm_answer answer = {0};
    struct zm_error error = {0};
    bool tiny;
    round_lots(round, play, &lots, &tiny);
    lots_add(&lots, "compute", compute);
    if (!round_open(round, "solve", &lots, tiny, NULL, &question, &run))
        return;
    enum zm_status status =
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error);
    if (status != ZM_OK) {
        judge_failure(status, tiny, &error);
    } else {
        harness_count(COMPARED);
        if (answer.outcome != fact->outcome)
            harness_wrong("%s: a %s by the rules of its terms, the program says %s",
                          round->game->name, words[fact->outcome], words[answer.outcome]);
        else if (answer.kind == ZM_ANSWER_DISTANCE && answer.number != fact->plies)
            harness_wrong("%s: %d plies by the rules of its terms, the program says %lld",
                          round->game->name, (int)fact->plies, (long long)answer.number);
    }
    zm_answer_free(&answer);
    zm_question_close(&question);
}

/* Puts the text of the sum in the place of the round's own. */
static void ask_all(struct round *round, const struct naive *sum, const struct zm_buffer *text)
{
    struct zm_buffer own = round->text;
    round->text = *text;
    for (int play = NORMAL; play <= MISERE; play++) {
        struct naive_fact *facts = naive_facts(sum, play == MISERE);
        ask(round, play, facts, "outcome");
        ask(round, play, facts, "distance");
        free(facts);
    }
    round->text = own;
}

void compare_sums(struct round *round)
{
    struct zm_instance games[2] = {{0}};
    struct naive terms[2] = {{0}}, sum = {0};
    struct zm_buffer texts[2] = {{0}}, text = {0}, position = {0};
    bool drawn = draw_term(&round->random, &games[0], &terms[0], &texts[0]) &&
                 draw_term(&round->random, &games[1], &terms[1], &texts[1]);
    if (drawn) {
        zm_buffer_format(&text, "%s + %s %c", zm_buffer_string(&texts[0]),
                         zm_buffer_string(&texts[1]), "LR"[zm_random_below(&round->random, 2)]);
        /* Only a game of sums reads it. */
        drawn = round->game->rules->parse(round->instance.state, zm_buffer_string(&text), &position,
                                          NULL) == ZM_OK;
    }
    if (drawn && add_games(&terms[0], &terms[1], &sum)) {
        ask_all(round, &sum, &text);
        naive_free(&sum);
    }
    for (int i = 0; i < 2; i++) {
        naive_free(&terms[i]);
        zm_instance_close(&games[i]);
        zm_buffer_free(&texts[i]);
    }
    zm_buffer_free(&text);
    zm_buffer_free(&position);
}
