/* Beam search with Monte-Carlo evaluation for Morpion solitaire (Helmstetter, 5.3): of each layer the
 * positions are kept that games played on from them praise most, by their mean, their longest, their
 * upper decile, or the longest of a few games that learn from each other (hill climbing).
 *
 * All moves as first: the order of moves does not matter here, so a game that makes a move at any
 * time is as good as one that begins with it, and the games from a position judge all its moves at
 * once. */
#include "engines/morpion/engine.h"

#include "engines/morpion/hunt.h"

#include <stdlib.h>

struct candidate {
    struct zm_hash128 key;
    double value;
    uint32_t parent;
    zm_morpion_move move;
};

struct beam {
    struct zm_hunter *hunter;
    unsigned width, games, count, candidate_count;
    bool mean, decile, climbing, amaf;
    struct zm_morpion_walk *layer, *next;
    struct candidate *candidates;
};

static bool open_beam(struct beam *beam, struct zm_hunter *hunter)
{
    const struct zm_settings *settings = hunter->hunt->settings;
    *beam = (struct beam){.hunter = hunter,
                          .width = (unsigned)zm_settings_integer(settings, "width"),
                          .games = (unsigned)zm_settings_integer(settings, "games"),
                          .mean = zm_settings_is(settings, "evaluate", "mean"),
                          .decile = zm_settings_is(settings, "evaluate", "decile"),
                          .climbing = zm_settings_is(settings, "evaluate", "climb"),
                          .amaf = zm_settings_is(settings, "evaluate", "amaf")};
    beam->layer = malloc(beam->width * sizeof *beam->layer);
    beam->next = malloc(beam->width * sizeof *beam->next);
    beam->candidates = malloc(beam->width * sizeof *beam->candidates * ZM_MORPION_LEGAL);
    return beam->layer != NULL && beam->next != NULL && beam->candidates != NULL;
}

static void close_beam(struct beam *beam)
{
    free(beam->layer);
    free(beam->next);
    free(beam->candidates);
}

/* -- the next layer -- */

/* What games from a position say of it. */
static double judge(struct beam *beam, const struct zm_morpion_walk *walk)
{
    struct zm_hunt_games games = zm_hunt_play(beam->hunter, walk, beam->games, beam->climbing);
    return beam->mean ? games.mean : beam->decile ? games.decile : games.longest;
}

/* Sets the values of a position's moves, which are the candidates from `from` on, to the mean length
 * of the games that make them; a move that none makes has the mean of all. */
static void judge_all(struct beam *beam, const struct zm_morpion_walk *walk, unsigned from)
{
    struct zm_hunter *hunter = beam->hunter;
    double sums[ZM_MORPION_LEGAL] = {0}, all = 0;
    unsigned counts[ZM_MORPION_LEGAL] = {0}, count = beam->candidate_count - from;
    zm_hunt_begin(hunter, walk);
    for (unsigned i = 0; i < beam->games; i++) {
        unsigned length = zm_hunt_game(hunter, walk, NULL);
        all += (double)length / beam->games;
        for (unsigned t = 0; t < hunter->game.length; t++) {
            zm_morpion_move move = zm_paper_to(hunter->game.moves[t]);
            for (unsigned k = 0; k < count; k++)
                if (beam->candidates[from + k].move == move) {
                    sums[k] += length;
                    counts[k]++;
                }
        }
    }
    zm_hunt_count(hunter, beam->games);
    for (unsigned k = 0; k < count; k++)
        beam->candidates[from + k].value = counts[k] == 0 ? all : sums[k] / counts[k];
}

/* Adds all moves of a position, judged when that is done for all together. */
static void expand(struct beam *beam, unsigned parent)
{
    struct zm_morpion_walk *walk = &beam->layer[parent];
    unsigned from = beam->candidate_count, count = walk->legal_count;
    zm_morpion_move moves[ZM_MORPION_LEGAL];
    memcpy(moves, walk->legal, count * sizeof *moves);
    for (unsigned i = 0; i < count; i++) {
        zm_morpion_walks.make(walk, moves[i]);
        beam->candidates[beam->candidate_count++] =
            (struct candidate){walk->key, 0, parent, moves[i]};
        zm_morpion_walks.unmake(walk, moves[i]);
    }
    if (beam->amaf && count > 0)
        judge_all(beam, walk, from);
}

