/* Proofs of the Lines of Action engine against retrograde analysis, the problems that it made, and
 * what it learns from games whose results are known to follow a rule. */
#include "engines/loa/base.h"
#include "engines/loa/outcome.h"
#include "engines/loa/prove.h"

#include "store/store.h"
#include "tests/test.h"

static struct loa_rules rules = {.repetition = 3};

/* -- proofs against retrograde analysis -- */

static enum zm_outcome outcome_of(void *calculation, const struct loa_board *board)
{
    struct zm_buffer position = {0};
    struct zm_answer answer = {0};
    loa_write(board, &position);
    assert_int_equal(
        zm_loa_outcome.answer(calculation, zm_buffer_bytes(&position), NULL, &answer, NULL), ZM_OK);
    enum zm_outcome outcome = answer.outcome;
    zm_answer_free(&answer);
    zm_buffer_free(&position);
    return outcome;
}

/* Two or three men of each side on 4x4; the game is not over. */
static void scatter(struct zm_random *random, struct loa_board *board)
{
    enum zm_outcome outcome;
    do {
        *board = (struct loa_board){.size = 4, .turn = (unsigned)zm_random_below(random, 2)};
        memset(board->squares, '.', 16);
        for (unsigned side = 0; side < 2; side++)
            for (unsigned men = 2 + (side == 0 && zm_random_below(random, 4) == 0); men > 0;) {
                uint8_t *square = &board->squares[zm_random_below(random, 16)];
                men -= *square == '.';
                *square = *square == '.' ? loa_man(side) : *square;
            }
    } while (loa_over(&rules, board, &outcome));
}

static void test_proofs_are_true(void **unused)
{
    struct zm_random random = zm_random_seeded(59);
    struct loa_tables *tables = loa_tables_make(4);
    struct loa_prover *prover = loa_prover_open(tables, &rules, 1 << 24);
    struct zm_settings settings = {0};
    struct zm_run run;
    struct zm_problem problem = {&zm_loa, &settings, false, &run};
    void *calculation;
    unsigned proved = 0, missed = 0, length;
    (void)unused;
    print_message("seed 59\n");
    zm_run_begin(&run);
    assert_int_equal(zm_settings_declare(&settings, zm_loa.params, NULL), ZM_OK);
    assert_int_equal(zm_loa_outcome.open(&problem, &calculation, NULL), ZM_OK);
    for (int i = 0; i < test_rounds(60); i++) {
        struct loa_board board;
        struct loa_state state;
        scatter(&random, &board);
        enum zm_outcome outcome = outcome_of(calculation, &board);
        loa_state_set(tables, &board, &state);
        for (unsigned other = 0; other < 2; other++) {
            enum zm_outcome won = other == 1 ? ZM_LOSS : ZM_WIN;
            enum loa_proof proof = loa_prove(prover, &state, other == 1, 100000, &run, &length);
            if (proof == LOA_PROVED)
                assert_int_equal(outcome, won);
            proved += proof == LOA_PROVED;
            missed += proof != LOA_PROVED && outcome == won;
        }
    }
    assert_true(proved > 0);
    assert_true(missed * 10 <= proved); /* repetitions may hide a win, seldom */
    zm_loa_outcome.close(calculation);
    zm_settings_free(&settings);
    loa_prover_close(prover);
    free(tables);
}

/* -- problems -- */

/* One problem: the win is there by that move, none is shorter, and df-pn finds it as well. */
static void check_problem(const struct loa_tables *tables, struct loa_prover *prover,
                          const char *text, unsigned plies, const char *by)
{
    struct zm_buffer position = {0}, name = {0};
    struct loa_board board;
    struct loa_state state;
    struct zm_run run;
    loa_step first = LOA_NO_STEP;
    uint64_t nodes = 0;
    unsigned length;
    zm_run_begin(&run);
    assert_int_equal(loa_parse(&rules, text, &position, NULL), ZM_OK);
    loa_read(zm_buffer_bytes(&position), &board);
    loa_state_set(tables, &board, &state);
    if (!loa_wins_within(tables, &rules, &state, plies, &first, &nodes, UINT64_MAX))
        fail_msg("%s: no win in %u", text, plies);
    struct loa_move move = loa_step_to_move(tables, first);
    loa_name(NULL, zm_buffer_bytes(&position), zm_bytes(&move, 2), &name);
    assert_string_equal(zm_buffer_string(&name), by);
    if (loa_wins_within(tables, &rules, &state, plies - 1, &first, &nodes, UINT64_MAX))
        fail_msg("%s: a win in less than %u", text, plies);
    assert_int_equal(loa_prove(prover, &state, false, 4000000, &run, &length), LOA_PROVED);
    assert_true(length >= plies);
    zm_buffer_free(&position);
    zm_buffer_free(&name);
}

