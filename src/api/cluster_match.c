/* A match by many machines, a game a job; see cluster.h. The seed and the number of a game decide
 * everything random in it, so it does not matter who plays it. A report is the game's line of a
 * record. */
#include "api/cluster_inside.h"

#include <stdio.h>
#include <stdlib.h>

/* -- the worker -- */

struct playing {
    struct zm_cluster_options options;
    struct zm_list openings;
    struct zm_match match;
    struct zm_job_report *report; /* of the game being played */
};

static void playing_close(void *state)
{
    struct playing *playing = state;
    zm_list_free(&playing->openings);
    zm_cluster_options_free(&playing->options);
    free(playing);
}

static void keep_line(void *context, const struct zm_tally *tally, const char *line)
{
    struct playing *playing = context;
    (void)tally;
    zm_buffer_clear(&playing->report->text);
    zm_buffer_text(&playing->report->text, line);
}

/* Reads what the master wrote in `describe`. */
static enum zm_status read_match(struct playing *playing, struct zm_error *error)
{
    const json_t *about = playing->options.root;
    struct zm_match *match = &playing->match;
    json_t *sides = json_object_get(about, "sides"), *openings = json_object_get(about, "openings");
    size_t i;
    json_t *opening;
    match->game = playing->options.game;
    match->options = playing->options.options;
    match->option_count = playing->options.count - 1; /* matches have no tables of our memory */
    match->position = json_string_value(json_object_get(about, "start"));
    match->clock = json_string_value(json_object_get(about, "clock"));
    match->longest = (unsigned)json_integer_value(json_object_get(about, "longest"));
    match->random = (unsigned)json_integer_value(json_object_get(about, "random"));
    match->seed = (uint64_t)json_integer_value(json_object_get(about, "seed"));
    match->distant = true;
    match->parallel = 1;
    match->heard = keep_line;
    match->context = playing;
    json_array_foreach(openings, i, opening)
        zm_word(&playing->openings, json_string_value(opening));
    match->openings = openings == NULL ? NULL : &playing->openings;
    for (i = 0; i < 2; i++)
        if ((match->sides[i] = json_string_value(json_array_get(sides, i))) == NULL)
            return zm_fail(error, ZM_BAD_INPUT, "the campaign does not say who plays");
    return zm_list_failed(&playing->openings) ? zm_fail_memory(error) : ZM_OK;
}

static enum zm_status playing_open(const struct zm_bench *bench, const char *about, void **state,
                                   struct zm_error *error)
{
    struct playing *playing = calloc(1, sizeof *playing);
    if (playing == NULL)
        return zm_fail_memory(error);
    enum zm_status status = zm_cluster_options_read(about, bench->memory, &playing->options, error);
    if (status == ZM_OK)
        status = read_match(playing, error);
    playing->match.run = bench->run;
    if (status == ZM_OK)
        *state = playing;
    else
        playing_close(playing);
    return status;
}

/* The number of a game that a key names; ZM_MATCH_GAMES: none. */
static size_t number_of(struct zm_bytes key)
{
    char text[24] = "";
    char *end;
    if (key.size == 0 || key.size >= sizeof text)
        return ZM_MATCH_GAMES;
    memcpy(text, key.data, key.size);
    unsigned long long number = strtoull(text, &end, 10);
    return *end == 0 && number < ZM_MATCH_GAMES ? (size_t)number : ZM_MATCH_GAMES;
}

static enum zm_status playing_work(void *state, struct zm_bytes key, struct zm_bytes rest,
                                   struct zm_job_report *report, struct zm_error *error)
{
    struct playing *playing = state;
    struct zm_match *match = &playing->match;
    size_t number = number_of(key);
    (void)rest;
    if (number == ZM_MATCH_GAMES)
        return zm_fail(error, ZM_BAD_INPUT, "a job of the match is no game");
    match->games = number + 1;
    match->played = malloc(match->games * sizeof *match->played);
    if (match->played == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; i < number; i++)
        match->played[i] = true;
    match->played[number] = false;
    playing->report = report;
    enum zm_status status = zm_match_run(match, error);
    free(match->played);
    match->played = NULL;
    return status == ZM_OK && report->text.size == 0 ? ZM_STOPPED : status;
}

const struct zm_labour zm_match_labour = {
    .kind = "match",
    .open = playing_open,
    .work = playing_work,
    .close = playing_close,
};

/* -- the master -- */

