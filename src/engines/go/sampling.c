/* The methods without trees (methods.h) as a player. */
#include "engines/go/methods.h"
#include "engines/go/player.h"

#include <math.h>
#include <stdlib.h>

static const struct zm_param params[] = {
    {.name = "method",
     .kind = ZM_PARAM_CHOICE,
     .value = "amaf",
     .choices = "basic|pruning|amaf|gobble|pairs|owning|goals",
     .help =
         "games for each move, with pruning, for all moves of a game, by annealed lists, for "
         "moves with replies, for owning points, or for goals that tactical searches leave open",
     .unrecorded = true},
    {.name = "sample",
     .kind = ZM_PARAM_INTEGER,
     .value = "2000",
     .min = 1,
     .max = 10000000,
     .hint = "N",
     .help = "random games a move in all; of basic and pruning for each candidate",
     .unrecorded = true},
    {.name = "early",
     .kind = ZM_PARAM_CHOICE,
     .value = "no",
     .choices = "no|yes",
     .help = "whether basic spares games of moves that can hardly become the best any more",
     .unrecorded = true},
    {.name = "inverse-temperature",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 100,
     .hint = "K",
     .help = "moves in random games go by exp(K * mean); 0: all alike",
     .unrecorded = true},
    {.name = "annealed",
     .kind = ZM_PARAM_CHOICE,
     .value = "no",
     .choices = "no|yes",
     .help = "whether K grows from 0 during the search",
     .unrecorded = true},
    {.name = "eyes",
     .kind = ZM_PARAM_CHOICE,
     .value = "usual",
     .choices = "usual|olga|oleg",
     .help = "points that random games do not fill: by diagonals, by liberties, by one chain",
     .unrecorded = true},
    {.name = "goals",
     .kind = ZM_PARAM_CHOICE,
     .value = "connections",
     .choices = "connections|all",
     .help = "goals of the method goals: connections to stones and points, or also captures, eyes "
             "and owning stones",
     .unrecorded = true},
    {.name = "formula",
     .kind = ZM_PARAM_CHOICE,
     .value = "joint",
     .choices = "mean|difference|joint",
     .help = "what a goal is worth: the mean score when it is reached, how much more that is, or "
             "the mean score when also the move that wins it was played first",
     .unrecorded = true},
    {.name = "preselect",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 361,
     .hint = "N",
     .help = "how many moves are looked at, by what an eye sees; 0: all",
     .unrecorded = true},
    {0},
};

struct player {
    struct zm_instance game;
    struct go_method method;
    const struct zm_seat *seat;
    struct goban board;
    struct zm_buffer position;
    uint64_t played;
};

static enum zm_status player_suits(const struct zm_game *game, bool misere, struct zm_error *error)
{
    return go_monte_carlo_player.suits(game, misere, error);
}

/* The place of a choice among its words. */
static unsigned choice(const struct zm_settings *settings, const char *name,
                       const char *const *words)
{
    unsigned index = 0;
    while (words[index] != NULL && !zm_settings_is(settings, name, words[index]))
        index++;
    return words[index] == NULL ? 0 : index;
}

static enum zm_status player_open(const struct zm_seat *seat, void **state, struct zm_error *error)
{
    static const char *const methods[] = {"basic", "pruning", "amaf",  "gobble",
                                          "pairs", "owning",  "goals", NULL};
    static const char *const formulas[] = {"mean", "difference", "joint", NULL};
    static const char *const eyes[] = {"usual", "olga", "oleg", NULL};
    const struct zm_settings *settings = seat->problem.settings;
    struct player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_instance_open(&player->game, seat->problem.game, settings, error);
    if (status != ZM_OK) {
        free(player);
        return status;
    }
    player->seat = seat;
    player->method = (struct go_method){
        .statistics = (enum go_statistics)choice(settings, "method", methods),
        .eyes = (enum go_eyes)choice(settings, "eyes", eyes),
        .games = (unsigned)zm_settings_integer(settings, "sample"),
        .early = zm_settings_is(settings, "early", "yes"),
        .temperature = (double)zm_settings_integer(settings, "inverse-temperature"),
        .annealed = zm_settings_is(settings, "annealed", "yes"),
        .preselected = (unsigned)zm_settings_integer(settings, "preselect"),
        .wishes = zm_settings_is(settings, "goals", "all") ? GO_WISH_ALL : GO_WISH_USUAL,
        .formula = (enum go_formula)choice(settings, "formula", formulas),
    };
    *state = player;
    return ZM_OK;
}

