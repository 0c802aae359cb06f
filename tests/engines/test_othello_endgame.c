/* The endgames of Othello: small ones against plain alpha-beta on every set of instructions, stable
 * discs against play, and the published tests. */
#include "engines/othello/plain.h"
#include "engines/othello/solver.h"
#include "engines/othello/stability.h"
#include "engines/othello/weights.h"

#include "base/random.h"
#include "test.h"

static const struct othello_kernel *kernels[OTHELLO_MOST_KERNELS];
static unsigned kernel_count;

static int find_kernels(void **unused)
{
    (void)unused;
    kernel_count = othello_kernels(kernels);
    return kernel_count > 0 ? 0 : 1;
}

/* Random moves from the start until so many squares are empty; false: the game ended before. */
static bool random_ending(struct zm_random *random, unsigned size, unsigned empty,
                          struct othello_board *board)
{
    uint8_t squares[OTHELLO_SQUARES];
    othello_start(board, size);
    for (unsigned left = size * size - 4; left > empty;) {
        unsigned count = othello_legal(board, squares);
        if (count == 0 && !othello_other_can_move(board))
            return false;
        othello_play(board, count == 0 ? OTHELLO_PASS : squares[zm_random_below(random, count)]);
        left -= count > 0;
    }
    return true;
}

/* Scores of random endings of every size, and both sides of every null window near them. */
static void test_plain(void **unused)
{
    const uint64_t seed = 20264;
    struct zm_random random = zm_random_seeded(seed);
    struct othello_solver solvers[3];
    struct zm_run run;
    (void)unused;
    printf("# seed %llu\n", (unsigned long long)seed);
    zm_run_begin(&run);
    for (unsigned i = 0; i < 3; i++)
        assert_true(othello_solver_open(&solvers[i], 4 + 2 * i, 10, 0));
    for (int round = 0; round < test_many(600, 20000); round++) {
        struct othello_board board;
        unsigned which = (unsigned)zm_random_below(&random, 3);
        unsigned empty = (unsigned)zm_random_below(&random, 10);
        struct othello_solver *solver = &solvers[which];
        if (!random_ending(&random, 4 + 2 * which, empty, &board))
            continue;
        struct othello_plain plain = {.run = &run};
        int score = othello_plain_score(&plain, &board, -64, 64), lower = -64, upper = 64;
        solver->kernel = kernels[(unsigned)round % kernel_count];
        assert_true(othello_solve(solver, othello_bits_of(&board), &run, false, &lower, &upper));
        assert_int_equal(lower, score);
        assert_int_equal(upper, score);
        struct othello_thread thread = othello_solver_thread(solver);
        othello_search_for(&solver->search, &run);
        for (int alpha = score - 3; alpha <= score + 2; alpha++) {
            int bound = solver->kernel->end(&thread, othello_bits_of(&board), alpha);
            assert_int_equal(bound > alpha, score > alpha);
            assert_true(bound > alpha ? bound <= score : bound >= score);
        }
    }
    for (unsigned i = 0; i < 3; i++)
        othello_solver_close(&solvers[i]);
}

static int score_of(struct othello_solver *solver, const struct othello_board *board,
                    struct zm_run *run)
{
    int lower = -64, upper = 64;
    assert_true(othello_solve(solver, othello_bits_of(board), run, false, &lower, &upper));
    assert_int_equal(lower, upper);
    return lower;
}

/* Far from the end a look ahead orders moves: the score is still the best of those of its moves,
 * where nothing looks ahead. */
static void test_far(void **unused)
{
    enum { FAR = 16 };
    const uint64_t seed = 20266;
    struct zm_random random = zm_random_seeded(seed);
    struct othello_solver solver;
    struct zm_run run;
    (void)unused;
    printf("# seed %llu\n", (unsigned long long)seed);
    zm_run_begin(&run);
    assert_true(othello_solver_open(&solver, 6, FAR, 0));
    for (int round = 0; round < test_many(6, 300); round++) {
        struct othello_board board, after;
        uint8_t squares[OTHELLO_SQUARES];
        if (!random_ending(&random, 6, FAR, &board))
            continue;
        solver.kernel = kernels[(unsigned)round % kernel_count];
        int score = score_of(&solver, &board, &run), best = -64;
        unsigned count = othello_legal(&board, squares);
        for (unsigned i = 0; i < count; i++) {
            after = board;
            othello_play(&after, squares[i]);
            int reply = -score_of(&solver, &after, &run);
            best = reply > best ? reply : best;
        }
        assert_true(count == 0 || score == best);
    }
    othello_solver_close(&solver);
}

