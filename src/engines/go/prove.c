/* Proofs on small boards; see prove.h. */
#include "engines/go/prove.h"

#include <stdlib.h>

enum {
    LONGEST = GO_MOVES_PER_POINT * SMALL_POINTS + 1,
    POLL = 1024,
};

struct prover {
    struct small_size size;
    struct zm_run *run;
    unsigned hero; /* who proves */
    int target;    /* that his margin is at least this */
    uint64_t path[2 * LONGEST];
    unsigned count; /* of boards on the path */
    bool positional, stopped;
    bool ends; /* the game is over after as many moves as are looked ahead, and counted */
    uint64_t nodes, most; /* 0: there is no limit */
    uint32_t killers[LONGEST][2];
};

struct place {
    struct small_board board;
    unsigned turn;
    bool passed;
};

/* How a board on the path is remembered. */
static uint64_t path_key(const struct prover *prover, const struct small_board *board,
                         unsigned turn)
{
    uint64_t key = board->stones[0] | (uint64_t)board->stones[1] << SMALL_POINTS;
    return prover->positional ? key : key | (uint64_t)turn << 2 * SMALL_POINTS;
}

static bool on_path(const struct prover *prover, uint64_t key)
{
    for (unsigned i = prover->count; i-- > 0;)
        if (prover->path[i] == key)
            return true;
    return false;
}

static int hero_margin(const struct prover *prover, const struct small_board *board)
{
    int margin = small_margin(&prover->size, board);
    return prover->hero == 0 ? margin : -margin;
}

/* What is sure for both may be enough to prove or to give up: 1, -1; else 0. */
static int by_sure_points(const struct prover *prover, const struct small_board *board)
{
    const struct small_size *size = &prover->size;
    int points = (int)size->points;
    int own = __builtin_popcount(small_sure(size, board, prover->hero));
    if (2 * own - points >= prover->target)
        return 1;
    int other = __builtin_popcount(small_sure(size, board, 1 - prover->hero));
    return points - 2 * other < prover->target ? -1 : 0;
}

static bool prove(struct prover *prover, const struct place *place, unsigned depth);

/* Goes on to a place, which is put on the path. */
static bool prove_next(struct prover *prover, const struct place *next, unsigned depth)
{
    prover->path[prover->count++] = path_key(prover, &next->board, next->turn);
    bool proved = prove(prover, next, depth - 1);
    prover->count--;
    return proved;
}

/* A pass: ends the game after another one. */
static bool prove_pass(struct prover *prover, const struct place *place, unsigned depth)
{
    struct place next = {place->board, 1 - place->turn, true};
    if (place->passed)
        return hero_margin(prover, &place->board) >= prover->target;
    return prove_next(prover, &next, depth);
}

/* The moves of a place in the order in which they are tried: captures, killers, from the middle. */
static unsigned list_moves(const struct prover *prover, const struct place *place, unsigned depth,
                           uint32_t *moves, struct small_board *boards)
{
    const struct small_size *size = &prover->size;
    int worths[SMALL_POINTS];
    unsigned count = 0;
    uint32_t empty = size->all & ~place->board.stones[0] & ~place->board.stones[1];
    for (; empty != 0; empty &= empty - 1) {
        uint32_t point = empty & -empty;
        struct small_board board = place->board;
        if (!small_play(size, &board, place->turn, point))
            continue;
        uint32_t taken = place->board.stones[1 - place->turn] & ~board.stones[1 - place->turn];
        int worth = 8 * __builtin_popcount(taken) +
                    2 * __builtin_popcount(small_near(size, point)) +
                    __builtin_popcount(small_near(size, small_near(size, point)));
        worth += prover->killers[depth][place->turn] == point ? 20 : 0;
        unsigned at = count++;
        for (; at > 0 && worths[at - 1] < worth; at--) {
            worths[at] = worths[at - 1];
            moves[at] = moves[at - 1];
            boards[at] = boards[at - 1];
        }
        worths[at] = worth;
        moves[at] = point;
        boards[at] = board;
    }
    return count;
}

