/* Nested rollout policy adaptation (Rosin 2011) for Morpion solitaire, with restarts and threads:
 * stabilised (Cazenave, Sevestre, Toulemont 2020), generalised by biases (Cazenave 2020), with policies
 * that leave out light moves (selective), games cut off that will not be long, and levels that end
 * when they find the same again and again (limited repetitions).
 *
 * A search of level n makes a number of searches of level n - 1 with a copy of its policy, and after
 * each moves the policy towards the best game seen. Level 1 plays games; stabilised, it plays
 * several before it learns from the best. A search of the highest level that has ended begins anew
 * with another seed. Threads search side by side and share nothing but the best game, which goes to
 * the store as soon as it is found. */
#include "engines/morpion/engine.h"

#include "engines/morpion/best_game.h"
#include "engines/morpion/policy.h"
#include "solve/quest.h"

#include <stdlib.h>

enum { MOST_LEVELS = 8, TICK = 256, USUAL_GAMES = 1000000 };

/* What all threads share. */
struct shared {
    const struct zm_morpion_walk *walk;
    struct zm_run *run;
    struct zm_best_game best;
    unsigned level, iterations, stabilised, repeats, cut_off;
    double alpha, bias;
    float selective;
    uint64_t most; /* games; 0: no limit */
    _Atomic uint64_t games;
    _Atomic uint64_t searches; /* begun: each has a seed of its own */
    atomic_bool failed;
};

struct nrpa {
    struct shared *shared;
    bool watches;
    bool over;
    unsigned untold; /* games that the run was not told of */
    struct zm_policy_player player;
    struct zm_policy_game game;
    struct zm_policy policies[MOST_LEVELS + 1];
    struct zm_policy_game best[MOST_LEVELS + 1];
};

/* Counts games, and looks now and then whether to go on. */
static void count_game(struct nrpa *n)
{
    struct shared *shared = n->shared;
    if (++n->untold < TICK)
        return;
    uint64_t games = atomic_fetch_add(&shared->games, n->untold) + n->untold;
    atomic_fetch_add_explicit(&shared->run->nodes, n->untold, memory_order_relaxed);
    n->untold = 0;
    n->over = (shared->most > 0 && games >= shared->most) ||
              (n->watches ? zm_run_poll(shared->run, zm_best_game_length(&shared->best), 0)
                          : zm_run_stopped(shared->run));
}

/* Plays the games of one step of level 1, and keeps the best. */
static void play(struct nrpa *n)
{
    struct zm_policy_game *best = &n->best[1];
    for (unsigned i = 0; i < n->shared->stabilised && !n->over; i++) {
        n->player.hoped = n->shared->cut_off > 0 ? best->length : 0;
        zm_policy_play(&n->player, &n->policies[1], &n->game);
        if (n->game.length >= best->length)
            zm_policy_game_copy(&n->game, best);
        if (n->game.length > zm_best_game_length(&n->shared->best))
            zm_best_game_offer(&n->shared->best, n->game.moves, n->game.length);
        count_game(n);
    }
}

static void search(struct nrpa *n, unsigned level)
{
    struct zm_policy_game *best = &n->best[level];
    unsigned same = 0;
    best->length = best->stretch_count = 0;
    for (unsigned i = 0; i < n->shared->iterations && same <= n->shared->repeats && !n->over; i++) {
        unsigned before = best->length;
        if (level == 1)
            play(n);
        else {
            n->policies[level - 1] = n->policies[level];
            search(n, level - 1);
            same = n->best[level - 1].length == before ? same + 1 : 0;
            if (n->best[level - 1].length >= best->length)
                zm_policy_game_copy(&n->best[level - 1], best);
        }
        zm_policy_adapt(&n->policies[level], best, n->shared->alpha);
    }
}

