/* The problem base of Go's tactics: its truth is found again by every position that can be reached,
 * no search by threats says more than that, and most is solved. */
#include "engines/go/tactics/status.h"
#include "engines/go_problem_truth.h"
#include "test.h"

/* Positions that are looked through in `make test`, and in `make test-long`. */
enum { FEW = 20000, ALL = 800000 };

static void test_truth(void **state)
{
    (void)state;
    unsigned counts[2] = {0}, looked = 0;
    for (size_t i = 0; go_problems[i].name != NULL; i++) {
        struct go_problem problem = go_problems[i];
        counts[strcmp(problem.goal, "connect") != 0]++;
        if (!problem_solve(&problem, test_long() ? ALL : FEW))
            continue;
        looked++;
        if (problem.first != go_problems[i].first || problem.second != go_problems[i].second)
            fail_msg("%s: the truth is %d %d", problem.name, problem.first, problem.second);
    }
    assert_true(counts[0] >= 60 && counts[1] >= 40);
    assert_true(looked >= (test_long() ? counts[0] + counts[1] : 30));
}

/* The number of a point with a name such as c4. */
static int point_at(const struct oracle_board *board, const char *name)
{
    return (name[1] - '1') * board->columns + name[0] - 'a';
}

/* Are stones connected on a board, of those of a problem the ones from `first` to `last`? */
static bool connects(const struct oracle_board *board, const struct oracle_goal *goal, int first,
                     int last, bool max_begins)
{
    struct oracle_goal link = {.aim = goal->aim, .max = goal->max, .count = last - first + 1};
    for (int i = first; i <= last; i++)
        link.points[i - first] = goal->points[i];
    int truth = oracle_solve(board, &link, max_begins, ALL);
    assert_true(truth >= 0);
    return truth == 1;
}

/* Can min play at a point, and are three stones then cut even if max moves? */
static bool is_cut(const struct oracle_board *board, const struct oracle_goal *goal,
                   const char *move)
{
    struct oracle_board next = *board;
    oracle_set taken;
    return oracle_play(&next, 1 - goal->max, point_at(board, move), &taken) &&
           !connects(&next, goal, 0, 2, true);
}

/* After which first moves of min are the three stones cut, although both links hold when he moves
 * again? Writes their names. */
static void find_quiet_cuts(const struct oracle_board *board, const struct oracle_goal *goal,
                            char *names)
{
    for (int point = 0; point < board->columns * board->rows; point++) {
        struct oracle_board next = *board;
        oracle_set taken;
        if (!oracle_play(&next, 1 - goal->max, point, &taken) ||
            connects(&next, goal, 0, 2, true) || !connects(&next, goal, 0, 1, false) ||
            !connects(&next, goal, 1, 2, false))
            continue;
        names += sprintf(names, "%c%d ", 'a' + point % board->columns, point / board->columns + 1);
    }
}

/* Figure 4.5: White 1 at c4 threatens neither link, and then Black has no answer to both 2 at c3
 * and 3 at e9; 3 alone cuts too. */
static void test_threatens_neither(void **state)
{
    (void)state;
    const struct go_problem *problem = go_problems;
    struct oracle_board board;
    struct oracle_goal goal;
    oracle_set taken;
    char names[200] = "";
    while (strncmp(problem->name, "figure 4.5", 10) != 0)
        problem++;
    assert_true(problem_read(problem, &board, &goal));
    assert_true(connects(&board, &goal, 0, 1, false) && connects(&board, &goal, 1, 2, false));
    assert_true(connects(&board, &goal, 0, 2, true));
    find_quiet_cuts(&board, &goal, names);
    assert_string_equal(names, "c4 ");
    assert_true(is_cut(&board, &goal, "e9"));
    assert_true(oracle_play(&board, 1 - goal.max, point_at(&board, "c4"), &taken));
    for (int point = 0; point < board.columns * board.rows; point++) {
        struct oracle_board next = board;
        if (oracle_play(&next, goal.max, point, &taken))
            assert_true(is_cut(&next, &goal, "c3") || is_cut(&next, &goal, "e9"));
    }
}

/* The same by the searches, on the whole board: both links of figure 4.5 are won before 1 and after
 * it, and the union of their traces finds the cut. */
