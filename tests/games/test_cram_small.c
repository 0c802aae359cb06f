/* Small components of Cram: evaluated whole, and from the table of all of them; against naive play
 * on drawn boards, and the published counts of polyominoes. Orders of options: every one finds the
 * same nimbers. */
#include "games/cram_forms.h"

#include "api/certify.h"
#include "base/retrieval.h"
#include "games/cram/small.h"
#include "games/naive.h"
#include "proof/check/certificate.h"
#include "proof/check/verify.h"
#include "support/ask.h"

#include <unistd.h>

enum { TABLE_CELLS = 11 };

static char table_path[] = "/tmp/cram-table-XXXXXX";
static struct cram_small_table *table;

static unsigned cells_of_table(void)
{
    return test_sanitized() ? TABLE_CELLS - 2 : TABLE_CELLS;
}

static int make_table(void **state)
{
    (void)state;
    struct zm_run run;
    struct zm_error error = {0};
    int file = mkstemp(table_path);
    if (file < 0)
        return 1;
    close(file);
    zm_run_begin(&run);
    return cram_small_table_make(cells_of_table(), &run, &table, &error) != ZM_OK ||
           cram_small_table_write(table, table_path, &error) != ZM_OK;
}

static int drop_table(void **state)
{
    (void)state;
    cram_small_table_close(table);
    return unlink(table_path);
}

/* Free polyominoes of n cells: OEIS A000105. */
static void test_all_components_are_there(void **state)
{
    (void)state;
    static const unsigned counts[TABLE_CELLS + 1] = {0,  0,   1,   2,    5,    12,
                                                     35, 108, 369, 1285, 4655, 17073};
    assert_int_equal(cram_small_table_cells(table), cells_of_table());
    for (unsigned i = 2; i <= cells_of_table(); i++)
        assert_int_equal(cram_small_table_count(table, i), counts[i]);
}

static unsigned cell_count(struct zm_bytes component)
{
    unsigned cells = 0;
    for (size_t i = 2; i < component.size; i++)
        cells += (unsigned)__builtin_popcount(component.data[i]);
    return cells;
}

/* Naive play on the drawing, the table, and whole evaluation in each form say the same. */
static void test_nimbers_are_those_of_naive_play(void **state)
{
    (void)state;
    static const char *const forms[] = {"board", "graph", "ctf"};
    struct zm_instance games[3];
    struct naive naive;
    struct zm_random random = zm_random_seeded(7);
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    int met = 0;
    for (int i = 0; i < 3; i++)
        open_form_with(&games[i], forms[i], "evaluated", "14");
    naive_open(&naive, &zm_cram);
    for (int round = 0; round < test_rounds(8000); round++) {
        zm_cram.rules->random(games[0].state, &random, 20, &position);
        zm_list_clear(&components);
        zm_cram.sums->split(games[0].state, zm_buffer_bytes(&position), &components);
        for (size_t i = 0; i < components.count; i++) {
            struct zm_bytes component = zm_list_at(&components, i); /* also a board position */
            uint32_t told;
            unsigned cells = cell_count(component);
            bool inside = cells <= cells_of_table();
            assert_int_equal(cram_small_table_nimber(table, component, &told), inside);
            if (cells > 14 || (cells > 10 && round % 10 != 0))
                continue;
            naive_forget(&naive);
            unsigned nimber = naive_nimber(&naive, component);
            if (inside)
                assert_int_equal(told, nimber);
            for (int form = 0; form < 3; form++) {
                struct zm_list alone = {0};
                zm_cram.sums->split(games[form].state, component, &alone);
                assert_int_equal(alone.count, 1);
                assert_true(zm_cram.sums->known(games[form].state, zm_list_at(&alone, 0),
                                                ZM_CHECKER, &told));
                assert_int_equal(told, nimber);
                assert_true(zm_cram.sums->known(games[form].state, zm_list_at(&alone, 0), ZM_SEARCH,
                                                &told));
                assert_int_equal(told, nimber);
                zm_list_free(&alone);
            }
            met++;
        }
    }
    assert_true(met > test_rounds(4000)); /* or hardly any board had a component so small */
    naive_close(&naive);
    for (int i = 0; i < 3; i++)
        zm_instance_close(&games[i]);
    zm_buffer_free(&position);
    zm_list_free(&components);
}

