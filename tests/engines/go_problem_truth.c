/* Problems for the oracle; see go_problem_truth.h. */
#include "engines/go_problem_truth.h"

#include <string.h>

static int plain(const struct goban *board, uint16_t point)
{
    return (int)goban_plain(board, point);
}

/* The points between two corners, as in a1-e3. */
static oracle_set between(const char *corners, const struct oracle_board *board)
{
    int left = corners[0] - 'a', low = corners[1] - '1';
    int right = corners[3] - 'a', high = corners[4] - '1';
    oracle_set inside = 0;
    for (int i = 0; i < board->columns * board->rows; i++) {
        int column = i % board->columns, row = i / board->columns;
        if (column >= left && column <= right && row >= low && row <= high)
            inside |= oracle_bit(i);
    }
    return inside;
}

/* Shuts all points outside a frame: rectangles with blanks between; none: nothing is shut. */
static void shut(const char *frame, struct oracle_board *board)
{
    oracle_set inside = 0;
    for (; strlen(frame) >= 5; frame += frame[5] == ' ' ? 6 : 5)
        inside |= between(frame, board);
    if (inside != 0)
        board->shut = ~inside;
}

bool problem_read(const struct go_problem *problem, struct oracle_board *board,
                  struct oracle_goal *goal)
{
    static const enum oracle_aim aims[] = {ORACLE_CONNECT, ORACLE_REACH,  ORACLE_CAPTURE,
                                           ORACLE_EYE,     ORACLE_ESCAPE, ORACLE_LIVE};
    struct go_task task;
    struct zm_error error = {0};
    if (go_task_read(&task, problem->position, problem->goal, problem->points, &error) != ZM_OK)
        return false;
    *board = (struct oracle_board){.columns = task.board.columns, .rows = task.board.rows};
    if (board->columns * board->rows > ORACLE_POINTS)
        return false;
    for (int i = 0; i < board->columns * board->rows; i++) {
        uint8_t colour = task.board.colour[goban_point(&task.board, (unsigned)i)];
        if (colour != GO_EMPTY)
            board->stones[colour - GO_BLACK] |= oracle_bit(i);
    }
    shut(problem->frame, board);
    *goal = (struct oracle_goal){.aim = aims[task.goal.aim], .max = task.goal.max - GO_BLACK};
    goal->count = task.links.count > 0 ? (int)task.links.count : task.goal.second == 0 ? 1 : 2;
    for (int i = 0; i < goal->count && i < 4; i++)
        goal->points[i] = plain(&task.board, task.links.stones[i]);
    return goal->count <= 4;
}

bool problem_solve(struct go_problem *problem, size_t most)
{
    struct oracle_board board;
    struct oracle_goal goal;
    if (!problem_read(problem, &board, &goal))
        return false;
    int first = oracle_solve(&board, &goal, true, most);
    int second = first == 1 ? oracle_solve(&board, &goal, false, most) : first;
    problem->first = first == 1;
    problem->second = second == 1;
    return first >= 0 && second >= 0;
}
