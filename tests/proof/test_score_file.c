/* Score proofs: the eight-line file that the thesis prints, and proofs extracted from searches. */
#include "api/question.h"
#include "proof/score_file.h"
#include "test.h"

#include <stdio.h>

static void read_oracle(const char *name, struct zm_buffer *text)
{
    char path[1000];
    int byte;
    snprintf(path, sizeof path, "%s/tests/oracles/%s", getenv("ZM_SOURCE"), name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while ((byte = fgetc(file)) != EOF)
        zm_buffer_byte(text, (uint8_t)byte);
    fclose(file);
}

static void open_question(struct zm_question *question, const char *board,
                          const struct zm_option *options, size_t count)
{
    struct zm_error error = {0};
    if (zm_question_open(question, "dots", board, options, count, NULL, &error) != ZM_OK)
        fail_msg("%s", error.text);
}

static size_t holes_of(const struct zm_score_file *file, const char *board,
                       const struct zm_option *option, int32_t contract)
{
    struct zm_question question;
    struct zm_score_proof proof;
    struct zm_error error = {0};
    open_question(&question, board, option, 1);
    assert_int_equal(zm_score_file_verify(file, &question.instance,
                                          zm_buffer_bytes(&question.position), contract, &proof,
                                          &error),
                     ZM_OK);
    size_t holes = proof.holes;
    assert_true(holes > 0 ? proof.outcome == ZM_UNDECIDED : proof.outcome != ZM_UNDECIDED);
    zm_score_proof_free(&proof);
    zm_question_close(&question);
    return holes;
}

static const struct zm_option without13 = {"theorem13", "off"};

static void printed_file_is_a_proof(void **state)
{
    (void)state;
    struct zm_buffer text = {0}, again = {0};
    struct zm_score_file file = {0};
    read_oracle("dots-table-8.2.txt", &text);
    assert_int_equal(zm_score_file_parse(&file, zm_buffer_string(&text), NULL), ZM_OK);
    assert_int_equal(file.positions.count, 8);
    zm_score_file_print(&file, &again);
    assert_string_equal(zm_buffer_string(&again), zm_buffer_string(&text));
    assert_int_equal(holes_of(&file, "2x2", &without13, 2), 0);
    /* It proves no more than that, and needs the removal of equal parts. */
    assert_true(holes_of(&file, "2x2", &without13, 3) > 0);
    assert_true(holes_of(&file, "2x3", &without13, 2) > 0);
    struct zm_option keep = {"equal-parts", "keep"};
    assert_true(holes_of(&file, "2x2", &keep, 2) > 0);
    /* Read as contracts known lost, the numbers prove nothing. */
    for (int i = 0; i < 8; i++)
        file.bounds[i]--;
    assert_true(holes_of(&file, "2x2", &without13, 2) > 0);
    zm_score_file_free(&file);
    zm_buffer_free(&text);
    zm_buffer_free(&again);
}

/* Six lines are indispensable, two are not. */
static void lines_missing(void **state)
{
    (void)state;
    struct zm_buffer text = {0};
    struct zm_score_file file = {0};
    read_oracle("dots-table-8.2.txt", &text);
    assert_int_equal(zm_score_file_parse(&file, zm_buffer_string(&text), NULL), ZM_OK);
    for (size_t gone = 0; gone < 8; gone++) {
        struct zm_score_file rest = {0};
        for (size_t i = 0; i < 8; i++) {
            if (i != gone)
                zm_score_file_add(&rest, zm_list_at(&file.positions, i), file.bounds[i], NULL);
        }
        struct zm_bytes line = zm_list_at(&file.positions, gone);
        bool spare = zm_bytes_equal(line, zm_bytes("A*EALCLB*E", 10)) ||
                     zm_bytes_equal(line, zm_bytes("A*EBLC*E", 8));
        assert_int_equal(holes_of(&rest, "2x2", &without13, 2) > 0, !spare);
        zm_score_file_free(&rest);
    }
    zm_score_file_free(&file);
    zm_buffer_free(&text);
}

static void bad_files(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "Positions", "[Positions+Score]\nA*E",
                                      "[Positions+Score]\nA*E x", "[Positions+Score]\nA*E -1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_score_file file = {0};
        struct zm_error error = {0};
        assert_int_equal(zm_score_file_parse(&file, bad[i], &error), ZM_BAD_INPUT);
        zm_score_file_free(&file);
    }
}

/* Solves a contract by depth-first search, takes the proof out of its store, checks it. The size of
 * the proof. */
static size_t proof_size(const char *board, int contract, enum zm_outcome expected)
{
    char number[12];
    snprintf(number, sizeof number, "%d", contract);
    const struct zm_option options[] = {{"compute", "outcome"},
                                        {"contract", number},
                                        {"search", "depth-first"},
                                        {"win-cache", "0"},
                                        {"theorem13", "off"}};
    struct zm_question question;
    struct zm_answer answer;
    struct zm_error error = {0};
    struct zm_run run;
    struct zm_score_file file = {0};
    struct zm_score_proof proof = {0};
    open_question(&question, board, options, 5);
    struct zm_bytes position = zm_buffer_bytes(&question.position);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    assert_int_equal(zm_question_answer(&question, position, &run, &answer, &error), ZM_OK);
    assert_int_equal(answer.outcome, expected);
    assert_int_equal(zm_score_file_extract(&file, question.store, &question.instance, position,
                                           contract, &proof, &error),
                     ZM_OK);
    assert_int_equal(proof.holes, 0);
    assert_int_equal(proof.outcome, expected);
    zm_score_proof_free(&proof);
    assert_int_equal(holes_of(&file, board, &without13, contract), 0);
    size_t size = file.positions.count;
    zm_score_file_free(&file);
    zm_answer_free(&answer);
    zm_question_close(&question);
    return size;
}

/* Table 13.1 of the thesis: sizes of the proofs for American 3x3 by contract. They depend on the
 * order of moves: the shape must be the same, and each size within a factor of three. */
static void sizes_by_contract(void **state)
{
    (void)state;
    static const size_t printed[] = {0, 241, 380, 533, 1410, 884, 825, 808, 673, 427, 0};
    size_t sizes[11];
    if (test_sanitized())
        return;
    for (int contract = 0; contract <= 10; contract++) {
        sizes[contract] = proof_size("3x3", contract, contract <= 3 ? ZM_WIN : ZM_LOSS);
        print_message("# contract %d: %zu positions (thesis: %zu)\n", contract, sizes[contract],
                      printed[contract]);
        assert_true(sizes[contract] <= 3 * printed[contract]);
        assert_true(3 * sizes[contract] >= printed[contract]);
    }
    for (int contract = 1; contract <= 9; contract++)
        assert_true(contract == 4 || sizes[contract] < sizes[4]);
}

static void small_proofs(void **state)
{
    (void)state;
    for (int contract = 0; contract <= 5; contract++)
        proof_size("2x2", contract, contract <= 3 ? ZM_WIN : ZM_LOSS);
    for (int contract = 0; contract <= 7; contract++)
        proof_size("icelandic:2x3", contract, contract <= 5 ? ZM_WIN : ZM_LOSS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_file_is_a_proof),
        cmocka_unit_test(lines_missing),
        cmocka_unit_test(bad_files),
        cmocka_unit_test(small_proofs),
        cmocka_unit_test(sizes_by_contract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
