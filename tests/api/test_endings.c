/* How a game ends is one thing, whoever is asked: the game as it is played, the page, every
 * calculation of an outcome, and both players. Random games of every game of the program, normal
 * and misère, are played to their end; what must be said there is worked out from the game's own
 * callbacks. */
#include "support/seat.h"

#include "records/played.h"
#include "store/store.h"
#include "web/asks.h"

enum { LONGEST = 400, SIZE = 5 };

static int32_t evaluate_nothing(void *state, struct zm_bytes position)
{
    (void)state;
    (void)position;
    return 0;
}

static const struct zm_judgement indifferent = {.evaluate = evaluate_nothing};

/* A game being played at random, and how often what was said of its end was compared. */
struct trial {
    struct zm_game game; /* a copy, with a judgement for alpha-beta */
    struct zm_settings settings;
    struct zm_instance instance;
    struct zm_played played;
    struct zm_random random;
    struct http *http;
    bool misere;
    int pages, answers, moves_judged;
};

/* Who has won at a position, seen by who is to move: by the callbacks alone. ZM_UNDECIDED: the game
 * goes on. */
static enum zm_outcome judged(const struct trial *trial, struct zm_bytes position,
                              const struct zm_record *record)
{
    const struct zm_rules *rules = trial->game.rules;
    struct zm_ending ending = {0};
    struct zm_list moves = {0};
    rules->moves(trial->instance.state, position, record, &moves);
    if (rules->ending != NULL)
        rules->ending(trial->instance.state, position, record, &ending);
    bool stuck = moves.count == 0;
    zm_list_free(&moves);
    if (!stuck && !ending.over)
        return ZM_UNDECIDED;
    enum zm_outcome normal = ending.over ? ending.outcome : ZM_LOSS;
    if (normal == ZM_DRAW || !trial->misere)
        return normal;
    return normal == ZM_WIN ? ZM_LOSS : ZM_WIN;
}

static const char *text_here(struct trial *trial, struct zm_bytes position, struct zm_buffer *text)
{
    zm_buffer_clear(text);
    trial->game.rules->print(trial->instance.state, position, text);
    return zm_buffer_string(text);
}

static json_t *request_of(struct trial *trial)
{
    struct zm_buffer text = {0};
    json_t *names = json_array();
    for (size_t i = 0; i < trial->played.record.moves.count; i++) {
        zm_buffer_clear(&text);
        trial->game.rules->name(trial->instance.state,
                                zm_list_at(&trial->played.record.positions, i),
                                zm_list_at(&trial->played.record.moves, i), &text);
        json_array_append_new(names, json_string(zm_buffer_string(&text)));
    }
    json_t *request =
        json_pack("{s:s, s:s, s:o, s:{s:s}}", "game", trial->game.name, "position",
                  text_here(trial, zm_buffer_bytes(&trial->played.start), &text), "moves", names,
                  "options", "play", trial->misere ? "misere" : "normal");
    zm_buffer_free(&text);
    return request;
}

static void check_page(struct trial *trial, enum zm_outcome outcome)
{
    static const char *const words[] = {"", "win", "loss", "draw"};
    json_t *request = request_of(trial);
    char *body = json_dumps(request, 0);
    json_t *answer = fetch(trial->http, "POST", "/api/position", body, 200);
    int turn = zm_played_turn(&trial->played);
    json_t *winner = json_object_get(answer, "winner");
    if (json_is_true(json_object_get(answer, "over")) != (outcome != ZM_UNDECIDED) ||
        strcmp(text_of(answer, "result"), words[outcome]) != 0 ||
        (outcome != ZM_DRAW && outcome != ZM_UNDECIDED &&
         json_integer_value(winner) != (outcome == ZM_WIN ? turn : 1 - turn)))
        fail_msg("the page: %s: '%s', not '%s'", body, text_of(answer, "result"), words[outcome]);
    trial->pages++;
    drop(answer);
    free(body);
    json_decref(request);
}

/* What a calculation says of a position that is over, if it can be asked: a position that leaves
 * open who moves has a class instead of a winner, and where points are counted a calculation is
 * about those that are left, none here. */
static void check_calculation(struct trial *trial, const char *compute, enum zm_outcome outcome)
{
    struct zm_bytes position = zm_buffer_bytes(&trial->played.position);
    struct zm_option options[] = {{"play", trial->misere ? "misere" : "normal"},
                                  {"compute", compute},
                                  {"positions", "reachable"}};
    size_t count = trial->game.loops == NULL ? 2 : 3; /* all positions would take long */
    struct zm_question question;
    struct zm_buffer text = {0};
    struct zm_error error = {0};
    struct zm_run run;
    struct zm_answer answer = {.distance = -1};
    const char *written = text_here(trial, position, &text);
    if (trial->game.scores != NULL)
        outcome = ZM_DRAW;
    if (zm_question_open(&question, trial->game.name, written, options, count, NULL, &error) ==
        ZM_OK) {
        zm_run_begin(&run);
        assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
        if (zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer,
                               &error) != ZM_OK)
            fail_msg("%s %s: %s", trial->game.name, written, error.text);
        if (answer.class == NULL &&
            (!answer.known || answer.outcome != outcome || answer.distance > 0))
            fail_msg("%s %s is over, but %s in %s play says %d instead of %d", trial->game.name,
                     written, compute, options[0].text, answer.outcome, outcome);
        trial->answers += answer.class == NULL;
        zm_answer_free(&answer);
        zm_question_close(&question);
    }
    zm_buffer_free(&text);
}

/* What a move gives the one who makes it, when every move of the position ends the game: 1, 0 or
 * -1; sets `best` to the best of them. False: some move does not. */
