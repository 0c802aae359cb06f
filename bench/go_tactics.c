/* Go: the tables 4.1 and 4.2 of Helmstetter's thesis on our problem base, and on problems in the open:
 * nodes, time and problems solved by the three searches of transitive connections, and by five limits
 * of secondary searches; and how long one status takes by threats. */
#include "bench/bench.h"

#include "engines/go/tactics/problems.h"
#include "engines/go/tactics/status.h"

#include <stdio.h>
#include <string.h>

enum { SECONDARY = 100000, TOTAL = 10000000, LIMITS = 5, TIMES = 6, MOST = 64 };

/* Transitive connections in the open, too large to look at every position: the answers are those on
 * which union and intersection agree. */
static const struct go_problem open_problems[] = {
    {"jumps, White above",
     "......../......../......../..O.O.../..X.X.X./......../......../........ O", "connect",
     "c4 e4 g4", "", true, false},
    {"keimas, White above",
     "........./........./........./..O...O../....O..../....X..../..X...X../........./......... O",
     "connect", "c3 e4 g3", "", true, false},
    {"keimas, White far above",
     "........./........./........./..O....../...O.O.../....X..../..X...X../........./......... O",
     "connect", "c3 e4 g3", "", true, false},
    {"keimas, White below",
     "........./........./..O...O../........./..X...X../....X..../...O.O.../........./......... O",
     "connect", "c5 e4 g5", "", true, false},
    {"large keima and diagonal",
     "........./........./........./........./.....O.../......X.O/...X...X./........./......... O",
     "connect", "d3 g4 h3", "", true, false},
    {"keima and diagonal",
     "........./........./...O...../..X..O.../....X..../..O..X.../........./........./......... O",
     "connect", "c6 e5 f4", "", true, false},
    {"two diagonals, White outside",
     "........./........./...OO..../..OX...../....X..../..O..X.../......O../........./......... O",
     "connect", "d6 e5 f4", "", true, true},
    {"two diagonals, White on both sides",
     "........./........./...O...../..X.O..../...X.O.../..O.X..../...O...../........./......... O",
     "connect", "c6 d5 e4", "", true, true},
    {"jumps between walls",
     "........./........./..OOOOO../..X.X.X../........./..OOO..../........./........./......... O",
     "connect", "c6 e6 g6", "", false, false},
    {"jumps, White above and below",
     "........./........./........./...O.O.../........./..X.X.X../...O.O.../........./......... O",
     "connect", "c4 e4 g4", "", false, false},
    {0},
};

static const char *const method_names[] = {"union", "intersection", "alpha-beta"};

/* One problem by one search: both questions. */
struct outcome {
    uint64_t nodes, secondary;
    double seconds;
    bool solved;
};

static enum zm_status run_links(const struct go_problem *problem, const struct go_task *task,
                                enum go_links_method method, uint64_t secondary,
                                struct outcome *outcome, struct zm_error *error)
{
    struct go_links_answer first, second;
    struct go_links_search *search = go_links_open(method, &go_connection_orders, secondary, TOTAL);
    if (search == NULL)
        return zm_fail_memory(error);
    go_field_read(go_links_field(search), &task->board);
    double began = zm_bench_processor();
    go_links_run(search, &task->links, true, &first);
    go_links_run(search, &task->links, false, &second);
    outcome->seconds = zm_bench_processor() - began;
    outcome->nodes = first.counts.nodes + second.counts.nodes;
    outcome->secondary = first.counts.secondary + second.counts.secondary;
    outcome->solved = first.verdict != GO_VERDICT_LIMIT && second.verdict != GO_VERDICT_LIMIT &&
                      (first.verdict == GO_VERDICT_WON) == problem->first &&
                      (second.verdict == GO_VERDICT_WON) == problem->second;
    go_links_close(search);
    return ZM_OK;
}

