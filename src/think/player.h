/* Who chooses moves: the interface of players. A player is to `play`, `analyse`, `match`, the
 * protocols and the page what a calculation is to `solve`: it answers for a position under a clock,
 * says how sure it is, and keeps what it has learned (tree, transposition table, book) from one
 * move to the next. The general ones live in this room; engines bring their own. Chosen with
 * --player NAME; the first that suits is the default. */
#ifndef ZM_THINK_PLAYER_H
#define ZM_THINK_PLAYER_H

#include "solve/calculation.h"

/* What one thought may cost; what is 0 does not limit it. All zero: think until the run stops
 * (pondering). */
struct zm_pace {
    double soft;    /* seconds: nothing new is begun afterwards */
    double hard;    /* seconds: it must be over */
    uint64_t nodes; /* positions looked at, or playouts */
    unsigned depth; /* moves looked ahead */
    unsigned lines; /* moves wanted with their worth: 0 or 1 to play, UINT_MAX for all */
    /* Does not ask the seat's solver: a weak level knows what it sees, not what can be proved. */
    bool without_solver;
};

enum zm_certainty {
    ZM_GUESS,
    ZM_AT_LEAST, /* the worth is a proved lower bound */
    ZM_AT_MOST,  /* a proved upper bound */
    ZM_EXACT,    /* proved: by a search to the end of the game or by theory */
};

/* A move, what is expected after it, and why: the principal variation with its evaluation. */
struct zm_line {
    struct zm_list moves; /* the move, then the replies expected */
    enum zm_certainty certainty;
    enum zm_outcome outcome; /* for the player to move; ZM_UNDECIDED: not said */
    double worth;            /* in points of the game, for the player to move; NAN: not said */
    double chance;           /* of winning for the player to move, 0 .. 1; negative: not said */
    unsigned depth;          /* moves looked ahead */
    unsigned confidence;     /* of forward pruning, in percent; 0 or 100: none was used */
    uint64_t nodes, playouts;
    const char *source; /* where it comes from, for people: "solved", "alpha-beta", "playouts" */
};

/* Were nodes pruned on the way that may have been worth a look? */
static inline bool zm_line_pruned(const struct zm_line *line)
{
    return line->confidence > 0 && line->confidence < 100;
}

/* What a player thinks of a position: its lines, best first. */
struct zm_thought {
    struct zm_line *lines;
    size_t count, capacity;
    bool resigns; /* it gives the game up; lines may be empty then */
};

/* Adds an empty line (nothing said) and returns it; NULL: no memory. */
struct zm_line *zm_thought_add(struct zm_thought *thought);
/* The same with its first move. */
struct zm_line *zm_thought_add_move(struct zm_thought *thought, struct zm_bytes move);
/* The line that begins with this move; NULL: there is none. */
struct zm_line *zm_thought_find(const struct zm_thought *thought, struct zm_bytes move);
/* Puts line `index` before all others, which keep their order. */
void zm_thought_prefer(struct zm_thought *thought, size_t index);
/* Keeps the first `lines` lines, at least one. */
void zm_thought_cut(struct zm_thought *thought, size_t lines);
void zm_thought_clear(struct zm_thought *thought);
void zm_thought_free(struct zm_thought *thought);
/* Makes `copy` equal to `thought`; ZM_FAILED: no memory. */
enum zm_status zm_thought_copy(const struct zm_thought *thought, struct zm_thought *copy);

/* How good a line is for the player to move, from 0 (lost) to 1 (won): what is proved, else the
 * chance, else what the worth looks like. Compares lines that come from different players. */
double zm_line_promise(const struct zm_line *line);

/* Hears of every better thought while a player is at work, in the thread of the player. */
typedef void zm_tell(void *context, const struct zm_thought *thought);

/* Who answers exactly: the calculation and the search that a question has chosen. Players are below
 * questions, so whoever seats a player fills this in. */
struct zm_solver {
    void *context;
    /* Answers for a board position within the limits of the run; answer->known says whether it did.
     */
    enum zm_status (*answer)(void *context, struct zm_bytes position, struct zm_run *run,
                             struct zm_answer *answer, struct zm_error *error);
};

struct zm_player;

/* What a player sits down to: a game with its parameters and its play, the memory, the threads and
 * the seed (of the problem's run), and whom it may ask. */
struct zm_seat {
    struct zm_problem problem;
    const struct zm_solver *solver; /* NULL: nothing exact can be had */
    /* The players of the game's engine, for a player that asks others; ends with NULL. NULL: none.
     */
    const struct zm_player *const *engine_players;
};

struct zm_player {
    const char *name;              /* required: one word, as after --player */
    const char *summary;           /* required: one line */
    const struct zm_param *params; /* its options; NULL: none */
    /* Required. ZM_OK when it can play this game; else the error says why not. */
    enum zm_status (*suits)(const struct zm_game *game, bool misere, struct zm_error *error);
    /* Required. The seat (with game, settings and run) outlives the player. */
    enum zm_status (*open)(const struct zm_seat *seat, void **state, struct zm_error *error);
    /* Required. */
    void (*close)(void *state);
    /* Required. The position on the board and how it came about (`record` may be NULL); both stay
     * as they are until the next call. A player that keeps a tree or a table looks whether the new
     * position goes on from the last. */
    enum zm_status (*set)(void *state, struct zm_bytes position, const struct zm_record *record,
                          struct zm_error *error);
    /* Required. Thinks about the position set last, within the pace and until the run stops;
     * `thought` is set, with at least one line when there is a legal move (ZM_BAD_INPUT: there is
     * none). `tell` may be NULL. ZM_OK also when the clock ended it. */
    enum zm_status (*think)(void *state, const struct zm_pace *pace, struct zm_run *run,
                            zm_tell *tell, void *context, struct zm_thought *thought,
                            struct zm_error *error);
    /* The static evaluation of the position set last, in points for the player to move. NULL: there
     * is none. */
    double (*evaluate)(void *state);
};

/* Begins `inner`, a run inside `run` that ends with it or when the pace's time or nodes are over;
 * threads, memory, seed and store are those of the problem. */
void zm_pace_begin(const struct zm_pace *pace, const struct zm_problem *problem, struct zm_run *run,
                   struct zm_run *inner);

/* The error of a position where there is nothing to think about. */
enum zm_status zm_fail_no_move(struct zm_error *error);

/* think/registry.c: the general players, the preferred ones first; NULL at the end. */
extern const struct zm_player *const zm_players[];

#endif