static bool all_moves_end(struct trial *trial, struct zm_bytes position, int *best)
{
    const struct zm_rules *rules = trial->game.rules;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    bool all = true;
    *best = -1;
    rules->moves(trial->instance.state, position, NULL, &moves);
    for (size_t i = 0; i < moves.count && all; i++) {
        rules->apply(trial->instance.state, position, zm_list_at(&moves, i), &next);
        enum zm_outcome left = judged(trial, zm_buffer_bytes(&next), NULL);
        bool again = zm_turn_said(&trial->instance, position) >= 0 &&
                     zm_turn_said(&trial->instance, position) ==
                         zm_turn_said(&trial->instance, zm_buffer_bytes(&next));
        int worth = left == ZM_DRAW ? 0 : (left == ZM_LOSS) != again ? 1 : -1;
        all = left != ZM_UNDECIDED;
        *best = worth > *best ? worth : *best;
    }
    all = all && moves.count > 0;
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return all;
}

/* Both players at a position that one move ends. */
static void check_players(struct trial *trial, struct zm_bytes position)
{
    static const struct zm_player *const players[] = {&zm_alpha_beta_player,
                                                      &zm_monte_carlo_player};
    static const enum zm_outcome outcomes[] = {ZM_LOSS, ZM_DRAW, ZM_WIN};
    const struct zm_pace pace = {.nodes = 2000};
    struct zm_thought thought = {0};
    struct seated seated;
    int best;
    if (!all_moves_end(trial, position, &best))
        return;
    for (size_t i = 0; i < 2; i++) {
        seat_prepare(&seated, players[i], &trial->game, &trial->settings, trial->misere);
        seat_open(&seated);
        seat_think(&seated, position, &pace, &thought);
        if (thought.lines[0].certainty != ZM_EXACT ||
            thought.lines[0].outcome != outcomes[best + 1])
            fail_msg("%s, %s: %s does not see the end", trial->game.name,
                     trial->misere ? "misere" : "normal", players[i]->name);
        seat_close(&seated);
    }
    zm_thought_free(&thought);
    trial->moves_judged++;
}

static void check_position(struct trial *trial)
{
    struct zm_bytes position = zm_buffer_bytes(&trial->played.position);
    enum zm_outcome outcome = judged(trial, position, &trial->played.record);
    struct zm_ending ending;
    zm_played_ending(&trial->played, &ending);
    assert_int_equal(ending.over, outcome != ZM_UNDECIDED);
    assert_int_equal(ending.outcome, outcome);
    if (outcome == ZM_UNDECIDED)
        return;
    check_page(trial, outcome);
    if (judged(trial, position, NULL) == ZM_UNDECIDED)
        return; /* over by repetition only */
    check_calculation(trial, "outcome", outcome);
    check_calculation(trial, "distance", outcome);
    size_t plies = trial->played.record.positions.count;
    if (plies > 0)
        check_players(trial, zm_list_at(&trial->played.record.positions, plies - 1));
}

/* Plays at random until nothing can be played, and looks at every position on the way. */
static void play_at_random(struct trial *trial)
{
    struct zm_buffer start = {0};
    struct zm_list moves = {0};
    const struct zm_rules *rules = trial->game.rules;
    rules->random(trial->instance.state, &trial->random, SIZE, &start);
    assert_int_equal(zm_played_open(&trial->played, &trial->instance, trial->misere,
                                    zm_buffer_bytes(&start), NULL),
                     ZM_OK);
    for (int ply = 0; ply < LONGEST; ply++) {
        check_position(trial);
        struct zm_ending ending;
        zm_played_ending(&trial->played, &ending);
        zm_list_clear(&moves);
        rules->moves(trial->instance.state, zm_buffer_bytes(&trial->played.position),
                     &trial->played.record, &moves);
        if (ending.over || moves.count == 0)
            break;
        size_t chosen = zm_random_below(&trial->random, moves.count);
        assert_int_equal(zm_played_play_move(&trial->played, zm_list_at(&moves, chosen), NULL),
                         ZM_OK);
    }
    zm_played_close(&trial->played);
    zm_buffer_free(&start);
    zm_list_free(&moves);
}

static void test_everybody_agrees_how_games_end(void **state)
{
    (void)state;
    struct zm_web *web = serve(&usual);
    struct http http;
    int pages = 0, answers = 0, judged_moves = 0;
    http_open(&http, zm_web_port(web));
    for (size_t i = 0; zm_games[i] != NULL; i++)
        for (int misere = 0; misere < 2; misere++) {
            struct trial trial = {.game = *zm_games[i], .http = &http, .misere = misere};
            if (trial.game.players == ZM_ONE_PLAYER)
                continue;
            trial.game.judgement = &indifferent;
            trial.random = zm_random_seeded(1913);
            assert_int_equal(zm_settings_declare(&trial.settings, trial.game.params, NULL), ZM_OK);
            assert_int_equal(zm_instance_open(&trial.instance, &trial.game, &trial.settings, NULL),
                             ZM_OK);
            for (int round = 0; round < test_many(20, 1000); round++)
                play_at_random(&trial);
            if (trial.pages == 0)
                fail_msg("%s: no random game came to its end", trial.game.name);
            pages += trial.pages;
            answers += trial.answers;
            judged_moves += trial.moves_judged;
            zm_instance_close(&trial.instance);
            zm_settings_free(&trial.settings);
        }
    print_message("# seed 1913: %d ends on the page, %d calculated, %d seen by the players\n",
                  pages, answers, judged_moves);
    assert_true(answers > pages / 2 && judged_moves > 0);
    http_close(&http);
    zm_web_close(web);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everybody_agrees_how_games_end),
    };
    schema_load();
    int failed = cmocka_run_group_tests_name("endings", tests, NULL, NULL);
    schema_free();
    return failed;
}