/* Is the place proved with so many moves more? */
static bool try_moves(struct prover *prover, const struct place *place, unsigned depth)
{
    uint32_t moves[SMALL_POINTS];
    struct small_board boards[SMALL_POINTS];
    bool own = place->turn == prover->hero;
    /* The pass first where it may end the matter; of the prover else last. */
    bool early = !own || place->passed;
    if (early && prove_pass(prover, place, depth) == own)
        return own;
    unsigned count = list_moves(prover, place, depth, moves, boards);
    for (unsigned i = 0; i < count && !prover->stopped; i++) {
        struct place next = {boards[i], 1 - place->turn, false};
        if (on_path(prover, path_key(prover, &next.board, next.turn)))
            continue; /* superko forbids it */
        if (prove_next(prover, &next, depth) == own) {
            prover->killers[depth][place->turn] = moves[i];
            return own;
        }
    }
    if (!early && !prover->stopped)
        return prove_pass(prover, place, depth);
    return !own && !prover->stopped;
}

static bool prove(struct prover *prover, const struct place *place, unsigned depth)
{
    if (++prover->nodes % POLL == 0 && zm_run_poll(prover->run, depth, 0))
        prover->stopped = true;
    if (prover->most != 0 && prover->nodes > prover->most)
        prover->stopped = true;
    if (prover->stopped)
        return false;
    int sure = by_sure_points(prover, &place->board);
    if (sure != 0)
        return sure > 0;
    if (depth == 0)
        return prover->ends && hero_margin(prover, &place->board) >= prover->target;
    return try_moves(prover, place, depth);
}

/* Puts the boards of the game so far on the path. */
static void begin(struct prover *prover, const struct go_game *game)
{
    unsigned size = go_size(&game->board);
    struct go_board board = game->board;
    struct small_board small;
    prover->count = 0;
    unsigned turn = game->board.turn - GO_BLACK;
    for (unsigned i = 0; i <= game->moves; i++) {
        if (i < game->moves)
            memcpy(board.points, game->boards.data + (size_t)i * size, size);
        else
            board = game->board;
        small_read(&board, &small);
        prover->path[prover->count++] =
            path_key(prover, &small, (game->moves - i) % 2 == 0 ? turn : 1 - turn);
    }
}

/* Does a side get this margin, looking so far ahead? */
static bool claim(struct prover *prover, const struct go_game *game, unsigned hero, int target,
                  unsigned depth)
{
    struct place root = {.turn = game->board.turn - GO_BLACK, .passed = game->passes > 0};
    prover->hero = hero;
    prover->target = target;
    small_read(&game->board, &root.board);
    return prove(prover, &root, depth);
}

/* Both sides prove what they can, deeper and deeper, until they meet; at the latest where games are
 * over by their length. */
static void meet(struct prover *provers[2], const struct go_game *game, struct go_proof *proof)
{
    int points = (int)go_size(&game->board);
    unsigned left = GO_MOVES_PER_POINT * go_size(&game->board) - game->moves;
    proof->lower = -points;
    proof->upper = points;
    for (unsigned depth = 2; depth <= left && proof->lower < proof->upper; depth++) {
        proof->depth = depth;
        provers[0]->ends = provers[1]->ends = depth == left;
        while (proof->lower < proof->upper && claim(provers[0], game, 0, proof->lower + 1, depth))
            proof->lower++;
        while (proof->lower < proof->upper && claim(provers[1], game, 1, 1 - proof->upper, depth))
            proof->upper--;
        if (provers[0]->stopped || provers[1]->stopped)
            break;
    }
    proof->known = proof->lower == proof->upper;
    proof->nodes = provers[0]->nodes + provers[1]->nodes;
}

static struct prover *open_prover(const struct go_game *game, bool positional, uint64_t nodes,
                                  struct zm_run *run)
{
    struct prover *prover = calloc(1, sizeof *prover);
    if (prover == NULL)
        return NULL;
    prover->run = run;
    prover->positional = positional;
    prover->most = nodes;
    small_size_set(&prover->size, game->board.columns, game->board.rows);
    begin(prover, game);
    return prover;
}

enum zm_status go_prove(const struct go_game *game, bool positional, uint64_t nodes,
                        struct zm_run *run, struct go_proof *proof, struct zm_error *error)
{
    struct prover *provers[2] = {open_prover(game, positional, nodes, run),
                                 open_prover(game, positional, nodes, run)};
    *proof = (struct go_proof){0};
    bool made = provers[0] != NULL && provers[1] != NULL;
    if (made)
        meet(provers, game, proof);
    free(provers[0]);
    free(provers[1]);
    return !made ? zm_fail_memory(error) : proof->known ? ZM_OK : ZM_STOPPED;
}
