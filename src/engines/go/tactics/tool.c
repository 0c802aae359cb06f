/* The tactical tools of Go: the status of a goal with a picture of its trace, all chains and pairs of
 * a position, and the problem base. */
#include "engines/go/tactics/problems.h"
#include "engines/go/tactics/reasons.h"
#include "engines/go/tools.h"

/* What was found, for the picture: with three stones the trace is what the cutting side tries. */
struct found {
    struct go_task task;
    struct go_status status;
};

static char side_letter(uint8_t colour)
{
    return colour == GO_BLACK ? 'X' : 'O';
}

/* Says by which moves who begins has it his way, and keeps what min tried for the picture. */
static void tell_links(struct found *found, const struct go_links_answer *first,
                       const struct go_links_answer *second, struct zm_buffer *out)
{
    const struct goban *board = &found->task.board;
    uint8_t max = found->task.links.max;
    bool broken = first->verdict == GO_VERDICT_WON && second->verdict == GO_VERDICT_NOT;
    const struct go_links_answer *answers[2] = {broken ? first : NULL, broken ? second : NULL};
    for (int i = 0; i < 2; i++) {
        struct go_points move = {{0}};
        if (answers[i] == NULL || answers[i]->move == GOBAN_PASS)
            continue;
        go_points_add(&move, answers[i]->move);
        zm_buffer_format(out, "%c %s it by ", side_letter(i == 0 ? max : goban_other(max)),
                         i == 0 ? "wins" : "prevents");
        go_name_points(board, &move, out);
        zm_buffer_byte(out, '\n');
    }
    found->status.trace = second->tried;
    if (go_points_next(&second->tried, 1) != 0)
        zm_buffer_format(out, "%c tried the points with a star\n", side_letter(goban_other(max)));
}

static enum zm_status find_links(struct found *found, const struct zm_settings *settings,
                                 const struct go_orders *orders, struct zm_buffer *out,
                                 struct zm_error *error)
{
    static const enum go_links_method methods[] = {GO_LINKS_UNION, GO_LINKS_INTERSECTION,
                                                   GO_LINKS_ALPHA_BETA};
    unsigned index = zm_settings_is(settings, "method", "union")          ? 0
                     : zm_settings_is(settings, "method", "intersection") ? 1
                                                                          : 2;
    uint64_t nodes = (uint64_t)zm_settings_integer(settings, "nodes");
    struct go_links_answer first, second = {.verdict = GO_VERDICT_NOT};
    struct go_links_search *search = go_links_open(methods[index], orders, nodes, 100 * nodes);
    if (search == NULL)
        return zm_fail_memory(error);
    go_field_read(go_links_field(search), &found->task.board);
    go_links_run(search, &found->task.links, true, &first);
    if (first.verdict == GO_VERDICT_WON)
        go_links_run(search, &found->task.links, false, &second);
    enum go_verdict last = first.verdict == GO_VERDICT_WON ? second.verdict : first.verdict;
    zm_buffer_format(out, "%s; %llu nodes, of them %llu in %llu secondary searches\n",
                     last == GO_VERDICT_WON            ? "won"
                     : last == GO_VERDICT_LIMIT        ? "unknown"
                     : last == GO_VERDICT_KO           ? "ko"
                     : first.verdict == GO_VERDICT_WON ? "winnable"
                                                       : "lost",
                     (unsigned long long)(first.counts.nodes + second.counts.nodes),
                     (unsigned long long)(first.counts.secondary + second.counts.secondary),
                     (unsigned long long)(first.counts.searches + second.counts.searches));
    tell_links(found, &first, &second, out);
    go_links_close(search);
    return ZM_OK;
}

