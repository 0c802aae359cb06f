/* The games of the program: one folder and one line each. */
#include "games/game.h"

#include "games/cram/cram.h"
#include "games/dots/dots.h"
#include "games/morris/morris.h"
#include "games/domineering/domineering.h"
#include "games/grundy/grundy.h"
#include "games/nim/nim.h"
#include "games/octal/octal.h"
#include "games/tapatan/tapatan.h"
#include "games/sprouts/sprouts.h"

#include <stddef.h>

const struct zm_game *const zm_games[] = {
    &zm_cram,      &zm_dots,  &zm_morris,  &zm_domineering, &zm_grundy, &zm_nim,
    &zm_nimstring, &zm_octal, &zm_tapatan, &zm_sprouts,     NULL,
};

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
