/* The engines of the program: one folder and one line each. */
#include "engines/engine.h"
#include "engines/piecework.h"
#include "engines/split.h"

#include <string.h>

extern const struct zm_engine zm_cram_engine;
extern const struct zm_engine zm_domineering_engine;
extern const struct zm_engine zm_dots_engine;
extern const struct zm_engine zm_geography_engine;
extern const struct zm_engine zm_go_engine;
extern const struct zm_engine zm_klotski_engine;
extern const struct zm_engine zm_loa_engine;
extern const struct zm_engine zm_montana_engine;
extern const struct zm_engine zm_morpion_engine;
extern const struct zm_engine zm_octal_engine;
extern const struct zm_engine zm_othello_engine;

/* clang-format off */
const struct zm_engine *const zm_engines[] = {
    &zm_cram_engine,
    &zm_domineering_engine,
    &zm_dots_engine,
    &zm_geography_engine,
    &zm_go_engine,
    &zm_klotski_engine,
    &zm_loa_engine,
    &zm_montana_engine,
    &zm_morpion_engine,
    &zm_octal_engine,
    &zm_othello_engine,
    NULL,
};
/* clang-format on */

extern const struct zm_split zm_morpion_split;
extern const struct zm_piecework othello_theory_work, othello_label_work;

void zm_split_done_free(struct zm_split_done *done)
{
    zm_buffer_free(&done->line);
    zm_list_free(&done->left);
    *done = (struct zm_split_done){0};
}

const struct zm_split *zm_split_of(const struct zm_game *game)
{
    static const struct zm_split *const splits[] = {&zm_morpion_split};
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++)
        if (splits[i]->game == game)
            return splits[i];
    return NULL;
}

const struct zm_piecework *zm_piecework_of(const struct zm_game *game, const char *name)
{
    static const struct zm_piecework *const works[] = {&othello_theory_work, &othello_label_work};
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        if (works[i]->game == game && strcmp(works[i]->name, name) == 0)
            return works[i];
    return NULL;
}

const struct zm_engine *zm_engine_of(const struct zm_game *game)
{
    for (size_t i = 0; zm_engines[i] != NULL; i++)
        if (zm_engines[i]->game == game)
            return zm_engines[i];
    return NULL;
}

const struct zm_tool *zm_tool_find(const struct zm_game *game, const char *name,
                                   struct zm_error *error)
{
    const struct zm_engine *engine = zm_engine_of(game);
    struct zm_buffer names = {0};
    for (size_t i = 0; engine != NULL && engine->tools != NULL && engine->tools[i] != NULL; i++) {
        if (strcmp(engine->tools[i]->name, name) == 0) {
            zm_buffer_free(&names);
            return engine->tools[i];
        }
        zm_buffer_format(&names, "%s%s", names.size > 0 ? ", " : "", engine->tools[i]->name);
    }
    if (names.size == 0)
        zm_fail(error, ZM_BAD_INPUT, "%s has no tools of its own", game->name);
    else
        zm_fail(error, ZM_BAD_INPUT, "%s has no tool '%s'; expected one of: %s", game->name, name,
                zm_buffer_string(&names));
    zm_buffer_free(&names);
    return NULL;
}

const struct zm_calculation *zm_engine_calculation(const char *name, const struct zm_game *game,
                                                   bool misere)
{
    const struct zm_engine *engine = zm_engine_of(game);
    if (engine == NULL || engine->calculations == NULL)
        return NULL;
    for (size_t i = 0; engine->calculations[i] != NULL; i++) {
        const struct zm_calculation *calculation = engine->calculations[i];
        if ((name == NULL || strcmp(calculation->name, name) == 0) &&
            calculation->suits(game, misere, NULL) == ZM_OK)
            return calculation;
    }
    return NULL;
}

const struct zm_search *zm_search_of(const char *name, const struct zm_game *game,
                                     struct zm_error *error)
{
    const struct zm_engine *engine = zm_engine_of(game);
    for (size_t i = 0; engine != NULL && engine->searches != NULL && engine->searches[i] != NULL;
         i++)
        if (strcmp(engine->searches[i]->name, name) == 0)
            return engine->searches[i];
    return zm_search_find(name, error);
}

/* The first player of a list with this name (any, when it is NULL) that suits; `error` keeps why
 * one of that name does not. */
static const struct zm_player *find_in(const struct zm_player *const *list, const char *name,
                                       const struct zm_game *game, bool misere,
                                       struct zm_error *error)
{
    for (; list != NULL && *list != NULL; list++)
        if ((name == NULL || strcmp((*list)->name, name) == 0) &&
            (*list)->suits(game, misere, error) == ZM_OK)
            return *list;
    return NULL;
}

const struct zm_player *zm_player_find(const char *name, const struct zm_game *game, bool misere,
                                       struct zm_error *error)
{
    const struct zm_engine *engine = zm_engine_of(game);
    struct zm_error why = {0};
    const struct zm_player *player = NULL;
    if (name != NULL && engine != NULL)
        player = find_in(engine->players, name, game, misere, &why);
    if (player == NULL)
        player = find_in(zm_players, name, game, misere, &why);
    if (player == NULL && why.status != ZM_OK)
        zm_fail(error, why.status, "--player %s: %s", name, why.text);
    else if (player == NULL)
        zm_fail(error, ZM_BAD_INPUT,
                "--player %s: there is no such player of %s; 'zermelo help "
                "%s' lists them",
                name, game->name, game->name);
    return player;
}
