/* Iterative-deepening alpha-beta over whole positions (Knuth and Moore, 1975; Slate and Atkin,
 * 1977), for any game of two players with rules and a judgement.
 *
 * Worths are seen by the player to move, and change their sign only when the turn really changes:
 * in some games a player moves again. The end of a game counts as it is, points first where there
 * are points, and the judgement is asked at the horizon only. A table of positions keeps what each
 * was worth and its best move, which is tried first one ply deeper; the game's own promises order
 * the other moves. A worth that no horizon touched holds at every depth. */
#include "think/alpha_beta.h"

#include <stdlib.h>

enum { POLL = 64, TABLE_BITS = 17 };
enum { WON = 1 << 29, GUESS_MOST = 1 << 28, TO_THE_END = ZM_ALPHA_BETA_DEEPEST + 1 };
enum bound { NOTHING, EXACT, AT_LEAST, AT_MOST };

struct entry {
    struct zm_hash128 key;
    int32_t worth;
    uint16_t best; /* which move, in the order of the rules */
    uint8_t depth; /* TO_THE_END: no horizon */
    uint8_t bound;
};

struct choice {
    uint32_t index;
    int32_t promise;
};

/* What one level of the tree works with; the memory is kept from visit to visit. */
struct level {
    struct zm_buffer position;
    struct zm_list moves;
    struct choice *order;
    size_t capacity;
    int mover;
};

struct search {
    const struct zm_instance *game;
    const struct zm_record *record; /* of the root */
    bool misere;
    struct zm_run *run;
    uint64_t nodes, most_nodes;
    bool stopped, failed;
    bool horizon; /* the worth just found rests on a judgement */
    struct entry *table;
    struct level levels[ZM_ALPHA_BETA_DEEPEST + 1];
};

static int mover_of(struct search *search, struct zm_bytes position, int otherwise)
{
    int turn = zm_turn_said(search->game, position);
    return turn < 0 ? otherwise : turn;
}

static int compare_choices(const void *a, const void *b)
{
    const struct choice *left = a, *right = b;
    if (left->promise != right->promise)
        return left->promise < right->promise ? 1 : -1;
    return left->index < right->index ? -1 : 1;
}

/* Lists the moves of a level's position. */
static bool list_moves(struct search *search, unsigned ply)
{
    struct level *level = &search->levels[ply];
    zm_list_clear(&level->moves);
    search->game->game->rules->moves(search->game->state, zm_buffer_bytes(&level->position),
                                     ply == 0 ? search->record : NULL, &level->moves);
    search->failed |= level->position.failed || zm_list_failed(&level->moves);
    return !search->failed;
}

/* Puts the move `first` (of the table; none: too large) before the others, the most promising of
 * which come first. */
static bool order_moves(struct search *search, struct level *level, uint32_t first)
{
    const struct zm_judgement *judgement = search->game->game->judgement;
    if (level->capacity < level->moves.count) {
        struct choice *more = realloc(level->order, level->moves.count * sizeof *more);
        search->failed |= more == NULL;
        if (more == NULL)
            return false;
        level->order = more;
        level->capacity = level->moves.count;
    }
    for (uint32_t i = 0; i < level->moves.count; i++) {
        int32_t promise =
            judgement->promise == NULL
                ? 0
                : judgement->promise(search->game->state, zm_buffer_bytes(&level->position),
                                     zm_list_at(&level->moves, i));
        level->order[i] = (struct choice){i, i == first ? INT32_MAX : promise};
    }
    qsort(level->order, level->moves.count, sizeof *level->order, compare_choices);
    return true;
}

/* Is the game over? Then `worth` is what it gave the player to move. A win is worth more the sooner
 * it comes. */
static bool is_over(struct search *search, unsigned ply, int32_t *worth)
{
    const struct zm_game *game = search->game->game;
    struct level *level = &search->levels[ply];
    struct zm_ending ending;
    zm_ending_with_moves(search->game, zm_buffer_bytes(&level->position), NULL, search->misere,
                         level->moves.count, &ending);
    *worth = 0;
    if (ending.scored && game->judgement->point > 0)
        *worth = (search->misere ? -1 : 1) * (ending.half_points[0] - ending.half_points[1]) *
                 game->judgement->point / 2;
    else if (ending.outcome == ZM_WIN || ending.outcome == ZM_LOSS)
        *worth = (ending.outcome == ZM_WIN ? 1 : -1) * (WON - (int32_t)ply);
    return ending.over;
}

