/* The tree of the search; see search.h. */
#include "engines/loa/search.h"

enum {
    LOOK_EVERY = 1024, /* nodes between two looks at the clock */
    NULL_LEAST = 2,    /* the depth from which a null move is tried */
    LATE_MOVE = 3,     /* moves before one counts as late */
    LATE_DEPTH = 3,
    BLIND_DEPTH = 5,    /* from which a position without a known move is searched less deep */
    FEW_GROUPS = 4 * 3, /* 4E up to which a side may connect by one move */
    SURE_DEPTH = 4,     /* up to which a worth far above the window is believed */
    SURE_MARGIN = 90,   /* a ply */
    FUTILE_DEPTH = 2,   /* up to which quiet moves are left out where the worth is far below */
    FUTILE_MARGIN = 70,
    PRUNED_DEPTH = 3, /* up to which the last moves are left out */
};

static int visit(struct loa_search *search, unsigned ply, int depth, int alpha, int beta,
                 bool nullable);

static bool out_of_time(struct loa_search *search, unsigned ply)
{
    struct zm_run *run = search->run;
    search->nodes++;
    if (search->nodes % LOOK_EVERY == 0) {
        atomic_fetch_add_explicit(&run->nodes, LOOK_EVERY, memory_order_relaxed);
        if (search->leads)
            zm_run_poll(run, ply, 0);
        search->stopped |= zm_run_stopped(run);
    }
    search->stopped |= run->most_nodes > 0 && search->nodes >= run->most_nodes;
    search->stopped |= search->budget > 0 && search->nodes >= search->budget;
    return search->stopped;
}

/* Is the game over after a move that may have captured? `worth` is then for who made it, at the
 * ply after it. */
static bool is_won(const struct loa_search *search, bool captured, unsigned ply, int *worth)
{
    const struct loa_state *state = &search->state;
    bool own = loa_connected(state, 1u - state->turn);
    bool other = captured && loa_connected(state, state->turn);
    if (!own && !other)
        return false;
    bool drawn = own && other && !search->rules->mover_wins;
    *worth = drawn ? 0 : (own ? 1 : -1) * (LOA_WON - (int)ply);
    return true;
}

/* Has the position of a ply been on the branch above, or on the board? */
static bool is_repeated(const struct loa_search *search, unsigned ply)
{
    const struct zm_hash128 *here = &search->path[search->past + ply];
    for (unsigned i = 2; i <= search->past + ply; i += 2)
        if (zm_hash128_equal(here[-(int)i], *here))
            return true;
    return false;
}

/* A win counts from the root in the search, from its own position in the table. */
static int shift_win(int worth, int plies)
{
    return worth > LOA_GUESSED ? worth + plies : worth < -LOA_GUESSED ? worth - plies : worth;
}

/* Does the table know enough of a ply's position? It sets `first` to the move that it knows. */
static bool look_up(const struct loa_search *search, unsigned ply, int depth, int alpha, int beta,
                    loa_step *first, int *worth)
{
    struct zm_transposition entry;
    if (!search->parts.table ||
        !zm_transpositions_get(search->transpositions, search->path[search->past + ply], &entry))
        return false;
    *first = entry.best;
    *worth = shift_win(entry.worth, -(int)ply);
    bool proved = entry.worth > LOA_GUESSED || entry.worth < -LOA_GUESSED;
    return (entry.depth >= depth || proved) &&
           (entry.bound == ZM_BOUND_EXACT || (entry.bound == ZM_BOUND_LOWER && *worth >= beta) ||
            (entry.bound == ZM_BOUND_UPPER && *worth <= alpha));
}

static void keep(struct loa_search *search, unsigned ply, int depth, int alpha, int beta, int worth,
                 loa_step best)
{
    const struct zm_transposition entry = {
        .worth = shift_win(worth, (int)ply),
        .best = best,
        .depth = (uint8_t)depth,
        .bound = worth >= beta    ? ZM_BOUND_LOWER
                 : worth <= alpha ? ZM_BOUND_UPPER
                                  : ZM_BOUND_EXACT,
    };
    if (search->parts.table && !search->stopped)
        zm_transpositions_put(search->transpositions, search->path[search->past + ply], &entry);
}

