/* The tree of the Monte-Carlo player of Go. A child is chosen by its mean result mixed with that of
 * all games in which its move was played later (RAVE: Gelly and Silver 2007; below nodes with few
 * visits, that of the nearest ancestor with enough: GRAVE, Cazenave 2015), and begins with games
 * that were never played, by what knowledge says of its move (priors). There are no transpositions,
 * so a node has one past, and superko is exact. Threads share the tree without locks; what two of
 * them write at once may be lost, which does no harm (Enzenberger and Mueller 2009). A game that is
 * under way counts as lost for its moves until it is over (virtual loss). */
#ifndef ZM_ENGINES_GO_TREE_H
#define ZM_ENGINES_GO_TREE_H

#include "engines/go/playout.h"
#include "engines/go/weights.h"

#include <stdatomic.h>

enum { GO_LEAF, GO_GROWING, GO_GROWN };

/* What moves begin with: nothing, numbers by rules, or strengths that were learned. */
enum go_knowledge { GO_NOTHING, GO_RULES, GO_LEARNED };

struct go_node {
    uint16_t move;  /* that leads here */
    uint16_t count; /* of children */
    _Atomic uint8_t state;
    uint32_t first;           /* child */
    _Atomic uint32_t visits;  /* games through here */
    _Atomic float games, won; /* with the prior ones; by the player who made the move */
    _Atomic float amaf_games, amaf_won;
    float prior_won; /* of `won`: never played */
};

struct go_tree {
    struct go_node *nodes; /* the root is the first */
    uint32_t capacity;
    _Atomic uint32_t used;
};

/* How the tree is searched. */
struct go_manner {
    struct go_policy policy;
    bool rave;
    enum go_knowledge knowledge;
    float rave_equal;   /* games after which mean and RAVE weigh alike */
    unsigned grave;     /* visits that a node needs for RAVE of its own; 0: none */
    unsigned widening;  /* visits before a node has a second child to choose; 0: it has all */
    unsigned expansion; /* visits before a leaf gets children */
    int32_t komi;       /* in half points */
    bool suicide;
    bool situational; /* boards are compared with who moves */
    bool superko;     /* no board comes back; without it one that does ends the game as a draw */
};

/* As the player searches, with positional superko and without komi. */
extern const struct go_manner go_usual_manner;

/* Boards before the root and on the way down, for superko. */
struct go_path {
    const uint64_t *past; /* keys, with who moved then in the lowest bit */
    size_t past_count;
    uint64_t keys[GO_LONGEST_PLAYOUT];
    uint16_t nodes_moves[GO_LONGEST_PLAYOUT];
    uint32_t nodes[GO_LONGEST_PLAYOUT];
    unsigned depth;
    bool repeated; /* the last board was there before, which ends the game by simple ko */
};

/* The last node on the way down at which a colour moves and that has visits enough for its RAVE to be
 * used below, and the children of it by their moves (0: there is none). */
struct go_elder {
    uint32_t node;
    bool listed; /* `children` is filled */
    uint32_t children[GOBAN_POINTS];
};

/* One thread's work. */
struct go_worker {
    struct go_tree *tree;
    const struct go_manner *manner;
    const struct go_patterns *patterns;
    const struct go_weights *weights;
    const struct goban *root;
    struct goban board, look;
    struct goban_lots lots;
    struct go_path path;
    struct go_elder elders[3]; /* by colour */
    struct go_playout playout;
    uint8_t first[GOBAN_POINTS]; /* who was first to play on a point in this game */
    int32_t owned[GOBAN_POINTS]; /* games at whose end a point was Black's, less White's */
    /* Only this thread writes them, others may look. */
    _Atomic uint64_t games;
    _Atomic int64_t score; /* sum of Black's points less White's, without komi */
};

/* tree.c */
bool go_tree_open(struct go_tree *tree, size_t memory);
void go_tree_close(struct go_tree *tree);
void go_tree_clear(struct go_tree *tree);
/* Copies what is below a node of one tree to the root of another. */
void go_tree_copy(struct go_tree *to, const struct go_tree *from, uint32_t node);
/* The child of a node with this move; 0: there is none. */
uint32_t go_tree_child(const struct go_tree *tree, uint32_t node, uint16_t move);
/* The child visited most, or 0. */
uint32_t go_tree_best(const struct go_tree *tree, uint32_t node);
/* Gives the root its children, which `allowed` has listed. */
bool go_tree_grow_root(struct go_worker *worker, uint16_t *allowed, unsigned count);
/* Lets the moves of the root have won so many games more, by their points, that were never played. */
void go_tree_favour(struct go_tree *tree, const float games[GOBAN_POINTS]);
/* Plays one game through the tree. */
void go_tree_round(struct go_worker *worker);

/* priors.c: what knowledge says of a move before it was ever tried, as games and how many of them
 * were won. */
struct go_prior {
    float games, won;
};
void go_priors(struct go_worker *worker, const struct goban *board, const uint16_t *moves,
               unsigned count, struct go_prior *priors);

/* The keys of superko: the board, and by whom it was left. */
static inline uint64_t go_superko_key(uint64_t key, uint8_t turn, bool situational)
{
    return situational ? (key & ~UINT64_C(1)) | (turn == GO_WHITE) : key & ~UINT64_C(1);
}

static inline uint32_t go_visits(const struct go_node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

/* The mean result of the games that were played through a node, for who made its move. */
static inline double go_mean(const struct go_node *node)
{
    float won = atomic_load_explicit(&node->won, memory_order_relaxed) - node->prior_won;
    uint32_t visits = go_visits(node);
    double mean = visits == 0 ? 0.5 : (double)won / visits;
    return mean < 0 ? 0 : mean > 1 ? 1 : mean;
}

#endif