static int32_t guess(struct search *search, struct zm_bytes position)
{
    int32_t worth = search->game->game->judgement->evaluate(search->game->state, position);
    worth = worth > GUESS_MOST ? GUESS_MOST : worth < -GUESS_MOST ? -GUESS_MOST : worth;
    search->horizon = true;
    return search->misere ? -worth : worth;
}

static bool out_of_time(struct search *search, unsigned ply)
{
    search->nodes++;
    if (search->nodes >= search->most_nodes ||
        (search->nodes % POLL == 0 && zm_run_poll(search->run, ply, 0)))
        search->stopped = true;
    return search->stopped || search->failed;
}

static struct entry *find_entry(struct search *search, struct zm_hash128 key)
{
    return &search->table[key.low & (((uint64_t)1 << TABLE_BITS) - 1)];
}

/* A win counts from the root in the search, from its own position in the table. */
static int32_t shift_win(int32_t worth, int32_t plies)
{
    return worth > GUESS_MOST ? worth + plies : worth < -GUESS_MOST ? worth - plies : worth;
}

static bool entry_decides(const struct entry *entry, unsigned depth, int32_t worth, int32_t alpha,
                          int32_t beta)
{
    return entry->depth >= depth &&
           (entry->bound == EXACT || (entry->bound == AT_LEAST && worth >= beta) ||
            (entry->bound == AT_MOST && worth <= alpha));
}

static int32_t visit(struct search *search, unsigned ply, unsigned depth, int32_t alpha,
                     int32_t beta, uint32_t *chosen);

/* Plays a listed move of a level, and gives what it is worth to the one who makes it. */
static int32_t try_move(struct search *search, unsigned ply, uint32_t index, unsigned depth,
                        int32_t alpha, int32_t beta)
{
    struct level *level = &search->levels[ply], *next = &search->levels[ply + 1];
    search->game->game->rules->apply(search->game->state, zm_buffer_bytes(&level->position),
                                     zm_list_at(&level->moves, index), &next->position);
    next->mover = mover_of(search, zm_buffer_bytes(&next->position), 1 - level->mover);
    if (next->mover == level->mover)
        return visit(search, ply + 1, depth, alpha, beta, NULL);
    return -visit(search, ply + 1, depth, -beta, -alpha, NULL);
}

/* The best of a level's moves within the window; `chosen` is which. */
static int32_t best_move(struct search *search, unsigned ply, unsigned depth, int32_t alpha,
                         int32_t beta, uint32_t *chosen)
{
    struct level *level = &search->levels[ply];
    int32_t best = -INT32_MAX; /* so that it can be negated */
    bool horizon = false;
    for (size_t i = 0; i < level->moves.count && (i == 0 || alpha < beta); i++) {
        int32_t worth = try_move(search, ply, level->order[i].index, depth - 1, alpha, beta);
        if (search->stopped || search->failed)
            break;
        horizon |= search->horizon;
        if (worth > best) {
            best = worth;
            *chosen = level->order[i].index;
        }
        alpha = worth > alpha ? worth : alpha;
    }
    search->horizon = horizon;
    return best;
}

/* The worth of a level's position to the player who moves there, exact inside the window. At the
 * root `chosen` is set to the best move, even of a depth that could not be finished: the first move
 * looked at is the best of the depth before. */
