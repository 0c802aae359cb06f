/* Hunts for long games; see hunt.h. */
#include "engines/morpion/hunt.h"

#include <stdlib.h>

enum { USUAL_GAMES = 1000000 };

struct crew {
    struct zm_hunt hunt;
    bool (*work)(struct zm_hunter *hunter);
};

void zm_hunt_count(struct zm_hunter *hunter, unsigned games)
{
    struct zm_hunt *hunt = hunter->hunt;
    uint64_t all = atomic_fetch_add(&hunt->games, games) + games;
    atomic_fetch_add_explicit(&hunt->run->nodes, games, memory_order_relaxed);
    hunter->over = (hunt->most > 0 && all >= hunt->most) ||
                   (hunter->watches ? zm_run_poll(hunt->run, zm_best_game_length(&hunt->best), 0)
                                    : zm_run_stopped(hunt->run));
}

/* Offers the game just played from a walk, when it is longer than all. */
static void offer(struct zm_hunter *hunter, const struct zm_morpion_walk *from, unsigned before)
{
    struct zm_hunt *hunt = hunter->hunt;
    zm_paper_move moves[ZM_MORPION_PLAYED];
    if (before + hunter->game.length <= zm_best_game_length(&hunt->best))
        return;
    for (unsigned i = 0; i < before; i++)
        moves[i] = zm_paper_from(from->played[hunt->walk->played_count + i]);
    memcpy(moves + before, hunter->game.moves, hunter->game.length * sizeof *moves);
    zm_best_game_offer(&hunt->best, moves, before + hunter->game.length);
}

void zm_hunt_begin(struct zm_hunter *hunter, const struct zm_morpion_walk *from)
{
    zm_policy_player_begin(&hunter->player, from, zm_random_next(&hunter->random));
    hunter->longest.length = hunter->longest.stretch_count = 0;
}

unsigned zm_hunt_game(struct zm_hunter *hunter, const struct zm_morpion_walk *from,
                      const struct zm_policy *policy)
{
    unsigned before = from->played_count - hunter->hunt->walk->played_count;
    zm_policy_play(&hunter->player, policy == NULL ? &hunter->even : policy, &hunter->game);
    offer(hunter, from, before);
    if (hunter->game.length >= hunter->longest.length)
        zm_policy_game_copy(&hunter->game, &hunter->longest);
    return before + hunter->game.length;
}

static int compare_lengths(const void *one, const void *other)
{
    return (int)*(const uint16_t *)other - (int)*(const uint16_t *)one;
}

struct zm_hunt_games zm_hunt_play(struct zm_hunter *hunter, const struct zm_morpion_walk *from,
                                  unsigned count, bool learning)
{
    struct zm_hunt_games games = {.count = count};
    uint16_t lengths[ZM_HUNT_GAMES];
    if (learning)
        hunter->policy = hunter->even;
    zm_hunt_begin(hunter, from);
    for (unsigned i = 0; i < count; i++) {
        lengths[i] = (uint16_t)zm_hunt_game(hunter, from, learning ? &hunter->policy : NULL);
        games.mean += (double)lengths[i] / count;
        if (learning)
            zm_policy_adapt(&hunter->policy, &hunter->longest, 1);
    }
    qsort(lengths, count, sizeof *lengths, compare_lengths);
    games.longest = lengths[0];
    games.decile = lengths[(count - 1) / 10];
    zm_hunt_count(hunter, count);
    return games;
}

static void work(void *context, bool watches)
{
    struct crew *crew = context;
    struct zm_hunt *hunt = &crew->hunt;
    struct zm_hunter *hunter = malloc(sizeof *hunter);
    if (hunter == NULL) {
        atomic_store(&hunt->failed, true);
        return;
    }
    hunter->hunt = hunt;
    hunter->watches = watches;
    hunter->over = false;
    zm_policy_reset(&hunter->even);
    while (!hunter->over && !atomic_load(&hunt->failed)) {
        hunter->random = zm_random_seeded(hunt->run->seed + atomic_fetch_add(&hunt->begun, 1));
        if (!crew->work(hunter))
            atomic_store(&hunt->failed, true);
    }
    free(hunter);
}

enum zm_status zm_hunt_run(struct zm_alone *alone, struct zm_quest *quest,
                           bool (*each)(struct zm_hunter *hunter), struct zm_error *error)
{
    struct zm_run *run = alone->problem.run;
    const struct zm_settings *settings = alone->problem.settings;
    struct crew crew = {.hunt = {.walk = alone->start, .settings = settings, .run = run},
                        .work = each};
    struct zm_hunt *hunt = &crew.hunt;
    hunt->most = (uint64_t)zm_settings_integer(settings, "samples");
    if (hunt->most == 0 && run->deadline <= 0)
        hunt->most = USUAL_GAMES;
    zm_best_game_open(&hunt->best, hunt->walk, run);
    atomic_store(&hunt->begun, hunt->best.recalled);
    if (hunt->walk->legal_count > 0)
        zm_best_game_work(run, work, &crew);
    return zm_best_game_end(&hunt->best, atomic_load(&hunt->failed), quest, error);
}
