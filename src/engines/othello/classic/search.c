/* One node by fail-soft alpha-beta or NegaScout with everything that is switched on; see search.h. */
#include "engines/othello/classic/inside.h"

#include <stdlib.h>

const char *const classic_method_names[] = {"minimax", "one-bound", "fail-hard", "fail-soft",
                                            "scout",   "negascout", "deepening", NULL};
const char *const classic_sorting_names[] = {"none", "squares", "worth", NULL};
const char *const classic_replies_names[] = {"none", "history", "countermove", "killers", NULL};
const char *const classic_table_names[] = {"none", "pruning", "transpositions", NULL};

enum {
    POLL = 1023,        /* nodes between looks at the clock, less one */
    PRUNING_PLIES = 8,  /* from the root in which the pruning table is used */
    ENDGAME_TABLE = 6,  /* plies left from which positions are kept to the end of the game */
    MIDGAME_TABLE = 2,  /* and in the middle of it */
    FUTILITY_PLY = 6,   /* from the root on */
    FUTILITY_DEPTH = 2, /* plies left, at most */
    RAZOR = 2,          /* plies less */
};

bool classic_search_open(struct classic_search *search, const struct classic_knowledge *knowledge,
                         const struct classic_judge *judge, const struct classic_options *options)
{
    *search = (struct classic_search){.knowledge = knowledge, .judge = *judge, .options = *options};
    search->memory = malloc(sizeof *search->memory);
    return search->memory != NULL &&
           classic_tables_open(&search->tables, options->table == CLASSIC_PRUNING_TABLE,
                               options->table == CLASSIC_TRANSPOSITIONS ? options->entries : 0);
}

void classic_search_close(struct classic_search *search)
{
    classic_tables_close(&search->tables);
    free(search->memory);
    search->memory = NULL;
}

void classic_search_set(struct classic_search *search, const uint64_t discs[2], unsigned turn)
{
    classic_board_set(&search->knowledge->geometry, discs, turn, &search->board);
    classic_judge_begin(&search->judge, &search->board);
    classic_memory_clear(search->memory);
    classic_tables_clear(&search->tables);
    search->ply = 0;
    search->stopped = false;
    search->rises = search->falls = 0;
    search->expected_length = 0;
    search->line_length[0] = 0;
}

/* -- steps -- */

uint64_t classic_step(struct classic_search *search, unsigned square)
{
    const struct classic_geometry *geometry = &search->knowledge->geometry;
    uint64_t flips = square == CLASSIC_PASS ? 0 : classic_flips(geometry, &search->board, square);
    classic_play(geometry, &search->board, square, flips);
    search->played[search->ply++] = (uint8_t)square;
    return flips;
}

void classic_step_back(struct classic_search *search, unsigned square, uint64_t flips)
{
    search->ply--;
    classic_undo(&search->knowledge->geometry, &search->board, square, flips);
}

bool classic_must_stop(struct classic_search *search)
{
    if ((++search->counts.nodes & POLL) == 0 && search->run != NULL) {
        atomic_fetch_add_explicit(&search->run->nodes, POLL + 1, memory_order_relaxed);
        search->stopped = search->stopped || zm_run_poll(search->run, search->ply, 0);
    }
    return search->stopped;
}

/* -- leaves -- */

int classic_ended(struct classic_search *search)
{
    int final = classic_final(&search->board);
    search->counts.leaves++;
    if (search->judge.evaluation == CLASSIC_DISCS)
        return final;
    return final > 0 ? CLASSIC_WON + final : final < 0 ? final - CLASSIC_WON : 0;
}

/* The static evaluation, with the numbers of moves on the way. */
static int judged(struct classic_search *search)
{
    const struct classic_geometry *geometry = &search->knowledge->geometry;
    int path[2] = {0, 0};
    if (search->judge.evaluation == CLASSIC_PATH) {
        const struct classic_board *board = &search->board;
        path[0] = search->ply > 0
                      ? search->mobility[search->ply - 1]
                      : (int)othello_discs(classic_moves(geometry, board, 1 - board->turn));
        path[1] = search->ply > 1 ? search->mobility[search->ply - 2]
                                  : (int)othello_discs(classic_moves(geometry, board, board->turn));
    }
    return classic_worth(&search->judge, &search->board, path);
}

