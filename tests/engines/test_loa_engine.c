/* The engine of Lines of Action: the components of the document, evaluations that know no colour,
 * the search with and without its parts, the player. */
#include "engines/loa/player.h"
#include "engines/loa/prove.h"
#include "engines/loa/search.h"

#include "test.h"

static struct loa_tables *tables;
static struct loa_evaluator *evaluators[LOA_KINDS];
static struct loa_rules rules = {.repetition = 3};

static int make_all(void **unused)
{
    struct loa_weights weights;
    (void)unused;
    tables = loa_tables_make(LOA_SIDE);
    for (unsigned kind = 0; kind < LOA_KINDS; kind++) {
        loa_weights_given((enum loa_kind)kind, &weights);
        evaluators[kind] = loa_evaluator_make(&weights);
    }
    return 0;
}

static int free_all(void **unused)
{
    (void)unused;
    free(tables);
    for (unsigned kind = 0; kind < LOA_KINDS; kind++)
        free(evaluators[kind]);
    return 0;
}

static struct loa_state state_of(const char *text)
{
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    struct loa_board board;
    struct loa_state state;
    if (loa_parse(&rules, text, &position, &error) != ZM_OK)
        fail_msg("%s", error.text);
    loa_read(zm_buffer_bytes(&position), &board);
    loa_state_set(tables, &board, &state);
    zm_buffer_free(&position);
    return state;
}

static void expect_components(const char *text, unsigned side,
                              const double expected[LOA_COMPONENTS])
{
    struct loa_state state = state_of(text);
    double components[LOA_COMPONENTS];
    loa_components(tables, &state, side, components);
    for (unsigned i = 0; i < LOA_COMPONENTS; i++)
        if (components[i] < expected[i] - 1e-9 || components[i] > expected[i] + 1e-9)
            fail_msg("'%s': component %u is %g, not %g", text, i + 1, components[i], expected[i]);
}

#define EMPTY "......../"

/* The start is (12, 3.5, 0, 12, 0, 0) for both; the others are computed by hand. */
static void test_components(void **unused)
{
    static const double start[] = {12, 3.5, 0, 12, 0, 0};
    (void)unused;
    expect_components("8x8", 0, start);
    expect_components("8x8", 1, start);
    /* 2x2 men in the middle: G is the centre, all 0.5 from it; the sides of the square are 0.5, the
     * diagonals 0 from G: 4 * 2 + 2 * 2.5. */
    expect_components(EMPTY EMPTY EMPTY "...XX.../...XX.../" EMPTY EMPTY "O......O X", 0,
                      (const double[]){4, 0.5, 0, 1, 13, 0});
    /* Two men in opposite corners, alone: 3.5 from G; each corner's inner neighbour is free. */
    expect_components("X......./" EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY ".OO.OO.X X", 0,
                      (const double[]){2, 3.5, 0, 2, 0, 0});
    /* The same with the inner neighbours of one corner taken: nothing free brings it nearer; what
     * is free, nothing: (3.5 - 2) * 1.5. */
    expect_components("XO....../OO....../" EMPTY EMPTY EMPTY EMPTY EMPTY "....O..X X", 0,
                      (const double[]){2, 3.5, 0, 2, 0, 2.25});
    /* Three in a row at the edge, one far away: G is (row 1.75, column 2.5). */
    expect_components(".XXX..../" EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY "....X..O X", 1,
                      (const double[]){1, 0, 3.5, 1, 0, 0});
}

/* Groups count 1 up to 1.5 from G, their men from 2.5 on, and in proportion in between. */
static void test_groups_grow_steadily(void **unused)
{
    double last = 0, components[LOA_COMPONENTS];
    char text[] = "......../......../......../XX....../......../......../......../O......O X";
    (void)unused;
    for (unsigned column = 2; column < 8; column++) {
        char moved[sizeof text];
        memcpy(moved, text, sizeof text);
        moved[3 * 9 + column] = 'X'; /* a third man goes away from the pair */
        struct loa_state state = state_of(moved);
        loa_components(tables, &state, 0, components);
        double step = components[3] - last;
        assert_true(column == 2 || (step >= 0 && step <= 2.0));
        last = components[3];
    }
    assert_true(last > 13 / 6.0 - 1e-9 && last < 13 / 6.0 + 1e-9); /* the pair is 5/3 from G */
}