static enum zm_status find_goal(struct found *found, const struct zm_settings *settings,
                                const struct go_orders *orders, struct zm_buffer *out,
                                struct zm_error *error)
{
    const struct goban *board = &found->task.board;
    struct go_status *status = &found->status;
    struct go_threats *threats =
        go_threats_open(orders, (uint64_t)zm_settings_integer(settings, "nodes"));
    if (threats == NULL)
        return zm_fail_memory(error);
    go_field_read(go_threats_field(threats), board);
    go_status_find(threats, &found->task.goal, GO_ALL_MOVES, status);
    go_threats_close(threats);
    zm_buffer_format(out, "%s", go_standing_name(status->standing));
    if (go_points_next(&status->trace, 1) != 0)
        zm_buffer_format(out, " by threats of order %u", status->order);
    zm_buffer_format(out, "; %llu nodes\n", (unsigned long long)status->nodes);
    char max = side_letter(found->task.goal.max);
    if (go_points_next(&status->winning, 1) != 0) {
        zm_buffer_format(out, "%c wins it by ", max);
        go_name_points(board, &status->winning, out);
        zm_buffer_byte(out, '\n');
    }
    if (go_points_next(&status->breaking, 1) != 0) {
        zm_buffer_format(out, "%c prevents it by ", max == 'X' ? 'O' : 'X');
        go_name_points(board, &status->breaking, out);
        zm_buffer_byte(out, '\n');
    }
    return ZM_OK;
}

/* The board with the trace: stones in it are capitals (all, with three stones), empty points in it are
 * stars. */
static void draw_text(const struct found *found, struct zm_buffer *out)
{
    const struct goban *board = &found->task.board;
    for (unsigned row = board->rows; row-- > 0;) {
        zm_buffer_format(out, "%2u", row + 1);
        for (unsigned column = 0; column < board->columns; column++) {
            uint16_t point = goban_point(board, row * board->columns + column);
            bool in = go_points_have(&found->status.trace, point) ||
                      (found->task.links.count > 0 && board->colour[point] != GO_EMPTY);
            zm_buffer_format(out, " %c", (in ? "*XO" : ".xo")[board->colour[point]]);
        }
        zm_buffer_byte(out, '\n');
    }
    zm_buffer_text(out, "  ");
    for (unsigned column = 0; column < board->columns; column++)
        zm_buffer_format(out, " %c", "abcdefghjklmnopqrst"[column]);
    zm_buffer_byte(out, '\n');
}

/* The game's own drawing with the trace shaded. */
static enum zm_status draw_svg(const struct found *found, const char *position,
                               struct zm_buffer *out, struct zm_error *error)
{
    struct go_state state = {.rules = {.usual_komi = true, .ko = GO_SIMPLE}};
    struct zm_buffer bytes = {0};
    uint8_t marked[GO_POINTS] = {0};
    const struct goban *board = &found->task.board;
    for (unsigned i = 0; i < board->points; i++)
        marked[i] = go_points_have(&found->status.trace, goban_point(board, i));
    enum zm_status status = go_parse(&state, position, &bytes, error);
    if (status == ZM_OK)
        go_draw_marked(&state, zm_buffer_bytes(&bytes), marked, out);
    go_game_free(&state.game);
    zm_buffer_free(&bytes);
    return status;
}

static enum zm_status show_status(const struct zm_settings *settings, const char *const *words,
                                  size_t count, struct zm_run *run, struct zm_buffer *out,
                                  struct zm_error *error)
{
    struct found found = {0};
    struct go_orders orders;
    struct zm_buffer said = {0};
    const char *points = zm_settings_text(settings, "points");
    (void)count;
    (void)run;
    if (!go_orders_read(zm_settings_text(settings, "orders"), &orders))
        return zm_fail(error, ZM_BAD_INPUT,
                       "--orders: expected up to 4 falling numbers of at most 20, as in 8,5,2,0");
    enum zm_status status = go_task_read(&found.task, words[0], zm_settings_text(settings, "goal"),
                                         points == NULL ? "" : points, error);
    bool links = found.task.links.count > 0;
    if (status == ZM_OK)
        status = links ? find_links(&found, settings, &orders, &said, error)
                       : find_goal(&found, settings, &orders, &said, error);
    if (status == ZM_OK && zm_settings_is(settings, "picture", "svg"))
        status = draw_svg(&found, words[0], out, error);
    else if (status == ZM_OK) {
        zm_buffer_text(out, zm_buffer_string(&said));
        if (zm_settings_is(settings, "picture", "text"))
            draw_text(&found, out);
    }
    zm_buffer_free(&said);
    return status;
}

