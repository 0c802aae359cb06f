/* Exact answers on small boards: who wins, and by how many points. Claims that both sides search
 * (settle.h) where the rules are those of claims and the game can still be long; else plain
 * alpha-beta over the rules. */
#include "engines/go/exact.h"

#include "engines/go/settle.h"

#include <stdlib.h>

enum {
    INFINITE = 4 * GO_POINTS,
    POLL = 64,
    PLAIN_NODES = 1 << 22, /* of the plain search where claims were given up */
};

struct exact {
    struct zm_problem problem;
    struct zm_instance game;
};

static enum zm_status exact_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    if (game == &zm_go && !misere)
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT, "it is for go, in normal play");
}

static enum zm_status exact_open(const struct zm_problem *problem, void **state,
                                 struct zm_error *error)
{
    struct exact *exact = calloc(1, sizeof *exact);
    if (exact == NULL)
        return zm_fail_memory(error);
    exact->problem = *problem;
    enum zm_status status = zm_instance_open(&exact->game, problem->game, problem->settings, error);
    if (status != ZM_OK)
        free(exact);
    else
        *state = exact;
    return status;
}

static void exact_close(void *state)
{
    struct exact *exact = state;
    zm_instance_close(&exact->game);
    free(exact);
}

/* Half points of the player to move less the other's, by the rules alone, between `low` and `high`.
 * A game without result counts as a draw. No more nodes are taken than are `left`. */
static int32_t plain_margin(struct exact *exact, struct zm_bytes position, int32_t low,
                            int32_t high, uint64_t *left, bool *stopped)
{
    const struct zm_rules *rules = zm_go.rules;
    struct zm_run *run = exact->problem.run;
    struct zm_list moves = {0};
    struct zm_buffer next = {0};
    struct zm_ending ending;
    if (atomic_fetch_add(&run->nodes, 1) % POLL == 0 && zm_run_poll(run, 0, 0))
        *stopped = true;
    *stopped |= (*left)-- == 0;
    rules->ending(exact->game.state, position, NULL, &ending);
    if (ending.over || *stopped)
        return ending.scored ? ending.half_points[0] - ending.half_points[1] : 0;
    rules->moves(exact->game.state, position, NULL, &moves);
    *stopped |= zm_list_failed(&moves);
    int32_t best = -INFINITE;
    /* The pass comes last in the list, and is tried first: it is the shortest way to the end. */
    for (size_t i = moves.count; i-- > 0 && best < high && !*stopped;) {
        rules->apply(exact->game.state, position, zm_list_at(&moves, i), &next);
        *stopped |= next.failed;
        if (*stopped)
            break;
        int32_t margin = -plain_margin(exact, zm_buffer_bytes(&next), -high,
                                       -(best > low ? best : low), left, stopped);
        best = margin > best ? margin : best;
    }
    zm_list_free(&moves);
    zm_buffer_free(&next);
    return best;
}

/* Fills in what a margin in half points, komi included, says. */
static void fill(const struct go_game *game, int32_t komi, int32_t margin, struct zm_answer *answer)
{
    bool black = game->board.turn == GO_BLACK;
    int32_t points = (int32_t)go_size(&game->board), on_board = margin + (black ? komi : -komi);
    answer->known = true;
    answer->outcome = margin > 0 ? ZM_WIN : margin < 0 ? ZM_LOSS : ZM_DRAW;
    answer->distance = -1;
    answer->number = on_board / 2;
    answer->points[0] = (2 * points + on_board) / 4;
    answer->points[1] = answer->points[0] - on_board / 2;
}

