/* A player for any game with rules: random games guided by a tree of what they gave (Monte-Carlo
 * tree search; monte_carlo_round.c tells how). It needs no evaluation, so it plays every game.
 *
 * The tree stays from move to move: when the new position goes on from the last one, the part of
 * the tree below it is kept. Threads play their random games in one common tree. */
#include "think/monte_carlo.h"
#include "think/general.h"
#include "think/thinking.h"

#include <stdlib.h>

enum { USUAL_MEMORY = 256 << 20, TRUSTED = 8 };

struct player {
    const struct zm_seat *seat;
    struct zm_mc_worker *workers;
    unsigned worker_count;
    _Atomic int64_t best;
    struct zm_mc_node root;
    int mover; /* at the root */
    struct zm_buffer position;
    const struct zm_record *record;
};

static enum zm_status player_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    (void)game;
    (void)misere;
    (void)error;
    return ZM_OK;
}

static void player_close(void *state)
{
    struct player *player = state;
    for (unsigned i = 0; player->workers != NULL && i < player->worker_count; i++) {
        struct zm_mc_worker *worker = &player->workers[i];
        zm_instance_close(&worker->game);
        zm_arena_free(&worker->arena);
        zm_list_free(&worker->moves);
        zm_buffer_free(&worker->position);
        zm_buffer_free(&worker->next);
    }
    free(player->workers);
    zm_buffer_free(&player->position);
    free(player);
}

static enum zm_status player_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    const struct zm_problem *problem = &seat->problem;
    struct player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return zm_fail_memory(error);
    player->seat = seat;
    player->worker_count = zm_seat_workers(seat);
    player->workers = calloc(player->worker_count, sizeof *player->workers);
    size_t memory = zm_seat_memory(seat, USUAL_MEMORY);
    enum zm_status status = player->workers == NULL ? zm_fail_memory(error) : ZM_OK;
    for (unsigned i = 0; status == ZM_OK && i < player->worker_count; i++) {
        struct zm_mc_worker *worker = &player->workers[i];
        worker->misere = problem->misere;
        worker->memory = memory / player->worker_count;
        worker->best = &player->best;
        status = zm_instance_open(&worker->game, problem->game, problem->settings, error);
    }
    if (status != ZM_OK)
        player_close(player);
    else
        *state = player;
    return status;
}

/* -- what stays of the tree -- */

static void drop_tree(struct player *player)
{
    for (unsigned i = 0; i < player->worker_count; i++)
        zm_arena_free(&player->workers[i].arena);
    memset(&player->root, 0, sizeof player->root);
}

/* The node of the new position when it goes on from the one at the root, else NULL. */
static const struct zm_mc_node *find_node(const struct player *player, struct zm_bytes position,
                                          const struct zm_record *record)
{
    struct zm_bytes last = zm_buffer_bytes(&player->position);
    const struct zm_mc_node *node = &player->root;
    if (zm_mc_family_of(node) == NULL || zm_bytes_equal(last, position))
        return zm_mc_family_of(node) == NULL ? NULL : node;
    size_t from = record == NULL ? 0 : record->positions.count;
    while (from > 0 && !zm_bytes_equal(zm_list_at(&record->positions, from - 1), last))
        from--;
    if (from == 0)
        return NULL;
    for (size_t i = from - 1; node != NULL && i < record->moves.count; i++)
        node = zm_mc_child(node, zm_list_at(&record->moves, i));
    return node;
}

/* Makes a node the root, and frees all that is not below it. */
static void move_root(struct player *player, const struct zm_mc_node *node)
{
    struct zm_arena arena = {0};
    struct zm_mc_node root;
    if (node == &player->root)
        return;
    bool copied = zm_mc_copy(node, &arena, &root);
    drop_tree(player);
    if (!copied) {
        zm_arena_free(&arena);
        return;
    }
    player->workers[0].arena = arena;
    memcpy(&player->root, &root, sizeof root);
}

static enum zm_status player_set(void *state, struct zm_bytes position,
                                 const struct zm_record *record, struct zm_error *error)
{
    struct player *player = state;
    const struct zm_mc_node *node = find_node(player, position, record);
    if (node == NULL)
        drop_tree(player);
    else
        move_root(player, node);
    zm_buffer_set(&player->position, position);
    player->record = record;
    player->mover = zm_turn_at(&player->workers[0].game, position, record);
    return player->position.failed ? zm_fail_memory(error) : ZM_OK;
}