int classic_leaf(struct classic_search *search)
{
    const struct classic_board *board = &search->board;
    if (classic_empty(board) == 0 || board->discs[0] == 0 || board->discs[1] == 0)
        return classic_ended(search);
    search->counts.leaves++;
    return judged(search);
}

/* -- a node -- */

struct node {
    unsigned depth, first, best_move;
    int alpha, beta;  /* as they came in */
    int lower, upper; /* what the table knows */
    int best;
    bool scouts, from_table; /* `first` is the table's */
};

/* Asks the tables; true: the answer is known already, and is the node's best. */
static bool ask_tables(struct classic_search *search, struct node *node)
{
    const struct classic_board *board = &search->board;
    struct classic_known known;
    unsigned move;
    if (search->options.table == CLASSIC_PRUNING_TABLE && search->ply < PRUNING_PLIES &&
        classic_pruning_read(&search->tables, board->turn, board->key, &move)) {
        uint64_t moves = classic_moves(&search->knowledge->geometry, board, board->turn);
        node->from_table = (moves >> move & 1) != 0;
        search->tables.counts.found += node->from_table;
        if (node->from_table && node->first == CLASSIC_LISTED)
            node->first = move;
    }
    if (!classic_keeps_positions(search, node->depth) ||
        !classic_recall(&search->tables, board->turn, board->key, board->signature, node->depth,
                        &known))
        return false;
    if (known.bound != CLASSIC_UPPER)
        node->lower = known.score;
    if (known.bound != CLASSIC_LOWER)
        node->upper = known.score;
    node->best = known.score;
    if (node->first == CLASSIC_LISTED)
        node->first = known.move;
    node->from_table = true;
    return known.bound == CLASSIC_EXACT || node->lower >= node->beta || node->upper <= node->alpha;
}

bool classic_keeps_positions(const struct classic_search *search, unsigned depth)
{
    return search->options.table == CLASSIC_TRANSPOSITIONS &&
           depth >= (search->judge.evaluation == CLASSIC_DISCS ? ENDGAME_TABLE : MIDGAME_TABLE);
}

/* Tells the tables what a node came to. */
static void tell_tables(struct classic_search *search, const struct node *node)
{
    const struct classic_board *board = &search->board;
    if (node->best_move >= CLASSIC_PASS)
        return;
    if (node->from_table && node->best_move == node->first)
        search->tables.counts.best++;
    if (search->options.table == CLASSIC_PRUNING_TABLE && search->ply < PRUNING_PLIES)
        classic_pruning_write(
            &search->tables, board->turn, board->key, node->best_move, node->depth,
            node->beta - node->alpha <= 1 || node->best <= node->alpha || node->best >= node->beta);
    if (classic_keeps_positions(search, node->depth)) {
        struct classic_known known = {.move = node->best_move,
                                      .score = node->best,
                                      .bound = node->best <= node->alpha  ? CLASSIC_UPPER
                                               : node->best >= node->beta ? CLASSIC_LOWER
                                                                          : CLASSIC_EXACT};
        classic_remember(&search->tables, board->turn, board->key, board->signature, node->depth,
                         &known);
    }
}

/* Is the node so far outside its window that it need not be searched? `guess` is its evaluation. */
static bool is_futile(const struct classic_search *search, const struct node *node, int guess)
{
    return !search->short_search && search->ply >= FUTILITY_PLY && !node->from_table &&
           (guess + search->rises <= node->alpha || guess - search->falls >= node->beta);
}

/* The worth of the child on the board: by a full window, or by a null window first. */
static int child_worth(struct classic_search *search, const struct node *node, bool first,
                       int alpha)
{
    unsigned depth = node->depth - 1;
    if (!node->scouts || first)
        return -classic_visit(search, node->scouts, depth, -node->beta, -alpha);
    if (search->options.razoring && !search->short_search && node->beta - node->alpha > 1 &&
        depth > RAZOR) {
        int less = -classic_visit(search, true, depth - RAZOR, -alpha - 1, -alpha);
        if (less <= alpha || less >= node->beta)
            return less;
    }
    int worth = -classic_visit(search, true, depth, -alpha - 1, -alpha);
    if (worth > alpha && worth < node->beta)
        worth = -classic_visit(search, true, depth, -node->beta, -worth);
    return worth;
}

