/* The boards of the family, as text; see board.h. Nine-point boards are numbered like a telephone.
 *
 * Sources: the chapter on Tapatan for the square and for what "no diagonals" and "circle" mean; the
 * encyclopaedia articles on Shisima, Picaria (both versions), Tsoro Yematatu, Nine Holes and on
 * five, six, nine and twelve men's morris for the others. */
#include "games/shared/merels/board.h"

#include <string.h>

#define NINE_POINTS "1@0,0 2@2,0 3@4,0 4@0,2 5@2,2 6@4,2 7@0,4 8@2,4 9@4,4"
#define ORTHOGONALS "123 456 789 147 258 369"
#define DIAGONALS " 159 357"
#define RING "123698741"

#define SIXTEEN_POINTS                                                                             \
    "a5@0,0 c5@2,0 e5@4,0 b4@1,1 c4@2,1 d4@3,1 a3@0,2 b3@1,2 d3@3,2 e3@4,2 "                       \
    "b2@1,3 c2@2,3 d2@3,3 a1@0,4 c1@2,4 e1@4,4"
#define TWO_SQUARES "a5c5e5 b4c4d4 b2c2d2 a1c1e1 a5a3a1 b4b3b2 d4d3d2 e5e3e1"

#define TWENTY_FOUR_POINTS                                                                         \
    "a7@0,0 d7@3,0 g7@6,0 b6@1,1 d6@3,1 f6@5,1 c5@2,2 d5@3,2 e5@4,2 a4@0,3 b4@1,3 c4@2,3 "         \
    "e4@4,3 f4@5,3 g4@6,3 c3@2,4 d3@3,4 e3@4,4 b2@1,5 d2@3,5 f2@5,5 a1@0,6 d1@3,6 g1@6,6"
#define THREE_SQUARES                                                                              \
    "a7d7g7 b6d6f6 c5d5e5 c3d3e3 b2d2f2 a1d1g1 a7a4a1 b6b4b2 c5c4c3 e5e4e3 f6f4f2 g7g4g1 "         \
    "d7d6d5 a4b4c4 e4f4g4 d3d2d1"
#define THREE_DIAGONALS " a7b6c5 g7f6e5 a1b2c3 g1f2e3"

static const struct zm_merels_plan plans[] = {
    {"square", NINE_POINTS, ORTHOGONALS DIAGONALS, ORTHOGONALS DIAGONALS, "5"},
    {"grid", NINE_POINTS, ORTHOGONALS, ORTHOGONALS, "5"},
    {"king", NINE_POINTS, ORTHOGONALS DIAGONALS " 24862", ORTHOGONALS DIAGONALS, "5"},
    {"wheel", NINE_POINTS, RING " 159 258 357 456", "159 258 357 456", "5"},
    {"wheel-arcs", NINE_POINTS, RING " 159 258 357 456",
     "159 258 357 456 123 236 369 698 987 874 741 412", "5"},
    {"triangle", "1@2,0 2@1,1 3@2,1 4@3,1 5@0,2 6@2,2 7@4,2", "125 136 147 234 567",
     "125 136 147 234 567", NULL},
    {"picaria", NINE_POINTS " a@1,1 b@3,1 c@1,3 d@3,3", ORTHOGONALS " 1a5d9 3b5c7 4a2 2b6 4c8 8d6",
     ORTHOGONALS " 1a5 a5d 5d9 3b5 b5c 5c7 4a2 2b6 4c8 8d6", "5"},
    {"two-squares", SIXTEEN_POINTS, TWO_SQUARES " a3b3 c5c4 d3e3 c1c2", TWO_SQUARES, NULL},
    {"three-squares", TWENTY_FOUR_POINTS, THREE_SQUARES, THREE_SQUARES, NULL},
    {"three-squares-diagonals", TWENTY_FOUR_POINTS, THREE_SQUARES THREE_DIAGONALS,
     THREE_SQUARES THREE_DIAGONALS, NULL},
};

const struct zm_merels_plan *zm_merels_plan_find(const char *name)
{
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++)
        if (strcmp(plans[i].name, name) == 0)
            return &plans[i];
    return NULL;
}
