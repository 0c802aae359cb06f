/* Plays of a strategy as a graph; see plays.h. */
#include "engines/go/plays.h"

#include <stdlib.h>
#include <string.h>

enum { BOARD_BITS = 2 * SMALL_POINTS };

/* -- numbered places -- */

void plays_init(struct plays *plays)
{
    *plays = (struct plays){0};
    zm_table_init(&plays->numbers, sizeof(uint32_t));
}

void plays_free(struct plays *plays)
{
    zm_table_free(&plays->numbers);
    zm_buffer_free(&plays->nodes);
    zm_buffer_free(&plays->edges);
}

size_t plays_memory(const struct plays *plays)
{
    return zm_table_memory(&plays->numbers) + plays->nodes.capacity + plays->edges.capacity;
}

struct plays_node *plays_at(const struct plays *plays, size_t number)
{
    return (struct plays_node *)(void *)plays->nodes.data + number;
}

uint32_t plays_count(const struct plays *plays)
{
    return (uint32_t)(plays->nodes.size / sizeof(struct plays_node));
}

static uint32_t edge_count(const struct plays *plays)
{
    return (uint32_t)(plays->edges.size / sizeof(uint32_t));
}

static uint32_t edge_at(const struct plays *plays, size_t index)
{
    return ((const uint32_t *)(const void *)plays->edges.data)[index];
}

/* Where the edges of a number end. */
static uint32_t edges_end(const struct plays *plays, uint32_t number)
{
    return number + 1 < plays_count(plays) ? plays_at(plays, number + 1)->first : edge_count(plays);
}

uint32_t plays_edges(const struct plays *plays, uint32_t number, const uint32_t **edges)
{
    uint32_t first = plays_at(plays, number)->first;
    *edges = (const uint32_t *)(const void *)plays->edges.data + first;
    return edges_end(plays, number) - first;
}

bool plays_has(const struct plays *plays, uint64_t place)
{
    return zm_table_find(&plays->numbers, zm_bytes((const uint8_t *)&place, sizeof place)) != NULL;
}

uint32_t plays_number(struct plays *plays, uint64_t place)
{
    bool fresh;
    uint32_t number = 0;
    void *value =
        zm_table_insert(&plays->numbers, zm_bytes((const uint8_t *)&place, sizeof place), &fresh);
    if (value == NULL) {
        plays->failed = true;
        return 0;
    }
    if (fresh) {
        number = plays_count(plays);
        struct plays_node node = {.place = place};
        zm_buffer_add(&plays->nodes, &node, sizeof node);
        memcpy(value, &number, sizeof number);
        plays->failed |= plays->nodes.failed;
    }
    memcpy(&number, value, sizeof number);
    return number;
}

void plays_begin(struct plays *plays, uint32_t number)
{
    plays_at(plays, number)->first = edge_count(plays);
}

void plays_lead_to(struct plays *plays, uint64_t place)
{
    uint32_t to = plays_number(plays, place);
    zm_buffer_add(&plays->edges, &to, sizeof to);
    plays->failed |= plays->edges.failed;
}

/* Measures one place, and those that it leads to. */
static bool measure(struct plays *plays, uint32_t number)
{
    enum { OPEN, BEGUN, DONE }; /* marks */
    struct plays_node *node = plays_at(plays, number);
    if (node->mark != OPEN)
        return node->mark == DONE;
    node->mark = BEGUN;
    node->length = node->first == edges_end(plays, number) ? node->length : 0;
    for (uint32_t k = node->first; k < edges_end(plays, number); k++) {
        if (!measure(plays, edge_at(plays, k)))
            return false;
        uint32_t below = plays_at(plays, edge_at(plays, k))->length + 1;
        node->length = below > node->length ? below : node->length;
    }
    node->mark = DONE;
    return true;
}

bool plays_measure(struct plays *plays)
{
    bool ends = true;
    for (uint32_t i = 0; i < plays_count(plays); i++)
        plays_at(plays, i)->mark = 0;
    for (uint32_t i = 0; ends && i < plays_count(plays); i++)
        ends = measure(plays, i);
    return ends;
}

