/* The tree of the Monte-Carlo player of Go; see tree.h. */
#include "engines/go/tree.h"

#include <math.h>
#include <stdlib.h>

const struct go_manner go_usual_manner = {
    .rave = true,
    .rave_equal = 2500,
    .knowledge = GO_LEARNED,
    .expansion = 4,
    .superko = true,
};

/* How much of a result is won or lost, and how much by what margin: of two moves that win, the one
 * that wins by more. */
static const float by_margin = 0.04f;

static inline void add_to(_Atomic float *sum, float more)
{
    float now = atomic_load_explicit(sum, memory_order_relaxed);
    atomic_store_explicit(sum, now + more, memory_order_relaxed);
}

bool go_tree_open(struct go_tree *tree, size_t memory)
{
    size_t capacity = memory / sizeof *tree->nodes;
    tree->capacity = capacity > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)capacity;
    if (tree->capacity < 4 * GO_POINTS)
        tree->capacity = 4 * GO_POINTS;
    tree->nodes = malloc(tree->capacity * sizeof *tree->nodes);
    if (tree->nodes == NULL)
        return false;
    go_tree_clear(tree);
    return true;
}

void go_tree_close(struct go_tree *tree)
{
    free(tree->nodes);
    tree->nodes = NULL;
}

void go_tree_clear(struct go_tree *tree)
{
    memset(&tree->nodes[0], 0, sizeof *tree->nodes);
    atomic_store(&tree->used, 1);
}

/* Copies the children of one node, level by level: copied nodes stand in the order in which they are
 * met, and `first` of a copy still says where its children were. */
void go_tree_copy(struct go_tree *to, const struct go_tree *from, uint32_t node)
{
    uint32_t used = 1;
    memcpy(&to->nodes[0], &from->nodes[node], sizeof *to->nodes);
    for (uint32_t i = 0; i < used; i++) {
        struct go_node *copy = &to->nodes[i];
        if (atomic_load(&copy->state) != GO_GROWN || copy->count > to->capacity - used) {
            atomic_store(&copy->state, GO_LEAF);
            continue;
        }
        memcpy(&to->nodes[used], &from->nodes[copy->first], copy->count * sizeof *to->nodes);
        copy->first = used;
        used += copy->count;
    }
    atomic_store(&to->used, used);
}

uint32_t go_tree_child(const struct go_tree *tree, uint32_t node, uint16_t move)
{
    const struct go_node *parent = &tree->nodes[node];
    if (atomic_load(&parent->state) != GO_GROWN)
        return 0;
    for (uint32_t i = 0; i < parent->count; i++)
        if (tree->nodes[parent->first + i].move == move)
            return parent->first + i;
    return 0;
}

uint32_t go_tree_best(const struct go_tree *tree, uint32_t node)
{
    const struct go_node *parent = &tree->nodes[node];
    uint32_t best = 0;
    if (atomic_load_explicit(&parent->state, memory_order_acquire) != GO_GROWN)
        return 0;
    for (uint32_t i = parent->first; i < parent->first + parent->count; i++)
        if (best == 0 || go_visits(&tree->nodes[i]) > go_visits(&tree->nodes[best]))
            best = i;
    return best;
}

/* Was a board on the way to here, or before the root? `key` is one of superko. */
static bool was_there(const struct go_path *path, uint64_t key, unsigned depth)
{
    for (size_t i = 0; i < path->past_count; i++)
        if (path->past[i] == key)
            return true;
    for (unsigned i = 0; i <= depth; i++)
        if (path->keys[i] == key)
            return true;
    return false;
}

/* Does a move bring back a board? Only after a capture can one. */
static bool repeats(struct go_worker *worker, const struct goban *board, uint16_t move)
{
    const int offsets[4] = {board->stride, 1, -board->stride, -1};
    bool captures = false;
    for (int i = 0; i < 4; i++) {
        uint16_t near = (uint16_t)(move + offsets[i]);
        captures |= board->colour[near] == goban_other(board->turn) &&
                    goban_in_atari(&board->chains[board->chain[near]]);
    }
    if (!worker->manner->superko ||
        (!captures && board->captured[GO_BLACK] + board->captured[GO_WHITE] == 0))
        return false;
    uint64_t after =
        captures ? goban_key_after(board, move) : board->key ^ goban_stone_key(move, board->turn);
    uint64_t key = go_superko_key(after, goban_other(board->turn), worker->manner->situational);
    return was_there(&worker->path, key, worker->path.depth);
}