/* Searches until the games are played or the run stops. */
static void work(void *context, bool watches)
{
    struct shared *shared = context;
    struct nrpa *n = malloc(sizeof *n);
    if (n == NULL) {
        atomic_store(&shared->failed, true);
        return;
    }
    n->shared = shared;
    n->watches = watches;
    n->over = false;
    n->untold = 0;
    while (!n->over) {
        uint64_t number = atomic_fetch_add(&shared->searches, 1);
        zm_policy_player_begin(&n->player, shared->walk, shared->run->seed + number);
        n->player.selective = shared->selective;
        n->player.each = shared->cut_off;
        zm_policy_incline(&n->policies[shared->level], shared->walk, shared->bias);
        search(n, shared->level);
    }
    atomic_fetch_add(&shared->games, n->untold);
    atomic_fetch_add_explicit(&shared->run->nodes, n->untold, memory_order_relaxed);
    free(n);
}

static enum zm_status explore_nrpa(struct zm_alone *alone, struct zm_quest *quest,
                                   struct zm_error *error)
{
    const struct zm_settings *settings = alone->problem.settings;
    struct zm_run *run = alone->problem.run;
    struct shared shared = {
        .walk = alone->start,
        .run = run,
        .level = (unsigned)zm_settings_integer(settings, "level"),
        .iterations = (unsigned)zm_settings_integer(settings, "iterations"),
        .stabilised = (unsigned)zm_settings_integer(settings, "stabilised"),
        .repeats = (unsigned)zm_settings_integer(settings, "repeats"),
        .cut_off = (unsigned)zm_settings_integer(settings, "cut-off"),
        .alpha = (double)zm_settings_integer(settings, "alpha") / 100,
        .bias = (double)zm_settings_integer(settings, "bias") / 100,
        .selective = (float)zm_settings_integer(settings, "selective") / 1000,
        .most = (uint64_t)zm_settings_integer(settings, "samples"),
    };
    if (shared.most == 0 && run->deadline <= 0)
        shared.most = USUAL_GAMES;
    zm_best_game_open(&shared.best, alone->start, run);
    atomic_store(&shared.searches, shared.best.recalled);
    if (shared.walk->legal_count > 0)
        zm_best_game_work(run, work, &shared);
    return zm_best_game_end(&shared.best, atomic_load(&shared.failed), quest, error);
}

static const struct zm_param nrpa_params[] = {
    {.name = "level",
     .kind = ZM_PARAM_INTEGER,
     .value = "3",
     .min = 1,
     .max = MOST_LEVELS,
     .hint = "N",
     .help = "morpion: how deep searches are nested"},
    {.name = "iterations",
     .kind = ZM_PARAM_INTEGER,
     .value = "100",
     .min = 1,
     .max = 1000000,
     .hint = "N",
     .help = "morpion: searches of the level below that each level makes"},
    {.name = "stabilised",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 1,
     .max = 1000,
     .hint = "N",
     .help = "morpion: games that level 1 plays before it learns from the best"},
    {.name = "alpha",
     .kind = ZM_PARAM_INTEGER,
     .value = "100",
     .min = 1,
     .max = 1000,
     .hint = "PERCENT",
     .help = "morpion: how fast policies learn"},
    {.name = "bias",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = -100,
     .max = 100,
     .hint = "PERCENT",
     .help = "morpion: how much lighter a move is at the beginning for each step from the middle"},
    {.name = "selective",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000,
     .hint = "N",
     .help = "morpion: moves of a weight below N thousandths are made when there are no others"},
    {.name = "cut-off",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 100,
     .hint = "N",
     .help = "morpion: end games that would fall short with N moves more for each legal move; 0: "
             "none"},
    {.name = "repeats",
     .kind = ZM_PARAM_INTEGER,
     .value = "1000000",
     .min = 1,
     .max = 1000000,
     .hint = "N",
     .help = "morpion: end a level that has found its best length again more than N times running"},
    {.name = "samples",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = INT64_MAX,
     .hint = "N",
     .help = "morpion: give up after so many games; 0: when the time is up, or after a million"},
    {0},
};

const struct zm_search zm_morpion_nrpa = {
    .name = "nrpa",
    .summary = "morpion: nested rollout policy adaptation, with threads and restarts",
    .params = nrpa_params,
    .explore = explore_nrpa,
    .quests = ZM_QUEST_LONGEST,
};
