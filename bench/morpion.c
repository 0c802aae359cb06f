/* Morpion solitaire: the complete search of the last positions of the record of 170 moves (table 7.2
 * of Helmstetter's thesis), dependency-based search, games by policies, and tries of annealing. */
#include "bench/bench.h"

#include "engines/morpion/anneal.h"
#include "engines/morpion/backward.h"
#include "engines/morpion/dbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Bruneau's game of 1976, in the order of the thesis. */
static const char record[] =
    "5T 3,4V4 3,5V1 4,3H4 5,3H1 6,4V4 6,5V1 4,6H4 5,6H1 2,2DP2 2,0H0 0,2V0 4,2DN2 2,4DN2 2,1V1 "
    "1,2H1 -1,4DP0 1,4H2 1,5V3 4,1DP3 4,4V4 5,4DN3 4,5DN3 7,4H4 5,2DN2 5,1V1 7,1H4 7,-1DP4 "
    "7,0DP4 7,2V3 8,4DN4 4,-1DN0 8,2H4 8,0DP4 8,1V1 9,0DP4 10,0H4 9,1DP3 9,2V2 10,1DP4 11,1H4 "
    "2,7DN3 4,8DN4 4,7V3 2,5DN2 -1,7DP0 2,8V4 -1,5H0 1,7DN2 0,7H1 -1,8DP0 -1,6V2 0,8DP0 1,8H2 "
    "0,9DP0 0,10V4 5,5DP3 2,9DP0 1,9H1 1,10V4 7,5H4 7,7DN4 5,7H2 5,8V4 7,8H4 7,9V4 8,9H4 "
    "2,10DP0 3,10DP0 4,10H4 3,11DP0 3,12V4 2,11DN3 2,12V4 4,12DN4 4,11V3 5,12DN4 5,10DP2 5,11V3 "
    "6,11H4 6,12H4 7,12DN4 7,13DN4 6,10V2 8,10DN4 9,10DN4 7,10H3 7,11V2 8,12DN4 8,8DP4 9,8DP4 "
    "8,11V3 9,12DN4 10,4DN4 11,4H4 10,2DP3 10,3V3 12,5DN4 11,3DN4 12,2DP4 11,2H3 8,5DP1 11,5V4 "
    "10,5H3 8,7V3 9,7V3 10,8DN4 11,8H4 10,7DN3 11,7H4 10,6V2 12,3DP4 13,3H4 14,4DN4 12,4DP3 "
    "12,6V4 11,6H3 13,4DP4 15,4H4 13,5DP3 14,5DN4 15,5H4 12,8DN4 12,7DN4 13,6DP2 13,7V4 9,9DP3 "
    "10,9DP3 11,9V4 9,11V3 10,10DP3 14,6DP3 15,7DN4 14,7H3 14,8V4 10,11H4 10,12V4 11,12H4 "
    "12,9H4 12,10V4 11,10H3 13,8DP4 15,8H4 15,6V2 16,6H4 16,9DN4 15,9DN4 13,9DP1 14,9H2 "
    "11,11DN4 12,11DN4 13,10DP2 13,11V4 11,13V4 12,14DN4 14,11H4 14,12DN4 14,10V2 12,12DP1 "
    "12,13V3 15,12DN4 13,12H2 15,10DP3 16,10H4 16,11DN4 15,11V3 16,12DN4 16,13V4 13,13DP1 "
    "13,14DN4 13,15V4";

static bool stand(const char *text, struct zm_morpion_walk *walk)
{
    struct zm_buffer position = {0};
    bool good = zm_morpion_parse(NULL, text, &position, NULL) == ZM_OK &&
                zm_morpion_replay(zm_buffer_bytes(&position), walk);
    zm_buffer_free(&position);
    return good;
}

static void tell(void *context, const struct zm_backward_row *row)
{
    double *began = context, seconds = zm_bench_processor() - *began;
    if (row->move % 10 == 0 || row->move == 102)
        printf("complete   from move %3u %12" PRIu64 " positions, longest %3u %8.2f s %6.1f M/s\n",
               row->move, row->positions, row->longest, seconds,
               seconds > 0 ? (double)row->positions / seconds / 1e6 : 0);
}

static enum zm_status count_positions(struct zm_morpion_walk *walk, struct zm_error *error)
{
    double began = zm_bench_processor();
    return zm_backward(walk, 102, NULL, tell, &began, error);
}