static json_t *describe(const struct zm_match *match)
{
    struct zm_settings none = {0};
    json_t *about = zm_cluster_about(match->game, match->options, match->option_count, &none);
    json_object_set_new(about, "sides", json_pack("[s,s]", match->sides[0], match->sides[1]));
    json_object_set_new(about, "longest", json_integer((json_int_t)match->longest));
    json_object_set_new(about, "random", json_integer((json_int_t)match->random));
    json_object_set_new(about, "seed", json_integer((json_int_t)match->seed));
    if (match->position != NULL)
        json_object_set_new(about, "start", json_string(match->position));
    if (match->clock != NULL)
        json_object_set_new(about, "clock", json_string(match->clock));
    if (match->openings != NULL) {
        json_t *list = json_array();
        for (size_t i = 0; i < match->openings->count; i++) {
            struct zm_bytes opening = zm_list_at(match->openings, i);
            json_array_append_new(list, json_stringn((const char *)opening.data, opening.size));
        }
        json_object_set_new(about, "openings", list);
    }
    return about;
}

struct refereeing {
    struct zm_match *match;
    bool *played;
    size_t missing;
    bool enough; /* the sequential test has ended */
};

static void hear(void *context, struct zm_bytes key, struct zm_bytes who, struct zm_bytes report)
{
    struct refereeing *refereeing = context;
    struct zm_match *match = refereeing->match;
    struct zm_buffer line = {0};
    struct zm_tally tally = match->tally;
    size_t number = number_of(key), told;
    (void)who;
    zm_buffer_set(&line, report);
    if (number < match->games && !refereeing->played[number] && !refereeing->enough &&
        zm_match_line_read(zm_buffer_string(&line), &tally, &told) && told == number) {
        refereeing->played[number] = true;
        refereeing->missing--;
        match->tally = tally;
        match->faults += strstr(zm_buffer_string(&line), " fault ") != NULL;
        if (match->heard != NULL)
            match->heard(match->context, &match->tally, zm_buffer_string(&line));
        refereeing->enough =
            match->sprt != NULL && zm_sprt_look(match->sprt, &match->tally) != ZM_SPRT_GO_ON;
    }
    zm_buffer_free(&line);
}

/* Tells how the match stands. */
static void tell(void *context, struct zm_buffer *text)
{
    const struct refereeing *refereeing = context;
    const struct zm_tally *tally = &refereeing->match->tally;
    zm_cluster_told(json_pack("{s:[I,I],s:I,s:I,s:I}", "wins", (json_int_t)tally->wins,
                              (json_int_t)tally->losses, "draws", (json_int_t)tally->draws, "games",
                              (json_int_t)refereeing->match->games, "faults",
                              (json_int_t)refereeing->match->faults),
                    text);
}

static enum zm_status offer_games(struct zm_cluster *cluster, const struct refereeing *refereeing,
                                  struct zm_error *error)
{
    struct zm_list jobs = {0};
    for (size_t i = 0; i < refereeing->match->games; i++)
        if (!refereeing->played[i]) {
            char key[24];
            int size = snprintf(key, sizeof key, "%zu", i);
            zm_job_add(&jobs, zm_bytes(key, (size_t)size), zm_bytes("", 0));
        }
    enum zm_status status =
        zm_campaign_offer(cluster->link, cluster->lead.campaign.name, &jobs, false, error);
    zm_list_free(&jobs);
    return status;
}

/* Seats both players as workers will, so that what is wrong is said here and at once. */
static enum zm_status try_players(const struct zm_match *match, struct zm_error *error)
{
    struct zm_match trial = *match;
    trial.distant = true;
    trial.games = 0;
    trial.parallel = 1;
    return zm_match_run(&trial, error);
}

enum zm_status zm_cluster_match(struct zm_cluster *cluster, struct zm_match *match,
                                struct zm_error *error)
{
    struct refereeing refereeing = {.match = match, .missing = match->games};
    for (int i = 0; i < 2; i++)
        if (strncmp(match->sides[i], "gtp:", 4) == 0)
            return zm_fail(error, ZM_BAD_INPUT, "'%.80s': workers start no other programs",
                           match->sides[i]);
    enum zm_status status = try_players(match, error);
    if (status != ZM_OK)
        return status;
    refereeing.played = calloc(match->games + 1, sizeof *refereeing.played);
    if (refereeing.played == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; match->played != NULL && i < match->games; i++) {
        refereeing.played[i] = match->played[i];
        refereeing.missing -= match->played[i];
    }
    status = zm_cluster_lead(cluster, "match", match->game, describe(match), &cluster->lead, error);
    cluster->lead.master.tell = tell;
    cluster->lead.master.tell_context = &refereeing;
    if (status == ZM_OK)
        status = zm_master_recall(&cluster->lead.master, hear, &refereeing, error);
    if (status == ZM_OK)
        status = offer_games(cluster, &refereeing, error);
    while (status == ZM_OK && refereeing.missing > 0 && !refereeing.enough)
        status = zm_master_listen(&cluster->lead.master, 200, hear, &refereeing, error);
    zm_cluster_leave(cluster, &cluster->lead, status == ZM_OK);
    free(refereeing.played);
    return status;
}
