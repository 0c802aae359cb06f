/* What is computed about a position. A calculation knows games only through games/game.h, and asks
 * a search to decide nodes of its space; it never knows which search. */
#ifndef ZM_SOLVE_CALCULATION_H
#define ZM_SOLVE_CALCULATION_H

#include "games/game.h"
#include "solve/space.h"

/* What to compute on: a game with its parameters, the play, the limits, the store. */
struct zm_problem {
    const struct zm_game *game;
    const struct zm_settings *settings;
    bool misere;
    struct zm_run *run; /* with its store */
};

enum zm_answer_kind {
    ZM_ANSWER_OUTCOME,
    ZM_ANSWER_NIMBER,
    ZM_ANSWER_GRUNDY,
    ZM_ANSWER_SCORE,
    ZM_ANSWER_VALUE,
    ZM_ANSWER_TREE,
    ZM_ANSWER_DISTANCE,
    ZM_ANSWER_LENGTH,
    ZM_ANSWER_COUNT,
};

struct zm_answer {
    enum zm_answer_kind kind;
    bool known;              /* false: stopped before the answer */
    enum zm_outcome outcome; /* of the player to move */
    const char *class; /* "N", "P", "L", "R" for partisan games without a side to move, or NULL */
    int64_t number;    /* nimber, Grundy value, score, plies, count */
    int64_t distance;  /* plies to the end, where a calculation knows them; -1: it does not */
    int64_t points[2]; /* score: of the player to move, of the other */
    bool whole;        /* and they are those of the whole game, not of what is still on the board */
    bool has_lower, has_upper;
    int64_t lower, upper;               /* bounds, when only those are known */
    struct zm_buffer text;              /* a value, the name of a tree */
    struct zm_buffer mean, temperature; /* of a value */
    int64_t counts[4]; /* distinct positions, trees, reduced trees; -1: not counted */
    bool verified;
    bool alone;               /* one player: the outcome is whether the goal can be reached */
    bool proved;              /* and the answer rests on nothing left out */
    struct zm_list line;      /* moves by name: a solution, or the longest game found */
    struct zm_buffer because; /* why one answer is right for all that the position stands for */
};

void zm_answer_free(struct zm_answer *answer);
/* A loony position (games/game.h) is won, and has no nimber but the value "loony". True: it is one,
 * and the answer is complete; `kind` is what was asked for. */
bool zm_answer_loony(const struct zm_instance *game, struct zm_bytes position,
                     enum zm_answer_kind kind, struct zm_answer *answer);

struct zm_game_graph;
struct zm_labels;
struct zm_alone;
struct zm_quest;

/* How a calculation asks for the verdict of a node (ZM_OPEN: stopped), for the labels of a graph,
 * or for what a quest in a game of one player finds: one of these, as the search is. */
struct zm_decider {
    void *search;
    enum zm_verdict (*decide)(void *search, struct zm_bytes node);
    /* Labels all positions of a graph (solve/graph.h). */
    enum zm_status (*label)(const struct zm_game_graph *graph, struct zm_labels *labels,
                            struct zm_error *error);
    /* Explores from where a game stands (solve/quest.h). NULL: no search was named that does. */
    enum zm_status (*explore)(struct zm_alone *alone, struct zm_quest *quest,
                              struct zm_error *error);
};

struct zm_calculation {
    const char *name;              /* required: one word, as after --compute */
    const char *summary;           /* required: one line */
    const struct zm_param *params; /* its options; NULL: none */
    bool labels;                   /* asks for the labels of a graph, not for verdicts */
    /* Games of one player: the quest (solve/quest.h) that a search which is named takes over. */
    unsigned quest;
    /* Scored games: its outcome is about the points still on the board, so that it does not say
     * which of two moves is better when one of them takes points. */
    bool rest_only;
    /* What the keys of its results are, for the header of a store: calculations with equal keys
     * share stores. NULL: keys of its own, named as it is. */
    const char *keys;
    /* Required. ZM_OK when it can be computed for this game; else the error says why not. */
    enum zm_status (*suits)(const struct zm_game *game, bool misere, struct zm_error *error);
    /* Required. Makes the state; the problem outlives it. */
    enum zm_status (*open)(const struct zm_problem *problem, void **state, struct zm_error *error);
    /* Required. Frees the state. */
    void (*close)(void *state);
    /* Sets `space` to the nodes that a search walks. NULL: the calculation walks by itself. */
    void (*space)(void *state, struct zm_space *space);
    /* Required. Answers for a board position. ZM_STOPPED: `answer` holds what is known. */
    enum zm_status (*answer)(void *state, struct zm_bytes position,
                             const struct zm_decider *decider, struct zm_answer *answer,
                             struct zm_error *error);
    /* What the store knows of a position at once, for whoever wants the result and no line to it.
     * False: nothing. NULL: nothing is kept so. */
    bool (*recall)(void *state, struct zm_bytes position, struct zm_answer *answer);
    /* Says why a certificate of the answer for a position is out of reach, before one is begun.
     * NULL: none is. */
    enum zm_status (*certifiable)(struct zm_bytes position, struct zm_error *error);
    /* Scored games, for proofs: does the player to move get `points` in a normal form? By what is
     * known, or by a `search` if need be. ZM_OPEN: it is not known, or the search stopped. NULL:
     * only the store knows. */
    enum zm_verdict (*contract)(void *state, struct zm_bytes normal, int32_t points, bool search);
};

/* solve/registry.c: the calculations, NULL at the end. Several may bear one name (an outcome in
 * normal and in misère play); the first that suits is taken. */
extern const struct zm_calculation *const zm_calculations[];
const struct zm_calculation *zm_calculation_find(const char *name, const struct zm_game *game,
                                                 bool misere, struct zm_error *error);

#endif
