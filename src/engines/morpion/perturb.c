/* Perturbation search for Morpion solitaire: a good game loses its moves in some part of the paper,
 * and all that needed them; what is left is completed again, by a complete search where that is
 * small, else by games of a policy that learns; the new game is kept when it is not much shorter.
 *
 * Threads each follow a game of their own, and share the longest. */
#include "engines/morpion/engine.h"

#include "engines/morpion/best_game.h"
#include "engines/morpion/complete.h"
#include "engines/morpion/policy.h"

#include <stdlib.h>

enum { FIRST_GAMES = 20000, LEARNT_GAMES = 150, WORSE = 40, GIVE_UP = 20000 };

struct shared {
    const struct zm_morpion_walk *walk;
    struct zm_run *run;
    struct zm_best_game best;
    uint64_t most;   /* games tried; 0: no limit */
    uint64_t levels; /* that a complete search may enter */
    unsigned radius; /* of the largest square that is cut out */
    _Atomic uint64_t tried, chains;
    atomic_bool untouched; /* the store has a game that nobody follows yet */
    atomic_bool failed;
};

/* One thread: the game that it follows is the walk `game`. */
struct chain {
    struct shared *shared;
    bool watches;
    struct zm_random random;
    struct zm_morpion_walk game, part;
    struct zm_complete complete;
    struct zm_policy_player player;
    struct zm_policy policy;
    struct zm_policy_game played, longest;
};

/* -- completing -- */

/* Plays games by a policy that learns from the longest, which is kept in `longest`. */
static void learn(struct chain *chain, const struct zm_morpion_walk *from, unsigned games)
{
    zm_policy_player_begin(&chain->player, from, zm_random_next(&chain->random));
    zm_policy_reset(&chain->policy);
    chain->longest.length = chain->longest.stretch_count = 0;
    for (unsigned i = 0; i < games; i++) {
        zm_policy_play(&chain->player, &chain->policy, &chain->played);
        if (chain->played.length >= chain->longest.length)
            zm_policy_game_copy(&chain->played, &chain->longest);
        zm_policy_adapt(&chain->policy, &chain->longest, 1);
    }
}

static void shuffle(struct zm_random *random, zm_paper_move *moves, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned other = (unsigned)zm_random_below(random, i);
        zm_paper_move move = moves[i - 1];
        moves[i - 1] = moves[other];
        moves[other] = move;
    }
}

/* Completes what is left of a game. */
static void complete(struct chain *chain)
{
    struct zm_complete *search = &chain->complete;
    unsigned count = zm_complete_begin(search, &chain->part, NULL, 0);
    shuffle(&chain->random, search->lists, count);
    search->best_length = search->ticks = 0;
    search->budget = chain->shared->levels;
    zm_complete_visit(search, search->lists, count, 0);
    const zm_paper_move *moves = search->best;
    unsigned length = search->best_length;
    if (search->stopped) {
        learn(chain, &chain->part, LEARNT_GAMES);
        if (chain->longest.length >= length) {
            moves = chain->longest.moves;
            length = chain->longest.length;
        }
    }
    for (unsigned i = 0; i < length; i++)
        zm_morpion_walks.make(&chain->part, zm_paper_to(moves[i]));
}

/* -- perturbing -- */

/* Replays the game without the moves whose dots lie in a random square, and without those that can
 * no longer be made. */
static void cut(struct chain *chain)
{
    const struct zm_morpion_walk *game = &chain->game;
    unsigned from = chain->shared->walk->played_count;
    zm_morpion_move middle =
        game->played[from + zm_random_below(&chain->random, game->played_count - from)];
    unsigned radius = 1 + (unsigned)zm_random_below(&chain->random, chain->shared->radius);
    chain->part = *chain->shared->walk;
    for (unsigned i = from; i < game->played_count; i++) {
        zm_morpion_move move = game->played[i];
        unsigned across = zm_morpion_x(move) + radius - zm_morpion_x(middle);
        unsigned down = zm_morpion_y(move) + radius - zm_morpion_y(middle);
        if ((across > 2 * radius || down > 2 * radius) &&
            zm_morpion_is_legal(&chain->part.board, move))
            zm_morpion_walks.make(&chain->part, move);
    }
}

static void offer(struct chain *chain, const struct zm_morpion_walk *game)
{
    unsigned from = chain->shared->walk->played_count, length = game->played_count - from;
    zm_paper_move moves[ZM_MORPION_PLAYED];
    if (length <= zm_best_game_length(&chain->shared->best))
        return;
    for (unsigned i = 0; i < length; i++)
        moves[i] = zm_paper_from(game->played[from + i]);
    zm_best_game_offer(&chain->shared->best, moves, length);
}

