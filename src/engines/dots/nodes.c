/* The tight search below any node; see nodes.h. The labels in its table do not depend on the
 * drawing: what is known of one board's positions is known of their normal forms, so one table
 * serves all nodes, and stays from node to node. */
#include "engines/dots/nodes.h"

#include "engines/engine.h"
#include "games/dots/dots.h"
#include "games/dots/position.h"
#include "search/dfpn.h"

#include <stdlib.h>
#include <string.h>

enum { GENERAL_TABLE = 128 << 20, FOR_SHAPES = 1 << 24 };

/* Others search beside this one, and would do again what they are not told: so more is kept than of
 * a search alone. */
enum { SHARED = 1 << 10 };

enum zm_verdict zm_dots_decide(const struct zm_margin *home, struct zm_bytes normal, int32_t points,
                               struct zm_dots_lasting *lasting)
{
    struct zm_dots_layout layout;
    struct zm_margin search;
    uint8_t promise[ZM_COINS_MOST];
    if (!zm_dots_read_normal(normal, &layout))
        return ZM_OPEN;
    zm_dots_promise(&layout, promise);
    if (!zm_margin_branch(&search, home, &layout.graph, promise, lasting == NULL ? 0 : FOR_SHAPES))
        return ZM_OPEN;
    if (lasting != NULL) {
        lasting->layout = &layout;
        search.keeper = &lasting->keeper;
    }
    struct zm_coins_colours colours = zm_coins_colour(&layout.graph, zm_coins_all(&layout.graph));
    bool yes = zm_margin_gets(&search, &colours, layout.graph.coins, points);
    enum zm_verdict verdict = search.stopped ? ZM_OPEN : yes ? ZM_WON : ZM_LOST;
    zm_margin_leave(&search);
    return verdict;
}

enum zm_verdict zm_dots_recall(const struct zm_margin *home, struct zm_bytes normal, int32_t points)
{
    struct zm_dots_layout layout;
    if (!zm_dots_read_normal(normal, &layout))
        return ZM_OPEN;
    return zm_margin_recall(home, &layout.graph, zm_coins_all(&layout.graph), points);
}

/* -- the search -- */

struct nodes {
    struct zm_space space;
    struct zm_dots_lasting lasting;
    struct zm_dots_layout layout; /* of `home` */
    struct zm_margin home;        /* holds the table */
    bool lasts, at_home;          /* what is open */
    void *general;                /* decides nodes that are no contracts */
};

static void nodes_close(void *state)
{
    struct nodes *nodes = state;
    if (nodes->general != NULL)
        zm_dfpn.close(nodes->general);
    if (nodes->at_home)
        zm_margin_close(&nodes->home);
    if (nodes->lasts)
        zm_dots_lasting_close(&nodes->lasting);
    free(nodes);
}

static enum zm_status nodes_open(const struct zm_space *space, const struct zm_settings *settings,
                                 void **state, struct zm_error *error)
{
    struct nodes *nodes = calloc(1, sizeof *nodes);
    struct zm_problem problem = {&zm_dots, settings, false, space->run};
    size_t memory = space->run->memory_limit;
    if (nodes == NULL)
        return zm_fail_memory(error);
    nodes->space = *space;
    bool ours = space->nodes != NULL && strcmp(space->nodes, ZM_CONTRACTS_KEYS) == 0;
    enum zm_status status = ours ? zm_dots_lasting_open(&nodes->lasting, &problem, error)
                                 : zm_dfpn_open_within(space, memory == 0 ? GENERAL_TABLE : memory,
                                                       &nodes->general, error);
    nodes->lasts = ours && status == ZM_OK;
    nodes->lasting.keeper.least = SHARED;
    if (status == ZM_OK)
        *state = nodes;
    else
        nodes_close(nodes);
    return status;
}

/* Opens the table, on the graph of the first node, with all that the store has. */
static bool go_home(struct nodes *nodes, struct zm_bytes normal)
{
    if (!nodes->at_home && zm_dots_read_normal(normal, &nodes->layout)) {
        nodes->at_home = zm_margin_open(&nodes->home, &nodes->layout.graph, NULL, nodes->space.run);
        if (nodes->at_home)
            zm_dots_learn_all(&nodes->home);
    }
    return nodes->at_home;
}

static enum zm_verdict nodes_decide(void *state, struct zm_bytes node)
{
    struct nodes *nodes = state;
    const struct zm_space *space = &nodes->space;
    int32_t points;
    if (nodes->general != NULL)
        return zm_dfpn.decide(nodes->general, node);
    struct zm_bytes normal = zm_contracts_read(node, &points);
    enum zm_verdict verdict = space->lookup(space->state, node);
    if (verdict != ZM_OPEN)
        return verdict;
    if (!go_home(nodes, normal)) {
        zm_run_fail(space->run, ZM_FAILED);
        return ZM_OPEN;
    }
    verdict = zm_dots_decide(&nodes->home, normal, points, &nodes->lasting);
    if (verdict != ZM_OPEN)
        space->keep(space->state, node, verdict);
    return verdict;
}

static void nodes_learn(void *state, const struct zm_store_entry *entry)
{
    struct nodes *nodes = state;
    if (nodes->at_home && entry->kind == ZM_KIND_BOUND)
        zm_dots_learn(&nodes->home, entry->key, entry->value);
}

const struct zm_search zm_dots_nodes = {
    .name = ZM_ENGINE_SEARCH,
    .summary = "zero-window alpha-beta on margins, below any node",
    .open = nodes_open,
    .decide = nodes_decide,
    .close = nodes_close,
    .learn = nodes_learn,
};
