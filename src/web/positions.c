/* The answers about games and positions: the catalogue of games, a position with its moves and
 * picture, and its analysis within a few seconds. */
#include "web/routes.h"

#include "api/analysis.h"
#include "api/json.h"
#include "base/clock.h"
#include "store/store.h"
#include "web/asking.h"
#include "web/knowledge.h"
#include "web/server.h"

#include <math.h>
#include <stdlib.h>

/* -- the catalogue -- */

static json_t *params_json(const struct zm_param *table)
{
    static const char *const kinds[] = {
        [ZM_PARAM_FLAG] = "flag", [ZM_PARAM_INTEGER] = "integer", [ZM_PARAM_CHOICE] = "choice",
        [ZM_PARAM_TEXT] = "text", [ZM_PARAM_SIZE] = "size",       [ZM_PARAM_SECONDS] = "seconds"};
    json_t *list = json_array();
    for (; table != NULL && table->name != NULL; table++) {
        if (table->kind == ZM_PARAM_FILE) /* no request may name one */
            continue;
        json_t *param = json_pack("{s:s,s:s,s:s}", "name", table->name, "kind", kinds[table->kind],
                                  "help", table->help == NULL ? "" : table->help);
        if (table->value != NULL)
            json_object_set_new(param, "default", json_string(table->value));
        if (table->choices != NULL)
            json_object_set_new(param, "choices", json_string(table->choices));
        if (table->kind == ZM_PARAM_INTEGER) {
            json_object_set_new(param, "min", json_integer(table->min));
            json_object_set_new(param, "max", json_integer(table->max));
        }
        if (table->hint != NULL)
            json_object_set_new(param, "hint", json_string(table->hint));
        json_array_append_new(list, param);
    }
    return list;
}

static json_t *calculations_json(const struct zm_game *game, bool misere)
{
    json_t *list = json_array();
    for (size_t i = 0; zm_calculations[i] != NULL; i++) {
        const struct zm_calculation *calculation = zm_calculations[i];
        bool again = false;
        for (size_t j = 0; j < json_array_size(list); j++)
            again |= strcmp(json_string_value(json_object_get(json_array_get(list, j), "name")),
                            calculation->name) == 0;
        if (!again && calculation->suits(game, misere, NULL) == ZM_OK)
            json_array_append_new(list, json_pack("{s:s,s:s,s:b,s:o}", "name", calculation->name,
                                                  "summary", calculation->summary, "searches",
                                                  calculation->space != NULL, "params",
                                                  params_json(calculation->params)));
    }
    return list;
}

/* Who can choose moves in normal play: the general players, then the engine's. */
static json_t *opponents_json(const struct zm_game *game)
{
    const struct zm_engine *engine = zm_engine_of(game);
    const struct zm_player *const *lists[] = {zm_players, engine == NULL ? NULL : engine->players};
    json_t *list = json_array();
    for (size_t i = 0; i < 2; i++)
        for (const struct zm_player *const *one = lists[i]; one != NULL && *one != NULL; one++)
            if ((*one)->suits(game, false, NULL) == ZM_OK)
                json_array_append_new(list, json_pack("{s:s,s:s,s:o}", "name", (*one)->name,
                                                      "summary", (*one)->summary, "params",
                                                      params_json((*one)->params)));
    return list;
}

static json_t *game_json(const struct zm_game *game)
{
    static const char *const players[] = {"one", "impartial", "partisan"};
    const struct zm_engine *engine = zm_engine_of(game);
    return json_pack(
        "{s:s,s:s,s:s,s:s,s:s,s:s,s:b,s:b,s:b,s:b,s:b,s:o,s:o,s:o,s:o}", "name", game->name,
        "title", game->title, "summary", game->summary, "start", game->start, "positions",
        game->positions == NULL ? "" : game->positions, "players", players[game->players], "splits",
        game->sums != NULL, "scored", game->scores != NULL, "picture",
        game->picture != NULL && game->picture->svg != NULL, "owners",
        engine != NULL && engine->owners != NULL, "graph", engine != NULL && engine->graph != NULL,
        "params", params_json(game->params), "normal", calculations_json(game, false), "misere",
        calculations_json(game, true), "opponents", opponents_json(game));
}

