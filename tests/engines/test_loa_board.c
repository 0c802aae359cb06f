/* The board of the Lines of Action engine: leaf counts, and on random positions of random games the
 * moves of the rules, taking back, mobility, the Euler number by filling, connection. */
#include "engines/loa/board.h"

#include "games/loa_naive.h"
#include "test.h"

static struct loa_tables *tables[LOA_SIDE + 1];

static int make_tables(void **unused)
{
    (void)unused;
    for (unsigned size = LOA_LEAST; size <= LOA_SIDE; size++)
        if ((tables[size] = loa_tables_make(size)) == NULL)
            return 1;
    return 0;
}

static int free_tables(void **unused)
{
    (void)unused;
    for (unsigned size = LOA_LEAST; size <= LOA_SIDE; size++)
        free(tables[size]);
    return 0;
}

static void test_leaf_counts(void **unused)
{
    static const uint64_t known[] = {1, 36, 1244, 44952, 1563208, 55963132};
    struct loa_board board;
    struct loa_state state;
    (void)unused;
    for (unsigned setup = LOA_ROWS; setup <= LOA_COLUMNS; setup++)
        for (unsigned turn = 0; turn < 2; turn++) {
            loa_start(&board, 8, (enum loa_setup)setup);
            board.turn = turn;
            loa_state_set(tables[8], &board, &state);
            for (unsigned depth = 0; depth <= (test_sanitized() ? 4 : 5); depth++)
                assert_int_equal(loa_perft(tables[8], &state, depth), known[depth]);
        }
}

/* The moves of the engine are those of the rules, which a naive version agrees with elsewhere. */
static void compare_moves(const struct loa_state *state, const struct loa_board *board)
{
    struct loa_move moves[LOA_MOST_MOVES];
    loa_step steps[LOA_MOVES];
    uint16_t mine[LOA_MOVES], theirs[LOA_MOST_MOVES];
    unsigned count = loa_generate(tables[board->size], state, steps);
    assert_int_equal(count, loa_steps(board, moves));
    assert_int_equal(count, loa_mobility(state));
    for (unsigned i = 0; i < count; i++) {
        struct loa_move move = loa_step_to_move(tables[board->size], steps[i]);
        assert_int_equal(loa_move_to_step(tables[board->size], move), steps[i]);
        mine[i] = (uint16_t)(move.from * 256 + move.to);
        theirs[i] = (uint16_t)(moves[i].from * 256 + moves[i].to);
    }
    loa_naive_sort(mine, count);
    loa_naive_sort(theirs, count);
    assert_memory_equal(mine, theirs, count * sizeof *mine);
}

/* Groups and holes by filling against quads, of the rules' board. */
static void compare_groups(const struct loa_state *state, const struct loa_board *board, bool holes)
{
    for (unsigned side = 0; side < 2; side++) {
        unsigned groups = loa_groups(board, side);
        assert_int_equal(loa_connected(state, side), groups <= 1);
        if (holes)
            assert_int_equal(state->euler4[side],
                             4 * (int)groups -
                                 4 * (int)loa_naive_holes(board->squares, board->size, side));
    }
}

/* What unmake leaves is what was there, and what is kept step by step is what is made anew. */
static void compare_states(const struct loa_state *state, const struct loa_board *board)
{
    struct loa_state fresh, back = *state;
    struct loa_board again;
    struct loa_undo undo;
    loa_step steps[LOA_MOVES];
    loa_state_set(tables[board->size], board, &fresh);
    assert_memory_equal(&fresh, state, sizeof fresh);
    loa_state_get(tables[board->size], state, &again);
    assert_memory_equal(again.squares, board->squares, board->size * board->size);
    unsigned count = loa_generate(tables[board->size], state, steps);
    for (unsigned i = 0; i < count; i++) {
        loa_make(tables[board->size], &back, steps[i], &undo);
        loa_unmake(tables[board->size], &back, steps[i], &undo);
        assert_memory_equal(&back, state, sizeof back);
    }
}

static void play_by_lot(struct zm_random *random)
{
    struct loa_board board;
    struct loa_state state;
    struct loa_undo undo;
    loa_step steps[LOA_MOVES];
    loa_start(&board, LOA_LEAST + (unsigned)zm_random_below(random, LOA_SIDE - LOA_LEAST + 1),
              (enum loa_setup)zm_random_below(random, LOA_SETUPS));
    loa_state_set(tables[board.size], &board, &state);
    for (unsigned length = 0; length < 80; length++) {
        compare_moves(&state, &board);
        compare_states(&state, &board);
        compare_groups(&state, &board, zm_random_below(random, 8) == 0);
        unsigned count = loa_generate(tables[board.size], &state, steps);
        if (count == 0)
            return;
        loa_step step = steps[zm_random_below(random, count)];
        loa_play(&board, loa_step_to_move(tables[board.size], step));
        loa_make(tables[board.size], &state, step, &undo);
    }
}

static void test_random_games(void **unused)
{
    struct zm_random random = zm_random_seeded(37);
    (void)unused;
    print_message("seed 37\n");
    for (int i = 0; i < test_many(400, 20000); i++)
        play_by_lot(&random);
}

/* Random sets, with holes as games seldom have them. */
static void test_euler_numbers(void **unused)
{
    struct zm_random random = zm_random_seeded(41);
    (void)unused;
    print_message("seed 41\n");
    for (int i = 0; i < test_many(1500, 20000); i++) {
        struct loa_board board = {.size = 8};
        struct loa_state state;
        uint64_t full = 1 + zm_random_below(&random, 8);
        for (unsigned k = 0; k < 64; k++)
            board.squares[k] = zm_random_below(&random, 9) < full ? 'X' : '.';
        loa_state_set(tables[8], &board, &state);
        assert_int_equal(state.euler4[0], 4 * (int)loa_naive_groups(board.squares, 8, 0) -
                                              4 * (int)loa_naive_holes(board.squares, 8, 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaf_counts),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_euler_numbers),
    };
    return cmocka_run_group_tests(tests, make_tables, free_tables);
}
