/* The engine of Cram: its components and options against those of the game (which a naive reference
 * checks in games/test_cram.c), its tables against a plain array, its answers against those of the
 * general search, and what it leaves in a store against the rules. */
#include "api/certify.h"
#include "engines/cram/own_table.h"
#include "engines/cram_checks.h"
#include "store/store.h"

#include <unistd.h>

/* --- components and options --- */

static void test_options_are_those_of_the_game(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{5, 7},  {8, 8},  {7, 8}, {2, 3},  {4, 9},
                                        {4, 16}, {3, 12}, {2, 9}, {5, 12}, {6, 10},
                                        {3, 21}, {7, 9},  {5, 9}, {2, 32}};
    compare_random_positions(sizes, sizeof sizes / sizeof *sizes, test_rounds(4200));
}

static void test_boxes_without_a_layout(void **state)
{
    (void)state;
    struct zm_cram_layout layout;
    assert_false(WIDTH(zm_cram_layout_init)(&layout, 13, 5));
    assert_false(WIDTH(zm_cram_layout_init)(&layout, 9, 8));
    assert_false(WIDTH(zm_cram_layout_init)(&layout, 33, 1));
    assert_true(WIDTH(zm_cram_layout_init)(&layout, 9, 7));
    assert_true(WIDTH(zm_cram_layout_init)(&layout, 32, 2));
}

/* --- tables --- */

static uint32_t word_worth(uint64_t key, uint64_t word)
{
    (void)key;
    return (uint32_t)word;
}

static uint64_t word_of(uint64_t key)
{
    return key * 7 % 1000003 + 1;
}

static void test_tables(void **state)
{
    (void)state;
    enum { KEYS = 40000 };
    static const size_t limits[] = {SIZE_MAX / 4, 1, 1 << 18};
    for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
        struct zm_facts facts;
        uint64_t found = 0;
        assert_true(zm_facts_open(&facts, limits[l], 0, word_worth));
        for (uint64_t i = 1; i <= KEYS; i++) {
            uint64_t key = i << (i % 3 * 16) | 1; /* clustered, as boards are */
            while (!zm_facts_put(&facts, key, 0, 0, word_of(key)))
                zm_facts_grow(&facts);
            if (i % 2 == 0 && zm_facts_crowded(&facts))
                zm_facts_grow(&facts);
        }
        for (uint64_t i = 1; i <= KEYS; i++) {
            uint64_t key = i << (i % 3 * 16) | 1, word = zm_facts_word(&facts, key);
            if (word != 0)
                assert_int_equal(word, word_of(key));
            found += word != 0;
            assert_int_equal(zm_facts_word(&facts, (key | UINT64_C(1) << 62) ^ 1), 0);
        }
        if (l == 0)
            assert_int_equal(found, KEYS);
        else
            assert_in_range(found, zm_facts_size(&facts) / 4, zm_facts_size(&facts) + KEYS / 3);
        zm_facts_close(&facts);
    }
}

/* Keys that are the same but for their tags, which are bits of the word. */
static void test_tables_with_tags(void **state)
{
    (void)state;
    enum { KEYS = 2000, TAGS = 8, SHIFT = 32 };
    const uint64_t mask = UINT64_C(0x00ffffff00000000);
    struct zm_facts facts;
    assert_true(zm_facts_open(&facts, SIZE_MAX / 4, mask, word_worth));
    for (uint64_t i = 0; i < KEYS * TAGS; i++) {
        uint64_t key = i / TAGS * 16 + 1, tag = i % TAGS * 0x10001 << SHIFT;
        while (!zm_facts_put(&facts, key, tag, 0, i % 1000 + 1))
            zm_facts_grow(&facts);
        while (!zm_facts_put(&facts, key, tag, ~UINT64_C(0), UINT64_C(1) << 60))
            zm_facts_grow(&facts);
    }
    for (uint64_t i = 0; i < KEYS * TAGS; i++) {
        uint64_t key = i / TAGS * 16 + 1, tag = i % TAGS * 0x10001 << SHIFT;
        assert_true(zm_facts_tagged(&facts, key, mask, tag) ==
                    (UINT64_C(1) << 60 | tag | (i % 1000 + 1)));
        assert_true(zm_facts_tagged(&facts, key, mask, tag ^ UINT64_C(1) << 55) == 0);
    }
    zm_facts_close(&facts);
}

/* --- answers --- */