void zm_route_games(const struct zm_query *query)
{
    json_t *games = json_array(), *searches = json_array();
    const struct zm_game *const *own = zm_web_config(query->web)->own;
    for (; own != NULL && *own != NULL; own++)
        json_array_append_new(games, game_json(*own));
    for (size_t i = 0; zm_games[i] != NULL; i++)
        json_array_append_new(games, game_json(zm_games[i]));
    for (size_t i = 0; zm_searches[i] != NULL; i++)
        json_array_append_new(
            searches,
            json_pack("{s:s,s:s,s:s,s:b,s:o}", "name", zm_searches[i]->name, "summary",
                      zm_searches[i]->summary, "orders",
                      zm_searches[i]->orders == NULL ? "" : zm_searches[i]->orders, "numbers",
                      zm_searches[i]->numbers, "params", params_json(zm_searches[i]->params)));
    zm_reply_json(query->reply, 200,
                  json_pack("{s:o,s:o,s:o}", "games", games, "searches", searches, "params",
                            params_json(zm_question_params)));
}

/* -- a position -- */

enum {
    PAST_MOST = 120,      /* pictures of earlier positions in an answer, */
    PAST_BYTES = 2 << 20, /* and about how large they may be together */
};

struct view {
    const struct zm_asked *asked;
    const struct zm_rules *rules;
    void *state;
    struct zm_bytes position;
};

static struct view view_of(const struct zm_asked *asked)
{
    return (struct view){asked, asked->question.game->rules, asked->question.instance.state,
                         zm_buffer_bytes(&asked->position)};
}

static json_t *printed(const struct view *view, struct zm_bytes position)
{
    struct zm_buffer text = {0};
    view->rules->print(view->state, position, &text);
    json_t *string = json_string(zm_buffer_string(&text));
    zm_buffer_free(&text);
    return string;
}

static int turn_of(const struct view *view)
{
    return zm_turn_at(&view->asked->question.instance, view->position, &view->asked->record);
}

/* Adds "over", and when it is: "result" for the player to move, "winner", "points". */
static void add_ending(const struct view *view, size_t moves, json_t *object)
{
    static const char *const words[] = {NULL, "win", "loss", "draw"};
    struct zm_ending ending;
    zm_ending_with_moves(&view->asked->question.instance, view->position, &view->asked->record,
                         view->asked->question.misere, moves, &ending);
    json_object_set_new(object, "over", json_boolean(ending.over));
    if (ending.once_more_draws)
        json_object_set_new(object, "once_more_draws", json_true());
    if (!ending.over)
        return;
    int turn = turn_of(view);
    bool alone = view->asked->question.game->players == ZM_ONE_PLAYER;
    if (ending.outcome != ZM_UNDECIDED)
        json_object_set_new(object, "result", json_string(words[ending.outcome]));
    if (!alone && ending.outcome != ZM_UNDECIDED) {
        json_object_set_new(object, "winner",
                            ending.outcome == ZM_DRAW
                                ? json_null()
                                : json_integer(ending.outcome == ZM_WIN ? turn : 1 - turn));
    }
    if (ending.scored)
        json_object_set_new(
            object, "points",
            json_pack("[f,f]", ending.half_points[turn] / 2.0, ending.half_points[1 - turn] / 2.0));
}

/* Adds how the game of a single player stands, in his game's own words. */
static void add_standing(const struct view *view, json_t *object)
{
    const struct zm_goals *goals = view->asked->question.game->goals;
    struct zm_buffer text = {0};
    if (goals == NULL || goals->describe == NULL)
        return;
    goals->describe(view->state, view->position, &text);
    json_object_set_new(object, "standing", json_string(zm_buffer_string(&text)));
    zm_buffer_free(&text);
}

/* The names of the moves; NULL: they cannot be listed. */
static json_t *move_names(const struct view *view, size_t *count)
{
    struct zm_list moves = {0};
    struct zm_buffer name = {0};
    json_t *names = json_array();
    view->rules->moves(view->state, view->position, &view->asked->record, &moves);
    *count = moves.count;
    for (size_t i = 0; i < moves.count && i < ZM_WEB_MOVES_MOST; i++) {
        zm_buffer_clear(&name);
        view->rules->name(view->state, view->position, zm_list_at(&moves, i), &name);
        json_array_append_new(names, json_string(zm_buffer_string(&name)));
    }
    if (zm_list_failed(&moves)) {
        json_decref(names);
        names = NULL;
    }
    zm_list_free(&moves);
    zm_buffer_free(&name);
    return names;
}