/* Sorts moves by what knowledge says of them, best first. The last, a pass, stays the last. */
static void sort_moves(uint16_t *moves, struct go_prior *priors, unsigned count)
{
    for (unsigned i = 1; i + 1 < count; i++) {
        uint16_t move = moves[i];
        struct go_prior prior = priors[i];
        unsigned place = i;
        for (;
             place > 0 && priors[place - 1].won * prior.games < prior.won * priors[place - 1].games;
             place--) {
            moves[place] = moves[place - 1];
            priors[place] = priors[place - 1];
        }
        moves[place] = move;
        priors[place] = prior;
    }
}

/* Gives a node these children. Only one thread does, and one that finds no room leaves a leaf. */
static bool grow(struct go_worker *worker, struct go_node *node, const struct goban *board,
                 uint16_t *moves, unsigned count)
{
    struct go_prior priors[GO_POINTS + 1];
    struct go_tree *tree = worker->tree;
    uint8_t leaf = GO_LEAF;
    if (!atomic_compare_exchange_strong(&node->state, &leaf, GO_GROWING))
        return false;
    uint32_t first = atomic_fetch_add(&tree->used, count);
    if (first > tree->capacity - count || first > tree->capacity) {
        atomic_fetch_sub(&tree->used, count);
        return false; /* stays GO_GROWING: there will be no room later either */
    }
    go_priors(worker, board, moves, count, priors);
    if (worker->manner->widening > 0)
        sort_moves(moves, priors, count);
    for (unsigned i = 0; i < count; i++) {
        struct go_node *child = &tree->nodes[first + i];
        memset(child, 0, sizeof *child);
        child->move = moves[i];
        atomic_init(&child->games, priors[i].games);
        atomic_init(&child->won, priors[i].won);
        child->prior_won = priors[i].won;
    }
    node->first = first;
    node->count = (uint16_t)count;
    atomic_store_explicit(&node->state, GO_GROWN, memory_order_release);
    return true;
}

bool go_tree_grow_root(struct go_worker *worker, uint16_t *allowed, unsigned count)
{
    return grow(worker, &worker->tree->nodes[0], worker->root, allowed, count);
}

void go_tree_favour(struct go_tree *tree, const float games[GOBAN_POINTS])
{
    const struct go_node *root = &tree->nodes[0];
    for (uint32_t i = root->first; i < root->first + root->count; i++) {
        struct go_node *child = &tree->nodes[i];
        add_to(&child->games, games[child->move]);
        add_to(&child->won, games[child->move]);
        child->prior_won += games[child->move];
    }
}

/* Legal moves that fill no eye, and the pass. */
static void expand(struct go_worker *worker, struct go_node *node)
{
    const struct goban *board = &worker->board;
    uint16_t moves[GO_POINTS + 1];
    unsigned count = 0;
    for (unsigned i = 0; i < board->empties; i++) {
        uint16_t point = board->empty[i];
        if (!goban_is_eye(board, point, board->turn) && goban_is_legal(board, point) &&
            !repeats(worker, board, point))
            moves[count++] = point;
    }
    moves[count++] = GOBAN_PASS;
    grow(worker, node, board, moves, count);
}

/* How much a child promises by its own games and by RAVE, which is that of `cousin`. */
static float promise(const struct go_worker *worker, const struct go_node *node,
                     const struct go_node *cousin)
{
    float games = atomic_load_explicit(&node->games, memory_order_relaxed);
    float mean = games <= 0 ? 0.5f : atomic_load_explicit(&node->won, memory_order_relaxed) / games;
    float amaf = atomic_load_explicit(&cousin->amaf_games, memory_order_relaxed);
    if (!worker->manner->rave || amaf <= 0)
        return mean;
    float amaf_mean = atomic_load_explicit(&cousin->amaf_won, memory_order_relaxed) / amaf;
    float beta = amaf / (amaf + games + games * amaf / worker->manner->rave_equal);
    return beta * amaf_mean + (1 - beta) * mean;
}

