/* Othello: a league of all evaluations of the classic programs, each against each from the same
 * random openings with colours changed, at equal depth and at equal time. */
#include "bench/bench.h"

#include "engines/othello/classic/search.h"
#include "think/elo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPENING = 8, /* random moves */
    DEPTH = 4,
    GAMES = 20, /* of each pair */
    SEED = 1997,
};
static const double move_seconds = 0.005;

/* How the games of a league are played. */
struct league {
    const struct classic_knowledge *knowledge;
    struct classic_search searches[CLASSIC_EVALUATIONS];
    unsigned opened;
    bool by_time;
    struct zm_tally tallies[CLASSIC_EVALUATIONS][CLASSIC_EVALUATIONS];
};

static unsigned random_move(const struct league *league, struct zm_random *random,
                            const struct classic_board *board)
{
    uint64_t moves = classic_moves(&league->knowledge->geometry, board, board->turn);
    if (moves == 0)
        return CLASSIC_PASS;
    for (uint64_t skip = zm_random_below(random, othello_discs(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return othello_first(moves);
}

/* The move of a player of the league. */
static unsigned chosen_move(struct league *league, enum classic_evaluation player,
                            const struct classic_board *board)
{
    struct classic_search *search = &league->searches[player];
    struct classic_thought thought;
    struct zm_run run;
    classic_search_set(search, board->discs, board->turn);
    if (!league->by_time) {
        classic_think(search, DEPTH, &thought);
        return thought.roots[0].square;
    }
    zm_run_begin(&run);
    run.deadline = run.started + move_seconds;
    classic_think(search, 1, &thought);
    search->run = &run;
    for (unsigned depth = 2; depth < CLASSIC_DEEPEST; depth++)
        if (!classic_deepen(search, depth, &thought) || depth > 64 - classic_filled(board))
            break;
    search->run = NULL;
    return thought.roots[0].square;
}

/* One game; returns by how many discs the first player wins. */
static int play_game(struct league *league, const enum classic_evaluation players[2],
                     uint64_t opening)
{
    static const uint64_t start[2] = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};
    const struct classic_geometry *geometry = &league->knowledge->geometry;
    struct zm_random random = zm_random_seeded(opening);
    struct classic_board board;
    classic_board_set(geometry, start, 0, &board);
    for (unsigned ply = 0;
         (classic_moves(geometry, &board, 0) | classic_moves(geometry, &board, 1)) != 0; ply++) {
        unsigned square = classic_moves(geometry, &board, board.turn) == 0 ? CLASSIC_PASS
                          : ply < OPENING ? random_move(league, &random, &board)
                                          : chosen_move(league, players[board.turn], &board);
        classic_play(geometry, &board, square,
                     square == CLASSIC_PASS ? 0 : classic_flips(geometry, &board, square));
    }
    return board.turn == 0 ? classic_final(&board) : -classic_final(&board);
}

static void count_game(struct zm_tally *tally, int margin)
{
    tally->wins += margin > 0;
    tally->losses += margin < 0;
    tally->draws += margin == 0;
    zm_tally_margin(tally, margin);
}

static void play_pair(struct league *league, unsigned one, unsigned two)
{
    for (unsigned game = 0; game < GAMES; game++) {
        enum classic_evaluation players[2] = {(enum classic_evaluation)(game % 2 == 0 ? one : two),
                                              (enum classic_evaluation)(game % 2 == 0 ? two : one)};
        int margin = play_game(league, players, SEED + game / 2);
        margin = game % 2 == 0 ? margin : -margin;
        count_game(&league->tallies[one][two], margin);
        count_game(&league->tallies[two][one], -margin);
    }
}

static void print_league(const struct league *league)
{
    printf("%-10s", "");
    for (unsigned i = 0; i < CLASSIC_EVALUATIONS; i++)
        printf(" %8.8s", classic_evaluation_names[i]);
    printf(" %7s %7s %16s\n", "points", "margin", "Elo to the rest");
    for (unsigned i = 0; i < CLASSIC_EVALUATIONS; i++) {
        struct zm_tally sum = {0};
        printf("%-10s", classic_evaluation_names[i]);
        for (unsigned j = 0; j < CLASSIC_EVALUATIONS; j++) {
            const struct zm_tally *tally = &league->tallies[i][j];
            if (i == j)
                printf(" %8s", "-");
            else
                printf(" %8.1f", (double)tally->wins + (double)tally->draws / 2);
            sum.wins += tally->wins;
            sum.draws += tally->draws;
            sum.losses += tally->losses;
            sum.margins += tally->margins;
            sum.margin_sum += tally->margin_sum;
            sum.margin_squares += tally->margin_squares;
        }
        struct zm_elo elo = zm_elo_of(&sum);
        printf(" %7.1f %+7.1f %+5.0f (%+.0f..%+.0f)\n", (double)sum.wins + (double)sum.draws / 2,
               zm_tally_mean(&sum), elo.estimate, elo.low, elo.high);
    }
}

static void play_league(struct league *league)
{
    printf("%d games of each pair, %d random moves first, ", GAMES, OPENING);
    if (league->by_time)
        printf("%.0f ms a move\n", 1000 * move_seconds);
    else
        printf("depth %d\n", DEPTH);
    memset(league->tallies, 0, sizeof league->tallies);
    for (unsigned one = 0; one < CLASSIC_EVALUATIONS; one++)
        for (unsigned two = one + 1; two < CLASSIC_EVALUATIONS; two++)
            play_pair(league, one, two);
    print_league(league);
    fflush(stdout);
}

static enum zm_status open_league(struct league *league, const struct othello_weights *weights,
                                  struct zm_error *error)
{
    struct classic_options options = {
        .method = CLASSIC_DEEPENING, .sorting = CLASSIC_BY_WORTH, .table = CLASSIC_PRUNING_TABLE};
    for (; league->opened < CLASSIC_EVALUATIONS; league->opened++) {
        struct classic_judge judge = {.knowledge = league->knowledge,
                                      .weights = weights,
                                      .evaluation = (enum classic_evaluation)league->opened,
                                      .mobility = 100,
                                      .position = 100,
                                      .discs = 100,
                                      .random = zm_random_seeded(SEED)};
        struct classic_search *search = &league->searches[league->opened];
        if (!classic_search_open(search, league->knowledge, &judge, &options)) {
            classic_search_close(search);
            return zm_fail_memory(error);
        }
    }
    return ZM_OK;
}

static enum zm_status run_league(struct zm_error *error)
{
    struct classic_knowledge *knowledge = malloc(sizeof *knowledge);
    struct league *league = calloc(1, sizeof *league);
    struct othello_weights *weights = NULL;
    enum zm_status status = knowledge == NULL || league == NULL
                                ? zm_fail_memory(error)
                                : othello_weights_load(NULL, &weights, error);
    if (status == ZM_OK) {
        classic_knowledge_init(knowledge);
        league->knowledge = knowledge;
        status = open_league(league, weights, error);
    }
    for (unsigned i = 0; status == ZM_OK && i < 2; i++) {
        league->by_time = i == 1;
        play_league(league);
    }
    for (unsigned i = 0; league != NULL && i < league->opened; i++)
        classic_search_close(&league->searches[i]);
    free(weights);
    free(league);
    free(knowledge);
    return status;
}

const struct zm_benchmark zm_bench_othello_league = {
    .name = "othello-league",
    .summary = "each evaluation of the classic Othello programs against each",
    .run = run_league,
};
