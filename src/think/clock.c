/* Clocks; see clock.h. */
#include "think/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_MOVES_TO_GO = 8 };

/* One duration at `*text`, which is moved behind it. */
static bool read_seconds(const char **text, double *seconds)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"ms", 0.001}, {"s", 1}, {"m", 60}, {"h", 3600}};
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    double number = strtod(*text, &end);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t length = strlen(units[i].unit);
        if (strncmp(end, units[i].unit, length) == 0) {
            *seconds = number * units[i].seconds;
            *text = end + length;
            return isfinite(*seconds) && *seconds <= 1e6;
        }
    }
    return false;
}

static bool read_control(const char *text, struct zm_time_control *control)
{
    *control = (struct zm_time_control){0};
    bool minutes = strpbrk(text, "+/mh") != NULL && strcmp(text + strcspn(text, "m"), "ms") != 0;
    if (!read_seconds(&text, &control->main) || control->main <= 0)
        return false;
    if (*text == 0 && !minutes) { /* seconds alone are for each move */
        *control = (struct zm_time_control){.period = control->main, .stones = 1};
        return true;
    }
    if (*text == '+')
        return text++, read_seconds(&text, &control->increment) && *text == 0;
    if (*text != '/')
        return *text == 0;
    text++;
    if (!read_seconds(&text, &control->period) || control->period <= 0 || *text != ':')
        return false;
    char *end;
    unsigned long stones = strtoul(text + 1, &end, 10);
    control->stones = (unsigned)stones;
    return text[1] >= '1' && text[1] <= '9' && stones <= 1000 && *end == 0;
}

enum zm_status zm_time_control_parse(const char *text, struct zm_time_control *control,
                                     struct zm_error *error)
{
    if (read_control(text, control))
        return ZM_OK;
    return zm_fail(error, ZM_BAD_INPUT,
                   "clock '%.40s': expected '1s' a move, '5m+2s', '10m' or '10m/30s:5'", text);
}

double zm_time_control_start(const struct zm_time_control *control)
{
    return control->main;
}

/* A share of the main time for each move still to come, more early on than an even share; in
 * overtime an even share of the period. */
struct zm_pace zm_time_control_pace(const struct zm_time_control *control, double left,
                                    unsigned played, unsigned expected)
{
    unsigned to_go = expected > played + LEAST_MOVES_TO_GO ? expected - played : LEAST_MOVES_TO_GO;
    double overtime = control->stones == 0 ? 0 : control->period / control->stones;
    struct zm_pace pace = {0};
    if (left <= 0) {
        pace.soft = 0.9 * overtime;
        pace.hard = 0.98 * overtime;
    } else {
        pace.soft = left / to_go + 0.8 * control->increment + overtime / 2;
        pace.hard = 3 * pace.soft;
        double most = 0.5 * left + control->increment / 2 + 0.9 * overtime;
        pace.hard = pace.hard < most ? pace.hard : most;
        pace.soft = pace.soft < pace.hard ? pace.soft : pace.hard;
    }
    /* Zero would mean no limit: a player without time moves at once. */
    pace.hard = pace.hard > 0.001 ? pace.hard : 0.001;
    pace.soft = pace.soft > 0.001 ? pace.soft : 0.001;
    return pace;
}

bool zm_time_control_spend(const struct zm_time_control *control, double *left, double took,
                           double grace)
{
    double over = took - (*left > 0 ? *left : 0);
    if (over <= 0) {
        *left += control->increment - took;
        return true;
    }
    *left = 0;
    double overtime = control->stones == 0 ? 0 : control->period / control->stones;
    return over <= overtime + grace;
}
