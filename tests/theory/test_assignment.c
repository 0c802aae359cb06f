/* The Hungarian method against trying everything, with negative costs and forbidden pairs. */
#include "theory/assignment.h"

#include "base/random.h"
#include "test.h"

#include <math.h>

static double try_all(const struct zm_assignment *problem, size_t row, unsigned used)
{
    double best = INFINITY;
    if (row == problem->rows)
        return 0;
    for (size_t j = 0; j < problem->columns; j++) {
        double cost = problem->costs[row * problem->columns + j];
        if ((used >> j & 1) == 0 && cost < INFINITY) {
            double total = cost + try_all(problem, row + 1, used | 1u << j);
            best = total < best ? total : best;
        }
    }
    return best;
}

static void as_cheap_as_possible(void **state)
{
    (void)state;
    struct zm_random random = zm_random_seeded(5);
    struct zm_assignment problem = {0};
    size_t impossible = 0;
    for (int round = 0; round < 20000; round++) {
        size_t rows = zm_random_below(&random, 6), columns = zm_random_below(&random, 7);
        uint64_t range = 1 + zm_random_below(&random, 12);
        uint64_t forbidden = zm_random_below(&random, 90);
        assert_true(zm_assignment_begin(&problem, rows, columns));
        for (size_t i = 0; i < rows * columns; i++)
            problem.costs[i] = zm_random_below(&random, 100) < forbidden
                                   ? (double)INFINITY
                                   : (double)zm_random_below(&random, range) - 4;
        double best = try_all(&problem, 0, 0), found = 0;
        bool possible = zm_assignment_solve(&problem);
        assert_int_equal(possible, best < INFINITY);
        impossible += !possible;
        for (size_t i = 0; possible && i < rows; i++) {
            found += problem.costs[i * columns + problem.chosen[i]];
            for (size_t k = 0; k < i; k++)
                assert_true(problem.chosen[k] != problem.chosen[i]);
        }
        assert_true(!possible || found == best);
    }
    assert_in_range(impossible, 100, 19000);
    zm_assignment_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_cheap_as_possible)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
