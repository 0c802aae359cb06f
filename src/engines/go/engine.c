/* What the engine of Go brings: exact answers on small boards, its players, games
 * in SGF, and what GTP has for Go alone. */
#include "engines/engine.h"
#include "engines/go/exact.h"
#include "engines/go/gtp.h"
#include "engines/go/player.h"
#include "engines/go/tactics/reasons.h"
#include "engines/go/tools.h"
#include "games/go/go.h"

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

const struct zm_engine zm_go_engine = {
    .name = "go",
    .summary = "a board made for random games, and a tree of them",
    .game = &zm_go,
    .calculations = calculations,
    .players = players,
    .tools = tools,
    .gtp = &go_gtp_extras,
    .remarks = remarks,
};