/* Adds the pictures of a position that comes after `earlier` others of the record. */
static void add_pictures(const struct view *view, struct zm_bytes position, size_t earlier,
                         json_t *object)
{
    const struct zm_picture *picture = view->asked->question.game->picture;
    struct zm_buffer out = {0};
    if (picture == NULL)
        return;
    if (picture->svg != NULL) {
        if (picture->svg_within != NULL && earlier > 0)
            picture->svg_within(view->state, zm_list_at(&view->asked->record.positions, 0),
                                position, &out);
        else
            picture->svg(view->state, position, &out);
        json_object_set_new(object, "svg", json_string(zm_buffer_string(&out)));
        zm_buffer_clear(&out);
    }
    if (picture->text != NULL) {
        picture->text(view->state, position, &out);
        json_object_set_new(object, "text", json_string(zm_buffer_string(&out)));
    }
    zm_buffer_free(&out);
}

/* The pictures of the last positions before this one, each with whose turn it was: as many as have
 * room, the newest before the older ones. */
static json_t *past_json(const struct view *view)
{
    const struct zm_record *record = &view->asked->record;
    size_t count = record->positions.count, room = PAST_BYTES;
    json_t *list = json_array();
    for (size_t i = count; i-- > 0 && count - i <= PAST_MOST;) {
        struct zm_bytes position = zm_list_at(&record->positions, i);
        struct zm_record before = *record; /* its first i moves */
        before.positions.count = i;
        before.moves.count = i;
        json_t *one = json_pack("{s:i}", "turn",
                                zm_turn_at(&view->asked->question.instance, position, &before));
        add_pictures(view, position, i, one);
        size_t size = json_string_length(json_object_get(one, "svg"));
        json_array_insert_new(list, 0, one);
        if (size > room)
            break;
        room -= size;
    }
    return list;
}

/* NULL: the moves cannot be listed. */
static json_t *position_json(const struct zm_asked *asked, bool moves, bool past)
{
    struct view view = view_of(asked);
    size_t count = 0;
    json_t *object = json_object(), *names = moves ? move_names(&view, &count) : NULL;
    if (moves && names == NULL) {
        json_decref(object);
        return NULL;
    }
    json_object_set_new(object, "game", json_string(asked->question.game->name));
    json_object_set_new(object, "position", printed(&view, view.position));
    json_object_set_new(object, "played", json_integer((json_int_t)asked->played));
    json_object_set_new(object, "turn", json_integer(turn_of(&view)));
    if (moves) {
        json_object_set_new(object, "moves", names);
        json_object_set_new(object, "count", json_integer((json_int_t)count));
        add_ending(&view, count, object);
    }
    add_standing(&view, object);
    add_pictures(&view, view.position, asked->record.positions.count, object);
    if (past)
        json_object_set_new(object, "past", past_json(&view));
    return object;
}

void zm_route_position(const struct zm_query *query)
{
    struct zm_asked asked;
    struct zm_error error = {0};
    bool picture_only = false, past = false;
    if (!zm_query_flag(query, "picture", &picture_only) || !zm_query_flag(query, "past", &past) ||
        !zm_asked_open_game(&asked, query))
        return;
    json_t *object = position_json(&asked, !picture_only, past);
    enum zm_status status = object == NULL ? zm_fail_memory(&error) : ZM_OK;
    if (zm_game_status(asked.question.game, status, &error) == ZM_OK) {
        zm_reply_json(query->reply, 200, object);
    } else {
        json_decref(object);
        zm_reply_failure(query->reply, &error);
    }
    zm_asked_close(&asked);
}

/* -- the program's move -- */

static const struct zm_param choose_params[] = {ZM_PLAYER_PARAM, ZM_LEVEL_PARAM, {0}};