static enum zm_status find_moves(struct zm_morpion_walk *walk, struct zm_error *error)
{
    static const unsigned from[] = {150, 140, 130, 126};
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && i < sizeof from / sizeof *from; i++) {
        struct zm_dbs dbs;
        double began = zm_bench_processor();
        while (walk->played_count > from[i])
            zm_morpion_walks.unmake(walk, walk->played[walk->played_count - 1]);
        status = zm_dbs_search(walk, 1000000, NULL, &dbs, error);
        if (status == ZM_OK)
            printf("dbs        from move %3u %12zu nodes %34.2f s\n", from[i], dbs.count + 1,
                   zm_bench_processor() - began);
        zm_dbs_free(&dbs);
    }
    return status;
}

/* Games of level 1, each learnt from: what nested rollout policy adaptation does all the time. */
static enum zm_status play_games(const char *variant, struct zm_morpion_walk *walk,
                                 struct zm_error *error)
{
    enum { SEARCHES = 3000, GAMES = 100 };
    struct zm_policy_player *player = malloc(sizeof *player);
    struct zm_policy *policy = malloc(sizeof *policy);
    struct zm_policy_game *game = malloc(2 * sizeof *game);
    uint64_t moves = 0;
    if (player == NULL || policy == NULL || game == NULL || !stand(variant, walk)) {
        free(player);
        free(policy);
        free(game);
        return zm_fail_memory(error);
    }
    double began = zm_bench_processor();
    zm_policy_player_begin(player, walk, 1);
    for (int i = 0; i < SEARCHES; i++) {
        zm_policy_reset(policy);
        game[1].length = game[1].stretch_count = 0;
        for (int k = 0; k < GAMES; k++) {
            zm_policy_play(player, policy, &game[0]);
            moves += game[0].length;
            if (game[0].length >= game[1].length)
                zm_policy_game_copy(&game[0], &game[1]);
            zm_policy_adapt(policy, &game[1], 1);
        }
    }
    double seconds = zm_bench_processor() - began;
    printf("playouts   %s %12d games of %.1f moves %26.2f s %8.0f games/s\n", variant,
           SEARCHES * GAMES, (double)moves / SEARCHES / GAMES, seconds, SEARCHES * GAMES / seconds);
    free(player);
    free(policy);
    free(game);
    return ZM_OK;
}

/* What tries of annealing took out and made. */
struct changed {
    uint64_t tries, out, made;
};

static bool count_changes(void *context, const struct zm_draft *draft)
{
    struct changed *changed = context;
    changed->tries++;
    changed->out += draft->out_count;
    changed->made += draft->end - draft->kept;
    return true;
}

/* Tries from a random game on, as --search nrpa makes them. */
static enum zm_status anneal(const char *variant, double heat, double cool, unsigned foreign,
                             struct zm_morpion_walk *walk, struct zm_error *error)
{
    struct zm_policy_player *player = malloc(sizeof *player);
    struct zm_policy *policy = malloc(sizeof *policy);
    struct zm_policy_game *game = malloc(sizeof *game);
    struct changed changed = {0};
    struct zm_anneal anneal = {.player = player,
                               .game = game,
                               .seed = 1,
                               .tries = 300000,
                               .heat = heat,
                               .cool = cool,
                               .weight = 1000,
                               .foreign = foreign,
                               .tried = count_changes,
                               .context = &changed};
    bool opened = player != NULL && policy != NULL && game != NULL && stand(variant, walk);
    double began = zm_bench_processor();
    if (opened) {
        zm_policy_player_begin(player, walk, 1);
        zm_policy_reset(policy);
        zm_policy_play(player, policy, game);
        opened = zm_anneal(&anneal);
    }
    double seconds = zm_bench_processor() - began, tries = (double)changed.tries;
    if (opened)
        printf("annealing  %s %12" PRIu64
               " tries, %.1f moves out, %.1f made %14.2f s %8.0f tries/s\n",
               variant, changed.tries, (double)changed.out / tries, (double)changed.made / tries,
               seconds, tries / seconds);
    free(player);
    free(policy);
    free(game);
    return opened ? ZM_OK : zm_fail_memory(error);
}

static enum zm_status run(struct zm_error *error)
{
    struct zm_morpion_walk *walk = malloc(sizeof *walk);
    if (walk == NULL)
        return zm_fail_memory(error);
    enum zm_status status = play_games("5D", walk, error);
    if (status == ZM_OK)
        status = play_games("5T", walk, error);
    if (status == ZM_OK)
        status = anneal("5D", 0.6, 0.45, 20, walk, error);
    if (status == ZM_OK)
        status = anneal("5T", 1, 0.7, 70, walk, error);
    if (status == ZM_OK && stand(record, walk))
        status = find_moves(walk, error);
    if (status == ZM_OK && stand(record, walk))
        status = count_positions(walk, error);
    free(walk);
    return status;
}

const struct zm_benchmark zm_bench_morpion = {
    .name = "morpion",
    .summary = "Morpion solitaire: complete search, dependency-based search, games a second",
    .run = run,
};
