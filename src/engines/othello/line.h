/* A game of Othello on 8x8 as its positions, on bitboards: what tools that look at whole games work
 * with. */
#ifndef ZM_ENGINES_OTHELLO_LINE_H
#define ZM_ENGINES_OTHELLO_LINE_H

#include "engines/othello/board.h"
#include "records/sheet.h"

enum {
    OTHELLO_LINE_MOST = 128, /* positions: 60 moves, passes, the start */
    OTHELLO_LINE_PASS = 64,
};

struct othello_line {
    unsigned count;                              /* positions */
    struct othello_bits bits[OTHELLO_LINE_MOST]; /* the player to move first */
    uint8_t turn[OTHELLO_LINE_MOST];             /* 0 Black, 1 White */
    uint8_t move[OTHELLO_LINE_MOST];             /* played there; of the last position nothing */
};

static inline unsigned othello_line_empty(const struct othello_line *line, unsigned index)
{
    return 64 - othello_discs(line->bits[index].own | line->bits[index].other);
}

/* Reads moves from the usual start, with or without blanks; passes that must be made may be left
 * out, and are put in. */
enum zm_status othello_line_read(const char *moves, struct othello_line *line,
                                 struct zm_error *error);
/* The game of a sheet; false: it is no legal game of Othello from the usual start (`bad`: what was
 * found to be wrong with it before; NULL: nothing). */
bool othello_line_of_sheet(const struct zm_game *game, const struct zm_sheet *sheet,
                           const struct zm_error *bad, struct othello_line *line);
/* The name of a move: a square or "pass". */
void othello_line_name(unsigned move, char name[8]);
/* The score of the last position when the game is over there: Black's discs more than White's,
 * empty squares to the winner. False: it is not over. */
bool othello_line_over(const struct othello_line *line, int *black);

#endif
