/* What the adversary of commands (commands.py) asks about, by lot: for each game of the registry
 * small positions, moves from there, and questions with options of every table that declares some.
 *
 *     adversary-draw SEED ROUNDS FOLDER
 *
 * One JSON object a line: a game with its rules, a position of it, a line of play, and questions.
 * Files that options name are in the folder. */
#include "adversary/lots.h"
#include "adversary/places.h"
#include "engines/engine.h"
#include "search/search.h"
#include "test.h"

#include <jansson.h>

enum { LARGEST = 5, LONGEST_LINE = 6, LIVELY = 2, TRIES = 8 };

static json_t *options_json(const struct lots *lots)
{
    json_t *options = json_array();
    for (size_t i = 0; i < lots->count; i++)
        json_array_append_new(options,
                              json_pack("[s,s]", lots->options[i].name, lots->options[i].text));
    return options;
}

/* Opens a game with parameters by lot, or, when these do not go together, with the usual ones. */
static bool open_game(const struct zm_game *game, struct lots *rules, struct zm_random *random,
                      struct zm_instance *instance)
{
    struct zm_settings settings = {0};
    if (!lots_one_in(random, 3))
        lots_draw(rules, game->params, random);
    bool good = zm_settings_declare(&settings, game->params, NULL) == ZM_OK;
    for (size_t i = 0; good && i < rules->count; i++)
        good = zm_settings_set_local(&settings, rules->options[i].name, rules->options[i].text,
                                     NULL) == ZM_OK;
    good = good && zm_instance_open(instance, game, &settings, NULL) == ZM_OK;
    zm_settings_free(&settings);
    if (good)
        return true;
    rules->count = 0;
    return place_open(instance, game);
}

/* The names of some moves that can be played one after the other. */
static json_t *line_of_play(const struct zm_instance *game, struct zm_bytes from,
                            struct zm_random *random)
{
    const struct zm_rules *rules = game->game->rules;
    struct zm_list moves = {0};
    struct zm_buffer here = {0}, next = {0}, name = {0};
    json_t *line = json_array();
    zm_buffer_set(&here, from);
    for (int ply = 0; ply < LONGEST_LINE; ply++) {
        struct zm_ending ending;
        zm_list_clear(&moves);
        rules->moves(game->state, zm_buffer_bytes(&here), NULL, &moves);
        zm_ending_with_moves(game, zm_buffer_bytes(&here), NULL, false, moves.count, &ending);
        if (ending.over)
            break;
        struct zm_bytes move = zm_list_at(&moves, zm_random_below(random, moves.count));
        zm_buffer_clear(&name);
        rules->name(game->state, zm_buffer_bytes(&here), move, &name);
        json_array_append_new(line, json_string(zm_buffer_string(&name)));
        rules->apply(game->state, zm_buffer_bytes(&here), move, &next);
        zm_buffer_set(&here, zm_buffer_bytes(&next));
    }
    zm_list_free(&moves);
    zm_buffer_free(&here);
    zm_buffer_free(&next);
    zm_buffer_free(&name);
    return line;
}

/* A question for one calculation, now and then by a search, with options of both by lot. */
static json_t *question(const struct zm_calculation *calculation, bool misere, const char *position,
                        const char *folder, struct zm_random *random)
{
    struct lots lots;
    size_t searches = 0;
    while (zm_searches[searches] != NULL)
        searches++;
    lots_begin(&lots, position, folder);
    lots_add(&lots, "play", misere ? "misere" : "normal");
    lots_add(&lots, "compute", calculation->name);
    lots_draw(&lots, calculation->params, random);
    if (lots_one_in(random, 2)) {
        const struct zm_search *search = zm_searches[zm_random_below(random, searches)];
        lots_add(&lots, "search", search->name);
        lots_draw(&lots, search->params, random);
    }
    if (lots_one_in(random, 3))
        lots_add(&lots, "threads", "2");
    return options_json(&lots);
}

/* Questions for every calculation in both plays, suitable or not; the first of them asks for
 * nothing in particular. */
static json_t *questions_of(const struct zm_game *game, const char *position, const char *folder,
                            struct zm_random *random)
{
    const struct zm_engine *engine = zm_engine_of(game);
    const struct zm_calculation *const none[] = {NULL}, *const *own = none;
    json_t *questions = json_pack("[[],[[s,s]]]", "play", "misere");
    if (engine != NULL && engine->calculations != NULL)
        own = engine->calculations;
    for (int misere = 0; misere < 2; misere++) {
        for (size_t i = 0; own[i] != NULL; i++)
            json_array_append_new(questions, question(own[i], misere, position, folder, random));
        for (size_t i = 0; zm_calculations[i] != NULL; i++)
            if (zm_calculations[i]->suits(game, misere, NULL) == ZM_OK || lots_one_in(random, 8))
                json_array_append_new(
                    questions, question(zm_calculations[i], misere, position, folder, random));
    }
    return questions;
}

/* A position by lot; four times of five one that is not over at once: a small one if there is any,
 * else a larger one. Returns a line of play from there. */
static json_t *draw_position(const struct zm_instance *game, struct zm_random *random,
                             struct zm_buffer *position)
{
    json_t *line = NULL;
    unsigned tries = lots_one_in(random, 5) ? 1 : TRIES;
    for (unsigned i = 0; i < tries && json_array_size(line) < LIVELY; i++) {
        json_decref(line);
        place_draw(game, random, 1 + i / 2 + (unsigned)zm_random_below(random, LARGEST), position);
        line = line_of_play(game, zm_buffer_bytes(position), random);
    }
    return line;
}

static void draw_round(const struct zm_game *game, struct zm_random *random, const char *folder)
{
    struct zm_instance instance;
    struct lots rules;
    struct zm_buffer position = {0}, text = {0};
    lots_begin(&rules, NULL, folder);
    if (!open_game(game, &rules, random, &instance))
        return;
    json_t *play = draw_position(&instance, random, &position);
    place_print(&instance, zm_buffer_bytes(&position), &text);
    json_t *line =
        json_pack("{s:s, s:s, s:o, s:o, s:o}", "game", game->name, "position",
                  zm_buffer_string(&text), "rules", options_json(&rules), "line", play, "questions",
                  questions_of(game, zm_buffer_string(&text), folder, random));
    json_dumpf(line, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(line);
    zm_buffer_free(&position);
    zm_buffer_free(&text);
    zm_instance_close(&instance);
}

int main(int count, char **words)
{
    if (count != 4) {
        fprintf(stderr, "usage: adversary-draw SEED ROUNDS FOLDER\n");
        return 2;
    }
    struct zm_random random = zm_random_seeded(strtoull(words[1], NULL, 10));
    for (long round = strtol(words[2], NULL, 10); round > 0; round--)
        for (size_t i = 0; zm_games[i] != NULL; i++)
            draw_round(zm_games[i], &random, words[3]);
    return 0;
}
