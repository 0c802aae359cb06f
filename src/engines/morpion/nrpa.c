/* Nested rollout policy adaptation (Rosin 2011) for Morpion solitaire, with restarts and threads:
 * stabilised (Cazenave, Sevestre, Toulemont 2020), generalised by biases (Cazenave 2020), with policies
 * that leave out light moves (selective), games cut off that will not be long, and levels that end
 * when they find the same again and again (limited repetitions).
 *
 * A search of level n makes a number of searches of level n - 1 with a copy of its policy, and after
 * each moves the policy towards the best game seen. Level 1 plays games; stabilised, it plays
 * several before it learns from the best. What the highest level learns from is polished before, by
 * a short simulated annealing (anneal.h) of the game that the level below has found: policies find
 * what kind of games are long, and annealing what a game of a kind lacks. The highest level may end
 * before its time, and annealing goes on from its best game with the games that it had left. Then
 * another search begins with another seed. Threads search side by side and share nothing but the best
 * game, which goes to the store as soon as it is found. */
#include "engines/morpion/engine.h"

#include "engines/morpion/anneal.h"
#include "engines/morpion/best_game.h"
#include "solve/quest.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_LEVELS = 8, TICK = 256, USUAL_GAMES = 1000000, USUAL_POLISH = 200 };

/* What all threads share. */
struct shared {
    const struct zm_morpion_walk *walk;
    struct zm_run *run;
    struct zm_best_game best;
    unsigned level, iterations, stabilised, repeats, cut_off;
    unsigned replicas; /* games that are annealed side by side */
    unsigned first;    /* iterations of the highest level, before the annealing */
    unsigned below;    /* and of the level below it */
    double alpha, bias;
    float selective;
    double tries, heat, cool; /* of the annealing */
    uint64_t polish;          /* tries, for each game that the highest level learns from */
    float weight;
    unsigned foreign;
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
    unsigned polished; /* the length of the longest game of a polishing, and its moves */
    zm_paper_move moves[ZM_MORPION_PLAYED];
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

/* Offers the game just played, and counts it. */
static void note_game(struct nrpa *n)
{
    if (n->game.length > zm_best_game_length(&n->shared->best))
        zm_best_game_offer(&n->shared->best, n->game.moves, n->game.length);
    count_game(n);
}

/* The same of a game that annealing tries; returns whether to go on. */
static bool note_draft(void *context, const struct zm_draft *draft)
{
    struct nrpa *n = context;
    unsigned length = zm_draft_tried(draft);
    if (length > zm_best_game_length(&n->shared->best)) {
        zm_paper_move moves[ZM_MORPION_PLAYED];
        zm_draft_read(draft, moves);
        zm_best_game_offer(&n->shared->best, moves, length);
    }
    count_game(n);
    return !n->over;
}

/* The same of a game that is tried to polish another, and keeps the longest. */
static bool note_polished(void *context, const struct zm_draft *draft)
{
    struct nrpa *n = context;
    if (zm_draft_tried(draft) > n->polished) {
        n->polished = zm_draft_tried(draft);
        zm_draft_read(draft, n->moves);
    }
    return note_draft(context, draft);
}

/* What annealing of a game is, but for its length and who hears of it. */
static struct zm_anneal annealing(struct nrpa *n, const struct zm_policy_game *game, uint64_t seed)
{
    return (struct zm_anneal){
        .player = &n->player,
        .game = game,
        .seed = seed,
        .heat = n->shared->heat,
        .cool = n->shared->cool,
        .weight = n->shared->weight,
        .foreign = n->shared->foreign,
        .context = n,
    };
}

/* There was no memory: ends the search. */
static void fail(struct nrpa *n)
{
    atomic_store(&n->shared->failed, true);
    n->over = true;
}

/* Makes the best game of a level longer by annealing, if it can. */
static void polish(struct nrpa *n, unsigned level)
{
    struct zm_policy_game *best = &n->best[level];
    struct zm_anneal anneal = annealing(n, best, zm_chances_lot(&n->player.lots));
    anneal.tries = n->shared->polish;
    anneal.tried = note_polished;
    n->polished = best->length;
    if (!zm_anneal(&anneal))
        fail(n);
    else if (n->polished > best->length)
        zm_policy_repeat(&n->player, &n->policies[level], n->moves, n->polished, best);
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
        note_game(n);
    }
}

static unsigned iterations_of(const struct shared *shared, unsigned level)
{
    if (level == shared->level)
        return shared->first;
    return level + 1 == shared->level ? shared->below : shared->iterations;
}

static void search(struct nrpa *n, unsigned level)
{
    struct zm_policy_game *best = &n->best[level];
    unsigned same = 0, end = iterations_of(n->shared, level);
    best->length = best->stretch_count = 0;
    for (unsigned i = 0; i < end && same <= n->shared->repeats && !n->over; i++) {
        unsigned before = best->length;
        if (level == 1)
            play(n);
        else {
            n->policies[level - 1] = n->policies[level];
            search(n, level - 1);
            if (level == n->shared->level && n->shared->polish > 0 && !n->over)
                polish(n, level - 1);
            same = n->best[level - 1].length == before ? same + 1 : 0;
            if (n->best[level - 1].length >= best->length)
                zm_policy_game_copy(&n->best[level - 1], best);
        }
        zm_policy_adapt(&n->policies[level], best, n->shared->alpha);
    }
}