/* Exchanging the colours and the turn changes no worth. */
static void test_no_colour(void **unused)
{
    struct zm_random random = zm_random_seeded(43);
    (void)unused;
    for (int i = 0; i < 300; i++) {
        struct loa_state state = state_of("8x8"), other;
        struct loa_undo undo;
        loa_step moves[LOA_MOVES];
        struct loa_board board;
        for (uint64_t left = zm_random_below(&random, 40); left > 0; left--) {
            unsigned count = loa_generate(tables, &state, moves);
            if (count == 0 || loa_connected(&state, 0) || loa_connected(&state, 1))
                break;
            loa_make(tables, &state, moves[zm_random_below(&random, count)], &undo);
        }
        loa_state_get(tables, &state, &board);
        for (unsigned k = 0; k < 64; k++)
            board.squares[k] = board.squares[k] == 'X' ? 'O' : board.squares[k] == 'O' ? 'X' : '.';
        board.turn = 1 - board.turn;
        loa_state_set(tables, &board, &other);
        assert_int_equal(loa_evaluate(evaluators[LOA_LINEAR], tables, &state),
                         loa_evaluate(evaluators[LOA_LINEAR], tables, &other));
        assert_int_equal(loa_evaluate(evaluators[LOA_OWN], tables, &state),
                         loa_evaluate(evaluators[LOA_OWN], tables, &other));
        assert_int_equal(loa_evaluate(evaluators[LOA_BY_SQUARES], tables, &state),
                         loa_evaluate(evaluators[LOA_BY_SQUARES], tables, &other));
    }
}

/* The worth of a state with some parts, to a depth. */
static int search_with(const struct loa_state *state, struct loa_parts parts, unsigned depth,
                       uint64_t *nodes)
{
    struct zm_transpositions *table = zm_transpositions_open(1 << 22);
    struct loa_search *search = calloc(1, sizeof *search);
    struct zm_run run;
    assert_non_null(table);
    assert_non_null(search);
    zm_run_begin(&run);
    *search = (struct loa_search){.tables = tables,
                                  .evaluator = evaluators[LOA_OWN],
                                  .rules = &rules,
                                  .parts = parts,
                                  .transpositions = table,
                                  .run = &run,
                                  .state = *state};
    int worth = loa_search_root(search, depth, -LOA_INFINITE, LOA_INFINITE);
    *nodes += search->nodes;
    free(search);
    zm_transpositions_close(table);
    return worth;
}

/* Minimax, without any window. */
static int minimax(const struct loa_state *state, const struct loa_state *above[], unsigned ply,
                   unsigned depth)
{
    loa_step moves[LOA_MOVES];
    struct loa_undo undo;
    int best = -LOA_INFINITE;
    for (int i = (int)ply - 2; i >= 0; i -= 2)
        if (memcmp(above[i]->men, state->men, sizeof state->men) == 0)
            return 0;
    if (depth == 0)
        return loa_evaluate(evaluators[LOA_OWN], tables, state);
    above[ply] = state;
    unsigned count = loa_generate(tables, state, moves);
    for (unsigned i = 0; i < count; i++) {
        struct loa_state next = *state;
        loa_make(tables, &next, moves[i], &undo);
        bool own = loa_connected(&next, state->turn), other = loa_connected(&next, next.turn);
        int worth = own && other ? 0
                    : own        ? LOA_WON - (int)ply - 1
                    : other      ? -(LOA_WON - (int)ply - 1)
                                 : -minimax(&next, above, ply + 1, depth - 1);
        best = worth > best ? worth : best;
    }
    return best;
}