static int compare_keys(const void *one, const void *other)
{
    const struct candidate *a = one, *b = other;
    int order = (a->key.low > b->key.low) - (a->key.low < b->key.low);
    return order != 0 ? order : (a->value < b->value) - (a->value > b->value);
}

static int compare_values(const void *one, const void *other)
{
    const struct candidate *a = one, *b = other;
    int order = (a->value < b->value) - (a->value > b->value);
    return order != 0 ? order : compare_keys(one, other);
}

/* Leaves one candidate of those that are the same position. */
static void leave_different(struct beam *beam)
{
    struct candidate *candidates = beam->candidates;
    unsigned kept = 0;
    qsort(candidates, beam->candidate_count, sizeof *candidates, compare_keys);
    for (unsigned i = 0; i < beam->candidate_count; i++)
        if (kept == 0 || candidates[i].key.low != candidates[kept - 1].key.low ||
            candidates[i].key.high != candidates[kept - 1].key.high)
            candidates[kept++] = candidates[i];
    beam->candidate_count = kept;
}

/* Judges the candidates one by one. */
static void judge_each(struct beam *beam)
{
    for (unsigned i = 0; i < beam->candidate_count && !beam->hunter->over; i++) {
        struct candidate *candidate = &beam->candidates[i];
        struct zm_morpion_walk *walk = &beam->layer[candidate->parent];
        zm_morpion_walks.make(walk, candidate->move);
        candidate->value = judge(beam, walk);
        zm_morpion_walks.unmake(walk, candidate->move);
    }
}

/* Makes the next layer of the best candidates. */
static void go_on(struct beam *beam)
{
    qsort(beam->candidates, beam->candidate_count, sizeof *beam->candidates, compare_values);
    beam->count = beam->candidate_count < beam->width ? beam->candidate_count : beam->width;
    for (unsigned i = 0; i < beam->count; i++) {
        beam->next[i] = beam->layer[beam->candidates[i].parent];
        zm_morpion_walks.make(&beam->next[i], beam->candidates[i].move);
    }
    struct zm_morpion_walk *layer = beam->layer;
    beam->layer = beam->next;
    beam->next = layer;
}

static bool search(struct zm_hunter *hunter)
{
    struct beam beam;
    bool opened = open_beam(&beam, hunter);
    if (opened) {
        beam.layer[0] = *hunter->hunt->walk;
        beam.count = 1;
    }
    while (opened && beam.count > 0 && !hunter->over) {
        beam.candidate_count = 0;
        for (unsigned i = 0; i < beam.count && !hunter->over; i++)
            expand(&beam, i);
        leave_different(&beam);
        if (!beam.amaf)
            judge_each(&beam);
        go_on(&beam);
    }
    close_beam(&beam);
    return opened;
}

static enum zm_status explore_mc_beam(struct zm_alone *alone, struct zm_quest *quest,
                                      struct zm_error *error)
{
    return zm_hunt_run(alone, quest, search, error);
}

static const struct zm_param params[] = {
    {.name = "width",
     .kind = ZM_PARAM_INTEGER,
     .value = "8",
     .min = 1,
     .max = 1000,
     .hint = "N",
     .help = "morpion: positions of a layer that are kept"},
    {.name = "games",
     .kind = ZM_PARAM_INTEGER,
     .value = "20",
     .min = 1,
     .max = ZM_HUNT_GAMES,
     .hint = "N",
     .help = "morpion: games by which a position is judged"},
    {.name = "evaluate",
     .kind = ZM_PARAM_CHOICE,
     .value = "decile",
     .choices = "mean|maximum|decile|climb|amaf",
     .hint = "HOW",
     .help = "morpion: what counts of the games; climb: the longest of games that learn; amaf: the "
             "mean of the games that make a move at any time"},
    ZM_HUNT_SAMPLES,
    {0},
};

const struct zm_search zm_morpion_mc_beam = {
    .name = "mc-beam",
    .summary = "morpion: beam search, positions judged by random games",
    .params = params,
    .explore = explore_mc_beam,
    .quests = ZM_QUEST_LONGEST,
};
