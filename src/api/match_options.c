/* The options of a match and its result; see match_options.h. */
#include "api/match_options.h"

#include "base/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum zm_status read_openings(const char *text, struct zm_match *match,
                                    struct zm_match_plan *plan, struct zm_error *error)
{
    char *end;
    if (strncmp(text, "random:", 7) == 0) {
        unsigned long moves = strtoul(text + 7, &end, 10);
        if (text[7] < '0' || text[7] > '9' || *end != 0 || moves > 1000)
            return zm_fail(error, ZM_BAD_INPUT, "--openings %.40s: expected random:K, K to 1000",
                           text);
        match->random = (unsigned)moves;
        return ZM_OK;
    }
    struct zm_buffer file = {0};
    enum zm_status status =
        zm_file_read_text(text, ZM_FILE_ANY, ZM_FILE_HAND_MOST, NULL, &file, error);
    char *rest = NULL;
    char *line = file.size > 0 ? strtok_r((char *)file.data, "\r\n", &rest) : NULL;
    for (; status == ZM_OK && line != NULL; line = strtok_r(NULL, "\r\n", &rest))
        if (*line != '#')
            zm_list_add(&plan->openings, zm_bytes(line, strlen(line)));
    zm_buffer_free(&file);
    if (status == ZM_OK && plan->openings.count == 0)
        status = zm_fail(error, ZM_BAD_INPUT, "--openings %.200s: no position in it", text);
    match->openings = &plan->openings;
    return status;
}

static enum zm_status read_sprt(const char *text, struct zm_match *match,
                                struct zm_match_plan *plan, struct zm_error *error)
{
    char *end;
    plan->sprt = (struct zm_sprt){.alpha = 0.05, .beta = 0.05};
    plan->sprt.elo0 = strtod(text, &end);
    bool good = end != text && *end == ',';
    if (good) {
        text = end + 1;
        plan->sprt.elo1 = strtod(text, &end);
        good = end != text && *end == 0 && isfinite(plan->sprt.elo0) && isfinite(plan->sprt.elo1) &&
               plan->sprt.elo0 < plan->sprt.elo1;
    }
    match->sprt = &plan->sprt;
    return good ? ZM_OK
                : zm_fail(error, ZM_BAD_INPUT,
                          "--sprt: expected two numbers as '0,20', the first smaller");
}

enum zm_status zm_match_read(const struct zm_settings *settings, struct zm_match *match,
                             struct zm_match_plan *plan, struct zm_error *error)
{
    match->position = zm_settings_text(settings, "start");
    match->games = (size_t)zm_settings_integer(settings, "games");
    match->parallel = (unsigned)zm_settings_integer(settings, "parallel");
    match->longest = (unsigned)zm_settings_integer(settings, "longest");
    match->clock = zm_settings_text(settings, "clock");
    match->seed = (uint64_t)zm_settings_integer(settings, "seed");
    enum zm_status status =
        read_openings(zm_settings_text(settings, "openings"), match, plan, error);
    if (status == ZM_OK && zm_settings_given(settings, "sprt"))
        status = read_sprt(zm_settings_text(settings, "sprt"), match, plan, error);
    return status;
}

void zm_match_plan_free(struct zm_match_plan *plan)
{
    zm_list_free(&plan->openings);
}

/* JSON knows no infinite numbers. */
static json_t *elo_json(double elo)
{
    return isfinite(elo) ? json_real(elo) : json_null();
}

json_t *zm_match_json(const struct zm_match *match, const char *status)
{
    const struct zm_tally *tally = &match->tally;
    struct zm_elo elo = zm_elo_of(tally);
    json_t *object = json_pack("{s:s,s:s,s:s,s:I,s:[I,I],s:I}", "game", match->game, "a",
                               match->sides[0], "b", match->sides[1], "games",
                               (json_int_t)zm_tally_games(tally), "wins", (json_int_t)tally->wins,
                               (json_int_t)tally->losses, "draws", (json_int_t)tally->draws);
    if (tally->margins > 0)
        json_object_set_new(
            object, "margin",
            json_pack("{s:f,s:f}", "mean", zm_tally_mean(tally), "error", zm_tally_error(tally)));
    json_object_set_new(object, "elo",
                        json_pack("{s:o,s:o,s:o}", "estimate", elo_json(elo.estimate), "low",
                                  elo_json(elo.low), "high", elo_json(elo.high)));
    if (match->faults > 0)
        json_object_set_new(object, "faults", json_integer((json_int_t)match->faults));
    if (match->sprt != NULL) {
        static const char *const words[] = {"undecided", "H0", "H1"};
        json_object_set_new(object, "sprt", json_string(words[zm_sprt_look(match->sprt, tally)]));
    }
    if (status != NULL)
        json_object_set_new(object, "status", json_string(status));
    return object;
}
