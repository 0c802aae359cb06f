/* A hunt for long games: what the threads of a search share that plays games from many positions, and
 * what each of them plays with. */
#ifndef ZM_ENGINES_MORPION_HUNT_H
#define ZM_ENGINES_MORPION_HUNT_H

#include "engines/morpion/best_game.h"
#include "engines/morpion/policy.h"

struct zm_hunt {
    const struct zm_morpion_walk *walk; /* where it begins */
    const struct zm_settings *settings;
    struct zm_run *run;
    struct zm_best_game best;
    uint64_t most;                 /* games; 0: no limit */
    _Atomic uint64_t games, begun; /* searches begun: each has a seed of its own */
    atomic_bool failed;            /* there was no memory */
};

/* One thread. */
struct zm_hunter {
    struct zm_hunt *hunt;
    bool watches, over;
    struct zm_random random;
    struct zm_policy_player player;
    struct zm_policy even, policy;       /* all weights alike; one that learns */
    struct zm_policy_game game, longest; /* moves after those of the walk */
};

/* Games from one position, in moves from the start of the hunt. */
struct zm_hunt_games {
    unsigned count, longest;
    double mean, decile; /* the decile: a tenth of the games are as long or longer */
};
enum { ZM_HUNT_GAMES = 1000 }; /* at most */

/* Has all threads of a problem's run do `work`, again and again with another seed until the time or
 * the games are over. False of `work`: there is no memory. */
enum zm_status zm_hunt_run(struct zm_alone *alone, struct zm_quest *quest,
                           bool (*work)(struct zm_hunter *hunter), struct zm_error *error);
/* Gets ready to play games from a walk. */
void zm_hunt_begin(struct zm_hunter *hunter, const struct zm_morpion_walk *from);
/* Plays one at random, hunter->game, and returns its length from the start of the hunt; a policy
 * instead of NULL chooses its moves. */
unsigned zm_hunt_game(struct zm_hunter *hunter, const struct zm_morpion_walk *from,
                      const struct zm_policy *policy);
/* Counts games that were played, and sets whether the hunt is over. */
void zm_hunt_count(struct zm_hunter *hunter, unsigned games);
/* Plays games at random from a walk, or, learning, by a policy that is moved towards the longest
 * after each. The longest stays in hunter->longest. */
struct zm_hunt_games zm_hunt_play(struct zm_hunter *hunter, const struct zm_morpion_walk *from,
                                  unsigned count, bool learning);

/* The option that all hunts have. */
#define ZM_HUNT_SAMPLES                                                                            \
    {                                                                                              \
        .name = "samples", .kind = ZM_PARAM_INTEGER, .value = "0", .min = 0, .max = INT64_MAX,     \
        .hint = "N",                                                                               \
        .help = "morpion: give up after so many games; 0: when the time is up, or after a million" \
    }

#endif