void plays_spread(struct plays *plays, bool (*falls)(void *context, uint64_t place, bool below),
                  void *context)
{
    uint32_t count = plays_count(plays), longest = 0;
    for (uint32_t i = 0; i < count; i++) {
        plays_at(plays, i)->mark = 0; /* has not fallen */
        longest = plays_at(plays, i)->length > longest ? plays_at(plays, i)->length : longest;
    }
    for (uint32_t length = 0; length <= longest; length++)
        for (uint32_t i = 0; i < count; i++) {
            struct plays_node *node = plays_at(plays, i);
            bool below = false;
            if (node->length != length)
                continue;
            for (uint32_t k = node->first; k < edges_end(plays, i); k++)
                below |= plays_at(plays, edge_at(plays, k))->mark != 0;
            node->mark = falls(context, node->place, below);
        }
}

bool plays_end(const struct plays *plays)
{
    for (uint32_t i = 0; i < plays_count(plays); i++)
        for (uint32_t k = plays_at(plays, i)->first; k < edges_end(plays, i); k++)
            if (plays_at(plays, edge_at(plays, k))->length >= plays_at(plays, i)->length)
                return false;
    return true;
}

/* -- boards that come back -- */

struct visit {
    uint64_t board;
    uint32_t node;
};

static uint64_t board_of(const struct plays_node *node)
{
    return node->place & ((UINT64_C(1) << BOARD_BITS) - 1);
}

static int compare_boards(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

/* Can a play go from one node to another? */
static bool leads_to(struct plays *plays, uint32_t from, uint32_t to, uint32_t mark)
{
    struct plays_node *node = plays_at(plays, from);
    if (from == to)
        return true;
    if (node->mark == mark || node->length <= plays_at(plays, to)->length)
        return false;
    node->mark = mark;
    for (uint32_t i = node->first; i < edges_end(plays, from); i++)
        if (leads_to(plays, edge_at(plays, i), to, mark))
            return true;
    return false;
}

/* The same by a play that leaves the board of the first, and comes back to it. */
static bool comes_back(struct plays *plays, uint32_t from, uint32_t to, uint32_t mark)
{
    for (uint32_t i = plays_at(plays, from)->first; i < edges_end(plays, from); i++) {
        uint32_t next = edge_at(plays, i);
        if (board_of(plays_at(plays, next)) != board_of(plays_at(plays, from)) &&
            leads_to(plays, next, to, mark))
            return true;
    }
    return false;
}

/* Must no play bring this place back, after another with the same board? Passes may. */
static bool must_not_return(unsigned hero, enum go_ko ko, const struct force_place *to,
                            const struct force_place *from)
{
    if (to->passed || (ko != GO_SIMPLE && to->turn == hero))
        return false;
    return ko == GO_POSITIONAL || to->turn == from->turn;
}

/* Does the last of some visits of one board, at `which`, come after another against the rule? */
static bool is_return(struct plays *plays, enum go_ko ko, unsigned hero, const struct visit *visits,
                      uint32_t count, uint32_t which, uint32_t *mark)
{
    struct force_place to = force_place_of(plays_at(plays, visits[which].node)->place);
    for (uint32_t i = 0; i < count; i++) {
        struct force_place from = force_place_of(plays_at(plays, visits[i].node)->place);
        if (i != which && must_not_return(hero, ko, &to, &from) &&
            comes_back(plays, visits[i].node, visits[which].node, ++*mark))
            return true;
    }
    return false;
}

bool plays_find_returns(struct plays *plays, enum go_ko ko, unsigned hero,
                        bool (*bar)(void *context, const struct force_place *place), void *context,
                        bool *any)
{
    uint32_t count = plays_count(plays), mark = 0;
    struct visit *visits = malloc(count * sizeof *visits);
    bool done = visits != NULL;
    *any = false;
    for (uint32_t i = 0; done && i < count; i++) {
        visits[i] = (struct visit){board_of(plays_at(plays, i)), i};
        plays_at(plays, i)->mark = 0;
    }
    if (done)
        qsort(visits, count, sizeof *visits, compare_boards);
    for (uint32_t first = 0, end = 0; done && first < count; first = end) {
        while (end < count && visits[end].board == visits[first].board)
            end++;
        for (uint32_t k = 0; done && k < end - first; k++) {
            if (!is_return(plays, ko, hero, visits + first, end - first, k, &mark))
                continue;
            struct force_place to = force_place_of(plays_at(plays, visits[first + k].node)->place);
            done = bar(context, &to);
            *any = true;
        }
    }
    free(visits);
    return done;
}
