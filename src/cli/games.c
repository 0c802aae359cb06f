/* zermelo games: the games, and what can be computed for each. */
#include "cli/cli.h"

#include <jansson.h>
#include <string.h>

static const struct zm_param games_params[] = {
    {.name = "json", .kind = ZM_PARAM_FLAG, .help = "one JSON object on one line"},
    {0},
};

/* Calls `add` for each calculation that suits the game, each name once. */
static void each_calculation(const struct zm_game *game,
                             void (*add)(void *context, const char *name, bool misere),
                             void *context)
{
    for (int misere = 0; misere < 2; misere++)
        for (size_t i = 0; zm_calculations[i] != NULL; i++) {
            bool again = false;
            for (size_t j = 0; j < i; j++)
                again |= strcmp(zm_calculations[j]->name, zm_calculations[i]->name) == 0 &&
                         zm_calculations[j]->suits(game, misere, NULL) == ZM_OK;
            if (!again && zm_calculations[i]->suits(game, misere, NULL) == ZM_OK)
                add(context, zm_calculations[i]->name, misere);
        }
}

static void print_name(void *context, const char *name, bool misere)
{
    int *printed = context;
    if (misere && *printed < 1000) {
        printf("; misere: ");
        *printed = 1000;
    } else if (*printed % 1000 > 0) {
        printf(", ");
    }
    printf("%s", name);
    ++*printed;
}

static void append_name(void *context, const char *name, bool misere)
{
    json_array_append_new(json_object_get(context, misere ? "misere" : "normal"),
                          json_string(name));
}

static int list_json(void)
{
    json_t *games = json_array();
    for (size_t i = 0; zm_games[i] != NULL; i++) {
        json_t *game =
            json_pack("{s:s,s:s,s:s,s:[],s:[]}", "name", zm_games[i]->name, "title",
                      zm_games[i]->title, "summary", zm_games[i]->summary, "normal", "misere");
        each_calculation(zm_games[i], append_name, game);
        json_array_append_new(games, game);
    }
    return zm_report_json(json_pack("{s:o}", "games", games));
}

static int games(const struct zm_arguments *arguments)
{
    struct zm_settings settings = {0};
    struct zm_error error = {0};
    int status = zm_arguments_expect(arguments, &zm_command_games, 0, 0, &error);
    if (status == ZM_OK)
        status = zm_arguments_settings(arguments, games_params, &settings, &error);
    if (status != ZM_OK) {
        zm_report_error(&error);
    } else if (zm_settings_flag(&settings, "json")) {
        status = list_json();
    } else {
        for (size_t i = 0; zm_games[i] != NULL; i++) {
            int printed = 0;
            printf("%-16s %s\n%-16s computes ", zm_games[i]->name, zm_games[i]->summary, "");
            each_calculation(zm_games[i], print_name, &printed);
            puts(printed == 0 ? "nothing yet" : "");
        }
        puts("\n'zermelo help GAME' tells how to write its positions, and its options.");
    }
    zm_settings_free(&settings);
    return status;
}

const struct zm_command zm_command_games = {
    .name = "games",
    .usage = "[--json]",
    .summary = "the games, and what can be computed for each",
    .params = games_params,
    .run = games,
};