static void test_problems(void **unused)
{
    struct loa_tables *tables = loa_tables_make(8);
    struct loa_prover *prover = loa_prover_open(tables, &rules, 1 << 24);
    char line[200], text[100], by[10];
    unsigned plies, count = 0;
    FILE *file = test_oracle("loa-problems.txt");
    (void)unused;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%99[^;]; %u; %9s", text, &plies, by), 3);
        if (!test_sanitized() || count % 10 == 0)
            check_problem(tables, prover, text, plies, by);
        count++;
    }
    fclose(file);
    assert_true(count >= 100);
    loa_prover_close(prover);
    free(tables);
}

/* -- learning -- */

/* Games whose results tell who has the greater component `which`: every position is a game. */
static void fill_by_rule(const struct loa_evaluator *evaluator, const struct loa_tables *tables,
                         unsigned which, struct loa_samples *samples)
{
    struct zm_random random = zm_random_seeded(61);
    struct loa_board board;
    struct loa_state state;
    struct loa_undo undo;
    loa_step moves[LOA_MOVES];
    for (int i = 0; i < test_rounds(1500); i++) {
        double components[2][LOA_COMPONENTS];
        loa_start(&board, 8, LOA_ROWS);
        loa_state_set(tables, &board, &state);
        for (uint64_t left = 4 + zm_random_below(&random, 20); left > 0; left--) {
            unsigned count = loa_generate(tables, &state, moves);
            loa_make(tables, &state, moves[zm_random_below(&random, count)], &undo);
        }
        for (unsigned side = 0; side < 2; side++)
            loa_components(tables, &state, side, components[side]);
        double ahead = components[0][which] - components[1][which];
        if (ahead > 0.1 || ahead < -0.1)
            assert_true(
                loa_samples_add(samples, evaluator, tables, &state, true, ahead > 0 ? 1 : -1));
    }
}

static void learn_rule(enum loa_kind kind, unsigned which, bool gradient)
{
    struct loa_tables *tables = loa_tables_make(8);
    struct loa_weights weights;
    struct loa_samples samples = {0};
    struct zm_run run;
    double before, after, again;
    zm_run_begin(&run);
    loa_weights_given(kind, &weights);
    struct loa_evaluator *evaluator = loa_evaluator_make(&weights);
    fill_by_rule(evaluator, tables, which, &samples);
    struct loa_lesson lesson = {.lambda = 0.9, .passes = 500, .gradient = gradient, .hidden = 2};
    assert_int_equal(loa_learn(&samples, &lesson, &run, &weights, &before, &after, NULL), ZM_OK);
    assert_true(after < before && after < (gradient ? 0.9 : 0.35));
    lesson.passes = 100; /* more of the same changes little */
    assert_int_equal(loa_learn(&samples, &lesson, &run, &weights, &before, &again, NULL), ZM_OK);
    assert_true(again < after + 0.02);
    loa_samples_free(&samples);
    free(evaluator);
    free(tables);
}

static void test_rules_are_learned(void **unused)
{
    (void)unused;
    learn_rule(LOA_LINEAR, 1, false);
    learn_rule(LOA_NETWORK, 1, false);
    learn_rule(LOA_NETWORK, 4, false);
    learn_rule(LOA_NETWORK, 1, true);
    learn_rule(LOA_OWN, 1, false);
}

static void test_bad_games(void **unused)
{
    struct loa_base base;
    struct loa_weights weights;
    struct loa_samples samples = {0};
    struct zm_run run;
    struct zm_error error = {0};
    (void)unused;
    zm_run_begin(&run);
    loa_weights_given(LOA_OWN, &weights);
    assert_int_equal(loa_base_open(&base, &weights, 2, true, &run, NULL), ZM_OK);
    struct zm_buffer line = {0};
    struct zm_random random = zm_random_seeded(67);
    assert_int_equal(loa_base_play(&base, &random, 4, &line, NULL), ZM_OK);
    assert_int_equal(
        loa_base_sample(&base, zm_buffer_string(&line), 1, base.evaluator, &samples, NULL), ZM_OK);
    assert_true(samples.count > 5 && samples.items[samples.count - 1].last);
    assert_int_equal(loa_base_sample(&base, "+ b8-b6 b8-b6", 7, base.evaluator, &samples, &error),
                     ZM_BAD_INPUT);
    assert_string_equal(error.text, "game 7: move 2, 'b8-b6', is not legal there");
    assert_int_equal(loa_base_sample(&base, "won", 8, base.evaluator, &samples, &error),
                     ZM_BAD_INPUT);
    assert_string_equal(error.text, "game 8 begins with 'w'; expected +, - or =");
    zm_buffer_free(&line);
    loa_samples_free(&samples);
    loa_base_close(&base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs_are_true),
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_rules_are_learned),
        cmocka_unit_test(test_bad_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
