/* The Hungarian method (Kuhn 1955; in the form of shortest augmenting paths with prices, Jonker and
 * Volgenant 1987): one row after the other is given a column by the cheapest chain of exchanges.
 * Forbidden pairs are never entered, so infinity is never subtracted from infinity. Before that, a
 * look whether the cheapest columns of the rows are all different, which is most often so. */
#include "theory/assignment.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* An array with more room; the old one, and `*failed`, when there is no memory. */
static void *grown(void *array, size_t count, size_t size, bool *failed)
{
    void *larger = realloc(array, count * size);
    *failed |= larger == NULL;
    return larger == NULL ? array : larger;
}

bool zm_assignment_begin(struct zm_assignment *problem, size_t rows, size_t columns)
{
    struct zm_assignment *p = problem;
    bool failed = false;
    p->rows = rows;
    p->columns = columns;
    if (rows * columns > p->cost_capacity) {
        p->costs = grown(p->costs, rows * columns, sizeof *p->costs, &failed);
        p->cost_capacity = failed ? p->cost_capacity : rows * columns;
    }
    if (rows > p->row_capacity) {
        p->chosen = grown(p->chosen, rows, sizeof *p->chosen, &failed);
        p->row_price = grown(p->row_price, rows, sizeof *p->row_price, &failed);
        p->row_capacity = failed ? p->row_capacity : rows;
    }
    if (columns > p->column_capacity) {
        p->column_price = grown(p->column_price, columns, sizeof *p->column_price, &failed);
        p->slack = grown(p->slack, columns, sizeof *p->slack, &failed);
        p->owner = grown(p->owner, columns, sizeof *p->owner, &failed);
        p->from = grown(p->from, columns, sizeof *p->from, &failed);
        p->reached = grown(p->reached, columns, sizeof *p->reached, &failed);
        p->column_capacity = failed ? p->column_capacity : columns;
    }
    return !failed;
}

void zm_assignment_free(struct zm_assignment *problem)
{
    free(problem->costs);
    free(problem->chosen);
    free(problem->row_price);
    free(problem->column_price);
    free(problem->slack);
    free(problem->owner);
    free(problem->from);
    free(problem->reached);
    *problem = (struct zm_assignment){0};
}

#define NOBODY SIZE_MAX

/* The cheapest column of each row, if no two rows want the same. */
static bool solve_greedily(struct zm_assignment *problem)
{
    for (size_t j = 0; j < problem->columns; j++)
        problem->owner[j] = NOBODY;
    for (size_t i = 0; i < problem->rows; i++) {
        const double *costs = problem->costs + i * problem->columns;
        size_t best = NOBODY;
        for (size_t j = 0; j < problem->columns; j++)
            if (costs[j] < INFINITY &&
                (best == NOBODY || costs[j] < costs[best] ||
                 (costs[j] == costs[best] && problem->owner[best] != NOBODY)))
                best = j;
        if (best == NOBODY || problem->owner[best] != NOBODY)
            return false;
        problem->owner[best] = i;
        problem->chosen[i] = best;
    }
    return true;
}

/* The unreached column that is cheapest to reach, after looking from `row` at cost `spent`. */
static size_t nearest(struct zm_assignment *problem, size_t row, size_t column, double spent)
{
    size_t best = NOBODY;
    for (size_t j = 0; j < problem->columns; j++) {
        double cost = problem->costs[row * problem->columns + j];
        if (problem->reached[j])
            continue;
        if (cost < INFINITY) {
            double total = spent + cost - problem->row_price[row] - problem->column_price[j];
            if (total < problem->slack[j]) {
                problem->slack[j] = total;
                problem->from[j] = column;
            }
        }
        if (problem->slack[j] < INFINITY &&
            (best == NOBODY || problem->slack[j] < problem->slack[best]))
            best = j;
    }
    return best;
}

/* Gives `row` a column, moving other rows along the cheapest chain; `from[j]` is the column whose
 * owner would move to j (NOBODY: the new row itself). */
static bool augment(struct zm_assignment *problem, size_t row)
{
    for (size_t j = 0; j < problem->columns; j++) {
        problem->slack[j] = INFINITY;
        problem->reached[j] = false;
    }
    size_t column = NOBODY, looking = row;
    double spent = 0;
    for (;;) {
        column = nearest(problem, looking, column, spent);
        if (column == NOBODY)
            return false;
        spent = problem->slack[column];
        if (problem->owner[column] == NOBODY)
            break;
        problem->reached[column] = true;
        looking = problem->owner[column];
    }
    problem->row_price[row] += spent;
    for (size_t j = 0; j < problem->columns; j++)
        if (problem->reached[j]) {
            problem->row_price[problem->owner[j]] += spent - problem->slack[j];
            problem->column_price[j] -= spent - problem->slack[j];
        }
    while (column != NOBODY) {
        size_t before = problem->from[column];
        size_t mover = before == NOBODY ? row : problem->owner[before];
        problem->owner[column] = mover;
        problem->chosen[mover] = column;
        column = before;
    }
    return true;
}

bool zm_assignment_solve(struct zm_assignment *problem)
{
    if (solve_greedily(problem))
        return true;
    for (size_t j = 0; j < problem->columns; j++) {
        problem->owner[j] = NOBODY;
        problem->column_price[j] = 0;
    }
    for (size_t i = 0; i < problem->rows; i++) {
        /* The least cost as first price makes all reduced costs of the row non-negative: prices of
         * columns are never positive. */
        double least = INFINITY;
        for (size_t j = 0; j < problem->columns; j++)
            if (problem->costs[i * problem->columns + j] < least)
                least = problem->costs[i * problem->columns + j];
        problem->row_price[i] = least;
        if (least == INFINITY || !augment(problem, i))
            return false;
    }
    return true;
}