/* Puts a move before the line of its child. */
static void extend_line(struct classic_search *search, unsigned square)
{
    unsigned ply = search->ply;
    uint8_t *line = search->line[ply], *rest = search->line[ply + 1];
    line[0] = (uint8_t)square;
    for (unsigned i = 0; i < search->line_length[ply + 1]; i++)
        line[i + 1] = rest[i];
    search->line_length[ply] = (uint8_t)(search->line_length[ply + 1] + 1);
}

/* Searches the moves of a node; false: stopped. */
static bool search_moves(struct classic_search *search, struct node *node, bool follows,
                         const struct classic_list *list)
{
    int alpha = node->lower > node->alpha ? node->lower : node->alpha;
    int worths[CLASSIC_MOST_MOVES];
    node->best = -CLASSIC_INFINITE;
    for (unsigned i = 0; i < list->count; i++)
        worths[i] = -CLASSIC_INFINITE;
    for (unsigned i = 0; i < list->count && alpha < node->beta; i++) {
        unsigned square = list->squares[i];
        uint64_t flips = classic_step(search, square);
        search->following = follows && i == 0;
        search->line_length[search->ply] = 0;
        worths[i] = child_worth(search, node, i == 0, alpha);
        classic_step_back(search, square, flips);
        if (search->stopped)
            return false;
        if (worths[i] > node->best) {
            node->best = worths[i];
            node->best_move = square;
            if (worths[i] > alpha)
                extend_line(search, square);
        }
        alpha = node->best > alpha ? node->best : alpha;
    }
    classic_keep(search, list, worths);
    if (node->best > node->alpha)
        classic_learn(search, node->depth, node->best_move);
    return true;
}

/* Notes how far a search was from the evaluation. */
static void learn_margin(struct classic_search *search, int guess, int best)
{
    if (abs(best) >= CLASSIC_WON / 2)
        return;
    if (best - guess > search->rises)
        search->rises = best - guess;
    if (guess - best > search->falls)
        search->falls = guess - best;
}

int classic_visit(struct classic_search *search, bool scouts, unsigned depth, int alpha, int beta)
{
    struct node node = {.depth = depth,
                        .first = CLASSIC_LISTED,
                        .best_move = CLASSIC_PASS,
                        .alpha = alpha,
                        .beta = beta,
                        .lower = -CLASSIC_INFINITE,
                        .upper = CLASSIC_INFINITE,
                        .scouts = scouts};
    bool follows = search->following && search->ply < search->expected_length;
    bool futility = search->options.futility && depth <= FUTILITY_DEPTH;
    struct classic_list list;
    search->following = false;
    search->line_length[search->ply] = 0;
    if (depth == 0 || search->ply >= CLASSIC_DEEPEST)
        return classic_leaf(search);
    if (classic_must_stop(search))
        return 0;
    if (follows)
        node.first = search->expected[search->ply];
    if (ask_tables(search, &node))
        return node.best;
    int guess = futility ? judged(search) : 0;
    if (futility && is_futile(search, &node, guess)) {
        search->counts.pruned++;
        return guess;
    }
    classic_order(search, depth, node.first, &list);
    if (list.count == 0)
        return classic_ended(search);
    follows = follows && list.squares[0] == search->expected[search->ply];
    node.beta = node.upper < beta ? node.upper : beta;
    if (!search_moves(search, &node, follows, &list))
        return 0;
    node.beta = beta;
    /* What the table knew holds as well. */
    node.best = node.best < node.lower   ? node.lower
                : node.best > node.upper ? node.upper
                                         : node.best;
    tell_tables(search, &node);
    /* Where a window was closed the best is a bound, which tells nothing of the true distance. */
    if (futility && node.best > alpha && node.best < beta)
        learn_margin(search, guess, node.best);
    return node.best;
}
