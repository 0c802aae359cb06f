/* All that can happen when a margin is forced, and where it never can be; see force.h. */
#include "engines/go/force.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 250, BOARD_BITS = 2 * SMALL_POINTS };

/* -- numbered places -- */

struct node {
    uint64_t place; /* a word of force_word, or of force_key */
    uint32_t first; /* of its edges */
    uint32_t mark;  /* the last time that somebody came by */
    uint32_t length;
};

struct graph {
    struct zm_table numbers; /* of places */
    struct zm_buffer nodes, edges;
    bool failed;
};

static void graph_init(struct graph *graph)
{
    *graph = (struct graph){0};
    zm_table_init(&graph->numbers, sizeof(uint32_t));
}

static void graph_free(struct graph *graph)
{
    zm_table_free(&graph->numbers);
    zm_buffer_free(&graph->nodes);
    zm_buffer_free(&graph->edges);
}

static struct node *node_at(const struct graph *graph, size_t index)
{
    return (struct node *)(void *)graph->nodes.data + index;
}

static uint32_t count_of(const struct graph *graph)
{
    return (uint32_t)(graph->nodes.size / sizeof(struct node));
}

static uint32_t edge_count(const struct graph *graph)
{
    return (uint32_t)(graph->edges.size / sizeof(uint32_t));
}

static uint32_t edge_at(const struct graph *graph, size_t index)
{
    return ((const uint32_t *)(const void *)graph->edges.data)[index];
}

static bool is_known(const struct graph *graph, uint64_t place)
{
    return zm_table_find(&graph->numbers, zm_bytes((const uint8_t *)&place, sizeof place)) != NULL;
}

/* The number of a place, new or not. */
static uint32_t number_of(struct graph *graph, uint64_t place)
{
    bool fresh;
    uint32_t number = 0;
    void *value =
        zm_table_insert(&graph->numbers, zm_bytes((const uint8_t *)&place, sizeof place), &fresh);
    if (value == NULL) {
        graph->failed = true;
        return 0;
    }
    if (fresh) {
        number = count_of(graph);
        struct node node = {.place = place};
        zm_buffer_add(&graph->nodes, &node, sizeof node);
        memcpy(value, &number, sizeof number);
        graph->failed |= graph->nodes.failed;
    }
    memcpy(&number, value, sizeof number);
    return number;
}

static void add_edge(struct graph *graph, uint64_t place)
{
    uint32_t to = number_of(graph, place);
    zm_buffer_add(&graph->edges, &to, sizeof to);
    graph->failed |= graph->edges.failed;
}

/* -- the strategy -- */

static bool is_enough(const struct force *force, const struct small_board *board)
{
    return force_margin(force, board) >= force->target;
}

static struct force_place after_pass(const struct force_place *place)
{
    return (struct force_place){place->board, 1 - place->turn, true, 0};
}

/* How long the play from a place takes, for which the table may have to be filled again. */
static bool find_length(struct force *force, const struct force_place *place, uint32_t *length)
{
    unsigned found = 0;
    for (unsigned depth = 1; depth < LONGEST && !force->stopped; depth++)
        if (force_finds(force, place, depth, &found)) {
            *length = found;
            return true;
        }
    return false;
}

/* Adds the hero's move: of those known to force it the one that does so soonest; or, where the
 * table made room for others, one that is found again. False: none is. */
static bool add_own(struct force *force, struct graph *graph, const struct force_place *next,
                    unsigned count, unsigned whole)
{
    unsigned least = FORCE_OPEN, best = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned length = force_known(force, &next[i]);
        best = length < least ? i : best;
        least = length < least ? length : least;
    }
    for (unsigned i = 0; i < count && least >= whole && whole > 0 && !force->stopped; i++) {
        unsigned length;
        if (force_finds(force, &next[i], whole - 1, &length) && length < least) {
            least = length;
            best = i;
        }
    }
    if (least < FORCE_OPEN)
        add_edge(graph, force_word(&next[best]));
    return least < FORCE_OPEN;
}

/* Adds where a place may lead, from which plays take at most so long. False: the hero's move is not
 * known. */
