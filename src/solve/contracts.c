/* Contracts, as Lemoine and Viennot search dots-and-boxes: (P; c) is won when the player to move
 * gets at least c of the points still on the board. After a turn that gains g and leaves Q with n
 * points, the opponent must be kept below g + n - c + 1: (P; c) is won when (Q; g + n - c + 1) is
 * lost for one turn. No score so far and no owner is part of a node, so positions meet whoever
 * moved.
 *
 * What is proved about P for one contract helps all others: the store keeps an interval that holds
 * the score of P. Wins are most of the intervals and cheap to find again, so they may go to a
 * bounded cache instead, which is emptied when it is full (section 13.7.3 of the thesis).
 *
 * A node is the contract in two bytes, least significant first, then the normal form. */
#include "solve/contracts.h"

#include "base/table.h"
#include "store/store.h"

#include <stdlib.h>

struct zm_contracts {
    struct zm_problem problem;
    struct zm_instance game;
    struct zm_turns turns;
    struct zm_buffer child;
    struct zm_table wins; /* normal form -> proved points, one byte */
    int64_t win_limit;    /* -1: wins go to the store */
};

enum { POINTS_SIZE = 2 };

static int32_t points_of(struct zm_bytes node)
{
    return (int16_t)(node.data[0] | (uint16_t)node.data[1] << 8);
}

static struct zm_bytes normal_of(struct zm_bytes node)
{
    return zm_bytes(node.data + POINTS_SIZE, node.size - POINTS_SIZE);
}

void zm_contracts_node(struct zm_bytes normal, int32_t points, struct zm_buffer *node)
{
    uint8_t bytes[POINTS_SIZE] = {(uint8_t)points, (uint8_t)((uint32_t)points >> 8)};
    zm_buffer_clear(node);
    zm_buffer_add(node, bytes, sizeof bytes);
    zm_buffer_add(node, normal.data, normal.size);
}

struct zm_bytes zm_contracts_read(struct zm_bytes node, int32_t *points)
{
    *points = points_of(node);
    return normal_of(node);
}

const struct zm_instance *zm_contracts_game(const struct zm_contracts *contracts)
{
    return &contracts->game;
}

void zm_contracts_known(struct zm_contracts *contracts, struct zm_bytes normal, int32_t *lower,
                        int32_t *upper)
{
    const struct zm_scores *scores = contracts->game.game->scores;
    struct zm_value value;
    if (scores->bounds != NULL) {
        scores->bounds(contracts->game.state, normal, lower, upper);
    } else {
        *lower = 0;
        *upper = scores->available(contracts->game.state, normal);
    }
    if (zm_store_get(contracts->problem.run->store, ZM_KIND_BOUND, normal, &value)) {
        *lower = value.a > *lower ? (int32_t)value.a : *lower;
        *upper = value.b < *upper ? (int32_t)value.b : *upper;
    }
    if (contracts->win_limit > 0) {
        const uint8_t *won = zm_table_find(&contracts->wins, normal);
        if (won != NULL && *won > *lower)
            *lower = *won;
    }
}

/* Keeps a win in the bounded cache. */
static void cache_win(struct zm_contracts *contracts, struct zm_bytes normal, int32_t points)
{
    if (contracts->win_limit == 0)
        return;
    if (contracts->wins.count >= (size_t)contracts->win_limit) {
        zm_table_free(&contracts->wins);
        zm_table_init(&contracts->wins, 1);
    }
    uint8_t *won = zm_table_insert(&contracts->wins, normal, NULL);
    if (won != NULL && *won < points)
        *won = (uint8_t)points;
}

void zm_contracts_keep(struct zm_contracts *contracts, struct zm_bytes normal, int32_t lower,
                       int32_t upper)
{
    enum zm_status status = zm_store_put(contracts->problem.run->store, ZM_KIND_BOUND, normal,
                                         (struct zm_value){lower, upper});
    if (status != ZM_OK)
        zm_run_fail(contracts->problem.run, status);
}

static enum zm_verdict verdict_of(struct zm_contracts *contracts, struct zm_bytes normal,
                                  int32_t points)
{
    int32_t lower, upper;
    if (points <= 0)
        return ZM_WON;
    zm_contracts_known(contracts, normal, &lower, &upper);
    return points <= lower ? ZM_WON : points > upper ? ZM_LOST : ZM_OPEN;
}

static enum zm_verdict contracts_lookup(void *state, struct zm_bytes node)
{
    return verdict_of(state, normal_of(node), points_of(node));
}

static void contracts_keep(void *state, struct zm_bytes node, enum zm_verdict verdict)
{
    struct zm_contracts *contracts = state;
    int32_t points = points_of(node);
    struct zm_bytes normal = normal_of(node);
    const struct zm_scores *scores = contracts->game.game->scores;
    if (verdict == ZM_LOST)
        zm_contracts_keep(contracts, normal, 0, points - 1);
    else if (verdict == ZM_WON && contracts->win_limit >= 0)
        cache_win(contracts, normal, points);
    else if (verdict == ZM_WON)
        zm_contracts_keep(contracts, normal, points,
                          scores->available(contracts->game.state, normal));
}

