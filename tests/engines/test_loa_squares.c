/* The network over squares: sums kept move by move, integers against floating point, the search
 * over it, learning. */
#include "engines/loa/base.h"
#include "engines/loa/squares_learn.h"

#include "test.h"

#include <math.h>

enum { SEED = 71 };

static struct loa_tables *tables;

static int make_all(void **unused)
{
    (void)unused;
    tables = loa_tables_make(LOA_SIDE);
    return tables == NULL;
}

static int free_all(void **unused)
{
    (void)unused;
    free(tables);
    return 0;
}

static void set_start(struct loa_state *state)
{
    struct loa_board board;
    loa_start(&board, LOA_SIDE, LOA_ROWS);
    loa_state_set(tables, &board, state);
}

/* One of the moves by lot; LOA_NO_STEP: there is none, or a side is connected. */
static loa_step draw_move(const struct loa_state *state, struct zm_random *random)
{
    loa_step moves[LOA_MOVES];
    unsigned count = loa_generate(tables, state, moves);
    return count == 0 || loa_connected(state, 0) || loa_connected(state, 1)
               ? LOA_NO_STEP
               : moves[zm_random_below(random, count)];
}

/* The value of a position by the network's definition, in floating point. */
static double value_of(const struct loa_net *net, const struct loa_state *state)
{
    double joined[LOA_NET_JOINED], sum = (double)net->bias;
    int16_t given[LOA_NET_GIVEN];
    for (unsigned i = 0; i < 2 * LOA_NET_UNITS; i++) {
        unsigned viewer = i < LOA_NET_UNITS ? state->turn : 1u - state->turn;
        unsigned unit = i % LOA_NET_UNITS;
        joined[i] = (double)net->units[unit];
        for (unsigned square = 0; square < LOA_FRAME; square++) {
            if ((state->men[viewer] >> square & 1) != 0)
                joined[i] += (double)net->inputs[square][unit];
            if ((state->men[1 - viewer] >> square & 1) != 0)
                joined[i] += (double)net->inputs[LOA_FRAME + square][unit];
        }
        joined[i] = fmin(fmax(joined[i], 0), 1);
    }
    loa_net_given(state, state->turn, given);
    for (unsigned i = 0; i < LOA_NET_GIVEN; i++)
        joined[2 * LOA_NET_UNITS + i] = given[i] / 64.0;
    for (unsigned k = 0; k < LOA_NET_HIDDEN; k++) {
        double in = (double)net->hidden[k];
        for (unsigned i = 0; i < LOA_NET_JOINED; i++)
            in += joined[i] * (double)net->joined[i][k];
        sum += fmin(fmax(in, 0), 1) * (double)net->last[k];
    }
    return sum;
}

/* Through random games: the sums are those from nothing, the worth is near that of the floating
 * point, and the same for the other colour with colours exchanged (test_loa_engine.c). */
static void test_sums_follow(void **unused)
{
    struct zm_random random = zm_random_seeded(SEED);
    struct loa_weights weights;
    struct loa_net net;
    double most = 0, off = 0, count = 0;
    (void)unused;
    print_message("seed %d\n", SEED);
    loa_weights_given(LOA_BY_SQUARES, &weights);
    memcpy(&net, weights.values, sizeof net);
    struct loa_evaluator *evaluator = loa_evaluator_make(&weights);
    for (int i = 0; i < test_rounds(100); i++) {
        struct loa_state state;
        struct loa_undo undo;
        struct loa_sums sums, next, fresh;
        loa_step move;
        set_start(&state);
        loa_sums_set(&evaluator->net, &state, &sums);
        while ((move = draw_move(&state, &random)) != LOA_NO_STEP) {
            loa_make(tables, &state, move, &undo);
            loa_sums_move(&evaluator->net, &sums, 1u - state.turn, move, undo.captured, &next);
            loa_sums_set(&evaluator->net, &state, &fresh);
            assert_memory_equal(&next, &fresh, sizeof next);
            sums = next;
            int worth = loa_net_worth(&evaluator->net, &sums, &state);
            off += fabs(worth - 400 * value_of(&net, &state));
            most = fmax(most, fabs(worth - 400 * value_of(&net, &state)));
            count++;
        }
    }
    print_message("off by %.2f in the mean, %.1f at most\n", off / count, most);
    assert_true(off / count < 5 && most < 60);
    free(evaluator);
}

/* The worth of the whole search is that of minimax over the evaluation from nothing. */
static int minimax(const struct loa_evaluator *evaluator, const struct loa_state *state,
                   unsigned ply, unsigned depth)
{
    loa_step moves[LOA_MOVES];
    struct loa_undo undo;
    int best = -LOA_INFINITE;
    if (depth == 0)
        return loa_evaluate(evaluator, tables, state);
    for (unsigned i = loa_generate(tables, state, moves); i > 0; i--) {
        struct loa_state next = *state;
        loa_make(tables, &next, moves[i - 1], &undo);
        bool own = loa_connected(&next, state->turn), other = loa_connected(&next, next.turn);
        int worth = own && other ? 0
                    : own        ? LOA_WON - (int)ply - 1
                    : other      ? -(LOA_WON - (int)ply - 1)
                                 : -minimax(evaluator, &next, ply + 1, depth - 1);
        best = worth > best ? worth : best;
    }
    return best;
}