/* Whose RAVE serves at a node: its own when it has visits enough, or when nobody above it at whom the
 * same colour moves has (NULL); else that of the nearest who has. */
static const uint32_t *find_elder(struct go_worker *worker, uint32_t number)
{
    const struct go_node *nodes = worker->tree->nodes;
    struct go_elder *elder = &worker->elders[worker->board.turn];
    if (worker->manner->grave == 0)
        return NULL;
    if (worker->path.depth < 2 || go_visits(&nodes[number]) >= worker->manner->grave) {
        elder->node = number;
        elder->listed = false;
        return NULL;
    }
    const struct go_node *node = &nodes[elder->node];
    if (!elder->listed) {
        memset(elder->children, 0, worker->root->limit * sizeof *elder->children);
        for (uint32_t i = node->first; i < node->first + node->count; i++)
            elder->children[nodes[i].move] = i;
        elder->listed = true;
    }
    return elder->children;
}

/* How many children of a node there are to choose from, a pass not counted: one more each time its
 * visits grow by two fifths (progressive widening: Coulom 2007). */
static uint32_t width(const struct go_worker *worker, const struct go_node *node)
{
    static const float growth = 0.336f; /* the logarithm of 1.4 */
    unsigned first = worker->manner->widening;
    uint32_t visits = go_visits(node);
    if (first == 0)
        return node->count;
    return visits < first ? 1 : 2 + (uint32_t)(logf((float)visits / (float)first) / growth);
}

static uint32_t choose(struct go_worker *worker, uint32_t number)
{
    const struct go_node *nodes = worker->tree->nodes, *node = &nodes[number];
    const uint32_t *elders = find_elder(worker, number);
    uint32_t best = node->first, wide = width(worker, node);
    float most = -1;
    for (uint32_t i = 0; i < node->count; i++) {
        if (i >= wide && i + 1 < node->count)
            i = node->count - 1u; /* the pass */
        const struct go_node *child = &nodes[node->first + i];
        uint32_t elder = elders == NULL ? 0 : elders[child->move];
        float value = promise(worker, child, elder == 0 ? child : &nodes[elder]);
        if (value > most) {
            most = value;
            best = node->first + i;
        }
    }
    return best;
}

/* Does the move just played end the game without result (simple ko): a stone that brings back a
 * board, or the last move that a game may have? */
static bool ends_by_repetition(const struct go_worker *worker)
{
    const struct goban *board = &worker->board;
    if (!worker->manner->superko && board->passes < 2 &&
        board->moves >= GO_MOVES_PER_POINT * board->points)
        return true;
    if (worker->manner->superko || board->passes > 0 ||
        board->captured[GO_BLACK] + board->captured[GO_WHITE] == 0)
        return false;
    return was_there(&worker->path, go_superko_key(board->key, board->turn, true),
                     worker->path.depth - 1);
}

/* Goes down to a leaf; the games of the nodes on the way are counted as lost until it is over. */
static void go_down(struct go_worker *worker)
{
    struct go_path *path = &worker->path;
    uint32_t number = 0;
    unsigned most = GO_MOVES_PER_POINT * worker->board.points;
    path->depth = 0;
    path->repeated = false;
    for (;;) {
        struct go_node *node = &worker->tree->nodes[number];
        path->nodes[path->depth] = number;
        path->keys[path->depth] =
            go_superko_key(worker->board.key, worker->board.turn, worker->manner->situational);
        uint32_t visits = go_visits(node);
        atomic_store_explicit(&node->visits, visits + 1, memory_order_relaxed);
        add_to(&node->games, 1);
        if (worker->board.passes >= 2 || path->repeated || worker->board.moves >= most ||
            path->depth + 1 >= GO_LONGEST_PLAYOUT)
            return;
        uint8_t state = atomic_load_explicit(&node->state, memory_order_acquire);
        if (state == GO_LEAF && visits >= worker->manner->expansion) {
            expand(worker, node);
            state = atomic_load_explicit(&node->state, memory_order_acquire);
        }
        if (state != GO_GROWN)
            return;
        number = choose(worker, number);
        path->depth++;
        goban_play(&worker->board, worker->tree->nodes[number].move);
        path->repeated = ends_by_repetition(worker);
    }
}

