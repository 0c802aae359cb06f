/* The searches of the document, all giving the same values: minimax, alpha-beta with one bound and
 * with two (fail-hard, and fail-soft after Fishburn), Scout (Pearl), Scout inside alpha-beta
 * (NegaScout, principal variation search), and iterative deepening with a short search and an
 * aspiration window. Orderings, tables and forward pruning are switches of their own. */
#ifndef ZM_ENGINES_OTHELLO_CLASSIC_SEARCH_H
#define ZM_ENGINES_OTHELLO_CLASSIC_SEARCH_H

#include "base/run.h"
#include "engines/othello/classic/evaluation.h"
#include "engines/othello/classic/tables.h"

enum classic_method {
    CLASSIC_MINIMAX,
    CLASSIC_ONE_BOUND,
    CLASSIC_FAIL_HARD,
    CLASSIC_FAIL_SOFT,
    CLASSIC_SCOUT,
    CLASSIC_NEGASCOUT,
    CLASSIC_DEEPENING, /* NegaScout by iterative deepening */
};
enum classic_sorting { CLASSIC_UNSORTED, CLASSIC_BY_SQUARE, CLASSIC_BY_WORTH };
enum classic_replies {
    CLASSIC_NO_REPLIES,
    CLASSIC_HISTORY,     /* moves that cut off anywhere */
    CLASSIC_COUNTERMOVE, /* the reply that cut off last after the same move */
    CLASSIC_KILLERS,     /* Bill's lists of replies */
};
enum classic_table { CLASSIC_NO_TABLE, CLASSIC_PRUNING_TABLE, CLASSIC_TRANSPOSITIONS };

/* Names, as after --method, --sorting, --replies and --table; NULL at the end. */
extern const char *const classic_method_names[];
extern const char *const classic_sorting_names[];
extern const char *const classic_replies_names[];
extern const char *const classic_table_names[];

struct classic_options {
    enum classic_method method;
    enum classic_sorting sorting;
    enum classic_replies replies;
    enum classic_table table;
    size_t entries;   /* of the transposition table, for each colour */
    bool stored;      /* Iago: the first three levels of the tree stay, sorted */
    bool futility;    /* Becquet and Delteil: nodes far outside the window are not searched */
    bool razoring;    /* later moves are searched less deep first */
    bool root_window; /* Othel du Nord: only root moves near the best survive */
};

struct classic_counts {
    uint64_t nodes, leaves;
    uint64_t pruned; /* nodes given up by futility */
};

enum {
    CLASSIC_DEEPEST = 64,
    CLASSIC_LISTED = CLASSIC_SQUARES + 1, /* squares and the pass */
};

/* The order of moves at a node. */
struct classic_list {
    unsigned count;
    uint8_t squares[CLASSIC_MOST_MOVES];
};

/* What orderings remember: order.c. */
struct classic_memory {
    uint32_t history[2][CLASSIC_LISTED];
    uint8_t counter[2][CLASSIC_LISTED];                  /* CLASSIC_LISTED: none */
    uint8_t replies[2][CLASSIC_LISTED][CLASSIC_SQUARES]; /* best first */
    /* Lists by the moves that lead from the root to levels 0, 1 and 2. */
    struct classic_list stored[1 + CLASSIC_LISTED + CLASSIC_LISTED * CLASSIC_LISTED];
};

struct classic_search {
    const struct classic_knowledge *knowledge;
    struct classic_judge judge;
    struct classic_options options;
    struct classic_counts counts;
    struct classic_tables tables;
    struct classic_memory *memory;
    struct zm_run *run; /* NULL: nothing stops it */
    bool stopped;
    struct classic_board board;
    unsigned ply;                        /* moves from the root */
    bool short_search;                   /* before the deepening */
    bool every_root;                     /* all moves of the root are wanted with their worth */
    uint8_t played[CLASSIC_DEEPEST + 1]; /* the moves from the root */
    int mobility[CLASSIC_DEEPEST + 2];   /* moves of each node on the way */
    int rises,
        falls; /* by how much a search was above and below the evaluation, at most (futility) */
    uint8_t line[CLASSIC_DEEPEST + 1][CLASSIC_DEEPEST + 1]; /* principal variations by ply */
    uint8_t line_length[CLASSIC_DEEPEST + 1];
    uint8_t expected[CLASSIC_DEEPEST + 1]; /* the line of the last iteration, tried first */
    unsigned expected_length;
    bool following; /* the node is on that line */
};

/* A move of the root with its worth. */
struct classic_root {
    uint8_t square; /* CLASSIC_PASS */
    int worth;
    unsigned line_length;
    uint8_t line[CLASSIC_DEEPEST + 1]; /* begins with the square */
};

struct classic_thought {
    struct classic_root roots[CLASSIC_MOST_MOVES]; /* the best first */
    unsigned count, depth;
};

/* search.c. False: no memory. */
bool classic_search_open(struct classic_search *search, const struct classic_knowledge *knowledge,
                         const struct classic_judge *judge, const struct classic_options *options);
void classic_search_close(struct classic_search *search);
/* Begins at a position; what was learned about orders is forgotten, tables stay. */
void classic_search_set(struct classic_search *search, const uint64_t discs[2], unsigned turn);
/* The worth of the position for the player to move, to a depth, by the method of the options (by
 * NegaScout for CLASSIC_DEEPENING). */
int classic_search_worth(struct classic_search *search, unsigned depth);
/* The same in a window: outside it, a bound that tells. */
int classic_search_within(struct classic_search *search, unsigned depth, int alpha, int beta);
/* One node by NegaScout or fail-soft, with tables and pruning. */
int classic_visit(struct classic_search *search, bool scouts, unsigned depth, int alpha, int beta);
/* Plays a move; returns what turned. */
uint64_t classic_step(struct classic_search *search, unsigned square);
void classic_step_back(struct classic_search *search, unsigned square, uint64_t flips);

/* deepening.c: the moves of the root with their worth to a depth, by the method of the options.
 * False: stopped, or an iteration that was not finished; the thought is of the last that was. */
bool classic_think(struct classic_search *search, unsigned depth, struct classic_thought *thought);
/* The same for one more depth after the last; the thought comes from the call before. */
bool classic_deepen(struct classic_search *search, unsigned depth, struct classic_thought *thought);

/* Half the aspiration window, about what a good move is worth, in the units of an evaluation. */
int classic_margin(enum classic_evaluation evaluation);

/* order.c */
void classic_memory_clear(struct classic_memory *memory);
/* Lists the moves of a node in the order in which they are to be searched. `first` comes before all
 * others when it is legal. The list is empty when the game is over; else a pass may be its only
 * move. */
void classic_order(struct classic_search *search, unsigned depth, unsigned first,
                   struct classic_list *list);
/* Learns that a move was the best of a node or cut it off. */
void classic_learn(struct classic_search *search, unsigned depth, unsigned square);
/* Keeps the order of the children of a node near the root, by their worth. */
void classic_keep(struct classic_search *search, const struct classic_list *list,
                  const int *worths);

#endif
