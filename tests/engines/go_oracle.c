/* Every position that can be reached, and then backwards from those where the goal is reached
 * (retrograde analysis); see go_oracle.h. */
#include "engines/go_oracle.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = 127, FREE_LIBERTIES = 5, UNKNOWN = 2 };

/* A board and who moves on it; `turn` has the point that is forbidden by ko, and the side. */
struct state {
    oracle_set stones[2];
    uint32_t turn;
};

struct node {
    struct state state;
    uint32_t open; /* of min's: moves that are not known to be won for max */
    bool won;
};

struct graph {
    struct oracle_board size; /* only columns and rows */
    const struct oracle_goal *goal;
    struct node *nodes;
    uint32_t *index; /* by hash; 0: free, else the number of a node and 1 */
    uint32_t *from, *to;
    size_t count, most, slots, edges, edge_room;
    bool full;
};

oracle_set oracle_bit(int point)
{
    return (oracle_set)1 << point;
}

int oracle_first(oracle_set set)
{
    uint64_t low = (uint64_t)set;
    return low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

int oracle_count(oracle_set set)
{
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

static struct state pack(const struct oracle_board *board, int ko, int side)
{
    return (struct state){{board->stones[0], board->stones[1]}, (uint32_t)(ko << 1 | side)};
}

static bool is_same(const struct state *one, const struct state *two)
{
    return one->stones[0] == two->stones[0] && one->stones[1] == two->stones[1] &&
           one->turn == two->turn;
}

static size_t hash(const struct state *state, size_t slots)
{
    uint64_t key = state->turn;
    for (int i = 0; i < 4; i++) {
        key ^= (uint64_t)(state->stones[i / 2] >> (i % 2 * 64));
        key *= UINT64_C(0x9e3779b97f4a7c15);
        key ^= key >> 31;
    }
    return (size_t)(key % slots);
}

static int side_of(const struct state *state)
{
    return (int)(state->turn & 1);
}

oracle_set oracle_near(const struct oracle_board *board, oracle_set set)
{
    int columns = board->columns, points = columns * board->rows;
    oracle_set first = oracle_bit(0) | oracle_bit(columns); /* the first column: 9 rows at most */
    first |= first << (2 * columns);
    first |= first << (4 * columns) | oracle_bit(8 * columns);
    oracle_set right = set << 1 & ~first, left = (set & ~first) >> 1;
    return (right | left | set << columns | set >> columns) & (oracle_bit(points) - 1);
}

oracle_set oracle_flood(const struct oracle_board *board, oracle_set seed, oracle_set within)
{
    for (oracle_set grown = seed & within;; seed = grown) {
        grown |= oracle_near(board, grown) & within;
        if (grown == seed)
            return grown;
    }
}

static oracle_set empties(const struct oracle_board *board)
{
    return (oracle_bit(board->columns * board->rows) - 1) & ~(board->stones[0] | board->stones[1]);
}

static oracle_set chain_of(const struct oracle_board *board, int side, int point)
{
    return oracle_flood(board, oracle_bit(point), board->stones[side]);
}

static oracle_set liberties_of(const struct oracle_board *board, oracle_set chain)
{
    return oracle_near(board, chain) & empties(board);
}

bool oracle_play(struct oracle_board *board, int side, int point, oracle_set *taken)
{
    oracle_set stone = oracle_bit(point);
    struct oracle_board next = *board;
    *taken = 0;
    if (((board->stones[0] | board->stones[1] | board->shut) & stone) != 0)
        return false;
    next.stones[side] |= stone;
    oracle_set near = oracle_near(board, stone) & next.stones[1 - side];
    while (near != 0) {
        oracle_set chain = oracle_flood(board, near & -near, next.stones[1 - side]);
        near &= ~chain;
        if (liberties_of(&next, chain) == 0)
            *taken |= chain;
    }
    next.stones[1 - side] &= ~*taken;
    if (liberties_of(&next, chain_of(&next, side, point)) == 0)
        return false;
    *board = next;
    return true;
}

bool oracle_is_sound(const struct oracle_board *board)
{
    for (int side = 0; side < 2; side++)
        for (oracle_set left = board->stones[side]; left != 0;) {
            oracle_set chain = oracle_flood(board, left & -left, board->stones[side]);
            if (liberties_of(board, chain) == 0)
                return false;
            left &= ~chain;
        }
    return true;
}

/* --- goals --- */

enum { SEEN = 1 << 11, MOST_SEEN = SEEN / 2 };

/* Boards that were met. */
struct seen {
    struct state states[SEEN];
    bool used[SEEN];
    unsigned count;
};

/* Was a board met before? It is now. */
static bool was_seen(struct seen *seen, const struct oracle_board *board)
{
    struct state state = pack(board, NOBODY, 1);
    size_t slot = hash(&state, SEEN);
    for (; seen->used[slot]; slot = (slot + 1) % SEEN)
        if (is_same(&seen->states[slot], &state))
            return true;
    seen->states[slot] = state;
    seen->used[slot] = true;
    seen->count++;
    return false;
}

/* Does a stone stand whatever the other side plays, its owner always passing? Without an answer when
 * there are too many boards. */
static bool stands(const struct oracle_board *board, int side, int point, struct seen *seen)
{
    for (int at = 0; at < board->columns * board->rows && seen->count < MOST_SEEN; at++) {
        struct oracle_board next = *board;
        oracle_set taken;
        if (!oracle_play(&next, 1 - side, at, &taken))
            continue;
        if ((next.stones[side] >> point & 1) == 0)
            return false;
        if (!was_seen(seen, &next) && !stands(&next, side, point, seen))
            return false;
    }
    return true;
}

/* 1: the stone stands, 0: it does not, UNKNOWN. */
static int standing(const struct oracle_board *board, int side, int point)
{
    struct seen seen;
    oracle_set chain = chain_of(board, side, point);
    if (oracle_count(liberties_of(board, chain)) < 2)
        return 0; /* two eyes are two liberties */
    memset(seen.used, 0, sizeof seen.used);
    seen.count = 0;
    if (!stands(board, side, point, &seen))
        return 0;
    return seen.count < MOST_SEEN ? 1 : UNKNOWN;
}

static bool is_eye(const struct oracle_board *board, int side, int point)
{
    int column = point % board->columns, row = point / board->columns, corners = 0, allowed = 1;
    if ((empties(board) >> point & 1) == 0)
        return false;
    for (int i = 0; i < 9; i++) {
        int across = column + i % 3 - 1, up = row + i / 3 - 1;
        if (across < 0 || up < 0 || across >= board->columns || up >= board->rows) {
            allowed = 0;
            continue;
        }
        int near = up * board->columns + across;
        bool own = board->stones[side] >> near & 1;
        if (i % 2 == 1 && !own)
            return false;
        if (i % 2 == 1 &&
            (liberties_of(board, chain_of(board, side, near)) & ~(oracle_bit(point))) == 0)
            return false;
        corners += i % 2 == 0 && i != 4 && !own;
    }
    return corners <= allowed;
}

/* 1: reached, 0: not yet, -1: it never will be, UNKNOWN. */
static int look(const struct oracle_board *board, const struct oracle_goal *goal)
{
    oracle_set own = board->stones[goal->max], chain;
    int first = goal->points[0];
    switch (goal->aim) {
    case ORACLE_CAPTURE:
        return (board->stones[1 - goal->max] >> first & 1) == 0;
    case ORACLE_EYE:
        for (oracle_set left = oracle_near(board, oracle_bit(first)) | oracle_bit(first); left != 0;
             left &= left - 1)
            if (is_eye(board, goal->max, oracle_first(left)))
                return 1;
        return 0;
    case ORACLE_CONNECT:
    case ORACLE_REACH:
        for (int i = 0; i < (goal->aim == ORACLE_REACH ? 1 : goal->count); i++)
            if ((own >> goal->points[i] & 1) == 0)
                return -1;
        chain = chain_of(board, goal->max, first);
        for (int i = 1; i < goal->count; i++)
            if ((chain >> goal->points[i] & 1) == 0)
                return 0;
        return 1;
    default:
        if ((own >> first & 1) == 0)
            return -1;
        if (goal->aim == ORACLE_LIVE)
            return standing(board, goal->max, first);
        return oracle_count(liberties_of(board, chain_of(board, goal->max, first))) >=
               FREE_LIBERTIES;
    }
}

/* --- the graph --- */

static uint32_t node_of(struct graph *graph, const struct state *state)
{
    size_t slot = hash(state, graph->slots);
    while (graph->index[slot] != 0) {
        if (is_same(&graph->nodes[graph->index[slot] - 1].state, state))
            return graph->index[slot] - 1;
        slot = (slot + 1) % graph->slots;
    }
    if (graph->count == graph->most) {
        graph->full = true;
        return 0;
    }
    graph->nodes[graph->count] = (struct node){.state = *state};
    graph->index[slot] = (uint32_t)++graph->count;
    return (uint32_t)graph->count - 1;
}

static void add_edge(struct graph *graph, uint32_t from, struct state state)
{
    if (graph->edges == graph->edge_room) {
        graph->full = true;
        return;
    }
    graph->from[graph->edges] = from;
    graph->to[graph->edges++] = node_of(graph, &state);
    graph->nodes[from].open++;
}

/* Lists where all moves of a node lead. */
static void expand(struct graph *graph, uint32_t number)
{
    struct state state = graph->nodes[number].state;
    struct oracle_board board = graph->size;
    int ko = (int)(state.turn >> 1), side = side_of(&state);
    board.stones[0] = state.stones[0];
    board.stones[1] = state.stones[1];
    int found = look(&board, graph->goal);
    graph->nodes[number].won = found == 1;
    graph->full = graph->full || found == UNKNOWN;
    if (found != 0)
        return;
    add_edge(graph, number, pack(&board, NOBODY, 1 - side));
    for (int point = 0; point < board.columns * board.rows; point++) {
        struct oracle_board next = board;
        oracle_set taken, chain;
        if (point == ko || !oracle_play(&next, side, point, &taken))
            continue;
        chain = chain_of(&next, side, point);
        bool is_ko = oracle_count(taken) == 1 && oracle_count(chain) == 1 &&
                     liberties_of(&next, chain) == taken;
        add_edge(graph, number, pack(&next, is_ko ? oracle_first(taken) : NOBODY, 1 - side));
    }
}

/* Tells those before a won node; `next` and `first` are lists of edges by their end. */
static void spread(struct graph *graph)
{
    uint32_t *first = calloc(graph->count + 1, sizeof *first);
    uint32_t *order = malloc((graph->edges + 1) * sizeof *order);
    uint32_t *stack = malloc((graph->count + 1) * sizeof *stack);
    size_t depth = 0;
    for (size_t i = 0; i < graph->edges; i++)
        first[graph->to[i] + 1]++;
    for (size_t i = 0; i < graph->count; i++)
        first[i + 1] += first[i];
    for (size_t i = graph->edges; i-- > 0;)
        order[--first[graph->to[i] + 1]] = (uint32_t)i;
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i].won)
            stack[depth++] = (uint32_t)i;
    while (depth > 0) {
        uint32_t number = stack[--depth];
        for (size_t i = first[number + 1]; i < graph->edges && graph->to[order[i]] == number; i++) {
            struct node *before = &graph->nodes[graph->from[order[i]]];
            bool max_moves = side_of(&before->state) == graph->goal->max;
            before->open--;
            if (before->won || (!max_moves && before->open > 0))
                continue;
            before->won = true;
            stack[depth++] = graph->from[order[i]];
        }
    }
    free(first);
    free(order);
    free(stack);
}

int oracle_solve(const struct oracle_board *board, const struct oracle_goal *goal, bool max_begins,
                 size_t most)
{
    struct graph graph = {.size = *board, .goal = goal, .most = most, .slots = 2 * most + 1};
    graph.edge_room = most * 12;
    graph.nodes = malloc(most * sizeof *graph.nodes);
    graph.index = calloc(graph.slots, sizeof *graph.index);
    graph.from = malloc(graph.edge_room * sizeof *graph.from);
    graph.to = malloc(graph.edge_room * sizeof *graph.to);
    struct state root = pack(board, NOBODY, max_begins ? goal->max : 1 - goal->max);
    node_of(&graph, &root);
    for (size_t i = 0; i < graph.count && !graph.full; i++)
        expand(&graph, (uint32_t)i);
    if (!graph.full)
        spread(&graph);
    int answer = graph.full ? -1 : graph.nodes[0].won;
    free(graph.nodes);
    free(graph.index);
    free(graph.from);
    free(graph.to);
    return answer;
}