static void test_answers_are_those_of_the_general_search(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{4, 5}, {5, 5}, {3, 9}, {2, 12}, {4, 6}, {3, 7}};
    static const char *const tables[] = {"",          " memory=1",           " small=1",
                                         " small=20", " threads=3 memory=1", " threads=2",
                                         " mex=1",    " mex=3 small=5"};
    struct zm_random random = zm_random_seeded(11);
    for (int round = 0; round < test_rounds(240); round++) {
        const unsigned *size = sizes[round % (sizeof sizes / sizeof *sizes)];
        char text[400], general[80], engine[80];
        random_rows(&random, size[0], size[1], text);
        if (round % 3 == 0) { /* a sum */
            strcat(text, "+");
            random_rows(&random, 3, 5, text + strlen(text));
        }
        strcpy(general, "compute=nimber search=depth-first");
        strcpy(engine, "compute=nimber");
        strcat(engine, tables[round / 3 % 8]);
        struct asked ours = ask("cram", text, engine), theirs = ask("cram", text, general);
        if (ours.answer.number != theirs.answer.number)
            fail_msg("%s: %lld, general search %lld", text, (long long)ours.answer.number,
                     (long long)theirs.answer.number);
        struct asked outcome = ask("cram", text, "compute=outcome");
        assert_int_equal(outcome.answer.outcome, ours.answer.number == 0 ? ZM_LOSS : ZM_WIN);
    }
}

/* What the engine's own search does not take: larger boards, other forms, many boards at once. */
static void test_other_positions(void **state)
{
    (void)state;
    assert_int_equal(ask("cram", "1x41", "compute=nimber").answer.number, 1);
    assert_int_equal(ask("cram", "4x5", "compute=nimber canon=graph").answer.number, 2);
    assert_int_equal(ask("cram", "4x5", "compute=grundy").answer.kind, ZM_ANSWER_GRUNDY);
    assert_int_equal(ask("cram",
                         "00000/00000/00000/00000+00+0000+000000+000/000+000000/000000/000000",
                         "compute=nimber")
                         .answer.number,
                     2 ^ 1 ^ 2 ^ 3 ^ 1 ^ 4);
    assert_int_equal(ask("cram", "00000/00000+00000/00000", "compute=nimber").nodes, 0);
    assert_int_equal(ask("cram", "GG/GG", "compute=nimber").answer.number, 0);
}

/* --- the program's own table --- */

/* Its nimbers are those of components evaluated from the rules, and it has as many of them as there
 * are free polyominoes (OEIS A000105). */
static void test_own_table(void **state)
{
    (void)state;
    static const uint64_t polyominoes[] = {0,   1,    1,    2,     5,     12,     35,     108,
                                           369, 1285, 4655, 17073, 63600, 238591, 901971, 3426576};
    struct cram_small_table *table = zm_cram_own_table();
    struct zm_option deep[] = {{"evaluated", "15"}};
    struct asking asking;
    struct zm_random random = zm_random_seeded(19);
    struct zm_list components = {0};
    struct zm_buffer position = {0};
    int met = 0;
    assert_non_null(table);
    assert_int_equal(cram_small_table_cells(table), 15);
    for (unsigned cells = 2; cells <= 15; cells++)
        assert_int_equal(cram_small_table_count(table, cells), polyominoes[cells]);
    ask_open(&asking, "cram", "3x3", deep, 1);
    void *game = asking.question.instance.state;
    for (int round = 0; round < test_rounds(1500); round++) {
        zm_cram.rules->random(game, &random, 14, &position);
        zm_list_clear(&components);
        zm_cram.sums->split(game, zm_buffer_bytes(&position), &components);
        for (size_t i = 0; i < components.count; i++) {
            uint32_t told, evaluated;
            struct zm_bytes component = zm_list_at(&components, i);
            if (!cram_small_table_nimber(table, component, &told))
                continue;
            assert_true(zm_cram.sums->known(game, component, ZM_CHECKER, &evaluated));
            assert_int_equal(told, evaluated);
            met++;
        }
    }
    assert_true(met > test_rounds(1500));
    zm_buffer_free(&position);
    zm_list_free(&components);
    ask_close(&asking);
    cram_small_table_close(table);
}

/* Who wants nothing but the answer gets the same one, with fewer components in the store. */
static void test_answers_with_the_own_table(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{5, 6}, {4, 7}, {3, 10}, {6, 5}, {4, 8}, {6, 6}};
    struct zm_random random = zm_random_seeded(23);
    uint64_t nodes = 0, with = 0;
    for (int round = 0; round < test_rounds(60); round++) {
        const unsigned *size = sizes[round % (sizeof sizes / sizeof *sizes)];
        struct asking asking;
        char text[400];
        random_rows(&random, size[0], size[1], text);
        struct asked plain = ask("cram", text, "compute=nimber");
        struct zm_option nimber[] = {{"compute", "nimber"}};
        ask_open(&asking, "cram", text, nimber, 1);
        asking.run.answer_only = true;
        struct zm_answer answer = ask_now(&asking);
        assert_int_equal(answer.number, plain.answer.number);
        nodes += plain.nodes;
        with += atomic_load(&asking.run.nodes);
        zm_answer_free(&answer);
        ask_close(&asking);
    }
    assert_true(with < nodes);
}

