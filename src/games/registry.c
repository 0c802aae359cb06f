/* The games of the program: one folder and one line each. */
#include "games/game.h"

#include <stddef.h>

/* clang-format off */
#define GAMES(GAME)             \
    GAME(zm_cram)               \
    GAME(zm_dots)               \
    GAME(zm_morris)             \
    GAME(zm_domineering)        \
    GAME(zm_othello)            \
    GAME(zm_loa)                \
    GAME(zm_go)                 \
    GAME(zm_grundy)             \
    GAME(zm_nim)                \
    GAME(zm_nimstring)          \
    GAME(zm_octal)              \
    GAME(zm_tapatan)            \
    GAME(zm_sprouts)            \
    GAME(zm_chomp)              \
    GAME(zm_toads_and_frogs)    \
    GAME(zm_hackenbush)         \
    GAME(zm_hex)                \
    GAME(zm_node_kayles)        \
    GAME(zm_arc_kayles)         \
    GAME(zm_graph_octal)        \
    GAME(zm_geography)          \
    GAME(zm_qbf)                \
    GAME(zm_klotski)            \
    GAME(zm_montana)            \
    GAME(zm_peg)                \
    GAME(zm_morpion)            \
    GAME(zm_sum)
/* clang-format on */

#define DECLARED(game) extern const struct zm_game game;
#define LISTED(game) &game,
#define COUNTED(game) +1

GAMES(DECLARED)

enum { BUILT_IN = 0 GAMES(COUNTED) };

const struct zm_game *zm_games[BUILT_IN + ZM_GAMES_ADDED + 1] = {GAMES(LISTED)};

bool zm_games_add(const struct zm_game *game)
{
    size_t count = BUILT_IN;
    while (count < BUILT_IN + ZM_GAMES_ADDED && zm_games[count] != NULL)
        count++;
    if (count == BUILT_IN + ZM_GAMES_ADDED)
        return false;
    zm_games[count] = game;
    return true;
}

const struct zm_game *zm_game_find(const char *name, struct zm_error *error)
{
    const char *names[sizeof zm_games / sizeof *zm_games];
    size_t count = 0;
    for (; zm_games[count] != NULL; count++) {
        if (strcmp(zm_games[count]->name, name) == 0)
            return zm_games[count];
        names[count] = zm_games[count]->name;
    }
    const char *near = zm_nearest_name(name, names, count);
    if (near != NULL)
        zm_fail(error, ZM_BAD_INPUT, "unknown game '%s'; did you mean '%s'?", name, near);
    else
        zm_fail(error, ZM_BAD_INPUT, "unknown game '%s'; 'zermelo games' lists them", name);
    return NULL;
}
