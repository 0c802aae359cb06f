/* A player for games of two that looks ahead: iterative deepening (Slate and Atkin, 1977) over the
 * search of alpha_beta_search.c, one move deeper each time, until the time or the nodes are over or
 * nothing is left to guess. It plays best where the game has an evaluation (zm_judgement); without
 * one it sees the ends of games and nothing else.
 *
 * The transposition table stays from move to move. Several threads search the same root at varied
 * depths and in varied order and meet in the table (lazy SMP); what the first of them finds counts.
 */
#include "think/alpha_beta.h"
#include "think/general.h"
#include "think/thinking.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum {
    USUAL_TABLE = 64 << 20,
    PAST_MOST = 100,
    INFINITE = ZM_WORTH_WON + 1,
};

/* A move of the root: its worth by the last depth that was finished, and by the one at work. */
struct root {
    uint32_t index; /* in the order of the rules */
    int32_t worth, fresh;
    bool guessed, fresh_guessed; /* a horizon is in the worth */
};

struct worker {
    struct zm_alpha_beta *search;
    struct root *roots; /* as many as the depths have moves */
    int32_t *tops;      /* the best worths of the depth at work, as many as lines are wanted */
    size_t top_count;
    unsigned lines;
    struct zm_depths depths;
};

struct player {
    const struct zm_seat *seat;
    struct zm_transpositions *table;
    struct worker *workers;
    unsigned worker_count;
    struct zm_buffer position;
    const struct zm_record *record;
    struct zm_hash128 past[PAST_MOST];
    size_t past_count;
};

static enum zm_status player_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    (void)misere;
    return game->players == ZM_ONE_PLAYER
               ? zm_fail(error, ZM_BAD_INPUT,
                         "%s has one player: there is nobody to look ahead for", game->name)
               : ZM_OK;
}

static void player_close(void *state)
{
    struct player *player = state;
    for (unsigned i = 0; player->workers != NULL && i < player->worker_count; i++) {
        if (player->workers[i].search != NULL)
            zm_alpha_beta_free(player->workers[i].search);
        free(player->workers[i].roots);
        free(player->workers[i].tops);
    }
    free(player->workers);
    zm_transpositions_close(player->table);
    zm_buffer_free(&player->position);
    free(player);
}

static enum zm_status open_worker(struct player *player, struct worker *worker,
                                  struct zm_error *error)
{
    const struct zm_problem *problem = &player->seat->problem;
    const struct zm_judgement *judgement = problem->game->judgement;
    struct zm_alpha_beta *search = worker->search = calloc(1, sizeof *worker->search);
    if (search == NULL)
        return zm_fail_memory(error);
    search->misere = problem->misere;
    search->point = judgement == NULL ? 2 : judgement->point;
    search->repeat = problem->game->loops != NULL;
    search->table = player->table;
    return zm_instance_open(&search->game, problem->game, problem->settings, error);
}

static enum zm_status player_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    struct player *player = calloc(1, sizeof *player);
    enum zm_status status = ZM_OK;
    if (player == NULL)
        return zm_fail_memory(error);
    player->seat = seat;
    player->worker_count = zm_seat_workers(seat);
    player->workers = calloc(player->worker_count, sizeof *player->workers);
    player->table = zm_transpositions_open(zm_seat_memory(seat, USUAL_TABLE));
    if (player->workers == NULL || player->table == NULL)
        status = zm_fail_memory(error);
    for (unsigned i = 0; status == ZM_OK && i < player->worker_count; i++) {
        player->workers[i].depths.number = i;
        status = open_worker(player, &player->workers[i], error);
    }
    if (status != ZM_OK)
        player_close(player);
    else
        *state = player;
    return status;
}

static enum zm_status player_set(void *state, struct zm_bytes position,
                                 const struct zm_record *record, struct zm_error *error)
{
    struct player *player = state;
    zm_buffer_set(&player->position, position);
    player->record = record;
    player->past_count = 0;
    size_t played = record == NULL ? 0 : record->positions.count;
    for (size_t i = played > PAST_MOST ? played - PAST_MOST : 0; i < played; i++)
        player->past[player->past_count++] = zm_bytes_hash128(zm_list_at(&record->positions, i));
    return player->position.failed ? zm_fail_memory(error) : ZM_OK;
}

/* -- one worker at the root -- */

/* Sets the root of a worker: the position and its moves, the most promising first; workers but the
 * first begin with others. */
