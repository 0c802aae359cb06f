/* Problems as texts: positions, goals and points as people write them, and the base in SGF. */
#include "engines/go/tactics/problems.h"

#include "records/sgf_go.h"

static const struct go_rules rules = {.usual_komi = true, .ko = GO_SIMPLE};

/* Reads points with blanks or commas between; returns how many there are, 0: they are none. */
static unsigned read_points(const struct go_board *board, const char *text,
                            uint16_t points[GO_MOST_LINKED], const struct goban *goban)
{
    unsigned count = 0, move;
    while (*text != '\0' && count < GO_MOST_LINKED) {
        size_t length = go_read_move(board, text, &move);
        if (length == 0 || move == GO_PASS)
            return 0;
        points[count++] = goban_point(goban, move);
        text += length;
        text += strspn(text, ", ");
    }
    return *text == '\0' ? count : 0;
}

static enum zm_status read_goal(struct go_task *task, const char *name, const uint16_t *points,
                                unsigned count, struct zm_error *error)
{
    struct go_goal *goal = &task->goal;
    unsigned aim = 0;
    while (aim < GO_AIMS && strcmp(go_aim_kind((enum go_aim)aim)->name, name) != 0)
        aim++;
    if (aim == GO_AIMS)
        return zm_fail(error, ZM_BAD_INPUT,
                       "goal '%.20s': expected connect, reach, capture, eye, escape or live", name);
    bool pair = aim == GO_AIM_CONNECT || aim == GO_AIM_REACH;
    if (count < (pair ? 2 : 1) || (count > 1 && !pair) || (count > 2 && aim != GO_AIM_CONNECT))
        return zm_fail(error, ZM_BAD_INPUT, "goal %s: expected %s", name,
                       aim == GO_AIM_CONNECT ? "2 to 6 stones, as in b2,d2"
                       : pair                ? "a stone and an empty point"
                                             : "one point");
    uint8_t colour = task->board.colour[points[0]];
    if (aim == GO_AIM_EYE && colour == GO_EMPTY)
        colour = task->board.turn;
    for (unsigned i = 0; i < count; i++) {
        uint8_t here = task->board.colour[points[i]];
        bool free = (aim == GO_AIM_REACH && i == 1) || aim == GO_AIM_EYE;
        if (!free && (here == GO_EMPTY || here != colour))
            return zm_fail(error, ZM_BAD_INPUT, "goal %s: there is no stone%s on point %u", name,
                           colour == GO_WHITE   ? " of White"
                           : colour == GO_BLACK ? " of Black"
                                                : "",
                           i + 1);
    }
    goal->aim = (enum go_aim)aim;
    goal->max = aim == GO_AIM_CAPTURE ? goban_other(colour) : colour;
    goal->first = points[0];
    goal->second = count > 1 ? points[1] : (uint16_t)GOBAN_PASS;
    task->links = (struct go_links){.max = goal->max, .count = count > 2 ? count : 0};
    memcpy(task->links.stones, points, count * sizeof *points);
    return ZM_OK;
}

enum zm_status go_task_read(struct go_task *task, const char *position, const char *goal,
                            const char *points, struct zm_error *error)
{
    struct go_state state = {.rules = rules};
    struct zm_buffer bytes = {0};
    uint16_t list[GO_MOST_LINKED];
    enum zm_status status = go_parse(&state, position, &bytes, error);
    if (status == ZM_OK && !go_game_read(&state.game, &state.rules, zm_buffer_bytes(&bytes)))
        status = zm_fail_memory(error);
    if (status == ZM_OK) {
        goban_read(&task->board, &state.game);
        unsigned count = read_points(&state.game.board, points, list, &task->board);
        status = count > 0 ? read_goal(task, goal, list, count, error)
                           : zm_fail(error, ZM_BAD_INPUT,
                                     "points '%.40s': expected 1 to 6 points of the board, as in "
                                     "b2,d2",
                                     points);
    }
    go_game_free(&state.game);
    zm_buffer_free(&bytes);
    return status;
}

static bool add_text(struct zm_sgf *sgf, const char *name, const char *text)
{
    return zm_sgf_add_property(sgf, name) && zm_sgf_add_value(sgf, text);
}

/* Adds one problem: its position as a game without moves, what is asked, and the truth. */
static enum zm_status write_problem(const struct go_problem *problem, struct zm_buffer *out,
                                    struct zm_error *error)
{
    struct go_state state = {.rules = rules};
    struct zm_buffer bytes = {0}, text = {0};
    struct zm_sgf sgf = {0};
    enum zm_status status = go_parse(&state, problem->position, &bytes, error);
    zm_buffer_format(&text, "%s %s: %s%s%s", problem->goal, problem->points,
                     problem->second  ? "won"
                     : problem->first ? "winnable"
                                      : "lost",
                     *problem->frame != '\0' ? "; frame " : "", problem->frame);
    if (status == ZM_OK &&
        (!go_game_read(&state.game, &state.rules, zm_buffer_bytes(&bytes)) ||
         !zm_sgf_go_write(&state.game, &state.rules, &sgf) ||
         !add_text(&sgf, "GN", problem->name) || !add_text(&sgf, "C", zm_buffer_string(&text))))
        status = zm_fail_memory(error);
    if (status == ZM_OK)
        zm_sgf_print(&sgf, out);
    zm_sgf_free(&sgf);
    go_game_free(&state.game);
    zm_buffer_free(&bytes);
    zm_buffer_free(&text);
    return status;
}

enum zm_status go_problems_write(struct zm_buffer *out, struct zm_error *error)
{
    enum zm_status status = ZM_OK;
    for (size_t i = 0; status == ZM_OK && go_problems[i].name != NULL; i++)
        status = write_problem(&go_problems[i], out, error);
    return status;
}
