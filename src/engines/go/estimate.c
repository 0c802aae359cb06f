/* Whose the points of a position are; see estimate.h. */
#include "engines/go/estimate.h"

#include "engines/go/playout.h"

#include <stdlib.h>

/* A chain is dead when its points go to the other in so many games more than not. */
static const double surely_dead = 0.3;

bool go_estimate_owners(const struct go_game *game, unsigned games, uint64_t seed,
                        double owned[GO_POINTS])
{
    struct work {
        struct goban start, board;
        struct go_patterns patterns;
        struct go_playout playout;
    } *work = malloc(sizeof *work);
    struct goban_lots lots = {seed};
    if (work == NULL)
        return false;
    unsigned size = go_size(&game->board);
    memset(owned, 0, size * sizeof *owned);
    goban_read(&work->start, game);
    work->start.passes = 0;
    go_patterns_make(&work->patterns);
    for (unsigned i = 0; i < games; i++) {
        struct go_board plain = {.columns = game->board.columns, .rows = game->board.rows};
        uint8_t owners[GO_POINTS];
        goban_copy(&work->board, &work->start);
        go_playout_run(&work->board, &work->patterns, &go_usual_policy, &lots, &work->playout);
        for (unsigned k = 0; k < size; k++)
            plain.points[k] = work->board.colour[goban_point(&work->board, k)];
        go_owners(&plain, owners);
        for (unsigned k = 0; k < size; k++)
            owned[k] += owners[k] == GO_BLACK   ? 1.0 / games
                        : owners[k] == GO_WHITE ? -1.0 / games
                                                : 0;
    }
    free(work);
    return true;
}

void go_estimate_dead(const struct go_board *board, const double owned[GO_POINTS],
                      bool dead[GO_POINTS])
{
    struct goban chains;
    double sums[GOBAN_POINTS] = {0};
    goban_start(&chains, board->columns, board->rows);
    for (unsigned i = 0; i < go_size(board); i++)
        if (board->points[i] != GO_EMPTY)
            goban_put(&chains, goban_point(&chains, i), board->points[i]);
    for (unsigned i = 0; i < go_size(board); i++)
        if (board->points[i] != GO_EMPTY)
            sums[chains.chain[goban_point(&chains, i)]] += owned[i];
    for (unsigned i = 0; i < go_size(board); i++) {
        uint16_t chain = chains.chain[goban_point(&chains, i)];
        double mean = board->points[i] == GO_EMPTY ? 0 : sums[chain] / chains.chains[chain].stones;
        dead[i] = board->points[i] != GO_EMPTY &&
                  (board->points[i] == GO_BLACK ? -mean : mean) > surely_dead;
    }
}

void go_estimate_score(const struct go_board *board, const struct go_rules *rules,
                       const bool dead[GO_POINTS], int32_t half_points[2])
{
    struct go_board clean = *board;
    uint8_t owners[GO_POINTS];
    for (unsigned i = 0; i < go_size(board); i++)
        if (dead[i])
            clean.points[i] = GO_EMPTY;
    go_owners(&clean, owners);
    go_count(board, rules, owners, half_points);
}