/* --- stores and certificates --- */

/* Every entry of the store follows from the others; a certificate too comes out of it. */
static void check_proofs(const char *position, const char *threads, const char *mex)
{
    struct zm_option options[] = {{"compute", "nimber"}, {"threads", threads}, {"mex", mex}};
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_run run;
    struct zm_answer answer;
    struct zm_certificate certificate;
    zm_run_begin(&run);
    assert_int_equal(zm_question_open(&question, "cram", position, options, 3, NULL, &error),
                     ZM_OK);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_OK);
    check_entries(&question, position);
    if (zm_certify(&question, &run, &answer, &certificate, &error) != ZM_OK)
        fail_msg("%s: %s", position, error.text);
    assert_true(answer.verified);
    zm_certificate_free(&certificate);
    zm_answer_free(&answer);
    zm_question_close(&question);
}

static void test_stores_verify(void **state)
{
    (void)state;
    check_proofs("4x5", "1", "0");
    check_proofs("8x8", "1", "0"); /* lost by a half turn: no entry but its own */
    check_proofs("3x6", "1", "0");
    check_proofs("5x5", "1", "0");
    check_proofs("4x5", "3", "0");
    check_proofs("4x5", "1", "1");
    check_proofs("3x8", "1", "4");
    check_proofs("0000/00G0/0G00/0000+0000/0000/0000", "1", "0");
    if (test_sanitized())
        return;
    check_proofs("000000/000000/000000/00000G/0G0000", "2", "0");
    check_proofs("0000/00G0/0G00/0000+00000/00000/00000", "1", "0");
    check_proofs("4x7", "1", "0");
    if (test_long()) {
        check_proofs("000000/000000/000000/000000/000000/00000G", "1", "0");
        check_proofs("5x7", "2", "0");
        check_proofs("5x8", "1", "0");
        check_proofs("4x9", "2", "0");
        check_proofs("4x11", "1", "0");
        check_proofs("6x7", "2", "0");
    }
}

static void test_a_store_is_used_again(void **state)
{
    (void)state;
    char path[40] = "/tmp/zermelo-cram-XXXXXX", options[100];
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    unlink(path);
    snprintf(options, sizeof options, "compute=nimber store=%s", path);
    struct asked first = ask("cram", "4x7", options), second = ask("cram", "4x7", options);
    assert_int_equal(first.answer.number, 3);
    assert_int_equal(second.answer.number, 3);
    assert_true(first.nodes > 1000);
    assert_int_equal(second.nodes, 0);
    assert_int_equal(second.stored, first.stored);
    /* The general search goes on from it as well. */
    strcat(options, " search=dfpn");
    assert_int_equal(ask("cram", "4x7", options).nodes, 0);
    unlink(path);
    strcat(path, "-lock");
    unlink(path);
}

static void check_stop(const char *threads, const char *mex)
{
    struct zm_option options[] = {{"compute", "nimber"}, {"threads", threads}, {"mex", mex}};
    struct zm_question question;
    struct zm_error error = {0};
    struct zm_run run;
    struct zm_answer answer;
    zm_run_begin(&run);
    assert_int_equal(zm_question_open(&question, "cram", "7x7", options, 3, NULL, &error), ZM_OK);
    assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
    atomic_store(&run.stop, true);
    assert_int_equal(
        zm_question_answer(&question, zm_buffer_bytes(&question.position), &run, &answer, &error),
        ZM_STOPPED);
    assert_false(answer.known);
    zm_answer_free(&answer);
    zm_question_close(&question);
}

static void test_a_stop_is_obeyed(void **state)
{
    (void)state;
    check_stop("1", "0");
    check_stop("3", "0");
    check_stop("1", "2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_are_those_of_the_game),
        cmocka_unit_test(test_boxes_without_a_layout),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_tables_with_tags),
        cmocka_unit_test(test_answers_are_those_of_the_general_search),
        cmocka_unit_test(test_other_positions),
        cmocka_unit_test(test_own_table),
        cmocka_unit_test(test_answers_with_the_own_table),
        cmocka_unit_test(test_stores_verify),
        cmocka_unit_test(test_a_store_is_used_again),
        cmocka_unit_test(test_a_stop_is_obeyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