static int32_t visit(struct search *search, unsigned ply, unsigned depth, int32_t alpha,
                     int32_t beta, uint32_t *chosen)
{
    struct level *level = &search->levels[ply];
    int32_t worth;
    search->horizon = false;
    if (out_of_time(search, ply) || !list_moves(search, ply))
        return 0;
    if (is_over(search, ply, &worth))
        return worth;
    if (depth == 0)
        return guess(search, zm_buffer_bytes(&level->position));
    struct zm_hash128 key = zm_bytes_hash128(zm_buffer_bytes(&level->position));
    struct entry *entry = find_entry(search, key);
    uint32_t first = UINT32_MAX, best = UINT32_MAX;
    if (entry->bound != NOTHING && entry->key.low == key.low && entry->key.high == key.high) {
        worth = shift_win(entry->worth, -(int32_t)ply);
        search->horizon = entry->depth != TO_THE_END;
        if (ply > 0 && entry_decides(entry, depth, worth, alpha, beta))
            return worth;
        first = entry->best;
    }
    if (!order_moves(search, level, first))
        return 0;
    worth = best_move(search, ply, depth, alpha, beta, &best);
    if (chosen != NULL && best != UINT32_MAX)
        *chosen = best;
    if (search->stopped || search->failed)
        return worth;
    *entry = (struct entry){.key = key,
                            .worth = shift_win(worth, (int32_t)ply),
                            .best = best > UINT16_MAX ? UINT16_MAX : (uint16_t)best,
                            .depth = search->horizon ? (uint8_t)depth : TO_THE_END,
                            .bound = worth >= beta    ? AT_LEAST
                                     : worth <= alpha ? AT_MOST
                                                      : EXACT};
    return worth;
}

/* Deeper and deeper, from the position of level 0. */
static enum zm_status deepen(struct search *search, unsigned depth, struct zm_forecast *forecast,
                             struct zm_error *error)
{
    struct level *root = &search->levels[0];
    if (list_moves(search, 0) && root->moves.count == 0)
        return zm_fail(error, ZM_BAD_INPUT, "there is no legal move");
    if (search->failed || !order_moves(search, root, UINT32_MAX))
        return zm_fail_memory(error);
    uint32_t best = root->order[0].index;
    if (depth > ZM_ALPHA_BETA_DEEPEST)
        depth = ZM_ALPHA_BETA_DEEPEST;
    for (unsigned ahead = 1; ahead <= depth && !forecast->whole; ahead++) {
        int32_t worth = visit(search, 0, ahead, -WON - 1, WON + 1, &best);
        if (search->stopped || search->failed)
            break;
        forecast->worth = worth;
        forecast->depth = ahead;
        forecast->whole = !search->horizon;
        forecast->won = worth > GUESS_MOST;
        forecast->lost = worth < -GUESS_MOST;
    }
    forecast->nodes = search->nodes;
    if (!search->failed)
        zm_buffer_set(&forecast->move, zm_list_at(&root->moves, best));
    return search->failed || forecast->move.failed ? zm_fail_memory(error) : ZM_OK;
}

enum zm_status zm_alpha_beta(const struct zm_instance *instance, struct zm_bytes position,
                             const struct zm_record *record, bool misere, unsigned depth,
                             uint64_t nodes, struct zm_run *run, struct zm_forecast *forecast,
                             struct zm_error *error)
{
    const struct zm_game *game = instance->game;
    if (game->players == ZM_ONE_PLAYER || game->judgement == NULL)
        return zm_fail(error, ZM_BAD_INPUT, "%s has no judgement for two players", game->name);
    struct search *search = calloc(1, sizeof *search);
    struct entry *table = calloc((size_t)1 << TABLE_BITS, sizeof *table);
    enum zm_status status = ZM_OK;
    forecast->worth = 0;
    forecast->depth = 0;
    forecast->nodes = 0;
    forecast->whole = forecast->won = forecast->lost = false;
    if (search == NULL || table == NULL) {
        status = zm_fail_memory(error);
    } else {
        search->game = instance;
        search->record = record;
        search->misere = misere;
        search->run = run;
        search->most_nodes = nodes;
        search->table = table;
        zm_buffer_set(&search->levels[0].position, position);
        search->levels[0].mover = mover_of(search, position, 0);
        status = deepen(search, depth, forecast, error);
        for (size_t i = 0; i <= ZM_ALPHA_BETA_DEEPEST; i++) {
            zm_buffer_free(&search->levels[i].position);
            zm_list_free(&search->levels[i].moves);
            free(search->levels[i].order);
        }
    }
    free(table);
    free(search);
    return status;
}
