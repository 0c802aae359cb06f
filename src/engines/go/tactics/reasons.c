/* Tactics in words; see reasons.h. */
#include "engines/go/tactics/reasons.h"

enum { NODES = 3000 };

/* Who is told what about which goals. */
struct survey {
    struct go_threats *threats;
    const struct goban *board;
    struct zm_run *run;
    void (*say)(struct survey *survey, const struct go_goal *goal, const struct go_status *status);
    struct zm_buffer *out;
    uint16_t move; /* of go_reason */
    bool said;
    zm_notice_tell *tell; /* of go_notices */
    void *context;
    bool failed;
};

static void name_point(const struct goban *board, uint16_t point, struct zm_buffer *out)
{
    go_print_point(board->columns, goban_plain(board, point), out);
}

void go_name_points(const struct goban *board, const struct go_points *set, struct zm_buffer *out)
{
    for (uint16_t at = go_points_next(set, 1); at != 0; at = go_points_next(set, at + 1u)) {
        if (at != go_points_next(set, 1))
            zm_buffer_byte(out, ' ');
        name_point(board, at, out);
    }
}

/* How a chain is taken, by the order of the threats. */
static const char *manner(unsigned order)
{
    return order <= 1 ? "at once" : order == 2 ? "in a ladder" : "in a net";
}

static void say_moves(const struct survey *survey, const char *before,
                      const struct go_points *moves)
{
    if (go_points_next(moves, 1) == 0)
        return;
    zm_buffer_text(survey->out, before);
    go_name_points(survey->board, moves, survey->out);
}

static void say_chain(const struct survey *survey, const struct go_goal *goal,
                      const struct go_status *status)
{
    struct zm_buffer *out = survey->out;
    zm_buffer_format(out, "%c ", goal->max == GO_BLACK ? 'O' : 'X');
    name_point(survey->board, goal->first, out);
    if (status->standing == GO_STANDS_KO) {
        zm_buffer_text(out, ": taken or not by a ko");
    } else {
        zm_buffer_format(out, ": %s %s",
                         status->standing == GO_STANDS_WON ? "lost, captured" : "capturable",
                         manner(status->order));
        say_moves(survey, " by ", &status->winning);
        say_moves(survey, "; saved by ", &status->breaking);
    }
    zm_buffer_byte(out, '\n');
}

static void say_pair(const struct survey *survey, const struct go_goal *goal,
                     const struct go_status *status)
{
    struct zm_buffer *out = survey->out;
    zm_buffer_format(out, "%c ", goal->max == GO_BLACK ? 'X' : 'O');
    name_point(survey->board, goal->first, out);
    zm_buffer_byte(out, ' ');
    name_point(survey->board, goal->second, out);
    if (status->standing == GO_STANDS_WON)
        zm_buffer_text(out, status->order <= 1 ? ": connected by miai" : ": connected by threats");
    else if (status->standing == GO_STANDS_KO)
        zm_buffer_text(out, ": connected or not by a ko");
    else
        zm_buffer_text(out, ": undecided");
    say_moves(survey, "; connected by ", &status->winning);
    say_moves(survey, "; cut by ", &status->breaking);
    zm_buffer_byte(out, '\n');
}

/* Says of a move what it does for or against a goal. */
static void say_reason(struct survey *survey, const struct go_goal *goal,
                       const struct go_status *status)
{
    bool own = goal->max == survey->board->turn;
    const struct go_points *moves = own ? &status->winning : &status->breaking;
    if (!go_points_have(moves, survey->move))
        return;
    struct zm_buffer *out = survey->out;
    zm_buffer_text(out, survey->said ? "; " : "");
    survey->said = true;
    if (goal->aim == GO_AIM_CAPTURE) {
        zm_buffer_text(out, own ? "captures " : "saves ");
        name_point(survey->board, goal->first, out);
        zm_buffer_format(out, own ? " %s" : " from being captured %s", manner(status->order));
        return;
    }
    zm_buffer_text(out, own ? "connects " : "cuts ");
    name_point(survey->board, goal->first, out);
    zm_buffer_text(out, own ? " and " : " from ");
    name_point(survey->board, goal->second, out);
}

