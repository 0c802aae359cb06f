/* The page's JSON: the routes that answer about positions, called as the server calls them. */
#include "adversary/round.h"

#include "test.h"
#include "web/request.h"
#include "web/routes.h"
#include "web/web.h"

static const double seconds = 2; /* that the page gives a question */

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text == NULL ? "" : text;
}

/* Asks a route; NULL: it answered with an error, which is judged here. */
static json_t *ask(struct round *round, const char *path, json_t *body)
{
    struct zm_reply reply = {0};
    struct zm_query query = {.web = round->web, .body = body, .reply = &reply};
    bool known = false;
    const struct zm_route *route = zm_route_find("POST", path, &query.id, &known);
    if (route == NULL)
        abort();
    route->handle(&query);
    json_t *answer = json_loadb(reply.body, reply.size, JSON_DECODE_ANY, NULL);
    if (reply.status == 422) {
        harness_refused(text_of(answer, "error"));
    } else if (reply.status != 200) {
        harness_wrong("%s: POST %s answers %u: %.*s", round->game->name, path, reply.status,
                      (int)(reply.size < 300 ? reply.size : 300), reply.body);
    }
    if (reply.status != 200) {
        json_decref(answer);
        answer = NULL;
    }
    free(reply.body);
    return answer;
}

static const char *const words[] = {"", "win", "loss", "draw"};

/* --- a position ---------------------------------------------------------------------------------
 */

static void judge_position(const struct round *round, int play, const json_t *answer)
{
    const struct naive_vertex *vertex = &round->naive.vertices[0];
    enum zm_outcome outcome = round->facts[play][0].outcome;
    bool over = naive_is_over(&round->naive, 0);
    bool told = over && round->game->players != ZM_ONE_PLAYER;
    int turn = vertex->turn < 0 ? 0 : vertex->turn;
    json_t *winner = json_object_get(answer, "winner");
    harness_count(COMPARED);
    if (json_integer_value(json_object_get(answer, "turn")) != turn)
        harness_wrong("%s: the page gives the move to the wrong player", round->game->name);
    if (json_is_true(json_object_get(answer, "over")) != over)
        harness_wrong("%s: the game is%s over by the rules, not so on the page", round->game->name,
                      over ? "" : " not");
    else if (told && strcmp(text_of(answer, "result"), words[outcome]) != 0)
        harness_wrong("%s: the game has ended in a %s, the page says %s", round->game->name,
                      words[outcome], text_of(answer, "result"));
    else if (told && (outcome == ZM_DRAW
                          ? !json_is_null(winner)
                          : json_integer_value(winner) != (outcome == ZM_WIN ? turn : 1 - turn)))
        harness_wrong("%s: the page names the wrong winner", round->game->name);
    if (!vertex->over &&
        json_integer_value(json_object_get(answer, "count")) != (json_int_t)vertex->count)
        harness_wrong("%s: the page counts other moves", round->game->name);
}

/* --- an analysis --------------------------------------------------------------------------------
 */

static const char *verdict_of(const struct round *round, int play, size_t move)
{
    static const char *const verdicts[] = {"", "wins", "loses", "draws"};
    return verdicts[round_worth(round, play,
                                &round->naive.edges[round->naive.vertices[0].first + move])];
}

static void judge_analysis(const struct round *round, int play, const json_t *answer)
{
    json_t *moves = json_object_get(answer, "moves"), *move;
    size_t index;
    const char *result = text_of(answer, "result");
    enum zm_outcome outcome = round->facts[play][0].outcome;
    bool plain = strcmp(text_of(answer, "kind"), "outcome") == 0 && round->game->scores == NULL;
    harness_count(COMPARED);
    if (plain && strlen(result) > 1 && strcmp(result, words[outcome]) != 0)
        harness_wrong("%s: a %s by the rules, the page says %s", round->game->name, words[outcome],
                      result);
    if (plain && strlen(result) == 1 && round->class != 0 && result[0] != round->class)
        harness_wrong("%s: class %c by the rules, the page says %s", round->game->name,
                      round->class, result);
    if (round->game->scores != NULL)
        return; /* verdicts there are about what is left; compare_moves.c looks at them */
    json_array_foreach(moves, index, move)
    {
        const char *verdict = text_of(move, "verdict");
        if (index < round->naive.vertices[0].count && strcmp(verdict, "unknown") != 0 &&
            strcmp(verdict, verdict_of(round, play, index)) != 0)
            harness_wrong("%s: the page says that %s %s", round->game->name, text_of(move, "move"),
                          verdict);
    }
}