/* Black's points at the end, and whose each point is. A game that ended in the tree may have wide
 * empty regions; a random one has none. */
static int count_points(struct go_worker *worker)
{
    const struct goban *board = &worker->board;
    int score = 0;
    if (worker->playout.count == 0) {
        struct go_board plain = {.columns = board->columns, .rows = board->rows};
        uint8_t owners[GO_POINTS];
        for (unsigned i = 0; i < board->points; i++)
            plain.points[i] = board->colour[goban_point(board, i)];
        go_owners(&plain, owners);
        for (unsigned i = 0; i < board->points; i++) {
            int whose = owners[i] == GO_BLACK ? 1 : owners[i] == GO_WHITE ? -1 : 0;
            worker->owned[goban_point(board, i)] += whose;
            score += whose;
        }
        return score;
    }
    for (unsigned row = 1; row <= board->rows; row++)
        for (unsigned point = row * board->stride + 1;
             point <= row * board->stride + board->columns; point++) {
            unsigned around = board->around[point] & 0xff, low = around & 0x55,
                     high = around >> 1 & 0x55;
            uint8_t colour = board->colour[point];
            int whose = colour == GO_BLACK   ? 1
                        : colour == GO_WHITE ? -1
                                             : ((low & ~high) != 0) - ((high & ~low) != 0);
            worker->owned[point] += whose;
            score += whose;
        }
    return score;
}

/* Adds a result to all nodes of the way, from the leaf up, and to the siblings whose moves were
 * played later. `black` is what Black got, from 0 to 1. */
static void go_up(struct go_worker *worker, float black)
{
    struct go_path *path = &worker->path;
    struct go_node *nodes = worker->tree->nodes;
    uint8_t turn = worker->root->turn;
    if (path->depth % 2 == 1)
        turn = goban_other(turn);
    memset(worker->first, 0, worker->root->limit);
    uint8_t mover = turn;
    for (unsigned i = 0; i < worker->playout.count; i++, mover = goban_other(mover)) {
        uint16_t move = worker->playout.moves[i];
        if (worker->first[move] == 0)
            worker->first[move] = mover;
    }
    for (unsigned depth = path->depth + 1; depth-- > 0; turn = goban_other(turn)) {
        struct go_node *node = &nodes[path->nodes[depth]];
        /* `turn` moves at this node; the other has made its move. */
        add_to(&node->won, turn == GO_WHITE ? black : 1 - black);
        if (worker->manner->rave &&
            atomic_load_explicit(&node->state, memory_order_acquire) == GO_GROWN) {
            float own = turn == GO_BLACK ? black : 1 - black;
            worker->first[GOBAN_PASS] = 0;
            for (uint32_t i = node->first; i < node->first + node->count; i++)
                if (worker->first[nodes[i].move] == turn) {
                    add_to(&nodes[i].amaf_games, 1);
                    add_to(&nodes[i].amaf_won, own);
                }
        }
        worker->first[node->move] = goban_other(turn);
    }
}

void go_tree_round(struct go_worker *worker)
{
    goban_copy(&worker->board, worker->root);
    go_down(worker);
    worker->playout.count = 0;
    if (worker->path.repeated) {
        go_up(worker, 0.5f);
        return;
    }
    if (worker->board.passes < 2 && worker->board.moves < GO_MOVES_PER_POINT * worker->board.points)
        go_playout_run(&worker->board, worker->patterns, &worker->manner->policy, &worker->lots,
                       &worker->playout);
    int score = count_points(worker), margin = 2 * score - worker->manner->komi;
    uint64_t games = atomic_load_explicit(&worker->games, memory_order_relaxed);
    int64_t sum = atomic_load_explicit(&worker->score, memory_order_relaxed);
    atomic_store_explicit(&worker->games, games + 1, memory_order_relaxed);
    atomic_store_explicit(&worker->score, sum + score, memory_order_relaxed);
    float won = margin > 0 ? 1 : margin < 0 ? 0 : 0.5f;
    float share = 0.5f + 0.25f * (float)margin / (float)worker->root->points;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    go_up(worker, (1 - by_margin) * won + by_margin * share);
}
