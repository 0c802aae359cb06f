/* Go: the tables 4.1 and 4.2 of Helmstetter's thesis on our problem base: nodes, time and problems
 * solved by the three searches of transitive connections, and by five limits of secondary searches;
 * and how long one status takes by threats. */
#include "bench/bench.h"

#include "engines/go/tactics/problems.h"
#include "engines/go/tactics/status.h"

#include <stdio.h>
#include <string.h>

enum { SECONDARY = 100000, TOTAL = 1000000, LIMITS = 5, TIMES = 5 };

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
    outcome->solved = (first.verdict == GO_VERDICT_WON) == problem->first &&
                      (second.verdict == GO_VERDICT_WON) == problem->second;
    go_links_close(search);
    return ZM_OK;
}

/* Table 4.1. */
static enum zm_status compare_methods(struct zm_error *error)
{
    struct outcome sums[3] = {{0}};
    unsigned solved[3] = {0}, count = 0;
    printf("%-38s %27s %27s %27s\n", "transitive connections", method_names[0], method_names[1],
           method_names[2]);
    for (size_t i = 0; go_problems[i].name != NULL; i++) {
        struct go_task task;
        enum zm_status status = go_task_read(&task, go_problems[i].position, go_problems[i].goal,
                                             go_problems[i].points, error);
        if (status != ZM_OK)
            return status;
        if (task.links.count == 0)
            continue;
        count++;
        printf("%-38s", go_problems[i].name);
        for (int method = 0; method < 3; method++) {
            struct outcome outcome;
            status = run_links(&go_problems[i], &task, (enum go_links_method)method, SECONDARY,
                               &outcome, error);
            if (status != ZM_OK)
                return status;
            printf(" %11llu %8.2f ms %s", (unsigned long long)outcome.nodes, 1e3 * outcome.seconds,
                   outcome.solved ? "yes" : " no");
            sums[method].nodes += outcome.nodes;
            sums[method].seconds += outcome.seconds;
            solved[method] += outcome.solved;
        }
        putchar('\n');
    }
    printf("%-38s", "all");
    for (int method = 0; method < 3; method++)
        printf(" %11llu %8.2f ms %3u", (unsigned long long)sums[method].nodes,
               1e3 * sums[method].seconds, solved[method]);
    printf(" of %u\n\n", count);
    return ZM_OK;
}

/* Table 4.2: problems solved within so many milliseconds, by intersection and by alpha-beta. */
static enum zm_status compare_limits(struct zm_error *error)
{
    static const uint64_t limits[LIMITS] = {1000, 5000, 10000, 30000, 100000};
    static const double times[TIMES] = {0.1, 0.3, 1, 10, 1000};
    unsigned solved[TIMES][LIMITS + 1] = {{0}};
    for (size_t i = 0; go_problems[i].name != NULL; i++) {
        struct go_task task;
        enum zm_status status = go_task_read(&task, go_problems[i].position, go_problems[i].goal,
                                             go_problems[i].points, error);
        for (int k = 0; status == ZM_OK && task.links.count > 0 && k <= LIMITS; k++) {
            struct outcome outcome;
            status = run_links(&go_problems[i], &task,
                               k < LIMITS ? GO_LINKS_INTERSECTION : GO_LINKS_ALPHA_BETA,
                               k < LIMITS ? limits[k] : SECONDARY, &outcome, error);
            for (int t = 0; status == ZM_OK && t < TIMES; t++)
                solved[t][k] += outcome.solved && 1e3 * outcome.seconds <= times[t];
        }
        if (status != ZM_OK)
            return status;
    }
    printf("%-12s", "solved in ms");
    for (int k = 0; k < LIMITS; k++)
        printf(" %8llu", (unsigned long long)limits[k]);
    puts(" alpha-beta");
    for (int t = 0; t < TIMES; t++) {
        printf("%12.1f", times[t]);
        for (int k = 0; k <= LIMITS; k++)
            printf(" %8u", solved[t][k]);
        putchar('\n');
    }
    putchar('\n');
    return ZM_OK;
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
        go_status_find(threats, &task.goal, false, &found);
        add_status(&go_problems[i], &found, zm_bench_processor() - began, &speed);
    }
    if (speed.problems > 0)
        printf("%-8s %8u %6u %8u %8u %6u %6u %7u %9llu %9.2f\n", goal, speed.problems, speed.right,
               speed.open, speed.within[0], speed.within[1], speed.within[2], speed.within[3],
               (unsigned long long)speed.nodes, 1e3 * speed.seconds);
    go_threats_close(threats);
    return status;
}

static enum zm_status run(struct zm_error *error)
{
    static const char *const goals[] = {"connect", "reach", "capture", "eye", "escape", "live"};
    enum zm_status status = compare_methods(error);
    if (status == ZM_OK)
        status = compare_limits(error);
    if (status == ZM_OK)
        printf("%-8s %8s %6s %8s %8s %6s %6s %7s %9s %9s\n", "status", "problems", "right",
               "ko/limit", "0.1 ms", "1 ms", "10 ms", "100 ms", "nodes", "all ms");
    for (size_t i = 0; status == ZM_OK && i < sizeof goals / sizeof *goals; i++)
        status = measure_goal(goals[i], error);
    return status;
}

const struct zm_benchmark zm_bench_go_tactics = {
    .name = "go-tactics",
    .summary =
        "Go: tactical searches on the problem base, beside the document's tables 4.1 and 4.2",
    .run = run,
};