static const struct zm_param status_params[] = {
    {.name = "goal",
     .kind = ZM_PARAM_CHOICE,
     .value = "connect",
     .choices = "connect|reach|capture|eye|escape|live",
     .help = "what is wanted: stones in one chain, a chain to a point, a chain taken, an eye, a "
             "chain not encircled, a chain alive"},
    {.name = "points",
     .kind = ZM_PARAM_TEXT,
     .value = "",
     .hint = "POINTS",
     .help =
         "the stones or points of the goal, as in b2,d2; three or more are connected one to the "
         "next"},
    {.name = "orders",
     .kind = ZM_PARAM_TEXT,
     .value = "8,5,2,0",
     .hint = "NUMBERS",
     .help = "how many moves of a way may be threats of order 1, 2, 3 and 4 or more"},
    {.name = "nodes",
     .kind = ZM_PARAM_INTEGER,
     .value = "100000",
     .min = 1,
     .max = 100000000,
     .hint = "N",
     .help = "nodes of one search at most; of a whole with three stones a hundred times as many"},
    {.name = "method",
     .kind = ZM_PARAM_CHOICE,
     .value = "intersection",
     .choices = "union|intersection|alpha-beta",
     .help = "with three stones or more: which moves the cutting side tries"},
    {.name = "picture",
     .kind = ZM_PARAM_CHOICE,
     .value = "text",
     .choices = "text|svg|none",
     .help = "how the trace is drawn, the points on which the win depends"},
    {0},
};

const struct zm_tool go_status_tool = {
    .name = "status",
    .usage = "POSITION",
    .words = 1,
    .summary = "who wins a tactical goal, by which moves, and on which points that depends",
    .details = "Example:\n  zermelo tool go status '.X.X./.X.X. O' --goal connect --points b1,d1\n",
    .params = status_params,
    .run = show_status,
};

static enum zm_status show_chains(const struct zm_settings *settings, const char *const *words,
                                  size_t count, struct zm_run *run, struct zm_buffer *out,
                                  struct zm_error *error)
{
    struct go_state state = {.rules = {.usual_komi = true, .ko = GO_SIMPLE, .suicide = true}};
    struct zm_buffer bytes = {0};
    struct goban board;
    (void)settings;
    (void)count;
    enum zm_status status = go_parse(&state, words[0], &bytes, error);
    if (status == ZM_OK && !go_game_read(&state.game, &state.rules, zm_buffer_bytes(&bytes)))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        goban_read(&board, &state.game);
        if (!go_remarks(&board, run, out))
            status = zm_fail_memory(error);
    }
    go_game_free(&state.game);
    zm_buffer_free(&bytes);
    return status;
}

const struct zm_tool go_chains_tool = {
    .name = "chains",
    .usage = "POSITION",
    .words = 1,
    .summary = "how all chains and pairs of chains of a position stand",
    .details = "Example:\n  zermelo tool go chains '9x9 e5 e4 d4 d5'\n",
    .run = show_chains,
};

static enum zm_status show_problems(const struct zm_settings *settings, const char *const *words,
                                    size_t count, struct zm_run *run, struct zm_buffer *out,
                                    struct zm_error *error)
{
    (void)settings;
    (void)words;
    (void)count;
    (void)run;
    return go_problems_write(out, error);
}

const struct zm_tool go_problems_tool = {
    .name = "problems",
    .usage = "",
    .summary = "the problem base of tactics in SGF, each with its truth",
    .run = show_problems,
};
