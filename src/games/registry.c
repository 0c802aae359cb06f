/* The games of the program: one folder and one line each. */
#include "games/game.h"

#include "games/chomp/chomp.h"
#include "games/cram/cram.h"
#include "games/domineering/domineering.h"
#include "games/dots/dots.h"
#include "games/geography/geography.h"
#include "games/grundy/grundy.h"
#include "games/hackenbush/hackenbush.h"
#include "games/hex/hex.h"
#include "games/kayles/kayles.h"
#include "games/morris/morris.h"
#include "games/nim/nim.h"
#include "games/octal/octal.h"
#include "games/othello/othello.h"
#include "games/peg/peg.h"
#include "games/qbf/qbf.h"
#include "games/sprouts/sprouts.h"
#include "games/sum/sum.h"
#include "games/tapatan/tapatan.h"
#include "games/toads/toads.h"

#include <stddef.h>

/* clang-format off */
const struct zm_game *const zm_games[] = {
    &zm_cram,
    &zm_dots,
    &zm_morris,
    &zm_domineering,
    &zm_othello,
    &zm_grundy,
    &zm_nim,
    &zm_nimstring,
    &zm_octal,
    &zm_tapatan,
    &zm_sprouts,
    &zm_chomp,
    &zm_toads_and_frogs,
    &zm_hackenbush,
    &zm_hex,
    &zm_node_kayles,
    &zm_arc_kayles,
    &zm_graph_octal,
    &zm_geography,
    &zm_qbf,
    &zm_peg,
    &zm_sum,
    NULL,
};
/* clang-format on */

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
