/* Evolving non-determinism for Morpion solitaire (Juille 1995): a population of beginnings of games,
 * all of one length, that grow by a move at a time. Random games from each say what it is worth; of
 * two that are drawn by lot the better one has a descendant; and each is lengthened by the first
 * move of its longest random game.
 *
 * The original forgot that game then. It stays possible after the move, so it is kept, and only a
 * longer one takes its place (Zimmer). */
#include "engines/morpion/engine.h"

#include "engines/morpion/hunt.h"

#include <stdlib.h>

struct being {
    struct zm_morpion_walk walk;
    double worth;
    unsigned rest; /* moves of its longest game after the walk's */
    zm_morpion_move game[ZM_MORPION_PLAYED];
};

struct evolution {
    struct zm_hunter *hunter;
    unsigned size, games;
    bool forgetful;
    struct being *beings, *next;
};

/* Plays games from a beginning, and keeps the longest. */
static void judge(struct evolution *evolution, struct being *being)
{
    struct zm_hunter *hunter = evolution->hunter;
    being->worth = zm_hunt_play(hunter, &being->walk, evolution->games, false).mean;
    if (hunter->longest.length <= being->rest && !evolution->forgetful)
        return;
    being->rest = hunter->longest.length;
    for (unsigned i = 0; i < being->rest; i++)
        being->game[i] = zm_paper_to(hunter->longest.moves[i]);
}

static const struct being *draw(struct evolution *evolution)
{
    return &evolution->beings[zm_random_below(&evolution->hunter->random, evolution->size)];
}

/* Puts the better of two beginnings drawn by lot in each place. */
static void select_better(struct evolution *evolution)
{
    for (unsigned i = 0; i < evolution->size; i++) {
        const struct being *one = draw(evolution), *other = draw(evolution);
        evolution->next[i] = one->worth >= other->worth ? *one : *other;
    }
    struct being *beings = evolution->beings;
    evolution->beings = evolution->next;
    evolution->next = beings;
}

/* Lengthens a beginning by a move; false: its game is over. */
static bool grow(struct being *being)
{
    if (being->rest == 0)
        return false;
    zm_morpion_walks.make(&being->walk, being->game[0]);
    being->rest--;
    memmove(being->game, being->game + 1, being->rest * sizeof *being->game);
    return true;
}

static bool search(struct zm_hunter *hunter)
{
    const struct zm_settings *settings = hunter->hunt->settings;
    struct evolution evolution = {.hunter = hunter,
                                  .size = (unsigned)zm_settings_integer(settings, "population"),
                                  .games = (unsigned)zm_settings_integer(settings, "games"),
                                  .forgetful = zm_settings_flag(settings, "forgetful")};
    evolution.beings = malloc(evolution.size * sizeof *evolution.beings);
    evolution.next = malloc(evolution.size * sizeof *evolution.next);
    bool opened = evolution.beings != NULL && evolution.next != NULL;
    for (unsigned i = 0; i < evolution.size && opened; i++) {
        evolution.beings[i].walk = *hunter->hunt->walk;
        evolution.beings[i].rest = 0;
    }
    for (bool growing = opened; growing && !hunter->over;) {
        for (unsigned i = 0; i < evolution.size && !hunter->over; i++)
            judge(&evolution, &evolution.beings[i]);
        select_better(&evolution);
        growing = false;
        for (unsigned i = 0; i < evolution.size; i++)
            growing |= grow(&evolution.beings[i]);
    }
    free(evolution.beings);
    free(evolution.next);
    return opened;
}

static enum zm_status explore_evolve(struct zm_alone *alone, struct zm_quest *quest,
                                     struct zm_error *error)
{
    return zm_hunt_run(alone, quest, search, error);
}

static const struct zm_param params[] = {
    {.name = "population",
     .kind = ZM_PARAM_INTEGER,
     .value = "100",
     .min = 1,
     .max = 1000,
     .hint = "N",
     .help = "morpion: beginnings of games that grow side by side"},
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "30",
     .min = 1,
     .max = ZM_HUNT_GAMES,
     .hint = "N",
     .help = "morpion: games by which a beginning is judged"},
    {.name = "forgetful",
     .kind = ZM_PARAM_FLAG,
     .help = "morpion: forget the longest game of a beginning when it has grown, as the original"},
    ZM_HUNT_SAMPLES,
    {0},
};

const struct zm_search zm_morpion_evolve = {
    .name = "evolve",
    .summary = "morpion: evolving non-determinism, beginnings of games that reproduce",
    .params = params,
    .explore = explore_evolve,
    .quests = ZM_QUEST_LONGEST,
};