/* Table 4.1. `alone` gets what alpha-beta did, problem by problem. */
static enum zm_status compare_methods(const char *title, const struct go_problem *problems,
                                      struct outcome alone[MOST], struct zm_error *error)
{
    struct outcome sums[3] = {{0}};
    unsigned solved[3] = {0}, count = 0;
    printf("%-38s %27s %27s %27s\n", title, method_names[0], method_names[1], method_names[2]);
    for (size_t i = 0; problems[i].name != NULL && count < MOST; i++) {
        struct go_task task;
        enum zm_status status =
            go_task_read(&task, problems[i].position, problems[i].goal, problems[i].points, error);
        if (status != ZM_OK)
            return status;
        if (task.links.count == 0)
            continue;
        printf("%-38s", problems[i].name);
        for (int method = 0; method < 3; method++) {
            struct outcome *outcome = &alone[count];
            status = run_links(&problems[i], &task, (enum go_links_method)method, SECONDARY,
                               outcome, error);
            if (status != ZM_OK)
                return status;
            printf(" %11llu %8.2f ms %s", (unsigned long long)outcome->nodes,
                   1e3 * outcome->seconds, outcome->solved ? "yes" : " no");
            sums[method].nodes += outcome->nodes;
            sums[method].seconds += outcome->seconds;
            solved[method] += outcome->solved;
        }
        putchar('\n');
        fflush(stdout);
        count++;
    }
    printf("%-38s", "all");
    for (int method = 0; method < 3; method++)
        printf(" %11llu %8.2f ms %3u", (unsigned long long)sums[method].nodes,
               1e3 * sums[method].seconds, solved[method]);
    printf(" of %u\n\n", count);
    return ZM_OK;
}

/* Table 4.2: problems solved within so many milliseconds, by intersection and (unless `alone` is NULL)
 * by alpha-beta. */
static enum zm_status compare_limits(const struct go_problem *problems,
                                     const struct outcome alone[MOST], struct zm_error *error)
{
    static const uint64_t limits[LIMITS] = {1000, 5000, 10000, 30000, 100000};
    static const double times[TIMES] = {0.1, 1, 10, 30, 100, 1000};
    unsigned solved[TIMES][LIMITS + 1] = {{0}}, count = 0;
    int columns = alone == NULL ? LIMITS : LIMITS + 1;
    for (size_t i = 0; problems[i].name != NULL && count < MOST; i++) {
        struct go_task task;
        enum zm_status status =
            go_task_read(&task, problems[i].position, problems[i].goal, problems[i].points, error);
        if (status == ZM_OK && task.links.count == 0)
            continue;
        for (int k = 0; status == ZM_OK && k < columns; k++) {
            struct outcome outcome;
            if (k == LIMITS)
                outcome = alone[count];
            else
                status = run_links(&problems[i], &task, GO_LINKS_INTERSECTION, limits[k], &outcome,
                                   error);
            for (int t = 0; status == ZM_OK && t < TIMES; t++)
                solved[t][k] += outcome.solved && 1e3 * outcome.seconds <= times[t];
        }
        if (status != ZM_OK)
            return status;
        count++;
    }
    printf("%-12s", "solved in ms");
    for (int k = 0; k < LIMITS; k++)
        printf(" %8llu", (unsigned long long)limits[k]);
    puts(alone == NULL ? "" : " alpha-beta");
    for (int t = 0; t < TIMES; t++) {
        printf("%12.1f", times[t]);
        for (int k = 0; k < columns; k++)
            printf(" %8u", solved[t][k]);
        putchar('\n');
    }
    putchar('\n');
    fflush(stdout);
    return ZM_OK;
}

/* Both tables of some problems; where alpha-beta takes long, the quick one first. */
static enum zm_status compare(const char *title, const struct go_problem *problems, bool slow,
                              struct zm_error *error)
{
    struct outcome alone[MOST];
    enum zm_status status = slow ? compare_limits(problems, NULL, error) : ZM_OK;
    if (status == ZM_OK)
        status = compare_methods(title, problems, alone, error);
    return status == ZM_OK && !slow ? compare_limits(problems, alone, error) : status;
}

