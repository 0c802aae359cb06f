/* What the engine of Go brings: exact answers on small boards, its players, games
 * in SGF, and what GTP has for Go alone. */
#include "engines/engine.h"
#include "engines/go/estimate.h"
#include "engines/go/exact.h"
#include "engines/go/gtp.h"
#include "engines/go/player.h"
#include "engines/go/tactics/reasons.h"
#include "engines/go/tools.h"
#include "games/go/go.h"

#include <stdio.h>

static const struct zm_calculation *const calculations[] = {&go_outcome, &go_score, NULL};
static const struct zm_player *const players[] = {&go_monte_carlo_player, &go_sampling_player,
                                                  NULL};
static const struct zm_tool *const tools[] = {&go_sgf_tool,
                                              &go_write_sgf_tool,
                                              &go_status_tool,
                                              &go_chains_tool,
                                              &go_problems_tool,
                                              &go_train_tool,
                                              NULL};

/* Chains that can be taken and pairs that are connected, for whoever analyses a position. */
static void remarks(void *state, struct zm_bytes position, struct zm_run *run,
                    struct zm_buffer *out)
{
    struct goban board;
    goban_read(&board, go_at(state, position));
    go_remarks(&board, run, out);
}

/* Whose the points become by random games, which are also how dead stones are found. */
static enum zm_status owners(void *state, struct zm_bytes position, uint64_t seed,
                             struct zm_ownership *owners, struct zm_error *error)
{
    const struct go_game *game = go_at(state, position);
    const struct go_board *board = &game->board;
    double owned[GO_POINTS];
    bool dead[GO_POINTS];
    struct zm_buffer name = {0};
    _Static_assert((int)ZM_OWNED_MOST >= (int)GO_POINTS, "a place for each point");
    if (game->failed || !go_estimate_owners(game, GO_ESTIMATE_GAMES, seed, owned))
        return zm_fail_memory(error);
    go_estimate_dead(board, owned, dead);
    go_estimate_score(board, &((const struct go_state *)state)->rules, dead, owners->half_points);
    owners->count = go_size(board);
    for (unsigned i = 0; i < go_size(board); i++) {
        zm_buffer_clear(&name);
        go_print_point(board->columns, i, &name);
        owners->places[i] = (struct zm_owned){.share = owned[i], .dead = dead[i]};
        snprintf(owners->places[i].place, sizeof owners->places[i].place, "%s",
                 zm_buffer_string(&name));
    }
    bool failed = name.failed;
    zm_buffer_free(&name);
    return failed ? zm_fail_memory(error) : ZM_OK;
}

/* What `remarks` says, for front ends that have words of their own. */
static bool notices(void *state, struct zm_bytes position, struct zm_run *run, zm_notice_tell *tell,
                    void *context)
{
    struct goban board;
    goban_read(&board, go_at(state, position));
    return go_notices(&board, run, tell, context);
}

/* What a move takes, saves, connects or cuts. */
static void reason(void *state, struct zm_bytes position, struct zm_bytes move, struct zm_run *run,
                   struct zm_buffer *out)
{
    struct goban board;
    goban_read(&board, go_at(state, position));
    go_reason(&board, goban_point(&board, (unsigned)(move.data[0] | move.data[1] << 8)), run, out);
}

const struct zm_engine zm_go_engine = {
    .name = "go",
    .summary = "a board made for random games, and a tree of them",
    .game = &zm_go,
    .calculations = calculations,
    .players = players,
    .tools = tools,
    .gtp = &go_gtp_extras,
    .remarks = remarks,
    .owners = owners,
    .notices = notices,
    .reason = reason,
};
