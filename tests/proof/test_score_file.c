/* Score proofs: the eight-line file that the thesis prints, and proofs extracted from searches. */
#include "api/certify.h"
#include "proof/outside.h"
#include "proof/score_text.h"
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
                                          zm_buffer_bytes(&question.position), contract, NULL, NULL,
                                          &proof, &error),
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

/* Answers a question and makes its certificate. */
static void certify(const char *board, const struct zm_option *options, size_t count,
                    struct zm_answer *answer, struct zm_score_certificate *certificate)
{
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_run run;
    open_question(&question, board, options, count);
    zm_run_begin(&run);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, answer, &error),
        ZM_OK);
    if (zm_certify_score(&question, &run, answer, certificate, &error) != ZM_OK)
        fail_msg("%s: %s", board, error.text);
    assert_true(answer->verified);
    zm_question_close(&question);
}

/* The status of reading a text as a certificate and checking it. */
static enum zm_status check_text(const char *text, struct zm_buffer *again)
{
    struct zm_score_certificate certificate;
    struct zm_error error = {0};
    char *copy = strdup(text);
    enum zm_status status = zm_score_certificate_parse(&certificate, copy, &error);
    if (status == ZM_OK) {
        status = zm_score_certificate_verify(&certificate, NULL, &error);
        if (again != NULL)
            zm_score_certificate_print(&certificate, again);
        zm_score_certificate_free(&certificate);
    }
    free(copy);
    return status;
}

/* Certificates from the engine's table and from the store of a search: they are written, read,
 * written again, and checked; every contract of small boards. */
static void certificates(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        int own, coins;
    } rows[] = {{"2x2", 3, 4},
                {"icelandic:2x3", 5, 6},
                {"swedish:2x4", 4, 8},
                {"swedish:3x3", 8, 9},
                {"2x2:b1b2,a2b2,a1b1", 2, 4},
                {"A*EALB*E", 1, 3},
                {"graph:1-2,1-0,2-0", 0, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int contract = -1; contract <= 2 * (rows[i].coins + 1) + 1; contract++) {
            char number[12];
            struct zm_option options[] = {
                {"compute", "score"}, {"contract", number}, {"search", "depth-first"}};
            struct zm_score_certificate certificate;
            struct zm_answer answer;
            struct zm_buffer text = {0}, again = {0};
            int points = contract / 2;
            snprintf(number, sizeof number, "%d", points);
            options[0].text = contract < 0 ? "score" : "outcome";
            certify(rows[i].board, options, contract < 0 ? 1 : 2 + contract % 2, &answer,
                    &certificate);
            assert_int_equal(certificate.claim.won, contract < 0            ? rows[i].own
                                                    : points <= rows[i].own ? points
                                                                            : 0);
            zm_score_certificate_print(&certificate, &text);
            assert_int_equal(check_text(zm_buffer_string(&text), &again), ZM_OK);
            assert_int_equal(verified_outside(&text), 0);
            assert_string_equal(zm_buffer_string(&text), zm_buffer_string(&again));
            zm_buffer_free(&text);
            zm_buffer_free(&again);
            zm_score_certificate_free(&certificate);
            zm_answer_free(&answer);
        }
    }
}

/* What is changed in a certificate is found: a claim, an entry less, a smaller bound. */
static void false_certificates(void **state)
{
    (void)state;
    const struct zm_option options[] = {{"compute", "score"}};
    struct zm_score_certificate certificate;
    struct zm_answer answer;
    certify("icelandic:2x3", options, 1, &answer, &certificate);
    zm_answer_free(&answer);
    struct zm_score_file all = certificate.entries;
    assert_int_equal(zm_score_certificate_verify(&certificate, NULL, NULL), ZM_OK);
    for (int own = 0; own <= 6; own++) {
        certificate.claim = (struct zm_score_claim){own, own + 1};
        assert_int_equal(zm_score_certificate_verify(&certificate, NULL, NULL),
                         own == 5 ? ZM_OK : ZM_WRONG);
    }
    certificate.claim = (struct zm_score_claim){5, 6};
    size_t missed = 0, lowered = 0;
    for (size_t gone = 0; gone < all.positions.count; gone++) {
        struct zm_score_file rest = {0};
        for (size_t i = 0; i < all.positions.count; i++) {
            if (i != gone)
                zm_score_file_add(&rest, zm_list_at(&all.positions, i), all.bounds[i], NULL);
        }
        certificate.entries = rest;
        missed += zm_score_certificate_verify(&certificate, NULL, NULL) == ZM_WRONG;
        zm_score_file_free(&rest);
        certificate.entries = all;
        if (all.bounds[gone] > 0) {
            all.bounds[gone]--;
            lowered += zm_score_certificate_verify(&certificate, NULL, NULL) == ZM_WRONG;
            all.bounds[gone]++;
        }
    }
    assert_true(missed > all.positions.count / 2);
    assert_true(lowered > 0);
    zm_score_certificate_free(&certificate);
}

static void bad_certificates(void **state)
{
    (void)state;
    static const struct {
        const char *game, *play, *position, *claim, *entries;
        enum zm_status status;
    } rows[] = {
        {"dots", "normal", "A*E", "score 0", "1", ZM_OK},
        {"dots", "normal", "A*E", "contract 1 lost", "1", ZM_OK},
        {"dots", "normal", "A*E", "contract 0 won", "1", ZM_OK},
        {"dots", "normal", "A*E", "contract 1 won", "1", ZM_WRONG},
        {"dots", "normal", "A*E", "score 1", "1", ZM_WRONG},
        {"dots", "normal", "A*E", "score 0", "2", ZM_WRONG},
        {"dots", "misere", "A*E", "score 0", "1", ZM_BAD_INPUT},
        {"dots", "normal", "A*", "score 0", "1", ZM_BAD_INPUT},
        {"cram", "normal", "3x3", "score 0", "1", ZM_BAD_INPUT},
        {"chess", "normal", "A*E", "score 0", "1", ZM_BAD_INPUT},
        {"dots", "normal", "A*E", "score x", "1", ZM_BAD_INPUT},
        {"dots", "normal", "A*E", "score 99999", "1", ZM_BAD_INPUT},
        {"dots", "normal", "A*E", "contract 1 drawn", "1", ZM_BAD_INPUT},
    };
    const char *lines = "A*E 0\n";
    struct zm_hash128 hash = zm_bytes_hash128(zm_bytes(lines, strlen(lines)));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct zm_buffer text = {0};
        zm_buffer_format(&text,
                         "zermelo certificate 1\ngame %s\nrules\nplay %s\nposition %s\nclaim %s\n"
                         "entries %s\nchecksum %016llx%016llx\n\n%s",
                         rows[i].game, rows[i].play, rows[i].position, rows[i].claim,
                         rows[i].entries, (unsigned long long)hash.high,
                         (unsigned long long)hash.low, lines);
        assert_int_equal(check_text(zm_buffer_string(&text), NULL), rows[i].status);
        /* Cut anywhere, it is no certificate that proves anything, and nothing breaks. */
        for (size_t size = 0; i == 0 && size + 1 < text.size; size++) {
            char *head = strndup((const char *)text.data, size);
            assert_int_not_equal(check_text(head, NULL), ZM_OK);
            free(head);
        }
        zm_buffer_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_file_is_a_proof),
        cmocka_unit_test(lines_missing),
        cmocka_unit_test(bad_files),
        cmocka_unit_test(small_proofs),
        cmocka_unit_test(certificates),
        cmocka_unit_test(false_certificates),
        cmocka_unit_test(bad_certificates),
        cmocka_unit_test(sizes_by_contract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