/* "ahead" is the margin, or the worth in games without points: what the page shows. */
static json_t *choice_json(const struct zm_asked *asked, const struct zm_line *line)
{
    static const char *const fates[] = {NULL, "win", "loss", "draw"};
    const struct view view = view_of(asked);
    struct zm_buffer name = {0};
    bool proved = line->certainty == ZM_EXACT && line->outcome != ZM_UNDECIDED;
    view.rules->name(view.state, view.position, zm_list_at(&line->moves, 0), &name);
    json_t *object = json_pack("{s:s,s:b}", "move", zm_buffer_string(&name), "proved", proved);
    zm_buffer_free(&name);
    if (proved)
        json_object_set_new(object, "fate", json_string(fates[line->outcome]));
    else if (!isnan(line->worth))
        json_object_set_new(object, "ahead", json_real(line->worth));
    zm_line_json(&asked->question, view.position, line, object);
    return object;
}

/* Thinks about the position within `seconds`, at the level of the question. */
static enum zm_status choose(struct zm_asked *asked, double seconds, struct zm_thought *thought,
                             struct zm_error *error)
{
    const struct zm_pace pace = {.soft = seconds, .hard = seconds};
    struct zm_thinker thinker;
    struct zm_run run;
    zm_run_begin(&run);
    enum zm_status status = zm_question_run(&asked->question, &run, error);
    if (status != ZM_OK)
        return status;
    status = zm_thinker_open(&thinker, &asked->question, &run, error);
    if (status == ZM_OK)
        status = zm_thinker_set(&thinker, zm_buffer_bytes(&asked->position), &asked->record, error);
    if (status == ZM_OK)
        status = zm_thinker_think(&thinker, thinker.level, &pace, &run, NULL, NULL, thought, error);
    zm_thinker_close(&thinker);
    return status;
}

void zm_route_choose(const struct zm_query *query)
{
    struct zm_asked asked;
    struct zm_error error = {0};
    struct zm_thought thought = {0};
    struct zm_knowledge *knowledge = zm_web_knowledge(query->web);
    double seconds = 2;
    if (!zm_query_number(query, "seconds", 0.01, 20, &seconds) ||
        !zm_asked_open(&asked, query, zm_web_share(query->web), choose_params, false))
        return;
    enum zm_status status = zm_knowledge_hold(knowledge, &asked.question, &error);
    if (status == ZM_OK)
        status = choose(&asked, seconds, &thought, &error);
    if (status == ZM_OK)
        zm_reply_json(query->reply, 200, choice_json(&asked, &thought.lines[0]));
    else
        zm_reply_failure(query->reply, &error);
    zm_thought_free(&thought);
    zm_knowledge_release(knowledge, &asked.question);
    zm_asked_close(&asked);
}

/* -- analysis -- */

static const struct zm_param analyse_params[] = {ZM_PLAYER_PARAM, {0}};

struct analysis {
    struct view view;
    json_t *moves;
};

/* The canonical sum of a position as text: equal for positions that are the same game. */
static json_t *class_of(const struct view *view, struct zm_bytes position)
{
    const struct zm_sums *sums = view->asked->question.game->sums;
    struct zm_list components = {0};
    struct zm_buffer text = {0};
    if (sums == NULL)
        return printed(view, position);
    if (!zm_split(&view->asked->question.instance, position, &components))
        return printed(view, position);
    for (size_t i = 0; i < components.count; i++) {
        if (i > 0)
            zm_buffer_text(&text, " + ");
        sums->print(view->state, zm_list_at(&components, i), &text);
    }
    json_t *string = json_string(zm_buffer_string(&text));
    zm_list_free(&components);
    zm_buffer_free(&text);
    return string;
}

static void add_move(void *context, const struct zm_analysed *move)
{
    struct analysis *analysis = context;
    if (json_array_size(analysis->moves) >= ZM_WEB_MOVES_MOST)
        return;
    json_t *object =
        zm_analysed_json(&analysis->view.asked->question, analysis->view.position, move);
    json_object_set_new(object, "again", json_boolean(move->again));
    json_object_set_new(object, "position", printed(&analysis->view, move->next));
    json_object_set_new(object, "class", class_of(&analysis->view, move->next));
    json_array_append_new(analysis->moves, object);
}

/* The components of an impartial position with their nimbers, as far as the store knows them. */
static json_t *components_json(const struct view *view, struct zm_store *store)
{
    const struct zm_sums *sums = view->asked->question.game->sums;
    struct zm_list components = {0};
    struct zm_buffer text = {0};
    json_t *list = json_array();
    zm_split(&view->asked->question.instance, view->position, &components);
    for (size_t i = 0; i < components.count; i++) {
        struct zm_value value;
        zm_buffer_clear(&text);
        sums->print(view->state, zm_list_at(&components, i), &text);
        json_t *component = json_pack("{s:s}", "position", zm_buffer_string(&text));
        if (zm_store_get(store, ZM_KIND_NIMBER, zm_list_at(&components, i), &value))
            json_object_set_new(component, "nimber", json_integer(value.a));
        json_array_append_new(list, component);
    }
    zm_list_free(&components);
    zm_buffer_free(&text);
    return list;
}