static void test_parts_change_no_worth(void **unused)
{
    struct zm_random random = zm_random_seeded(47);
    uint64_t nodes = 0;
    unsigned depth = test_sanitized() ? 3 : 4;
    (void)unused;
    print_message("seed 47\n");
    for (int i = 0; i < test_rounds(12); i++) {
        struct loa_state state = state_of("8x8");
        struct loa_undo undo;
        loa_step moves[LOA_MOVES];
        const struct loa_state *above[8];
        for (uint64_t left = 5 + zm_random_below(&random, 30); left > 0; left--) {
            unsigned count = loa_generate(tables, &state, moves);
            struct loa_state before = state;
            loa_make(tables, &state, moves[zm_random_below(&random, count)], &undo);
            if (loa_connected(&state, 0) || loa_connected(&state, 1)) {
                state = before;
                break;
            }
        }
        int expected = minimax(&state, above, 0, 3);
        const struct loa_parts plain = {0};
        assert_int_equal(search_with(&state, plain, 3, &nodes), expected);
        expected = search_with(&state, plain, depth, &nodes);
        for (unsigned on = 1; on < 16; on++) {
            const struct loa_parts parts = {
                .pvs = on & 1, .table = on & 2, .killers = on & 4, .history = on & 8};
            assert_int_equal(search_with(&state, parts, depth, &nodes), expected);
        }
    }
}

static void expect_win(struct loa_state *state, unsigned plies)
{
    uint64_t nodes = 0;
    loa_step by;
    assert_true(loa_wins_within(tables, &rules, state, plies, &by, &nodes, UINT64_MAX));
}

/* Every move loses: at once, or to a win in what is left of the plies. */
static void expect_loss(const struct loa_state *state, unsigned plies)
{
    loa_step moves[LOA_MOVES];
    unsigned count = loa_generate(tables, state, moves);
    for (unsigned i = 0; i < count; i++) {
        struct loa_state next = *state;
        struct loa_undo undo;
        loa_make(tables, &next, moves[i], &undo);
        assert_false(loa_connected(&next, state->turn));
        if (!loa_connected(&next, next.turn))
            expect_win(&next, plies - 1);
    }
}

/* A win at once is seen at the horizon, and no null move or reduction makes a win out of nothing:
 * what the whole search calls won or lost is so within those plies. */
static void test_wins_are_wins(void **unused)
{
    struct zm_random random = zm_random_seeded(53);
    const struct loa_parts all = {true, true, true, true, true, true, true, true, true, true};
    uint64_t nodes = 0;
    unsigned wins = 0;
    (void)unused;
    print_message("seed 53\n");
    for (int i = 0; i < test_rounds(60); i++) {
        struct loa_state state = state_of("8x8");
        struct loa_undo undo;
        loa_step moves[LOA_MOVES];
        for (unsigned left = 200; left > 0; left--) {
            unsigned count = loa_generate(tables, &state, moves);
            struct loa_state before = state;
            loa_make(tables, &state, moves[zm_random_below(&random, count)], &undo);
            bool over = loa_connected(&state, 0) || loa_connected(&state, 1);
            if (over)
                state = before;
            if (over || (left < 150 && state.euler4[state.turn] <= 12))
                break;
        }
        if (loa_mobility(&state) == 0)
            continue;
        int worth = search_with(&state, all, 2, &nodes);
        if (worth > LOA_GUESSED)
            expect_win(&state, (unsigned)(LOA_WON - worth));
        if (worth < -LOA_GUESSED)
            expect_loss(&state, (unsigned)(LOA_WON + worth));
        wins += worth > LOA_GUESSED;
    }
    assert_true(wins > 0);
}

static void expect_bad_weights(const char *text, const char *part)
{
    struct loa_weights weights;
    struct zm_error error = {0};
    assert_int_equal(loa_weights_parse(text, "file", &weights, &error), ZM_BAD_INPUT);
    if (strstr(error.text, part) == NULL)
        fail_msg("'%s' is not in '%s'", part, error.text);
}