static void test_search_over_sums(void **unused)
{
    struct zm_random random = zm_random_seeded(SEED);
    struct loa_rules rules = {.repetition = 3};
    struct loa_weights weights;
    struct loa_search *search = calloc(1, sizeof *search);
    struct zm_run run;
    (void)unused;
    assert_non_null(search);
    zm_run_begin(&run);
    loa_weights_given(LOA_BY_SQUARES, &weights);
    struct loa_evaluator *evaluator = loa_evaluator_make(&weights);
    for (int i = 0; i < test_rounds(10); i++) {
        struct loa_state state;
        struct loa_undo undo;
        set_start(&state);
        for (unsigned left = 6 + 2 * (unsigned)i; left > 0; left--)
            loa_make(tables, &state, draw_move(&state, &random), &undo);
        if (draw_move(&state, &random) == LOA_NO_STEP)
            continue;
        *search = (struct loa_search){.tables = tables,
                                      .evaluator = evaluator,
                                      .rules = &rules,
                                      .parts = {.pvs = true},
                                      .run = &run,
                                      .state = state};
        /* Three plies from here no position of the branch comes back, the root's excepted: a draw
         * at two plies that minimax does not know cannot be, as a man needs two moves to return. */
        assert_int_equal(loa_search_root(search, 3, -LOA_INFINITE, LOA_INFINITE),
                         minimax(evaluator, &state, 0, 3));
    }
    free(evaluator);
    free(search);
}

/* Smaller boards are left to our features. */
static void test_small_boards(void **unused)
{
    struct loa_tables *small = loa_tables_make(6);
    struct loa_weights weights;
    struct loa_board board;
    struct loa_state state;
    (void)unused;
    loa_weights_given(LOA_BY_SQUARES, &weights);
    struct loa_evaluator *squares = loa_evaluator_make(&weights);
    loa_weights_given(LOA_OWN, &weights);
    struct loa_evaluator *own = loa_evaluator_make(&weights);
    loa_start(&board, 6, LOA_ROWS);
    loa_state_set(small, &board, &state);
    assert_false(loa_uses_sums(squares, small));
    assert_true(loa_uses_sums(squares, tables));
    assert_int_equal(loa_evaluate(squares, small, &state), loa_evaluate(own, small, &state));
    free(own);
    free(squares);
    free(small);
}

/* Who has more men in the middle wins: that is learned, and told of positions never taught. */
static void test_rule_is_learned(void **unused)
{
    const uint64_t middle = UINT64_C(0x00003c3c3c3c0000);
    struct zm_random random = zm_random_seeded(SEED);
    struct loa_shown_list list = {0};
    struct loa_net net;
    struct zm_run run;
    double before, after;
    (void)unused;
    zm_run_begin(&run);
    for (int i = 0; i < 4000; i++) {
        struct loa_state state;
        struct loa_undo undo;
        loa_step move = 0;
        const int none = LOA_INFINITE;
        set_start(&state);
        for (uint64_t left = 6 + zm_random_below(&random, 20); left > 0 && move != LOA_NO_STEP;
             left--) {
            move = draw_move(&state, &random);
            if (move != LOA_NO_STEP)
                loa_make(tables, &state, move, &undo);
        }
        int ahead = __builtin_popcountll(state.men[0] & middle) -
                    __builtin_popcountll(state.men[1] & middle);
        if (ahead != 0)
            assert_true(
                loa_shown_add(&list, &state, &none, 0, 1, ahead > 0 ? 1 : -1, 0.9, i % 10 == 0));
    }
    loa_net_draw(&net, &random);
    assert_int_equal(loa_net_learn(&list, 30, &random, &run, &net, &before, &after, NULL), ZM_OK);
    print_message("error %.3f before, %.3f after\n", before, after);
    assert_true(before > 0.8 && after < 0.25);
    loa_shown_free(&list);
}

/* Targets: the result at the end, and the searches' worths on the way, seen by the side to move. */
static void test_targets(void **unused)
{
    struct loa_shown_list list = {0};
    struct loa_state states[3];
    struct loa_undo undo;
    const int worths[] = {LOA_INFINITE, LOA_WON - 3, 0};
    (void)unused;
    set_start(&states[0]);
    for (unsigned i = 1; i < 3; i++) {
        loa_step moves[LOA_MOVES];
        states[i] = states[i - 1];
        loa_generate(tables, &states[i], moves);
        loa_make(tables, &states[i], moves[0], &undo);
    }
    assert_true(loa_shown_add(&list, states, worths, 0, 3, 1, 0.5, false));
    assert_int_equal(list.count, 3);
    /* The last position, Black to move and to win: between the draw that the search saw and the
     * result. Before it White was sure to win, so that half of that is lost again. */
    assert_float_equal(list.items[0].target, 0.5, 1e-6);
    assert_float_equal(list.items[1].target, 0.5 * 1 - 0.5 * 0.5, 1e-6);
    assert_float_equal(list.items[2].target, -0.25, 1e-6);
    assert_true(list.items[1].men[0] == states[1].men[1]);
    loa_shown_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_follow),     cmocka_unit_test(test_search_over_sums),
        cmocka_unit_test(test_small_boards),    cmocka_unit_test(test_targets),
        cmocka_unit_test(test_rule_is_learned),
    };
    return cmocka_run_group_tests(tests, make_all, free_all);
}