/* Without --evaluated nothing is told to searches, and only symmetry to those who check. */
static void test_nothing_is_told_unasked(void **state)
{
    (void)state;
    struct zm_instance plain;
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    uint32_t nimber;
    open_form(&plain, "board");
    assert_int_equal(zm_cram.rules->parse(plain.state, "000/000+00/00", &position, NULL), ZM_OK);
    zm_cram.sums->split(plain.state, zm_buffer_bytes(&position), &components);
    assert_int_equal(components.count, 2);
    for (size_t i = 0; i < 2; i++) {
        struct zm_bytes component = zm_list_at(&components, i);
        assert_false(zm_cram.sums->known(plain.state, component, ZM_SEARCH, &nimber));
        assert_int_equal(zm_cram.sums->known(plain.state, component, ZM_CHECKER, &nimber),
                         component.data[0] == 2);
    }
    zm_instance_close(&plain);
    zm_buffer_free(&position);
    zm_list_free(&components);
}

static void test_table_is_kept(void **state)
{
    (void)state;
    struct cram_small_table *again;
    struct zm_error error = {0};
    struct zm_instance game;
    struct zm_random random = zm_random_seeded(9);
    struct zm_buffer position = {0};
    struct zm_list components = {0};
    assert_int_equal(cram_small_table_read(table_path, &again, &error), ZM_OK);
    open_form(&game, "board");
    for (int round = 0; round < test_rounds(2000); round++) {
        zm_cram.rules->random(game.state, &random, 12, &position);
        zm_list_clear(&components);
        zm_cram.sums->split(game.state, zm_buffer_bytes(&position), &components);
        for (size_t i = 0; i < components.count; i++) {
            uint32_t made = 0, read = 0;
            assert_int_equal(cram_small_table_nimber(table, zm_list_at(&components, i), &made),
                             cram_small_table_nimber(again, zm_list_at(&components, i), &read));
            assert_int_equal(made, read);
        }
    }
    cram_small_table_close(again);
    zm_instance_close(&game);
    zm_buffer_free(&position);
    zm_list_free(&components);
}

/* A letter changed anywhere, or the end cut off: refused in one line. */
static void test_bad_tables_are_refused(void **state)
{
    (void)state;
    static uint8_t bytes[100000];
    struct zm_random random = zm_random_seeded(13);
    FILE *file = fopen(table_path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    char path[] = "/tmp/cram-bad-XXXXXX";
    int made = mkstemp(path);
    assert_true(made >= 0 && size > 100 && size < sizeof bytes);
    close(made);
    for (int round = 0; round < test_rounds(300); round++) {
        size_t at = round < 60 ? (size_t)round : zm_random_below(&random, (uint32_t)size);
        size_t length = round % 2 == 0 ? size : at;
        struct cram_small_table *none;
        struct zm_error error = {0};
        bytes[at] ^= 1;
        file = fopen(path, "wb");
        assert_int_equal(fwrite(bytes, 1, length, file), length);
        fclose(file);
        bytes[at] ^= 1;
        assert_int_equal(cram_small_table_read(path, &none, &error), ZM_BAD_INPUT);
        assert_null(none);
        assert_true(strlen(error.text) > 10 && strchr(error.text, '\n') == NULL);
    }
    unlink(path);
}

static void test_map_without_keys(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 3, 10, 1000, 100000};
    struct zm_random random = zm_random_seeded(17);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct zm_retrieval map, again;
        struct zm_buffer bytes = {0};
        size_t at = 0, count = sizes[i];
        uint64_t *keys = malloc((count + 2) * sizeof *keys);
        for (size_t k = 0; k < count; k++)
            keys[k] = zm_random_next(&random);
        assert_true(zm_retrieval_make(&map, keys, count));
        zm_retrieval_write(&map, &bytes);
        assert_int_equal(bytes.size, zm_retrieval_bytes(&map));
        assert_true(zm_retrieval_read(&again, zm_buffer_bytes(&bytes), &at));
        assert_int_equal(at, bytes.size);
        for (size_t k = 0; k < count; k++) {
            assert_int_equal(zm_retrieval_get(&map, keys[k]), keys[k] & 7);
            assert_int_equal(zm_retrieval_get(&again, keys[k]), keys[k] & 7);
        }
        zm_retrieval_free(&map);
        zm_retrieval_free(&again);
        if (count > 0) { /* the same key twice is one; with two values it is none */
            keys[count] = keys[0];
            assert_true(zm_retrieval_make(&map, keys, count + 1));
            zm_retrieval_free(&map);
            keys[count] = keys[0] ^ 1;
            assert_false(zm_retrieval_make(&map, keys, count + 1));
        }
        zm_buffer_free(&bytes);
        free(keys);
    }
}