static enum zm_status begin(struct player *player, struct worker *worker,
                            const struct zm_pace *pace, struct zm_run *run, struct zm_error *error)
{
    struct zm_alpha_beta *search = worker->search;
    struct zm_ply *top = &search->plies[0];
    search->run = run;
    search->leads = worker->depths.number == 0;
    search->past = player->past;
    search->past_count = player->past_count;
    search->nodes = 0;
    search->stopped = search->failed = false;
    zm_buffer_set(&top->position, zm_buffer_bytes(&player->position));
    top->mover = zm_turn_at(&search->game, zm_buffer_bytes(&top->position), player->record);
    top->key = zm_bytes_hash128(zm_buffer_bytes(&top->position));
    for (size_t i = 0; i <= ZM_DEEPEST; i++)
        search->plies[i].killers[0] = search->plies[i].killers[1] = 0;
    if (!zm_alpha_beta_list(search, 0, player->record) || !zm_order_begin(search, top, ZM_NO_MOVE))
        return zm_fail_memory(error);
    if (top->moves.count == 0)
        return zm_fail_no_move(error);
    free(worker->roots);
    free(worker->tops);
    worker->depths.moves = top->moves.count;
    worker->roots = calloc(worker->depths.moves, sizeof *worker->roots);
    worker->tops = calloc(worker->depths.moves, sizeof *worker->tops);
    if (worker->roots == NULL || worker->tops == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < worker->depths.moves; i++)
        worker->roots[(i + worker->depths.number) % worker->depths.moves].index =
            zm_order_next(search, top, i);
    worker->lines = pace->lines < 1 ? 1 : pace->lines;
    worker->depths.deepest =
        pace->depth == 0 || pace->depth > ZM_DEEPEST ? ZM_DEEPEST : pace->depth;
    worker->depths.finished = 0;
    return ZM_OK;
}

/* Puts a worth in its place among the best of this depth, of which as many are kept as lines are
 * wanted; returns what a move must be worth more than to be among them. */
static int32_t raise_floor(struct worker *worker, int32_t worth)
{
    size_t place = worker->top_count;
    if (place < worker->lines && place < worker->depths.moves)
        worker->top_count++;
    else if (worker->tops[place - 1] < worth)
        place--;
    else
        return worker->tops[place - 1];
    for (; place > 0 && worker->tops[place - 1] < worth; place--)
        worker->tops[place] = worker->tops[place - 1];
    worker->tops[place] = worth;
    return worker->top_count < worker->lines ? -INFINITE : worker->tops[worker->top_count - 1];
}

/* Searches all moves of the root to a depth; returns how many it came to an end with. */
static size_t search_roots(void *context, unsigned depth)
{
    struct worker *worker = context;
    struct zm_alpha_beta *search = worker->search;
    int32_t floor = -INFINITE;
    worker->top_count = 0;
    for (size_t i = 0; i < worker->depths.moves; i++) {
        struct root *root = &worker->roots[i];
        int32_t worth = zm_alpha_beta_try(search, 0, root->index, depth - 1, floor, INFINITE,
                                          floor == -INFINITE);
        if (search->stopped || search->failed)
            return i;
        root->fresh = worth;
        root->fresh_guessed = search->horizon;
        floor = raise_floor(worker, worth);
        /* A win in sight: whoever wants one line needs no other. */
        if (worker->lines == 1 && worth > ZM_WORTH_GUESSED) {
            for (size_t j = i + 1; j < worker->depths.moves; j++)
                worker->roots[j].fresh = -INFINITE;
            break;
        }
    }
    return worker->depths.moves;
}

/* Takes over what the moves of the root are worth by the depth just searched, the best first. */
static void take_over(void *context, size_t count)
{
    struct worker *worker = context;
    for (size_t i = 0; i < count; i++) {
        struct root root = worker->roots[i];
        size_t place = i;
        root.worth = root.fresh;
        root.guessed = root.fresh_guessed;
        for (; place > 0 && worker->roots[place - 1].worth < root.worth; place--)
            worker->roots[place] = worker->roots[place - 1];
        worker->roots[place] = root;
    }
}

/* Is there nothing that a deeper search could change? */
static bool is_settled(const void *context)
{
    const struct worker *worker = context;
    if (worker->lines == 1 && worker->roots[0].worth > ZM_WORTH_GUESSED)
        return true;
    for (size_t i = 0; i < worker->depths.moves; i++) {
        const struct root *root = &worker->roots[i];
        if (root->guessed && root->worth <= ZM_WORTH_GUESSED && root->worth >= -ZM_WORTH_GUESSED)
            return false;
    }
    return true;
}

/* -- thoughts -- */

