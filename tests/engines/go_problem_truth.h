/* The truth of problems of Go's tactics, by every position that can be reached in their frame. */
#ifndef TESTS_ENGINES_GO_PROBLEM_TRUTH_H
#define TESTS_ENGINES_GO_PROBLEM_TRUTH_H

#include "engines/go/tactics/problems.h"
#include "engines/go_oracle.h"

/* Sets what the oracle takes; false: the position or the goal is none. */
bool problem_read(const struct go_problem *problem, struct oracle_board *board,
                  struct oracle_goal *goal);
/* Sets first and second; false: there are more than `most` positions. */
bool problem_solve(struct go_problem *problem, size_t most);

#endif