/* Does a move connect the men of who makes it? */
static bool connects(const struct loa_tables *tables, const struct loa_state *state, loa_step move)
{
    uint64_t own = state->men[state->turn], rest = own & ~loa_bit(loa_from(move));
    uint64_t men = rest | loa_bit(loa_to(move));
    int euler4 = state->euler4[state->turn] -
                 tables->quads[loa_hood(tables, rest, loa_from(move))] +
                 tables->quads[loa_hood(tables, rest, loa_to(move))];
    return euler4 <= 4 && loa_group(men, loa_bit(loa_to(move))) == men;
}

loa_step loa_winning_move(const struct loa_tables *tables, const struct loa_state *state,
                          const struct loa_rules *rules)
{
    loa_step moves[LOA_MOVES];
    unsigned own = state->turn;
    if (state->euler4[own] > FEW_GROUPS)
        return LOA_NO_STEP;
    unsigned count = loa_generate(tables, state, moves);
    for (unsigned i = 0; i < count; i++) {
        if (!connects(tables, state, moves[i]))
            continue;
        uint64_t others = state->men[1 - own] & ~loa_bit(loa_to(moves[i]));
        bool drawn = others != state->men[1 - own] && !rules->mover_wins &&
                     loa_group(others, others & -others) == others;
        if (!drawn)
            return moves[i];
    }
    return LOA_NO_STEP;
}

/* The worth at the horizon. */
static int look_at_leaf(struct loa_search *search, unsigned ply)
{
    loa_step win = search->parts.quiescence
                       ? loa_winning_move(search->tables, &search->state, search->rules)
                       : LOA_NO_STEP;
    if (win != LOA_NO_STEP) {
        search->lines[ply].moves[0] = win;
        search->lines[ply].count = 1;
        return LOA_WON - (int)ply - 1;
    }
    return loa_evaluate_sums(search->evaluator, search->tables, &search->state,
                             search->uses_sums ? &search->sums[ply] : NULL);
}

/* Makes the sums of the root. */
static void begin_sums(struct loa_search *search)
{
    search->uses_sums = loa_uses_sums(search->evaluator, search->tables);
    if (search->uses_sums)
        loa_sums_set(&search->evaluator->net, &search->state, &search->sums[0]);
}

/* The worth of a ply's position without looking ahead, where it may save looking. */
static int glance(struct loa_search *search, unsigned ply, int depth, int alpha, int beta)
{
    bool asked = (search->parts.futility || search->parts.late) && depth <= SURE_DEPTH &&
                 beta - alpha == 1 && beta < LOA_GUESSED && alpha > -LOA_GUESSED;
    return asked ? loa_evaluate_sums(search->evaluator, search->tables, &search->state,
                                     search->uses_sums ? &search->sums[ply] : NULL)
                 : LOA_INFINITE;
}

/* Are moves from here on left out if they are quiet: too late, or the worth too far below the window?
 */
static bool is_tail(const struct loa_search *search, unsigned ply, int depth, unsigned tried,
                    int alpha)
{
    static const unsigned enough[PRUNED_DEPTH + 1] = {0, 5, 9, 14};
    int seen = search->glances[ply];
    if (seen == LOA_INFINITE || tried == 0)
        return false;
    return (search->parts.futility && depth <= FUTILE_DEPTH &&
            seen + FUTILE_MARGIN * depth <= alpha) ||
           (search->parts.late && depth <= PRUNED_DEPTH && tried >= enough[depth]);
}

/* Neither captures a move nor wins it at once. */
static bool is_quiet(const struct loa_search *search, loa_step move)
{
    const struct loa_state *state = &search->state;
    return (state->men[1 - state->turn] & loa_bit(loa_to(move))) == 0 &&
           !connects(search->tables, state, move);
}