static bool add_edges(struct force *force, struct graph *graph, const struct force_place *place,
                      unsigned length)
{
    struct force_place next[SMALL_POINTS + 1];
    uint8_t points[SMALL_POINTS];
    bool own = place->turn == force->hero, enough = is_enough(force, &place->board);
    if (force_is_sure(force, place) || (own && place->passed && enough))
        return true; /* it is done */
    unsigned count = force_moves(force->size, place, next, points);
    if (!place->passed && own == enough)
        next[count++] = after_pass(place);
    if (own)
        return add_own(force, graph, next, count, length);
    for (unsigned i = 0; i < count; i++)
        add_edge(graph, force_word(&next[i]));
    return true;
}

/* Makes the graph of all plays. False: stopped, no memory, or something of it is not proved. */
static bool draw(struct force *force, const struct force_place *root, struct graph *graph)
{
    number_of(graph, force_word(root));
    for (uint32_t i = 0; i < count_of(graph); i++) {
        struct force_place place = force_place_of(node_at(graph, i)->place);
        uint32_t length;
        if (!find_length(force, &place, &length))
            return false;
        node_at(graph, i)->length = length;
        node_at(graph, i)->first = edge_count(graph);
        if (!add_edges(force, graph, &place, length) || graph->failed)
            return false;
    }
    for (uint32_t i = 0; i < count_of(graph); i++) { /* all plays end */
        uint32_t end = i + 1 < count_of(graph) ? node_at(graph, i + 1)->first : edge_count(graph);
        for (uint32_t k = node_at(graph, i)->first; k < end; k++)
            if (node_at(graph, edge_at(graph, k))->length >= node_at(graph, i)->length)
                return false;
    }
    return true;
}

static uint64_t board_of(const struct node *node)
{
    return node->place & ((UINT64_C(1) << BOARD_BITS) - 1);
}

