/* How a space is walked. A search knows no game and no calculation: only the nodes of a tree
 * (solve/space.h), the positions of a graph with cycles (solve/graph.h), or the walk of a game of
 * one player (solve/quest.h). */
#ifndef ZM_SEARCH_SEARCH_H
#define ZM_SEARCH_SEARCH_H

#include "base/params.h"
#include "solve/space.h"

struct zm_alone;
struct zm_game_graph;
struct zm_labels;
struct zm_peers;
struct zm_quest;
struct zm_store_entry;

struct zm_search {
    const char *name;              /* required: one word, as after --search */
    const char *summary;           /* required: one line */
    const struct zm_param *params; /* its options; NULL: none */
    const char *orders; /* "zap|restart": those it obeys while it runs, besides stop, pause, resume
                           and step, which all do; NULL: none */
    bool numbers;       /* it tells proof and disproof numbers to those who watch */
    /* Required with `decide`. Makes the state; the space outlives it. */
    enum zm_status (*open)(const struct zm_space *space, const struct zm_settings *settings,
                           void **state, struct zm_error *error);
    /* Finds the verdict of a node; ZM_OPEN when the run was stopped. */
    enum zm_verdict (*decide)(void *state, struct zm_bytes node);
    /* Required with `decide`. Frees the state. */
    void (*close)(void *state);
    /* Takes in a result that others have put into the store of the run, between two nodes. NULL: it
     * finds it there. */
    void (*learn)(void *state, const struct zm_store_entry *entry);
    /* What it tells searches of the same nodes in other processes, and hears from them (peers.h);
     * belongs to the state. NULL: there is no memory. NULL itself: it searches alone. */
    struct zm_peers *(*peers)(void *state);
    /* Labels all positions of a graph. A search decides nodes, labels graphs or explores: what it
     * does not do is NULL (open and close go with decide). */
    enum zm_status (*label)(const struct zm_game_graph *graph, struct zm_labels *labels,
                            struct zm_error *error);
    /* Explores a game of one player from where it stands, for one of the quests that are the bits
     * of `quests`; its options are among the settings of the problem. ZM_OK: it came to an end of
     * its own. ZM_STOPPED: the run did; the quest holds what was found. */
    enum zm_status (*explore)(struct zm_alone *alone, struct zm_quest *quest,
                              struct zm_error *error);
    unsigned quests;
};

/* search/registry.c: the searches, NULL at the end; the first is the default. */
extern const struct zm_search *const zm_searches[];
const struct zm_search *zm_search_find(const char *name, struct zm_error *error);

#endif