/* Gives the turn away: what is worth beta to who does not even move is worth it. */
static bool try_null(struct loa_search *search, unsigned ply, int depth, int beta)
{
    int reduced = depth - 1 - (2 + depth / 4);
    search->state.turn ^= 1;
    search->sums[ply + 1] = search->sums[ply];
    int worth = -visit(search, ply + 1, reduced < 0 ? 0 : reduced, -beta, -beta + 1, false);
    search->state.turn ^= 1;
    return worth >= beta && !search->stopped;
}

static void take_line(struct loa_search *search, unsigned ply, loa_step move)
{
    struct loa_line *line = &search->lines[ply], *next = &search->lines[ply + 1];
    line->moves[0] = move;
    line->count = next->count < LOA_DEEPEST ? next->count + 1 : LOA_DEEPEST;
    memcpy(line->moves + 1, next->moves, (line->count - 1) * sizeof *line->moves);
}

/* How many plies less a late move that promises little is searched first. */
static int reduction(const struct loa_search *search, int depth, unsigned tried, bool captured,
                     int32_t promise)
{
    if (!search->parts.reductions || depth < LATE_DEPTH || tried < LATE_MOVE || captured ||
        promise >= LOA_KILLER_PROMISE)
        return 0;
    int less = 1 + (tried > 8) + (tried > 20 && depth > 5);
    return less < depth - 1 ? less : depth - 2;
}

/* The worth of a move that is made already to who made it. */
static int look_behind(struct loa_search *search, unsigned ply, int depth, int less, int alpha,
                       int beta, bool first)
{
    int worth;
    if (first || !search->parts.pvs)
        return -visit(search, ply + 1, depth - 1, -beta, -alpha, true);
    worth = -visit(search, ply + 1, depth - 1 - less, -alpha - 1, -alpha, true);
    if (worth > alpha && less > 0 && !search->stopped)
        worth = -visit(search, ply + 1, depth - 1, -alpha - 1, -alpha, true);
    if (worth > alpha && worth < beta && !search->stopped)
        worth = -visit(search, ply + 1, depth - 1, -beta, -alpha, true);
    return worth;
}

static int try_move(struct loa_search *search, unsigned ply, int depth, loa_step move,
                    unsigned tried, int32_t promise, int alpha, int beta)
{
    struct loa_undo undo;
    int worth;
    if (search->parts.table && depth > 1)
        zm_transpositions_fetch(search->transpositions, loa_key_after(&search->state, move));
    loa_make(search->tables, &search->state, move, &undo);
    search->lines[ply + 1].count = 0;
    if (!is_won(search, undo.captured, ply + 1, &worth)) {
        if (search->uses_sums)
            loa_sums_move(&search->evaluator->net, &search->sums[ply], 1u - search->state.turn,
                          move, undo.captured, &search->sums[ply + 1]);
        int less = reduction(search, depth, tried, undo.captured, promise);
        worth = look_behind(search, ply, depth, less, alpha, beta, tried == 0);
    }
    loa_unmake(search->tables, &search->state, move, &undo);
    return worth;
}

/* A side without moves passes, or has lost. */
static int pass(struct loa_search *search, unsigned ply, int depth, int alpha, int beta)
{
    if (search->rules->blocked_loses)
        return -(LOA_WON - (int)ply);
    if (search->state.mobility[1 - search->state.turn] == 0)
        return 0;
    search->state.turn ^= 1;
    search->sums[ply + 1] = search->sums[ply];
    int worth = -visit(search, ply + 1, depth - 1, -beta, -alpha, true);
    search->state.turn ^= 1;
    take_line(search, ply, LOA_PASSING);
    return worth;
}

/* The best of a ply's moves within the window; `chosen` is which. The table's move is tried before
 * the others are listed: keys stand for their positions, so that it is legal. */
