/* Random games with some sense: captures and escapes near the last moves, then liberties of chains
 * that have two, then shapes around the last moves, then captures anywhere, then anything that fills
 * no eye; moves into atari are mostly passed over. */
#ifndef ZM_ENGINES_GO_PLAYOUT_H
#define ZM_ENGINES_GO_PLAYOUT_H

#include "engines/go/goban.h"
#include "engines/go/patterns.h"

enum { GO_LONGEST_PLAYOUT = 3 * GO_POINTS };

/* What is done, and how often, in percent. */
struct go_policy {
    unsigned captures, shapes;
    bool weak; /* whether liberties of chains that have two are looked at: always or never */
    unsigned anywhere;   /* captures that are not near the last moves */
    unsigned self_atari; /* how often such a move is passed over */
};

extern const struct go_policy go_usual_policy;

/* A game as it was played: who played where. */
struct go_playout {
    uint16_t moves[GO_LONGEST_PLAYOUT];
    unsigned count;
};

/* The next move of a random game, GOBAN_PASS when there is none. */
uint16_t go_playout_move(struct goban *board, const struct go_patterns *patterns,
                         const struct go_policy *policy, struct goban_lots *lots);
/* Plays to the end; the player to move makes moves[0], then they take turns. */
void go_playout_run(struct goban *board, const struct go_patterns *patterns,
                    const struct go_policy *policy, struct goban_lots *lots,
                    struct go_playout *playout);

/* Would the stone of the player to move stand in atari with others, and take nothing? */
bool go_is_self_atari(const struct goban *board, uint16_t point);

#endif