/* One status of each simple problem: right, and how long. */
struct speed {
    unsigned problems, right, open, within[4];
    uint64_t nodes;
    double seconds;
};

static void add_status(const struct go_problem *problem, const struct go_status *status,
                       double seconds, struct speed *speed)
{
    static const double steps[4] = {1e-4, 1e-3, 1e-2, 1e-1};
    enum go_standing truth = problem->second  ? GO_STANDS_WON
                             : problem->first ? GO_STANDS_WINNABLE
                                              : GO_STANDS_LOST;
    bool right = status->standing == truth;
    speed->problems++;
    speed->right += right;
    speed->open += status->standing >= GO_STANDS_KO;
    for (int i = 0; i < 4; i++)
        speed->within[i] += status->standing < GO_STANDS_KO && seconds <= steps[i];
    speed->nodes += status->nodes;
    speed->seconds += seconds;
}

/* The time of a status, of the processor and without the first use of memory. */
static enum zm_status measure_goal(const char *goal, struct zm_error *error)
{
    struct speed speed = {0};
    struct go_threats *threats = go_threats_open(&go_connection_orders, SECONDARY);
    enum zm_status status = threats == NULL ? zm_fail_memory(error) : ZM_OK;
    for (size_t i = 0; status == ZM_OK && go_problems[i].name != NULL; i++) {
        struct go_task task;
        struct go_status found;
        if (strcmp(go_problems[i].goal, goal) != 0)
            continue;
        status = go_task_read(&task, go_problems[i].position, goal, go_problems[i].points, error);
        if (status != ZM_OK || task.links.count > 0)
            continue;
        go_field_read(go_threats_field(threats), &task.board);
        double began = zm_bench_processor();
        go_status_find(threats, &task.goal, GO_NO_MOVES, &found);
        add_status(&go_problems[i], &found, zm_bench_processor() - began, &speed);
    }
    if (speed.problems > 0)
        printf("%-8s %8u %6u %8u %8u %6u %6u %7u %9llu %9.2f\n", goal, speed.problems, speed.right,
               speed.open, speed.within[0], speed.within[1], speed.within[2], speed.within[3],
               (unsigned long long)speed.nodes, 1e3 * speed.seconds);
    go_threats_close(threats);
    return status;
}

/* The times of all goals. */
static enum zm_status measure(struct zm_error *error)
{
    static const char *const goals[] = {"connect", "reach", "capture", "eye", "escape", "live"};
    enum zm_status status = ZM_OK;
    printf("%-8s %8s %6s %8s %8s %6s %6s %7s %9s %9s\n", "status", "problems", "right", "ko/limit",
           "0.1 ms", "1 ms", "10 ms", "100 ms", "nodes", "all ms");
    for (size_t i = 0; status == ZM_OK && i < sizeof goals / sizeof *goals; i++)
        status = measure_goal(goals[i], error);
    return status;
}

/* --from and --to choose: 1 the base, 2 times of one status, 3 problems in the open (minutes). */
static enum zm_status run(const struct zm_settings *settings, struct zm_error *error)
{
    int64_t from = zm_settings_integer(settings, "from"), to = zm_settings_integer(settings, "to");
    enum zm_status status = ZM_OK;
    if (from <= 1 && to >= 1)
        status = compare("transitive connections", go_problems, false, error);
    if (status == ZM_OK && from <= 2 && to >= 2)
        status = measure(error);
    if (status == ZM_OK && from <= 3 && to >= 3)
        status = compare("in the open", open_problems, true, error);
    return status;
}

const struct zm_benchmark zm_bench_go_tactics = {
    .name = "go-tactics",
    .summary =
        "Go: tactical searches on the problem base, beside the document's tables 4.1 and 4.2",
    .run_with = run,
};
