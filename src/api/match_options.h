/* The options of a match, and its result, as every front end has them. */
#ifndef ZM_API_MATCH_OPTIONS_H
#define ZM_API_MATCH_OPTIONS_H

#include "api/match.h"

#include <jansson.h>

/* Rows of a table of parameters. */
/* clang-format off */
#define ZM_MATCH_PARAMS                                                                          \
    {.name = "games", .kind = ZM_PARAM_INTEGER, .value = "100",                                  \
     .min = 1, .max = ZM_MATCH_GAMES, .hint = "N",                                               \
     .help = "how many games; each opening is played twice, with colours swapped"},              \
    {.name = "start", .kind = ZM_PARAM_TEXT, .hint = "POSITION", .help = "where games begin"},   \
    {.name = "openings", .kind = ZM_PARAM_FILE, .value = "random:4", .hint = "WHICH",            \
     .help = "random:K, K random moves; or a file with a position on each line"},                \
    {.name = "clock", .kind = ZM_PARAM_TEXT, .hint = "CLOCK",                                    \
     .help = "1s: a second a move; 5m+2s: five minutes, and two seconds more after each move"},  \
    {.name = "parallel", .kind = ZM_PARAM_INTEGER, .value = "1",                                 \
     .min = 1, .max = 256, .hint = "N", .help = "so many games at once"},                        \
    {.name = "longest", .kind = ZM_PARAM_INTEGER, .value = "1000",                               \
     .min = 0, .max = 1000000, .hint = "MOVES",                                                  \
     .help = "a game is a draw after so many moves; 0: never"},                                  \
    {.name = "sprt", .kind = ZM_PARAM_TEXT, .hint = "ELO0,ELO1",                                 \
     .help = "stop when A is shown to be ELO1 better rather than ELO0, or the contrary (5 % "    \
             "chance of error)"},                                                                \
    ZM_SEED_PARAM
/* clang-format on */

/* What the options of a match hold that the match only points to. */
struct zm_match_plan {
    struct zm_list openings;
    struct zm_sprt sprt;
};

/* Sets the members of a match that ZM_MATCH_PARAMS are about. The settings, the plan and what the
 * match points to stay as long as the match. */
enum zm_status zm_match_read(const struct zm_settings *settings, struct zm_match *match,
                             struct zm_match_plan *plan, struct zm_error *error);
void zm_match_plan_free(struct zm_match_plan *plan);
/* The object of `zermelo match --json`; `status` may be NULL. */
json_t *zm_match_json(const struct zm_match *match, const char *status);

#endif