/* Searches that evaluate small components find the same, with less in the store. */
static void test_searches(void **state)
{
    (void)state;
    static const char *const boards[] = {"4x4", "4x5", "5x5", "3x8", "4x6", "2x9", "1x20"};
    static const char *const searches[] = {"depth-first", "dfpn", "recursive"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        uint64_t nimber = (uint64_t)ask("cram", boards[i], "compute=nimber").answer.number;
        for (int search = 0; search < (test_sanitized() ? 2 : 3); search++) {
            char plain[100], small[180], tabled[180];
            sprintf(plain, "compute=nimber search=%s", searches[search]);
            sprintf(small, "%s evaluated=10", plain);
            snprintf(tabled, sizeof tabled, "%s evaluated=%u cram-table=%s", plain,
                     cells_of_table(), table_path);
            struct asked usual = ask("cram", boards[i], plain);
            struct asked evaluated = ask("cram", boards[i], small);
            struct asked looked_up = ask("cram", boards[i], tabled);
            assert_int_equal(usual.answer.number, nimber);
            assert_int_equal(evaluated.answer.number, nimber);
            assert_int_equal(looked_up.answer.number, nimber);
            assert_true(evaluated.stored < usual.stored && looked_up.stored < usual.stored);
        }
    }
}

/* The engine with the table finds the same, for one thread and for two, and keeps no small
 * components. */