static int best_move(struct loa_search *search, unsigned ply, int depth, int alpha, int beta,
                     loa_step first, loa_step *chosen)
{
    struct loa_picks picks; /* not cleared: it is large */
    int best = -LOA_INFINITE;
    bool listed = first == LOA_NO_STEP;
    picks.count = 1;
    picks.moves[0] = first;
    picks.promises[0] = INT32_MAX;
    if (listed)
        loa_order_begin(search, ply, first, &picks);
    for (unsigned i = 0; i < picks.count; i++) {
        if (!listed && i == 1) /* the table's move was one of these, and stays the first */
            loa_order_next(&picks, 0);
        bool tail = is_tail(search, ply, depth, i, alpha);
        loa_step move = tail ? picks.moves[i] : loa_order_next(&picks, i);
        int worth = tail && is_quiet(search, move)
                        ? alpha
                        : try_move(search, ply, depth, move, i, picks.promises[i], alpha, beta);
        if (search->stopped)
            break;
        if (worth > best) {
            best = worth;
            *chosen = move;
            if (worth > alpha)
                take_line(search, ply, move);
        }
        if (worth >= beta) {
            loa_order_reward(search, ply, picks.moves, i, (unsigned)depth);
            break;
        }
        alpha = worth > alpha ? worth : alpha;
        if (!listed && i == 0)
            loa_order_begin(search, ply, first, &picks);
    }
    return best;
}

/* The worth of a ply's position to the side to move: exact inside the window. */
static int visit(struct loa_search *search, unsigned ply, int depth, int alpha, int beta,
                 bool nullable)
{
    int worth;
    loa_step first = LOA_NO_STEP, chosen = LOA_NO_STEP;
    search->lines[ply].count = 0;
    if (out_of_time(search, ply))
        return 0;
    search->path[search->past + ply] = loa_key(&search->state);
    if (ply > 0 && is_repeated(search, ply))
        return 0;
    if (depth <= 0 || ply >= LOA_DEEPEST)
        return loa_mobility(&search->state) == 0 && search->rules->blocked_loses
                   ? -(LOA_WON - (int)ply)
                   : look_at_leaf(search, ply);
    if (ply > 0 && look_up(search, ply, depth, alpha, beta, &first, &worth))
        return worth;
    if (loa_mobility(&search->state) == 0)
        return pass(search, ply, depth, alpha, beta);
    int seen = search->glances[ply] = glance(search, ply, depth, alpha, beta);
    if (search->parts.futility && seen != LOA_INFINITE && seen - SURE_MARGIN * depth >= beta)
        return beta;
    if (search->parts.null_move && nullable && depth >= NULL_LEAST && beta - alpha == 1 &&
        beta < LOA_GUESSED && beta > -LOA_GUESSED && try_null(search, ply, depth, beta))
        return beta;
    if (search->parts.reductions && first == LOA_NO_STEP && depth >= BLIND_DEPTH)
        depth--; /* internal iterative reduction: the next depth will know a move */
    worth = best_move(search, ply, depth, alpha, beta, first, &chosen);
    keep(search, ply, depth, alpha, beta, worth, chosen);
    return worth;
}

int loa_search_root(struct loa_search *search, unsigned depth, int alpha, int beta)
{
    begin_sums(search);
    return visit(search, 0, (int)depth, alpha, beta, false);
}

int loa_search_move(struct loa_search *search, loa_step first, unsigned depth, int alpha, int beta)
{
    search->path[search->past] = loa_key(&search->state);
    search->lines[1].count = 0;
    begin_sums(search);
    search->glances[0] = LOA_INFINITE;
    if (first != LOA_PASSING)
        return try_move(search, 0, (int)depth + 1, first, 0, 0, alpha, beta);
    search->state.turn ^= 1;
    search->sums[1] = search->sums[0];
    int worth = -visit(search, 1, (int)depth, -beta, -alpha, true);
    search->state.turn ^= 1;
    return worth;
}

unsigned loa_search_list(struct loa_search *search, loa_step moves[LOA_MOVES + 1])
{
    struct loa_picks picks;
    loa_order_begin(search, 0, LOA_NO_STEP, &picks);
    for (unsigned i = 0; i < picks.count; i++)
        moves[i] = loa_order_next(&picks, i);
    if (picks.count > 0)
        return picks.count;
    moves[0] = LOA_PASSING;
    return !search->rules->blocked_loses && search->state.mobility[1 - search->state.turn] > 0;
}
