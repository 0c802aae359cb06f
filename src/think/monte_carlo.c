/* Monte-Carlo tree search for any game with rules: UCT (Kocsis and Szepesvari, 2006).
 *
 * Each round goes down the tree by the child with the best bound on its mean result, gives the leaf
 * its children when it has been seen before, plays a random game to the end, and adds the result to
 * all nodes of the path. A node keeps its move only: the position is made again on the way down,
 * which needs nothing of a game but its rules. Results are seen by player 0; who moves is asked of
 * the rules, or alternates when the position does not say. */
#include "think/monte_carlo.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST_GAME = 5000, POLL = 16, SEEN_BEFORE = 2 };

struct node {
    struct zm_bytes move; /* that leads here */
    struct node *children;
    uint32_t child_count;
    uint32_t visits;
    double won; /* by the player who made the move */
    bool expanded;
};

struct search {
    const struct zm_instance *game;
    const struct zm_record *record; /* of the root */
    bool misere;
    struct zm_run *run;
    struct zm_random random;
    struct zm_arena arena;
    struct zm_list moves;
    struct zm_buffer position, next;
    double best_worth; /* one player: the most points seen */
    struct node *path[LONGEST_GAME + 1];
    int movers[LONGEST_GAME + 1]; /* who made the move that leads to path[i] */
};

static int mover_at(struct search *search, size_t ply)
{
    int turn = zm_turn_said(search->game, zm_buffer_bytes(&search->position));
    return turn < 0 ? (int)(ply % 2) : turn;
}

static void list_moves(struct search *search, bool root)
{
    zm_list_clear(&search->moves);
    search->game->game->rules->moves(search->game->state, zm_buffer_bytes(&search->position),
                                     root ? search->record : NULL, &search->moves);
}

static void play_move(struct search *search, struct zm_bytes move)
{
    search->game->game->rules->apply(search->game->state, zm_buffer_bytes(&search->position), move,
                                     &search->next);
    struct zm_buffer made = search->next;
    search->next = search->position;
    search->position = made;
}

/* What player 0 got, from 0 to 1, when the game is over; negative: it is not. The moves of the
 * position are listed. */
static double result(struct search *search, size_t ply)
{
    const struct zm_game *game = search->game->game;
    struct zm_bytes position = zm_buffer_bytes(&search->position);
    struct zm_ending ending;
    zm_ending_with_moves(search->game, position, NULL, search->misere, search->moves.count,
                         &ending);
    if (!ending.over)
        return -1;
    if (game->players == ZM_ONE_PLAYER) {
        double worth =
            game->goals == NULL ? 0 : (double)game->goals->worth(search->game->state, position);
        if (worth > search->best_worth)
            search->best_worth = worth;
        return search->best_worth > 0 && worth > 0 ? worth / search->best_worth : 0;
    }
    if (ending.outcome == ZM_DRAW || ending.outcome == ZM_UNDECIDED)
        return 0.5;
    return (ending.outcome == ZM_WIN) == (mover_at(search, ply) == 0) ? 1 : 0;
}

/* Gives a node one child for each listed move; without memory it stays a leaf. */
static void expand(struct search *search, struct node *node)
{
    size_t limit = search->run->memory_limit;
    node->expanded = true;
    if (limit != 0 && search->arena.total > limit / 2)
        return;
    struct node *children = zm_arena_alloc(&search->arena, search->moves.count * sizeof *children);
    if (children == NULL)
        return;
    for (size_t i = 0; i < search->moves.count; i++) {
        children[i] =
            (struct node){.move = zm_arena_copy(&search->arena, zm_list_at(&search->moves, i))};
        if (children[i].move.data == NULL)
            return;
    }
    node->children = children;
    node->child_count = (uint32_t)search->moves.count;
}

static struct node *select_child(struct search *search, struct node *node)
{
    double best = -1, spread = log((double)node->visits + 1);
    struct node *chosen = NULL;
    uint32_t start = (uint32_t)zm_random_below(&search->random, node->child_count);
    for (uint32_t k = 0; k < node->child_count; k++) {
        struct node *child = &node->children[(start + k) % node->child_count];
        if (child->visits == 0)
            return child;
        double bound = child->won / child->visits + sqrt(spread / child->visits);
        if (bound > best) {
            best = bound;
            chosen = child;
        }
    }
    return chosen;
}

/* One round: down the tree, a random game, and back up. */
static void play_round(struct search *search, struct node *root, struct zm_bytes position)
{
    struct node *node = root;
    size_t ply = 0, depth = 0;
    double score;
    zm_buffer_set(&search->position, position);
    search->path[0] = root;
    for (;; ply++) {
        list_moves(search, ply == 0);
        score = ply == LONGEST_GAME ? 0.5 : result(search, ply);
        if (score >= 0 || search->position.failed || zm_list_failed(&search->moves))
            break;
        int mover = mover_at(search, ply);
        if (node != NULL && !node->expanded && (node == root || node->visits >= SEEN_BEFORE))
            expand(search, node);
        node = node != NULL && node->child_count > 0 ? select_child(search, node) : NULL;
        if (node != NULL) {
            search->path[++depth] = node;
            search->movers[depth] = mover;
            play_move(search, node->move);
        } else {
            uint64_t chosen = zm_random_below(&search->random, search->moves.count);
            play_move(search, zm_list_at(&search->moves, chosen));
        }
    }
    if (score < 0)
        score = 0.5;
    for (size_t i = 0; i <= depth; i++) {
        search->path[i]->visits++;
        search->path[i]->won += i == 0 || search->movers[i] == 0 ? score : 1 - score;
    }
}

static enum zm_status choose(struct search *search, struct node *root, struct zm_guess *guess,
                             struct zm_error *error)
{
    const struct node *best = NULL;
    for (uint32_t i = 0; i < root->child_count; i++)
        if (best == NULL || root->children[i].visits > best->visits)
            best = &root->children[i];
    zm_buffer_clear(&guess->move);
    guess->chance = best != NULL && best->visits > 0 ? best->won / best->visits : 0.5;
    if (best != NULL)
        zm_buffer_set(&guess->move, best->move);
    else if (search->moves.count > 0)
        zm_buffer_set(&guess->move, zm_list_at(&search->moves, 0));
    else
        return zm_fail(error, ZM_BAD_INPUT, "there is no legal move");
    return guess->move.failed ? zm_fail_memory(error) : ZM_OK;
}

enum zm_status zm_monte_carlo(const struct zm_instance *instance, struct zm_bytes position,
                              const struct zm_record *record, bool misere, uint64_t playouts,
                              struct zm_run *run, struct zm_guess *guess, struct zm_error *error)
{
    struct search *search = calloc(1, sizeof *search);
    struct node root = {0};
    if (search == NULL)
        return zm_fail_memory(error);
    search->game = instance;
    search->record = record;
    search->misere = misere;
    search->run = run;
    search->random = zm_random_seeded(run->seed);
    guess->playouts = 0;
    while (guess->playouts < playouts) {
        if (guess->playouts % POLL == POLL - 1 && zm_run_poll(run, 0, 0))
            break;
        play_round(search, &root, position);
        guess->playouts++;
    }
    zm_buffer_set(&search->position, position);
    list_moves(search, true);
    enum zm_status status = zm_list_failed(&search->moves) ? zm_fail_memory(error)
                                                           : choose(search, &root, guess, error);
    zm_arena_free(&search->arena);
    zm_list_free(&search->moves);
    zm_buffer_free(&search->position);
    zm_buffer_free(&search->next);
    free(search);
    return status;
}