/* Gives the root its children. Deeper nodes were made without the record, which may forbid moves:
 * a tree whose root has others is dropped. */
static enum zm_status expand_root(struct player *player, struct zm_error *error)
{
    struct zm_mc_worker *worker = &player->workers[0];
    const struct zm_mc_family *family = zm_mc_family_of(&player->root);
    zm_list_clear(&worker->moves);
    worker->game.game->rules->moves(worker->game.state, zm_buffer_bytes(&player->position),
                                    player->record, &worker->moves);
    if (zm_list_failed(&worker->moves))
        return zm_fail_memory(error);
    if (worker->moves.count == 0)
        return zm_fail_no_move(error);
    bool same = family != NULL && family->count == worker->moves.count;
    for (size_t i = 0; same && i < worker->moves.count; i++)
        same = zm_mc_child(&player->root, zm_list_at(&worker->moves, i)) != NULL;
    if (same)
        return ZM_OK;
    drop_tree(player);
    zm_mc_expand(worker, &player->root, &worker->moves);
    return zm_mc_family_of(&player->root) == NULL ? zm_fail_memory(error) : ZM_OK;
}

/* -- thoughts -- */

/* Is a child of the root better than another to the player who moves there? What is proved counts
 * first, then how often it was visited: a mean of few games says little. */
static bool is_better(const struct zm_mc_node *a, const struct zm_mc_node *b, int mover)
{
    int rank_a = zm_mc_won_by(a, mover) - zm_mc_won_by(a, 1 - mover);
    int rank_b = zm_mc_won_by(b, mover) - zm_mc_won_by(b, 1 - mover);
    if (rank_a != rank_b)
        return rank_a > rank_b;
    if (zm_mc_visits(a) != zm_mc_visits(b))
        return zm_mc_visits(a) > zm_mc_visits(b);
    return zm_mc_mean(a) > zm_mc_mean(b);
}

static const struct zm_mc_node *best_child(const struct zm_mc_node *node, int mover)
{
    const struct zm_mc_family *family = zm_mc_family_of(node);
    const struct zm_mc_node *best = NULL;
    for (uint32_t i = 0; family != NULL && i < family->count; i++)
        if (best == NULL || is_better(&family->nodes[i], best, mover))
            best = &family->nodes[i];
    return best;
}

static void fill_line(const struct player *player, const struct zm_mc_node *child, uint64_t rounds,
                      struct zm_line *line)
{
    static const enum zm_outcome outcomes[] = {ZM_UNDECIDED, ZM_WIN, ZM_LOSS, ZM_DRAW};
    enum zm_proof_state proved = zm_mc_proved(child);
    line->source = "playouts";
    line->nodes = rounds;
    line->playouts = zm_mc_visits(child);
    line->chance = line->playouts == 0 ? -1 : zm_mc_mean(child);
    line->outcome = outcomes[proved];
    if (player->mover == 1 && (proved == ZM_WON_BY_FIRST || proved == ZM_WON_BY_SECOND))
        line->outcome = proved == ZM_WON_BY_SECOND ? ZM_WIN : ZM_LOSS;
    if (proved != ZM_UNPROVED) {
        line->certainty = ZM_EXACT;
        line->chance = line->outcome == ZM_WIN ? 1 : line->outcome == ZM_LOSS ? 0 : 0.5;
    }
    /* What is expected then: the most visited replies, while they were visited often. The players
     * take turns in most games, and where they do not only the last place is less sure. */
    int mover = player->mover;
    for (const struct zm_mc_node *node = child; node != NULL && zm_mc_visits(node) >= TRUSTED;) {
        mover = 1 - mover;
        node = best_child(node, mover);
        if (node != NULL && zm_mc_visits(node) >= TRUSTED)
            zm_list_add(&line->moves, node->move);
    }
    line->depth = (unsigned)line->moves.count;
}

