/* Two searches for each goal, one for each player who may begin, and one for each move that could
 * change the answer; see status.h. */
#include "engines/go/tactics/status.h"

const char *go_standing_name(enum go_standing standing)
{
    static const char *const names[] = {"won", "winnable", "lost", "ko", "unknown"};
    return names[standing];
}

/* Lists the moves of max after which the goal is won. */
static void find_winning(struct go_threats *threats, const struct go_goal *goal,
                         struct go_status *status)
{
    struct go_field *field = go_threats_field(threats);
    uint16_t moves[GO_POINTS];
    unsigned count = go_threats_moves(threats, goal, moves);
    for (unsigned i = 0; i < count; i++) {
        struct go_answer answer;
        if (go_field_is_ko(field, moves[i], goal->max) ||
            !go_field_play(field, moves[i], goal->max))
            continue;
        go_threats_search(threats, goal, false, &answer);
        go_field_undo(field);
        status->nodes += answer.nodes;
        if (answer.verdict == GO_VERDICT_WON)
            go_points_add(&status->winning, moves[i]);
    }
}

/* Lists the moves of min after which max no longer wins: all are in the trace of his win. */
static void find_breaking(struct go_threats *threats, const struct go_goal *goal,
                          struct go_status *status)
{
    struct go_field *field = go_threats_field(threats);
    const struct go_points *trace = &status->trace;
    uint8_t min = goban_other(goal->max);
    for (uint16_t at = go_points_next(trace, 1); at != 0; at = go_points_next(trace, at + 1u)) {
        struct go_answer answer;
        if (field->colour[at] != GO_EMPTY || go_field_is_ko(field, at, min) ||
            !go_field_play(field, at, min))
            continue;
        go_threats_search(threats, goal, true, &answer);
        go_field_undo(field);
        status->nodes += answer.nodes;
        if (answer.verdict == GO_VERDICT_NOT)
            go_points_add(&status->breaking, at);
    }
}

static enum go_standing standing_of(const struct go_answer *first, const struct go_answer *second)
{
    if (second->verdict == GO_VERDICT_WON)
        return GO_STANDS_WON;
    if (first->verdict == GO_VERDICT_LIMIT || second->verdict == GO_VERDICT_LIMIT)
        return GO_STANDS_UNKNOWN;
    if (first->verdict == GO_VERDICT_KO || second->verdict == GO_VERDICT_KO)
        return GO_STANDS_KO;
    return first->verdict == GO_VERDICT_WON ? GO_STANDS_WINNABLE : GO_STANDS_LOST;
}

void go_status_find(struct go_threats *threats, const struct go_goal *goal, unsigned moves,
                    struct go_status *status)
{
    struct go_answer first, second = {.verdict = GO_VERDICT_NOT};
    *status = (struct go_status){0};
    go_threats_search(threats, goal, true, &first);
    if (first.verdict == GO_VERDICT_WON)
        go_threats_search(threats, goal, false, &second);
    status->standing = standing_of(&first, &second);
    status->nodes = first.nodes + second.nodes;
    const struct go_answer *win = second.verdict == GO_VERDICT_WON ? &second : &first;
    status->order = win->order;
    if (win->verdict == GO_VERDICT_WON)
        status->trace = win->trace;
    if (status->standing == GO_STANDS_WON || first.verdict != GO_VERDICT_WON)
        return;
    if ((moves & GO_WINNING_MOVES) != 0)
        find_winning(threats, goal, status);
    if ((moves & GO_BREAKING_MOVES) != 0)
        find_breaking(threats, goal, status);
}