/* --- a move -------------------------------------------------------------------------------------
 */

/* What is proved of the move is true; no other is better unless the time was too short for all. */
static void judge_choice(struct round *round, int play, const json_t *answer, bool in_time)
{
    enum zm_outcome outcome = round->facts[play][0].outcome;
    struct zm_buffer move = {0}, next = {0};
    struct zm_error error = {0};
    harness_count(COMPARED);
    if (zm_find_move(&round->instance, zm_buffer_bytes(&round->position), NULL,
                     text_of(answer, "move"), &move, &error) != ZM_OK) {
        harness_wrong("%s: the page plays %s, which is no move", round->game->name,
                      text_of(answer, "move"));
    } else if (json_is_true(json_object_get(answer, "proved"))) {
        round->game->rules->apply(round->instance.state, zm_buffer_bytes(&round->position),
                                  zm_buffer_bytes(&move), &next);
        uint32_t to = naive_find(&round->naive, zm_buffer_bytes(&next));
        size_t i = 0;
        while (round->naive.edges[round->naive.vertices[0].first + i].to != to)
            i++;
        const char *verdict = verdict_of(round, play, i);
        if (in_time && strncmp(verdict, words[outcome], 1) != 0)
            harness_wrong("%s: a %s by the rules, but the page's move %s %s", round->game->name,
                          words[outcome], text_of(answer, "move"), verdict);
        if (strncmp(verdict, text_of(answer, "fate"), 1) != 0)
            harness_wrong("%s: the page's move %s %s, the page proves a %s", round->game->name,
                          text_of(answer, "move"), verdict, text_of(answer, "fate"));
    }
    zm_buffer_free(&move);
    zm_buffer_free(&next);
}

/* --- proofs -------------------------------------------------------------------------------------
 */

static void judge_proof(const struct round *round, int play, const json_t *answer)
{
    const char *result = text_of(answer, "result");
    if (strcmp(text_of(answer, "status"), "stopped") == 0)
        return; /* by a clock that a busy machine does not keep to */
    harness_count(COMPARED);
    if (!json_is_true(json_object_get(answer, "verified")))
        harness_wrong("%s: the page has an answer that is not verified", round->game->name);
    else if (result[0] != '\0' && strcmp(result, words[round->facts[play][0].outcome]) != 0)
        harness_wrong("%s: a %s by the rules, the page proves a %s", round->game->name,
                      words[round->facts[play][0].outcome], result);
}

/* --------------------------------------------------------------------------------------------- */

static json_t *body_of(const struct round *round, const struct lots *lots)
{
    json_t *options = json_object();
    for (size_t i = 0; i < lots->count; i++)
        json_object_set_new(options, lots->options[i].name,
                            lots->options[i].text[0] == '\0' ? json_true()
                                                             : json_string(lots->options[i].text));
    return json_pack("{s:s,s:s,s:o,s:f}", "game", round->game->name, "position",
                     zm_buffer_string(&round->text), "options", options, "seconds", seconds);
}

void compare_page(struct round *round, int play)
{
    static const char *const paths[] = {"/api/position", "/api/analyse", "/api/choose",
                                        "/api/proof", "/api/solution"};
    struct lots lots;
    uint64_t kind = zm_random_below(&round->random, sizeof paths / sizeof *paths);
    round_begin_lots(round, play, &lots);
    bool computed = zm_calculation_find("outcome", round->game, play == MISERE, NULL) != NULL;
    if ((kind == 2 && (round->naive.vertices[0].count == 0 || !computed)) ||
        (kind > 2 && round->game->scores != NULL))
        kind = 0;
    json_t *body = body_of(round, &lots);
    struct zm_buffer command = {0};
    zm_buffer_format(&command, "serve: POST %s", paths[kind]);
    round_doing(round, zm_buffer_string(&command), zm_buffer_string(&round->text), &lots);
    zm_buffer_free(&command);
    double begin = zm_clock_now();
    json_t *answer = ask(round, paths[kind], body);
    bool in_time = zm_clock_now() - begin < seconds / IN_TIME;
    if (answer != NULL && kind == 0)
        judge_position(round, play, answer);
    else if (answer != NULL && kind == 1)
        judge_analysis(round, play, answer);
    else if (answer != NULL && kind == 2)
        judge_choice(round, play, answer, in_time);
    else if (answer != NULL)
        judge_proof(round, play, answer);
    json_decref(answer);
    json_decref(body);
}