/* Goes on from the best game of a search, or from a game at random when there was none. */
static void anneal(struct nrpa *n, uint64_t number)
{
    struct shared *shared = n->shared;
    struct zm_anneal anneal = annealing(n, &n->game, shared->run->seed + number);
    anneal.tries =
        (uint64_t)(shared->tries * (double)zm_anneal_share(number - shared->best.recalled));
    anneal.tried = note_draft;
    n->player.selective = 0;
    n->player.hoped = 0;
    if (n->best[shared->level].length > 0)
        zm_policy_game_copy(&n->best[shared->level], &n->game);
    else {
        zm_policy_play(&n->player, &n->policies[shared->level], &n->game);
        note_game(n);
    }
    if (!n->over &&
        !(shared->replicas == 1 ? zm_anneal(&anneal) : zm_temper(&anneal, shared->replicas)))
        fail(n);
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
        if (!n->over && shared->tries > 0)
            anneal(n, number);
    }
    atomic_fetch_add(&shared->games, n->untold);
    atomic_fetch_add_explicit(&shared->run->nodes, n->untold, memory_order_relaxed);
    free(n);
}

/* Shares out the games that a search of the highest level has, and takes what suits the variant
 * where nothing is given: in 5D annealing alone finds longer games than policies; in 5T it may be
 * caught by short ones, so policies choose what it polishes. Below the heats games hardly change,
 * above them they fall apart; a short annealing has to end cooler than a long one. What is polished
 * need not be searched for as long: the level below makes half of its iterations. */
static void plan_annealing(struct shared *shared, const struct zm_settings *settings)
{
    bool touching =
        shared->walk->board.length > (unsigned)__builtin_popcountll(shared->walk->board.piece);
    int64_t percent = zm_settings_integer(settings, "anneal");
    int64_t polish = zm_settings_integer(settings, "polish");
    int64_t foreign = zm_settings_integer(settings, "foreign");
    double share = (percent >= 0 ? (double)percent : touching ? 0 : 100) / 100;
    double each = (polish >= 0 ? (double)polish : touching ? USUAL_POLISH : 0) / 100;
    double heat = (double)zm_settings_integer(settings, "heat") / 100;
    double cool = (double)zm_settings_integer(settings, "cool") / 100;
    bool polishes = share < 1 && each > 0 && shared->level > 1;
    double below = shared->stabilised * pow(shared->iterations, shared->level - 1);
    shared->below = shared->iterations;
    if (polishes) {
        shared->below = (shared->iterations + 1) / 2;
        below *= (double)shared->below / shared->iterations;
    }
    shared->first = (unsigned)lround((1 - share) * shared->iterations);
    shared->polish = polishes ? (uint64_t)fmin(each * below, 1e15) : 0;
    shared->tries = fmin(share * shared->iterations * (below + (double)shared->polish), 1e15);
    shared->heat = heat > 0 ? heat : !touching ? 0.6 : polishes ? 0.7 : 1;
    shared->cool = cool > 0 ? cool : !touching ? 0.45 : polishes ? 0.4 : 0.7;
    shared->foreign = (unsigned)(foreign >= 0 ? foreign : touching ? 70 : 20);
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
        .weight = (float)zm_settings_integer(settings, "weight"),
        .replicas = (unsigned)zm_settings_integer(settings, "replicas"),
        .most = (uint64_t)zm_settings_integer(settings, "samples"),
    };
    plan_annealing(&shared, settings);
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
    {.name = "anneal",
     .kind = ZM_PARAM_INTEGER,
     .value = "-1",
     .min = -1,
     .max = 100,
     .hint = "PERCENT",
     .help =
         "morpion: of the games of a search, those that anneal its best game; 0: none; 100: all, "
         "from a random game; -1: what suits the variant"},
    {.name = "polish",
     .kind = ZM_PARAM_INTEGER,
     .value = "-1",
     .min = -1,
     .max = 100000,
     .hint = "PERCENT",
     .help = "morpion: anneal each game that the highest level learns from, with so many tries for "
             "a hundred games of the level below; 0: none; -1: what suits the variant"},
    {.name = "heat",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000,
     .hint = "PERCENT",
     .help = "morpion: annealing begins by following a game that is shorter by so much of a move "
             "with the chance 1/e; 0: what suits the variant"},
    {.name = "cool",
     .kind = ZM_PARAM_INTEGER,
     .value = "0",
     .min = 0,
     .max = 1000,
     .hint = "PERCENT",
     .help = "morpion: the same at its end; 0: what suits the variant"},
    {.name = "weight",
     .kind = ZM_PARAM_INTEGER,
     .value = "1000",
     .min = 2,
     .max = 1000000,
     .hint = "N",
     .help = "morpion: how much more likely annealing makes the moves of its game than others"},
    {.name = "foreign",
     .kind = ZM_PARAM_INTEGER,
     .value = "-1",
     .min = -1,
     .max = 100,
     .hint = "PERCENT",
     .help = "morpion: tries of annealing that begin with a move that the game has not; the others "
             "put off some that it has; -1: what suits the variant"},
    {.name = "replicas",
     .kind = ZM_PARAM_INTEGER,
     .value = "1",
     .min = 1,
     .max = ZM_TEMPER_MOST,
     .hint = "N",
     .help = "morpion: games annealed side by side, each at a heat of its own, that change places "
             "(parallel tempering)"},
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
