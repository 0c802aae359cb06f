/* Dependency-based search; see dbs.h.
 *
 * A node is a move with its support: the moves that must have been made for it, closed under what
 * those need in turn. Nodes are taken up in the order in which they were found. Each line through
 * the dot of such a node is completed by choices of earlier nodes for its other missing dots but
 * one, the dot of a new move; where all supports go together (no two moves of them exclude each
 * other, nor the new one) that is a new node. Every choice is met once, when the last of its nodes
 * is taken up, and different choices have different supports. Sets of moves are bits. */
#include "engines/morpion/dbs.h"

#include "base/array.h"

#include <stdlib.h>

enum { WORDS = 16, MOST_MOVES = 64 * WORDS, HASH = 1 << 13, TICK = 1 << 14 };
#define NONE UINT32_MAX

typedef uint64_t moves_set[WORDS];

struct search {
    struct zm_dbs *dbs;
    struct zm_paper paper;
    struct zm_run *run;
    size_t most;
    unsigned words; /* in use */
    /* Of each node 2 * WORDS words: its support with its own move, and all moves that exclude one
     * of these, of those found before the node. */
    uint64_t *sets;
    size_t set_capacity;
    uint32_t *before; /* an earlier node that makes the same dot, or NONE */
    size_t before_capacity;
    uint32_t last_at[ZM_MORPION_SIDE * ZM_MORPION_SIDE]; /* of those taken up, for each dot */
    uint32_t numbers[HASH];                              /* of moves, by hash */
    moves_set *excluded;                                 /* by each move */
    uint64_t work;
    bool failed, too_many;
};

/* -- moves -- */

/* The number of a move, a new one when it was not met before; NONE: there are too many. */
static uint32_t number_of(struct search *s, zm_paper_move move)
{
    struct zm_dbs *dbs = s->dbs;
    size_t at = (uint32_t)(move * 2654435761u) >> 19;
    while (s->numbers[at] != NONE && dbs->moves[s->numbers[at]] != move)
        at = (at + 1) % HASH;
    if (s->numbers[at] != NONE)
        return s->numbers[at];
    if (dbs->move_count == MOST_MOVES) {
        s->too_many = true;
        return NONE;
    }
    uint32_t number = (uint32_t)dbs->move_count++;
    dbs->moves[number] = move;
    s->numbers[at] = number;
    s->words = number / 64 + 1;
    for (uint32_t other = 0; other < number; other++)
        if (zm_paper_conflict(&s->paper, move, dbs->moves[other])) {
            s->excluded[number][other / 64] |= (uint64_t)1 << other % 64;
            s->excluded[other][number / 64] |= (uint64_t)1 << number % 64;
        }
    return number;
}

/* -- nodes -- */

static uint64_t *support_of(const struct search *s, uint32_t node)
{
    return s->sets + (size_t)node * 2 * WORDS;
}

static bool is_met(const struct search *s, const uint64_t *one, const uint64_t *other)
{
    uint64_t common = 0;
    for (unsigned i = 0; i < s->words; i++)
        common |= one[i] & other[i];
    return common != 0;
}

/* Nodes chosen for the dots of a line, with what they support and exclude together. */
struct choice {
    moves_set support, excluded;
    uint32_t nodes[ZM_DBS_PARENTS];
    unsigned count;
};

/* Room for one node more. */
static bool make_room(struct search *s)
{
    struct zm_dbs *dbs = s->dbs;
    size_t wanted = dbs->count + 1;
    struct zm_dbs_node *nodes = zm_array_room(dbs->nodes, &dbs->capacity, wanted, sizeof *nodes);
    dbs->nodes = nodes == NULL ? dbs->nodes : nodes;
    uint32_t *before = zm_array_room(s->before, &s->before_capacity, wanted, sizeof *before);
    s->before = before == NULL ? s->before : before;
    uint64_t *sets = zm_array_room(s->sets, &s->set_capacity, wanted * 2 * WORDS, sizeof *sets);
    s->sets = sets == NULL ? s->sets : sets;
    return nodes != NULL && before != NULL && sets != NULL;
}

static void add_node(struct search *s, uint32_t move, const struct choice *choice)
{
    struct zm_dbs *dbs = s->dbs;
    if (dbs->count >= s->most) {
        s->too_many = true;
        return;
    }
    if (!make_room(s)) {
        s->failed = true;
        return;
    }
    uint32_t node = (uint32_t)dbs->count++;
    uint64_t *support = support_of(s, node), *excluded = support + WORDS;
    memcpy(support, choice->support, sizeof choice->support);
    support[move / 64] |= (uint64_t)1 << move % 64;
    memset(excluded, 0, WORDS * sizeof *excluded);
    for (unsigned word = 0; word < s->words; word++)
        for (uint64_t left = support[word]; left != 0; left &= left - 1) {
            const uint64_t *more = s->excluded[64 * word + (unsigned)__builtin_ctzll(left)];
            for (unsigned i = 0; i < s->words; i++)
                excluded[i] |= more[i];
        }
    dbs->nodes[node] = (struct zm_dbs_node){.move = move};
    for (unsigned i = 0; i < choice->count; i++)
        dbs->nodes[node].parents[i] = choice->nodes[i] + 1;
}

/* -- lines -- */

/* A line being completed: its missing dots other than the one of the node that is taken up. */
struct line {
    uint32_t move; /* that draws it */
    unsigned dots[ZM_DBS_PARENTS], count;
    unsigned made; /* which of them the new move makes */
};