static int compare_boards(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

/* Can a play go from one node to another? */
static bool leads_to(struct graph *graph, uint32_t from, uint32_t to, uint32_t mark)
{
    struct node *node = node_at(graph, from);
    if (from == to)
        return true;
    if (node->mark == mark || node->length <= node_at(graph, to)->length)
        return false;
    node->mark = mark;
    uint32_t end = from + 1 < count_of(graph) ? node_at(graph, from + 1)->first : edge_count(graph);
    for (uint32_t i = node->first; i < end; i++)
        if (leads_to(graph, edge_at(graph, i), to, mark))
            return true;
    return false;
}

/* The same by a play that leaves the board of the first, and comes back to it. */
static bool comes_back(struct graph *graph, uint32_t from, uint32_t to, uint32_t mark)
{
    uint32_t end = from + 1 < count_of(graph) ? node_at(graph, from + 1)->first : edge_count(graph);
    for (uint32_t i = node_at(graph, from)->first; i < end; i++) {
        uint32_t next = edge_at(graph, i);
        if (board_of(node_at(graph, next)) != board_of(node_at(graph, from)) &&
            leads_to(graph, next, to, mark))
            return true;
    }
    return false;
}

struct visit {
    uint64_t board;
    uint32_t node;
};

/* Must no play bring this place back, after another with the same board? Passes may. */
static bool must_not_return(const struct force *force, enum go_ko ko, const struct force_place *to,
                            const struct force_place *from)
{
    if (to->passed || (ko != GO_SIMPLE && to->turn == force->hero))
        return false;
    return ko == GO_POSITIONAL || to->turn == from->turn;
}

/* Looks at every two nodes of one board; bars those that come back. */
static enum force_lasting bar_returns(struct force *force, struct graph *graph, enum go_ko ko,
                                      const struct visit *visits)
{
    enum force_lasting lasting = FORCE_LASTS;
    uint32_t count = count_of(graph), mark = 0;
    for (uint32_t first = 0, end = 0; first < count; first = end) {
        while (end < count && visits[end].board == visits[first].board)
            end++;
        for (uint32_t k = first; k < end; k++) {
            struct force_place to = force_place_of(node_at(graph, visits[k].node)->place);
            bool returns = false;
            for (uint32_t i = first; i < end && !returns; i++) {
                struct force_place from = force_place_of(node_at(graph, visits[i].node)->place);
                returns = i != k && must_not_return(force, ko, &to, &from) &&
                          comes_back(graph, visits[i].node, visits[k].node, ++mark);
            }
            if (returns && !force_bar(force, &to))
                return FORCE_UNKNOWN;
            lasting = returns ? FORCE_RETURNS : lasting;
        }
    }
    return lasting;
}

/* Bars the places whose boards are of the past, but for the first, which is there now. */
static enum force_lasting bar_past(struct force *force, const struct graph *graph,
                                   const struct small_board *past, unsigned count)
{
    enum force_lasting lasting = FORCE_LASTS;
    for (uint32_t i = 1; count > 0 && i < count_of(graph); i++) {
        struct force_place place = force_place_of(node_at(graph, i)->place);
        for (unsigned k = 0; k < count; k++)
            if (memcmp(&past[k], &place.board, sizeof place.board) == 0) {
                if (!force_bar(force, &place))
                    return FORCE_UNKNOWN;
                lasting = FORCE_RETURNS;
            }
    }
    return lasting;
}

enum force_lasting force_lasts(struct force *force, const struct force_place *place, enum go_ko ko,
                               const struct small_board *past, unsigned past_count)
{
    struct graph graph;
    enum force_lasting lasting = FORCE_UNKNOWN;
    graph_init(&graph);
    struct visit *visits = NULL;
    if (draw(force, place, &graph))
        visits = malloc(count_of(&graph) * sizeof *visits);
    if (visits != NULL) {
        for (uint32_t i = 0; i < count_of(&graph); i++)
            visits[i] = (struct visit){board_of(node_at(&graph, i)), i};
        qsort(visits, count_of(&graph), sizeof *visits, compare_boards);
        lasting = bar_past(force, &graph, past, past_count);
        if (lasting == FORCE_LASTS)
            lasting = bar_returns(force, &graph, ko, visits);
    }
    if (lasting == FORCE_RETURNS)
        force_forget(force);
    free(visits);
    graph_free(&graph);
    return lasting;
}

/* -- where it never is forced -- */

/* Finds a move of the other after which nothing is forced in so many moves, if can be to a place
 * that was met before. */
static bool find_refuge(struct force *force, struct graph *graph, const struct force_place *next,
                        unsigned count, unsigned depth)
{
    unsigned image, length;
    for (unsigned i = 0; i < count; i++)
        if (is_known(graph, force_key(force->size, &next[i], &image)))
            return true;
    for (unsigned i = 0; i < count; i++)
        if (!force_finds(force, &next[i], depth, &length) && !force->stopped) {
            number_of(graph, force_key(force->size, &next[i], &image));
            return true;
        }
    return false;
}

/* Adds where the hero may go from a place, or where the other goes. False: he gets there. */
static bool stays_away(struct force *force, struct graph *graph, const struct force_place *place,
                       unsigned depth)
{
    struct force_place next[SMALL_POINTS + 1];
    uint8_t points[SMALL_POINTS];
    unsigned image, count = force_moves(force->size, place, next, points);
    bool own = place->turn == force->hero, enough = is_enough(force, &place->board);
    if (force_is_hopeless(force, place) || (place->passed && !own && !enough))
        return true;
    if (force_is_sure(force, place) || (place->passed && own && enough))
        return false;
    if (!place->passed)
        next[count++] = after_pass(place);
    if (!own)
        return find_refuge(force, graph, next, count, depth);
    for (unsigned i = 0; i < count; i++)
        number_of(graph, force_key(force->size, &next[i], &image));
    return true;
}

bool force_never(struct force *force, const struct force_place *place, unsigned depth,
                 uint64_t nodes)
{
    struct graph graph;
    unsigned image;
    bool never = true;
    uint64_t most = force->nodes + nodes;
    graph_init(&graph);
    number_of(&graph, force_key(force->size, place, &image));
    for (uint32_t i = 0; never && i < count_of(&graph); i++) {
        struct force_place one = force_place_of(node_at(&graph, i)->place);
        never = force->nodes++ < most && stays_away(force, &graph, &one, depth) && !graph.failed &&
                !force->stopped;
    }
    graph_free(&graph);
    return never;
}