static bool has_child(const struct zm_list *children, struct zm_bytes node)
{
    for (size_t i = 0; i < children->count; i++) {
        if (zm_bytes_equal(zm_list_at(children, i), node))
            return true;
    }
    return false;
}

static enum zm_verdict contracts_expand(void *state, struct zm_bytes node, struct zm_list *children)
{
    struct zm_contracts *contracts = state;
    const struct zm_scores *scores = contracts->game.game->scores;
    int32_t points = points_of(node);
    zm_list_clear(children);
    scores->turns(contracts->game.state, normal_of(node), &contracts->turns);
    children->bytes.failed |= zm_list_failed(&contracts->turns.positions);
    for (size_t i = 0; i < contracts->turns.positions.count; i++) {
        struct zm_bytes normal = zm_list_at(&contracts->turns.positions, i);
        int32_t left = scores->available(contracts->game.state, normal);
        int32_t answer = contracts->turns.turns[i].gain + left - points + 1;
        enum zm_verdict verdict = verdict_of(contracts, normal, answer);
        if (verdict == ZM_LOST) {
            contracts_keep(contracts, node, ZM_WON);
            return ZM_WON;
        }
        zm_contracts_node(normal, answer, &contracts->child);
        children->bytes.failed |= contracts->child.failed;
        if (verdict == ZM_OPEN && !has_child(children, zm_buffer_bytes(&contracts->child)))
            zm_list_add(children, zm_buffer_bytes(&contracts->child));
    }
    if (zm_list_failed(children) || children->count > 0)
        return ZM_OPEN;
    contracts_keep(contracts, node, ZM_LOST);
    return ZM_LOST;
}

static uint32_t contracts_difficulty(void *state, struct zm_bytes node)
{
    (void)state;
    return (uint32_t)node.size;
}

static void contracts_describe(void *state, struct zm_bytes node, struct zm_buffer *text)
{
    struct zm_contracts *contracts = state;
    zm_buffer_format(text, "%d - ", points_of(node));
    contracts->game.game->scores->print(contracts->game.state, normal_of(node), text);
}

enum zm_status zm_contracts_open(const struct zm_problem *problem, struct zm_contracts **contracts,
                                 struct zm_error *error)
{
    struct zm_contracts *own = calloc(1, sizeof *own);
    if (own == NULL)
        return zm_fail_memory(error);
    own->problem = *problem;
    own->win_limit = zm_settings_find(problem->settings, "win-cache") == NULL
                         ? -1
                         : zm_settings_integer(problem->settings, "win-cache");
    zm_table_init(&own->wins, 1);
    enum zm_status status = zm_instance_open(&own->game, problem->game, problem->settings, error);
    if (status != ZM_OK) {
        free(own);
        return status;
    }
    *contracts = own;
    return ZM_OK;
}

void zm_contracts_close(struct zm_contracts *contracts)
{
    zm_instance_close(&contracts->game);
    zm_turns_free(&contracts->turns);
    zm_buffer_free(&contracts->child);
    zm_table_free(&contracts->wins);
    free(contracts);
}

static enum zm_status contracts_fork(void *state, struct zm_space *space, struct zm_error *error)
{
    struct zm_contracts *contracts = state, *other = NULL;
    enum zm_status status = zm_contracts_open(&contracts->problem, &other, error);
    if (status == ZM_OK)
        zm_contracts_space(other, space);
    return status;
}

static void contracts_join(struct zm_space *space)
{
    zm_contracts_close(space->state);
}

void zm_contracts_space(struct zm_contracts *contracts, struct zm_space *space)
{
    *space = (struct zm_space){
        .state = contracts,
        .run = contracts->problem.run,
        .nodes = ZM_CONTRACTS_KEYS,
        .lookup = contracts_lookup,
        .expand = contracts_expand,
        .keep = contracts_keep,
        .difficulty = contracts_difficulty,
        .describe = contracts_describe,
        .fork = contracts_fork,
        .join = contracts_join,
    };
}

enum zm_status zm_contracts_root(struct zm_contracts *contracts, struct zm_bytes position,
                                 struct zm_contracts_root *root, struct zm_error *error)
{
    const struct zm_scores *scores = contracts->game.game->scores;
    *root = (struct zm_contracts_root){0};
    scores->normalise(contracts->game.state, position, &root->normal, root->sure);
    if (root->normal.failed) {
        zm_contracts_root_free(root);
        return zm_fail_memory(error);
    }
    root->available = scores->available(contracts->game.state, zm_buffer_bytes(&root->normal));
    return ZM_OK;
}

void zm_contracts_root_free(struct zm_contracts_root *root)
{
    zm_buffer_free(&root->normal);
}