static void test_threatens_neither_anywhere(void **state)
{
    (void)state;
    static const struct go_orders orders = {{8, 5, 3, 0}};
    static const char rows[] = "XX.O.O.XX/XOXXOXXOX/XO..O..OX/XOOOOOOOX/XOOO.O.OX/XX%cOOOOOX/"
                               ".O.XXXXXX/XXOX.X.XX/.X.XXXXXX O";
    struct go_threats *threats = go_threats_open(&orders, 20000);
    struct go_links_search *search = go_links_open(GO_LINKS_UNION, &orders, 20000, 100000);
    assert_true(threats != NULL && search != NULL);
    for (int played = 0; played < 2; played++) {
        char position[100];
        struct zm_error error = {0};
        struct go_links_answer first, second;
        struct go_task task;
        snprintf(position, sizeof position, rows, played ? 'O' : '.');
        for (int link = 0; link < 2; link++) {
            struct go_answer answer;
            assert_int_equal(
                go_task_read(&task, position, "connect", link ? "a2 f8" : "c8 a2", &error), ZM_OK);
            go_field_read(go_threats_field(threats), &task.board);
            go_threats_search(threats, &task.goal, false, &answer);
            assert_int_equal(answer.verdict, GO_VERDICT_WON);
        }
        assert_int_equal(go_task_read(&task, position, "connect", "c8 a2 f8", &error), ZM_OK);
        go_field_read(go_links_field(search), &task.board);
        go_links_run(search, &task.links, true, &first);
        go_links_run(search, &task.links, false, &second);
        assert_int_equal(first.verdict == GO_VERDICT_WON, !played);
        assert_int_not_equal(second.verdict, GO_VERDICT_WON);
    }
    go_links_close(search);
    go_threats_close(threats);
}

/* One goal: never won where it is not, within the frame; returns whether its status is right. */
static bool is_solved(struct go_threats *threats, const struct go_problem *problem,
                      const struct go_task *task)
{
    struct go_status status;
    bool framed = *problem->frame != '\0';
    go_field_read(go_threats_field(threats), &task->board);
    go_status_find(threats, &task->goal, GO_ALL_MOVES, &status);
    bool first = status.standing <= GO_STANDS_WINNABLE, second = status.standing == GO_STANDS_WON;
    if (!framed && ((first && !problem->first) || (second && !problem->second)))
        fail_msg("%s: %s", problem->name, go_standing_name(status.standing));
    if (status.standing == GO_STANDS_WINNABLE)
        assert_true(go_points_next(&status.winning, 1) != 0 &&
                    go_points_next(&status.breaking, 1) != 0);
    return first == problem->first && second == problem->second;
}

static bool is_linked(enum go_links_method method, const struct go_problem *problem,
                      const struct go_task *task)
{
    struct go_links_answer first, second;
    struct go_links_search *search = go_links_open(method, &go_connection_orders, 20000, 100000);
    assert_non_null(search);
    go_field_read(go_links_field(search), &task->board);
    go_links_run(search, &task->links, true, &first);
    go_links_run(search, &task->links, false, &second);
    go_links_close(search);
    return (first.verdict == GO_VERDICT_WON) == problem->first &&
           (second.verdict == GO_VERDICT_WON) == problem->second;
}

static void test_solved(void **state)
{
    (void)state;
    unsigned simple = 0, solved = 0, transitive = 0, linked[3] = {0};
    struct go_threats *threats = go_threats_open(&go_connection_orders, 20000);
    assert_non_null(threats);
    for (size_t i = 0; go_problems[i].name != NULL; i++) {
        const struct go_problem *problem = &go_problems[i];
        struct go_task task;
        struct zm_error error = {0};
        assert_int_equal(
            go_task_read(&task, problem->position, problem->goal, problem->points, &error), ZM_OK);
        if (task.links.count == 0) {
            simple++;
            solved += is_solved(threats, problem, &task);
            continue;
        }
        transitive++;
        for (int method = 0; method < 3; method++)
            linked[method] += is_linked((enum go_links_method)method, problem, &task);
    }
    go_threats_close(threats);
    print_message("simple: %u of %u; transitive: union %u, intersection %u, alpha-beta %u of %u\n",
                  solved, simple, linked[0], linked[1], linked[2], transitive);
    assert_true(transitive >= 20);
    assert_true(10 * solved >= 8 * simple);
    for (int method = 0; method < 2; method++)
        assert_true(10 * linked[method] >= 8 * transitive);
}

/* Goals that are none are refused with a line. */
static void test_refused(void **state)
{
    (void)state;
    static const char *const bad[][3] = {
        {".X.X./.X.X. O", "connect", "b1 c1"}, {".X.X./.X.X. O", "connect", "b1"},
        {".X.X./.X.X. O", "hope", "b1 d1"},    {".X.X./.X.X. O", "capture", "b1 d1"},
        {".X.X./.X.X. O", "connect", "b1 z9"}, {".X.X./.X.X. O", "connect", "b1 d1 b1 d1 b1 d1 b1"},
        {".X.X./.X.X. O", "capture", "c1"},    {"no board", "connect", "b1 d1"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct go_task task;
        struct zm_error error = {0};
        assert_int_equal(go_task_read(&task, bad[i][0], bad[i][1], bad[i][2], &error),
                         ZM_BAD_INPUT);
        assert_true(error.text[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_threatens_neither),
        cmocka_unit_test(test_threatens_neither_anywhere),
        cmocka_unit_test(test_solved),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
