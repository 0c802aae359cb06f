/* What retrograde analysis sees of a game that can repeat: a graph of numbered positions, and the
 * labels it finds for them. It is to games with cycles what space.h is to games without: a
 * search that labels graphs knows no game. */
#ifndef ZM_SOLVE_GRAPH_H
#define ZM_SOLVE_GRAPH_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/run.h"
#include "games/game.h"

#include <stdatomic.h>

/* A list of numbers; failure is remembered as in a buffer. */
struct zm_number_list {
    uint64_t *items;
    size_t count, capacity;
    bool failed;
};

void zm_number_list_free(struct zm_number_list *numbers);
void zm_number_list_add(struct zm_number_list *numbers, uint64_t number);
/* Sorts, and drops what comes twice. */
void zm_number_list_sort(struct zm_number_list *numbers);

enum zm_vertex {
    ZM_VERTEX_NONE, /* no position has this number */
    ZM_VERTEX_OPEN, /* the game goes on: there are successors */
    ZM_VERTEX_WON,  /* over, for the player to move */
    ZM_VERTEX_LOST,
    ZM_VERTEX_DRAWN,
};

static inline enum zm_vertex zm_vertex_of(const struct zm_ending *ending)
{
    if (!ending->over)
        return ZM_VERTEX_OPEN;
    return ending->outcome == ZM_WIN    ? ZM_VERTEX_WON
           : ending->outcome == ZM_LOSS ? ZM_VERTEX_LOST
                                        : ZM_VERTEX_DRAWN;
}

struct zm_game_graph {
    void *state;
    struct zm_run *run;
    uint64_t count; /* positions are 0 .. count-1 */
    /* Required. Says what a number stands for. */
    enum zm_vertex (*vertex)(void *state, uint64_t number);
    /* Required. Sets the positions after one move, each once; only for open vertices. */
    void (*successors)(void *state, uint64_t number, struct zm_number_list *numbers);
    /* Sets the open positions before one move, each once. NULL: labels are found by playing
     * forward. */
    void (*predecessors)(void *state, uint64_t number, struct zm_number_list *numbers);
    /* Does the player who moves from one position to the next move there too? NULL: never, players
     * take turns. */
    bool (*again)(void *state, uint64_t from, uint64_t to);
    /* Required. The number of a position; `count` when it has none. */
    uint64_t (*number)(void *state, struct zm_bytes position);
    /* Required. Sets `position` to one with this number. */
    void (*position)(void *state, uint64_t number, struct zm_buffer *position);
    /* Required, both. Makes the same graph for another thread; ends this one. */
    enum zm_status (*fork)(void *state, struct zm_game_graph *graph, struct zm_error *error);
    void (*close)(struct zm_game_graph *graph);
};

/* The graph of all positions that a game numbers (it must have `loops`), one vertex a class under
 * symmetry when `symmetry` is set and the game has any. */
enum zm_status zm_numbered_graph(const struct zm_game *game, const struct zm_settings *settings,
                                 struct zm_run *run, bool symmetry, struct zm_game_graph *graph,
                                 struct zm_error *error);
/* The graph of the positions that can be reached from one, of any game whose positions say who
 * moves (or whose players have the same moves): built by playing forward, kept in memory. */
enum zm_status zm_explored_graph(const struct zm_game *game, const struct zm_settings *settings,
                                 bool misere, struct zm_run *run, struct zm_bytes start,
                                 struct zm_game_graph *graph, struct zm_error *error);

/* A label: won or lost for the player to move in so many plies, drawn, or no position at all. */
enum { ZM_LABEL_DRAW = 0, ZM_LABEL_NONE = 0xffff, ZM_LABEL_PLIES = 0x7ffe };

static inline uint16_t zm_label(bool won, unsigned plies)
{
    return (uint16_t)(1 + 2 * plies + won);
}

static inline enum zm_outcome zm_label_outcome(uint16_t label)
{
    if (label == ZM_LABEL_DRAW || label == ZM_LABEL_NONE)
        return label == ZM_LABEL_DRAW ? ZM_DRAW : ZM_UNDECIDED;
    return label % 2 == 0 ? ZM_WIN : ZM_LOSS;
}

static inline unsigned zm_label_plies(uint16_t label)
{
    return (label - 1u) / 2;
}

struct zm_labels {
    _Atomic uint16_t *items;
    uint64_t count;
};

void zm_labels_free(struct zm_labels *labels);
static inline uint16_t zm_labels_at(const struct zm_labels *labels, uint64_t number)
{
    return atomic_load_explicit(&labels->items[number], memory_order_relaxed);
}

/* The label of position `to` as the player who moves there from `from` sees it, who may move again:
 * won for him, or lost? ZM_DRAW when it is neither. */
static inline enum zm_outcome zm_label_for_mover(const struct zm_game_graph *graph, uint64_t from,
                                                 uint64_t to, uint16_t label)
{
    enum zm_outcome outcome = zm_label_outcome(label);
    if (outcome == ZM_DRAW || outcome == ZM_UNDECIDED)
        return outcome;
    bool again = graph->again != NULL && graph->again(graph->state, from, to);
    return (outcome == ZM_WIN) == again ? ZM_WIN : ZM_LOSS;
}

/* The proof of a labelling, one look at each position and its successors: a won position leads to
 * one that is won for the same player and one ply shorter, and to none shorter still; a lost one
 * only to won ones of the other, the longest one ply shorter; a drawn one to none that the mover
 * wins and to one drawn at least, or it is over. By
 * induction on the plies the wins are wins, and the drawn ones can go on for ever. ZM_WRONG: the
 * error names the first number that fails. */
enum zm_status zm_labels_verify(const struct zm_game_graph *graph, const struct zm_labels *labels,
                                struct zm_error *error);

/* How many positions bear each label: tally[label] for all labels below `size`; returns the most
 * plies of a label, or -1 when nothing is decided. */
int zm_labels_tally(const struct zm_labels *labels, uint64_t *tally, size_t size);

/* Labels as a file: a line of text that says of what (`title`), then two bytes a position. Loading
 * checks the title and the count. */
enum zm_status zm_labels_save(const struct zm_labels *labels, const char *title, const char *path,
                              struct zm_error *error);
enum zm_status zm_labels_load(struct zm_labels *labels, uint64_t count, const char *title,
                              const char *path, struct zm_error *error);

#endif