static enum zm_status fill_thought(struct zm_thinking *thinking, struct zm_error *error)
{
    const struct player *player = thinking->player;
    struct zm_thought *thought = thinking->thought;
    uint64_t rounds = atomic_load(&thinking->run.nodes);
    const struct zm_mc_family *family = zm_mc_family_of(&player->root);
    const struct zm_mc_node **order = calloc(family->count, sizeof *order);
    enum zm_status status = order == NULL ? zm_fail_memory(error) : ZM_OK;
    zm_thought_clear(thought);
    for (uint32_t i = 0; status == ZM_OK && i < family->count; i++) {
        uint32_t place = i;
        for (; place > 0 && is_better(&family->nodes[i], order[place - 1], player->mover); place--)
            order[place] = order[place - 1];
        order[place] = &family->nodes[i];
    }
    for (uint32_t i = 0; status == ZM_OK && i < family->count && i < thinking->lines; i++) {
        struct zm_line *line = zm_thought_add_move(thought, order[i]->move);
        if (line != NULL)
            fill_line(player, order[i], rounds, line);
        if (line == NULL || zm_list_failed(&line->moves))
            status = zm_fail_memory(error);
    }
    free(order);
    return status;
}

/* -- thinking -- */

/* Is there nothing left to find out? */
static bool is_settled(const struct player *player, const struct zm_pace *pace)
{
    const struct zm_mc_family *family = zm_mc_family_of(&player->root);
    if (pace->lines <= 1)
        return zm_mc_proved(&player->root) != ZM_UNPROVED ||
               (family->count == 1 && pace->soft > 0 && zm_mc_visits(&player->root) >= TRUSTED);
    for (uint32_t i = 0; i < family->count; i++)
        if (zm_mc_proved(&family->nodes[i]) == ZM_UNPROVED)
            return false;
    return true;
}

/* Is it settled, or late, and the move visited most also the one that looks best? */
static bool is_decided(struct zm_thinking *thinking)
{
    const struct player *player = thinking->player;
    if (is_settled(player, thinking->pace))
        return true;
    if (!zm_thinking_is_late(thinking))
        return false;
    const struct zm_mc_family *family = zm_mc_family_of(&player->root);
    const struct zm_mc_node *best = best_child(&player->root, player->mover);
    for (uint32_t i = 0; i < family->count; i++)
        if (zm_mc_visits(&family->nodes[i]) >= TRUSTED &&
            zm_mc_mean(&family->nodes[i]) > zm_mc_mean(best))
            return false;
    return true;
}

struct round {
    struct player *player;
    struct zm_mc_worker *worker;
};

static bool play_round(void *context)
{
    const struct round *round = context;
    struct player *player = round->player;
    zm_mc_round(round->worker, &player->root, zm_buffer_bytes(&player->position), player->mover);
    return !round->worker->failed;
}

static void work(void *context, unsigned number)
{
    static const struct zm_rounder rounder = {.play = play_round, .is_decided = is_decided};
    struct zm_thinking *thinking = context;
    struct player *player = thinking->player;
    struct round round = {.player = player, .worker = &player->workers[number]};
    size_t played = player->record == NULL ? 0 : player->record->moves.count;
    round.worker->random = zm_thinking_random(thinking, played, number);
    round.worker->failed = false;
    zm_thinking_play(thinking, &rounder, &round, number);
}

static enum zm_status player_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                   zm_tell *tell, void *context, struct zm_thought *thought,
                                   struct zm_error *error)
{
    struct player *player = state;
    struct zm_thinking thinking;
    zm_thinking_begin(&thinking, player->seat, player, fill_thought,
                      &(struct zm_think_call){pace, run, tell, context, thought});
    enum zm_status status = expand_root(player, error);
    if (status != ZM_OK)
        return status;
    zm_thinking_work(&thinking, player->worker_count, work, &thinking);
    return atomic_load(&thinking.run.failure) == ZM_OK ? zm_thinking_end(&thinking, error)
                                                       : zm_fail_memory(error);
}

const struct zm_player zm_monte_carlo_player = {
    .name = "monte-carlo",
    .summary = "plays random games, guided by a tree of what they gave",
    .suits = player_suits,
    .open = player_open,
    .close = player_close,
    .set = player_set,
    .think = player_think,
};