/* All choices for the dots from `at` on, among the nodes that were taken up before. */
static void choose(struct search *s, const struct line *line, unsigned at,
                   const struct choice *choice)
{
    s->work++;
    if (at == line->made)
        at++;
    if (at >= line->count) {
        add_node(s, line->move, choice);
        return;
    }
    const uint64_t *barred = s->excluded[line->move];
    for (uint32_t node = s->last_at[line->dots[at]]; node != NONE && !s->failed && !s->too_many;
         node = s->before[node]) {
        const uint64_t *support = support_of(s, node), *excluded = support + WORDS;
        if (is_met(s, support, choice->excluded) || is_met(s, support, barred) ||
            is_met(s, excluded, choice->support))
            continue;
        struct choice more = *choice;
        for (unsigned i = 0; i < s->words; i++) {
            more.support[i] |= support[i];
            more.excluded[i] |= excluded[i];
        }
        more.nodes[more.count++] = node;
        choose(s, line, at + 1, &more);
    }
}

/* Completes one line through the dot of a node in every way. */
static void complete_line(struct search *s, uint32_t node, unsigned lane, unsigned first,
                          unsigned dot)
{
    struct choice choice = {.nodes = {node}, .count = 1};
    struct line line = {.count = 0};
    memcpy(choice.support, support_of(s, node), sizeof choice.support);
    memcpy(choice.excluded, support_of(s, node) + WORDS, sizeof choice.excluded);
    for (unsigned i = 0; i <= s->paper.reach; i++) {
        unsigned bit = first + i, x, y;
        if (s->paper.lanes[lane].dots >> bit & 1)
            continue;
        x = lane >= 64 && lane < 128 ? lane - 64 : bit;
        y = lane < 64    ? lane
            : lane < 128 ? bit
            : lane < 256 ? 64 + bit - (lane - 128)
                         : lane - 256 - bit;
        if ((y << 6 | x) != dot)
            line.dots[line.count++] = y << 6 | x;
    }
    for (line.made = 0; line.made < line.count; line.made++) {
        bool possible = true;
        for (unsigned i = 0; i < line.count; i++)
            possible &= i == line.made || s->last_at[line.dots[i]] != NONE;
        line.move = possible ? number_of(s, line.dots[line.made] << 15 | lane << 6 | first) : NONE;
        if (line.move != NONE && !is_met(s, s->excluded[line.move], choice.support))
            choose(s, &line, 0, &choice);
    }
}

/* Takes a node up: all lines through its dot that are free in the start. */
static void take_up(struct search *s, uint32_t node)
{
    unsigned dot = s->dbs->moves[s->dbs->nodes[node].move] >> 15;
    struct zm_paper_place at = zm_paper_at(dot & 63, dot >> 6);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned back = 0; back <= s->paper.reach; back++) {
            unsigned first = at.bit[i] - back;
            if ((s->paper.lanes[at.lane[i]].taken >> first & s->paper.piece) == 0)
                complete_line(s, node, at.lane[i], first, dot);
        }
    s->before[node] = s->last_at[dot];
    s->last_at[dot] = node;
}

/* -- the search -- */

static enum zm_status search_all(struct search *s, const struct zm_morpion_walk *walk,
                                 struct zm_error *error)
{
    zm_paper_move legal[ZM_PAPER_MOST];
    unsigned count = zm_paper_begin(&s->paper, walk, legal);
    struct choice none = {.count = 0};
    for (unsigned i = 0; i < count; i++)
        add_node(s, number_of(s, legal[i]), &none);
    for (uint32_t node = 0; node < s->dbs->count && !s->failed && !s->too_many; node++) {
        take_up(s, node);
        if (s->run != NULL && s->work >= TICK) {
            s->work = 0;
            if (zm_run_poll(s->run, 0, s->dbs->count))
                return zm_fail(error, ZM_STOPPED, "stopped before all moves were found");
        }
    }
    if (s->too_many)
        return zm_fail(error, ZM_BAD_INPUT,
                       "morpion: dependency-based search finds more than %zu nodes, or %d moves",
                       s->most, MOST_MOVES);
    return s->failed ? zm_fail_memory(error) : ZM_OK;
}

void zm_dbs_free(struct zm_dbs *dbs)
{
    free(dbs->nodes);
    free(dbs->moves);
    *dbs = (struct zm_dbs){0};
}

enum zm_status zm_dbs_search(const struct zm_morpion_walk *walk, size_t most, struct zm_run *run,
                             struct zm_dbs *dbs, struct zm_error *error)
{
    struct search *s = calloc(1, sizeof *s);
    *dbs = (struct zm_dbs){0};
    if (s == NULL)
        return zm_fail_memory(error);
    *s = (struct search){.dbs = dbs, .run = run, .most = most};
    s->excluded = calloc(MOST_MOVES, sizeof *s->excluded);
    dbs->moves = calloc(MOST_MOVES, sizeof *dbs->moves);
    memset(s->last_at, 0xff, sizeof s->last_at);
    memset(s->numbers, 0xff, sizeof s->numbers);
    enum zm_status status = s->excluded == NULL || dbs->moves == NULL ? zm_fail_memory(error)
                                                                      : search_all(s, walk, error);
    free(s->excluded);
    free(s->sets);
    free(s->before);
    free(s);
    if (status != ZM_OK)
        zm_dbs_free(dbs);
    return status;
}