/* Analyses the moves one by one; what is not solved in the time is guessed in half as much. Even
 * when the position itself is too hard, some of its moves may be easy. */
static enum zm_status analyse_moves(struct zm_asked *asked, double seconds, struct zm_run *run,
                                    bool guesses, struct analysis *analysis, struct zm_error *error)
{
    struct zm_thinker thinker;
    struct zm_run guessing;
    const struct zm_analysis how = {.thinker = &thinker,
                                    .guesses_only = guesses,
                                    .seconds = guesses ? seconds : seconds / 2,
                                    .guessing = &guessing};
    zm_run_begin(&guessing);
    enum zm_status status = zm_question_run(&asked->question, &guessing, error);
    if (status != ZM_OK)
        return status;
    status = zm_thinker_open(&thinker, &asked->question, &guessing, error);
    atomic_store(&run->stop, false);
    run->deadline = zm_clock_now() + seconds;
    if (status == ZM_OK)
        status = zm_analyse_moves(&asked->question, analysis->view.position, &asked->record, run,
                                  &how, add_move, analysis, error);
    zm_thinker_close(&thinker);
    return status;
}

static enum zm_status analyse(struct zm_asked *asked, double seconds, bool moves, json_t **object,
                              struct zm_error *error)
{
    struct zm_run run;
    struct zm_answer answer = {0};
    struct analysis analysis = {.view = view_of(asked)};
    struct zm_question *question = &asked->question;
    zm_run_begin(&run);
    enum zm_status status = zm_question_run(question, &run, error);
    double deadline = zm_clock_now() + seconds;
    if (run.deadline == 0 || run.deadline > deadline)
        run.deadline = deadline;
    if (status == ZM_OK)
        status = zm_question_answer(question, analysis.view.position, &run, &answer, error);
    bool guesses = status == ZM_BAD_INPUT; /* a board too large to be solved can be judged */
    if (guesses) {
        answer = (struct zm_answer){.distance = -1, .counts = {-1, -1, -1, -1}};
        *error = (struct zm_error){0};
        status = ZM_STOPPED;
    }
    if (status == ZM_OK || status == ZM_STOPPED) {
        *object = zm_answer_json(question, &answer, &run);
        json_object_set_new(*object, "position", printed(&analysis.view, analysis.view.position));
        if (question->game->sums != NULL && question->game->players == ZM_IMPARTIAL &&
            !question->misere)
            json_object_set_new(*object, "components", components_json(&analysis.view, run.store));
    }
    if (moves && (status == ZM_OK || status == ZM_STOPPED)) {
        analysis.moves = json_array();
        json_object_set_new(*object, "moves", analysis.moves);
        status = analyse_moves(asked, seconds, &run, guesses, &analysis, error);
    }
    zm_answer_free(&answer);
    return status == ZM_STOPPED ? ZM_OK : status;
}

void zm_route_analyse(const struct zm_query *query)
{
    struct zm_asked asked;
    struct zm_error error = {0};
    struct zm_knowledge *knowledge = zm_web_knowledge(query->web);
    double seconds = 2;
    bool moves = true;
    json_t *object = NULL;
    if (!zm_query_number(query, "seconds", 0.01, 20, &seconds) ||
        !zm_query_flag(query, "each", &moves) ||
        !zm_asked_open(&asked, query, zm_web_share(query->web), analyse_params, true))
        return;
    enum zm_status status = zm_knowledge_hold(knowledge, &asked.question, &error);
    if (status == ZM_OK) {
        status = analyse(&asked, seconds, moves, &object, &error);
        zm_knowledge_release(knowledge, &asked.question);
    }
    if (status == ZM_OK)
        zm_reply_json(query->reply, 200, object);
    else
        zm_reply_failure(query->reply, &error);
    if (status != ZM_OK)
        json_decref(object);
    zm_asked_close(&asked);
}