/* Discs that are called stable keep their colour to the end of random games. */
static void test_stability(void **unused)
{
    const uint64_t seed = 20265;
    struct zm_random random = zm_random_seeded(seed);
    static struct othello_ground grounds[3];
    uint8_t squares[OTHELLO_SQUARES];
    uint64_t found = 0;
    (void)unused;
    printf("# seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 3; i++)
        othello_ground_init(&grounds[i], 4 + 2 * i);
    for (int round = 0; round < test_many(2000, 50000); round++) {
        unsigned which = (unsigned)zm_random_below(&random, 3);
        uint64_t stable[2] = {0, 0}; /* of Black, of White */
        struct othello_board board;
        othello_start(&board, 4 + 2 * which);
        for (;;) {
            struct othello_bits bits = othello_bits_of(&board);
            assert_true((stable[board.turn] & ~bits.own) == 0);
            assert_true((stable[1 - board.turn] & ~bits.other) == 0);
            stable[board.turn] |= othello_stable(&grounds[which], bits.own, bits.other);
            stable[1 - board.turn] |= othello_stable(&grounds[which], bits.other, bits.own);
            unsigned count = othello_legal(&board, squares);
            if (count == 0 && !othello_other_can_move(&board))
                break;
            othello_play(&board,
                         count == 0 ? OTHELLO_PASS : squares[zm_random_below(&random, count)]);
        }
        found += othello_discs(stable[0] | stable[1]);
    }
    assert_true(found > 0);
}

/* A row of the table of published tests. */
struct row {
    unsigned number;
    struct othello_bits bits;
    int score;
    uint64_t best;
};

static bool read_row(FILE *file, struct row *row)
{
    char line[512], squares[65], side, moves[256];
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%u %64s %c %d %255s", &row->number, squares, &side, &row->score, moves) !=
            5)
            continue;
        row->bits = (struct othello_bits){0, 0};
        row->best = 0;
        for (unsigned i = 0; i < 64; i++) {
            row->bits.own |= (uint64_t)(squares[i] == side) << i;
            row->bits.other |= (uint64_t)(squares[i] != side && squares[i] != '-') << i;
        }
        for (const char *at = moves; at != NULL && *at != 0;) {
            row->best |= (uint64_t)1 << ((at[1] - '1') * 8 + at[0] - 'a');
            at = strchr(at, ',');
            at += at != NULL;
        }
        return true;
    }
    return false;
}

/* The moves that reach the score. */
static uint64_t best_moves(struct othello_solver *solver, const struct row *row, struct zm_run *run)
{
    struct othello_bits bits = row->bits;
    struct othello_thread thread = othello_solver_thread(solver);
    uint64_t best = 0, moves = solver->kernel->moves(bits.own, bits.other);
    othello_search_for(&solver->search, run);
    for (; moves != 0; moves &= moves - 1) {
        unsigned square = othello_first(moves);
        struct othello_bits after =
            othello_after(bits, square, solver->kernel->flips(bits.own, bits.other, square));
        if (solver->kernel->end(&thread, after, -row->score) <= -row->score)
            best |= (uint64_t)1 << square;
    }
    return best;
}

/* Of the published tests: the lists of best moves are complete up to 38, and from 50 on a score
 * takes minutes to an hour. */
enum { COMPLETE = 38, FAR_FROM = 50 };

/* Who wins is found by itself, too. */
static void check_winner(struct othello_solver *solver, const struct row *row, struct zm_run *run)
{
    int lower = -64, upper = 64;
    assert_true(othello_solve(solver, row->bits, run, true, &lower, &upper));
    assert_true(row->score > 0 ? lower > 0 : row->score < 0 ? upper < 0 : lower == upper);
}

static void test_published(void **unused)
{
    FILE *file = test_oracle("othello-endgames.txt");
    unsigned last = test_long() ? 59 : test_sanitized() ? 24 : 35, checked = 0;
    struct row row;
    struct othello_weights *weights;
    (void)unused;
    assert_int_equal(othello_weights_load(NULL, &weights, NULL), ZM_OK);
    while (read_row(file, &row) && row.number <= last) {
        struct othello_solver solver;
        struct zm_run run;
        int lower = -64, upper = 64;
        zm_run_begin(&run);
        run.threads = row.number >= FAR_FROM ? 2 : 1;
        assert_true(othello_solver_open(&solver, 8, row.number >= FAR_FROM ? 30 : 20, 0));
        solver.search.weights = weights;
        assert_true(othello_solve(&solver, row.bits, &run, false, &lower, &upper));
        if (lower != row.score || upper != row.score)
            fail_msg("test %u: %d .. %d, not %d", row.number, lower, upper, row.score);
        if (row.number < FAR_FROM)
            check_winner(&solver, &row, &run);
        else
            printf("# test %u: %d, %llu nodes\n", row.number, lower,
                   (unsigned long long)atomic_load(&run.nodes));
        unsigned move = othello_best_move(&solver, row.bits, row.score, &run);
        assert_true(move < OTHELLO_NO_MOVE && (row.best >> move & 1) != 0);
        if (row.number <= COMPLETE)
            assert_true(best_moves(&solver, &row, &run) == row.best);
        othello_solver_close(&solver);
        checked++;
    }
    fclose(file);
    free(weights);
    assert_int_equal(checked, last);
}

/* A stopped search says so, and what it found holds. */
static void test_stopped(void **unused)
{
    struct othello_solver solver;
    struct othello_board board;
    struct zm_run run;
    int lower = -64, upper = 64;
    (void)unused;
    othello_start(&board, 8);
    zm_run_begin(&run);
    run.most_nodes = 20000;
    assert_true(othello_solver_open(&solver, 8, 20, 0));
    assert_false(othello_solve(&solver, othello_bits_of(&board), &run, false, &lower, &upper));
    assert_int_equal(lower, -64);
    assert_int_equal(upper, 64);
    othello_solver_close(&solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),     cmocka_unit_test(test_far),
        cmocka_unit_test(test_stability), cmocka_unit_test(test_published),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, find_kernels, NULL);
}
