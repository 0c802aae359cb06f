/* The assignment problem: to each row a column of its own, at least cost. */
#ifndef ZM_THEORY_ASSIGNMENT_H
#define ZM_THEORY_ASSIGNMENT_H

#include <stdbool.h>
#include <stddef.h>

/* Memory for problems of at most `rows` x `columns`, kept from one to the next. */
struct zm_assignment {
    double *costs; /* [row * columns + column]; INFINITY: not allowed. Set by the caller */
    size_t rows, columns;
    size_t *chosen; /* the column of each row: the result */
    double *row_price, *column_price, *slack;
    size_t *owner, *from;
    bool *reached;
    size_t cost_capacity, row_capacity, column_capacity;
};

/* Makes room; false when there is no memory. */
bool zm_assignment_begin(struct zm_assignment *problem, size_t rows, size_t columns);
/* Solves; false: there is no assignment without a cost of INFINITY. Costs may be negative; exact
 * when they are whole numbers of at most 2^40. */
bool zm_assignment_solve(struct zm_assignment *problem);
void zm_assignment_free(struct zm_assignment *problem);

#endif