/* Says of a goal how it stands. */
static void say_standing(struct survey *survey, const struct go_goal *goal,
                         const struct go_status *status)
{
    if (goal->aim == GO_AIM_CAPTURE)
        say_chain(survey, goal, status);
    else
        say_pair(survey, goal, status);
}

/* Says the same for machines. */
static void say_notice(struct survey *survey, const struct go_goal *goal,
                       const struct go_status *status)
{
    struct zm_buffer texts[4] = {{0}};
    const struct go_points *sets[3] = {&status->winning, &status->breaking, &status->trace};
    name_point(survey->board, goal->first, &texts[0]);
    if (goal->aim == GO_AIM_CONNECT) {
        zm_buffer_byte(&texts[0], ' ');
        name_point(survey->board, goal->second, &texts[0]);
    }
    for (int i = 0; i < 3; i++)
        go_name_points(survey->board, sets[i], &texts[i + 1]);
    struct zm_notice notice = {
        .goal = goal->aim == GO_AIM_CAPTURE ? "capture" : "connect",
        .standing = go_standing_name(status->standing),
        .order = status->order,
        .side = goal->max == GO_BLACK ? 0 : 1,
    };
    const char **names[4] = {&notice.points, &notice.wins, &notice.breaks, &notice.trace};
    for (int i = 0; i < 4; i++) {
        *names[i] = zm_buffer_string(&texts[i]);
        survey->failed |= texts[i].failed;
    }
    if (!survey->failed)
        survey->tell(survey->context, &notice);
    for (int i = 0; i < 4; i++)
        zm_buffer_free(&texts[i]);
}

static void tell(struct survey *survey, const struct go_goal *goal)
{
    struct go_status status;
    if (survey->run != NULL && zm_run_look(survey->run))
        return;
    go_status_find(survey->threats, goal, GO_ALL_MOVES, &status);
    if (status.standing == GO_STANDS_LOST || status.standing == GO_STANDS_UNKNOWN)
        return;
    survey->say(survey, goal, &status);
}

/* Goes through the chains of both colours, then through their pairs. */
static void tell_all(struct survey *survey)
{
    const struct go_field *field = go_threats_field(survey->threats);
    uint16_t chains[GOBAN_POINTS];
    for (uint8_t colour = GO_BLACK; colour <= GO_WHITE; colour++) {
        unsigned count = go_field_chains(field, colour, chains);
        for (unsigned i = 0; i < count; i++) {
            struct go_goal take = {GO_AIM_CAPTURE, goban_other(colour), chains[i], GOBAN_PASS};
            tell(survey, &take);
        }
        for (unsigned i = 0; i < count; i++)
            for (unsigned k = i + 1; k < count; k++) {
                struct go_goal link = {GO_AIM_CONNECT, colour, chains[i], chains[k]};
                tell(survey, &link);
            }
    }
}

/* Looks at all goals of a board. False: no memory. */
static bool look_around(struct survey *survey)
{
    survey->threats = go_threats_open(&go_goal_orders, NODES);
    if (survey->threats == NULL)
        return false;
    go_field_read(go_threats_field(survey->threats), survey->board);
    tell_all(survey);
    go_threats_close(survey->threats);
    return !survey->failed && (survey->out == NULL || !survey->out->failed);
}

bool go_remarks(const struct goban *board, struct zm_run *run, struct zm_buffer *out)
{
    struct survey survey = {.board = board, .run = run, .out = out, .say = say_standing};
    return look_around(&survey);
}

bool go_notices(const struct goban *board, struct zm_run *run, zm_notice_tell *tell, void *context)
{
    struct survey survey = {
        .board = board, .run = run, .say = say_notice, .tell = tell, .context = context};
    return look_around(&survey);
}

bool go_reason(const struct goban *board, uint16_t move, struct zm_run *run, struct zm_buffer *out)
{
    struct survey survey = {
        .board = board, .run = run, .out = out, .say = say_reason, .move = move};
    return move == GOBAN_PASS || look_around(&survey);
}
