/* The evaluations of the programs that FForum's special issue on programming describes (1987 to
 * 2002), each selectable: what a position is worth for the player to move, in units of its own.
 * Numbers that the document leaves out are ours; docs/othello.md lists them. */
#ifndef ZM_ENGINES_OTHELLO_CLASSIC_EVALUATION_H
#define ZM_ENGINES_OTHELLO_CLASSIC_EVALUATION_H

#include "base/random.h"
#include "engines/othello/classic/edges.h"
#include "engines/othello/weights.h"

enum classic_evaluation {
    CLASSIC_COMPOTH,  /* Aguillon: frontier and edges */
    CLASSIC_IAGO,     /* Rosenbloom */
    CLASSIC_BILL,     /* Lee and Mahajan, Bill 2 */
    CLASSIC_THOR,     /* Quin */
    CLASSIC_NORD,     /* Othel du Nord: Delbarre */
    CLASSIC_PATH,     /* mobility from the line of play (Puget, Kierulf) */
    CLASSIC_FRONTIER, /* Puget */
    CLASSIC_RANDOM,   /* random leaves (Nicolet) */
    CLASSIC_DISCS,    /* discs alone: exact when the search reaches the end */
    CLASSIC_PATTERNS, /* the program's own */
    CLASSIC_EVALUATIONS,
};

/* evaluation.c: their names, as after --evaluation; NULL at the end. */
extern const char *const classic_evaluation_names[];

enum {
    CLASSIC_WON = 1 << 20,      /* a game that is won is worth this and the difference of discs */
    CLASSIC_INFINITE = 1 << 24, /* more than anything */
};

/* Tables that do not change. */
struct classic_knowledge {
    struct classic_geometry geometry;
    struct classic_edges edges;
    /* Bill's tables of lines, for Black: mobility and occupation. */
    int16_t mobility[CLASSIC_LINE_KINDS][CLASSIC_LINE_STATES];
    int16_t occupation[CLASSIC_LINE_KINDS][CLASSIC_LINE_STATES];
};

/* How a search evaluates. */
struct classic_judge {
    const struct classic_knowledge *knowledge;
    const struct othello_weights *weights; /* of CLASSIC_PATTERNS; else NULL */
    enum classic_evaluation evaluation;
    int mobility, position, discs; /* percent of the terms of each kind, 50 to 200 */
    struct zm_random random;       /* of CLASSIC_RANDOM, and of the noise */
    int noise;                     /* a random number up to this is added */
    unsigned start;                /* moves played where the search began */
    bool wall;                     /* the other's frontier was very large there */
};

/* Makes the tables. */
void classic_knowledge_init(struct classic_knowledge *knowledge);
/* internal.c: the tables of lines of Bill. */
void classic_internal_init(struct classic_knowledge *knowledge);
/* Says where the search begins. */
void classic_judge_begin(struct classic_judge *judge, const struct classic_board *board);
/* The worth of a position for the player to move; `path` is how many moves the players had one and
 * two plies before. */
int classic_worth(struct classic_judge *judge, const struct classic_board *board,
                  const int path[2]);
/* What Othel du Nord adds to a move of the root before it searches; 0 in the others. */
int classic_root_note(const struct classic_judge *judge, const struct classic_board *board,
                      unsigned square);
/* A cheap part of the evaluation, by which moves are sorted: for the player to move. */
int classic_quick(const struct classic_judge *judge, const struct classic_board *board);

/* bill.c, nord.c: evaluations with a file of their own. */
int classic_bill(const struct classic_judge *judge, const struct classic_board *board);
int classic_nord(const struct classic_judge *judge, const struct classic_board *board);

#endif