static void test_weights(void **unused)
{
    (void)unused;
    for (unsigned kind = 0; kind < LOA_KINDS; kind++) {
        struct loa_weights weights, again;
        struct zm_buffer text = {0};
        loa_weights_given((enum loa_kind)kind, &weights);
        loa_weights_print(&weights, &text);
        assert_int_equal(loa_weights_parse(zm_buffer_string(&text), "", &again, NULL), ZM_OK);
        assert_int_equal(again.kind, weights.kind);
        assert_int_equal(again.count, weights.count);
        for (unsigned i = 0; i < weights.count; i++)
            assert_true(again.values[i] > weights.values[i] - 0.1 &&
                        again.values[i] < weights.values[i] + 0.1);
        zm_buffer_free(&text);
    }
    expect_bad_weights("", "no weights of loa");
    expect_bad_weights("loa weights 9 own\n1 2 3", "weights of version 9");
    expect_bad_weights("loa weights 1 other\n1 2 3", "expected version 1 and linear");
    expect_bad_weights("loa weights 1 linear\n1 2 3", "weight 4 of 6");
    expect_bad_weights("loa weights 1 linear\n1 2 3 nan 5 6", "weight 4 of 6");
    expect_bad_weights("loa weights 1 linear\n1 2 3 4 5 6 7", "more than 6");
}

/* The player at a position, with so many threads; `thought` is what it thinks. */
static void think(const char *text, const struct zm_pace *pace, unsigned threads,
                  struct zm_thought *thought)
{
    struct zm_settings settings = {0};
    struct zm_run run;
    struct zm_seat seat = {.problem = {&zm_loa, &settings, false, &run}};
    struct zm_buffer position = {0};
    struct zm_error error = {0};
    void *player;
    assert_int_equal(zm_settings_declare(&settings, zm_loa.params, NULL), ZM_OK);
    assert_int_equal(zm_settings_declare(&settings, zm_loa_player.params, NULL), ZM_OK);
    zm_run_begin(&run);
    run.threads = threads;
    assert_int_equal(loa_parse(&rules, text, &position, NULL), ZM_OK);
    assert_int_equal(zm_loa_player.open(&seat, &player, &error), ZM_OK);
    assert_int_equal(zm_loa_player.set(player, zm_buffer_bytes(&position), NULL, &error), ZM_OK);
    if (zm_loa_player.think(player, pace, &run, NULL, NULL, thought, &error) != ZM_OK)
        fail_msg("%s: %s", text, error.text);
    zm_loa_player.close(player);
    zm_buffer_free(&position);
    zm_settings_free(&settings);
}

static void test_player(void **unused)
{
    struct zm_thought thought = {0};
    (void)unused;
    think("4x4", &(struct zm_pace){.depth = 6}, 1, &thought);
    assert_int_equal(thought.lines[0].outcome, ZM_WIN); /* in 3 plies: docs/results.md */
    assert_int_equal(thought.lines[0].certainty, ZM_EXACT);
    assert_int_equal(thought.lines[0].depth, 3);
    assert_int_equal(thought.lines[0].moves.count, 3);
    think("8x8", &(struct zm_pace){.depth = 3, .lines = UINT32_MAX}, 2, &thought);
    assert_int_equal(thought.count, 36);
    for (size_t i = 1; i < thought.count; i++)
        assert_true(thought.lines[i].worth <= thought.lines[i - 1].worth);
    think("10x10", &(struct zm_pace){.nodes = 500}, 1, &thought);
    assert_int_equal(thought.count, 1);
    think("8x8", &(struct zm_pace){.nodes = 1}, 1, &thought);
    assert_int_equal(thought.count, 1);
    zm_thought_free(&thought);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_components),    cmocka_unit_test(test_groups_grow_steadily),
        cmocka_unit_test(test_no_colour),     cmocka_unit_test(test_parts_change_no_worth),
        cmocka_unit_test(test_wins_are_wins), cmocka_unit_test(test_weights),
        cmocka_unit_test(test_player),
    };
    return cmocka_run_group_tests(tests, make_all, free_all);
}