/* The margin by claims; of an outcome only whether it is above komi or below. */
static enum zm_status claim_margin(struct exact *exact, const struct go_game *game,
                                   struct zm_answer *answer, struct zm_error *error)
{
    const struct go_rules *rules = &((const struct go_state *)exact->game.state)->rules;
    struct go_proof proof;
    bool black = game->board.turn == GO_BLACK;
    int32_t komi = go_komi(rules, go_size(&game->board)), most = (int32_t)go_size(&game->board);
    bool whole = answer->kind == ZM_ANSWER_SCORE;
    enum zm_status status =
        go_settle(game, rules, whole ? -most : (komi - 1) >> 1, whole ? most : (komi + 2) >> 1,
                  exact->problem.run, &proof, error);
    atomic_fetch_add(&exact->problem.run->nodes, proof.nodes);
    if (status == ZM_OK)
        fill(game, komi, black ? 2 * proof.lower - komi : komi - 2 * proof.lower, answer);
    if (status == ZM_STOPPED && whole) {
        answer->lower = black ? proof.lower : -proof.upper;
        answer->upper = black ? proof.upper : -proof.lower;
        answer->has_lower = answer->lower > -most;
        answer->has_upper = answer->upper < most;
    }
    return status;
}

/* The margin by the rules alone; where claims were given up only if it takes little, for else it
 * would have no end. */
static enum zm_status find_plainly(struct exact *exact, struct zm_bytes position,
                                   const struct go_game *game, bool given_up,
                                   struct zm_answer *answer)
{
    const struct go_rules *rules = &((const struct go_state *)exact->game.state)->rules;
    uint64_t left = given_up ? PLAIN_NODES : UINT64_MAX;
    bool stopped = false;
    int32_t margin = plain_margin(exact, position, -INFINITE, INFINITE, &left, &stopped);
    if (!stopped)
        fill(game, go_komi(rules, go_size(&game->board)), margin, answer);
    return stopped ? ZM_STOPPED : ZM_OK;
}

static enum zm_status answer_margin(void *state, struct zm_bytes position, enum zm_answer_kind kind,
                                    struct zm_answer *answer, struct zm_error *error)
{
    struct exact *exact = state;
    const struct go_rules *rules = &((const struct go_state *)exact->game.state)->rules;
    struct go_game game = {0};
    answer->kind = kind;
    if (!go_game_read(&game, rules, position)) {
        go_game_free(&game);
        return zm_fail_memory(error);
    }
    unsigned points = go_size(&game.board), left = GO_MOVES_PER_POINT * points - game.moves;
    enum zm_status status = ZM_OK;
    if (points > SMALL_POINTS) {
        status = zm_fail(error, ZM_BAD_INPUT,
                         "go is solved on boards of at most %d points; this one has %u",
                         SMALL_POINTS, points);
    } else if (!go_game_over(&game) && left >= 2 * points && !rules->territory && !rules->suicide) {
        status = claim_margin(exact, &game, answer, error);
    }
    if (!answer->known && (status == ZM_OK || status == ZM_STOPPED) &&
        !zm_run_stopped(exact->problem.run))
        status = find_plainly(exact, position, &game, status == ZM_STOPPED, answer);
    go_game_free(&game);
    return status;
}

static enum zm_status outcome_answer(void *state, struct zm_bytes position,
                                     const struct zm_decider *decider, struct zm_answer *answer,
                                     struct zm_error *error)
{
    (void)decider;
    return answer_margin(state, position, ZM_ANSWER_OUTCOME, answer, error);
}

static enum zm_status score_answer(void *state, struct zm_bytes position,
                                   const struct zm_decider *decider, struct zm_answer *answer,
                                   struct zm_error *error)
{
    (void)decider;
    return answer_margin(state, position, ZM_ANSWER_SCORE, answer, error);
}

const struct zm_calculation go_outcome = {
    .name = "outcome",
    .summary = "who wins Go on a small board: claims of both sides, searched in turns",
    .suits = exact_suits,
    .open = exact_open,
    .close = exact_close,
    .answer = outcome_answer,
};

const struct zm_calculation go_score = {
    .name = "score",
    .summary = "the points of both on a small board, without komi",
    .suits = exact_suits,
    .open = exact_open,
    .close = exact_close,
    .answer = score_answer,
};
