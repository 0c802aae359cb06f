/* Matches of the public C interface, over api/match.h. */
#include "library/session.h"

#include "api/match_options.h"
#include "protocol/gtp_player.h"

#include <stdlib.h>

static const struct zm_param match_params[] = {ZM_MATCH_PARAMS, {0}};

/* A match of a session. */
struct contest {
    zermelo *session;
    struct zm_match match;
    struct zm_match_plan plan;
    struct zm_given given;
    struct zm_settings settings;
    struct zm_option *others; /* options that are not the match's own */
    json_t *records;
};

/* Splits the options into those of the match and those of the players. */
static enum zm_status sort_options(struct contest *contest, const char *const *options,
                                   struct zm_error *error)
{
    const zermelo *session = contest->session;
    enum zm_status status = zm_given_read(&contest->given, &session->given, options, error);
    if (status == ZM_OK)
        status = zm_settings_declare(&contest->settings, match_params, error);
    contest->others = calloc(contest->given.count + 1, sizeof *contest->others);
    if (contest->others == NULL)
        return zm_fail_memory(error);
    for (size_t i = 0; status == ZM_OK && i < contest->given.count; i++) {
        const struct zm_option *option = &contest->given.options[i];
        if (zm_settings_find(&contest->settings, option->name) != NULL)
            status = zm_settings_set_local(&contest->settings, option->name, option->text, error);
        else
            contest->others[contest->match.option_count++] = *option;
    }
    contest->match.options = contest->others;
    return status;
}

/* Keeps the record of a game as an object: "number first winner end margin start ; moves". */
static void hear(void *context, const struct zm_tally *tally, const char *line)
{
    struct contest *contest = context;
    char first[4], winner[8], end[16], margin[32];
    int start = 0;
    (void)tally;
    const char *moves = strstr(line, " ;");
    if (moves == NULL ||
        sscanf(line, "%*u %3s %7s %15s %31s %n", first, winner, end, margin, &start) != 4)
        return;
    json_t *record =
        json_pack("{s:s,s:s,s:s,s:o,s:s}", "first", first, "winner", winner, "end", end, "start",
                  json_stringn(line + start, (size_t)(moves - line - start)), "moves",
                  moves[2] == ' ' ? moves + 3 : "");
    if (strcmp(margin, "-") != 0)
        json_object_set_new(record, "margin", json_real(strtod(margin, NULL)));
    json_array_append_new(contest->records, record);
}

/* Plays the match, and writes down what came of it. */
static enum zm_status play(struct contest *contest, const char *a, const char *b,
                           struct zm_error *error)
{
    struct zm_match *match = &contest->match;
    zermelo *session = contest->session;
    match->game = session->game->name;
    match->own = session->game;
    match->sides[0] = a;
    match->sides[1] = b;
    match->foreign = &zm_gtp_player;
    match->heard = hear;
    match->context = contest;
    match->run = &session->run;
    enum zm_status status = zm_match_read(&contest->settings, match, &contest->plan, error);
    if (status == ZM_OK)
        status = zm_match_run(match, error);
    if (status != ZM_OK && status != ZM_STOPPED)
        return status;
    json_t *object = zm_match_json(match, status == ZM_STOPPED ? "stopped" : NULL);
    json_object_set(object, "records", contest->records);
    return zm_session_print(session, object, &session->report) == ZM_OK ? status : ZM_FAILED;
}

int zermelo_match(zermelo *session, const char *a, const char *b, const char *const *options,
                  const char **json)
{
    struct contest contest = {.session = session, .records = json_array()};
    zm_session_begin(session);
    *json = "";
    enum zm_status status = sort_options(&contest, options, &session->error);
    if (status == ZM_OK)
        status = play(&contest, a, b, &session->error);
    if (status == ZM_OK || status == ZM_STOPPED)
        *json = zm_buffer_string(&session->report);
    json_decref(contest.records);
    zm_match_plan_free(&contest.plan);
    zm_settings_free(&contest.settings);
    zm_given_free(&contest.given);
    free(contest.others);
    return zm_session_end(session, status);
}
