/* The clock in GTP: what it is told of the time, and what a move may cost. */
#include "protocol/gtp_inside.h"

#include <stdlib.h>

enum { EXPECTED_MOVES = 40 }; /* of one player in a game, when nothing is known */

static const double usual_seconds = 5;

/* The clock, or a few seconds where none was set. */
struct zm_pace zm_gtp_pace(const struct zm_gtp *gtp, int side)
{
    if (gtp->timed)
        return zm_time_control_pace(&gtp->control, gtp->left[side],
                                    (unsigned)(gtp->table.played.record.moves.count / 2),
                                    EXPECTED_MOVES);
    const struct zm_settings *settings = &gtp->question.settings;
    double seconds =
        zm_settings_given(settings, "time") ? zm_settings_seconds(settings, "time") : usual_seconds;
    return (struct zm_pace){.soft = seconds, .hard = seconds};
}

enum zm_status zm_gtp_time_settings(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                    struct zm_error *error)
{
    double numbers[3];
    (void)out;
    for (int i = 0; i < 3; i++) {
        char *end, *word = zm_gtp_word(&words);
        numbers[i] = word == NULL ? -1 : strtod(word, &end);
        if (word == NULL || *end != 0 || !(numbers[i] >= 0) || numbers[i] > 1e6)
            return zm_gtp_syntax(error);
    }
    /* "0 1 0" means: no limit. */
    gtp->timed = numbers[0] > 0 || (numbers[1] > 0 && numbers[2] > 0);
    gtp->control = (struct zm_time_control){.main = numbers[0],
                                            .period = numbers[2] > 0 ? numbers[1] : 0,
                                            .stones = (unsigned)numbers[2]};
    for (int i = 0; i < 2 && gtp->timed; i++)
        gtp->left[i] = zm_time_control_start(&gtp->control);
    return ZM_OK;
}

enum zm_status zm_gtp_time_left(struct zm_gtp *gtp, char *words, struct zm_buffer *out,
                                struct zm_error *error)
{
    int side = zm_gtp_side(zm_gtp_word(&words));
    char *end, *seconds = zm_gtp_word(&words), *stones = zm_gtp_word(&words);
    (void)out;
    double left = seconds == NULL ? -1 : strtod(seconds, &end);
    if (side < 0 || seconds == NULL || *end != 0 || !(left >= 0) || left > 1e6)
        return zm_gtp_syntax(error);
    /* In overtime the seconds are those of the period, for so many stones. */
    unsigned moves = stones == NULL ? 0 : (unsigned)strtoul(stones, NULL, 10);
    gtp->left[side] = moves == 0 ? left : 0;
    if (moves > 0)
        gtp->control =
            (struct zm_time_control){.main = gtp->control.main, .period = left, .stones = moves};
    if (!gtp->timed) {
        gtp->timed = true;
        if (moves == 0)
            gtp->control = (struct zm_time_control){.main = left};
        gtp->left[1 - side] = gtp->left[side];
    }
    return ZM_OK;
}