/* Adds to a line the replies that the table knows, up to a depth: the principal variation. */
static void add_replies(struct zm_alpha_beta *search, struct zm_line *line, unsigned depth)
{
    const struct zm_rules *rules = search->game.game->rules;
    struct zm_transposition entry;
    struct zm_bytes move = zm_list_at(&line->moves, 0);
    rules->apply(search->game.state, zm_buffer_bytes(&search->plies[0].position), move,
                 &search->plies[1].position);
    for (unsigned ply = 1; ply < depth && ply < ZM_DEEPEST; ply++) {
        struct zm_ply *here = &search->plies[ply];
        struct zm_bytes position = zm_buffer_bytes(&here->position);
        if (!zm_transpositions_get(search->table, zm_bytes_hash128(position), &entry) ||
            entry.bound == ZM_BOUND_UPPER || !zm_alpha_beta_list(search, ply, NULL) ||
            entry.best >= here->moves.count)
            return;
        zm_list_add(&line->moves, zm_list_at(&here->moves, entry.best));
        rules->apply(search->game.state, position, zm_list_at(&here->moves, entry.best),
                     &search->plies[ply + 1].position);
    }
}

/* Says in a line what a move of the root is worth. */
static void fill_line(struct worker *worker, const struct root *root, struct zm_line *line)
{
    const struct zm_alpha_beta *search = worker->search;
    bool ended = root->worth > ZM_WORTH_GUESSED || root->worth < -ZM_WORTH_GUESSED;
    bool counts = search->game.game->judgement != NULL;
    line->source = "alpha-beta";
    line->depth = worker->depths.finished;
    line->nodes = atomic_load(&search->run->nodes);
    line->certainty = ended || !root->guessed ? ZM_EXACT : ZM_GUESS;
    if (worker->depths.finished == 0)
        line->certainty = ZM_GUESS;
    else if (ended)
        line->outcome = root->worth > 0 ? ZM_WIN : ZM_LOSS;
    else if (!root->guessed)
        line->outcome = root->worth > 0 ? ZM_WIN : root->worth < 0 ? ZM_LOSS : ZM_DRAW;
    if (!ended && worker->depths.finished > 0 && (counts || !root->guessed))
        line->worth = search->point > 0 ? (double)root->worth / search->point : root->worth;
}

static enum zm_status fill_thought(struct zm_thinking *thinking, struct zm_error *error)
{
    struct worker *worker = &((struct player *)thinking->player)->workers[0];
    struct zm_thought *thought = thinking->thought;
    struct zm_alpha_beta *search = worker->search;
    zm_thought_clear(thought);
    for (size_t i = 0; i < worker->depths.moves && i < worker->lines; i++) {
        const struct root *root = &worker->roots[i];
        struct zm_line *line =
            zm_thought_add_move(thought, zm_list_at(&search->plies[0].moves, root->index));
        if (line == NULL)
            return zm_fail_memory(error);
        fill_line(worker, root, line);
        add_replies(search, line, worker->depths.finished);
        if (zm_list_failed(&line->moves))
            return zm_fail_memory(error);
    }
    return ZM_OK;
}

/* -- thinking -- */

static void work(void *context, unsigned number)
{
    static const struct zm_deepener deepener = {
        .search = search_roots, .take_over = take_over, .is_settled = is_settled};
    struct zm_thinking *thinking = context;
    struct worker *worker = &((struct player *)thinking->player)->workers[number];
    zm_thinking_deepen(thinking, &deepener, worker, &worker->depths);
}

static enum zm_status player_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                   zm_tell *tell, void *context, struct zm_thought *thought,
                                   struct zm_error *error)
{
    struct player *player = state;
    struct zm_thinking thinking;
    enum zm_status status = ZM_OK;
    zm_thinking_begin(&thinking, player->seat, player, fill_thought,
                      &(struct zm_think_call){pace, run, tell, context, thought});
    zm_transpositions_age(player->table);
    for (unsigned i = 0; status == ZM_OK && i < player->worker_count; i++)
        status = begin(player, &player->workers[i], pace, &thinking.run, error);
    if (status != ZM_OK)
        return status;
    zm_thinking_work(&thinking, player->worker_count, work, &thinking);
    for (unsigned i = 0; i < player->worker_count; i++) {
        const struct zm_alpha_beta *search = player->workers[i].search;
        if (search->failed)
            status = zm_fail_memory(error);
        atomic_fetch_add(&thinking.run.nodes, search->nodes % ZM_LOOK_EVERY);
    }
    return status == ZM_OK ? zm_thinking_end(&thinking, error) : status;
}

static double player_evaluate(void *state)
{
    struct player *player = state;
    struct zm_alpha_beta *search = player->workers[0].search;
    if (search->game.game->judgement == NULL)
        return NAN;
    double worth = zm_alpha_beta_evaluate(search, zm_buffer_bytes(&player->position));
    return search->point > 0 ? worth / search->point : worth;
}

const struct zm_player zm_alpha_beta_player = {
    .name = "alpha-beta",
    .summary = "looks ahead as deep as the time allows, and asks the game's evaluation there",
    .suits = player_suits,
    .open = player_open,
    .close = player_close,
    .set = player_set,
    .think = player_think,
    .evaluate = player_evaluate,
};
