/* Plays of a strategy as a graph; see plays.h. A strategy may have tens of millions of places, so
 * what finds a place by its word keeps numbers alone, and reads the words in the nodes. */
#include "engines/go/plays.h"

#include "base/bits.h"
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

enum { BOARD_BITS = 2 * SMALL_POINTS, FIRST_SLOTS = 64 };

/* -- numbered places -- */

void plays_init(struct plays *plays)
{
    *plays = (struct plays){0};
}

void plays_free(struct plays *plays)
{
    free(plays->slots);
    zm_buffer_free(&plays->nodes);
    zm_buffer_free(&plays->edges);
}

size_t plays_memory(const struct plays *plays)
{
    return plays->slot_count * sizeof *plays->slots + plays->nodes.capacity + plays->edges.capacity;
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

/* The slot of a place, or the free one where it would stand; there are slots. */
static uint32_t *slot_of(const struct plays *plays, uint64_t place)
{
    size_t mask = plays->slot_count - 1, at = zm_mix64(place) & mask;
    while (plays->slots[at] != 0 && plays_at(plays, plays->slots[at] - 1)->place != place)
        at = (at + 1) & mask;
    return &plays->slots[at];
}

/* Sees to it that a quarter of the slots is free at least. */
static bool grow_slots(struct plays *plays)
{
    uint32_t count = plays_count(plays);
    if (count < plays->slot_count / 4 * 3)
        return true;
    size_t slot_count = plays->slot_count == 0 ? FIRST_SLOTS : 2 * plays->slot_count;
    uint32_t *slots = zm_pages(slot_count * sizeof *slots);
    if (slots == NULL)
        return false;
    memset(slots, 0, slot_count * sizeof *slots);
    free(plays->slots);
    plays->slots = slots;
    plays->slot_count = slot_count;
    for (uint32_t i = 0; i < count; i++)
        *slot_of(plays, plays_at(plays, i)->place) = i + 1;
    return true;
}

bool plays_has(const struct plays *plays, uint64_t place)
{
    return plays->slot_count > 0 && *slot_of(plays, place) != 0;
}

uint32_t plays_number(struct plays *plays, uint64_t place)
{
    struct plays_node node = {.place = place};
    uint32_t number = plays_count(plays), *slot;
    if (!grow_slots(plays)) {
        plays->failed = true;
        return 0;
    }
    slot = slot_of(plays, place);
    if (*slot != 0)
        return *slot - 1;
    zm_buffer_add(&plays->nodes, &node, sizeof node);
    if (plays->nodes.failed) {
        plays->failed = true;
        return 0;
    }
    *slot = number + 1;
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

/* Marks of places: not measured, measured, and in a loop besides; or being measured, and how deep. */
enum { OPEN, DONE, LOOPS, BEGUN };

enum { DEEPEST = 10000 }; /* no play is so long that comes back to no place */

static const uint32_t nowhere = UINT32_MAX;

/* Measures one place, and those that it leads to. Returns how deep the highest place is that it leads
 * back to, of those above it. */
static uint32_t measure(struct plays *plays, uint32_t number, uint32_t depth)
{
    struct plays_node *node = plays_at(plays, number);
    uint32_t highest = nowhere;
    if (depth == DEEPEST) {
        node->mark = LOOPS;
        return 0;
    }
    node->mark = BEGUN + depth;
    node->length = node->first == edges_end(plays, number) ? node->length : 0;
    for (uint32_t k = node->first; k < edges_end(plays, number); k++) {
        const struct plays_node *next = plays_at(plays, edge_at(plays, k));
        uint32_t back = next->mark >= BEGUN  ? next->mark - BEGUN
                        : next->mark == OPEN ? measure(plays, edge_at(plays, k), depth + 1)
                                             : nowhere;
        highest = back < highest ? back : highest;
        if (next->mark < BEGUN && next->length >= node->length)
            node->length = next->length + 1;
    }
    node->mark = highest <= depth ? LOOPS : DONE;
    return highest < depth ? highest : nowhere;
}

bool plays_measure(struct plays *plays)
{
    bool ends = true;
    for (uint32_t i = 0; i < plays_count(plays); i++)
        plays_at(plays, i)->mark = OPEN;
    for (uint32_t i = 0; i < plays_count(plays); i++) {
        if (plays_at(plays, i)->mark == OPEN)
            measure(plays, i, 0);
        ends &= !plays_loops(plays, i);
    }
    return ends;
}

bool plays_loops(const struct plays *plays, uint32_t number)
{
    return plays_at(plays, number)->mark == LOOPS;
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