/* Counts what was tried; true: it is time to end. */
static bool is_over(struct chain *chain)
{
    struct shared *shared = chain->shared;
    uint64_t tried = atomic_fetch_add(&shared->tried, 1) + 1;
    atomic_fetch_add_explicit(&shared->run->nodes, 1, memory_order_relaxed);
    return (shared->most > 0 && tried >= shared->most) ||
           (chain->watches ? zm_run_poll(shared->run, zm_best_game_length(&shared->best), 0)
                           : zm_run_stopped(shared->run));
}

/* Takes the longest game of the store, or else the longest of some games. */
static void begin(struct chain *chain)
{
    struct zm_best_game *best = &chain->shared->best;
    chain->game = *chain->shared->walk;
    if (atomic_exchange(&chain->shared->untouched, false)) {
        pthread_mutex_lock(&best->lock);
        for (unsigned i = 0; i < zm_best_game_length(best); i++)
            zm_morpion_walks.make(&chain->game, best->moves[i]);
        pthread_mutex_unlock(&best->lock);
        return;
    }
    learn(chain, &chain->game, FIRST_GAMES);
    for (unsigned i = 0; i < chain->longest.length; i++)
        zm_morpion_walks.make(&chain->game, zm_paper_to(chain->longest.moves[i]));
    offer(chain, &chain->game);
}

/* Follows a game until nothing better comes for long; false: the run is over. */
static bool follow(struct chain *chain)
{
    begin(chain);
    unsigned longest = chain->game.played_count, idle = 0;
    while (idle++ < GIVE_UP) {
        cut(chain);
        complete(chain);
        unsigned length = chain->part.played_count, before = chain->game.played_count;
        if (length >= before ||
            (length + 1 == before && zm_random_below(&chain->random, WORSE) == 0))
            chain->game = chain->part;
        if (length > longest) {
            longest = length;
            idle = 0;
            offer(chain, &chain->part);
        }
        if (is_over(chain))
            return false;
    }
    return true;
}

static void work(void *context, bool watches)
{
    struct shared *shared = context;
    struct chain *chain = calloc(1, sizeof *chain);
    bool opened = chain != NULL && zm_complete_open(&chain->complete, NULL);
    if (!opened)
        atomic_store(&shared->failed, true);
    else {
        chain->shared = shared;
        chain->watches = watches;
        do
            chain->random =
                zm_random_seeded(shared->run->seed + atomic_fetch_add(&shared->chains, 1));
        while (follow(chain));
        zm_complete_close(&chain->complete);
    }
    free(chain);
}

static enum zm_status explore_perturb(struct zm_alone *alone, struct zm_quest *quest,
                                      struct zm_error *error)
{
    struct zm_run *run = alone->problem.run;
    struct shared shared = {
        .walk = alone->start,
        .run = run,
        .most = (uint64_t)zm_settings_integer(alone->problem.settings, "samples"),
        .levels = (uint64_t)zm_settings_integer(alone->problem.settings, "levels"),
        .radius = (unsigned)zm_settings_integer(alone->problem.settings, "radius"),
    };
    if (shared.most == 0 && run->deadline <= 0)
        shared.most = FIRST_GAMES;
    zm_best_game_open(&shared.best, alone->start, run);
    atomic_store(&shared.chains, shared.best.recalled);
    atomic_store(&shared.untouched, shared.best.length > 0);
    if (shared.walk->legal_count > 0)
        zm_best_game_work(run, work, &shared);
    return zm_best_game_end(&shared.best, atomic_load(&shared.failed), quest, error);
}

static const struct zm_param perturb_params[] = {
    {.name = "samples",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = INT64_MAX,
     .hint = "N",
     .help = "morpion: give up after so many games; 0: when the time is up, or after some"},
    {.name = "levels",
     .kind = ZM_PARAM_INTEGER,
     .value = "4000",
     .min = 1,
     .max = 1000000000,
     .hint = "N",
     .help = "morpion: positions after which games take the place of the complete search"},
    {.name = "radius",
     .kind = ZM_PARAM_INTEGER,
     .value = "4",
     .min = 1,
     .max = 20,
     .hint = "N",
     .help = "morpion: of the largest square from which moves are taken out"},
    {0},
};

const struct zm_search zm_morpion_perturb = {
    .name = "perturb",
    .summary = "morpion: a good game cut in one place and completed again",
    .params = perturb_params,
    .explore = explore_perturb,
    .quests = ZM_QUEST_LONGEST,
};