static void player_close(void *state)
{
    struct player *player = state;
    zm_instance_close(&player->game);
    zm_buffer_free(&player->position);
    free(player);
}

static enum zm_status player_set(void *state, struct zm_bytes position,
                                 const struct zm_record *record, struct zm_error *error)
{
    struct player *player = state;
    (void)record;
    zm_buffer_set(&player->position, position);
    const struct go_game *game = go_at(player->game.state, position);
    if (game->failed || player->position.failed)
        return zm_fail_memory(error);
    goban_read(&player->board, game);
    player->played = game->moves;
    return ZM_OK;
}

static bool add_line(const struct player *player, const struct go_opinion *opinion,
                     struct zm_thought *thought)
{
    struct zm_line *line = zm_thought_add(thought);
    unsigned move = goban_plain(&player->board, opinion->move);
    uint8_t bytes[2] = {(uint8_t)move, (uint8_t)(move >> 8)};
    if (line == NULL)
        return false;
    line->source = "playouts";
    line->playouts = opinion->games;
    line->depth = 1;
    const struct go_rules *rules = &((const struct go_state *)player->game.state)->rules;
    double komi = go_komi(rules, player->board.points) / 2.0;
    if (isfinite(opinion->mean) && opinion->games > 0)
        line->worth = player->board.turn == GO_BLACK ? opinion->mean - komi : komi - opinion->mean;
    zm_list_add(&line->moves, zm_bytes(bytes, sizeof bytes));
    return !zm_list_failed(&line->moves);
}

/* Sampled moves that superko forbids go. */
static unsigned keep_legal(struct player *player, struct go_opinion *opinions, unsigned count)
{
    const struct go_rules *rules = &((const struct go_state *)player->game.state)->rules;
    const struct go_game *game = go_at(player->game.state, zm_buffer_bytes(&player->position));
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++)
        if (go_game_allows(game, rules, goban_plain(&player->board, opinions[i].move)))
            opinions[kept++] = opinions[i];
    return kept;
}

static enum zm_status player_think(void *state, const struct zm_pace *pace, struct zm_run *run,
                                   zm_tell *tell, void *context, struct zm_thought *thought,
                                   struct zm_error *error)
{
    struct player *player = state;
    struct go_opinion opinions[GO_POINTS];
    struct go_method method = player->method;
    struct zm_run inner;
    (void)tell;
    (void)context;
    zm_thought_clear(thought);
    const struct go_game *game = go_at(player->game.state, zm_buffer_bytes(&player->position));
    if (go_game_over(game))
        return zm_fail_no_move(error);
    zm_pace_begin(pace, &player->seat->problem, run, &inner);
    if (pace->nodes > 0 && pace->nodes < method.games)
        method.games = (unsigned)pace->nodes;
    struct go_sampler *sampler = go_sampler_open(&method, inner.seed + player->played);
    if (sampler == NULL)
        return zm_fail_memory(error);
    unsigned count = go_sampler_run(sampler, &player->board, &inner, opinions);
    atomic_fetch_add(&run->nodes, go_sampler_games(sampler));
    go_sampler_close(sampler);
    count = keep_legal(player, opinions, count);
    for (unsigned i = 0; i < count && (i == 0 || i < pace->lines); i++)
        if (!add_line(player, &opinions[i], thought))
            return zm_fail_memory(error);
    if (count < 1 || count < pace->lines) {
        const struct go_opinion pass = {.move = GOBAN_PASS, .mean = NAN};
        if (!add_line(player, &pass, thought))
            return zm_fail_memory(error);
    }
    return ZM_OK;
}

const struct zm_player go_sampling_player = {
    .name = "sampling",
    .summary = "random games without a tree: the methods of Gobble, Oleg and Olga",
    .params = params,
    .suits = player_suits,
    .open = player_open,
    .close = player_close,
    .set = player_set,
    .think = player_think,
};