static void test_engine(void **state)
{
    (void)state;
    static const char *const boards[] = {"4x5", "5x5", "3x8",
                                         "4x7", "5x6", "000/0G0/000+00000/00000/00000"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (unsigned cells = 4; cells <= cells_of_table() + 2; cells++) {
            char options[180];
            struct asked usual = ask("cram", boards[i], "compute=nimber");
            snprintf(options, sizeof options,
                     "compute=nimber threads=%u small=%u evaluated=%u cram-table=%s", 1 + cells % 2,
                     cells % 3 == 0 ? 5 : 12, cells, table_path);
            struct asked looked_up = ask("cram", boards[i], options);
            assert_int_equal(looked_up.answer.number, usual.answer.number);
            assert_true(looked_up.stored < usual.stored || cells < 8);
        }
}

/* Certificates without small components verify, are smaller, and need their other entries. */
static void test_certificates(void **state)
{
    (void)state;
    static const struct zm_option plain[] = {{"compute", "nimber"}},
                                  small[] = {{"compute", "nimber"}, {"evaluated", "12"}},
                                  tabled[] = {{"compute", "nimber"},
                                              {"evaluated", "8"},
                                              {"cram-table", table_path}},
                                  graph[] = {{"compute", "nimber"},
                                             {"evaluated", "8"},
                                             {"canon", "graph"},
                                             {"search", "dfpn"}};
    const struct {
        const struct zm_option *options;
        size_t count;
    } rows[] = {{plain, 1}, {small, 2}, {graph, 4}, {tabled, 3}};
    size_t entries[4];
    for (int i = 0; i < 4; i++) {
        struct zm_question question;
        struct zm_certificate certificate;
        struct zm_error error = {0};
        struct zm_answer answer = {0};
        struct zm_run run;
        zm_run_begin(&run);
        assert_int_equal(zm_question_open_local(&question, "cram", "4x5", rows[i].options,
                                                rows[i].count, NULL, &error),
                         ZM_OK);
        assert_int_equal(zm_question_run(&question, &run, &error), ZM_OK);
        assert_int_equal(zm_question_answer(&question, zm_buffer_bytes(&question.position), &run,
                                            &answer, &error),
                         ZM_OK);
        assert_int_equal(zm_certify(&question, &run, &answer, &certificate, &error), ZM_OK);
        assert_true(answer.verified);
        entries[i] = certificate.entries.count;
        zm_table_free(&certificate.entries);
        assert_int_equal(zm_verify(&certificate, NULL, &error), ZM_WRONG);
        zm_certificate_free(&certificate);
        zm_answer_free(&answer);
        zm_question_close(&question);
    }
    assert_true(entries[1] < entries[0] / 2 && entries[2] > 0 && entries[3] < entries[0]);
}

/* The nimber of a component, by those of all that it can become; the bound holds for each. */
static unsigned bounded_nimber(const struct zm_instance *game, struct zm_table *known,
                               struct zm_bytes component)
{
    struct zm_options options = {0};
    uint64_t seen = 0;
    const uint8_t *found = zm_table_find(known, component);
    if (found != NULL)
        return *found;
    game->game->sums->options(game->state, component, ZM_LEFT, &options);
    for (size_t i = 0; i < options.count; i++) {
        unsigned sum = 0;
        for (size_t j = zm_options_begin(&options, i); j < options.ends[i]; j++)
            sum ^= bounded_nimber(game, known, zm_list_at(&options.components, j));
        seen |= UINT64_C(1) << sum;
    }
    unsigned nimber = (unsigned)__builtin_ctzll(~seen);
    uint32_t most = game->game->sums->most(game->state, component);
    assert_true(nimber <= most);
    assert_false(zm_nimber_exceeds(game, component, nimber));
    assert_true(zm_nimber_exceeds(game, component, most + 1));
    zm_options_free(&options);
    uint8_t *place = zm_table_insert(known, component, NULL);
    assert_non_null(place);
    *place = (uint8_t)nimber;
    return nimber;
}

/* No nimber is larger than the bound, on all components of 4x5 and of random boards; with the bound
 * searches find the same. */
static void test_bound(void **state)
{
    (void)state;
    static const char *const forms[] = {"board", "graph", "pruned", "ctf"};
    for (int form = 0; form < 4; form++) {
        struct zm_instance game;
        struct zm_table known;
        struct zm_random random = zm_random_seeded(21);
        struct zm_buffer position = {0};
        struct zm_list components = {0};
        zm_table_init(&known, 1);
        open_form(&game, forms[form]);
        const struct zm_game *cram = game.game;
        assert_int_equal(
            cram->rules->parse(game.state, test_sanitized() ? "4x4" : "4x5", &position, NULL),
            ZM_OK);
        for (int round = 0; round < test_rounds(200); round++) {
            zm_list_clear(&components);
            cram->sums->split(game.state, zm_buffer_bytes(&position), &components);
            for (size_t i = 0; i < components.count; i++)
                bounded_nimber(&game, &known, zm_list_at(&components, i));
            cram->rules->random(game.state, &random, 18, &position);
        }
        assert_true(known.count > 100);
        zm_table_free(&known);
        zm_buffer_free(&position);
        zm_list_free(&components);
        zm_instance_close(&game);
    }
    for (int search = 0; search < 2; search++) {
        char options[100];
        sprintf(options, "compute=nimber bound= search=%s", search == 0 ? "depth-first" : "dfpn");
        assert_int_equal(ask("cram", "4x5", options).answer.number, 2);
        assert_int_equal(ask("cram", "3x6", options).answer.number, 4);
        assert_int_equal(ask("cram", "4x7", options).answer.number, 3);
    }
}

static void test_orders(void **state)
{
    (void)state;
    static const char *const orders[] = {"text",         "size",
                                         "pieces",       "symmetry",
                                         "cut",          "fill",
                                         "centre",       "dominoes",
                                         "usual",        "thesis",
                                         "learned",      "centre,fill,cut,symmetry,size,text",
                                         "weights:1000", "weights:0,0,-3.5,0,1,0,2,-2,1e3,0,0,0,5"};
    static const char *const bad[] = {"",
                                      "usual,size",
                                      "sizes",
                                      "size,",
                                      "size,,cut",
                                      ",",
                                      "weights:",
                                      "weights:1,",
                                      "weights:1,x",
                                      "weights:nan",
                                      "weights:1e9",
                                      "weights:0,0,0,0,0,0,0,0,0,0,0,0,0,0",
                                      "size,pieces,symmetry,cut,centre,fill"};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        for (int form = 0; form < 2; form++) {
            char options[200];
            sprintf(options, "compute=nimber search=depth-first option-order=%s canon=%s",
                    orders[i], form == 0 ? "board" : "graph");
            assert_int_equal(ask("cram", "4x5", options).answer.number, 2);
            assert_int_equal(ask("cram", "3x6", options).answer.number, 4);
        }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct zm_option option = {"option-order", bad[i]};
        struct zm_question question;
        struct zm_error error = {0};
        assert_int_equal(zm_question_open_local(&question, "cram", "3x3", &option, 1, NULL, &error),
                         ZM_BAD_INPUT);
        assert_non_null(strstr(error.text, "option-order"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_map_without_keys),
        cmocka_unit_test(test_all_components_are_there),
        cmocka_unit_test(test_nimbers_are_those_of_naive_play),
        cmocka_unit_test(test_nothing_is_told_unasked),
        cmocka_unit_test(test_table_is_kept),
        cmocka_unit_test(test_bad_tables_are_refused),
        cmocka_unit_test(test_searches),
        cmocka_unit_test(test_engine),
        cmocka_unit_test(test_certificates),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_orders),
    };
    return cmocka_run_group_tests_name("cram-small", tests, make_table, drop_table);
}
